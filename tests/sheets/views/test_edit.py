"""Editing over the wire: who may, what is answered, and that nothing typed ever breaks the server."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from sessions.models import Campaign, LogEntry
from sheets import fields, panels
from sheets.actions.edit import field_id, fingerprint
from sheets.models import Ability, Character, Condition, Counter, Item, Note, Trait
from tests.cast import HTMX

HOSTILE = "<img src=x onerror=alert(1)>"
PRESSES = {
    "counter": ("counter", ["endurance"], {"delta": "-1"}),
    "maximum": ("maximum", ["endurance"], {"value": "12"}),
    "set_field": ("set_field", ["trait:=athletics", "level"], {"value": "2"}),
    "flag": ("flag", ["mystic"], {"value": "1"}),
    "add_row": ("add_row", ["item"], {"name": "rope"}),
    "remove_row": ("remove_row", ["item:ROW"], {}),
    "use_ability": ("use_ability", ["ROW"], {}),
    "wear_item": ("wear_item", ["ROW"], {}),
    "ease_condition": ("ease_condition", ["ROW"], {}),
}
ROWS = {
    "remove_row": {},
    "wear_item": {},
    "use_ability": {"cost": 1, "pays": "vitality"},
    "ease_condition": {"strength": 2},
}
MODELS = {"remove_row": Item, "wear_item": Item, "use_ability": Ability, "ease_condition": Condition}


@pytest.fixture
def post(table, julio):
    """post(who, name, *args, **data) as the sheet's own page sends it."""

    def post(who, view, /, *args, character=julio, htmx=True, **data):
        here = "http://testserver" + reverse("sheet", args=[character.token])
        headers = {**HTMX, "HX-Current-URL": here} if htmx else {}
        return table.client(who).post(reverse(view, args=[character.token, *args]), data, headers=headers)

    return post


@pytest.fixture
def press(post, julio):
    """press(who, name) presses one of PRESSES, always on the same row where it needs one."""
    rows = {}

    def press(who, name, /, **more):
        view, args, data = PRESSES[name]
        if name in MODELS and name not in rows:
            rows[name] = MODELS[name].objects.create(character=julio, name="row", **ROWS[name])
        row = rows.get(name)
        return post(who, view, *(arg.replace("ROW", row.token if row else "") for arg in args), **data, **more)

    return press


each = pytest.mark.parametrize("name", list(PRESSES))


# --- who may ------------------------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("who", ["bartek", "alicja", "ewa"])
def test_the_owner_and_the_gms_may(press, who, name):
    answer = press(who, name)
    assert answer.status_code == 200
    assert "<hx-partial" in answer.content.decode()
    assert LogEntry.objects.count() == 1


@each
@pytest.mark.parametrize(
    ("who", "status"),
    [("celina", 403), ("gustaw", 403), ("filip", 403), ("iga", 403), ("henryk", 403), ("daniel", 404)],
)
def test_others_may_not(press, who, status, name):
    answer = press(who, name)
    assert answer.status_code == status
    assert not LogEntry.objects.exists()


@each
def test_nobody_changes_what_is_archived(press, julio, name):
    Character.objects.filter(pk=julio.pk).update(archived_at=timezone.now())
    assert press("bartek", name).status_code == 403
    Character.objects.filter(pk=julio.pk).update(archived_at=None)
    Campaign.objects.update(archived_at=timezone.now())
    assert press("alicja", name).status_code == 403
    assert not LogEntry.objects.exists()


@each
def test_looking_is_not_pressing(table, julio, name):
    view, args, _data = PRESSES[name]
    assert table.client("bartek").get(reverse(view, args=[julio.token, *args])).status_code == 405


@each
def test_who_is_not_signed_in_goes_to_the_door(table, julio, name):
    view, args, data = PRESSES[name]
    assert table.anonymous.post(reverse(view, args=[julio.token, *args]), data).status_code == 302
    assert not LogEntry.objects.exists()


@each
def test_a_browser_without_scripts_comes_back_to_the_sheet(press, julio, name):
    answer = press("bartek", name, htmx=False)
    assert (answer.status_code, answer.url) == (302, reverse("sheet", args=[julio.token]))


def test_private_notes_are_the_owner_s_and_gm_notes_the_gms(post, julio):
    assert post("bartek", "set_field", "note:=private", "text", value="mine").status_code == 200
    assert post("alicja", "set_field", "note:=private", "text", value="hers").status_code == 403
    assert post("alicja", "set_field", "note:=gm", "text", value="spy").status_code == 200
    assert post("bartek", "set_field", "note:=gm", "text", value="not a spy").status_code == 403
    assert set(Note.objects.filter(character=julio).values_list("text", flat=True)) == {"mine", "spy"}


