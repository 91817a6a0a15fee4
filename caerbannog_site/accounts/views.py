"""A person's own page: how they are called, in which language and colours, and with which password."""

from __future__ import annotations

from allauth.account.views import password_reset as allauth_password_reset
from allauth.account.views import password_set as allauth_password_set
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from caerbannog_site.accounts.access import may_claim
from caerbannog_site.accounts.forms import ClaimForm, ProfileForm
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Forbidden

THEME_COOKIE = "theme"
YEAR = 365 * 24 * 3600


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    user = User.objects.get(pk=request.user.pk)  # not request.user: a form with errors would leave its words there
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(user.language):
            messages.success(request, _("Saved."))
        return remember_theme(redirect("profile"), user.theme)
    context = {"form": form, "tab": "profile"}
    return render(request, "accounts/profile.html", context, status=422 if form.is_bound else 200)


def remember_theme(response: HttpResponse, theme: str) -> HttpResponse:
    """So that the door, where nobody is known yet, is as dark as the room behind it."""
    if theme:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="Lax")
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@sensitive_post_parameters()
@login_required
def claim(request: HttpRequest) -> HttpResponse:
    """A guest takes a username and a password and keeps everything."""
    if not request.user.is_guest:
        return redirect("profile")
    if not may_claim():
        raise Forbidden(_("Whoever keeps this place makes no new accounts, so guests stay guests."))
    user = User.objects.get(pk=request.user.pk)
    form = ClaimForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        messages.success(request, _("You have an account now. Everything you had is still yours."))
        return redirect("profile")
    context = {"form": form, "tab": "profile"}
    return render(request, "accounts/claim.html", context, status=422 if form.is_bound else 200)


@login_required
def password_set(request: HttpRequest) -> HttpResponse:
    """A guest needs a username beside the password."""
    if request.user.is_guest:
        return redirect("claim")
    return allauth_password_set(request)


def password_reset(request: HttpRequest) -> HttpResponse:
    """By mail, where one can be sent; else whoever keeps the installation helps (`manage.py password`)."""
    if not settings.HAS_MAIL:
        return render(request, "accounts/ask_the_host.html")
    return allauth_password_reset(request)
