"""Markdown that people at a table typed, as HTML that everybody there may be shown."""

from __future__ import annotations

from functools import cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

# The page has an h1 and an h2 above the text.
LOWER = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6"}
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}


def rendered(text: str) -> SafeString:
    """The text as HTML: no tags of its own, no pictures (they become links), links that follow nobody."""
    tokens = _parser().parse(text)
    for token in tokens:
        token.tag = LOWER.get(token.tag, token.tag)
        token.children = _without_pictures(token.children)
    html = _parser().renderer.render(tokens, _parser().options, {})
    safe = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow noopener")
    return mark_safe(safe)  # noqa: S308


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


def _without_pictures(tokens: list[Token] | None) -> list[Token] | None:
    """A picture would tell another host who reads this: there is a link to it instead."""
    if tokens is None:
        return None
    found: list[Token] = []
    linked = 0
    for token in tokens:
        linked += (token.type == "link_open") - (token.type == "link_close")
        found += [token] if token.type != "image" else _link(token, inside_link=linked > 0)
    return found


def _link(picture: Token, *, inside_link: bool) -> list[Token]:
    source = str(picture.attrs.get("src", ""))
    words = Token("text", "", 0, content=picture.content or source)
    if inside_link:
        return [words]
    return [Token("link_open", "a", 1, attrs={"href": source}), words, Token("link_close", "a", -1)]
