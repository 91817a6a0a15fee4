"""A sheet to its file and back, for each reader what they may see; and no file, however broken, is an error 500."""

import contextlib
import json
import random
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caerbannog_site.errors import Refused
from sessions.access import Viewer
from sheets import fields, portraits, reading, snapshot, transfer
from sheets.access import Rights, sheet_for
from sheets.actions import births
from sheets.models import Ability, Attack, Bonus, Character, Condition, Counter, Item, Note, Training, Trait
from tests.sheets.pictures import picture


@pytest.fixture
def full(julio, campaign):
    """Julio with something in every row kind and every field group."""
    julio.origin, julio.archetype, julio.flags = "Apolitania", "Szuler", ["mystic"]
    julio.portrait = portraits.keep(portraits.clean(picture()))
    julio.save()
    Trait.objects.create(character=julio, kind="skill", category="mystic", name="Krąg Cieni", level=2, runes=["Szept"])
    Trait.objects.create(character=julio, kind="skill", category="specialist", key="thievery", level=4, note="locks")
    Counter.objects.create(character=julio, key="momentum", current=4, maximum=10)
    Counter.objects.create(character=julio, key="vitality", current=0, maximum=12)
    Counter.objects.create(character=julio, key="contacts", label="Przemytnicy", current=0, maximum=0)
    Condition.objects.create(
        character=julio, kind="mental", name="dazed", strength=3, note="till dawn", lasts="rounds", rounds_left=2
    )
    Condition.objects.create(character=julio, kind="injury", name="a broken rib")
    Ability.objects.create(
        character=julio, kind="ability", name="Gambler's luck", text="Once.\nMore.", cost=2, pays="momentum"
    )
    Item.objects.create(character=julio, name="Coat", text="Boiled leather", bonus=1, wear_left=3, wear_most=4)
    Attack.objects.create(character=julio, name="Cane", value=0, defence="dodge", note="up close")
    Condition.objects.create(character=julio, kind="mental", name="afraid", strength=1, lasts="rounds", rounds_left=0)
    Item.objects.create(character=julio, name="Potion", quantity=0)
    Item.objects.create(character=julio, name="Lost", deleted=True)
    Training.objects.create(character=julio, name="Swords", invested=2, required=6)
    Training.objects.create(character=julio, name="Letters", invested=3, done=True)
    for kind, owner in (("biography", None), ("private", None), ("gm", campaign)):
        Note.objects.create(character=julio, kind=kind, text=f"the {kind} canary", campaign=owner)
    return julio


def exported(user, character) -> dict:
    opened = sheet_for(user, character.token)
    return transfer.export(snapshot.load_one(opened.character), opened.rights)


def brought(user, content: dict) -> Character:
    found = reading.read(json.dumps(content).encode())
    actor = Viewer(user_id=user.pk, language=user.language)
    return births.bring_character(actor=actor, character=found.character, rows=found.rows, portrait=found.portrait)


def test_the_owners_file_comes_back_the_same(full, bartek):
    content = exported(bartek, full)
    assert content["notes"] == {"biography": "the biography canary", "private": "the private canary"}
    again = brought(bartek, content)
    assert (again.owner, again.campaign) == (bartek, None)
    assert exported(bartek, again) == content


@pytest.mark.parametrize("who", ["celina", "filip"])
def test_another_readers_file_comes_back_the_same(full, table, who):
    user = table.people[who]
    content = exported(user, full)
    assert exported(user, brought(user, content)) == content


def test_an_empty_sheet_comes_back_the_same(table, rosalia, celina):
    content = exported(celina, rosalia)
    assert exported(celina, brought(celina, content)) == content


def test_the_gms_notes_are_in_the_gms_file_and_are_not_read_back(full, alicja):
    content = exported(alicja, full)
    assert content["notes"] == {"biography": "the biography canary", "gm": "the gm canary"}
    found = reading.read(json.dumps(content).encode())
    assert len(found.notices) == 1
    again = exported(alicja, brought(alicja, content))
    assert again["notes"] == {"biography": "the biography canary"}
    assert {**again, "notes": content["notes"]} == content


@pytest.mark.parametrize(
    ("groups", "absent"),
    [
        ("a", {"traits", "counters", "notes", "origin", "abilities", "flags"}),
        ("ap", {"traits", "notes", "origin", "conditions"}),
        ("apbc", set()),
    ],
)
def test_a_file_holds_its_readers_groups_and_nothing_else(full, groups, absent):
    content = transfer.export(snapshot.load_one(full), Rights(groups))
    assert not absent & content.keys()
    text = json.dumps(content)
    assert "private canary" not in text
    assert "gm canary" not in text
    assert ("biography canary" in text) == ("c" in groups)


def test_the_full_sheet_has_whatever_a_file_can_hold(full, bartek):
    """So that a new field, once it is in the lists, is round-tripped above or fails here."""
    content = exported(bartek, full)
    assert set(fields.HEAD) <= content.keys()
    held = {kind: {name for row in content[kind] for name in row} for kind in transfer.LISTS}
    assert held == {kind: set(names) for kind, (_row, names) in transfer.LISTS.items()}


