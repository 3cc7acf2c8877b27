"""Positions are saved in pauses, soon if there is none, and when the page closes; hints are those asked for last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw

from .browser import Hands, Server, needs_browser, settled

needs_browser()
pytestmark = pytest.mark.slow
PUZZLE = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    file = tmp_path / "puzzle.json"
    file.write_text(gw.write(PUZZLE, "json"), encoding="utf-8")
    found = Server(tmp_path / "data", str(file))
    yield found
    found.kill()


def id_of(server: Server) -> str:
    (one,) = server.get("api/puzzles")["puzzles"]
    return str(one["id"])


def saved_count(page: Any) -> list[str]:
    """The requests that save a position from now on."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if one.method == "PUT" and "position" in one.url else None)
    return found


def test_fast_play_is_saved_every_few_seconds(server: Server, page: Any) -> None:
    page.clock.install()
    hands = Hands(page, server, id_of(server))
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    requests = saved_count(page)
    for n in range(70):
        hands.click(hands.cell(1 + n % 4))
        page.clock.run_for(100)
        assert len(requests) <= n / 29
    assert len(requests) == 2


def test_without_a_server_it_is_tried_again_every_few_seconds(server: Server, page: Any) -> None:
    page.clock.install()
    hands = Hands(page, server, id_of(server))
    page.route("**/position", lambda route: route.abort())
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    requests = saved_count(page)
    hands.click(hands.cell(1))
    for _ in range(60):
        page.clock.run_for(100)
    page.locator(".status", has_text="Not saved yet").wait_for()
    assert 1 <= len(requests) <= 3
    page.unroute("**/position")
    page.clock.run_for(4000)
    page.clock.resume()
    settled(page)


def test_a_page_that_closes_while_it_saves_loses_no_move(server: Server, page: Any) -> None:
    """The request on its way has the first move; the second is only in the browser."""
    id = id_of(server)
    hands = Hands(page, server, id)
    held: list[Any] = []
    page.route("**/position", lambda route: held.append(route))
    hands.click(hands.cell(1))
    while not held:
        page.wait_for_timeout(20)
    hands.click(hands.cell(2))
    server.send(f"api/puzzles/{id}/position", json.loads(held[0].request.post_data), "PUT")
    page.goto("about:blank")
    page.unroute("**/position")
    hands = Hands(page, server, id)
    assert len(hands.saved_marks()["sea"]) == 2


def test_only_the_hint_asked_for_last_is_heard(server: Server, page: Any) -> None:
    Hands(page, server, id_of(server))
    held: list[Any] = []
    page.route("**/hint", lambda route: held.append(route))
    page.get_by_role("button", name="Hint", exact=True).click()
    for name in ("Is it right so far?", "Where can I go on?"):
        page.get_by_role("button", name=name).click()
    while len(held) < 2:
        page.wait_for_timeout(20)
    held[0].fulfill(json={"kind": "late", "words": "No step was found in 10 seconds."})
    page.wait_for_timeout(300)
    assert "10 seconds" not in page.inner_text("aside") and page.inner_text("#status") == "Thinking…"
    held[1].continue_()
    page.locator(".panel", has_text="Look at").wait_for()
    assert "10 seconds" not in page.inner_text("aside") and page.inner_text("#status") == ""
    page.get_by_role("button", name="Is it right so far?").click()
    while len(held) < 3:
        page.wait_for_timeout(20)
    held[2].fulfill(status=409, json={"error": "A newer request took over.", "superseded": True})
    page.get_by_text("Another window needed the computer. Please try again.").wait_for()
