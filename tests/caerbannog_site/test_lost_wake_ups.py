"""Whoever loses a right loses the stream with the next heartbeat, even when every wake-up is lost.

The hub here listens to nothing, neither to this process nor to PostgreSQL, as when its listener has died. One
heartbeat is one `wake_all` (tests/caerbannog_site/test_hub.py), and these tests give it by hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from django.db import connections
from django.urls import reverse

from caerbannog_site import live
from caerbannog_site.http import GRANT_HEADER
from caerbannog_site.hub import Hub
from caerbannog_site.streams import OPENING, RESET
from sessions import feed
from tests.cast import PASSWORD, client_of, make_table

PATIENCE = 30
NEW = "inny-kurnik-7"
GONE = b"event: gone\ndata: 401\n\n"


def gm_presses(name: str, **data: str) -> Callable:
    def press(table) -> None:
        url = reverse(name, args=[table.campaign.token, table.seats["celina"].token])
        assert table.client("alicja").post(url, data).status_code == 302

    return press


def logs_out(table) -> None:
    client_of(table.celina).post("/accounts/logout/")


def changes_password(table) -> None:
    passwords = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client_of(table.celina).post("/accounts/password/change/", passwords).status_code == 302


def is_deactivated(table) -> None:
    table.celina.is_active = False
    table.celina.save(update_fields=["is_active"])


LOSSES = {
    "a kick": (gm_presses("seat_remove"), b"event: gone\ndata: removed\n\n"),
    "another role": (gm_presses("seat_role", role="spectator"), RESET),
    "a log-out": (logs_out, GONE),
    "a new password": (changes_password, GONE),
    "a deactivation": (is_deactivated, GONE),
}


@pytest.fixture
def table(transactional_db):
    return make_table()


class CountedHub(Hub):
    """Counts how often it was woken; each stream that opens does so once by itself."""

    wakes = 0

    def wake(self, channel_id: int) -> None:
        self.wakes += 1
        super().wake(channel_id)


@pytest.fixture
def deaf_hub(monkeypatch):
    monkeypatch.setattr(live, "subscribe", lambda _notify: lambda: None)
    hub = CountedHub(feed.Source(), heartbeat=3600)
    yield hub
    hub.pool.shutdown()


def granted(table, name: str) -> tuple[int, feed.Grant, str | None]:
    answer = table.client(name).get(reverse("table_live", args=[table.campaign.token]))
    return feed.read_grant(answer[GRANT_HEADER])


async def in_thread(call: Callable, *arguments):
    def run():
        try:
            return call(*arguments)
        finally:
            connections.close_all()

    return await asyncio.to_thread(run)


async def heard(stream: AsyncIterator[bytes]) -> bytes | None:
    try:
        return await asyncio.wait_for(anext(stream), PATIENCE)
    except StopAsyncIteration:
        return None


async def idle(hub: CountedHub, channel_id: int, wakes: int) -> None:
    """Until the hub has been woken so often and has read all that there was."""
    async with asyncio.timeout(PATIENCE):
        while hub.wakes < wakes or hub.tables[channel_id].task is not None:
            await asyncio.sleep(0)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_stream_ends_within_one_heartbeat_of(loss, table, deaf_hub):
    act, last_words = LOSSES[loss]
    channel, her_grant, _cursor = granted(table, "celina")
    _channel, his_grant, _cursor = granted(table, "bartek")

    async def journey() -> None:
        hers, his = (deaf_hub.stream(channel, grant, None) for grant in (her_grant, his_grant))
        assert [await heard(stream) for stream in (hers, his)] == [OPENING, OPENING]
        waiting = [asyncio.ensure_future(heard(stream)) for stream in (hers, his)]
        await idle(deaf_hub, channel, wakes=2)
        await in_thread(act, table)
        assert deaf_hub.wakes == 2, "somebody woke it"
        assert not waiting[0].done()
        deaf_hub.wake_all()
        assert await waiting[0] == last_words
        assert await heard(hers) is None
        await idle(deaf_hub, channel, wakes=3)
        assert her_grant not in deaf_hub.tables[channel].streams
        assert his_grant in deaf_hub.tables[channel].streams
        deaf_hub.stop()
        for task in waiting:
            task.cancel()

    asyncio.run(journey())
