"""Lessons: what the server says of them, and that they can be followed with the mouse, by keys and by touch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import gridwright as gw
from gridwright.play.api import Inline
from gridwright.play.exercises import exercises, slug
from gridwright.play.position import Judge, marks_of
from gridwright.play.server import make_app
from gridwright.play.service import Service
from gridwright.play.storage import Storage

from .browser import Hands, Server, needs_browser
from .test_page import PHONE, violations

UNLIKE = "Nurikabe", "Fences", "Sudoku", "Shikaku", "Pips"


@pytest.fixture
def client() -> TestClient:
    service = Service(Storage(None), workers=(Inline(), Inline()))
    return TestClient(make_app(service, ["testserver"]), headers={"content-type": "application/json"})


def solved(client: TestClient, id: str) -> None:
    told = {"marks": {}, "solved": True, "seconds": 5, "rev": 0}
    assert client.put(f"/api/puzzles/{id}/position", json=told).status_code == 200


def test_progress_of_lessons_is_told_and_deleted_with_that_of_puzzles(client: TestClient) -> None:
    lesson = client.get("/api/lessons/nurikabe").json()
    assert lesson["rules"][0].startswith("Shade cells") and len(lesson["rules"]) == 2
    first, second = lesson["exercises"][0]["id"], lesson["exercises"][5]["id"]
    for id in (first, second):
        solved(client, id)
    lesson = client.get("/api/lessons/nurikabe").json()
    assert [i for i, one in enumerate(lesson["exercises"]) if one["done"]] == [0, 5]
    (told,) = (one for one in client.get("/api/lessons").json()["lessons"] if one["genre"] == "Nurikabe")
    assert (told["n"], told["done"]) == (len(lesson["exercises"]), 2)
    statistics = client.get("/api/statistics").json()
    assert [one["id"] for one in statistics["lessons"]] == [first, second]
    client.request("DELETE", "/api/statistics", json={"positions": True})
    assert client.get("/api/statistics").json()["lessons"] == []


def test_exercises_are_neither_listed_nor_counted_as_solved(client: TestClient) -> None:
    id = client.get("/api/lessons/nurikabe").json()["exercises"][0]["id"]
    solved(client, id)
    assert client.get("/api/puzzles").json()["puzzles"] == []
    assert client.get("/api/statistics").json()["solved"] == 0
    assert client.get(f"/api/puzzles/{id}").json()["id"] == id


def test_unknown_lessons_are_not_found(client: TestClient) -> None:
    for path in ("lessons/nothing", "exercises/learn.nothing.1", "exercises/learn.nurikabe.99", "exercises/x"):
        assert client.get(f"/api/{path}").status_code == 404, path


def test_a_lesson_is_in_the_language_of_the_page(client: TestClient) -> None:
    client.put("/api/settings", json={"language": "de"})
    lesson = client.get("/api/lessons/nurikabe").json()
    assert lesson["rules"][0].startswith("Färbe Felder") and lesson["exercises"][4]["name"] == "Vollständige Insel"
    told = client.get(f"/api/exercises/{lesson['exercises'][0]['id']}").json()
    assert "Insel" in told["broken"][0]["fault"]["words"]


def test_places_that_a_clue_closes_count_as_empty() -> None:
    """A player cannot mark them, so mistakes that include them would otherwise never be reported."""
    puzzle = gw.puzzle("Nurikabe", ["...", "..2", "..."])
    judge = Judge(puzzle)
    (fault,) = judge.judged({"sea": {"1,5": False, "3,3": False}})["faults"]
    assert fault["words"] == "The island of the 2 at r2c3 has 3 cells already."


# -- in a browser --


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    needs_browser()
    found = Server(tmp_path, "--edit")
    yield found
    found.kill()


class Pupil(Hands):
    """Plays the exercise that a page shows."""

    def __init__(self, page: Any, server: Server, id: str) -> None:
        self.page, self.server, self.doc = page, server, server.get(f"api/puzzles/{id}")
        self.layers = {layer["name"]: layer for layer in self.doc["layers"]}
        page.wait_for_selector(".board[data-judged]")
        self._measure()


def to(page: Any, server: Server, address: str) -> None:
    page.goto("about:blank")
    page.goto(f"{server.url}#{address}")
    page.wait_for_selector(".lesson .card")


def act(page: Any, name: str) -> None:
    page.locator(".card").get_by_role("button", name=name, exact=True).click()


def heading(page: Any) -> str:
    return str(page.locator(".card h2").inner_text())


def answer(puzzle: gw.Puzzle) -> dict[str, dict[str, Any]]:
    return marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", UNLIKE)
def test_the_rules_are_told_the_board_is_solved_and_leads_on(server: Server, page: Any, name: str) -> None:
    genre = gw.genre(name)
    first, *_ = found = exercises(genre)
    to(page, server, f"learn/{slug(genre)}")
    rules = server.get(f"api/lessons/{slug(genre)}")["rules"]
    for i, rule in enumerate(rules, 1):
        assert heading(page) == f"Rule {i} of {len(rules)}"
        assert page.locator(".card .words").first.inner_text() == rule
        if i < len(rules):
            act(page, "Next")
    for broken in server.get(f"api/exercises/{first.id}")["broken"]:
        act(page, "Next")
        assert heading(page) == "This is not allowed"
        assert page.locator(".card .words").first.inner_text() == broken["fault"]["words"]
        assert bool(page.locator(".frame.wrong").count()) == bool(broken["fault"]["at"])
    act(page, "Your turn")
    assert page.locator(".played use").count() == 0
    Pupil(page, server, first.id).play_by_mouse(answer(first.puzzle))
    page.wait_for_selector(".card h2:has-text('Solved')")
    act(page, "Next")
    page.wait_for_function(f"() => location.hash === '#learn/{slug(genre)}/2'")
    page.wait_for_function("() => document.querySelectorAll('.lesson-steps .done').length === 1")
    assert server.get(f"api/lessons/{slug(genre)}")["exercises"][0] == {"id": found[0].id, "name": "", "done": True}


@pytest.mark.slow
@pytest.mark.parametrize("name", UNLIKE)
def test_a_technique_is_found_or_shown(server: Server, page: Any, name: str) -> None:
    genre = gw.genre(name)
    found = exercises(genre)
    n, one = next((n, one) for n, one in enumerate(found, 1) if one.name and any(
        mark[3] for mark in server.get(f"api/exercises/{one.id}")["step"]["marks"]))
    told = server.get(f"api/exercises/{one.id}")["step"]
    to(page, server, f"learn/{slug(genre)}/{n}")
    assert heading(page) == one.name
    act(page, "Where?")
    assert page.locator(".frame.because").count() > 0
    layer, key, value, _ = next(mark for mark in told["marks"] if mark[3])
    pupil = Pupil(page, server, one.id)
    if value is False:
        page.locator(".switch button").nth(1).click()
    place = next(place for place in pupil.layers[layer]["places"] if place["k"] == key)
    getattr(pupil, f"_{pupil.layers[layer]['tool']}")(pupil.layers[layer], place, value)
    page.wait_for_selector(".frame.fresh")
    assert page.locator(".card .words").inner_text() == told["words"]
    page.wait_for_function("() => document.activeElement.matches('.card .main')")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => location.hash === '#learn/{slug(genre)}/{n + 1}'")
    act(page, "Show me")
    page.wait_for_selector(".frame.fresh")
    page.wait_for_selector(".lesson-steps .done >> nth=1")


@pytest.mark.slow
def test_a_mark_that_breaks_a_rule_is_told_at_once_and_others_are_answered(server: Server, page: Any) -> None:
    first = exercises(gw.genre("Nurikabe"))[0]
    to(page, server, "learn/nurikabe/1")
    act(page, "Skip")
    hands = Pupil(page, server, first.id)
    page.locator(".switch button", has_text="land").click()
    right = answer(first.puzzle)["sea"]
    for key, is_sea in right.items():
        if is_sea:
            place = next(one for one in hands.doc["layers"][0]["places"] if one["k"] == key)
            hands.click((place["x"], place["y"]))
    page.wait_for_selector(".card .wrong")
    assert page.locator(".frame.wrong").count() > 0


@pytest.mark.slow
def test_a_lesson_is_followed_by_keys(server: Server, page: Any) -> None:
    first = exercises(gw.genre("Sudoku"))[0]
    to(page, server, "learn/sudoku/1")
    assert page.evaluate("document.activeElement.id") == "exercise"
    for _ in range(2 + len(server.get(f"api/exercises/{first.id}")["broken"])):
        if page.locator(".lesson.showing").count():
            page.locator(".card .main").focus()
            page.keyboard.press("Enter")
    page.evaluate("document.body.tabIndex = -1")
    page.evaluate("document.body.focus()")
    Pupil(page, server, first.id).play_by_keys(answer(first.puzzle))
    page.wait_for_selector(".card h2:has-text('Solved')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#learn/sudoku/2'")


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, PHONE], ids=["light", "dark", "phone"])
def test_lessons_are_accessible(server: Server, open_page: Callable[..., Any], options: dict[str, Any]) -> None:
    page = open_page(**options)
    for address, name in (("nurikabe/1", "Skip"), ("nurikabe/1", ""), ("sudoku/15", "Show me"), ("fences/6", "Where?")):
        to(page, server, f"learn/{address}")
        if name:
            act(page, name)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{server.url}#learn")
    page.wait_for_selector(".tiles a")
    assert violations(page) == [] and page.locator(".tiles a").count() == len(gw.known_genres())


@pytest.mark.slow
def test_a_lesson_is_reached_from_the_start_page_and_from_help(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 3"])
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    Hands(page, server, id)
    page.keyboard.press("Tab")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="How to play this").click()
    page.locator("dialog").get_by_role("link", name="Learn Nurikabe").click()
    page.wait_for_selector(".lesson .card")
    assert page.locator("dialog").count() == 0
    act(page, "Skip")
    first = exercises(gw.genre("Nurikabe"))[0].id
    server.send(f"api/puzzles/{first}/position", {"marks": {}, "solved": True, "rev": 0}, "PUT")
    page.goto(server.url)
    shelf = page.get_by_role("region", name="Learn", exact=True)
    shelf.get_by_role("link", name="Continue").click()
    page.wait_for_selector(".bar p:has-text('Board 2 of 4')")


@pytest.mark.slow
def test_lessons_are_exported_with_the_statistics(server: Server, page: Any) -> None:
    id = exercises(gw.genre("Nurikabe"))[0].id
    server.send(f"api/puzzles/{id}/position", {"marks": {}, "solved": True, "rev": 0}, "PUT")
    page.goto(f"{server.url}#statistics")
    with page.expect_download() as asked:
        page.get_by_role("button", name="Save as JSON").click()
    assert [one["id"] for one in json.loads(asked.value.path().read_text())] == [id]
