"""The sheet's page, its panels one by one, and who may have them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sessions.models import Campaign, LogEntry
from sheets import panels
from sheets.models import Ability, Character, Condition, Item, Note, Trait
from tests.cast import HTMX, CharacterFactory, client_of

SECRET = "kanarek-w-kopalni"


@pytest.fixture
def page(table, julio):
    """page(who, character) is the answer that this person gets for the sheet."""
    return lambda who="bartek", character=julio, query="": table.client(who).get(
        reverse("sheet", args=[character.token]) + query
    )


@pytest.fixture
def panel(table, julio):
    return lambda name, who="bartek", query="": table.client(who).get(
        reverse("panel", args=[julio.token, name]) + query, headers=HTMX
    )


@pytest.mark.parametrize("who", ["alicja", "bartek", "celina", "ewa", "filip", "gustaw", "iga"])
def test_everybody_at_the_table_opens_it(page, who):
    answer = page(who)
    assert answer.status_code == 200
    assert "Julio" in answer.content.decode()


@pytest.mark.parametrize(("who", "status"), [("daniel", 404), ("henryk", 403)])
def test_others_do_not(page, who, status):
    answer = page(who)
    assert answer.status_code == status
    assert b"Julio" not in answer.content


def test_who_is_not_signed_in_goes_to_the_door(table, julio):
    answer = table.anonymous.get(reverse("sheet", args=[julio.token]))
    assert answer.status_code == 302
    assert table.client("bartek").get(reverse("sheet", args=["nothing-here"])).status_code == 404


def test_a_hidden_npc_is_not_found_by_players(page, shade):
    for who in ("bartek", "filip", "iga"):
        assert page(who, shade).status_code == 404
    assert page("alicja", shade).status_code == 200


def test_a_known_npc_shows_its_head_alone(page, guard):
    text = page("bartek", guard).content.decode()
    assert "panel-ident-" in text
    assert "panel-skills-" not in text
    assert "The rest of this sheet" in text


@pytest.mark.parametrize("who", ["celina", "gustaw", "filip", "iga"])
def test_who_may_not_edit_has_nothing_to_press(page, who):
    text = page(who).content.decode()
    for sign in ("hx-post", 'id="settings"', 'class="die-btn"', "?edit=1", "/add/"):
        assert sign not in text
    assert 'id="settings"' in page("bartek").content.decode()


def test_an_archived_sheet_is_for_reading(page, julio):
    from django.utils import timezone

    Character.objects.filter(pk=julio.pk).update(archived_at=timezone.now())
    for who in ("bartek", "alicja"):
        assert "/add/" not in page(who).content.decode()


@pytest.mark.parametrize(
    ("kind", "readers"),
    [
        ("private", {"bartek"}),
        ("gm", {"alicja", "ewa"}),
        ("biography", {"alicja", "bartek", "celina", "ewa", "gustaw"}),
    ],
)
def test_notes_reach_their_readers_alone(page, julio, campaign, kind, readers):
    Note.objects.create(character=julio, kind=kind, text=SECRET, campaign=campaign if kind == "gm" else None)
    for who in ("alicja", "bartek", "celina", "ewa", "filip", "gustaw", "iga"):
        assert (SECRET.encode() in page(who).content) == (who in readers), who


def test_a_table_may_keep_sheets_to_themselves(page, julio):
    Trait.objects.create(character=julio, kind="skill", category="mystic", name=SECRET)
    Item.objects.create(character=julio, name=SECRET)
    Character.objects.filter(pk=julio.pk).update(origin=SECRET)
    Ability.objects.create(character=julio, name=SECRET, kind="background")
    assert SECRET.encode() in page("celina").content
    for view in ("pools", "names"):
        Campaign.objects.update(sheet_view=view)
        assert SECRET.encode() not in page("celina").content


def test_a_sheet_without_a_table_is_its_owner_s(table):
    alone = CharacterFactory(name="Solo")
    url = reverse("sheet", args=[alone.token])
    assert client_of(alone.owner).get(url).status_code == 200
    assert table.client("alicja").get(url).status_code == 404


def test_looking_writes_nothing(page, panel):
    before = {model: model.objects.count() for model in (Trait, LogEntry, Note, Condition)}
    page()
    for one in panels.PANELS:
        panel(one.name, query="?edit=1")
    assert {model: model.objects.count() for model in before} == before


def test_queries_do_not_grow_with_the_sheet(page, julio):
    page()  # what is read once in a process
    with CaptureQueriesContext(
        connection,
    ) as few:
        page()
    for number in range(15):
        Trait.objects.create(character=julio, kind="skill", category="mystic", name=f"Circle {number}", level=1)
        Item.objects.create(character=julio, name=f"thing {number}", bonus=1, wear_most=2)
        Ability.objects.create(character=julio, name=f"gift {number}", cost=1)
        Condition.objects.create(character=julio, kind="mental", name=f"state {number}", strength=1)
    with CaptureQueriesContext(connection) as many:
        page()
    assert len(many) == len(few)
    assert len(many) <= 24


# --- single panels ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [one.name for one in panels.PANELS if one.name not in ("gm", "attacks")])
def test_the_owner_looks_and_edits(panel, name):
    assert panel(name).status_code == 200
    assert panel(name, query="?edit=1").status_code == 200


@pytest.mark.parametrize("name", ["gm", "attacks", "nonsense"])
def test_a_panel_that_is_not_one_s_own_is_not_there(panel, name):
    assert panel(name).status_code == 404


@pytest.mark.parametrize(
    ("who", "name"),
    [("alicja", "private"), ("celina", "private"), ("celina", "gm"), ("filip", "pools"), ("iga", "skills")],
)
def test_a_panel_keeps_its_group(panel, who, name):
    assert panel(name, who).status_code == 404
    assert panel("ident", who).status_code == 200


def test_edit_in_the_address_gives_nobody_a_right(panel):
    assert b"hx-post" not in panel("items", "celina", "?edit=1").content
    assert b"hx-post" in panel("items", "bartek", "?edit=1").content


@pytest.mark.parametrize(
    "query",
    [
        "?difficulty=-1",
        "?difficulty=abc",
        "?difficulty=9999999",
        "?difficulty=²",
        "?edge=7&difficulty=3",
        "?advantage_reason=a&advantage_reason=b",
        "?difficulty=3&difficulty=4",
        "?edit=yes",
    ],
)
def test_senseless_settings_do_no_harm(panel, page, query):
    assert panel("skills", query=query).status_code == 200
    assert page(query=query).status_code == 200


def test_a_nul_in_the_settings_is_a_bad_request(page):
    assert page(query="?difficulty=%00").status_code == 400


def test_chances_follow_the_settings(panel):
    assert "chance at difficulty 5" in panel("skills", query="?difficulty=5").content.decode()
    unknown = panel("skills", query="?difficulty=").content.decode()
    assert "the difficulty is not known" in unknown
    assert "<rect" not in unknown


def test_a_sheet_alone_leads_to_its_log(page, bartek, julio):
    alone = CharacterFactory(owner=bartek)
    assert reverse("sheet_log", args=[alone.token]) in page("bartek", alone).text
    assert reverse("sheet_log", args=[julio.token]) not in page().text
