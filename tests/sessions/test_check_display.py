"""A roll as one reader may see it: what is not for them never gets into the row."""

import dataclasses

import pytest

from sessions import log_reading
from sessions.actions import follow_ups
from sessions.check_display import CheckRow
from sessions.models import Check, LogEntry, Mode
from sheets.models import Counter, Trait
from tests.sessions.actions.test_checks import roll


def row(table, name: str) -> CheckRow:
    entries = log_reading.with_details(LogEntry.objects.listed().visible_to(table.viewer(name)))
    [found] = log_reading.rows(list(entries), table.viewer(name))
    return found.check


@pytest.fixture
def failure(table, dice):
    """Athletics, 1, 2, 5 against 6: it can be boosted and turned."""
    for key in ("momentum", "determination", "endurance"):
        Counter.objects.create(character=table.julio, key=key, current=5, maximum=10)
    dice.next(1, 2, 5)
    return roll(table, trait="athletics", difficulty=6).rolled


def test_everybody_reads_the_whole_of_a_public_roll(table, failure):
    for name in ("alicja", "bartek", "celina", "filip"):
        found = row(table, name)
        assert (found.seal, found.outcome, found.secret) == ("−4", "failure", "")
        assert [die.face for die in found.dice] == ["1", "2", "5"]


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("bartek", {"boost", "effort", "reroll"}),
        ("alicja", {"boost", "effort", "reroll"}),
        ("celina", set()),
        ("filip", set()),
    ],
)
def test_only_its_owner_and_the_gms_have_its_buttons(table, failure, name, offered):
    found = row(table, name)
    assert {offer.kind for offer in found.offers} == offered
    assert found.may_act == bool(offered)


def test_only_gms_have_the_gms_buttons(table, failure):
    assert row(table, "alicja").is_gm
    assert row(table, "alicja").result is not None
    assert not row(table, "bartek").is_gm
    assert row(table, "bartek").result is None


def test_a_settled_roll_has_no_offers(table, failure):
    follow_ups.settle(actor=table.viewer("bartek"), check=failure, expect=0)
    assert row(table, "bartek").offers == []


def test_of_a_blind_roll_its_roller_gets_an_empty_placeholder(table, dice):
    dice.next(8, 8, 3)
    roll(table, mode=Mode.BLIND)
    found = row(table, "bartek")
    empty = CheckRow(found.check, "", "pending")
    told = {
        field.name: getattr(found, field.name)
        for field in dataclasses.fields(CheckRow)
        if getattr(found, field.name) != getattr(empty, field.name)
    }
    assert told == {"secret": "blind", "seal": "?", "verdict": "Rolled blind"}
    assert row(table, "alicja").gain == 2


def test_of_a_hidden_difficulty_a_player_gets_the_dice_and_whether_it_was_enough(table, failure):
    Check.objects.update(hidden=True)
    found = row(table, "bartek")
    assert (found.secret, found.outcome, found.seal, found.verdict) == ("difficulty", "failure", "", "Failure")
    assert len(found.dice) == 3
    assert (found.steps, found.total, found.replaced, found.story, found.breakthroughs) == ([], "", "", [], "")
    assert all(offer.costs == [] for offer in found.offers)
    assert row(table, "ewa").seal == "−4"


def test_an_effort_at_a_hidden_difficulty_is_offered_whether_or_not_it_can_be_paid(table, failure):
    """Otherwise the offer would tell how deep the failure is."""
    Check.objects.update(hidden=True)
    kinds = [{offer.kind for offer in row(table, "bartek").offers}]
    Counter.objects.filter(key__in=("determination", "endurance")).update(current=0)
    kinds.append({offer.kind for offer in row(table, "bartek").offers})
    assert kinds[0] == kinds[1] == {"boost", "effort", "reroll"}


@pytest.mark.parametrize(("mode", "can"), [(Mode.PUBLIC, False), (Mode.GM, True), (Mode.BLIND, True)])
def test_a_gm_can_reveal_what_is_secret(table, dice, mode, can):
    dice.next(2, 3, 4)
    roll(table, mode=mode)
    assert row(table, "alicja").can_reveal == can
    assert not row(table, "bartek").can_reveal


def test_what_was_asked_of_the_gm_is_read_by_the_gm(table, failure):
    follow_ups.ask_cost(
        actor=table.viewer("bartek"), check=failure, who=table.julio.pk, text="my good name", expect=0
    )  # fmt: skip
    assert row(table, "alicja").asked == "my good name"
    assert row(table, "celina").asked == ""


def test_a_row_that_only_this_sheet_has_is_called_as_it_was_called_then(table, dice):
    category = Trait.objects.filter(character=table.julio, key="inquiry").get().category
    own = Trait.objects.create(character=table.julio, kind="skill", category=category, name="Haggling", level=2)
    dice.next(2, 3, 4)
    roll(table, trait=f"own:{own.token}")
    Trait.objects.filter(pk=own.pk).update(name="Something else")
    assert row(table, "celina").title.startswith("Haggling")


def test_nobody_owns_an_npcs_roll(table, dice):
    """An audience without a person is not the owner of a character without one."""
    dice.next(2, 3, 4)
    roll(table, "alicja", table.guard, trait="melee", difficulty=9)
    entries = list(log_reading.with_details(LogEntry.objects.listed()))
    for name in ("celina", "filip"):
        [found] = log_reading.rows(entries, table.viewer(name).anyone)
        assert not found.check.may_act
        assert found.check.offers == []


def test_in_an_archived_campaign_nobody_acts(table, failure):
    table.campaign.archived_at = failure.root.at
    table.campaign.save()
    for name in ("alicja", "bartek"):
        assert row(table, name).offers == []


def test_a_level_never_stands_alone_on_the_next_line(table, failure):
    assert row(table, "bartek").title == "Athletics\N{NO-BREAK SPACE}I"


@pytest.mark.parametrize(
    ("difficulty", "told"), [(1, "1 breakthrough"), (4, ""), (3, "")], ids=["success 3", "failure", "success 1"]
)
def test_breakthroughs_are_told_where_there_are_any(table, dice, difficulty, told):
    dice.next(1, 4, 6)
    roll(table, trait="athletics", difficulty=difficulty)
    assert row(table, "bartek").breakthroughs == told


def test_a_die_that_brought_momentum_is_marked_with_its_initial(table, dice):
    dice.next(1, 4, 6)
    roll(table, trait="athletics")
    assert [die.top for die in row(table, "bartek").dice] == ["", "", "M"]


def test_only_a_game_master_has_the_menu_of_a_roll_and_none_once_it_is_undone(table, failure):
    assert row(table, "alicja").has_menu
    assert not row(table, "bartek").has_menu
    Check.objects.update(state=Check.State.UNDONE)
    assert not row(table, "alicja").has_menu
