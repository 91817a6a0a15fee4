"""A playable table with the fixed cast, for a first look. Safe to run twice; prints passwords and links."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urljoin

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet
from django.urls import reverse

from sessions import demo_table
from sessions.models import Campaign, Invitation, Seat

CAST = {"alicja": "Alicja", "bartek": "Bartek", "celina": "Celina"}


class Command(BaseCommand):
    help = "Makes a playable table in Polish with Alicja (game master), Bartek and Celina (players)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--force",
            action="store_true",
            help="make the demo beside other people's accounts, and take over those called alicja, bartek and celina:"
            " their passwords are replaced",
        )
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="the address that links begin with")

    def handle(self, *args: Any, force: bool, url: str, **options: Any) -> None:
        campaign = _own_campaign()
        if not force:
            _refuse_to_harm(campaign)
        passwords = {username: secrets.token_urlsafe(9) for username in CAST}
        users = {username: self._person(username, passwords[username]) for username in CAST}
        self._tell(campaign or demo_table.make(users), passwords, url)

    def _person(self, username: str, password: str) -> Any:
        """The person with a new password: a second run is also the way to get forgotten ones back."""
        user, _made = get_user_model().objects.get_or_create(
            username=username, defaults={"display_name": CAST[username]}
        )
        user.set_password(password)
        user.save()
        return user

    def _tell(self, campaign: Campaign, passwords: dict[str, str], url: str) -> None:
        self.stdout.write(f"\n{campaign.name}\n  {urljoin(url, reverse('table', args=[campaign.token]))}\n")
        self.stdout.write("  The table speaks Polish; people choose English under “Więcej”, “Profil”.\n")
        for username, password in passwords.items():
            role = "game master" if username == "alicja" else "player"
            self.stdout.write(f"  {username:8} {password:14} {role}")
        if invitation := Invitation.objects.open().filter(campaign=campaign).first():
            link = urljoin(url, reverse("join_code", args=[invitation.code]))
            self.stdout.write(f"\nInvitation (no account needed)\n  {link}\n")
        else:
            self.stdout.write("\nThe invitation is closed; alicja can make a new one on the page of the people.\n")


def _own_campaign() -> Campaign | None:
    """The table that an earlier run made: the whole cast has seats there."""
    found: QuerySet[Campaign] = Campaign.objects.filter(name=demo_table.NAME)
    for username in CAST:
        found = found.filter(seats__user__username=username)
    return found.first()


def _refuse_to_harm(campaign: Campaign | None) -> None:
    people = get_user_model().objects
    seated = Seat.objects.filter(campaign=campaign).values("user")
    same_name = people.filter(username__in=CAST).exclude(pk__in=seated).order_by("username")
    if names := ", ".join(same_name.values_list("username", flat=True)):
        raise CommandError(
            f"Somebody here is already called so: {names}. The demo would replace their passwords."
            " Use --force (make demo FORCE=1) if these accounts may be taken over."
        )
    if campaign is None and people.exclude(username__in=CAST).exists():
        raise CommandError(
            "Other people have accounts here. Use --force (make demo FORCE=1) to add the demo table all the same."
        )
