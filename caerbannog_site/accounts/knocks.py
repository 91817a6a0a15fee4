"""Tries that are counted for all processes together, in the shared cache, by allauth's rate limits (limits.py)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from caerbannog_site.errors import TooOften

APP = "allauth.account"  # whose setting, ACCOUNT_RATE_LIMITS, holds the rates


def count(request: HttpRequest, action: str, key: str = "") -> ratelimit.RateLimitUsage:
    """Count one more try of `action`. Raises TooOften, before anything is looked at, where there were too many."""
    usage = ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True)
    if usage is None:
        raise TooOften
    return usage


def forgive(request: HttpRequest, action: str, key: str) -> None:
    """As if nobody had tried it."""
    ratelimit.clear(request, app=APP, action=action, key=key)


@contextmanager
def guessing(request: HttpRequest, action: str, key: str = "") -> Iterator[None]:
    """Within it something secret is tried: only a try that ends in an exception stays counted."""
    usage = count(request, action, key)
    yield
    usage.rollback()
