"""Taking back a Change of what a table has besides sheets: its scenes, who is in them, its rests.

To add a kind: its model and the way to its channel in KINDS.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, ForeignKey, Model
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from sessions.models import Change, Participant, Rest, Scene

# How a Change's target begins -> the model, and the path from a row of it to the table's channel.
KINDS: dict[str, tuple[type[Model], str]] = {
    "scene": (Scene, "campaign__channel"),
    "participant": (Participant, "scene__campaign__channel"),
    "rest": (Rest, "campaign__channel"),
}
STEPS = ("step", "seen_step")  # a button that was drawn before is out of date


def take_back_here(channel_id: int, change: Change) -> Change | None:
    """Give the field its old value, if it still has the new one. Raises Conflict when it has moved on."""
    kind, _sep, token = change.target.partition(":")
    model, path = KINDS[kind]
    row: Any = model._default_manager.get(token=token, **{path: channel_id})
    now = stored(getattr(row, change.field))
    if now == change.old:
        return None
    if now != change.new:
        raise Conflict(_("The table has moved on since, so this cannot be undone alone."))
    setattr(row, change.field, _read(model, change.field, change.old))
    steps = [name for name in STEPS if hasattr(row, name)]
    for name in steps:
        setattr(row, name, getattr(row, name) + 1)
    try:
        with transaction.atomic():
            row.save(update_fields=[change.field, *steps])
    except IntegrityError:
        raise Conflict(_("Another one is open by now. Close that first.")) from None
    return Change(target=change.target, field=change.field, old=now, new=change.old, group=change.group)


def stored(value: Any) -> Any:
    """A field's value as Changes keep it: a row by its token, a time as text."""
    if isinstance(value, Model):
        return value.token  # type: ignore[attr-defined]
    return value.isoformat() if isinstance(value, datetime) else value


def _read(model: type[Model], name: str, value: Any) -> Any:
    field = model._meta.get_field(name)
    if value is None:
        return None
    if isinstance(field, ForeignKey):
        return field.remote_field.model._default_manager.get(token=value)
    return datetime.fromisoformat(value) if isinstance(field, DateTimeField) else value
