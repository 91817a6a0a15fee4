"""The log in files: complete, in the reader's terms, harmless to whatever opens it."""

import csv
import io
import json
import re
from datetime import date

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sessions import log_search
from sessions.actions import evenings, recaps
from sessions.export_csv import harmless
from sessions.export_markdown import escaped
from sessions.models import Mode
from sheets.actions.edit import fingerprint
from tests.sessions.actions.test_checks import roll
from tests.sessions.actions.test_evenings import begun, by, fresh, planned
from tests.sessions.test_log_pages import say


def export(table, form: str, name: str = "bartek", session=None, **query: str):
    where = [table.campaign.token, *([session.token] if session else []), form]
    answer = table.client(name).get(reverse("session_export" if session else "log_export", args=where), query)
    assert answer.status_code == 200
    return answer


def text(table, form: str, name: str = "bartek", session=None, **query: str) -> str:
    return export(table, form, name, session, **query).getvalue().decode()


def table_of(found: str, delimiter: str = ",") -> list[list[str]]:
    assert found.startswith("\ufeff")
    return list(csv.reader(io.StringIO(found[1:], newline=""), delimiter=delimiter))


@pytest.fixture
def evening(table, dice):
    """A session with a roll, a message and a recap that is not published."""
    say(table, "before the session")
    session = begun(table, session=planned(table, "Łuk nad rzeką"))
    dice.next(5, 7, 4)
    roll(table)
    say(table, "Żółw\nidzie *pierwszy*")
    evenings.end(**by(table), session=session)
    recaps.write(**by(table), session=session, text="# Noc\n\nMost **runął**.", was=fingerprint(""))
    say(table, "after the session")
    return fresh(session)


# --- what is in it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_a_sessions_file_has_its_log_and_no_other(table, evening, form):
    found = text(table, form, session=evening)
    assert "idzie" in found
    assert "Inquiry" in found
    assert "before the session" not in found
    assert "after the session" not in found


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_a_campaigns_file_has_everything_from_the_beginning_on(table, evening, form):
    found = text(table, form)
    places = [found.index(words) for words in ("before the session", "Inquiry", "idzie", "after the session")]
    assert places == sorted(places)


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_filters_and_search_hold_for_files_too(table, evening, form):
    found = text(table, form, only="messages", q="zolw")
    assert "idzie" in found
    assert "Inquiry" not in found
    assert "before the session" not in found


@pytest.mark.parametrize("form", ["md", "json"])
def test_the_recap_comes_with_it_once_it_is_published(table, evening, form):
    assert "runął" not in text(table, form, session=evening)
    assert "runął" in text(table, form, "ewa", session=evening)
    recaps.publish(**by(table), session=evening)
    assert "runął" in text(table, form, session=evening)


def test_json_says_its_version_and_whose_terms_it_is_in(table, evening):
    found = json.loads(text(table, "json", session=evening))
    assert (found["v"], found["language"], found["time_zone"]) == (1, "en", "Europe/Warsaw")
    assert found["session"] == {
        "title": "Łuk nad rzeką", "date": "2026-12-05", "people": ["Alicja", "Bartek", "Celina", "Ewa", "Gustaw"],
    }  # fmt: skip
    kinds = [entry["kind"] for entry in found["entries"]]
    assert kinds == ["session_began", "check", "message", "session_ended"]
    check, message = found["entries"][1:3]
    assert (check["who"], check["result"], check["seen_by"]) == ("Julio", 3, "public")
    assert check["dice"][0] == {"sides": 8, "face": 4, "counted": False}
    assert message["text"] == "Żółw\nidzie *pierwszy*"


def test_an_empty_log_is_a_whole_file_too(table):
    assert json.loads(text(table, "json"))["entries"] == []
    assert len(table_of(text(table, "csv"))) == 1


def test_csv_has_a_row_for_each_entry(table, evening):
    rows = table_of(text(table, "csv", session=evening))
    assert rows[0] == ["Day", "Time", "Session", "Kind", "Who", "What", "Result", "Seen by", "Undone"]
    assert len({len(row) for row in rows}) == 1
    check, message = rows[2:4]
    assert check[2:5] == ["Łuk nad rzeką", "Rolls", "Julio"]
    assert check[6] == "3"
    assert message[5] == "Żółw\nidzie *pierwszy*"


