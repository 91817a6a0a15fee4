"""A stand-in for the application: the real static files, one page after docs/frontend.md, one stream. No Django."""

import asyncio
import mimetypes
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import uvicorn

STATIC = Path(__file__).resolve().parents[2] / "static"
CSP = "default-src 'self'; style-src 'self'; script-src 'self'"
HTMX = (
    '{"includeIndicatorCSS":false,"history":false,"prefix":"","defaultSwap":"none","defaultTimeout":20000,'
    '"defaultSettleDelay":0,"noSwap":[204,304,400,401,403,404,405,409,413,429,"5xx"],'
    '"morphIgnore":["data-htmx-powered","data-save-state","data-out","aria-busy"]}'
)
PAGE = """<!doctype html>
<html lang="pl"><head><meta charset="utf-8"><title>Stół</title>
<meta name="htmx-config" content='{htmx}'>
<link rel="icon" href="/static/img/rabbit.svg"><link rel="stylesheet" href="/static/css/app.css">
<script defer src="/static/vendor/htmx-4.0.1.js"></script><script defer src="/static/js/app.js"></script>
<script defer src="/static/js/forms.js"></script><script defer src="/static/js/fields.js"></script>
<script defer src="/static/js/live.js"></script><script defer src="/static/js/copy.js"></script></head>
<body hx-headers:inherited='{{"X-CSRFToken": "token"}}' data-timezone="Europe/Warsaw"
 data-live-url="/live/" data-live-cursor="{cursor}" data-live-beat="{beat}">
<section id="connection" class="banner" aria-label="Połączenie" hidden><p><b>Brak połączenia</b></p>
<button type="button" class="btn" data-live-retry>Spróbuj teraz</button></section>
<div id="gone" class="box ask" role="alert" hidden><p data-gone="removed">Nie siedzisz już przy tym stole.</p>
<p data-gone="403">Nie masz dostępu.</p><p data-gone="">Koniec.</p><a href="">Wczytaj</a></div>
<main id="content">{main}</main>
<section id="notices" class="notices" aria-label="Powiadomienia"></section>
<p id="announce" class="vh" role="status" aria-live="polite"></p>
<dialog id="keys"><dl data-keys-list></dl><button type="button" data-close>Zamknij</button></dialog>
<div id="texts" hidden data-again="Ponów" data-close="Zamknij" data-offline="Brak sieci" data-server="Błąd serwera"
 data-forbidden="Nie wolno" data-stale="Nieaktualne" data-saved="zapisano" data-saving="zapisuję"
 data-unsaved="nie zapisano" data-draft="Przywrócono" data-number="Wpisz liczbę"
 data-copied="Skopiowano" data-reload="Wczytaj"></div>
</body></html>"""


def row(token: str, minute: int, text: str = "", **extra: str) -> str:
    """A log row; `minute` decides its place."""
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in extra.items())
    at = f"2026-11-30T19:{minute:02}:00.000000Z"
    said = text or token
    return f'<article class="event" id="row-{token}" data-at="{at}" data-say="{said}"{attributes}>{said}</article>'


def partial(target: str, swap: str, html: str = "") -> str:
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}">{html}</hx-partial>'


def new_row(token: str, minute: int, text: str = "", **extra: str) -> str:
    return partial("#log", "row", row(token, minute, text, **extra))


@dataclass
class Request:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    form: dict[str, str]


@dataclass
class Answer:
    status: int = 204
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None  # answer only when this is set


