"""The wrapper around Django: at which names it answers, and that a broken stream is not passed over in silence."""

import asyncio
import logging

import pytest

from caerbannog_site import asgi


@pytest.fixture
def stream(monkeypatch):
    """stream(chunks): an open stream that sends them, to a browser that stays."""

    def run(chunks):
        async def receive():
            await asyncio.sleep(60)

        async def send(message):
            pass

        monkeypatch.setattr(asgi.feed, "read_grant", lambda grant: (1, grant, ""))
        monkeypatch.setattr(asgi.hub, "stream", chunks)
        asyncio.run(asgi._stream("grant", receive, send))

    return run


def test_a_failure_of_a_stream_is_logged(stream, caplog):
    async def broken(*_):
        yield b"first"
        raise ZeroDivisionError("the hub broke")

    with caplog.at_level(logging.ERROR, "caerbannog_site.asgi"):
        stream(broken)
    assert "the hub broke" in caplog.text


def test_an_ordinary_end_is_not(stream, caplog):
    async def ended(*_):
        yield b"first"

    stream(ended)
    assert caplog.text == ""
