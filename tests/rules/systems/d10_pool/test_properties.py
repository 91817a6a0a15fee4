"""What holds for every test, however the dice fall and whatever is done to it afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleError
from rules.serialise import from_json, to_json
from rules.systems.d10_pool.opposed import opposed
from rules.systems.d10_pool.tables import PoolTables
from rules.values import CheckRequest, CheckResult, Choice, Die, Modifier, Part, Participant, Sheet, TraitUse
from tests.rules.systems.d10_pool.cast import ADAM, HOME, JOSH, POOL, request, sheet, thrown

ATTRIBUTES = sorted(key for key, category in HOME.items() if category.kind == "attribute")
LEARNED = sorted(HOME.keys() - set(ATTRIBUTES))

words = st.text(alphabet="aąb {}", max_size=6)
levels = st.dictionaries(st.sampled_from(sorted(HOME)), st.integers(0, 5))
tables = st.builds(PoolTables, st.booleans())
faces = st.one_of(st.sampled_from([1, 8, 10]), st.integers(1, 10))  # what matters more often than fair dice would
pools = st.lists(faces, min_size=1, max_size=12).map(tuple)


@st.composite
def any_test(draw: st.DrawFn) -> tuple[CheckRequest, dict[int, Sheet]]:
    """A test that the rules allow; a rite that can only fail is one."""
    one = sheet(**draw(levels))
    keys = [draw(st.sampled_from(LEARNED + ATTRIBUTES))]
    kind = "test"
    if keys == ["mysticism"]:
        untrained = "mysticism" not in one.traits or not one.traits["mysticism"].level
        kind = draw(st.sampled_from(["rite", "unknown_rite"] if untrained else ["test", "power", "rite"]))
    asked = CheckRequest(
        (Participant(JOSH, "initiator", tuple(map(TraitUse, keys))),),
        draw(st.one_of(st.none(), st.integers(1, 4))),
        tuple(draw(st.lists(words, max_size=2))),
        tuple(draw(st.lists(words, max_size=2))),
        tuple(draw(st.lists(st.builds(Modifier, st.integers(-6, 6), words), max_size=2))),
        kind=kind,
        tables=draw(tables),
    )
    return asked, {JOSH: one}


def fall(data: st.DataObject, parts: Sequence[Part]) -> tuple[Die, ...]:
    return tuple(
        Die(part.who, part.trait, part.sides, data.draw(faces)) for part in parts for _ in range(part.count)
    )  # fmt: skip


def assert_sound(result: CheckResult) -> None:
    assert (result.effects, result.gained) == ((), ())
    assert result.raw == result.value
    assert (result.outcome == "pending") == (result.value is None)
    if result.value is not None:
        assert result.value == sum(step.value for step in result.steps) >= 0
        assert (result.outcome == "success") == (result.value >= (result.request.difficulty or 1))
        assert result.name is not None
    if result.outcome == "critical_failure":
        assert result.value == 0
        assert not result.dice or any(die.face == 1 for die in result.dice)
    assert from_json(json.loads(json.dumps(to_json(result)))) == result


@given(any_test(), st.data())
@settings(max_examples=150, deadline=None)
def test_every_offer_can_be_followed_and_every_result_is_sound(
    test: tuple[CheckRequest, dict[int, Sheet]], data: st.DataObject
) -> None:
    asked, sheets = test
    result = POOL.check(asked, sheets, fall(data, POOL.plan(asked, sheets)))
    assert_sound(result)
    for _ in range(3):
        offers = POOL.follow_ups(result, sheets)
        assert len(offers) <= 1
        for offer in offers:
            result = POOL.follow(result, Choice(offer.kind, offer.payer), sheets, fall(data, offer.dice_needed))
            assert_sound(result)
    assert [taken.kind for taken in result.taken].count("retry") <= 1


@given(any_test(), st.data(), st.integers(1, 9))
@settings(max_examples=75, deadline=None)
def test_a_correction_there_and_back_changes_nothing(
    test: tuple[CheckRequest, dict[int, Sheet]], data: st.DataObject, needed: int
) -> None:
    asked, sheets = test
    asked = replace(asked, difficulty=asked.difficulty or 1)
    result = POOL.check(asked, sheets, fall(data, POOL.plan(asked, sheets)))
    there = POOL.follow(result, Choice("correct", JOSH, request=replace(asked, difficulty=needed)), sheets)
    back = POOL.follow(there, Choice("correct", JOSH, request=asked), sheets)
    assert_sound(there)
    assert replace(back, taken=()) == result


@given(any_test())
@settings(max_examples=75, deadline=None)
def test_the_odds_sum_to_one(test: tuple[CheckRequest, dict[int, Sheet]]) -> None:
    asked, sheets = test
    odds = POOL.odds(replace(asked, difficulty=asked.difficulty or 1), sheets)
    assert sum(odds.values.values()) == 1
    assert odds.success == sum(chance for value, chance in odds.values.items() if value >= odds.passing)
    assert 0 < odds.critical <= odds.values[0]


@given(pools, st.permutations(range(12)), tables)
@settings(max_examples=75, deadline=None)
def test_the_order_of_the_dice_says_nothing(shown: tuple[int, ...], order: list[int], house: PoolTables) -> None:
    shuffled = tuple(shown[place] for place in order if place < len(shown))
    one, other = thrown(*shown, tables=house), thrown(*shuffled, tables=house)
    assert (one.value, one.outcome) == (other.value, other.outcome)


@given(pools, tables)
@settings(max_examples=75, deadline=None)
def test_a_blank_die_more_only_settles_what_cancelled_out(shown: tuple[int, ...], house: PoolTables) -> None:
    one, more = thrown(*shown, tables=house), thrown(*shown, 5, tables=house)
    if one.value is not None:
        assert (one.value, one.outcome) == (more.value, more.outcome)
    else:
        assert more.value is not None


@given(pools)
@settings(max_examples=75, deadline=None)
def test_to_void_tens_is_never_kinder(shown: tuple[int, ...]) -> None:
    strict, mild = (thrown(*shown, 5, tables=PoolTables(ones_void_tens=void)).value or 0 for void in (True, False))
    assert strict <= mild


@given(pools, pools, st.integers(1, 3), st.integers(1, 3), tables)
@settings(max_examples=100, deadline=None)
def test_a_verdict_is_the_same_from_both_sides(
    mine: tuple[int, ...], theirs: tuple[int, ...], mine_needed: int, their_needed: int, house: PoolTables
) -> None:
    one = thrown(*mine, needed=mine_needed, tables=house)
    other = thrown(*theirs, needed=their_needed, tables=house, who=ADAM)
    try:
        verdict = opposed(one, other)
    except RuleError:
        assert None in (one.value, other.value)
        return
    assert opposed(other, one) == verdict


choices = st.builds(
    Choice,
    st.sampled_from(["retry", "reroll", "boost", "correct", ""]),
    st.integers(0, 3),
    dice=st.lists(st.integers(-1, 3), max_size=3).map(tuple),
    note=words,
    request=st.sampled_from([None, request("agility"), request("agility", needed=3), request("fencing")]),
)


@given(any_test(), choices, st.data())
@settings(max_examples=150, deadline=None)
def test_any_other_choice_is_followed_or_refused_in_words(
    test: tuple[CheckRequest, dict[int, Sheet]], choice: Choice, data: st.DataObject
) -> None:
    asked, sheets = test
    result = POOL.check(asked, sheets, fall(data, POOL.plan(asked, sheets)))
    try:
        after = POOL.follow(result, choice, sheets)
    except RuleError:
        return
    assert_sound(after)
