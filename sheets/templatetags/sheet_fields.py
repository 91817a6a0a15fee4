"""Fields of a sheet that save themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.core.validators import MaxLengthValidator
from django.urls import reverse

from rules.spec import SheetSpec
from sheets import fields
from sheets.actions import edit
from sheets.models import ROWS, Character
from sheets.models.rows import COUNTER_LIMIT
from sheets.panel_rows import lasting

register = template.Library()
register.filter("lasting", lasting)
LARGEST = {"maximum": COUNTER_LIMIT, "quantity": COUNTER_LIMIT}


@register.inclusion_tag("sheets/_autosave.html", takes_context=True)
def autosave(
    context: template.Context,
    target: str,
    name: str,
    value: Any,
    label: str,
    *,
    look: str = "text",
    options: Iterable[tuple[Any, Any]] = (),
    most: int | None = None,
    **looks: Any,
) -> dict[str, Any]:
    """A form of one field. `look` is text, number, select or area.

    `looks`: quiet (the label is hidden, as it stands beside the field), wide, main, help, sample (shown while empty).
    """
    character: Character = context["character"]
    kind = target.partition(":")[0]
    return {
        "field_id": edit.field_id(character, target, name),
        "url": _url(character, target, name),
        "value": value,
        "label": label,
        "look": look,
        "options": options,
        **looks,
        "was": edit.fingerprint(value) if name in fields.TEXTS else "",
        "length": _length(kind, name) if look in ("text", "area") else None,
        "most": most if most is not None else _most(kind, name, context["spec"]),
    }


def _url(character: Character, target: str, name: str) -> str:
    if name == "maximum":
        return reverse("maximum", args=[character.token, target.partition(":=")[2]])
    return reverse("set_field", args=[character.token, target, name])


def _length(kind: str, name: str) -> int | None:
    """How many signs the column holds; none for runes, which are typed as one line and kept as a list."""
    column = (Character if kind == "character" else ROWS[kind])._meta.get_field(name)
    limits = [one.limit_value for one in column.validators if isinstance(one, MaxLengthValidator)]
    return min(limits, default=None)


def _most(kind: str, name: str, spec: SheetSpec) -> int:
    return spec.bonus_range[1] if kind == "bonus" else LARGEST.get(name, 20)
