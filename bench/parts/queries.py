"""How many queries a page, a press and a live frame take, at a small table and at a large one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench import world
from bench.log_world import fill
from bench.places import django_here, signed_in
from bench.report import Line

SMALL = {"skills": 5, "entries": 50, "players": 3}
LARGE = {"skills": 40, "entries": 5_000, "players": 12}


@dataclass
class Place:
    campaign: Any
    hero: Any
    world: world.World
    client: Any

    def post(self, path: str, **data: object) -> Any:
        page = f"http://127.0.0.1/s/{self.hero.token}/"
        answer = self.client.post(path, data, headers={"HX-Request": "true", "HX-Current-URL": page})
        assert answer.status_code == 200, (path, answer.status_code, answer.content[:300])
        return answer


def run() -> list[Line]:
    django_here()
    small, large = dict(_counts(_place(**SMALL))), dict(_counts(_place(**LARGE)))
    sizes = ", ".join(f"{SMALL[key]} or {LARGE[key]} {key}" for key in SMALL)
    return [Line(what, f"{small[what]} and {large[what]}", sizes if number == 0 else "", "constant",
                 small[what] == large[what]) for number, what in enumerate(small)]  # fmt: skip


def _place(skills: int, entries: int, players: int) -> Place:
    from sessions.models import Campaign
    from sheets.models import Character

    made = world.build(players, 2)
    campaign = Campaign.objects.get(token=made.campaign)
    hero = Character.objects.select_related("campaign").get(token=made.sheets["player0"])
    world.add_own_skills(hero, skills)
    fill(campaign, hero, entries)
    return Place(campaign, hero, made, signed_in(made.cookies["player0"]))


def _counts(place: Place) -> Iterator[tuple[str, int]]:
    sheet, table = f"/s/{place.hero.token}/", f"/c/{place.campaign.token}/"
    for _warm in range(2):
        found = [
            ("sheet page", _queries(lambda: place.client.get(sheet))),
            ("table page", _queries(lambda: place.client.get(table))),
            ("skills panel", _queries(lambda: place.client.get(f"{sheet}panel/skills/"))),
            ("stream's request", _queries(lambda: place.client.get(f"{table}live/"))),
            ("roll without a gain", _queries(lambda: _roll(place, "1 2 3"))),
            ("roll with a gain", _queries(lambda: _roll(place, "8 2 3"))),
        ]
        found.append(("boost", _queries(lambda: _boost(place))))
        found += _frames(place)
    yield from found


def _roll(place: Place, faces: str) -> Any:
    return place.post(f"/s/{place.hero.token}/roll/", traits="inquiry", difficulty=2, faces=faces, once=world.token())


def _boost(place: Place) -> Any:
    from sessions.models import Check

    check = Check.objects.filter(channel=place.campaign.channel_id).order_by("-id").first()
    data = {"kind": "boost", "who": place.hero.token, "expect": 0, "once": world.token()}
    return place.post(f"/r/{check.token}/follow/", **data)


def _frames(place: Place) -> list[tuple[str, int]]:
    """One entry (the boost) as the hub draws it for each kind of audience, by the grants that their pages get."""
    from caerbannog_site.http import GRANT_HEADER
    from sessions.feed import Source, read_grant

    source = Source()
    newest = source.newest(place.campaign.channel_id)
    [entry] = source.fetch(place.campaign.channel_id, newest - 1, 1)
    sheet, table = f"/s/{place.hero.token}/live/", f"/c/{place.campaign.token}/live/"
    found = []
    for what, name, path in (
        ("frame: the roller's sheet", "player0", sheet),
        ("frame: the GM's table", "gm", table),
        ("frame: another player's table", "player1", table),
    ):
        answer = signed_in(place.world.cookies[name]).get(path)
        audience = source.audience(entry, read_grant(answer.headers[GRANT_HEADER])[1])
        found.append((what, _queries(lambda audience=audience: source.render(entry, audience))))
    return found


def _queries(call: Callable[[], Any]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        answer = call()
    assert getattr(answer, "status_code", 200) in (200, 204), answer
    return len(caught)
