"""Which defences answer an attack of a fixed value [Obrony]."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.words import say
from rules.spec import CategorySpec, SheetSpec


def defence_choices(spec: SheetSpec) -> list[tuple[str, Any]]:
    """What an attack may name as its answer: any defence, one category of them, or one alone."""
    found: list[tuple[str, Any]] = [("", _("the defender's choice"))]
    for category in _categories(spec):
        found.append((category.key, say(category.label)))
        found += [(trait.key, say(trait.label)) for trait in (*category.printed, *category.offered)]
    return found


def answering(spec: SheetSpec, defence: str) -> tuple[str, ...]:
    """The keys of the traits among which the defender of such an attack chooses; of a game without them none."""
    keys = {trait.key for category in _categories(spec) for trait in category.printed}
    if defence in keys:
        return (defence,)
    chosen = [one for one in _categories(spec) if defence in ("", one.key)]
    return tuple(trait.key for category in chosen for trait in category.printed)


def _categories(spec: SheetSpec) -> list[CategorySpec]:
    return [category for category in spec.categories if category.kind == "defence"]
