"""What a player does in an hour, in a real browser: opens, errs, goes back, supposes, notes, pauses, prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.play.position import marks_of
from gridwright.play.storage import text_in

from ..laws.cases import case
from ..picture.samples import bare, largest
from .browser import Hands, Server, needs_browser, settled
from .test_page import PHONE

needs_browser()
pytestmark = pytest.mark.slow
SUDOKU = gw.puzzle("Sudoku", ["1 . . .", ". . . .", ". . . .", ". . . ."], wall=["aabb", "aabb", "ccdd", "ccdd"])
EMPTY = gw.puzzle("Nurikabe", size=(10, 10))
DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "puzzle.txt"));
    window.dispatchEvent(new DragEvent("drop", {dataTransfer: data}));
}"""
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


def playing(server: Server, page: Any, puzzle: gw.Puzzle) -> Hands:
    """A page with a puzzle, from the beginning."""
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    path = f"api/puzzles/{id}/position"
    server.send(path, {"rev": server.get(path)["rev"]}, "PUT")
    return Hands(page, server, id)


def marked(page: Any) -> int:
    return int(page.locator(".played use").count())


# -- opening --


def test_a_text_with_a_mistake_is_told_with_its_line_and_stays(server: Server, page: Any) -> None:
    page.goto(server.url)
    page.get_by_text("Open…", exact=True).click()
    field = page.get_by_label("Text or link")
    text = "1 . . .\n. . . .\n. . x .\n. . .\n"
    field.fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector("dialog .status:has-text('line 4, column 6')")
    assert field.input_value() == text
    field.fill(gw.write(SUDOKU, "spf"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".board[data-judged]")


def test_an_address_that_is_pasted_and_a_file_that_is_dropped_are_opened(server: Server, page: Any) -> None:
    page.goto(server.url)
    page.wait_for_selector(".bar.list")
    page.evaluate(PASTE, "https://puzz.link/p?nurikabe/4/4/g2i1k")
    page.wait_for_selector("h1:has-text('Nurikabe')")
    page.evaluate(DROP, gw.write(SUDOKU, "spf"))
    page.wait_for_selector("h1:has-text('Sudoku')")


def test_what_cannot_be_read_is_told_and_the_board_stays(server: Server, page: Any) -> None:
    hands = playing(server, page, EMPTY)
    hands.click(hands.cell(0))
    page.evaluate(PASTE, "https://example.org/nothing")
    assert page.locator("dialog p, dialog").first.inner_text()
    page.keyboard.press("Escape")
    assert marked(page) == 1


# -- going back --


def test_two_hundred_gestures_are_undone_and_done_again(server: Server, page: Any) -> None:
    hands = playing(server, page, EMPTY)
    for i in range(200):
        hands.click(hands.cell(i // 2))  # each cell twice: shaded, then not
    settled(page)
    before = server.get(f"api/puzzles/{hands.doc['id']}/position")
    assert len(before["history"]) == 200
    for _ in range(200):
        page.keyboard.press("Control+z")
    assert hands.saved_marks() == {} and page.get_by_role("button", name="Undo").is_disabled()
    for _ in range(200):
        page.keyboard.press("Control+y")
    assert hands.saved_marks() == before["marks"]


def test_suppositions_lie_within_each_other(server: Server, page: Any) -> None:
    hands = playing(server, page, EMPTY)
    for level in range(3):
        page.keyboard.press("t") if level else page.get_by_text("What if", exact=True).click()
        hands.click(hands.cell(level))
        settled(page)
    assert page.locator(".level").count() == 3 and page.locator(".trial strong").inner_text() == "What if, level 3"
    page.get_by_role("button", name="Drop", exact=True).click()
    page.get_by_role("button", name="Keep", exact=True).click()
    assert page.locator(".trial strong").inner_text() == "What if"
    assert len(hands.saved_marks()["sea"]) == 2
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    page.get_by_role("button", name="Drop", exact=True).click()
    assert hands.saved_marks() == {}


def test_two_windows_do_not_lose_what_the_other_did(server: Server, page: Any) -> None:
    hands = playing(server, page, EMPTY)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".board[data-judged]")
    hands.click(hands.cell(0))
    settled(page)
    other.mouse.click(*hands.put(hands.cell(1)))
    other.get_by_text("Keep this one").click()
    settled(other)
    hands.click(hands.cell(2))
    page.get_by_text("Take the other position").click()
    assert set(hands.saved_marks()["sea"]) == {hands.doc["cells"][1]["k"]}


# -- solved --


@pytest.mark.parametrize("when", ["once", "full", "check"])
def test_solved_is_said_when_the_player_wishes(server: Server, page: Any, when: str) -> None:
    server.send("api/settings", {"solved": when}, "PUT")
    try:
        hands = playing(server, page, gw.puzzle("Nurikabe", ["3 . .", ". . .", ". . 1"]))
        puzzle = gw.puzzle("Nurikabe", ["3 . .", ". . .", ". . 1"])
        answer = gw.solve(puzzle).answers[0].marks["sea"]
        for spot, is_sea in answer.items():
            if is_sea:
                hands.click((spot.x * 20, spot.y * 20))
        assert hands.is_solved() is (when == "once")
        if when == "check":
            page.get_by_role("button", name="Check").click()
        for spot, is_sea in answer.items():
            if when == "full" and not is_sea and not puzzle.given["clue"].get(spot):
                hands.click((spot.x * 20, spot.y * 20), "right")
        page.wait_for_selector(".status[data-kind=solved]")
        settled(page)
        assert page.locator("#status").inner_text() == "Solved. Next puzzle"  # and stays when that is saved
    finally:
        server.send("api/settings", {"solved": "once"}, "PUT")


def test_what_is_solved_stays_so_after_a_reload_and_a_stray_tap(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", ["3 . .", ". . .", ". . 1"])
    hands = playing(server, page, puzzle)
    hands.play_by_mouse(marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0]))
    assert hands.is_solved()
    page.reload()
    page.wait_for_selector(".status[data-kind=solved]")
    before = marked(page)
    hands.click(hands.cell(4))
    page.keyboard.press("Space")
    assert hands.is_solved() and marked(page) == before
    page.get_by_role("button", name="Undo").click()
    assert not hands.is_solved()
    page.keyboard.press("Control+y")
    assert hands.is_solved() and page.locator("#status").inner_text() == "Solved. Next puzzle"


# -- notes --


def test_candidates_are_filled_in_and_ruled_out(server: Server, page: Any) -> None:
    hands = playing(server, page, SUDOKU)
    page.get_by_role("button", name="Corner", exact=True).click()
    page.get_by_role("button", name="Fill in all").click()
    page.wait_for_selector(".status:has-text('Candidates set in 15 cells')")

    def notes() -> str:
        return str(page.locator('[data-cell="1"]').get_attribute("aria-label")).removeprefix("wall right, ")

    assert notes() == "candidates 2 3 4"
    page.get_by_role("button", name="Value", exact=True).click()
    hands.click(hands.cell(3))
    page.keyboard.press("2")
    assert notes() == "candidates 2 3 4"
    page.get_by_role("button", name="Corner", exact=True).click()
    page.get_by_role("button", name="Remove ruled out").click()
    page.wait_for_selector('[data-cell="1"][aria-label$="candidates 3 4"]')
    page.keyboard.press("Control+z")
    assert notes() == "candidates 2 3 4"


def test_candidates_go_by_themselves_if_that_is_wished(server: Server, page: Any) -> None:
    server.send("api/settings", {"autoRemove": True}, "PUT")
    try:
        hands = playing(server, page, SUDOKU)
        hands.click(hands.cell(1))
        for key in ("Shift+2", "Shift+3"):
            page.keyboard.press(key)
        hands.click(hands.cell(3))
        page.keyboard.press("2")
        page.wait_for_selector('[data-cell="1"][aria-label$="candidates 3"]')
    finally:
        server.send("api/settings", {"autoRemove": False}, "PUT")


# -- beside the board --


def test_a_pause_covers_the_board_and_stops_the_clock(server: Server, page: Any) -> None:
    server.send("api/settings", {"timer": True}, "PUT")
    try:
        playing(server, page, EMPTY)
        page.wait_for_function("() => document.querySelector('.timer').textContent !== '0:00'")
        page.locator(".timer").click()
        stood = page.locator(".timer").inner_text()
        cover = "getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor"
        assert page.evaluate(cover).startswith("rgb(")  # and not rgba: nothing shines through
        page.wait_for_timeout(2200)
        assert page.locator(".timer").inner_text() == stood
        page.get_by_role("button", name="Continue").click()
        page.wait_for_function(f"() => document.querySelector('.timer').textContent !== '{stood}'")
    finally:
        server.send("api/settings", {"timer": False}, "PUT")


def test_a_new_puzzle_is_cancelled_and_another_one_made(server: Server, page: Any) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="New puzzle", exact=True).click()
    page.get_by_label("rows", exact=True).fill("40")
    page.locator("dialog").get_by_label("Difficulty").select_option("extreme")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_function("() => document.querySelector('dialog .status').textContent.startsWith('Making')")
    known = len(server.get("api/puzzles")["puzzles"])
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="New puzzle", exact=True).click()
    page.get_by_label("rows", exact=True).fill("4")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_selector(".board[data-judged]")
    assert len(server.get("api/puzzles")["puzzles"]) == known + 1


