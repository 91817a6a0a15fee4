"""allauth's door, with our words about who may come in."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urljoin, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.urls import get_script_prefix, resolve, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from caerbannog_site import hosts
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import TooOften
from sessions.door_access import NoInvitation
from sessions.invitation_access import invitation_at

logger = logging.getLogger(__name__)
GUEST = "guest-"
SAID = {
    "account/messages/password_changed.txt": _("The password is changed."),
    "account/messages/password_set.txt": _("The password is set."),
    "mfa/messages/webauthn_added.txt": _("The passkey is here. It opens the door without a password."),
    "mfa/messages/webauthn_removed.txt": _("This passkey opens nothing any more."),
}


class AccountAdapter(DefaultAccountAdapter):
    """Mail is for forgotten passwords alone, where there is a server for it."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("The name or the password is wrong."),
        "email_password_mismatch": _("The address or the password is wrong."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return may_sign_up(request, request.POST.get("next") or request.GET.get("next", ""))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Names of guests are made by us; nobody may look like one."""
        if username.casefold().startswith(GUEST):
            raise ValidationError(_("Names that begin with “guest-” are for guests."))
        return super().clean_username(username, shallow)

    def get_client_ip(self, request: HttpRequest) -> str:
        return hosts.client_of(request)

    def is_safe_url(self, url: str) -> bool:
        """What cannot be read as an address leads nowhere."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Too many wrong passwords, of this address or for this account: nobody is let in for a while."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise TooOften from error

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """One account is one, by name or by e-mail and whatever host the request names (allauth's own key differs)."""
        login = (credentials.get("email") or credentials.get("username") or "").lower()
        named = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login)).order_by("pk")
        return f"{named.values_list('pk', flat=True).first() or login}"

    def get_reset_password_from_key_url(self, key: str) -> str:
        """At PUBLIC_URL, which mail needs: never at whatever host a request named."""
        return urljoin(settings.PUBLIC_URL, reset_path(key))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that fails is the host's trouble: whoever asked is told the same as ever."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("a mail could not be sent")

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Who signs up goes on in the language in which they came."""
        user.language = get_language() or user.language
        return super().save_user(request, user, form, commit)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Only what the next page doesn't show by itself is worth a notice."""
        if said := SAID.get(message_template or "", kwargs.get("message")):
            messages.add_message(request, level, said)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")


def reset_path(key: str) -> str:
    """Where a password is set anew with this one-time key (`uid-token`)."""
    uid, _dash, token = key.partition("-")
    return reverse("account_reset_password_from_key", args=[uid, token])


def may_sign_up(request: HttpRequest, wanted: str) -> bool:
    """Where one needs an invitation, one comes from its page and goes back there: `wanted` names it."""
    if settings.SIGNUP == "invited":
        return _comes_invited(request, wanted)
    return settings.SIGNUP == "open"


def _comes_invited(request: HttpRequest, wanted: str) -> bool:
    try:
        match = resolve("/" + urlsplit(wanted).path.removeprefix(get_script_prefix()))
        return match.url_name == "join_code" and bool(invitation_at(request, match.kwargs["code"]))
    except (Http404, NoInvitation, ValueError):
        return False
