"""Where the stored JSON of the log names rows: characters by number, everything else by its token.

`moved` follows the same places on the way out, from keys to a file's numbers, and on the way in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = Any
Renumber = Callable[[int], int]

ANY = "*"  # each of a list
KEYS = "@"  # the keys of an object, which are numbers as text
# Of a result, as rules/serialise.py writes it.
RESULT = ("request.who.*.0", "dice.*.0", "steps.*.2", "effects.*.0", "gained.*.0", "taken.*.1")
SIDES = ("result", "answer")
PAYLOAD = ("people.*", "targets.*.who", "done.@", *(f"{side}.{place}" for side in SIDES for place in RESULT))
PRICE = ("who",)  # Check.asked
CHOICES = ("@",)  # Rest.choices
SEATS = ("seat", "retracted")  # of a payload, whose value is a seat

_PARSED = {place: tuple(place.split(".")) for place in (*PAYLOAD, *PRICE, *CHOICES)}


def moved(value: Json, places: tuple[str, ...], renumber: Renumber) -> Json:
    """The value with other numbers of characters at these places; it is not changed itself."""
    for place in places:
        steps = _PARSED[place]
        if steps[0] in (ANY, KEYS) or (isinstance(value, dict) and steps[0] in value):
            value = _at(value, steps, renumber)
    return value


def _at(value: Json, steps: tuple[str, ...], renumber: Renumber) -> Json:
    if not steps:
        return renumber(value) if type(value) is int and value else value
    step, rest = steps[0], steps[1:]
    if step == ANY:
        return [_at(one, rest, renumber) for one in value] if isinstance(value, list) else value
    if isinstance(value, list):
        place = int(step) if step.isdigit() else len(value)
        return [_at(one, rest, renumber) if n == place else one for n, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if step == KEYS:
        return {str(renumber(int(key))) if key.isdecimal() else key: one for key, one in value.items()}
    return {key: _at(one, rest, renumber) if key == step else one for key, one in value.items()}


def renamed(value: Json, names: Mapping[str, str]) -> Json:
    """The value with other tokens for these, alone ("TOKEN") or behind what they are of ("trait:TOKEN")."""
    if not names:
        return value
    if isinstance(value, str):
        kind, sep, token = value.rpartition(":")
        return kind + sep + names.get(token, token)
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {renamed(key, names): renamed(one, names) for key, one in value.items()}
    return value
