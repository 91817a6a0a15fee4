"""The connection for LISTEN is made as Django's own are."""

import asyncio

import psycopg
import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from caerbannog_site import pg_listen


class Asked(Exception):
    pass


def test_it_connects_with_the_parameters_of_the_database(monkeypatch):
    elsewhere = DatabaseWrapper({
        **connection.settings_dict, "NAME": "table", "USER": "ala", "PASSWORD": "kot",
        "HOST": "db.example", "PORT": 5433,
        "OPTIONS": {"sslmode": "verify-full", "sslrootcert": "/etc/ca.pem", "pool": {"max_size": 3}},
    })  # fmt: skip
    asked = {}

    async def connect(**parameters):
        asked.update(parameters)
        raise Asked

    monkeypatch.setattr(pg_listen, "connection", elsewhere)
    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
    with pytest.raises(Asked):
        asyncio.run(pg_listen._listen(None))
    assert (asked["host"], asked["port"], asked["dbname"]) == ("db.example", 5433, "table")
    assert (asked["user"], asked["password"]) == ("ala", "kot")
    assert (asked["sslmode"], asked["sslrootcert"]) == ("verify-full", "/etc/ca.pem")
    assert asked["autocommit"] is True
    assert not {"pool", "cursor_factory", "context"} & asked.keys()
