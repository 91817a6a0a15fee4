"""Shared tests that many tests begin with: the example of Guile (RULES A12), two sides against each other."""

from __future__ import annotations

from rules.values import CheckRequest, TraitUse
from sessions.actions import beginning, gathering, opposed
from sessions.actions.beginning import Plan, Share
from sessions.models import Check, LogEntry
from sheets.models import Character, Counter
from tests.cast import CharacterFactory

GUILE = {"guile": 2}


def marcus(table) -> Character:
    """A third hero, Gustaw's: with him the example's three people sit at the table."""
    return CharacterFactory(
        owner=table.gustaw, campaign=table.campaign, name="Marcus", levels={"guile": 1}, bonuses={"social": 2}
    )


def with_momentum(character: Character, amount: int = 1) -> None:
    Counter.objects.update_or_create(
        character=character, key="momentum", defaults={"current": amount, "maximum": 10}
    )  # fmt: skip


def share(character, role="helper", *traits, faces=()) -> Share:
    return Share(character, role, tuple(TraitUse(trait) for trait in traits), faces)


def begin(table, *shares, by="alicja", difficulty=5, once="", kind="test", **more) -> LogEntry:
    return beginning.begin(
        actor=table.viewer(by), channel_id=table.campaign.channel_id, once=once,
        plan=Plan(shares, CheckRequest((), difficulty, kind=kind), **more),
    )  # fmt: skip


def versus(table, first, second=None, by="bartek", **more) -> LogEntry:
    """An opposed test that its initiator throws for at once."""
    shares = [one for one in (first, second) if one]
    at_once = frozenset({first.character.pk})
    return begin(table, *shares, by=by, difficulty=None, kind="opposed", at_once=at_once, **more)


def again(check: Check) -> Check:
    return Check.objects.select_related("newest", "root").get(pk=check.pk)


def throw(table, check, character, *traits, by="alicja", thrown=0, faces=(), once="") -> LogEntry:
    return gathering.throw_share(
        actor=table.viewer(by), check=check, who=character, thrown=thrown,
        uses=tuple(TraitUse(trait) for trait in traits), faces=faces, once=once,
    )  # fmt: skip


def done(table, check, character, by="alicja", expect=None) -> LogEntry:
    expect = again(check).step if expect is None else expect
    return opposed.done(actor=table.viewer(by), check=check, who=character, expect=expect)
