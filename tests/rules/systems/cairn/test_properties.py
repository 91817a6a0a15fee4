"""What holds for every throw, however the dice fall."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleError
from rules.serialise import from_json, to_json
from rules.systems.cairn.damage import BEINGS, CHARACTER, Target, hit
from rules.systems.cairn.forecast import hit_odds
from rules.systems.cairn.inventory import Inventory, Item, drop, take, tire
from rules.systems.cairn.scars import SCARS, learn
from rules.values import CheckRequest, CheckResult, Choice, Counter, Part, Sheet
from tests.rules.systems.cairn.cast import (
    CAIRN,
    HOB,
    ROWAN,
    WARDEN,
    WOLF,
    attack,
    fall,
    gang,
    hurt,
    people,
    save,
    sheet,
    side,
)

scores = st.integers(0, 18)
targets = st.builds(Target, st.integers(0, 20), st.integers(1, 18), st.integers(0, 5), st.sampled_from(BEINGS))
damage_dice = st.lists(st.sampled_from([4, 6, 8, 10, 12]), min_size=1, max_size=4)

REQUESTS = [
    save("strength"),
    save("will"),
    CheckRequest((side("initiator", ROWAN, "strength"), side("helper", HOB, "dexterity"))),
    save("will", WOLF, kind="morale", options={"being": "detachment"}),
    CheckRequest((side("initiator", WARDEN),), kind="reaction"),
    CheckRequest((side("initiator", WARDEN),), kind="fate"),
    attack("axe", on=None),
    attack("axe", "mace", disadvantage=("ciemno",)),
    attack(("axe", 2), options={"being": "creature", "blast": True}),
    gang((ROWAN, "axe"), (HOB, "maul"), options={"doomed": True}),
]


@st.composite
def tables(draw: st.DrawFn) -> dict[int, Sheet]:
    """Everybody's sheets, whatever they hold."""
    people_ = [
        sheet(who, strength=draw(scores), dexterity=draw(scores), will=draw(scores),
              protection=draw(st.integers(0, 12)), armour=draw(st.integers(0, 3)), axe=8, mace=8, maul=10)
        for who in (ROWAN, HOB, WOLF)
    ]  # fmt: skip
    return people(*people_, Sheet(WARDEN, {}))


def any_fall(data: st.DataObject, parts: Sequence[Part]) -> tuple[int, ...]:
    return tuple(data.draw(st.integers(1, part.sides)) for part in parts for _ in range(part.count))


def assert_sound(result: CheckResult, sheets: dict[int, Sheet]) -> None:
    assert result.raw == sum(step.value for step in result.steps)
    assert any(die.kept for die in result.dice)
    assert CAIRN.result_name(result.request, result.value or 0).id
    for effect in result.effects:
        assert -sheets[effect.who].counters[effect.counter].value <= effect.amount < 0
    assert from_json(json.loads(json.dumps(to_json(result)))) == result
    assert len(json.dumps(to_json(result))) < 2048


@given(tables(), st.sampled_from(REQUESTS), st.data())
@settings(max_examples=200, deadline=None)
def test_every_result_is_sound_and_every_offer_can_be_followed(
    sheets: dict[int, Sheet], request: CheckRequest, data: st.DataObject
) -> None:
    parts = CAIRN.plan(request, sheets)
    result = CAIRN.check(request, sheets, fall(parts, any_fall(data, parts)))
    assert_sound(result, sheets)
    assert result.value in CAIRN.odds(request, sheets).values
    now = hurt(sheets, result)
    for offer in CAIRN.follow_ups(result, now):
        dice = fall(offer.dice_needed, any_fall(data, offer.dice_needed))
        after = CAIRN.follow(result, Choice(offer.kind, offer.payer), now, dice)
        assert_sound(after, now)
        assert CAIRN.follow_ups(after, now) == ()


@given(st.integers(1, 12), targets)
@settings(max_examples=200, deadline=None)
def test_no_damage_is_lost_or_made(rolled: int, target: Target) -> None:
    done = hit(rolled, target)
    assert 0 <= done.damage <= rolled
    assert done.damage - done.protection_lost - done.strength_lost == max(
        done.damage - target.protection - target.strength, 0
    )  # fmt: skip
    assert not (done.scar and done.strength_lost)
    assert done.scar == 0 or (target.being == CHARACTER and done.protection_lost == target.protection)
    assert done.destroyed == (target.strength == done.strength_lost)


@given(damage_dice, targets)
@settings(max_examples=60, deadline=None)
def test_the_odds_of_a_hit_sum_to_one(dice: list[int], target: Target) -> None:
    odds = hit_odds(dice, target)
    for distribution in (odds.protection_lost, odds.strength_lost, odds.scar):
        assert sum(distribution.values()) == 1
    assert odds.critical + odds.destroyed <= sum(chance for lost, chance in odds.strength_lost.items() if lost)


@given(st.sampled_from(SCARS), st.integers(0, 20), st.integers(0, 10), st.data())
@settings(max_examples=150, deadline=None)
def test_only_a_mortal_wound_takes_anything_away(scar: object, maximum: int, missing: int, data: st.DataObject) -> None:
    row = next(one for one in SCARS if one is scar)
    now = Counter(max(maximum - missing, 0), maximum)
    count, die = row.dice
    faces = data.draw(st.lists(st.integers(1, die), min_size=count, max_size=count))
    then = learn(row, faces, now, saved=data.draw(st.booleans()))
    assert then.maximum is not None
    assert then.value <= then.maximum or then == now
    if row.lost == 11:
        assert then.maximum == sum(faces)
    else:
        assert then.value >= now.value
        assert then.maximum >= maximum


@given(st.lists(st.integers(0, 3), max_size=30))
@settings(max_examples=100, deadline=None)
def test_an_inventory_never_holds_more_than_its_slots(moves: list[int]) -> None:
    bag = Inventory()
    for move in moves:
        try:
            bag = tire(bag) if move == 3 else take(bag, Item("thing", move))
        except RuleError:
            bag = drop(bag, 0) if bag.items else bag
        assert 0 <= bag.free <= bag.slots
