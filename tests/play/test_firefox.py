"""The page in Firefox: boards, dialogs and the editor, by real input events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gridwright as gw

from .browser import Point, Server
from .firefox import FIREFOX, Firefox, open_firefox

pytestmark = [pytest.mark.slow, pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")]
SUDOKU = gw.puzzle("Sudoku", ["1 2 3 .", "3 4 1 2", "2 1 4 3", "4 3 2 1"], wall=["aabb", "aabb", "ccdd", "ccdd"])
FENCES = gw.puzzle("Fences", [". .", ". 4"])
SEA = gw.puzzle("Nurikabe", ["6 . . .", ". . . .", ". . . 2", "2 . . ."])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with open_firefox(tmp_path_factory.mktemp("profile")) as found:
        yield found


class _Board:
    """A board in Firefox."""

    def __init__(self, firefox: Firefox, server: Server, puzzle: gw.Puzzle) -> None:
        (self.id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
        self.server, self.firefox, self.doc = server, firefox, server.get(f"api/puzzles/{self.id}")
        firefox.open("about:blank")
        firefox.open(f"{server.url}#play/{self.id}")
        firefox.wait("document.querySelector('.board[data-judged]')")
        left, top, width, _ = firefox.evaluate(
            "(box => [box.x, box.y, box.width, box.height])(document.querySelector('.board').getBoundingClientRect())")
        self._scale = width / self.doc["box"][2]
        self._left, self._top = left - self.doc["box"][0] * self._scale, top - self.doc["box"][1] * self._scale

    def put(self, x: float, y: float) -> Point:
        """Where a point of the drawing is in the window."""
        return self._left + x * self._scale, self._top + y * self._scale

    def cell(self, i: int) -> Point:
        """Where the middle of a cell is in the window."""
        return self.put(self.doc["cells"][i]["x"], self.doc["cells"][i]["y"])

    def marks(self) -> Any:
        """The marks that the server keeps, once all is saved and judged."""
        self.firefox.wait("(told => told.saved === told.version && told.judged === told.version)"
                          "(document.querySelector('.board').dataset)")  # fmt: skip
        found = self.server.get(f"api/puzzles/{self.id}/position").get("marks", {})
        return {name: own for name, own in found.items() if own}


def test_a_puzzle_is_solved_by_a_click_and_a_key(server: Server, firefox: Firefox) -> None:
    board = _Board(firefox, server, SUDOKU)
    firefox.drag(board.cell(3))
    firefox.press("4")
    firefox.wait("document.querySelector('.board').dataset.solved === 'yes'")
    assert board.marks() == {"number": {"1,7": 4}}
    assert "Solved" in firefox.evaluate("document.querySelector('#status').innerText")


def test_drags_and_the_right_button_draw_and_undo_takes_back(server: Server, firefox: Firefox) -> None:
    board = _Board(firefox, server, FENCES)
    firefox.drag(board.put(0, 0), board.put(40, 0), board.put(80, 0))
    firefox.drag(board.put(20, 40), button="right")
    assert board.marks() == {"loop": {"0,1": True, "0,3": True, "2,1": False}}
    firefox.press("Control", "z")
    firefox.press("Control", "z")
    assert board.marks() == {}


def test_a_hint_is_told_by_keys(server: Server, firefox: Firefox) -> None:
    _Board(firefox, server, SEA)
    firefox.press("ArrowRight")
    firefox.press("h")
    firefox.press("h")
    firefox.wait("document.querySelector('.panel').innerText.includes('can still be completed')")


def test_the_start_page_and_a_dialog_open(server: Server, firefox: Firefox) -> None:
    firefox.open(f"{server.url}#")
    firefox.wait("document.querySelector('.puzzles li')")
    firefox.click(".bar.list button.main")
    firefox.wait("document.querySelector('dialog[open] select')")
    firefox.press("Escape")
    firefox.wait("!document.querySelector('dialog')")


def test_the_editor_says_how_many_answers_there_are(server: Server, firefox: Firefox) -> None:
    (id,) = server.send("api/open", {"text": gw.write(SUDOKU, "json")})["ids"]
    firefox.open("about:blank")
    firefox.open(f"{server.url}#edit/{id}")
    firefox.wait("document.querySelector('.verdict')?.dataset.status === 'unique'")
    assert firefox.evaluate("document.querySelector('.verdict').innerText").startswith("One answer.")
