"""Editing a sheet: each change is one entry of its history, or a sentence why not."""

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.models import LogEntry, Mode
from sheets.actions import edit
from sheets.actions.undo import undo
from sheets.models import Ability, Condition, Counter, Item, Note, Trait


@pytest.fixture
def hand(table, julio):
    """hand(who).set(target, name, value), .add(kind, **values), .remove(target) on Julio's sheet."""

    class Hand:
        def __init__(self, who: str = "bartek", character=julio) -> None:
            self.options = {"actor": table.viewer(who), "character": character}

        def set(self, target: str, name: str, value, **more):
            return edit.set_field(target=target, name=name, value=value, **self.options, **more)

        def add(self, row: str, /, **values):
            return edit.add_row(kind=row, values=values, **self.options)

        def remove(self, target: str):
            return edit.remove_row(target=target, **self.options)

    return Hand


@pytest.fixture
def row(julio):
    return lambda model, **values: model.objects.create(character=julio, **values)


# --- fields -------------------------------------------------------------------------------------------------------


def test_a_field_is_one_unlisted_entry_with_old_and_new(hand):
    entry = hand().set("trait:=athletics", "level", 3)
    change = entry.changes.get()
    assert (change.old, change.new, change.field, change.group) == (1, 3, "level", "b")
    assert (entry.kind, entry.listed, entry.mode) == ("edit", False, Mode.PUBLIC)


def test_an_npc_s_changes_are_the_gms_business(hand, guard):
    assert hand("alicja", guard).set("character", "name", "Guard").mode == Mode.GM


def test_nothing_is_written_when_nothing_changes(hand):
    assert hand().set("character", "name", "Julio") is None
    assert not LogEntry.objects.exists()


def test_a_printed_row_is_written_on_its_first_change(hand, julio):
    assert not Trait.objects.filter(character=julio, key="guile").exists()
    hand().set("trait:=guile", "level", 2)
    hand().set("trait:=guile", "note", "with a smile")
    assert Trait.objects.get(character=julio, key="guile").level == 2


def test_a_press_that_comes_twice_counts_once(hand):
    first = hand().set("bonus:=combat", "value", 2, once="k" * 22)
    again = hand().set("bonus:=combat", "value", 5, once="k" * 22)
    assert again == first
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    "target",
    ["trait:=medicine", "trait:=flying", "bonus:=physical_defence", "bonus:=nothing", "counter:=mana", "note:=secret",
     "spell:=fireball", "item:=rope", "nonsense", "", ":", "trait:=", "trait:\x00"],
)  # fmt: skip
def test_no_row_is_made_that_the_game_does_not_have(hand, target):
    with pytest.raises(Refused):
        hand().set(target, "name", "x")
    assert not LogEntry.objects.exists()


def test_a_row_of_another_sheet_is_not_found_by_its_token(hand, rosalia):
    theirs = Item.objects.create(character=rosalia, name="bag")
    with pytest.raises(Conflict):
        hand().set(f"item:{theirs.token}", "name", "mine")
    theirs.refresh_from_db()
    assert theirs.name == "bag"


def test_a_removed_row_is_not_edited(hand, row):
    gone = row(Item, name="rope", deleted=True)
    with pytest.raises(Conflict):
        hand().set(f"item:{gone.token}", "quantity", 2)


# --- what a row cannot be -----------------------------------------------------------------------------------------


def test_a_condition_is_never_of_strength_0(hand, row):
    dazed = row(Condition, kind="mental", name="dazed", strength=2)
    hand().set(f"condition:{dazed.token}", "strength", 1)
    with pytest.raises(Refused, match="at least 1"):
        hand().set(f"condition:{dazed.token}", "strength", 0)


