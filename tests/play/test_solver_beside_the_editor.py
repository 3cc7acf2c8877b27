"""What the solver shows while a puzzle is set: answers and their number, what is certain, how often marks occur, which
clues are needless, how hard the puzzle is, its solving path; new puzzles and named versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gridwright as gw

from .browser import Server, needs_browser
from .test_editor import Maker, _layer, _made, _setting, _undone
from .test_page import violations

needs_browser()
pytestmark = pytest.mark.slow
FOUR = gw.puzzle("Sudoku", ["1 2 3 4", "3 4 1 2", ". . . .", ". . . ."], wall=["aabb", "aabb", "ccdd", "ccdd"])
"""A puzzle with four answers: r3c1 is 2 or 4, and r3c2 is 1 or 3."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


def _judged(maker: Maker, status: str) -> None:
    maker.page.wait_for_selector(f'.verdict[data-status="{status}"]')


def _show(maker: Maker, name: str) -> None:
    maker.page.locator(f'[data-shown="{name}"]:not(.board)').click()


def _drawn(maker: Maker) -> int:
    return int(maker.page.locator(".drawing .played > *").count())


def test_answers_are_counted(server: Server, page: Any) -> None:
    maker = _setting(server, page, FOUR)
    _judged(maker, "several")
    assert page.locator(".verdict strong").inner_text() == f"{len(list(gw.all_answers(FOUR)))} answers."
    maker = _setting(server, page, gw.puzzle("Fences", ["3 . . . .", *[". . . . ."] * 4]))
    page.locator(".verdict strong", has_text="More than 100 answers.").wait_for()  # the verdict before was the same
    _judged(maker, "several")


def _values(maker: Maker) -> dict[tuple[float, float], str]:
    """The values that the board shows besides the clues, by their place."""
    told = maker.page.evaluate("[...document.querySelectorAll('.played use')].map(one =>"
                               " [+one.getAttribute('x'), +one.getAttribute('y'),"
                               " document.querySelector(one.getAttribute('href')).textContent])")  # fmt: skip
    return {(x, y): text for x, y, text in told}


@pytest.mark.parametrize("shown", ["0", "1"])
def test_an_answer_stays_as_long_as_it_holds(server: Server, page: Any, shown: str) -> None:
    """A clue that agrees with it leaves it; one that does not replaces it by another answer."""
    maker = _setting(server, page, FOUR)
    _judged(maker, "several")
    _show(maker, shown)
    answer = _values(maker)
    assert len(answer) == 8
    own = answer.pop((20, 100))
    maker._enter("5,1", int(own))
    assert _values(maker) == answer  # at once, and when the verdict is there
    _judged(maker, "several")
    assert _values(maker) == answer and page.locator(".board").get_attribute("data-shown") == shown
    other = {"2": "4", "4": "2"}[own]
    maker._enter("5,1", int(other))
    _judged(maker, "several")
    page.wait_for_function("() => !('stale' in document.querySelector('.board').dataset)")
    changed = _values(maker)
    assert changed.keys() == answer.keys() and changed != answer