def test_a_row_of_another_sheet_is_out_of_reach(post, rosalia):
    theirs = Item.objects.create(character=rosalia, name="bag", quantity=2)
    assert post("bartek", "remove_row", f"item:{theirs.token}").status_code == 409
    assert post("bartek", "wear_item", theirs.token).status_code == 409
    assert post("bartek", "set_field", f"item:{theirs.token}", "name", value="x").status_code == 409
    theirs.refresh_from_db()
    assert (theirs.name, theirs.quantity, theirs.deleted) == ("bag", 2, False)


# --- what is answered ---------------------------------------------------------------------------------------------


def test_the_answer_is_what_changed(post, julio):
    html = post("bartek", "counter", "endurance", delta="-1").content.decode()
    assert re.findall(r'<hx-partial hx-target="#panel-(\w+)-', html) == ["pools", "social", "abilities"]
    assert post("bartek", "counter", "endurance", change="9").status_code == 204


def test_what_is_typed_wins_over_the_button(post, julio):
    post("bartek", "counter", "endurance", change="4", delta="1")
    assert Counter.objects.get(character=julio, key="endurance").current == 4


def test_a_saved_text_answers_with_its_version(post):
    answer = post("bartek", "set_field", "note:=biography", "text", value="born\r\nraised")
    assert answer.headers["X-Was"] == fingerprint("born\nraised")
    assert "X-Was" not in post("bartek", "set_field", "trait:=athletics", "level", value="2").headers
    for target, name, value, kept in (
        ("character", "name", " Julia ", "Julia"), ("trait:=athletics", "runes", "Veil,Ash", "Veil, Ash"),
    ):  # fmt: skip
        assert post("bartek", "set_field", target, name, value=value).headers["X-Was"] == fingerprint(kept)


def test_every_text_field_of_a_sheet_sends_what_it_was_read_as(table, julio, post):
    Condition.objects.create(character=julio, kind="mental", name="dazed")
    Ability.objects.create(character=julio, name="luck")
    Item.objects.create(character=julio, name="rope")
    Trait.objects.create(character=julio, kind="skill", category="mystic", name="Krąg Cieni", runes=["Szept", "Mgła"])
    julio.flags = ["mystic"]
    julio.save()
    here = reverse("sheet", args=[julio.token])
    saved = set()
    for panel in panels.PANELS[:-1]:
        page = table.client("bartek").get(reverse("panel", args=[julio.token, panel.name]) + "?edit=1", headers=HTMX)
        for form in re.findall(r"<form class=\"field.*?</form>", page.text, re.S):
            name = re.search(rf'hx-post="{here}set/[^/]+/(\w+)/"', form)
            if name is None:  # a maximum, a permission
                continue
            assert ('name="was"' in form) == (name[1] in fields.TEXTS), form
            saved.add(name[1])
            if name[1] == "runes" and "Szept" in form:
                assert fingerprint("Szept, Mgła") in form
    assert saved >= fields.TEXTS - {"alias"}


def test_a_refused_value_stands_in_the_field_s_own_slot(post, julio):
    answer = post("bartek", "set_field", "character", "name", value="  ")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert f'hx-target="#conflict-{field_id(julio, "character", "name")}"' in html
    assert "This field is required." in html
    assert post("bartek", "maximum", "endurance", value="1000").status_code == 422
    assert (
        f"#conflict-{field_id(julio, 'counter:=endurance', 'maximum')}"
        in post("bartek", "maximum", "endurance", value="x").content.decode()
    )


def test_a_refusal_without_scripts_is_a_page(post):
    answer = post("bartek", "set_field", "character", "name", value="", htmx=False)
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()


def test_two_writers_are_shown_both_texts(post, julio):
    read = fingerprint("")
    assert post("alicja", "set_field", "note:=biography", "text", value=HOSTILE, was=read).status_code == 200
    answer = post("bartek", "set_field", "note:=biography", "text", value="mine <b>", was=read)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert f'data-was="{fingerprint(HOSTILE)}"' in html
    assert "mine &lt;b&gt;" in html
    assert HOSTILE not in html
    again = post("bartek", "set_field", "note:=biography", "text", value="both", was=fingerprint(HOSTILE))
    assert again.status_code == 200


def test_a_row_s_form_comes_back_with_its_errors_beside_its_fields(post, julio):
    answer = post("bartek", "add_row", "condition", name=HOSTILE * 3, kind="mental", strength="0")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert f'hx-target="#add-condition-{julio.token}"' in html
    assert f'id="add-condition-{julio.token}-strength_error"' in html
    assert f'id="add-condition-{julio.token}-name_error"' in html
    assert HOSTILE not in html
    assert not Condition.objects.exists()
    assert post("bartek", "add_row", "condition", name="dazed", kind="mental", strength="2").status_code == 200


