"""The front door, and the tools of the journeys themselves."""

import socket

import pytest


def test_a_cookie_opens_the_door(person, shot):
    page = person("bartek", width=360)
    answer = page.goto("/")
    assert answer is not None
    assert answer.ok
    shot(page)


@pytest.mark.live
def test_the_wire_can_be_cut(relay):
    def reached() -> bool:
        host, port = relay.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=1) as wire:
            try:
                wire.sendall(b"GET /accounts/login/ HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                return bool(wire.recv(1))
            except OSError:
                return False

    assert reached()
    relay.freeze()
    assert not reached()
    relay.restore()
    assert reached()
    relay.drop()
    assert not reached()
    relay.restore()
    assert reached()
