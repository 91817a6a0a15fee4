"""Pages of the log: keyset by a token, filters; a token that one may not know is as good as unknown."""

import pytest

from sessions import log_pages
from sessions.actions import table as actions
from sessions.models import LogEntry, Mode
from tests.sessions.actions.test_checks import roll


def say(table, text: str, mode: str = Mode.PUBLIC, name: str = "bartek") -> LogEntry:
    return actions.say(actor=table.viewer(name), channel_id=table.campaign.channel_id, text=text, mode=mode)


def page(table, name: str = "bartek", **query: str) -> dict:
    return log_pages.page(table.campaign.channel_id, table.viewer(name), query)


def texts(found: dict) -> list[str]:
    return [row.data["text"] for row in found["rows"]]


def test_a_page_has_the_newest_rows_first(table):
    for text in ("one", "two", "three"):
        say(table, text)
    assert texts(page(table)) == ["three", "two", "one"]


def test_pages_follow_each_other_without_gap_or_overlap(table):
    for number in range(2 * log_pages.PAGE + 5):
        say(table, str(number))
    first = page(table)
    second = page(table, before=first["older"])
    third = page(table, before=second["older"])
    assert [len(one["rows"]) for one in (first, second, third)] == [log_pages.PAGE, log_pages.PAGE, 5]
    assert [*texts(first), *texts(second), *texts(third)] == [str(n) for n in reversed(range(2 * log_pages.PAGE + 5))]
    assert third["older"] == ""


def test_a_full_page_that_is_the_last_has_no_older_one(table):
    for number in range(log_pages.PAGE):
        say(table, str(number))
    assert page(table)["older"] == ""


def test_what_one_may_not_see_takes_no_place_on_a_page(table):
    say(table, "old")
    for number in range(log_pages.PAGE + 1):
        say(table, f"secret {number}", Mode.GM, "celina")
    found = page(table)
    assert (texts(found), found["older"]) == (["old"], "")


@pytest.mark.parametrize("hidden", [True, False])
def test_a_page_before_something_secret_is_as_one_before_something_unknown(table, hidden):
    say(table, "old")
    secret = say(table, "secret", Mode.GM, "celina")
    assert page(table, before=secret.token if hidden else "no-such-token")["rows"] == []


def test_rows_are_filtered_by_kind(table, dice):
    dice.next(5, 7, 4)
    roll(table)
    say(table, "Hello")
    assert [row.entry.kind for row in page(table, only="rolls")["rows"]] == ["check"]
    assert [row.entry.kind for row in page(table, only="messages")["rows"]] == ["message"]
    assert len(page(table, only="nonsense")["rows"]) == 2


def test_rows_are_filtered_by_character(table, dice):
    dice.real()
    roll(table)
    roll(table, "celina", table.rosalia)
    assert [row.who for row in page(table, of=table.julio.token)["rows"]] == ["Julio"]


def test_a_hidden_npc_is_a_filter_for_the_gms_alone(table, dice):
    dice.next(5, 7, 4)
    roll(table, "alicja", table.shade, trait="stealth")
    assert len(page(table, "alicja", of=table.shade.token)["rows"]) == 1
    found = page(table, "bartek", of=table.shade.token)
    assert (found["rows"], found["of"]) == ([], "")


def test_a_page_costs_the_same_however_many_rows_and_people_it_shows(
    table, dice, django_assert_max_num_queries, django_assert_num_queries
):
    dice.real()
    roll(table)
    roll(table, "alicja", table.guard, trait="melee")  # of NPCs it is asked what they share
    with django_assert_max_num_queries(20) as few:
        page(table)
    for _ in range(5):
        roll(table)
        roll(table, "celina", table.rosalia)
        roll(table, "alicja", table.guard, trait="melee")
    with django_assert_num_queries(len(few.captured_queries)):
        page(table)
