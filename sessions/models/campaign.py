from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField
from rules import registry


def system_choices() -> list[tuple[str, str]]:
    """Asked at run time, so that a new rule system needs no migration."""
    return [(key, system.name.id) for key, system in registry.systems().items()]


class Role(models.TextChoices):
    GM = "gm", _("game master")
    CO_GM = "co_gm", _("co-game master")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")
    SCREEN = "screen", _("table screen")


GM_ROLES = (Role.GM, Role.CO_GM)


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def of(self, user) -> CampaignQuerySet:
        """The campaigns at which this person has a seat now."""
        return self.filter(seats__user=user, seats__removed_at=None)


NOTES_LENGTH = 20_000


class Campaign(models.Model):
    """A group's game. `house` holds the house tables, only what differs from the rule system's defaults; `gm_notes` are
    the game masters' own. `origin` is the token of the campaign whose file this one is a copy of.
    """

    class SheetView(models.TextChoices):
        FULL = "full", _("whole sheets, without private notes")
        POOLS = "pools", _("names and pools")
        NAMES = "names", _("names only")

    token = TokenField()
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("rule system"), max_length=40, choices=system_choices)
    channel = models.OneToOneField("game_sessions.Channel", models.PROTECT, related_name="campaign")
    house = models.JSONField(default=dict)
    sheet_view = models.CharField(
        _("what players see of each other's sheets"), max_length=5, choices=SheetView, default=SheetView.FULL
    )
    secret_placeholders = models.BooleanField(_("a player sees that a blind roll was made"), default=True)
    gm_notes = models.TextField(_("secret notes"), blank=True, validators=[MaxLengthValidator(NOTES_LENGTH)])
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    origin = models.CharField(max_length=16, blank=True, db_index=True, editable=False)

    objects = CampaignQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class SeatQuerySet(models.QuerySet["Seat"]):
    def of(self, user_id: int | None) -> SeatQuerySet:
        """This person's seats. Who is nobody has none: a table's screens are not theirs."""
        return self.filter(user=user_id, user__isnull=False)


class Seat(models.Model):
    """A person's place at a table, under the name shown there. It is kept when the person leaves: the log names it.
    Of somebody who has deleted the account it is nobody's and has no name.

    `epoch` rises with everything that changes what its open streams may show. A table's screen is nobody's seat: who
    has its link looks through it; `secret` is the digest of what stands in that link (access.digest).
    """

    token = TokenField()
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="seats")
    role = models.CharField(_("role"), max_length=9, choices=Role)
    name = models.CharField(_("name at the table"), max_length=40)
    secret = models.CharField(max_length=43, null=True, unique=True, editable=False)
    epoch = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_seat_per_person")]

    def __str__(self) -> str:
        return self.name or gettext("a deleted person")

    @property
    def is_gm(self) -> bool:
        return self.role in GM_ROLES
