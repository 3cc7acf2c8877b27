"""The web server of ``gridwright play``: starts it, answers requests, and keeps others away."""

from __future__ import annotations

import errno
import socket
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from html import escape
from types import FrameType
from typing import Any

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..language.translation import in_language
from ..language.wording import worded
from .api import PICTURE_POLICY, Answer, Api
from .devices import network_addresses
from .jobs import CLIENT, Client
from .service import Service
from .site import page_files

LOOPBACK, ANYWHERE = "127.0.0.1", "0.0.0.0"
USUAL_PORT = 7643
"""The port that is used if it is free, so that bookmarks and the page's local storage remain valid."""

_LOOK = 0.5
"""Seconds between two checks whether the server has ended."""
_LAST_SECONDS = 1
"""Seconds that requests have to end after Ctrl-C."""


class PortTaken(OSError):
    """The requested port is in use, or this computer does not have the requested address."""


@dataclass(frozen=True)
class Address:
    """A listening socket, and the names under which it is reached: this computer's own comes first.

    Requests need the ``key``; without one, the socket is that of the loopback interface.
    """

    socket: socket.socket
    port: int
    names: tuple[str, ...] = (LOOPBACK, "localhost")
    key: str = ""

    @property
    def hosts(self) -> list[str]:
        """The permitted values of the ``Host`` header."""
        return [f"{name}:{self.port}" for name in self.names]

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._url(self.names[0])

    @property
    def shared(self) -> str:
        """The address of the page for other devices; empty if only this computer reaches it."""
        return self._url(self.names[-1]) if self.key else ""

    def _url(self, name: str) -> str:
        return f"http://{name}:{self.port}/{self.key and f'?key={self.key}'}"


def listen(port: int | None, host: str = LOOPBACK, key: str = "") -> Address:
    """Listens on a port of an address of this computer; by default on the usual port, or any that is free.

    Other addresses than that of the loopback interface need a ``key``. Raises PortTaken.
    """
    assert key or host == LOOPBACK
    names: tuple[str, ...] = (host,) if key else (LOOPBACK, "localhost")
    if host == ANYWHERE:
        names = LOOPBACK, "localhost", *network_addresses()[:1]
        if len(names) == 2:
            raise PortTaken("this computer is in no network, so other devices cannot reach it")
    for one in (USUAL_PORT, 0) if port is None else (port,):
        # asyncio sends answers without delay (TCP_NODELAY) only if the protocol is given.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, one))
            listener.listen(64)
        except OSError as fault:
            listener.close()
            if fault.errno == errno.EADDRNOTAVAIL:
                raise PortTaken(f"{host} is no address of this computer") from None
            if port is None and one:
                continue
            raise PortTaken(f"port {port} cannot be used: {(fault.strerror or str(fault)).lower()}") from None
        return Address(listener, listener.getsockname()[1], names, key)
    raise AssertionError("port 0 is always free")


class _Server(uvicorn.Server):
    """A server whose Ctrl-C also ends the jobs that requests wait for."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends the server, and at once whatever it computes."""
        self._service.is_ending = True
        threading.Thread(target=self._service.stop_jobs, daemon=True).start()
        super().handle_exit(sig, frame)


def serve(service: Service, address: Address, *, path: str = "", browse: bool, started: Callable[[], Any]) -> None:
    """Serves until Ctrl-C. Once it answers, opens ``path`` in the browser, and calls ``started`` in a thread.

    The worker for hints starts after the first board is shown, so as not to slow that down.
    """
    service.shared = address.shared
    app = make_app(service, address.hosts, address.key)
    config = uvicorn.Config(app, log_level="error", access_log=False, lifespan="off", ws="none",
                            timeout_graceful_shutdown=_LAST_SECONDS)  # fmt: skip
    server = _Server(config, service)

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
    """Adds the puzzles of files to the list as they are read: readings with source and title, or problems in words."""
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


def make_app(service: Service, hosts: list[str], key: str = "") -> Starlette:
    """The application; ``hosts``: the permitted values of the ``Host`` header; ``key``: what requests need, if any."""
    page, api = page_files(), Api(service)
    tags = {name: f'"{sha256(data).hexdigest()[:16]}"' for name, (data, _) in page.items()}

    async def static(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in page:
            return JSONResponse({"error": "There is no such file."}, 404)
        data, kind = page[name]
        if name != "index.html":
            known = request.headers.get("if-none-match") == tags[name]
            return Response(b"" if known else data, 304 if known else 200, {"etag": tags[name]}, kind)
        told = await run_in_threadpool(api.answer, "GET", "settings", {}, b"")
        return Response(_with_settings(data, told.data), media_type=kind, headers={"cache-control": "no-store"})

    async def asked(request: Request) -> Response:
        try:
            body = await request.body()
        except TooLarge:
            return JSONResponse({"error": "The request is too large."}, 413)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        found = await _answered(api, request, body)
        return Response(found.data, found.status, dict(found.headers), found.media)

    methods = ["GET", "POST", "PUT", "DELETE"]
    routes = [Route("/", static), Route("/{name:str}", static), Route("/api/{path:path}", asked, methods=methods)]

    def locked(path: str) -> Response:
        with in_language(service.language):
            return _locked(path, service.language)

    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts, key=key, locked=locked)])


