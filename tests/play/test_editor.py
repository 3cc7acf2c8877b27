"""The editor in a real browser: puzzles are made from an empty board, and saved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import gridwright as gw
from gridwright.language.forms import untupled
from gridwright.play.drafts import draft_of
from gridwright.play.editing import text_of
from gridwright.play.position import key_of

from ..laws.cases import case
from ..picture.samples import bare
from .browser import Server, needs_browser
from .test_page import sample

needs_browser()
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


SET = ("fences", "nurikabe", "sudoku", "killer_sudoku", "kakuro", "heyawake", "starbattle", "skyscrapers", "tapa",
       "compass", "pips", "pentopia")  # fmt: skip


@pytest.mark.parametrize("folder", SET)
def test_the_editor_makes_a_puzzle_from_an_empty_board(server: Server, page: Any, folder: str) -> None:
    """Clue by clue with mouse and keys, and then the same as SPF and, where it exists, as an address of puzz.link."""
    puzzle = bare(case(sample(folder)))
    page.goto(f"{server.url}#edit")
    page.locator("select").first.select_option(puzzle.genre.name)
    page.locator('input[name="rows"]').fill(str(puzzle.board.n_rows))  # type: ignore[attr-defined]
    page.locator('input[name="columns"]').fill(str(puzzle.board.n_cols))  # type: ignore[attr-defined]
    page.get_by_text("Begin", exact=True).click()
    page.wait_for_selector(".board .drawing")
    maker = Maker(page, puzzle)
    maker.make()
    page.locator("summary", has_text="Text and files").click()
    spf = maker.text("spf")
    assert draft_of(gw.read(spf)) == draft_of(puzzle)
    try:
        address = gw.write(puzzle, "puzzlink").strip()
    except gw.WriteError:
        return
    assert maker.text("puzzlink").strip() == address


class Maker:
    """Enters a puzzle into the editor."""

    def __init__(self, page: Any, puzzle: gw.Puzzle) -> None:
        self.page, self.puzzle = page, puzzle

    def make(self) -> None:
        """Enters everything, layer by layer, keys last."""
        model = self.puzzle.genre(self.puzzle)
        usual = {layer.name: set(layer.usual(self.puzzle.board))  # type: ignore[attr-defined]
                 for layer in model.layers.values() if getattr(layer, "usual", None)}  # fmt: skip
        for name in model.layers:
            own: Mapping[Any, Any] = self.puzzle.given.get(name, {})
            out = usual.get(name, set()) - set(own)
            if own or out:
                self.page.locator(f'[data-layer="{name}"]').click()
            for spot, value in own.items():
                if spot not in usual.get(name, ()):
                    self._enter(key_of(spot), value)
            for spot in out:
                self._enter(key_of(spot), True)
        for name, value in self.puzzle.keys.items():
            self._key(name, value)

    def _enter(self, key: str, value: Any) -> None:
        page = self.page
        before = self._changes()
        y, x = map(int, key.split(","))
        chosen = page.locator(f".entry [data-value='{_json(value)}']")
        if chosen.count():
            chosen.click()
        page.evaluate("window.scrollTo(0, 0)")
        page.mouse.click(*self._put(x * 20, y * 20))
        if page.locator(".fields input").count():
            text = text_of(value)
            fields = page.locator(".fields input")
            told = [text] if isinstance(text, str) else text if fields.count() > 1 else [" ".join(text)]
            for i, part in enumerate(told):
                fields.nth(i).fill(part)
            fields.last.press("Enter")
        page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')

    def _changes(self) -> str:
        return str(self.page.locator(".board.setting").get_attribute("data-changes"))

    def _put(self, x: float, y: float) -> tuple[float, float]:
        box, view = self.page.evaluate(
            "[document.querySelector('.board').getBoundingClientRect(), document.querySelector('.drawing')"
            ".getAttribute('viewBox').split(' ').map(Number)]")
        return box["x"] + (x - view[0]) * box["width"] / view[2], box["y"] + (y - view[1]) * box["height"] / view[3]

    def _key(self, name: str, value: Any) -> None:
        text = value if isinstance(value, str) else _json(value)
        if not self.page.locator(f'[name="key-{name}"]').is_visible():
            self.page.locator("summary", has_text="Board and title").click()
        field = self.page.locator(f'[name="key-{name}"]')
        if field.input_value() != text:
            before = self._changes()
            field.fill(text)
            field.press("Enter")
            self.page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')

    def text(self, format: str) -> str:
        """The text that the editor shows in a format."""
        self.page.get_by_label("Format").select_option(format)
        self.page.wait_for_selector(f'textarea[data-of="{format} {self._changes()}"]')
        return str(self.page.get_by_label("The puzzle as text").input_value())


def _json(value: Any) -> str:
    return json.dumps(untupled(value), separators=(",", ":"), ensure_ascii=False)


def _setting(server: Server, page: Any, puzzle: gw.Puzzle) -> Maker:
    """The editor with a puzzle."""
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    page.goto(f"{server.url}#edit/{id}")
    page.wait_for_selector(".board.setting[data-changes]")
    return Maker(page, puzzle)


def _made(maker: Maker) -> gw.Puzzle:
    """The puzzle that the editor shows."""
    if not maker.page.get_by_label("The puzzle as text").is_visible():
        maker.page.locator("summary", has_text="Text and files").click()
    return gw.read(maker.text("json"))


def test_a_puzzle_is_turned_and_gets_holes(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Yajilin", size=(3, 4), hint={"r1c2": (1, "d")}))
    page.locator("summary", has_text="Board and title").click()
    for button in ("Rotate", "Mirror diagonally"):
        before = maker._changes()
        page.get_by_text(button, exact=True).click()
        page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    page.locator('[data-layer="holes of the board"]').click()
    page.get_by_label("Symmetry of the clues").select_option("rotate")
    maker._enter("1,1", True)
    made = _made(maker)
    assert made == gw.puzzle("Yajilin", size=(3, 4), holes=["r1c1", "r3c4"], hint={"r3c2": (1, "u")})


def test_the_way_of_an_arrow_is_chosen(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Yajilin", size=(3, 4)))
    before = maker._changes()
    page.mouse.click(*maker._put(60, 20))
    page.get_by_label("number", exact=True).fill("1")
    page.get_by_label("way", exact=True).select_option(label="↓")
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    page.get_by_label("way", exact=True).press("Enter")
    page.wait_for_function("() => document.activeElement.classList.contains('board')")
    assert _made(maker) == gw.puzzle("Yajilin", size=(3, 4), hint={"r1c2": (1, "d")})


def test_a_title_is_undone_where_it_stands_too(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Nurikabe", ["1 .", ". ."], title="First"))
    page.locator("summary", has_text="Board and title").click()
    field = page.get_by_label("Title")
    before = maker._changes()
    field.fill("Second")
    field.press("Enter")
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.activeElement.tagName !== 'INPUT'")
    page.wait_for_selector("button:has-text('Redo'):not([disabled])")
    assert field.input_value() == "First"


def test_an_empty_board_has_no_verdict_and_can_be_filled(server: Server, page: Any) -> None:
    page.goto(f"{server.url}#edit")
    page.locator("select").first.select_option("Heyawake")
    page.get_by_text("Begin", exact=True).click()
    page.wait_for_selector(".verdict:has-text('There are no clues yet.')")
    assert page.locator(".verdict").inner_text().strip() == "There are no clues yet."
    page.get_by_role("button", name="Add missing clues").click()
    page.wait_for_selector('.verdict[data-status="unique"]')


def test_clues_are_filled_up_in_keeping_with_the_symmetry(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Fences", ["2 . . .", ". . . .", ". . . .", ". . . ."]))
    page.locator("summary", has_text="Board and title").click()
    page.get_by_label("Symmetry of the clues").select_option("rotate")
    before = maker._changes()
    page.get_by_role("button", name="Add missing clues").click()
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    made = _made(maker)
    assert gw.solve(made).status == "unique"
    places = set(made.given["number"])
    assert {gw.Spot(8 - spot.y, 8 - spot.x) for spot in places} == places


def test_a_puzzle_that_is_dropped_or_pasted_replaces_the_draft(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Nurikabe", ["1 .", ". ."]))
    other = gw.puzzle("Fences", ["3 .", ". 3"])
    before = maker._changes()
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text', text);"
        " window.dispatchEvent(new DragEvent('drop', {dataTransfer: data})); }", gw.write(other, "spf"))
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    assert _made(maker) == other
    page.get_by_text("Undo", exact=True).click()
    page.wait_for_selector("h1:has-text('Nurikabe')")


def test_two_answers_lie_over_each_other(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Sudoku", ["1 2 3 4", "3 4 1 2", ". . . .", ". . . ."], wall=["aabb", "aabb", "ccdd", "ccdd"])
    first, second = list(gw.all_answers(puzzle))[:2]
    _setting(server, page, puzzle)
    page.get_by_text("Both", exact=True).click()
    differ = sum(first.marks["number"][c] != second.marks["number"][c] for c in puzzle.board.cells)
    assert differ and page.locator(".either.only-1").count() == page.locator(".either.only-2").count() > 0
    page.get_by_text("Clues", exact=True).click()
    assert page.locator(".either").count() == 0


def test_clues_that_clash_are_framed_and_named(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Fences", ["4 . .", ". . .", ". . 0"]))
    page.wait_for_selector('.verdict[data-status="none"], .verdict[data-status="unique"]')
    maker._enter("1,3", 4)
    page.wait_for_selector('.verdict[data-status="none"]:has-text("No answer.")')
    assert page.locator(".frame.wrong:not(.ground)").count() >= 2
    assert page.locator(".verdict p p, .verdict p").last.inner_text()


def test_only_what_was_changed_is_kept_as_a_draft(server: Server, page: Any) -> None:
    known = len(server.get("api/drafts")["drafts"])
    maker = _setting(server, page, gw.puzzle("Nurikabe", ["1 . .", ". . 2"]))
    assert len(server.get("api/drafts")["drafts"]) == known
    maker._enter("1,3", 2)
    page.reload()
    page.wait_for_selector(".board.setting[data-changes]")
    assert len(server.get("api/drafts")["drafts"]) == known + 1


def test_arrows_leave_the_field(server: Server, page: Any) -> None:
    """3, Right, Right, 4 are two clues; within a text, arrows move the caret."""
    page.goto(f"{server.url}#edit")
    page.locator("select").first.select_option("Nurikabe")
    page.get_by_text("Begin", exact=True).click()
    board = page.locator(".board")
    board.click(position={"x": 20, "y": 20})
    for key in ("3", "ArrowRight", "ArrowRight", "4", "ArrowDown", "1", "2", "ArrowLeft", "ArrowLeft", "ArrowLeft", "7",
                "Enter"):  # fmt: skip
        page.keyboard.press(key)
    page.wait_for_selector('.board[data-changes="5"]')
    page.locator("summary", has_text="Text and files").click()
    page.wait_for_selector("textarea[data-of$=' 5']")
    puzzle = gw.read(page.get_by_label("The puzzle as text").input_value())
    clues = {(spot.y // 2, spot.x // 2): value for spot, value in puzzle.given["clue"].items()}
    assert clues == {(0, 0): 3, (0, 2): 4, (1, 2): 12, (1, 1): 7}


# -- drags --


def _drag(maker: Maker, *cells: tuple[int, int], button: str = "left") -> None:
    """Drags through the middles of cells, by row and column, and waits for the change."""
    before = maker._changes()
    _pulled(maker, *[(40 * col - 20, 40 * row - 20) for row, col in cells], button=button)
    maker.page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')


def _pulled(maker: Maker, *points: tuple[float, float], button: str = "left") -> None:
    mouse = maker.page.mouse
    mouse.move(*maker._put(*points[0]))
    mouse.down(button=button)
    for point in points[1:]:
        mouse.move(*maker._put(*point))
    mouse.up(button=button)


def _undone(maker: Maker) -> None:
    before = maker._changes()
    maker.page.get_by_text("Undo", exact=True).click()
    maker.page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')


def _layer(maker: Maker, name: str) -> None:
    maker.page.locator(f'[data-layer="{name}"]').click()


def _given(maker: Maker, layer: str) -> set[str]:
    return {f"r{spot.y / 2 + 0.5:g}c{spot.x / 2 + 0.5:g}" for spot in _made(maker).given.get(layer, {})}


def test_a_tube_of_four_is_one_drag_with_its_bulb(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Thermometers", size=(4, 4)))
    _layer(maker, "joint")
    _drag(maker, (1, 1), (1, 2), (1, 3), (2, 3))
    tube = {"r1c1.5", "r1c2.5", "r1.5c3"}
    assert (_given(maker, "bulb"), _given(maker, "joint")) == ({"r1c1"}, tube)
    _drag(maker, (2, 3), (3, 3))  # goes on: the tube has its bulb
    assert (_given(maker, "bulb"), _given(maker, "joint")) == ({"r1c1"}, tube | {"r2.5c3"})
    _undone(maker)
    _undone(maker)
    assert (_given(maker, "bulb"), _given(maker, "joint")) == (set(), set())
    _drag(maker, (4, 1), (4, 4), (4, 3))  # going back takes the last piece off
    assert _given(maker, "joint") == {"r4c1.5", "r4c2.5"}
    _drag(maker, (4, 1), (4, 3))  # the whole tube again: it goes, and its bulb
    assert (_given(maker, "bulb"), _given(maker, "joint")) == (set(), set())


def test_a_loop_is_given_by_dragging_through_cells(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Masyu", size=(4, 4)))
    _layer(maker, "loop")
    _drag(maker, (1, 1), (1, 3), (2, 3))
    assert _made(maker).given["loop"] == dict.fromkeys([gw.Spot(1, 2), gw.Spot(1, 4), gw.Spot(2, 5)], True)
    page.locator(".entry [data-value='false']").click()
    _drag(maker, (1, 1), (2, 1))
    assert _made(maker).given["loop"][gw.Spot(2, 1)] is False
    _drag(maker, (1, 3), (1, 2), button="right")
    assert gw.Spot(1, 4) not in _made(maker).given["loop"]


def test_symmetric_tubes_have_symmetric_bulbs(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Thermometers", size=(4, 4)))
    page.locator("summary", has_text="Board and title").click()
    page.get_by_label("Symmetry of the clues").select_option("quarter")
    _layer(maker, "joint")
    _drag(maker, (1, 1), (1, 3))
    assert _given(maker, "bulb") == {"r1c1", "r1c4", "r4c4", "r4c1"}
    assert len(_given(maker, "joint")) == 8
    _undone(maker)
    assert _given(maker, "bulb") == set()


def test_a_drag_marks_or_chooses_all_places_on_its_way(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Masyu", size=(4, 4)))
    _layer(maker, "pearl")
    page.locator(".entry [data-value]").first.click()
    _drag(maker, (2, 1), (2, 4))
    pearls = _made(maker).given["pearl"]
    assert set(pearls) == {gw.Spot(3, x) for x in (1, 3, 5, 7)} and len(set(pearls.values())) == 1
    _drag(maker, (2, 1), (2, 2))
    assert set(_made(maker).given["pearl"]) == {gw.Spot(3, 5), gw.Spot(3, 7)}

    maker = _setting(server, page, gw.puzzle("Pips", size=(2, 4)))
    _layer(maker, "region")
    before = maker._changes()
    _pulled(maker, (20, 20), (140, 20), (140, 60))
    page.keyboard.type("B")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    assert _given(maker, "region") == {"r1c1", "r1c2", "r1c3", "r1c4", "r2c4"}
    _undone(maker)
    assert not _given(maker, "region")


def test_a_drag_that_can_do_nothing_says_so(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Thermometers", size=(4, 4)))
    said = page.locator('.status[data-kind="wrong"]')
    before = maker._changes()
    _layer(maker, "joint")
    _pulled(maker, (20, 20), (20, -30))  # off the board
    assert said.inner_text() == "Drag from cell to cell for “joint”."
    _layer(maker, "count")
    _pulled(maker, (20, 20), (100, 100))
    assert said.inner_text() == "There is no place for “count” along this drag."
    assert maker._changes() == before
    maker._enter("-1,1", 2)
    assert said.inner_text() == ""
