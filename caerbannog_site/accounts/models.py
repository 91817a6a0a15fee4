from __future__ import annotations

from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("This time zone is not known."))


class User(AbstractUser):
    """A person. A guest came in by an invitation and has no password yet; setting one keeps everything.

    `stream_epoch` rises when this person's open streams must end: logout, password change, deactivation.
    """

    class Theme(models.TextChoices):
        SYSTEM = "", _("As the system")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    language = models.CharField(
        _("language"), max_length=2, choices=[("pl", "Polski"), ("en", "English")], default="pl"
    )
    time_zone = models.CharField(_("time zone"), max_length=40, default="Europe/Warsaw", validators=[check_time_zone])
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, blank=True, default=Theme.SYSTEM)
    is_guest = models.BooleanField(default=False)
    stream_epoch = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.display_name or self.get_username()