def test_nothing_of_the_table_is_in_a_file(full, bartek, campaign):
    text = json.dumps(exported(bartek, full))
    tokens = [full.token, full.portrait, campaign.token, *full.item_rows.values_list("token", flat=True)]
    assert not any(token in text for token in tokens)
    assert campaign.name not in text
    assert "Lost" not in text


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Julio", "Julio.json"),
        ("../../etc/passwd", "etc passwd.json"),
        ("Łucja „Żaba”", "Łucja Żaba.json"),
        ("…", "character.json"),
    ],
)
def test_the_files_name(name, file):
    assert transfer.filename(Character(name=name)) == file


# --- what is refused ----------------------------------------------------------------------------------------------

GOOD = {"format": transfer.FORMAT, "v": 1, "system": "caerbannog_2026", "name": "Nowy"}


def read(**changes):
    return reading.read(json.dumps({**GOOD, **changes}).encode())


def test_the_least_file_is_enough():
    assert read().character.name == "Nowy"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"null", b"[]", b"1", b"\xff\xfe", b'{"format": "x"}', b"[" * 100_000, b'{"a":' * 50_000,
        json.dumps({**GOOD, "v": 0}).encode(), json.dumps({**GOOD, "v": "1"}).encode(),
        json.dumps({**GOOD, "v": True}).encode(), json.dumps({**GOOD, "v": 1.0}).encode(),
        json.dumps({**GOOD, "v": float("nan")}).encode(), b'{"v": ' + b"9" * 5000 + b"}",
    ],
    ids=range(15),
)  # fmt: skip
def test_what_is_no_file_of_a_character_is_refused(data):
    with pytest.raises(Refused, match="not a character's file"):
        reading.read(data)


def test_a_newer_version_is_named_so():
    with pytest.raises(Refused, match="newer version"):
        read(v=2)


@pytest.mark.parametrize("system", ["dragons", "", None, 3, []])
def test_an_unknown_game_is_refused(system):
    with pytest.raises(Refused, match="not known here"):
        read(system=system)


def test_a_file_too_large_is_refused_unread():
    with pytest.raises(Refused, match="larger than 2 MB"):
        reading.read(b" " * (reading.MOST_BYTES + 1))


@pytest.mark.parametrize(
    "broken",
    [
        {"name": ""}, {"name": "x" * 81}, {"name": 3}, {"name": "a\x00b"}, {"name": "\ud800"}, {"concept": "x" * 201},
        {"concept": ["x"]}, {"flags": "mystic"}, {"flags": [1]}, {"traits": {}}, {"traits": ["x"]}, {"traits": [{}]},
        {"traits": [{"category": "physical", "key": "medicine"}]},
        {"traits": [{"category": "physical", "name": "Own"}]},
        {"traits": [{"category": "mystic"}]},
        {"traits": [{"category": "physical", "key": "athletics", "level": 5}]},
        {"traits": [{"category": "physical", "key": "athletics", "level": -1}]},
        {"traits": [{"category": "physical", "key": "athletics", "level": True}]},
        {"traits": [{"category": "physical", "key": "athletics", "level": 1.5}]},
        {"traits": [{"category": "physical", "key": "athletics", "level": None}]},
        {"traits": [{"category": "physical", "key": "athletics"}] * 2},
        {"traits": [{"category": "mystic", "name": "C", "runes": ["x" * 41]}]},
        {"traits": [{"category": "mystic", "name": "C", "runes": ["x"] * 21}]},
        {"traits": [{"category": "mystic", "name": "C", "runes": "x"}]},
        {"traits": [{"category": "mystic", "name": f"C{n}"} for n in range(201)]},
        {"bonuses": [{"category": "physical", "value": 21}]},
        {"bonuses": [{"category": "physical_defence", "value": 1}]},
        {"bonuses": [{"category": "physical", "value": 1}, {"category": "physical", "value": 2}]},
        {"counters": [{"key": "mana", "current": 1}]}, {"counters": [{"key": "momentum", "current": -1}]},
        {"counters": [{"key": "experience", "current": 1000}]}, {"counters": [{"key": "momentum", "current": "3"}]},
        {"counters": [{"key": "vitality", "current": 1, "maximum": "many"}]},
        {"counters": [{"key": "contacts", "label": "x" * 31}]},
        {"conditions": [{"kind": "odd", "name": "x"}]}, {"conditions": [{"kind": "mental"}]},
        {"conditions": [{"kind": "mental", "name": "x", "strength": 21}]},
        {"abilities": [{"kind": "ability", "name": "x", "pays": "mana"}]},
        {"abilities": [{"kind": "spell", "name": "x"}]},
        {"abilities": [{"kind": "ability", "name": "x", "text": "x" * 2001}]},
        {"abilities": [{"kind": "ability", "name": {"a": 1}}]},
        {"items": [{"text": "no name"}]}, {"items": [{"name": "x", "quantity": 1000}]}, {"items": [[]]},
        {"items": None},
        {"trainings": [{"invested": 1}]}, {"trainings": [{"name": "x", "invested": -1}]},
        {"trainings": [{"name": "x", "required": 1000}]}, {"trainings": [{"name": "x", "done": 1}]},
        {"notes": []}, {"notes": {"private": 3}}, {"notes": {"biography": "x" * 20_001}},
    ],
)  # fmt: skip
def test_wrong_values_are_refused_with_a_word_about_them(broken):
    with pytest.raises(Refused, match="cannot be used"):
        read(**broken)


