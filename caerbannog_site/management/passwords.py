"""Passwords that a command gives somebody: typed at a terminal, or made."""

from __future__ import annotations

import secrets
import sys
from getpass import getpass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from caerbannog_site.accounts.models import User


def given(user: User) -> tuple[str, bool]:
    """A password for this person, and whether it was made and must be shown. Raises CommandError for a poor one."""
    if not sys.stdin.isatty():
        return secrets.token_urlsafe(12), True
    typed = getpass(f"A password for {user.username} (nothing: one is made): ")
    if not typed:
        return secrets.token_urlsafe(12), True
    if getpass("The same again: ") != typed:
        raise CommandError("These were two different passwords; nothing was changed.")
    try:
        validate_password(typed, user)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return typed, False
