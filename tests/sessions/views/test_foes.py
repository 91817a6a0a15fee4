"""The bestiary's page: templates made, read, and put into play."""

import pytest
from django.urls import reverse
from django.utils import timezone

from sheets.models import Attack, Character
from tests.cast import NpcFactory
from tests.sessions.scenes import leave, opened


@pytest.fixture
def wolf(campaign):
    wolf = NpcFactory(campaign=campaign, name="Wolf", template=True, hidden=True)
    Attack.objects.create(character=wolf, name="Bite", value=7)
    return wolf


@pytest.fixture
def page(table):
    return lambda: table.client("alicja").get(reverse("foes", args=[table.campaign.token])).text


@pytest.fixture
def field(table, wolf):
    url = reverse("foe_field", args=[table.campaign.token, wolf.token])
    return lambda **typed: table.client("alicja").post(url, typed)


def test_templates_stand_there_with_their_attacks_and_npcs_in_play_do_not(page, wolf):
    for told in ("Wolf", "Bite", reverse("sheet", args=[wolf.token])):
        assert told in page()
    assert "No beast in sight" not in page()
    assert "Strażnik" not in page()


def test_an_empty_bestiary_says_what_it_is_for(page):
    assert "No beast in sight" in page()


def test_archived_templates_are_found_again_below(page, wolf, table):
    Character.objects.filter(pk=wolf.pk).update(archived_at=timezone.now())
    assert "Archived templates" in page()
    assert reverse("foe_field", args=[table.campaign.token, wolf.token]) not in page()
    people = table.client("alicja").get(reverse("people", args=[table.campaign.token])).text
    assert "Wolf" not in people


def test_a_new_template_opens_its_sheet_without_a_roll_bar(table):
    url = reverse("foe_new", args=[table.campaign.token])
    answer = table.client("alicja").post(url, {"name": "Bear"}, follow=True)
    bear = Character.objects.get(name="Bear")
    assert answer.redirect_chain[-1][0] == reverse("sheet", args=[bear.token])
    assert "A template: it is not in play" in answer.text
    assert 'class="rollbar"' not in answer.text
    assert reverse("roll", args=[bear.token]) not in answer.text
    assert reverse("add_row", args=[bear.token, "attack"]) in answer.text


def test_a_template_without_a_name_is_refused_on_the_page(table):
    answer = table.client("alicja").post(reverse("foe_new", args=[table.campaign.token]), {"name": " "})
    assert answer.status_code == 422
    assert "This field is required" in answer.text


def test_copies_are_told_by_their_names(field, page):
    field(number="2")
    assert "Into play: Wolf 1, Wolf 2" in page()
    assert Character.objects.in_play().filter(name__in=["Wolf 1", "Wolf 2"]).count() == 2


@pytest.mark.parametrize("number", ["0", "21", "many", "", "9" * 400])
def test_a_senseless_number_comes_back_with_the_page(field, number):
    answer = field(number=number)
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    assert not Character.objects.in_play().filter(name__startswith="Wolf").exists()


def test_into_the_open_scene_they_come_as_enemies_unless_it_is_said_otherwise(table, field, page):
    assert 'type="hidden" name="side"' in page()
    scene = opened(table)
    assert '<option value="enemies" selected>' in page()
    assert field(number="2", side="enemies").status_code == 302
    assert field(number="1", side="").status_code == 302
    assert scene.participants.filter(side="enemies").count() == 2


def test_without_a_scene_nobody_joins_one(field):
    assert field(number="1", side="enemies").status_code == 422
    assert field(number="1", side="").status_code == 302


def test_a_template_of_another_table_is_not_there(table, wolf):
    other = NpcFactory(campaign=None, template=True)
    url = reverse("foe_field", args=[table.campaign.token, other.token])
    assert table.client("alicja").post(url, {"number": "1"}).status_code == 404
    assert table.client("alicja").post(url.replace(other.token, wolf.token), {"number": "1"}).status_code == 302


def test_an_npc_is_made_into_a_template_from_its_sheet(table, guard):
    client = table.client("alicja")
    assert reverse("make_template", args=[guard.token]) in client.get(reverse("sheet", args=[guard.token])).text
    answer = client.post(reverse("make_template", args=[guard.token]), follow=True)
    assert "This is the template." in answer.text
    assert "Make a template of it" not in answer.text


def test_an_attack_names_those_in_the_scene_before_the_others(table):
    claw = Attack.objects.create(character=table.guard, name="Claw", value=5)
    url = reverse("attack", args=[table.campaign.token, table.guard.token, claw.token])
    opened(table)
    other = NpcFactory(campaign=table.campaign, name="Aron")
    leave(table, table.julio)
    shown = table.client("alicja").get(url).text
    places = [shown.index(f"target-{one.token}") for one in (table.rosalia, table.julio, other)]
    assert places == sorted(places)
