"""The sheet on paper: one leaf of A4, and more where it does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from sheets import panels, snapshot
from sheets.access import Opened, sheet_for
from sheets.models import Ability, Item, Note
from sheets.panel_rows import ability_views, attack_views
from sheets.traits import CategoryView, category_views

OWN_ROWS = 3  # empty lines for skills still to come


@login_required
@require_safe
def print_sheet(request: HttpRequest, token: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    private = opened.rights.owner and request.GET.get("private") == "1"
    context = {"opened": opened, "character": opened.character, "campaign": opened.character.campaign,
               "viewer": opened.viewer, "rights": opened.rights, "private_shown": private,
               "today": timezone.localdate()}  # fmt: skip
    return render(request, "sheets/print.html", {**context, **content(opened, private=private)})


def content(opened: Opened, *, private: bool = False) -> dict[str, Any]:
    """What is printed for this reader: nothing outside their field groups; `private` adds the owner's notes."""
    rows, rights = snapshot.load_one(opened.character), opened.rights
    given: dict[str, Any] = {"player": "" if opened.character.is_npc else _player(opened)}
    if rights.sees("p"):
        counters = [panels.counter_view(rows, spec) for spec in rows.spec.counters]
        given["pools"] = [one for one in counters if one.kind != "social"]
        given["social"] = [one for one in counters if one.kind == "social"]
    if rights.sees("b"):
        given["blocks"] = _blocks(rows)
        given["conditions"] = rows.conditions
        given["attacks"] = attack_views(rows)
        given["abilities"] = [one for one in ability_views(rows) if one.row.kind != Ability.Kind.BACKGROUND]
        given["backgrounds"] = [one for one in rows.abilities if one.kind == Ability.Kind.BACKGROUND]
        given["items"] = [Thing(item) for item in rows.items]
        given["trainings"] = [one for one in rows.trainings if not one.done]
    if rights.sees("c"):
        given["biography"] = _note(rows, Note.Kind.BIOGRAPHY)
    if private and rights.sees("d"):
        given["private"] = _note(rows, Note.Kind.PRIVATE)
    return given


@dataclass(frozen=True)
class Block:
    """A category on paper: a mark of the pool that it protects, and empty lines for rows still to come."""

    view: CategoryView
    icon: str
    empty_lines: range


def _blocks(rows: snapshot.Rows) -> list[Block]:
    """Skills, then defences; what the sheet has no permission for is printed only where something stands in it."""
    views = [view for kind in ("skill", "defence") for view in category_views(rows, kind, {})]
    kinds = {counter.key: counter.kind for counter in rows.spec.counters}
    return [
        Block(view, kinds.get(view.spec.protects, ""), _empty_lines(view))
        for view in views
        if view.permitted or view.traits
    ]


def _empty_lines(view: CategoryView) -> range:
    return range(max(OWN_ROWS - len(view.traits), 1) if view.spec.own_rows else 0)


@dataclass(frozen=True)
class Thing:
    item: Item

    @property
    def pips(self) -> list[bool]:
        return [place < self.item.wear_left for place in range(self.item.wear_most)]


def _player(opened: Opened) -> str:
    """The player's name: the seat's at a table."""
    character = opened.character
    if character.campaign_id is None:
        return str(character.owner)
    seat = character.owner.seats.filter(campaign=character.campaign_id).first() if character.owner else None
    return seat.name if seat else ""


def _note(rows: snapshot.Rows, kind: str) -> str:
    note = rows.notes.get(kind)
    return note.text if note else ""
