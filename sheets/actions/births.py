"""How a sheet comes to be: made new, copied, brought in from a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError
from django.db.models import Q
from django.utils.translation import gettext as _text
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from caerbannog_site.tokens import new_token
from sessions import log
from sessions.access import Viewer, need_gm, need_open, need_voice
from sessions.models import Campaign, Change, Channel, LogEntry
from sheets import fields, games, portraits
from sheets.access import need_decider, rights_on
from sheets.actions.edit import changed
from sheets.actions.turns import secrecy
from sheets.models import ROWS, Character, Note, Row

MOST_SHEETS = 200  # of one person
MOST_NPCS = 500  # of one campaign
COPIED = ("system", *(name for name in fields.HEAD if name != "name"))  # the copy's name is the caller's to choose


def create_character(
    *,
    actor: Viewer,
    campaign: Campaign | None,
    system: str,
    name: str,
    npc: bool = False,
    template: bool = False,
    once: str = "",
) -> Character:
    """A new sheet with the game's defaults: the actor's own, or an NPC of the campaign's GMs, hidden at first.

    A `template` is an NPC that is not in play.
    `actor` sits at the campaign, if one is given. Raises Forbidden for those who only watch it and for a player's
    NPC, Refused for an unknown game and for one sheet too many.
    """
    if campaign is None:
        if npc:
            raise Refused(_("An NPC belongs to a campaign."))
        if system not in games.playable():
            raise Refused(_("This game is not known here."), field="system")
        return _alone(actor, once, lambda: Character(owner_id=actor.user_id, system=system, name=name))
    need_voice(actor)
    if npc:
        need_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return of_press(turn.repeated)
        campaign.refresh_from_db(fields=["archived_at"])
        if campaign.archived_at:
            raise Refused(_("This campaign is archived. Its game master can open it again."))
        need_room(actor, campaign if npc else None)
        character = Character.objects.create(
            owner_id=None if npc else actor.user_id, campaign=campaign, channel_id=campaign.channel_id,
            system=campaign.system, name=name, hidden=npc, template=npc and template,
        )  # fmt: skip
        turn.record(
            "created", character=character, changes=[first(character)], mode=secrecy(character), listed=not template
        )  # fmt: skip
        return character


def copy_character(*, actor: Viewer, character: Character, once: str = "") -> Character:
    """A sheet like this one: the owner's at no table, or, of an NPC, one more hidden NPC of the same GMs.

    A template's copy is a template.

    The owner's private notes go along, the GMs' only to an NPC. Raises Forbidden for everybody else.
    """
    rights = rights_on(character, actor)
    need_decider(rights)
    if rights.owner:
        return _alone(actor, once, lambda: _twin(character), lambda twin: copy_all(character, twin, private=True))
    need_open(actor)
    with log.turn(actor, character.channel_id, once=once) as turn:
        if turn.repeated:
            return of_press(turn.repeated)
        character.refresh_from_db()
        need_room(actor, character.campaign)
        twin = _twin(character)
        twin.campaign_id, twin.channel_id = character.campaign_id, character.channel_id
        twin.alias, twin.hidden, twin.template = character.alias, True, character.template
        twin.save()
        copy_all(character, twin, gm=True)
        turn.record(
            "created", character=twin, changes=[first(twin)], mode=secrecy(twin), payload={"copy": True},
            listed=not twin.template,
        )  # fmt: skip
        return twin


def bring_character(
    *, actor: Viewer, character: Character, rows: list[Row], portrait: bytes = b"", once: str = ""
) -> Character:
    """Keep a sheet that was read from a file (transfer.py): the actor's own, at no table, with these unsaved rows."""

    def fill(fresh: Character) -> None:
        for model in ROWS.values():
            wanted = [row for row in rows if type(row) is model]
            for row in wanted:
                row.character = fresh
            model.objects.bulk_create(wanted)

    def make() -> Character:
        character.owner_id = actor.user_id
        character.portrait = portraits.keep(portrait) if portrait else ""
        return character

    return _alone(actor, once, make, fill, {"import": True})


def need_room(actor: Viewer, npcs_of: Campaign | None = None, more: int = 1) -> None:
    """Refused when so many sheets more are too many for the person, or for the campaign among its NPCs."""
    if npcs_of is not None:
        if Character.objects.filter(campaign=npcs_of, owner=None).count() + more > MOST_NPCS:
            raise Refused(_("This campaign has as many NPCs as there may be."))
    elif Character.objects.filter(owner=actor.user_id).count() + more > MOST_SHEETS:
        raise Refused(_("You have as many characters as one person may have."))


def _alone(
    actor: Viewer, once: str, make: Callable[[], Character], fill: Callable[[Character], None] | None = None,
    payload: dict[str, Any] | None = None,
) -> Character:  # fmt: skip
    """A sheet at no table, with a channel of its own. `make` gives it unsaved, `fill` adds its rows."""
    # The turn locks a channel, so the new one is there before it; it goes again when nothing moved in.
    channel = Channel.objects.create()
    try:
        character = _in_turn(actor, once, channel, make, fill, payload)
    except IntegrityError:  # the same press came in twice at the same moment, and the other one won
        found = LogEntry.objects.filter(actor=actor.user_id, once=once).first() if once else None
        if found is None:
            raise
        character = of_press(found)
    finally:
        if not Character.objects.filter(channel=channel).exists():
            channel.delete()
    return character


def _in_turn(actor: Viewer, once: str, channel: Channel, make: Any, fill: Any, payload: Any) -> Character:
    alone = Viewer(user_id=actor.user_id, language=actor.language)
    with log.turn(alone, channel.pk, once=once) as turn:
        if turn.repeated:
            return of_press(turn.repeated)
        need_room(actor)
        character = make()
        character.channel = channel
        character.save()
        if fill:
            fill(character)
        turn.record("created", character=character, changes=[first(character)], listed=False, payload=payload)
        return character


def of_press(entry: LogEntry) -> Character:
    """The sheet that an earlier press with the same key made."""
    if entry.kind != "created" or entry.character is None:
        raise Refused(_("This has been done already. Load the page again."))
    return entry.character


def first(character: Character) -> Change:
    """The Change with which the history of a sheet begins."""
    return changed(character, character, "name", None, character.name)


def _twin(character: Character) -> Character:
    fresh = Character.objects.get(pk=character.pk)
    return Character(
        owner_id=fresh.owner_id, name=_text("%(name)s (copy)") % {"name": fresh.name[:70]},
        portrait=portraits.copied(fresh.portrait), **{name: getattr(fresh, name) for name in COPIED},
    )  # fmt: skip


def copy_all(source: Character, target: Character, *, private: bool = False, gm: bool = False) -> None:
    """Every living row, with a token of its own; of the notes only these kinds, the GMs' only of the same table."""
    kinds = [Note.Kind.BIOGRAPHY, *([Note.Kind.PRIVATE] if private else []), *([Note.Kind.GM] if gm else [])]
    for model in ROWS.values():
        rows = model.objects.filter(character=source, deleted=False)
        if model is Note:
            rows = rows.filter(kind__in=kinds).filter(Q(campaign=None) | Q(campaign=target.campaign_id))
        copies = list(rows)
        for row in copies:
            row.pk, row.character, row.token = None, target, new_token()
        model.objects.bulk_create(copies)
