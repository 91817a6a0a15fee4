"""The buttons of a roll's row, as a page presses them."""

import re

import pytest
from django.urls import reverse

from sessions.actions import checks, follow_ups, roll_undo
from sessions.actions.checks import result_of
from sessions.models import Check, LogEntry, Mode
from sheets.models import Counter
from tests.cast import HTMX
from tests.sessions.actions.test_checks import momentum, request_of, roll


def press(table, name, url_name, check, **data):
    return table.client(name).post(reverse(url_name, args=[check.token]), data, headers=HTMX)


def boost(table, name, check, expect=0, **data):
    return press(table, name, "follow", check, kind="boost", who=table.julio.token, expect=expect, **data)


@pytest.mark.parametrize("name", ["bartek", "alicja", "ewa"])
def test_the_owner_and_the_gms_boost(table, charisma, name):
    answer = boost(table, name, charisma)
    assert answer.status_code == 200
    assert f'id="row-{charisma.root.token}"' in answer.content.decode()
    assert result_of(Check.objects.get(pk=charisma.pk)).value == 2


@pytest.mark.parametrize(
    ("name", "status"), [("celina", 403), ("gustaw", 403), ("filip", 403), ("henryk", 403), ("daniel", 404)]
)
def test_nobody_else_boosts_and_nothing_is_paid(table, charisma, name, status):
    assert boost(table, name, charisma).status_code == status
    assert momentum(table.julio) == 2


def test_a_late_press_gets_the_row_as_it_is_and_who_was_faster(table, charisma):
    boost(table, "alicja", charisma)
    answer = boost(table, "bartek", charisma, once="another")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Alicja" in page
    assert f'id="row-{charisma.root.token}"' in page
    assert momentum(table.julio) == 1


def test_a_late_press_on_an_older_roll_leaves_the_newest_in_the_roll_bar(table, charisma, failure):
    follow_ups.settle(actor=table.viewer("alicja"), check=charisma, expect=0)
    sheet = {**HTMX, "HX-Current-URL": "http://testserver" + reverse("sheet", args=[table.julio.token])}
    data = {"kind": "boost", "who": table.julio.token, "expect": 0}
    answer = table.client("bartek").post(reverse("follow", args=[charisma.token]), data, headers=sheet)
    bar = answer.content.decode().partition(f"#last-{table.julio.token}")[2]
    assert answer.status_code == 409
    assert f"row-{failure.root.token}" in bar
    assert f"row-{charisma.root.token}" not in bar


def test_an_undone_roll_offers_nothing_that_would_be_refused(table, charisma):
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=0)
    page = table.client("alicja").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert f"row-{charisma.root.token}" in page
    for name in ("correct", "undo_check", "settle", "follow"):
        assert reverse(name, args=[charisma.token]) not in page


def test_the_same_press_again_gets_the_first_answer(table, charisma):
    first = boost(table, "bartek", charisma, once="press")
    again = boost(table, "bartek", charisma, once="press")
    assert (first.status_code, again.status_code) == (200, 200)
    assert momentum(table.julio) == 1


@pytest.mark.parametrize("data", [{"kind": "cheat"}, {"expect": "soon"}, {"who": ""}, {"dice": "x"}, {"amount": "-3"}])
def test_a_broken_press_is_refused_in_words(table, charisma, data):
    wanted = {"kind": "boost", "who": table.julio.token, "expect": 0, **data}
    answer = table.client("bartek").post(reverse("follow", args=[charisma.token]), wanted, headers=HTMX)
    assert answer.status_code == 422
    assert "notice" in answer.content.decode()
    assert momentum(table.julio) == 2


def test_a_boost_paid_by_somebody_who_took_no_part_is_not_found(table, charisma):
    answer = press(table, "alicja", "follow", charisma, kind="boost", who=table.rosalia.token, expect=0)
    assert answer.status_code == 404


