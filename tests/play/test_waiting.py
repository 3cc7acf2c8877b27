"""The page while it waits, by real input events: work that nobody waits for ends, the newest request is answered, and
clicks on huge boards appear at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Puzzle, Rect, Spot

from .browser import PATIENCE, ROOT, Hands, Server, needs_browser, settled

needs_browser()
pytestmark = pytest.mark.slow
NEVER = "() => document.querySelector('dialog .status')?.textContent.startsWith('Making the puzzle')"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path, str(ROOT / "examples/sudoku.spf"))
    yield found
    found.kill()


# -- work that nobody waits for --


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    own = [int(one) for task in Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()]
    return [*own, *(other for one in own for other in children(one))]


def used(server: Server) -> int:
    """The CPU time of the server's workers, in ticks of the clock."""
    found = 0
    for pid in children(server.process.pid):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12])
    return found


def is_working(server: Server) -> bool:
    """Whether its workers use time."""
    before = used(server)
    time.sleep(0.6)
    return used(server) > before + 2


def make_a_huge_one(page: Any, server: Server) -> None:
    """Asks for a puzzle that takes minutes, and waits until it is being made."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("this system does not show the time that processes use")
    page.goto(server.url)
    page.get_by_role("button", name="New puzzle").first.click()
    page.get_by_label("Genre").select_option("Fences")
    for name in ("rows", "columns"):
        page.get_by_label(name, exact=True).fill("50")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_function(NEVER)
    until(lambda: bool(server.get("api/generate")))


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "nothing happens"


def test_a_closed_page_ends_its_work(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page()
    make_a_huge_one(page, server)
    assert is_working(server)
    page.close()
    until(lambda: not is_working(server))


def test_cancel_ends_the_work(server: Server, page: Any) -> None:
    make_a_huge_one(page, server)
    assert is_working(server)
    page.get_by_role("button", name="Cancel").click()
    until(lambda: not is_working(server))
    assert page.locator("dialog").count() == 0


def test_ctrl_c_ends_the_server_and_the_page_says_so(server: Server, page: Any) -> None:
    make_a_huge_one(page, server)
    begun = time.monotonic()
    server.stop()
    assert time.monotonic() - begun < 10
    page.wait_for_function("() => document.querySelector('dialog .status').textContent"
                           " === 'The server has ended. Start it again with “gridwright play”.'")  # fmt: skip
    out = server.process.stdout
    assert out is not None and b"Traceback" not in out.read()


# -- the newest request --


WATCH = """window.told = []; new MutationObserver(() => {
    const words = document.querySelector('#status')?.textContent;
    if (words && window.told.at(-1) !== words) window.told.push(words);
}).observe(document, { childList: true, characterData: true, subtree: true })"""


def test_of_a_hundred_hints_the_newest_is_shown(server: Server, page: Any) -> None:
    """And those that it replaces say nothing, least of all that there is no step."""
    (id,) = (one["id"] for one in server.get("api/puzzles")["puzzles"])
    page.add_init_script(WATCH)
    hands = Hands(page, server, id)
    hands.click(hands.cell(0))
    for _ in range(100):
        page.keyboard.press("h")
    page.wait_for_selector(".panel .at")
    page.wait_for_function("() => !document.querySelector('#status').textContent")
    assert page.evaluate("window.told") == ["Thinking…"]
    assert page.get_by_role("button", name="Do it").count() == 1


def test_of_a_hundred_verdicts_the_newest_is_shown(server: Server, page: Any) -> None:
    (id,) = (one["id"] for one in server.get("api/puzzles")["puzzles"])
    hands = Hands(page, server, id)
    open_cells = [place for place in hands.doc["layers"][0]["places"] if "g" not in place]
    hands.click((open_cells[0]["x"], open_cells[0]["y"]))
    for n in range(100):
        page.keyboard.press(str(1 + n % 9))
    settled(page)
    page.keyboard.press("c")
    version = page.locator(".board").get_attribute("data-version")
    assert page.locator(".board").get_attribute("data-judged") == version
    (own,) = hands.saved_marks().values()
    assert own == {open_cells[0]["k"]: 1}, "the hundredth digit is 1"


# -- huge boards --


def picross(side: int) -> Puzzle:
    """A Picross of a random picture."""
    rng = Random(1)
    rows = [[rng.random() < 0.55 for _ in range(side)] for _ in range(side)]
    clues = {Spot(2 * i + 1, -1): runs(row) for i, row in enumerate(rows)}
    clues |= {Spot(-1, 2 * i + 1): runs(list(column)) for i, column in enumerate(zip(*rows, strict=True))}
    return Puzzle.of(gw.genre("Picross"), Rect.of(side, side), {"clue": clues})


def runs(line: list[bool]) -> tuple[int, ...]:
    return tuple(len(run) for run in "".join("#" if one else " " for one in line).split())


APPEARING = """window.took = []; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name.startsWith('pointer')) window.took.push(one.duration);
}).observe({ type: 'event', durationThreshold: 16 })"""


def test_a_click_on_a_hundred_by_hundred_appears_at_once(server: Server, page: Any) -> None:
    """The time from an event to the frame that shows what it did, measured by the browser. Other work on the machine
    makes some of them longer, never shorter."""
    (id,) = server.send("api/open", {"text": gw.write(picross(100), "json")})["ids"]
    page.add_init_script(APPEARING)
    page.goto(f"{server.url}#play/{id}")
    page.wait_for_selector(".board[data-judged]", timeout=PATIENCE * 2000)
    for n in range(12):
        before = page.locator(".board").get_attribute("data-version")
        page.mouse.click(*visible_cell(page, n))
        page.wait_for_function(
            "(before) => document.querySelector('.board').dataset.version !== before", arg=before, polling=200)
    settled(page)
    took = page.evaluate("window.took")
    assert took and min(took) < 100, took
    (own,) = server.get(f"api/puzzles/{id}/position")["marks"].values()
    assert len(own) == 12


def visible_cell(page: Any, n: int) -> tuple[float, float]:
    """The middle of one of the cells in the part of the board that is shown."""
    x, y = page.evaluate("""(n) => {
        const inside = document.querySelector('.board').getBoundingClientRect();
        const boxes = [...document.querySelectorAll('[role=gridcell]')].map((one) => one.getBoundingClientRect());
        const shown = boxes.filter((one) => one.right < inside.right && one.bottom < inside.bottom);
        return [shown[n].x + shown[n].width / 2, shown[n].y + shown[n].height / 2];
    }""", n)
    return x, y