def test_what_is_certain_is_faint_and_remembered(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . . . .", ". . . 4 .", ". . . . .", ". 3 . . .", ". . . . 1"])
    maker = _setting(server, page, puzzle)
    _judged(maker, "several")
    assert _drawn(maker) == 0
    _show(maker, "certain")
    shared = gw.common_marks(puzzle)
    assert shared is not None
    open_cells = set(puzzle.board.cells) - set(puzzle.given["clue"])
    known = sum(shared.get("sea", cell) is not None for cell in open_cells)
    assert _drawn(maker) == known > 0
    faint = page.evaluate("getComputedStyle(document.querySelector('.board .played:not(:empty)')).opacity")
    assert float(faint) < 0.6
    page.goto("about:blank")
    maker = _setting(server, page, FOUR)
    _judged(maker, "several")
    assert page.locator(".board").get_attribute("data-shown") == "certain"


def test_nothing_jumps_while_clues_are_typed(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Fences", ["4 . .", ". . .", ". . 0"]))
    tops = set()
    for key, value in (("1,3", 4), ("1,3", 2), ("1,1", 3), ("5,5", 2)):
        maker._enter(key, value)
        page.wait_for_selector('.verdict:not([data-status=""])')
        tops.add(tuple(page.evaluate("[...document.querySelectorAll('.setter .groups > *')].map("
                                     "one => one.getBoundingClientRect().top + scrollY)")))  # fmt: skip
    assert len(tops) == 1


def test_marks_are_shaded_by_how_often_they_occur(server: Server, page: Any) -> None:
    maker = _setting(server, page, FOUR)
    _judged(maker, "several")
    _show(maker, "shares")
    answers = list(gw.all_answers(FOUR))
    differ = [cell for cell in FOUR.board.cells if len({answer.get("number", cell) for answer in answers}) > 1]
    assert page.locator(".either").count() == 2 * len(differ)
    cell = differ[0]
    page.mouse.move(*maker._put(cell.x * 20, cell.y * 20))
    values = [answer.get("number", cell) for answer in answers]
    words = page.locator(".verdict p + p").inner_text()
    assert words.startswith("Of 4 answers: ")
    for value in set(values):
        assert f"{values.count(value)} times {value}" in words


def test_the_numbers_are_told_at_the_places_that_keys_reach(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Fences", [". 2 .", ". . .", ". . ."]))
    _judged(maker, "several")
    _show(maker, "shares")
    page.locator(".board").focus()
    _layer(maker, "loop")
    page.locator(".board").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".verdict p + p:has-text('answers: ')")


def test_needless_clues_and_the_difficulty_follow_each_change(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Sudoku", ["1 3 . .", ". . 3 .", ". 4 . .", ". . . 2"]))
    page.get_by_role("button", name="Show needless clues").click()
    page.wait_for_selector(".frame.needless")
    page.get_by_role("button", name="Show the difficulty").click()
    page.wait_for_selector(".found:has-text('Difficulty: ')")
    _layer(maker, "number")
    maker._enter("1,3", "")
    _judged(maker, "unique")
    page.wait_for_selector(".found:has-text('Difficulty: ')")
    made = _made(maker)
    needless = gw.diagnose(made).needless
    assert page.locator(".frame.needless:not(.ground)").count() == len(needless)
    page.get_by_role("button", name="Show the difficulty").click()
    page.wait_for_function("() => !document.querySelector('.found').textContent.includes('Difficulty')")


def test_a_new_puzzle_is_made_in_the_editor(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Nurikabe", ["1 . . .", ". . . .", ". . . .", ". . . ."], title="Isles"))
    page.locator("summary", has_text="New puzzle").click()
    before = maker._changes()
    page.get_by_role("button", name="Make a new puzzle").click()
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    _judged(maker, "unique")
    made = _made(maker)
    assert made.board == gw.puzzle("Nurikabe", size=(4, 4)).board and made.about.title == "Isles"
    _undone(maker)
    assert set(_made(maker).given["clue"]) == {gw.Spot(1, 1)}


def test_the_solving_path_is_shown_step_by_step(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Sudoku", ["1 . . .", ". . 3 .", ". 4 . .", ". . . 2"]))
    _judged(maker, "unique")
    page.get_by_role("button", name="Show the solving path").click()
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".panel strong:has-text('Step 1 of')")
    assert page.locator(".frame.fresh").count() > 0
    page.get_by_role("button", name="End").click()
    assert _drawn(maker) >= 12
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Close").click()
    assert _drawn(maker) == 0 and page.locator(".frame").count() == 0


def test_named_versions_can_be_gone_back_to(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Nurikabe", ["1 . .", ". . ."]))
    page.locator("summary", has_text="Versions").click()
    page.get_by_label("Name of the version").fill("one isle")
    page.get_by_role("button", name="Keep this version").click()
    maker._enter("1,5", 2)
    page.get_by_role("button", name="Keep this version").click()
    page.wait_for_function("() => document.querySelectorAll('.versions li').length === 2")
    maker._enter("3,1", 3)
    page.reload()
    page.wait_for_selector(".board.setting[data-changes]")
    page.locator("summary", has_text="Versions").click()
    assert page.locator(".versions .link").all_inner_texts() == ["Version 2", "one isle"]
    before = maker._changes()
    page.get_by_role("button", name="Go back to one isle").click()
    page.wait_for_selector(f'.board.setting:not([data-changes="{before}"])')
    assert set(_made(maker).given["clue"]) == {gw.Spot(1, 1)}
    _undone(maker)
    assert len(_made(maker).given["clue"]) == 3
    page.get_by_role("button", name="Delete Version 2").click()
    assert page.locator(".versions .link").all_inner_texts() == ["one isle"]


def test_enter_goes_on_to_the_partner_that_lacks_a_clue(server: Server, page: Any) -> None:
    maker = _setting(server, page, gw.puzzle("Nurikabe", size=(3, 4)))
    page.locator("summary", has_text="Board and title").click()
    page.get_by_label("Symmetry of the clues").select_option("rotate")
    before = maker._changes()
    page.mouse.click(*maker._put(20, 20))
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.frame.because').length === 0")
    page.wait_for_selector(f'.board.setting[data-changes="{int(before) + 2}"]')
    assert dict(_made(maker).given["clue"]) == {gw.Spot(1, 1): 3, gw.Spot(5, 7): 2}


@pytest.mark.parametrize("colours", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}], ids=str)
def test_axe_finds_nothing_in_the_open_editor(
    server: Server, open_page: Callable[..., Any], colours: dict[str, str]
) -> None:
    maker = _setting(server, open_page(**colours), FOUR)
    _judged(maker, "several")
    maker.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    for name in ("certain", "both", "shares"):
        _show(maker, name)
        assert violations(maker.page) == []
    _layer(maker, "number")
    maker._enter("5,1", 2)
    maker._enter("5,3", 1)
    _judged(maker, "unique")
    maker.page.get_by_role("button", name="Keep this version").click()
    maker.page.get_by_role("button", name="Show needless clues").click()
    maker.page.get_by_role("button", name="Show the solving path").click()
    maker.page.get_by_role("button", name="Next").click()
    maker.page.wait_for_selector(".frame.needless, .panel .technique")
    assert violations(maker.page) == []


def test_nothing_important_is_below_three_screens_of_a_phone(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    maker = _setting(server, page, FOUR)
    _judged(maker, "several")
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844
    page.locator("summary", has_text="Solver").tap()
    bottom = page.get_by_role("button", name="Show the solving path").bounding_box()["y"] + page.evaluate("scrollY")
    assert bottom < 3 * 844
    small = page.evaluate("[...document.querySelectorAll('.setter button, .setter summary')].filter(one =>"
                          " one.offsetParent && one.offsetHeight < 44).map(one => one.innerText)")  # fmt: skip
    assert small == []
