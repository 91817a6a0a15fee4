"""Filters that every template has: words of the rules, signed numbers, percents."""

from __future__ import annotations

from fractions import Fraction

from django import template
from django.utils import formats

from caerbannog_site import words
from rules.values import Text

register = template.Library()
MINUS = "\N{MINUS SIGN}"


@register.filter
def say(text: Text | str | None) -> str:
    """A Text in the reader's language; typed words as they are."""
    if isinstance(text, Text):
        return words.say(text)
    return text or ""


@register.filter
def number(value: int) -> str:
    """-3 with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


@register.filter
def signed(value: int) -> str:
    """+3, 0 as +0, -3 with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


@register.filter
def percent(chance: Fraction | float) -> str:
    """0.684 as 68,4% (68.4% in English)."""
    return formats.number_format(round(float(chance) * 100, 1), 1) + "%"


@register.filter
def width(chance: Fraction | float) -> str:
    """0.684 as the SVG attribute 68.4%: always with a point."""
    return f"{float(chance) * 100:.1f}%"


@register.filter
def absolute(value: int) -> str:
    """3 for 3 and -3: the sign stands before it as an operator."""
    return str(abs(value))


@register.filter
def negative(value: int) -> str:
    """What is taken away: −5 for 5."""
    return f"{MINUS}{value}"


@register.filter
def decimal(value: Fraction | float) -> str:
    """0.375 as 0,38."""
    return formats.number_format(round(float(value), 2), 2)
