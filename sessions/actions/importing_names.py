"""Which row here a row of the file is: its tokens, and the keys that they have got.

Into the campaign of the same token a row comes under its own token; where another table has one like it, and in a
copy, under one that follows from both tokens, so that the same file finds its rows again.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.models import (
    Answer,
    Ask,
    Campaign,
    Check,
    GameSession,
    LogEntry,
    Participant,
    Rest,
    Scene,
    Seat,
)
from sessions.packing import CHUNK, Contents
from sheets.models import ROWS, Character

# The way from a row to its campaign, by which it is known to be this table's own.
OWN: dict[type[Model], str] = {
    Seat: "campaign", GameSession: "campaign", LogEntry: "channel__campaign", Check: "channel__campaign",
    Ask: "channel__campaign", Answer: "ask__channel__campaign", Scene: "campaign", Participant: "scene__campaign",
    Rest: "campaign", Character: "channel__campaign", **dict.fromkeys(ROWS.values(), "character__channel__campaign"),
}  # fmt: skip


class Names:
    """`tokens` leads from the file's to those here, `renamed` does where they differ, `known` to rows that are here."""

    def __init__(self, campaign: Campaign, contents: Contents) -> None:
        self.campaign, self._contents = campaign, contents
        self.copy = campaign.token != contents.token
        self.tokens = {contents.token: campaign.token}
        self.known: dict[type[Model], dict[str, Any]] = {}
        for model, path in OWN.items():
            self.known[model] = {}
            for names in _chunks(contents.tokens.get(model, [])):
                self._find(model, path, names)
        self.renamed = {name: here for name, here in self.tokens.items() if name != here}

    def rename(self, name: str, row: Any) -> None:
        """This row is the one that the file calls so."""
        self.tokens[name] = row.token
        self.known[type(row)][name] = row
        if name != row.token:
            self.renamed[name] = row.token

    def _find(self, model: type[Model], path: str, names: Sequence[str]) -> None:
        follows = {name: derived(self.campaign.token, name) for name in names}
        wanted = [*follows.values(), *(() if self.copy else names)]
        found = model._default_manager.filter(token__in=wanted)
        taken: set[str] = set(found.values_list("token", flat=True))
        rows: Any = found.filter(**{path: self.campaign})
        own = {row.token: row for row in (rows.only("token", "seq") if model is LogEntry else rows)}
        for name in names:
            choices = [follows[name]] if self.copy else [name, follows[name]]
            here = next((one for one in choices if one in own or one not in taken), None)
            if here is None:  # a file cannot be so by chance
                raise Refused(_("This file names what is another table's."), field="file")
            self.tokens[name] = here
            if here in own:
                self.known[model][name] = own[here]


def derived(campaign: str, name: str) -> str:
    """The token of a row of a copy. It follows from two random ones."""
    return urlsafe_b64encode(hashlib.sha256(f"{campaign} {name}".encode()).digest()[:12]).decode()


def _chunks(names: Sequence[str]) -> Iterator[list[str]]:
    left = iter(names)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
