"""The table's page: the party, the log in pages and under filters, messages, dice, the next scene."""

import pytest
from django.urls import reverse

from sessions import log_pages
from sessions.actions import table as actions
from sessions.models import LogEntry
from tests.cast import HTMX
from tests.sessions.actions.test_checks import roll


def page(table, name, **query):
    return table.client(name).get(reverse("table", args=[table.campaign.token]), query)


def say(table, name, text="Who is there?", **data):
    url = reverse("say", args=[table.campaign.token])
    return table.client(name).post(url, {"text": text, **data}, headers=HTMX)


@pytest.mark.parametrize("name", ["alicja", "ewa", "bartek", "celina", "gustaw", "filip", "iga"])
def test_whoever_sits_there_sees_the_table(table, name):
    assert page(table, name).status_code == 200


@pytest.mark.parametrize(("name", "status"), [("daniel", 404), ("henryk", 403)])
def test_nobody_else_does(table, name, status):
    assert page(table, name).status_code == status


def test_the_gm_edits_pools_and_players_look(table):
    stepper = f'id="cell-{table.julio.token}-momentum" data-kind="momentum" data-stepper'
    assert stepper in page(table, "alicja").content.decode()
    assert stepper not in page(table, "celina").content.decode()


def test_who_talks_too_fast_is_told_so_where_they_are(table, settings):
    settings.MESSAGES_A_MINUTE = 1
    assert say(table, "bartek").status_code == 200
    answer = say(table, "bartek")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert 'hx-target="#notices"' in answer.text
    assert "So many messages in one minute?" in answer.text
    assert say(table, "celina").status_code == 200
    assert LogEntry.objects.filter(kind="message").count() == 2


def test_a_press_that_is_sent_again_is_answered_however_fast(table, settings):
    settings.MESSAGES_A_MINUTE = 1
    assert [say(table, "bartek", once="one-press").status_code for _ in range(3)] == [200, 200, 200]
    assert LogEntry.objects.filter(kind="message").count() == 1


def test_a_message_comes_back_as_a_row(table):
    answer = say(table, "bartek")
    assert answer.status_code == 200
    assert "Who is there?" in answer.content.decode()


@pytest.mark.parametrize("name", ["filip", "iga"])
def test_those_who_watch_do_not_talk(table, name):
    before = LogEntry.objects.count()
    assert say(table, name).status_code == 403
    assert LogEntry.objects.count() == before


def test_what_people_type_is_text(table):
    answer = say(table, "bartek", text="<img src=x onerror=alert(1)>")
    assert "&lt;img" in answer.content.decode()
    assert "<img" not in answer.content.decode()


def test_a_formula_that_is_none_is_refused_in_words(table):
    url = reverse("throw", args=[table.campaign.token])
    answer = table.client("bartek").post(url, {"formula": "999k6"}, headers=HTMX)
    assert answer.status_code == 422
    assert "50" in answer.content.decode()


def test_free_dice_are_thrown(table, dice):
    dice.next(3, 4)
    url = reverse("throw", args=[table.campaign.token])
    answer = table.client("bartek").post(url, {"formula": "2k6", "mode": "public"}, headers=HTMX)
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_only_a_gm_begins_a_scene(table, name):
    url = reverse("scene", args=[table.campaign.token])
    assert table.client(name).post(url, headers=HTMX).status_code == 403
    assert table.client("ewa").post(url, {"title": "The gate"}, headers=HTMX).status_code == 200


def _talk(table, count):
    for number in range(count):
        actions.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=f"line {number}.")


def test_older_rows_come_page_by_page_and_none_twice(table, monkeypatch):
    monkeypatch.setattr(log_pages, "PAGE", 4)
    _talk(table, 10)
    seen, before = [], ""
    while True:
        context = log_pages.page(table.campaign.channel_id, table.viewer("bartek"), _query(before=before))
        seen += [row.entry.payload["text"] for row in context["rows"]]
        before = context["older"]
        if not before:
            break
    assert seen == [f"line {number}." for number in reversed(range(10))]


def _query(**values):
    from django.http import QueryDict

    query = QueryDict(mutable=True)
    query.update({name: value for name, value in values.items() if value})
    return query


def test_the_log_is_filtered_by_kind(table, dice):
    dice.next(5, 7, 4)
    roll(table)
    _talk(table, 1)
    rolls = page(table, "bartek", only="rolls").content.decode()
    assert "line 0." not in rolls
    assert "Inquiry" in rolls


def test_the_log_is_filtered_by_character(table, dice):
    dice.next(5, 7, 4, 2, 6, 1)
    roll(table)
    roll(table, name="celina", character=table.rosalia, trait="medicine")
    of_rosalia = page(table, "bartek", of=table.rosalia.token).content.decode()
    assert "Medicine" in of_rosalia
    assert "Inquiry" not in of_rosalia


def test_nobody_filters_by_a_hidden_npc(table, dice):
    dice.next(5, 7, 4)
    roll(table, name="alicja", character=table.shade, trait="stealth")
    assert not log_pages.page(
        table.campaign.channel_id, table.viewer("bartek"), _query(of=table.shade.token)
    )["rows"]  # fmt: skip
    assert log_pages.page(table.campaign.channel_id, table.viewer("alicja"), _query(of=table.shade.token))["rows"]


@pytest.mark.parametrize("query", [{"only": "secrets"}, {"of": "nobody"}, {"before": "nothing"}])
def test_a_senseless_filter_is_no_error(table, query):
    assert page(table, "bartek", **query).status_code == 200


def test_a_nul_in_an_address_is_a_bad_request(table):
    assert page(table, "bartek", of="\x00").status_code == 400


def test_a_nul_in_a_message_is_left_out(table):
    assert say(table, "bartek", text="a\x00b").status_code == 200
    assert LogEntry.objects.order_by("-pk").first().payload["text"] == "ab"


def test_a_blind_throw_shows_its_thrower_nothing(table, dice):
    dice.next(6, 5)
    url = reverse("throw", args=[table.campaign.token])
    answer = table.client("bartek").post(url, {"formula": "2k6", "mode": "blind"}, headers=HTMX).content.decode()
    assert "Rolled blind" in answer
    for told in ("<b>6</b>", "<b>11</b>", "2k6", ", 11"):
        assert told not in answer
    assert "<b>11</b>" in page(table, "alicja").content.decode()


def test_a_scene_tells_the_gm_alone_what_it_dropped(table, dice):
    dice.next(8, 8, 3)
    roll(table, mode="blind")
    url = reverse("scene", args=[table.campaign.token])
    assert "dropped" in table.client("alicja").post(url, headers=HTMX).content.decode()
    assert "dropped" not in page(table, "bartek").content.decode()
