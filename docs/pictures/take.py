"""Takes the README's pictures anew: a fresh demo table, a real server, a real browser.

make pictures
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

# file, person, page, width, height, colours, what is done before the picture
PICTURES = [
    ("asked-phone-light", "bartek", "sheet", 360, 760, "light", ""),
    ("sheet-phone-dark", "bartek", "sheet", 360, 760, "dark", "roll"),
    ("sheet-phone-light", "bartek", "sheet", 360, 760, "light", "skills"),
    ("sheet-laptop-light", "bartek", "sheet", 1440, 900, "light", ""),
    ("dash-laptop-light", "alicja", "dash", 1440, 900, "light", ""),
    ("dash-tablet-dark", "alicja", "dash", 768, 1024, "dark", ""),
    ("log-phone-light", "celina", "table", 360, 760, "light", "log"),
    ("tv-dark", "alicja", "tv", 1280, 720, "dark", ""),
]


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ.update(DATA=data, DJANGO_SETTINGS_MODULE="caerbannog_site.settings", DJANGO_ALLOW_ASYNC_UNSAFE="1")
        for command in (["migrate", "-v0"], ["messages", "--compile"], ["collectstatic", "--noinput", "-v0"], ["demo"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        port = _free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "caerbannog_site.asgi:application", "--port", str(port), "--log-level",
             "warning"],
            cwd=ROOT,
        )  # fmt: skip
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address)
            _take_all(address)
        finally:
            server.terminate()
            server.wait(10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(address: str) -> None:
    for _attempt in range(200):
        try:
            urllib.request.urlopen(f"{address}/accounts/login/", timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def _take_all(address: str) -> None:
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.chromium import installed

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=["--no-sandbox", "--disable-gpu"])
        for picture in PICTURES:
            _take(browser, address, *picture)
        browser.close()


def _take(browser, address: str, name: str, who: str, page_name: str, width: int, height: int, theme: str, act: str):
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, device_scale_factor=1.5 if width < 500 else 1
    )
    context.add_cookies([{"name": "sessionid", "value": _session_of(who), "url": address}])
    page = context.new_page()
    page.goto(address + _path(page_name))
    page.wait_for_selector("html[data-live=open]")
    if act == "log":
        page.locator("#log").evaluate("log => log.scrollIntoView({behavior: 'instant'})")
    elif act:
        page.locator(".die-btn").nth(12).scroll_into_view_if_needed()
    if act == "roll":
        before = page.locator(".last").inner_text()
        page.locator(".die-btn").nth(4).click()
        page.wait_for_function("before => document.querySelector('.last').innerText !== before", arg=before)
        page.mouse.move(0, 0)
    page.screenshot(path=HERE / f"{name}.png")
    context.close()
    _shrink(HERE / f"{name}.png")


def _shrink(path: Path) -> None:
    """256 colours are plenty for a page, and keep the repository light."""
    from PIL import Image

    Image.open(path).convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(path, optimize=True)


def _session_of(username: str) -> str:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client()
    client.force_login(get_user_model().objects.get(username=username))
    return client.cookies["sessionid"].value


def _path(page_name: str) -> str:
    from django.urls import reverse

    from sessions.access import viewer_of
    from sessions.actions.tv import open_screen
    from sessions.models import Campaign
    from sheets.models import Character

    if page_name == "sheet":
        return reverse("sheet", args=[Character.objects.get(owner__username="bartek").token])
    campaign = Campaign.objects.get()
    if page_name != "tv":
        return reverse(page_name, args=[campaign.token])
    seat = campaign.seats.get(user__username="alicja")
    _seat, secret = open_screen(actor=viewer_of(seat, campaign, "pl"), campaign=campaign, name="TV")
    return reverse("tv", args=[secret])


if __name__ == "__main__":
    main()
