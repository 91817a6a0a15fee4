"""What every request and answer has in common: the reader's language and time, refusals, never-cached pages."""

from __future__ import annotations

import hashlib
import time
import zoneinfo
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user_model, logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django_htmx.middleware import HtmxDetails

from caerbannog_site import busy, disk, hosts
from caerbannog_site.errors import Refused, TooOften
from caerbannog_site.words import say
from rules.errors import RuleError

GRANT_HEADER = "X-Live-Grant"
RENEWED = "renewed"  # in a session: when its cookie last got its whole age
RENEWAL = 30 * 24 * 3600


class HostMiddleware:
    """Whoever asks for somebody else's name is refused (hosts.py)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        hosts.check(request)
        return self.get_response(request)


class SecureCookieMiddleware:
    """What was asked for over https is kept for https; in a network without it cookies work too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class ReaderMiddleware:
    """Speak the reader's language and time zone: a user's own, else what the browser asks for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        language = user.language if user.is_authenticated else translation.get_language_from_request(request)
        zone = user.time_zone if user.is_authenticated else settings.TIME_ZONE
        with translation.override(language), timezone.override(zoneinfo.ZoneInfo(zone)):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if user.is_authenticated and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        if GRANT_HEADER not in response.headers:  # a stream's headers never reach the browser, nor would the cookie
            _renew_session(request)
        return response


def _renew_session(request: HttpRequest) -> None:
    """Once a month, not with each request, a session and its cookie begin their age anew: a guest has nothing else."""
    if request.user.is_authenticated and request.session.get(RENEWED, 0) < time.time() - RENEWAL:
        request.session[RENEWED] = int(time.time())


class RefusalMiddleware:
    """A refused wish becomes a clear sentence: a notice on an open page, else a page of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL in the address")
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if was_deleted(request):
            logout(request)
            looked = request.method in ("GET", "HEAD")  # the address of a press has no page to come back to
            return redirect_to_login(request.get_full_path()) if looked else redirect("account_login")
        if isinstance(error, RuleError):
            error = Refused(say(error.text))
        stuck = disk.DiskFull() if disk.is_full(error) else busy.Busy() if busy.is_locked(error) else None
        if stuck:
            error = stuck
            request.session.modified = False  # it can't be saved either
        if not isinstance(error, Refused):
            return None
        return refused(request, error)


def was_deleted(request: HttpRequest) -> bool:
    """Whether whoever asks deleted their account while this waited: nothing can be written down in their name."""
    user = request.user
    return user.is_authenticated and not get_user_model().objects.filter(pk=user.pk).exists()


def refused(request: HttpRequest, error: Refused) -> HttpResponse:
    template = "_notice.html" if htmx_of(request) else "refused.html"
    response = render(request, template, {"error": error}, status=error.status)
    if error.seconds:
        response.headers["Retry-After"] = str(error.seconds)
    return response


def too_often(request: HttpRequest) -> HttpResponse:
    """allauth's own limits refuse in the same way: it asks for a `handler429` beside the addresses (urls.py)."""
    return refused(request, TooOften())


def server_failed(_request: HttpRequest) -> HttpResponse:
    """A page that needs nothing but a file; its links begin with the path that the table is served under."""
    page = (settings.BASE_DIR / "templates" / "500.html").read_text(encoding="utf-8").partition("#}\n")[2]
    return HttpResponse(page.replace('href="/', f'href="{settings.FORCE_SCRIPT_NAME or ""}/'), status=500)


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What django-htmx knows of the request; true when a script of ours asks, false for a browser's own request."""
    return cast(Any, request).htmx


def once_of(request: HttpRequest) -> str:
    """The key of this press, made by the page; without one (no script) a repeated press cannot be told.

    It counts for the address it was sent to: the same key elsewhere is another press.
    """
    once = posted(request, "once")
    return hashlib.sha256(f"{request.path} {once}".encode()).hexdigest()[:40] if once else ""


def posted(request: HttpRequest, name: str) -> str:
    """A posted text without NUL signs, which no database field takes; forms refuse them by themselves."""
    return request.POST.get(name, "").replace("\x00", "")
