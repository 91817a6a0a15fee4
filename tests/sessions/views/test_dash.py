"""The game master's table: what stands on it, what its presses answer with, and that it is theirs alone."""

import pytest
from django.urls import reverse

from sessions import party
from sessions.actions import scenes
from sessions.actions.scenes import Joining, Plan
from sessions.models import Campaign, Check, Mode, Scene
from sessions.screens import DASH
from sheets.actions.edit import fingerprint
from sheets.models import Character, Condition, Counter
from tests.cast import HTMX, CharacterFactory
from tests.sessions.actions.test_asks import ask
from tests.sessions.actions.test_checks import roll


def at(name, table, *more):
    return reverse(name, args=[table.campaign.token, *more])


def here(table, page: str = "dash") -> dict[str, str]:
    """The headers of a press on such a page of the table."""
    return {**HTMX, "HX-Current-URL": f"http://testserver{at(page, table)}"}


# --- the page -----------------------------------------------------------------------------------------------------


def test_everybody_in_play_has_a_card_with_pools_traits_and_defences(table):
    text = table.client("alicja").get(at("dash", table)).text
    for shown in ("Julio", "Rosalia", "Strażnik", "Cień", "Perception", "Medicine", "Dodge"):
        assert shown in text


def test_it_is_a_game_masters_first_tab_and_where_a_campaign_opens(table):
    home = table.client("alicja").get(reverse("home")).text
    assert at("dash", table) in home
    assert at("dash", table) not in table.client("bartek").get(reverse("home")).text
    people = table.client("alicja").get(at("people", table)).text
    assert people.index(at("dash", table)) < people.index(f'"{at("table", table)}"')
    assert at("dash", table) not in table.client("bartek").get(at("people", table)).text


@pytest.mark.parametrize("played", [True, False])
def test_the_ways_to_an_npc_stand_by_theirs_and_stay_through_a_redrawing(table, played):
    if not played:
        Character.objects.all().delete()
    new, bestiary = f"{reverse('character_new')}?campaign={table.campaign.token}&amp;npc", at("foes", table)
    for html in (table.client("alicja").get(at("dash", table)).text, party.draw(table.viewer("alicja"), DASH)):
        assert html.count(f'href="{new}"') == html.count(f'href="{bestiary}"') == 1


def test_it_costs_the_same_however_many_play(table, django_assert_num_queries):
    client = table.client("alicja")

    def asked() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(at("dash", table))
        return len(queries)

    asked()
    before = asked()
    for one in CharacterFactory.create_batch(5, campaign=table.campaign, owner=table.gustaw):
        Condition.objects.create(character=one, kind="mental", name="Tired", strength=1)
    assert asked() == before


# --- presses ------------------------------------------------------------------------------------------------------


def test_a_pool_changed_there_answers_with_the_card_of_that_page(table):
    url = reverse("counter", args=[table.julio.token, "momentum"])
    answer = table.client("alicja").post(url, {"delta": "+1"}, headers=here(table))
    assert f'hx-target="#card-{table.julio.token}"' in answer.text
    assert "Perception" in answer.text
    assert "Perception" not in table.client("alicja").post(url, {"delta": "+1"}, headers=here(table, "table")).text


def test_a_player_who_says_to_be_there_gets_a_players_answer(table):
    url = reverse("counter", args=[table.julio.token, "momentum"])
    answer = table.client("bartek").post(url, {"delta": "+1"}, headers=here(table))
    assert f'hx-target="#card-{table.julio.token}"' in answer.text
    assert "Perception" not in answer.text


def test_two_game_masters_who_press_plus_make_plus_two(table):
    url = reverse("counter", args=[table.julio.token, "momentum"])
    for name in ("alicja", "ewa"):
        table.client(name).post(url, {"delta": "+1"}, headers=here(table))
    assert Counter.objects.get(character=table.julio, key="momentum").current == 2


@pytest.mark.parametrize(("by", "left"), [("", 1), ("-1", 1), ("1", 3), ("99", 1)])
def test_a_conditions_strength_goes_down_and_up(table, by, left):
    condition = Condition.objects.create(character=table.julio, kind="mental", name="Tired", strength=2)
    url = reverse("ease_condition", args=[table.julio.token, condition.token])
    answer = table.client("alicja").post(url, {"by": by} if by else {}, headers=here(table))
    assert "Tired" in answer.text
    condition.refresh_from_db()
    assert condition.strength == left


def test_no_condition_is_stronger_than_twenty(table):
    condition = Condition.objects.create(character=table.julio, kind="mental", name="Tired", strength=20)
    table.client("alicja").post(reverse("ease_condition", args=[table.julio.token, condition.token]), {"by": "1"})
    condition.refresh_from_db()
    assert condition.strength == 20


