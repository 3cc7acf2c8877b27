"""How fast the page without a server starts: its first board on a fresh machine, and later without a network.

    GRIDWRIGHT_PYODIDE=FOLDER GRIDWRIGHT_WHEELS=FOLDER python benchmarks/offline.py [--times 3]

The folders hold Pyodide and the wheels for it, as for building the site (see ``.ci/run``). Wall clock, from opening the
address to the drawing of the board; files come from a server on the same machine. Needs Playwright and Chromium.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from benchmarks.tables import machine, parser
from gridwright.play.site import build
from tests.play.browser import open_browser

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
IS_STORED = ("async () => { const kept = await caches.open('gridwright');"
             " return (await kept.keys()).length > 40 && !!navigator.serviceWorker.controller }")  # fmt: skip
WAIT = 120_000
"""Milliseconds."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def until_board(page: Any, address: str) -> float:
    """Seconds until a board is drawn."""
    page.goto("about:blank")
    begun = monotonic()
    page.goto(address)
    page.wait_for_selector(".board .drawing")
    return monotonic() - begun


def main() -> None:
    """Builds the page and opens it."""
    command = parser(__doc__)
    command.add_argument("--times", type=int, default=3, metavar="N", help="fresh machines (default 3)")
    times = command.parse_args().times
    from playwright import sync_api

    with TemporaryDirectory() as folder, open_browser(sync_api) as browser:
        pyodide, wheels = (Path(os.environ[name]) for name in ("GRIDWRIGHT_PYODIDE", "GRIDWRIGHT_WHEELS"))
        size = build(Path(folder), pyodide, wheels, EXAMPLES)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        Thread(target=server.serve_forever, daemon=True).start()
        puzzles = json.loads((Path(folder) / "examples.json").read_text(encoding="utf-8"))
        id = next(puzzle["id"] for _, puzzle in puzzles if puzzle["genre"] == "Sudoku")
        address = f"http://127.0.0.1:{server.server_port}/#play/{id}"
        print(f"{machine()}; {size / 1e6:.1f} MB\n")
        for _ in range(times):
            context = browser.new_context()
            context.set_default_timeout(WAIT)
            page = context.new_page()
            fresh = until_board(page, address)
            page.wait_for_function(IS_STORED, polling=500)
            context.set_offline(True)
            print(f"fresh {fresh:.1f} s, offline {until_board(page, address):.1f} s", flush=True)
            context.close()
        server.shutdown()


if __name__ == "__main__":
    main()
