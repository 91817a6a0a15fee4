"""A game master looks through a player's eyes: sees what they see, but never what is theirs alone; presses nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from sessions.models import Mode
from sheets.actions import edit
from tests.cast import PASSWORD
from tests.sessions.actions.test_checks import roll


def through(table, player: str, character=None, name: str = "alicja") -> str:
    where = [table.campaign.token, table.seats[player].token]
    url = reverse("as_sheet", args=[*where, character.token]) if character else reverse("as_table", args=where)
    return table.client(name).get(url).text


def main(text: str) -> str:
    """What lies between the frame of a page, without what says that it cannot be pressed."""
    text = text[text.index("<main") : text.index('id="notices"')]
    text = re.sub(r'</?fieldset[^>]*class="eyes[^>]*>|</fieldset>', "", text)
    text = re.sub(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>', "", text)
    return re.sub(r"\s+", " ", text)


def own(table, name: str, url: str) -> str:
    return table.client(name).get(url).text


@pytest.mark.parametrize("player", ["bartek", "celina", "gustaw", "filip"])
def test_the_table_is_what_that_person_sees(table, player, dice):
    dice.next(2, 3, 4, 2, 3, 4)
    roll(table)
    roll(table, mode=Mode.BLIND)
    url = reverse("table", args=[table.campaign.token])
    assert main(through(table, player)) == main(own(table, player, url)).replace("</fieldset>", "")


@pytest.mark.parametrize("player", ["bartek", "celina", "filip"])
def test_a_sheet_is_what_that_person_sees(table, player):
    mine = re.sub(
        r'<section class="panel" id="panel-private.*?</section>',
        "",
        own(table, player, reverse("sheet", args=[table.julio.token])),
        flags=re.S,
    )
    assert main(through(table, player, table.julio)).replace(" ", "") == main(mine).replace(" ", "")


def test_private_notes_are_not_shown(table):
    edit.set_field(
        actor=table.viewer("bartek"), character=table.julio, target="note:=private", name="text", value="I am afraid"
    )  # fmt: skip
    assert "I am afraid" in own(table, "bartek", reverse("sheet", args=[table.julio.token]))
    assert "I am afraid" not in through(table, "bartek", table.julio)


def test_a_roll_for_oneself_alone_is_not_shown(table, dice):
    dice.next(2, 3, 4)
    row = f"row-{roll(table, mode=Mode.SELF).token}"
    assert row in own(table, "bartek", reverse("table", args=[table.campaign.token]))
    for text in (through(table, "bartek"), through(table, "bartek", table.julio)):
        assert row not in text


def test_a_roll_that_another_made_for_the_gm_is_not_seen_through_these_eyes(table, dice):
    dice.next(2, 3, 4)
    row = f"row-{roll(table, mode=Mode.GM).token}"
    assert row in through(table, "bartek")
    assert row not in through(table, "celina")


def test_the_page_says_whose_eyes_these_are_and_has_a_way_back(table):
    text = through(table, "bartek")
    assert "You see what Bartek sees." in text
    assert reverse("seen", args=[table.campaign.token]) in text


def test_there_is_no_stream_and_no_token_for_a_press(table):
    for text in (through(table, "bartek"), through(table, "bartek", table.julio)):
        assert "data-live-url" not in text
        assert set(re.findall(r'csrfmiddlewaretoken" value="([^"]*)"', text)) <= {"none"}
        assert '"X-CSRFToken": "none"' in text
        assert "<fieldset" in text
        assert "disabled" in text


@pytest.mark.parametrize("sent", [{"headers": {"X-CSRFToken": "none"}}, {"token": "none"}])
def test_a_press_from_there_does_not_get_through(table, sent):
    """Without the page's token the same request that would be the game master's own is refused."""
    strict = Client(enforce_csrf_checks=True)
    assert strict.login(username="alicja", password=PASSWORD)
    url = reverse("counter", args=[table.julio.token, "momentum"])
    form = {"delta": "+1", "csrfmiddlewaretoken": sent.get("token", "")}
    answer = strict.post(url, form, headers=sent.get("headers", {}))
    assert answer.status_code == 403


@pytest.mark.parametrize("seat", ["alicja", "ewa", "henryk", "iga"])
def test_nobody_looks_through_a_game_masters_or_a_former_members_eyes(table, seat):
    url = reverse("as_table", args=[table.campaign.token, table.seats[seat].token])
    assert table.client("alicja").get(url).status_code == 404


def test_a_hidden_npcs_sheet_stays_closed(table):
    url = reverse("as_sheet", args=[table.campaign.token, table.seats["bartek"].token, table.shade.token])
    assert table.client("alicja").get(url).status_code == 404
