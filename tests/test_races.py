"""Many people at once, each on a database connection of their own: nothing is lost, doubled or torn.

Threads of one process here (races.py), and at the end two processes on one PostgreSQL.
"""

from __future__ import annotations

import re
import urllib.parse
import urllib.request
from collections import Counter as Tally
from contextlib import suppress
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Conflict
from rules.values import CheckRequest, Participant, TraitUse
from sessions import log
from sessions.actions import checks, follow_ups, invitations, scenes, secrecy
from sessions.actions.scenes import Joining, Plan
from sessions.models import Change, Check, Invitation, LogEntry, Mode, Seat
from sheets.access import sheet_for
from sheets.actions import counters, edit, undo
from sheets.models import Character, Counter
from tests.cast import HTMX, CharacterFactory, client_of, make_table
from tests.dice import queue
from tests.races import at_once
from tests.sessions import scenes as scene_steps

pytestmark = pytest.mark.django_db(transaction=True)
XP = "experience"
INQUIRY = {"traits": "inquiry", "difficulty": "2"}


@pytest.fixture
def table(transactional_db, dice):
    dice.real()
    return make_table()


@pytest.fixture
def pools(table):
    Counter.objects.create(character=table.julio, key="momentum")


def julio(table) -> Character:
    """Read anew, as each request does."""
    return Character.objects.select_related("campaign").get(pk=table.julio.pk)


def value(character: Character, key: str) -> int:
    return Counter.objects.get(character=character, key=key).current


def roll(table, mode: str = Mode.PUBLIC) -> Check:
    """A failure, with momentum enough for a boost."""
    queue.next(1, 2, 5)
    test = (Participant(table.julio.pk, "initiator", (TraitUse("athletics"),)),)
    request = CheckRequest(participants=test, difficulty=6)
    return checks.roll(actor=table.viewer("bartek"), character=julio(table), request=request, mode=mode).rolled


def tried(function, *refusals: type[Exception]):
    """What became of it: the answer, or the refusal's class."""
    try:
        return function()
    except refusals as refusal:
        return type(refusal)


def assert_in_order(table) -> None:
    """Seqs are unique, and entries were committed in their order: ids were given under the same lock."""
    entries = list(LogEntry.objects.filter(channel=table.campaign.channel).order_by("seq").values_list("seq", "pk"))
    assert len({seq for seq, _pk in entries}) == len(entries)
    assert [pk for _seq, pk in entries] == sorted(pk for _seq, pk in entries)


# --- counters -----------------------------------------------------------------------------------------------------


def test_twenty_plus_ones_make_plus_twenty(table):
    people = [table.viewer(name) for name in ("bartek", "alicja", "ewa", "bartek")]

    def press(number: int) -> None:
        counters.change_counter(actor=people[number % 4], character=julio(table), key=XP, typed="+1")

    at_once(20, press)
    assert value(table.julio, XP) == 20
    changes = Change.objects.filter(character=table.julio, target=f"counter:{XP}").order_by("entry__seq")
    assert [(change.old, change.new, change.delta) for change in changes] == [(n, n + 1, 1) for n in range(20)]
    assert_in_order(table)


def test_twenty_presses_on_the_page_make_twenty_too(table):
    url = reverse("counter", args=[table.julio.token, XP])
    clients = [client_of(table.bartek) for _ in range(20)]
    answers = at_once(20, lambda number: clients[number].post(url, {"delta": "1", "once": f"press-{number}"}))
    assert {answer.status_code for answer in answers} == {302}
    assert value(table.julio, XP) == 20


def test_one_press_that_arrives_ten_times_adds_once(table):
    clients = [client_of(table.bartek) for _ in range(10)]
    url = reverse("counter", args=[table.julio.token, XP])
    answers = at_once(10, lambda number: clients[number].post(url, {"delta": "1", "once": "one-press"}))
    assert {answer.status_code for answer in answers} == {302}
    assert value(table.julio, XP) == 1
    assert LogEntry.objects.exclude(once=None).count() == 1


def test_an_undo_pressed_twice_takes_back_once(table):
    actor = table.viewer("bartek")
    counters.change_counter(actor=actor, character=julio(table), key=XP, typed="+3")
    entry = counters.change_counter(actor=actor, character=julio(table), key=XP, typed="+1")

    def press(_number: int):
        return tried(lambda: undo.undo(actor=actor, character=julio(table), token=entry.token), Exception)

    at_once(5, press)
    assert value(table.julio, XP) == 3


