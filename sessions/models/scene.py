from __future__ import annotations

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField

NOTE_LENGTH = 10_000
TITLE_LENGTH = 80
POOL_LIMIT = 99  # our choice: the rules limit what one character holds, not a whole group


class Scene(models.Model):
    """A scene of a campaign; one at a time is open. Its rounds and its order are here as the game masters see them.

    round         which round or stage it is; hidden participants may have begun one that players don't see yet
    active        whose turn it is; None before the first turn and in a free scene
    seen_active   whose turn it is in the players' eyes: while a hidden one acts, the last one whom they saw
    seen_round    the round in which that one acts
    enemy_pool    the Momentum that the enemies share; None where they have none
    step          rises with every change; a game master's button names the step at which it was drawn (`expect`)
    seen_step     rises with every change that players see; their buttons name this one, so it counts nothing hidden
    won           how it ended; None while it lasts and when it was broken off
    note          the game masters' own
    """

    class Kind(models.TextChoices):
        FREE = "free", _("free scene")
        CHALLENGE = "challenge", _("challenge")
        COMBAT = "combat", _("combat")

    class Pace(models.TextChoices):
        ROUNDS = "rounds", _("rounds")
        STAGES = "stages", _("stages")

    class Surprise(models.TextChoices):
        NOBODY = "", _("nobody")
        PARTY = "party", _("the party")
        ENEMIES = "enemies", _("the enemies")

    token = TokenField()
    campaign = models.ForeignKey("game_sessions.Campaign", models.CASCADE, related_name="scenes")
    kind = models.CharField(_("kind"), max_length=9, choices=Kind, default=Kind.FREE)
    pace = models.CharField(max_length=6, choices=Pace, default=Pace.ROUNDS)
    title = models.CharField(_("title"), max_length=TITLE_LENGTH, blank=True)
    round = models.PositiveSmallIntegerField(default=1)
    surprise = models.CharField(_("surprised"), max_length=7, choices=Surprise, blank=True)
    active = models.ForeignKey("game_sessions.Participant", models.SET_NULL, null=True, related_name="+")
    seen_active = models.ForeignKey("game_sessions.Participant", models.SET_NULL, null=True, related_name="+")
    seen_round = models.PositiveSmallIntegerField(default=1)
    enemy_pool = models.PositiveSmallIntegerField(null=True)
    step = models.PositiveIntegerField(default=0)
    seen_step = models.PositiveIntegerField(default=0)
    won = models.BooleanField(null=True)
    note = models.TextField(_("secret notes"), blank=True, validators=[MaxLengthValidator(NOTE_LENGTH)])
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], condition=Q(closed_at=None), name="one_open_scene")]

    def __str__(self) -> str:
        return self.title


class Participant(models.Model):
    """A character in a scene, at a place in its order.

    hidden      players neither see it nor may infer it
    place       the order of turns, from 0, without a gap
    score       what was rolled or typed for the order, where it was; equal scores are a tie
    turn_in     the round in which it last began a turn; `reacted_in` the same of a Reaction
    kept        what a turn that was taken back had given and could not be taken back: it had been spent
    """

    class Side(models.TextChoices):
        PARTY = "party", _("the party")
        ENEMIES = "enemies", _("the enemies")
        OTHERS = "others", _("others")

    token = TokenField()
    scene = models.ForeignKey(Scene, models.CASCADE, related_name="participants")
    character = models.ForeignKey("sheets.Character", models.CASCADE, related_name="in_scenes")
    side = models.CharField(_("side"), max_length=7, choices=Side, default=Side.PARTY)
    hidden = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField(null=True)
    turn_in = models.PositiveSmallIntegerField(default=0)
    reacted_in = models.PositiveSmallIntegerField(default=0)
    kept = models.PositiveSmallIntegerField(default=0)
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["scene", "character"], name="once_in_a_scene")]
