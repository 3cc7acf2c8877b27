"""The page without a server: built as static files, it plays, solves and keeps progress, also without a network."""

from __future__ import annotations

import importlib
import json
import os
import re
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

import gridwright as gw
from gridwright.play import site as site_module
from gridwright.play.api import LocalApi
from gridwright.play.document import puzzle_id
from gridwright.play.site import PYODIDE_FILES, Missing, build

from .browser import ROOT, needs_browser

PATIENCE = 600_000
"""Milliseconds: compiling Python takes long on a busy machine."""


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"needs pyodide.mjs, .*a wheel of python_sat, a wheel of six"):
        build(tmp_path / "out", tmp_path, tmp_path)
    assert not (tmp_path / "out").exists()


def test_the_page_is_answered_without_a_server(tmp_path: Path) -> None:
    """The same functions in one thread: puzzles are listed, judged, hinted at, kept and made."""
    (tmp_path / "one.spf").write_text(gw.write(gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."]), "spf"), "utf-8")
    page = LocalApi(str(tmp_path), json.dumps(site_module._listed(tmp_path)))

    def told(method: str, path: str, body: Any = None) -> Any:
        answer = page.answer(method, path, "" if body is None else json.dumps(body))
        assert answer.status == 200, answer.data
        return json.loads(answer.data)

    listed = told("GET", "api/puzzles")
    (one,) = listed["puzzles"]
    assert (one["genre"], one["size"], one["source"], listed["problems"]) == ("Nurikabe", "3x3", "example", [])
    id = one["id"]
    assert told("POST", f"api/puzzles/{id}/hint", {"marks": {}, "step": 3})["kind"] == "step"
    assert told("POST", f"api/puzzles/{id}/judge", {"marks": {"sea": {"1,1": True}}, "version": 1})["faults"]
    assert told("PUT", f"api/puzzles/{id}/position", {"marks": {}, "rev": 0}) == {"rev": 1}
    assert page.answer("GET", f"api/puzzles/{id}/file.svg?theme=dark", "").data.startswith(b"<svg")
    made = told("POST", "api/generate", {"genre": "Fences", "rows": 4, "columns": 4})
    again = LocalApi(str(tmp_path), "[]")
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


def test_examples_are_read_only_when_they_are_opened(tmp_path: Path) -> None:
    """All of them are listed; reading them takes longer than everything else."""
    page = LocalApi(str(tmp_path), json.dumps(site_module._listed(ROOT / "examples")))
    listed = json.loads(page.answer("GET", "api/puzzles", "").data)["puzzles"]
    assert {one["genre"] for one in listed} == {genre.name for genre in gw.known_genres()}
    assert page.service.storage._entries == {}
    for one in listed:
        entry = page.service.entry(one["id"])
        assert puzzle_id(entry.puzzle) == one["id"]
    assert json.loads(page.answer("GET", "api/puzzles", "").data)["puzzles"] == listed


def test_the_page_can_be_installed(tmp_path: Path) -> None:
    """With icons in the sizes that systems ask for, and a background up to the edges for those that cut them off."""
    from PIL import Image

    parts = tmp_path / "parts"
    parts.mkdir()
    for name in (*PYODIDE_FILES, "python_sat-1-py3-none-any.whl", "six-1-py3-none-any.whl"):
        (parts / name).write_bytes(b"x")
    build(tmp_path / "out", parts, parts)
    told = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    assert (told["name"], told["display"], told["start_url"]) == ("Gridwright", "standalone", "./")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in told["icons"]}
    assert sizes == {("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"][1:]:
        with Image.open(tmp_path / "out" / icon["src"]) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
            corner = image.convert("RGBA").getpixel((1, 1))
            assert (corner == (10, 79, 160, 255)) == (icon.get("purpose") == "maskable")
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert 'rel="manifest" href="manifest.json"' in index and "manifest-src 'self'" in index


class _Files(SimpleHTTPRequestHandler):
    served: ClassVar = Counter[str]()

    def copyfile(self, source: Any, out: Any) -> None:
        data = source.read()
        self.served[self.path.partition("?")[0].removeprefix("/")] += len(data)
        out.write(data)

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
    _Files.served.clear()
    found = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(tmp_path)))
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


@pytest.mark.slow
def test_it_plays_in_a_browser_and_goes_on_without_a_network(
    site: ThreadingHTTPServer, page: Any, tmp_path: Path
) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.wait_for_selector("progress:not([hidden])")
    loaded, total = map(float, re.findall(r"\d+\.\d", page.locator(".failure").inner_text()))
    assert 0 < loaded <= total
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
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} - {"sw.js"}
    until(page, KEPT, len(names))
    own = "sw.js", "icon.svg"  # the browser may ask for the icon, of 248 bytes, at any time by itself
    served = {name: size for name, size in _Files.served.items() if name not in own}
    sizes = {name: (tmp_path / name).stat().st_size for name in names} | {"": (tmp_path / "index.html").stat().st_size}
    del sizes["index.html"], sizes["icon.svg"]
    assert served == sizes, "each byte is loaded once"
    site.shutdown()
    site.server_close()
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    assert page.locator(".played use, .played circle").count() == marks > 0


KEPT = "caches.open('gridwright').then(cache => cache.keys()).then(keys => keys.length)"


def until(page: Any, question: str, answer: Any) -> None:
    """Waits for the answer to what a page needs some time to find out."""
    while page.evaluate(question) != answer:
        page.wait_for_timeout(100)


@pytest.mark.slow
def test_of_a_new_version_only_what_has_changed_is_loaded(
    site: ThreadingHTTPServer, page: Any, tmp_path: Path
) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.wait_for_selector(".puzzles li")
    names = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "sw.js"]
    until(page, KEPT, len(names))
    _Files.served.clear()
    with (tmp_path / "style.css").open("a", encoding="utf-8") as style:
        style.write("h1 { word-spacing: 7px; }")
    site_module._write_service_worker(tmp_path)
    page.evaluate("navigator.serviceWorker.ready.then(one => one.update())")
    until(page, "navigator.serviceWorker.getRegistration().then(one => Boolean(one.waiting))", True)
    assert set(_Files.served) - {"icon.svg"} == {"sw.js", "style.css"}
    assert page.evaluate(SPACING) == "0px", "the page that is open stays as it is"
    page.reload()
    page.wait_for_function(f"() => document.querySelector('h1') && {SPACING} === '7px'")
    page.wait_for_selector(".puzzles li")
    until(page, KEPT, len(names))
    assert set(_Files.served) - {"icon.svg"} == {"sw.js", "style.css"}


SPACING = "getComputedStyle(document.querySelector('h1')).wordSpacing"
