"""The order of turns, without a database."""

from types import SimpleNamespace

import pytest

from sessions import turn_order


def people(*hidden: bool):
    return [
        SimpleNamespace(pk=pk, place=pk, hidden=unseen, left_at=None, score=None, side="party", turn_in=0, reacted_in=0)
        for pk, unseen in enumerate(hidden)
    ]


@pytest.mark.parametrize(
    ("order", "now", "coming"),
    [
        ("abc", None, ("a", 0)),
        ("abc", "a", ("b", 0)),
        ("abc", "c", ("a", 1)),
        ("a", "a", ("a", 1)),
        ("", None, (None, 0)),
    ],
)
def test_after_the_last_one_comes_the_first_in_a_new_round(order, now, coming):
    assert turn_order.after(list(order), now) == coming


@pytest.mark.parametrize(
    ("hidden", "now", "seen"),
    [
        ((False, False), 1, 1),
        ((False, True, False), 1, 0),
        ((True, False, False), 0, 2),
        ((False, True, True), 2, 0),
        ((True, True), 1, None),
    ],
)
def test_players_see_the_last_one_whom_they_may_see(hidden, now, seen):
    order = people(*hidden)
    found = turn_order.last_seen(order, order[now])
    assert (found.pk if found else None) == seen


@pytest.mark.parametrize(("hidden", "now", "deck"), [((False, True, False), 0, 2), ((False, True), 0, None)])
def test_who_is_next_is_counted_among_those_whom_players_see(hidden, now, deck):
    order = people(*hidden)
    found = turn_order.on_deck(order, order[now])
    assert (found.pk if found else None) == deck


def test_who_has_left_is_in_no_order():
    order = people(False, False, False)
    order[1].left_at = "now"
    assert [one.pk for one in turn_order.living(order)] == [0, 2]
    assert turn_order.last_seen(order, order[1]) is None


def test_a_tie_is_a_score_that_several_have():
    order = people(False, False, False, False)
    for one, score in zip(order, (7, 5, 7, None), strict=True):
        one.score = score
    assert turn_order.ties(order) == {7}
