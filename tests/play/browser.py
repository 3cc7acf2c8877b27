"""What drives a browser: where Chromium is, a server of its own, and hands that play a puzzle by mouse or by keys."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = "chromium", "chromium-browser", "google-chrome"
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
ARGS = ["--no-sandbox", "--disable-dev-shm-usage", "--no-proxy-server", "--force-device-scale-factor=1"]
Point = tuple[float, float]
PATIENCE = 60
"""Seconds after which something is taken for hanging. Waits are for facts: a busy machine only makes them longer."""


def needs_browser() -> Any:
    """The module that drives the browser; skips the tests where it, or Chromium, is missing."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed", allow_module_level=True)
    return api


class Server:
    """``gridwright play`` in a process of its own."""

    def __init__(self, data: Path, *args: str, port: int = 0) -> None:
        self.data, self.args = data, args
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self) -> None:
        """Starts it and waits until it answers and has read its files."""
        command = [sys.executable, "-m", "gridwright", "play", *self.args, "--no-browser", "--port", str(self.port),
                   "--data", str(self.data)]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if not self.get("api/puzzles")["reading"]:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        self.kill()
        raise RuntimeError("the server does not answer")

    def get(self, path: str) -> Any:
        """What a request is answered with."""
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def send(self, path: str, told: Any, method: str = "POST") -> Any:
        """What a request with a body is answered with."""
        request = urllib.request.Request(self.url + path, json.dumps(told).encode(), method=method,
                                         headers={"Content-Type": "application/json"})  # fmt: skip
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def kill(self) -> None:
        """Ends it without a word."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def open_browser(api: Any) -> Iterator[Any]:
    """A browser of its own."""
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS, timeout=PATIENCE * 1000)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_of(browser: Any, **options: Any) -> Iterator[Any]:
    """A page that remembers nothing of others; errors of its scripts fail the test."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # Requests that are refused are told by the browser as errors, too; those the page shows in words.
    page.on("console", lambda told: errors.append(told.text)
            if told.type == "error" and "Failed to load resource" not in told.text else None)  # fmt: skip
    try:
        yield page
    finally:
        context.close()
    assert not errors, errors


_POLLED = 25
"""Milliseconds between two looks at the page; looking at each frame would keep the page busy."""


def settled(page: Any) -> None:
    """Waits until the position that a page shows is saved and judged."""
    page.wait_for_function(
        "() => { const told = document.querySelector('.board').dataset;"
        " return told.saved === told.version && told.judged === told.version; }", polling=_POLLED)


