"""What a player is asked for: a card for each test, on the sheet and at the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string

from sessions import asked as stored
from sessions.access import Viewer
from sessions.actions.checks import result_of
from sessions.ask_display import (
    AskRow,
    circumstances,
    named_difficulty,
    names_of,
    who_sees,
)
from sessions.ask_odds import ChoiceView, choices_of
from sessions.check_words import title_of
from sessions.models import Answer, Ask, LogEntry
from sessions.screens import Screen
from sheets import snapshot
from sheets.access import name_of
from sheets.models import Item
from sheets.snapshot import Rows
from sheets.traits import gear_for

STEPS = ("ask", "ask_let", "ask_refused", "ask_cancelled", "ask_declined", "ask_withdrawn")
FELT = ("counter:", "trait:", "bonus:")  # what a chance hangs on


@dataclass
class Card:
    """What one character is asked for. Of a hidden difficulty it holds nothing; `attack` is what a defence answers, if
    its row is the reader's to see."""

    answer: Answer
    ask: AskRow
    name: str
    asker: str
    tests: list[ChoiceView]
    who_sees: str
    gear: list[Item]
    attack: str = ""


def redraws(entry: LogEntry) -> bool:
    """Steps of asks, a roll that answers one or no longer does, and whatever changed a sheet under its owner's eyes.

    A follow-up does not: of a blind roll its roller must not learn that there was one.
    """
    answers = "asks" in entry.payload and (entry.parent_id is None or entry.payload.get("reopened", False))
    return entry.kind in STEPS or answers or any(change.target.startswith(FELT) for change in entry.told)


def draw(viewer: Viewer, screen: Screen) -> str:
    return render_to_string("sessions/_asks.html", {"cards": cards(viewer)})


def cards(viewer: Viewer) -> list[Card]:
    """What is asked of this person's characters, the oldest first."""
    if viewer.campaign_id is None or viewer.user_id is None or viewer.archived or viewer.is_watching:
        return []
    mine = Answer.objects.filter(
        state=Answer.State.WAITING, ask__channel=viewer.channel_id, character__owner=viewer.user_id,
        character__channel=viewer.channel_id, character__archived_at=None,
    )  # fmt: skip
    found = mine.exclude(ask__state=Ask.State.DONE).select_related(
        "ask__root__seat", "ask__root__character", "character__campaign"
    )
    answers = list(found.order_by("pk"))
    people = {one.character_id: one.character for one in answers}
    rows = snapshot.load(list(people.values()), snapshot.WITH_GEAR) if people else {}
    attacks = _attacks(answers, viewer)
    return [_card(one, rows[one.character_id], viewer, attacks) for one in answers]


def _attacks(answers: list[Answer], viewer: Viewer) -> dict[str, str]:
    """What was tested in the rolls that these answer, by the tokens of their rows."""
    tokens = {token for one in answers for token in one.ask.root.payload.get("rows", ())}
    if not tokens:
        return {}
    rows = LogEntry.objects.filter(token__in=tokens).visible_to(viewer).select_related("rolled__newest")
    return {row.token: title_of(row, result_of(row.rolled)) for row in rows}


def _card(answer: Answer, rows: Rows, viewer: Viewer, attacks: dict[str, str]) -> Card:
    ask = answer.ask
    asked = stored.from_json(ask.asked)
    row = AskRow(ask, ask.root.payload["text"], names_of(asked, ask, answer.character.system))
    row.refused = ask.asked.get("refused", "")
    circumstances(row, asked, ask, viewer)
    if row.value is not None:
        row.difficulty = named_difficulty(answer.character, row.value)
    seat, by = ask.root.seat, ask.root.character
    return Card(
        answer=answer,
        ask=row,
        name=answer.character.name,
        asker=name_of(by, viewer) or (str(seat) if seat else ""),
        tests=choices_of(asked, rows, told=row.value is not None),
        who_sees=who_sees(ask.mode),
        gear=[one for one in rows.items if one.token in gear_for(rows, asked.traits)],
        attack=", ".join(attacks[token] for token in ask.root.payload.get("rows", ()) if token in attacks),
    )
