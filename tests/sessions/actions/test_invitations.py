"""The door: who opens and closes it, who comes in by it, and that one press makes one person."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Forbidden, Refused
from sessions.access import Viewer
from sessions.actions.campaigns import archive_campaign
from sessions.actions.invitations import (
    alike,
    close_all,
    free_name,
    pause_joining,
    press_of,
    rotate_invitation,
    sit_down,
    sit_down_as_guest,
)
from sessions.door_access import JoiningPaused, NoInvitation, invitation_for, need_joining
from sessions.models import Invitation, LogEntry, Role
from tests.cast import CampaignFactory, SeatFactory
from tests.races import at_once


@pytest.fixture
def invitation(campaign):
    return Invitation.objects.create(campaign=campaign, expires_at=timezone.now() + timedelta(days=7))


def entries(campaign):
    return LogEntry.objects.filter(channel=campaign.channel_id)


def stranger(user):
    return Viewer(user_id=user.pk, language="en")


def guest(invitation, press="press", **options):
    return sit_down_as_guest(
        invitation=invitation, press=press, language="pl", **{"name": "Zosia", "role": Role.PLAYER, **options}
    )


# --- opening and closing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alicja", "ewa"])
def test_game_masters_make_an_invitation_for_a_week(table, name):
    entry = rotate_invitation(actor=table.viewer(name), campaign=table.campaign)
    made = table.campaign.invitations.get()
    assert timedelta(days=6, hours=23) < made.expires_at - timezone.now() <= timedelta(days=7)
    assert entries(table.campaign).get() == entry
    assert (entry.kind, entry.mode, entry.listed) == ("invitation", "gm", False)


@pytest.mark.parametrize("name", ["bartek", "filip", "iga", "gustaw"])
def test_nobody_else_makes_one(table, name):
    with pytest.raises(Forbidden):
        rotate_invitation(actor=table.viewer(name), campaign=table.campaign)
    assert not table.campaign.invitations.exists()


def test_the_code_is_in_no_entry(table):
    rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    assert table.campaign.invitations.get().code not in str(entries(table.campaign).get().payload)


def test_a_new_code_closes_the_old_one(table, invitation):
    rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    assert Invitation.objects.open().get() != invitation
    with pytest.raises(NoInvitation):
        invitation_for(invitation.code)


def test_the_same_press_makes_one_code(table):
    for _ in range(2):
        rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign, once="press")
    assert table.campaign.invitations.count() == entries(table.campaign).count() == 1


def pause(table, name="alicja", paused=True):
    return pause_joining(actor=table.viewer(name), campaign=table.campaign, paused=paused)


def test_game_masters_close_the_door_and_open_it_with_the_same_code(table, invitation):
    assert pause(table, "ewa")
    assert pause(table, "ewa") is None
    with pytest.raises(JoiningPaused) as told:
        need_joining(invitation_for(invitation.code))
    assert told.value.status == 403
    assert pause(table, paused=False)
    assert pause(table, paused=False) is None
    need_joining(invitation_for(invitation.code))
    assert entries(table.campaign).count() == 2


def test_a_code_that_is_out_of_date_opens_no_more(table, invitation):
    pause(table)
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        with pytest.raises(NoInvitation) as told:
            invitation_for(invitation.code)
        assert not isinstance(told.value, JoiningPaused)
        with pytest.raises(Refused):
            pause(table, paused=False)


@pytest.mark.parametrize("paused", [True, False])
def test_players_do_neither(table, invitation, paused):
    if not paused:
        pause(table)
    with pytest.raises(Forbidden):
        pause(table, "bartek", paused)
    assert Invitation.objects.open().exists() == paused


def test_an_archived_campaign_invites_nobody(table, invitation):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    with pytest.raises(NoInvitation):
        invitation_for(invitation.code)


# --- the code ---------------------------------------------------------------------------------------------------


def test_a_code_opens_however_it_is_typed(invitation):
    assert invitation_for(f" {invitation.spoken.lower()} ") == invitation


def test_a_code_stops_at_its_hour(invitation):
    with time_machine.travel(timezone.now() + timedelta(days=6)):
        assert invitation_for(invitation.code) == invitation
    with time_machine.travel(timezone.now() + timedelta(days=8)), pytest.raises(NoInvitation):
        invitation_for(invitation.code)


def test_closed_and_unknown_codes_are_answered_alike(table, invitation):
    close_all(table.campaign)
    with pytest.raises(NoInvitation) as closed:
        invitation_for(invitation.code)
    with pytest.raises(NoInvitation) as unknown:
        invitation_for("2222222222")
    assert (closed.value.message, closed.value.status) == (unknown.value.message, unknown.value.status)
    assert closed.value.status == 404


# --- with an account --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_a_stranger_takes_a_seat(table, daniel, invitation, role):
    seat = sit_down(actor=stranger(daniel), invitation=invitation, name="Dan", role=role)
    assert (seat.user, seat.role, seat.name, seat.campaign) == (daniel, role, "Dan", table.campaign)
    entry = entries(table.campaign).get()
    assert (entry.kind, entry.listed, entry.actor, entry.seat) == ("seat_joined", True, daniel, seat)
    assert entry.payload == {"v": 1, "name": "Dan", "role": role}


def test_the_same_press_makes_one_seat(table, daniel, invitation):
    for _ in range(2):
        sit_down(actor=stranger(daniel), invitation=invitation, name="Dan", role=Role.PLAYER, once="press")
    assert table.campaign.seats.filter(user=daniel).count() == entries(table.campaign).count() == 1


def test_who_sits_there_stays_as_they_are(table, bartek, invitation):
    seat = sit_down(actor=stranger(bartek), invitation=invitation, name="Inny", role=Role.SPECTATOR)
    assert (seat.name, seat.role) == ("Bartek", Role.PLAYER)
    assert not entries(table.campaign).exists()


def test_a_game_master_is_not_made_a_player_by_the_code(table, alicja, invitation):
    assert sit_down(actor=stranger(alicja), invitation=invitation, name="A", role=Role.PLAYER).role == Role.GM


def test_a_former_member_gets_their_old_seat_back(table, henryk, invitation):
    old = table.seats["henryk"]
    seat = sit_down(actor=stranger(henryk), invitation=invitation, name="Henryk", role=Role.SPECTATOR)
    assert (seat.pk, seat.token, seat.role, seat.removed_at) == (old.pk, old.token, Role.SPECTATOR, None)
    assert seat.epoch == old.epoch + 1
    assert entries(table.campaign).count() == 1


def test_an_old_press_does_not_bring_a_removed_member_back(table, daniel, invitation):
    seat = sit_down(actor=stranger(daniel), invitation=invitation, name="Dan", role=Role.PLAYER, once="press")
    seat.removed_at = timezone.now()
    seat.save()
    again = sit_down(actor=stranger(daniel), invitation=invitation, name="Dan", role=Role.PLAYER, once="press")
    assert again.removed_at
    assert entries(table.campaign).count() == 1


@pytest.mark.parametrize("close", [pause, lambda table: close_all(table.campaign)], ids=["paused", "closed"])
def test_a_door_closed_meanwhile_lets_nobody_in(table, daniel, invitation, close):
    close(table)
    with pytest.raises(NoInvitation):
        sit_down(actor=stranger(daniel), invitation=invitation, name="Dan", role=Role.PLAYER)
    with pytest.raises(NoInvitation):
        guest(invitation)
    assert not User.objects.filter(username__startswith="guest-").exists()


# --- as a guest -------------------------------------------------------------------------------------------------


def test_a_guest_is_a_person_without_a_password(table, invitation):
    seat = guest(invitation)
    assert (seat.name, seat.role) == ("Zosia", Role.PLAYER)
    assert seat.user.is_guest
    assert seat.user.username == "guest-press"
    assert (seat.user.display_name, seat.user.language) == ("Zosia", "pl")
    assert not seat.user.has_usable_password()
    assert entries(table.campaign).get().actor == seat.user


def test_a_guests_repeated_press_finds_the_same_person(table, invitation):
    assert guest(invitation) == guest(invitation)
    assert User.objects.filter(username__startswith="guest-").count() == entries(table.campaign).count() == 1


def test_two_guests_of_one_name_are_told_apart(invitation):
    names = [guest(invitation, press=str(number)).name for number in range(3)]
    assert names == ["Zosia", "Zosia (2)", "Zosia (3)"]


def test_a_press_cannot_be_named_without_the_browsers_secret():
    known = press_of("secret", "once", "CODE")
    assert known == press_of("secret", "once", "CODE")
    assert len({known, press_of("other", "once", "CODE"), press_of("secret", "other", "CODE"),
                press_of("secret", "once", "OTHER")}) == 4  # fmt: skip


def test_a_press_does_not_sign_in_somebody_who_has_a_password_now(invitation):
    seat = guest(invitation)
    User.objects.filter(pk=seat.user_id).update(is_guest=False, username="zosia")
    assert guest(invitation).user_id != seat.user_id


@pytest.mark.django_db(transaction=True)
def test_a_press_that_arrives_twice_at_the_same_moment_makes_one_guest():
    seat = SeatFactory(campaign=CampaignFactory(), role=Role.GM)
    invitation = Invitation.objects.create(campaign=seat.campaign, expires_at=timezone.now() + timedelta(days=1))
    seats = at_once(4, lambda _number: guest(invitation).pk)
    assert len(set(seats)) == 1
    assert User.objects.filter(is_guest=True).count() == 1


# --- names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("Kasia", "Kasia"), ("Bartek", "Bartek (2)"), ("bartek", "bartek (2)"), ("Henryk", "Henryk (2)")],
)
def test_a_name_that_somebody_has_gets_a_number(campaign, wanted, given):
    assert free_name(campaign, wanted) == given


def test_who_comes_back_keeps_the_name_and_somebody_else_of_it_gets_a_number(table, henryk, invitation):
    """The log still tells of a former member by that name."""
    assert guest(invitation, name="Henryk").name == "Henryk (2)"
    seat = sit_down(actor=stranger(henryk), invitation=invitation, name="Henryk", role=Role.PLAYER)
    assert seat.name == "Henryk"


@pytest.mark.parametrize("like", ["żółw", "ŻÓŁW", "Z\u0307o\u0301łw", " Żółw ", "Żó\u200błw", "Żół\uff57"])
def test_names_that_look_the_same_are_the_same(like):
    assert alike(like) == alike("Żółw")


@pytest.mark.parametrize("other", ["Zolw", "Żółw 2", "Żółwik"])
def test_others_are_not(other):
    assert alike(other) != alike("Żółw")


def test_a_long_name_stays_within_its_field(campaign):
    SeatFactory(campaign=campaign, name="x" * 40)
    assert free_name(campaign, "x" * 40) == "x" * 36 + " (2)"
