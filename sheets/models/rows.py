"""The rows of a sheet. A missing row means the default of the game's SheetSpec, so a spec may grow without a migration.

Rows are never deleted, only marked: an undo brings them back.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.validators import (
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
)
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField

NOTE_LENGTH = 20_000
COUNTER_LIMIT = 999


def small_number(label: Any, **options: Any) -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(label, **{"default": 0, "validators": [MaxValueValidator(20)], **options})


class Row(models.Model):
    token = TokenField()
    character = models.ForeignKey("sheets.Character", models.CASCADE, related_name="%(class)s_rows")
    deleted = models.BooleanField(default=False)

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True


class Trait(Row):
    """A skill, defence, attribute: printed and offered ones by `key`, own ones by `name` with an empty key."""

    kind = models.CharField(max_length=12)
    category = models.CharField(max_length=24)
    key = models.CharField(max_length=32, blank=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    level = small_number(_("level"))
    note = models.CharField(_("note"), max_length=80, blank=True)
    runes = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["character", "category", "key"], condition=~Q(key=""), name="one_trait_per_key"
            ),
            models.CheckConstraint(condition=Q(level__lte=20), name="trait_level_to_20"),
        ]


class Bonus(Row):
    """What a category adds, once it is paid for."""

    category = models.CharField(max_length=24)
    value = small_number(_("bonus"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["character", "category"], name="one_bonus_per_category"),
            models.CheckConstraint(condition=Q(value__lte=20), name="bonus_to_20"),
        ]


class Counter(Row):
    """A pool or a tally; `maximum` is used where the spec says that each sheet holds its own."""

    key = models.CharField(max_length=24)
    label = models.CharField(_("name"), max_length=30, blank=True)
    current = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(COUNTER_LIMIT)])
    maximum = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(COUNTER_LIMIT)])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["character", "key"], name="one_counter_per_key"),
            models.CheckConstraint(condition=Q(current__lte=COUNTER_LIMIT), name="counter_to_limit"),
        ]


class Condition(Row):
    """A state or an injury. A condition of strength 0 is over; an injury has no strength.

    lasts        until somebody takes it away, to the end of the scene, or for some rounds
    rounds_left  of one that counts rounds; 0 says that its time is up
    """

    class Lasts(models.TextChoices):
        OPEN = "", _("until it is taken away")
        SCENE = "scene", _("to the end of the scene")
        ROUNDS = "rounds", _("some rounds")

    kind = models.CharField(_("kind"), max_length=8)
    name = models.CharField(_("name"), max_length=60)
    strength = small_number(_("strength"), validators=[MinValueValidator(0), MaxValueValidator(20)])
    note = models.CharField(_("note"), max_length=200, blank=True)
    lasts = models.CharField(_("lasts"), max_length=6, choices=Lasts, blank=True)
    rounds_left = small_number(_("rounds left"), null=True, blank=True, default=None)

    class Meta:
        ordering = ["id"]


class Ability(Row):
    """An ability, a feature or a background. `cost` is what one use takes from the counter `pays`."""

    class Kind(models.TextChoices):
        ABILITY = "ability", _("ability")
        FEATURE = "feature", _("feature")
        BACKGROUND = "background", _("background")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.ABILITY)
    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("description"), blank=True, validators=[MaxLengthValidator(2000)])
    cost = small_number(_("cost"))
    pays = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ["id"]


class Item(Row):
    """A thing. Armour has a bonus to one physical defence at the price of its own wear."""

    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("description"), blank=True, validators=[MaxLengthValidator(2000)])
    quantity = models.PositiveSmallIntegerField(_("how many"), default=1, validators=[MaxValueValidator(999)])
    bonus = small_number(_("armour bonus"))
    wear_left = small_number(_("durability"))
    wear_most = small_number(_("full durability"))

    class Meta:
        ordering = ["id"]


class Attack(Row):
    """An NPC's attack of a fixed value: the difficulty of the defence that answers it [Obrony].

    defence  the key of the category or trait that answers it; "" leaves the choice to the defender
    """

    name = models.CharField(_("name"), max_length=60)
    value = small_number(_("value"))
    defence = models.CharField(_("defence"), max_length=32, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        ordering = ["id"]


class Training(Row):
    """What experience was put into at rests. `required` is the price that the table set, or None [PD a Rozwój]."""

    name = models.CharField(_("name"), max_length=80)
    invested = models.PositiveSmallIntegerField(_("experience put in"), default=0, validators=[MaxValueValidator(999)])
    required = models.PositiveSmallIntegerField(
        _("experience needed"), null=True, blank=True, validators=[MaxValueValidator(999)]
    )
    done = models.BooleanField(_("done"), default=False)

    class Meta:
        ordering = ["id"]


class Note(Row):
    """A long text. GM notes belong to the campaign they were written in: another table's GM never reads them."""

    class Kind(models.TextChoices):
        BIOGRAPHY = "biography", _("biography")
        PRIVATE = "private", _("private notes")
        GM = "gm", _("GM's notes")

    kind = models.CharField(max_length=9, choices=Kind)
    campaign = models.ForeignKey("game_sessions.Campaign", models.CASCADE, null=True, related_name="+")
    text = models.TextField(blank=True, validators=[MaxLengthValidator(NOTE_LENGTH)])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["character", "kind"], condition=Q(campaign=None), name="one_note_per_kind"),
            models.UniqueConstraint(fields=["character", "kind", "campaign"], name="one_gm_note_per_campaign"),
        ]


ROWS: dict[str, type[Row]] = {
    model.__name__.lower(): model for model in (Trait, Bonus, Counter, Condition, Ability, Item, Attack, Training, Note)
}
