"""Who learns of a test that is asked: a canary is its text, another the name of a hidden character."""

from __future__ import annotations

import pytest

from rules.values import CheckRequest, Choice, Cost
from sessions.actions import answers, asks, campaigns, follow_ups, roll_undo
from sessions.models import Ask, Mode
from sheets.models import Counter
from tests.cast import Table
from tests.sessions.actions.test_asks import answer_of, ask, asked_for, propose
from tests.test_visibility import CANARY, newest
from tests.visibility import outputs
from tests.visibility.outputs import who_reads

GM = {"alicja"}
TABLE = {"alicja", "bartek", "celina", "filip"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table: Table, dice) -> Table:
    dice.real()
    return table


def answer(table: Table, made: Ask, name: str = "bartek", character=None, faces=(5, 7, 4)):
    given = answer_of(made, character or table.julio)
    return answers.answer(actor=table.viewer(name), answer=given, place=0, expect=0, faces=faces)


@pytest.mark.parametrize("mode", [Mode.PUBLIC, Mode.GM, Mode.BLIND])
def test_the_text_of_an_ask_is_its_own(table, mode):
    ask(table, table.julio, text=CANARY, mode=mode)
    seen = TABLE if mode == Mode.PUBLIC else {"alicja", "bartek"}
    assert who_reads(table, outputs.table_page, CANARY) == seen
    assert who_reads(table, outputs.live, CANARY) == seen
    assert who_reads(table, outputs.sheet_page, CANARY) == {"bartek"}
    for output in (outputs.log_pages, outputs.log_files):
        assert who_reads(table, output, CANARY) == (TABLE if mode == Mode.PUBLIC else GM)
    assert who_reads(table, outputs.history, CANARY) == who_reads(table, outputs.export, CANARY) == set()


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_of_a_secret_ask_others_get_no_byte(table, mode):
    names = ("celina", "filip", "gustaw")
    before = newest(table)
    pages = {name: outputs.without_csrf(outputs.everything(table, name)) for name in names}
    made = ask(table, table.julio, text=CANARY, mode=mode, hidden=True)
    entry = answer(table, made, faces=(5, 7, 4))
    roll_undo.undo_step(actor=table.viewer("alicja"), check=entry.rolled, expect=0)
    asks.cancel(actor=table.viewer("alicja"), ask=made, expect=0)
    for name in names:
        assert outputs.live(table, name, after=before) == b""
    assert {name: outputs.without_csrf(outputs.everything(table, name)) for name in names} == pages


def test_one_who_is_asked_in_secret_does_not_learn_who_else_was(table):
    for mode in (Mode.GM, Mode.BLIND):
        table.rosalia.name = CANARY
        table.rosalia.save()
        before = newest(table)
        made = ask(table, mode=mode)
        answer(table, made, "celina", table.rosalia, faces=(2, 3, 4))
        assert CANARY.encode() not in outputs.live(table, "bartek", after=before)
        assert CANARY.encode() not in outputs.sheet_page(table, "bartek")


def test_of_a_hidden_difficulty_no_byte_reaches_a_player(table):
    """The same bytes whatever it is: as a number, as a name, as a chance, as an order of the tests to choose from."""

    def told(difficulty: int) -> list[bytes]:
        before = newest(table)
        what = asked_for("medicine", "inquiry", "perception", difficulty=difficulty)
        made = ask(table, what=what, hidden=True)
        names = ("bartek", "celina", "filip")
        found = [outputs.live(table, name, after=before) + outputs.table_page(table, name) for name in names]
        found.append(outputs.sheet_page(table, "bartek"))
        asks.cancel(actor=table.viewer("alicja"), ask=made, expect=0)
        secrets = [made.token, made.root.token, *made.answers.values_list("token", flat=True)]
        secrets += [made.root.at.strftime(form) for form in ("%Y-%m-%dT%H:%M:%S.%f", "%Y-%m-%d %H:%M")]
        return [_without(outputs.without_csrf(one), secrets) for one in found]

    first, second = told(2), told(9)
    assert [one.count(b"TOKEN") for one in first] == [one.count(b"TOKEN") for one in second]
    for one in (*first, *second):
        assert b"%" not in one.partition(b'id="asks"')[2].partition(b"</section>")[0].replace(b"100%", b"")
    cards = [[one.partition(b'id="asks"')[2].partition(b"</section>")[0] for one in found] for found in (first, second)]
    assert cards[0] == cards[1]


