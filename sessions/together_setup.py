"""The form that begins a shared test: who may be named in it, with which traits, at which chances."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from rules import registry
from rules.values import CheckRequest, Odds, Participant
from sessions.access import Viewer
from sessions.actions.beginning import Plan
from sessions.models import Campaign
from sessions.party import party_of
from sessions.rollbar import modes_for
from sessions.together_forms import GROUP
from sheets import snapshot
from sheets.access import may_act, rights_on
from sheets.models import Character
from sheets.traits import CategoryView, category_views

TOGETHER_MODES = {GROUP: ("public", "gm", "blind"), "opposed": ("public", "gm")}


@dataclass
class Candidate:
    """Somebody who may be named. Levels are told to those who see the sheet (`known`)."""

    character: Character
    own: bool
    known: bool
    skills: list[CategoryView]
    defences: list[CategoryView]

    @property
    def traits(self) -> list[CategoryView]:
        return self.skills + self.defences

    @property
    def resistance(self) -> list[CategoryView]:
        return self.defences + self.skills


def people(campaign: Campaign, viewer: Viewer, kind: str) -> dict[str, Character]:
    """By token, whom this person may name: players no hidden NPC, and no NPC to help them."""
    party = party_of(campaign.pk, viewer)
    return {one.token: one for one in party if viewer.is_gm or kind != GROUP or not one.is_npc}


def context(campaign: Campaign, viewer: Viewer, kind: str, query: QueryDict) -> dict[str, Any]:
    """What the form's template is given; it starts with what the roll bar has in `query`."""
    named = list(people(campaign, viewer, kind).values())
    rows = snapshot.load(named, ["trait", "bonus"])
    candidates = [_candidate(one, rows[one.pk], viewer) for one in named]
    system = registry.system(campaign.system)
    leads = [one for one in candidates if one.own]
    wanted = query.get("lead") or query.get("who", "")
    lead = next((one for one in leads if one.character.token == wanted), leads[0] if leads else None)
    return {
        "campaign": campaign, "viewer": viewer, "kind": kind, "candidates": candidates, "leads": leads, "lead": lead,
        "conditions": list(system.shared().conditions), "known": system.shared(),
        "difficulty": query.get("difficulty", "3"), "edge": query.get("edge", "0"),
        "difficulties": list(system.difficulties(system.tables(campaign.house))),
        "modes": [mode for mode in modes_for(viewer) if mode[0] in TOGETHER_MODES[kind]],
        "mode": query.get("mode", "public"),
    }  # fmt: skip


def _candidate(character: Character, rows: snapshot.Rows, viewer: Viewer) -> Candidate:
    known = rights_on(character, viewer).sees("b")
    shown = rows if known else snapshot.Rows(character)
    skills, defences = (
        [group for group in category_views(shown, kind, {}) if group.traits and group.permitted]
        for kind in ("skill", "defence")
    )
    return Candidate(character, may_act(character, viewer), known, skills, defences)


def odds(plan: Plan, viewer: Viewer) -> Odds | None:
    """The exact chances of the plan; none where they would tell of a sheet that the reader does not see, while
    somebody's choice is open or while the difficulty is. Raises RuleError for a plan out of order."""
    if not all(one.uses and rights_on(one.character, viewer).sees("b") for one in plan.shares):
        return None
    system = registry.system(plan.shares[0].character.system)
    rows = snapshot.load([one.character for one in plan.shares], snapshot.FOR_A_CHECK)
    sheets = {pk: one.sheet() for pk, one in rows.items()}
    request = replace(plan.request, tables=rows[plan.shares[0].character.pk].tables)
    first = _side(request, plan, ("initiator", "helper"))
    if request.kind != system.shared().opposed:
        return None if request.difficulty is None else system.odds(first, sheets)
    second = _side(CheckRequest((), kind=request.kind, tables=request.tables), plan, ("opponent",))
    return system.opposed_odds(first, second if plan.value is None else plan.value, sheets)


def _side(request: CheckRequest, plan: Plan, roles: Iterable[str]) -> CheckRequest:
    people = tuple(Participant(one.character.pk, one.role, one.uses) for one in plan.shares if one.role in roles)
    return replace(request, participants=people)
