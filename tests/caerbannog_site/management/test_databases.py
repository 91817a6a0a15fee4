"""Commands that are told too little, or sent where nobody has ever played: one plain sentence, nothing is touched."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from caerbannog_site.backup import restore, save

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def untouched(monkeypatch):
    monkeypatch.setattr(save, "save", lambda *_args, **_options: pytest.fail("a backup of nothing"))
    monkeypatch.setattr(restore, "restore", lambda *_args, **_options: pytest.fail("something was lost"))


@pytest.mark.parametrize(
    "command", [("backup",), ("password", "alicja"), ("password", "alicja", "--set"), ("move", "sqlite:///x")]
)
def test_where_there_is_no_table_nothing_is_done(monkeypatch, command):
    monkeypatch.setattr(connection.introspection, "table_names", lambda: ["django_migrations"])
    with pytest.raises(CommandError, match=r"^There is no table in .+: are DATA and DATABASE_URL right\?$"):
        call_command(*command)


def test_an_address_that_is_none_is_named():
    with pytest.raises(CommandError, match="TO is no database's address"):
        call_command("move", "foo")


@pytest.mark.parametrize(
    ("command", "example"),
    [
        ("restore", r"make restore FILE=\S+\.tar\.gz"),
        ("password", "make password NAME=alicja"),
        ("host", "make host NAME=alicja"),
        ("move", r"make move TO=postgresql://\S+"),
    ],
)
def test_what_is_missing_is_said_with_an_example(command, example):
    with pytest.raises(CommandError, match=rf"^Say .+, for example: {example}$"):
        call_command(command, "")
