"""Markdown of people: what it may look like, and what never gets through."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caerbannog_site.markdown import ATTRIBUTES, TAGS, rendered

ALLOWED = {name: {*ATTRIBUTES.get(name, ()), *({"rel"} if name == "a" else ())} for name in TAGS}


def test_emphasis_lists_and_quotes():
    html = rendered("**Julio** *died*.\n\n- one\n- two\n\n> so they say\n\n~~no~~")
    assert "<strong>Julio</strong> <em>died</em>" in html
    assert "<li>one</li>" in html
    assert "<blockquote>" in html
    assert "<s>no</s>" in html


def test_a_table():
    html = rendered("| who | what |\n|:--|--:|\n| Julio | 3 |")
    assert "<th>who</th>" in html
    assert "style" not in html


def test_a_line_break_is_one():
    assert "one<br>" in rendered("one\ntwo")


def test_headings_stand_below_those_of_the_page():
    assert re.findall(r"<(h\d)>", rendered("# a\n\n## b\n\n### c\n\n###### d")) == ["h3", "h4", "h5", "h6"]


def test_links_vouch_for_nobody_and_open_no_door():
    assert rendered("[a](https://a.example/)") == '<p><a href="https://a.example/" rel="nofollow noopener">a</a></p>\n'


def test_a_picture_becomes_a_link():
    html = rendered(
        "![the *map*](https://tracker.example/pixel.png) [![inner](https://b.example/i.png)](https://c.example/)"
    )
    assert "<img" not in html
    assert '<a href="https://tracker.example/pixel.png"' in html
    assert ">the" in html
    assert html.count("<a ") == html.count("</a>") == 2


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "![a](javascript:alert(1))",
        "<a href='javascript:alert(1)'>x</a>",
        "[a]: javascript:alert(1)\n\n[a]",
        "`</code><script>`",
        '[x](https://a.example/ "><script>alert(1)</script>")',
        "<javascript:alert(1)>",
        '```"><script>\n</code></pre><script>\n```',
    ],
)
def test_nothing_that_acts_gets_through(text):
    assert_harmless(rendered(text))


def assert_harmless(html: str) -> None:
    for closing, name, rest in re.findall(r"<(/?)([a-zA-Z][^\s>/]*)([^>]*)>", html):
        assert name in TAGS
        attributes = set(re.findall(r'([\w-]+)="[^"]*"', rest))
        assert attributes <= ALLOWED[name], (closing, name, rest)
    assert not re.search(r'href="\s*(?!https?:|mailto:)[a-z]+:', html, re.IGNORECASE)


@given(st.text("<>\"'&[]()!`*_-#|\n\\:/ ajscriptmgonre=", max_size=120))
def test_whatever_is_typed_is_harmless(text):
    assert_harmless(rendered(text))


def test_deeply_nested_text_is_no_burden():
    assert len(rendered(">" * 20_000)) < 200_000
    assert rendered("[" * 10_000 + "]" * 10_000)
