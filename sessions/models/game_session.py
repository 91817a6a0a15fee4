from __future__ import annotations

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField

RECAP_LENGTH = 20_000


class GameSessionQuerySet(models.QuerySet["GameSession"]):
    def kept(self) -> GameSessionQuerySet:
        """Those that were not called off."""
        return self.exclude(state=GameSession.State.REMOVED)


class GameSession(models.Model):
    """One meeting of the group. What happens in the log while it runs belongs to it (`LogEntry.session`).

    attended  the seats of those who were there
    recap     Markdown; the game masters' alone until `published_at`
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        PLAYED = "played", _("played")
        REMOVED = "removed", _("called off")  # nobody sees it any more

    token = TokenField()
    campaign = models.ForeignKey("game_sessions.Campaign", models.CASCADE, related_name="game_sessions")
    title = models.CharField(_("title"), max_length=80, blank=True)
    date = models.DateField(_("date"))
    state = models.CharField(max_length=7, choices=State, default=State.PLANNED)
    attended = models.ManyToManyField("game_sessions.Seat", related_name="+", blank=True)
    recap = models.TextField(_("recap"), blank=True, validators=[MaxLengthValidator(RECAP_LENGTH)])
    published_at = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = GameSessionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign"], condition=Q(state="running"), name="one_running_session")
        ]

    def __str__(self) -> str:
        return self.title
