"""The web server of ``gridwright play``: the files of the page, its requests, which ``api`` answers, and what keeps
other websites away from it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .api import Api
from .document import paint_style
from .service import Service

_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json",
}  # fmt: skip


def page_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, each with its media type."""
    found = {"paints.css": (paint_style().encode(), _TYPES[".css"])}
    for file in files(__package__).joinpath("static").iterdir():
        ending = file.name[file.name.rfind(".") :]
        if ending in _TYPES:
            data = file.read_bytes()
            found[file.name] = (lean(data) if ending in (".js", ".css") else data), _TYPES[ending]
    index, kind = found["index.html"]
    found["index.html"] = _with_preloads(index, {name: data for name, (data, _) in found.items()}), kind
    return found


def _with_preloads(index: bytes, files: Mapping[str, bytes]) -> bytes:
    """The page with a link to each module that its first one imports, directly or through others.

    Without these links a browser finds the modules of a module only once it has that one, and asks again and again.
    """
    found = {_FIRST: None}
    for name in (queue := [_FIRST]):
        fresh = [other for other in _IMPORT.findall(files[name].decode()) if other not in found]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in found)
    return index.replace(b"</head>", links.encode() + b"</head>")


_FIRST = "main.js"
_IMPORT = re.compile(r'^import [^;]*?"\./(\w+\.js)";$', re.MULTILINE)
_COMMENT = re.compile(rb"^\s*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
_INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)


def lean(source: bytes) -> bytes:
    """A module or style sheet without comments and indentation. Its lines keep their numbers, which errors name."""
    bare = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)
    return _INDENTATION.sub(b"", bare)


def make_app(service: Service, hosts: list[str]) -> Starlette:
    """The application; ``hosts`` are the names and ports under which it may be called."""
    page, api = page_files(), Api(service)

    async def static(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in page:
            return JSONResponse({"error": "There is no such file."}, 404)
        data, kind = page[name]
        return Response(data, media_type=kind)

    async def asked(request: Request) -> Response:
        try:
            body = await request.body()
        except TooLarge:
            return JSONResponse({"error": "The request is too large."}, 413)
        path = request.path_params["path"]
        found = await run_in_threadpool(api.answer, request.method, path, dict(request.query_params), body)
        return Response(found.data, found.status, dict(found.headers), found.media)

    methods = ["GET", "POST", "PUT", "DELETE"]
    routes = [Route("/", static), Route("/{name:str}", static), Route("/api/{path:path}", asked, methods=methods)]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


# -- the guard --------------------------------------------------------------------------------------------------------

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 8 << 20
"""Bytes in a request."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "permissions-policy": "camera=(), microphone=(), geolocation=()",
}  # fmt: skip


class Guard:
    """Lets only requests through that were made to this server by its own pages.

    The ``Host`` must be one of ``hosts``, against names of other websites that lead here; the ``Origin``, where there
    is one, and ``Sec-Fetch-Site`` must be our own. What changes something must be JSON, which other sites cannot send
    without asking, and no larger than ``LARGEST``.
    """

    def __init__(self, app: App, hosts: Iterable[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope["method"], headers)

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in {"content-security-policy": POLICY, **_HEADERS}.items():
                    own.setdefault(name, value)
                own.setdefault("cache-control", "no-cache")
            await send(message)

        if refused is not None:
            status, words = refused
            await JSONResponse({"error": words}, status)(scope, receive, sent)
            return
        await self.app(scope, _limited(receive), sent)

    def _refused(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if host not in self.hosts:
            return 421, "This server answers only under its own address."
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "Requests of other websites are not answered."
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "Requests of other websites are not answered."
        if method in ("GET", "HEAD"):
            return None
        if method not in ("POST", "PUT", "DELETE"):
            return 405, "This method is not known here."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "Requests must be JSON."
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST:
            return 413, "The request is too large."
        return None


class TooLarge(Exception):
    """A request went on beyond ``LARGEST`` bytes."""


def _limited(receive: Receive) -> Receive:
    """Ends a body that is longer than it may be, whatever its header said."""
    total = 0

    async def received() -> MutableMapping[str, Any]:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > LARGEST:
            raise TooLarge
        return message

    return received
