"""The panel in which a roll's consequence is chosen: what, to whom, and beforehand what it would change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from caerbannog_site.errors import Refused
from caerbannog_site.words import say
from rules import registry
from rules.scenes.values import Consequence
from rules.values import CheckResult
from sessions import check_words
from sessions.access import Viewer
from sessions.actions import proposals
from sessions.actions.checks import result_of
from sessions.actions.consequences import CHOSEN_LESS, may_bring, may_reach, need_ripe
from sessions.actions.proposals import Choice
from sessions.came_display import Reached, rights_there
from sessions.check_access import OpenedCheck
from sessions.consequence_forms import ConsequenceForm
from sessions.consequence_targets import Chip, groups, targets
from sessions.models import Check
from sheets import snapshot
from sheets.access import name_of
from sheets.models import Character, Condition
from sheets.snapshot import Rows


@dataclass
class Option:
    """A consequence to choose: its words, its number."""

    key: str
    name: str
    told: str
    free: bool
    chosen: bool = False


@dataclass
class Panel:
    """Everything that the panel's template draws."""

    check: Check
    title: str
    expect: int
    options: list[Option] = field(default_factory=list)
    chosen: Consequence | None = None
    amount: int = 1
    counted: bool = True  # another number may be chosen
    most: int = proposals.MOST
    groups: list[tuple[str, list[Chip]]] = field(default_factory=list)  # (heading, whom)
    eases: list[tuple[str, list[Condition]]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # the game's own conditions
    eased: frozenset[str] = frozenset()
    lasts: list[tuple[str, Any]] = field(default_factory=lambda: list(Condition.Lasts.choices))
    typed: dict[str, Any] = field(default_factory=dict)
    preview: list[Reached] = field(default_factory=list)
    error: str = ""
    defence: bool = False  # a defence may answer first

    @property
    def named(self) -> list[Option]:
        return [one for one in self.options if not one.free]

    @property
    def free(self) -> list[Option]:
        return [one for one in self.options if one.free]

    @property
    def some_free(self) -> bool:
        """Beside those that the rules name, the free ones are open when one of them is chosen."""
        return any(one.chosen for one in self.free)


def panel_of(opened: OpenedCheck, query: QueryDict, error: str = "") -> Panel:
    """The panel as this person has filled it in so far. Raises Refused for a roll of which nothing can come."""
    check, result = opened.check, result_of(opened.check)
    need_ripe(check, result)
    panel = Panel(check, _title(opened, result), check.step, error=error)
    if query.get("expect", "") not in ("", str(check.step)):
        panel.error = panel.error or _("This roll has changed.")
    found = _proposals(opened, result)
    chosen = found.get(query.get("key", "")) or next(
        (one for one in found.values() if not proposals.is_free(one)), None
    )
    panel.options = [
        Option(one.key, say(one.name), say(one.told), proposals.is_free(one), one is chosen) for one in found.values()
    ]
    if chosen:
        form = ConsequenceForm(_filled(query, chosen, check))
        _fill(panel, opened, form, chosen)
    return panel


def _filled(query: QueryDict, chosen: Consequence, check: Check) -> QueryDict:
    filled = query.copy()
    filled["key"], filled["expect"] = chosen.key, str(check.step)
    filled["rounds"] = filled.get("rounds") or "2"  # until somebody says how many
    return filled


def _title(opened: OpenedCheck, result: CheckResult) -> str:
    who = name_of(opened.check.root.character, opened.viewer)
    return f"{who}: {check_words.title_of(opened.check.root, result)}"


def _proposals(opened: OpenedCheck, result: CheckResult) -> dict[str, Consequence]:
    """What this person may bring about with the roll."""
    people = list(Character.objects.filter(check_parts__check_of=opened.check).select_related("campaign"))
    sheets = {pk: rows.sheet() for pk, rows in snapshot.load(people, snapshot.FOR_A_CHECK).items()}
    found = proposals.proposals(result, sheets)
    return {key: one for key, one in found.items() if may_bring(opened.viewer, opened.check, one)}


def _fill(panel: Panel, opened: OpenedCheck, form: ConsequenceForm, chosen: Consequence) -> None:
    """The number, the targets, and what would change."""
    choice, panel.error = _choice(form, chosen, panel.error)
    panel.counted = opened.viewer.is_gm or chosen.measure in CHOSEN_LESS
    panel.most = proposals.MOST if opened.viewer.is_gm else chosen.amount
    try:
        panel.chosen = proposals.chosen({chosen.key: chosen}, choice)
    except Refused as refused:
        panel.chosen, panel.error = chosen, str(refused.message)
    panel.eased = choice.eases
    panel.amount, panel.typed = panel.chosen.amount, {**form.cleaned_data, "name": choice.name}
    wanted = set(form.tokens("target")) or _first(opened, chosen)
    people = [one for one in targets(opened) if may_reach(opened.viewer, opened.check, chosen, one)]
    answered = registry.scene_rules(opened.check.root.character.system).answered_by(panel.chosen)
    panel.defence = bool(answered and opened.viewer.is_gm and opened.viewer.campaign_id)
    panel.groups = groups(people, opened.viewer, wanted)
    reached = [one for one in people if one.token in wanted]
    rows = snapshot.load(reached, proposals.KINDS_READ)
    panel.names = [say(one) for one in registry.system(opened.check.root.character.system).sheet().condition_names]
    if chosen.measure == "relief":
        panel.eases = [(name_of(one, opened.viewer), _fitting(rows[one.pk], chosen)) for one in reached]
    shown = replace(choice, name=choice.name or _("condition"))
    panel.preview = [_preview(panel.chosen, shown, rows[one.pk], opened.viewer) for one in reached]


def _choice(form: ConsequenceForm, chosen: Consequence, error: str) -> tuple[Choice, str]:
    if form.is_valid():
        return form.choice(), error
    return Choice(chosen.key, name=form.data.get("name", "")[:60]), error or str(next(iter(form.errors.values()))[0])


def _first(opened: OpenedCheck, chosen: Consequence) -> set[str]:
    """Whom it concerns before anybody was chosen: oneself, where the rules say so."""
    return {opened.check.root.character.token} if chosen.target == "self" else set()


def _fitting(rows: Rows, chosen: Consequence) -> list[Condition]:
    return [one for one in rows.conditions if one.kind == chosen.condition and one.strength]


def _preview(chosen: Consequence, choice: Choice, rows: Rows, viewer: Viewer) -> Reached:
    """What would change on one character, as far as this person sees its sheet."""
    outcome, rights = proposals.outcome(chosen, choice, rows), rights_there(rows.character, viewer)
    found = Reached(name_of(rows.character, viewer))
    spec = rows.spec
    if rights.sees("p"):
        labels = {counter.key: say(counter.label) for counter in spec.counters}
        found.moved = [(labels[key], before, after) for key, before, after in outcome.counters]
    if rights.sees("b"):
        found.condition, found.strength = outcome.condition, chosen.amount
        found.moved += [(outcome.eased.name, outcome.before, outcome.left)] if outcome.eased else []
    return found