def test_print_shows_the_board_and_its_rules_only(server: Server, page: Any) -> None:
    playing(server, page, SUDOKU)
    page.emulate_media(media="print")
    assert page.locator(".board").is_visible() and page.locator(".task").is_visible()
    assert [button for button in page.locator("button").all() if button.is_visible()] == []


def test_how_hard_a_puzzle_is_stands_in_the_list_afterwards(server: Server, page: Any) -> None:
    puzzle = gw.generate("Fences", 4, 4, seed=5)
    playing(server, page, puzzle)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("How hard is it?").click()
    page.wait_for_function("() => document.querySelector('.status').textContent.startsWith('This is')")
    label, why = page.locator("#status").inner_text().removeprefix("This is ").split(": ", 1)
    assert why == f"{gw.rate(puzzle).why}."
    page.get_by_text("‹ Puzzles").click()
    page.wait_for_selector(f".puzzles span:has-text('{label}')")


def test_a_puzzle_with_several_answers_is_not_rated(server: Server, page: Any) -> None:
    playing(server, page, gw.puzzle("Fences", size=(3, 3)))
    page.get_by_text("More", exact=True).click()
    page.get_by_text("How hard is it?").click()
    page.wait_for_function("() => document.querySelector('.status').textContent.startsWith('Not rated')")
    assert page.locator("#status").inner_text() == "Not rated: the puzzle has several answers."


