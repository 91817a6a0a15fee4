import os
import socket

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from environs import EnvValidationError

from caerbannog_site import serve


@pytest.fixture
def on(monkeypatch):
    """on("sqlite3") or on("postgresql"): what the settings say of the database."""
    return lambda name: monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", f"django.db.backends.{name}")


@pytest.mark.parametrize("workers", ["", "1"])
def test_one_process_serves_on_sqlite(on, monkeypatch, workers):
    on("sqlite3")
    monkeypatch.setenv("WORKERS", workers)
    assert serve.refusal() == ""


def test_several_processes_on_sqlite_are_refused_with_the_reason(on, monkeypatch):
    on("sqlite3")
    monkeypatch.setenv("WORKERS", "2")
    assert "PostgreSQL" in serve.refusal()


def test_several_processes_serve_on_postgresql(on, monkeypatch):
    on("postgresql")
    monkeypatch.setenv("WORKERS", "2")
    assert serve.refusal() == ""


@pytest.mark.parametrize("workers", ["0", "-1", "two"])
def test_a_number_of_workers_that_is_none_is_refused(on, monkeypatch, workers):
    on("postgresql")
    monkeypatch.setenv("WORKERS", workers)
    assert "WORKERS" in serve.refusal()


@pytest.mark.parametrize("port", ["abc", "0", "70000", "-1"])
def test_a_port_that_is_none_is_refused(monkeypatch, port):
    monkeypatch.setenv("PORT", port)
    assert "PORT" in serve.port_refusal()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_port_that_is_taken_is_told_before_anything_is_done(monkeypatch, host):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        monkeypatch.setenv("HOST", host)
        monkeypatch.setenv("PORT", port)
        assert port in serve.port_refusal()
        monkeypatch.setattr(os, "umask", lambda _mask: None)
        monkeypatch.setattr(serve, "prepare", lambda: pytest.fail("it began"))
        with pytest.raises(SystemExit) as end:
            serve.main([])
    assert end.value.code == 2
    assert serve.port_refusal() == ""


class Mistyped:
    """Settings that cannot be read."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __getattr__(self, _name: str):
        raise self.error


@pytest.mark.parametrize("error", [ImproperlyConfigured("PUBLIC_URL is no address"), EnvValidationError("DEBUG", [])])
def test_a_mistake_in_the_environment_is_a_sentence(monkeypatch, capsys, error):
    monkeypatch.setattr("django.conf.settings", Mistyped(error))
    with pytest.raises(SystemExit) as end:
        serve.need_settings()
    assert (end.value.code, capsys.readouterr().err) == (2, f"{error}\n")


def test_it_serves_this_machine_alone_unless_told_otherwise(monkeypatch):
    monkeypatch.delenv("HOST", raising=False)
    options = serve.uvicorn_options()
    assert options[options.index("--host") + 1] == "127.0.0.1"
    assert options[options.index("--timeout-graceful-shutdown") + 1] == "5"


# --- where people find it -----------------------------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch, settings):
    """told(HOST=..., PUBLIC_URL=...): the lines that it prints on a machine with two addresses."""

    def lines(public="", **environment):
        settings.PUBLIC_URL = public
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("caerbannog_site.hosts.lan_addresses", lambda: ["10.1.1.1", "192.168.1.20"])
        return serve.addresses().split("\n")

    return lines


def test_a_table_for_the_network_tells_every_address_that_phones_can_open(told):
    lines = told(HOST="0.0.0.0", PORT="8100")
    assert lines[0].endswith("http://127.0.0.1:8100")
    assert [line.strip() for line in lines[2:]] == ["http://10.1.1.1:8100", "http://192.168.1.20:8100"]


def test_a_table_for_this_machine_alone_says_how_to_open_it_to_phones(told):
    lines = told(HOST="127.0.0.1", PORT="8000")
    assert "HOST=0.0.0.0" in lines[1]
    assert not any("192.168" in line for line in lines)


def test_a_public_address_is_told_alone(told):
    assert told("https://table.example", HOST="127.0.0.1") == ["The table is open at https://table.example"]


# --- proxies ------------------------------------------------------------------------------------------------------


def test_nobodys_word_counts_about_who_asks_unless_named():
    assert serve.proxy_options("") == serve.proxy_options(" ") == ["--no-proxy-headers"]
    assert serve.proxy_options("10.0.0.0/8,127.0.0.1")[-1] == "10.0.0.0/8,127.0.0.1"


def test_several_processes_count_into_an_empty_folder(monkeypatch, settings, tmp_path):
    settings.DATA = tmp_path
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "of the last run").touch()
    monkeypatch.setenv("WORKERS", "2")
    serve.share_metrics()
    assert list((tmp_path / "metrics").iterdir()) == []
    assert os.environ.pop("PROMETHEUS_MULTIPROC_DIR") == str(tmp_path / "metrics")


def test_one_process_counts_alone(monkeypatch, settings, tmp_path):
    settings.DATA = tmp_path
    monkeypatch.setenv("WORKERS", "1")
    serve.share_metrics()
    assert not (tmp_path / "metrics").exists()
