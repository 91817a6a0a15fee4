"""manage.py password: a way back in for somebody who has forgotten theirs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations
from django.db.models import Q

from caerbannog_site import hosts
from caerbannog_site.accounts.adapter import reset_path
from caerbannog_site.accounts.models import User
from caerbannog_site.accounts.proofs import HandedTokens
from caerbannog_site.management import passwords
from caerbannog_site.management.databases import need_table


class Command(BaseCommand):
    help = (
        "Prints a link with which this person sets a new password, once and within three days; or sets one (--set)."
        " With the new password every log-in and every live page with the old one ends."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the username, or the e-mail address")
        parser.add_argument("--set", action="store_true", help="ask for a password, or make one, instead of a link")

    @no_translations  # what it says is English, refusals of names and passwords too
    def handle(self, *args: Any, name: str, set: bool, **options: Any) -> None:
        if not name:
            raise CommandError("Say whose, for example: make password NAME=alicja")
        need_table()
        user = _found(name)
        if set:
            self._set(user)
        else:
            key = f"{user_pk_to_url_str(user)}-{HandedTokens().make_token(user)}"
            self.stdout.write(f"For {user.username}, once and within three days:\n{_address()}{reset_path(key)}")

    def _set(self, user: User) -> None:
        password, made = passwords.given(user)
        user.set_password(password)
        user.save(update_fields=["password"])
        self.stdout.write(f"{user.username} has a new password{f': {password}' if made else '.'}")


def _found(name: str) -> User:
    people = User.objects.filter(is_guest=False, is_active=True)
    user = people.filter(Q(username__iexact=name) | Q(email__iexact=name)).first()
    if user is None:
        raise CommandError(f"Nobody with an account is called {name}. (A guest gets a link from the game master.)")
    return user


def _address() -> str:
    """What the link begins with, as the serving process listens (HOST, PORT) where there is no PUBLIC_URL."""
    if settings.PUBLIC_URL:
        return urljoin(settings.PUBLIC_URL, "/").rstrip("/")
    host, port = settings.LISTENS_ON
    here = next(iter(hosts.lan_addresses()), "127.0.0.1") if host in hosts.EVERYWHERE else host
    return f"http://{here}:{port}"
