"""The one way to a campaign: strangers find nothing, former members are told so, a member sees by their role."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone

from caerbannog_site.errors import Forbidden
from sessions import access
from sessions.access import Removed, Viewer
from sessions.door_access import NoInvitation, invitation_for
from sessions.models import Campaign, Invitation, Role
from tests.cast import CampaignFactory, SeatFactory


@pytest.mark.parametrize("name", ["alicja", "ewa", "bartek", "celina", "gustaw", "filip", "iga"])
def test_a_member_gets_the_campaign_and_their_own_seat(table, name):
    campaign, seat, viewer = access.campaign_for(table.people[name], table.campaign.token)
    assert (campaign, seat) == (table.campaign, table.seats[name])
    assert (viewer.user_id, viewer.seat_id, viewer.role) == (table.people[name].pk, seat.pk, seat.role)
    assert (viewer.campaign_id, viewer.channel_id) == (campaign.pk, campaign.channel_id)


def test_a_stranger_finds_nothing(table):
    with pytest.raises(Http404):
        access.campaign_for(table.daniel, table.campaign.token)


def test_nobody_finds_a_campaign_without_an_account(table):
    with pytest.raises(Http404):
        access.campaign_for(AnonymousUser(), table.campaign.token)


def test_a_campaign_that_is_not_there_is_not_found(table):
    with pytest.raises(Http404):
        access.campaign_for(table.alicja, "no-such-campaign")


def test_a_former_member_is_told_so(table):
    with pytest.raises(Removed):
        access.campaign_for(table.henryk, table.campaign.token)


def test_a_seat_is_found_at_its_own_table_only(table):
    elsewhere = SeatFactory(campaign=CampaignFactory())
    assert access.seat_in(table.campaign, table.seats["henryk"].token) == table.seats["henryk"]
    with pytest.raises(Http404):
        access.seat_in(table.campaign, elsewhere.token)


@pytest.mark.parametrize(
    ("role", "sheet_view", "groups", "is_gm", "is_watching"),
    [
        (Role.GM, "full", "apbce", True, False),
        (Role.CO_GM, "names", "apbce", True, False),
        (Role.PLAYER, "full", "apbc", False, False),
        (Role.PLAYER, "pools", "ap", False, False),
        (Role.PLAYER, "names", "a", False, False),
        (Role.SPECTATOR, "full", "a", False, True),
        (Role.SCREEN, "full", "a", False, True),
        (access.ALONE, "full", "apbce", True, False),
    ],
)
def test_what_a_role_sees_of_other_peoples_sheets(role, sheet_view, groups, is_gm, is_watching):
    viewer = Viewer(user_id=1, role=role, sheet_view=sheet_view)
    assert (viewer.groups, viewer.is_gm, viewer.is_watching) == (groups, is_gm, is_watching)


def test_every_setting_of_the_campaign_has_its_groups():
    assert set(access.OTHERS) == set(Campaign.SheetView)


def test_anyone_is_the_same_audience_without_the_person():
    bartek = Viewer(user_id=1, seat_id=2, campaign_id=3, channel_id=4, role=Role.PLAYER)
    celina = Viewer(user_id=5, seat_id=6, campaign_id=3, channel_id=4, role=Role.PLAYER)
    assert bartek.anyone == celina.anyone
    assert bartek.anyone != Viewer(user_id=1, campaign_id=3, channel_id=4, role=Role.GM).anyone


@pytest.mark.parametrize(
    ("need", "roles"),
    [
        (access.need_gm, {Role.GM, Role.CO_GM}),
        (access.need_head_gm, {Role.GM}),
        (access.need_voice, {Role.GM, Role.CO_GM, Role.PLAYER}),
        (access.need_open, set(Role)),
    ],
)
def test_what_each_role_may_do(need, roles):
    for role in Role:
        viewer = Viewer(user_id=1, role=role)
        if role in roles:
            need(viewer)
        else:
            with pytest.raises(Forbidden):
                need(viewer)


@pytest.mark.parametrize("need", [access.need_voice, access.need_open])
def test_in_an_archived_campaign_nobody_has_a_voice(need):
    with pytest.raises(Forbidden):
        need(Viewer(user_id=1, role=Role.GM, archived=True))


def test_an_invitation_is_found_however_it_was_typed(table):
    later = timezone.now() + timezone.timedelta(days=1)
    invitation = Invitation.objects.create(campaign=table.campaign, expires_at=later)
    assert invitation_for(invitation.spoken.lower()) == invitation


@pytest.mark.parametrize("change", [{"closed_at": timezone.now()}, {"expires_at": timezone.now()}])
def test_a_closed_an_outdated_and_an_unknown_code_are_refused_alike(table, change):
    later = timezone.now() + timezone.timedelta(days=1)
    invitation = Invitation.objects.create(campaign=table.campaign, **{"expires_at": later, **change})
    refusals = []
    for code in (invitation.code, "NOSUCHCODE"):
        with pytest.raises(NoInvitation) as refusal:
            invitation_for(code)
        refusals.append(str(refusal.value.message))
    assert refusals[0] == refusals[1]
