"""What a card says of its chances is what the rules say; what it may not say it does not rank by, either."""

from rules import registry
from rules.values import CheckRequest, Participant, TraitUse
from sessions.ask_odds import choices_of
from sessions.asked import Asked
from sheets import snapshot
from sheets.models import Counter, Trait
from tests.sessions.actions.test_asks import asked_for


def rows_of(character):
    return snapshot.load_one(character, snapshot.FOR_A_CHECK)


def test_the_chance_is_that_of_the_rules_and_so_is_the_boosted_one(table):
    Counter.objects.create(character=table.julio, key="momentum", current=1)
    rows = rows_of(table.julio)
    request = CheckRequest((Participant(table.julio.pk, "initiator", (TraitUse("inquiry"),)),), 4, tables=rows.tables)
    system, sheets = registry.system(table.julio.system), {table.julio.pk: rows.sheet()}
    [found] = choices_of(asked_for("inquiry", difficulty=4), rows)
    assert found.chance == system.odds(request, sheets).success
    assert found.boosted == system.boosted_odds(request, sheets).success
    assert found.boosted > found.chance


def test_a_defence_is_never_boosted_and_says_nothing_of_it(table):
    [found] = choices_of(asked_for("block", difficulty=2), rows_of(table.julio))
    assert (found.sides, found.boosted) == (6, None)


def test_the_best_comes_first_under_the_difficulty_told(table):
    found = choices_of(asked_for("composure", "perception", "stealth"), rows_of(table.julio))
    assert [one.place for one in found] == [1, 2, 0]
    assert [one.name for one in found] == ["Perception III", "Stealth II", "Composure I"]


def test_without_a_difficulty_to_tell_there_is_no_chance_and_its_order_tells_nothing(table):
    easy, hard = (
        choices_of(asked_for("composure", "perception", difficulty=difficulty), rows_of(table.julio), told=False)
        for difficulty in (1, 11)
    )
    assert easy == hard
    assert {one.chance for one in easy} == {None}
    assert {one.chance for one in choices_of(asked_for("inquiry", difficulty=None), rows_of(table.julio))} == {None}


def test_what_a_sheet_does_not_have_is_not_offered(table):
    own = Trait.objects.create(character=table.julio, kind="skill", category="specialist", name="Knots", level=2)
    what = asked_for("inquiry", f"own:{own.token}")
    assert [one.place for one in choices_of(what, rows_of(table.julio))] == [0, 1]
    assert [one.place for one in choices_of(what, rows_of(table.rosalia))] == [0]


def test_a_combined_test_names_all_its_traits(table):
    what = Asked(((TraitUse("inquiry"), TraitUse("composure")),), CheckRequest((), 3))
    [found] = choices_of(what, rows_of(table.julio))
    assert found.name == "Inquiry II + Composure I"
