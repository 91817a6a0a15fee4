"""A session's life: planned, begun, ended; one at a time; who may, what is written, what a repeated press does."""

import datetime

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.actions import campaigns, evenings
from sessions.actions import table as table_actions
from sessions.models import Campaign, GameSession, LogEntry, Seat
from tests.races import at_once

DAY = datetime.date(2026, 12, 4)
TODAY = datetime.date(2026, 12, 5)
State = GameSession.State


def by(table, name: str = "alicja") -> dict:
    return {"actor": table.viewer(name), "campaign": table.campaign}


def planned(table, title: str = "The bridge") -> GameSession:
    evenings.plan(**by(table), date=DAY, title=title)
    return GameSession.objects.latest("pk")


def begun(table, name: str = "alicja", **given) -> GameSession:
    evenings.begin(**by(table, name), today=TODAY, **given)
    return GameSession.objects.get(state=State.RUNNING)


def fresh(session: GameSession) -> GameSession:
    return GameSession.objects.get(pk=session.pk)


def entry(kind: str) -> LogEntry:
    return LogEntry.objects.get(kind=kind)


def names(session: GameSession) -> set[str]:
    return {seat.user.username for seat in session.attended.select_related("user")}


def say(table, text: str) -> LogEntry:
    return table_actions.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=text)


# --- plan, change, call off -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alicja", "ewa"])
def test_a_game_master_plans_and_the_log_does_not_list_it(table, name):
    evenings.plan(**by(table, name), date=DAY, title="The bridge")
    session = GameSession.objects.get()
    assert (session.title, session.date, session.state) == ("The bridge", DAY, State.PLANNED)
    assert not entry("session_planned").listed


@pytest.mark.parametrize("name", ["bartek", "filip", "iga"])
def test_nobody_else_does_anything_to_a_session(table, name):
    session = planned(table)
    actions = [
        lambda: evenings.plan(**by(table, name), date=DAY),
        lambda: evenings.change(**by(table, name), session=session, title="x"),
        lambda: evenings.remove(**by(table, name), session=session),
        lambda: evenings.begin(**by(table, name), today=TODAY),
        lambda: evenings.begin(**by(table, name), today=TODAY, session=session),
        lambda: evenings.end(**by(table, name), session=session),
    ]
    for action in actions:
        with pytest.raises(Forbidden):
            action()
    assert GameSession.objects.count() == 1
    assert (fresh(session).title, fresh(session).state) == ("The bridge", State.PLANNED)


def test_a_game_master_who_was_made_a_player_meanwhile_is_refused(table):
    given = by(table, "ewa")
    Seat.objects.filter(pk=table.seats["ewa"].pk).update(role="player")
    with pytest.raises(Forbidden):
        evenings.begin(**given, today=TODAY)


