"""Links that are given away: to other people, to phones, to a screen."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urljoin, urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest

from caerbannog_site import hosts


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as others reach it: in PUBLIC_URL, else at the address opened.

    Whoever opened it on the computer that serves it gives away that computer's address in the network instead.
    """
    if settings.PUBLIC_URL:
        return urljoin(settings.PUBLIC_URL, path)  # the path begins with that of PUBLIC_URL
    link = request.build_absolute_uri(path)
    return next(iter(_in_network(path)), link) if _opens_here_only(link) else link


def given(request: HttpRequest, path: str) -> dict[str, Any]:
    """What a page says of a link that it gives away (sessions/_link_help.html)."""
    link, network = absolute(request, path), _in_network(path)
    return {
        "link": link,
        "here_only": _opens_here_only(link),
        "listening": _listens_to_network(),
        "elsewhere": [one for one in network if one != link] if link in network else [],
    }


def qr(link: str) -> bytes:
    """The link as a picture (SVG): attributes only, so that it passes the content security policy."""
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", omitsize=True, light="#fff", svgclass=None, lineclass=None)
    return picture.getvalue()


def _opens_here_only(link: str) -> bool:
    return hosts.is_loopback(urlsplit(link).hostname or "")


def _listens_to_network() -> bool:
    return settings.LISTENS_ON[0] in hosts.EVERYWHERE


def _in_network(path: str) -> list[str]:
    """The path at each of this computer's addresses in a network, if the server listens there."""
    if not _listens_to_network():
        return []
    return [f"http://{address}:{settings.LISTENS_ON[1]}{path}" for address in hosts.lan_addresses()]
