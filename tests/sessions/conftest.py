"""Rolls and pools that many tests begin with."""

import pytest
from django.db import transaction
from django.test import override_settings

from sessions.models import Check
from tests import dice as dice_module
from tests.sessions import campaign_files
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


@pytest.fixture(scope="session")
def exported(django_db_setup, django_db_blocker, tmp_path_factory) -> bytes:
    """The file of a campaign at another installation (campaign_files.py): here nothing of it is left."""
    folder = tmp_path_factory.mktemp("theirs")
    with django_db_blocker.unblock(), override_settings(MEDIA_ROOT=folder), transaction.atomic():
        dice_module.queue.real()
        campaign_files.far_from_here()
        scene = campaign_files.played()
        data = campaign_files.file_of(scene.campaign, scene.table.viewer("alicja"))
        transaction.set_rollback(True)
    return data
