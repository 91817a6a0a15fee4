"""The floor, behind the server stack of the product.

POST /insert/?group=   the bare Django view: one row, then the broadcast
POST /say?group=       the broadcast alone: neither Django nor a database
GET  /live?group=      the stream of a group
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import parse_qs

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.bare.settings"

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

from bench.bare import wire

THREADS = 4  # as caerbannog_site/asgi.py
django_app = WSGIMiddleware(get_wsgi_application(), workers=THREADS)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    group = parse_qs(scope["query_string"].decode()).get("group", [""])[0]
    if scope["path"] == "/live":
        await wire.stream(group, receive, send)
    elif scope["path"] == "/say":
        wire.send_all(group, 1)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
    else:
        await django_app(scope, receive, send)