def test_a_refusal_of_the_action_stands_in_the_form(post, julio):
    data = {"category": "specialist", "key": "medicine"}
    assert post("bartek", "add_row", "trait", **data).status_code == 200
    answer = post("bartek", "add_row", "trait", **data)
    assert answer.status_code == 422
    assert "already on the sheet" in answer.content.decode()
    assert f"#add-trait-specialist-{julio.token}" in answer.content.decode()
    assert Trait.objects.filter(character=julio, key="medicine").count() == 1


@each
def test_one_press_counts_once(press, julio, name):
    key = "k" * 22
    first = press("bartek", name, once=key)
    assert (first.status_code, LogEntry.objects.count()) == (200, 1)
    assert press("bartek", name, once=key).status_code in (200, 204)
    assert LogEntry.objects.count() == 1


def test_an_ability_that_cannot_be_paid_says_so(post, julio):
    luck = Ability.objects.create(character=julio, name="Luck", cost=2)
    answer = post("bartek", "use_ability", luck.token)
    assert answer.status_code == 422
    assert "not enough" in answer.content.decode()


# --- nothing typed breaks the server ------------------------------------------------------------------------------

TYPED = {
    "condition": "kind name strength note",
    "ability": "kind name text cost",
    "item": "name text quantity bonus wear_most",
    "trait": "category key name",
}
WEIRD = [
    "",
    " ",
    "\x00",
    "🎲" * 50,
    HOSTILE,
    "9" * 5000,
    "-1",
    "1e9",
    "NaN",
    "x" * 20_001,
    "‮",
    "\u2028",
    "'; DROP TABLE",
    "{{ 7 }}",
]


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize(
    ("target", "name"),
    [("character", "name"), ("trait:=athletics", "level"), ("bonus:=physical", "value"), ("counter:=wealth", "label"),
     ("note:=biography", "text"), ("trait:=athletics", "note"), ("trait:=athletics", "runes")],
)  # fmt: skip
def test_weird_values_are_kept_or_refused(post, target, name, value):
    assert post("bartek", "set_field", target, name, value=value, was="x" * 999).status_code in (200, 204, 409, 422)


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: repr(value)[:12])
def test_weird_presses_are_kept_or_refused(post, value):
    fine = (200, 204, 409, 422)
    assert post("bartek", "counter", "endurance", change=value).status_code in fine
    assert post("bartek", "counter", "endurance", delta=value).status_code in fine
    assert post("bartek", "maximum", "endurance", value=value).status_code in fine
    assert post("bartek", "flag", "mystic", value=value).status_code in fine
    assert post("bartek", "counter", "endurance", delta="+1", once=value).status_code in fine
    for kind, names in TYPED.items():
        assert post("bartek", "add_row", kind, **dict.fromkeys(names.split(), value)).status_code in fine


@pytest.mark.parametrize(
    "target", ["", "character", "trait:", "trait:=", "item:\x00", "note:=private:", ":::", "🎲", "owner"]
)
def test_weird_targets_are_refused(post, target):
    if not target:
        return
    for name in ("name", "owner", "flags", "deleted"):
        if (target, name) != ("character", "name"):
            assert post("bartek", "set_field", target, name, value="x").status_code in (400, 403, 404, 409, 422)
    assert post("bartek", "remove_row", target).status_code in (400, 409, 422)


@pytest.mark.parametrize("kind", ["note", "counter", "bonus", "character", "nonsense"])
def test_no_other_rows_are_added(post, kind):
    assert post("bartek", "add_row", kind, name="x", text="x").status_code == 422


def test_what_was_typed_is_shown_as_text(post, table, julio):
    for name in ("name", "concept", "origin", "archetype"):
        assert post("bartek", "set_field", "character", name, value=HOSTILE).status_code == 200
    post("bartek", "add_row", "condition", name=HOSTILE, kind="mental", strength="1", note=HOSTILE)
    post("bartek", "add_row", "ability", name=HOSTILE, kind="ability", text=HOSTILE)
    post("bartek", "add_row", "item", name=HOSTILE, text=HOSTILE)
    post("bartek", "add_row", "trait", category="mystic", name=HOSTILE)
    for who in ("bartek", "alicja", "celina"):
        text = table.client(who).get(reverse("sheet", args=[julio.token])).content.decode()
        assert HOSTILE not in text
        assert text.count("&lt;img src=x onerror=alert(1)&gt;") >= 8
