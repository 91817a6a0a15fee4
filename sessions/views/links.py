"""Links that are given away: to other people, to phones, to a screen."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # no phone finds the table there


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as others reach it."""
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


def opens_here_only(link: str) -> bool:
    return urlsplit(link).hostname in LOOPBACK


def qr(link: str) -> bytes:
    """The link as a picture (SVG): attributes only, so that it passes the content security policy."""
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", omitsize=True, light="#fff", svgclass=None, lineclass=None)
    return picture.getvalue()
