"""A campaign's file comes from anywhere: what is wrong with it is told, and nothing in it costs more than it may."""

from __future__ import annotations

import contextlib
import io
import random
import struct
import zipfile
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caerbannog_site.errors import Refused
from sessions import unpack
from tests.sessions.campaign_files import SAMPLES, lists, read, tampered


@pytest.fixture(scope="module")
def exported() -> bytes:
    """The frozen file of the first version, so that no database is needed."""
    return (SAMPLES / "campaign-v1.zip").read_bytes()


def refused(data: bytes) -> str:
    with pytest.raises(Refused) as refusal:
        read(data)
    assert refusal.value.field == "file"
    return str(refusal.value.message)


def first(name: str, /, **wrong):
    """The first row of this list, with these values."""
    return lambda found: found[name][0].update(wrong)


def entry(kind: str, /, **wrong):
    return lambda found: next(row for row in found["log.jsonl"] if row["kind"] == kind).update(wrong)


def payload(kind: str, /, **wrong):
    def change(found):
        next(row for row in found["log.jsonl"] if row["kind"] == kind)["payload"].update(wrong)

    return change


def campaign(**wrong):
    return lambda found: found["manifest.json"][0]["campaign"].update(wrong)


def sheet(name: str, /, **wrong):
    """A row of Julio's sheet."""
    return lambda found: found["characters.jsonl"][0][name][0].update(wrong)


def change(**wrong):
    """What the first entry that changed a sheet did there."""

    def there(found):
        rows = [one for row in found["log.jsonl"] for one in row.get("changes", []) if one.get("character")]
        rows[0].update(wrong)

    return there


def test_a_sound_file_tells_what_it_holds(exported):
    found = read(exported)
    assert (found.name, found.system) == ("The Killer Rabbit", "caerbannog_2026")
    assert found.people == ["Alicja", "Bartek", "Celina", "Ewa", "Filip", "Gustaw"]
    assert found.characters == ["Julio", "Strażnik", "Cień", "Bronka", "Wolf"]  # not Rosalia, who left
    assert found.counts["log"] == len(lists(exported)["log.jsonl"])
    assert found.counts["pictures"] == 1
    assert found.made_at is not None


# --- no campaign's file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"PK", b"{}", b"x" * 1000, b"PK\x05\x06" + bytes(18)], ids=str)
def test_what_is_no_archive_is_no_campaigns_file(data):
    assert refused(data) == "This is not a campaign's file."


@pytest.mark.parametrize(
    "wrong",
    [
        lambda found: found.pop("manifest.json"),
        first("manifest.json", format="caerbannog-table/character"),
        first("manifest.json", v="1"),
        first("manifest.json", v=0),
        first("manifest.json", campaign=None),
    ],
    ids=range(5),
)
def test_what_has_no_manifest_of_a_campaign_is_no_campaigns_file(exported, wrong):
    assert refused(tampered(exported, wrong)) == "This is not a campaign's file."


def test_a_newer_versions_file_is_refused_as_such(exported):
    assert "newer version" in refused(tampered(exported, first("manifest.json", v=2)))


@pytest.mark.parametrize("system", ["monopoly", None, 3, ["caerbannog_2026"]])
def test_a_game_that_is_not_known_here_is_refused(exported, system):
    assert "not known here" in refused(tampered(exported, campaign(system=system)))


def test_what_a_later_version_may_add_is_ignored(exported):
    def more(found):
        found["weather.jsonl"] = [{"token": "x"}]
        found["manifest.json"][0]["weather"] = found["seats.jsonl"][0]["hat"] = found["log.jsonl"][0]["mood"] = "fine"

    assert read(tampered(exported, more)).counts == read(exported).counts


# --- what costs too much ----------------------------------------------------------------------------------------------


def test_a_file_of_too_many_members_is_not_even_listed(monkeypatch):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(unpack.MOST_MEMBERS + 1):
            archive.writestr(str(number), b"")
    monkeypatch.setattr(unpack, "ZipFile", None)
    assert refused(data.getvalue()) == "This is not a campaign's file."


