"""A forecast from a sample of runs: for efforts, whose pools make too many places, and for too large a lattice."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias, TypeVar

from rules.challenges.chances import OUTCOMES, Forecast
from rules.challenges.hands import Result, Throw, test_damage
from rules.challenges.track import ENDS, START, Track, Worked

RUNS = 5000
EFFORT = -1  # the place of an effort among the faces
SPAN = 1 << 20  # more than any stage could count: sums that begin here stay above 0, where no ends are

Uniform: TypeAlias = Callable[[], float]  # numbers from 0 up to 1, such as random.Random(seed).random
Rows: TypeAlias = Worked[int, list[int]]  # where each face leads from a place
Ready: TypeAlias = tuple[list[float], list[int], list[int], Rows]  # of each face: its begin, price, damage, way
Run: TypeAlias = tuple[tuple[str, int], int, int]  # outcome and stage, damage, points spent
Key = TypeVar("Key", int, str)


def sample(track: Track, throws: Sequence[Throw], uniform: Uniform, pools: Sequence[int] = ()) -> Forecast:
    """RUNS runs of the challenge. `throws` lists the side and the results of each participant, `pools` what each may
    spend on heroic efforts; without them nobody spends anything.
    """
    sums = bool(pools) and _sums_alone(track)
    ready = [_throw(track, side, results, sums) for side, results in throws]
    if pools:
        runs = [_heroic_run(track, ready, uniform, list(pools)) for _ in range(RUNS)]
    else:
        runs = [_run(track, ready, uniform) for _ in range(RUNS)]
    return Forecast(
        dict.fromkeys(OUTCOMES, Fraction(0)) | _seen([ended[0] for ended, _, _ in runs]),
        _seen([ended[1] for ended, _, _ in runs]),
        _seen([damage for _, damage, _ in runs]),
        _seen([spent for _, _, spent in runs]),
        RUNS,
    )


def _seen(values: Sequence[Key]) -> dict[Key, Fraction]:
    counts = Counter(values)
    return {value: Fraction(counts[value], len(values)) for value in sorted(counts)}


def _throw(track: Track, side: int, results: Sequence[Result], sums: bool) -> Ready:
    """The faces of a throw, and that of an effort as the last one."""
    effort = Result(1, 0, Fraction(0), test_damage(track.spec, side, 1))
    counts, prices, _, hurts = map(list, zip(*results, effort, strict=True))
    begins = list(accumulate(float(result.chance) for result in results))[:-1]
    after = track.after[side]
    if sums:
        return begins, prices, hurts, Worked(lambda at: [at + counted for counted in counts])
    return begins, prices, hurts, Worked(lambda place: [after[place][counted] for counted in counts])


def _sums_alone(track: Track) -> bool:
    """Whether only the sum of a whole stage matters: then a run counts on within it, which is quicker than places."""
    return track.spec.kind == "breach" and not track.spec.opposed


def _run(track: Track, throws: Sequence[Ready], uniform: Uniform) -> Run:
    """One run in which nobody spends anything."""
    place, damage = START, 0
    for stage in range(1, track.horizon + 1):
        for begins, _, hurts, rows in throws:
            face = bisect(begins, uniform())
            damage += hurts[face]
            place = rows[place][face]
            if place < 0:
                return (ENDS[place], stage), damage + track.fixed, 0
        place, hurt = track.closed[stage][place]
        damage += hurt
        if place < 0:
            return (ENDS[place], stage), damage, 0
    return ("undecided", track.horizon), damage, 0


def _heroic_run(track: Track, throws: Sequence[Ready], uniform: Uniform, pools: list[int]) -> Run:
    """One run in which whoever fails makes an effort as long as their pool can pay it; damage lowers the pools too."""
    place, damage, spent, sums = START, 0, 0, _sums_alone(track)
    for stage in range(1, track.horizon + 1):
        begun = place
        if sums:
            place = SPAN
        for i, (begins, prices, hurts, rows) in enumerate(throws):
            face = bisect(begins, uniform())
            if prices[face] and prices[face] <= pools[i]:
                pools[i] -= prices[face]
                spent += prices[face]
                face = EFFORT
            place = rows[place][face]
            if hurts[face]:
                damage += hurts[face]
                pools[i] = max(pools[i] - hurts[face], 0)
            if place < 0:
                return (ENDS[place], stage), damage + track.fixed, spent
        if sums:
            place = track.after[0][begun][place - SPAN]
        place, hurt = track.closed[stage][place]
        damage += hurt
        if place < 0:
            return (ENDS[place], stage), damage, spent
        if track.fixed:
            pools[:] = [max(pool - track.spec.stake.amount, 0) for pool in pools]
    return ("undecided", track.horizon), damage, spent
