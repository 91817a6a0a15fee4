"""The one way to a roll: through the sheet that made it, if its row is visible; its owner and the GMs press."""

import pytest
from django.http import Http404

from caerbannog_site.errors import Forbidden
from sessions.access import Removed
from sessions.check_access import check_for, check_to_act_on, participant
from sessions.models import Campaign, Mode
from tests.cast import CharacterFactory
from tests.sessions.actions.test_checks import roll


@pytest.fixture(autouse=True)
def chance(dice):
    dice.real()


def tried(function, *arguments):
    try:
        function(*arguments)
    except (Http404, Forbidden) as refusal:
        return {Http404: 404, Removed: "removed"}.get(type(refusal), 403)
    return "ok"


@pytest.mark.parametrize(
    ("mode", "name", "look", "act"),
    [
        (Mode.PUBLIC, "bartek", "ok", "ok"),
        (Mode.PUBLIC, "alicja", "ok", "ok"),
        (Mode.PUBLIC, "celina", "ok", 403),
        (Mode.PUBLIC, "filip", "ok", 403),
        (Mode.PUBLIC, "henryk", "removed", "removed"),
        (Mode.PUBLIC, "daniel", 404, 404),
        (Mode.GM, "bartek", "ok", "ok"),
        (Mode.GM, "ewa", "ok", "ok"),
        (Mode.GM, "celina", 404, 404),
        (Mode.BLIND, "bartek", "ok", 403),
        (Mode.BLIND, "alicja", "ok", "ok"),
        (Mode.BLIND, "celina", 404, 404),
        (Mode.SELF, "bartek", "ok", "ok"),
        (Mode.SELF, "alicja", 404, 404),
    ],
)
def test_who_looks_at_a_roll_and_who_acts_on_it(table, mode, name, look, act):
    check = roll(table, mode=mode).rolled
    assert tried(check_for, table.people[name], check.token) == look
    assert tried(check_to_act_on, table.people[name], check.token) == act


def test_a_roll_that_is_not_there_is_not_found(table):
    with pytest.raises(Http404):
        check_for(table.alicja, "no-such-roll")


def test_a_placeholder_that_the_campaign_suppresses_is_not_found(table):
    check = roll(table, mode=Mode.BLIND).rolled
    Campaign.objects.filter(pk=table.campaign.pk).update(secret_placeholders=False)
    assert tried(check_for, table.bartek, check.token) == 404
    assert tried(check_for, table.alicja, check.token) == "ok"


def test_a_hidden_npcs_roll_is_found_by_the_gms_alone(table):
    check = roll(table, "alicja", table.shade, trait="stealth").rolled
    assert tried(check_for, table.celina, check.token) == 404
    assert tried(check_to_act_on, table.ewa, check.token) == "ok"


def test_nobody_acts_on_what_was_rolled_at_another_table(table):
    check = roll(table).rolled
    own = CharacterFactory(owner=table.bartek)
    table.julio.campaign, table.julio.channel = None, own.channel
    table.julio.save()
    assert tried(check_to_act_on, table.bartek, check.token) == 403


def test_one_acts_for_ones_own_character_that_takes_part(table):
    opened = check_to_act_on(table.bartek, roll(table).rolled.token)
    assert participant(opened, table.julio.token) == table.julio
    with pytest.raises(Http404):
        participant(opened, table.rosalia.token)
