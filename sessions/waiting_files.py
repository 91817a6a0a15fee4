"""A campaign's file between its upload and the word of whoever sent it: theirs alone, one at a time, a day at most."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.files.storage import default_storage
from django.http import Http404
from django.utils import timezone

from caerbannog_site.tokens import new_token

FOLDER = "imports"
KEPT = timedelta(days=1)


def keep(user_id: int | None, file: Any) -> str:
    """Put the file aside; its random name. This person's earlier one goes, and whatever was forgotten."""
    for name in _names():
        if name.startswith(f"{user_id}-") or default_storage.get_modified_time(_path(name)) < timezone.now() - KEPT:
            default_storage.delete(_path(name))
    token = new_token()
    default_storage.save(_path(f"{user_id}-{token}.zip"), file)
    return token


def kept(user_id: int | None, token: str) -> Any:
    """This person's file of this name, open; else Http404."""
    try:
        return default_storage.open(_path(f"{user_id}-{token}.zip"))
    except FileNotFoundError:
        raise Http404 from None


def drop(user_id: int | None, token: str) -> None:
    default_storage.delete(_path(f"{user_id}-{token}.zip"))


def _names() -> list[str]:
    return default_storage.listdir(FOLDER)[1] if default_storage.exists(FOLDER) else []


def _path(name: str) -> str:
    return f"{FOLDER}/{name}"
