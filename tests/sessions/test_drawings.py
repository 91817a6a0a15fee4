"""One entry as one audience's frame: what it may know and nothing else, and harmless when it comes twice."""

import re
from dataclasses import replace
from random import Random

import pytest
from django.urls import reverse

from rules.values import Choice
from sessions import drawings, feed
from sessions.actions import follow_ups, roll_undo, secrecy
from sessions.actions import table as actions
from sessions.drawings import Drawing
from sessions.models import Check, LogEntry, Mode
from sessions.screens import LOG, SHEET, TABLE, Screen
from sheets.access import rights_on
from sheets.actions import births, counters, edit
from sheets.models import Character, Counter
from tests.cast import HTMX, CharacterFactory
from tests.sessions.actions.test_checks import roll

NONE = b""


def frame(table, entry: LogEntry, name: str, screen: Screen = Screen(TABLE)) -> bytes:  # noqa: B008 -- frozen
    """As the hub asks for it: of an entry that it has read from the log."""
    [read] = feed.Source().fetch(entry.channel_id, entry.seq - 1, 1)
    return read.frame(table.viewer(name), screen)


def sheet_screen(table, name: str, character: Character) -> Screen:
    rights = rights_on(character, table.viewer(name))
    return Screen(SHEET, character.pk, rights.groups, rights.edit, rights.owner)


def targets(found: bytes) -> set[str]:
    return set(re.findall(r'hx-target="#([\w-]+)"', found.decode()))


@pytest.fixture
def spoken(table):
    return actions.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text="Hello\n\nthere")


def test_a_frame_is_one_event_with_the_entrys_token(table, spoken):
    found = frame(table, spoken, "celina").decode()
    assert found.startswith(f"id: {spoken.token}\n")
    assert found.endswith("\n\n")
    lines = found.removesuffix("\n\n").split("\n")
    assert all(line.startswith("data: ") for line in lines[1:])


def test_a_frame_is_the_same_when_it_comes_again(table, spoken):
    assert frame(table, spoken, "celina") == frame(table, spoken, "celina")


def test_a_frame_holds_no_form_token(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    assert b"csrf" not in frame(table, entry, "alicja").lower()


def test_a_row_goes_to_the_log_and_the_card_to_the_party(table):
    entry = counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="momentum", typed="+1")
    assert targets(frame(table, entry, "celina")) == {"log", f"card-{table.julio.token}"}


def test_an_edit_of_the_sheet_is_no_row(table):
    entry = edit.set_field(
        actor=table.viewer("bartek"), character=table.julio, target="character", name="concept", value="Captain"
    )  # fmt: skip
    assert targets(frame(table, entry, "celina", sheet_screen(table, "celina", table.julio))) == {
        f"panel-ident-{table.julio.token}",
        f"panel-skills-{table.julio.token}",
    }


@pytest.mark.parametrize(
    ("kind", "readers"), [("biography", {"bartek", "alicja", "celina"}), ("private", {"bartek"}), ("gm", {"alicja"})]
)
def test_a_note_goes_to_the_screens_of_those_who_read_it(table, kind, readers):
    writer = table.viewer("alicja" if kind == "gm" else "bartek")
    entry = edit.set_field(actor=writer, character=table.julio, target=f"note:={kind}", name="text", value="Secret")
    screens = {name: sheet_screen(table, name, table.julio) for name in ("bartek", "alicja", "celina", "filip")}
    told = {name for name, screen in screens.items() if frame(table, entry, name, screen)}
    assert told == readers
    for name in readers:
        assert f"panel-{kind}-{table.julio.token}" in targets(frame(table, entry, name, screens[name]))


def test_a_screen_is_told_nothing_of_another_sheets_panels(table):
    entry = counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="momentum", typed="+1")
    assert targets(frame(table, entry, "celina", sheet_screen(table, "celina", table.rosalia))) == {"log"}


def test_a_page_without_a_log_is_only_told_what_to_say(table, spoken):
    found = frame(table, spoken, "celina", sheet_screen(table, "celina", table.rosalia)).decode()
    assert f'<article id="row-{spoken.token}" data-say="Bartek: Hello' in found
    assert "<p" not in found


def test_screens_that_an_entry_does_not_touch_share_one_frame(table, spoken):
    drawing, celina = Drawing(spoken), table.viewer("celina")
    sheets = [Screen(SHEET, one.pk, "apbc") for one in (table.julio, table.rosalia)]
    assert {drawing.narrowed(celina, screen) for screen in sheets} == {Screen(SHEET)}
    assert {drawing.narrowed(celina, screen) for screen in (Screen(TABLE), Screen(LOG))} == {Screen(LOG)}


