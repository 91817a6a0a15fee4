"""Pages of a campaign's settings; what they refuse is written in the actions' tests too."""

import re

import pytest
from django.urls import reverse

from sessions.models import Campaign, LogEntry
from tests.cast import SYSTEM

NEW = {"name": "Volterna", "system": SYSTEM, "gm_name": "Ala"}


def at(name, table):
    return reverse(name, args=[table.campaign.token])


def test_a_new_campaign_leads_to_its_people(table):
    answer = table.client("daniel").post("/c/new/", NEW)
    campaign = Campaign.objects.get(name="Volterna")
    assert answer.url == reverse("people", args=[campaign.token])


def test_reading_the_form_makes_nothing(table):
    assert table.client("daniel").get("/c/new/").status_code == 200
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize("missing", list(NEW))
def test_an_incomplete_campaign_is_shown_again(table, missing):
    answer = table.client("daniel").post("/c/new/", {**NEW, missing: ""})
    assert answer.status_code == 422
    assert Campaign.objects.count() == 1


def test_an_unknown_game_is_shown_again(table):
    assert table.client("daniel").post("/c/new/", {**NEW, "system": "d100"}).status_code == 422


def test_a_doubled_press_makes_one_campaign(table):
    answers = [table.client("daniel").post("/c/new/", {**NEW, "once": "press"}).url for _ in range(2)]
    assert answers[0] == answers[1]
    assert Campaign.objects.filter(name="Volterna").count() == 1


def test_logged_out_people_make_none(table):
    assert table.anonymous.post("/c/new/", NEW).url.startswith("/accounts/login/")
    assert Campaign.objects.count() == 1


# --- who may see what -------------------------------------------------------------------------------------------

EVERYBODY = ("alicja", "ewa", "bartek", "filip", "gustaw", "iga")


@pytest.mark.parametrize(
    ("page", "allowed"), [("campaign_settings", ("alicja", "ewa")), ("more", EVERYBODY), ("people", EVERYBODY)]
)
@pytest.mark.parametrize(
    ("name", "otherwise"), [*((name, 403) for name in EVERYBODY), ("henryk", 403), ("daniel", 404)]
)
def test_pages_and_people(table, page, allowed, name, otherwise):
    answer = table.client(name).get(at(page, table))
    assert answer.status_code == (200 if name in allowed else otherwise)
    if name not in EVERYBODY:
        assert "The Killer Rabbit" not in answer.text


@pytest.mark.parametrize("page", ["campaign_settings", "more", "people", "own_sheet", "invitation_qr"])
def test_logged_out_people_are_sent_to_the_door(table, page):
    assert table.anonymous.get(at(page, table)).url.startswith("/accounts/login/?next=/c/")


def test_an_unknown_campaign_is_not_found(table):
    assert table.client("alicja").get("/c/AAAAAAAAAAAAAAAA/settings/").status_code == 404


# --- settings ---------------------------------------------------------------------------------------------------

WANTED = {"name": "Nowa", "sheet_view": "names", "secret_placeholders": "on"}


def test_settings_are_saved(table):
    answer = table.client("ewa").post(at("campaign_settings", table), WANTED)
    assert answer.url == at("campaign_settings", table)
    table.campaign.refresh_from_db()
    assert (table.campaign.name, table.campaign.sheet_view) == ("Nowa", "names")
    assert LogEntry.objects.get().kind == "settings"


def test_only_what_was_changed_on_the_page_is_saved(table):
    page = table.client("ewa").get(at("campaign_settings", table)).text
    shown = dict(re.findall(r'<input type="hidden" name="(initial-\w+)" value="(\w[^"]*)"', page))
    assert shown == {
        "initial-name": "The Killer Rabbit", "initial-sheet_view": "full", "initial-secret_placeholders": "True",
    }  # fmt: skip
    Campaign.objects.update(name="Renamed meanwhile", secret_placeholders=False)
    sent = {**shown, "name": "The Killer Rabbit", "sheet_view": "names", "secret_placeholders": "on"}
    table.client("ewa").post(at("campaign_settings", table), sent)
    table.campaign.refresh_from_db()
    now = table.campaign.name, table.campaign.sheet_view, table.campaign.secret_placeholders
    assert now == ("Renamed meanwhile", "names", False)


@pytest.mark.parametrize("name", ["bartek", "filip", "henryk"])
def test_settings_of_others_are_refused(table, name):
    assert table.client(name).post(at("campaign_settings", table), WANTED).status_code == 403
    table.campaign.refresh_from_db()
    assert table.campaign.name == "The Killer Rabbit"


def test_wrong_settings_are_shown_again_under_the_old_name(table):
    answer = table.client("alicja").post(at("campaign_settings", table), {**WANTED, "name": "", "sheet_view": "all"})
    assert answer.status_code == 422
    assert answer.context["campaign"].name == "The Killer Rabbit"


# --- archive ----------------------------------------------------------------------------------------------------


def test_the_head_archives_and_opens(table):
    client = table.client("alicja")
    client.post(at("campaign_archive", table), {"away": "1"})
    assert "archived" in table.client("bartek").get(at("people", table)).text
    client.post(at("campaign_archive", table), {"away": "0"})
    assert "archived" not in table.client("bartek").get(at("people", table)).text


@pytest.mark.parametrize(("name", "status"), [("ewa", 403), ("bartek", 403), ("henryk", 403), ("daniel", 404)])
def test_nobody_else_archives(table, name, status):
    assert table.client(name).post(at("campaign_archive", table), {"away": "1"}).status_code == status
    table.campaign.refresh_from_db()
    assert table.campaign.archived_at is None


@pytest.mark.parametrize("page", ["campaign_archive", "leave", "invitation_rotate", "invitation_pause"])
def test_what_writes_is_not_read(table, page):
    assert table.client("alicja").get(at(page, table)).status_code == 405
    assert not LogEntry.objects.exists()


# --- house rules ------------------------------------------------------------------------------------------------


def test_everybody_reads_the_house_rules_and_only_gms_are_asked(table):
    table.campaign.house = {"reactions": [["Zryw", 1]]}
    table.campaign.save()
    for name, fields in (("alicja", True), ("ewa", True), ("bartek", False), ("filip", False)):
        page = table.client(name).get(at("house", table)).text
        assert "Zryw" in page
        assert ('<form class="stack' in page) == fields


def test_a_settled_rule_is_saved_and_told_at_the_table(table):
    answer = table.client("alicja").post(at("house", table), {"breakthrough": "2", "was-breakthrough": "as shown"})
    assert answer.url == at("house", table)
    assert "House rules changed: Successes in a breakthrough" in table.client("bartek").get(at("table", table)).text


def test_a_refused_house_rule_is_shown_with_what_was_typed(table):
    answer = table.client("alicja").post(at("house", table), {"breakthrough": "lots", "was-breakthrough": "as shown"})
    assert answer.status_code == 422
    assert 'value="lots"' in answer.text
    assert "Type a number from 1 to 20." in answer.text


def test_a_hostile_name_is_only_a_name(table):
    rows = {"was-reactions": "", "reactions-0": "<img onerror=x>", "reactions-1": "1"}
    table.client("alicja").post(at("house", table), rows)
    for name in ("alicja", "bartek"):
        page = table.client(name).get(at("house", table)).text
        assert "&lt;img onerror=x&gt;" in page
        assert "<img onerror" not in page
