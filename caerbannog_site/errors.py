"""What an action may refuse. The message is for the person who asked, in their language (http.py shows it)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from caerbannog_site.limits import DOOR


class Refused(Exception):
    """The wish is against the rules of the table; nothing was changed. `field` names the input to blame, if any."""

    status = 422
    seconds = 0  # after which the same may be asked again

    def __init__(self, message: str | Promise, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class Conflict(Refused):
    """The table has moved on since the button was drawn. `who` names the person who moved it, if known."""

    status = 409

    def __init__(self, message: str | Promise, who: str = "") -> None:
        super().__init__(message)
        self.who = who


class Forbidden(Refused):
    """A member without this right, or a table that is closed for writing."""

    status = 403


class TooOften(Refused):
    """Tried or done too often (limits.py). After `seconds` it is possible again, if not sooner."""

    status = 429
    heading = _("Too many attempts")

    def __init__(self, message: str | Promise = "", seconds: int = DOOR) -> None:
        minutes = DOOR // 60
        wait = ngettext("Wait %(n)d minute and try again.", "Wait %(n)d minutes and try again.", minutes)
        super().__init__(message or wait % {"n": minutes})
        self.seconds = seconds
