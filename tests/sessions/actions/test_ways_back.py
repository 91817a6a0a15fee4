"""A guest who lost the phone comes back by a link: theirs alone, once, for a while."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import feed
from sessions.access import digest
from sessions.actions import people, ways_back
from sessions.models import LogEntry, Mode, Role, Seat, WayBack
from sessions.screens import TABLE, Screen
from sessions.way_back_access import NoWayBack, way_back_for
from tests.cast import CampaignFactory, SeatFactory
from tests.races import at_once


def link(table, who: str = "gustaw", by: str = "alicja", **options) -> str:
    return ways_back.make_for_seat(
        actor=table.viewer(by), campaign=table.campaign, seat=table.seats[who], **options
    )  # fmt: skip


def take(secret: str, press: str = "press") -> WayBack:
    return ways_back.take(secret=secret, press=press)


def listed() -> list[str]:
    return list(LogEntry.objects.listed().order_by("seq").values_list("kind", flat=True))


# --- made by a game master ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["alicja", "ewa"])
def test_game_masters_make_a_link_for_a_guests_seat(table, by):
    secret = link(table, by=by)
    assert len(secret) == 43  # 256 bits
    way = WayBack.objects.get()
    assert (way.user, way.seat, way.secret) == (table.gustaw, table.seats["gustaw"], digest(secret))
    entry = LogEntry.objects.get()
    assert (entry.kind, entry.mode, entry.listed) == ("way_back_made", Mode.GM, False)
    assert secret not in str(list(LogEntry.objects.values()))


@pytest.mark.parametrize("by", ["bartek", "filip", "gustaw"])
def test_nobody_else_does(table, by):
    with pytest.raises(Forbidden):
        link(table, by=by)
    link(table)
    with pytest.raises(Forbidden):
        ways_back.end_for_seat(actor=table.viewer(by), campaign=table.campaign, seat=table.seats["gustaw"])


@pytest.mark.parametrize("who", ["bartek", "filip", "ewa"])
def test_never_for_an_account_with_a_password(table, who):
    with pytest.raises(Refused):
        link(table, who)
    assert not WayBack.objects.exists()


def test_a_co_gm_makes_none_for_a_guest_who_runs_the_game(table):
    Seat.objects.filter(pk=table.seats["gustaw"].pk).update(role=Role.CO_GM)
    with pytest.raises(Forbidden):
        link(table, by="ewa")
    assert link(table)


def test_who_left_gets_none(table):
    people.remove(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["gustaw"], keep_npcs=False
    )  # fmt: skip
    with pytest.raises(Conflict):
        link(table)


@pytest.mark.parametrize("role", [Role.GM, Role.CO_GM, Role.PLAYER, None])
def test_a_link_opens_no_table_that_its_maker_does_not_run(table, role):
    other = CampaignFactory()
    SeatFactory(campaign=other, user=table.gustaw)
    if role:
        SeatFactory(campaign=other, user=table.alicja, role=role)
    if role in (Role.GM, Role.CO_GM):
        assert take(link(table))
    else:
        with pytest.raises(Refused):
            link(table)
        assert not WayBack.objects.exists()


def test_nor_one_at_which_the_guest_sat_down_since(table):
    secret = link(table)
    SeatFactory(campaign=CampaignFactory(), user=table.gustaw)
    with pytest.raises(NoWayBack):
        take(secret)


def test_a_newer_link_ends_the_older(table):
    first, second = link(table), link(table)
    with pytest.raises(NoWayBack):
        take(first)
    assert take(second)


def test_a_press_that_arrives_twice_makes_one_link(table):
    link(table, once="a-press")
    with pytest.raises(Conflict):
        link(table, once="a-press")
    assert WayBack.objects.count() == 1


# --- taken --------------------------------------------------------------------------------------------------------


def test_the_table_is_told_when_it_is_taken(table):
    way = take(link(table))
    assert way.user == table.gustaw
    assert listed() == ["seat_regained"]
    entry = LogEntry.objects.get(kind="seat_regained")
    assert (entry.actor, entry.seat, entry.mode) == (table.gustaw, table.seats["gustaw"], Mode.PUBLIC)


def test_it_works_once(table):
    secret = link(table)
    take(secret)
    with pytest.raises(NoWayBack):
        take(secret, "another press")
    assert take(secret).user == table.gustaw  # the same press, which arrived twice
    assert listed() == ["seat_regained"]


def test_at_the_same_moment_one_comes_in(transactional_db, table):
    secret = link(table)

    def come(number: int) -> bool:
        try:
            return bool(take(secret, f"press {number}"))
        except NoWayBack:
            return False

    assert sum(at_once(4, come)) == 1
    assert listed() == ["seat_regained"]


@pytest.mark.parametrize(("make", "hours"), [("seat", 24), ("self", 1)])
def test_it_ends_by_itself(table, make, hours):
    secret = link(table) if make == "seat" else ways_back.make_for_self(user_id=table.gustaw.pk)
    with time_machine.travel(timezone.now() + timedelta(hours=hours, minutes=-1)):
        assert way_back_for(secret)
    with time_machine.travel(timezone.now() + timedelta(hours=hours, minutes=1)), pytest.raises(NoWayBack):
        take(secret)


def test_it_is_revoked(table):
    secret = link(table)
    given = {"campaign": table.campaign, "seat": table.seats["gustaw"]}
    assert ways_back.end_for_seat(actor=table.viewer("ewa"), **given)
    assert ways_back.end_for_seat(actor=table.viewer("ewa"), **given) is None
    with pytest.raises(NoWayBack):
        take(secret)


@pytest.mark.parametrize("change", [{"is_guest": False}, {"is_active": False}])
def test_who_has_a_password_by_now_or_is_shut_out_takes_none(table, change):
    secret = link(table)
    own = ways_back.make_for_self(user_id=table.gustaw.pk)
    User.objects.filter(pk=table.gustaw.pk).update(**change)
    for one in (secret, own):
        with pytest.raises(NoWayBack):
            take(one)


def test_who_was_removed_takes_none(table):
    secret = link(table)
    Seat.objects.filter(pk=table.seats["gustaw"].pk).update(removed_at=timezone.now())
    with pytest.raises(NoWayBack):
        take(secret)


@pytest.mark.parametrize("secret", ["x", "A" * 43])
def test_an_unknown_one_opens_nothing(table, secret):
    link(table)
    for one in (secret, WayBack.objects.get().secret):
        with pytest.raises(NoWayBack):
            take(one)


@pytest.mark.parametrize(("make", "ends"), [("seat", True), ("self", False)])
def test_the_old_devices_streams_end_only_when_it_is_lost(table, make, ends):
    viewer = table.viewer("gustaw")
    grant = feed.Grant(viewer, Screen(TABLE), table.gustaw.stream_epoch)
    take(link(table) if make == "seat" else ways_back.make_for_self(user_id=table.gustaw.pk))
    assert feed.Source().ended([grant]) == ({grant: "401"} if ends else {})


# --- made by the guest --------------------------------------------------------------------------------------------


def test_a_guest_makes_one_for_one_device_more_and_nobody_is_told(table):
    way = take(ways_back.make_for_self(user_id=table.gustaw.pk))
    assert (way.user, way.seat) == (table.gustaw, None)
    assert not LogEntry.objects.exists()


def test_who_has_a_password_needs_none(table):
    with pytest.raises(Refused):
        ways_back.make_for_self(user_id=table.bartek.pk)