def test_unknown_things_are_left_out_and_counted():
    found = read(hat="red", items=[{"name": "Rope", "colour": "blue"}])
    assert found.notices == ["2 things in the file were not understood and left out."]
    assert found.rows[0].name == "Rope"


@pytest.mark.parametrize("portrait", ["!!", "aGVsbG8=", 3, ["x"], "ż", "x" * 1_000_000])
def test_a_broken_portrait_costs_the_portrait_only(portrait):
    found = read(portrait=portrait)
    assert found.portrait == b""
    assert len(found.notices) == 1


def test_what_stands_above_its_maximum_is_lowered():
    found = read(counters=[{"key": "vitality", "current": 12, "maximum": 4}], items=[{"name": "x", "wear_left": 3}])
    assert (found.rows[0].current, found.rows[1].wear_left) == (4, 0)


# --- garbage ------------------------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=30)
GARBAGE = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
FUZZ = settings(max_examples=150, deadline=timedelta(seconds=20), suppress_health_check=list(HealthCheck))
PLACES = ["name", "concept", "origin", "flags", "portrait", "notes", "system", "v", "format", *transfer.LISTS]


@FUZZ
@given(place=st.sampled_from(PLACES), garbage=GARBAGE)
def test_garbage_in_any_place_is_read_or_refused(place, garbage):
    with contextlib.suppress(Refused):
        read(**{place: garbage})


@FUZZ
@given(kind=st.sampled_from(list(transfer.LISTS)), data=st.data())
def test_garbage_in_any_field_of_a_row_is_read_or_refused(kind, data):
    names = transfer.LISTS[kind][1]
    value = GARBAGE | st.sampled_from(["physical", "athletics", "momentum", "mental", "ability", 3])
    drawn = data.draw(st.sets(st.sampled_from(names)), "names")
    row = {name: data.draw(value, name) for name in sorted(drawn)}
    with contextlib.suppress(Refused):
        read(**{kind: [row]})


@FUZZ
@given(seed=st.integers(0, 10**9))
def test_broken_bytes_are_read_or_refused(seed):
    chance = random.Random(seed)
    whole = bytearray(json.dumps({**GOOD, "items": [{"name": "Rope"}], "notes": {"biography": "x"}}).encode())
    for _ in range(chance.randint(1, 6)):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    with contextlib.suppress(Refused):
        reading.read(bytes(whole))


def test_what_is_read_can_be_kept(db, bartek):
    """The database takes whatever the reader lets through (PostgreSQL is the stricter one)."""
    content = {
        **GOOD,
        "name": "\N{WAVING HAND SIGN} " + "ż" * 70,
        "bonuses": [{"category": "physical", "value": 20}],
        "counters": [{"key": "experience", "current": 999}],
        "traits": [{"category": "mystic", "name": "\u202e", "level": 0, "runes": ["\U0010ffff"]}],
    }
    assert exported(bartek, brought(bartek, content)) == content
    assert Bonus.objects.filter(character__name=content["name"]).exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"flags": [1]}, "“permissions” is not a text."),
        ({"items": {}}, "“Things” is not a list of at most 200 things."),
        ({"notes": []}, "The notes are not texts by their kind."),
        ({"notes": {"private": 3}}, "“private notes” is not a text."),
        ({"counters": [{"key": "momentum", "current": -1}]}, "Pools, row 1: “value” is not a number from 0 to 999."),
        ({"items": [{"name": "Rope"}, {}]}, "Things, row 2: “name” is missing."),
        ({"traits": [{"category": "physical", "key": "athletics"}] * 2}, "“Athletics” stands there twice."),
        ({"bonuses": [{"category": "physical", "value": 1}] * 2}, "“Physical” stands there twice."),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_the_sheets_own_words(wrong, said):
    with pytest.raises(Refused) as refusal:
        read(**wrong)
    assert str(refusal.value.message) == f"The file cannot be used. {said}"


def test_each_list_of_a_file_has_one_field_group():
    assert {kind: transfer._group_of(kind) for kind, _names in transfer.LISTS.values()} == {
        "trait": "b", "bonus": "b", "counter": "p", "condition": "b", "ability": "b", "item": "b",
        "attack": "b",
        "training": "b",
    }  # fmt: skip