def _with_settings(index: bytes, settings: bytes) -> bytes:
    """The page with its settings, which its scripts would otherwise wait for. A `<` could end the element."""
    found = settings.replace(b"<", b"\\u003c")
    return index.replace(b"</head>", b'<script type="application/json" id="settings">' + found + b"</script>\n</head>")


async def _answered(api: Api, request: Request, body: bytes) -> Answer:
    """The answer to a request; if the client goes away, its jobs are cancelled."""
    client = Client()
    CLIENT.set(client)

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        client.leave()

    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        path, query = request.path_params["path"], dict(request.query_params)
        found = await run_in_threadpool(api.answer, request.method, path, query, body)
        group.cancel_scope.cancel()
    return found


def _locked(path: str, language: str) -> Response:
    """The answer to requests without the key."""
    words = worded(
        "The whole address ends in a key. It is shown where Gridwright was started, and in the settings of its page "
        "there, under “Play on another device”. This browser then remembers the key."
    )  # fmt: skip
    if path.startswith("/api/"):
        return JSONResponse({"error": words}, 403)
    page = f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<title>Gridwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>body {{ max-width: 32rem; margin: 15vh auto; padding: 0 1em; font: 1em/1.5 system-ui, sans-serif; }}</style>
<h1>{escape(worded("This address is not complete"))}</h1>
<p>{escape(words)}</p>
"""
    return Response(page, 403, {"content-security-policy": PICTURE_POLICY}, "text/html")


# -- the guard --------------------------------------------------------------------------------------------------------

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 8 << 20
"""The most bytes in a request."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_REMEMBERED = 400 * 24 * 3600
"""Seconds for which browsers keep the key; more they do not allow."""
_HEADERS = {
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "permissions-policy": "camera=(), microphone=(), geolocation=()",
}  # fmt: skip


class Guard:
    """Accepts only requests of the server's own pages.

    ``Host`` must be one of ``hosts``, against DNS rebinding; ``Origin`` (if there is one) and ``Sec-Fetch-Site`` must
    be our own, but links on other sites may lead to the page. Methods other than GET need JSON, which other sites
    cannot send without permission, of at most ``LARGEST`` bytes.

    If there is a ``key``, the address of the page must have it the first time; then a cookie does, which browsers send
    with no request that another site causes. Without it, ``locked`` answers.
    """

    def __init__(
        self, app: App, hosts: Iterable[str], key: str = "", locked: Callable[[str], Response] = Response
    ) -> None:
        self.app, self.hosts, self.key, self.locked = app, frozenset(hosts), key, locked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope["method"], scope["path"], headers)
        cookie = f"gridwright-{headers.get('host', '').rpartition(':')[2]}"
        told, kept = self._keys(Request(scope), cookie)

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                if refused is None and told and not kept:
                    own["set-cookie"] = f"{cookie}={self.key}; Path=/; Max-Age={_REMEMBERED}; HttpOnly; SameSite=Strict"
                for name, value in {"content-security-policy": POLICY, **_HEADERS}.items():
                    own.setdefault(name, value)
                own.setdefault("cache-control", "no-cache")
            await send(message)

        if refused is not None:
            status, words = refused
            await JSONResponse({"error": words}, status)(scope, receive, sent)
        elif not (told or kept or not self.key):
            await self.locked(scope["path"])(scope, receive, sent)
        else:
            await self.app(scope, _limited(receive), sent)

    def _keys(self, request: Request, cookie: str) -> tuple[bool, bool]:
        """Whether the address of the page has the key, and whether the cookie has it."""
        told = request.query_params.get("key", "") if (request.method, request.scope["path"]) == ("GET", "/") else ""
        key = self.key.encode()
        first, then = (compare_digest(one.encode(), key) for one in (told, request.cookies.get(cookie, "")))
        return bool(key) and first, bool(key) and then

    def _refused(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if host not in self.hosts:
            return 421, "This server answers only under its own address."
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "Requests of other websites are not answered."
        is_own = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        mode, kind = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
        if not is_own and (method, path, mode, kind) != ("GET", "/", "navigate", "document"):
            return 403, "Requests of other websites are not answered."
        if method in ("GET", "HEAD"):
            return None
        if method not in ("POST", "PUT", "DELETE"):
            return 405, "This method is not supported here."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "Requests must be JSON."
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST:
            return 413, "The request is too large."
        return None


class TooLarge(Exception):
    """A request is longer than ``LARGEST`` bytes."""


def _limited(receive: Receive) -> Receive:
    """Raises TooLarge for a body that is too long, whatever its header says."""
    total = 0

    async def received() -> MutableMapping[str, Any]:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > LARGEST:
            raise TooLarge
        return message

    return received
