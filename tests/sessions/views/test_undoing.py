"""A row of the log is undone where it stands, by the game masters."""

import pytest
from django.urls import reverse
from django.utils import timezone

from sessions import feed
from sheets.actions import counters
from tests.cast import HTMX
from tests.visibility import outputs


@pytest.fixture
def wound(table):
    return counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="endurance", typed="-3")


def press(table, name, entry, **data):
    return table.client(name).post(reverse("undo_entry", args=[entry.token]), data, headers=HTMX)


def page(table, name) -> str:
    return table.client(name).get(reverse("table", args=[table.campaign.token])).content.decode()


def test_a_game_master_undoes_a_row_and_brings_it_back(table, wound):
    answer = press(table, "alicja", wound).content.decode()
    assert f'id="row-{wound.token}"' in answer
    assert "is-undone" in answer
    assert "Bring it back" in answer
    assert f"card-{table.julio.token}" in answer
    answer = press(table, "ewa", wound, back="1").content.decode()
    assert "is-undone" not in answer


def test_only_game_masters_have_the_button(table, wound):
    url = reverse("undo_entry", args=[wound.token])
    assert {name for name in ("alicja", "ewa", "bartek", "celina", "filip") if url in page(table, name)} == {
        "alicja", "ewa",
    }  # fmt: skip


def test_nobody_has_it_in_an_archived_campaign(table, wound):
    table.campaign.archived_at = timezone.now()
    table.campaign.save()
    assert reverse("undo_entry", args=[wound.token]) not in page(table, "alicja")


@pytest.mark.parametrize(
    ("name", "status"), [("bartek", 403), ("celina", 403), ("filip", 404), ("henryk", 403), ("daniel", 404)]
)
def test_nobody_else_undoes_it_there(table, wound, name, status):
    assert press(table, name, wound).status_code == status
    wound.refresh_from_db()
    assert not wound.changes.filter(undone=True).exists()


def test_who_was_slower_reads_why(table, wound):
    press(table, "ewa", wound)
    answer = press(table, "alicja", wound, once="other")
    assert answer.status_code == 409
    assert "Ewa: This was undone already." in answer.content.decode()


def test_everybody_who_sees_the_row_sees_it_undone_at_once(table, wound):
    before = feed.Source().newest(table.campaign.channel_id)
    press(table, "alicja", wound)
    for name in ("alicja", "bartek", "celina"):
        assert b"is-undone" in outputs.live(table, name, after=before)
    assert outputs.live(table, "filip", after=before) == b""  # who does not see pools


def test_the_row_of_an_npc_is_undone_without_a_byte_for_players(table):
    entry = counters.change_counter(actor=table.viewer("alicja"), character=table.guard, key="endurance", typed="-3")
    before = feed.Source().newest(table.campaign.channel_id)
    press(table, "ewa", entry)
    assert b"is-undone" in outputs.live(table, "alicja", after=before)
    for name in ("bartek", "filip"):
        assert outputs.live(table, name, after=before) == b""
