"""What the server writes down: one line for each request, with its own id, who asked and at which table.

No path (it may hold an invitation's code or a screen's secret), no query, no address of a person, no text of anybody:
the view is named, people and campaigns by number and token.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
logger = structlog.stdlib.get_logger("table.request")


# A table's screen, an invitation's code, a guest's way back, the one-time link to a new password.
KEYS = re.compile(r"/(tv|join|back|key)/[^/\s?]+")


def _without_keys(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Django names the path of a request that failed: never an address that is a key."""
    event["event"] = KEYS.sub(r"/\1/…", str(event["event"]))
    return event


def configuration(level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING: lines of plain text for people, or (`form` is "json") one JSON object a line for machines."""
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        last += [structlog.dev.ConsoleRenderer(colors=False)]
    before = [*SHARED, _without_keys]
    formatter = {"()": structlog.stdlib.ProcessorFormatter, "foreign_pre_chain": before, "processors": last}
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        # Of every refusal Django tells once more.
        "loggers": {"django.request": {"level": "ERROR"}, "django.security.DisallowedHost": {"level": "CRITICAL"}},
    }


def about(**values: Any) -> None:
    """Name what the running request is about: the campaign, say. It is told with every line from here on."""
    structlog.contextvars.bind_contextvars(**values)


class RequestLog:
    """The outermost middleware. A request's id goes into its lines and, for whoever reports a fault, its answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        number, began = secrets.token_hex(6), time.perf_counter()
        about(request=number)
        response = self.get_response(request)
        response.headers["X-Request-ID"] = number
        match = request.resolver_match
        logger.log(
            logging.ERROR if response.status_code >= 500 else logging.INFO,
            "request",
            view=match.url_name if match else "",
            method=request.method,
            status=response.status_code,
            ms=round((time.perf_counter() - began) * 1000, 1),
            user=getattr(getattr(request, "user", None), "pk", None),
        )
        return response
