"""A backup that is made while people play holds one moment: nothing half, nothing that came later."""

import json
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from caerbannog_site.backup import save
from rules.values import CheckRequest, Participant, TraitUse
from sessions.actions import checks
from sessions.models import LogEntry
from sheets.actions import counters
from sheets.models import Character
from tests.cast import make_table
from tests.installations import content
from tests.races import PATIENCE

VENDOR = "postgresql" if settings.ON_POSTGRESQL else "sqlite"
APPENDED = ("game_sessions_logentry", "game_sessions_change", "game_sessions_checkpart")


@pytest.fixture
def table(transactional_db, dice):
    dice.real()
    return make_table()


def play(table, name: str, over: threading.Event) -> None:
    """Tests, and something gained and spent, until it is over."""
    test = CheckRequest(
        participants=(Participant(table.julio.pk, "initiator", (TraitUse("athletics"),)),), difficulty=2
    )
    try:
        while not over.is_set():
            julio = Character.objects.select_related("campaign").get(pk=table.julio.pk)
            checks.roll(actor=table.viewer(name), character=julio, request=test)
            for typed in ("+2", "-1"):
                counters.change_counter(actor=table.viewer(name), character=julio, key="experience", typed=typed)
    finally:
        over.set()
        connections.close_all()


def saved_while_people_played(into: Path) -> Path:
    """The first backup during which something was written."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = LogEntry.objects.count()
        file = save.save(into=into)
        if LogEntry.objects.count() > before > 0:
            return file
        file.unlink()
    raise TimeoutError("nobody wrote anything")


def as_dicts(lines: list) -> list[dict]:
    return [dict(zip(lines[0], row, strict=True)) for row in lines[1:]]


def test_a_backup_under_load_comes_back_as_one_moment(table, place, tmp_path):
    over = threading.Event()
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, table, name, over) for name in ("alicja", "ewa", "bartek")]
        try:
            file = saved_while_people_played(tmp_path)
        finally:
            over.set()
    for one in playing:
        one.result()

    new = place(VENDOR)
    new.must("restore", str(file))
    then, now = json.loads(new.content()), content()
    for name in APPENDED:
        assert 1 < len(then[name]) < len(now[name])
        assert then[name] == now[name][: len(then[name])]

    entries = as_dicts(then["game_sessions_logentry"])
    assert max(entry["seq"] for entry in entries) == as_dicts(then["game_sessions_channel"])[0]["seq"]
    rolls = [entry["id"] for entry in entries if entry["kind"] == "check"]
    assert sorted(check["root_id"] for check in as_dicts(then["game_sessions_check"])) == rolls
    gained: defaultdict[tuple, int] = defaultdict(int)
    for change in as_dicts(then["game_sessions_change"]):
        gained[change["character_id"], change["target"]] += change["delta"] or 0
    found = as_dicts(then["sheets_counter"])
    assert found
    for counter in found:
        assert counter["current"] == gained[counter["character_id"], f"counter:{counter['key']}"]
