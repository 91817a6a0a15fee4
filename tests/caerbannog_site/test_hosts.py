"""At which names the table answers: its own and any private address, never somebody else's."""

import pytest
from django.test import Client

from caerbannog_site import hosts


@pytest.fixture(autouse=True)
def own_names(settings):
    settings.HOST_NAMES = ["localhost", ".local", "table.example"]


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "kurnik.local", "table.example", "127.0.0.1", "127.0.1.1", "[::1]", "192.168.1.20", "10.0.0.7",
        "172.16.3.4", "[fd00::20]", "169.254.7.7",
    ],
)  # fmt: skip
def test_it_answers_to_its_names_and_to_every_address_of_a_home(host):
    assert hosts.accepts(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "table.example.evil.example",
        "8.8.8.8",
        "[2a00:1450::1]",
        "127.0.0.1.nip.io",
        "localhost.evil",
        "",
    ],
)
def test_it_does_not_answer_to_others(host):
    assert not hosts.accepts(host)


def test_a_public_address_counts_where_the_request_arrived_at_it():
    assert hosts.accepts("8.8.8.8", arrived_at="8.8.8.8")
    assert not hosts.accepts("8.8.8.8", arrived_at="8.8.4.4")
    assert not hosts.accepts("evil.example", arrived_at="8.8.8.8")


@pytest.mark.parametrize(
    ("host", "status"), [("192.168.1.20:8000", 200), ("localhost", 200), ("evil.example", 400), ("8.8.8.8", 400)]
)
def test_a_request_for_somebody_elses_host_is_refused(db, host, status):
    assert Client().get("/accounts/login/", headers={"host": host}).status_code == status


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "::1"])
def test_this_machine_alone_can_open_a_loopback_address(host):
    assert hosts.is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "kurnik.local", "table.example"])
def test_others_can_open_the_rest(host):
    assert not hosts.is_loopback(host)


def test_the_addresses_told_are_those_of_a_local_network(monkeypatch):
    class Address:
        def __init__(self, ip):
            self.ip = ip

    class Adapter:
        ips = [Address(ip) for ip in ("127.0.0.1", "192.168.1.20", "10.1.1.1", "8.8.8.8", "169.254.3.3", ("fe80::", 0))]

    monkeypatch.setattr(hosts.ifaddr, "get_adapters", lambda: [Adapter])
    monkeypatch.setattr(hosts, "_way_out", lambda: "")
    assert hosts.lan_addresses() == ["10.1.1.1", "192.168.1.20"]
    monkeypatch.setattr(hosts, "_way_out", lambda: "192.168.1.20")
    assert hosts.lan_addresses() == ["192.168.1.20", "10.1.1.1"]


def test_the_way_out_is_an_address_of_this_machine_or_none():
    own = {ip.ip for adapter in hosts.ifaddr.get_adapters() for ip in adapter.ips}
    assert hosts._way_out() in {"", *own}


def test_without_a_network_there_is_no_way_out(monkeypatch):
    def refused(_self, _address):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(hosts.socket.socket, "connect", refused)
    assert hosts._way_out() == ""


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2a01:db8::7", "2a01:db8::7"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_a_request_comes_from_where_the_server_says_and_no_header_counts(rf, told, counted):
    headers = {"x-forwarded-for": "8.8.8.8", "x-real-ip": "8.8.8.8", "forwarded": "for=8.8.8.8"}
    assert hosts.client_of(rf.get("/", REMOTE_ADDR=told, headers=headers)) == counted
