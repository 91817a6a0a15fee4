"""Rolls and pools that many tests begin with."""

import pytest

from sessions.models import Check
from tests.sessions.actions.test_checks import roll
from tests.sessions.scenes import set_pool


@pytest.fixture
def charisma(table, dice) -> Check:
    """The example of Charisma: 4, 4 and 1 on k4 against 5, with a social bonus of 3."""
    dice.next(4, 4, 1)
    return roll(table, trait="charisma", difficulty=5).rolled


@pytest.fixture
def failure(table, dice) -> Check:
    """Athletics at -4: 1, 2, 5 on k6 against 6."""
    dice.next(1, 2, 5)
    return roll(table, trait="athletics", difficulty=6).rolled


@pytest.fixture
def pd(table):
    """Julio holds 3 PD, which bring 2; Rosalia 1, which brings 1."""
    set_pool(table.julio, 3, "experience")
    set_pool(table.rosalia, 1, "experience")
