from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField


class Check(models.Model):
    """A test from its dice to its last follow-up.

    newest    the entry whose payload holds the result that counts: the root, or its last follow-up
    step      rises with every follow-up; a button names the step at which it was drawn (`expect`)
    request   of a test of several people or against somebody, what is tested (actions/shared.py); its root has no
              result while it gathers, and of an opposed test each payload holds both sides
    held      the effects wait: a blind roll that no GM has revealed or applied yet
    hidden    the difficulty is known to the GMs alone
    asked     another cost for an effort that a player proposes: {"who": character id, "text": ...}, or nothing
    """

    class State(models.TextChoices):
        GATHERING = "gathering", _("gathering")
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")
        UNDONE = "undone", _("undone")

    token = TokenField()
    channel = models.ForeignKey("game_sessions.Channel", models.CASCADE, related_name="checks")
    root = models.OneToOneField("game_sessions.LogEntry", models.CASCADE, related_name="rolled")
    newest = models.ForeignKey("game_sessions.LogEntry", models.CASCADE, related_name="+")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    request = models.JSONField(null=True)
    step = models.PositiveIntegerField(default=0)
    hidden = models.BooleanField(default=False)
    held = models.BooleanField(default=False)
    asked = models.JSONField(null=True)


class CheckPart(models.Model):
    """One person's share of a test, also when alone.

    uses  the traits tested, as they are written in the request's JSON; [] while nothing was chosen
    dice  of a shared test, (trait, sides, face) of what this person throws in it first; face 0: still to be thrown
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        THROWN = "thrown", _("thrown")
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")

    check_of = models.ForeignKey(Check, models.CASCADE, related_name="parts")
    character = models.ForeignKey("sheets.Character", models.CASCADE, related_name="check_parts")
    seat = models.ForeignKey("game_sessions.Seat", models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=9)
    uses = models.JSONField(default=list)
    dice = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
