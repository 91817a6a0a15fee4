"""The parts of the pages that a rest has: who sees what to press, what a press answers, what it costs to draw."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sessions import regions, resting
from sessions.models import Rest
from sessions.screens import DASH, Screen, sheet_screen
from sheets.access import sheet_for
from sheets.models import Condition, Training
from tests.cast import HTMX, CharacterFactory, NpcFactory
from tests.sessions.actions.test_rests import TIRED, called, chosen, has


def panel(table, name="alicja"):
    return dict(regions.named(["rest_panel"], table.viewer(name), Screen(DASH)))["rest_panel"]


def card(table, name, character):
    opened = sheet_for(table.people[name], character.token)
    return dict(regions.named(["rest_card"], opened.viewer, sheet_screen(opened)))["rest_card"]


def post(table, name, view, *args, **data):
    url = reverse(view, args=[table.campaign.token, *args])
    here = reverse("dash", args=[table.campaign.token])
    return table.client(name).post(url, data, headers={**HTMX, "HX-Current-URL": f"http://testserver{here}"})


def test_a_press_at_an_old_preview_shows_the_new_one_and_says_who_was_faster(table, julio):
    has(julio, **TIRED)
    rest = called(table, "breather")
    seen = resting.party_of(rest).fingerprint()
    chosen(table, rest, "convert", "2")
    answer = post(table, "alicja", "take_rest", rest.token, expect=0, seen=seen)
    assert answer.status_code == 409
    assert 'hx-target="#rest_panel"' in answer.text
    assert "Bartek was faster" in answer.text
    rest.refresh_from_db()
    now = {"expect": rest.step, "seen": resting.party_of(rest).fingerprint()}
    assert post(table, "alicja", "take_rest", rest.token, **now).status_code == 200


def test_a_late_choice_is_told_that_the_rest_is_over(table, julio):
    rest = called(table, "breather")
    Rest.objects.update(state="taken")
    url = reverse("choose_rest", args=[table.campaign.token, rest.token, julio.token])
    answer = table.client("bartek").post(url, {"what": "convert", "delta": "1"}, headers=HTMX)
    assert answer.status_code == 409
    assert 'id="rest_card" hidden' in answer.text


@pytest.mark.parametrize(
    "data",
    [
        {}, {"what": "fly"}, {"what": "convert"}, {"what": "convert", "change": "many"}, {"what": "begin"},
        {"what": "begin", "name": "x" * 81}, {"what": "begin", "name": "Letters", "required": "0"},
        {"what": "begin", "name": "a\x00b"}, {"what": "train", "key": "x" * 40, "delta": "1"},
    ],
)  # fmt: skip
def test_a_wish_that_makes_no_sense_is_a_sentence(table, julio, data):
    has(julio, experience=1)
    rest = called(table, "rest")
    url = reverse("choose_rest", args=[table.campaign.token, rest.token, julio.token])
    answer = table.client("bartek").post(url, data, headers=HTMX)
    assert answer.status_code in (409, 422)
    assert "notice" in answer.text


@pytest.mark.parametrize("data", [{"amount": "many"}, {"amount": ""}, {"amount": "+1", "characters": "nobody"}])
def test_an_award_that_makes_no_sense_is_a_sentence(table, data):
    answer = post(table, "alicja", "award", **{"reason": "The duel", "characters": table.julio.token, **data})
    assert answer.status_code == 422


def test_the_call_offers_players_characters_ticked_and_npcs_not(table, julio, guard):
    html = panel(table)
    assert f'value="{julio.token}" checked' in html
    assert f'value="{guard.token}">' in html


def test_whoever_is_not_ready_bars_the_confirmation_by_name(table, julio):
    has(julio, experience=2)
    rest = called(table, "rest")
    assert "Julio: 2 points of experience still have to go into training." in panel(table)
    assert " disabled" in panel(table)
    chosen(table, rest, "begin", name="Letters")
    assert " disabled" not in panel(table)


def test_a_card_stands_on_the_sheets_of_those_who_rest(table, julio, rosalia):
    has(julio, **TIRED)
    called(table, "breather")
    assert "convert-" in card(table, "bartek", julio)
    assert "convert-" in card(table, "alicja", julio)
    assert "hidden" in card(table, "celina", rosalia)
    assert "<form" not in card(table, "celina", julio)


def test_the_reserve_is_offered_only_where_it_can_be_turned(table, julio):
    called(table, "breather")
    assert "convert-" not in card(table, "bartek", julio)


def test_what_people_typed_is_never_markup(table, julio):
    hostile = "<img src=x onerror=alert(1)>"
    has(julio, experience=2)
    Training.objects.create(character=julio, name=hostile)
    Condition.objects.create(character=julio, kind="injury", name=hostile)
    rest = called(table, "interlude")
    chosen(table, rest, "begin", name=hostile + "!")
    for html in (panel(table), card(table, "bartek", julio)):
        assert "<img src=x" not in html
        assert "&lt;img" in html


def test_the_number_of_queries_depends_on_nothing(table, julio, guard):
    has(julio, experience=3, **TIRED)
    called(table, "rest", julio, guard)

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as context:
            panel(table)
        return len(context)

    few = queries()
    Rest.objects.all().delete()
    others = [CharacterFactory(campaign=table.campaign) for _n in range(4)] + [NpcFactory(campaign=table.campaign)]
    for one in others:
        has(one, experience=2, **TIRED)
        Training.objects.create(character=one, name="Swords")
    called(table, "rest", julio, guard, *others)
    assert queries() == few
