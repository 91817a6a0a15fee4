"""What every page has in common: its language, a title that gives nothing away, nothing inline, clear refusals."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from caerbannog_site.errors import Conflict
from sessions.models import Invitation
from tests.cast import HTMX

pytestmark = pytest.mark.alike
OUTSIDE = ["account_login", "account_signup", "account_inactive", "join"]
INSIDE = ["home", "campaign_new", "profile", "account_logout", "account_change_password", "account_delete"]
AT_THE_TABLE = ["people", "campaign_settings", "more", "hand_over", "campaign_delete"]

INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:|hx-on", re.IGNORECASE)
FOREIGN = re.compile(r"(?:src|href|action)=[\"']?(?:https?:)?//", re.IGNORECASE)


@pytest.fixture
def pages(table):
    """Every page by its name, as Alicja sees it (the doors: as somebody outside does)."""
    table.client("alicja").post(reverse("invitation_rotate", args=[table.campaign.token]))
    code = table.campaign.invitations.get().code
    outside = [reverse(name) for name in OUTSIDE] + [f"/join/{code}/", "/join/2222222222/", "/nothing/"]
    inside = [reverse(name) for name in INSIDE]
    inside += [reverse(name, args=[table.campaign.token]) for name in AT_THE_TABLE]
    answers = {path: Client().get(path) for path in outside}
    answers |= {path: table.client("alicja").get(path) for path in inside}
    return answers


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(pages):
    for path, answer in pages.items():
        assert not INLINE.search(answer.text), path
        text = answer.text.replace("http://testserver/join/", "")
        assert not FOREIGN.search(text), path


def test_every_page_has_one_title_one_heading_and_one_main(pages):
    for path, answer in pages.items():
        for tag in ("<title>", "<h1", "<main", 'id="notices"', 'id="announce"', 'id="texts"'):
            assert answer.text.count(tag) == 1, (path, tag)
        assert " · Caerbannog Table</title>" in answer.text, path


def test_no_id_is_there_twice(pages):
    for path, answer in pages.items():
        ids = re.findall(r'\sid="([^"]+)"', answer.text)
        assert len(ids) == len(set(ids)), path


def test_titles_name_no_table_and_nobody(pages):
    for path, answer in pages.items():
        title = answer.text.split("<title>")[1].split("</title>")[0]
        assert "Killer Rabbit" not in title, path
        assert "Alicja" not in title, path


def test_no_text_was_left_out_of_the_templates(pages):
    for path, answer in pages.items():
        assert "{%" not in answer.text, path
        assert "{{" not in answer.text, path


@pytest.mark.parametrize(("language", "title"), [("pl", "Nie znaleziono"), ("en", "Not found")])
def test_pages_speak_the_readers_language(client, db, language, title):
    page = client.get("/nothing/", headers={"Accept-Language": language})
    assert page.status_code == 404
    assert f'<html lang="{language}">' in page.text
    assert title in page.text


def test_the_tabs_show_where_one_is(table):
    page = table.client("bartek").get(reverse("people", args=[table.campaign.token])).text
    current = re.findall(r'<a href="([^"]+)" aria-current="page">', page)
    assert current == [reverse("people", args=[table.campaign.token])]


@pytest.mark.parametrize(("name", "has"), [("bartek", True), ("alicja", False), ("filip", False), ("iga", False)])
def test_players_alone_have_a_sheet_tab(table, name, has):
    page = table.client(name).get(reverse("people", args=[table.campaign.token])).text
    assert (reverse("own_sheet", args=[table.campaign.token]) in page) == has


# --- refusals ---------------------------------------------------------------------------------------------------


def test_a_refusal_is_a_page(table):
    answer = table.client("bartek").get(reverse("campaign_settings", args=[table.campaign.token]))
    assert answer.status_code == 403
    assert "Only a game master can do this." in answer.text
    assert "<main" in answer.text


def test_on_an_open_page_it_is_a_notice(table):
    address = reverse("campaign_archive", args=[table.campaign.token])
    answer = table.client("bartek").post(address, {"away": "1"}, headers=HTMX)
    assert answer.status_code == 403
    assert answer.text.strip().startswith('<hx-partial hx-target="#notices" hx-swap="beforeend">')
    assert "<main" not in answer.text


def test_a_notice_does_not_trust_what_it_says():
    drawn = render_to_string("_notice.html", {"error": Conflict('<b>"x"</b>')})
    assert "<b>" not in drawn
    assert "<p>&lt;b&gt;&quot;x&quot;&lt;/b&gt;</p>" in drawn


def test_a_broken_server_still_has_a_page():
    """Nothing in it may fail: no context, no tag."""
    drawn = get_template("500.html").render()
    assert "Błąd serwera" in drawn
    source = (settings.BASE_DIR / "templates" / "500.html").read_text()
    assert "{{" not in source
    assert "{%" not in source
    assert not INLINE.search(drawn)


@pytest.mark.parametrize("path", [None, "/games"])
def test_its_links_begin_with_the_path_of_the_table(rf, settings, path):
    settings.FORCE_SCRIPT_NAME = path
    answer = get_resolver().resolve_error_handler(500)(rf.get("/"))
    assert answer.status_code == 500
    assert answer.text.startswith("<!doctype html>")
    assert re.findall(r'href="([^"]+)"', answer.text) == [f"{path or ''}/static/css/app.css", f"{path or ''}/"]


def test_a_missing_csrf_token_is_explained(db):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert answer.status_code == 403
    assert "out of date" in answer.text


# --- names that people chose ------------------------------------------------------------------------------------


def test_names_are_written_as_text(table):
    evil = "<img src=x>"
    table.campaign.name = evil
    table.campaign.save()
    table.campaign.seats.update(name=evil)
    table.campaign.characters.update(name=evil)
    Invitation.objects.create(campaign=table.campaign, code="AAAAAAAAAA", expires_at=timezone.now() + timedelta(days=1))
    for path in ["/", "/join/AAAAAAAAAA/", *(reverse(name, args=[table.campaign.token]) for name in AT_THE_TABLE)]:
        for client in (table.client("alicja"), table.anonymous):
            assert evil not in client.get(path, follow=True).text, path


@pytest.mark.parametrize("page", ["sheet", "history"])
@pytest.mark.parametrize(("name", "current"), [("bartek", 1), ("celina", 0), ("filip", 0), ("alicja", 0)])
def test_the_sheet_tab_is_lit_on_ones_own_sheet_alone(table, julio, page, name, current):
    text = table.client(name).get(reverse(page, args=[julio.token])).text
    tabs = text.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    assert tabs.count('aria-current="page"') == current
