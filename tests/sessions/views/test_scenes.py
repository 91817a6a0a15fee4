"""The addresses of a scene: what they answer with, what they refuse."""

import pytest
from django.urls import reverse

from sessions.actions.scenes import Joining
from tests.cast import HTMX
from tests.sessions.scenes import COMBAT, go_on, one, opened, running, set_pool, whose


@pytest.fixture
def turn(table):
    """Julio's turn in a combat; the shade lurks."""
    opened(table, COMBAT, Joining(table.guard, "enemies"), Joining(table.shade, "enemies", hidden=True))
    go_on(table)
    return table


def post(table, name, address, character=None, **data):
    rest = [one(table, character).token] if character else []
    url = reverse(f"scene_{address}", args=[table.campaign.token, running(table).token, *rest])
    return table.client(name).post(url, data, headers=HTMX)


def test_who_was_too_slow_gets_the_scene_as_it_is_and_a_notice(turn):
    step, seen = running(turn).step, running(turn).seen_step
    go_on(turn, "ewa")
    answer = post(turn, "bartek", "end_turn", turn.julio, expect=seen)
    told = answer.content.decode()
    assert answer.status_code == 409
    assert "Ewa was faster" in told
    assert 'hx-target="#scene_strip"' in told
    assert "Cień" not in told
    assert post(turn, "alicja", "next", expect=step).status_code == 409
    assert whose(turn) == ("Rosalia", 1)


def test_the_answer_to_a_press_draws_the_scene(turn):
    answer = post(turn, "bartek", "end_turn", turn.julio, expect=running(turn).seen_step)
    assert answer.status_code == 200
    assert 'id="scene_strip"' in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("next", {}),
        ("next", {"expect": "soon"}),
        ("close", {"ended": "maybe"}),
        ("surprise", {"surprise": "everybody"}),
        ("join", {"who": "nobody", "side": "party"}),
        ("sort", {"score-x": "ten"}),
        ("roll", {"trait": "no-such-trait"}),
        ("roll", {"trait": "'; drop"}),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(turn, address, data):
    given = data if address == "next" else {"expect": running(turn).step, **data}
    answer = post(turn, "alicja", address, **given)
    assert answer.status_code == 422
    assert b"is-error" in answer.content


def test_a_scene_of_another_table_is_not_there(turn):
    url = reverse("scene_next", args=[turn.campaign.token, "nothing-here"])
    assert turn.client("alicja").post(url, {"expect": 0}, headers=HTMX).status_code == 404


def test_reactions_are_listed_with_their_prices_as_far_as_they_can_be_paid(turn):
    set_pool(turn.rosalia, 2)
    url = reverse("scene_react", args=[turn.campaign.token, running(turn).token, one(turn, turn.rosalia).token])
    told = turn.client("celina").get(url).content.decode()
    assert told.count("<form") == 2
    set_pool(turn.rosalia, 0)
    assert "No Reaction is possible now" in turn.client("celina").get(url).content.decode()


@pytest.mark.parametrize("page", ["dash", "table"])
def test_the_game_masters_are_told_whose_turn_a_player_passed_over(turn, page):
    url = reverse(page, args=[turn.campaign.token])
    post(turn, "alicja", "move", turn.shade, to=1, expect=running(turn).step)
    assert "Passed over unseen" not in turn.client("alicja").get(url).content.decode()
    post(turn, "bartek", "end_turn", turn.julio, expect=running(turn).seen_step)
    assert whose(turn) == ("Rosalia", 1)
    told = turn.client("alicja").get(url).content.decode()
    assert "Passed over unseen" in told
    assert "To give this turn after all" in told
    if page == "table":
        assert "Passed over" not in turn.client("bartek").get(url).content.decode()
    go_on(turn)
    assert "Passed over unseen" not in turn.client("alicja").get(url).content.decode()


def test_the_strip_marks_a_hidden_one_for_the_game_masters_alone(turn):
    def strip(name):
        page = turn.client(name).get(reverse("table", args=[turn.campaign.token])).content.decode()
        return page.partition('id="scene_strip"')[2].partition("</section>")[0]

    assert strip("alicja").count("tag-secret") == 1
    assert "Cień <small>hidden</small>" in strip("alicja")
    assert "Julio" in strip("bartek")
    assert "<small>hidden" not in strip("bartek")
    assert "Cień" not in strip("bartek")


def test_a_scene_is_opened_with_those_who_were_chosen(table):
    url = reverse("scene", args=[table.campaign.token])
    data = {
        "title": "Roofs", "kind": "challenge", "pace": "stages", "chosen": "1", "instead": "",
        f"side-{table.julio.token}": "party", f"side-{table.shade.token}": "enemies",
        f"hidden-{table.shade.token}": "1", f"side-{table.guard.token}": "",
    }  # fmt: skip
    assert table.client("alicja").post(url, data, headers=HTMX).status_code == 200
    scene = running(table)
    assert (scene.kind, scene.pace, scene.title) == ("challenge", "stages", "Roofs")
    found = scene.participants.values_list("character__name", "side", "hidden")
    assert set(found) == {("Julio", "party", False), ("Cień", "enemies", True)}
    assert table.client("ewa").post(url, {"instead": ""}, headers=HTMX).status_code == 409


def test_the_note_saves_itself_and_a_conflict_shows_both_texts(turn):
    answer = post(turn, "alicja", "note", value="One")
    assert answer.headers["X-Was"]
    clash = post(turn, "ewa", "note", value="Two", was="0" * 16)
    assert clash.status_code == 409
    assert b"One" in clash.content
    assert running(turn).note == "One"
