"""What the environment makes of the settings about people."""

import runpy

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

NAMES = ("SIGNUP", "CAMPAIGNS")


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
