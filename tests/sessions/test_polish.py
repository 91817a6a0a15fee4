"""What is counted at the table, in Polish: 1 tura, 2 tury, 5 tur."""

import pytest
from django.utils import translation

from sessions.ask_display import ask_row, asks_of
from sessions.check_offers import Person
from sessions.log_reading import rows, with_details
from sessions.models import Answer, LogEntry
from sheets.models import Condition
from sheets.panel_rows import lasting
from tests.cast import CharacterFactory
from tests.sessions.actions.test_asks import ask
from tests.sessions.together import begin, share


@pytest.fixture(autouse=True)
def polish():
    with translation.override("pl"):
        yield


@pytest.mark.parametrize(
    ("left", "told"),
    [(0, "mija teraz"), (1, "1 tura"), (2, "2 tury"), (4, "4 tury"), (5, "5 tur"), (12, "12 tur"), (22, "22 tury")],
)
def test_turns_that_are_left(left, told):
    assert lasting(Condition(lasts="rounds", rounds_left=left)) == told


@pytest.mark.parametrize(
    ("done", "told"), [(0, "0 z 6 gotowych"), (1, "1 z 6 gotowy"), (2, "2 z 6 gotowe"), (5, "5 z 6 gotowych")]
)
def test_how_many_of_those_who_were_asked_have_rolled(table, done, told):
    people = [CharacterFactory(campaign=table.campaign) for _ in range(6)]
    made = ask(table, *people)
    for answer in Answer.objects.all()[:done]:
        answer.state = Answer.State.DONE
        answer.save()
    names = {one.pk: Person(one.token, one.name) for one in people}
    assert ask_row(asks_of([made.root])[made.root_id], table.viewer("alicja"), names).progress == told


@pytest.mark.parametrize(
    ("late", "told"), [(2, "czekamy na 2 osoby"), (5, "czekamy na 5 osób"), (6, "czekamy na 6 osób")]
)
def test_how_many_a_shared_test_waits_for(table, late, told):
    helpers = [CharacterFactory(campaign=table.campaign) for _ in range(late - 1)]
    begin(table, share(table.rosalia, "initiator", "guile"), *[share(one, "helper") for one in helpers])
    [row] = rows(list(with_details(LogEntry.objects.all())), table.viewer("alicja"))
    assert row.check.verdict == told
