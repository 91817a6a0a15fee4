"""Who sits at the table, how to invite others, and how to change that."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site.errors import Refused
from caerbannog_site.http import htmx_of, once_of, posted
from sessions import feed
from sessions.access import Removed, campaign_for, need_gm, seat_in
from sessions.actions import invitations
from sessions.actions import people as actions
from sessions.forms import InvitationForm, NameForm
from sessions.models import Campaign, Invitation, Role, Seat
from sessions.people_display import by_name, rows_of
from sessions.screens import PEOPLE, Screen
from sessions.views.links import absolute, given, qr
from sheets.models import Character


@require_safe
@login_required
def people(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    cursor = feed.cursor_of(campaign.channel_id, viewer)  # before the content: nothing falls between
    invitation = _invitation(campaign) if viewer.is_gm else None
    rows = rows_of(campaign, viewer)
    context = {
        "campaign": campaign,
        "seat": seat,
        "viewer": viewer,
        "tab": "people",
        "live_url": reverse("people_live", args=[token]),
        "live_cursor": cursor,
        "rows": rows,
        "has_sheet": any(row["own"] and row["sheets"] for row in rows),
        "invitation": invitation,
        **(given(request, _door(invitation)) if invitation else {}),
        "invitation_form": InvitationForm(),
        "screens": _screens(campaign) if viewer.is_gm else [],
        "archived_npcs": _archived_npcs(campaign) if viewer.is_gm else [],
    }
    return render(request, "sessions/_people.html" if htmx_of(request) else "sessions/people.html", context)


@require_safe
@login_required
def people_live(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    return feed.answer_with_grant(request, campaign.channel_id, viewer, Screen(PEOPLE))


@require_safe
@login_required
def own_sheet(request: HttpRequest, token: str) -> HttpResponse:
    """The reader's one sheet at this table; without one a player makes it; several are listed with the people."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    mine = list(Character.objects.filter(campaign=campaign, owner=request.user.pk, archived_at=None)[:2])
    if len(mine) == 1:
        return redirect("sheet", mine[0].token)
    if not mine and viewer.role == Role.PLAYER and not viewer.archived:
        return redirect(f"{reverse('character_new')}?campaign={token}")
    return redirect("people", token)


@require_POST
@login_required
def seat_name(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    """A name that will not do leads back to the page, with the reason."""
    campaign, _own, viewer = campaign_for(request.user, token)
    other = seat_in(campaign, seat)
    form = NameForm(request.POST, seat=other)
    try:
        if not form.is_valid():
            raise Refused(str(form.errors["name"][0]), field="name")
        actions.rename(
            actor=viewer, campaign=campaign, seat=other, name=form.cleaned_data["name"], once=once_of(request)
        )  # fmt: skip
    except Refused as error:
        if error.field != "name":
            raise
        messages.error(request, str(error.message))
    return redirect("people", token)


@require_POST
@login_required
def seat_role(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    campaign, _own, viewer = campaign_for(request.user, token)
    other = seat_in(campaign, seat)
    role = posted(request, "role")
    actions.change_role(actor=viewer, campaign=campaign, seat=other, role=role, once=once_of(request))
    return redirect("people", token)


@require_POST
@login_required
def seat_remove(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    campaign, _own, viewer = campaign_for(request.user, token)
    other = seat_in(campaign, seat)
    keep = request.POST.get("keep") == "1"
    actions.remove(actor=viewer, campaign=campaign, seat=other, keep_npcs=keep, once=once_of(request))
    messages.success(request, _("%(name)s no longer sits at the table.") % {"name": other.name})
    return redirect("people", token)


@require_POST
@login_required
def leave(request: HttpRequest, token: str) -> HttpResponse:
    try:
        campaign, seat, viewer = campaign_for(request.user, token)
    except Removed:  # the same press, arrived twice
        return redirect("home")
    actions.leave(actor=viewer, campaign=campaign, seat=seat, once=once_of(request))
    messages.success(request, _("You left “%(table)s”. Your characters went with you.") % {"table": campaign.name})
    return redirect("home")


@require_POST
@login_required
def invitation_rotate(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    form = InvitationForm(request.POST)
    days = form.cleaned_data["days"] if form.is_valid() else invitations.DEFAULT_DAYS
    invitations.rotate_invitation(actor=viewer, campaign=campaign, days=days, once=once_of(request))
    return redirect("people", token)


@require_POST
@login_required
def invitation_pause(request: HttpRequest, token: str) -> HttpResponse:
    """`paused=1` closes joining, `paused=0` opens it again with the same code."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    paused = request.POST.get("paused") == "1"
    invitations.pause_joining(actor=viewer, campaign=campaign, paused=paused, once=once_of(request))
    return redirect("people", token)


@require_safe
@login_required
def invitation_qr(request: HttpRequest, token: str) -> HttpResponse:
    """The link as a picture."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    invitation = _invitation(campaign)
    if invitation is None or invitation.paused_at:
        raise Http404
    return HttpResponse(qr(absolute(request, _door(invitation))), content_type="image/svg+xml")


def _invitation(campaign: Campaign) -> Invitation | None:
    return Invitation.objects.standing().filter(campaign=campaign).order_by("-created_at").first()


def _screens(campaign: Campaign) -> list[Seat]:
    """The links that show the table on a screen; nobody sits there."""
    return list(campaign.seats.filter(user=None, removed_at=None).order_by("joined_at"))


def _archived_npcs(campaign: Campaign) -> list[Character]:
    """Out of the party, and so out of every other list: the way back to them."""
    return by_name(Character.objects.filter(campaign=campaign, owner=None, template=False, archived_at__isnull=False))


def _door(invitation: Invitation) -> str:
    return reverse("join_code", args=[invitation.code])
