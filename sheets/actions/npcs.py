"""Sheets of the game masters that come from other sheets: copies of players' sheets, templates and their copies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import count, islice
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import Viewer, need_gm, need_open
from sessions.models import Campaign, Change, Mode
from sheets import portraits
from sheets.actions.births import COPIED, copy_all, first, need_room, of_press
from sheets.actions.turns import sheet_turn
from sheets.models import Character

NUMBER = re.compile(r"\s+\d+$")  # of one among several: "Wolf 2"
BASE_LENGTH = 70  # of a name that is numbered


def copy_as_npcs(actor: Viewer, campaign: Campaign, characters: Iterable[Character]) -> list[Change]:
    """The GMs' copies of these players' sheets in play, within a turn of the campaign's channel: their creation.

    Private notes stay behind, archived sheets too. Refused when there is no room for all of them.
    """
    in_play = [character for character in characters if character.archived_at is None]
    need_room(actor, campaign, len(in_play))
    return [first(as_npc(character)) for character in in_play]


def as_npc(character: Character, **own: Any) -> Character:
    """An NPC in play like this sheet, at the same table, within a turn of its channel; `own` is what is its own."""
    npc = Character(
        campaign_id=character.campaign_id, channel_id=character.channel_id,
        portrait=portraits.copied(character.portrait), **{name: getattr(character, name) for name in COPIED},
        **{"name": character.name, **own},
    )  # fmt: skip
    npc.save()
    copy_all(character, npc, gm=True)
    return npc


def make_template(*, actor: Viewer, character: Character, once: str = "") -> Character:
    """A template like this NPC, which itself stays in play. Forbidden for players, Refused for a player's sheet."""
    need_gm(actor)
    need_open(actor)
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return of_press(turn.repeated)
        if not character.is_npc:
            raise Refused(_("Only an NPC can be made into a template."))
        need_room(actor, character.campaign)
        name = NUMBER.sub("", character.name) or character.name
        template = as_npc(character, name=name, alias=character.alias, hidden=True, template=True)
        turn.record("created", character=template, changes=[first(template)], mode=Mode.GM, listed=False)
        return template


def copies_of(template: Character, number: int, *, hidden: bool) -> list[Character]:
    """So many NPCs in play like the template, within a turn of its channel; from now on each is a sheet of its own."""
    alias = template.alias if hidden else ""
    names = names_for(template.name, number, _names_of(template, hidden), lettered=hidden)
    return [as_npc(template, name=name, hidden=hidden, alias=alias) for name in names]


def _names_of(template: Character, hidden: bool) -> set[str]:
    """The names of the campaign's NPCs, for visible copies those of the visible ones only."""
    npcs = Character.objects.filter(campaign=template.campaign_id, owner=None, template=False)
    return set((npcs if hidden else npcs.filter(hidden=False)).values_list("name", flat=True))


def names_for(name: str, number: int, taken: Collection[str], *, lettered: bool = False) -> list[str]:
    """Names for so many copies: the template's own for a single one, else "Wolf 1", "Wolf 2" ...

    Hidden ones are lettered, "Wolf A": among the numbers that players see a gap would give them away.
    """
    base = name[:BASE_LENGTH].rstrip()
    if number == 1 and not any(one == name or one.startswith(f"{base} ") for one in taken):
        return [name]
    marks = _letters() if lettered else map(str, count(2 if name in taken else 1))
    free = (numbered for mark in marks if (numbered := f"{base} {mark}") not in taken)
    return list(islice(free, number))


def _letters() -> Iterator[str]:
    """A to Z, then AA, AB ..."""
    for n in count():
        yield (chr(64 + n // 26) if n >= 26 else "") + chr(65 + n % 26)
