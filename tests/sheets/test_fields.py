"""What may be typed into a field of a sheet, and what comes back as a sentence."""

import pytest
from django.urls import reverse

from caerbannog_site.errors import Refused
from rules import registry
from sheets import change_words, fields, transfer
from sheets.models import ROWS, Character, Note
from tests.cast import SYSTEM

SPEC = registry.system(SYSTEM).sheet()


@pytest.mark.parametrize(
    ("kind", "name", "typed", "value"),
    [
        ("character", "name", "  Julio  ", "Julio"),
        ("character", "concept", "", ""),
        ("trait", "level", "4", 4),
        ("trait", "note", "🎭 masks", "🎭 masks"),
        ("trait", "runes", "Veil, , Whisper ", ["Veil", "Whisper"]),
        ("bonus", "value", "3", 3),
        ("condition", "strength", "20", 20),
        ("condition", "kind", "injury", "injury"),
        ("item", "quantity", "999", 999),
        ("condition", "lasts", "scene", "scene"),
        ("condition", "lasts", "", ""),
        ("condition", "rounds_left", "0", 0),
        ("condition", "rounds_left", "", None),
        ("attack", "value", "20", 20),
        ("attack", "defence", "", ""),
        ("attack", "defence", "dodge", "dodge"),
        ("attack", "defence", "mental_defence", "mental_defence"),
        ("ability", "text", "one\r\ntwo", "one\ntwo"),
        ("note", "text", "\n  as typed \n", "\n  as typed \n"),
        ("note", "text", "x" * 20_000, "x" * 20_000),
    ],
)
def test_what_fits_is_kept(kind, name, typed, value):
    assert fields.clean(kind, name, typed, SPEC) == value


@pytest.mark.parametrize(
    ("kind", "name", "typed"),
    [
        ("character", "name", ""),
        ("character", "name", "   "),
        ("character", "name", "x" * 81),
        ("character", "name", "nul\x00"),
        ("trait", "name", ""),
        ("trait", "level", "5"),
        ("trait", "level", "9"),
        ("trait", "level", "-1"),
        ("trait", "level", "9" * 5000),
        ("trait", "level", "II"),
        ("bonus", "value", "21"),
        ("bonus", "value", ""),
        ("condition", "strength", "21"),
        ("condition", "kind", "spiritual"),
        ("condition", "lasts", "forever"),
        ("condition", "rounds_left", "21"),
        ("attack", "name", ""),
        ("attack", "value", "21"),
        ("attack", "value", ""),
        ("attack", "defence", "athletics"),
        ("attack", "defence", "physical"),
        ("ability", "kind", "curse"),
        ("ability", "cost", "1.5"),
        ("ability", "text", "x" * 2001),
        ("item", "quantity", "1000"),
        ("item", "bonus", "99999999999999999999"),
        ("note", "text", "x" * 20_001),
        ("note", "text", "a\x00b"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(kind, name, typed):
    with pytest.raises(Refused) as refusal:
        fields.clean(kind, name, typed, SPEC)
    assert refusal.value.field == name
    assert str(refusal.value.message)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("character", "flags"), ("character", "owner"), ("character", "campaign"), ("character", "hidden"),
        ("counter", "current"), ("trait", "deleted"), ("trait", "key"), ("note", "kind"), ("ability", "pays"),
        ("user", "password"), ("", ""), ("item", "character_id"),
    ],
)  # fmt: skip
def test_no_other_field_is_typed_into(kind, name):
    with pytest.raises(Refused):
        fields.clean(kind, name, "1", SPEC)


# Columns that a file and a copy leave out: whose and where a sheet is, and what only its table knows of it.
OF_THE_TABLE = {
    "id", "token", "owner", "campaign", "channel", "system", "portrait", "hidden", "template", "alias", "created_at",
    "archived_at",
}  # fmt: skip
OF_THE_ROW = {"id", "token", "character", "deleted"}


def columns(model) -> set[str]:
    return {field.name for field in model._meta.concrete_fields}


def test_every_column_of_a_character_goes_into_files_and_copies_or_belongs_to_the_table():
    assert columns(Character) - OF_THE_TABLE == set(fields.HEAD), "put the new column into fields.HEAD"


@pytest.mark.parametrize("kind", [kind for kind, _names in transfer.LISTS.values()])
def test_every_column_of_a_row_goes_into_files(kind):
    derived = {"kind"} if kind == "trait" else set()  # from its category
    written = next(set(names) for row, names in transfer.LISTS.values() if row == kind)
    assert columns(ROWS[kind]) - OF_THE_ROW - derived == written, "put the new column into transfer.LISTS"


def test_every_typed_field_has_a_word_for_the_history():
    typed = {name for names in fields.TYPED.values() for name in names}
    assert not typed - change_words.FIELDS.keys()


def test_every_typed_field_of_a_character_stands_on_the_sheet_and_on_paper(table, julio):
    shown = {name: f"the {name} here" for name in fields.TYPED["character"] if name != "alias"}  # an NPC's alone
    Character.objects.filter(pk=julio.pk).update(**shown)
    client = table.client("bartek")
    edited = client.get(reverse("panel", args=[julio.token, "ident"]), {"edit": "1"}).text
    paper = client.get(reverse("print_sheet", args=[julio.token])).text
    for name, value in shown.items():
        assert reverse("set_field", args=[julio.token, "character", name]) in edited
        assert value in paper


def test_runes_are_cut_to_a_sane_number_and_length():
    runes = fields.clean_runes(",".join(["x" * 50] * 30))
    assert len(runes) == 20
    assert {len(rune) for rune in runes} == {40}


def test_a_number_is_whole_and_within_bounds():
    assert fields.clean_number("12", "maximum") == 12
    for typed in ("-1", "1000", "ten", "", "1e3", "9" * 5000, "\x00"):
        with pytest.raises(Refused):
            fields.clean_number(typed, "maximum")


def test_permissions_are_those_of_the_game():
    assert fields.flags_with([], "mystic", True, SPEC) == ["mystic"]
    assert fields.flags_with(["mystic"], "mystic", False, SPEC) == []
    with pytest.raises(Refused):
        fields.flags_with([], "admin", True, SPEC)


def test_notes_belong_to_the_group_of_their_kind():
    assert [fields.group_of("note", "text", Note(kind=kind)) for kind in Note.Kind.values] == ["c", "d", "e"]
    with pytest.raises(Refused):
        fields.group_of("item", "colour")
