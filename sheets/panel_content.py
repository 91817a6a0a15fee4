"""What each panel's template is given, from rows and rights (sheets/panels.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules import registry
from sessions.models import Seat
from sheets.access import Rights
from sheets.attacks import defence_choices
from sheets.forms import add_form
from sheets.models import Ability, Condition, Note
from sheets.panel_rows import (
    ItemView,
    TrainingView,
    ability_views,
    attack_views,
    condition_views,
    counter_view,
)
from sheets.snapshot import Rows
from sheets.traits import RollSettings, category_views, chances_for, facts, warnings

NOTES = {"biography": Note.Kind.BIOGRAPHY, "private": Note.Kind.PRIVATE, "gm": Note.Kind.GM}

Given = Callable[[Rows, Rights, RollSettings | None], dict[str, Any]]


def _ident(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    """Origin, archetype and backgrounds belong to the traits, though they stand under the name."""
    character, full = rows.character, rights.sees("b")
    backgrounds = [row.name for row in rows.abilities if row.kind == Ability.Kind.BACKGROUND]
    return {
        "origin": character.origin if full else "",
        "archetype": character.archetype if full else "",
        "backgrounds": backgrounds if full else [],
        "player": _player(rows),
        "masked": character.hidden and rights.edit and not character.template,
    }


def _player(rows: Rows) -> str:
    """Whose character it is, by the name at the table."""
    character = rows.character
    if character.owner_id is None or character.campaign_id is None:
        return ""
    seat = Seat.objects.filter(campaign=character.campaign_id, user=character.owner_id).first()
    return seat.name if seat else ""


def _counters(*kinds: str) -> Given:
    return lambda rows, _rights, _settings: {
        "counters": [
            counter_view(rows, one) for one in rows.spec.counters if one.kind in kinds and not rows.scene_of(one.key)
        ],
        "shares": rows.shared is not None and "momentum" in kinds,
    }


def _traits(kind: str) -> Given:
    def given(rows: Rows, rights: Rights, settings: RollSettings | None) -> dict[str, Any]:
        categories = category_views(rows, kind, chances_for(rows, settings))
        for category in categories:
            if rights.edit and category.takes_rows:
                category.form = add_form("trait", rows, category=category.spec.key)
        return {
            "categories": categories,
            "level_choices": [(level.level, level) for level in rows.spec.levels],
            "facts": facts(rows),
            "warnings": warnings(rows),
        }

    return given


def _conditions(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    shown = condition_views(rows)
    return {
        "conditions": [one for one in shown if not one.is_injury],
        "injuries": [one for one in shown if one.is_injury],
        "lasts_choices": Condition.Lasts.choices,
        "form": add_form("condition", rows) if rights.edit else None,
    }


def _attacks(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    return {
        "attacks": attack_views(rows),
        "defence_choices": defence_choices(rows.spec),
        "form": add_form("attack", rows) if rights.edit and rows.character.is_npc else None,
    }


def _abilities(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    return {
        "abilities": ability_views(rows),
        "kind_choices": Ability.Kind.choices,
        "form": add_form("ability", rows) if rights.edit else None,
    }


def _items(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    return {
        "items": [ItemView(row) for row in rows.items],
        "form": add_form("item", rows) if rights.edit else None,
    }


def _trainings(rows: Rows, rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
    """Hidden in a game in which nobody trains, unless something stands there all the same."""
    trains = any(kind.trains for kind in registry.scene_rules(rows.character.system).rests())
    return {
        "trainings": [TrainingView(row) for row in sorted(rows.trainings, key=lambda row: row.done)],
        "offered": trains or bool(rows.trainings),
        "form": add_form("training", rows) if rights.edit and trains else None,
        "corrects": rights.edit and rights.sees("e"),
    }


def _note(name: str) -> Given:
    def given(rows: Rows, _rights: Rights, _settings: RollSettings | None) -> dict[str, Any]:
        note = rows.notes.get(NOTES[name])
        return {"target": f"note:={NOTES[name].value}", "text": note.text if note else ""}

    return given


GIVEN: dict[str, Given] = {
    "ident": _ident,
    "pools": _counters("momentum", "phys", "mind", "life", "xp", "plain"),
    "social": _counters("social"),
    "conditions": _conditions,
    "skills": _traits("skill"),
    "defences": _traits("defence"),
    "attacks": _attacks,
    "abilities": _abilities,
    "items": _items,
    "trainings": _trainings,
    **{name: _note(name) for name in NOTES},
}