def _without(found: bytes, secrets: list[str]) -> bytes:
    for secret in secrets:
        found = found.replace(secret.encode(), b"TOKEN")
    return found


def test_a_game_master_sees_the_difficulty_that_the_players_do_not(table):
    ask(table, what=asked_for("inquiry", difficulty=17), hidden=True)
    assert who_reads(table, outputs.table_page, "difficulty 17") == GM


def test_the_result_of_a_blind_answer_is_not_told_to_its_roller(table):
    made = ask(table, table.julio, mode=Mode.BLIND)
    before = newest(table)
    entry = answer(table, made, faces=(8, 7, 4))
    assert b"Rolled blind" in outputs.live(table, "bartek", after=before)
    for name in ("bartek", "celina", "filip"):
        assert entry.rolled.token.encode() not in outputs.most(table, name)
    assert entry.rolled.token.encode() in outputs.table_page(table, "alicja")


def test_a_blind_proposal_that_was_let_go_shows_its_player_a_placeholder(table):
    made = propose(table)
    terms = CheckRequest((), 1)
    asks.let_go(actor=table.viewer("alicja"), ask=made, circumstances=terms, mode=Mode.BLIND, hidden=True, expect=0)
    given = answer_of(made, table.julio)
    answers.answer(actor=table.viewer("bartek"), answer=given, place=0, expect=1, faces=(8, 7, 4))
    page = outputs.table_page(table, "bartek").partition(f"row-{made.root.token}".encode())[2]
    row = page.partition(b"</article>")[0]
    assert b"Rolled blind" in row
    assert b"uccess" not in row
    assert b"difficulty 1" not in row


@pytest.mark.parametrize("shown", [True, False])
def test_what_a_gm_does_to_a_blind_answer_moves_nothing_on_its_rollers_screen(table, shown):

    campaigns.change_settings(actor=table.viewer("alicja"), campaign=table.campaign, secret_placeholders=shown)
    made = ask(table, table.julio, mode=Mode.BLIND)
    entry = answer(table, made)
    before = newest(table)
    follow_ups.settle(actor=table.viewer("alicja"), check=entry.rolled, expect=0)
    assert outputs.live(table, "bartek", after=before) == b""


def test_somebody_hidden_among_those_who_are_asked_is_not_counted(table):
    what = asked_for("stealth")
    before = newest(table)
    made = ask(table, table.julio, table.shade, what=what)
    answers.decline(actor=table.viewer("alicja"), answer=answer_of(made, table.shade), expect=0)
    for name in ("bartek", "celina", "filip"):
        found = outputs.live(table, name, after=before) + outputs.table_page(table, name)
        assert b"stranger in grey" not in found.partition(f"row-{made.root.token}".encode())[2].partition(b"</arti")[0]
        assert b"0 of 2" not in found
        assert b"0 of 1 done" in found
    assert b"0 of 2 done" in outputs.table_page(table, "alicja")


def test_that_somebody_hidden_declined_is_no_byte(table):
    made = ask(table, table.julio, table.shade, what=asked_for("stealth"))
    before = newest(table)
    answers.decline(actor=table.viewer("alicja"), answer=answer_of(made, table.shade), expect=0)
    for name in ("celina", "filip"):
        assert outputs.live(table, name, after=before) == b""


def test_a_proposal_is_read_by_its_player_and_the_game_masters(table):
    propose(table, text=CANARY)
    for output in (outputs.table_page, outputs.log_pages, outputs.live, outputs.replay, outputs.log_files):
        assert who_reads(table, output, CANARY) == {"bartek", *GM}


def test_an_open_answer_draws_the_row_of_the_ask_anew_for_everybody(table):
    made = ask(table)
    before = newest(table)
    answer(table, made)
    for name in TABLE:
        assert b"1 of 2 done" in outputs.live(table, name, after=before)


def test_a_boost_of_an_answer_draws_the_row_of_the_ask_anew(table):

    Counter.objects.create(character=table.julio, key="momentum", current=1)
    made = ask(table)
    entry = answer(table, made, faces=(2, 3, 1))
    before = newest(table)
    choice = Choice("boost", table.julio.pk, cost=Cost("momentum", 1))
    follow_ups.follow(actor=table.viewer("bartek"), check=entry.rolled, choice=choice, expect=0)
    found = outputs.live(table, "filip", after=before)
    assert f"row-{made.root.token}".encode() in found
    assert f"row-{entry.token}".encode() in found