# --- rolls --------------------------------------------------------------------------------------------------------


def test_a_doubled_roll_is_one_roll_and_both_see_it(table):
    url, clients = reverse("roll", args=[table.julio.token]), [client_of(table.bartek) for _ in range(6)]
    answers = at_once(6, lambda number: clients[number].post(url, {**INQUIRY, "once": "one-press"}, headers=HTMX))
    assert {answer.status_code for answer in answers} == {200}
    check = Check.objects.get()
    assert LogEntry.objects.filter(kind="check").count() == 1
    assert all(f"row-{check.root.token}".encode() in answer.content for answer in answers)


def test_rolls_of_many_people_are_all_in_the_log_in_order(table):
    characters = {"bartek": table.julio, "celina": table.rosalia, "alicja": table.guard}
    names = [*characters] * 4
    clients = [client_of(table.people[name]) for name in names]

    def press(number: int) -> int:
        url = reverse("roll", args=[characters[names[number]].token])
        return clients[number].post(url, {**INQUIRY, "once": f"{number}"}).status_code

    assert set(at_once(len(names), press)) == {302}
    assert Check.objects.count() == len(names)
    assert_in_order(table)


def test_the_same_boost_in_two_tabs_is_paid_once_and_the_slower_is_told(table, pools):
    Counter.objects.filter(character=table.julio, key="momentum").update(current=5)
    check = roll(table)
    url = reverse("follow", args=[check.token])
    clients = [client_of(table.bartek) for _ in range(2)]

    def press(number: int) -> int:
        boost = {"kind": "boost", "who": table.julio.token, "expect": 0, "once": f"tab-{number}"}
        return clients[number].post(url, boost, headers=HTMX).status_code

    assert sorted(at_once(2, press)) == [200, 409]
    assert value(table.julio, "momentum") == 4
    assert LogEntry.objects.filter(parent=check.root, kind="boost").count() == 1


def test_the_same_press_of_a_boost_twice_is_paid_once_and_neither_is_refused(table, pools):
    Counter.objects.filter(character=table.julio, key="momentum").update(current=5)
    check = roll(table)
    url, clients = reverse("follow", args=[check.token]), [client_of(table.bartek) for _ in range(4)]
    boost = {"kind": "boost", "who": table.julio.token, "expect": 0, "once": "one-press"}
    answers = at_once(4, lambda number: clients[number].post(url, boost, headers=HTMX).status_code)
    assert set(answers) == {200}
    assert value(table.julio, "momentum") == 4


def test_of_two_gms_who_correct_one_is_first_and_the_other_is_told_by_whom(table):
    check = roll(table)
    gms = ["alicja", "ewa"]

    def correct(number: int):
        corrected = CheckRequest(
            participants=(Participant(table.julio.pk, "initiator", (TraitUse("athletics"),)),), difficulty=2 + number
        )  # fmt: skip
        return follow_ups.correct(
            actor=table.viewer(gms[number]), check=Check.objects.select_related("root").get(pk=check.pk),
            corrected=corrected, hidden=False, expect=0, payer=table.julio.pk,
        )  # fmt: skip

    answers = at_once(2, lambda number: _told(lambda: correct(number)))
    winner = next(answer for answer in answers if isinstance(answer, LogEntry))
    refusal = next(answer for answer in answers if isinstance(answer, Conflict))
    assert refusal.who == winner.seat.name
    check.refresh_from_db()
    assert check.newest == winner
    assert check.step == 1


def _told(function):
    try:
        return function()
    except Conflict as refusal:
        return refusal


def test_a_blind_rolls_effects_are_applied_once_whoever_presses_what(table, pools):
    queue.next(8, 8, 3)
    test = (Participant(table.julio.pk, "initiator", (TraitUse("inquiry"),)),)
    check = checks.roll(
        actor=table.viewer("bartek"), character=julio(table), request=CheckRequest(participants=test, difficulty=2),
        mode=Mode.BLIND,
    ).rolled  # fmt: skip
    presses = [secrecy.reveal, secrecy.apply_held, secrecy.reveal, secrecy.apply_held]

    def press(number: int):
        fresh = Check.objects.select_related("root").get(pk=check.pk)
        gm = table.viewer(("alicja", "ewa")[number % 2])
        return tried(lambda: presses[number](actor=gm, check=fresh, expect=0), Conflict)

    answers = at_once(4, press)
    assert Tally(isinstance(answer, LogEntry) for answer in answers) == {True: 1, False: 3}
    assert value(table.julio, "momentum") == 2