@pytest.mark.parametrize("end", [b"PK\x06\x07" + bytes(16), bytes(20)])
def test_a_file_whose_numbers_are_elsewhere_is_not_listed(monkeypatch, end):
    """A zip of the large kind tells its real numbers before its last record."""
    last = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 0, 0, 0)
    if end.startswith(b"PK"):
        monkeypatch.setattr(unpack, "ZipFile", None)
    assert refused(bytes(100) + end + last) == "This is not a campaign's file."


@pytest.mark.parametrize(("limit", "value"), [("MOST_LINE", 1000), ("MOST_UNPACKED", 1000)])
def test_a_file_that_grows_too_large_is_given_up(exported, monkeypatch, limit, value):
    monkeypatch.setattr(unpack, limit, value)
    assert refused(exported) == "The file holds more than a campaign may have."


def test_a_bomb_is_given_up_at_its_first_line():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * (unpack.MOST_LINE + 10))
    assert len(data.getvalue()) < 10_000
    assert refused(data.getvalue()) == "The file holds more than a campaign may have."


def test_too_many_rows_are_refused(exported, monkeypatch):
    monkeypatch.setitem(unpack.MOST, "seats", 3)
    assert refused(tampered(exported, lambda found: None)) == "The file holds more than a campaign may have."


def test_names_of_members_lead_nowhere(exported, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = io.BytesIO(exported)
    with zipfile.ZipFile(data, "a") as archive:
        for name in ("../../evil", "/etc/evil", "pictures/../../evil"):
            archive.writestr(name, b"evil")
    read(data.getvalue())
    assert not list(tmp_path.rglob("*"))


# --- what no form would take ------------------------------------------------------------------------------------------

WRONG = {
    "no name": campaign(name=" "),
    "a long name": campaign(name="x" * 81),
    "house rules of no game": campaign(house={"dragons": 3}),
    "house rules that are none": campaign(house=[1]),
    "a time without a zone": campaign(created_at="2026-11-30T20:00:00"),
    "a time beyond all zones": campaign(created_at="9999-12-31T23:59:59+00:00"),
    "no token": campaign(id="../../etc/passwd"),
    "a screen's seat": first("seats.jsonl", role="screen"),
    "an unknown role": first("seats.jsonl", role="owner"),
    "a NUL": first("seats.jsonl", name="a\x00b"),
    "half a sign": first("seats.jsonl", name="\ud800"),
    "somebody twice": lambda found: found["seats.jsonl"].append(found["seats.jsonl"][0]),
    "one token for two things": lambda found: found["sessions.jsonl"][0].update(token=found["seats.jsonl"][0]["token"]),
    "a session on no day": first("sessions.jsonl", date=None),
    "a session attended by nobody known": first("sessions.jsonl", attended=["AAAAAAAAAAAAAAAA"]),
    "a level of no game": sheet("traits", level=9),
    "a trait of no game": sheet("traits", key="dragonry"),
    "a huge number": sheet("counters", current=10**30),
    "a negative pool": sheet("counters", current=-1),
    "a bonus out of bounds": sheet("bonuses", value=99),
    "a condition of no kind": sheet("conditions", kind="dragon"),
    "a character's number twice": lambda found: found["characters.jsonl"][1].update(n=1),
    "a private note": sheet("notes", kind="private"),
    "two biographies": lambda found: found["characters.jsonl"][0]["notes"][1].update(kind="biography"),
    "a picture elsewhere": first("characters.jsonl", portrait="../../../etc/passwd"),
    "an owner who sits nowhere": first("characters.jsonl", owner="AAAAAAAAAAAAAAAA"),
    "somebody's own roll": first("log.jsonl", mode="self"),
    "somebody's own notes": first("log.jsonl", group="d"),
    "an unknown kind of row": first("log.jsonl", kind="dragon"),
    "a number in the log that is nobody": entry("check", character=99),
    "a result of nobody": payload("rest_called", people=[99]),
    "a payload that is none": first("log.jsonl", payload=[]),
    "a result that is none": payload("check", result={"v": 1, "kind": "result"}),
    "a rest of no game": payload("rest_called", rest="coma"),
    "a text that is none": payload("message", text=["x"]),
    "a change of no column": change(field="pk"),
    "a change of the key": change(target="user:1", field="password"),
    "a change to another type": change(new="many"),
    "a change of private notes": change(group="d"),
    "a roll without its row": lambda found: found["checks.jsonl"][0].update(root=found["log.jsonl"][0]["token"]),
    "a row without its roll": lambda found: found["checks.jsonl"].pop(),
    "an ask without its row": lambda found: found["asks.jsonl"].pop(),
    "dice that are none": lambda found: found["checks.jsonl"][0]["parts"][0].update(dice=[["inquiry", "8"]]),
    "a roll's result elsewhere": lambda found: found["checks.jsonl"][0].update(
        newest=found["checks.jsonl"][1]["root"]
    ),
    "a roll of nobody": lambda found: found["checks.jsonl"][0].update(parts=[]),
    "an unknown state": first("scenes.jsonl", kind="siesta"),
    "somebody twice in a scene": lambda found: found["scenes.jsonl"][0]["participants"][1].update(
        character=found["scenes.jsonl"][0]["participants"][0]["character"]
    ),
    "a turn of nobody in the scene": first("scenes.jsonl", active="AAAAAAAAAAAAAAAA"),
    "a turn of what is no name": first("scenes.jsonl", seen_active=[["x", 1]]),
    "two open scenes": lambda found: found["scenes.jsonl"].append(
        {"token": "AAAAAAAAAAAAAAAA", "opened_at": found["scenes.jsonl"][0]["opened_at"]}
    ),
    "a called rest of no game": first("rests.jsonl", kind="coma"),
    "a rest's choice that is none": lambda found: found["rests.jsonl"][0]["choices"].update({"1": 3}),
    "no JSON": lambda found: found["rests.jsonl"].append("…"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", list(WRONG.values()), ids=list(WRONG))
def test_what_no_page_would_make_is_refused(exported, wrong):
    """Each beside the untouched file, which is read (above)."""
    data = tampered(exported, wrong)
    assert data != exported
    assert refused(data)


def test_it_is_told_where_the_file_is_wrong(exported):
    said = refused(tampered(exported, sheet("traits", level=9)))
    assert said == "The file cannot be used. characters.jsonl, line 1: This game has no such level."


# --- garbage ----------------------------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=20)
KNOWN = st.sampled_from(["public", "gm", "momentum", "physical", "check", "character", "2026-12-01", "own:x", 1, 2, {}])
GARBAGE = st.recursive(
    SCALARS | KNOWN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)
FUZZ = settings(
    max_examples=60, deadline=timedelta(seconds=60), suppress_health_check=list(HealthCheck), derandomize=True
)


def somewhere(value, chance: random.Random):
    """The way to any place in this JSON, as deep as it goes."""
    way = []
    while isinstance(value, dict | list) and value and chance.random() < 0.9:
        step = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        way, value = [*way, step], value[step]
    return way


@FUZZ
@given(seed=st.integers(0, 10**9), garbage=GARBAGE)
def test_garbage_in_any_place_is_read_or_refused(exported, seed, garbage):
    chance = random.Random(seed)

    def spoil(found):
        rows = found[chance.choice([name for name in found if found[name]])]
        number = chance.randrange(len(rows))
        *way, last = [number, *somewhere(rows[number], chance)]
        place = rows
        for step in way:
            place = place[step]
        place[last] = garbage

    with contextlib.suppress(Refused):
        read(tampered(exported, spoil))


@FUZZ
@given(seed=st.integers(0, 10**9))
def test_broken_bytes_are_read_or_refused(exported, seed):
    chance, whole = random.Random(seed), bytearray(exported)
    for _ in range(chance.randint(1, 6)):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    with contextlib.suppress(Refused):
        read(bytes(whole))
