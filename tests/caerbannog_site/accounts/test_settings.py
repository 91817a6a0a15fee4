"""What the environment makes of the settings about people."""

import runpy

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

NAMES = (
    "SIGNUP", "CAMPAIGNS", "PUBLIC_URL", "EMAIL_URL", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER",
    "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "DEFAULT_FROM_EMAIL",
    "DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET",
)  # fmt: skip
HERE = {"PUBLIC_URL": "https://table.example"}


@pytest.fixture
def read(monkeypatch):
    """read(NAME="value"): the settings under that environment."""

    def run(**environment):
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(settings.BASE_DIR / "caerbannog_site" / "accounts" / "settings.py"))

    return run


@pytest.mark.parametrize("environment", [{}, {"SIGNUP": "", "CAMPAIGNS": ""}])
def test_without_a_word_everybody_may_come_and_open_a_table(read, environment):
    made = read(**environment)
    assert (made["SIGNUP"], made["CAMPAIGNS"]) == ("open", "anyone")


@pytest.mark.parametrize("word", ["open", "invited", "closed"])
def test_the_door_stands_as_it_is_told(read, word):
    assert read(SIGNUP=word)["SIGNUP"] == word


def test_tables_may_be_for_hosts_alone(read):
    assert read(CAMPAIGNS="hosts")["CAMPAIGNS"] == "hosts"


@pytest.mark.parametrize(("name", "word"), [("SIGNUP", "close"), ("SIGNUP", "Open"), ("CAMPAIGNS", "closed")])
def test_another_word_is_named_with_those_that_may_be(read, name, word):
    with pytest.raises(ImproperlyConfigured, match=f"{name} is '{word}'; it must be .* or "):
        read(**{name: word})


# --- mail -------------------------------------------------------------------------------------------------------


def test_without_a_word_no_mail_is_sent(read):
    assert not read()["HAS_MAIL"]
    assert not read(**HERE, EMAIL_PORT="587", EMAIL_HOST_USER="ala")["HAS_MAIL"]


def test_a_mail_server_is_one_address(read):
    made = read(**HERE, EMAIL_URL="submission://ala:k%40t@mail.example")
    assert made["HAS_MAIL"]
    assert (made["EMAIL_HOST"], made["EMAIL_PORT"], made["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
    assert (made["EMAIL_HOST_USER"], made["EMAIL_HOST_PASSWORD"]) == ("ala", "k@t")
    assert made["DEFAULT_FROM_EMAIL"] == "noreply@table.example"


def test_or_the_names_that_django_gives_its_parts(read):
    parts = {
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": "465",
        "EMAIL_USE_SSL": "1",
        "DEFAULT_FROM_EMAIL": "a@b.example",
    }
    made = read(**HERE, **parts)
    assert made["HAS_MAIL"]
    assert made["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
    assert (made["EMAIL_HOST"], made["EMAIL_PORT"], made["EMAIL_USE_SSL"]) == ("mail.example", 465, True)
    assert made["DEFAULT_FROM_EMAIL"] == "a@b.example"


@pytest.mark.parametrize("named", [{"EMAIL_URL": "smtp://mail.example"}, {"EMAIL_HOST": "mail.example"}])
def test_mail_needs_to_know_where_its_links_lead(read, named):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL"):
        read(**named)


def test_a_mail_servers_address_of_another_kind_is_refused_lest_passwords_go_in_the_open(read):
    with pytest.raises(ImproperlyConfigured, match="submission://"):
        read(**HERE, EMAIL_URL="smtp+tls://ala:kot@mail.example")


# --- Discord ----------------------------------------------------------------------------------------------------

KEYS = {"DISCORD_CLIENT_ID": "abc", "DISCORD_CLIENT_SECRET": "xyz"}


def test_discord_is_there_with_its_two_keys_and_a_way_back(read):
    assert (read()["HAS_DISCORD"], read()["DISCORD_ORIGINS"]) == (False, [])
    made = read(**HERE, **KEYS)
    assert (made["HAS_DISCORD"], made["DISCORD_ORIGINS"]) == (True, ["https://discord.com"])


@pytest.mark.parametrize("name", KEYS)
def test_one_key_alone_is_a_mistake(read, name):
    with pytest.raises(ImproperlyConfigured, match="both"):
        read(**HERE, **{name: KEYS[name]})


def test_discord_needs_to_know_where_to_send_people_back(read):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL"):
        read(**KEYS)
