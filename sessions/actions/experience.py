"""Experience that the game masters give and take, for a reason."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions import log
from sessions.access import Viewer
from sessions.models import Campaign, LogEntry, Mode
from sheets import snapshot
from sheets.actions import counters
from sheets.actions.trainings import clean_reason
from sheets.games import experience_of
from sheets.models import Character

MOST = 20


def award(
    *, actor: Viewer, campaign: Campaign, characters: Sequence[Character], amount: int, reason: str, once: str = ""
) -> LogEntry:
    """Add so much experience to each of these characters, or take it away; one entry for all of them.

    Raises Refused without a reason or people, and when nobody's experience would change.
    """
    spec = experience_of(campaign.system)
    if spec is None:
        raise Refused(_("This game has no experience to give."))
    if not amount or abs(amount) > MOST:
        raise Refused(_("Type from −%(most)s to +%(most)s, but not 0.") % {"most": MOST}, field="amount")
    reason = clean_reason(reason)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        chosen = [one.pk for one in characters]
        people = list(Character.objects.in_play().filter(campaign=campaign, pk__in=chosen))
        if not people:
            raise Refused(_("Choose who gets it."), field="characters")
        rows = snapshot.load(people, ["counter"])
        changes = [change for one in people if (change := counters.add(rows[one.pk], spec.key, amount))]
        if not changes:
            raise Refused(_("Nobody's experience would change."), field="amount")
        secret = all(one.is_npc for one in people)
        return turn.record(
            "award", changes=changes, concerns=people, mode=Mode.GM if secret else Mode.PUBLIC,
            payload={"amount": amount, "reason": reason, "people": [one.pk for one in people]},
        )  # fmt: skip
