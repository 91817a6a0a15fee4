"""A test that was asked for, as one reader may see it: what of, against what, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caerbannog_site.words import say
from rules import registry, serialise
from rules.values import N_, Modifier, Text
from sessions import asked as stored
from sessions.access import Viewer
from sessions.asked import Asked
from sessions.check_display import outcome_row
from sessions.check_offers import Person
from sessions.models import Answer, Ask, LogEntry, Mode
from sheets.models import Character

STATES = {
    Answer.State.WAITING: Text(N_("waits for the roll")),
    Answer.State.DONE: Text(N_("rolled")),
    Answer.State.DECLINED: Text(N_("not now")),
}


@dataclass
class AnswerRow:
    """One of those who were asked; `outcome`, `seal` and `secret` as of a roll's row."""

    token: str
    name: str
    waiting: bool
    verdict: str
    outcome: str = "pending"
    seal: str = ""
    secret: str = ""


@dataclass
class AskRow:
    """Everything that a row or a game master's list draws. Of a hidden difficulty a player's holds nothing."""

    ask: Ask
    text: str
    tests: list[str]
    difficulty: str = ""  # with its name; empty while it is hidden or not told
    value: int | None = None
    advantage: int = 0
    reasons: list[str] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    answers: list[AnswerRow] = field(default_factory=list)
    progress: str = ""
    refused: str = ""
    is_gm: bool = False  # may press its buttons

    @property
    def is_open(self) -> bool:
        return self.ask.state == Ask.State.OPEN

    @property
    def is_proposed(self) -> bool:
        return self.ask.state == Ask.State.PROPOSED

    @property
    def is_cancelled(self) -> bool:
        return self.ask.state == Ask.State.CANCELLED

    @property
    def is_refused(self) -> bool:
        return "refused" in self.ask.asked

    @property
    def title(self) -> str:
        return " / ".join(self.tests)

    @property
    def expect(self) -> int:
        return self.ask.step


def with_answers(asks) -> Iterable[Ask]:
    """The asks of a queryset with all that their rows need, in two queries."""
    answers = Answer.objects.select_related("character__campaign", "rolled__root__character", "rolled__newest")
    return asks.select_related("root__seat", "root__character").prefetch_related(Prefetch("answers", answers))


def asks_of(entries: Iterable[LogEntry]) -> dict[int, Ask]:
    """The asks behind these rows, by the entry's pk."""
    roots = [entry.pk for entry in entries if entry.kind == "ask"]
    return {ask.root_id: ask for ask in with_answers(Ask.objects.filter(root__in=roots))} if roots else {}


def ask_row(ask: Ask, viewer: Viewer, people: Mapping[int, Person]) -> AskRow:
    """The row of an ask for somebody who sees it. `people` are the characters' names as this viewer knows them."""
    asked = stored.from_json(ask.asked)
    known = [one for one in ask.answers.all() if viewer.is_gm or not one.character.hidden]
    row = AskRow(ask, ask.root.payload["text"], names_of(asked, ask, ask.answers.all()[0].character.system))
    row.is_gm = viewer.is_gm and viewer.campaign_id is not None and not viewer.archived
    row.refused = ask.asked.get("refused", "")
    circumstances(row, asked, ask, viewer)
    if row.value is not None and known:
        row.difficulty = named_difficulty(known[0].character, row.value)
    row.answers = [_answer_row(one, viewer, people) for one in known]
    done = sum(one.state == Answer.State.DONE for one in known)
    row.progress = ngettext("%(n)d of %(of)d done", "%(n)d of %(of)d done", done) % {"n": done, "of": len(known)}
    return row


def circumstances(row: AskRow, asked: Asked, ask: Ask, viewer: Viewer) -> None:
    """What the test is made under, as far as this reader may know it: of a hidden difficulty the reasons alone."""
    given = asked.circumstances
    row.advantage = len(given.advantage) - len(given.disadvantage)
    row.reasons = [reason for reason in (*given.advantage, *given.disadvantage) if reason]
    if viewer.is_gm or not ask.hidden:
        row.value, row.modifiers = given.difficulty, list(given.modifiers)


def named_difficulty(character: Character, value: int) -> str:
    """4, demanding: as it is called at this character's table."""
    system = registry.system(character.system)
    house = character.campaign.house if character.campaign else {}
    names = [name for low, name in system.difficulties(system.tables(house)) if low <= value]
    return f"{value}, {say(names[-1])}" if names else str(value)


def names_of(asked: Asked, ask: Ask, system: str) -> list[str]:
    """The tests to choose from, without levels: those differ from sheet to sheet."""
    categories = registry.system(system).sheet().categories
    printed = {trait.key: say(trait.label) for one in categories for trait in (*one.printed, *one.offered)}
    names = {**printed, **ask.asked.get("names", {})}
    return [" + ".join(names.get(use.trait, "?") for use in test) for test in asked.tests]


def _answer_row(answer: Answer, viewer: Viewer, people: Mapping[int, Person]) -> AnswerRow:
    row = AnswerRow(
        answer.token, people[answer.character_id].name, answer.state == Answer.State.WAITING,
        say(STATES[Answer.State(answer.state)]),
    )  # fmt: skip
    rolled = answer.rolled
    if rolled and rolled.root.mode == Mode.BLIND and not viewer.is_gm:
        row.verdict, row.secret = _("Rolled blind"), "blind"
    elif rolled and rolled.root.is_visible_to(viewer):
        result = serialise.result_from_json(rolled.newest.payload["result"])
        out = outcome_row(rolled.root, result, viewer, people)
        return replace(row, verdict=out.verdict, outcome=out.outcome, seal=out.seal, secret=out.secret)
    if answer.state == Answer.State.DECLINED:
        row.seal = "–"
    return row


def spoken(row: AskRow, who: str) -> str:
    """The row in one sentence, the same however many have answered: each answer is heard by its own row."""
    asks, proposes = _("%(who)s asks for a test: %(test)s"), _("%(who)s proposes a test: %(test)s")
    sentence = (proposes if row.ask.root.payload.get("proposed") else asks) % {"who": who, "test": row.title}
    return f"{sentence}. {row.text}" if row.text else sentence


def who_sees(mode: str) -> str:
    """In words for the one who is to roll."""
    return {
        Mode.PUBLIC: _("everybody at the table"),
        Mode.GM: _("you and the game masters"),
        Mode.BLIND: _("the game masters alone, not even you"),
    }[Mode(mode)]
