"""Links for a table's screen: their secret is told once, and they end when a game master says so."""

import pytest
from django.http import Http404

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.access import digest, screen_for
from sessions.actions import campaigns, people, tv
from sessions.models import LogEntry, Mode, Role, Seat
from sheets.models import Character


def opened(table, who: str = "alicja", **options) -> tuple[Seat, str]:
    return tv.open_screen(actor=table.viewer(who), campaign=table.campaign, **{"name": "TV", **options})


def revoked(table, seat: Seat, name: str = "alicja", **options) -> LogEntry | None:
    return tv.revoke_screen(actor=table.viewer(name), campaign=table.campaign, seat=seat, **options)


@pytest.mark.parametrize("name", ["alicja", "ewa"])
def test_a_game_master_makes_a_link_to_a_seat_that_nobody_has(table, name):
    seat, secret = opened(table, name)
    assert (seat.role, seat.user, seat.name) == (Role.SCREEN, None, "TV")
    campaign, viewer = screen_for(secret, "en")
    assert campaign == table.campaign
    assert (viewer.user_id, viewer.role, viewer.groups, viewer.is_gm) == (None, Role.SCREEN, "a", False)


@pytest.mark.parametrize("name", ["bartek", "filip", "iga", "gustaw"])
def test_nobody_else_does(table, name):
    with pytest.raises(Forbidden):
        opened(table, name)
    seat, _secret = opened(table)
    with pytest.raises(Forbidden):
        revoked(table, seat, name)


def test_the_secret_is_long_and_only_its_digest_is_kept(table):
    seat, secret = opened(table)
    assert len(secret) == 43  # 256 bits
    seat.refresh_from_db()
    assert seat.secret == digest(secret) != secret
    assert secret not in str(list(LogEntry.objects.values()))
    assert seat.secret not in str(list(LogEntry.objects.values()))


def test_a_screen_is_told_to_the_gms_history_alone(table):
    seat, _secret = opened(table)
    revoked(table, seat)
    entries = LogEntry.objects.filter(kind__startswith="screen")
    assert [(one.kind, one.mode, one.listed) for one in entries.order_by("seq")] == [
        ("screen_opened", Mode.GM, False), ("screen_revoked", Mode.GM, False),
    ]  # fmt: skip


def test_several_screens_have_names_of_their_own(table):
    names = [opened(table)[0].name for _ in range(2)]
    assert names == ["TV", "TV (2)"]


def test_there_is_an_end_to_links(table, monkeypatch):
    monkeypatch.setattr(tv, "MOST_SCREENS", 1)
    seat, _secret = opened(table)
    with pytest.raises(Refused):
        opened(table)
    revoked(table, seat)
    opened(table)


@pytest.mark.parametrize("name", ["", "   "])
def test_a_screen_has_a_name(table, name):
    with pytest.raises(Refused):
        opened(table, name=name)


def test_a_press_that_arrives_twice_makes_one_link(table):
    opened(table, once="a-press")
    with pytest.raises(Conflict):
        opened(table, once="a-press")
    assert Seat.objects.filter(user=None).count() == 1


def test_a_revoked_link_stays_revoked(table):
    seat, secret = opened(table)
    assert revoked(table, seat) is not None
    assert revoked(table, seat) is None
    with pytest.raises(Http404):
        screen_for(secret, "en")


def test_of_an_archived_campaign_a_link_is_revoked_but_not_made(table):
    seat, secret = opened(table)
    campaigns.archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        opened(table)
    assert screen_for(secret, "en")[1].archived
    assert revoked(table, seat) is not None


def test_a_screen_is_not_removed_like_a_person_or_the_npcs_would_go_with_it(table):
    """Their owner is nobody as well."""
    seat, _secret = opened(table)
    with pytest.raises(Refused):
        people.remove(actor=table.viewer("alicja"), campaign=table.campaign, seat=seat, keep_npcs=False)
    with pytest.raises(Refused):
        people.change_role(actor=table.viewer("alicja"), campaign=table.campaign, seat=seat, role=Role.GM)
    assert Character.objects.filter(campaign=table.campaign, owner=None).count() == 2
