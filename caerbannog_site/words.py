"""The words of the rules in the reader's language, and the order of names."""

import unicodedata
from collections.abc import Callable

from django.utils.translation import gettext, ngettext

from rules.values import PLURALS, Text


def say(text: Text) -> str:
    """The sentence of a Text, its plural chosen by `n`, its parameters filled in (they may be Texts themselves)."""
    if text.n is None and not text.params:
        return gettext(text.id)  # as it stands: a brace in it is a brace
    sentence = gettext(text.id) if text.n is None else ngettext(text.id, PLURALS.get(text.id, text.id), text.n)
    params = {name: say(value) if isinstance(value, Text) else value for name, value in text.params.items()}
    return sentence.format(n=text.n, **params)


def numbered(name: str, most: int, is_taken: Callable[[str], bool]) -> str:
    """The name, or "name (2)" and so on where it is taken; `most` letters at most."""
    number, free = 1, name
    while is_taken(free):
        number += 1
        end = f" ({number})"
        free = name[: most - len(end)].rstrip() + end
    return free


def alphabetical(text: str) -> str:
    """A key that sorts names as Polish does, whatever the database: ą after a, ł after l, ź and then ż after z.

    Decomposed, a letter is followed by its mark, and marks come after all letters of the alphabet. The stroke of ł has
    no decomposition.
    """
    return unicodedata.normalize("NFD", text.casefold().replace("ł", "l\N{COMBINING SHORT STROKE OVERLAY}"))


# Letters that are not a plain one with a mark.
PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i", "\N{MINUS SIGN}": "-"})


def folded(text: str) -> str:
    """The text without case, marks and widths, to be compared: zolw for Żółw."""
    spread = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in spread if not unicodedata.combining(sign)).translate(PLAIN)
