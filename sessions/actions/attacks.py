"""An NPC attacks with a fixed value: its targets are asked for the defence that answers it [Obrony]."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import registry
from rules.values import CheckRequest, TraitUse
from sessions import log
from sessions.access import Viewer, need_gm, need_open
from sessions.actions.asks import ask_in
from sessions.asked import Asked
from sessions.models import Campaign, LogEntry
from sheets.attacks import answering
from sheets.models import Attack, Character


def attack(
    *, actor: Viewer, campaign: Campaign, attacker: Character, token: str, targets: Sequence[Character],
    hidden: bool = False, once: str = "",
) -> LogEntry:  # fmt: skip
    """Ask these targets for a defence against the attack of this token, as it is on the NPC's sheet now.

    `hidden`: its value is the GMs' secret. Forbidden for players; Conflict when the attack or the NPC is gone by now,
    Refused without targets and in a game without defences.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        in_play = Character.objects.in_play().filter(campaign=campaign, owner=None, pk=attacker.pk)
        made = Attack.objects.filter(character__in=in_play, token=token, deleted=False).first()
        if made is None:
            raise Conflict(_("This attack is no longer on the sheet."))
        traits = answering(registry.system(campaign.system).sheet(), made.defence)
        if not traits:
            raise Refused(_("This game has no such defence."))
        circumstances = CheckRequest(participants=(), difficulty=made.value, against="attack")
        asked = Asked(tuple((TraitUse(key),) for key in traits), circumstances)
        return ask_in(turn, campaign, targets, asked, hidden=hidden, text=made.name, by=attacker)
