"""A campaign goes for good: by its head alone, who types its name; players keep their sheets."""

import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions import feed
from sessions.actions import campaigns, checks, handing_over, scenes
from sessions.actions import table as talk
from sessions.actions.deleting import delete_campaign
from sessions.actions.scenes import Joining, Plan
from sessions.models import Campaign, Channel, LogEntry, Role, Scene, Seat
from sessions.screens import TABLE, Screen
from sheets import portraits
from sheets.access import sheet_for
from sheets.actions import edit, portrait
from sheets.models import Character, Note
from tests import raw
from tests.cast import CampaignFactory, NpcFactory, SeatFactory
from tests.sessions.actions.test_checks import request_of
from tests.sheets.pictures import picture

CANARY = "Canarsecretus"


def delete(table, by: str = "alicja", name: str = "The Killer Rabbit") -> None:
    delete_campaign(actor=table.viewer(by), campaign=table.campaign, name=name)


def play(table) -> None:
    """Something in every corner of the campaign."""
    alicja = table.viewer("alicja")
    talk.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=CANARY)
    scenes.open_scene(actor=alicja, campaign=table.campaign, plan=Plan("combat"), title=CANARY,
                      people=[Joining(table.julio), Joining(table.guard, "enemies")])  # fmt: skip
    request = request_of(table.julio, "inquiry", difficulty=2)
    checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request)
    for who in (table.guard, table.julio):
        edit.set_field(actor=alicja, character=who, target=f"note:={Note.Kind.GM}", name="text", value=CANARY)


def test_everything_of_it_goes_and_nothing_else(transactional_db, table, dice):
    dice.real()
    other = SeatFactory(campaign=CampaignFactory(), user=table.bartek).campaign
    NpcFactory(campaign=other)
    play(table)
    channels = Channel.objects.count()
    assert CANARY.encode() in raw.database()
    delete(table)
    assert CANARY.encode() not in raw.database()
    assert not Campaign.objects.filter(pk=table.campaign.pk).exists()
    assert not Scene.objects.exists()
    assert not Seat.objects.filter(user=table.alicja).exists()
    assert Character.objects.get(owner=None).campaign == other
    assert other.seats.count() == 1
    assert Channel.objects.count() == channels - 1 + 2  # Julio and Rosalia have logs of their own now


def test_players_keep_their_sheets_as_they_are(table, dice):
    dice.real()
    play(table)
    edit.set_field(actor=table.viewer("bartek"), character=table.julio, target="note:=private", name="text", value="Me")
    delete(table)
    opened = sheet_for(table.bartek, table.julio.token)
    assert (opened.character.name, opened.character.campaign) == ("Julio", None)
    assert opened.rights.owner
    assert Note.objects.get(character=table.julio).text == "Me"  # the game masters' notes of him have gone
    for name in ("history", "print", ""):
        assert table.client("bartek").get(f"/s/{table.julio.token}/{name}/".replace("//", "/")).status_code == 200


def test_the_pictures_of_its_npcs_go_too(table, settings, tmp_path, django_capture_on_commit_callbacks):
    settings.MEDIA_ROOT = tmp_path
    for who, by in ((table.guard, "alicja"), (table.julio, "bartek")):
        portrait.set_portrait(actor=table.viewer(by), character=who, data=picture(size=(20, 20)))
    with django_capture_on_commit_callbacks(execute=True):
        delete(table)
    assert portraits.read(table.guard.portrait) is None
    assert portraits.read(table.julio.portrait)


def test_open_pages_end(table):
    grants = [feed.Grant(table.viewer(name), Screen(TABLE), 0) for name in ("bartek", "alicja")]
    delete(table)
    assert feed.Source().ended(grants) == dict.fromkeys(grants, "removed")


@pytest.mark.parametrize("by", ["ewa", "bartek", "gustaw", "filip"])
def test_only_its_game_master_deletes_it(table, by):
    with pytest.raises(Forbidden):
        delete(table, by)
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


def test_nor_one_who_has_just_handed_it_over(table):
    alicja = table.viewer("alicja")
    handing_over.hand_over(actor=alicja, campaign=table.campaign, seat=table.seats["ewa"])
    with pytest.raises(Refused):
        delete_campaign(actor=alicja, campaign=table.campaign, name=table.campaign.name)
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


@pytest.mark.parametrize("name", ["", "The Killer", "Killer Rabbit", "yes"])
def test_without_its_name_nothing_happens(table, name):
    with pytest.raises(Refused) as refusal:
        delete(table, name=name)
    assert refusal.value.field == "name"
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


def test_its_name_may_be_typed_in_small_letters(table):
    delete(table, name="  the killer rabbit ")
    assert not Campaign.objects.exists()


def test_an_archived_one_goes_too(table):
    campaigns.archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    delete(table)
    assert not LogEntry.objects.exists()


def test_another_campaign_of_the_same_head_stays(table):
    other = SeatFactory(campaign=CampaignFactory(), user=table.alicja, role=Role.GM).campaign
    delete(table)
    assert list(Campaign.objects.all()) == [other]