def test_the_answer_to_a_press_and_the_hub_share_one_drawing(table, spoken, django_assert_num_queries):
    audience = table.viewer("bartek"), Screen(TABLE)
    begun = drawings.begun(spoken)
    answer = begun.parts(*audience)
    place = spoken.channel_id, spoken.seq - 1, 1
    [replayed] = feed.Source().fetch(*place)
    [found] = feed.Source().fetch(*place, news=True)
    [later] = feed.Source().fetch(*place, news=True)
    assert (found, replayed is begun, later is begun) == (begun, False, False)
    with django_assert_num_queries(0):
        assert found.frame(*audience).decode().count("<article") == "".join(answer).count("<article") == 1


def test_of_tables_that_nobody_watches_few_drawings_are_kept(table, monkeypatch):
    monkeypatch.setattr(drawings, "KEPT", 2)
    first, second, third = (
        drawings.begun(actions.say(actor=table.viewer("bartek"), channel_id=one.channel_id, text="to myself"))
        for one in [CharacterFactory(owner=table.bartek) for _ in range(3)]
    )
    kept = [drawings.taken(one.entry.channel_id) for one in (first, second, third)]
    assert kept == [None, second, third]


@pytest.mark.parametrize("news", [False, True])
def test_what_was_revealed_and_hidden_again_before_the_hub_looked_is_not_shown(table, dice, news):
    dice.next(1, 2, 5)
    entry = roll(table, "alicja", table.shade, trait="melee", difficulty=9, mode=Mode.GM)
    press(table, entry, "reveal", expect=0)
    elsewhere(table, entry, "conceal", expect=1)
    shown = [one.frame(table.viewer("celina"), Screen(TABLE)) for one in since(entry, news)]
    assert b"<article" not in b"".join(shown)
    assert b"<article" in since(entry, news)[-1].frame(table.viewer("alicja"), Screen(TABLE))


@pytest.mark.parametrize("news", [False, True])
def test_a_difficulty_told_and_hidden_again_before_the_hub_looked_is_not_shown(table, dice, news):
    dice.next(1, 2, 5)
    entry = roll(table, trait="athletics", difficulty=17, hidden=True)
    wanted = {"difficulty": 17, "advantage": 0, "disadvantage": 0}
    press(table, entry, "correct", expect=0, **wanted)
    elsewhere(table, entry, "correct", expect=1, hidden=1, **wanted)
    shown = [one.frame(table.viewer("celina"), Screen(TABLE)) for one in since(entry, news)]
    assert b"<article" in b"".join(shown)
    assert b"17" not in re.sub(rb"\d{4}-[\d:TZ. -]+|(id|data-\w+|href)=\S+", b"", b"".join(shown))


def press(table, entry: LogEntry, name: str, **data: object) -> None:
    """A game master's button, whose answer begins the drawing that the hub may come for."""
    answer = table.client("alicja").post(reverse(name, args=[entry.rolled.token]), data, headers=HTMX)
    assert answer.status_code == 200, answer.content


def elsewhere(table, entry: LogEntry, name: str, **data: object) -> None:
    """The same in another process, which begins nothing here."""
    answer = table.client("alicja").post(reverse(name, args=[entry.rolled.token]), data)
    assert answer.status_code == 302, answer.content


def since(entry: LogEntry, news: bool) -> list[Drawing]:
    return list(feed.Source().fetch(entry.channel_id, entry.seq, 10, news=news))


def test_a_drawing_shared_by_all_shows_each_what_one_of_their_own_would(table, dice):
    """Nothing of one audience gets into another's: game masters, owner, player, gallery, in both languages."""
    dice.next(2, 3, 4, 1, 2, 5, 3, 3, 8, 2, 2, 5)
    entries = [
        roll(table),
        roll(table, trait="athletics", difficulty=9, hidden=True),
        roll(table, "alicja", table.shade, trait="melee", mode=Mode.GM),
        roll(table, mode=Mode.BLIND),
    ]
    people = [table.viewer(name) for name in ("alicja", "ewa", "bartek", "celina", "filip", "iga")]
    readers = [replace(one, language=language) for one in people for language in ("en", "pl")]
    audiences = [(reader, screen) for reader in readers for screen in (Screen(TABLE), Screen(LOG), Screen(SHEET))]
    for entry in entries:
        begun = drawings.begun(entry)
        Random(1).shuffle(audiences)
        for audience in audiences:
            [read] = feed.Source().fetch(entry.channel_id, entry.seq - 1, 1)
            assert begun.frame(*audience) == read.frame(*audience), audience


