"""The page's weight, and what a strict CSP would refuse."""

import gzip
import re

import pytest

from tests.static.table import STATIC

NOT_ON_A_SHEET = ["copy.js", "order.js", "passkeys.js"]  # links to hand on; the game masters; the door and the profile
SCRIPTS = sorted((STATIC / "js").glob("*.js"))


def packed(path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data, 9))


def test_styles_scripts_fonts_and_pictures_leave_room_for_the_page():
    """150 KB cold for the sheet page, its HTML included."""
    files = [f for folder in ("css", "js", "vendor", "fonts", "img") for f in (STATIC / folder).glob("*.*")]
    sent = [f for f in files if f.suffix in {".css", ".js", ".woff2", ".svg"}]
    assert sum(map(packed, sent)) < 115 * 1024


def test_a_page_needs_few_requests():
    """15 with the page itself, the stream and a portrait."""
    count = -len(NOT_ON_A_SHEET) + sum(
        len(list((STATIC / folder).glob(pattern)))
        for folder, pattern in (
            ("css", "*.css"),
            ("js", "*.js"),
            ("vendor", "*.js"),
            ("fonts", "*.woff2"),
            ("img", "*.svg"),
        )
    )
    assert count <= 12


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.name)
def test_scripts_do_nothing_a_strict_policy_refuses(script):
    source = script.read_text()
    assert not re.search(
        r"\beval\(|new Function|setAttribute\(.style|insertAdjacentHTML|innerHTML\s*=|document\.write", source
    )
    assert not re.search(r"https?://", source)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.name)
def test_scripts_stay_short(script):
    assert len(script.read_text().splitlines()) <= 200


def test_the_stylesheet_asks_no_other_host():
    css = (STATIC / "css" / "app.css").read_text()
    assert set(re.findall(r"url\(([^)#]+)\)", css)) == {
        f"../fonts/{f.name}" for f in (STATIC / "fonts").glob("*.woff2")
    }


def test_names_in_the_sprite_are_unique():
    names = re.findall(r'<symbol id="(\w+)"', (STATIC / "img" / "icons.svg").read_text())
    assert len(names) == len(set(names))
    assert {"k4", "k6", "k8", "k10", "k12", "mark", "spark"} <= set(names)
