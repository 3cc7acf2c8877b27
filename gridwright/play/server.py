"""The web server of ``gridwright play``: starts it, answers requests, and keeps other websites away."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .api import Api
from .service import Service
from .site import page_files

LOOPBACK = "127.0.0.1"
USUAL_PORT = 7643
"""The port that is taken if it is free, so that bookmarks and the page's own memory stay good."""

_LOOK = 0.5
"""Seconds between two looks at whether the server has ended."""


class PortTaken(OSError):
    """The port that was asked for is in use."""


@dataclass(frozen=True)
class Address:
    """A listening socket of the loopback interface."""

    socket: socket.socket
    port: int

    @property
    def hosts(self) -> list[str]:
        """The values of ``Host`` under which the server may be called."""
        return [f"{name}:{self.port}" for name in (LOOPBACK, "localhost")]

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{LOOPBACK}:{self.port}/"


def listen(port: int | None) -> Address:
    """Listens on a port of this computer only; without one on the usual port, or on any that is free.

    Raises PortTaken, and OSError for a port that may not be used.
    """
    for one in (USUAL_PORT, 0) if port is None else (port,):
        # asyncio sends answers without delay (TCP_NODELAY) only where the protocol is told.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((LOOPBACK, one))
            found.listen(64)
        except OSError as fault:
            found.close()
            if port is None and one:
                continue
            raise PortTaken(f"port {port} cannot be used: {(fault.strerror or str(fault)).lower()}") from None
        return Address(found, found.getsockname()[1])
    raise AssertionError("port 0 is always free")


def serve(service: Service, address: Address, *, path: str = "", browse: bool, started: Callable[[], Any]) -> None:
    """Serves until Ctrl-C. ``started`` is called in a thread when it answers; the browser then opens ``path``.

    The worker for hints starts after the first board is shown: until then it would only slow that board down.
    """
    app = make_app(service, address.hosts)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off", ws="none"))

    def begin() -> None:
        while not server.started and not server.should_exit:
            time.sleep(0.01)
        if browse:
            webbrowser.open(address.url + path)
        started()
        while not server.should_exit:
            if service.shown.wait(_LOOK):
                service.asking.start()
                return

    threading.Thread(target=begin, daemon=True).start()
    try:
        server.run(sockets=[address.socket])
    finally:
        service.close()


def read_files(service: Service, readings: Iterable[Any]) -> None:
    """Enters the puzzles of files into the list, as they are read: pairs of readings and their labels, or problems in
    words."""
    service.reading = True
    try:
        for found in readings:
            if isinstance(found, str):
                service.problems.append(found)
            else:
                reading, source, title = found
                service.storage.add(reading.puzzle, source, title)
    finally:
        service.reading = False


# -- requests ----------------------------------------------------------------------------------------------------------


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
