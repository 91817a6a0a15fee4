"""What protocol.py promises, held against every registered system."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.dice import throw
from rules.errors import RuleError
from rules.protocol import RuleSystem
from rules.registry import systems
from rules.serialise import from_json, to_json
from rules.spec import CategorySpec
from rules.values import CheckRequest, Choice, Die, Participant, Sheet, Text, Trait, TraitUse
from rules.values import Counter as Held
from tests.rules.cast import assert_fit_for_a_player

SYSTEMS = systems()
WHO = 7
each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


def empty(system: RuleSystem) -> dict[int, Sheet]:
    return {WHO: Sheet(WHO, {}, flags=frozenset(key for key, _ in system.sheet().flags))}


def plain(system: RuleSystem, key: str) -> CheckRequest:
    """A test of one trait, with a difficulty where the game has any."""
    tables = system.tables({})
    difficulty = 2 if system.difficulties(tables) else None
    return CheckRequest((Participant(WHO, "initiator", (TraitUse(key),)),), difficulty, tables=tables)


def requests(system: RuleSystem) -> Iterator[CheckRequest]:
    """One plain test of every trait that the sheet names and that needs no training."""
    for category in system.sheet().categories:
        for trait in (*category.printed, *category.offered):
            if not trait.trained_only:
                yield plain(system, trait.key)


def with_level(system: RuleSystem, category: CategorySpec, key: str, level: int) -> dict[int, Sheet]:
    """A sheet on which one trait is written."""
    return {WHO: replace(empty(system)[WHO], traits={key: Trait(key, category.kind, category.key, level)})}


@each
def test_the_sheet_names_everything_once(system: RuleSystem) -> None:
    spec = system.sheet()
    traits = [t for c in spec.categories for t in (*c.printed, *c.offered)]
    for keys in (
        [c.key for c in spec.categories],
        [t.key for t in traits],
        [c.key for c in spec.counters],
        [level.level for level in spec.levels],
        [key for key, _ in spec.flags],
        [key for key, _ in spec.condition_kinds],
    ):
        assert len(keys) == len(set(keys))
        assert all(key or key == 0 for key in keys)
    labels = [*(t.label for t in traits), *(c.label for c in spec.categories), *(c.label for c in spec.counters)]
    assert all(isinstance(label, Text) and label.id for label in labels)


@each
def test_the_sheet_refers_to_what_it_has(system: RuleSystem) -> None:
    spec = system.sheet()
    counters, flags = {c.key for c in spec.counters}, {key for key, _ in spec.flags}
    for category in spec.categories:
        assert {category.protects, category.boosted_by} <= counters | {""}
        assert category.needs_permission in flags | {""}
        assert not category.counters or {trait.key for trait in category.printed} <= counters
        assert category.bonus or not category.boosted_by
    for counter in spec.counters:
        assert counter.kind in {"momentum", "phys", "mind", "life", "xp", "social", "plain"}
        assert (counter.default_maximum is not None) <= counter.has_maximum
        assert 0 <= counter.default <= (counter.ceiling or counter.default_maximum or counter.default)


@each
def test_every_named_trait_can_be_tested_on_a_fresh_sheet(system: RuleSystem) -> None:
    for request in requests(system):
        thrown = throw(system.plan(request, empty(system)), lambda sides: sides // 2)
        result = system.check(request, empty(system), thrown)
        assert result.system == system.key
        assert result.outcome in {"success", "failure", "critical_failure"}
        assert [die.face for die in result.dice] == [die.face for die in thrown]
        assert from_json(json.loads(json.dumps(to_json(result)))) == result


@each
def test_a_trait_that_needs_training_is_refused_without_it_alone(system: RuleSystem) -> None:
    for category in system.sheet().categories:
        for trait in (*category.printed, *category.offered):
            if trait.trained_only:
                with pytest.raises(RuleError):
                    system.plan(plain(system, trait.key), empty(system))
                assert system.plan(plain(system, trait.key), with_level(system, category, trait.key, 1))


@each
def test_a_level_brings_the_dice_that_the_sheet_tells(system: RuleSystem) -> None:
    for category in system.sheet().categories:
        for trait, level in product(category.printed, system.sheet().levels):
            if level.dice is not None and level.level >= max(category.lowest, trait.trained_only):
                plan = system.plan(plain(system, trait.key), with_level(system, category, trait.key, level.level))
                mine = [part for part in plan if part.trait == trait.key]
                assert sum(part.count for part in mine) == level.dice
                assert all(part.sides == level.sides for part in mine)


@each
def test_effects_touch_the_counters_of_the_people_in_the_test(system: RuleSystem) -> None:
    counters = {c.key for c in system.sheet().counters}
    for request in requests(system):
        result = system.check(request, empty(system), throw(system.plan(request, empty(system)), lambda sides: sides))
        assert all(e.who == WHO and e.counter in counters and e.amount for e in result.effects)


@each
def test_every_offer_has_its_own_id_and_a_payer_with_a_sheet(system: RuleSystem) -> None:
    for request in requests(system):
        result = system.check(request, empty(system), throw(system.plan(request, empty(system)), lambda sides: 2))
        offers = system.follow_ups(result, empty(system))
        assert len({offer.id for offer in offers}) == len(offers)
        assert all(offer.payer == WHO for offer in offers)
        assert system.follow_ups(result, {}) == ()


def able(system: RuleSystem) -> dict[int, Sheet]:
    """A fresh sheet, but for bonuses and for what pays for them."""
    spec = system.sheet()
    payers = {category.boosted_by for category in spec.categories} - {""}
    bonuses = {category.key: 2 for category in spec.categories if category.bonus}
    return {WHO: replace(empty(system)[WHO], bonuses=bonuses, counters={key: Held(3) for key in payers})}


@each
@pytest.mark.parametrize("face", [1, 2, 99])
def test_the_same_dice_give_the_same_result(system: RuleSystem, face: int) -> None:
    for request in requests(system):
        thrown = throw(system.plan(request, able(system)), lambda sides: min(face, sides))
        assert system.plan(request, able(system)) == system.plan(request, able(system))
        assert system.check(request, able(system), thrown) == system.check(request, able(system), thrown)


FOLLOW_UPS = ("boost", "effort", "reroll", "retry", "critical_save")


@each
@pytest.mark.parametrize("face", [1, 2, 99])
def test_what_is_offered_can_be_done_and_what_is_not_is_refused_in_words(system: RuleSystem, face: int) -> None:
    sheets = able(system)
    for request in requests(system):
        result = system.check(request, sheets, throw(system.plan(request, sheets), lambda sides: min(face, sides)))
        offers = {offer.kind: offer for offer in system.follow_ups(result, sheets)}
        assert offers.keys() <= set(FOLLOW_UPS)
        for kind in FOLLOW_UPS:
            if kind not in offers:
                with pytest.raises(RuleError) as refusal:
                    system.follow(result, Choice(kind, WHO, note="agreed"), sheets)
                assert_fit_for_a_player(refusal.value.text)
                continue
            offer = offers[kind]
            choice = Choice(kind, WHO, offer.costs[0] if offer.costs else None, offer.category, note="agreed")
            after = system.follow(result, choice, sheets, throw(offer.dice_needed, lambda sides: 2))
            assert from_json(json.loads(json.dumps(to_json(after)))) == after
            again = {one.kind for one in system.follow_ups(after, sheets)}
            assert kind == "reroll" or kind not in again  # a reroll may be called as often as an ability allows it


@each
def test_the_odds_are_those_of_every_possible_throw(system: RuleSystem) -> None:
    request = next(requests(system))
    slots = [(p.who, p.trait, p.sides) for p in system.plan(request, empty(system)) for _ in range(p.count)]
    faces = product(*(range(1, sides + 1) for *_, sides in slots))
    results = [
        system.check(request, empty(system), [Die(*slot, face) for slot, face in zip(slots, throw_, strict=True)])
        for throw_ in faces
    ]
    settled = [result for result in results if result.value is not None]  # any other throw is thrown again
    odds = system.odds(request, empty(system))
    assert dict(odds.values) == {
        value: Fraction(count, len(settled)) for value, count in Counter(result.value for result in settled).items()
    }
    assert sum(odds.values.values()) == 1
    assert odds.success == Fraction(sum(result.outcome == "success" for result in settled), len(settled))
    assert odds.success == sum(chance for value, chance in odds.values.items() if value >= odds.passing)


@each
def test_bad_requests_are_refused_in_words(system: RuleSystem) -> None:
    good = next(requests(system))
    nobody = replace(good, participants=())
    unknown = plain(system, "no such trait")
    for bad in (nobody, unknown):
        with pytest.raises(RuleError):
            system.plan(bad, empty(system))
        with pytest.raises(RuleError):
            system.odds(bad, empty(system))
    with pytest.raises(RuleError):
        system.plan(good, {})
    with pytest.raises(RuleError):
        system.check(good, empty(system), ())
    result = system.check(good, empty(system), throw(system.plan(good, empty(system)), lambda sides: 2))
    with pytest.raises(RuleError):
        system.follow(result, Choice("no such follow-up", WHO), empty(system))


@each
def test_unknown_house_rules_are_refused(system: RuleSystem) -> None:
    with pytest.raises(RuleError):
        system.tables({"no such house rule": 1})


@each
def test_a_fresh_sheet_has_nothing_odd(system: RuleSystem) -> None:
    assert system.warnings(empty(system), {}) == ()


@each
def test_every_house_rule_is_told_in_words_and_read_back(system: RuleSystem) -> None:
    own = system.house_of(system.tables({}))
    rules = system.house_rules()
    assert [rule.key for rule in rules] == list(own)
    assert len({rule.key for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.label.id
        assert rule.hint.id
        assert len(rule.columns) == (2 if rule.kind == "rows" else 0)
        assert bool(rule.choices) == (rule.kind == "choice")
        assert json.loads(json.dumps(own[rule.key])) == own[rule.key]
        assert system.tables({rule.key: own[rule.key]}) == system.tables({})
    assert system.house_of(system.tables(own)) == own


# --- tests of several people --------------------------------------------------------------------------------------


def together(system: RuleSystem, kind: str) -> tuple[CheckRequest, dict[int, Sheet]]:
    """A test of the game's first trait by two people."""
    first = next(requests(system))
    uses = first.participants[0].uses
    roles = ("initiator", "opponent") if kind else ("initiator", "helper")
    people = tuple(Participant(WHO + place, role, uses) for place, role in enumerate(roles))
    alone = empty(system)[WHO]
    return replace(first, participants=people), {WHO: alone, WHO + 1: replace(alone, who=WHO + 1)}


