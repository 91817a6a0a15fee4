"""What an invitation's code opens; whoever asks with a code that was typed counts wrong ones (invitation_access.py)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.models import Invitation
from sessions.models.invitation import clean_code


class NoInvitation(Refused):
    """The same answer to a closed, an outdated and a mistyped code, so that codes cannot be probed."""

    status = 404
    heading = _("This invitation does not work")

    def __init__(self) -> None:
        super().__init__(
            _("It is closed, out of date or mistyped. Check the code, or ask the game master for a new one.")
        )


class JoiningPaused(NoInvitation):
    """The code is good, and who has it may know so: the game master lets nobody in just now."""

    status = 403
    heading = _("Nobody comes in just now")

    def __init__(self, invitation: Invitation) -> None:
        Refused.__init__(
            self, _("The game master has closed joining for the moment. Your invitation stays good: try later.")
        )
        self.invitation = invitation


def invitation_for(code: str) -> Invitation:
    """The invitation of this code, however it was typed, while joining is paused too; else NoInvitation."""
    invitation = Invitation.objects.standing().select_related("campaign").filter(code=clean_code(code)).first()
    if invitation is None:
        raise NoInvitation
    return invitation


def need_joining(invitation: Invitation) -> None:
    """Raises JoiningPaused while the game master lets nobody in."""
    if invitation.paused_at:
        raise JoiningPaused(invitation)
