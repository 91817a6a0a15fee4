"""manage.py host: make somebody a host of this installation, the first one too. Safe to run twice."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations

from caerbannog_site.accounts.models import User
from caerbannog_site.management import passwords


class Command(BaseCommand):
    help = "Makes this person a host, who opens tables where CAMPAIGNS=hosts; an account too, where there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the username")
        parser.add_argument("--remove", action="store_true", help="a host no more; the account stays")

    @no_translations  # what it says is English, refusals of names and passwords too
    def handle(self, *args: Any, name: str, remove: bool, **options: Any) -> None:
        if not name:
            raise CommandError("Say who, for example: make host NAME=alicja")
        user = User.objects.filter(username__iexact=name).first()
        if user is None and not remove:
            self._make(name)
        elif user is None or user.is_guest:
            raise CommandError(f"Nobody with an account is called {name}.")
        elif user.is_staff is not remove:
            self.stdout.write(f"{user.username} is {'no host' if remove else 'a host'} already.")
        else:
            User.objects.filter(pk=user.pk).update(is_staff=not remove)
            self.stdout.write(f"{user.username} is {'a host no more' if remove else 'a host now'}.")

    def _make(self, name: str) -> None:
        try:
            user = User(username=get_adapter().clean_username(name), is_staff=True)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        password, made = passwords.given(user)
        user.set_password(password)
        user.save()
        self.stdout.write(f"{user.username} has an account and is a host now.")
        if made:
            self.stdout.write(f"The password: {password}")
