"""What holds in every scene and at every rest, whatever the house's tables are and whatever people choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleError
from rules.house import from_house, to_house
from rules.registry import scene_rules
from rules.scenes.values import RestChoice, Scene, Training
from rules.systems.caerbannog_2026.actions import ACTIONS
from rules.systems.caerbannog_2026.reaction import prices
from rules.tables import RESTORABLE, CaerbannogTables, Gain, Restore
from rules.values import Counter, Effect, Sheet, Sheets
from tests.rules.cast import JULIO, MARCUS, mod, people, request, roll, sheet
from tests.rules.systems.caerbannog_2026.party import after, hero

RULES = scene_rules("caerbannog_2026")
POOLS = ("endurance", "determination", "vitality", "contacts", "favours", "wealth")
SKILLS = sorted({skill for action in ACTIONS for skill in action.skills} - {"mystic", "social"})


@st.composite
def houses(draw: st.DrawFn) -> CaerbannogTables:
    steps = draw(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 3)), min_size=1, max_size=4))
    held = accumulate(step for step, _ in steps)
    brings = accumulate(more for _, more in steps)
    amount = st.sampled_from(["half", "all"]) | st.integers(0, 12)
    rest = st.dictionaries(st.sampled_from(RESTORABLE), amount, min_size=1).map(
        lambda rows: tuple(Restore(*row) for row in rows.items())
    )
    return CaerbannogTables(
        momentum=tuple(Gain(*row) for row in zip(held, brings, strict=True)),
        momentum_cap=draw(st.integers(1, 12)),
        breather=draw(rest),
        rest=draw(rest),
        interlude=draw(rest),
        situation_keeps_momentum=draw(st.booleans()),
        stage_gain=draw(st.sampled_from(["stage", "start"])),
        losses_give_experience=draw(st.booleans()),
    )


@st.composite
def heroes(draw: st.DrawFn, who: int, cap: int) -> Sheet:
    """Somebody whose pools are in order."""
    counters = {"momentum": Counter(draw(st.integers(0, cap))), "experience": Counter(draw(st.integers(0, 9)))}
    for pool in POOLS:
        most = draw(st.integers(0, 12))
        counters[pool] = Counter(draw(st.integers(0, most)), most)
    return replace(hero(who), counters=counters)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    kind = draw(st.sampled_from(["free", "combat", "challenge"]))
    who = st.sampled_from([JULIO, MARCUS])
    return Scene(
        kind,
        draw(st.sampled_from(["rounds", "stages"])) if kind == "challenge" else "rounds",
        draw(st.integers(1, 3)),
        "" if kind == "free" else draw(st.sampled_from(["", "party", "enemies"])),
        draw(st.none() | who),
        draw(st.frozensets(who)),
        draw(st.frozensets(who)),
        draw(st.sampled_from([None, True, False])),
    )


@st.composite
def tables_and_party(draw: st.DrawFn) -> tuple[CaerbannogTables, dict[int, Sheet]]:
    house = draw(houses())
    return house, people(*(draw(heroes(who, house.momentum_cap)) for who in (JULIO, MARCUS)))


def assert_in_bounds(party: Sheets, effects: Iterable[Effect], house: CaerbannogTables) -> dict[int, Sheet]:
    """No pool below 0, none above its maximum, no Momentum above the limit; the effects stand as they are."""
    changed = after(party, effects)
    for one in changed.values():
        assert 0 <= one.counters["momentum"].value <= house.momentum_cap
        assert one.counters["experience"].value >= 0
        for pool in POOLS:
            assert 0 <= one.counters[pool].value <= (one.counters[pool].maximum or 0)
    return changed


@given(tables_and_party(), st.lists(st.tuples(st.sampled_from(["opens", "turn", "stage", "closes"]), scenes())))
@settings(max_examples=40, deadline=None)
def test_no_moment_breaks_a_bound(
    table: tuple[CaerbannogTables, dict[int, Sheet]], moments: list[tuple[str, Scene]]
) -> None:
    house, party = table
    for moment, scene in moments:
        if scene.kind == "free" and moment in ("turn", "stage"):
            with pytest.raises(RuleError):
                RULES.at(moment, scene, party, house)
            continue
        party = assert_in_bounds(party, RULES.at(moment, scene, party, house), house)
        if moment == "closes":
            assert all(one.counters["momentum"].value == 0 for one in party.values())


@given(tables_and_party(), st.integers(0, 30), st.integers(0, 30))
@settings(max_examples=40, deadline=None)
def test_a_forced_loss_is_borne_to_the_last_point_or_told(
    table: tuple[CaerbannogTables, dict[int, Sheet]], gained: int, forced: int
) -> None:
    house, party = table
    settled = RULES.forced(party[JULIO], forced, house, gained=gained)
    changed = assert_in_bounds(party, settled.effects, house)[JULIO].counters
    momentum, mind = (changed[key].value - party[JULIO].counters[key].value for key in ("momentum", "determination"))
    assert gained - settled.surplus - momentum - mind + settled.unpaid == forced
    assert settled.surplus == 0 or changed["momentum"].value == house.momentum_cap
    assert settled.unpaid == 0 or changed["determination"].value == 0
    assert mind == 0 or changed["momentum"].value == 0


@given(tables_and_party(), scenes())
@settings(max_examples=40, deadline=None)
def test_what_is_offered_can_be_made_and_nothing_else_can(
    table: tuple[CaerbannogTables, dict[int, Sheet]], scene: Scene
) -> None:
    house, party = table
    offered = RULES.reactions(scene, party[JULIO], house)
    for price in prices(house):
        if price in offered:
            assert_in_bounds(party, RULES.react(scene, party[JULIO], price, house), house)
        else:
            with pytest.raises(RuleError):
                RULES.react(scene, party[JULIO], price, house)


@given(tables_and_party(), st.sampled_from(["breather", "rest", "interlude"]), st.data())
@settings(max_examples=40, deadline=None)
def test_a_rest_keeps_every_bound_and_is_taken_once_experience_is_spent(
    table: tuple[CaerbannogTables, dict[int, Sheet]], kind: str, data: st.DataObject
) -> None:
    house, party = table
    most = RULES.rest_preview(kind, party, {}, house)[0].convertible
    held = party[JULIO].counters["experience"].value
    spent = data.draw(st.integers(0, held)) if kind != "breather" else 0
    trainings = (Training("Blok", spent),) if spent else ()
    choices = {JULIO: RestChoice(data.draw(st.integers(0, most)), trainings)}
    preview = RULES.rest_preview(kind, party, choices, house)
    changed = assert_in_bounds(party, (effect for one in preview for effect in one.effects), house)
    for pool in ("endurance", "determination"):
        assert changed[JULIO].counters[pool].value >= party[JULIO].counters[pool].value
    if any(one.unspent for one in preview):
        with pytest.raises(RuleError):
            RULES.rest(kind, party, choices, house)
    else:
        assert RULES.rest(kind, party, choices, house) == preview


@given(tables_and_party(), st.sampled_from(SKILLS), st.integers(-3, 15))
@settings(max_examples=40, deadline=None)
def test_no_consequence_breaks_a_bound(
    table: tuple[CaerbannogTables, dict[int, Sheet]], skill: str, value: int
) -> None:
    house, party = table
    result = roll(request(skill, difficulty=2, modifiers=(mod(value),), tables=house), sheet(), 2, 2, 3)
    brought = RULES.consequences(result, party)
    assert bool(brought) == (value > 0)
    for consequence in brought:
        assert consequence.amount > 0
        assert_in_bounds(party, RULES.applied(consequence, party[MARCUS], house), house)


@given(houses())
@settings(max_examples=30, deadline=None)
def test_house_tables_come_back_as_they_went(house: CaerbannogTables) -> None:
    assert from_house(to_house(house)) == house