def test_a_player_does_not_grant_an_effort_at_another_cost(table, failure):
    wanted = {"kind": "effort", "who": table.julio.token, "expect": 0, "note": "my hat"}
    assert press(table, "bartek", "follow", failure, **wanted).status_code == 422
    assert result_of(Check.objects.get(pk=failure.pk)).value == -4


def test_a_game_master_does(table, failure):
    wanted = {"kind": "effort", "who": table.julio.token, "expect": 0, "note": "my hat"}
    assert press(table, "alicja", "follow", failure, **wanted).status_code == 200
    assert result_of(Check.objects.get(pk=failure.pk)).value == 1


def test_the_price_of_an_effort_under_a_hidden_difficulty_cannot_be_guessed(table, failure):
    Check.objects.filter(pk=failure.pk).update(hidden=True)
    answers = {
        press(
            table, "bartek", "follow", failure, kind="effort", who=table.julio.token, expect=0,
            counter="determination", amount=amount,
        ).content
        for amount in range(1, 8)
    }  # fmt: skip
    assert len(answers) == 1
    assert not Counter.objects.filter(character=table.julio, key="determination").exists()


def test_the_player_asks_and_the_gm_names_the_pool(table, failure):
    Check.objects.filter(pk=failure.pk).update(hidden=True)
    assert press(table, "bartek", "ask", failure, who=table.julio.token, expect=0, text="").status_code == 200
    answer = press(table, "alicja", "answer", failure, agreed="yes", counter="determination", expect=1)
    assert answer.status_code == 200
    assert Counter.objects.get(character=table.julio, key="determination").current == 5


@pytest.mark.parametrize("url_name", ["correct", "reveal", "conceal", "apply_held", "undo_check", "answer"])
def test_a_player_has_none_of_the_gms_buttons(table, charisma, url_name):
    answer = press(table, "bartek", url_name, charisma, expect=0, difficulty=0, agreed="yes")
    assert answer.status_code == 403
    assert not charisma.root.children.exists()


def test_a_gm_corrects_the_difficulty_and_the_reason_is_told(table, charisma):
    answer = press(
        table, "alicja", "correct", charisma, expect=0, difficulty=3, advantage=0, disadvantage=0, note="dusk"
    )
    assert "dusk" in answer.content.decode()
    assert result_of(Check.objects.get(pk=charisma.pk)).value == 1


def test_a_correction_keeps_the_modifiers_and_their_reasons(table, charisma):
    press(
        table, "alicja", "correct", charisma, expect=0, difficulty=5, modifier=["+2", "−1"],
        modifier_reason=["a hat", "rain"],
    )  # fmt: skip
    modifiers = result_of(Check.objects.get(pk=charisma.pk)).request.modifiers
    assert [(one.value, one.reason) for one in modifiers] == [(2, "a hat"), (-1, "rain")]


def test_a_blind_roll_is_not_its_rollers_to_touch(table, dice):
    dice.next(8, 8, 3)
    check = roll(table, mode=Mode.BLIND).rolled
    assert boost(table, "bartek", check).status_code == 403
    assert press(table, "alicja", "reveal", check, expect=0).status_code == 200
    assert momentum(table.julio) == 2


def test_a_roll_of_another_for_himself_is_not_there(table, dice):
    dice.next(8, 8, 3)
    check = roll(table, mode=Mode.SELF).rolled
    assert press(table, "alicja", "settle", check, expect=0).status_code == 404
    assert press(table, "bartek", "settle", check, expect=0).status_code == 409  # settled from the start


@pytest.mark.parametrize("url_name", ["follow", "correct", "settle", "undo_check"])
def test_an_archived_table_takes_no_press(table, charisma, url_name):
    from django.utils import timezone

    table.campaign.archived_at = timezone.now()
    table.campaign.save()
    before = LogEntry.objects.count()
    answer = press(table, "alicja", url_name, charisma, kind="boost", who=table.julio.token, expect=0, difficulty=1)
    assert answer.status_code == 403
    assert LogEntry.objects.count() == before


