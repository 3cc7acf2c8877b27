"""Input as players know it from other pages: selections, colours, letters, and a key for everything."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gridwright as gw

from .browser import ROOT, Hands, Server, needs_browser, settled
from .test_page import PHONE, violations
from .test_player import SUDOKU, playing

needs_browser()
pytestmark = pytest.mark.slow
SEA = gw.puzzle("Nurikabe", ["6 . . .", ". . . .", ". . . 2", "2 . . ."])
YAJILIN = gw.puzzle("Yajilin", size=4, hint={"r1c1": (1, "d")})
LETTERS = gw.read(ROOT / "tests/cases/easy_as_abc/small.spf")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


def selected(page: Any) -> int:
    return int(page.locator(".cursor .selected").count())


def click_twice(page: Any, at: tuple[float, float], *, apart: float = 0.2, touch: bool = False) -> None:
    """Two clicks or taps, this many seconds apart however busy the machine is."""
    client, begun = page.context.new_cdp_session(page), time.time()
    x, y = at
    for n, when in enumerate((begun, begun + apart), 1):
        for kind, later in (("Start", 0.0), ("End", 0.02)) if touch else (("Pressed", 0.0), ("Released", 0.02)):
            if touch:
                told = {"touchPoints": [{"x": x, "y": y}] if kind == "Start" else []}
                client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "timestamp": when + later, **told})
            else:
                client.send("Input.dispatchMouseEvent", {"type": f"mouse{kind}", "x": x, "y": y, "button": "left",
                                                         "clickCount": n, "timestamp": when + later})  # fmt: skip


def begin(page: Any) -> None:
    """Moves the focus to the second cell: the first arrow only leads onto the board."""
    for _ in range(2):
        page.keyboard.press("ArrowRight")


def words(page: Any, cell: int) -> str:
    """What a screen reader says of a cell, without its walls."""
    told = str(page.locator(f'[data-cell="{cell}"]').get_attribute("aria-label"))
    return ", ".join(part for part in told.split(", ") if not part.startswith(("wall", "border")))


def notes(hands: Hands, kind: str, layer: str) -> dict[str, Any]:
    settled(hands.page)
    told: dict[str, Any] = hands.server.get(f"api/puzzles/{hands.doc['id']}/position")["notes"][kind].get(layer, {})
    return told


# -- selections --


def test_a_double_click_selects_equal_values(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    for cell, key in ((6, "1"), (9, "1"), (3, "2")):
        hands.click(hands.cell(cell))
        page.keyboard.press(key)
    click_twice(page, hands.put(hands.cell(6)))
    assert selected(page) == 3  # with the given one
    page.keyboard.press("v")
    page.keyboard.press("1")
    assert set(notes(hands, "colour", "number")) == {"1,1", "3,5", "5,3"}
    hands.click(hands.cell(0))
    assert selected(page) == 1


def test_a_double_click_on_an_open_cell_selects_equal_candidates(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.drag(hands.cell(5), hands.cell(7))
    page.keyboard.press("Shift+3")
    hands.click(hands.cell(10))
    page.keyboard.press("Shift+4")
    click_twice(page, hands.put(hands.cell(6)))
    assert selected(page) == 3
    click_twice(page, hands.put(hands.cell(15)))  # nothing is in it
    assert selected(page) == 1


def test_two_slow_clicks_are_no_double_click(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(6))
    page.keyboard.press("1")
    click_twice(page, hands.put(hands.cell(6)), apart=1)
    assert selected(page) == 1


def test_two_taps_select_equal_values(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    hands = playing(server, page, SUDOKU)
    page.touchscreen.tap(*hands.put(hands.cell(6)))
    page.get_by_role("button", name="1", exact=True).click()
    page.wait_for_timeout(500)
    click_twice(page, hands.put(hands.cell(6)), touch=True)
    assert selected(page) == 2


def test_ctrl_adds_cells_and_takes_them_away(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(5))
    page.keyboard.down("Control")
    hands.click(hands.cell(7))
    hands.drag(hands.cell(9), hands.cell(11))
    assert selected(page) == 5
    hands.click(hands.cell(7))
    assert selected(page) == 4
    hands.drag(hands.cell(9), hands.cell(10))
    page.keyboard.up("Control")
    assert selected(page) == 2
    page.keyboard.press("3")
    assert hands.saved_marks() == {"number": {"3,3": 3, "5,7": 3}}


def test_a_digit_on_a_selection_is_set_everywhere_and_then_taken_away(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(5))
    page.keyboard.press("3")
    hands.drag(hands.cell(5), hands.cell(7))
    page.keyboard.press("3")
    assert hands.saved_marks() == {"number": {"3,3": 3, "3,5": 3, "3,7": 3}}
    page.keyboard.press("3")
    assert hands.saved_marks() == {}
    for key, kind in (("Shift+2", "corner"), ("Control+2", "centre")):
        page.keyboard.press(key)
        assert len(notes(hands, kind, "number")) == 3
        page.keyboard.press(key)
        assert not notes(hands, kind, "number")


def test_digits_write_after_a_button_of_the_pad_was_pressed(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(5))
    page.get_by_role("button", name="Middle", exact=True).click()
    page.keyboard.press("2")
    assert words(page, 5) == "in the middle 2"
    page.keyboard.press("Backspace")
    assert words(page, 5) == ""


# -- colours and letters --


def test_a_cell_takes_several_colours(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.drag(hands.cell(5), hands.cell(6))
    page.keyboard.press("v")
    for key in "19":
        page.keyboard.press(key)
    assert notes(hands, "colour", "number") == {"3,3": [1, 9], "3,5": [1, 9]}
    assert words(page, 5) == "coloured a i"
    fill = "getComputedStyle(document.querySelector('.pen')).fill"
    assert page.evaluate(fill).startswith("url(")
    page.keyboard.press("1")
    assert notes(hands, "colour", "number") == {"3,3": [9], "3,5": [9]}
    assert page.evaluate(fill) == "rgb(184, 230, 225)"
    page.keyboard.press("Control+z")
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    assert words(page, 5) == "coloured a i"


def test_letters_are_written_and_survive_removed_candidates(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(1))
    page.keyboard.press("Control+1")
    page.keyboard.press("b")
    page.keyboard.type("xa")
    assert words(page, 1) == "in the middle 1 A X"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector(".status:has-text('Candidates removed in 1 cell')")
    assert words(page, 1) == "in the middle A X"
    page.get_by_role("button", name="A–Z").click()
    page.locator(".values").get_by_role("button", name="X", exact=True).click()
    assert words(page, 1) == "in the middle A"


def test_cells_of_any_genre_are_coloured(server: Server, page: Any) -> None:
    hands = playing(server, page, SEA)
    page.get_by_role("button", name="Colour", exact=True).click()
    page.get_by_role("button", name="colour d").click()
    hands.drag(hands.cell(1), hands.cell(3))
    assert notes(hands, "colour", "board") == {"1,3": [4], "1,5": [4], "1,7": [4]}
    assert hands.saved_marks() == {}
    page.get_by_role("button", name="colour a").click()
    hands.click(hands.cell(3))
    hands.click(hands.cell(0))  # where a clue stands, too
    assert notes(hands, "colour", "board") == {"1,1": [1], "1,3": [4], "1,5": [4], "1,7": [1, 4]}
    hands.click(hands.cell(0))
    hands.click(hands.cell(3), button="right")
    assert notes(hands, "colour", "board") == {"1,3": [4], "1,5": [4]}
    page.keyboard.press("Control+z")
    assert notes(hands, "colour", "board")["1,7"] == [1, 4]
    page.get_by_role("button", name="sea", exact=True).click()
    hands.click(hands.cell(5))
    assert hands.saved_marks() == {"sea": {"3,3": True}}


# -- keys --


def test_keys_switch_between_what_is_written(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    hands.click(hands.cell(5))
    pressed = page.locator("[data-mode][aria-pressed=true]")
    for key, mode in (("x", "corner"), ("c", "centre"), ("v", "colour"), ("z", "write"), ("Space", "corner"),
                      ("Space", "centre"), ("Shift+Space", "corner")):  # fmt: skip
        page.keyboard.press(key)
        assert pressed.get_attribute("data-mode") == mode
    page.keyboard.press("f")
    page.wait_for_selector(".status:has-text('Candidates set in 15 cells')")
    page.keyboard.press("Control+a")
    assert selected(page) == 16
    hands.click(hands.cell(1))
    page.keyboard.press("a")
    assert selected(page) == 7  # all that see the 1, and so have the candidates 2, 3 and 4


def test_keys_switch_what_a_tap_sets_and_what_is_drawn(server: Server, page: Any) -> None:
    hands = playing(server, page, YAJILIN)
    begin(page)
    drawn, sets = (page.get_by_role("group", name=name).locator("[aria-pressed=true]")
                   for name in ("What is drawn", "What a tap sets"))  # fmt: skip
    page.keyboard.press("s")
    assert sets.inner_text() == "not shaded"
    page.keyboard.press("Space")
    assert list(hands.saved_marks()["shade"].values()) == [False]
    page.keyboard.press("d")
    assert drawn.inner_text() == "shade"
    page.keyboard.press("v")
    assert sets.inner_text() == "Colour"
    page.keyboard.press("3")
    assert list(notes(hands, "colour", "board").values()) == [[3]]
    page.keyboard.press("v")
    assert sets.inner_text() == "shaded"


def test_keys_lead_through_a_hint_and_do_it(server: Server, page: Any) -> None:
    hands = playing(server, page, SEA)
    begin(page)
    for key, told in (("h", "Is it right so far?"), ("h", "your marks can still be completed"), ("h", "Look at")):
        page.keyboard.press(key)
        page.wait_for_selector(f".panel:has-text('{told}')")
    page.keyboard.press("h")
    page.get_by_role("button", name="Do it").wait_for()
    page.keyboard.press("g")
    assert hands.saved_marks()["sea"]
    page.keyboard.press("k")
    page.wait_for_selector(".status:has-text('No rule is broken so far.')")


def test_keys_end_a_supposition(server: Server, page: Any) -> None:
    hands = playing(server, page, SEA)
    begin(page)
    for key, left in (("y", {"sea": {"1,3": True}}), ("u", {}), ("o", {"sea": {"1,3": False}})):
        page.keyboard.press("t")
        page.keyboard.press("Space")
        page.wait_for_selector(".trial:not([hidden])")
        page.keyboard.press(key)
        page.wait_for_selector(".trial", state="hidden")
        assert hands.saved_marks() == left
        if key == "y":
            page.keyboard.press("Control+z")


def test_keys_open_the_menu_and_pause(server: Server, page: Any) -> None:
    playing(server, page, SEA)
    begin(page)
    for key, title in (("m", "More"), ("p", "Paused"), ("?", "How to play this")):
        page.keyboard.press(key)
        page.get_by_role("heading", name=title).first.wait_for()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_letters_that_are_values_are_commands_with_alt(server: Server, page: Any) -> None:
    hands = playing(server, page, LETTERS)
    hands.click(hands.cell(5))
    page.keyboard.press("a")
    assert words(page, 5) == "A"
    page.keyboard.press("Alt+c")
    assert page.locator("[data-mode][aria-pressed=true]").get_attribute("data-mode") == "centre"
    page.keyboard.press("Alt+h")
    page.wait_for_selector(".panel:has-text('Is it right so far?')")
    page.keyboard.press("?")
    assert "press them with Alt" in page.locator("dialog").inner_text()


def test_gestures_are_told_once_each_and_none_that_draws_lines_is_said_to_paint(server: Server, page: Any) -> None:
    playing(server, page, YAJILIN)
    told = page.locator(".tip dt").all_inner_texts()
    assert sorted(told) == ["Click", "Drag", "Right button"]
    assert "paints" not in page.locator(".tip").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_palettes(server: Server, open_page: Callable[..., Any], scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    hands = playing(server, page, SUDOKU)
    hands.drag(hands.cell(5), hands.cell(6))
    for key in "v12b":
        page.keyboard.press(key)
        assert violations(page) == []
    playing(server, page, SEA)
    page.get_by_role("button", name="Colour", exact=True).click()
    assert violations(page) == []
