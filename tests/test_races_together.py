"""Several people at once in one shared test: exactly one result, no die twice, nothing lost by a sudden death."""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request

import pytest
from django.urls import reverse

from caerbannog_site.errors import Conflict
from sessions.actions import gathering, opposed
from sessions.actions.checks import result_of
from sessions.models import Check, LogEntry
from sheets.models import Character, Counter
from tests.cast import client_of, make_table
from tests.races import at_once
from tests.sessions.together import again, begin, marcus, share, throw, versus
from tests.test_races import assert_in_order, tried

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db, dice):
    dice.real()
    table = make_table()
    table.marcus = marcus(table)
    return table


@pytest.fixture
def guile(table) -> Check:
    """Rosalia has thrown; her two helpers have not."""
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.marcus, "helper", "guile"),
        share(table.julio, "helper", "guile"),
    ).rolled  # fmt: skip
    throw(table, check, table.rosalia, by="celina")
    return check


def anew(character: Character) -> Character:
    """Read as each request does."""
    return Character.objects.select_related("campaign").get(pk=character.pk)


def refused(found: list) -> int:
    """How many presses came too late."""
    return sum(isinstance(one, type) for one in found)


def test_the_last_two_throw_in_the_same_breath_and_there_is_one_result(table, guile):
    people = [(table.marcus, "gustaw"), (table.julio, "bartek")]
    entries = at_once(2, lambda n: throw(table, again(guile), anew(people[n][0]), by=people[n][1]))
    assert sorted(entry.kind for entry in entries) == ["gathered", "thrown"]
    assert LogEntry.objects.filter(parent=guile.root, payload__has_key="result").count() == 1
    assert len(result_of(again(guile)).dice) == 3
    assert_in_order(table)


def test_two_tabs_throw_the_same_share_once(table, guile):
    def press(_n):
        return tried(lambda: throw(table, again(guile), anew(table.julio), by="bartek"), Conflict)

    found = at_once(4, press)
    assert refused(found) == 3
    assert len(guile.parts.get(character=table.julio).dice) == 1


def test_the_last_die_and_a_cancel_leave_either_a_result_or_none(table, guile):
    throw(table, guile, table.marcus, by="gustaw")
    step = again(guile).step
    presses = [
        lambda: throw(table, again(guile), anew(table.julio), by="bartek"),
        lambda: gathering.cancel(actor=table.viewer("celina"), check=again(guile), expect=step),
    ]
    found = at_once(2, lambda n: tried(presses[n], Conflict))
    assert refused(found) == 1
    check = again(guile)
    gained = sum(one.current for one in Counter.objects.filter(key="momentum"))
    if check.state == Check.State.UNDONE:
        assert "result" not in check.newest.payload
        assert gained == 0
    else:
        assert check.state == Check.State.OPEN
        assert gained == sum(effect.amount for effect in result_of(check).gained)


def test_two_game_masters_and_a_player_declare_a_throw_final_once(table):
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.guard, "opponent")).rolled
    people = ["alicja", "ewa", "bartek"]

    def press(n):
        viewer, now = table.viewer(people[n]), again(check)
        return tried(lambda: opposed.done(actor=viewer, check=now, who=anew(table.julio), expect=0), Conflict)

    found = at_once(3, press)
    assert refused(found) == 2
    assert LogEntry.objects.filter(parent=check.root, kind="opposed").count() == 1


def test_a_helper_who_is_left_out_while_throwing_is_in_or_out(table, guile):
    step = again(guile).step
    presses = [
        lambda: throw(table, again(guile), anew(table.julio), by="bartek"),
        lambda: gathering.leave_out(
            actor=table.viewer("celina"), check=again(guile), who=anew(table.julio), expect=step
        ),
    ]
    found = at_once(2, lambda n: tried(presses[n], Conflict))
    assert refused(found) == 1
    part = guile.parts.get(character=table.julio)
    assert bool([die for die in part.dice if die[2]]) == (part.state == "thrown")


@pytest.mark.processes
def test_dice_on_the_table_survive_a_server_that_is_killed(servers, table, guile):
    server = servers.start()

    def press(name: str, character: Character) -> int:
        client = client_of(table.people[name])
        page = client.get(reverse("sheet", args=[character.token])).content
        token = re.search(rb'"X-CSRFToken": "(\w+)"', page)[1].decode()
        cookies = "; ".join(f"{key}={cookie.value}" for key, cookie in client.cookies.items())
        request = urllib.request.Request(
            server.url + reverse("throw_share", args=[guile.token]),
            data=urllib.parse.urlencode({"who": character.token, "thrown": "0", "once": f"press-{name}"}).encode(),
            headers={"Cookie": cookies, "X-CSRFToken": token, "HX-Request": "true"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status

    assert press("gustaw", table.marcus) == 200
    before = list(guile.parts.order_by("pk").values_list("state", "dice"))
    server.kill()
    with pytest.raises(urllib.error.URLError):
        press("bartek", table.julio)
    server.start()
    assert list(guile.parts.order_by("pk").values_list("state", "dice")) == before
    assert press("bartek", table.julio) == 200
    assert len(result_of(again(guile)).dice) == 3
