"""The rows of a database as JSON lines and back, by the models as they were at given migrations."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Field, Model

CHUNK = 500
Migration = tuple[str, str]  # app, name


def applied() -> list[Migration]:
    """What the database has been through."""
    return sorted(MigrationExecutor(connection).loader.applied_migrations)


def models_at(migrations: Collection[Migration]) -> list[type[Model]]:
    """The models that these migrations have made, in the order of their tables' names."""
    loader = MigrationExecutor(connection).loader
    known = [key for key in migrations if key in loader.graph.nodes]  # a merged or squashed one leaves only its name
    apps = loader.project_state(known).apps
    models = [one for one in apps.get_models(include_auto_created=True) if one._meta.managed and not one._meta.proxy]
    return sorted(models, key=lambda one: one._meta.db_table)


def lines_of(model: type[Model]) -> Iterator[str]:
    """The columns' names, then each row, oldest first."""
    columns = [field.attname for field in _fields(model)]
    yield json.dumps(columns)
    for row in model._base_manager.order_by("pk").values_list(*columns).iterator(CHUNK):
        yield json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":"))


def load(model: type[Model], lines: Iterable[str]) -> int:
    """Write the rows of `lines_of` as they are, without the defaults of new ones; how many there were."""
    found = iter(lines)
    names = json.loads(next(found))
    fields = {field.attname: field for field in _fields(model)}
    written, batch = 0, []
    for line in found:
        batch.append(_object(model, [fields[name] for name in names], json.loads(line)))
        if len(batch) == CHUNK:
            written += _insert(model, batch)
            batch = []
    return written + (_insert(model, batch) if batch else 0)


def reset_numbers(models: Sequence[type[Model]]) -> None:
    """New rows are numbered after those that were loaded."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return list(model._meta.concrete_fields)


def _object(model: type[Model], fields: Sequence[Field[Any, Any]], values: Sequence[Any]) -> Model:
    """Keys of other rows stay as they are; a date's text becomes a date again."""
    read = {
        field.attname: value if field.is_relation or value is None else field.to_python(value)
        for field, value in zip(fields, values, strict=True)
    }
    return model(**read)


def _insert(model: type[Model], objects: list[Model]) -> int:
    """`raw`: a time of writing is the one that was written, not now."""
    model._base_manager._insert(objects, fields=_fields(model), raw=True, using=connection.alias)  # type: ignore[attr-defined]
    return len(objects)


def _plain(value: Any) -> str:
    """Times whole, with their microseconds: what Django's own encoder cuts off decides the order of a log."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in a backup")
