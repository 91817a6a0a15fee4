"""A campaign's life: made, set up, put away and opened again."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules import registry
from sessions import log
from sessions.access import Viewer, need_gm, need_head_gm, need_open, viewer_of
from sessions.models import Campaign, Channel, LogEntry, Role, Seat
from sheets import games

MOST_CAMPAIGNS = 100  # open ones of one game master


def create_campaign(*, actor: Viewer, name: str, system: str, gm_name: str, once: str = "") -> Campaign:
    """A new table with the actor at its head, under the name shown there."""
    if system not in games.playable():
        raise Refused(_("This game is not known here."), field="system")
    need_room(actor.user_id)
    # Outside the turn: its lock is taken on a channel that is there already.
    channel = Channel.objects.create()
    try:
        campaign = _open_table(actor, channel, name, system, gm_name, once)
    except IntegrityError:  # the same press came in twice at the same moment, and the other one won
        campaign = _table_of_press(actor, once)
    if campaign.channel_id != channel.pk:
        channel.delete()
    return campaign


def need_room(user_id: int | None) -> None:
    """Refused when this person runs as many campaigns as one may."""
    running = Seat.objects.filter(user=user_id, role=Role.GM, removed_at=None, campaign__archived_at=None)
    if running.count() >= MOST_CAMPAIGNS:
        raise Refused(_("You run too many campaigns. Archive or hand over some first."))


def _open_table(actor: Viewer, channel: Channel, name: str, system: str, gm_name: str, once: str) -> Campaign:
    with log.turn(actor, channel.pk, once=once) as turn:
        if turn.repeated:
            return turn.repeated.channel.campaign
        campaign = Campaign.objects.create(name=name, system=system, channel=channel)
        seat = Seat.objects.create(campaign=campaign, user_id=actor.user_id, role=Role.GM, name=gm_name)
        turn.actor = viewer_of(seat, campaign, actor.language)
        turn.record("campaign", payload={"name": name})
        return campaign


def _table_of_press(actor: Viewer, once: str) -> Campaign:
    return Campaign.objects.get(channel__entries__actor=actor.user_id, channel__entries__once=once)


def change_settings(*, actor: Viewer, campaign: Campaign, once: str = "", **wanted: Any) -> LogEntry | None:
    """Set any of name, sheet_view and secret_placeholders; None when nothing differs.

    What the last two hide or show is on every open page, so all of them are drawn anew.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        campaign.refresh_from_db(fields=["name", "sheet_view", "secret_placeholders"])
        changes = {key: [getattr(campaign, key), new] for key, new in wanted.items() if getattr(campaign, key) != new}
        if not changes:
            return None
        for key, (_old, new) in changes.items():
            setattr(campaign, key, new)
        campaign.save(update_fields=list(changes))
        if changes.keys() - {"name"}:
            log.raise_epochs(campaign.seats.all())
        return turn.record("settings", listed=False, payload={"changes": changes})


def change_house(*, actor: Viewer, campaign: Campaign, once: str = "", **wanted: Any) -> LogEntry | None:
    """Settle these house rules otherwise, each as plain JSON, or (None) as the game does; None when nothing differs.

    What others settled meanwhile stays. Raises RuleError for a value that the game can't use. Open pages are drawn
    anew: chances and names of difficulties follow from the house rules.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        campaign.refresh_from_db(fields=["house"])
        house = _house_with(campaign, wanted)
        changed = sorted(key for key in {*house, *campaign.house} if house.get(key) != campaign.house.get(key))
        if not changed:
            return None
        campaign.house = house
        campaign.save(update_fields=["house"])
        log.raise_epochs(campaign.seats.all())
        return turn.record("house", payload={"system": campaign.system, "rules": changed})


def _house_with(campaign: Campaign, wanted: dict[str, Any]) -> dict[str, Any]:
    """Only what differs from the game's own."""
    system = registry.system(campaign.system)
    told = {key: value for key, value in {**campaign.house, **wanted}.items() if value is not None}
    in_force, own = system.house_of(system.tables(told)), system.house_of(system.tables({}))
    return {key: value for key, value in in_force.items() if value != own[key]}


def archive_campaign(*, actor: Viewer, campaign: Campaign, away: bool, once: str = "") -> LogEntry | None:
    """Close a campaign for writing, for everybody, or open it again; None when it already is so."""
    need_head_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        campaign.refresh_from_db(fields=["archived_at"])
        if (campaign.archived_at is not None) == away:
            return None
        if not away:
            need_room(actor.user_id)
        campaign.archived_at = timezone.now() if away else None
        campaign.save(update_fields=["archived_at"])
        log.raise_epochs(campaign.seats.all())
        return turn.record("campaign_archived" if away else "campaign_opened")
