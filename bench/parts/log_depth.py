"""How long the table's page takes with a log of 10,000 entries, beside one of 100; the log's older rows too."""

from __future__ import annotations

import statistics
import time

from bench import world
from bench.log_world import fill
from bench.places import django_here, signed_in
from bench.report import Line, at_most, shown

FEW, MANY, ROUNDS = 100, 10_000, 12


def run() -> list[Line]:
    django_here()
    short, long = _table(FEW), _table(MANY)
    lines = []
    for what, path in (("the table's page", "/c/{0}/"), ("older rows", "/c/{0}/log/?before={1}")):
        times: dict[int, list[float]] = {FEW: [], MANY: []}
        for number in range(ROUNDS):
            for depth, (client, token, middle) in ((FEW, short), (MANY, long)):
                began = time.thread_time()
                answer = client.get(path.format(token, middle))
                assert answer.status_code == 200
                if number > 1:
                    times[depth].append((time.thread_time() - began) * 1000)
        few, many = statistics.median(times[FEW]), statistics.median(times[MANY])
        beside = f"{shown(many)} ms beside {shown(few)} ms of CPU"
        lines.append(at_most(f"{what}: a log of {MANY:,} to one of {FEW}", many / few, 1.2, "x", beside))
    return lines


def _table(entries: int):
    """(a signed-in client, the campaign's token, the token of an entry in the middle of the log)"""
    from sessions.models import Campaign
    from sheets.models import Character

    made = world.build(3, 1)
    campaign = Campaign.objects.get(token=made.campaign)
    fill(campaign, Character.objects.select_related("campaign").get(token=made.sheets["player0"]), entries)
    middle = campaign.channel.entries.order_by("seq")[entries // 2 + 10].token  # a full page lies before both
    return signed_in(made.cookies["player1"]), made.campaign, middle
