"""What becomes of a sheet when its owner's account is deleted: it goes for good, or is left to the game masters.

All of it within turns of its log.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from sessions.models import Change, Channel
from sheets import portraits
from sheets.actions.life import settle
from sheets.models import ROWS, Character, Note, Trait
from sheets.snapshot import trait_key

NUMBERS = ("current", "maximum")  # of a counter: rows of the log tell of them
WORDS = ("name", "concept", "origin", "archetype", "portrait", "alias")


def own_rows(characters: Iterable[Character]) -> set[str]:
    """The keys under which the log knows these sheets' own traits, which are called as their people named them."""
    return {trait_key(row) for row in Trait.objects.filter(character__in=list(characters), key="")}


def erase(character: Character) -> None:
    """Leave nothing of the sheet but a nameless row at no table: the log's rolls point at it."""
    drop_pictures([character])
    for model in ROWS.values():
        model.objects.filter(character=character).delete()
    changes = Change.objects.filter(character=character)
    changes.exclude(target__startswith="counter:", field__in=NUMBERS).update(old=None, new=None)
    for name in WORDS:
        setattr(character, name, "")
    if character.campaign_id is not None:
        character.campaign, character.channel = None, Channel.objects.create()
    character.owner, character.flags, character.hidden = None, [], False
    character.archived_at = timezone.now()
    character.save()
    settle(character)


def leave_to_gms(character: Character) -> None:
    """Make it an NPC that everybody knows. Private notes were its player's own, and go."""
    Note.objects.filter(character=character, kind=Note.Kind.PRIVATE).delete()
    Change.objects.filter(character=character, group="d").update(old=None, new=None)
    character.owner, character.hidden = None, False
    character.save(update_fields=["owner", "hidden"])


def drop_pictures(characters: Iterable[Character]) -> None:
    """At commit: the portraits that are on these sheets, and those that an undo might have brought back."""
    people = list(characters)
    hung = Change.objects.filter(character__in=people, target="character", field="portrait")
    names = {name for pair in hung.values_list("old", "new") for name in pair} | {one.portrait for one in people}

    def drop() -> None:
        for name in names:
            portraits.drop(name or "")

    transaction.on_commit(drop)
