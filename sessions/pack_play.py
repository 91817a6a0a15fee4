"""What was played, for a campaign's file: sessions, the log with its changes, rolls, asks, scenes and rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Prefetch

from sessions import packed_json as places
from sessions.access import Viewer
from sessions.models import Ask, Campaign, Change, Check, CheckPart, LogEntry, Rest, Scene, Seat
from sessions.models.log import seat_mark
from sessions.pack_sheets import Sheets
from sessions.packing import CHUNK, Row, columns

LINKS = ("active", "seen_active")


class Play:
    """The rows that this audience sees: `viewer` is any game master, so what is one person's alone is left out."""

    def __init__(self, campaign: Campaign, viewer: Viewer, seats: Sequence[Seat], sheets: Sheets) -> None:
        self.campaign, self.viewer, self.sheets = campaign, viewer, sheets
        self._seats = {one.pk: one.token for one in seats}
        self._sessions = dict(campaign.game_sessions.values_list("pk", "token"))
        self._entries: dict[int, str] = {}  # those that were written: pk -> token
        self._seqs: dict[int, str] = {}
        self._checks: dict[int, str] = {}
        self._places: dict[str, int] = {}  # a share's pk -> its place in its test

    def sessions(self) -> Iterator[Row]:
        for one in self.campaign.game_sessions.prefetch_related("attended").order_by("pk"):
            there = sorted(self._seats[seat.pk] for seat in one.attended.all() if seat.pk in self._seats)
            yield {"token": one.token, **columns(one), **({"attended": there} if there else {})}

    def log(self) -> Iterator[Row]:
        """In its order. A step of what is left out is left out too."""
        self._places = _places_of_shares(self.campaign)
        changes = Change.objects.filter(group__in=["", *self.viewer.groups]).order_by("pk")
        seen = LogEntry.objects.filter(channel=self.campaign.channel_id).visible_to(self.viewer).order_by("seq")
        for entry in seen.prefetch_related(Prefetch("changes", queryset=changes, to_attr="seen")).iterator(CHUNK):
            if entry.parent_id is None or entry.parent_id in self._entries:
                self._entries[entry.pk] = self._seqs[entry.seq] = entry.token
                yield self._entry(entry)

    def _entry(self, entry: LogEntry) -> Row:
        told = {**columns(entry), "payload": self._payload(entry.payload)}
        links = {
            "seat": self._seats.get(entry.seat_id or 0),
            "session": self._sessions.get(entry.session_id or 0),
            "character": self._number(entry.character_id),
            "parent": self._entries.get(entry.parent_id or 0),
            "undoes": self._entries.get(entry.undoes_id or 0),
            "concerns": [self._seats[pk] for pk in entry.concerns if pk in self._seats],
            "shared": [token for pk, token in self._seats.items() if seat_mark(pk) in entry.shared],
            "changes": [self._change(one) for one in entry.seen],  # type: ignore[attr-defined]
        }
        return {"token": entry.token, **told, **{name: value for name, value in links.items() if value}}

    def _payload(self, payload: Row) -> Row:
        told = places.moved(payload, places.PAYLOAD, self.sheets.number)
        if "were" in told:
            were = told["were"].items()
            told = {**told, "were": {str(self._places[pk]): state for pk, state in were if pk in self._places}}
        if "again" in told:
            told = {**told, "again": [self._entries[pk] for pk in told["again"] if pk in self._entries]}
        if "revealed" in told:
            told = {**told, "revealed": self._seqs.get(told["revealed"], "")}
        return {**told, **{name: self._seats.get(told[name], "") for name in places.SEATS if name in told}}

    def _change(self, change: Change) -> Row:
        told = columns(change)
        for name in ("old", "new"):
            if change.field == "portrait" and told.get(name):
                told[name] = self.sheets.picture(told[name])
            elif (change.target, change.field) == ("character", "campaign") and told.get(name):
                told[name] = self.campaign.token
        number = self._number(change.character_id)
        return {**told, "character": number} if number else told

    def _number(self, pk: int | None) -> int | None:
        return self.sheets.number(pk) if pk else None

    def checks(self) -> Iterator[Row]:
        """Tests whose row was written, with everybody's share."""
        found = Check.objects.filter(channel=self.campaign.channel_id).order_by("root__seq")
        parts = Prefetch("parts", queryset=CheckPart.objects.order_by("pk"))
        for check in found.prefetch_related(parts).iterator(CHUNK):
            if check.root_id in self._entries:
                self._checks[check.pk] = check.token
                yield self._check(check)

    def _check(self, check: Check) -> Row:
        told = {**columns(check), "root": self._entries[check.root_id]}
        told["newest"] = self._entries.get(check.newest_id, told["root"])
        told["parts"] = [self._part(one) for one in check.parts.all()]
        if check.asked:
            told["asked"] = places.moved(check.asked, places.PRICE, self.sheets.number)
        return {"token": check.token, **told}

    def _part(self, part: CheckPart) -> Row:
        seat = self._seats.get(part.seat_id or 0)
        told: dict[str, Any] = {"character": self.sheets.number(part.character_id), **columns(part)}
        return {**told, "seat": seat} if seat else told

    def asks(self) -> Iterator[Row]:
        found = Ask.objects.filter(channel=self.campaign.channel_id).order_by("root__seq")
        for ask in found.prefetch_related("answers").iterator(CHUNK):
            if ask.root_id in self._entries:
                answers = [
                    {"token": one.token, "character": self.sheets.number(one.character_id), **columns(one),
                     **({"rolled": self._checks[one.rolled_id]} if one.rolled_id in self._checks else {})}
                    for one in ask.answers.all()
                ]  # fmt: skip
                yield {"token": ask.token, **columns(ask), "root": self._entries[ask.root_id], "answers": answers}

    def scenes(self) -> Iterator[Row]:
        found = Scene.objects.filter(campaign=self.campaign).order_by("pk")
        for scene in found.prefetch_related("participants").iterator(CHUNK):
            people = {one.pk: one for one in sorted(scene.participants.all(), key=lambda one: one.pk)}
            links = {name: people[pk].token for name in LINKS if (pk := getattr(scene, f"{name}_id")) in people}
            there = [
                {"token": one.token, "character": self.sheets.number(one.character_id), **columns(one)}
                for one in people.values()
            ]
            yield {"token": scene.token, **columns(scene), **links, "participants": there}

    def rests(self) -> Iterator[Row]:
        for one in Rest.objects.filter(campaign=self.campaign).order_by("pk").iterator(CHUNK):
            choices = places.moved(one.choices, places.CHOICES, self.sheets.number)
            yield {"token": one.token, **columns(one), "choices": choices}


def _places_of_shares(campaign: Campaign) -> dict[str, int]:
    """In their tests, by their pk as text: so the steps of the log name them."""
    found: dict[str, int] = {}
    counts: dict[int, int] = {}
    parts = CheckPart.objects.filter(check_of__channel=campaign.channel_id, check_of__request__isnull=False)
    for pk, check in parts.order_by("pk").values_list("pk", "check_of"):
        found[str(pk)] = counts[check] = counts.get(check, -1) + 1
    return found
