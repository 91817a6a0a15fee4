"""From rows to the values of the rules, in a number of queries that depends on nothing."""

import pytest

from rules.values import Counter as CounterValue
from sheets import snapshot
from sheets.models import Bonus, Counter, Item, Note, Trait
from tests.cast import CampaignFactory, CharacterFactory


def test_written_rows_become_the_rules_sheet(table):
    Counter.objects.create(character=table.julio, key="momentum", current=3)
    sheet = snapshot.load_one(table.julio).sheet()
    assert sheet.who == table.julio.pk
    assert (sheet.traits["perception"].level, sheet.traits["inquiry"].level) == (3, 2)
    assert dict(sheet.bonuses) == {"physical": 3, "social": 3, "practical": 2}
    assert sheet.counters["momentum"].value == 3


def test_a_row_that_was_never_written_has_the_games_default(table):
    fresh = CharacterFactory()
    sheet = snapshot.load_one(fresh).sheet()
    spec = snapshot.Rows(fresh).spec
    assert {trait.level for trait in sheet.traits.values()} == {0}
    assert set(sheet.traits) == {trait.key for category in spec.categories for trait in category.printed}
    assert sheet.counters["momentum"] == CounterValue(0, 10)


def test_a_counters_ceiling_is_the_games_and_its_maximum_the_sheets(table):
    Counter.objects.create(character=table.julio, key="momentum", current=3, maximum=99)
    Counter.objects.create(character=table.julio, key="endurance", current=3, maximum=7)
    rows = snapshot.load_one(table.julio)
    assert rows.counter("momentum").maximum == 10
    assert rows.counter("endurance").maximum == 7
    with pytest.raises(KeyError):
        rows.counter("no-such-counter")


def test_an_own_row_is_known_by_its_token(table):
    own = Trait.objects.create(character=table.julio, kind="skill", category="social", name="Haggling", level=2)
    trait = snapshot.load_one(table.julio).sheet().traits[f"own:{own.token}"]
    assert (trait.level, trait.name) == (2, "Haggling")


def test_removed_rows_are_gone(table):
    Trait.objects.filter(character=table.julio, key="inquiry").update(deleted=True)
    Bonus.objects.filter(character=table.julio, category="social").update(deleted=True)
    sheet = snapshot.load_one(table.julio).sheet()
    assert sheet.traits["inquiry"].level == 0
    assert "social" not in sheet.bonuses


def test_things_that_help_are_gear(table):
    kaftan = Item.objects.create(character=table.julio, name="Kaftan", bonus=2, wear_left=1, wear_most=4)
    Item.objects.create(character=table.julio, name="Rope")
    gear = snapshot.load_one(table.julio).sheet().gear
    assert list(gear) == [kaftan.token]
    assert (gear[kaftan.token].bonus, gear[kaftan.token].wear_left) == (2, 1)


def test_another_tables_gm_notes_are_not_read(table):
    Note.objects.create(character=table.julio, kind="gm", campaign=CampaignFactory(), text="Elsewhere")
    assert "gm" not in snapshot.load_one(table.julio).notes
    Note.objects.create(character=table.julio, kind="gm", campaign=table.campaign, text="Here")
    assert snapshot.load_one(table.julio).notes["gm"].text == "Here"


def test_each_character_gets_its_own_rows(table):
    loaded = snapshot.load([table.julio, table.rosalia])
    assert loaded[table.julio.pk].sheet().traits["riding"].level == 2
    assert loaded[table.rosalia.pk].sheet().traits["riding"].level == 0


def test_many_sheets_cost_as_much_as_one(table, django_assert_num_queries):
    few = [table.julio]
    many = [table.julio, table.rosalia, table.guard, table.shade, *CharacterFactory.create_batch(5)]
    for characters in (few, many):
        npcs = any(one.is_npc for one in characters)  # they may share a pool
        with django_assert_num_queries(len(snapshot.FOR_A_CHECK) + npcs):
            snapshot.load(characters, snapshot.FOR_A_CHECK)
