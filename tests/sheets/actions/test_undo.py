import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.models import Change, LogEntry, Mode
from sheets import portraits, snapshot
from sheets.actions import counters, edit, life
from sheets.actions.portrait import set_portrait
from sheets.actions.undo import undo
from sheets.models import Character, Note
from tests.races import at_once
from tests.sheets.pictures import picture


def value(character, key):
    return snapshot.load_one(character, ["counter"]).counter(key).value


# --- counters -----------------------------------------------------------------------------------------------------


def test_a_counter_goes_back_by_what_was_really_added(hand_of, julio):
    entry = hand_of("bartek").counter("endurance", "-50")
    assert value(julio, "endurance") == 0
    hand_of("bartek").undo(entry)
    assert value(julio, "endurance") == 10


def test_later_additions_do_not_stand_in_the_way(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    hand_of("alicja").counter("momentum", "+2")
    hand_of("bartek").undo(entry)
    assert value(julio, "momentum") == 2


def test_a_later_setting_does(hand_of):
    entry = hand_of("bartek").counter("momentum", "+3")
    hand_of("alicja").counter("momentum", "7")
    with pytest.raises(Conflict):
        hand_of("bartek").undo(entry)


def test_a_later_setting_that_was_taken_back_does_not(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    setting = hand_of("alicja").counter("momentum", "7")
    hand_of("alicja").undo(setting)
    hand_of("bartek").undo(entry)
    assert value(julio, "momentum") == 0


def test_a_setting_goes_back_only_while_it_stands(hand_of, julio):
    entry = hand_of("bartek").counter("endurance", "4")
    hand_of("alicja").counter("endurance", "+1")
    with pytest.raises(Conflict):
        hand_of("bartek").undo(entry)
    assert value(julio, "endurance") == 5


def test_a_lowered_maximum_comes_back_with_what_it_cut_off(table, hand_of, julio):
    entry = counters.change_maximum(actor=table.viewer("bartek"), character=julio, key="vitality", maximum=4)
    hand_of("bartek").undo(entry)
    now = snapshot.load_one(julio, ["counter"]).counter("vitality")
    assert (now.value, now.maximum) == (10, 10)


def test_nothing_left_to_take_away_is_said(hand_of):
    entry = hand_of("bartek").counter("momentum", "+1")
    hand_of("bartek").counter("momentum", "-1")
    with pytest.raises(Conflict):
        hand_of("alicja").undo(entry)


# --- fields, rows, pictures ---------------------------------------------------------------------------------------


def test_a_field_goes_back_while_it_still_has_the_value(hand_of, julio):
    entry = hand_of("bartek").field("character", "name", "Juliusz")
    hand_of("bartek").undo(entry)
    julio.refresh_from_db()
    assert julio.name == "Julio"


def test_a_field_that_moved_on_stays(hand_of, julio):
    entry = hand_of("bartek").field("character", "name", "Juliusz")
    hand_of("alicja").field("character", "name", "Julek")
    with pytest.raises(Conflict):
        hand_of("alicja").undo(entry)
    julio.refresh_from_db()
    assert julio.name == "Julek"


def test_a_removed_row_comes_back_and_an_added_one_goes(table, hand_of, julio):
    options = {"actor": table.viewer("bartek"), "character": julio}
    added = edit.add_row(kind="item", values={"name": "Rope"}, **options)
    row = julio.item_rows.get()
    removed = edit.remove_row(target=f"item:{row.token}", **options)
    hand_of("bartek").undo(removed)
    assert julio.item_rows.get(deleted=False) == row
    hand_of("alicja").undo(added)
    assert not julio.item_rows.filter(deleted=False).exists()


def test_an_older_portrait_comes_back(table, hand_of, julio):
    options = {"actor": table.viewer("bartek"), "character": julio}
    set_portrait(data=picture(), **options)
    first = julio.portrait
    entry = set_portrait(data=picture(color="blue"), **options)
    hand_of("bartek").undo(entry)
    julio.refresh_from_db()
    assert julio.portrait == first


def test_a_portrait_whose_file_is_gone_does_not(table, hand_of, julio):
    options = {"actor": table.viewer("bartek"), "character": julio}
    set_portrait(data=picture(), **options)
    portraits.drop(julio.portrait)
    entry = set_portrait(data=None, **options)
    with pytest.raises(Refused):
        hand_of("bartek").undo(entry)


# --- the undo itself ----------------------------------------------------------------------------------------------


def test_an_undo_is_one_entry_and_can_be_undone(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    taken = hand_of("bartek").undo(entry)
    assert LogEntry.objects.count() == 2
    assert (taken.undoes, value(julio, "momentum")) == (entry, 0)
    hand_of("bartek").undo(taken)
    assert value(julio, "momentum") == 3
    assert not Change.objects.get(entry=entry).undone
    hand_of("bartek").undo(entry)
    assert value(julio, "momentum") == 0


def test_nothing_is_undone_twice(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    hand_of("bartek").undo(entry)
    with pytest.raises(Conflict):
        hand_of("alicja").undo(entry)
    assert value(julio, "momentum") == 0


def test_the_same_press_undoes_once(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    first = hand_of("bartek").undo(entry, once="u" * 22)
    assert hand_of("bartek").undo(entry, once="u" * 22) == first


@pytest.mark.django_db(transaction=True)
def test_two_people_at_once_undo_once(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+3")
    hands = [hand_of("alicja"), hand_of("ewa")]

    def press(number: int) -> bool:
        hands[number].options["character"] = Character.objects.get(pk=julio.pk)
        try:
            hands[number].undo(entry)
        except Conflict:
            return False
        return True

    assert sorted(at_once(2, press)) == [False, True]
    assert value(julio, "momentum") == 0


# --- who may ------------------------------------------------------------------------------------------------------


def test_the_owner_steps_back_one_by_one(hand_of, julio):
    first = hand_of("bartek").counter("momentum", "+1")
    second = hand_of("bartek").counter("momentum", "+2")
    with pytest.raises(Forbidden):
        hand_of("bartek").undo(first)
    hand_of("bartek").undo(second)
    hand_of("bartek").undo(first)
    assert value(julio, "momentum") == 0


def test_the_owner_does_not_undo_what_a_gm_did_and_a_gm_undoes_any(hand_of, julio):
    own = hand_of("bartek").counter("momentum", "+1")
    theirs = hand_of("alicja").counter("momentum", "+2")
    with pytest.raises(Forbidden):
        hand_of("bartek").undo(theirs)
    hand_of("ewa").undo(own)
    hand_of("ewa").undo(theirs)
    assert value(julio, "momentum") == 0


@pytest.mark.parametrize("who", ["celina", "filip", "iga", "gustaw"])
def test_others_undo_nothing(hand_of, who):
    entry = hand_of("bartek").counter("momentum", "+1")
    with pytest.raises(Forbidden):
        hand_of(who).undo(entry)


def test_a_gm_does_not_undo_in_private_notes(hand_of, julio):
    entry = hand_of("bartek").field("note:=private", "text", "secret")
    with pytest.raises(Refused):
        hand_of("alicja").undo(entry)
    assert Note.objects.get(character=julio).text == "secret"
    hand_of("bartek").undo(entry)


def test_the_owner_does_not_undo_in_the_gms_notes(hand_of, julio):
    entry = hand_of("alicja").field("note:=gm", "text", "he is the heir")
    with pytest.raises(Refused):
        hand_of("bartek").undo(entry)
    assert Note.objects.get(character=julio).text == "he is the heir"


def test_an_archived_sheet_is_left_alone(hand_of, julio):
    entry = hand_of("bartek").counter("momentum", "+1")
    Character.objects.filter(pk=julio.pk).update(archived_at=timezone.now())
    for who in ("bartek", "alicja"):
        with pytest.raises(Forbidden):
            hand_of(who).undo(entry)


def test_another_sheets_entry_is_not_found(table, hand_of, rosalia):
    entry = counters.change_counter(actor=table.viewer("celina"), character=rosalia, key="momentum", typed="+1")
    with pytest.raises(Refused):
        hand_of("alicja").undo(entry)


def test_what_belongs_to_a_sheets_life_is_not_undone_here(table, hand_of, julio):
    entry = life.archive_character(actor=table.viewer("bartek"), character=julio, away=True)
    life.archive_character(actor=table.viewer("bartek"), character=julio, away=False)
    with pytest.raises(Refused):
        hand_of("alicja").undo(entry)


def test_an_npcs_undo_is_the_gms_secret(table, guard):
    options = {"actor": table.viewer("alicja"), "character": guard}
    entry = counters.change_counter(key="endurance", typed="-2", **options)
    assert undo(token=entry.token, **options).mode == Mode.GM
