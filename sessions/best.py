"""Who is best at something: everybody in play by level, category bonus and exact chance."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from caerbannog_site.words import alphabetical, say
from rules import registry
from sessions import party
from sessions.access import Viewer
from sessions.models import Campaign
from sheets import snapshot
from sheets.models import Character
from sheets.traits import CategoryView, RollSettings, TraitView, category_views, chance_of


@dataclass(frozen=True)
class Standing:
    """One character at one trait; `chance` is None while no difficulty is chosen, or the rules allow no test."""

    character: Character
    trait: TraitView
    bonus: int
    chance: Fraction | None

    @property
    def rank(self) -> tuple[Any, ...]:
        return -self.trait.level, -self.bonus, -(self.chance or 0), alphabetical(self.character.name)


def offered(campaign: Campaign) -> list[str]:
    """The names of all traits of the campaign's game."""
    spec = registry.system(campaign.system).sheet()
    return [say(trait.label) for one in spec.categories for trait in (*one.printed, *one.offered)]


def standings(campaign: Campaign, viewer: Viewer, typed: str, difficulty: int | None) -> tuple[str, list[Standing]]:
    """The trait whose name was typed, or its beginning or a part of it, and who has it, the best first.

    ("", []) when no trait of the game or of a sheet is called so.
    """
    characters = party.party_of(campaign.pk, viewer)
    loaded = snapshot.load(characters, snapshot.WITH_GEAR)
    rows = {one: list(_traits(loaded[one.pk])) for one in characters}
    name = meant(typed, [_name(trait) for found in rows.values() for _category, trait in found])
    settings = RollSettings(difficulty=difficulty)
    found = [
        _standing(loaded[one.pk], category, trait, settings)
        for one, traits in rows.items()
        for category, trait in traits
        if name and _name(trait) == name
    ]
    return name, sorted(found, key=lambda one: one.rank)


def meant(typed: str, names: Iterable[str]) -> str:
    """The name that somebody means who typed this: it, else the first that begins with it, else that contains it."""
    word = folded(typed)
    if not word:
        return ""
    ordered = sorted(set(names), key=alphabetical)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        for name in ordered:
            if fits(folded(name), word):
                return name
    return ""


def folded(text: str) -> str:
    """Without case and marks: whoever types "przebieglosc" means Przebiegłość."""
    bare = unicodedata.normalize("NFD", text.strip().casefold().replace("ł", "l"))
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


def _traits(rows: snapshot.Rows) -> Iterable[tuple[CategoryView, TraitView]]:
    for kind in ("skill", "defence"):
        for category in category_views(rows, kind, {}):
            for trait in category.traits:
                yield category, trait


def _name(trait: TraitView) -> str:
    return trait.label if isinstance(trait.label, str) else say(trait.label)


def _standing(rows: snapshot.Rows, category: CategoryView, trait: TraitView, settings: RollSettings) -> Standing:
    chance = None if settings.difficulty is None else chance_of(rows, settings, trait.key, rows.sheet())
    return Standing(rows.character, trait, category.bonus, chance)
