"""A sheet's life: archived and brought back, taken to a table and away from it, an NPC shown and hidden."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site import live
from caerbannog_site.errors import Forbidden, Refused
from sessions import log
from sessions.access import Viewer, need_gm, need_open, need_voice
from sessions.actions.breaking_off import let_go
from sessions.actions.leaving import Left, leave_scene
from sessions.models import Campaign, Change, Channel, Check, LogEntry, Mode, Seat
from sheets.access import need_decider, rights_on
from sheets.actions.edit import changed
from sheets.actions.turns import secrecy, sheet_turn
from sheets.models import Character


def archive_character(*, actor: Viewer, character: Character, away: bool, once: str = "") -> LogEntry | None:
    """Put the sheet away, or bring it back; nothing of it is lost. None when it already is so."""
    need_decider(rights_on(character, actor))
    need_open(actor)
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if (character.archived_at is not None) == away:
            return None
        old = _moment(character)
        character.archived_at = timezone.now() if away else None
        character.save(update_fields=["archived_at"])
        change = changed(character, character, "archived_at", old, _moment(character))
        left = leave_scene(turn, character) if away else Left()
        return turn.record(
            "archived" if away else "unarchived", character=character, changes=[change, *left.changes],
            mode=Mode.PUBLIC if left.seen else secrecy(character), listed=False,
            payload=let_go([character] if away else []),
        )  # fmt: skip


def _moment(character: Character) -> str | None:
    return character.archived_at.isoformat() if character.archived_at else None


def join_campaign(*, actor: Viewer, character: Character, campaign: Campaign, once: str = "") -> LogEntry:
    """Take an own sheet to a table of the same game; `actor` is its owner as he or she sits there.

    The sheet moves to the table's channel. Open pages that watch its old one end and ask to be loaded again.
    """
    need_voice(actor)
    if character.owner_id is None or character.owner_id != actor.user_id:
        raise Forbidden(_("Only the sheet's owner can do this."))
    if campaign.system != character.system:
        raise Refused(_("This campaign plays another game."))
    with sheet_turn(actor, character, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        _need_free(character)
        _need_place(actor, campaign)
        old_channel = character.channel_id
        change = changed(character, character, "campaign", None, campaign.pk)
        character.campaign, character.channel_id = campaign, campaign.channel_id
        character.save(update_fields=["campaign", "channel"])
        settle(character)
        turn.move_to(campaign.channel_id)
        live.publish(old_channel)
        return turn.record("joined", character=character, changes=[change])


def _need_free(character: Character) -> None:
    if character.campaign_id:
        raise Refused(_("This character already sits at a table."))
    if character.archived_at:
        raise Forbidden(_("This sheet is archived. Bring it back first."))


def _need_place(actor: Viewer, campaign: Campaign) -> None:
    """Read under the lock: the table is open and the actor still sits there."""
    campaign.refresh_from_db(fields=["archived_at"])
    if campaign.archived_at:
        raise Refused(_("This campaign is archived. Its game master can open it again."))
    if not Seat.objects.filter(pk=actor.seat_id, campaign=campaign, removed_at=None).exists():
        raise Forbidden(_("You no longer sit at this table. Ask the game master if this is a mistake."))


def leave_campaign(*, actor: Viewer, character: Character, once: str = "") -> LogEntry:
    """Take a sheet away from its table; it gets a channel of its own and keeps its history."""
    need_decider(rights_on(character, actor))
    need_open(actor)
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if character.is_npc:  # nobody could ever open it again
            raise Refused(_("An NPC belongs to its campaign. You can archive it."))
        if character.campaign_id is None:
            raise Refused(_("This character sits at no table."))
        left, ended = leave_scene(turn, character), let_go([character])
        changes = [*left.changes, detach(character)]
        return turn.record("left", character=character, changes=changes, payload=ended)


def detach(character: Character) -> Change:
    """Move the row out of its campaign, within a turn of the campaign's channel."""
    change = changed(character, character, "campaign", character.campaign_id, None)
    character.campaign, character.channel = None, Channel.objects.create()
    character.save(update_fields=["campaign", "channel"])
    settle(character)
    return change


def settle(character: Character) -> None:
    """What was rolled in the old channel is over: nothing more is paid for it from another table."""
    Check.objects.filter(parts__character=character, state=Check.State.OPEN).update(state=Check.State.SETTLED)


def show_npc(*, actor: Viewer, character: Character, hidden: bool, once: str = "") -> LogEntry | None:
    """Reveal an NPC's name to the players, or hide it behind its alias again; every open page is drawn anew."""
    need_gm(actor)
    need_open(actor)
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if not character.is_npc:
            raise Refused(_("Only an NPC can be hidden."))
        if character.template:
            raise Refused(_("Players never see a template. Put a copy of it into play."))
        if character.hidden == hidden:
            return None
        character.hidden = hidden
        character.save(update_fields=["hidden"])
        log.raise_epochs(Seat.objects.filter(campaign=character.campaign_id))
        change = changed(character, character, "hidden", not hidden, hidden)
        mode = Mode.GM if hidden else Mode.PUBLIC
        return turn.record("hidden" if hidden else "revealed", character=character, changes=[change], mode=mode)