def test_hours_are_the_readers(table, time_machine):
    time_machine.move_to("2026-12-05 23:30:00+00:00", tick=False)
    say(table, "late")
    assert table_of(text(table, "csv"))[1][:2] == ["2026-12-06", "00:30:00"]
    table.bartek.time_zone = "America/New_York"
    table.bartek.save()
    assert table_of(text(table, "csv"))[1][:2] == ["2026-12-05", "18:30:00"]
    assert json.loads(text(table, "json"))["entries"][0]["at"] == "2026-12-05T18:30:00-05:00"


def test_words_are_in_the_readers_language(table, evening):
    table.bartek.language = "pl"
    table.bartek.save()
    rows = table_of(text(table, "csv", session=evening), ";")
    assert "Dociekliwość" in rows[2][5]
    assert rows[2][3] == "Rzuty"
    assert "sukces" in text(table, "md", session=evening)


def test_a_secret_entry_says_for_whom_it_is(table):
    say(table, "I am the traitor", Mode.GM)
    assert table_of(text(table, "csv"))[1][7] == "for the GM"
    assert r"*(for the GM)*" in text(table, "md")
    assert len(table_of(text(table, "csv", "celina"))) == 1


def test_an_undone_roll_is_told_to_be(table, dice):
    from sessions.actions import roll_undo

    dice.next(5, 7, 4)
    roll_undo.undo_step(actor=table.viewer("alicja"), check=roll(table).rolled, expect=0)
    assert json.loads(text(table, "json"))["entries"][0]["undone"] is True
    assert table_of(text(table, "csv"))[1][8] == "yes"


# --- files ------------------------------------------------------------------------------------------------------


def test_names_of_files_are_plain(table, evening):
    evenings.change(**by(table), session=evening, title='../"Łódź";\r\n=x<ż>')
    for form, media in (("md", "text/markdown"), ("csv", "text/csv"), ("json", "application/json")):
        answer = export(table, form, session=evening)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="2026-12-05-lodz-x-z.{form}"'
        assert answer.headers["Content-Type"] == f"{media}; charset=utf-8"


def test_a_title_of_nothing_plain_leaves_the_day(table, evening):
    evenings.change(**by(table), session=evening, title="龍")
    assert 'filename="2026-12-05.md"' in export(table, "md", session=evening).headers["Content-Disposition"]


@pytest.mark.parametrize("form", ["exe", "MD", "m"])
def test_other_forms_are_not_found(table, form):
    url = reverse("log_export", args=[table.campaign.token, form])
    assert table.client("bartek").get(url).status_code == 404


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_a_chunk_costs_the_same_however_much_is_in_it(table, dice, django_assert_num_queries, form):
    dice.real()
    for name, character in (("bartek", table.julio), ("celina", table.rosalia)):
        roll(table, name, character)
    text(table, form)
    with django_assert_num_queries(7) as few:
        text(table, form)
    for _ in range(10):
        roll(table)
        roll(table, "celina", table.rosalia)
        say(table, "word")
    with django_assert_num_queries(len(few.captured_queries)):
        text(table, form)


def test_each_further_chunk_costs_two_queries(table, monkeypatch, django_assert_num_queries):
    for number in range(12):
        say(table, f"line {number:02}")
    text(table, "csv")
    with django_assert_num_queries(7) as one:
        whole = text(table, "csv")
    monkeypatch.setattr(log_search, "CHUNK", 5)
    with django_assert_num_queries(len(one.captured_queries) + 2 * 2):
        assert text(table, "csv") == whole


# --- nothing in it acts -----------------------------------------------------------------------------------------

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "−3", "＝1", '=HYPERLINK("https://a.example")']


@pytest.mark.parametrize("typed", FORMULAS)
def test_a_formula_is_a_text(typed):
    assert harmless(typed) == f"'{typed}"


@pytest.mark.parametrize("typed", ["Żółw", "a=b", "1-2", "'=1", "ąćę", ""])
def test_a_text_is_left_alone(typed):
    assert harmless(typed) == typed


