"""Dice that fall as the test says. An ask beyond them fails the test, unless it opted into real dice."""

from __future__ import annotations

from collections import deque

from rules.dice import system_dice


class Dice:
    """`next(5, 7, 4)` lays out the coming faces, in the order in which they are thrown."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.faces: deque[int] = deque()
        self.asked: list[int] = []
        self.beyond: list[int] = []
        self.by_chance = False

    def next(self, *faces: int) -> None:
        self.faces.extend(faces)

    def real(self) -> None:
        """Let chance decide once the laid out faces are used up."""
        self.by_chance = True

    def throw(self, sides: int) -> int:
        self.asked.append(sides)
        if self.faces:
            return self.faces.popleft()
        if self.by_chance:
            return system_dice(sides)
        self.beyond.append(sides)
        raise AssertionError(f"nobody laid out a face for this die of {sides} sides: dice.next(...) or dice.real()")


queue = Dice()


def thrown(sides: int) -> int:
    """The DICE_SOURCE of the test settings."""
    return queue.throw(sides)
