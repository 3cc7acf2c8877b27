"""The page without a server: built as static files, it plays, solves and keeps progress, also without a network."""

from __future__ import annotations

import importlib
import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.play import site as site_module
from gridwright.play.api import LocalApi
from gridwright.play.site import Missing, build

from .browser import ROOT, needs_browser

PATIENCE = 600_000
"""Milliseconds: compiling Python takes long on a busy machine."""


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"needs pyodide.mjs, .*a wheel of python_sat, a wheel of six"):
        build(tmp_path / "out", tmp_path, tmp_path)
    assert not (tmp_path / "out").exists()


def test_the_page_is_answered_without_a_server(tmp_path: Path) -> None:
    """The same functions in one thread: puzzles are listed, judged, hinted at, kept and made."""
    import json

    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."])
    page = LocalApi(str(tmp_path), [gw.write(puzzle, "spf"), "no puzzle"])

    def told(method: str, path: str, body: Any = None) -> Any:
        answer = page.answer(method, path, "" if body is None else json.dumps(body))
        assert answer.status == 200, answer.data
        return json.loads(answer.data)

    listed = told("GET", "api/puzzles")
    assert len(listed["puzzles"]) == len(listed["problems"]) == 1
    id = listed["puzzles"][0]["id"]
    assert told("POST", f"api/puzzles/{id}/hint", {"marks": {}, "step": 3})["kind"] == "step"
    assert told("POST", f"api/puzzles/{id}/judge", {"marks": {"sea": {"1,1": True}}, "version": 1})["faults"]
    assert told("PUT", f"api/puzzles/{id}/position", {"marks": {}, "rev": 0}) == {"rev": 1}
    assert page.answer("GET", f"api/puzzles/{id}/file.svg?theme=dark", "").data.startswith(b"<svg")
    made = told("POST", "api/generate", {"genre": "Fences", "rows": 4, "columns": 4})
    again = LocalApi(str(tmp_path), [])
    assert made["id"] in {one["id"] for one in json.loads(again.answer("GET", "api/puzzles", "").data)["puzzles"]}
    for path in ("api/nothing", "index.html", "api/puzzles/x", "api/puzzles/x/file.svg"):
        assert page.answer("GET", path, "").status == 404
    assert page.answer("DELETE", "api/puzzles", "").status == 405
    refused = page.answer("POST", f"api/puzzles/{id}/hint", json.dumps({"marks": 7, "step": 1}))
    assert refused.status == 422 and b"must be an object" in refused.data


def test_the_worker_finds_its_class() -> None:
    worker = (Path(site_module.__file__).parent / "browser" / "worker.js").read_text(encoding="utf-8")
    (module,) = re.findall(r'pyimport\("(.*)"\)', worker)
    (name,) = re.findall(r"local\.(\w+)\(", worker)
    assert getattr(importlib.import_module(module), name) is LocalApi


class _Files(SimpleHTTPRequestHandler):
    def guess_type(self, path: Any) -> str:
        own = {".mjs": "text/javascript", ".wasm": "application/wasm"}.get(Path(path).suffix)
        return own or super().guess_type(path)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    needs_browser()
    pyodide, wheels = os.environ.get("GRIDWRIGHT_PYODIDE"), os.environ.get("GRIDWRIGHT_WHEELS")
    if not pyodide or not wheels:
        pytest.skip("GRIDWRIGHT_PYODIDE and GRIDWRIGHT_WHEELS name no folders")
    build(tmp_path, Path(pyodide), Path(wheels), ROOT / "examples")
    found = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(tmp_path)))
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


@pytest.mark.slow
def test_it_plays_in_a_browser_and_goes_on_without_a_network(site: ThreadingHTTPServer, page: Any) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.wait_for_selector(".puzzles li, .failure[role=alert]")
    assert not page.locator(".failure[role=alert]").count(), page.locator(".failure").inner_text()
    page.locator(".puzzles a", has_text="Heyawake").first.click()
    page.wait_for_selector(".board[data-judged]")
    page.get_by_text("Hint", exact=True).click()
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".frame.fresh", state="attached")
    before = page.locator(".board").get_attribute("data-saved")
    page.get_by_text("Do it").click()
    page.wait_for_selector(f'.board:not([data-saved="{before}"])')
    marks = page.locator(".played use, .played circle").count()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    site.shutdown()
    site.server_close()
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    assert page.locator(".played use, .played circle").count() == marks > 0