def test_a_correction_keeps_the_reasons_for_advantage(table, charisma):
    press(
        table, "alicja", "correct", charisma, expect=0, difficulty=5, advantage=1, disadvantage=0,
        advantage_reason=["a good name", "a second one"],
    )  # fmt: skip
    assert result_of(Check.objects.get(pk=charisma.pk)).request.advantage == ("a good name",)


def test_an_archived_character_takes_no_press(table, charisma):
    from django.utils import timezone

    table.julio.archived_at = timezone.now()
    table.julio.save()
    assert boost(table, "bartek", charisma).status_code == 403
    assert momentum(table.julio) == 2


def test_a_game_master_tells_a_difficulty_on_the_row_and_nothing_else_changes(table, dice):
    dice.next(1, 2, 5)
    request = request_of(table.julio, "athletics", difficulty=None, advantage=("a rope",))
    waiting = checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request).rolled
    page = table.client("alicja").get(reverse("table", args=[table.campaign.token])).content.decode()
    form = page.partition('class="row tell"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert press(table, "alicja", "correct", waiting, **sent, difficulty=3).status_code == 200
    told = result_of(Check.objects.get(pk=waiting.pk))
    assert (told.value, told.request.advantage) == (2, ("a rope",))


@pytest.mark.parametrize(("name", "difficulty"), [("bartek", None), ("alicja", 3)])
def test_a_difficulty_is_told_by_game_masters_and_once(table, dice, name, difficulty):
    dice.next(1, 2, 5)
    roll(table, trait="athletics", difficulty=difficulty)
    page = table.client(name).get(reverse("table", args=[table.campaign.token])).content.decode()
    assert 'class="row tell"' not in page


# --- what a row opens -----------------------------------------------------------------------------------------------


def opened(table, name, check, form, who=""):
    return table.client(name).get(reverse("check_more", args=[check.token, form]), {"who": who}, headers=HTMX)


def test_a_row_opens_the_form_of_what_is_offered_now(table, failure):
    julio = table.julio.token
    for form, words in (("reroll", "Throw again"), ("cost", "Ask the game master")):
        page = opened(table, "bartek", failure, form, julio)
        assert page.status_code == 200
        assert words in page.text
        assert 'name="expect" value="0"' in page.text
    assert "Heroic effort at this cost" in opened(table, "alicja", failure, "cost", julio).text
    follow_ups.settle(actor=table.viewer("alicja"), check=failure, expect=0)
    for form in ("reroll", "cost"):
        assert opened(table, "bartek", failure, form, julio).status_code == 404


def test_a_row_opens_nothing_for_whom_it_offers_nothing(table, failure):
    for who in (table.rosalia.token, "nobody", ""):
        assert opened(table, "bartek", failure, "reroll", who).status_code == 404


def test_what_opens_tells_a_player_nothing_of_a_hidden_difficulty(table, dice):
    dice.next(2, 3, 1)
    check = roll(table, "alicja", difficulty=77, hidden=True).rolled
    for form in ("cost", "reroll"):
        page = opened(table, "bartek", check, form, table.julio.token)
        assert page.status_code == 200
        assert not re.search(r"(?<![\w-])7\d(?![\w-])", page.text)
    assert 'value="77"' in opened(table, "alicja", check, "corrections").text


def test_corrections_open_as_long_as_there_is_something_to_correct(table, failure):
    assert opened(table, "alicja", failure, "corrections").status_code == 200
    roll_undo.undo_step(actor=table.viewer("alicja"), check=failure, expect=0)
    assert opened(table, "alicja", failure, "corrections").status_code == 404


def test_the_button_says_what_it_takes_back(table, charisma):
    def said():
        page = opened(table, "alicja", charisma, "corrections").text
        return [words for words in ("Undo the boost", "Undo the whole roll", "Undo the last step") if words in page]

    assert said() == ["Undo the whole roll"]
    boost(table, "bartek", charisma)
    assert said() == ["Undo the boost"]
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=1)
    assert said() == ["Undo the whole roll"]
