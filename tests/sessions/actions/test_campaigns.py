"""A campaign made, set up, archived: who may, what is written, what a repeated press does."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Forbidden, Refused
from rules.errors import RuleError
from sessions.access import Viewer
from sessions.actions.campaigns import archive_campaign, change_house, change_settings, create_campaign
from sessions.models import Campaign, Channel, LogEntry, Role, Seat
from tests.cast import SYSTEM, SeatFactory, UserFactory, make_table, viewer
from tests.races import at_once


def by(user, **options):
    given = {"name": "Volterna", "system": SYSTEM, "gm_name": "Ala", **options}
    return create_campaign(actor=Viewer(user_id=user.pk, language="en"), **given)


def entries(campaign):
    return LogEntry.objects.filter(channel=campaign.channel_id)


def epochs(campaign):
    return list(campaign.seats.order_by("pk").values_list("epoch", flat=True))


# --- create -----------------------------------------------------------------------------------------------------


def test_whoever_makes_a_campaign_sits_at_its_head(daniel):
    campaign = by(daniel)
    seat = campaign.seats.get()
    assert (seat.user, seat.role, seat.name) == (daniel, Role.GM, "Ala")


def test_making_a_campaign_writes_one_entry_in_its_own_channel(daniel, campaign):
    entry = entries(by(daniel)).get()
    assert (entry.kind, entry.listed, entry.mode) == ("campaign", True, "public")
    assert (entry.actor, entry.seat.name) == (daniel, "Ala")
    assert entry.payload == {"v": 1, "name": "Volterna"}
    assert not entries(campaign).exists()


def test_a_game_that_is_not_there_is_refused(daniel):
    channels = Channel.objects.count()
    with pytest.raises(Refused) as refusal:
        by(daniel, system="d100")
    assert refusal.value.field == "system"
    assert not Campaign.objects.filter(name="Volterna").exists()
    assert Channel.objects.count() == channels


def test_too_many_campaigns_are_refused(daniel, monkeypatch):
    monkeypatch.setattr("sessions.actions.campaigns.MOST_CAMPAIGNS", 2)
    by(daniel)
    by(daniel)
    with pytest.raises(Refused):
        by(daniel)


def test_archived_and_left_campaigns_do_not_count(daniel, monkeypatch):
    monkeypatch.setattr("sessions.actions.campaigns.MOST_CAMPAIGNS", 1)
    for gone in ({"campaign__archived_at": timezone.now()}, {"removed_at": timezone.now()}):
        SeatFactory(user=daniel, role=Role.GM, **gone)
    by(daniel)
    with pytest.raises(Refused):
        by(daniel)


def test_an_archived_campaign_is_opened_again_only_where_there_is_room(daniel, monkeypatch):
    monkeypatch.setattr("sessions.actions.campaigns.MOST_CAMPAIGNS", 1)
    old = by(daniel)
    archive_campaign(actor=viewer(daniel, old), campaign=old, away=True)
    new = by(daniel)
    with pytest.raises(Refused):
        archive_campaign(actor=viewer(daniel, old), campaign=old, away=False)
    archive_campaign(actor=viewer(daniel, new), campaign=new, away=True)
    assert archive_campaign(actor=viewer(daniel, old), campaign=old, away=False)


def test_the_same_press_makes_one_campaign(daniel):
    channels = Channel.objects.count()
    assert by(daniel, once="press") == by(daniel, once="press")
    assert Seat.objects.filter(user=daniel).count() == 1
    assert Channel.objects.count() == channels + 1


def test_two_presses_make_two_campaigns(daniel):
    assert by(daniel, once="one") != by(daniel, once="two")


def test_the_same_key_of_another_person_is_another_press(daniel, bartek):
    assert by(daniel, once="press") != by(bartek, once="press")


@pytest.mark.django_db(transaction=True)
def test_the_same_press_that_arrives_twice_at_the_same_moment_makes_one_campaign():
    user = UserFactory()
    made = at_once(4, lambda _number: by(user, once="press"))
    assert len(set(made)) == 1
    assert Campaign.objects.count() == Channel.objects.count() == LogEntry.objects.count() == 1


# --- settings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alicja", "ewa"])
def test_game_masters_change_the_settings(table, name):
    entry = change_settings(actor=table.viewer(name), campaign=table.campaign, name="Nowa", sheet_view="pools")
    table.campaign.refresh_from_db()
    assert (table.campaign.name, table.campaign.sheet_view) == ("Nowa", "pools")
    assert entries(table.campaign).get() == entry
    assert (entry.kind, entry.listed) == ("settings", False)
    assert entry.payload["changes"]["sheet_view"] == ["full", "pools"]


@pytest.mark.parametrize("name", ["bartek", "filip", "iga", "gustaw"])
def test_nobody_else_changes_the_settings(table, name):
    with pytest.raises(Forbidden):
        change_settings(actor=table.viewer(name), campaign=table.campaign, name="Nowa")
    assert not entries(table.campaign).exists()


@pytest.mark.parametrize("wanted", [{"sheet_view": "names"}, {"secret_placeholders": False}])
def test_what_others_see_is_drawn_anew_for_everybody(table, wanted):
    change_settings(actor=table.viewer("alicja"), campaign=table.campaign, **wanted)
    assert set(epochs(table.campaign)) == {1}


def test_a_new_name_alone_ends_no_stream(table):
    change_settings(actor=table.viewer("alicja"), campaign=table.campaign, name="Nowa")
    assert set(epochs(table.campaign)) == {0}


def test_the_same_settings_write_nothing(table):
    given = {"name": table.campaign.name, "sheet_view": "full", "secret_placeholders": True}
    assert change_settings(actor=table.viewer("alicja"), campaign=table.campaign, **given) is None
    assert not entries(table.campaign).exists()


def test_settings_of_an_archived_campaign_stay(table):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        change_settings(actor=table.viewer("alicja"), campaign=table.campaign, name="Nowa")


def test_the_same_press_changes_the_settings_once(table):
    alicja = table.viewer("alicja")
    first = change_settings(actor=alicja, campaign=table.campaign, name="Nowa", once="press")
    change_settings(actor=alicja, campaign=table.campaign, name="Inna", once="other")
    assert change_settings(actor=alicja, campaign=table.campaign, name="Nowa", once="press") == first
    table.campaign.refresh_from_db()
    assert table.campaign.name == "Inna"


# --- archive ----------------------------------------------------------------------------------------------------


def test_the_head_archives_and_opens_again(table):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    assert table.viewer("bartek").archived
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=False)
    assert not table.viewer("bartek").archived
    assert [entry.kind for entry in entries(table.campaign).order_by("seq")] == ["campaign_archived", "campaign_opened"]
    assert set(epochs(table.campaign)) == {2}


@pytest.mark.parametrize("name", ["ewa", "bartek", "filip"])
def test_nobody_else_archives(table, name):
    with pytest.raises(Forbidden):
        archive_campaign(actor=table.viewer(name), campaign=table.campaign, away=True)
    assert not table.viewer("alicja").archived


def test_archiving_twice_writes_one_entry(table):
    alicja = table.viewer("alicja")
    assert archive_campaign(actor=alicja, campaign=table.campaign, away=True)
    assert archive_campaign(actor=alicja, campaign=table.campaign, away=True) is None
    assert entries(table.campaign).count() == 1


def test_an_old_press_does_not_archive_again(table):
    alicja = table.viewer("alicja")
    first = archive_campaign(actor=alicja, campaign=table.campaign, away=True, once="press")
    archive_campaign(actor=alicja, campaign=table.campaign, away=False)
    assert archive_campaign(actor=alicja, campaign=table.campaign, away=True, once="press") == first
    assert not table.viewer("alicja").archived


# --- house rules ------------------------------------------------------------------------------------------------


def house(table, name="alicja", **wanted):
    return change_house(actor=table.viewer(name), campaign=table.campaign, **wanted)


def test_only_what_differs_from_the_game_is_kept(table):
    entry = house(table, breakthrough=2, momentum_cap=10)
    table.campaign.refresh_from_db()
    assert table.campaign.house == {"breakthrough": 2}
    assert entry.payload["rules"] == ["breakthrough"]


def test_a_rule_goes_back_to_the_games_own(table):
    house(table, breakthrough=2, critical_rescue=True)
    house(table, breakthrough=None)
    table.campaign.refresh_from_db()
    assert table.campaign.house == {"critical_rescue": True}


def test_what_another_gm_settled_meanwhile_stays(table):
    house(table, "ewa", breakthrough=2)
    house(table, critical_rescue=True)  # from a page that was open before
    table.campaign.refresh_from_db()
    assert table.campaign.house == {"breakthrough": 2, "critical_rescue": True}


def test_the_same_again_is_no_event(table):
    assert house(table, breakthrough=2)
    assert house(table, breakthrough=2) is None
    assert house(table, breakthrough=3)
    assert house(table, breakthrough=None) is None


def test_open_pages_are_drawn_anew_after_a_house_rule(table):
    before = epochs(table.campaign)
    house(table, breakthrough=2)
    assert all(now > then for now, then in zip(epochs(table.campaign), before, strict=True))


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_players_settle_no_house_rules(table, name):
    with pytest.raises(Forbidden):
        house(table, name, breakthrough=2)
    assert house(table, "ewa", breakthrough=2)


@pytest.mark.parametrize("wanted", [{"breakthrough": 0}, {"brakethrough": 2}, {"momentum": [[3, 1], [1, 1]]}])
def test_what_the_game_cannot_use_is_refused(table, wanted):
    with pytest.raises(RuleError):
        house(table, **wanted)
    table.campaign.refresh_from_db()
    assert table.campaign.house == {}


def test_two_gms_settle_two_rules_at_once(transactional_db):
    table = make_table()
    wanted = [("alicja", {"breakthrough": 2}), ("ewa", {"critical_rescue": True})]
    at_once(2, lambda n: house(table, wanted[n][0], **wanted[n][1]))
    table.campaign.refresh_from_db()
    assert table.campaign.house == {"breakthrough": 2, "critical_rescue": True}