# -- small cells, huge boards --


def test_a_loupe_shows_what_is_under_the_finger(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    hands = playing(server, page, gw.puzzle("Nurikabe", size=(20, 20)))
    touch = page.context.new_cdp_session(page)
    x, y = hands.put(hands.cell(210))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_selector(".loupe:not([hidden])")
    box = page.locator(".loupe").bounding_box()
    assert box["y"] + box["height"] < y  # above the finger, not beneath it
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".loupe", state="hidden")
    assert len(hands.saved_marks()["sea"]) == 1
    large = open_page(**PHONE)
    hands = playing(server, large, gw.puzzle("Nurikabe", size=(4, 4)))
    touch = large.context.new_cdp_session(large)
    x, y = hands.put(hands.cell(5))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    large.wait_for_selector(".played use", state="attached")
    assert not large.locator(".loupe").is_visible()


def test_a_board_of_seventy_thousand_cells_is_shown_and_played(server: Server, page: Any) -> None:
    text = gw.write(gw.puzzle("Nurikabe", size=(250, 280)), "json")
    (id,) = server.send("api/open", {"text": text})["ids"]
    page.goto(f"{server.url}#play/{id}")
    page.get_by_text("Loading the board…").wait_for()
    page.wait_for_selector(".board[data-judged]", timeout=300_000)
    box = page.locator(".board").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".played use", state="attached")
    page.wait_for_function(
        "() => { const told = document.querySelector('.board').dataset; return told.saved === told.version; }")
    assert len(server.get(f"api/puzzles/{id}/position")["marks"]["sea"]) == 1


# -- what a click shows --


@pytest.mark.parametrize("name", ["fences", "shikaku", "yagit", "galaxies", "compass", "domino_hunt"])
def test_each_state_of_an_edge_has_its_own_picture(server: Server, page: Any, name: str) -> None:
    """The focus ring must not cover what a click draws."""
    hands = playing(server, page, bare(case(largest(name, 100))))
    layer = next(one for one in hands.doc["layers"] if one["where"] != "cells")
    place = layer["places"][len(layer["places"]) // 2]
    x, y = hands.put((place["x"], place["y"]))
    reach = 0.7 * hands.doc["cell"] * hands.scale
    clip = {"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach}

    def states() -> list[tuple[Any, bytes]]:
        found = []
        for _ in range(3):
            page.mouse.click(x, y)
            page.mouse.move(5, 5)
            marks = hands.saved_marks()
            found.append((marks.get(layer["name"], {}).get(place["k"]), page.screenshot(clip=clip)))
        return found

    seen = states()
    values = {value for value, _ in seen}
    assert len(values) == len({picture for _, picture in seen}) >= 2
    assert states() == seen


def test_corner_and_middle_marks_do_not_overlap(server: Server, page: Any) -> None:
    hands = playing(server, page, gw.puzzle("Sudoku", size=9, number={"r9c9": 1}))
    hands.click(hands.cell(0))
    for digit in range(1, 10):
        page.keyboard.press(f"Shift+Digit{digit}")
    for digit in range(2, 7):
        page.keyboard.press(f"Control+Digit{digit}")
    boxes = [one.bounding_box() for one in page.locator(".candidate").all()]
    assert len(boxes) == 10
    x, _ = hands.put((0, 0))
    for box in boxes:
        assert x <= box["x"] and box["x"] + box["width"] <= x + 40 * hands.scale + 1
    for n, one in enumerate(boxes):
        for other in boxes[:n]:
            apart_x = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
            low, high = sorted((one, other), key=lambda box: box["y"])
            apart_y = high["y"] - low["y"] - 0.8 * low["height"]  # digits are lower than a line of text
            assert max(apart_x, apart_y) > -0.5


def test_links_lead_to_the_published_page(tmp_path: Path, page: Any) -> None:
    server = Server(tmp_path, "--page", "https://example.org/play/index.html")
    try:
        playing(server, page, EMPTY)
        page.get_by_text("More", exact=True).click()
        page.get_by_text("Share as a link").click()
        link = page.locator("dialog label:has-text('For Gridwright') input").input_value()
    finally:
        server.kill()
    assert link.startswith("https://example.org/play/index.html#p=")
    assert gw.read(str(text_in(link)), "json").board == EMPTY.board
