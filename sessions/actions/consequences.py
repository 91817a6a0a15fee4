"""What comes of a roll: damage, a condition, healing, Momentum for an ally, on one character or on several at once.

It is a child of the roll with the changes of every sheet that it touched, and settles the roll.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules.scenes import serialise
from rules.scenes.values import Consequence
from rules.values import CheckResult
from sessions.access import Viewer
from sessions.actions import proposals
from sessions.actions.following import following
from sessions.actions.proposals import Choice, Outcome
from sessions.models import Change, Check, LogEntry, Mode
from sheets import snapshot
from sheets.actions import counters
from sheets.actions.edit import changed
from sheets.models import Character, Condition
from sheets.snapshot import Rows

MOST_TARGETS = 30
OWN_SIDE = ("self", "ally")
CHOSEN_LESS = ("healing", "gain", "relief")  # of which a player may give less than there is


def bring_about(
    *, actor: Viewer, check: Check, choice: Choice, targets: Sequence[Character], expect: int, once: str = ""
) -> LogEntry:
    """Let the chosen consequence come to these characters, all or none.

    A GM may do so as often as they like, a player once and only for good, on their own side (`need_right`).
    """
    with following(actor, check, expect, once, settled=actor.is_gm) as now:
        if isinstance(now, LogEntry):
            return now
        need_ripe(now.check, now.result)
        people = _still_here(now.check, targets)
        found = proposals.proposals(now.result, now.sheets)
        consequence = proposals.chosen(found, choice)
        need_right(actor, now.check, found[choice.key], consequence, people)
        _need_whole(consequence, choice, people)
        rows = snapshot.load(people, proposals.KINDS_READ)
        outcomes = [proposals.outcome(consequence, choice, rows[one.pk]) for one in people]
        changes = [change for one in outcomes for change in _written(consequence, choice, rows, one)]
        if consequence.measure in proposals.MEASURES and not changes:
            raise Refused(_("This would change nothing."))
        settles = now.check.state == Check.State.OPEN
        now.check.state = Check.State.SETTLED
        quiet = bool(people) and all(one.hidden for one in people)
        return now.record(
            "consequence", changes=changes, also=people, secret=quiet, quiet=quiet and not settles, settles=settles,
            came=serialise.to_json(consequence), targets=[_told(one, consequence) for one in outcomes],
        )  # fmt: skip


def need_ripe(check: Check, result: CheckResult) -> None:
    """Refuse a roll of which nothing can come now."""
    if check.state in (Check.State.UNDONE, Check.State.GATHERING):
        raise Conflict(_("Nothing comes of this roll."))
    if check.root.mode == Mode.SELF:
        raise Refused(_("A roll for oneself changes nothing."))
    if check.held:
        raise Refused(_("This roll waits for a game master."))
    if result.outcome == "pending":
        raise Refused(_("This roll has no result yet."))


def may_bring(actor: Viewer, check: Check, consequence: Consequence) -> bool:
    """Harm to others is the GMs' to deal; a player brings about what is good for their own side."""
    return actor.is_gm or (consequence.target in OWN_SIDE and not check.hidden)


def may_reach(actor: Viewer, check: Check, consequence: Consequence, target: Character) -> bool:
    """Whom: a player themself, or an ally among the players' characters."""
    own = target.pk == check.root.character_id
    return actor.is_gm or own or (consequence.target == "ally" and not target.is_npc)


def need_right(
    actor: Viewer, check: Check, proposed: Consequence, wanted: Consequence, people: Sequence[Character]
) -> None:
    """Forbidden for what is a game master's to bring about."""
    less = wanted.measure in CHOSEN_LESS and wanted.amount <= proposed.amount
    fair = actor.is_gm or less or wanted.amount == proposed.amount
    reached = all(may_reach(actor, check, wanted, one) for one in people)
    if not (fair and reached and may_bring(actor, check, wanted)):
        raise Forbidden(_("Only a game master can do this."))


def _need_whole(consequence: Consequence, choice: Choice, people: Sequence[Character]) -> None:
    if consequence.target and not people:
        raise Refused(_("Choose whom it concerns."), field="target")
    if consequence.measure == "condition" and not choice.name:
        raise Refused(_("Name the condition."), field="name")


def _still_here(check: Check, targets: Sequence[Character]) -> list[Character]:
    """The targets, read under the lock, in the order in which they were chosen."""
    if len(targets) > MOST_TARGETS:
        raise Refused(_("These are too many at once."), field="target")
    here = Character.objects.in_play().filter(channel=check.channel_id)
    found = here.select_related("campaign").in_bulk([one.pk for one in targets])
    if len(found) < len(targets):
        raise Conflict(_("Somebody of them is no longer here. Load the page again."))
    return [found[one.pk] for one in targets]


def _written(consequence: Consequence, choice: Choice, rows: dict[int, Rows], planned: Outcome) -> list[Change]:
    """Write what was planned for one character."""
    character = planned.character
    changes = [counters.add(rows[character.pk], key, after - before) for key, before, after in planned.counters]
    found = [change for change in changes if change]
    if planned.condition:
        made = Condition.objects.create(
            character=character, kind=consequence.condition, name=planned.condition, strength=consequence.amount,
            lasts=choice.lasts, rounds_left=choice.rounds,
        )  # fmt: skip
        found.append(changed(character, made, "deleted", True, False))
    if planned.eased:
        found += _weakened(character, planned.eased, planned.left)
    return found


def _weakened(character: Character, condition: Condition, left: int) -> list[Change]:
    """At 0 it is over and leaves the sheet."""
    found = [changed(character, condition, "strength", condition.strength, left)]
    if not left:
        found.append(changed(character, condition, "deleted", False, True))
    condition.strength, condition.deleted = left, not left
    condition.save(update_fields=["strength", "deleted"])
    return found


def _told(one: Outcome, consequence: Consequence) -> dict[str, object]:
    """What the roll's row tells of one target; names of characters are looked up for each reader."""
    told: dict[str, object] = {"who": one.character.pk, "counters": one.counters}
    if one.condition:
        told["condition"] = [one.condition, consequence.amount]
    if one.eased:
        told["eased"] = [one.eased.name, one.before, one.left]
    return told
