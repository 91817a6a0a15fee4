"""The lists of people and of sessions: a poke when they have changed, to whom that is told, and nothing else."""

from datetime import date

import pytest
from django.urls import reverse

from sessions import feed
from sessions.actions import evenings, people
from sessions.actions.place_taking import take_place
from sessions.models import LogEntry, Role
from sheets.actions import births
from tests.cast import UserFactory
from tests.sessions.actions.test_checks import roll
from tests.sessions.actions.test_ways_back import link
from tests.sessions.test_feed import grant, say

POKE = {
    name: f'data: <hx-partial hx-target="#{name}" hx-swap="outerMorph"></hx-partial>\n'
    for name in ("people", "evenings")
}
STREAMS = {"people": "people_live", "evenings": "sessions_live"}


def frame(table, name: str, page: str, entry: LogEntry) -> str:
    """What the stream of this list brings to this person."""
    source, given = feed.Source(), grant(table, name, reverse(STREAMS[page], args=[table.campaign.token]))
    [drawing] = source.fetch(table.campaign.channel_id, entry.seq - 1, 1)
    return source.render(drawing, source.audience(drawing, given)).decode()


def renamed(table) -> LogEntry:
    return people.rename(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["bartek"], name="Bartosz"
    )  # fmt: skip


def promoted(table) -> LogEntry:
    return people.change_role(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["filip"], role=Role.PLAYER
    )  # fmt: skip


def taken(table) -> LogEntry:
    take_place(secret=link(table), user=UserFactory(), press="press")
    return LogEntry.objects.get(kind="seat_taken")


def planned(table) -> LogEntry:
    return evenings.plan(actor=table.viewer("alicja"), campaign=table.campaign, date=date(2026, 12, 11), title="")


@pytest.mark.parametrize("reader", ["alicja", "bartek", "filip"])
@pytest.mark.parametrize(
    ("page", "happens"), [("people", renamed), ("people", promoted), ("people", taken), ("evenings", planned)]
)
def test_a_list_that_has_changed_is_poked(table, page, happens, reader):
    entry = happens(table)
    assert frame(table, reader, page, entry) == f"id: {entry.token}\n{POKE[page]}\n"


@pytest.mark.parametrize("page", STREAMS)
def test_what_is_said_and_rolled_brings_nothing(table, dice, page):
    dice.next(5, 7, 4)
    for entry in (say(table), roll(table)):
        assert frame(table, "alicja", page, entry) == ""


def test_of_somebody_hidden_players_are_told_nothing(table):
    births.create_character(actor=table.viewer("alicja"), campaign=table.campaign, name="CANARSEC", system="", npc=True)
    entry = LogEntry.objects.latest("pk")
    assert frame(table, "bartek", "people", entry) == ""
    assert POKE["people"] in frame(table, "alicja", "people", entry)


@pytest.mark.parametrize(("address", "page"), [("people", "people"), ("sessions", "evenings")])
def test_a_list_that_asks_for_itself_is_answered_with_itself_alone(table, address, page):
    url = reverse(address, args=[table.campaign.token])
    whole, alone = (table.client("bartek").get(url, headers=headers).text for headers in ({}, {"HX-Request": "true"}))
    assert f'id="{page}"' in alone
    assert "<html" not in alone
    assert f'data-live-url="{reverse(STREAMS[page], args=[table.campaign.token])}"' in whole
