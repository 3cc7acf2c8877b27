"""What keeps other websites away from the local server, and its pages from doing what they should not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

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
