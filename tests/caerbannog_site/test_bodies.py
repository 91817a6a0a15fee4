"""Django is called with a whole body or not at all, and no sender holds a thread."""

import asyncio
import contextlib
import io
import socket

import pytest

from caerbannog_site import asgi, bodies
from caerbannog_site.uploads import CAMPAIGN_AT, MOST_OF_A_CAMPAIGN

DISCONNECT = {"type": "http.disconnect"}


def part(body: bytes, more: bool = False) -> dict:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.fixture
def django(monkeypatch):
    """In Django's place: keeps the bodies that it was given, and says yes."""
    given = []

    async def app(scope, receive, send):
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        given.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(asgi, "django_app", app)
    return given


def answer_to(*messages: dict, length: int | None = None, path: str = "/") -> list[int]:
    """Send these to the application, then nothing more; the statuses that it answers."""
    waiting, statuses = list(messages), []
    headers = [] if length is None else [(b"content-length", str(length).encode())]

    async def receive():
        if not waiting:
            await asyncio.sleep(60)
        return waiting.pop(0)

    async def send(message):
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    asyncio.run(asgi.application({"type": "http", "server": None, "path": path, "headers": headers}, receive, send))
    return statuses


def test_a_body_in_parts_arrives_whole(django):
    assert answer_to(part(b"a no", more=True), part(b"te", more=True), part(b""), length=6) == [200]
    assert django == [b"a note"]


def test_a_request_without_a_body_does_not_wait(django):
    assert answer_to(part(b"")) == [200]
    assert django == [b""]


def test_half_of_a_body_never_reaches_django(django):
    assert answer_to(part(b"a no", more=True), DISCONNECT, length=6) == []
    assert answer_to(part(b"a no"), length=6) == [400]
    assert django == []


def test_a_body_that_does_not_end_is_given_up(django, monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    assert answer_to(part(b"a no", more=True), length=6) == [408]
    assert django == []


def test_a_body_that_announces_too_much_is_refused_unread(django):
    assert answer_to(length=bodies.LIMIT + 1) == [413]
    assert django == []


def test_a_body_that_grows_too_large_is_refused(django):
    half = b"x" * (bodies.LIMIT // 2 + 1)
    assert answer_to(part(half, more=True), part(half, more=True)) == [413]
    assert django == []


def test_a_whole_campaign_may_be_larger_where_it_is_read(django):
    half = b"x" * (bodies.LIMIT // 2 + 1)
    whole = [part(half, more=True), part(half)]
    assert answer_to(*whole) == [413]
    assert answer_to(*whole, path=f"/table{CAMPAIGN_AT}") == [200]
    assert django == [half + half]
    assert answer_to(length=MOST_OF_A_CAMPAIGN + bodies.AROUND + 1, path=CAMPAIGN_AT) == [413]


def test_only_so_many_whole_campaigns_arrive_at_a_time(django, monkeypatch):
    monkeypatch.setattr(bodies, "LARGE_AT_ONCE", 0)
    assert answer_to(part(b"x"), path=CAMPAIGN_AT) == [503]
    assert answer_to(part(b"x")) == [200]


def test_what_follows_the_body_is_still_heard():
    async def listen():
        async def receive():
            return DISCONNECT

        replayed = bodies.replay(io.BytesIO(b"all"), receive)
        return await replayed(), await replayed()

    assert asyncio.run(listen()) == (part(b"all"), DISCONNECT)


def test_half_open_uploads_do_not_stop_the_table(servers):
    server = servers.start()
    with contextlib.ExitStack() as stack:
        for _ in range(asgi.THREADS + 1):
            sender = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            sender.sendall(
                b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
                b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n"  # with one, Django reads the body to compare
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlogin=a"
            )
        visitor = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=15))
        visitor.sendall(b"GET /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert visitor.recv(12) == b"HTTP/1.1 200"
