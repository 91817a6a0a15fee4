"""An exact forecast: each test spreads the ways of a challenge over the places of its track.

Ways are counted in whole numbers, so nothing is rounded. A place holds its ways apart by the damage taken so far: one
int, whose digits (`width` bits each) count the ways with damage 0, 1, 2 ...; a test that hurts by 2 shifts them by
two digits. That keeps damage out of the places, and so their number small.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm, prod

from rules.challenges.chances import OUTCOMES, Forecast
from rules.challenges.hands import Result, Throw
from rules.challenges.track import ENDS, START, Track

WORK = 200_000  # steps, and words of their digits, up to which a lattice is drawn
PLACE = 60  # steps that it takes to find a new place and what comes after it


class TooLarge(Exception):
    """So large a lattice takes longer than looking at a sample."""


class Lattice:
    """The ways through a challenge whose participants throw one after another in each stage.

    `throws` lists the side and the results of each of them.
    """

    def __init__(self, track: Track, throws: Sequence[Throw]) -> None:
        self._track = track
        self._scales = [lcm(*(result.chance.denominator for result in results)) for _, results in throws]
        self._total = prod(self._scales) ** track.horizon
        self._width = -(-self._total.bit_length() // 8) * 8  # whole bytes, in which even all the ways have room
        self._throws = [
            (side, scale, self._faces(results, scale))
            for (side, results), scale in zip(throws, self._scales, strict=True)
        ]
        self._ended: defaultdict[tuple[str, int], int] = defaultdict(int)

    def draw(self) -> Forecast:
        """The exact forecast. Raises TooLarge."""
        track = self._track
        ways, left, steps = {START: 1}, self._total, 0
        for stage in range(1, track.horizon + 1):
            for side, scale, faces in self._throws:
                steps += len(faces) * sum(1 + way.bit_length() // 2048 for way in ways.values())
                if steps + PLACE * track.places > WORK:
                    raise TooLarge
                left //= scale
                ways = _tested(track.after[side], faces, ways)
                self._end(ways, stage, left, track.fixed * self._width)
            ways = self._closed(stage, ways)
            self._end(ways, stage, left)
        self._ended["undecided", track.horizon] = sum(ways.values())
        return self._forecast()

    def _faces(self, results: Sequence[Result], scale: int) -> list[tuple[int, int, int]]:
        """What each result counts, its ways, and the shift that its damage makes."""
        ways: Counter[tuple[int, int]] = Counter()
        for result in results:
            ways[result.counted, result.hurt] += int(result.chance * scale)
        return [(counted, way, self._width * hurt) for (counted, hurt), way in ways.items()]

    def _closed(self, stage: int, ways: Mapping[int, int]) -> dict[int, int]:
        following: defaultdict[int, int] = defaultdict(int)
        closed = self._track.closed[stage]
        for place, way in ways.items():
            after, damage = closed[place]
            following[after] += way << damage * self._width
        return following

    def _end(self, ways: dict[int, int], stage: int, left: int, shift: int = 0) -> None:
        """Take the ends out of the ways: each stands for the `left` ways in which it might have gone on."""
        for place in [place for place in ways if place < 0]:
            self._ended[ENDS[place], stage] += (ways.pop(place) << shift) * left

    def _forecast(self) -> Forecast:
        outcomes, stages = dict.fromkeys(OUTCOMES, 0), dict.fromkeys(range(1, self._track.horizon + 1), 0)
        for (outcome, stage), way in self._ended.items():
            outcomes[outcome] += way
            stages[stage] += way
        damage = self._digits(sum(self._ended.values()))
        return Forecast(
            {outcome: Fraction(sum(self._digits(way)), self._total) for outcome, way in outcomes.items()},
            {stage: Fraction(sum(self._digits(way)), self._total) for stage, way in stages.items() if way},
            {amount: Fraction(way, self._total) for amount, way in enumerate(damage) if way},
            {0: Fraction(1)},
        )

    def _digits(self, way: int) -> list[int]:
        step = self._width // 8
        raw = way.to_bytes(-(-way.bit_length() // self._width) * step, "little")
        return [int.from_bytes(raw[i : i + step], "little") for i in range(0, len(raw), step)]


def _tested(
    after: Mapping[int, Mapping[int, int]], faces: Sequence[tuple[int, int, int]], ways: Mapping[int, int]
) -> dict[int, int]:
    following: defaultdict[int, int] = defaultdict(int)
    for place, way in ways.items():
        row = after[place]
        for counted, number, shift in faces:
            following[row[counted]] += way * number << shift
    return following
