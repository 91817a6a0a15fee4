"""Who gets what from the addresses of a sheet's life. Stranger 404, member without the right 403."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from sessions.models import Campaign, LogEntry
from sheets import portraits, transfer
from sheets.actions import counters
from sheets.actions.portrait import set_portrait
from sheets.models import Character, Note
from tests.cast import CharacterFactory, client_of
from tests.sheets.pictures import picture

GETS = ("history", "print_sheet", "export")
POSTS = ("portrait", "copy", "archive", "sheet_leave", "npc_show")


def url(name, *args):
    return reverse(name, args=args)


@pytest.mark.parametrize("name", [*GETS, "sheet_join"])
def test_pages_are_not_for_strangers_removed_members_and_the_logged_out(table, julio, name):
    page = url(name, julio.token)
    assert table.client("daniel").get(page).status_code == 404
    assert table.client("henryk").get(page).status_code == 403
    assert table.anonymous.get(page).status_code == 302
    assert table.client("bartek").get(page).status_code == 200


@pytest.mark.parametrize("name", GETS)
def test_pages_are_for_the_whole_table_but_hidden_npcs_for_gms(table, julio, shade, name):
    for who in ("alicja", "ewa", "celina", "gustaw", "filip", "iga"):
        assert table.client(who).get(url(name, julio.token)).status_code == 200
    for who, status in (("alicja", 200), ("bartek", 404), ("filip", 404)):
        assert table.client(who).get(url(name, shade.token)).status_code == status


@pytest.mark.parametrize("name", POSTS)
def test_presses_are_refused_to_whoever_does_not_decide(table, julio, name):
    before = LogEntry.objects.count()
    for who, status in (("daniel", 404), ("henryk", 403), ("celina", 403), ("filip", 403), ("iga", 403)):
        assert table.client(who).post(url(name, julio.token), {"away": "1", "remove": "1"}).status_code == status
    assert table.anonymous.post(url(name, julio.token)).status_code == 302
    assert LogEntry.objects.count() == before


@pytest.mark.parametrize("name", [*POSTS, "undo"])
def test_nothing_is_written_by_looking(table, julio, name):
    args = [julio.token, "x"] if name == "undo" else [julio.token]
    assert table.client("bartek").get(url(name, *args)).status_code == 405


@pytest.mark.parametrize("name", [*GETS, "sheet_join"])
def test_pages_write_nothing(table, julio, name):
    before = LogEntry.objects.count()
    table.client("bartek").get(url(name, julio.token))
    assert LogEntry.objects.count() == before


# --- new ----------------------------------------------------------------------------------------------------------


def test_a_new_sheet_alone_and_at_a_table(table, campaign):
    client = table.client("bartek")
    assert client.get("/s/new/").status_code == 200
    client.post("/s/new/", {"name": "Sam", "system": "caerbannog_2026"})
    client.post(f"/s/new/?campaign={campaign.token}", {"name": "Razem"})
    assert [c.campaign for c in Character.objects.filter(owner=table.bartek).order_by("pk")[1:]] == [None, campaign]


def test_the_form_offers_an_npc_to_gms_alone(table, campaign):
    page = f"/s/new/?campaign={campaign.token}"
    assert b'name="npc"' in table.client("ewa").get(page).content
    assert b'name="npc"' not in table.client("bartek").get(f"{page}&npc").content
    table.client("bartek").post(page, {"name": "Sly", "npc": "on"})
    assert not Character.objects.get(name="Sly").is_npc


def test_the_way_to_a_new_npc_has_it_ticked(table, campaign):
    page = f"/s/new/?campaign={campaign.token}"
    ticked = [table.client("ewa").get(page + rest).context["form"]["npc"].value() for rest in ("", "&npc")]
    assert ticked == [False, True]


@pytest.mark.parametrize(("who", "status"), [("daniel", 404), ("henryk", 403), ("filip", 403), ("iga", 403)])
def test_no_sheet_at_a_table_where_one_does_not_play(table, campaign, who, status):
    page = f"/s/new/?campaign={campaign.token}"
    assert table.client(who).get(page).status_code == status
    assert table.client(who).post(page, {"name": "X"}).status_code == status
    assert not Character.objects.filter(name="X").exists()


@pytest.mark.parametrize(
    "data", [{}, {"name": ""}, {"name": "x" * 81, "system": "caerbannog_2026"}, {"name": "X", "system": "y"}]
)
def test_a_wrong_form_comes_back(table, data):
    assert table.client("daniel").post("/s/new/", data).status_code == 422
    assert not Character.objects.filter(owner=table.daniel).exists()


def test_no_new_sheet_at_an_archived_table(table, campaign):
    Campaign.objects.update(archived_at=timezone.now())
    assert table.client("bartek").post(f"/s/new/?campaign={campaign.token}", {"name": "X"}).status_code == 403


# --- joining, leaving, showing -------------------------------------------------------------------------------------


def test_one_chooses_among_the_tables_where_one_plays(table, campaign, bartek):
    sheet = CharacterFactory(owner=bartek)
    page = url("sheet_join", sheet.token)
    assert campaign.token.encode() in table.client("bartek").get(page).content
    table.client("bartek").post(page, {"campaign": campaign.token})
    sheet.refresh_from_db()
    assert sheet.campaign == campaign


@pytest.mark.parametrize(("who", "status"), [("daniel", 404), ("henryk", 403), ("filip", 403)])
def test_a_sheet_goes_to_no_table_where_its_owner_does_not_play(table, campaign, who, status):
    sheet = CharacterFactory(owner=table.people[who])
    client = table.client(who)
    assert campaign.token.encode() not in client.get(url("sheet_join", sheet.token)).content
    assert client.post(url("sheet_join", sheet.token), {"campaign": campaign.token}).status_code == status


def test_a_made_up_table_is_not_found(table, bartek):
    sheet = CharacterFactory(owner=bartek)
    for token in ("", "nonsense"):
        assert table.client("bartek").post(url("sheet_join", sheet.token), {"campaign": token}).status_code == 404


def test_leaving_archiving_and_revealing(table, julio, shade):
    table.client("alicja").post(url("npc_show", shade.token), {"hidden": "0"})
    table.client("bartek").post(url("archive", julio.token), {"away": "1"})
    julio.refresh_from_db()
    shade.refresh_from_db()
    assert (bool(julio.archived_at), shade.hidden) == (True, False)
    table.client("bartek").post(url("archive", julio.token), {"away": "0"})
    table.client("bartek").post(url("sheet_leave", julio.token))
    julio.refresh_from_db()
    assert (julio.archived_at, julio.campaign) == (None, None)


# --- portrait -----------------------------------------------------------------------------------------------------


def upload(client, character, data, name="face.png"):
    return client.post(url("portrait", character.token), {"portrait": SimpleUploadedFile(name, data)})


def test_a_portrait_is_shown_to_whoever_sees_the_name(table, julio):
    upload(table.client("bartek"), julio, picture())
    julio.refresh_from_db()
    page = url("portrait_image", julio.token, julio.portrait)
    for who in ("alicja", "bartek", "celina", "filip", "iga"):
        answer = table.client(who).get(page)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert table.client("daniel").get(page).status_code == 404
    assert table.client("henryk").get(page).status_code == 403
    assert table.anonymous.get(page).status_code == 302


def test_a_hidden_npcs_portrait_is_the_gms_alone(table, shade):
    set_portrait(actor=table.viewer("alicja"), character=shade, data=picture())
    page = url("portrait_image", shade.token, shade.portrait)
    assert table.client("alicja").get(page).status_code == 200
    assert table.client("bartek").get(page).status_code == 404


def test_only_the_present_portrait_is_shown_and_only_on_its_sheet(table, julio, rosalia):
    upload(table.client("bartek"), julio, picture())
    julio.refresh_from_db()
    old = julio.portrait
    upload(table.client("bartek"), julio, picture(color="blue"))
    for sheet, name in ((julio, old), (rosalia, old), (julio, "nonsense"), (julio, "..")):
        assert table.client("bartek").get(f"/s/{sheet.token}/portrait/{name}/").status_code == 404


@pytest.mark.parametrize("data", [b"<svg/>", b"GIF89a", b"", b"%PDF-1.4"])
def test_a_wrong_file_leads_back_with_the_reason(table, julio, data):
    answer = upload(table.client("bartek"), julio, data)
    assert answer.status_code == 302
    julio.refresh_from_db()
    assert julio.portrait == ""
    assert not LogEntry.objects.exists()


def test_a_file_too_large_is_not_even_kept(table, julio):
    assert upload(table.client("bartek"), julio, b"x" * (portraits.MOST_BYTES + 1)).status_code == 302
    assert upload(table.client("bartek"), julio, b"x" * (7 * 1024 * 1024)).status_code == 302
    assert not LogEntry.objects.exists()


def test_nobody_hangs_a_portrait_on_an_archived_sheet(table, julio):
    Character.objects.filter(pk=julio.pk).update(archived_at=timezone.now())
    assert upload(table.client("bartek"), julio, picture()).status_code == 403


# --- export, import, print, history --------------------------------------------------------------------------------


@pytest.fixture
def canaries(julio, campaign):
    for kind, owner in (("biography", None), ("private", None), ("gm", campaign)):
        Note.objects.create(character=julio, kind=kind, text=f"canary-{kind}", campaign=owner)


@pytest.mark.parametrize("page", [*GETS, "print_sheet?private=1"])
@pytest.mark.parametrize("who", ["celina", "gustaw", "filip", "iga"])
def test_no_secret_of_a_sheet_is_in_other_peoples_bytes(table, julio, canaries, page, who):
    name, _sep, query = page.partition("?")
    body = table.client(who).get(url(name, julio.token) + "?" + query).content
    assert b"canary-private" not in body
    assert b"canary-gm" not in body


@pytest.mark.parametrize(("who", "offered"), [("bartek", 1), ("alicja", 1), ("celina", 1), ("filip", 0), ("iga", 0)])
def test_paper_and_file_are_offered_to_those_who_see_more_than_the_head(table, julio, who, offered):
    page = table.client(who).get(url("sheet", julio.token)).text
    for address in ("print_sheet", "export"):
        assert page.count(url(address, julio.token)) == offered


@pytest.mark.parametrize(("who", "told"), [("bartek", True), ("alicja", False), ("celina", False)])
def test_the_history_says_what_may_be_undone(table, julio, who, told):
    assert ("your own last change" in table.client(who).get(url("history", julio.token)).text) == told


def test_private_notes_are_printed_when_their_owner_asks(table, julio, canaries):
    page = url("print_sheet", julio.token)
    assert b"canary-private" not in table.client("bartek").get(page).content
    assert b"canary-private" in table.client("bartek").get(page + "?private=1").content
    assert b"canary-private" not in table.client("alicja").get(page + "?private=1").content


@pytest.mark.parametrize("who", ["celina", "filip"])
def test_a_print_for_readers_of_names_has_names_only(table, julio, who):
    Campaign.objects.update(sheet_view="names")
    body = table.client(who).get(url("print_sheet", julio.token)).content.decode()
    assert "Julio" in body
    assert "p-pool" not in body
    assert "Athletics" not in body


def test_a_file_comes_back_through_the_form(table, julio, canaries):
    exported = table.client("bartek").get(url("export", julio.token))
    assert "attachment" in exported["Content-Disposition"]
    answer = table.client("daniel").post("/s/import/", {"file": SimpleUploadedFile("Julio.json", exported.content)})
    assert answer.status_code == 302
    again = Character.objects.get(owner=table.daniel)
    assert client_of(table.daniel).get(url("export", again.token)).content == exported.content


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"PK\x03\x04", b"[" * 9999, b"x" * (2 * 1024 * 1024 + 1), b"x" * (7 * 1024 * 1024),
             json.dumps({"format": transfer.FORMAT, "v": 1, "system": "caerbannog_2026", "name": ""}).encode()],
    ids=range(7),
)  # fmt: skip
def test_a_wrong_file_comes_back_with_a_word(table, data):
    answer = table.client("daniel").post("/s/import/", {"file": SimpleUploadedFile("x.json", data)})
    assert answer.status_code == 422
    assert b'class="error"' in answer.content
    assert not Character.objects.filter(owner=table.daniel).exists()


def test_no_file_is_a_form_with_an_error_and_no_login_no_form(table):
    assert table.client("daniel").post("/s/import/", {}).status_code == 422
    assert table.anonymous.post("/s/import/", {}).status_code == 302


def test_undo_from_the_history(table, julio):
    entry = counters.change_counter(actor=table.viewer("bartek"), character=julio, key="momentum", typed="+2")
    page = url("undo", julio.token, entry.token)
    assert page.encode() in table.client("bartek").get(url("history", julio.token)).content
    for who, status in (("daniel", 404), ("henryk", 403), ("celina", 403), ("filip", 403)):
        assert table.client(who).post(page).status_code == status
    assert table.client("bartek").post(page).status_code == 302
    assert table.client("bartek").post(page).status_code == 409
    assert table.client("alicja").post(url("undo", julio.token, "nonsense")).status_code == 422
