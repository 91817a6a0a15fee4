"""A campaign from a file (packing.py): a table of its own, or more of one that is here already. Nothing is deleted.

Everything is one turn with one entry of its own. What the file tells of earlier keeps its order and its times.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import DataError, IntegrityError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden, Refused
from caerbannog_site.tokens import new_token
from caerbannog_site.words import numbered
from sessions import log
from sessions.access import Viewer, viewer_of
from sessions.actions import importing_log, importing_people, importing_play, importing_sheets
from sessions.actions.campaigns import need_room
from sessions.actions.importing_names import Names
from sessions.actions.importing_now import Importing
from sessions.models import Campaign, Channel, Role
from sessions.packing import COLUMNS, Crate
from sheets import portraits

# Draws the entries from this number on for this viewer, and raises Refused for one that cannot be drawn.
Proof = Callable[[Viewer, int], None]
SET = ("house", "sheet_view", "secret_placeholders", "gm_notes")


def already_here(user_id: int | None, token: str) -> QuerySet[Campaign]:
    """The campaigns of this game master that are that of the file, or copies of it."""
    seats = {"seats__user": user_id, "seats__role": Role.GM, "seats__removed_at": None}
    return Campaign.objects.filter(Q(token=token) | Q(origin=token), **seats).order_by("pk")


def brought(user_id: int | None, once: str) -> Campaign | None:
    """What an earlier press with this key has brought in."""
    return (
        Campaign.objects.filter(channel__entries__actor=user_id, channel__entries__once=once).first() if once else None
    )


def import_campaign(
    *, actor: Viewer, crate: Crate, proof: Proof, into: Campaign | None = None, once: str = ""
) -> Campaign:
    """Bring in what the file has: `into` a campaign of the actor's, or as a new one of which they are game master.

    Raises Refused for a file that does not fit together or does not belong to that campaign, and then changes nothing.
    """
    fresh = into is None
    if fresh:
        need_room(actor.user_id)
    channel = Channel.objects.create() if fresh else into.channel
    try:
        return _in_turn(actor, crate, proof, into, channel, once)
    except (IntegrityError, DataError) as error:
        if done := brought(actor.user_id, once):
            return done
        raise Refused(_("This file does not fit together. Nothing was changed."), field="file") from error
    finally:
        if fresh and not Campaign.objects.filter(channel=channel).exists():
            channel.delete()


def _in_turn(actor: Viewer, crate: Crate, proof: Proof, into: Campaign | None, channel: Channel, once: str) -> Campaign:
    now = None
    try:
        with log.turn(actor, channel.pk, once=once) as turn:
            if turn.repeated:
                return turn.repeated.channel.campaign
            campaign = _checked(actor, crate, into) if into else _new(actor, crate, channel)
            now = Importing(turn, campaign, crate, Names(campaign, crate.contents), fresh=into is None)
            return _bring(now, proof)
    except BaseException:
        for name in now.pictures.values() if now else ():
            portraits.drop(name)
        raise


def _new(actor: Viewer, crate: Crate, channel: Channel) -> Campaign:
    """Under the file's token, unless a campaign here has it: then it is a copy, which remembers of what."""
    head, token = crate.head, crate.contents.token
    campaign = Campaign(channel=channel, token=token, **{name: head[name] for name in COLUMNS[Campaign]})
    campaign.name = _free_name(actor, campaign, head["name"])
    if Campaign.objects.filter(token=token).exists():
        campaign.token, campaign.origin = new_token(), token
    campaign.save()
    return campaign


def _free_name(actor: Viewer, campaign: Campaign, name: str) -> str:
    """The name, or "name (2)" and so on: among one's own tables two are told apart."""
    own = Campaign.objects.filter(seats__user=actor.user_id, seats__removed_at=None).exclude(pk=campaign.pk)
    taken = set(own.values_list("name", flat=True))
    return numbered(name, Campaign._meta.get_field("name").max_length or 0, taken.__contains__)


def _checked(actor: Viewer, crate: Crate, into: Campaign) -> Campaign:
    """The campaign as it is under the lock; still the actor's, open, and that of the file."""
    campaign = already_here(actor.user_id, crate.contents.token).filter(pk=into.pk).first()
    if campaign is None:
        raise Forbidden(_("Only the campaign's game master can do this."))
    if campaign.archived_at:
        raise Refused(_("This campaign is archived. Its game master can open it again."))
    if campaign.system != crate.contents.system:
        raise Refused(_("This campaign plays another game."))
    for name in SET:
        setattr(campaign, name, crate.head[name])
    if not campaign.origin:  # a copy is called otherwise than what it is a copy of
        campaign.name = _free_name(actor, campaign, crate.head["name"])
    campaign.save(update_fields=("name", *SET))
    return campaign


def _bring(now: Importing, proof: Proof) -> Campaign:
    campaign, actor = now.campaign, now.turn.actor
    seat = importing_people.seats(now)
    now.turn.actor = viewer_of(seat, campaign, actor.language)
    importing_people.sessions(now)
    importing_sheets.characters(now)
    number = importing_log.log(now)
    importing_play.play(now)
    importing_sheets.rows(now)
    if not now.fresh:
        log.raise_epochs(campaign.seats.all())
    entry = now.turn.record("imported", changes=now.changes, payload={"name": campaign.name, "entries": number})
    proof(now.turn.actor, 0 if now.redrawn else entry.seq - number)
    return campaign
