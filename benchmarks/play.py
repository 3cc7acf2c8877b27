"""How fast the page of ``gridwright play`` answers, measured in Chromium.

    python benchmarks/play.py [--moves 40] [--markdown]

On random boards of several genres and sizes, marks are set with the mouse at random places. The results are the times
from the event to the mark in the drawing (*input*) and from the request for a verdict to its display (*verdict*), each
as median and 95th percentile; from opening the address to the board's first frame (*board*); and the CPU time of the
verdict alone (*judging*), which depends less on the load. The first board after the start is measured separately, with
a new server and a new browser window each time. Needs Playwright and an installed Chromium.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, table
from gridwright.language import Puzzle, Rect
from gridwright.laying.layouts import scattered
from gridwright.play.position import Judge
from gridwright.play.site import page_files
from tests.play.browser import CHROMIUM, Hands, Server, open_browser, page_of, settled

BOARDS = (("Nurikabe", 10), ("Fences", 10), ("Heyawake", 10), ("Masyu", 10), ("Sudoku", 9), ("Nurikabe", 20),
          ("Fences", 20), ("Heyawake", 20), ("Fences", 40), ("Nurikabe", 40), ("Masyu", 40))  # fmt: skip
_FIRSTS = 7
TARGETS = {20: 0.050, 40: 0.150}
"""Seconds for a verdict, by the side of the board."""
FIRST_TARGET = 0.3
"""Seconds until the first board is visible."""


def made(genre: str, side: int, rng: Random) -> Puzzle:
    """A board of a genre with random clues, which may have no answer."""
    board, kind = Rect.of(side, side), gw.genre(genre)
    if genre == "Sudoku":
        return gw.puzzle("Sudoku", ["5 3 . . 7 . . . .", *[". . . . . . . . ."] * 8])
    clue = {"Nurikabe": ("clue", (1, 2, 3, 4, "?")), "Fences": ("number", (0, 1, 2, 2, 3)),
            "Masyu": ("pearl", ("white", "black")), "Heyawake": ("number", (0, 1, 2))}  # fmt: skip
    name, values = clue[genre]
    places = scattered(rng, board.cells, len(board.cells) // 8, board.neighbours)
    given: dict[str, Any] = {name: {c: rng.choice(values) for c in places}}
    if genre == "Heyawake":
        given["wall"] = {s: True for s in board.links if s.y % 6 == 0 or s.x % 6 == 0}
    return Puzzle.of(kind, board, given)


_WATCH = """new MutationObserver((_, self) => {
    if (!document.querySelector(".board .drawing")) return;
    self.disconnect();
    requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { window.boardPainted = performance.now(); };
        port2.postMessage("after the frame");
    });
}).observe(document, { childList: true, subtree: true })"""
"""Notes when the frame with the board is done. The first frame of all may have only a message that it is loading."""


def until_visible(page: Any) -> float:
    """Seconds from opening the address to the frame with the board."""
    page.wait_for_function("() => window.boardPainted")
    milliseconds: float = page.evaluate("window.boardPainted")
    return milliseconds / 1000


def first_boards(browser: Any, times: int) -> list[float]:
    """Seconds until the first board is visible, for servers that have just started."""
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "puzzle.json"
            file.write_text(gw.write(made("Nurikabe", 10, Random(1)), "json"), encoding="utf-8")
            server = Server(Path(folder), str(file))
            try:
                (id,) = (one["id"] for one in server.get("api/puzzles")["puzzles"])
                with page_of(browser) as page:
                    page.add_init_script(_WATCH)
                    Hands(page, server, id)
                    found.append(until_visible(page))
            finally:
                server.kill()
    return found


def timed(page: Any, server: Server, id: str, moves: int, rng: Random) -> tuple[float, list[float], list[float]]:
    """Seconds until the board was visible, for each input, and for each verdict."""
    hands = Hands(page, server, id)
    opened = until_visible(page)
    layer = hands.doc["layers"][0]
    places = rng.sample(layer["places"], min(moves, len(layer["places"])))
    for place in places:
        if layer["where"] == "links":
            hands.drag(*map(hands.cell, place["c"]))
        else:
            hands.click((place["x"], place["y"]))
        if "values" in layer:
            page.keyboard.press(layer["values"][rng.randrange(len(layer["values"]))]["typed"][0])
        settled(page)
    found = page.evaluate("performance.getEntriesByType('measure').map(m => [m.name, m.duration])")
    times = {kind: [duration / 1000 for name, duration in found if name == kind] for kind in ("painted", "verdict")}
    return opened, times["painted"], times["verdict"]


def judging(puzzle: Puzzle, marks: Any) -> float:
    """CPU seconds for a verdict on a position, the best of five."""
    judge, found = Judge(puzzle), []
    for _ in range(5):
        begun = process_time()
        judge.judged(marks)
        found.append(process_time() - begun)
    return min(found)


def page_sizes() -> str:
    """The uncompressed size of scripts and styles that the server sends."""
    files = {name: data for name, (data, _) in page_files().items()}
    sizes = {name: len(data) for name, data in files.items() if name.endswith((".js", ".css"))}
    first = sum(size for name, size in sizes.items() if f'="{name}"'.encode() in files["index.html"])
    return f"script and style: {sum(sizes.values()) / 1000:.0f} KB, {first / 1000:.0f} KB of them for the first board"


def spread(values: list[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    high = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return f"{median(values) * 1000:.1f} / {high * 1000:.0f}"


def main() -> None:
    """Measures and prints."""
    command = parser(__doc__)
    command.add_argument("--moves", type=int, default=40)
    args = command.parse_args()
    if CHROMIUM is None:
        sys.exit("no Chromium is installed")
    try:
        from playwright import sync_api
    except ImportError:
        sys.exit("Playwright is not installed: pip install playwright")
    rng, rows = Random(1), []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            with open_browser(sync_api) as browser, page_of(browser) as page:
                page.add_init_script(_WATCH)
                firsts = first_boards(browser, _FIRSTS)
                for genre, side in BOARDS:
                    puzzle = made(genre, side, rng)
                    (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
                    opened, painted, verdicts = timed(page, server, id, args.moves, rng)
                    limit = next(limit for most, limit in TARGETS.items() if side <= most)
                    fine = median(painted) < 0.016 and median(verdicts) < limit
                    marks = server.get(f"api/puzzles/{id}/position").get("marks", {})
                    rows.append([f"{genre} {side}x{side}", spread(painted), spread(verdicts), f"{opened * 1000:.0f}",
                                 f"{judging(puzzle, marks) * 1000:.1f}", "yes" if fine else "no"])  # fmt: skip
        finally:
            server.kill()
    heads = ["board", "input, ms", "verdict, ms", "board, ms", "judging, CPU ms", "within the target"]
    print(machine())
    print(f"load of the machine, the last minute: {os.getloadavg()[0]:.1f}")
    print(f"first board after the start: {spread(firsts)} ms (target: {FIRST_TARGET * 1000:.0f})")
    print(page_sizes())
    print(subprocess.run([CHROMIUM, "--version"], capture_output=True, text=True, check=False).stdout.strip())
    print(table(heads, rows, args.markdown))


if __name__ == "__main__":
    main()
