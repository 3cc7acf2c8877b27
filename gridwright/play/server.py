"""Starts the server: finds a port, reads the files meanwhile, opens the browser."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import uvicorn

from .app import make_app
from .service import Service

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
