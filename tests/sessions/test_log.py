"""The log has one writer: a turn is one transaction, one number, one entry; and it says who may read it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine

from caerbannog_site import live
from caerbannog_site.errors import TooOften
from sessions import log
from sessions.access import Viewer
from sessions.models import Change, LogEntry, Mode, Role, Seat
from sheets.models import Character
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory, viewer

NOW = datetime(2026, 12, 4, 20, tzinfo=UTC)


@pytest.fixture
def channel(table):
    return table.campaign.channel


def write(table, name="bartek", kind="message", **options) -> LogEntry:
    with log.turn(table.viewer(name), table.campaign.channel_id) as turn:
        return turn.record(kind, **{"payload": {"text": "Hello"}, **options})


def seen_by(table, name: str) -> set[LogEntry]:
    return set(LogEntry.objects.visible_to(table.viewer(name)))


# --- a turn -------------------------------------------------------------------------------------------------------


def test_each_entry_takes_the_next_number_of_its_channel(table):
    assert [write(table).seq for _ in range(3)] == [1, 2, 3]


def test_an_entry_names_its_writer_and_everybody_concerned(table):
    entry = write(table, "alicja", character=table.julio, concerns=[table.rosalia, table.guard])
    assert (entry.actor, entry.seat) == (table.alicja, table.seats["alicja"])
    assert set(entry.concerns) == {table.seats[name].pk for name in ("alicja", "bartek", "celina")}


def test_a_turn_writes_one_entry_and_no_more(table, channel):
    with log.turn(table.viewer("bartek"), channel.pk) as turn:
        turn.record("message")
        with pytest.raises(AssertionError):
            turn.record("message")
    assert LogEntry.objects.count() == 1


def test_a_turn_that_fails_leaves_nothing_and_wakes_nobody(table, channel, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(ZeroDivisionError):
        _fail(table, channel)
    assert not LogEntry.objects.exists()
    assert callbacks == []
    channel.refresh_from_db()
    assert channel.seq == 0


def _fail(table, channel) -> None:
    with log.turn(table.viewer("bartek"), channel.pk) as turn:
        turn.record("message")
        raise ZeroDivisionError


def test_a_written_entry_wakes_the_hub_of_its_channel(table, monkeypatch):
    woken = []
    monkeypatch.setattr(live, "publish", woken.append)
    write(table)
    assert woken == [table.campaign.channel_id]


def test_a_press_is_remembered_by_its_person(table, channel):
    with log.turn(table.viewer("bartek"), channel.pk, once="one-press") as turn:
        first = turn.record("message")
    with log.turn(table.viewer("bartek"), channel.pk, once="one-press") as turn:
        assert turn.repeated == first
    with log.turn(table.viewer("celina"), channel.pk, once="one-press") as turn:
        assert turn.repeated is None


def test_several_channels_are_locked_and_the_entry_stands_in_one(table, channel):
    other = CharacterFactory(owner=table.bartek).channel
    with log.turn(table.viewer("bartek"), channel.pk, other.pk) as turn:
        turn.move_to(other.pk)
        entry = turn.record("message")
    assert (entry.channel, entry.seq) == (other, 1)


def test_a_turn_cannot_move_to_a_channel_that_it_has_not_locked(table, channel):
    other = CharacterFactory(owner=table.bartek).channel
    with pytest.raises(AssertionError), log.turn(table.viewer("bartek"), channel.pk) as turn:
        turn.move_to(other.pk)


def test_raised_epochs_end_streams(table):
    log.raise_epochs(Seat.objects.filter(pk=table.seats["bartek"].pk))
    assert [Seat.objects.get(pk=table.seats[name].pk).epoch for name in ("bartek", "celina")] == [1, 0]


# --- how fast one writes ----------------------------------------------------------------------------------------


@pytest.fixture
def slow(settings):
    settings.ROLLS_A_MINUTE, settings.MESSAGES_A_MINUTE = 3, 2


@pytest.mark.parametrize(("kinds", "most"), [(("check", "dice", "ask"), 3), (("message",), 2)])
def test_so_many_in_a_minute_and_no_more(table, slow, kinds, most):
    with time_machine.travel(NOW, tick=False) as clock:
        for number in range(most):
            clock.shift(2)
            write(table, kind=kinds[number % len(kinds)])
        with pytest.raises(TooOften) as refused:
            write(table, kind=kinds[0])
        assert LogEntry.objects.count() == most
        clock.shift(refused.value.seconds)
        write(table, kind=kinds[0])
        with pytest.raises(TooOften):
            write(table, kind=kinds[0])


def test_rolls_and_messages_others_and_what_is_neither_do_not_count(table, slow):
    for _ in range(2):
        write(table)
    write(table, "celina")
    write(table, kind="dice")
    for _ in range(9):
        write(table, kind="edit", listed=False)
    with pytest.raises(TooOften):
        write(table)


def test_what_one_rolls_elsewhere_counts_too(table, slow):
    for _ in range(3):
        with log.turn(table.viewer("bartek"), CharacterFactory(owner=table.bartek).channel_id) as turn:
            turn.record("dice")
    with pytest.raises(TooOften):
        write(table, kind="check")


def test_who_sits_down_is_nobody_yet_and_does_not_wait(table, slow):
    for _ in range(4):
        with log.turn(Viewer(user_id=None), table.campaign.channel_id) as turn:
            turn.record("seat_joined")


def test_to_look_how_fast_costs_one_query_however_much_one_has_written(
    table, settings, django_assert_num_queries, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12) as few:
        write(table)
    for _ in range(20):
        write(table)
    with django_assert_num_queries(len(few.captured_queries)):
        write(table)
    assert sum("ORDER BY" in one["sql"] and '"at" >' in one["sql"] for one in few.captured_queries) == 1


# --- who reads it -------------------------------------------------------------------------------------------------

EVERYBODY = {"alicja", "ewa", "bartek", "celina", "gustaw", "filip", "iga"}
GMS = {"alicja", "ewa"}


@pytest.mark.parametrize(
    ("mode", "readers"),
    [
        (Mode.PUBLIC, EVERYBODY),
        (Mode.GM, {*GMS, "bartek"}),
        (Mode.BLIND, {*GMS, "bartek"}),  # as a placeholder
        (Mode.SELF, {"bartek"}),
    ],
)
def test_an_entry_is_read_by_those_whom_its_mode_names(table, mode, readers):
    entry = write(table, mode=mode)
    assert {name for name in EVERYBODY if entry in seen_by(table, name)} == readers


def test_an_entry_that_was_read_already_is_seen_by_the_same_people(table):
    """LogEntry.is_visible_to and LogQuerySet.visible_to are one rule told twice."""
    for mode in Mode:
        for character in (None, table.julio, table.rosalia, table.shade):
            for group in ("", *"apbcde"):
                for name in ("alicja", "bartek", "celina"):
                    write(table, name, mode=mode, character=character, group=group, listed=False)
    LogEntry.objects.filter(pk__in=list(LogEntry.objects.values_list("pk", flat=True)[::5])).update(actor=None)
    entries = list(LogEntry.objects.select_related("character"))
    people = [table.viewer(name) for name in EVERYBODY]
    alone = Viewer(user_id=table.bartek.pk, channel_id=table.campaign.channel_id)
    quiet = [replace(viewer, sees_placeholders=False, sheet_view="names") for viewer in people]
    for reader in (*people, *quiet, *(one.anyone for one in people), alone, replace(alone, channel_id=None)):
        assert {one for one in entries if one.is_visible_to(reader)} == set(LogEntry.objects.visible_to(reader))


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND, Mode.SELF])
def test_the_secret_of_somebody_who_was_deleted_is_not_nobodys_own(table, mode):
    """A live frame for everybody of a role has no person, and nor does that entry."""
    entry = write(table, mode=mode)
    LogEntry.objects.filter(pk=entry.pk).update(actor=None)
    for name in ("celina", "filip"):
        assert entry not in LogEntry.objects.visible_to(table.viewer(name).anyone)
    if mode == Mode.SELF:
        assert entry not in LogEntry.objects.visible_to(table.viewer("alicja").anyone)


def test_the_pools_of_a_deleted_character_are_not_everybodys_own(table):
    entry = write(table, kind="pool", character=table.julio, group="p")
    LogEntry.objects.filter(pk=entry.pk).update(character=None)
    assert entry not in LogEntry.objects.visible_to(table.viewer("filip").anyone)


def test_a_game_masters_eyes_end_at_their_own_log(table):
    own = CampaignFactory()
    SeatFactory(campaign=own, user=table.bartek, role=Role.GM)
    blind, secret = write(table, mode=Mode.BLIND), write(table, "celina", mode=Mode.GM)
    for elsewhere in (viewer(table.bartek, own), Viewer(user_id=table.bartek.pk)):
        assert elsewhere.is_gm
        assert not {blind, secret} & set(LogEntry.objects.visible_to(elsewhere))


@pytest.mark.parametrize(
    ("group", "readers"),
    [
        ("a", EVERYBODY),
        ("b", EVERYBODY - {"filip", "iga"}),
        ("d", {"bartek"}),
        ("e", GMS),
    ],
)
def test_an_edit_that_only_the_history_shows_is_read_by_those_who_see_its_field(table, group, readers):
    change = Change(character=table.julio, target="character", field="x", group=group)
    entry = write(table, "alicja", kind="edit", character=table.julio, listed=False, changes=[change])
    assert entry.group == group
    assert {name for name in EVERYBODY if entry in seen_by(table, name)} == readers


def test_a_row_of_the_log_is_for_all_whatever_it_changed(table):
    change = Change(character=table.julio, target="counter:momentum", field="current", group="p")
    assert write(table, kind="check", character=table.julio, changes=[change]).group == ""


def test_the_listed_rows_are_roots(table):
    root = write(table)
    write(table, parent=root)
    write(table, kind="edit", listed=False, character=Character.objects.get(pk=table.julio.pk))
    assert list(LogEntry.objects.listed()) == [root]
