"""What somebody wishes for their rest, one thing at a time, and the choice that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from caerbannog_site.tokens import new_token
from rules.scenes.values import RestChoice, Training
from sessions.resting import Party, Resting, new_choice
from sheets.actions.counters import parse_change

Choice = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """`what` is one of WISHES.

    typed     the number as it is typed: 3 sets, +1 adds, -1 takes away
    key       the chosen training, or the row of one on the sheet, or an injury
    name      of a training that begins; `required` its price, None while nobody has set one
    on        whether the injury heals
    """

    what: str
    typed: str = ""
    key: str = ""
    name: str = ""
    required: int | None = None
    on: bool = False


def wished(party: Party, one: Resting, wish: Wish) -> Choice:
    """The choice with this wish in it, without whatever no longer fitted. Raises Refused, RuleError, Conflict."""
    choice = _stored(one)
    WISHES[wish.what](one, choice, wish)
    party.preview(one, _as_rules_read(choice, one))
    return choice


def _stored(one: Resting) -> Choice:
    trainings = [_written(plan.key, plan.row.token if plan.row else "", plan.training) for plan in one.plans]
    injuries = [injury.token for injury in one.injuries]
    return {**new_choice(), "convert": one.choice.convert, "trainings": trainings, "injuries": injuries}


def _written(key: str, row: str, training: Training) -> Choice:
    required = None if row else training.required  # of a written one, its row knows
    return {"id": key, "row": row, "name": training.name, "required": required, "experience": training.experience}


def _as_rules_read(choice: Choice, one: Resting) -> RestChoice:
    rows = {row.token: row for row in one.rows.trainings}
    trainings = []
    for kept in choice["trainings"]:
        row = rows.get(kept["row"])
        invested, required = (row.invested, row.required) if row else (0, kept["required"])
        trainings.append(Training(row.name if row else kept["name"], kept["experience"], invested, required))
    return RestChoice(choice["convert"], tuple(trainings), tuple(choice["injuries"]))


def _convert(one: Resting, choice: Choice, wish: Wish) -> None:
    choice["convert"] = _number(wish.typed, choice["convert"])


def _train(one: Resting, choice: Choice, wish: Wish) -> None:
    """More or less for a training: a chosen one, or one of the sheet that is chosen by this."""
    kept = next((kept for kept in choice["trainings"] if wish.key in (kept["id"], kept["row"])), None)
    if kept is None:
        row = next((row for row in one.rows.trainings if row.token == wish.key and not row.done), None)
        if row is None:
            raise Conflict(_("This training is no longer there."))
        kept = _written(new_token(), row.token, Training(row.name, 0))
        choice["trainings"].append(kept)
    kept["experience"] = _number(wish.typed, kept["experience"])
    choice["trainings"] = [kept for kept in choice["trainings"] if kept["experience"]]


def _begin(one: Resting, choice: Choice, wish: Wish) -> None:
    """A training that is not on the sheet yet; one of the same name goes on instead."""
    name = wish.name.casefold()
    chosen = {plan.row.pk for plan in one.plans if plan.row}
    row = next((row for row in one.rows.trainings if row.name.casefold() == name and not row.done), None)
    if row and row.pk not in chosen:
        wish_for_it = Wish("train", wish.typed, row.token)
        return _train(one, choice, wish_for_it)
    experience = _number(wish.typed, 0) if wish.typed else min(one.unspent, wish.required or one.unspent)
    if experience < 1:
        raise Refused(_("There is no experience left for another training."), field="name")
    choice["trainings"].append(_written(new_token(), "", Training(wish.name, experience, 0, wish.required)))
    return None


def _drop(one: Resting, choice: Choice, wish: Wish) -> None:
    choice["trainings"] = [kept for kept in choice["trainings"] if kept["id"] != wish.key]


def _heal(one: Resting, choice: Choice, wish: Wish) -> None:
    others = [token for token in choice["injuries"] if token != wish.key]
    if wish.on and wish.key not in {row.token for row in one.rows.conditions}:
        raise Conflict(_("This row is no longer on the sheet."))
    choice["injuries"] = [*others, wish.key] if wish.on else others


def _number(typed: str, now: int) -> int:
    value, delta = parse_change(typed)
    return max(0, now + delta if delta is not None else value or 0)


WISHES: dict[str, Callable[[Resting, Choice, Wish], None]] = {
    "convert": _convert,
    "train": _train,
    "begin": _begin,
    "drop": _drop,
    "heal": _heal,
}
