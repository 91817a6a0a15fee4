"""A campaign from a file: whole, the same again, and never at somebody else's cost."""

from __future__ import annotations

import io
import re

import pytest
from django.conf import settings
from django.db import transaction

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.actions import deleting, importing, retracting, roll_undo, secrecy, ways_back
from sessions.actions import table as table_actions
from sessions.actions.importing_names import derived
from sessions.models import Campaign, Change, Channel, Check, LogEntry, Mode, Scene, Seat
from sessions.packing import MANIFEST
from sessions.unpack_rows import unpacked
from sheets.access import sheet_for
from sheets.actions import counters, edit, life, undo
from sheets.actions.births import MOST_SHEETS
from sheets.models import Character, Counter, Note, Trait
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory, UserFactory, client_of, viewer
from tests.races import at_once
from tests.sessions.campaign_files import (
    CANARY,
    GM_CANARY,
    KEYS,
    SAMPLES,
    bring,
    file_of,
    lists,
    read,
    tampered,
    without_import,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def uploads(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def nina(uploads):
    """Who brings the campaign to this installation."""
    return UserFactory(username="nina")


@pytest.fixture
def here(exported, nina) -> Campaign:
    """The campaign, brought in."""
    return bring(exported, nina)


def gm(campaign: Campaign):
    return viewer(campaign.seats.get(name="Alicja").user, campaign)


def now(campaign: Campaign) -> dict:
    return without_import(lists(file_of(campaign, gm(campaign))))


def julio(campaign: Campaign) -> Character:
    return Character.objects.get(campaign=campaign, name="Julio")


def later(campaign: Campaign, *deeds) -> bytes:
    """A file of the campaign after these deeds, which are then undone as if they had been done elsewhere."""
    with transaction.atomic():
        for deed in deeds:
            deed()
        data = file_of(campaign, gm(campaign))
        transaction.set_rollback(True)
    return data


# --- a new campaign -------------------------------------------------------------------------------------------------


def test_what_was_brought_in_writes_the_same_file(exported, here):
    assert now(here) == without_import(lists(exported))


def test_a_file_of_the_first_version_made_on_sqlite_is_read_on_either_database(nina):
    """`samples/` is never made anew: it is what lies on people's disks."""
    data = (SAMPLES / "campaign-v1.zip").read_bytes()
    assert now(bring(data, nina)) == without_import(lists(data))


def test_the_log_keeps_its_order_and_times_and_says_that_it_was_brought_in(exported, here):
    told = lists(exported)["log.jsonl"]
    entries = LogEntry.objects.filter(channel=here.channel).order_by("seq")
    assert [(one.token, one.at.isoformat()) for one in entries][:-1] == [(row["token"], row["at"]) for row in told]
    last = entries.last()
    assert (last.kind, last.payload["entries"], last.actor.username) == ("imported", len(told), "nina")
    assert Channel.objects.get(pk=here.channel_id).seq == last.seq


def test_the_importer_sits_where_the_exporter_sat_and_nobody_else_is_signed_in_as_anyone(here, nina):
    seats = {seat.name: seat for seat in here.seats.select_related("user")}
    assert (seats["Alicja"].user, seats["Alicja"].role) == (nina, "gm")
    for name in ("Bartek", "Celina", "Ewa", "Filip", "Gustaw"):
        user = seats[name].user
        assert user.is_guest
        assert not user.has_usable_password()
        assert user.display_name == name
    assert seats["Henryk"].user is None
    assert julio(here).owner == seats["Bartek"].user
    assert LogEntry.objects.filter(channel=here.channel, seat=seats["Bartek"]).first().actor == seats["Bartek"].user


def test_an_importer_who_was_no_game_master_there_gets_a_seat_of_their_own(exported, nina):
    campaign = bring(tampered(exported, lambda found: found["manifest.json"][0].update(by=None)), nina)
    assert campaign.seats.get(user=nina).name == "Nina"
    assert campaign.seats.get(name="Alicja").user.is_guest


def test_what_is_a_players_own_is_in_no_file(exported):
    text = str(lists(exported))
    assert GM_CANARY in text
    assert CANARY not in text
    assert "self" not in {row.get("mode") for row in lists(exported)["log.jsonl"]}


def test_no_key_of_the_database_is_in_a_file(exported):
    """On SQLite the keys there were greater than any other number (campaign_files.py)."""
    numbers = [int(found) for found in re.findall(r"(?<![\w.\-])\d+(?![\w.\-])", str(lists(exported)))]
    assert numbers
    assert max(numbers) < KEYS


def test_a_link_of_the_game_masters_lets_somebody_into_their_place(here, nina):
    """What replaces a guest's lost phone hands a place of the file over, too."""
    seat = here.seats.get(name="Bartek")
    secret = ways_back.make_for_seat(actor=gm(here), campaign=here, seat=seat)
    ways_back.take(secret=secret, press="press")
    page = client_of(seat.user).get(f"/s/{julio(here).token}/")
    assert page.status_code == 200
    for other in ("Celina", "Ewa"):
        ways_back.make_for_seat(actor=gm(here), campaign=here, seat=here.seats.get(name=other))
    with pytest.raises(Refused):
        ways_back.make_for_seat(actor=gm(here), campaign=here, seat=here.seats.get(user=nina))


def test_whoever_had_left_the_table_is_a_name_in_its_log_and_nobodys_sheet(here):
    rosalia = Character.objects.get(name="Rosalia")
    assert (rosalia.owner, rosalia.campaign, rosalia.channel) == (None, None, here.channel)
    assert not Trait.objects.filter(character=rosalia).exists()


def test_of_whoever_was_forgotten_not_even_the_name_comes_along(exported, nina):
    def forgotten(found):
        next(row for row in found["characters.jsonl"] if row.get("gone"))["name"] = ""
        next(row for row in found["seats.jsonl"] if row["name"] == "Henryk")["name"] = ""

    campaign = bring(tampered(exported, forgotten), nina)
    assert Character.objects.get(campaign=None, channel=campaign.channel).name == ""
    assert campaign.seats.get(name="").removed_at


def test_its_pages_open(here, nina):
    client = client_of(nina)
    for path in ("", "dash/", "people/", "sessions/", "house/", "foes/", "log/", "log/export.md", "settings/"):
        assert client.get(f"/c/{here.token}/{path}").status_code == 200, path
    for character in Character.objects.filter(campaign=here):
        assert client.get(f"/s/{character.token}/").status_code == 200
        assert client.get(f"/s/{character.token}/history/").status_code == 200
    portrait = julio(here).portrait
    assert client.get(f"/s/{julio(here).token}/portrait/{portrait}/").status_code == 200


def test_changes_from_before_the_import_can_be_undone(here, nina):
    entry = LogEntry.objects.filter(channel=here.channel, kind="pool", character=julio(here)).first()
    before = Counter.objects.get(character=julio(here), key="momentum").current
    undo.undo(actor=gm(here), character=julio(here), token=entry.token)
    delta = entry.changes.get().delta
    assert Counter.objects.get(character=julio(here), key="momentum").current == before - delta


def test_rolls_from_before_the_import_go_on_and_can_be_undone(here):
    check = Check.objects.filter(
        channel=here.channel, state="open", request__isnull=True, root__mode=Mode.PUBLIC
    ).first()
    roll_undo.undo_step(actor=gm(here), check=check, expect=check.step)
    check.refresh_from_db()
    assert check.state == Check.State.UNDONE


def test_a_campaign_of_a_token_that_is_taken_here_comes_as_a_copy(exported, table, nina):
    Campaign.objects.filter(pk=table.campaign.pk).update(token=read(exported).token)
    campaign = bring(exported, nina)
    assert campaign.token != read(exported).token
    assert campaign.origin == read(exported).token


# --- the same file again ----------------------------------------------------------------------------------------------


def test_the_same_file_again_knows_its_campaign(exported, here, nina):
    assert list(importing.already_here(nina.pk, read(exported).token)) == [here]
    copy = bring(exported, nina)
    assert list(importing.already_here(nina.pk, read(exported).token)) == [here, copy]
    assert not importing.already_here(UserFactory().pk, read(exported).token)


def test_brought_up_to_date_by_the_same_file_nothing_changes(exported, here, nina):
    before, entries = now(here), LogEntry.objects.count()
    bring(exported, nina, into=here)
    assert now(here) == before
    assert LogEntry.objects.count() == entries + 1
    assert not LogEntry.objects.latest("pk").changes.exists()


def test_a_copy_shares_no_token_with_the_campaign_and_says_the_same(exported, here, nina):
    copy = bring(exported, nina)
    first, second = now(here), now(copy)
    tokens = {row["token"] for rows in first.values() for row in rows if "token" in row}
    assert not tokens & {row["token"] for rows in second.values() for row in rows if "token" in row}
    assert {name: len(rows) for name, rows in first.items()} == {name: len(rows) for name, rows in second.items()}
    assert str(second["log.jsonl"]).count(here.token) == 0
    again = bring(exported, nina, into=copy)
    assert again == copy
    assert now(copy) == second


def test_copies_are_told_apart_by_their_names(exported, here, nina):
    names = [bring(exported, nina).name for _ in range(2)]
    assert names == [f"{here.name} (2)", f"{here.name} (3)"]
    copy = Campaign.objects.get(name=names[0])
    assert bring(exported, nina, into=copy).name == names[0]
    assert bring(exported, nina, into=here).name == here.name


def test_a_number_that_a_table_got_here_outlives_its_update(exported, nina):
    name = read(exported).name
    SeatFactory(campaign=CampaignFactory(name=name), user=nina)
    campaign = bring(exported, nina)
    assert (campaign.name, campaign.origin) == (f"{name} (2)", "")
    assert bring(exported, nina, into=campaign).name == f"{name} (2)"


def test_a_long_name_makes_room_for_its_number(exported, here, nina):
    def lengthen(found):
        found[MANIFEST][0]["campaign"]["name"] = "K" * 80

    long = tampered(exported, lengthen)
    assert [bring(long, nina).name for _ in range(2)] == ["K" * 80, "K" * 76 + " (2)"]


def test_what_others_call_their_tables_is_no_matter(exported, here):
    assert bring(exported, UserFactory(username="daniel")).name == here.name


def test_a_copy_of_a_copy_is_a_campaign_of_its_own(exported, here, nina):
    copy = bring(exported, nina)
    data = file_of(copy, viewer(nina, copy))
    assert list(importing.already_here(nina.pk, read(data).token)) == [copy]


def test_the_same_press_twice_brings_it_in_once(exported, nina):
    first = bring(exported, nina, once="press")
    assert bring(exported, nina, once="press") == first
    assert (Campaign.objects.count(), Channel.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_bring_it_in_once(uploads):
    nina, data = UserFactory(username="nina"), (SAMPLES / "campaign-v1.zip").read_bytes()
    found = at_once(2, lambda number: bring(data, nina, once="press").pk)
    assert len({*found}) == 1
    assert (Campaign.objects.count(), Channel.objects.count()) == (1, 1)


# --- up to date -------------------------------------------------------------------------------------------------------


def test_what_is_new_is_added_and_what_differs_becomes_as_in_the_file(here, nina):
    character = julio(here)
    check = Check.objects.filter(channel=here.channel, root__mode=Mode.GM, request__isnull=True).first()

    def deeds():
        counters.change_counter(actor=gm(here), character=character, key="momentum", typed="+2")
        edit.set_field(actor=gm(here), character=character, target="character", name="concept", value="A captain")
        edit.add_row(actor=gm(here), character=character, kind="item", values={"name": "Spyglass"})
        secrecy.reveal(actor=gm(here), check=check, expect=check.step)
        table_actions.say(actor=gm(here), channel_id=here.channel_id, text="On the other laptop")

    data = later(here, deeds)
    wanted = without_import(lists(data))
    assert now(here) != wanted
    bring(data, nina, into=here)
    assert now(here) == wanted
    assert not LogEntry.objects.latest("pk").changes.exists()  # the entries that came along tell all of it
    check.root.refresh_from_db()
    assert check.root.mode == Mode.PUBLIC


def test_rows_that_the_file_changes_are_proved_with_the_new_ones(exported, here):
    """A roll that went on elsewhere draws its row here anew, wherever in the log that stands."""
    check = Check.objects.filter(channel=here.channel, state="open", request__isnull=True).first()
    newest = LogEntry.objects.latest("seq").seq
    gone_on = later(here, lambda: roll_undo.undo_step(actor=gm(here), check=check, expect=check.step))
    assert proved_from(exported, here) > newest
    assert proved_from(gone_on, here) == 0


def proved_from(data: bytes, campaign: Campaign) -> int:
    """From which number on the rows were drawn to try them."""
    asked = []
    with unpacked(io.BytesIO(data)) as crate:
        importing.import_campaign(
            actor=gm(campaign), crate=crate, into=campaign, proof=lambda _viewer, first: asked.append(first)
        )
    return asked[0]


def test_an_older_file_sets_sheets_back_with_a_change_each_and_deletes_nothing(exported, here, nina):
    character = julio(here)
    counters.change_counter(actor=gm(here), character=character, key="momentum", typed="+2")
    edit.add_row(actor=gm(here), character=character, kind="item", values={"name": "Spyglass"})
    said = table_actions.say(actor=gm(here), channel_id=here.channel_id, text="Since then")
    had = Counter.objects.get(character=character, key="momentum").current
    bring(exported, nina, into=here)
    assert Counter.objects.get(character=character, key="momentum").current == had - 2
    change = LogEntry.objects.latest("pk").changes.get()
    assert (change.target, change.old, change.new, change.delta) == ("counter:momentum", had, had - 2, None)
    assert character.item_rows.filter(name="Spyglass", deleted=False).exists()
    assert LogEntry.objects.filter(pk=said.pk).exists()


def test_what_the_file_has_set_stands_in_the_way_of_undoing_what_was_before(exported, here, nina):
    changed = counters.change_counter(actor=gm(here), character=julio(here), key="momentum", typed="+2")
    bring(exported, nina, into=here)
    with pytest.raises(Conflict, match="set to another value since"):
        undo.undo(actor=gm(here), character=julio(here), token=changed.token)


def test_people_stay_as_they_are_here_and_new_ones_get_places(exported, here, nina):
    bartek = UserFactory(username="bartek")
    Seat.objects.filter(campaign=here, name="Bartek").update(user=bartek, role="co_gm", name="Bartosz")
    Seat.objects.filter(campaign=here, name="Gustaw").delete()
    bring(exported, nina, into=here)
    seat = here.seats.get(user=bartek)
    assert (seat.role, seat.name) == ("co_gm", "Bartosz")
    assert here.seats.get(name="Gustaw").user.is_guest


def test_a_row_that_both_wrote_first_is_one_row(exported, nina):
    def riding(found):
        for row in found["characters.jsonl"]:
            row["traits"] = [one for one in row.get("traits", []) if one["key"] != "riding"]

    campaign = bring(tampered(exported, riding), nina)
    edit.set_field(actor=gm(campaign), character=julio(campaign), target="trait:=riding", name="level", value=1)
    mine = Trait.objects.get(character=julio(campaign), key="riding")
    bring(exported, nina, into=campaign)
    mine.refresh_from_db()
    assert mine.level == 2
    assert Trait.objects.filter(character=julio(campaign), key="riding").count() == 1


def test_of_two_open_scenes_the_tables_own_goes_on(exported, nina):
    def closed(found):
        found["scenes.jsonl"][0]["closed_at"] = "2026-11-30T20:00:00+00:00"
        found["scenes.jsonl"][0]["step"] = 0

    campaign = bring(tampered(exported, closed), nina)
    own = Scene.objects.create(campaign=campaign)
    bring(exported, nina, into=campaign)
    assert Scene.objects.get(campaign=campaign, closed_at=None) == own


def test_a_retracted_message_stays_retracted_and_goes_where_it_was_still_read(here, nina):
    said = table_actions.say(actor=gm(here), channel_id=here.channel_id, text="Better unsaid")
    before = file_of(here, gm(here))
    data = later(here, lambda: retracting.retract(actor=gm(here), entry=said))
    bring(data, nina, into=here)
    said.refresh_from_db()
    assert said.payload == {"v": 1, "retracted": gm(here).seat_id}
    bring(before, nina, into=here)
    said.refresh_from_db()
    assert "text" not in said.payload


def test_words_of_somebody_who_was_deleted_elsewhere_go_here_too(exported, here, nina):
    def deleted(found):
        said = [row for row in found["log.jsonl"] if row["kind"] == "message" and "text" in row["payload"]]
        said[0]["payload"] = {"v": 1, "deleted": True}

    bring(tampered(exported, deleted), nina, into=here)
    words = LogEntry.objects.filter(channel=here.channel, kind="message").order_by("seq")
    assert [one.payload for one in words if "deleted" in one.payload] == [{"v": 1, "deleted": True}]


def test_a_campaign_that_was_brought_in_can_be_deleted_whole(here):
    deleting.delete_campaign(actor=gm(here), campaign=here, name=here.name)
    assert not LogEntry.objects.exists()
    assert not Character.objects.filter(owner=None).exists()
    assert not Channel.objects.filter(pk=here.channel_id).exists()


# --- somebody else's --------------------------------------------------------------------------------------------------


def test_another_tables_rows_are_never_touched(exported, here, nina):
    """Daniel has the file, but is no game master of the campaign: what he brings in is a copy of his own."""
    before, daniel = now(here), UserFactory(username="daniel")
    with pytest.raises(Forbidden):
        bring(exported, daniel, into=here)
    copy = bring(exported, daniel)
    assert copy != here
    assert now(here) == before
    assert {seat.user.is_guest for seat in copy.seats.exclude(user=daniel).exclude(user=None)} == {True}
    assert not copy.seats.filter(user=nina).exists()


def test_tokens_of_other_tables_in_a_file_name_nothing_of_theirs(exported, table, nina):
    """A forged file under a campaign of one's own, with a stranger's character in it."""

    def forged(found):
        found["characters.jsonl"][0]["token"] = table.julio.token
        found["seats.jsonl"][1]["token"] = table.seats["bartek"].token

    data = tampered(exported, forged)
    with pytest.raises(Refused):  # seats are named by their token, too
        read(data)

    def consistent(found):
        found["characters.jsonl"][0]["token"] = table.julio.token

    before = [Character.objects.filter(pk=table.julio.pk).values().get(), list(table.julio.trait_rows.values())]
    campaign = bring(tampered(exported, consistent), nina)
    for _again in range(2):
        assert [
            Character.objects.filter(pk=table.julio.pk).values().get(),
            list(table.julio.trait_rows.values()),
        ] == before
        assert julio(campaign).token == derived(campaign.token, table.julio.token)
        bring(tampered(exported, consistent), nina, into=campaign)


def test_a_character_that_left_with_its_player_is_not_called_back(exported, here, nina):
    bartek = here.seats.get(name="Bartek").user
    mine = julio(here)
    life.leave_campaign(actor=viewer(bartek, here), character=mine)
    before = Character.objects.filter(pk=mine.pk).values().get()
    bring(exported, nina, into=here)
    assert Character.objects.filter(pk=mine.pk).values().get() == before
    assert julio(here).pk != mine.pk


def test_only_its_game_master_brings_a_campaign_up_to_date(exported, here, nina):
    ewa = UserFactory(username="ewa")
    Seat.objects.filter(campaign=here, name="Ewa").update(user=ewa)
    with pytest.raises(Forbidden):
        bring(exported, ewa, into=here)
    Seat.objects.filter(campaign=here, user=ewa).update(role="gm")
    bring(exported, ewa, into=here)


def test_a_file_of_another_campaign_brings_none_up_to_date(exported, table):
    with pytest.raises(Forbidden):
        bring(exported, table.alicja, into=table.campaign)


def test_an_archived_campaign_is_not_brought_up_to_date(exported, here, nina):
    Campaign.objects.filter(pk=here.pk).update(archived_at=here.created_at)
    with pytest.raises(Refused, match="archived"):
        bring(exported, nina, into=here)


def test_one_campaign_too_many_is_refused(exported, nina, monkeypatch):
    monkeypatch.setattr("sessions.actions.campaigns.MOST_CAMPAIGNS", 0)
    with pytest.raises(Refused, match="too many campaigns"):
        bring(exported, nina)
    assert not Channel.objects.exists()


def test_nobody_gets_more_sheets_by_a_file_than_they_may_have(exported, here, nina):
    bartek = here.seats.get(name="Bartek").user
    Character.objects.filter(campaign=here, name="Julio").update(token="another-token---")
    CharacterFactory.create_batch(MOST_SHEETS - 1, owner=bartek, channel=Channel.objects.create())
    with pytest.raises(Refused, match="as many characters"):
        bring(exported, nina, into=here)


# --- all or nothing ---------------------------------------------------------------------------------------------------


def test_an_import_that_fails_leaves_nothing_behind(exported, nina, uploads):
    def no_words(found):
        next(row for row in found["log.jsonl"] if row["kind"] == "dice")["payload"]["formula"] = "never"

    with pytest.raises(Refused, match="cannot be shown"):
        bring(tampered(exported, no_words), nina)
    assert not Campaign.objects.exists()
    assert not Channel.objects.exists()
    assert not [path for path in uploads.rglob("*") if path.is_file()]


def test_a_picture_that_cannot_be_read_costs_the_picture_only(exported, nina):
    def another(found):
        next(row for row in found["characters.jsonl"] if row["name"] == "Julio")["portrait"] = "0" * 32

    assert julio(bring(tampered(exported, another), nina)).portrait == ""


def test_notes_are_whose_they_were(here):
    kinds = {note.kind: (note.campaign_id, note.text) for note in Note.objects.filter(character=julio(here))}
    assert kinds == {"biography": (None, "At sea."), "gm": (here.pk, GM_CANARY)}
    opened = sheet_for(here.seats.get(name="Bartek").user, julio(here).token)
    assert "e" not in opened.rights.groups


def test_every_change_names_the_character_that_it_changed(here):
    counted = Change.objects.filter(entry__channel=here.channel, target__startswith="counter:")
    assert counted.exists()
    assert not counted.exclude(character__channel=here.channel).exists()
    assert settings.MEDIA_ROOT