@each
def test_a_game_says_which_tests_of_several_people_it_knows_and_plans_them(system: RuleSystem) -> None:
    known = system.shared()
    assert bool(known.conditions) == bool(known.met) == known.helpers
    assert all(condition.id for condition in known.conditions)
    request, sheets = together(system, "")
    request = replace(request, options={known.met: len(known.conditions)} if known.met else {})
    if known.helpers:
        assert {part.who for part in system.plan(request, sheets)} == {WHO, WHO + 1}
        for met in range(len(known.conditions) // 2 + 1):
            with pytest.raises(RuleError):
                system.plan(replace(request, options={known.met: met}), sheets)


@each
def test_a_game_that_knows_opposed_tests_settles_one_and_no_other_does(system: RuleSystem) -> None:
    known = system.shared()
    first, sheets = next(requests(system)), empty(system)
    if not known.opposed:
        result = system.check(first, sheets, throw(system.plan(first, sheets), lambda sides: 2))
        with pytest.raises(RuleError):
            system.settle_opposed(result, 1)
        with pytest.raises(RuleError):
            system.opposed_odds(first, 1, sheets)
        return
    side = replace(first, kind=known.opposed, difficulty=None)
    result = system.check(side, sheets, throw(system.plan(side, sheets), lambda sides: 2))
    assert result.outcome == "pending"
    assert system.settle_opposed(result, 0).outcome == "success"
    assert system.settle_opposed(result, 99).outcome != "success"
    assert sum(system.opposed_odds(side, 1, sheets).values.values()) == 1
