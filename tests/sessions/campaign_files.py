"""A campaign with one of everything in it, as a file; and files that were tampered with."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from django.db import connection

from rules.values import Modifier
from sessions.access import Viewer
from sessions.actions import campaigns, checks, evenings, gm_notes, retracting, roll_undo, rounds, turn_back, ways_back
from sessions.actions import table as table_actions
from sessions.actions.importing import import_campaign
from sessions.models import Campaign, Check, Mode
from sessions.models import Scene as OpenScene
from sessions.pack import packed
from sessions.packing import MANIFEST
from sessions.unpack_proof import need_drawable
from sessions.unpack_rows import unpacked
from sheets.actions import counters, edit, life, undo
from tests.permissions.scene import Scene
from tests.sessions.actions.test_checks import request_of
from tests.sessions.together import throw

SAMPLES = Path(__file__).parent / "samples"
CANARY = "Canarsecretus"  # stands in whatever no file may hold
GM_CANARY = "Secretum magistri"  # in what game masters know
KEYS = 10_000_000
Change = Callable[[dict[str, list[dict[str, Any]]]], Any]


def played() -> Scene:
    """The table of the permission tests, and then some. Its dice are thrown by chance."""
    scene = Scene()
    table, julio, campaign = scene.table, scene.julio, scene.campaign
    alicja, bartek = table.viewer("alicja"), table.viewer("bartek")
    evenings.begin(actor=alicja, campaign=campaign, today=date(2026, 12, 5))
    campaigns.change_house(actor=alicja, campaign=campaign, momentum_cap=12)
    gm_notes.write(actor=alicja, campaign=campaign, text=GM_CANARY, was=edit.fingerprint(""))
    for kind, actor, text in (("private", bartek, CANARY), ("biography", bartek, "At sea."), ("gm", alicja, GM_CANARY)):
        edit.set_field(actor=actor, character=julio, target=f"note:={kind}", name="text", value=text)
    secret = request_of(julio, "inquiry", modifiers=(Modifier(1, CANARY),))
    checks.roll(actor=bartek, character=julio, request=secret, mode=Mode.SELF)
    said = table_actions.say(actor=bartek, channel_id=campaign.channel_id, text=CANARY)
    retracting.retract(actor=alicja, entry=said)
    table_actions.say(actor=bartek, channel_id=campaign.channel_id, text="Żółw, „cytat”\nand a line", mode=Mode.GM)
    table_actions.throw_dice(actor=bartek, channel_id=campaign.channel_id, formula="2k6+3")
    change = counters.change_counter(actor=bartek, character=julio, key="momentum", typed="-2")
    undo.undo(actor=bartek, character=julio, token=change.token)
    done = checks.roll(actor=bartek, character=julio, request=request_of(julio, "inquiry")).rolled
    roll_undo.undo_step(actor=alicja, check=Check.objects.get(pk=done.pk), expect=done.step)
    for who in (julio, table.rosalia):
        throw(table, Check.objects.get(pk=scene.gathering.pk), who)
    _a_turn_and_back(scene)
    ways_back.make_for_seat(actor=alicja, campaign=campaign, seat=table.seats["gustaw"])
    life.leave_campaign(actor=table.viewer("celina"), character=table.rosalia)
    return scene


def far_from_here() -> None:
    """On SQLite let all keys be greater than any other number, so that one that gets into a file is seen there."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names(cursor):
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, KEYS])


def _a_turn_and_back(scene: Scene) -> None:
    alicja = scene.table.viewer("alicja")
    for act in (rounds.go_on, turn_back.go_back):
        fight = OpenScene.objects.get(campaign=scene.campaign)
        act(actor=alicja, campaign=scene.campaign, scene=fight, expect=fight.step)


# --- files ----------------------------------------------------------------------------------------------------------


def file_of(campaign: Campaign, gm: Viewer) -> bytes:
    with packed(campaign, gm) as file:
        return file.read()


def lists(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Everything in the file but its pictures, by the members' names."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.endswith((".json", ".jsonl"))]
        return {name: [json.loads(line) for line in archive.read(name).splitlines()] for name in names}


def tampered(data: bytes, change: Change) -> bytes:
    """The file with whatever `change` did to its lists; an object instead of a list of lines is a whole member."""
    found, fresh = lists(data), io.BytesIO()
    change(found)
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(fresh, "w") as archive:
        for name, rows in found.items():
            archive.writestr(name, "\n".join(json.dumps(row) for row in rows))
        for name in set(old.namelist()) - set(lists(data)):
            archive.writestr(name, old.read(name))
    return fresh.getvalue()


def bring(data: bytes, user: Any, into: Campaign | None = None, once: str = "") -> Campaign:
    """Import it as this person."""
    with unpacked(io.BytesIO(data)) as crate:
        return import_campaign(
            actor=Viewer(user_id=user.pk, language="en"), crate=crate, proof=need_drawable, into=into, once=once
        )  # fmt: skip


def read(data: bytes) -> Any:
    """Only look into it."""
    with unpacked(io.BytesIO(data)) as crate:
        return crate.contents


def without_import(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """What a file says of the campaign itself: not when it was made, nor that it was brought in."""
    kept = {name: [row for row in rows if row.get("kind") != "imported"] for name, rows in found.items()}
    return {**kept, MANIFEST: [{**row, "made_at": ""} for row in kept[MANIFEST]]}