def test_a_scene_and_rolls_at_once_leave_no_open_roll_of_the_old_scene(table):
    def press(number: int):
        if number == 0:
            return scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
        return roll_by_chance(table)

    scene = at_once(6, press)[0]
    rolls = Check.objects.select_related("root")
    assert {check.state for check in rolls if check.root.seq < scene.seq} <= {Check.State.SETTLED}
    assert {check.state for check in rolls if check.root.seq > scene.seq} <= {Check.State.OPEN}
    assert_in_order(table)


def roll_by_chance(table) -> LogEntry:
    test = (Participant(table.julio.pk, "initiator", (TraitUse("inquiry"),)),)
    request = CheckRequest(participants=test, difficulty=2)
    return checks.roll(actor=table.viewer("bartek"), character=julio(table), request=request)


def test_two_game_masters_and_three_tabs_end_a_turn_once(table):
    people = [Joining(table.julio), Joining(table.rosalia), Joining(table.guard, "enemies")]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"), people=people)
    scene_steps.go_on(table)
    Counter.objects.create(character=table.rosalia, key=XP, current=3)
    scene = scene_steps.running(table)
    own = scene_steps.one(table, table.julio).token
    presses = [
        ("alicja", "scene_next", (), scene.step),
        ("ewa", "scene_next", (), scene.step),
        ("alicja", "scene_next", (), scene.step),
        ("bartek", "scene_end_turn", (own,), scene.seen_step),
        ("bartek", "scene_end_turn", (own,), scene.seen_step),
    ]
    clients = [client_of(table.people[name]) for name, *_rest in presses]

    def press(number: int) -> int:
        _name, address, rest, step = presses[number]
        url = reverse(address, args=[table.campaign.token, scene.token, *rest])
        return clients[number].post(url, {"expect": step, "once": f"tab-{number}"}, headers=HTMX).status_code

    assert sorted(at_once(len(presses), press)) == [200, 409, 409, 409, 409]
    assert scene_steps.whose(table) == ("Rosalia", 1)
    assert value(table.rosalia, "momentum") == 2
    assert_in_order(table)


def test_two_game_masters_who_close_a_scene_at_once_grant_experience_once(table):
    people = [Joining(table.julio), Joining(table.rosalia)]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"), people=people)
    scene = scene_steps.running(table)
    url = reverse("scene_close", args=[table.campaign.token, scene.token])
    clients = [client_of(table.people[name]) for name in ("alicja", "ewa", "alicja")]

    def press(number: int) -> int:
        close = {"expect": scene.step, "ended": "won", "once": f"tab-{number}"}
        return clients[number].post(url, close, headers=HTMX).status_code

    assert sorted(at_once(3, press)) == [200, 409, 409]
    assert [value(one, XP) for one in (table.julio, table.rosalia)] == [1, 1]


def test_turns_on_and_back_at_once_leave_whole_rows(table):
    people = [Joining(table.julio), Joining(table.rosalia), Joining(table.guard, "enemies", hidden=True)]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"), people=people)
    Counter.objects.create(character=table.julio, key=XP, current=3)

    def press(number: int):
        step = scene_steps.go_back if number % 3 == 2 else scene_steps.go_on
        return tried(lambda: step(table, ("alicja", "ewa")[number % 2]), Conflict)

    at_once(9, press)
    while scene_steps.running(table).active:
        scene_steps.go_back(table)
    assert (scene_steps.pool(table.julio), scene_steps.whose(table)) == (0, ("", 1))
    assert_in_order(table)


# --- people and texts ---------------------------------------------------------------------------------------------


@pytest.fixture
def invitation(table):
    return Invitation.objects.create(campaign=table.campaign, expires_at=timezone.now() + timedelta(days=1))


