"""The rules alone: one check of each game, the chances of a test (beside icepool's) and of a challenge."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from bench import world
from bench.report import Line, at_most, shown

PEOPLE = 4


def run() -> list[Line]:
    return [*_checks(), *_odds(), *_pools(), *_forecasts()]


def timed(call: Callable[[], object], rounds: int, batch: int = 1) -> float:
    """The median microseconds of one call, on this thread's own clock: others on the machine don't count."""
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        for _ in range(batch):
            call()
        times.append((time.thread_time() - began) / batch * 1e6)
    return statistics.median(times)


def _scene(people: int = 1):
    from rules import dice, registry
    from rules.values import CheckRequest, Counter, Participant, Sheet, Trait, TraitUse

    system = registry.system(world.SYSTEM)
    sheets = {
        who: Sheet(who, {"inquiry": Trait("inquiry", "skill", "social", 2)}, {"social": 2}, {"momentum": Counter(3)})
        for who in range(1, people + 1)
    }
    roles = ("initiator", *["helper"] * (people - 1))
    participants = tuple(
        Participant(who, role, (TraitUse("inquiry"),)) for who, role in zip(sheets, roles, strict=True)
    )
    request = CheckRequest(participants, 3, tables=system.tables({}))
    return system, request, sheets, dice.throw(system.plan(request, sheets), dice.system_dice)


def _checks() -> list[Line]:
    """The fastest of 50 batches: what the code takes when nobody else is on the machine."""
    from rules import dice, registry
    from rules.values import CheckRequest, Participant, Sheet, TraitUse

    lines = []
    for key, system in registry.systems().items():
        trait = next(spec for category in system.sheet().categories for spec in (*category.printed, *category.offered))
        flags = frozenset(flag for flag, _label in system.sheet().flags)
        sheets = {1: Sheet(1, {}, flags=flags)}
        difficulty = 1 if system.difficulties(system.tables({})) else None
        one = (Participant(1, "initiator", (TraitUse(trait.key),)),)
        request = CheckRequest(one, difficulty, tables=system.tables({}))
        thrown = dice.throw(system.plan(request, sheets), dice.system_dice)
        batches = [timed(lambda: system.check(request, sheets, thrown), 1, 100) for _ in range(50)]  # noqa: B023
        middle = f"the median {shown(statistics.median(batches))} us"
        lines.append(at_most(f"one check, {key}", min(batches), 50, " us", middle))
    return lines


def _odds() -> list[Line]:
    import icepool

    from rules import odds

    def ours(sides: tuple[int, ...]) -> None:
        odds._kept_die.cache_clear()
        odds.kept_die(sides, len(sides) // 2)

    lines = []
    for sides in ((8, 8, 8), (4, 6, 8, 10, 12)):
        own, oracle = [], []
        for _ in range(20):  # turn by turn
            own.append(timed(lambda sides=sides: ours(sides), 1))
            oracle.append(timed(lambda sides=sides: icepool.Pool([icepool.d(n) for n in sides])[len(sides) // 2], 1))
        mine, theirs = statistics.median(own), statistics.median(oracle)
        named = ", ".join(f"k{n}" for n in sides)
        lines.append(Line(f"exact chances of the middle of {named}, nothing cached", f"{shown(mine)} us",
                          f"icepool {shown(theirs)} us"))  # fmt: skip
    system, request, sheets, _ = _scene(4)
    odds._kept_die.cache_clear()
    cold = timed(lambda: system.odds(request, sheets), 1) / 1000
    warm = timed(lambda: system.odds(request, sheets), 20) / 1000
    return [*lines, at_most("odds of a group test of four", cold, 100, " ms", f"again: {shown(warm)} ms")]


def _pools() -> list[Line]:
    """Fifteen d10s, with 1s that cancel successes, beside icepool's sum of as many dice."""
    import icepool

    from rules import registry
    from rules.values import CheckRequest, Modifier, Participant, Sheet, Trait, TraitUse

    system = registry.system("d10_pool")
    sheets = {1: Sheet(1, {"agility": Trait("agility", "attribute", "attributes", 5)})}
    one = (Participant(1, "initiator", (TraitUse("agility"),)),)
    request = CheckRequest(one, 1, modifiers=(Modifier(10),), tables=system.tables({}))
    cold = timed(lambda: system.odds(request, sheets), 1) / 1000
    warm = timed(lambda: system.odds(request, sheets), 20) / 1000
    oracle = timed(lambda: 15 @ icepool.Die([-1, *[0] * 6, 1, 1, 2]), 20) / 1000
    beside = f"again: {shown(warm)} ms; icepool, a plain signed sum: {shown(oracle)} ms"
    return [Line("odds of 15 d10s, some of which cancel others", f"{shown(cold)} ms", beside)]


def _forecasts() -> list[Line]:
    """Each printed challenge, as it is redrawn while a game master drags the difficulty."""
    import random

    from rules.challenges.forecast import forecast
    from rules.challenges.hands import hand
    from rules.challenges.templates import TEMPLATES

    system, request, sheets, _ = _scene()
    lines = []
    for one in TEMPLATES:
        spec = one.for_party(PEOPLE if one.spec.group else 1)
        difficulty = spec.difficulty or 0
        odds = system.odds(replace(request, difficulty=difficulty), sheets)
        hands = [hand(who, odds, difficulty, pool=10) for who in range(PEOPLE if spec.group else 1)]
        took = [
            timed(lambda: forecast(spec, hands, random.Random(1).random, heroic), 5) / 1000  # noqa: B023
            for heroic in (False, True)
        ]
        beside = f"{shown(took[0])} ms where nobody spends, {len(hands)} in it"
        lines.append(at_most(f"forecast of {one.key}, with heroic efforts", took[1], 100, " ms", beside))
    return lines
