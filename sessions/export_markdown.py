"""The log as Markdown. Whatever people typed stays text: it opens no heading, list, link or code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from sessions.exports import Line, Story

INLINE = re.compile(r"([\\`*_\[\]<>&~|$!#^{}])")
STARTS = re.compile(r"^(?:([-+=:@%\"'/.,;?()])|(\d+)([.)]))")
BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")


def write(story: Story) -> Iterator[str]:
    yield _head(story)
    under = ""
    for lines in story.chunks():
        pieces = []
        for line in lines:
            heading = " · ".join(filter(None, (date_format(line.at, "DATE_FORMAT"), line.session)))
            if heading != under:
                pieces.append(f"\n### {escaped(heading)}\n\n")
                under = heading
            pieces.append(_item(line))
        yield "".join(pieces)


def escaped(text: str) -> str:
    """One line of text that Markdown reads as itself, wherever it stands."""
    plain = INLINE.sub(r"\\\1", BREAKS.sub(" ", text).strip())
    return STARTS.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", plain)


def _head(story: Story) -> str:
    parts = [f"# {escaped(story.title)}"]
    if evening := story.evening:
        people = f" · {', '.join(map(escaped, evening.people))}" if evening.people else ""
        parts.append(escaped(date_format(evening.date, "DATE_FORMAT")) + people)
    if story.recap:  # quoted, so that its headings are its own
        parts += [f"## {escaped(_('Recap'))}", "\n".join(f"> {line}" for line in story.recap.splitlines())]
    parts.append(f"## {escaped(_('Log'))}")
    return "\n\n".join(parts) + "\n"


def _item(line: Line) -> str:
    """A list item; the lines of a message are broken by a backslash, as blanks at their ends are easily lost."""
    who = "" if line.says_who or not line.who else f"**{escaped(line.who)}**: "
    mode = f" *({escaped(line.mode_label)})*" if line.mode_label else ""
    words = [one for one in map(escaped, line.words) if one]
    return f"- {line.at:%H:%M} {who}" + "\\\n  ".join(words) + f"{mode}\n"