def test_what_a_writer_knows_is_what_the_log_tells(table, dice):
    """The begun drawing of a roll, a boost and its undo shows the same buttons as one read from the database."""
    dice.next(4, 4, 1)
    entry = roll(table, trait="charisma", difficulty=5)
    screen = sheet_screen(table, "bartek", table.julio)
    Counter.objects.filter(character=table.julio, key="momentum").update(current=1)  # enough for one boost
    check, bartek, gm = entry.rolled, table.viewer("bartek"), table.viewer("alicja")

    def drawn_alike(step: LogEntry) -> bytes:
        [read] = feed.Source().fetch(step.channel_id, step.seq - 1, 1)
        for viewer in (bartek, gm):
            assert Drawing(step).frame(viewer, screen) == read.frame(viewer, screen)
        return read.frame(bartek, screen)

    button = b'"kind": "boost"'
    boost = follow_ups.follow(actor=bartek, check=check, choice=Choice("boost", table.julio.pk), expect=0)
    assert button not in drawn_alike(boost)
    assert button in drawn_alike(roll_undo.undo_step(actor=gm, check=check, expect=1))


def test_those_who_are_shown_the_same_share_one_row(table, dice, monkeypatch):
    dice.next(2, 3, 4)
    drawing = Drawing(roll(table))
    drawn = []
    monkeypatch.setattr(drawings.frames, "row_html", lambda row: drawn.append(row) or "row")
    for name in ("alicja", "ewa", "filip", "iga", "bartek"):
        drawing.parts(table.viewer(name), Screen(TABLE))
    languages = {"filip": table.filip.language, "iga": table.iga.language}
    assert len(drawn) == 2 + len(set(languages.values()))


def test_of_a_secret_others_get_nothing(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table, mode=Mode.GM)
    for name in ("celina", "filip"):
        assert frame(table, entry, name) == NONE
        assert frame(table, entry, name, sheet_screen(table, name, table.julio)) == NONE


def test_a_pool_that_moved_by_a_secret_roll_is_drawn_without_the_entrys_token(table, dice):
    dice.next(8, 8, 3)
    entry = roll(table, mode=Mode.GM)
    found = frame(table, entry, "celina")
    assert targets(found) == {f"card-{table.julio.token}"}
    assert entry.token.encode() not in found


def test_a_gms_hand_on_an_npc_moves_no_players_screen(table):
    entry = counters.change_counter(actor=table.viewer("alicja"), character=table.guard, key="momentum", typed="+1")
    assert frame(table, entry, "celina") == NONE
    assert frame(table, entry, "ewa") != NONE


def test_a_follow_up_draws_its_roll_anew(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    settled = follow_ups.settle(actor=table.viewer("bartek"), check=entry.rolled, expect=0)
    found = frame(table, settled, "celina").decode()
    assert f'id="row-{entry.token}"' in found
    assert f'id="row-{settled.token}"' not in found


def test_the_roll_bar_of_the_open_sheet_shows_the_newest_roll(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    told = {name: frame(table, entry, name, sheet_screen(table, name, table.julio)) for name in ("bartek", "celina")}
    assert f"last-{table.julio.token}" in targets(told["bartek"])
    assert f"last-{table.julio.token}" not in targets(told["celina"])


def test_what_is_hidden_again_goes_from_every_screen(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table, mode=Mode.GM)
    gm = table.viewer("alicja")
    secrecy.reveal(actor=gm, check=entry.rolled, expect=0)
    concealed = secrecy.conceal(actor=gm, check=Check.objects.get(), expect=1)
    found = frame(table, concealed, "celina")
    assert f'hx-target="#row-{entry.token}" hx-swap="delete"'.encode() in found
    assert not found.startswith(b"id:")
    assert f'id="row-{entry.token}"'.encode() in frame(table, concealed, "bartek")


def test_the_readers_language_is_spoken(table, dice):
    dice.next(2, 3, 4)
    entry = roll(table)
    table.celina.language = "pl"
    table.celina.save()
    assert frame(table, entry, "celina") != frame(table, entry, "filip")


def test_a_new_hidden_npc_is_told_to_the_gms_alone(table):
    births.create_character(actor=table.viewer("alicja"), campaign=table.campaign, system="", name="Lich", npc=True)
    entry = LogEntry.objects.get(kind="created")
    assert frame(table, entry, "celina") == NONE
    assert b"Lich" in frame(table, entry, "ewa")