def test_a_condition_is_added_from_the_card(table):
    url = reverse("add_row", args=[table.julio.token, "condition"])
    sent = {"name": "Dazed", "kind": "mental", "strength": "2"}
    answer = table.client("ewa").post(url, sent, headers=here(table))
    assert "Dazed" in answer.text
    assert f"card-{table.julio.token}" in answer.text


# --- who is best --------------------------------------------------------------------------------------------------


def test_who_is_best_is_told_with_the_chance(table):
    text = table.client("alicja").get(at("best", table), {"trait": "inq", "difficulty": "3"}).text
    assert text.index("Julio") < text.index("Rosalia")
    assert "68.4%" in text


@pytest.mark.parametrize("difficulty", ["", "x", "-3", "²"])
def test_a_senseless_difficulty_gives_no_chance(table, difficulty):
    answer = table.client("alicja").get(at("best", table), {"trait": "inq", "difficulty": difficulty})
    assert answer.status_code == 200
    assert "%" not in answer.text.replace("percent", "")


def test_nobody_has_a_trait_that_is_unknown(table):
    assert "Nobody here" in table.client("alicja").get(at("best", table), {"trait": "xyz"}).text


# --- secret notes -------------------------------------------------------------------------------------------------


def test_notes_save_themselves_and_conflict(table):
    url = at("gm_notes", table)
    saved = table.client("alicja").post(url, {"value": "hers", "was": fingerprint("")}, headers=HTMX)
    assert (saved.status_code, saved["X-Was"]) == (204, fingerprint("hers"))
    conflict = table.client("ewa").post(url, {"value": "mine", "was": fingerprint("")}, headers=HTMX)
    assert conflict.status_code == 409
    assert "hers" in conflict.text
    assert Campaign.objects.get(pk=table.campaign.pk).gm_notes == "hers"


def test_notes_are_on_the_game_masters_page_alone(table):
    Campaign.objects.filter(pk=table.campaign.pk).update(gm_notes="The baron is dead")
    assert "The baron is dead" in table.client("ewa").get(at("dash", table)).text
    for name in ("table", "people", "more", "seen"):
        assert "The baron is dead" not in table.client("alicja").get(at(name, table)).text


# --- what players see ---------------------------------------------------------------------------------------------


def test_hidden_and_known_npcs_are_listed_with_the_way_back(table):
    client = table.client("alicja")
    text = client.get(at("seen", table)).text
    assert "a stranger in grey" in text
    answer = client.post(reverse("npc_show", args=[table.shade.token]), {"hidden": "0", "back": "seen"})
    assert answer.url == at("seen", table)
    assert not Character.objects.get(pk=table.shade.pk).hidden
    assert "a stranger in grey" not in client.get(at("seen", table)).text


def test_secret_rolls_are_revealed_and_hidden_again_from_there(table, dice):
    dice.next(2, 3, 4)
    check = roll(table, mode=Mode.GM).rolled
    client, page = table.client("alicja"), at("seen", table)
    assert reverse("reveal", args=[check.token]) in client.get(page).text
    back = {"Referer": f"http://testserver{page}"}
    client.post(reverse("reveal", args=[check.token]), {"expect": 0}, headers=back)
    text = client.get(page).text
    assert reverse("conceal", args=[check.token]) in text
    assert reverse("reveal", args=[check.token]) not in text
    client.post(reverse("conceal", args=[check.token]), {"expect": 1}, headers=back)
    assert Check.objects.get(pk=check.pk).root.mode == Mode.GM


def test_who_hides_in_the_scene_is_shown_and_hidden_again_from_there(table):
    client, page = table.client("alicja"), at("seen", table)
    people = [Joining(table.julio), Joining(table.shade, "enemies", hidden=True)]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"), people=people)
    scene = Scene.objects.get()
    shade = scene.participants.get(character=table.shade)
    assert "no player knows that it is here" in client.get(page).text
    url = at("scene_show", table, scene.token, shade.token)
    answer = client.post(url, {"expect": scene.step, "hidden": ""}, headers={"Referer": f"http://testserver{page}"})
    assert answer.url.endswith(page)
    shade.refresh_from_db()
    assert not shade.hidden
    assert "no player knows that it is here" not in client.get(page).text


@pytest.mark.parametrize(("hidden", "told"), [(True, "its difficulty is hidden"), (False, "its difficulty is shown")])
def test_tests_asked_are_listed_with_what_is_shown_of_their_difficulty(table, hidden, told):
    ask(table, hidden=hidden)
    text = table.client("alicja").get(at("seen", table)).text
    assert told in text
    assert "0 of 2 done" in text


def test_what_only_its_roller_sees_is_not_a_game_masters_to_list(table, dice):
    dice.next(2, 3, 4)
    check = roll(table, mode=Mode.SELF).rolled
    assert check.token not in table.client("alicja").get(at("seen", table)).text


def test_a_public_roll_needs_no_line(table, dice):
    dice.next(2, 3, 4)
    check = roll(table).rolled
    assert check.token not in table.client("alicja").get(at("seen", table)).text