class Table:
    """What the server knows: the page's content, the frames sent so far, the requests that came in."""

    def __init__(self) -> None:
        self.main = '<div id="log" class="log"></div>'
        self.cursor, self.live_status = "start", 200
        self.beat, self.pause = 15.0, 0.0  # what the page is told, and how long it is quiet indeed (0: as long as that)
        self.frames: list[tuple[str, str]] = []
        self.requests: list[Request] = []
        self.answers: dict[str, list[Answer]] = {}
        self.streams: set[asyncio.Queue[str | None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.heard = threading.Condition()

    # -- used by tests -------------------------------------------------------------------------------------------------
    def wait(self, condition: Callable[[], Any], seconds: float = 15) -> None:
        with self.heard:
            assert self.heard.wait_for(condition, seconds), "the page never did what the test waits for"

    def to(self, path: str) -> list[Request]:
        return [r for r in self.requests if r.path == path]

    def answer(self, path: str, *answers: Answer) -> None:
        self.answers.setdefault(path, []).extend(answers)

    def publish(self, html: str, token: str | None = None) -> None:
        token = token or f"f{len(self.frames)}"
        self.frames.append((token, html))
        self.send(self.frame(token, html))

    def send(self, text: str | None) -> None:
        def put() -> None:
            for queue in self.streams:
                queue.put_nowait(text)

        assert self.loop
        self.loop.call_soon_threadsafe(put)

    @staticmethod
    def frame(token: str, html: str) -> str:
        data = "".join(f"data: {line}\n" for line in html.splitlines())
        return f"id: {token}\n{data}\n"

    # -- ASGI ----------------------------------------------------------------------------------------------------------
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        self.loop = asyncio.get_running_loop()
        request = await self.read(scope, receive)
        if request.path.startswith("/static/"):
            await self.static(request.path, send)
            return
        with self.heard:
            self.requests.append(request)
            self.heard.notify_all()
        if request.path == "/live/":
            await self.stream(request, receive, send)
        elif request.path == "/":
            page = PAGE.format(htmx=HTMX, cursor=self.cursor, beat=self.beat, main=self.main)
            await self.reply(send, Answer(200, page))
        else:
            queue = self.answers.get(request.path) or [Answer()]
            answer = queue.pop(0)
            if answer.hold:
                await asyncio.to_thread(answer.hold.wait, 20)
            await self.reply(send, answer)

    async def read(self, scope: Any, receive: Any) -> Request:
        body = b""
        if scope["method"] == "POST":
            more = True
            while more:
                message = await receive()
                body += message.get("body", b"")
                more = message.get("more_body", False)
        headers = {k.decode().lower(): v.decode() for k, v in scope["headers"]}
        query = dict(parse_qsl(scope["query_string"].decode(), keep_blank_values=True))
        return Request(
            scope["method"], scope["path"], query, headers, dict(parse_qsl(body.decode(), keep_blank_values=True))
        )

    async def reply(self, send: Any, answer: Answer, kind: str = "text/html; charset=utf-8") -> None:
        headers = {"content-type": kind, "content-security-policy": CSP, "cache-control": "no-store", **answer.headers}
        raw = [(k.encode(), v.encode()) for k, v in headers.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": raw})
        await send({"type": "http.response.body", "body": answer.body.encode()})

    async def static(self, path: str, send: Any) -> None:
        file = STATIC / path.removeprefix("/static/")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = [(b"content-type", kind.encode()), (b"content-security-policy", CSP.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": file.read_bytes()})

    async def stream(self, request: Request, receive: Any, send: Any) -> None:
        if self.live_status != 200:
            return await self.reply(send, Answer(self.live_status, "<h1>nie</h1>"))
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        tokens = [token for token, _ in self.frames]
        seen = request.headers.get("last-event-id", "")
        missed = self.frames[tokens.index(seen) + 1 :] if seen in tokens else self.frames
        for token, html in missed:
            queue.put_nowait(self.frame(token, html))
        self.streams.add(queue)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        tasks = [asyncio.ensure_future(self.pump(queue, send)), asyncio.ensure_future(self.left(receive))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            self.streams.discard(queue)
            with self.heard:
                self.heard.notify_all()

    async def pump(self, queue: asyncio.Queue[str | None], send: Any) -> None:
        while True:
            try:
                text = await asyncio.wait_for(queue.get(), self.pause or self.beat)
            except TimeoutError:
                text = "event: heartbeat\ndata: \n\n"
            if text is None:
                return await send({"type": "http.response.body", "body": b""})
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    @staticmethod
    async def left(receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


class Server:
    """uvicorn in a thread; `app` is changed for every test."""

    def __init__(self) -> None:
        self.app: Table = Table()
        config = uvicorn.Config(
            self.dispatch,
            host="127.0.0.1",
            port=0,
            interface="asgi3",
            log_level="critical",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            self.thread.join(0.01)
        self.port: int = self.uvicorn.servers[0].sockets[0].getsockname()[1]

    async def dispatch(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(10)
