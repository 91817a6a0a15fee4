"""Every request leaves a line with its id, its person and its table, and nothing that anybody could be hurt by."""

import json
import logging

import pytest
from django.test import Client
from django.urls import reverse

from caerbannog_site import logs


@pytest.fixture
def lines(monkeypatch):
    """lines(): what was written since, as machines read it."""
    configured = logs.configuration("INFO", "json")
    made = logging.config.DictConfigurator(configured)
    formatter = made.configure_formatter(configured["formatters"]["lines"])
    kept = []

    class Keeping(logging.Handler):
        def emit(self, record):
            kept.append(self.format(record))

    handler = Keeping()
    handler.setFormatter(formatter)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    for name, wanted in configured["loggers"].items():
        monkeypatch.setattr(logging.getLogger(name), "level", getattr(logging, wanted["level"]))
        monkeypatch.setattr(logging.getLogger(name), "_cache", {})
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in kept]
    root.removeHandler(handler)
    root.setLevel(level)


def test_a_request_is_told_with_its_view_its_person_and_its_table(table, lines):
    answer = table.client("bartek").get(reverse("table", args=[table.campaign.token]))
    [line] = [one for one in lines() if one["event"] == "request"]
    assert (line["view"], line["method"], line["status"]) == ("table", "GET", 200)
    assert (line["user"], line["campaign"]) == (table.bartek.pk, table.campaign.token)
    assert answer.headers["X-Request-ID"] == line["request"]


def test_the_next_request_is_not_about_that_table(table, lines):
    client = table.client("bartek")
    client.get(reverse("table", args=[table.campaign.token]))
    client.get(reverse("home"))
    first, second = [one for one in lines() if one["event"] == "request"]
    assert "campaign" in first
    assert "campaign" not in second
    assert first["request"] != second["request"]


def test_no_code_no_text_and_no_password_is_written(table, lines):
    secrets = ["CANARYCODE", "canary text", "canary-password", "CANARYSCREEN"]
    table.client("bartek").get(reverse("join_code", args=[secrets[0]]))
    table.client("bartek").post(reverse("say", args=[table.campaign.token]), {"text": secrets[1]})
    table.anonymous.post("/accounts/login/", {"login": "bartek", "password": secrets[2]})
    table.anonymous.get(reverse("tv", args=[secrets[3]]))
    written = json.dumps(lines())
    assert written.count('"event": "request"') == 4
    assert not [secret for secret in secrets if secret in written]


def test_a_failure_is_told_whole_and_with_the_request(table, lines, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("the page broke")

    monkeypatch.setattr("sessions.views.table.log_pages.page", broken)
    client = table.client("bartek")
    client.raise_request_exception = False
    answer = client.get(reverse("table", args=[table.campaign.token]))
    assert answer.status_code == 500
    [failure] = [one for one in lines() if "exception" in one]
    assert "the page broke" in failure["exception"]
    assert failure["request"] == answer.headers["X-Request-ID"]


def test_a_stranger_who_names_another_host_leaves_one_line(db, lines):
    assert Client().get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400
    [line] = lines()
    assert (line["event"], line["status"]) == ("request", 400)
    assert "evil.example" not in json.dumps(line)
