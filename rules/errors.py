"""What rules refuse with. A refusal is a Text fit for the player who asked; anything else is a programmer's mistake."""

from __future__ import annotations

from rules.values import Param, Text


class RuleError(Exception):
    """Something that the rules don't allow. `text` says why, to be translated where it is shown."""

    def __init__(self, message: str, n: int | None = None, **params: Param) -> None:
        self.text = Text(message, n, params)
        super().__init__(message)


class UnknownSystem(LookupError):
    """No rule system has this key."""


class UnreadableValue(ValueError):
    """A stored value that this version cannot read: written by a newer one, or damaged."""
