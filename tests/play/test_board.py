"""How a board lies in the window, what is ticked off below it, how it is enlarged: by real input, in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gridwright as gw
from gridwright.play.position import marks_of

from .browser import ROOT, Hands, Server, needs_browser, settled
from .test_browser import answer_of, forget
from .test_page import PHONE, sample
from .test_player import playing

needs_browser()
pytestmark = pytest.mark.slow
SAMPLES = "sudoku", "pips", "fences"
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"), *(str(sample(name)) for name in SAMPLES))
    yield found
    found.kill()


def begun(server: Server, page: Any, name: str) -> tuple[Hands, dict[str, dict[str, Any]]]:
    """A page with a sample from the beginning, and the sample's answer."""
    id, marks = answer_of(sample(name))
    forget(server, id)
    return Hands(page, server, id), marks


# -- the layout --


@pytest.mark.parametrize("width, height", [(1440, 900), (2560, 1440), (1024, 768)])
@pytest.mark.parametrize("name", ["sudoku", "fences", "pips"])
def test_a_board_fills_the_window_with_its_panel_beside_it(
    server: Server, open_page: Callable[..., Any], name: str, width: int, height: int
) -> None:
    """It ends near the lower edge of the window or, where the window is narrow, takes all width beside the panel."""
    page = open_page(viewport={"width": width, "height": height})
    playing(server, page, gw.read(ROOT / f"examples/{name}.spf"))
    board, panel = page.locator(".board").bounding_box(), page.locator("aside").bounding_box()
    right = panel["x"] + panel["width"]
    assert board["y"] + board["height"] <= height
    assert board["y"] + board["height"] >= height * 0.95 or board["width"] + panel["width"] > width * 0.88
    assert 16 <= panel["x"] - board["x"] - board["width"] <= 72
    assert abs(board["x"] - (width - right)) <= 40
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("phone", [PHONE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("name", ["sudoku", "pips", "fences"])
def test_everything_to_play_with_is_in_the_window_of_a_phone(
    server: Server, open_page: Callable[..., Any], name: str, phone: dict[str, Any]
) -> None:
    page = open_page(**phone)
    begun(server, page, name)
    height = page.evaluate("innerHeight")
    for part in (".board", ".pad:not([hidden])", ".switch", ".acts"):
        for one in page.locator(part).all():
            box = one.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, part


def test_values_and_lines_take_three_rows_of_controls(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    begun(server, page, "pips")
    rows = page.locator("aside .switch, aside .values").all()
    assert len({round(row.bounding_box()["y"]) for row in rows}) == 3


def test_a_switch_chooses_among_lines_their_absence_and_values(server: Server, page: Any) -> None:
    hands, _ = begun(server, page, "pips")
    place = next(one for one in hands.layers["domino"]["places"] if "g" not in one)
    for words, set_ in (("no domino", False), ("a domino", True), ("both", True)):
        page.get_by_role("button", name=words, exact=True).click()
        hands.drag(*map(hands.cell, place["c"]))
        assert hands.saved_marks() == {"domino": {place["k"]: set_}}
        page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="pip", exact=True).click()
    hands.drag(*map(hands.cell, place["c"]))  # selects
    page.keyboard.press("1")
    assert list(hands.saved_marks()) == ["pip"]


@pytest.mark.parametrize("options", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["desktop", "phone"])
def test_controls_stay_where_they_are_when_something_is_told(
    server: Server, open_page: Callable[..., Any], options: dict[str, Any]
) -> None:
    page = open_page(**options)
    begun(server, page, "sudoku")
    found = ("[...document.querySelectorAll('.board, .pad button, .acts button')]"
             ".map(one => one.getBoundingClientRect().y)")  # fmt: skip
    before = page.evaluate(found)
    for name in ("Check", "What if", "Hint"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(200)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(found) == before, name


# -- pieces of a set --


def ticked(page: Any) -> list[str]:
    settled(page)
    return sorted(page.evaluate("[...document.querySelectorAll('path.laid')].map(one => one.dataset.name)"))


@pytest.mark.parametrize("name", ["pips", "domino_hunt", "pentomino_search"])
def test_pieces_that_lie_on_the_board_are_ticked_off(server: Server, page: Any, name: str) -> None:
    puzzle = gw.read(ROOT / f"examples/{name}.spf")
    hands = playing(server, page, puzzle)
    assert ticked(page) == []
    hands.play_by_mouse(marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0]))
    assert hands.is_solved()
    assert ticked(page) == sorted(piece[0] for piece in hands.doc["pieces"])
    page.keyboard.press("Control+z")
    assert len(ticked(page)) < len(hands.doc["pieces"])


def test_a_domino_is_ticked_off_with_its_second_number(server: Server, page: Any) -> None:
    hands, marks = begun(server, page, "pips")
    link = next(key for key, joined in marks["domino"].items() if joined)
    ends = next(place["c"] for place in hands.layers["domino"]["places"] if place["k"] == link)
    keys = [hands.doc["cells"][end]["k"] for end in ends]
    hands.play_by_mouse({"domino": {link: True}, "pip": {keys[0]: marks["pip"][keys[0]]}})
    assert ticked(page) == []
    hands.play_by_mouse({"pip": {keys[1]: marks["pip"][keys[1]]}})
    assert ticked(page) == ["-".join(str(n) for n in sorted(marks["pip"][key] for key in keys))]


# -- enlarging --


LARGE = gw.puzzle("Nurikabe", size=(100, 100))


def shown(page: Any) -> tuple[float, float, float, float, float]:
    """The part of the drawing that can be seen (left, top, right, bottom), and the pixels of a cell."""
    x, y, width, height = map(float, page.locator("svg.drawing").get_attribute("viewBox").split())
    return x, y, x + width, y + height, 40 * page.locator(".board").bounding_box()["width"] / width


def test_a_large_board_opens_readable_where_it_was_left(server: Server, page: Any) -> None:
    hands = playing(server, page, LARGE)
    hands.page.reload()
    page.wait_for_selector(".board.zoomed[data-judged]")
    left, top, _, _, cell = shown(page)
    assert cell >= 20 and left < 0 and top < 0
    page.get_by_role("button", name="Whole board").click()
    assert shown(page)[4] < 10
    hands.click(hands.cell(89 * 100 + 79))
    settled(page)
    page.reload()
    page.wait_for_selector(".board.zoomed[data-judged]")
    left, top, right, bottom, cell = shown(page)
    assert cell >= 20 and left < 79 * 40 and right > 80 * 40 and top < 89 * 40 and bottom > 90 * 40


def test_buttons_keys_and_the_wheel_enlarge_and_move_a_board(server: Server, page: Any) -> None:
    hands = playing(server, page, LARGE)
    whole = shown(page)
    page.get_by_role("button", name="Larger").click()
    assert shown(page)[4] == pytest.approx(1.5 * whole[4], rel=0.01)
    page.get_by_role("button", name="Smaller").click()
    assert shown(page) == pytest.approx(whole, abs=1)
    assert page.get_by_role("button", name="Whole board").is_disabled()
    hands.click(hands.cell(0))
    page.keyboard.press("+")
    page.keyboard.press("+")
    before = shown(page)
    assert before[4] == pytest.approx(2.25 * whole[4], rel=0.01)
    page.mouse.move(*hands.put((2000, 2000)))
    page.mouse.wheel(90, 150)
    page.wait_for_function(
        f"Number(document.querySelector('svg.drawing').getAttribute('viewBox').split(' ')[1]) > {before[1]}")
    moved = shown(page)
    assert moved[0] > before[0] and moved[1] > before[1] and moved[4] == before[4]
    page.mouse.down(button="middle")
    page.mouse.move(*hands.put((2300, 2300)), steps=3)
    page.mouse.up(button="middle")
    assert shown(page)[0] < moved[0]
    assert list(hands.saved_marks()["sea"]) == ["1,1"]  # neither the wheel nor the middle button marks anything
    page.keyboard.press("0")
    assert shown(page) == pytest.approx(whole, abs=1)


def test_the_board_follows_the_keys(server: Server, page: Any) -> None:
    hands = playing(server, page, LARGE)
    hands.click(hands.cell(0))
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Control+End")
    left, top, right, bottom, _ = shown(page)
    assert left < 99 * 40 and right >= 100 * 40 and top < 99 * 40 and bottom >= 100 * 40


@pytest.mark.parametrize("size, offered", [(9, False), (20, True)])
def test_only_boards_of_small_cells_have_buttons_to_enlarge_them(
    server: Server, open_page: Callable[..., Any], size: int, offered: bool
) -> None:
    page = open_page(**PHONE)
    playing(server, page, gw.puzzle("Nurikabe", size=(size, size)))
    assert page.get_by_role("button", name="Larger").is_visible() is offered
    assert page.locator(".board.zoomed").count() == 0


# -- how to play --


@pytest.mark.parametrize("name, told", [
    ("shikaku", ["Drag", "rectangle"]), ("masyu", ["Drag", "from cell to cell"]),
    ("sudoku", ["Click", "selects a cell"]), ("hashi", ["Drag", "one line more"]),
    ("nurikabe", ["Click", "sea, land, nothing"]),
])  # fmt: skip
def test_gestures_are_explained_once_for_each_kind_of_tool(
    server: Server, page: Any, name: str, told: list[str]
) -> None:
    puzzle = gw.read(ROOT / f"examples/{name}.spf")
    playing(server, page, puzzle)
    tip = page.locator(".tip")
    tip.get_by_role("button", name="Got it").wait_for()
    assert all(words in tip.inner_text() for words in told)
    tip.get_by_role("button", name="Got it").click()
    assert not tip.is_visible()
    playing(server, page, puzzle)
    page.wait_for_timeout(300)
    assert not tip.is_visible()
    page.locator(".board").click()
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="How to play this")
    help_.wait_for()
    assert all(words in help_.inner_text() for words in [*told, "Ctrl + wheel", "undo, redo"])


