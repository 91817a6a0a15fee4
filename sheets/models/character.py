from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField
from sessions.models.campaign import system_choices


class CharacterQuerySet(models.QuerySet["Character"]):
    def in_play(self) -> CharacterQuerySet:
        """Neither put away nor a template, which is nobody until it is copied."""
        return self.filter(archived_at=None, template=False)


class Character(models.Model):
    """A sheet: somebody's (`owner`), or a GM's NPC (no owner). Without a campaign it has a channel of its own.

    `hidden` NPCs stand in the players' eyes by their alias alone. A `template` is not in play: NPCs are copied from it.
    """

    token = TokenField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="characters"
    )
    campaign = models.ForeignKey(
        "game_sessions.Campaign", models.SET_NULL, null=True, blank=True, related_name="characters"
    )
    channel = models.ForeignKey("game_sessions.Channel", models.PROTECT, related_name="characters")
    system = models.CharField(max_length=40, choices=system_choices)
    name = models.CharField(_("name"), max_length=80)
    concept = models.CharField(_("concept"), max_length=200, blank=True)
    origin = models.CharField(_("origin"), max_length=80, blank=True)
    archetype = models.CharField(_("archetype"), max_length=80, blank=True)
    portrait = models.CharField(max_length=40, blank=True)  # the random name of a file in MEDIA_ROOT
    flags = models.JSONField(default=list)
    hidden = models.BooleanField(default=False)
    template = models.BooleanField(default=False)
    alias = models.CharField(_("alias"), max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True)

    objects = CharacterQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["campaign", "name"], name="characters_of_campaign")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_npc(self) -> bool:
        return self.owner_id is None

    @property
    def mask(self) -> str:
        """What those who may not know the name read instead."""
        return self.alias or "???"
