"""The table that is measured: a game master, a co-GM, players with sheets, people who only watch.

`python -m bench.world PLAYERS WATCHERS` fills the database of the environment and prints the world as JSON.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from bench.places import ROOT

if TYPE_CHECKING:
    from sessions.models import Campaign
    from sheets.models import Character

SYSTEM = "caerbannog_2026"
CSRF = "c" * 32
TRAITS = ("inquiry", "charisma", "stealth", "athletics", "perception")


@dataclass
class World:
    """`cookies` of people by name; `sheets` are the tokens of the players' characters by the player's name."""

    campaign: str
    cookies: dict[str, str] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)

    def pages(self, count: int) -> list[tuple[str, str]]:
        """(path of the stream, cookie) of `count` open pages, the most typical ones first."""
        table = f"/c/{self.campaign}/live/"
        players = list(self.sheets)
        watchers = [name for name in self.cookies if name not in (*players, "gm", "co_gm")]
        typical = [
            (table, "gm"), *((f"/s/{self.sheets[name]}/live/", name) for name in players[:4]),
            (table, players[0]), *((table, name) for name in watchers[:2]), (table, "co_gm"),
            *((f"/s/{self.sheets[name]}/live/", name) for name in players[4:]),
            *((table, name) for name in (*players[1:], *watchers[2:])),
        ]  # fmt: skip
        assert count <= len(typical), f"only {len(typical)} pages"
        return [(path, self.cookies[name]) for path, name in typical[:count]]


def made(env: dict[str, str], players: int = 6, watchers: int = 4) -> World:
    """A new world in the database of this environment, made by a process of its own."""
    command = [sys.executable, "-m", "bench.world", str(players), str(watchers)]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return World(**json.loads(done.stdout.splitlines()[-1]))


def build(players: int, watchers: int) -> World:
    """The same in this process, where Django is set up."""
    from sessions.models import Campaign, Channel, Role

    campaign = Campaign.objects.create(name="Bench", system=SYSTEM, channel=Channel.objects.create())
    world = World(campaign.token)
    seat(world, campaign, "gm", Role.GM)
    seat(world, campaign, "co_gm", Role.CO_GM)
    for number in range(players):
        owner = seat(world, campaign, f"player{number}", Role.PLAYER)
        world.sheets[f"player{number}"] = hero(campaign, owner, f"Hero {number}").token
    for number in range(watchers):
        seat(world, campaign, f"watcher{number}", Role.SCREEN if number == 1 else Role.SPECTATOR)
    return world


def seat(world: World, campaign: Campaign, name: str, role: str) -> Any:
    from django.test import Client

    from caerbannog_site.accounts.models import User
    from sessions.models import Seat

    person = User.objects.create(username=f"{name}-{campaign.pk}", language="en" if name.endswith("2") else "pl")
    Seat.objects.create(campaign=campaign, user=person, role=role, name=name)
    client = Client()
    client.force_login(person)
    world.cookies[name] = f"sessionid={client.cookies['sessionid'].value}; csrftoken={CSRF}"
    return person


def hero(campaign: Campaign, owner: Any, name: str) -> Character:
    """A sheet of a person who has played for a while."""
    from rules.registry import system
    from sheets.models import Bonus, Character, Counter, Item, Trait

    character = Character.objects.create(
        owner=owner, campaign=campaign, channel_id=campaign.channel_id, system=SYSTEM, name=name, concept="Measured"
    )
    homes = {spec.key: category.key for category in system(SYSTEM).sheet().categories for spec in category.printed}
    Trait.objects.bulk_create(
        Trait(character=character, kind="skill", category=homes[key], key=key, level=2) for key in TRAITS
    )
    bonuses = {homes[key] for key in TRAITS}
    Bonus.objects.bulk_create(Bonus(character=character, category=category, value=2) for category in bonuses)
    Counter.objects.create(character=character, key="momentum", current=5)
    Item.objects.create(character=character, name="Rope")
    return character


def add_own_skills(character: Character, count: int) -> None:
    """Rows of its own, beside the printed ones."""
    from sheets.models import Trait

    Trait.objects.bulk_create(
        Trait(character=character, kind="skill", category="specialist", name=f"Craft {number}", level=1)
        for number in range(count)
    )


def token() -> str:
    """The key of one press."""
    return secrets.token_urlsafe(12)


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(build(*(int(one) for one in sys.argv[1:])))))
