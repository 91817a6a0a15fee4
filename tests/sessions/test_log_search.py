"""Finding words in the log: marks and case do not matter, and nothing is found that the reader's rows do not say."""

import pytest

from caerbannog_site.words import folded
from rules.values import Modifier
from sessions import log_pages, log_search
from sessions.actions import checks, follow_ups, scenes, secrecy
from sessions.actions import table as actions
from sessions.models import Check, Mode
from sheets.models import Character
from tests.sessions.actions.test_checks import request_of, roll
from tests.sessions.actions.test_evenings import begun
from tests.sessions.test_log_pages import page, say, texts
from tests.sessions.together import begin, done, share, throw, versus


def found(table, search: str, name: str = "bartek", **query: str) -> list[str]:
    """What the found rows say."""
    return [row.say for row in page(table, name, q=search, **query)["rows"]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zolw", "Żółw"),
        ("ŻÓŁW", "żółw"),
        ("żołw", "zółw"),
        ("lodz", "Łódź"),
        ("strasse", "Straße"),
        ("-3", "−3"),
        ("ęą", "ea"),
        ("full", "ｆｕｌｌ"),
    ],
)
def test_marks_and_case_do_not_matter(typed, said):
    assert folded(typed) in folded(said)


def test_words_are_found_in_messages(table):
    say(table, "Żółw idzie pierwszy")
    say(table, "A za nim reszta")
    assert found(table, "zolw") == ["Bartek: Żółw idzie pierwszy"]


def test_every_word_must_be_there_in_whatever_order(table):
    say(table, "The bridge is down")
    assert len(found(table, "DOWN bridge")) == 1
    assert found(table, "down river") == []


def test_a_search_for_blanks_is_none(table):
    say(table, "The bridge is down")
    assert page(table, q="  ")["asked"].search == ""
    assert len(page(table, q="  ")["rows"]) == 1


def test_rolls_are_found_by_name_trait_outcome_and_reason(table, dice):
    dice.next(5, 7, 4)
    request = request_of(table.julio, "inquiry", difficulty=3, modifiers=(Modifier(1, "latarnia Łukasza"),))
    checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request)
    for words in ("julio", "inquiry", "success", "lukasza", "breakthrough", "inquiry julio success"):
        assert len(found(table, words)) == 1, words
    assert found(table, "failure") == []


def test_scenes_pools_dice_and_people_are_found(table, dice):
    gm = table.viewer("alicja")
    scenes.open_scene(actor=gm, campaign=table.campaign, title="Brama Garbarzy")
    dice.next(4, 6)
    actions.throw_dice(actor=gm, channel_id=table.campaign.channel_id, formula="2k6+1")
    assert len(found(table, "garbarzy")) == 1
    assert len(found(table, "alicja 11")) == 1


def test_findings_are_paged_without_gap_or_overlap(table, monkeypatch):
    monkeypatch.setattr(log_pages, "PAGE", 3)
    monkeypatch.setattr(log_search, "CHUNK", 4)
    for number in range(16):
        say(table, f"{'needle' if number % 2 else 'hay'} {number:02}")
    pages, before = [], {}
    while True:
        one = page(table, q="needle", **before)
        pages.append(texts(one))
        if not one["older"]:
            break
        before = {"before": one["older"]}
    assert [text for one in pages for text in one] == [f"needle {n:02}" for n in range(15, 0, -2)]
    assert [len(one) for one in pages] == [3, 3, 2]


def test_one_request_looks_at_so_many_entries_and_no_more(table, monkeypatch):
    monkeypatch.setattr(log_search, "CHUNK", 5)
    monkeypatch.setattr(log_search, "MOST", 10)
    say(table, "the needle")
    for number in range(14):
        say(table, f"hay {number}")
    first = page(table, q="needle")
    assert first["rows"] == []
    second = page(table, q="needle", before=first["older"])
    assert (texts(second), second["older"]) == (["the needle"], "")


def test_a_search_costs_the_same_however_much_it_finds(table, dice, django_assert_num_queries):
    dice.real()
    for name, character in (("bartek", table.julio), ("celina", table.rosalia)):
        roll(table, name, character)
    with django_assert_num_queries(7) as few:
        page(table, q="inquiry")
    for _ in range(10):
        roll(table)
        say(table, "inquiry")
    with django_assert_num_queries(len(few.captured_queries)):
        page(table, q="inquiry")


def test_search_and_filters_go_together(table, dice):
    say(table, "inquiry before the session")
    session = begun(table)
    say(table, "inquiry in words")
    dice.next(5, 7, 4, 5, 3, 4)
    roll(table)
    roll(table, "celina", table.rosalia)
    assert len(found(table, "inquiry")) == 4
    assert len(found(table, "inquiry", only="messages")) == 2
    assert len(found(table, "inquiry", of=table.julio.token)) == 1
    assert found(table, "inquiry", session=session.token, only="messages") == ["Bartek: inquiry in words"]
    assert found(table, "inquiry", session="no-such-session") == []


