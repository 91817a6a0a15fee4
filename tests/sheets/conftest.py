"""Hands on Julio's sheet."""

import pytest

from sheets.actions import counters, edit
from sheets.actions.undo import undo


@pytest.fixture
def hand_of(table, julio):
    """hand_of(who) does things to Julio's sheet as that person."""

    class Hand:
        def __init__(self, who: str) -> None:
            self.options = {"actor": table.viewer(who), "character": julio}

        def counter(self, key: str, typed: str):
            return counters.change_counter(key=key, typed=typed, **self.options)

        def field(self, target: str, name: str, value):
            return edit.set_field(target=target, name=name, value=value, **self.options)

        def undo(self, entry, **more):
            return undo(token=entry.token, **self.options, **more)

    return Hand