def test_no_cell_that_somebody_typed_begins_a_formula(table):
    for seat in table.campaign.seats.all():
        seat.name = f"={seat.name}"
        seat.save()
    session = begun(table, session=planned(table, "@title"))
    for typed in ("=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", 'x";=1', "x,=1", "x\n=1"):
        say(table, typed)
    for language, separator in (("en", ","), ("pl", ";")):
        table.bartek.language = language
        table.bartek.save()
        rows = table_of(text(table, "csv", session=session), separator)
        assert len(rows) == 10
        assert not [cell for row in rows for cell in row if re.match(r"[=+\-@\t\r]", cell)]
        assert rows[3][5] == "'+1"


def test_a_bad_result_stays_a_number(table, dice):
    dice.next(1, 2, 5)
    roll(table, trait="athletics", difficulty=6)
    assert table_of(text(table, "csv"))[1][6] == "-4"


def skeleton(source: str) -> list[str]:
    """What Markdown makes of it, texts left out."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return [
        inner.type
        for token in parser.parse(source)
        for inner in (token, *(token.children or ()))
        if inner.type not in ("text", "text_special", "inline")
    ]


def plain(source: str) -> str:
    """What a reader of the rendered line sees."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = [inner for token in parser.parse(source) for inner in token.children or ()]
    return "".join(inner.content for inner in tokens if inner.type == "text")


HOSTILE = [
    "# heading", "> quote", "- list", "1. list", "1) list", "***", "---", "===", "```\ncode", "~~~", "    code",
    "<b>x</b>", "<!-- x", "[a](https://a.example)", "![a](https://a.example/p.png)", "*a* _b_ **c**", "`x`", "a\n===",
    "a\n---", "| a | b |\n|---|---|", "a\n\nb", "a\n\n# b", "a\n- b", "a\n    b", "&lt;b&gt; &#35;", "\\# x", "a\\",
    "a  ", "[a]: https://a.example", "<https://a.example>", "~~a~~", "+ x", "$a$", "\u2028# x", "a\r# b", "a\x0b# b",
    "\ufeff# b", "[^1]", "- [ ] x", ": x", "* x\n* y",
]  # fmt: skip


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_message_is_one_item_whatever_it_says(table, typed):
    say(table, "Harmless")
    wanted = skeleton(text(table, "md"))
    table.campaign.channel.entries.all().delete()
    say(table, typed)
    found = [one for one in skeleton(text(table, "md")) if one != "hardbreak"]
    assert found == wanted


def test_names_and_titles_open_nothing_either(table):
    wanted = skeleton("# a\n\n5 December 2026 · a\n\n## Log\n\n### 5 December 2026 · a\n\n- 10:00 a\n")
    session = begun(table, session=planned(table, "# <b> [a](https://a.example) *x*"), present=[table.seats["bartek"]])
    table.seats["bartek"].name = "*B* <i> #"
    table.seats["bartek"].save()
    assert skeleton(text(table, "md", session=session)) == wanted


def test_a_recap_is_quoted_so_that_its_headings_are_its_own(table, evening):
    found = text(table, "md", "alicja", session=evening)
    assert "> # Noc\n> \n> Most **runął**.\n" in found


@given(st.text("#>-+*_=`~[]()!<>&|\\ .:1a\tż", max_size=40))
def test_what_is_escaped_reads_as_it_was_typed(typed):
    line = f"- 10:00 {escaped(typed)}"
    assert skeleton(line) == skeleton("- 10:00 a")
    assert plain(line).removeprefix("10:00").split() == typed.split()


@given(st.text("#>-+*_=`~[]()!<>&|\\ .:1a\tż", min_size=1, max_size=40))
def test_so_does_the_next_line_of_a_message(typed):
    if not escaped(typed):
        return
    found = [one for one in skeleton(f"- 10:00 a\\\n  {escaped(typed)}") if one != "hardbreak"]
    assert found == skeleton("- 10:00 a")


def test_a_plan_has_a_file_too(table):
    session = planned(table)
    assert date(2026, 12, 4).isoformat() in text(table, "json", session=session)
