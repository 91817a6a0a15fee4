"""Every address against every person: the table is tests/permissions/rows.py.

Each refusal stands beside somebody who is allowed the same with the same data; who is refused changes nothing, and
no GET ever writes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from caerbannog_site import pg_listen
from sessions.models import Campaign
from tests.permissions.rows import TABLE, Row
from tests.permissions.scene import PERSONS, Scene, everything, statements, undone_after

pytestmark = [pytest.mark.django_db, pytest.mark.alike]  # the queries behind the doors have tests of their own
LETTERS = " ".join(PERSONS)


@pytest.fixture(scope="module")
def scene(django_db_setup, django_db_blocker, tmp_path_factory):
    """Made once: whatever the rows do to it is undone again."""
    with (
        django_db_blocker.unblock(),
        override_settings(
            MEDIA_ROOT=tmp_path_factory.mktemp("uploads"), HAS_DISCORD=True, PUBLIC_URL="http://testserver"
        ),
        transaction.atomic(),
    ):
        yield Scene()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def ready():
    """As a server's listener makes it; here is none."""
    pg_listen.listens(True)
    yield
    pg_listen.listens(False)


@pytest.fixture(autouse=True)
def chance(dice):
    dice.real()


def addresses(patterns=None) -> list[URLPattern]:
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        found += addresses(pattern.url_patterns) if isinstance(pattern, URLResolver) else [pattern]
    return found


def url_of(row: Row, scene: Scene) -> str:
    query = "&".join(f"{key}={value}" for key, value in row.query(scene).items())
    return reverse(row.name, kwargs=row.path(scene)) + (f"?{query}" if query else "")


def outcome(answer: HttpResponse, changed: bool, reads: bool) -> str:
    """The sign of the table for what came of a request."""
    if answer.status_code in (301, 302):
        if answer["Location"].startswith(reverse(settings.LOGIN_URL) + "?"):
            return "l"
        return ">" if changed or reads else "="
    if answer.status_code in (200, 204):
        return "+" if changed or reads else "="
    return {403: "3", 404: "4", 405: "5", 409: "9", 422: "2"}.get(answer.status_code, str(answer.status_code))


def outcomes(row: Row, scene: Scene) -> str:
    """Everybody does what the row says, each finding the same data."""
    url, before = url_of(row, scene), everything()
    found = []
    for name in PERSONS.values():
        with undone_after(), cookies_kept(scene.client(name)) as client:
            with statements() as asked:
                answer = client.get(url) if row.reads else client.post(url, row.data(scene))
            changed = bool(asked) and everything() != before
        found.append(outcome(answer, changed, row.reads))
        assert not (changed and (row.reads or answer.status_code >= 400)), f"{name}: {answer.status_code}, but written"
    return " ".join(found)


@contextmanager
def cookies_kept(client: Client) -> Iterator[Client]:
    """A log-out or a new password is forgotten too."""
    cookies = copy.deepcopy(client.cookies)
    yield client
    client.cookies = cookies


def wanted(signs: str, found: str) -> str:
    """What is wanted, with a redirect of a reading page told apart from a page only where the table does so."""
    pairs = zip(signs.split(), found.split(), strict=True)
    return " ".join(got if sign == "=" and got in ">=+" else sign for sign, got in pairs)


def test_every_address_has_a_row():
    named = {row.name for row in TABLE}
    assert {pattern.name for pattern in addresses()} == named


def test_every_refusal_stands_beside_somebody_who_is_allowed():
    """But for what is refused to all: a part of the address that does not exist, a place that is elsewhere."""
    allowed = {row.name for row in TABLE if set(row.outcomes) & set("+>=")}
    # no person is allowed by what they are: tests/caerbannog_site/test_health.py, accounts/test_discord.py
    by_token = {"metrics", "discord_callback"}
    assert allowed == {row.name for row in TABLE} - by_token


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_who_may(row, scene):
    found = outcomes(row, scene)
    assert f"{LETTERS}\n{found}" == f"{LETTERS}\n{wanted(row.outcomes, found)}"


@pytest.mark.parametrize("row", [row for row in TABLE if row.archived != row.outcomes], ids=str)
def test_an_archived_campaign_is_read_by_the_same_people_and_written_by_nobody(row, scene):
    with undone_after():
        Campaign.objects.filter(pk=scene.campaign.pk).update(archived_at=timezone.now())
        found = outcomes(row, scene)
    assert f"{LETTERS}\n{found}" == f"{LETTERS}\n{wanted(row.when_archived, found)}"


@pytest.mark.parametrize(
    "row", [row for row in TABLE if not row.reads and not any(r.name == row.name and r.reads for r in TABLE)], ids=str
)
def test_a_link_to_what_only_a_press_may_do_does_nothing(row, scene):
    url = url_of(row, scene)
    before = everything()
    for name in PERSONS.values():
        answer = scene.client(name).get(url)
        assert outcome(answer, False, True) in ("5", "l")
    assert everything() == before
