"""What comes of a roll reaches the chosen sheets with the rules' numbers, once, and goes back exactly."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules.values import Choice as Follow
from rules.values import Modifier
from sessions.actions import checks, follow_ups, proposals, roll_undo, secrecy
from sessions.actions.checks import result_of
from sessions.actions.consequences import bring_about
from sessions.actions.following import Moved
from sessions.actions.proposals import Choice
from sessions.models import Change, Check, LogEntry, Mode
from sheets import snapshot
from sheets.actions import counters, life
from sheets.models import Bonus, Condition, Counter, Trait
from tests.cast import CharacterFactory
from tests.races import at_once
from tests.sessions.actions.test_checks import request_of
from tests.sessions.actions.test_secrecy import fresh

POOLS = {"endurance": 7, "determination": 8, "vitality": 5, "momentum": 2}


@pytest.fixture
def table(table):
    """Everybody has been through something already: no pool is full or empty."""
    for one in (table.julio, table.rosalia, table.guard, table.shade):
        for key, value in POOLS.items():
            Counter.objects.create(character=one, key=key, current=value, maximum=None if key == "momentum" else 10)
    return table


def pool(character, key="endurance") -> int:
    return Counter.objects.get(character=character, key=key).current


def came_to(table, dice, trait, value=4, name="bartek", character=None, **options) -> Check:
    """A test of this trait that came to `value`, without Momentum from its dice."""
    character = character or table.julio
    dice.next(2, 2, 2)
    made = (Modifier(value, "as it came out"),)
    request = request_of(character, trait, difficulty=2, modifiers=made, against=options.pop("against", ""))
    return checks.roll(actor=table.viewer(name), character=character, request=request, **options).rolled


def bring(table, check, key, *targets, by="alicja", expect=None, once="", **chosen) -> LogEntry:
    step = fresh(check).step if expect is None else expect
    return bring_about(
        actor=table.viewer(by), check=check, choice=Choice(key, **chosen), targets=targets, expect=step, once=once
    )


def undo(table, check, step="", name="alicja"):
    return roll_undo.undo_step(actor=table.viewer(name), check=check, expect=fresh(check).step, step=step)


def sheet_of(character) -> tuple:
    """All that a consequence can change."""
    pools = dict(Counter.objects.filter(character=character).values_list("key", "current"))
    living = Condition.objects.filter(character=character, deleted=False)
    return pools, list(living.values_list("kind", "name", "strength"))


@pytest.fixture
def attack(table, dice) -> Check:
    """Julio strikes for 4."""
    return came_to(table, dice, "melee")


# --- what the rules name ---------------------------------------------------------------------------------------------

SPECIALIST = ("alchemy", "artistry", "seamanship", "medicine", "craft", "management", "thievery")
NAMED = (
    "athletics", "melee", "ranged", "unarmed", "riding", "stealth", "inquiry", "perception", "survival", "charisma",
    "guile", "intimidation", "animal_handling", *SPECIALIST,
)  # fmt: skip
CHANGED = {
    "damage": lambda one, n: {one.counter: POOLS[one.counter] - n},
    "healing": lambda one, n: {"vitality": 5 - min(n, 3), "endurance": 7 + min(n, 3)},
    "gain": lambda one, n: {"momentum": 2 + n},
}


@pytest.mark.parametrize("trait", NAMED)
def test_every_named_consequence_comes_with_its_number(table, dice, trait):
    if trait in SPECIALIST:
        Trait.objects.get_or_create(
            character=table.julio, kind="skill", category="specialist", key=trait, defaults={"level": 1}
        )
    check = came_to(table, dice, trait)
    sheets = {table.julio.pk: snapshot.load_one(table.julio).sheet()}
    found = [one for one in proposals.proposals(result_of(check), sheets).values() if not proposals.is_free(one)]
    assert found
    for one in found:
        before = sheet_of(table.rosalia)
        eased = Condition.objects.create(character=table.rosalia, kind="mental", name="fear", strength=6)
        targets = [table.rosalia] if one.target else []
        entry = bring(table, check, one.key, *targets, name="dazed")
        pools, conditions = sheet_of(table.rosalia)
        assert pools == {**POOLS, **CHANGED.get(one.measure, lambda _one, _n: {})(one, one.amount)}
        expected = [("mental", "fear", 6 - one.amount if one.measure == "relief" else 6)]
        assert conditions == expected + [(one.condition, "dazed", one.amount)] * (one.measure == "condition")
        assert entry.payload["targets"] == [] or entry.payload["targets"][0]["who"] == table.rosalia.pk
        undo(table, check, entry.token)
        eased.delete()
        assert sheet_of(table.rosalia) == before


@pytest.mark.parametrize(("kept", "damage"), [(4, 2), (6, 0), (8, 0)])
def test_a32_what_gets_through_a_defence_comes_to_the_defender(table, dice, kept, damage):
    Trait.objects.filter(character=table.julio, key="block").update(level=3)
    dice.next(kept, kept, kept)
    request = request_of(table.julio, "block", difficulty=6, against="attack")
    check = checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request).rolled
    if not damage:
        with pytest.raises(Refused):
            bring(table, check, "hit", table.julio)
        return
    bring(table, check, "hit", table.julio, by="bartek")
    assert pool(table.julio) == 7 - damage


def test_a35_a_critically_failed_defence_lets_the_whole_attack_through(table, dice):
    dice.next(1, 1, 1)
    request = request_of(table.julio, "block", difficulty=6, against="attack")
    check = checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request).rolled
    bring_about(
        actor=table.viewer("bartek"), check=check, choice=Choice("hit_condition", name="dazed"), targets=[table.julio],
        expect=0,
    )  # fmt: skip
    assert sheet_of(table.julio)[1] == [("physical", "dazed", 6)]


# --- what it writes --------------------------------------------------------------------------------------------------


def test_it_is_one_child_of_the_roll_and_settles_it(table, attack):
    before = LogEntry.objects.count()
    entry = bring(table, attack, "attack", table.guard)
    assert LogEntry.objects.count() == before + 1
    assert (entry.parent, entry.kind, entry.mode) == (attack.root, "consequence", Mode.PUBLIC)
    assert fresh(attack).state == Check.State.SETTLED
    change = entry.changes.get()
    assert (change.character, change.target, change.old, change.new, change.delta) == (
        table.guard, "counter:endurance", 7, 3, -4,
    )  # fmt: skip


def test_several_are_reached_at_once(table, attack):
    entry = bring(table, attack, "attack", table.guard, table.shade, table.rosalia)
    assert [pool(one) for one in (table.guard, table.shade, table.rosalia)] == [3, 3, 3]
    assert entry.changes.count() == 3


def test_a_game_master_lets_several_things_come_of_one_roll(table, attack):
    bring(table, attack, "attack", table.guard)
    bring_about(
        actor=table.viewer("ewa"), check=attack, choice=Choice("free.condition.physical", 3, name="dazed"),
        targets=[table.guard], expect=1,
    )  # fmt: skip
    assert (pool(table.guard), sheet_of(table.guard)[1]) == (3, [("physical", "dazed", 3)])


def test_a_condition_lasts_as_long_as_was_said(table, attack):
    bring_about(
        actor=table.viewer("alicja"), check=attack,
        choice=Choice("free.condition.mental", 2, name="dazed", lasts="rounds", rounds=2), targets=[table.guard],
        expect=0,
    )  # fmt: skip
    condition = Condition.objects.get(character=table.guard)
    assert (condition.kind, condition.lasts, condition.rounds_left) == ("mental", "rounds", 2)


@pytest.mark.parametrize(("held", "left"), [(7, 3), (4, 0), (2, 0)])
def test_damage_stops_at_0_and_the_entry_tells_what_was_really_lost(table, attack, held, left):
    Counter.objects.filter(character=table.guard, key="endurance").update(current=held)
    entry = bring(table, attack, "attack", table.guard)
    assert pool(table.guard) == left
    assert entry.changes.get().delta == left - held
    undo(table, attack)
    assert pool(table.guard) == held


def test_a_game_master_chooses_another_number(table, attack):
    entry = bring(table, attack, "attack", table.guard, amount=1)
    assert pool(table.guard) == 6
    assert entry.payload["came"]["row"][2] == ["{n} point of damage", 1]


def test_a_condition_that_grows_weaker_to_0_leaves_the_sheet_and_comes_back(table, dice):
    fear = Condition.objects.create(character=table.rosalia, kind="mental", name="fear", strength=3)
    check = came_to(table, dice, "charisma")
    bring(table, check, "shake_off", table.rosalia)
    assert sheet_of(table.rosalia)[1] == []
    undo(table, check)
    fear.refresh_from_db()
    assert (fear.strength, fear.deleted) == (3, False)


def test_of_several_conditions_the_chosen_one_grows_weaker_else_the_strongest(table, dice):
    weak = Condition.objects.create(character=table.rosalia, kind="mental", name="doubt", strength=2)
    strong = Condition.objects.create(character=table.rosalia, kind="mental", name="fear", strength=9)
    Condition.objects.create(character=table.rosalia, kind="physical", name="fever", strength=20)
    check = came_to(table, dice, "charisma", value=1)
    bring(table, check, "shake_off", table.rosalia, eases=frozenset([weak.token]))
    bring(table, check, "shake_off", table.rosalia)
    weak.refresh_from_db()
    strong.refresh_from_db()
    assert (weak.strength, strong.strength) == (1, 8)


# --- undone and again ------------------------------------------------------------------------------------------------


def test_a_wrong_target_is_undone_and_the_right_one_hurt(table, attack):
    wrong = bring(table, attack, "attack", table.rosalia)
    undo(table, attack, wrong.token)
    assert fresh(attack).state == Check.State.OPEN
    bring(table, attack, "attack", table.guard)
    assert [pool(table.rosalia), pool(table.guard)] == [7, 3]


def test_one_of_two_is_undone_and_the_other_stands(table, attack):
    wrong = bring(table, attack, "attack", table.rosalia)
    bring(table, attack, "attack", table.guard)
    undo(table, attack, wrong.token)
    assert [pool(table.rosalia), pool(table.guard)] == [7, 3]
    assert fresh(attack).state == Check.State.SETTLED


def test_the_rolls_own_undo_takes_the_last_consequence_first_and_then_the_roll(table, attack):
    bring(table, attack, "attack", table.rosalia)
    bring(table, attack, "attack", table.guard)
    undo(table, attack)
    assert [pool(table.rosalia), pool(table.guard)] == [3, 7]
    undo(table, attack)
    assert pool(table.rosalia) == 7
    assert (fresh(attack).state, fresh(attack).newest) == (Check.State.OPEN, attack.root)
    undo(table, attack)
    assert fresh(attack).state == Check.State.UNDONE


def test_the_result_that_counts_stays_when_a_consequence_is_undone(table, attack):
    Bonus.objects.create(character=table.julio, category="combat", value=2)
    follow_ups.follow(actor=table.viewer("bartek"), check=attack, choice=Follow("boost", table.julio.pk), expect=0)
    bring(table, attack, "attack", table.guard)
    assert pool(table.guard) == 1
    undo(table, attack)
    assert result_of(fresh(attack)).value == 6


def test_later_damage_does_not_stand_in_the_way_of_an_undo(table, attack, dice):
    bring(table, attack, "attack", table.guard)
    other = came_to(table, dice, "melee", value=2)
    bring(table, other, "attack", table.guard)
    undo(table, attack)
    assert pool(table.guard) == 5


def test_a_pool_that_was_set_since_does_and_nothing_at_all_is_undone(table, attack):
    bring(table, attack, "attack", table.rosalia, table.guard)
    counters.change_counter(actor=table.viewer("alicja"), character=table.guard, key="endurance", typed="9")
    with pytest.raises(Conflict, match="Strażnik"):
        undo(table, attack)
    assert [pool(table.rosalia), pool(table.guard)] == [3, 9]


def test_a_condition_that_was_taken_away_by_hand_is_no_hindrance(table, attack):
    bring_about(
        actor=table.viewer("alicja"), check=attack, choice=Choice("free.condition.mental", 2, name="dazed"),
        targets=[table.guard], expect=0,
    )  # fmt: skip
    Condition.objects.update(deleted=True)
    undo(table, attack)
    assert fresh(attack).state == Check.State.OPEN


def test_a_consequence_is_undone_once(table, attack):
    entry = bring(table, attack, "attack", table.guard)
    undo(table, attack, entry.token)
    with pytest.raises(Conflict, match="undone already"):
        undo(table, attack, entry.token, name="ewa")
    assert pool(table.guard) == 7


def test_a_target_that_left_the_table_keeps_what_came_to_it(table, attack):
    entry = bring(table, attack, "attack", table.rosalia)
    life.leave_campaign(actor=table.viewer("celina"), character=table.rosalia)
    with pytest.raises(Conflict, match="Rosalia"):
        undo(table, attack, entry.token)


# --- at once ---------------------------------------------------------------------------------------------------------


def test_who_was_slower_is_told_who_was_faster(table, attack):
    bring(table, attack, "attack", table.guard, by="ewa")
    with pytest.raises(Moved, match="Ewa"):
        bring(table, attack, "attack", table.guard, expect=0)
    assert pool(table.guard) == 3


def test_the_same_press_twice_is_one(table, attack):
    first = bring(table, attack, "attack", table.guard, expect=0, once="press")
    assert bring(table, attack, "attack", table.guard, expect=0, once="press") == first
    assert pool(table.guard) == 3


@pytest.mark.django_db(transaction=True)
def test_two_game_masters_and_three_tabs_hurt_once(transactional_db, table, attack):
    names = ["alicja", "ewa", "alicja", "ewa", "alicja"]
    actors = [table.viewer(name) for name in names]

    def press(number: int) -> bool:
        try:
            bring_about(
                actor=actors[number], check=attack, choice=Choice("attack"), targets=[table.guard], expect=0
            )  # fmt: skip
        except Conflict:
            return False
        return True

    assert sum(at_once(5, press)) == 1
    assert pool(table.guard) == 3


# --- who may ---------------------------------------------------------------------------------------------------------


def refused(table, check, key, *targets, by="bartek", error=Forbidden, **chosen):
    before = (Change.objects.count(), LogEntry.objects.count())
    with pytest.raises(error):
        bring(table, check, key, *targets, by=by, **chosen)
    assert (Change.objects.count(), LogEntry.objects.count()) == before


def test_a_player_heals_an_ally_by_as_much_as_the_rules_give_or_less(table, dice):
    check = came_to(table, dice, "medicine", name="celina", character=table.rosalia, value=2)
    refused(table, check, "heal", table.julio, by="celina", amount=3)
    bring(table, check, "heal", table.julio, by="celina", amount=1)
    assert (pool(table.julio), pool(table.julio, "vitality")) == (8, 4)


def test_a_player_inspires_an_ally_once(table, dice):
    check = came_to(table, dice, "charisma", value=6)
    bring(table, check, "inspire", table.rosalia, by="bartek")
    assert pool(table.rosalia, "momentum") == 4
    refused(table, check, "inspire", table.rosalia, error=Conflict)
    bring(table, check, "inspire", table.rosalia, by="alicja")


@pytest.mark.parametrize("who", ["rosalia", "guard"])
def test_a_player_harms_nobody(table, attack, who):
    target = getattr(table, who)
    refused(table, attack, "attack", target)
    refused(table, attack, "free.damage.endurance", target)
    bring(table, attack, "attack", target)


def test_a_player_heals_no_npc_and_hits_nobody_else_with_what_got_through(table, dice):
    heals = came_to(table, dice, "medicine", name="celina", character=table.rosalia)
    refused(table, heals, "heal", table.guard, by="celina")
    got_through = came_to(table, dice, "block", value=-3, against="attack")
    refused(table, got_through, "hit", table.rosalia)
    refused(table, got_through, "hit", table.julio, amount=1)
    bring(table, got_through, "hit", table.julio, by="bartek")
    assert pool(table.julio) == 4


def test_under_a_hidden_difficulty_only_a_game_master_knows_what_comes_of_it(table, dice):
    check = came_to(table, dice, "charisma", value=6, hidden=True)
    refused(table, check, "inspire", table.rosalia)
    bring(table, check, "inspire", table.rosalia)


def test_nothing_comes_of_a_roll_that_is_undone(table, attack):
    undo(table, attack)
    refused(table, attack, "attack", table.guard, by="alicja", error=Conflict)


def test_nothing_comes_of_a_blind_roll_before_its_effects_are_applied(table, dice):
    check = came_to(table, dice, "melee", mode=Mode.BLIND)
    refused(table, check, "attack", table.guard, by="alicja", error=Refused)
    secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=0)
    assert bring(table, check, "attack", table.guard).mode == Mode.BLIND


def test_nothing_comes_of_a_roll_for_oneself_or_of_one_without_a_difficulty(table, dice):
    refused(table, came_to(table, dice, "charisma", mode=Mode.SELF), "inspire", table.julio, error=Refused)
    dice.next(2, 2, 2)
    request = request_of(table.julio, "melee", difficulty=None)
    pending = checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request).rolled
    refused(table, pending, "free.damage.endurance", table.guard, by="alicja", error=Refused)


@pytest.mark.parametrize(
    ("key", "targets", "chosen"),
    [
        ("attack", [], {}),
        ("inspire", ["guard"], {}),
        ("attack", ["guard"], {"amount": 0}),
        ("attack", ["guard"], {"amount": 21}),
        ("free.condition.mental", ["guard"], {}),
    ],
)
def test_what_is_not_whole_or_not_there_is_refused(table, attack, key, targets, chosen):
    people = [getattr(table, who) for who in targets]
    refused(table, attack, key, *people, by="alicja", error=Refused, **chosen)


def test_what_would_change_nothing_is_refused(table, attack):
    Counter.objects.filter(character=table.guard, key="endurance").update(current=0)
    refused(table, attack, "attack", table.guard, by="alicja", error=Refused)


def test_a_target_that_is_archived_or_at_another_table_is_not_reached(table, attack):
    refused(table, attack, "attack", CharacterFactory(), by="alicja", error=Conflict)
    table.guard.archived_at = timezone.now()
    table.guard.save()
    refused(table, attack, "attack", table.guard, by="alicja", error=Conflict)
