"""Each kind of entry has its template, its filter and its sentence; names are those that the reader may know."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.template.loader import get_template, render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from sessions import log, log_display, log_kinds, log_reading
from sessions.actions import checks, foes, follow_ups, secrecy
from sessions.actions import table as actions
from sessions.log_sentences import sentence_of
from sessions.models import Check, LogEntry, Mode, Seat
from sheets.actions import counters, undo, use
from sheets.models import Ability, Counter
from tests.cast import NpcFactory
from tests.sessions.actions.test_checks import request_of, roll
from tests.sessions.scenes import opened

# Entries that the shared log does not show by themselves: follow-ups, edits of a sheet, the GMs' own business.
UNLISTED = {
    "boost", "effort", "reroll", "correct", "difficulty", "asked", "refused", "settled", "reveal", "conceal", "applied",
    "undone", "edit", "wear", "ease", "portrait", "settings", "archived", "unarchived", "invitation", "granted",
    "session_planned", "session_changed", "session_removed", "recap",
    "screen_opened", "screen_revoked", "gm_notes",
    "consequence", "retracted", "way_back_made", "way_back_ended",
    "participants", "scene_note", "turn", "turn_back",
    "rest_choice",
    "thrown", "gathered", "left_out", "told", "cancelled", "shown", "answered", "unopposed", "opposed",
    "ask_declined", "ask_withdrawn", "ask_let", "ask_refused", "ask_cancelled",
}  # fmt: skip


def rows(table, name: str = "bartek") -> list[log_display.Row]:
    entries = log_reading.with_details(LogEntry.objects.listed().visible_to(table.viewer(name)).order_by("seq"))
    return log_reading.rows(list(entries), table.viewer(name))


def recorded_kinds() -> set[str]:
    """Every kind that some action records, as the code spells them."""
    found = set()
    for folder in ("sessions/actions", "sheets/actions"):
        for path in Path(settings.BASE_DIR, folder).glob("*.py"):
            for call in re.findall(r"record\(\s*(.*?)[,)]", path.read_text(), re.DOTALL):
                found |= set(re.findall(r'"(\w+)"', call))
    return found


def test_every_kind_that_is_recorded_is_a_row_or_belongs_to_none():
    assert recorded_kinds() <= set(log_kinds.KINDS) | UNLISTED


@pytest.mark.parametrize("kind", log_kinds.KINDS)
def test_every_kind_has_its_template_and_filter(kind):
    template, group = log_kinds.KINDS[kind]
    get_template(f"sessions/log/_{template}.html")
    assert group in log_kinds.FILTERS
    assert kind in log_kinds.kinds_of(group)


@pytest.mark.parametrize(
    "kind", [kind for kind, (template, _group) in log_kinds.KINDS.items() if template in log_kinds.TOLD]
)
def test_every_event_is_told_in_one_sentence(table, kind):
    with log.turn(table.viewer("alicja"), table.campaign.channel_id) as turn:
        payload = {"name": "Marcus", "role": "player", "was": "player", "title": "", "dropped": 0, "cost": 1}
        turn.record(kind, character=table.julio, payload=payload)
    [row] = rows(table)
    assert row.sentence
    assert row.say


def test_a_row_is_spoken_in_a_sentence(table, dice):
    dice.next(5, 7, 4)
    roll(table)
    actions.say(actor=table.viewer("celina"), channel_id=table.campaign.channel_id, text="Well done")
    counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="momentum", typed="+2")
    said = [row.say for row in rows(table)]
    assert said[0].startswith("Julio: ")
    assert said[1] == "Celina: Well done"
    assert said[2] == "Julio: Momentum 2"


def test_a_hidden_npc_goes_by_its_alias(table, dice):
    dice.next(2, 3, 4)
    roll(table, "alicja", table.shade, trait="stealth")
    assert rows(table, "bartek")[0].who == "a stranger in grey"
    assert rows(table, "bartek")[0].of == ""
    assert rows(table, "alicja")[0].who == "Cień"


def test_what_stands_for_a_name_begins_a_row_with_a_capital_and_a_name_as_it_was_typed(table):
    seat = table.seats["celina"]
    for name, said in (("", "A deleted person"), ("celina", "celina")):
        Seat.objects.filter(pk=seat.pk).update(name=name)
        LogEntry.objects.all().delete()
        actions.say(actor=table.viewer("celina"), channel_id=table.campaign.channel_id, text="Bye")
        assert rows(table)[0].who == said
        assert sentence_of("seat_left", "", {"name": name}) == f"{said} leaves the table"


def test_the_row_of_somebody_who_left_keeps_their_name(table):
    actions.say(actor=table.viewer("celina"), channel_id=table.campaign.channel_id, text="Bye")
    table.seats["celina"].name = "Celina of old"
    table.seats["celina"].save()
    table.celina.delete()
    assert rows(table)[0].who == "Somebody who left"


def test_what_was_undone_says_so_until_the_undo_is_undone(table):
    gm = table.viewer("alicja")
    entry = counters.change_counter(actor=gm, character=table.julio, key="momentum", typed="+2")
    assert not rows(table)[0].undone
    taken_back = undo.undo(actor=gm, character=table.julio, token=entry.token)
    assert rows(table)[0].undone
    undo.undo(actor=gm, character=table.julio, token=taken_back.token)
    assert not rows(table)[0].undone


def test_a_placeholder_tells_neither_what_was_thrown_nor_what_became_of_it(table, dice):
    dice.next(8, 8, 3)
    entry = roll(table, mode=Mode.BLIND)
    before = rows(table)[0]
    follow_ups.settle(actor=table.viewer("alicja"), check=Check.objects.get(pk=entry.rolled.pk), expect=0)
    after = rows(table)[0]
    assert (before.say, before.undone, dict(before.data)) == (after.say, after.undone, dict(after.data))
    assert "result" not in before.data


def test_rows_cost_a_number_of_queries_that_does_not_grow(table, dice, django_assert_num_queries):
    dice.real()
    viewer = table.viewer("bartek")

    def read() -> None:
        log_reading.rows(list(log_reading.with_details(LogEntry.objects.listed().visible_to(viewer))), viewer)

    def play() -> None:
        roll(table)
        roll(table, "celina", table.rosalia)
        counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="experience", typed="+1")

    play()
    with CaptureQueriesContext(connection) as few:
        read()
    for _ in range(4):
        play()
    with django_assert_num_queries(len(few)):
        read()


def test_a_revealed_rolls_row_is_nobodys_secret(table, dice):
    dice.next(2, 3, 4)
    request = request_of(table.julio, "inquiry", difficulty=2)
    check = checks.roll(
        actor=table.viewer("bartek"), character=table.julio, request=request, mode=Mode.GM
    ).rolled  # fmt: skip
    assert rows(table)[0].secret
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)
    assert not rows(table, "celina")[0].secret


def test_free_dice_are_spelt_as_the_reader_writes_them(table, dice):
    dice.next(4, 5)
    actions.throw_dice(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, formula="2k6+1")
    [spoken] = rows(table)
    assert spoken.data["formula"] == "2d6+1"
    with translation.override("pl"):
        assert rows(table)[0].data["formula"] == "2k6+1"


@pytest.mark.parametrize(
    ("formula", "faces", "told", "sum_told"),
    [
        ("2k6+1", (4, 2), "2d6+1", "4 + 2 + 1 = 7"),
        ("2k6-k4-1", (4, 2, 3), "2d6\N{MINUS SIGN}1d4\N{MINUS SIGN}1", "4 + 2 − 3 − 1 = 2"),
        ("k100", (37,), "1d100", ""),
    ],
)
def test_a_free_throw_is_added_up_to_its_total(table, dice, formula, faces, told, sum_told):
    dice.next(*faces)
    actions.throw_dice(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, formula=formula)
    [row] = rows(table)
    html = re.sub(r"<[^>]+>", "", render_to_string("sessions/_row.html", {"row": row}))
    assert row.data["formula"] == told
    assert sum_told in html
    assert ("=" in html) == bool(sum_told)


@pytest.mark.parametrize(("cost", "told"), [(2, "−2 Momentum"), (0, "")])
def test_an_ability_used_names_what_it_was_paid_with(table, cost, told):
    Counter.objects.create(character=table.julio, key="momentum", current=3, maximum=10)
    ability = Ability.objects.create(character=table.julio, name="Luck", cost=cost)
    use.use_ability(actor=table.viewer("bartek"), character=table.julio, token=ability.token)
    html = render_to_string("sessions/_row.html", {"row": rows(table)[-1]})
    assert told in html
    assert ("tag-r" in html) == bool(told)


def test_those_who_come_into_play_are_told_by_their_names_in_a_scene_too(table):
    wolf = NpcFactory(campaign=table.campaign, name="Wolf", template=True, hidden=True)
    opened(table)
    entry = foes.put_into_play(actor=table.viewer("alicja"), template=wolf, number=2, hidden=False, side="enemies")
    (row,) = log_reading.rows([entry], table.viewer("bartek"))
    assert row.say == "Into play: Wolf 1, Wolf 2"


def test_what_the_enemies_share_is_told_as_a_pool(table):
    scene = opened(table)
    entries = [
        foes.change_pool(actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, typed=typed)
        for typed in ("4", "+1", "")
    ]
    rows = log_reading.rows(entries, table.viewer("ewa"))
    assert [(old, new) for row in rows for _name, _kind, old, new in row.pools] == [("–", 4), (4, 5), (5, "–")]
    assert rows[1].say.endswith("Momentum of the enemies 5")
