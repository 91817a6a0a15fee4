"""The files for web servers do what docs/hosting.md says of them. nginx's has a journey of its own in tests/browser."""

from __future__ import annotations

import re
import urllib.parse
import urllib.request

from caerbannog_site import bodies
from tests import proxies
from tests.cast import client_of, make_table
from tests.servers import PATIENCE, free_port


def test_caddy_passes_on_pages_and_what_happens_at_the_table(servers, tmp_path):
    table = make_table()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    server = servers.start(PUBLIC_URL=url, TRUSTED_PROXIES="127.0.0.1")
    caddy = proxies.caddy(tmp_path, port, server.port)
    try:
        root = f"{url}/c/{table.campaign.token}"
        session, token = client_of(table.bartek).cookies["sessionid"].value, "x" * 32
        headers = {"Cookie": f"sessionid={session}; csrftoken={token}", "Origin": url, "HX-Request": "true"}
        said = urllib.parse.urlencode({"text": "through Caddy", "csrfmiddlewaretoken": token}).encode()
        live = urllib.request.Request(f"{root}/live/", headers=headers)
        with urllib.request.urlopen(live, timeout=PATIENCE) as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            urllib.request.urlopen(urllib.request.Request(f"{root}/say/", said, headers), timeout=PATIENCE).close()
            heard = b""
            while b"through Caddy" not in heard:
                line = stream.readline()
                assert line, heard
                heard += line
    finally:
        caddy.end()


def test_nginx_lets_pass_whatever_the_table_takes():
    shipped = (proxies.FILES / "nginx.conf").read_text()
    assert int(re.search(r"client_max_body_size (\d+)m;", shipped)[1]) * 1024 * 1024 >= bodies.LIMIT
