"""An attack whose targets defend themselves first: what gets through comes of their own rolls."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules import registry
from rules.values import CheckRequest
from sessions.access import Viewer
from sessions.actions import proposals
from sessions.actions.asks import ask_in
from sessions.actions.consequences import need_ripe
from sessions.actions.following import following
from sessions.actions.proposals import Choice
from sessions.asked import any_of
from sessions.models import Campaign, Check, LogEntry, Mode
from sheets.models import Character


def ask_defence(
    *, actor: Viewer, check: Check, choice: Choice, targets: Sequence[Character], expect: int, once: str = ""
) -> LogEntry:
    """A GM asks the targets for a defence against what the roll would do to them; its number is the difficulty.

    The roll is settled, for they answer to what it came to. The number is a secret where the roll's was one.
    """
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        need_ripe(now.check, now.result)
        consequence = proposals.chosen(proposals.proposals(now.result, now.sheets), choice)
        system, root = now.result.system, now.check.root
        defences = registry.scene_rules(system).answered_by(consequence)
        if not defences:
            raise Refused(_("No defence answers this."))
        now.check.state = Check.State.SETTLED
        now.check.step += 1
        now.check.save()
        secret = now.check.hidden or root.mode != Mode.PUBLIC
        against = CheckRequest((), difficulty=consequence.amount, against="attack")
        return ask_in(
            now.turn, Campaign.objects.get(pk=actor.campaign_id), targets, any_of(system, defences, against),
            hidden=secret, by=root.character, payload={} if root.mode != Mode.PUBLIC else {"rows": [root.token]},
        )  # fmt: skip
