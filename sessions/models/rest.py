from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField


class Rest(models.Model):
    """A breather, rest or interlude that a game master has called: players choose, all see what would change.

    kind     the key of one of the game's rests (SceneRules.rests)
    choices  {character's pk as text: what is chosen for it} as plain JSON with its version
    step     rises with every choice; a button names the step at which it was drawn (`expect`)
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        CANCELLED = "cancelled", _("cancelled")

    token = TokenField()
    campaign = models.ForeignKey("game_sessions.Campaign", models.CASCADE, related_name="rests")
    kind = models.CharField(max_length=12)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    step = models.PositiveIntegerField(default=0)
    choices = models.JSONField(default=dict)
    called_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], condition=Q(state="open"), name="one_open_rest")]
