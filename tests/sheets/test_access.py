"""The one way to a sheet, and what each reader may see and do there."""

import pytest
from django.http import Http404
from django.utils import timezone

from caerbannog_site.errors import Forbidden
from sessions.access import Removed
from sessions.models import Campaign
from sheets.access import name_of, need_edit, sheet_for
from sheets.models import Character
from tests.cast import CharacterFactory


def opened(table, name: str, character: Character):
    return sheet_for(table.people[name], character.token)


@pytest.mark.parametrize(
    ("name", "groups", "edit"),
    [
        ("bartek", "apbcd", True),
        ("alicja", "apbce", True),
        ("ewa", "apbce", True),
        ("celina", "apbc", False),
        ("gustaw", "apbc", False),
        ("filip", "a", False),
        ("iga", "a", False),
    ],
)
def test_a_players_sheet(table, name, groups, edit):
    rights = opened(table, name, table.julio).rights
    assert (rights.groups, rights.edit, rights.owner) == (groups, edit, name == "bartek")


@pytest.mark.parametrize(("sheet_view", "groups"), [("full", "apbc"), ("pools", "ap"), ("names", "a")])
def test_the_campaign_says_what_players_see_of_each_other(table, sheet_view, groups):
    Campaign.objects.filter(pk=table.campaign.pk).update(sheet_view=sheet_view)
    assert opened(table, "celina", table.julio).rights.groups == groups
    assert opened(table, "bartek", table.julio).rights.groups == "apbcd"
    assert opened(table, "alicja", table.julio).rights.groups == "apbce"


@pytest.mark.parametrize(("name", "groups"), [("alicja", "apbce"), ("bartek", "a"), ("filip", "a")])
def test_a_known_npc_is_the_gms_sheet_and_a_face_to_the_others(table, name, groups):
    rights = opened(table, name, table.guard).rights
    assert (rights.groups, rights.edit) == (groups, name == "alicja")


@pytest.mark.parametrize("name", ["bartek", "celina", "gustaw", "filip", "iga", "daniel"])
def test_a_hidden_npc_is_not_there(table, name):
    with pytest.raises(Http404):
        opened(table, name, table.shade)


def test_a_gm_who_plays_sees_the_private_notes_of_their_own_sheet(table):
    own = CharacterFactory(owner=table.ewa, campaign=table.campaign)
    assert opened(table, "ewa", own).rights.groups == "apbcde"
    assert opened(table, "alicja", own).rights.groups == "apbce"


def test_a_spectator_reads_their_own_sheet_and_does_not_write_it(table):
    own = CharacterFactory(owner=table.filip, campaign=table.campaign)
    rights = opened(table, "filip", own).rights
    assert (rights.groups, rights.edit) == ("apbcd", False)


def test_a_stranger_finds_no_sheet_and_a_former_member_is_told_so(table):
    with pytest.raises(Http404):
        opened(table, "daniel", table.julio)
    with pytest.raises(Removed):
        opened(table, "henryk", table.julio)
    with pytest.raises(Http404):
        sheet_for(table.bartek, "no-such-sheet")


def test_a_sheet_at_no_table_is_its_owners_alone(table):
    alone = CharacterFactory(owner=table.bartek)
    rights = opened(table, "bartek", alone).rights
    assert (rights.groups, rights.edit, rights.owner) == ("apbcd", True, True)
    assert opened(table, "bartek", alone).viewer.channel_id == alone.channel_id
    for name in ("alicja", "celina", "daniel"):
        with pytest.raises(Http404):
            opened(table, name, alone)


@pytest.mark.parametrize("name", ["bartek", "alicja"])
@pytest.mark.parametrize("model", [Campaign, Character])
def test_what_is_archived_is_read_and_not_written(table, name, model):
    model.objects.update(archived_at=timezone.now())
    found = opened(table, name, table.julio)
    assert "b" in found.rights.groups
    with pytest.raises(Forbidden):
        need_edit(found)


@pytest.mark.parametrize(("name", "read"), [("alicja", "Cień"), ("bartek", "a stranger in grey")])
def test_a_hidden_npc_goes_by_its_alias(table, name, read):
    assert name_of(table.shade, table.viewer(name)) == read


def test_without_an_alias_it_is_three_question_marks(table):
    table.shade.alias = ""
    assert name_of(table.shade, table.viewer("celina")) == "???"
    assert name_of(None, table.viewer("celina")) == ""
