"""Requests and results as JSON values, small and versioned: a stored roll is read back years later as it was.

Rows are lists in the order of their fields, cut after the last one that isn't its default; house tables keep only
what differs from their preset. A change of shape raises VERSION, keeps the old reader and adds a frozen sample to
tests/rules/samples/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.errors import RuleError, UnreadableValue
from rules.stored import (
    Json,
    cut,
    full,
    read_request,
    read_words,
    request,
    sparse,
    words,
)
from rules.values import CheckRequest, CheckResult, Cost, Die, Effect, Step, Taken

VERSION = 1


def to_json(value: CheckRequest | CheckResult) -> dict[str, Json]:
    """A mapping of plain JSON values, with its version under `v`."""
    if isinstance(value, CheckResult):
        return {"v": VERSION, "kind": "result", **_result(value)}
    return {"v": VERSION, "kind": "request", **request(value)}


def from_json(data: Json) -> CheckRequest | CheckResult:
    """The value that was stored. Raises UnreadableValue for a version or a shape that this code doesn't know."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        version = data.get("v") if isinstance(data, dict) else None
        raise UnreadableValue(f"stored version {version!r}; this code reads {VERSION}")
    readers: dict[str, Callable[[Json], CheckRequest | CheckResult]] = {"request": read_request, "result": _read_result}
    try:
        return readers[data["kind"]](data)
    except (LookupError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnreadableValue(f"a stored check is damaged: {error!r}") from error


def request_from_json(data: Json) -> CheckRequest:
    """`from_json` for a stored request. Raises UnreadableValue for anything else."""
    value = from_json(data)
    if not isinstance(value, CheckRequest):
        raise UnreadableValue("a stored request was expected")
    return value


def result_from_json(data: Json) -> CheckResult:
    """`from_json` for a stored result. Raises UnreadableValue for anything else."""
    value = from_json(data)
    if not isinstance(value, CheckResult):
        raise UnreadableValue("a stored result was expected")
    return value


# --- results ----------------------------------------------------------------------------------------------------------


def _cost(cost: Cost | None) -> Json:
    return None if cost is None else [cost.counter, cost.amount]


def _taken(t: Taken) -> list[Json]:
    row = [t.kind, t.payer, _cost(t.cost), t.bonus, t.category, t.note, t.before, list(t.faces), _cost(t.rest)]
    return cut(row, None, 0, "", "", None, [], None)


def _read_taken(data: Json) -> Taken:
    kind, payer, cost, bonus, category, note, before, faces, rest = full(
        data, "", 0, None, 0, "", "", None, [], None
    )  # fmt: skip
    return Taken(
        kind, payer, Cost(*cost) if cost else None, bonus, category, note, before, tuple(faces),
        Cost(*rest) if rest else None,
    )  # fmt: skip


def _dice(dice: Sequence[Die]) -> list[Json]:
    """Runs of like dice: who, trait, sides, faces."""
    runs: list[Json] = []
    for die in dice:
        head = [die.who, die.trait, die.sides]
        if runs and runs[-1][:3] == head:
            runs[-1][3].append(die.face)
        else:
            runs.append([*head, [die.face]])
    return runs


def _read_dice(data: Json) -> tuple[Die, ...]:
    kept, tops = data.get("kept", ()), data.get("tops", ())
    bare = [(who, trait, sides, face) for who, trait, sides, faces in data["dice"] for face in faces]
    return tuple(Die(*die, kept=i in kept, top=i in tops) for i, die in enumerate(bare))


def _result(r: CheckResult) -> dict[str, Json]:
    out = sparse(
        (
            ("kept", [i for i, die in enumerate(r.dice) if die.kept]),
            ("tops", [i for i, die in enumerate(r.dice) if die.top]),
            ("name", words(r.name)),
            ("through", r.breakthroughs),
            ("effects", [[e.who, e.counter, e.amount] for e in r.effects]),
            ("gained", [[e.who, e.counter, e.amount] for e in r.gained]),
            ("taken", [_taken(t) for t in r.taken]),
        )
    )
    steps = [cut([s.kind, s.value, s.who, words(s.label), s.note], None, None, "") for s in r.steps]
    numbers = {"roll": r.roll, "raw": r.raw, "value": r.value, "outcome": r.outcome}
    return {"system": r.system, "request": request(r.request), "dice": _dice(r.dice), "steps": steps, **numbers, **out}


def _read_step(data: Json) -> Step:
    kind, value, who, label, note = full(data, "", 0, None, None, "")
    return Step(kind, value, who, read_words(label), note)


def _read_result(data: Json) -> CheckResult:
    return CheckResult(
        system=data["system"],
        request=read_request(data["request"]),
        dice=_read_dice(data),
        steps=tuple(_read_step(row) for row in data["steps"]),
        roll=data["roll"],
        raw=data["raw"],
        value=data["value"],
        outcome=data["outcome"],
        name=read_words(data.get("name")),
        breakthroughs=data.get("through", 0),
        effects=tuple(Effect(*row) for row in data.get("effects", ())),
        gained=tuple(Effect(*row) for row in data.get("gained", ())),
        taken=tuple(_read_taken(row) for row in data.get("taken", ())),
    )
