"""What a command for the self-hoster finds in the place it is told."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.db import connection


def need_table() -> None:
    """Refuse to go on where nobody has ever played: DATA or DATABASE_URL is mistyped then."""
    if get_user_model()._meta.db_table not in connection.introspection.table_names():
        raise CommandError(
            f"There is no table in the database {connection.settings_dict['NAME']}: are DATA and DATABASE_URL right?"
        )