def test_a_condition_does_not_turn_into_an_injury_or_back(hand, row):
    dazed, scar = row(Condition, kind="mental", name="dazed", strength=2), row(Condition, kind="injury", name="scar")
    hand().set(f"condition:{dazed.token}", "kind", "physical")
    for target, kind in ((dazed, "injury"), (scar, "mental")):
        with pytest.raises(Refused, match="injury"):
            hand().set(f"condition:{target.token}", "kind", kind)


def test_turns_are_counted_while_a_condition_lasts_for_some(hand, row):
    dazed = row(Condition, kind="mental", name="dazed", strength=2)
    target = f"condition:{dazed.token}"
    with pytest.raises(Refused):
        hand().set(target, "rounds_left", 3)
    entry = hand().set(target, "lasts", "rounds")
    assert [(one.field, one.old, one.new) for one in entry.told] == [("lasts", "", "rounds"), ("rounds_left", None, 1)]
    hand().set(target, "rounds_left", 3)
    with pytest.raises(Refused):
        hand().set(target, "rounds_left", None)
    hand().set(target, "lasts", "scene")
    dazed.refresh_from_db()
    assert (dazed.lasts, dazed.rounds_left) == ("scene", None)


def test_an_injury_is_given_no_time(hand, row):
    scar = row(Condition, kind="injury", name="scar")
    with pytest.raises(Refused):
        hand().set(f"condition:{scar.token}", "lasts", "scene")
    hand().set(f"condition:{scar.token}", "note", "on the left")


def test_a_name_of_the_game_s_own_stays(hand, row):
    own, offered = (
        row(Trait, kind="skill", category="mystic", name="Circle"),
        row(Trait, kind="skill", category="specialist", key="medicine"),
    )
    hand().set(f"trait:{own.token}", "name", "Circle of Shadows")
    with pytest.raises(Refused):
        hand().set(f"trait:{offered.token}", "name", "Quackery")


def test_only_tallies_of_the_table_s_own_are_renamed(hand, julio):
    hand().set("counter:=wealth", "label", "Gold")
    assert Counter.objects.get(character=julio, key="wealth").label == "Gold"
    hand().set("counter:=wealth", "label", "")
    with pytest.raises(Refused):
        hand().set("counter:=momentum", "label", "Luck")


def test_durability_stays_within_the_full_one(hand, row):
    coat = row(Item, name="coat", wear_left=3, wear_most=4)
    with pytest.raises(Refused, match="4"):
        hand().set(f"item:{coat.token}", "wear_left", 5)
    entry = hand().set(f"item:{coat.token}", "wear_most", 2)
    coat.refresh_from_db()
    assert (coat.wear_left, coat.wear_most) == (2, 2)
    assert {change.field for change in entry.changes.all()} == {"wear_left", "wear_most"}


def test_an_intact_thing_stays_intact(hand, row):
    rope = row(Item, name="rope")
    hand().set(f"item:{rope.token}", "wear_most", 3)
    rope.refresh_from_db()
    assert rope.wear_left == 3


# --- texts --------------------------------------------------------------------------------------------------------


def test_the_second_writer_gets_both_texts(hand, julio):
    first = edit.fingerprint("")
    hand().set("note:=biography", "text", "hers", was=first)
    with pytest.raises(edit.TextConflict) as conflict:
        hand("alicja").set("note:=biography", "text", "his", was=first)
    assert (conflict.value.theirs, conflict.value.mine) == ("hers", "his")
    hand("alicja").set("note:=biography", "text", "his", was=conflict.value.was)
    assert Note.objects.get(character=julio, kind="biography").text == "his"


