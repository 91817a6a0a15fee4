"""Tests that end otherwise than by their people: their scene is over, or somebody in them goes away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sessions.actions.asking import decline_for
from sessions.models import Campaign, Check
from sheets.models import Character

GATHERING, OPEN, SETTLED, UNDONE = Check.State.GATHERING, Check.State.OPEN, Check.State.SETTLED, Check.State.UNDONE


def settle_checks(campaign: Campaign) -> int:
    """The scene's tests are over, and those that still wait for dice called off, within the turn of its end.

    Gives how many blind rolls were never applied, whose effects are dropped.
    """
    here = Check.objects.filter(channel=campaign.channel_id)
    here.filter(state=GATHERING).update(state=UNDONE, held=False)
    dropped = here.filter(held=True).update(held=False)
    here.filter(state=OPEN).update(state=SETTLED)
    return dropped


def let_go(characters: Iterable[Character]) -> dict[str, Any]:
    """Nothing waits any more for those who leave the table or are put away; within the turn of that.

    A test for which they have not thrown, or whose pools would be moved from this table, is called off; one that has a
    result stands as it is. Gives what the entry tells of it.
    """
    people = list(characters)
    told = decline_for(people)
    theirs = Check.objects.filter(request__isnull=False, parts__character__in=people)
    waiting = dict(theirs.filter(state__in=(GATHERING, OPEN)).values_list("pk", "root"))
    checks = Check.objects.filter(pk__in=waiting)
    checks.filter(state=GATHERING).update(state=UNDONE, held=False)
    checks.filter(state=OPEN).update(state=SETTLED)
    return {**told, "again": sorted(waiting.values())} if waiting else told