def test_one_person_who_joins_twice_at_once_gets_one_seat(table, invitation):
    url, clients = reverse("join_code", args=[invitation.code]), [client_of(table.daniel) for _ in range(4)]
    form = {"name": "Daniel", "role": "player"}
    answers = at_once(4, lambda number: clients[number].post(url, {**form, "once": f"press-{number}"}))
    assert {answer.status_code for answer in answers} <= {200, 302}
    assert Seat.objects.filter(campaign=table.campaign, user=table.daniel).count() == 1
    assert LogEntry.objects.filter(kind="seat_joined").count() == 1


def test_a_guests_one_press_that_arrives_twice_makes_one_guest(table, invitation):
    press = invitations.press_of("this browser", "one-press", invitation.code)

    def sit_down(_number: int) -> int:
        fresh = Invitation.objects.select_related("campaign").get(pk=invitation.pk)
        return invitations.sit_down_as_guest(
            invitation=fresh, name="Guest", role="player", press=press, language="en"
        ).pk  # fmt: skip

    assert len(set(at_once(4, sit_down))) == 1
    assert User.objects.filter(username__startswith=invitations.GUEST).count() == 1


def test_guests_of_one_name_get_names_of_their_own(table, invitation):
    def sit_down(number: int) -> str:
        fresh = Invitation.objects.select_related("campaign").get(pk=invitation.pk)
        press = invitations.press_of(f"browser {number}", "once", invitation.code)
        return invitations.sit_down_as_guest(
            invitation=fresh, name="Kasia", role="player", press=press, language="en"
        ).name  # fmt: skip

    assert sorted(at_once(3, sit_down)) == ["Kasia", "Kasia (2)", "Kasia (3)"]


def test_of_two_writers_of_one_text_the_second_gets_both_versions(table):
    target = "note:=biography"
    actor = table.viewer("bartek")
    edit.set_field(actor=actor, character=julio(table), target=target, name="text", value="As it was read")
    was = edit.fingerprint("As it was read")

    def write(number: int):
        try:
            return edit.set_field(
                actor=actor, character=julio(table), target=target, name="text", value=f"Version {number}", was=was
            )  # fmt: skip
        except edit.TextConflict as conflict:
            return conflict

    answers = at_once(2, write)
    conflict = next(answer for answer in answers if isinstance(answer, edit.TextConflict))
    assert {conflict.mine, conflict.theirs} == {"Version 0", "Version 1"}
    assert sum(isinstance(answer, LogEntry) for answer in answers) == 1


# --- the log's order ----------------------------------------------------------------------------------------------


def test_a_number_that_was_taken_in_vain_leaves_a_gap_and_nothing_else(table):
    def press(number: int) -> None:
        with suppress(ZeroDivisionError), log.turn(table.viewer("bartek"), table.campaign.channel_id) as turn:
            turn.record("message", payload={"text": str(1 / (number % 3))})

    at_once(9, press)
    assert LogEntry.objects.filter(kind="message").count() == 6
    assert_in_order(table)


def test_two_tables_do_not_share_their_numbers(table):
    alone = [CharacterFactory(owner=table.bartek) for _ in range(3)]

    def press(number: int) -> None:
        opened = sheet_for(table.bartek, alone[number % 3].token)
        counters.change_counter(actor=opened.viewer, character=opened.character, key=XP, typed="+1")

    at_once(9, press)
    for character in alone:
        seqs = LogEntry.objects.filter(channel=character.channel_id).order_by("seq").values_list("seq", flat=True)
        assert list(seqs) == [1, 2, 3]


@pytest.mark.processes
def test_ten_plus_ones_from_each_of_two_processes_make_plus_twenty(servers, table):
    client = client_of(table.bartek)
    sheet = reverse("sheet", args=[table.julio.token])
    token = re.search(rb'"X-CSRFToken": "(\w+)"', client.get(sheet).content)[1].decode()
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    processes = [servers.start(), servers.start()]
    url = reverse("counter", args=[table.julio.token, XP])

    def press(number: int) -> int:
        request = urllib.request.Request(
            processes[number % 2].url + url,
            data=urllib.parse.urlencode({"delta": "1", "once": f"press-{number}"}).encode(),
            headers={"Cookie": cookies, "X-CSRFToken": token, "HX-Request": "true"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status

    assert set(at_once(20, press)) <= {200, 204}
    assert value(table.julio, XP) == 20
    assert_in_order(table)
