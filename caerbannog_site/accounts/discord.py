"""Discord: another key to one's account, where this installation was given its keys (settings.HAS_DISCORD).

allauth goes to Discord and comes back (state and PKCE, each good once); who that is here, DiscordAdapter says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urljoin

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.providers.base import AuthProcess, ProviderException
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site import hosts
from caerbannog_site.accounts import connecting, knocks

View = Callable[..., HttpResponse]
UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)


class Discord(DiscordOAuth2Adapter):
    """Comes back to PUBLIC_URL, and keeps nothing but a name: no picture, no address, no token."""

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        return urljoin(settings.PUBLIC_URL, reverse("discord_callback"))

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        try:
            login = super().complete_login(request, app, token, **kwargs)
        except UNREADABLE as error:
            raise ProviderException("Discord answered something else than who this is") from error
        login.account.extra_data = {"name": str(login.account.extra_data.get("username") or "")}
        return login


def where_there(view: View) -> View:
    """Elsewhere there is no such page."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not hosts.leads_to_discord(request):
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


def with_account(view: View) -> View:
    """A guest needs one first."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("claim") if request.user.is_guest else view(request, *args, **kwargs)

    return wrapper


@require_safe
@where_there
@login_required
@with_account
def discord(request: HttpRequest) -> HttpResponse:
    """Whether one's own is connected."""
    context = {"account": connecting.connected(request.user), "tab": "profile"}
    return render(request, "accounts/discord.html", context)


@require_POST
@where_there
def discord_login(request: HttpRequest) -> HttpResponse:
    """Off to Discord. Whoever is inside already stays who they are, as at the ordinary door."""
    if request.user.is_authenticated:
        return redirect("home")
    knocks.count(request, "login")
    return _away(request, AuthProcess.LOGIN, get_next_redirect_url(request))


@require_POST
@where_there
@login_required
@with_account
@reauthentication_required
def discord_connect(request: HttpRequest) -> HttpResponse:
    return _away(request, AuthProcess.CONNECT)


@require_POST
@where_there
@login_required
def discord_disconnect(request: HttpRequest) -> HttpResponse:
    """The password isn't asked for again: who has one still comes in by it."""
    connecting.disconnect(user=request.user)
    return redirect("discord")


def _away(request: HttpRequest, process: str, next_url: str | None = None) -> HttpResponse:
    """Nothing of the request goes along but where it wants to come back to, which is here."""
    return Discord(request).get_provider().redirect(request, process=process, next_url=next_url)


discord_callback = require_safe(where_there(OAuth2CallbackView.adapter_view(Discord)))
