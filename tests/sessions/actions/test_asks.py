"""A test that is asked: everybody who is asked answers once, and what is proposed waits for a game master."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules.values import CheckRequest, Modifier, TraitUse
from sessions.actions import answers, asks, people, roll_undo, scenes
from sessions.actions.asking import AskMoved
from sessions.actions.checks import result_of
from sessions.asked import Asked, any_of, from_json
from sessions.models import Answer, Ask, Check, LogEntry, Mode
from sheets.actions import life
from sheets.models import Character, Trait
from tests.cast import ChannelFactory
from tests.races import at_once
from tests.sessions.actions.test_checks import momentum


def asked_for(*traits: str, difficulty: int | None = 3, **circumstances) -> Asked:
    return Asked(tuple((TraitUse(trait),) for trait in traits), CheckRequest((), difficulty, **circumstances))


def ask(table, *characters, what=None, **options) -> Ask:
    entry = asks.ask(
        actor=table.viewer(options.pop("name", "alicja")), campaign=table.campaign,
        characters=characters or (table.julio, table.rosalia), asked=what or asked_for("inquiry"), **options,
    )  # fmt: skip
    return entry.ask


def answer_of(ask: Ask, character) -> Answer:
    return Answer.objects.select_related("ask__root", "character").get(ask=ask, character=character)


def roll(table, ask: Ask, name="bartek", character=None, place=0, **options) -> LogEntry:
    answer = answer_of(ask, character or table.julio)
    options = {"expect": 0, **options}
    return answers.answer(actor=table.viewer(name), answer=answer, place=place, **options)


def propose(table, **options) -> Ask:
    entry = asks.propose(actor=table.viewer("bartek"), character=table.julio, asked=asked_for("inquiry"), **options)
    return entry.ask


def fresh(ask: Ask) -> Ask:
    return Ask.objects.get(pk=ask.pk)


# --- asking ----------------------------------------------------------------------------------------------------------
def test_an_ask_is_one_entry_and_one_answer_for_each(table):
    before = LogEntry.objects.count()
    made = ask(table, text="What do you hear?")
    assert LogEntry.objects.count() == before + 1
    assert [one.character for one in made.answers.all()] == [table.julio, table.rosalia]
    assert made.root.payload["text"] == "What do you hear?"


def test_a_repeated_press_asks_once(table):
    assert ask(table, once="press") == ask(table, once="press")
    assert Ask.objects.count() == 1


def test_what_is_asked_is_read_back_as_it_was(table):
    what = asked_for("inquiry", "medicine", advantage=("a lamp",), modifiers=(Modifier(-1, "rain"),), against="hazard")
    assert from_json(ask(table, what=what).asked) == what


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_a_secret_ask_is_a_row_for_the_game_masters_alone(table, mode):
    assert ask(table, mode=mode).root.mode == Mode.GM
    assert ask(table).root.mode == Mode.PUBLIC


def test_an_ask_of_hidden_people_alone_is_no_public_row(table):
    assert ask(table, table.shade, what=asked_for("stealth")).root.mode == Mode.GM
    assert ask(table, table.shade, table.julio, what=asked_for("stealth")).root.mode == Mode.PUBLIC


@pytest.mark.parametrize("options", [{"mode": Mode.SELF}, {"text": "x" * 201}])
def test_an_ask_out_of_order_is_refused(table, options):
    with pytest.raises(Refused):
        ask(table, **options)


def test_nobody_and_nothing_cannot_be_asked(table):
    with pytest.raises(Refused):
        ask(table, what=Asked(()))
    life.archive_character(actor=table.viewer("bartek"), character=table.julio, away=True)
    with pytest.raises(Refused):
        ask(table, table.julio)
    assert not Ask.objects.exists()


def test_an_own_row_is_asked_only_of_the_sheet_that_has_it(table):
    own = Trait.objects.create(
        character=table.julio, kind="skill", category="specialist", name="Knots", level=2
    )  # fmt: skip
    what = asked_for(f"own:{own.token}")
    with pytest.raises(Refused, match="Rosalia"):
        ask(table, what=what)
    assert ask(table, table.julio, what=what).asked["names"] == {f"own:{own.token}": "Knots"}


def test_a_defence_of_a_category_is_a_choice(table):
    what = any_of(table.campaign.system, "physical_defence", CheckRequest((), 4, against="attack"))
    made = ask(table, table.julio, what=what, by=table.guard, payload={"attack": "ABC"})
    assert len(from_json(made.asked).tests) > 1
    assert (made.root.character, made.root.payload["attack"]) == (table.guard, "ABC")


# --- answering -------------------------------------------------------------------------------------------------------
def test_an_answer_is_a_roll_like_any_other(table, dice):
    dice.next(8, 8, 3)
    made = ask(table)
    entry = roll(table, made)
    assert (entry.kind, entry.character, entry.rolled.parts.get().character) == ("check", table.julio, table.julio)
    assert momentum(table.julio) == 2
    assert answer_of(made, table.julio).rolled == entry.rolled
    assert fresh(made).state == Ask.State.OPEN


def test_the_last_answer_ends_it(table, dice):
    dice.next(5, 7, 4, 1, 2, 2)
    made = ask(table)
    roll(table, made)
    roll(table, made, "celina", table.rosalia)
    assert fresh(made).state == Ask.State.DONE


def test_the_roll_is_made_under_what_was_asked(table, dice):
    dice.next(5, 7, 4)
    what = asked_for("medicine", "inquiry", difficulty=2, advantage=("a lamp",), modifiers=(Modifier(1, "dry"),))
    entry = roll(table, ask(table, what=what, hidden=True, mode=Mode.GM), place=1)
    result = result_of(entry.rolled)
    assert (result.request.participants[0].uses, result.value) == ((TraitUse("inquiry"),), 6)
    assert (entry.mode, entry.rolled.hidden) == (Mode.GM, True)


def test_a_blind_answer_holds_its_effects(table, dice):
    dice.next(8, 8, 3)
    assert roll(table, ask(table, mode=Mode.BLIND)).rolled.held
    assert momentum(table.julio) == 0


def test_a_game_master_rolls_for_somebody_who_is_not_there(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    assert roll(table, made, "ewa").rolled == answer_of(made, table.julio).rolled


def test_a_second_answer_is_told_who_was_faster(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    roll(table, made, "ewa")
    with pytest.raises(AskMoved, match="Ewa"):
        roll(table, made)
    assert Check.objects.count() == 1


def test_a_repeated_press_rolls_once(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    assert roll(table, made, once="press") == roll(table, made, once="press")


def test_an_answer_of_one_does_not_outdate_the_card_of_another(table, dice):
    dice.next(5, 7, 4, 1, 2, 2)
    made = ask(table)
    roll(table, made)
    assert roll(table, made, "celina", table.rosalia, expect=0)


@pytest.mark.parametrize("place", [1, 7])
def test_only_what_was_asked_is_rolled(table, place):
    with pytest.raises(Refused):
        roll(table, ask(table), place=place)


def test_somebody_who_declines_is_no_longer_waited_for(table):
    made = ask(table, table.julio)
    answers.decline(actor=table.viewer("bartek"), answer=answer_of(made, table.julio), expect=0)
    assert (answer_of(made, table.julio).state, fresh(made).state) == (Answer.State.DECLINED, Ask.State.DONE)
    with pytest.raises(AskMoved):
        roll(table, made)


def test_that_somebody_hidden_declined_is_not_told(table):
    made = ask(table, table.shade, table.julio, what=asked_for("stealth"))
    hidden = answers.decline(actor=table.viewer("alicja"), answer=answer_of(made, table.shade), expect=0)
    known = answers.decline(actor=table.viewer("alicja"), answer=answer_of(made, table.julio), expect=0)
    assert (hidden.mode, known.mode) == (Mode.GM, Mode.PUBLIC)


# --- calling off -----------------------------------------------------------------------------------------------------
def test_an_ask_that_is_called_off_keeps_what_was_rolled(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    roll(table, made)
    asks.cancel(actor=table.viewer("alicja"), ask=made, expect=0)
    states = [one.state for one in fresh(made).answers.all()]
    assert states == [Answer.State.DONE, Answer.State.DECLINED]
    with pytest.raises(AskMoved, match="Alicja"):
        roll(table, made, "celina", table.rosalia)


def test_what_is_done_cannot_be_called_off(table, dice):
    dice.next(5, 7, 4)
    made = ask(table, table.julio)
    roll(table, made)
    with pytest.raises(AskMoved):
        asks.cancel(actor=table.viewer("alicja"), ask=made, expect=0)


def test_a_new_scene_leaves_asks_open(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
    assert roll(table, made)


@pytest.mark.parametrize("how", ["archived", "left"])
def test_a_character_that_is_gone_is_not_waited_for(table, how):
    made = ask(table, table.julio)
    if how == "archived":
        entry = life.archive_character(actor=table.viewer("bartek"), character=table.julio, away=True)
    else:
        entry = life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)
    assert (answer_of(made, table.julio).state, fresh(made).state) == (Answer.State.DECLINED, Ask.State.DONE)
    assert entry.payload["asks"] == [made.token]


def test_the_character_of_somebody_removed_is_not_waited_for_and_others_are(table):

    made = ask(table)
    people.remove(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["bartek"], keep_npcs=False
    )  # fmt: skip
    assert [one.state for one in fresh(made).answers.all()] == [Answer.State.DECLINED, Answer.State.WAITING]
    assert fresh(made).state == Ask.State.OPEN


# --- undoing ---------------------------------------------------------------------------------------------------------
def undo(table, entry: LogEntry, expect=0) -> LogEntry:
    return roll_undo.undo_step(actor=table.viewer("alicja"), check=entry.rolled, expect=expect)


def test_an_answer_that_is_undone_waits_again(table, dice):
    dice.next(5, 7, 4, 6, 6, 6)
    made = ask(table, table.julio)
    entry = undo(table, roll(table, made))
    assert entry.payload["reopened"]
    assert (answer_of(made, table.julio).state, fresh(made).state) == (Answer.State.WAITING, Ask.State.OPEN)
    assert roll(table, made)


def test_an_undone_answer_to_what_was_called_off_waits_no_more(table, dice):
    dice.next(5, 7, 4)
    made = ask(table)
    entry = roll(table, made)
    asks.cancel(actor=table.viewer("alicja"), ask=made, expect=0)
    undo(table, entry)
    assert answer_of(made, table.julio).state == Answer.State.DECLINED


# --- proposing -------------------------------------------------------------------------------------------------------
def test_a_proposal_is_between_the_player_and_the_game_masters(table):
    made = propose(table, text="May I listen at the door?")
    assert (made.state, made.root.mode) == (Ask.State.PROPOSED, Mode.GM)


def test_a_proposal_cannot_be_rolled_before_it_is_let_go(table):
    with pytest.raises(Conflict):
        roll(table, propose(table))


@pytest.mark.parametrize(("mode", "row"), [(Mode.PUBLIC, Mode.PUBLIC), (Mode.GM, Mode.GM), (Mode.BLIND, Mode.GM)])
def test_a_proposal_is_let_go_under_the_game_masters_terms(table, dice, mode, row):
    dice.next(5, 7, 4)
    made = propose(table)
    terms = CheckRequest((), 2, disadvantage=("noise",))
    asks.let_go(actor=table.viewer("alicja"), ask=made, circumstances=terms, mode=mode, expect=0)
    assert LogEntry.objects.get(pk=made.root_id).mode == row
    entry = roll(table, made, expect=1)
    assert entry.mode == mode
    assert (result_of(entry.rolled).request.difficulty, result_of(entry.rolled).value) == (2, 2)


def test_a_proposal_is_let_go_once(table):
    made = propose(table)
    asks.let_go(actor=table.viewer("alicja"), ask=made, circumstances=CheckRequest((), 2), expect=0)
    with pytest.raises(AskMoved, match="Alicja"):
        asks.let_go(actor=table.viewer("ewa"), ask=made, circumstances=CheckRequest((), 5), expect=0)
    assert from_json(fresh(made).asked).circumstances.difficulty == 2


def test_a_button_from_before_it_was_let_go_moves_nothing(table):
    """The player takes a proposal back, another game master calls it off: both saw it as it was before."""
    made = propose(table)
    asks.let_go(actor=table.viewer("alicja"), ask=made, circumstances=CheckRequest((), 2), expect=0)
    with pytest.raises(AskMoved, match="Alicja"):
        answers.decline(actor=table.viewer("bartek"), answer=answer_of(made, table.julio), expect=0)
    with pytest.raises(AskMoved, match="Alicja"):
        asks.cancel(actor=table.viewer("ewa"), ask=made, expect=0)
    assert (fresh(made).state, answer_of(made, table.julio).state) == (Ask.State.OPEN, Answer.State.WAITING)


@pytest.mark.parametrize("spoil", [{"archived_at": timezone.now()}, {"channel": None}])
def test_somebody_who_is_no_longer_at_the_table_rolls_nothing(table, spoil):
    made = ask(table)
    if "channel" in spoil:
        spoil = {"channel": ChannelFactory(), "campaign": None}
    Character.objects.filter(pk=table.julio.pk).update(**spoil)
    with pytest.raises(Conflict, match="no longer at the table"):
        roll(table, made)


def test_a_refusal_stays_until_it_is_read(table):
    made = propose(table)
    asks.refuse(actor=table.viewer("alicja"), ask=made, text="The door is of iron.", expect=0)
    assert (fresh(made).state, fresh(made).asked["refused"]) == (Ask.State.CANCELLED, "The door is of iron.")
    assert answer_of(made, table.julio).state == Answer.State.WAITING
    answers.decline(actor=table.viewer("bartek"), answer=answer_of(made, table.julio), expect=1)
    assert answer_of(made, table.julio).state == Answer.State.DECLINED


def test_a_proposal_that_was_taken_back_is_not_let_go(table):
    made = propose(table)
    answers.decline(actor=table.viewer("bartek"), answer=answer_of(made, table.julio), expect=0)
    assert fresh(made).state == Ask.State.CANCELLED
    with pytest.raises(AskMoved, match="Bartek"):
        asks.let_go(actor=table.viewer("alicja"), ask=made, circumstances=CheckRequest((), 2), expect=0)


def test_a_sheet_alone_has_nobody_to_propose_to(table):
    from tests.cast import CharacterFactory

    hermit = CharacterFactory(owner=table.bartek)
    with pytest.raises(Refused):
        asks.propose(actor=table.viewer("bartek"), character=hermit, asked=asked_for("inquiry"))


# --- at the same moment ----------------------------------------------------------------------------------------------
def outcome(function) -> str:
    try:
        function()
    except AskMoved:
        return "late"
    return "done"


@pytest.mark.django_db(transaction=True)
def test_ten_tabs_answer_at_once_and_one_rolls(transactional_db, table, dice):
    dice.real()
    made = ask(table)
    viewers = [table.viewer(name) for name in ("bartek", "alicja")]
    answer = answer_of(made, table.julio)
    found = at_once(
        10, lambda n: outcome(lambda: answers.answer(actor=viewers[n % 2], answer=answer, place=0, expect=0))
    )  # fmt: skip
    assert sorted(found) == ["done"] + ["late"] * 9
    assert Check.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_calling_off_and_answering_at_once_leave_one_truth(transactional_db, table, dice):
    dice.real()
    made = ask(table, table.julio)
    bartek, alicja, answer = table.viewer("bartek"), table.viewer("alicja"), answer_of(made, table.julio)
    deeds = [
        lambda: answers.answer(actor=bartek, answer=answer, place=0, expect=0),
        lambda: asks.cancel(actor=alicja, ask=made, expect=0),
    ]
    found = at_once(2, lambda n: outcome(deeds[n]))
    assert sorted(found) == ["done", "late"]
    rolled = Check.objects.exists()
    assert fresh(made).state == (Ask.State.DONE if rolled else Ask.State.CANCELLED)
    assert answer_of(made, table.julio).state == (Answer.State.DONE if rolled else Answer.State.DECLINED)


# --- whoever is no game master any more ---------------------------------------------------------------------------


def cancelled(table, actor):
    made = ask(table, table.julio)
    return lambda: asks.cancel(actor=actor, ask=made, expect=made.step)


def asked_again(table, actor):
    return lambda: asks.ask(
        actor=actor, campaign=table.campaign, characters=[table.julio], asked=asked_for("perception")
    )


def let(table, actor):
    made = propose(table)
    return lambda: asks.let_go(actor=actor, ask=made, circumstances=CheckRequest((), 3), expect=made.step)


def refused(table, actor):
    made = propose(table)
    return lambda: asks.refuse(actor=actor, ask=made, expect=made.step)


@pytest.mark.parametrize("press", [cancelled, asked_again, let, refused])
@pytest.mark.parametrize("role", ["player", "co_gm"])
def test_the_role_is_read_again_under_the_lock(table, press, role):
    pressed = press(table, table.viewer("ewa"))  # the page was drawn while she was a co-GM
    table.campaign.seats.filter(pk=table.seats["ewa"].pk).update(role=role)
    if role == "co_gm":
        assert pressed()
    else:
        with pytest.raises(Forbidden):
            pressed()
