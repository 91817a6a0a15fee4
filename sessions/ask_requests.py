"""What the game masters have of asks: the form, what it would mean for each, and what they wait for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.template.loader import render_to_string

from caerbannog_site.words import alphabetical, say
from rules import registry
from sessions import party
from sessions.access import Viewer
from sessions.ask_cards import STEPS
from sessions.ask_display import AskRow, ask_row, with_answers
from sessions.ask_odds import choices_of
from sessions.asked import Asked
from sessions.check_offers import Person
from sessions.models import Ask, LogEntry
from sessions.rollbar import difficulty_names
from sessions.screens import Screen
from sheets import snapshot
from sheets.models import Character
from sheets.snapshot import Rows, trait_key


class Group(NamedTuple):
    """Traits to choose from under one heading: (key, label)."""

    label: str
    traits: list[tuple[str, str]]


class Chance(NamedTuple):
    """What a test would mean for one character; nothing where it has none of the traits or no difficulty is set."""

    token: str
    success: Fraction | None


@dataclass
class Request:
    """An ask or a proposal as the game masters' list shows it."""

    ask: AskRow
    who: str


def redraws(entry: LogEntry) -> bool:
    return entry.kind in STEPS or "asks" in entry.payload


def redraws_form(entry: LogEntry) -> bool:
    return entry.kind in party.REDRAWN_BY


def asked_people(campaign_id: int) -> list[Character]:
    """Everybody in play, the players' characters first."""
    found = Character.objects.in_play().filter(campaign=campaign_id).select_related("campaign")
    return sorted(found, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))


def chances(people: list[Character], asked: Asked | None) -> list[Chance]:
    """The best chance of each under what is asked."""
    if asked is None or asked.circumstances.difficulty is None:
        return [Chance(one.token, None) for one in people]
    sheets = snapshot.load(people, snapshot.FOR_A_CHECK)
    tests = {pk: choices_of(asked, rows) for pk, rows in sheets.items()}
    return [Chance(one.token, tests[one.pk][0].chance if tests[one.pk] else None) for one in people]


def draw_form(viewer: Viewer, screen: Screen) -> str:
    """The form with which a game master asks for a test."""
    people = asked_people(viewer.campaign_id or 0) if viewer.is_gm and not viewer.archived else []
    context = {
        "people": people,
        "campaign": people[0].campaign if people else None,
        "groups": _groups(people),
        "difficulties": difficulty_names(people[0]) if people else [],
    }
    return render_to_string("sessions/_asking.html", context)


def _groups(people: list[Character]) -> list[Group]:
    """The printed rows of the game; those that somebody added; the own rows of each sheet."""
    sheets = snapshot.load(people, ("trait",)).values()
    written = {trait_key(row) for rows in sheets for row in rows.traits}
    found = []
    for spec in registry.system(people[0].system).sheet().categories if people else ():
        added = [trait for trait in spec.offered if trait.key in written]
        found.append(Group(say(spec.label), [(trait.key, say(trait.label)) for trait in (*spec.printed, *added)]))
    return [group for group in (*found, *_own(sheets)) if group.traits]


def _own(sheets: Iterable[Rows]) -> list[Group]:
    own = ((rows.character.name, [(trait_key(row), row.name) for row in rows.traits if not row.key]) for rows in sheets)
    return [Group(name, traits) for name, traits in own]


def draw(viewer: Viewer, screen: Screen) -> str:
    """What waits for somebody's answer, proposals first; only for the game masters."""
    if not viewer.is_gm or viewer.campaign_id is None:
        return ""
    found = waiting(viewer)
    people = [one.character for request in found for one in request.ask.ask.answers.all()]
    context = {"requests": found, "difficulties": difficulty_names(people[0]) if people else []}
    return render_to_string("sessions/_requests.html", context)


def waiting(viewer: Viewer) -> list[Request]:
    """What waits for somebody's answer, proposals first, as this game master sees it."""
    unanswered = Ask.objects.filter(channel=viewer.channel_id, state__in=[Ask.State.PROPOSED, Ask.State.OPEN])
    asks = list(with_answers(unanswered.order_by("pk")))
    people = {one.character_id: one.character for ask in asks for one in ask.answers.all()}
    names = {pk: Person(one.token, one.name) for pk, one in people.items()}
    found = [Request(ask_row(ask, viewer, names), _asker(ask)) for ask in asks]
    return sorted(found, key=lambda one: not one.ask.is_proposed)


def _asker(ask: Ask) -> str:
    by: Character | None = ask.root.character
    return by.name if by else str(ask.root.seat) if ask.root.seat else ""
