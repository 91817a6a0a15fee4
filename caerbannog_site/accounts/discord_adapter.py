"""Who somebody is here that comes from Discord: allauth asks DiscordAdapter before it lets them in.

Discord's word about an e-mail address counts only where the address has been proved here, too (proofs.py): anybody may
type anybody's address into a profile. Elsewhere its owner connects Discord in the profile, with the password.
"""

from __future__ import annotations

import logging
from typing import Any, NoReturn

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthError, AuthProcess
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts import connecting, knocks
from caerbannog_site.accounts.adapter import may_sign_up
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Conflict

logger = logging.getLogger(__name__)


class DiscordAdapter(DefaultSocialAccountAdapter):
    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """How a new person would be called."""
        user = sociallogin.user
        user.username = user.display_name = str(data.get("username") or "")[:40]
        user.language = get_language() or user.language
        return user

    def authenticate_by_email(self, sociallogin: SocialLogin) -> None:
        """Not allauth's way, which trusts every address that was typed: see `_owner_of_address`."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """After it `sociallogin.user` is somebody who has an account, or an answer has been raised."""
        if sociallogin.state["process"] == AuthProcess.CONNECT:
            _connect(request, sociallogin)
        if request.user.is_authenticated:  # logged in meanwhile in another tab; a guest keeps seat and session
            _answer(redirect("home"))
        if sociallogin.account.pk is None:
            sociallogin.user = _owner_of_address(request, sociallogin) or _newcomer(request, sociallogin)

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, exception: Any = None, extra_context: Any = None
    ) -> None:
        """Whoever says no at Discord is back where they were; else there is a page of ours."""
        inside = request.user.is_authenticated
        if error == AuthError.CANCELLED:
            _answer(redirect("discord" if inside else "account_login"))
        if exception:
            logger.warning("Discord let nobody in: %s", type(exception).__name__)
        _answer(render(request, "accounts/discord_failed.html", status=502 if exception else 409))


def _connect(request: HttpRequest, login: SocialLogin) -> NoReturn:
    if request.user.is_authenticated and not request.user.is_guest:
        connecting.connect(user=request.user, account=login.account)
    _answer(redirect("discord"))


def _owner_of_address(request: HttpRequest, login: SocialLogin) -> User | None:
    """Whose account it opens by the address: only one that is proved, there and here. None where nobody has it."""
    address = next(iter(login.email_addresses), None)
    email = address.email.lower() if address else ""
    if not email or not User.objects.filter(Q(email__iexact=email) | Q(emailaddress__email=email)).exists():
        return None
    proved = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
    if not address.verified or proved is None:
        _answer(render(request, "accounts/discord_known.html", status=409))
    if not proved.user.is_active:
        _answer(redirect("account_inactive"))
    if connecting.connected(proved.user):
        raise Conflict(_("Another Discord account opens the account that has this address. "
                         "Log in with that one or with your password."))  # fmt: skip
    connecting.connect(user=proved.user, account=login.account)
    return proved.user


def _newcomer(request: HttpRequest, login: SocialLogin) -> User:
    """As the ordinary sign-up: who may, SIGNUP says."""
    if not may_sign_up(request, login.state.get("next") or ""):
        _answer(render(request, "account/signup_closed.html"))
    knocks.count(request, "signup")
    proved = next((one.email.lower() for one in login.email_addresses if one.verified), "")
    return connecting.sign_up(user=login.user, account=login.account, email=proved)


def _answer(response: HttpResponse) -> NoReturn:
    raise ImmediateHttpResponse(response)
