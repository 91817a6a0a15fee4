"""What the environment makes of the settings."""

import runpy

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

NAMES = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL", "DB_POOL", "PUBLIC_URL")


@pytest.fixture
def read(monkeypatch, tmp_path):
    """read(NAME="value"): the settings under that environment."""

    def run(**environment):
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"DATA": str(tmp_path), **environment}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(settings.BASE_DIR / "caerbannog_site" / "settings.py"))

    return run


def test_postgresql_keeps_what_its_address_asks_for(read):
    address = "postgresql://ala:kot@db.example/table?sslmode=verify-full&sslrootcert=/etc/ca.pem"
    options = read(DATABASE_URL=address, DB_POOL="3")["DATABASES"]["default"]["OPTIONS"]
    assert options["sslmode"] == "verify-full"
    assert options["sslrootcert"] == "/etc/ca.pem"
    assert options["pool"]["max_size"] == 3


def test_sqlite_takes_its_lock_at_the_start(read):
    assert read()["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_the_public_address_is_answered_and_trusted(read):
    made = read(PUBLIC_URL="https://table.example:8443/", ALLOWED_HOSTS="kurnik")
    assert made["HOST_NAMES"] == ["kurnik", "table.example"]
    assert made["CSRF_TRUSTED_ORIGINS"] == ["https://table.example:8443"]
    assert made["SESSION_COOKIE_SECURE"]
    assert (made["FORCE_SCRIPT_NAME"], made["SESSION_COOKIE_PATH"]) == (None, "/")


def test_a_public_address_with_a_path_begins_every_link_and_cookie(read):
    made = read(PUBLIC_URL="https://example.org/games/table/")
    assert made["FORCE_SCRIPT_NAME"] == "/games/table"
    assert made["SESSION_COOKIE_PATH"] == made["CSRF_COOKIE_PATH"] == "/games/table/"
    assert made["STATIC_URL"] == "/games/table/static/"
    assert made["CSRF_TRUSTED_ORIGINS"] == ["https://example.org"]


def test_without_a_public_address_no_origin_is_trusted(read):
    made = read()
    assert made["CSRF_TRUSTED_ORIGINS"] == []
    assert made["HOST_NAMES"] == ["localhost", ".local"]  # as README says


@pytest.mark.parametrize("address", ["table.example", "ftp://table.example", "https://"])
def test_a_public_address_that_is_none_is_named(read, address):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL"):
        read(PUBLIC_URL=address)
