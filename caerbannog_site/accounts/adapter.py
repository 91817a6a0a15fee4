"""allauth's door, with our words about who may come in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

GUEST = "guest-"
SAID = {
    "account/messages/password_changed.txt": _("The password is changed."),
    "account/messages/password_set.txt": _("The password is set."),
}


class AccountAdapter(DefaultAccountAdapter):
    """Accounts need no mail server, so nothing here sends any."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Names of guests are made by us; nobody may look like one."""
        if username.casefold().startswith(GUEST):
            raise ValidationError(_("Names that begin with “guest-” are for guests."))
        return super().clean_username(username, shallow)

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
        if said := SAID.get(message_template or ""):
            messages.add_message(request, level, said)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")
