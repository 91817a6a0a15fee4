"""What the hub asks: grants that go through a header, cursors, audiences, and whose rights have changed."""

import json
from dataclasses import replace

import pytest
from django.urls import reverse

from caerbannog_site.http import GRANT_HEADER
from sessions import feed, log
from sessions.actions import table as actions
from sessions.models import LogEntry, Mode, Seat
from sheets.actions import edit, life
from tests.cast import CharacterFactory
from tests.sessions.actions.test_checks import roll


@pytest.fixture
def source():
    return feed.Source()


def grant(table, name: str, url: str = "") -> feed.Grant:
    answer = table.client(name).get(url or reverse("table_live", args=[table.campaign.token]))
    return feed.read_grant(answer[GRANT_HEADER])[1]


def say(table, text: str = "Hello", mode: str = Mode.PUBLIC, name: str = "bartek") -> LogEntry:
    return actions.say(actor=table.viewer(name), channel_id=table.campaign.channel_id, text=text, mode=mode)


# --- grants and cursors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cursor", ["", "some-token"])
def test_a_grant_comes_out_of_the_header_as_it_went_in(table, cursor):
    url = reverse("sheet_live", args=[table.julio.token])
    answer = table.client("bartek").get(url, headers={"Last-Event-ID": cursor})
    assert answer.status_code == 204
    channel, given, seen = feed.read_grant(answer[GRANT_HEADER])
    assert (channel, seen) == (table.campaign.channel_id, cursor)
    assert given.viewer == table.viewer("bartek")
    assert (given.screen.character_id, given.screen.groups, given.screen.edit) == (table.julio.pk, "apbcd", True)
    assert json.loads(answer[GRANT_HEADER])


def test_the_cursor_of_a_page_is_the_newest_entry_that_its_reader_knows(table):
    assert feed.cursor_of(table.campaign.channel_id, table.viewer("celina")) == ""
    public = say(table)
    secret = say(table, mode=Mode.GM)
    edit.set_field(
        actor=table.viewer("alicja"), character=table.julio, target="note:=gm", name="text", value="He lies"
    )  # fmt: skip
    assert feed.cursor_of(table.campaign.channel_id, table.viewer("celina")) == public.token
    assert feed.cursor_of(table.campaign.channel_id, table.viewer("bartek")) == secret.token


def test_a_cursor_is_found_in_its_own_channel_only(table, source):
    first, second = say(table), say(table)
    channel = table.campaign.channel_id
    assert source.position(channel, second.token) == second.seq
    assert source.position(channel, "") == 0
    assert source.position(channel, "no-such-token") is None
    assert source.position(channel + 1, second.token) is None
    assert [one.entry for one in source.fetch(channel, first.seq, 10)] == [second]
    assert source.newest(channel) == second.seq
    assert source.newest(channel + 1) == 0


# --- audiences ----------------------------------------------------------------------------------------------------


def test_whom_an_entry_does_not_concern_sees_what_everybody_of_the_role_sees(table, source, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    [read] = source.fetch(entry.channel_id, entry.seq - 1, 1)
    audiences = {name: source.audience(read, grant(table, name)) for name in ("bartek", "celina", "gustaw", "filip")}
    assert audiences["celina"] == audiences["gustaw"]
    assert audiences["bartek"] != audiences["celina"] != audiences["filip"]
    assert audiences["bartek"][0].user_id == table.bartek.pk
    assert audiences["celina"][0].user_id is None


def test_gms_share_one_rendering(table, source, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    [read] = source.fetch(entry.channel_id, entry.seq - 1, 1)
    assert source.audience(read, grant(table, "alicja"))[0].is_gm
    ewa = replace(source.audience(read, grant(table, "ewa"))[0], role="gm")
    assert source.audience(read, grant(table, "alicja"))[0] == ewa


def test_an_npcs_roll_is_drawn_for_everybody(table, source, dice):
    """Whoever has no name in the audience is not the owner of a character without one."""
    dice.next(2, 3, 4)
    entry = roll(table, "alicja", table.guard, trait="melee", difficulty=9)
    [read] = source.fetch(entry.channel_id, entry.seq - 1, 1)
    for name in ("celina", "filip", "ewa"):
        assert entry.token.encode() in source.render(read, source.audience(read, grant(table, name)))


# --- rights that changed ------------------------------------------------------------------------------------------


def test_a_grant_holds_while_nothing_changes(table, source):
    grants = [grant(table, name) for name in ("alicja", "bartek", "filip", "iga")]
    assert source.ended(grants) == {}
    assert source.ended([]) == {}


def test_who_was_removed_is_told_so(table, source):
    given = grant(table, "bartek")
    table.seats["bartek"].removed_at = table.campaign.created_at
    table.seats["bartek"].save()
    assert source.ended([given, grant(table, "celina")]) == {given: "removed"}


def test_who_sees_other_things_now_loads_the_page_again(table, source):
    given = grant(table, "bartek")
    log.raise_epochs(Seat.objects.filter(pk=table.seats["bartek"].pk))
    assert source.ended([given]) == {given: "changed"}
    assert source.ended([grant(table, "bartek")]) == {}


@pytest.mark.parametrize("change", [{"stream_epoch": 1}, {"is_active": False}])
def test_who_logged_out_or_was_shut_out_is_told_so(table, source, change):
    given = grant(table, "bartek")
    for name, value in change.items():
        setattr(table.bartek, name, value)
    table.bartek.save()
    assert source.ended([given]) == {given: "401"}


def test_who_was_deleted_is_gone(table, source):
    given = grant(table, "bartek")
    table.bartek.delete()
    assert source.ended([given]) == {given: "401"}


def test_a_lone_sheets_pages_end_when_it_sits_down_at_a_table(table, source):
    lone = CharacterFactory(owner=table.bartek)
    url = reverse("sheet_live", args=[lone.token])
    watched = [grant(table, "bartek", address) for address in (url, url + "?log")]
    assert source.ended(watched) == {}
    life.join_campaign(actor=table.viewer("bartek"), character=lone, campaign=table.campaign)
    assert set(source.ended(watched).values()) == {"changed"}
    assert len(source.ended(watched)) == 2


def test_a_sheet_that_left_the_table_is_another_page(table, source):
    url = reverse("sheet_live", args=[table.julio.token])
    watched = [grant(table, name, url) for name in ("alicja", "celina")]
    life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)
    assert set(source.ended(watched).values()) == {"changed"}
    assert source.ended([grant(table, "celina")]) == {}
