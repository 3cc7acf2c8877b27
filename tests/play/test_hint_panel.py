"""The hint panel and the replay: words and places are linked, each part of an argument has frames of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gridwright as gw

from .browser import ROOT, Hands, Server, needs_browser, settled
from .test_browser import forget
from .test_page import violations

needs_browser()
pytestmark = pytest.mark.slow
PUZZLE = gw.puzzle("Nurikabe", [". . . 2 .", ". . . . .", ". 6 . 2 .", ". . . . .", ". . . 5 ."])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


def opened(server: Server, page: Any, puzzle: gw.Puzzle = PUZZLE) -> Hands:
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "spf")})["ids"]
    forget(server, id)
    return Hands(page, server, id)


def test_words_show_places_and_places_show_words(server: Server, page: Any) -> None:
    hands = opened(server, page)
    page.get_by_text("Hint", exact=True).click()
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".panel .at")
    step = gw.hint(PUZZLE)
    assert isinstance(step, gw.Step) and page.locator(".panel .words").inner_text() == step.words
    word = page.locator(".panel .at.conclusion").first
    word.hover()
    assert page.locator(".frame.pointed:not(.ground)").count() == 1
    page.locator("h1").hover()
    assert page.locator(".frame.pointed").count() == 0
    word.focus()
    assert page.locator(".frame.pointed:not(.ground)").count() == 1
    i = next(i for i, cell in enumerate(hands.doc["cells"]) if cell["k"] == word.get_attribute("data-at"))
    page.mouse.move(*hands.put(hands.cell(i)))
    assert set(page.locator(".panel .at.pointed").all_inner_texts()) == {word.inner_text()}


def test_parts_of_an_argument_have_frames_and_a_legend(server: Server, page: Any) -> None:
    opened(server, page)
    page.get_by_text("Hint", exact=True).click()
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".frame.fresh")
    assert page.locator(".frame.supposition").count() and page.locator(".frame.contradiction").count()
    assert page.locator(".frame.around").count()
    assert page.locator(".legend li").all_inner_texts() == ["reason", "supposition", "contradiction", "conclusion"]
    page.get_by_text("Do it").click()
    assert page.locator(".frame").count() == 0


def test_candidates_are_shown_where_a_step_speaks_of_them(server: Server, page: Any) -> None:
    puzzle = gw.read(ROOT / "tests" / "spf_samples" / "kakuro.spf")
    steps = enumerate(gw.explain(puzzle), 1)
    n, step = next((n, step) for n, step in steps if not any(mark.holds for mark in step.marks))
    hands = opened(server, page, puzzle)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("step by step").click()
    page.wait_for_selector(".panel strong")
    for _ in range(n):
        page.keyboard.press("ArrowRight")
    assert page.locator(".panel .words").inner_text() == step.words
    assert page.locator(".struck").count() == len(step.marks)
    out = {(puzzle.board.cell_index[one.spot], one.value) for one in step.marks}
    shown = page.locator(".candidate").all_text_contents()
    assert {str(value) for _, value in out} < set(shown)
    page.keyboard.press("ArrowRight")  # what was struck out is noted
    cell, _ = min(out)
    left = {str(n) for n in range(1, 10)} - {str(value) for i, value in out if i == cell}
    words = page.locator(f'[data-cell="{cell}"]').get_attribute("aria-label")
    assert words is not None and set(words.removeprefix("candidates ").split()) <= left
    page.keyboard.press("Home")
    settled(page)
    assert page.locator(".candidate").count() == 0 and hands.saved_marks() == {}


def test_a_finger_shows_the_places_of_words(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    opened(server, page)
    page.get_by_text("Hint", exact=True).tap()
    page.get_by_text("What follows, and why?").tap()
    word = page.locator(".panel .at.conclusion").first
    word.tap()
    assert page.locator(".frame.pointed:not(.ground)").count() == 1
    page.locator("h2", has_text="Hint").tap()
    assert page.locator(".frame.pointed").count() == 0


def test_the_replay_goes_by_keys_and_by_its_list(server: Server, page: Any) -> None:
    hands = opened(server, page)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("step by step").click()
    page.wait_for_selector(".panel strong")
    steps = gw.explain(PUZZLE).steps
    told = page.locator(".panel strong")
    assert told.inner_text() == f"{len(steps)} steps"
    page.keyboard.press("ArrowRight")
    assert told.inner_text() == f"Step 1 of {len(steps)}"
    assert page.locator(".panel .words").inner_text() == steps[0].words
    page.keyboard.press("End")
    assert told.inner_text() == f"Step {len(steps)} of {len(steps)}"
    assert hands.is_solved()
    page.locator(".panel summary", has_text="All steps").click()
    entry = page.locator(".path > li > button").first
    entry.click()
    assert told.inner_text() == f"Step {entry.inner_text().partition('.')[0]} of {len(steps)}"
    page.get_by_role("button", name="Start").click()
    settled(page)
    assert hands.saved_marks() == {}


def test_axe_finds_nothing_on_a_hint(server: Server, page: Any) -> None:
    opened(server, page)
    page.get_by_text("Hint", exact=True).click()
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".frame.fresh")
    assert violations(page) == []
