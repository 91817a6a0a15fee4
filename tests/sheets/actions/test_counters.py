"""Pools and tallies: 5 sets, +5 adds, -7 takes away, and a maximum is a maximum."""

import pytest

from caerbannog_site.errors import Refused
from rules.values import Effect
from sessions.models import LogEntry, Mode
from sheets import snapshot
from sheets.actions import counters
from sheets.models import Counter
from tests.races import at_once


@pytest.fixture
def change(table, julio):
    return lambda key, typed, who="bartek", **more: counters.change_counter(
        actor=table.viewer(who), character=julio, key=key, typed=typed, **more
    )


@pytest.fixture
def limit(table, julio):
    return lambda key, maximum: counters.change_maximum(
        actor=table.viewer("bartek"), character=julio, key=key, maximum=maximum
    )


def value(character, key):
    return snapshot.load_one(character, ["counter"]).counter(key).value


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("5", (5, None)),
        ("+5", (None, 5)),
        ("-7", (None, -7)),
        ("−7", (None, -7)),
        (" + 3 ", (None, 3)),
        ("0", (0, None)),
    ],
)
def test_what_may_be_typed(typed, means):
    assert counters.parse_change(typed) == means


@pytest.mark.parametrize("typed", ["", "+", "five", "1.5", "1e3", "--1", "5+", "9999", "\x00", "9" * 5000, "🎲"])
def test_what_may_not(typed):
    with pytest.raises(Refused) as refusal:
        counters.parse_change(typed)
    assert refusal.value.field == "change"


def test_a_counter_starts_from_the_game_s_default(change, julio):
    change("endurance", "-3")
    assert value(julio, "endurance") == 7


@pytest.mark.parametrize(
    ("key", "typed", "now"),
    [("endurance", "+5", 10), ("endurance", "-99", 0), ("momentum", "99", 10), ("experience", "99", 99)],
)
def test_a_counter_stays_within_its_bounds(change, julio, key, typed, now):
    change(key, typed)
    assert value(julio, key) == now


def test_the_entry_says_what_was_really_added(change):
    entry = change("endurance", "-99")
    assert entry.changes.get().delta == -10
    assert (entry.kind, entry.listed, entry.group) == ("pool", True, "p")


def test_setting_has_no_delta(change):
    assert change("endurance", "4").changes.get().delta is None


def test_nothing_is_written_when_nothing_changes(change):
    assert change("endurance", "+5") is None
    assert not LogEntry.objects.exists()


def test_social_capital_is_not_the_table_s_log(change):
    assert not change("contacts", "+1").listed


def test_an_npc_s_pools_are_the_gms_business(table, guard):
    entry = counters.change_counter(actor=table.viewer("alicja"), character=guard, key="endurance", typed="-1")
    assert entry.mode == Mode.GM


@pytest.mark.parametrize("key", ["mana", "", "athletics"])
def test_no_counter_of_another_game(change, limit, key):
    with pytest.raises(Refused):
        change(key, "+1")
    with pytest.raises(Refused):
        limit(key, 5)


def test_a_maximum_is_the_sheet_s_own(limit, change, julio):
    limit("endurance", 12)
    change("endurance", "+5")
    assert value(julio, "endurance") == 12


def test_what_is_above_a_new_maximum_is_lost(limit, julio):
    entry = limit("endurance", 6)
    assert value(julio, "endurance") == 6
    assert {row.field: row.new for row in entry.changes.all()} == {"maximum": 6, "current": 6}


@pytest.mark.parametrize(
    ("key", "maximum"), [("momentum", 12), ("experience", 5), ("endurance", -1), ("endurance", 1000)]
)
def test_a_maximum_that_cannot_be(limit, key, maximum):
    with pytest.raises(Refused) as refusal:
        limit(key, maximum)
    assert refusal.value.field == "maximum"


def test_the_same_maximum_writes_nothing(limit):
    assert limit("endurance", 10) is None


def test_effects_of_a_roll_are_added_within_the_bounds(julio):
    Counter.objects.create(character=julio, key="momentum", current=9)
    rows = snapshot.load_one(julio)
    effects = [Effect(julio.pk, "momentum", 3), Effect(julio.pk, "endurance", 1), Effect(julio.pk, "determination", -2)]
    changes = counters.apply_effects({julio.pk: rows}, effects)
    assert [(one.target, one.delta) for one in changes] == [("counter:momentum", 1), ("counter:determination", -2)]


def test_a_press_that_comes_twice_counts_once(change, julio):
    change("momentum", "+2", once="k" * 22)
    change("momentum", "+2", once="k" * 22)
    assert value(julio, "momentum") == 2


@pytest.mark.django_db(transaction=True)
def test_presses_of_many_all_count(change, julio):
    at_once(8, lambda _number: change("momentum", "+1"))
    assert value(julio, "momentum") == 8
