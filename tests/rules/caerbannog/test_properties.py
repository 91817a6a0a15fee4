"""What holds for every test, whoever makes it, however the dice fall and whatever is done to it afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleError
from rules.serialise import from_json, to_json
from rules.tables import PRESETS, CaerbannogTables
from rules.values import (
    CheckRequest,
    CheckResult,
    Choice,
    Counter,
    Die,
    Modifier,
    Part,
    Participant,
    Sheet,
    Sheets,
    TraitUse,
)
from tests.rules.cast import CAERBANNOG, HOME, JULIO, MARCUS, ROSALIA, sheet

TRAITS = sorted(HOME)
CATEGORIES = sorted({category.key for category in HOME.values() if category.bonus})
HOUSES = [
    PRESETS["2026"],
    PRESETS["earlier"],
    CaerbannogTables(group_effort_payer="anyone", effort_against_attack=True),
]

words = st.text(alphabet="aąb {}", max_size=6)
sheets_of_one = st.builds(
    lambda levels, bonuses, pools: replace(
        sheet(**levels), bonuses=bonuses, counters={key: Counter(value, 10) for key, value in pools.items()}
    ),
    st.dictionaries(st.sampled_from(TRAITS), st.integers(0, 4), max_size=6),
    st.dictionaries(st.sampled_from(CATEGORIES), st.integers(0, 4)),
    st.dictionaries(st.sampled_from(["momentum", "endurance", "determination", "vitality"]), st.integers(0, 10)),
)


@st.composite
def any_test(draw: st.DrawFn) -> tuple[CheckRequest, dict[int, Sheet]]:
    """A test that the rules allow: alone with up to four traits, or in a group of up to three."""
    who = [JULIO, MARCUS, ROSALIA][: draw(st.integers(1, 3))]
    most = 4 if len(who) == 1 else 1
    people = tuple(
        Participant(
            one,
            "initiator" if one == JULIO else "helper",
            tuple(map(TraitUse, draw(st.lists(st.sampled_from(TRAITS), min_size=1, max_size=most, unique=True)))),
        )
        for one in who
    )
    request = CheckRequest(
        people,
        draw(st.none() | st.integers(0, 12)),
        tuple(draw(st.lists(words, max_size=2))),
        tuple(draw(st.lists(words, max_size=2))),
        tuple(draw(st.lists(st.builds(Modifier, st.integers(-3, 3), words), max_size=2))),
        draw(st.sampled_from(["", "attack", "hazard"])),
        tables=draw(st.sampled_from(HOUSES)),
    )
    return request, {one: replace(draw(sheets_of_one), who=one) for one in who}


def fall(data: st.DataObject, parts: Sequence[Part]) -> tuple[Die, ...]:
    """Dice of these parts showing anything; ones and tops more often than fair dice would."""
    dice = [(part.who, part.trait, part.sides) for part in parts for _ in range(part.count)]
    return tuple(Die(*die, data.draw(st.one_of(st.just(1), st.just(die[2]), st.integers(1, die[2])))) for die in dice)


def applied(sheets: Sheets, result: CheckResult) -> dict[int, Sheet]:
    """The sheets after the effects of a step, within the bounds of the counters."""
    after = dict(sheets)
    for effect in result.effects:
        one = after[effect.who]
        held = one.counters.get(effect.counter, Counter(0 if effect.counter == "momentum" else 10, 10)).value
        value = min(max(held + effect.amount, 0), 10)
        after[effect.who] = replace(one, counters={**one.counters, effect.counter: Counter(value, 10)})
    return after


def assert_sound(result: CheckResult) -> None:
    assert [die.kept for die in result.dice].count(True) == 1
    assert result.roll == next(die.face for die in result.dice if die.kept)
    assert sum(effect.amount for effect in result.gained) == sum(die.face == die.sides for die in result.dice)
    momentum = sum(effect.amount for effect in result.effects if effect.counter == "momentum")
    assert momentum <= sum(die.top for die in result.dice)
    if result.request.difficulty is None:
        assert (result.outcome, result.raw, result.value, result.name) == ("pending", None, None, None)
    else:
        assert result.raw == sum(step.value for step in result.steps)
        assert result.value is not None
        assert (result.outcome == "success") == (result.value > 0)
        assert result.name is not None
    assert from_json(json.loads(json.dumps(to_json(result)))) == result


@given(any_test(), st.data())
@settings(max_examples=200, deadline=None)
def test_every_offer_can_be_followed_and_every_result_is_sound(
    test: tuple[CheckRequest, dict[int, Sheet]], data: st.DataObject
) -> None:
    request, sheets = test
    result = CAERBANNOG.check(request, sheets, fall(data, CAERBANNOG.plan(request, sheets)))
    assert_sound(result)
    for _ in range(data.draw(st.integers(0, 4))):
        sheets = applied(sheets, result)
        offer = data.draw(st.sampled_from(CAERBANNOG.follow_ups(result, sheets)))
        cost = data.draw(st.sampled_from(offer.costs)) if offer.costs else None
        choice = Choice(offer.kind, offer.payer, cost, offer.category, note="" if cost else "zgoda stołu")
        result = CAERBANNOG.follow(result, choice, sheets, fall(data, offer.dice_needed))
        assert_sound(result)
        if offer.kind == "effort":
            assert result.value == 1


@given(any_test(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_correction_there_and_back_changes_nothing(
    test: tuple[CheckRequest, dict[int, Sheet]], data: st.DataObject
) -> None:
    request, sheets = test
    request = replace(request, difficulty=request.difficulty or 0)
    result = CAERBANNOG.check(request, sheets, fall(data, CAERBANNOG.plan(request, sheets)))
    other = replace(request, difficulty=data.draw(st.integers(0, 12)), advantage=("a",))
    there = CAERBANNOG.follow(result, Choice("correct", JULIO, request=other), sheets)
    back = CAERBANNOG.follow(there, Choice("correct", JULIO, request=request), sheets)
    assert_sound(there)
    assert replace(back, taken=(), effects=()) == replace(result, effects=())


@given(any_test())
@settings(max_examples=100, deadline=None)
def test_the_odds_sum_to_one(test: tuple[CheckRequest, dict[int, Sheet]]) -> None:
    request, sheets = test
    odds = CAERBANNOG.odds(replace(request, difficulty=request.difficulty or 0), sheets)
    assert sum(odds.values.values()) == 1
    assert odds.success == sum(chance for value, chance in odds.values.items() if value > 0)
    assert 0 < odds.critical < 1


choices = st.builds(
    Choice,
    st.sampled_from(["boost", "effort", "reroll", "correct", ""]),
    st.integers(0, 4),
    category=st.sampled_from(["", "social", "physical", "x"]),
    dice=st.lists(st.integers(-1, 4), max_size=3).map(tuple),
    note=words,
    request=st.none(),
)


@given(any_test(), choices, st.data())
@settings(max_examples=200, deadline=None)
def test_any_other_choice_is_followed_or_refused_in_words(
    test: tuple[CheckRequest, dict[int, Sheet]], choice: Choice, data: st.DataObject
) -> None:
    request, sheets = test
    result = CAERBANNOG.check(request, sheets, fall(data, CAERBANNOG.plan(request, sheets)))
    try:
        after = CAERBANNOG.follow(result, choice, sheets)
    except RuleError:
        return
    assert_sound(after)
