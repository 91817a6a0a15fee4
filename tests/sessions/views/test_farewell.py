"""The pages of what cannot be taken back: they show what goes, ask who it is, and do nothing while they are read."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from caerbannog_site.accounts.models import User
from sessions.actions import table as talk
from sessions.models import Campaign, LogEntry
from sheets.models import Character
from tests.cast import PASSWORD, CharacterFactory

PAGE = "/me/delete/"


def choice(table, what: str = "delete") -> dict[str, str]:
    return {table.campaign.token: what}


def signed_in(client: Client) -> bool:
    return client.get("/").status_code == 200


# --- the account --------------------------------------------------------------------------------------------------


def test_the_preview_tells_what_goes_and_what_stays(table):
    for text in ("one", "two"):
        talk.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=text)
    CharacterFactory(owner=table.bartek, name="Hermit")
    page = table.client("bartek").get(PAGE).text
    for told in ("The Killer Rabbit", "Julio", "Hermit", "2 messages", "0 rolls", "a deleted person"):
        assert told in page
    assert "Rosalia" not in page
    assert User.objects.filter(pk=table.bartek.pk).exists()


def test_with_the_password_it_goes_and_every_device_is_out(table):
    phone = Client()
    phone.force_login(table.bartek)
    client = table.client("bartek")
    answer = client.post(PAGE, {"password": PASSWORD, **choice(table)})
    assert answer.url == reverse("account_login")
    assert "Your account is deleted." in client.get(answer.url).text
    assert not User.objects.filter(pk=table.bartek.pk).exists()
    assert not signed_in(client)
    assert not signed_in(phone)
    assert not Client().login(username="bartek", password=PASSWORD)


@pytest.mark.parametrize(("what", "left"), [("delete", 0), ("leave", 1)])
def test_characters_go_or_stay_as_was_chosen(table, what, left):
    table.client("bartek").post(PAGE, {"password": PASSWORD, **choice(table, what)})
    assert Character.objects.filter(campaign=table.campaign, name="Julio").count() == left


@pytest.mark.parametrize("data", [{}, {"password": ""}, {"password": "wrong"}, {"sure": "on"}])
def test_without_the_password_nothing_goes(table, data):
    answer = table.client("bartek").post(PAGE, {**data, **choice(table)})
    assert answer.status_code == 422
    assert User.objects.filter(pk=table.bartek.pk).exists()
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("what", ["", "keep", "both"])
def test_nor_without_a_choice_for_each_table_with_characters(table, what):
    answer = table.client("bartek").post(PAGE, {"password": PASSWORD, **choice(table, what)})
    assert answer.status_code == 422
    assert User.objects.filter(pk=table.bartek.pk).exists()


@pytest.mark.parametrize(("data", "goes"), [({"sure": "on"}, True), ({}, False), ({"password": PASSWORD}, False)])
def test_a_guest_confirms_instead(table, data, goes):
    client = table.client("gustaw")
    assert "Password" not in client.get(PAGE).text
    client.post(PAGE, data)
    assert User.objects.filter(pk=table.gustaw.pk).exists() != goes


def test_the_only_game_master_is_led_to_what_must_be_done_first(table):
    page = table.client("alicja").get(PAGE).text
    assert reverse("hand_over", args=[table.campaign.token]) in page
    assert reverse("campaign_delete", args=[table.campaign.token]) in page
    assert "Delete my account for good" not in page
    assert table.client("alicja").post(PAGE, {"password": PASSWORD}).status_code == 422
    assert User.objects.filter(pk=table.alicja.pk).exists()


def test_wrong_passwords_are_not_tried_without_end(table):
    client = table.client("bartek")
    with time_machine.travel(timezone.now(), tick=False):  # however slow the machine, all of it is in one moment
        answers = {client.post(PAGE, {"password": "wrong", **choice(table)}).status_code for _ in range(15)}
    assert answers == {422, 429}
    assert User.objects.filter(pk=table.bartek.pk).exists()


# --- the campaign -------------------------------------------------------------------------------------------------


def campaign_page(table) -> str:
    return reverse("campaign_delete", args=[table.campaign.token])


def test_the_campaigns_page_counts_what_goes(table):
    page = table.client("alicja").get(campaign_page(table)).text
    for told in ("The Killer Rabbit", "2 NPCs and templates", "2 characters of players"):
        assert told in page
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


def test_with_its_name_it_goes(table):
    answer = table.client("alicja").post(campaign_page(table), {"name": "The Killer Rabbit"})
    assert answer.url == "/"
    assert "is deleted" in table.client("alicja").get("/").text
    assert table.client("bartek").get(reverse("table", args=[table.campaign.token])).status_code == 404


@pytest.mark.parametrize("name", ["", "The Rabbit"])
def test_with_another_name_the_page_says_so(table, name):
    answer = table.client("alicja").post(campaign_page(table), {"name": name})
    assert answer.status_code == 422
    assert 'id="id_name_error"' in answer.text
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


@pytest.mark.parametrize(("name", "offered"), [("alicja", 1), ("ewa", 0)])
def test_the_settings_lead_its_head_there(table, name, offered):
    text = table.client(name).get(reverse("campaign_settings", args=[table.campaign.token])).text
    assert text.count(campaign_page(table)) == offered
