"""Limits are one for all processes: what one of them counted, the other knows."""

from __future__ import annotations

import http.client
from urllib.parse import urlencode

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.urls import reverse

from caerbannog_site import limits
from caerbannog_site.accounts import knocks
from caerbannog_site.accounts.models import User
from sessions.models import LogEntry
from tests.cast import PASSWORD, client_of, make_table
from tests.races import at_once

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
TOKEN = "x" * 32
PATIENCE = 60


def ask(server, method: str, path: str, cookie: str = "", **fields: str) -> tuple[int, str]:
    """The status of the answer, and its Retry-After."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"Cookie": f"csrftoken={TOKEN}; {cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode({**fields, "csrfmiddlewaretoken": TOKEN}), headers)
    with connection.getresponse() as answer:
        answer.read()
        return answer.status, answer.headers.get("Retry-After", "")


def log_in(server, password: str = PASSWORD) -> tuple[int, str]:
    return ask(server, "POST", "/accounts/login/", login="bartek", password=password)


def test_two_processes_count_together(servers, rf):
    table = make_table()
    both = [servers.start(ROLLS_A_MINUTE="5") for _ in range(2)]
    refused = (429, str(limits.DOOR))

    wrong = [log_in(both[number % 2], "wrong")[0] for number in range(limits.WRONG_PASSWORDS_OF_ACCOUNT)]
    assert set(wrong) == {200}
    hashed = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)  # the product's own kind
    User.objects.filter(pk=table.bartek.pk).update(password=hashed)
    assert [log_in(server) for server in both] == [refused, refused]
    cache.clear()
    assert log_in(both[0])[0] == 302

    for _ in range(limits.WRONG_CODES_OF_ADDRESS - 4):  # this process counts, too
        knocks.count(rf.get("/", REMOTE_ADDR="127.0.0.1"), "code", key="all")
    assert [ask(both[number % 2], "GET", "/join/AAAAAAAAAA/")[0] for number in range(4)] == [404] * 4
    assert [ask(server, "GET", "/join/AAAAAAAAAA/") for server in both] == [refused, refused]

    session = f"sessionid={client_of(table.celina).cookies['sessionid'].value}"
    path = reverse("throw", args=[table.campaign.token])
    rolls = at_once(8, lambda number: ask(both[number % 2], "POST", path, session, formula="1k6"))
    assert sorted(status for status, _wait in rolls) == [302] * 5 + [429] * 3
    assert all(0 < int(wait) <= 60 for status, wait in rolls if status == 429)
    assert LogEntry.objects.filter(kind="dice").count() == 5
