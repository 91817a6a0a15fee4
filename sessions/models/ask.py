from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField


class Ask(models.Model):
    """A test that a game master asks of one or several characters, or that a player proposes.

    root     its row of the log, the summary of all answers
    asked    what is asked, as plain JSON with its version: traits to choose from, difficulty, advantage, reason ...
    hidden   the difficulty is the game masters' own
    mode     who sees the rolls (Mode)
    step     rises with every change; a button names the step at which it was drawn (`expect`)
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        OPEN = "open", _("open")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    token = TokenField()
    channel = models.ForeignKey("game_sessions.Channel", models.CASCADE, related_name="asks")
    root = models.OneToOneField("game_sessions.LogEntry", models.CASCADE, related_name="ask")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    step = models.PositiveIntegerField(default=0)
    asked = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)
    mode = models.CharField(max_length=6)


class Answer(models.Model):
    """One character's answer to an ask: the roll that was made, or that it was declined."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")

    token = TokenField()
    ask = models.ForeignKey(Ask, models.CASCADE, related_name="answers")
    character = models.ForeignKey("sheets.Character", models.CASCADE, related_name="answers")
    rolled = models.OneToOneField("game_sessions.Check", models.SET_NULL, null=True, related_name="answer")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["ask", "character"], name="asked_once")]
