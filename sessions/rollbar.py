"""The roll bar under the thumb: remembered settings, the last roll of this sheet, what may help it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import QueryDict

from rules import registry
from rules.values import Text
from sessions import log_display, log_reading
from sessions.access import Viewer
from sessions.models import CheckPart, LogEntry, Mode
from sessions.models.log import LogQuerySet
from sessions.roll_forms import Circumstances
from sheets.access import Opened
from sheets.models import Character
from sheets.snapshot import Rows
from sheets.traits import RollSettings, category_views

MODE_ICONS = {Mode.PUBLIC: "open", Mode.GM: "secret", Mode.BLIND: "blind", Mode.SELF: "self"}


def settings_of(query: QueryDict) -> RollSettings:
    """The settings that chances depend on, as a roll would read them; defaults for what is missing or senseless."""
    form = Circumstances(query)
    form.is_valid()
    told = form.cleaned_data
    return RollSettings(
        difficulty=told.get("difficulty", 3) if "difficulty" in query else 3,
        advantage=len(told["advantage"]) - len(told["disadvantage"]),
        modifiers=told["modifiers"],
        gear=frozenset(query.getlist("gear")),
    )


def context(opened: Opened, rows: Rows) -> dict[str, Any]:
    """What the roll bar's template is given."""
    return {
        "difficulties": difficulty_names(opened.character),
        "modes": modes_for(opened.viewer),
        "gear": [item for item in rows.items if item.bonus],
        "all_traits": [*category_views(rows, "skill", {}), *category_views(rows, "defence", {})],
        "last": last_row(opened.character, opened.viewer),
    }


def modes_for(viewer: Viewer) -> list[tuple[str, Any, str]]:
    """(value, label, icon) of the roll modes that make sense; alone at a sheet there is nobody to hide from."""
    offered = list(Mode) if viewer.campaign_id else [Mode.PUBLIC]
    return [(mode.value, mode.label, MODE_ICONS[mode]) for mode in offered]


def difficulty_names(character: Character) -> list[tuple[int, Text]]:
    """(difficulty, its name) for the common difficulties of this game at this table."""
    system = registry.system(character.system)
    house = character.campaign.house if character.campaign else {}
    return list(system.difficulties(system.tables(house)))


def last_rolls(character: Character, viewer: Viewer) -> LogQuerySet:
    """The rolls in which this character threw that this viewer may see, the newest first."""
    own = Q(character=character) | Q(pk__in=_shared_with(character))
    found = LogEntry.objects.filter(own, kind="check", channel=character.channel_id)
    return found.listed().visible_to(viewer).order_by("-seq")


def _shared_with(character: Character) -> QuerySet[LogEntry]:
    """The rows of tests that were not this one's alone."""
    living = CheckPart.objects.filter(character=character).exclude(state=CheckPart.State.DECLINED)
    return LogEntry.objects.filter(rolled__request__isnull=False, rolled__parts__in=living)


def last_pk(character: Character, viewer: Viewer) -> int | None:
    return last_rolls(character, viewer).values_list("pk", flat=True).first()


def last_row(character: Character, viewer: Viewer) -> log_display.Row | None:
    newest = log_reading.with_details(last_rolls(character, viewer))[:1]
    return next(iter(log_reading.rows(list(newest), viewer)), None)
