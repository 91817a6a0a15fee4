"""Pools and tallies. They change by delta, so that twenty people's +1 make +20, or are set to a number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules import values
from rules.spec import CounterSpec
from rules.values import Effect
from sessions.access import Viewer
from sessions.models import Change, LogEntry
from sheets import snapshot
from sheets.actions import enemy_pool
from sheets.actions.turns import secrecy, sheet_turn
from sheets.fields import group_of
from sheets.models import Character, Counter
from sheets.models.rows import COUNTER_LIMIT
from sheets.snapshot import Rows

TYPED = re.compile(r"([+\-\N{MINUS SIGN}]?)\s*(\d{1,3})")
HEALTH = ("momentum", "phys", "mind", "life", "xp")


def parse_change(typed: str) -> tuple[int | None, int | None]:
    """`5` sets, `+5` adds, `-7` takes away: (value or None, delta or None). Refused for anything else."""
    match = TYPED.fullmatch(typed.strip())
    if not match:
        raise Refused(_("Type a number: 5 sets, +5 adds, −7 takes away."), field="change")
    sign, digits = match.groups()
    if not sign:
        return int(digits), None
    return None, int(digits) if sign == "+" else -int(digits)


def change_counter(*, actor: Viewer, character: Character, key: str, typed: str, once: str = "") -> LogEntry | None:
    """Add to a counter or set it, within 0 and its maximum; None when nothing changed."""
    value, delta = parse_change(typed)
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        rows = snapshot.load_one(character, ["counter"])
        spec = counter_spec(rows, key)
        change = add(rows, key, delta) if delta is not None else set_to(rows, key, value or 0)
        if change is None:
            return None
        pool = spec.kind in HEALTH and not character.template
        return turn.record(
            "pool", character=character, changes=[change], mode=secrecy(character), listed=pool, group="p"
        )  # fmt: skip


def change_maximum(*, actor: Viewer, character: Character, key: str, maximum: int, once: str = "") -> LogEntry | None:
    """Set a counter's maximum (0 to 999); what is above it is lost."""
    if not 0 <= maximum <= COUNTER_LIMIT:
        raise Refused(_("A maximum is from 0 to %(most)s.") % {"most": COUNTER_LIMIT}, field="maximum")
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        rows = snapshot.load_one(character, ["counter"])
        if not counter_spec(rows, key).has_maximum:
            raise Refused(_("This counter has no maximum of its own."), field="maximum")
        before = rows.counter(key).maximum
        if before == maximum:
            return None
        row = written(rows, key)
        row.maximum = maximum
        row.save(update_fields=["maximum"])
        changes = [_change(row, "maximum", before, maximum)]
        if row.current > maximum:
            changes += [change for change in [set_to(rows, key, maximum)] if change]
        return turn.record("edit", character=character, changes=changes, mode=secrecy(character), listed=False)


def apply_effects(sheets: dict[int, Rows], effects: Iterable[Effect]) -> list[Change]:
    """Add every effect to its counter within the bounds; the Changes say what was really added."""
    changes = (add(sheets[effect.who], effect.counter, effect.amount) for effect in effects)
    return [change for change in changes if change]


def added(now: values.Counter, delta: int) -> int:
    """Where an addition takes a counter within its bounds."""
    most = COUNTER_LIMIT if now.maximum is None else now.maximum
    # What already stands above a lowered maximum is not cut by an addition, it only does not grow.
    return max(0, min(now.value + delta, max(most, now.value if delta > 0 else 0)))


def add(rows: Rows, key: str, delta: int) -> Change | None:
    now = rows.counter(key)
    target = added(now, delta)
    if target == now.value:
        return None
    return _moved(rows, key, now.value, target, delta=target - now.value)


def set_to(rows: Rows, key: str, value: int) -> Change | None:
    now = rows.counter(key)
    most = COUNTER_LIMIT if now.maximum is None else now.maximum
    value = max(0, min(value, most))
    if value == now.value:
        return None
    return _moved(rows, key, now.value, value)


def _moved(rows: Rows, key: str, old: int, new: int, delta: int | None = None) -> Change:
    if scene := rows.scene_of(key):
        return enemy_pool.moved(scene, new, delta=delta, spender=rows.character)
    row = written(rows, key)
    row.current = new
    row.save(update_fields=["current"])
    return _change(row, "current", old, new, delta=delta)


def counter_spec(rows: Rows, key: str) -> CounterSpec:
    spec = rows.spec.counter(key)
    if spec is None:
        raise Refused(_("This sheet has no such counter."))
    return spec


def written(rows: Rows, key: str) -> Counter:
    """The counter's row; made from the spec's defaults when nothing was written yet."""
    if key not in rows.counters:
        now = rows.counter(key)
        rows.counters[key] = Counter.objects.create(
            character=rows.character, key=key, current=now.value, maximum=now.maximum
        )
    return rows.counters[key]


def _change(row: Counter, name: str, old: int | None, new: int, delta: int | None = None) -> Change:
    return Change(
        character_id=row.character_id,
        target=f"counter:{row.key}",
        field=name,
        old=old,
        new=new,
        delta=delta,
        group=group_of("counter", name),
    )
