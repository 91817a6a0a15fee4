"""The recap: two writers, publication, and taking it back."""

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.actions import recaps
from sessions.models import LogEntry, Mode
from sessions.models.game_session import RECAP_LENGTH
from sheets.actions.edit import TextConflict, fingerprint
from tests.sessions.actions.test_evenings import begun, by, entry, fresh


@pytest.fixture
def session(table):
    return begun(table)


def write(table, session, text: str, was: str = "", name: str = "alicja", **given):
    return recaps.write(**by(table, name), session=session, text=text, was=fingerprint(was), **given)


def test_a_recap_is_written_in_secret(table, session):
    write(table, session, "They crossed the bridge.")
    assert fresh(session).recap == "They crossed the bridge."
    assert (entry("recap").mode, entry("recap").listed) == (Mode.GM, False)


def test_who_wrote_over_an_older_text_gets_both(table, session):
    write(table, session, "Mine")
    with pytest.raises(TextConflict) as conflict:
        write(table, session, "Hers", name="ewa")
    assert (conflict.value.theirs, conflict.value.mine) == ("Mine", "Hers")
    assert fresh(session).recap == "Mine"
    write(table, session, "Ours", was="Mine", name="ewa")
    assert fresh(session).recap == "Ours"


def test_the_same_text_again_is_nothing(table, session):
    write(table, session, "Mine")
    assert write(table, session, "Mine") is None


def test_a_recap_that_is_too_long_is_refused(table, session):
    write(table, session, "x" * RECAP_LENGTH)
    with pytest.raises(Refused):
        write(table, session, "x" * (RECAP_LENGTH + 1), was="x" * RECAP_LENGTH)


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_nobody_else_writes_or_publishes(table, session, name):
    write(table, session, "Mine")
    for action in (recaps.publish, recaps.withdraw):
        with pytest.raises(Forbidden):
            action(**by(table, name), session=session)
    with pytest.raises(Forbidden):
        write(table, session, "Theirs", was="Mine", name=name)
    assert (fresh(session).recap, fresh(session).published_at) == ("Mine", None)


def test_an_empty_recap_is_not_published(table, session):
    write(table, session, " \n")
    with pytest.raises(Refused):
        recaps.publish(**by(table), session=session)


def test_a_publication_is_a_row_for_all(table, session):
    write(table, session, "Mine")
    recaps.publish(**by(table), session=session)
    assert (entry("recap_published").mode, entry("recap_published").listed) == (Mode.PUBLIC, True)
    with pytest.raises(Conflict):
        recaps.publish(**by(table, "ewa"), session=session)


def test_what_is_taken_back_is_told_no_more(table, session):
    write(table, session, "Mine")
    recaps.publish(**by(table), session=session)
    recaps.withdraw(**by(table), session=session)
    published = entry("recap_published")
    assert (published.mode, published.changes.get().undone) == (Mode.GM, True)
    assert (entry("conceal").mode, entry("conceal").parent) == (Mode.GM, published)
    assert fresh(session).published_at is None
    with pytest.raises(Conflict):
        recaps.withdraw(**by(table), session=session)


def test_it_is_published_anew_and_taken_back_anew(table, session):
    write(table, session, "Mine")
    for _ in range(2):
        recaps.publish(**by(table), session=session)
        recaps.withdraw(**by(table), session=session)
    recaps.publish(**by(table), session=session)
    rows = LogEntry.objects.filter(kind="recap_published").order_by("seq").values_list("mode", flat=True)
    assert list(rows) == [Mode.GM, Mode.GM, Mode.PUBLIC]
