"""The server processes of the tests are the product, on this test's database."""

import urllib.error
import urllib.parse
import urllib.request

import pytest
from django.urls import reverse

from tests.cast import client_of, make_table
from tests.sessions import scenes


def _get(url: str, cookie: str = "") -> int:
    request = urllib.request.Request(url, headers={"Cookie": cookie} if cookie else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status


def test_two_processes_serve_one_table_and_survive_a_sudden_death(servers):
    first, second = servers.start(), servers.start()
    assert first.pid != second.pid
    first.kill()
    with pytest.raises(urllib.error.URLError):
        _get(first.url + "/accounts/login/")
    assert _get(second.url + "/accounts/login/") == 200
    first.start()
    assert _get(first.url + "/accounts/login/") == 200


def test_a_server_that_is_asked_to_stop_is_gone_at_once(servers):
    assert servers.start().stop() < 5


@pytest.mark.django_db(transaction=True)
def test_a_round_survives_the_sudden_death_of_the_server(servers):
    """What was answered is kept, and the next server goes on from there."""
    table = make_table()
    scenes.set_pool(table.julio, 3, "experience")
    scenes.opened(table)
    cookies = client_of(table.alicja).cookies
    session = cookies["sessionid"].value
    first, second = servers.start(), servers.start()

    def press(server, name: str) -> int:
        scene = scenes.running(table)
        url = server.url + reverse(name, args=[table.campaign.token, scene.token])
        body = urllib.parse.urlencode({"expect": scene.step, "csrfmiddlewaretoken": "x" * 32}).encode()
        headers = {"Cookie": f"sessionid={session}; csrftoken={'x' * 32}", "HX-Request": "true", "Origin": server.url}
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
            return answer.status

    assert press(first, "scene_next") == 200
    assert press(first, "scene_next") == 200
    first.kill()
    assert (scenes.whose(table), scenes.pool(table.julio)) == (("Rosalia", 1), 2)
    assert press(second, "scene_next") == 200
    assert (scenes.whose(table), scenes.pool(table.julio)) == (("Julio", 2), 4)
    assert press(second, "scene_previous") == 200
    assert (scenes.whose(table), scenes.pool(table.julio)) == (("Rosalia", 1), 2)
