"""The page in a real browser: nothing is lost, nothing is scripted, everybody can use it, puzzles can be set."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw

from ..laws.cases import FOLDER
from ..picture.samples import ONE
from .browser import PATIENCE, ROOT, Hands, Server, needs_browser, settled
from .test_browser import answer_of, forget

needs_browser()
pytestmark = pytest.mark.slow
UNLIKE = ("nurikabe", "fences", "sudoku", "shikaku", "pentopia", "hashi", "yajilin", "picross")
HOSTILE = "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>"


def sample(folder: str) -> Path:
    return next(path for path in ONE if path.parent.name == folder and b"/format 2" not in path.read_bytes())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"), *(str(FOLDER / name) for name in UNLIKE))
    yield found
    found.kill()


def axe() -> str:
    """The text of axe-core, which finds what keeps people from using a page."""
    places = [os.environ.get("GRIDWRIGHT_AXE", ""), str(ROOT / "node_modules/axe-core/axe.min.js")]
    found = next((place for place in places if place and Path(place).is_file()), None)
    if found is None:
        pytest.skip("axe-core is not there; GRIDWRIGHT_AXE may name its file")
    return Path(found).read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """What axe-core finds, in short."""
    page.wait_for_timeout(300)  # colours in transition have other contrasts
    page.evaluate(axe())  # by the browser's own means: the page itself lets no foreign script in
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:200]}" for one in found]


# -- nothing is lost --


def test_a_position_survives_reload_and_a_killed_server(server: Server, page: Any) -> None:
    id, marks = answer_of(sample("nurikabe"))
    forget(server, id)
    hands = Hands(page, server, id)
    (layer, own) = next(iter(marks.items()))
    keys = [key for key, value in own.items() if value][:3]
    places = {place["k"]: place for place in hands.layers[layer]["places"]}
    hands.click((places[keys[0]]["x"], places[keys[0]]["y"]))
    assert set(hands.saved_marks()[layer]) == {keys[0]}
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    server.kill()
    hands.click((places[keys[1]]["x"], places[keys[1]]["y"]))
    page.wait_for_selector('.status[data-kind="saving"]')
    server.start()
    page.wait_for_function(
        "() => { const told = document.querySelector('.board').dataset; return told.saved === told.version; }")
    assert set(server.get(f"api/puzzles/{id}/position")["marks"][layer]) == set(keys[:2])
    page.reload()
    page.wait_for_selector(".board[data-judged]")
    page.get_by_text("Undo", exact=True).click()  # the history is kept, too
    assert set(hands.saved_marks()[layer]) == {keys[0]}


def test_a_gesture_just_before_the_page_closes_is_kept(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("nurikabe"))
    forget(server, id)
    hands = Hands(page, server, id)
    layer = hands.doc["layers"][0]
    place = next(one for one in layer["places"] if "i" not in one and "g" not in one)
    hands.click((place["x"], place["y"]))
    page.goto("about:blank")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:  # what is sent while a page goes away takes its time
        marks = server.get(f"api/puzzles/{id}/position").get("marks")
        if marks:
            break
        time.sleep(0.05)
    assert marks == {layer["name"]: {place["k"]: True}}


def test_a_second_window_does_not_overwrite(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("nurikabe"))
    forget(server, id)
    hands = Hands(page, server, id)
    layer = hands.doc["layers"][0]
    a, b = [one for one in layer["places"] if "i" not in one and "g" not in one][:2]
    rev = server.get(f"api/puzzles/{id}/position")["rev"]
    other = {layer["name"]: {b["k"]: True}}
    server.send(f"api/puzzles/{id}/position", {"marks": other, "rev": rev}, "PUT")
    hands.click((a["x"], a["y"]))
    page.get_by_text("Take the other position").click()
    assert hands.saved_marks() == other
    assert page.locator(".played use").count() == 1


# -- gestures --


def test_a_gesture_is_one_step_and_a_drag_overwrites_nothing(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("picross"))
    forget(server, id)
    hands = Hands(page, server, id)
    cells = [i for i, cell in enumerate(hands.doc["cells"]) if cell["row"] == 0][:4]
    hands.click(hands.cell(cells[2]), "right")
    hands.drag(*map(hands.cell, cells))
    layer = hands.doc["layers"][0]["name"]
    keys = [hands.doc["cells"][i]["k"] for i in cells]
    assert hands.saved_marks()[layer] == {keys[0]: True, keys[1]: True, keys[2]: False, keys[3]: True}
    page.keyboard.press("Control+z")
    assert hands.saved_marks()[layer] == {keys[2]: False}


def test_escape_takes_a_gesture_back(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("picross"))
    forget(server, id)
    hands = Hands(page, server, id)
    page.focus('[role=gridcell][tabindex="0"]')
    page.mouse.move(*hands.put(hands.cell(0)))
    page.mouse.down()
    page.mouse.move(*hands.put(hands.cell(3)))
    assert page.locator(".played use").count() == 4
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".played use").count() == 0
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_what_if_is_dropped_as_a_whole(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("picross"))
    forget(server, id)
    hands = Hands(page, server, id)
    page.get_by_text("What if", exact=True).click()
    hands.click(hands.cell(0))
    hands.click(hands.cell(2))
    assert page.locator(".level").count() == 2
    page.get_by_text("Drop, note the opposite").click()
    layer, first = hands.doc["layers"][0]["name"], hands.doc["cells"][0]["k"]
    assert hands.saved_marks() == {layer: {first: False}}


def test_a_clue_outside_can_be_ticked_off(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("picross"))
    forget(server, id)
    hands = Hands(page, server, id)
    side = next(one for one in hands.doc["sides"] if one["k"].endswith(",-1"))
    y = int(side["k"].partition(",")[0]) * 20
    hands.click((-15, y))
    assert page.locator(".done-clue").count() == 1
    settled(page)
    assert server.get(f"api/puzzles/{id}/position")["notes"]["done"] == {"board": {side["k"]: True}}
    hands.click((-15, y))
    assert page.locator(".done-clue").count() == 0


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_touch_with_a_second_finger_draws_nothing(server: Server, open_page: Callable[..., Any]) -> None:
    id, _ = answer_of(sample("picross"))
    forget(server, id)
    page = open_page(**PHONE)
    hands = Hands(page, server, id)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    a, b, c = (hands.put(hands.cell(i)) for i in (0, 1, 7))
    fingers("touchStart", a)
    fingers("touchMove", b)
    page.wait_for_selector(".played use", state="attached")
    fingers("touchStart", b, c)
    fingers("touchMove", a, c)
    fingers("touchEnd")
    page.wait_for_selector(".played use", state="detached")
    hands.reset_zoom()
    fingers("touchStart", hands.put(hands.cell(2)))
    fingers("touchEnd")
    page.wait_for_selector(".played use", state="attached")
    layer, third = hands.doc["layers"][0]["name"], hands.doc["cells"][2]["k"]
    assert hands.saved_marks() == {layer: {third: True}}  # of all that, one finger's tap


# -- help --


def test_faults_are_listed_and_lead_to_their_cells(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("sudoku"))
    forget(server, id)
    hands = Hands(page, server, id)
    layer = hands.doc["layers"][0]
    free = [place for place in layer["places"] if "g" not in place and place["k"].startswith("1,")][:2]
    for place in free:
        hands._write(layer, place, 1)
    page.get_by_text("Check", exact=True).click()
    page.wait_for_selector(".faults li")
    assert page.locator(".frame.wrong").count() >= 2
    page.locator(".faults button").first.click()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_a_hint_is_told_shown_and_done(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("nurikabe"))
    forget(server, id)
    hands = Hands(page, server, id)
    page.get_by_text("Hint", exact=True).click()
    page.get_by_text("Where can I go on?").click()
    page.wait_for_selector(".frame.because")
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".frame.fresh")
    page.get_by_text("Do it").click()
    assert hands.saved_marks()


# -- for everybody --


@pytest.mark.parametrize("name", UNLIKE)
def test_axe_finds_nothing_on_a_board(server: Server, page: Any, name: str) -> None:
    id, _ = answer_of(sample(name))
    Hands(page, server, id)
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_in_any_theme(server: Server, page: Any, theme: str) -> None:
    server.send("api/settings", {"theme": theme}, "PUT")
    try:
        id, _ = answer_of(sample("yajilin"))
        Hands(page, server, id)
        page.wait_for_selector(f'html[data-theme="{theme}"]')
        assert violations(page) == []
        page.goto(f"{server.url}#edit")
        page.wait_for_selector(".begin")
        assert violations(page) == []
        page.get_by_text("Begin", exact=True).click()
        page.wait_for_selector(".board .drawing")
        assert violations(page) == []
        page.goto(f"{server.url}#")
        page.wait_for_selector(".puzzles li")
        assert violations(page) == []
        page.get_by_role("button", name="New puzzle", exact=True).click()
        page.wait_for_selector("dialog[open]")
        assert violations(page) == []
    finally:
        server.send("api/settings", {"theme": "auto"}, "PUT")


@pytest.mark.parametrize("colours", [{"forced_colors": "active"}, {"color_scheme": "dark"},
                                     {"forced_colors": "active", "color_scheme": "dark"}], ids=str)  # fmt: skip
def test_axe_finds_nothing_in_the_colours_of_the_system(
    server: Server, open_page: Callable[..., Any], colours: dict[str, str]
) -> None:
    page = open_page(**colours)
    id, _ = answer_of(sample("sudoku"))
    Hands(page, server, id)
    assert violations(page) == []
    page.goto(f"{server.url}#edit/{id}")
    page.wait_for_selector(".verdict p")
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_text_of_twice_the_size_still_fits(server: Server, open_page: Callable[..., Any], width: int) -> None:
    """Nothing is cut off or pushed out of the window, and every button still shows its words."""
    page = open_page(viewport={"width": width, "height": 844})
    id, _ = answer_of(sample("sudoku"))
    for address in (f"play/{id}", f"edit/{id}", "edit", ""):
        page.goto("about:blank")
        page.goto(f"{server.url}#{address}")
        page.wait_for_selector(".board[data-judged], .verdict p, .begin, .puzzles li")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        cut = page.evaluate(
            "[...document.querySelectorAll('button, h1')].filter(b => b.scrollWidth > b.clientWidth + 1)"
            ".map(b => b.innerText)")
        assert cut == [], address


def test_the_tree_of_a_board_is_that_of_a_grid(server: Server, page: Any) -> None:
    """What assistive technology is told: rows with their numbers, cells with their clues and marks."""
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 3"], title="Small")
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    forget(server, id)
    hands = Hands(page, server, id)
    hands.click(hands.cell(1))
    settled(page)
    told = page.locator(".board").aria_snapshot()
    assert told.splitlines() == [
        "- 'grid \"Nurikabe: Small\"':",
        '  - row "row 1":', '    - gridcell "2"', '    - gridcell "sea"', '    - gridcell "empty"',
        '  - row "row 2":', '    - gridcell "empty"', '    - gridcell "empty"', '    - gridcell "3"',
    ]  # fmt: skip


def test_the_tree_of_a_board_has_clues_outside_as_headers(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Picross", size=(1, 2), clue={"left of row 1": (1,), "top of column 1": (1,)}, title="Tiny")
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    forget(server, id)
    hands = Hands(page, server, id)
    hands.click(hands.cell(0))
    settled(page)
    assert page.locator(".board").aria_snapshot().splitlines() == [
        "- 'grid \"Picross: Tiny\"':",
        '  - row "clues of columns":', '    - columnheader "top 1"',
        '  - row "row 1":', '    - rowheader "left 1"', '    - gridcell "shaded"', '    - gridcell "empty"',
    ]  # fmt: skip


def test_the_tree_of_a_board_tells_lines_by_their_sides(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Masyu", [["white", None], [None, None]], title="Tiny")
    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
    forget(server, id)
    hands = Hands(page, server, id)
    hands.drag(hands.cell(0), hands.cell(1), hands.cell(3))
    settled(page)
    assert page.locator(".board").aria_snapshot().splitlines() == [
        "- 'grid \"Masyu: Tiny\"':",
        '  - row "row 1":', '    - gridcell "white pearl, loop right"', '    - gridcell "loop left and down"',
        '  - row "row 2":', '    - gridcell "empty"', '    - gridcell "loop up"',
    ]  # fmt: skip


def test_a_screen_reader_hears_clues_marks_and_sides(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("nurikabe"))
    forget(server, id)
    hands = Hands(page, server, id)
    cells = page.get_by_role("gridcell")
    assert cells.count() == len(hands.doc["cells"])
    clued = next(i for i, cell in enumerate(hands.doc["cells"]) if cell.get("clue"))
    assert cells.nth(clued).get_attribute("aria-label") == hands.doc["cells"][clued]["clue"]
    free = next(i for i, place in enumerate(hands.doc["layers"][0]["places"]) if "i" not in place and "g" not in place)
    hands.click(hands.cell(free))
    assert cells.nth(free).get_attribute("aria-label") == "sea"
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1


def test_targets_are_large_enough(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    id, _ = answer_of(sample("sudoku"))
    Hands(page, server, id)
    small = page.evaluate(
        "[...document.querySelectorAll('button')].map(b => b.getBoundingClientRect())"
        ".filter(r => r.width && (r.width < 43.5 || r.height < 43.5)).length")
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_forced_colours_show_the_marks(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(forced_colors="active")
    id, _ = answer_of(sample("nurikabe"))
    forget(server, id)
    Hands(page, server, id)
    fill = page.evaluate("getComputedStyle(document.querySelector('.drawing .gw-page .gw-page')).fill")
    ink = page.evaluate("getComputedStyle(document.querySelector('.drawing .gw-text')).fill")
    assert fill != ink


# -- hostile puzzles --


def test_names_with_markup_neither_break_nor_script_the_page(server: Server, page: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."], title=HOSTILE, author=HOSTILE, description=[HOSTILE])
    made = server.send("api/open", {"text": gw.write(puzzle, "json")})
    Hands(page, server, made["ids"][0])
    assert page.locator("h1").inner_text() == HOSTILE
    page.goto(f"{server.url}#")
    page.wait_for_selector(".puzzles li")
    page.goto(f"{server.url}#edit/{made['ids'][0]}")
    page.wait_for_selector(".board .drawing")
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("link", ["p=", "p=%3Cscript%3E", "p=AAAA", "play/nothing", "play/..%2f..", "edit/%00", "x/y"])
def test_bad_links_say_so(server: Server, page: Any, link: str) -> None:
    page.goto(f"{server.url}#{link}")
    page.wait_for_selector(".failure, .puzzles li, .begin")
    assert page.evaluate("window.hacked") is None


def test_a_link_holds_the_puzzle(server: Server, page: Any) -> None:
    id, _ = answer_of(sample("nurikabe"))
    Hands(page, server, id)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Share as a link").click()
    page.wait_for_selector("dialog label")
    names = page.locator("dialog label span").all_inner_texts()
    assert names == ["For puzz.link", "For Gridwright, on this computer only"]
    other, link = (page.locator("dialog input").nth(n).input_value() for n in range(2))
    assert gw.read(other).given == gw.read(str(sample("nurikabe"))).given
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".board[data-judged]")
    assert page.evaluate("location.hash") == f"#play/{id}"