@pytest.mark.parametrize(
    ("target", "name", "first", "hers", "his", "theirs", "mine"),
    [
        ("character", "name", "Julio", "Julia", "Juliusz", "Julia", "Juliusz"),
        ("character", "origin", "", "Apolitania", "Volterna", "Apolitania", "Volterna"),
        ("trait:=athletics", "note", "", "climbs", "runs", "climbs", "runs"),
        ("trait:=athletics", "runes", "", ["Veil", "Ash"], ["Salt"], "Veil, Ash", "Salt"),
        ("counter:=contacts", "label", "", "Smugglers", "Thieves", "Smugglers", "Thieves"),
    ],
)
def test_no_text_is_overwritten_however_short(hand, target, name, first, hers, his, theirs, mine):
    read = edit.fingerprint(first)
    hand().set(target, name, hers, was=read)
    with pytest.raises(edit.TextConflict) as conflict:
        hand("alicja").set(target, name, his, was=read)
    assert (conflict.value.theirs, conflict.value.mine) == (theirs, mine)
    assert hand("alicja").set(target, name, his, was=conflict.value.was)


def test_the_same_text_is_no_conflict(hand):
    hand().set("note:=biography", "text", "same", was=edit.fingerprint(""))
    assert hand("alicja").set("note:=biography", "text", "same", was=edit.fingerprint("")) is None


def test_gm_notes_are_kept_for_each_campaign(hand, julio, campaign):
    hand("alicja").set("note:=gm", "text", "is a spy")
    assert Note.objects.get(character=julio, kind="gm").campaign_id == campaign.pk


@pytest.mark.parametrize(
    ("groups", "kind", "name", "target"),
    [
        ("apbce", "note", "text", "note:=private"),
        ("apbcd", "note", "text", "note:=gm"),
        ("apbcde", "note", "text", "note:TOKEN"),
        ("apbcde", "note", "text", "note:=diary"),
        ("ap", "trait", "level", "trait:=athletics"),
    ],
)
def test_nobody_edits_what_they_do_not_see(groups, kind, name, target):
    with pytest.raises(Forbidden):
        edit.need_group(groups, kind, name, target)


def test_the_owner_edits_private_notes():
    edit.need_group("apbcd", "note", "text", "note:=private")


# --- rows added and removed ---------------------------------------------------------------------------------------


def test_a_row_comes_goes_and_comes_back(hand, table, julio):
    entry = hand().add("ability", name="Fox's nature", kind="feature")
    added = Ability.objects.get(character=julio)
    assert entry.payload["row"] == "Fox's nature"
    removal = hand().remove(f"ability:{added.token}")
    added.refresh_from_db()
    assert added.deleted
    undo(actor=table.viewer("bartek"), character=julio, token=removal.token)
    added.refresh_from_db()
    assert not added.deleted


def test_an_offered_skill_comes_back_as_the_same_row(hand, julio):
    values = {"kind": "skill", "category": "specialist", "key": "medicine", "name": ""}
    hand().add("trait", **values)
    row = Trait.objects.get(character=julio, key="medicine")
    with pytest.raises(Refused, match="already"):
        hand().add("trait", **values)
    hand().remove(f"trait:{row.token}")
    hand().add("trait", **values)
    assert Trait.objects.get(character=julio, key="medicine").pk == row.pk


def test_what_is_printed_stays_on_the_sheet(hand, julio):
    printed = Trait.objects.get(character=julio, key="athletics")
    for target in (f"trait:{printed.token}", "trait:=athletics", "character", "counter:=momentum", "note:=biography"):
        with pytest.raises(Refused, match="cannot be removed"):
            hand().remove(target)


def test_a_row_is_removed_once(hand, row):
    rope = row(Item, name="rope")
    hand().remove(f"item:{rope.token}")
    with pytest.raises(Conflict):
        hand().remove(f"item:{rope.token}")


def test_there_is_an_end_to_rows(hand, row, monkeypatch):
    monkeypatch.setattr(edit, "MOST_ROWS", 2)
    row(Item, name="gone", deleted=True)
    hand().add("item", name="rope")
    hand().add("item", name="torch")
    with pytest.raises(Refused, match="too many"):
        hand().add("item", name="ladder")


def test_ids_of_fields_are_plain(julio):
    for target in ("character", "trait:=guile", "trait:AbC-_1"):
        assert edit.field_id(julio, target, "name").replace("-", "").replace("_", "").isalnum()