def test_an_archived_campaign_is_closed_also_for_who_looked_before(table):
    given = by(table)
    campaigns.archive_campaign(actor=given["actor"], campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        evenings.plan(**given, date=DAY)
    with pytest.raises(Forbidden):
        evenings.begin(**by(table), today=TODAY)


def test_a_repeated_press_plans_once(table):
    for _ in range(2):
        evenings.plan(**by(table), date=DAY, once="press")
    assert GameSession.objects.count() == 1


def test_too_many_planned_sessions_are_refused(table, monkeypatch):
    monkeypatch.setattr(evenings, "MOST_PLANNED", 1)
    planned(table)
    with pytest.raises(Refused):
        planned(table)


def test_a_change_says_what_it_changed(table):
    session = planned(table)
    evenings.change(**by(table, "ewa"), session=session, title="The river", date=TODAY)
    found = {change.field: (change.old, change.new) for change in entry("session_changed").told}
    assert found == {"title": ("The bridge", "The river"), "date": ("2026-12-04", "2026-12-05")}
    assert (fresh(session).title, fresh(session).date) == ("The river", TODAY)


def test_a_change_of_nothing_is_none(table):
    session = planned(table)
    assert evenings.change(**by(table), session=session, title="The bridge") is None


def test_a_planned_session_is_called_off_and_kept(table):
    session = planned(table)
    evenings.remove(**by(table), session=session)
    assert fresh(session).state == State.REMOVED
    assert not GameSession.objects.kept().exists()


def test_what_was_called_off_is_not_touched_any_more(table):
    session = planned(table)
    evenings.remove(**by(table), session=session)
    for again in (evenings.remove, evenings.end):
        with pytest.raises(Conflict):
            again(**by(table), session=session)
    with pytest.raises(Conflict):
        evenings.begin(**by(table), today=TODAY, session=session)


def test_what_has_begun_is_not_called_off(table):
    session = begun(table, session=planned(table))
    with pytest.raises(Conflict) as refusal:
        evenings.remove(**by(table, "ewa"), session=session)
    assert refusal.value.who == "Alicja"
    assert fresh(session).state == State.RUNNING


# --- begin and end ----------------------------------------------------------------------------------------------


def test_an_evening_that_nobody_planned_begins_with_one_press(table):
    session = begun(table)
    assert (session.title, session.date) == ("", TODAY)
    assert names(session) == {"alicja", "ewa", "bartek", "celina", "gustaw"}


def test_a_planned_session_begins_on_the_day_on_which_it_is_played(table):
    session = begun(table, session=planned(table))
    assert (session.title, session.date, session.ended_at) == ("The bridge", TODAY, None)
    assert session.began_at is not None


def test_who_is_here_can_be_chosen(table):
    session = begun(table, present=[table.seats["alicja"], table.seats["bartek"]])
    assert names(session) == {"alicja", "bartek"}


def test_who_was_there_is_mended_later_and_written_without_inner_numbers(table):
    session = begun(table)
    evenings.end(**by(table), session=session)
    evenings.change(**by(table), session=session, attended=[table.seats["celina"]])
    [change] = entry("session_changed").told
    assert names(session) == {"celina"}
    assert change.new == [table.seats["celina"].token]


def test_what_happens_while_a_session_runs_belongs_to_it(table):
    say(table, "before")
    session = begun(table)
    say(table, "during")
    evenings.end(**by(table), session=session)
    say(table, "after")
    inside = LogEntry.objects.filter(session=session).order_by("seq").values_list("kind", flat=True)
    assert list(inside) == ["session_began", "message", "session_ended"]


def test_begin_and_end_are_rows_of_the_log(table):
    session = begun(table)
    evenings.end(**by(table), session=session)
    assert entry("session_began").listed
    assert entry("session_ended").listed
    assert fresh(session).state == State.PLAYED


def test_two_sessions_do_not_run_at_once(table):
    session = begun(table, "ewa")
    other = planned(table)
    for given in ({}, {"session": other}, {"session": session}):
        with pytest.raises(Conflict) as refusal:
            evenings.begin(**by(table), today=TODAY, **given)
        assert refusal.value.who == "Ewa"
    assert fresh(other).state == State.PLANNED


def test_a_repeated_press_begins_once(table):
    first, second = (evenings.begin(**by(table), today=TODAY, once="press") for _ in range(2))
    assert first.pk == second.pk
    assert GameSession.objects.count() == 1


def test_what_has_ended_does_not_end_again(table):
    session = begun(table)
    evenings.end(**by(table, "ewa"), session=session)
    with pytest.raises(Conflict) as refusal:
        evenings.end(**by(table), session=session)
    assert refusal.value.who == "Ewa"


def test_a_planned_session_does_not_end(table):
    with pytest.raises(Conflict):
        evenings.end(**by(table), session=planned(table))


def test_one_goes_on_with_a_session_that_was_ended_too_soon(table):
    session = begun(table, present=[table.seats["bartek"]])
    evenings.end(**by(table), session=session)
    evenings.begin(**by(table), today=datetime.date(2026, 12, 6), session=session)
    session = fresh(session)
    assert (session.state, session.date, session.ended_at) == (State.RUNNING, TODAY, None)
    assert names(session) == {"bartek"}
    assert say(table, "more").session_id == session.pk


@pytest.mark.django_db(transaction=True)
def test_two_game_masters_begin_and_one_of_them_is_told_who_was_faster(transactional_db):
    from tests.cast import make_table

    table = make_table()
    people = [by(table, name) for name in ("alicja", "ewa")]

    def press(number: int) -> str:
        try:
            evenings.begin(**people[number], today=TODAY)
        except Conflict as conflict:
            return conflict.who
        return "began"

    assert sorted(at_once(2, press)) in (["Alicja", "began"], ["Ewa", "began"])
    assert GameSession.objects.count() == 1
    assert LogEntry.objects.filter(kind="session_began").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_session_is_ended_once_from_three_tabs(transactional_db):
    from tests.cast import make_table

    table = make_table()
    session = begun(table)

    def press(number: int) -> bool:
        try:
            evenings.end(**by(table, ("alicja", "ewa", "alicja")[number]), session=fresh(session))
        except Conflict:
            return False
        return True

    assert sorted(at_once(3, press)) == [False, False, True]
    assert LogEntry.objects.filter(kind="session_ended").count() == 1


def test_another_table_is_another_matter(table):
    from tests.cast import CampaignFactory

    begun(table)
    other = CampaignFactory()
    assert LogEntry.objects.exclude(session=None).exclude(channel=table.campaign.channel).count() == 0
    assert Campaign.objects.get(pk=other.pk).channel.session is None