class Hands:
    """Plays the puzzle that a page shows."""

    def __init__(self, page: Any, server: Server, id: str) -> None:
        self.page, self.server, self.doc = page, server, server.get(f"api/puzzles/{id}")
        page.goto("about:blank")
        page.goto(f"{server.url}#play/{id}")
        page.wait_for_selector(".board[data-judged]")
        self.layers = {layer["name"]: layer for layer in self.doc["layers"]}
        if page.locator(".board.zoomed").count():
            self.reset_zoom()
        self._measure()

    def _measure(self) -> None:
        box = self.page.locator(".board").bounding_box()
        x, y, width, height = self.doc["box"]
        scale = min(box["width"] / width, box["height"] / height)
        left = box["x"] + (box["width"] - width * scale) / 2 - x * scale
        top = box["y"] + (box["height"] - height * scale) / 2 - y * scale
        self._left, self._top, self.scale = left, top, scale

    def put(self, at: Point) -> Point:
        """Where a point of the drawing is on the page."""
        return self._left + at[0] * self.scale, self._top + at[1] * self.scale

    def reset_zoom(self) -> None:
        """Shows the whole board again."""
        self.page.get_by_text("Whole board").click()

    def cell(self, i: int) -> Point:
        """The middle of a cell, in the drawing."""
        return self.doc["cells"][i]["x"], self.doc["cells"][i]["y"]

    def click(self, at: Point, button: str = "left") -> None:
        self.page.mouse.click(*self.put(at), button=button)

    def drag(self, *points: Point) -> None:
        """Presses at the first point, goes through the others and lets go."""
        self.page.mouse.move(*self.put(points[0]))
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*self.put(point))
        self.page.mouse.up()

    def is_solved(self) -> bool:
        """Whether the page says so, once it has judged the last move."""
        settled(self.page)
        return bool(self.page.locator(".board").get_attribute("data-solved") == "yes")

    def saved_marks(self) -> dict[str, Any]:
        """The marks that the server keeps, once the last gesture has reached it."""
        settled(self.page)
        marks: dict[str, Any] = self.server.get(f"api/puzzles/{self.doc['id']}/position").get("marks", {})
        return {name: own for name, own in marks.items() if own}

    # -- by mouse --

    def play_by_mouse(self, marks: dict[str, dict[str, Any]]) -> None:
        """Plays an answer with clicks and drags only; marks that say that nothing is there are left open."""
        for name in sorted(marks, key=lambda name: "gesture" not in self.layers[name]):
            layer = self.layers[name]  # lines begin where the start is already; without one they would set it
            places = {place["k"]: place for place in layer["places"]}
            for key, value in self._to_play(layer, marks[name]):
                getattr(self, f"_{layer['tool']}")(layer, places[key], value)

    def _to_play(self, layer: dict[str, Any], own: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """The marks to be set; neither those that say that nothing is there, nor those that others have brought."""
        brought: set[str] = set()
        for key, value in own.items():
            if not self._is_empty(layer, value) and key not in brought:
                yield key, value
                gesture = layer.get("gesture", {})
                brought.update(gesture.get("follows", {}).get(key, ()))
                brought.update(other for other in (gesture.get("partners", {}).get(key),) if other)

    def _is_empty(self, layer: dict[str, Any], value: Any) -> bool:
        if "values" not in layer:
            return value is False
        found = next(one for one in layer["values"] if one["v"] == value)
        return bool(found.get("blank")) or (layer["tool"] == "bridge" and value == 0)

    def _tap(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        del layer, value
        self.click((place["x"], place["y"]))

    _shade = _piece = _segment = _wall = _tap

    def _between(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        del layer, value
        self.drag(*map(self.cell, place["c"]))

    _path = _pair = _between

    def _bridge(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        for _ in range(value):
            self._between(layer, place, value)

    def _oblong(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        shown = next(one["shown"] for one in layer["values"] if one["v"] == value)
        dx, dy = (40, 0) if shown == "─" else (0, 40)
        at = place["x"], place["y"]
        self.drag((at[0] - dx, at[1] - dy), at, (at[0] + dx, at[1] + dy))

    def _cycle(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        shown = [one["v"] for one in layer["values"] if not one.get("blank")]
        for _ in range(shown.index(value) + 1):
            self._tap(layer, place, value)

    def _write(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        self.click((place["x"], place["y"]))
        number = next(i for i, one in enumerate(layer["values"]) if one["v"] == value)
        self.page.locator(".values button").nth(number).click()

    _trail = _write

    # -- by keys --

    def play_by_keys(self, marks: dict[str, dict[str, Any]]) -> None:
        """Plays an answer without the mouse."""
        self.page.keyboard.press("Tab")
        for _ in range(40):
            if self.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
                break
            self.page.keyboard.press("Tab")
        for name, own in marks.items():
            layer = self.layers[name]
            places = {place["k"]: place for place in layer["places"]}
            for key, value in self._to_play(layer, own):
                self._key(layer, places[key], value)

    def _focused(self) -> int:
        return int(self.page.evaluate("Number(document.activeElement.dataset.cell)"))

    def go(self, to: int) -> None:
        """Moves the focus to a cell by arrows; first the row, then the column."""
        cells, press = self.doc["cells"], self.page.keyboard.press
        self._go_straight(to)
        for _ in range(4 * len(cells)):  # the rest, if holes are in the way or there are no rows
            here = self._focused()
            if here == to:
                return
            a, b = cells[here], cells[to]
            if not self.doc["rows"]:
                press("ArrowRight")
            elif a["row"] != b["row"]:
                press("ArrowDown" if a["row"] < b["row"] else "ArrowUp")
                if self._focused() == here:  # a hole is in the way
                    press("ArrowRight")
            else:
                press("ArrowRight" if a["col"] < b["col"] else "ArrowLeft")
        raise AssertionError(f"the arrows do not lead to cell {to}")

    def _go_straight(self, to: int) -> None:
        """Presses the arrows that lead to a cell where no hole is in the way."""
        if self.doc["rows"]:
            a, b = self.doc["cells"][self._focused()], self.doc["cells"][to]
            down, right = b["row"] - a["row"], b["col"] - a["col"]
            ways = ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
            for way in ways + ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right):
                self.page.keyboard.press(way)

    def _key(self, layer: dict[str, Any], place: dict[str, Any], value: Any) -> None:
        self.go(place["c"][0])
        if layer["where"] == "cells":
            if "values" not in layer:
                self.page.keyboard.press("Space")
            else:
                self._type(place, next(one for one in layer["values"] if one["v"] == value))
        elif self.doc["rows"]:
            for _ in range(value if layer["tool"] == "bridge" else 1):
                self.page.keyboard.press(f"Shift+{self._way(place)}")
        else:
            self._edge_of_area(layer, place)

    def _type(self, place: dict[str, Any], value: dict[str, Any]) -> None:
        """Types a value; its second digit counts only if it comes soon, which a busy machine may not manage at once."""
        for _ in range(20):
            self.page.keyboard.press("Backspace")
            for char in value["typed"][0]:
                self.page.keyboard.press(char)
            words = self.page.locator(f'[data-cell="{place["c"][0]}"]').get_attribute("aria-label")
            if value["words"] in words.split(", "):
                return
        raise AssertionError(f"{value['typed'][0]} cannot be typed: the cell says {words!r}")

    def _way(self, place: dict[str, Any]) -> str:
        """The arrow that leads from the first cell of a place towards it."""
        x, y = self.cell(place["c"][0])
        to = self.cell(place["c"][1]) if len(place["c"]) > 1 else (place["x"], place["y"])
        dx, dy = to[0] - x, to[1] - y
        level = abs(dx) > abs(dy)
        return ("ArrowRight" if dx > 0 else "ArrowLeft") if level else ("ArrowDown" if dy > 0 else "ArrowUp")

    def _edge_of_area(self, layer: dict[str, Any], place: dict[str, Any]) -> None:
        edges = [one["k"] for one in layer["places"] if place["c"][0] in one["c"]]
        for _ in range(len(edges)):
            told = self.page.evaluate("document.querySelector('.frame.fresh:not(.ground)')?.dataset.k")
            if told == place["k"]:
                break
            self.page.keyboard.press("Shift+ArrowRight")
        self.page.keyboard.press("Shift+ArrowUp")
