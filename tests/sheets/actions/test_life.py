import pytest
from django.http import Http404
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.access import Viewer
from sessions.feed import Grant, Source
from sessions.frames import SHEET, Screen
from sessions.models import Campaign, Change, LogEntry, Mode, Seat
from sheets.access import sheet_for
from sheets.actions import counters, life
from sheets.models import Character
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory, viewer


@pytest.fixture
def loner(bartek):
    """Bartek's sheet at no table."""
    return CharacterFactory(owner=bartek, name="Samotnik")


def alone(user) -> Viewer:
    return Viewer(user_id=user.pk, language=user.language)


def grant_for(user, character) -> Grant:
    """The permission of a page that this person opened on this sheet."""
    opened = sheet_for(user, character.token)
    screen = Screen(SHEET, character.pk, opened.rights.groups, opened.rights.edit, opened.rights.owner)
    return Grant(opened.viewer, screen, user.stream_epoch)


# --- to a table ---------------------------------------------------------------------------------------------------


def test_a_sheet_moves_to_the_tables_channel_and_the_table_is_told(table, loner):
    entry = life.join_campaign(actor=table.viewer("bartek"), character=loner, campaign=table.campaign)
    loner.refresh_from_db()
    assert (loner.campaign, loner.channel_id) == (table.campaign, table.campaign.channel_id)
    assert (entry.channel_id, entry.kind, entry.seat) == (table.campaign.channel_id, "joined", table.seats["bartek"])
    assert sheet_for(table.alicja, loner.token).rights.groups == "apbce"


def test_a_page_that_watches_the_sheet_alone_ends(table, loner, bartek):
    grant = grant_for(bartek, loner)
    assert Source().ended([grant]) == {}
    life.join_campaign(actor=table.viewer("bartek"), character=loner, campaign=table.campaign)
    assert Source().ended([grant]) == {grant: "changed"}


@pytest.mark.parametrize("who", ["alicja", "celina"])
def test_nobody_takes_another_ones_sheet_to_a_table(table, loner, who):
    with pytest.raises(Forbidden):
        life.join_campaign(actor=table.viewer(who), character=loner, campaign=table.campaign)


def test_who_only_watches_brings_no_sheet(table):
    sheet = CharacterFactory(owner=table.filip)
    with pytest.raises(Forbidden):
        life.join_campaign(actor=table.viewer("filip"), character=sheet, campaign=table.campaign)


def test_a_removed_member_brings_no_sheet_even_with_an_old_page(table):
    sheet = CharacterFactory(owner=table.henryk)
    with pytest.raises(Forbidden):
        life.join_campaign(actor=table.viewer("henryk"), character=sheet, campaign=table.campaign)


def test_no_sheet_comes_to_an_archived_table(table, loner):
    actor = table.viewer("bartek")
    Campaign.objects.filter(pk=table.campaign.pk).update(archived_at=timezone.now())
    with pytest.raises(Refused):
        life.join_campaign(actor=actor, character=loner, campaign=table.campaign)


def test_no_sheet_sits_at_two_tables(table, julio):
    with pytest.raises(Refused):
        life.join_campaign(actor=table.viewer("bartek"), character=julio, campaign=table.campaign)


def test_an_archived_sheet_joins_nothing(table, loner):
    Character.objects.filter(pk=loner.pk).update(archived_at=timezone.now())
    with pytest.raises(Forbidden):
        life.join_campaign(actor=table.viewer("bartek"), character=loner, campaign=table.campaign)


def test_another_game_is_refused(table, loner):
    loner.system = "another"
    with pytest.raises(Refused):
        life.join_campaign(actor=table.viewer("bartek"), character=loner, campaign=table.campaign)


def test_a_repeated_press_joins_once(table, loner):
    options = {"actor": table.viewer("bartek"), "campaign": table.campaign, "once": "j" * 22}
    stale = Character.objects.get(pk=loner.pk)
    first = life.join_campaign(character=loner, **options)
    assert life.join_campaign(character=loner, **options) == first
    assert life.join_campaign(character=stale, **options) == first


def test_a_page_older_than_the_move_is_told(table, loner):
    stale = Character.objects.get(pk=loner.pk)
    life.join_campaign(actor=table.viewer("bartek"), character=loner, campaign=table.campaign)
    with pytest.raises(Conflict):
        counters.change_counter(actor=alone(table.bartek), character=stale, key="momentum", typed="+1")


# --- and away from it ---------------------------------------------------------------------------------------------


def test_a_sheet_that_left_is_its_owners_alone_and_keeps_its_history(table, julio):
    counters.change_counter(actor=table.viewer("bartek"), character=julio, key="momentum", typed="+1")
    entry = life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    assert entry.channel_id == table.campaign.channel_id
    opened = sheet_for(table.bartek, julio.token)
    assert (opened.rights.groups, opened.viewer.campaign_id) == ("apbcd", None)
    assert opened.character.channel_id != table.campaign.channel_id
    assert Change.objects.filter(character=julio).count() == 2
    with pytest.raises(Http404):
        sheet_for(table.alicja, julio.token)


