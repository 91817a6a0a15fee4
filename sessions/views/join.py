"""Through the door with an invitation: with an account, or as a guest with nothing but a name."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from caerbannog_site.http import once_of
from sessions.access import Viewer
from sessions.actions import invitations
from sessions.door_access import JoiningPaused, NoInvitation
from sessions.forms import CodeForm, JoinForm
from sessions.invitation_access import invitation_at
from sessions.models import Invitation, Role, Seat
from sessions.models.campaign import GM_ROLES

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Where a code is typed; the page of that code does the rest."""
    form = CodeForm(request.GET or None)
    if form.is_bound and form.is_valid():
        return redirect("join_code", form.cleaned_data["code"])
    return render(request, "sessions/join.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    try:
        return _door(request, invitation_at(request, code))
    except JoiningPaused as paused:
        return _seated(request, paused.invitation) or _closed(request, paused)
    except NoInvitation as refusal:
        form = CodeForm({"code": code})
        form.add_error("code", str(refusal.message))
        return render(request, "sessions/join.html", {"form": form, "refusal": refusal}, status=refusal.status)


def _door(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if seated := _seated(request, invitation):
        return seated
    seat = Seat.objects.of(request.user.pk).filter(campaign=invitation.campaign).first()
    form = JoinForm(request.POST or None, initial={"name": _known_name(request, seat)})
    if request.method == "POST" and form.is_valid():
        seat = _sit_down(request, invitation, form)
        if seat.name != form.cleaned_data["name"]:
            _tell_name(request, seat, form.cleaned_data["name"])
        return redirect("table", invitation.campaign.token)
    context = {"form": form, "campaign_name": invitation.campaign.name, **_company(invitation)}
    return render(request, "sessions/join_code.html", context, status=422 if form.is_bound else 200)


def _seated(request: HttpRequest, invitation: Invitation) -> HttpResponse | None:
    """Who sits at the table already is led there."""
    seat = Seat.objects.of(request.user.pk).filter(campaign=invitation.campaign, removed_at=None).first()
    if seat is None:
        return None
    context = {"campaign_name": invitation.campaign.name, "token": invitation.campaign.token, "own": seat}
    return render(request, "sessions/join_seated.html", context)


def _closed(request: HttpRequest, paused: JoiningPaused) -> HttpResponse:
    return render(request, "sessions/join_closed.html", {"error": paused}, status=paused.status)


def _known_name(request: HttpRequest, seat: Seat | None) -> str:
    if seat:
        return seat.name
    return request.user.display_name if request.user.is_authenticated else ""


def _company(invitation: Invitation) -> dict[str, list[str]]:
    """Names of those who run the game and those who play; nothing else is told before one sits down."""
    seats = invitation.campaign.seats.filter(removed_at=None).order_by("joined_at")
    people = [(seat.role, seat.name) for seat in seats]
    return {
        "gms": [name for role, name in people if role in GM_ROLES],
        "players": [name for role, name in people if role == Role.PLAYER],
    }


def _tell_name(request: HttpRequest, seat: Seat, wish: str) -> None:
    said = _("Somebody here is called %(wish)s already, so you are %(name)s. You can change it under “Party”.")
    messages.warning(request, said % {"wish": wish, "name": seat.name})


def _sit_down(request: HttpRequest, invitation: Invitation, form: JoinForm) -> Seat:
    if request.user.is_authenticated:
        actor = Viewer(user_id=request.user.pk, language=request.user.language)
        return invitations.sit_down(actor=actor, invitation=invitation, once=once_of(request), **form.cleaned_data)
    press = invitations.press_of(request.META.get("CSRF_COOKIE", ""), once_of(request), invitation.code)
    seat = invitations.sit_down_as_guest(
        invitation=invitation, press=press, language=get_language() or "pl", **form.cleaned_data
    )
    login(request, seat.user, backend=BACKEND)
    return seat
