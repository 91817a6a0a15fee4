"""Who may have an account here, and who may open a table: what SIGNUP and CAMPAIGNS say.

A host is whoever keeps the installation: `is_staff`, for Django's admin isn't mounted and nothing else asks for it.
A guest is no account: an invitation lets them in however SIGNUP stands.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden


def may_claim() -> bool:
    """Whether a guest may take a name and a password: that makes an account, too."""
    return settings.SIGNUP != "closed"


def may_open_tables(user: Any) -> bool:
    """Hosts always; others where CAMPAIGNS lets them, but not a guest who could not have an account."""
    if user.is_staff:
        return True
    return settings.CAMPAIGNS == "anyone" and (may_claim() or not user.is_guest)


def need_to_open_tables(user: Any) -> None:
    if not may_open_tables(user):
        raise Forbidden(_("New tables are opened by whoever keeps this place. Ask them, or come with an invitation."))
