"""The panel of a roll's consequences shows beforehand exactly what happens, and to whom it is shown."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sessions.models import Check, LogEntry, Mode, Participant, Scene
from sheets.models import Condition
from tests.cast import HTMX
from tests.sessions.actions.test_consequences import (
    bring,
    came_to,
    pool,
    sheet_of,
    table,
    undo,
)
from tests.sessions.together import again, begin, share, throw

__all__ = ["table"]


@pytest.fixture
def attack(table, dice) -> Check:
    return came_to(table, dice, "melee")


def panel(table, person, check, **query):
    return table.client(person).get(reverse("consequences", args=[check.token]), query, headers=HTMX)


def press(table, person, check, **data):
    wanted = {"expect": Check.objects.get(pk=check.pk).step, **data}
    return table.client(person).post(reverse("consequences", args=[check.token]), wanted, headers=HTMX)


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def previewed(answer) -> str:
    found = re.search(r'id="came-preview".*?</ul>', answer.content.decode(), re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0] if found else "")).partition("> ")[2]


def test_opened_it_offers_the_first_thing_that_the_rules_name(table, attack):
    page = text(panel(table, "alicja", attack))
    assert "Attack 4 points of damage" in page
    assert "Choose whom it concerns." in page


@pytest.mark.parametrize(
    ("trait", "key", "chosen", "shown"),
    [
        ("melee", "attack", {}, "Endurance 7 to 3"),
        ("melee", "attack", {"amount": 9}, "Endurance 7 to 0"),
        ("melee", "disarm", {}, "knocked away: distance 4"),
        ("charisma", "inspire", {}, "Momentum 2 to 3"),
        ("charisma", "mental_attack", {}, "Determination 8 to 4"),
        ("intimidation", "frighten", {"name": "dazed"}, "dazed 4"),
        ("melee", "free.damage.determination", {"amount": 2}, "Determination 8 to 6"),
    ],
)
def test_the_preview_is_what_happens(table, dice, trait, key, chosen, shown):
    check = came_to(table, dice, trait)
    query = {"key": key, "of": key, "target": table.rosalia.token, **chosen}
    assert shown in previewed(panel(table, "alicja", check, **query))
    before = sheet_of(table.rosalia)
    assert press(table, "alicja", check, **query).status_code == 200
    pools, conditions = sheet_of(table.rosalia)
    labels = {"endurance": "Endurance", "determination": "Determination", "momentum": "Momentum"}
    moved = [
        f"{label} {before[0][one]} to {pools[one]}" for one, label in labels.items() if pools[one] != before[0][one]
    ]
    happened = moved + [f"{name} {strength}" for _kind, name, strength in conditions]
    assert happened == ([shown] if key != "disarm" else [])


def test_the_preview_of_healing_stops_where_the_rules_do(table, dice):
    check = came_to(table, dice, "medicine", value=5, name="celina", character=table.rosalia)
    shown = panel(table, "celina", check, target=table.julio.token)
    assert "Vitality 5 to 2" in previewed(shown)
    assert "Endurance 7 to 10" in previewed(shown)
    press(table, "celina", check, key="heal", target=table.julio.token)
    assert (pool(table.julio), pool(table.julio, "vitality")) == (10, 2)


def test_a_number_typed_for_one_thing_is_not_anothers(table, attack):
    shown = panel(
        table, "alicja", attack, key="free.damage.determination", of="attack", amount=1, target=table.guard.token
    )
    assert "Determination 8 to 4" in previewed(shown)


def test_looking_writes_nothing(table, attack):
    before = LogEntry.objects.count(), Condition.objects.count(), pool(table.guard)
    panel(table, "alicja", attack, key="attack", target=[table.guard.token, table.rosalia.token])
    assert (LogEntry.objects.count(), Condition.objects.count(), pool(table.guard)) == before


def test_those_in_the_scene_stand_first(table, attack):
    scene = Scene.objects.create(campaign=table.campaign)
    for place, one in enumerate([table.shade, table.julio]):
        Participant.objects.create(scene=scene, character=one, place=place)
    page = text(panel(table, "alicja", attack))
    assert (
        page.index("In the scene")
        < page.index("Cień")
        < page.index("Julio ", page.index("Cień"))
        < page.index("Rosalia")
    )


def test_a_player_is_offered_their_own_side_and_knows_of_nobody_hidden(table, dice):
    check = came_to(table, dice, "charisma", value=6)
    page = panel(table, "bartek", check)
    assert "Inspire an ally" in text(page)
    for secret in ("Attack the mind", "Duel", "Harm", "Strażnik", "Cień", table.shade.token, table.guard.token):
        assert secret not in page.content.decode()


def test_of_pools_that_a_player_does_not_see_the_panel_shows_nothing(table, dice):
    table.campaign.sheet_view = "names"
    table.campaign.save()
    check = came_to(table, dice, "charisma", value=6)
    shown = panel(table, "bartek", check, key="inspire", target=table.rosalia.token)
    assert previewed(shown).strip().startswith("Rosalia 2 Momentum for the ally")
    assert "Momentum 2" not in previewed(shown)


def test_a_token_of_somebody_hidden_is_as_good_as_unknown(table, dice):
    check = came_to(table, dice, "charisma", value=6)
    answers = [press(table, "bartek", check, key="inspire", target=one) for one in (table.shade.token, "nobody")]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_who_was_slower_sees_the_row_as_it_is_and_keeps_the_panel(table, attack):
    bring(table, attack, "attack", table.guard, by="ewa")
    answer = press(table, "alicja", attack, key="attack", target=table.guard.token, expect=0)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f'id="row-{attack.root.token}"' in page
    assert "Ewa was faster" in page.partition("#came-body")[2]
    assert pool(table.guard) == 3


def test_a_panel_that_was_open_meanwhile_says_that_the_roll_has_changed(table, attack):
    bring(table, attack, "attack", table.guard, by="ewa")
    assert "This roll has changed." in text(panel(table, "alicja", attack, expect=0, key="attack"))
    assert "This roll has changed." not in text(panel(table, "alicja", attack, expect=1, key="attack"))


def test_what_is_missing_is_said_in_the_panel(table, attack):
    answer = press(table, "alicja", attack, key="attack")
    assert answer.status_code == 422
    assert "Choose whom it concerns." in answer.content.decode().partition("#came-body")[2]


@pytest.mark.parametrize(
    "data", [{"key": ""}, {"amount": "many", "of": "attack"}, {"expect": "soon"}, {"lasts": "ever"}]
)
def test_a_broken_press_is_refused_in_words(table, attack, data):
    answer = press(table, "alicja", attack, **{"key": "attack", "target": table.guard.token, **data})
    assert answer.status_code == 422
    assert pool(table.guard) == 7


def test_of_an_undone_roll_nothing_is_offered(table, attack):
    undo(table, attack)
    assert "Nothing comes of this roll." in text(panel(table, "alicja", attack))
    page = table.client("alicja").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert reverse("consequences", args=[attack.token]) not in page


@pytest.mark.parametrize(
    ("trait", "value", "offered"), [("charisma", 6, True), ("intimidation", 4, False), ("charisma", 0, False)]
)
def test_a_player_has_the_button_where_something_comes_to_their_side(table, dice, trait, value, offered):
    check = came_to(table, dice, trait, value=value)
    url = reverse("consequences", args=[check.token])
    pages = {
        name: table.client(name).get(reverse("table", args=[table.campaign.token]))
        for name in ("bartek", "alicja", "celina")
    }
    found = {name: url in page.content.decode() for name, page in pages.items()}
    assert found == {"bartek": offered, "alicja": True, "celina": False}


def test_a_roll_for_oneself_has_no_button(table, dice):
    check = came_to(table, dice, "charisma", value=6, mode=Mode.SELF)
    page = table.client("bartek").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert reverse("consequences", args=[check.token]) not in page


def test_one_consequence_is_undone_from_the_row(table, attack):
    wrong = bring(table, attack, "attack", table.rosalia)
    bring(table, attack, "attack", table.guard)
    page = table.client("alicja").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert f'"step": "{wrong.token}"' in page
    answer = table.client("alicja").post(
        reverse("undo_check", args=[attack.token]), {"expect": 2, "step": wrong.token}, headers=HTMX
    )
    assert answer.status_code == 200
    assert [pool(table.rosalia), pool(table.guard)] == [7, 3]
    assert f'"step": "{wrong.token}"' not in answer.content.decode()


def test_the_panel_asks_as_much_of_the_database_for_many_targets_as_for_one(
    table, attack, django_assert_max_num_queries
):
    def asked(*targets) -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            panel(table, "alicja", attack, key="attack", target=[one.token for one in targets])
        return len(found)

    asked()  # the first request of a session costs more
    assert asked(table.guard) == asked(table.guard, table.rosalia, table.julio, table.shade)


def test_the_log_asks_as_much_for_ten_consequences_as_for_one(table, attack):
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            table.client("celina").get(reverse("table", args=[table.campaign.token]))
        return len(found)

    bring(table, attack, "attack", table.guard)
    asked()  # the first request of a session costs more
    once = asked()
    for target in (table.rosalia, table.julio, table.guard):
        bring(table, attack, "attack", target, amount=1)
    assert asked() == once


# --- of a shared test ---------------------------------------------------------------------------------------------


@pytest.fixture
def together(table, dice) -> Check:
    """Julio's and Rosalia's blow."""
    check = begin(
        table, share(table.julio, "initiator", "melee"), share(table.rosalia, "helper", "melee"), difficulty=1
    ).rolled  # fmt: skip
    throw(table, check, table.julio, by="bartek", faces=(4, 4))
    throw(table, check, table.rosalia, by="celina", faces=(4,))
    return again(check)


def test_something_comes_of_a_shared_test_too(table, together):
    query = {"key": "free.damage.endurance", "target": table.shade.token, "amount": 2}
    assert panel(table, "alicja", together, **query).status_code == 200
    assert press(table, "alicja", together, **query).status_code == 200
    assert again(together).state == Check.State.SETTLED


def test_its_helper_brings_nothing_about(table, together):
    query = {"key": "help", "target": table.rosalia.token}
    assert panel(table, "celina", together, **query).status_code == 403
    assert press(table, "celina", together, **query).status_code == 403
    assert panel(table, "bartek", together).status_code == 200
