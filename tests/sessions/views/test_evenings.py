"""Pages of game sessions, and the buttons that begin and end them."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from sessions.actions import evenings, recaps
from sessions.models import GameSession, LogEntry
from sheets.actions.edit import fingerprint
from tests.cast import HTMX
from tests.sessions.actions.test_evenings import begun, by, fresh, planned, say

State = GameSession.State


def at(name, table, session=None):
    return reverse(name, args=[table.campaign.token, *([session.token] if session else [])])


def ended(table, **given) -> GameSession:
    session = begun(table, **given)
    evenings.end(**by(table), session=session)
    return fresh(session)


def published(table, session, text="**Night** fell."):
    recaps.write(**by(table), session=session, text=text, was=fingerprint(""))
    recaps.publish(**by(table), session=session)


# --- the list ---------------------------------------------------------------------------------------------------


def test_the_list_shows_what_was_is_and_will_be(table):
    planned(table, "The tower")
    ended(table, session=planned(table, "The bridge"))
    begun(table, session=planned(table, "The river"))
    page = table.client("bartek").get(at("sessions", table)).text
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>|<h3><a[^>]*>([^<]+)</a>", page)
    found = [one or other for one, other in headings]
    assert found[:6] == ["Now", "The river", "Played", "The bridge", "To come", "The tower"]
    assert "Alicja, Bartek, Celina, Ewa, Gustaw" in page


def test_a_session_without_a_title_is_called_by_its_day(table):
    begun(table)
    assert "Session of 5 December 2026" in table.client("bartek").get(at("sessions", table)).text


def test_what_was_called_off_is_nowhere(table):
    session = planned(table, "The tower")
    evenings.remove(**by(table), session=session)
    assert "The tower" not in table.client("alicja").get(at("sessions", table)).text
    assert table.client("alicja").get(at("session", table, session)).status_code == 404


def test_a_game_master_plans_on_the_list(table):
    answer = table.client("ewa").post(at("sessions", table), {"date": "2026-12-11", "title": "The tower"})
    assert answer.url == at("sessions", table)
    assert GameSession.objects.get().title == "The tower"


@pytest.mark.parametrize("date", ["", "soon", "2026-13-01"])
def test_a_plan_without_a_day_is_shown_again(table, date):
    answer = table.client("alicja").post(at("sessions", table), {"date": date, "title": "The tower"})
    assert answer.status_code == 422
    assert "The tower" in answer.text
    assert not GameSession.objects.exists()


def test_players_see_no_forms(table):
    for url in (at("sessions", table), at("session", table, planned(table)), at("session", table, begun(table))):
        assert "<form" not in re.sub(r'(?s)<form class="input-row".*?</form>', "", table.client("bartek").get(url).text)


def test_the_list_costs_the_same_however_long(table, django_assert_num_queries, django_assert_max_num_queries):
    ended(table)
    table.client("bartek").get(at("sessions", table))  # the first answer renews the cookie
    with django_assert_max_num_queries(8) as few:
        table.client("bartek").get(at("sessions", table))
    for _ in range(3):
        ended(table)
        planned(table)
    with django_assert_num_queries(len(few.captured_queries)):
        table.client("bartek").get(at("sessions", table))


# --- begin and end ----------------------------------------------------------------------------------------------


def test_a_form_begins_with_those_who_are_ticked(table):
    session = planned(table)
    page = table.client("alicja").get(at("session", table, session)).text
    assert len(re.findall(r'name="present" value="[^"]+"[^>]* checked', page)) == 5
    here = [table.seats["alicja"].token, table.seats["bartek"].token]
    answer = table.client("alicja").post(at("session_begin", table, session), {"asked": "1", "present": here})
    assert answer.url == at("session", table, session)
    assert {seat.token for seat in session.attended.all()} == set(here)
    assert fresh(session).date == timezone.localdate()


def test_nobody_ticked_is_nobody_and_unasked_is_everybody(table):
    table.client("alicja").post(at("session_begin", table, session := planned(table)), {"asked": "1"})
    assert session.attended.count() == 0
    evenings.end(**by(table), session=session)
    table.client("alicja").post(at("session_begin", table, other := planned(table)), {})
    assert other.attended.count() == 5


def test_the_strip_begins_and_ends_without_leaving_the_page(table):
    client = table.client("alicja")
    answer = client.post(at("session_begin_now", table), headers=HTMX)
    session = GameSession.objects.get()
    assert 'hx-target="#evening"' in answer.text
    assert at("session_end", table, session) in answer.text
    answer = client.post(at("session_end", table, session), headers=HTMX)
    assert at("session_begin_now", table) in answer.text


def test_who_is_slower_gets_the_strip_as_it_stands_and_a_name(table):
    table.client("ewa").post(at("session_begin_now", table), headers=HTMX)
    answer = table.client("alicja").post(at("session_begin_now", table), headers=HTMX)
    assert answer.status_code == 409
    assert "Ewa was faster" in answer.text
    assert at("session_end", table, GameSession.objects.get()) in answer.text


def test_without_a_script_the_slower_one_gets_a_page(table):
    session = begun(table)
    evenings.end(**by(table), session=session)
    answer = table.client("ewa").post(at("session_end", table, session))
    assert answer.status_code == 409
    assert "Alicja was faster" in answer.text


def test_the_strip_offers_what_is_planned_for_today_and_not_what_is_far(table):
    session = planned(table)
    strip = at("session_begin", table, session)
    page = table.client("alicja").get(at("dash", table)).text
    assert strip not in page
    assert at("session_begin_now", table) in page
    evenings.change(**by(table), session=session, date=timezone.localdate())
    assert strip in table.client("alicja").get(at("dash", table)).text


def test_players_see_the_strip_while_a_session_runs(table):
    hidden = '<div class="evening row" id="evening" hidden>'
    assert hidden in table.client("bartek").get(at("table", table)).text
    session = begun(table)
    page = table.client("bartek").get(at("table", table)).text
    assert hidden not in page
    assert at("session", table, session) in page
    assert at("session_end", table, session) not in page


def test_in_an_archived_campaign_there_are_no_buttons(table):
    session = ended(table)
    published(table, session)
    table.campaign.archived_at = timezone.now()
    table.campaign.save()
    for url in (at("sessions", table), at("session", table, session)):
        page = table.client("alicja").get(url).text
        assert "<form" not in re.sub(r'(?s)<form class="input-row".*?</form>', "", page)
    assert "<strong>Night</strong>" in page


# --- the change -------------------------------------------------------------------------------------------------


def shown(page: str) -> dict[str, list[str]]:
    pairs = re.findall(r'<input type="hidden" name="(initial-\w+)" value="([^"]*)"', page)
    return {name: [value for other, value in pairs if other == name] for name, _value in pairs}


def test_only_what_was_changed_on_the_page_is_saved(table):
    session = ended(table, session=planned(table))
    before = shown(table.client("alicja").get(at("session_edit", table, session)).text)
    assert len(before["initial-attended"]) == 5
    evenings.change(**by(table, "ewa"), session=session, title="Renamed meanwhile")
    sent = {**before, "title": "The bridge", "date": "2026-12-05", "attended": [table.seats["bartek"].token]}
    table.client("alicja").post(at("session_edit", table, session), sent)
    assert fresh(session).title == "Renamed meanwhile"
    assert {seat.name for seat in session.attended.all()} == {"Bartek"}


def test_somebody_who_left_stays_among_those_who_were_there(table):
    session = ended(table)
    table.seats["celina"].removed_at = timezone.now()
    table.seats["celina"].save()
    page = table.client("alicja").get(at("session_edit", table, session)).text
    assert table.seats["celina"].token in page
    assert table.seats["henryk"].token not in page


def test_a_stranger_to_the_table_cannot_be_ticked(table):
    from tests.cast import SeatFactory

    session = ended(table)
    answer = table.client("alicja").post(
        at("session_edit", table, session), {"title": "x", "date": "2026-12-05", "attended": [SeatFactory().token]}
    )  # fmt: skip
    assert answer.status_code == 422
    assert session.attended.count() == 5


def test_who_was_there_is_not_asked_before_it_began(table):
    assert 'name="attended"' not in table.client("alicja").get(at("session_edit", table, planned(table))).text


# --- the page and its log ---------------------------------------------------------------------------------------


def test_the_page_has_its_own_log_and_no_other(table):
    say(table, "before it")
    session = begun(table)
    say(table, "within it")
    evenings.end(**by(table), session=session)
    say(table, "after it")
    page = table.client("bartek").get(at("session", table, session)).text
    assert "within it" in page
    assert "before it" not in page
    assert "after it" not in page


def test_older_rows_of_a_session_come_on_request(table):
    say(table, "before it")
    session = begun(table)
    for number in range(60):
        say(table, f"line {number:02}")
    page = table.client("bartek").get(at("session", table, session)).text
    assert "line 05" not in page
    [query] = re.findall(r'hx-get="([^"]+)"', page)
    older = table.client("bartek").get(query.replace("&amp;", "&")).text
    assert "line 05" in older
    assert "before it" not in older


def test_the_log_is_filtered_by_session(table):
    say(table, "before it")
    session = begun(table)
    say(table, "within it")
    found = table.client("bartek").get(at("table", table), {"session": session.token}).text
    assert "within it" in found
    assert "before it" not in found
    unknown = table.client("bartek").get(at("table", table), {"session": "no-such-session"}).text
    assert "within it" not in unknown


# --- the recap --------------------------------------------------------------------------------------------------


def test_the_recap_saves_itself_and_is_shown_as_it_will_be_read(table):
    session = begun(table)
    sent = {"value": "**Night**\r\nfell.", "was": fingerprint("")}
    answer = table.client("alicja").post(at("recap", table, session), sent, headers=HTMX)
    assert "<strong>Night</strong><br>" in answer.text
    assert answer.headers["X-Was"] == fingerprint("**Night**\nfell.")
    assert fresh(session).recap == "**Night**\nfell."


def test_two_writers_get_both_texts(table):
    session = begun(table)
    recaps.write(**by(table, "ewa"), session=session, text="Hers", was=fingerprint(""))
    sent = {"value": "Mine", "was": fingerprint("")}
    answer = table.client("alicja").post(at("recap", table, session), sent, headers=HTMX)
    assert answer.status_code == 409
    assert "Hers" in answer.text
    assert f'data-was="{fingerprint("Hers")}"' in answer.text


def test_a_recap_too_long_is_told_beside_the_field(table):
    session = begun(table)
    sent = {"value": "x" * 20_001, "was": fingerprint("")}
    answer = table.client("alicja").post(at("recap", table, session), sent, headers=HTMX)
    assert answer.status_code == 422
    assert f'hx-target="#conflict-recap-{session.token}"' in answer.text


def test_a_published_recap_is_read_by_all_and_taken_back_by_none(table):
    session = ended(table)
    published(table, session)
    for name in ("bartek", "filip", "iga"):
        assert "<strong>Night</strong>" in table.client(name).get(at("session", table, session)).text
    table.client("ewa").post(at("recap_withdraw", table, session))
    page = table.client("bartek").get(at("session", table, session)).text
    assert "Night" not in page
    assert "Recap" not in page
    assert "Night" in table.client("alicja").get(at("session", table, session)).text


def test_the_row_of_a_publication_leads_to_it(table):
    session = ended(table)
    published(table, session)
    page = table.client("bartek").get(at("table", table)).text
    assert f"{at('session', table, session)}#h-recap" in page
    assert LogEntry.objects.get(kind="recap_published").listed
