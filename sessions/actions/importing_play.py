"""Rolls, asks, scenes and rests of a campaign's file. Of two states of one thing the later counts: its `step` tells."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.utils import timezone

from sessions import packed_json as places
from sessions.actions.importing_now import Importing, chunks
from sessions.models import Answer, Ask, Check, CheckPart, LogEntry, Participant, Rest, Scene
from sessions.packing import Row

LINKS = ("active", "seen_active")


def play(now: Importing) -> None:
    """Everything that was played, in the order in which it names each other; the log is there already."""
    for rows in chunks(now.crate.rows("checks")):
        _checks(now, [row for row in rows if row["token"] not in now.names.known[Check]])
        for row in rows:
            if known := now.names.known[Check].get(row["token"]):
                _check_goes_on(now, known, row)
    _name_shares(now)
    for row in now.crate.rows("asks"):
        _ask(now, row)
    for row in now.crate.rows("scenes"):
        _scene(now, row)
    for row in now.crate.rows("rests"):
        _rest(now, row)


def _fill(one: Any, row: Row, **other: Any) -> Any:
    for name, value in {**row["cells"], **other}.items():
        setattr(one, name, value)
    return one


def _is_later(known: Model | None, row: Row) -> bool:
    return known is None or row["cells"]["step"] > known.step  # type: ignore[attr-defined]


# --- rolls --------------------------------------------------------------------------------------------------------


def _checks(now: Importing, rows: list[Row]) -> None:
    made = Check.objects.bulk_create([_check(now, Check(token=now.names.tokens[row["token"]]), row) for row in rows])
    parts = [
        [_part(now, CheckPart(check_of=one), part) for part in row["parts"]]
        for row, one in zip(rows, made, strict=True)
    ]
    CheckPart.objects.bulk_create([part for several in parts for part in several])
    for row, one, several in zip(rows, made, parts, strict=True):
        now.checks[row["token"]] = one.pk
        now.shares[row["root"]] = [part.pk for part in several]


def _check(now: Importing, check: Check, row: Row) -> Check:
    price = places.moved(row["cells"]["asked"], places.PRICE, now.characters.__getitem__)
    return _fill(
        check, row, channel_id=now.campaign.channel_id, root_id=now.entries[row["root"]], asked=price,
        newest_id=now.entries[row["newest"]], request=now.here(row["cells"]["request"]),
    )  # fmt: skip


def _part(now: Importing, part: CheckPart, row: Row) -> CheckPart:
    uses, dice = now.here(row["cells"]["uses"]), now.here(row["cells"]["dice"])
    part.character_id = now.characters[row["character"]]
    return _fill(part, row, seat=now.seat(row["seat"]), uses=uses, dice=dice)


def _check_goes_on(now: Importing, known: Check, row: Row) -> None:
    """Shares are never taken away, so the first of the file are the first here."""
    now.checks[row["token"]] = known.pk
    later = _is_later(known, row)
    parts = list(known.parts.order_by("pk")) if later or row["root"] in now.roots else []
    if later:
        now.redrawn = True
        _check(now, known, row).save()
        for n, part in enumerate(row["parts"]):
            one = _part(now, parts[n] if n < len(parts) else CheckPart(check_of=known), part)
            one.save()
            parts[n:] = [one, *parts[n + 1 :]]
    now.shares[row["root"]] = [part.pk for part in parts]


def _name_shares(now: Importing) -> None:
    """Steps of shared tests say how far whose share was before them."""
    for entry, root in now.waiting:
        shares, were = now.shares.get(root, []), entry.payload["were"]
        known = {str(n): str(pk) for n, pk in enumerate(shares)}
        entry.payload["were"] = {known[n]: state for n, state in were.items() if n in known}
    LogEntry.objects.bulk_update([entry for entry, _root in now.waiting], ["payload"], batch_size=500)


# --- asks, scenes, rests ------------------------------------------------------------------------------------------


def _ask(now: Importing, row: Row) -> None:
    known = now.names.known[Ask].get(row["token"])
    if not _is_later(known, row):
        return
    now.redrawn |= known is not None
    ask = known or Ask(token=now.names.tokens[row["token"]], channel_id=now.campaign.channel_id)
    _fill(ask, row, root_id=now.entries[row["root"]], asked=now.here(row["cells"]["asked"])).save()
    there = {one.character_id: one for one in ask.answers.all()}
    for one in row["answers"]:
        pk = now.characters[one["character"]]
        answer = there.get(pk) or Answer(ask=ask, character_id=pk, token=now.names.tokens[one["token"]])
        _fill(answer, one, rolled_id=now.checks.get(one["rolled"] or "")).save()


def _scene(now: Importing, row: Row) -> None:
    known = now.names.known[Scene].get(row["token"])
    if not _is_later(known, row):
        return
    scene = _fill(known or Scene(token=now.names.tokens[row["token"]]), row, campaign=now.campaign)
    if scene.closed_at is None and _others_open(now, scene):
        scene.closed_at = timezone.now()
    scene.save()
    there = {one.character_id: one for one in scene.participants.all()}
    people = {}
    for one in row["people"]:
        pk = now.characters[one["character"]]
        fresh = Participant(scene=scene, character_id=pk, token=now.names.tokens[one["token"]])
        people[one["token"]] = _fill(there.get(pk) or fresh, one)
        people[one["token"]].save()
    for link in LINKS:
        setattr(scene, link, people.get(row[link]))
    scene.save(update_fields=LINKS)


def _others_open(now: Importing, scene: Scene) -> bool:
    return now.campaign.scenes.filter(closed_at=None).exclude(pk=scene.pk).exists()


def _rest(now: Importing, row: Row) -> None:
    known = now.names.known[Rest].get(row["token"])
    if not _is_later(known, row):
        return
    choices = places.moved(now.here(row["cells"]["choices"]), places.CHOICES, now.characters.__getitem__)
    rest = _fill(known or Rest(token=now.names.tokens[row["token"]]), row, campaign=now.campaign, choices=choices)
    others = now.campaign.rests.filter(state=Rest.State.OPEN).exclude(pk=rest.pk)
    if rest.state == Rest.State.OPEN and others.exists():
        rest.state = Rest.State.CANCELLED
    rest.save()