def test_a_tip_is_about_the_tools_that_are_new(server: Server, page: Any) -> None:
    """Yajilin shades and draws; who has shaded is told only how to draw."""
    playing(server, page, gw.read(ROOT / "examples/nurikabe.spf"))
    page.locator(".tip").get_by_role("button", name="Got it").click()
    playing(server, page, gw.read(ROOT / "examples/yajilin.spf"))
    page.locator(".tip").get_by_role("button", name="Got it").wait_for()
    said = page.locator(".tip").inner_text()
    assert "from cell to cell" in said and "paints" not in said


def test_fingers_are_told_of_taps_and_of_two_fingers(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    playing(server, page, gw.read(ROOT / "examples/picross.spf"))
    page.locator(".tip").get_by_role("button", name="All gestures and keys").click()
    said = page.get_by_role("dialog").inner_text()
    assert all(words in said for words in ("Tap", "Two fingers", "ticks it off")) and "Right button" not in said


# -- solved --

SOLVED = gw.read(ROOT / "examples/nurikabe.spf")
COLOURS = ("() => [...document.querySelectorAll('.played use')].map(one =>"
           " getComputedStyle(one).getPropertyValue('--gw-water'))")  # fmt: skip


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_solved_board_glows_once_and_tells_the_time(
    server: Server, open_page: Callable[..., Any], motion: str
) -> None:
    """Nothing moves for people who want no motion."""
    page = open_page(reduced_motion=motion)
    hands = playing(server, page, SOLVED)
    assert not page.locator(".timer").is_visible()
    hands.play_by_mouse(marks_of(SOLVED.genre(SOLVED), gw.solve(SOLVED).answers[0]))
    page.wait_for_selector('.board[data-solved="yes"]')
    names = "document.getAnimations().map(one => one.animationName).filter(name => ['glow', 'sweep'].includes(name))"
    assert sorted(page.evaluate(names)) == (["glow", "sweep"] if motion != "reduce" else [])
    before = set(page.evaluate(COLOURS))
    if motion != "reduce":
        page.wait_for_function(f"before => !({COLOURS})().some(one => before.includes(one))", arg=list(before))
        page.wait_for_selector(".board:not(.glow)")
    assert page.locator(".timer").inner_text().startswith("0:")
    page.reload()
    page.wait_for_selector('.board[data-solved="yes"]')
    assert page.evaluate(names) == []
    assert page.locator(".timer").is_visible()
