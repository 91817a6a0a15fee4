"""A game is offered when its whole sheet can be shown, and refused otherwise wherever its key may come from."""

import dataclasses

import pytest

from caerbannog_site.errors import Refused
from rules import registry
from sessions.access import Viewer
from sessions.actions.campaigns import create_campaign
from sessions.forms import CampaignForm
from sheets import games
from sheets.actions.births import create_character
from sheets.life_forms import CharacterForm
from tests.cast import SYSTEM, UserFactory


class Strange:
    """Caerbannog with rows of a kind that no panel draws."""

    key = "strange"
    name = registry.system(SYSTEM).name

    def sheet(self):
        spec = registry.system(SYSTEM).sheet()
        return dataclasses.replace(spec, categories=(dataclasses.replace(spec.categories[0], kind="humour"),))


@pytest.fixture
def strange(monkeypatch):
    monkeypatch.setattr(registry, "SYSTEMS", (*registry.SYSTEMS, Strange()))


def test_what_can_be_shown_whole_is_offered_and_nothing_else(strange):
    assert SYSTEM in games.playable()
    assert "strange" in registry.systems()
    assert "strange" not in games.playable()
    for form in (CampaignForm(), CharacterForm(campaign=None, gm=False)):
        offered = {key for key, _name in form.fields["system"].choices}
        assert SYSTEM in offered
        assert "strange" not in offered


@pytest.mark.django_db
def test_a_game_that_cannot_be_shown_is_refused(strange):
    actor = Viewer(user_id=UserFactory().pk, language="en")
    for system in ("strange", "no such game"):
        with pytest.raises(Refused):
            create_campaign(actor=actor, name="x", system=system, gm_name="x")
        with pytest.raises(Refused):
            create_character(actor=actor, campaign=None, system=system, name="x")
    assert create_campaign(actor=actor, name="x", system=SYSTEM, gm_name="x")
    assert create_character(actor=actor, campaign=None, system=SYSTEM, name="x")