def test_open_pages_of_a_sheet_that_left_end_and_others_do_not(table, julio, rosalia):
    watching = [grant_for(table.people[who], julio) for who in ("bartek", "alicja", "celina")]
    other = grant_for(table.alicja, rosalia)
    assert Source().ended([*watching, other]) == {}
    life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    assert Source().ended([*watching, other]) == dict.fromkeys(watching, "changed")


@pytest.mark.parametrize("who", ["alicja", "celina", "filip"])
def test_nobody_takes_another_ones_sheet_away(table, julio, who):
    with pytest.raises(Forbidden):
        life.leave_campaign(actor=table.viewer(who), character=julio)


def test_an_npc_never_leaves(table, guard):
    with pytest.raises(Refused):
        life.leave_campaign(actor=table.viewer("alicja"), character=guard)


def test_there_is_nothing_to_leave_alone(table, loner):
    with pytest.raises(Refused):
        life.leave_campaign(actor=alone(table.bartek), character=loner)


def test_a_repeated_press_leaves_once(table, julio):
    stale = Character.objects.get(pk=julio.pk)
    first = life.leave_campaign(actor=table.viewer("bartek"), character=julio, once="l" * 22)
    assert life.leave_campaign(actor=table.viewer("bartek"), character=stale, once="l" * 22) == first


def test_another_tables_gm_reads_on(table, julio, bartek):
    life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    elsewhere = CampaignFactory(name="Elsewhere")
    SeatFactory(campaign=elsewhere, user=bartek)
    gm = SeatFactory(campaign=elsewhere, role="gm").user
    life.join_campaign(actor=viewer(bartek, elsewhere), character=julio, campaign=elsewhere)
    assert sheet_for(gm, julio.token).rights.edit


# --- archive ------------------------------------------------------------------------------------------------------


def test_the_owner_archives_a_sheet_and_brings_it_back(table, julio):
    entry = life.archive_character(actor=table.viewer("bartek"), character=julio, away=True)
    assert entry.changes.get().field == "archived_at"
    assert not sheet_for(table.bartek, julio.token).rights.edit
    life.archive_character(actor=table.viewer("bartek"), character=julio, away=False)
    assert sheet_for(table.bartek, julio.token).rights.edit


def test_an_open_page_with_buttons_ends_when_the_sheet_is_archived(table, julio):
    owner, reader = grant_for(table.bartek, julio), grant_for(table.celina, julio)
    life.archive_character(actor=table.viewer("bartek"), character=julio, away=True)
    assert Source().ended([owner, reader]) == {owner: "changed"}


def test_archiving_twice_is_one_entry(table, julio):
    assert life.archive_character(actor=table.viewer("bartek"), character=julio, away=True)
    assert life.archive_character(actor=table.viewer("bartek"), character=julio, away=True) is None
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize("who", ["alicja", "ewa", "celina", "filip"])
def test_nobody_archives_another_ones_sheet(table, julio, who):
    with pytest.raises(Forbidden):
        life.archive_character(actor=table.viewer(who), character=julio, away=True)


@pytest.mark.parametrize(("who", "may"), [("alicja", True), ("ewa", True), ("bartek", False), ("iga", False)])
def test_gms_archive_npcs(table, guard, who, may):
    if may:
        assert life.archive_character(actor=table.viewer(who), character=guard, away=True).mode == Mode.GM
    else:
        with pytest.raises(Forbidden):
            life.archive_character(actor=table.viewer(who), character=guard, away=True)


# --- NPCs shown ---------------------------------------------------------------------------------------------------


def test_a_revealed_npc_is_told_to_all_and_every_page_is_drawn_anew(table, shade):
    before = dict(Seat.objects.values_list("pk", "epoch"))
    with pytest.raises(Http404):
        sheet_for(table.bartek, shade.token)
    entry = life.show_npc(actor=table.viewer("alicja"), character=shade, hidden=False)
    assert (entry.kind, entry.mode) == ("revealed", Mode.PUBLIC)
    assert sheet_for(table.bartek, shade.token).rights.groups == "a"
    assert all(epoch == before[pk] + 1 for pk, epoch in Seat.objects.values_list("pk", "epoch"))


def test_hiding_again_is_the_gms_secret(table, guard):
    entry = life.show_npc(actor=table.viewer("ewa"), character=guard, hidden=True)
    assert (entry.kind, entry.mode) == ("hidden", Mode.GM)
    with pytest.raises(Http404):
        sheet_for(table.bartek, guard.token)


@pytest.mark.parametrize("who", ["bartek", "filip", "iga", "gustaw"])
def test_only_gms_reveal(table, shade, who):
    with pytest.raises(Forbidden):
        life.show_npc(actor=table.viewer(who), character=shade, hidden=False)


def test_a_players_sheet_cannot_be_hidden(table, julio):
    with pytest.raises(Refused):
        life.show_npc(actor=table.viewer("alicja"), character=julio, hidden=True)


def test_nothing_is_written_when_nothing_changes(table, guard):
    assert life.show_npc(actor=table.viewer("alicja"), character=guard, hidden=False) is None