def test_new_rows_do_not_join_what_was_found(table):
    assert page(table, q="x")["asked"].rows_that_join == "none"
    assert page(table, session=begun(table).token)["asked"].rows_that_join == "none"
    assert page(table, only="rolls", of=table.julio.token)["asked"].rows_that_join == f"rolls {table.julio.token}"
    assert page(table)["asked"].rows_that_join == ""


# --- nothing hidden is found ------------------------------------------------------------------------------------


def test_a_message_to_the_gm_is_found_by_its_two_readers(table):
    say(table, "I am the traitor", Mode.GM)
    assert [len(found(table, "traitor", name)) for name in ("bartek", "alicja", "celina", "filip")] == [1, 1, 0, 0]


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND, Mode.SELF])
def test_a_secret_roll_is_found_by_nobody_else(table, dice, mode):
    dice.next(5, 7, 4)
    roll(table, mode=mode)
    assert found(table, "julio", "celina") == []


def test_its_roller_finds_a_blind_roll_by_nothing_but_that_it_was_made(table, dice):
    dice.next(5, 7, 4)
    roll(table, mode=Mode.BLIND)
    assert len(found(table, "rolled blind")) == 1
    for words in ("inquiry", "success", "7", "II"):
        assert found(table, words) == [], words
    assert len(found(table, "inquiry", "alicja")) == 1


@pytest.fixture
def hidden(table, dice) -> Check:
    dice.next(5, 4, 6)
    request = request_of(table.julio, "inquiry", difficulty=77)
    return checks.roll(actor=table.viewer("alicja"), character=table.julio, request=request, hidden=True).rolled


def test_a_hidden_difficulty_is_found_by_the_gms_alone(table, hidden):
    for words in ("77", "difficulty", "-72", "catastrophic"):
        assert found(table, words) == [], words
    assert len(found(table, "77", "alicja")) == 1
    assert len(found(table, "failure")) == 1


def test_what_was_revealed_is_found_and_hidden_again_is_not(table, dice):
    dice.next(5, 3, 4)
    check = roll(table, "celina", table.rosalia, mode=Mode.GM).rolled
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)
    assert len(found(table, "inquiry")) == 1
    secrecy.conceal(actor=table.viewer("alicja"), check=check, expect=1)
    assert found(table, "inquiry") == []


def test_a_hidden_npc_is_found_by_its_alias_alone(table, dice):
    dice.next(5, 7, 4)
    roll(table, "alicja", table.shade, trait="stealth")
    assert found(table, "cien") == []
    assert len(found(table, "stranger in grey")) == 1
    assert len(found(table, "cien", "alicja")) == 1
    Character.objects.filter(pk=table.shade.pk).update(hidden=False)
    assert len(found(table, "cien")) == 1


def test_the_price_that_a_player_proposed_is_not_found_by_the_others(table, dice):
    dice.next(1, 2, 5)
    check = roll(table, trait="athletics", difficulty=6).rolled
    follow_ups.ask_cost(actor=table.viewer("bartek"), check=check, who=table.julio.pk, text="my good name", expect=0)
    assert found(table, "good name", "celina") == []


def test_alone_with_a_character_one_searches_too(table):
    from sheets.access import sheet_for
    from tests.cast import CharacterFactory

    own = CharacterFactory(owner=table.bartek)
    viewer = sheet_for(table.bartek, own.token).viewer
    actions.say(actor=viewer, channel_id=own.channel_id, text="Żółw")
    assert len(log_pages.page(own.channel_id, viewer, {"q": "zolw", "session": ""})["rows"]) == 1


# --- what several people do -------------------------------------------------------------------------------------


def test_everybody_in_a_shared_test_is_found_while_dice_are_waited_for_and_after(table, dice):
    crew = share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile")
    check = begin(table, *crew).rolled
    assert len(found(table, "guile julio")) == 1
    dice.real()
    throw(table, check, table.rosalia, by="celina")
    throw(table, check, table.julio, by="bartek")
    assert len(found(table, "guile julio rosalia")) == 1


def test_both_sides_of_an_opposed_test_are_found(table, dice):
    dice.next(5, 8, 3)
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.rosalia, "opponent")).rolled
    assert len(found(table, "riding rosalia")) == 1
    done(table, check, table.julio, "bartek")
    dice.next(2, 1, 8)
    throw(table, check, table.rosalia, "dodge", by="celina")
    assert len(found(table, "riding dodge rosalia julio")) == 1


def test_a_hidden_opponent_is_found_by_its_alias_alone(table, dice):
    dice.next(5, 8, 3)
    versus(table, share(table.julio, "initiator", "riding"), share(table.shade, "opponent"))
    assert found(table, "cien") == []
    assert len(found(table, "riding stranger")) == 1
    assert len(found(table, "riding cien", "alicja")) == 1
