"""Hostile inputs: large ones are read in time and in little memory, absurd ones refused, and no number in a file is a
size to allocate."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.formats.dialect import MAX_CELLS
from gridwright.formats.postscript import MAX_DEPTH
from gridwright.formats.reading import MAX_BYTES, known_formats, recognised
from tests.grouped import SHARE, some_by_default, thorough
from tests.timing import assert_within

ROOT = Path(__file__).parents[2]
MB = 1_000_000


def spf(kind: str, *lines: str) -> str:
    return "\n".join(["<<", f"/type ({kind})", *lines, ">>", ""])


def strings(text: str, n: int) -> str:
    return "[\n" + f"({text})\n" * n + "]"


def plain(name: str, cols: int, rows: int, *body: str) -> str:
    return "\n".join([name, "hostile", f"{cols} {rows}", *body, ""])


def filled(name: str, side: int, cell: str, *more: str) -> str:
    """A plain-text puzzle with the same in each cell."""
    return plain(name, side, side, *[cell * side] * side, *more)


# -- refused before anything is allocated -----------------------------------------------------------------------------

ABSURD: dict[str, Callable[[], str]] = {
    "plain, both": lambda: plain("nurikabe", 9_999_999, 9_999_999, "."),
    "plain, columns": lambda: plain("picross", 999_999_999, 1, "1"),
    "plain, rows": lambda: plain("heyawake", 1, 999_999_999, "."),
    "plain, just too large": lambda: plain("nurikabe", MAX_CELLS + 1, 1, "."),
    "spf, both": lambda: spf("nurikabe", "/X 100000", "/Y 100000", "/puzzle [()]"),
    "spf, 18 digits": lambda: spf("fences", "/X 100000000000000000", "/Y 100000000000000000", "/puzzle [()]"),
    "spf, size": lambda: spf("sudoku", "/size 100000", "/puzzle [()]"),
    "spf, shown by the diagram": lambda: spf("nurikabe", f"/puzzle [({' ' * 1000})\n" + "()\n" * 1000 + "]"),
    "spf, digits": lambda: spf("nurikabe", "/X 2", "/Y 2", "/digits 1000000", "/puzzle [()()]"),
    "spf, clues": lambda: spf("picross", "/X 1", "/Y 1", "/left 1000000", "/top 1", "/puzzle [()()()]"),
    "spf, page": lambda: spf("nurikabe", "/X 264", "/Y 264", "/digits 1000", f"/puzzle {strings('', 264)}"),
    "spf, key": lambda: spf("minesweeper", "/X 2", "/Y 2", "/mines 99999999999", "/puzzle [()()]"),
    "sudoku, one line": lambda: "." * 300**2 + "\n",
    "sudoku, grid": lambda: ("." * 289 + "\n") * 289,
    "pips-cells": lambda: "999999\nA\n",
    "pips-board": lambda: "A" * (MAX_CELLS + 2) + "\n\nA 5\n\n00 01\n",
    "pips-board, far apart": lambda: "AB" + "\n" * 400_000 + " " * 400_000 + "AB\n\nA 5\n\n00 01\n",
}


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_sizes_are_refused_before_anything_is_allocated(name: str) -> None:
    text = ABSURD[name]()
    format = name.split(",")[0]
    tracemalloc.start()
    try:
        with pytest.raises(gw.FormatError) as caught:
            gw.read_all(text, format)
        assert tracemalloc.get_traced_memory()[1] < 40 * MB
    finally:
        tracemalloc.stop()
    assert caught.value.code in ("too-large", "UnsupportedGridShape", "MalformedGrid")
    assert len(str(caught.value)) < 400


def test_long_texts_are_refused() -> None:
    with pytest.raises(gw.FormatError, match="too long") as caught:
        gw.read(b" " * (MAX_BYTES + 1))
    assert caught.value.code == "too-large"


def test_the_largest_boards_are_read() -> None:
    assert len(gw.read(plain("nurikabe", MAX_CELLS, 1, "." * MAX_CELLS)).board.cells) == MAX_CELLS
    assert len(gw.read(filled("akari", 256, "#")).given["wall"]) == 256**2
    symbols = "".join(map(chr, range(0x4E00, 0x4F00)))
    assert len(gw.read(("." * 256 + "\n") * 256, symbols=symbols).board.cells) == 256**2


def test_nesting_is_limited() -> None:
    for depth, good in ((MAX_DEPTH, True), (MAX_DEPTH + 1, False), (100_000, False)):
        for opening, closing in ("[]", "{}"):
            text = spf("nurikabe", f"/a {opening * depth}{closing * depth}", "/X 1", "/Y 1", "/puzzle [( )]")
            if good:
                gw.read(text)
            else:
                with pytest.raises(gw.FormatError) as caught:
                    gw.read(text)
                assert caught.value.code == "too-deep"


@pytest.mark.parametrize("number", ["9" * 19, "9" * 5000, "9" * 5000 + ".5", "1e" + "9" * 5000, "-" + "9" * 5000])
def test_endless_numbers_are_refused(number: str) -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(spf("nurikabe", f"/a {number}", "/X 1", "/Y 1", "/puzzle [( )]"))
    assert caught.value.code == "bad-number"


@pytest.mark.parametrize(
    "text",
    [
        plain("nurikabe", 1, 1, "{99999999999}"),
        plain("nurikabe", 1, 1, "{" + "9" * 5000 + "}"),
        plain("picross", 1, 1, "9" * 5000, "1"),
        plain("minesweeper", 1, 1, ".", "mine 99999999999"),
        "2\nAA\nAA\n1\nA SUM " + "9" * 5000 + "\n2\n0 0\n0 0\n",
        "2\nAA\nAA\n0\n2\n0 " + "9" * 5000 + "\n0 0\n",
        "AA\n\nA " + "9" * 5000 + "\n\n00\n",
    ],
)
def test_endless_numbers_are_refused_in_every_format(text: str) -> None:
    with pytest.raises(gw.FormatError):
        gw.read(text)


@pytest.mark.parametrize("value", ["-1", "70001", "99999999999999999"])
def test_keys_are_no_sizes_without_bounds(value: str) -> None:
    with pytest.raises(gw.FormatError, match=r"line 5, column 8: .*expected a number from 0 to 2"):
        gw.read(spf("minesweeper", "/X 2", "/Y 1", f"/mines {value}", "/puzzle [( )]"))


# -- a megabyte -------------------------------------------------------------------------------------------------------


def repeated(text: str) -> str:
    return (text * (MB // len(text) + 1))[:MB]


LARGE: dict[str, Callable[[], str]] = {
    "newlines": lambda: repeated("\n"),
    "blanks": lambda: " " * MB + "x",
    "one line": lambda: repeated("x"),
    "lines": lambda: repeated("x\n"),
    "braces": lambda: plain("nurikabe", 3, 3, repeated("{1"), "...", "..."),
    "comments": lambda: "% a\n" * 240_000 + "nurikabe\nx\n1 1\n.\n",
    "opened dictionaries": lambda: repeated("<<\n"),
    "parentheses": lambda: spf("nurikabe", "/a " + "(" * MB),
    "brackets": lambda: spf("nurikabe", "/a [" + "[]" * 490_000 + "]"),
    "strings": lambda: spf("nurikabe", "/a [" + "(\\n)" * 230_000 + "]"),
    "keys": lambda: spf("nurikabe", *(f"/k{i} 1" for i in range(90_000))),
    "epilog": lambda: spf("nurikabe", "/X 1", "/Y 1", "/puzzle [( )]") + "<<\n" * 300_000,
    "epilogs": lambda: (spf("nurikabe", "/X 1", "/Y 1", "/puzzle [( )]") + "%!PS\n" * 50) * 3_000,
    "numbers": lambda: plain("fillomino", 1, MAX_CELLS, *["{60000}"] * MAX_CELLS),
    "sudokus": lambda: ("." * 81 + "\n") * 12_000,
    "small sudokus": lambda: ("1234" * 4 + "\n") * 58_000,
    "table": lambda: "puzzle,solution\n" + ("." * 81 + "," + "123456789" * 9 + "\n") * 6_000,
    "commas": lambda: "puzzle" + "," * 900_000 + "\nx\n",
    "headers": lambda: "".join(f"k{i}: v\n" for i in range(90_000)),
    "pips": lambda: "264\n" + ("A" * 264 + "\n") * 264 + "0\n34848\n" + "0 1\n" * 34_848,
    "holes": lambda: spf("pips", "/X 264", "/Y 264", "/dominoes []", f"/puzzle {strings('A ' * 132, 264)}"),
    "walls": lambda: spf("fences", "/X 264", "/Y 264", f"/puzzle {strings(' ' * 529, 529)}",
                         f"/solution {strings(' ' * 529, 529)}"),
    "clues": lambda: spf("picross", "/X 1", "/Y 1", "/left 1000", "/top 1", "/digits 900",
                         f"/puzzle [({'1' * 900_001})]"),
}  # fmt: skip


def ways_to_read(text: str) -> list[str | None]:
    """As what it is recognised for (None), and forced as each of the other formats."""
    try:
        own = recognised(text)
    except gw.FormatError:
        own = ""
    return [None, *(name for name in known_formats() if name != own)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", some_by_default(LARGE, SHARE, "time", name=str))
def test_a_megabyte_is_read_or_refused_in_time(name: str) -> None:
    """The bound is one second on a quiet machine; here it is coarser, and in time of the processor."""
    in_time(LARGE[name](), [None, random.Random(name).choice(list(known_formats()))])


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_megabyte_is_read_or_refused_in_time_in_every_format(name: str) -> None:
    text = LARGE[name]()
    in_time(text, ways_to_read(text))


def in_time(text: str, formats: list[str | None]) -> None:
    assert len(text) < 1.3 * MB
    def read(format: str | None) -> None:
        try:
            gw.read_all(text + "\n", format)
        except gw.FormatError as fault:
            assert len(str(fault)) < 400

    for format in formats:
        assert_within(3, partial(read, format))


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system does not tell how much memory was used")

MEASURED = """
import sys, gridwright as gw
gw.known_genres()
data = sys.stdin.buffer.read()
for format in sys.argv[1:]:
    try:
        gw.read_all(data, format or None)
    except gw.FormatError:
        pass
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.thorough
@needs_proc
@pytest.mark.parametrize("name", ["small sudokus", thorough("walls"), thorough("brackets")])
def test_a_megabyte_is_read_in_little_memory(name: str) -> None:
    in_little_memory(LARGE[name](), [None])


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("name", LARGE)
def test_a_megabyte_is_read_in_little_memory_in_every_format(name: str) -> None:
    text = LARGE[name]()
    in_little_memory(text, ways_to_read(text))


def in_little_memory(text: str, formats: list[str | None]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *(format or "" for format in formats)],
        input=text.encode(), capture_output=True, check=True, timeout=100, cwd=ROOT,
    )  # fmt: skip
    assert int(done.stdout) * 1024 < 200 * MB


CHECKED = """
import gridwright as gw
side = 144
board = gw.Rect.of(side, side)
puzzle = gw.read(("." * side + "\\n") * side, symbols="".join(map(chr, range(0x4E00, 0x4E00 + side))))
numbers = {s: (s.y // 2 % 12 * 12 + s.y // 24 + s.x // 2) % side + 1 for s in board.cells}
assert gw.check(puzzle, gw.State.of(puzzle, {"number": numbers}), finished=True) == []
first, second = board.cells[:2]
wrong = gw.State.of(puzzle, {"number": {**numbers, first: numbers[second]}})
assert {fault.rule for fault in gw.check(puzzle, wrong)} == {"rows", "cols", "boxes"}
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.thorough
@needs_proc
def test_a_large_sudoku_is_checked_in_little_memory() -> None:
    """Three million marks would take 300 MB, if all were made."""
    done = subprocess.run([sys.executable, "-c", CHECKED], capture_output=True, check=True, timeout=100, cwd=ROOT)
    assert int(done.stdout) * 1024 < 120 * MB


# -- readable, but hostile to whoever solves it -----------------------------------------------------------------------

needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarm clock")


@contextmanager
def cut_off(seconds: float) -> Iterator[None]:
    """Fails if the clock is not checked for ``seconds`` of CPU time."""

    def late(*_: object) -> None:
        raise AssertionError(f"the clock was not asked for {seconds} s")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def lone(name: str, side: int, cell: str) -> str:
    """A board with one clue."""
    rows = ["." * side] * side
    rows[side // 2] = "." * (side // 2) + cell + "." * (side - side // 2 - 1)
    return plain(name, side, side, *rows)


def in_lines(side: int, clue: str) -> str:
    return plain("picross", side, side, *[clue] * (2 * side))


def wide(kind: str, number: int) -> str:
    return spf(kind, "/X 4", "/Y 4", "/digits 31", f"/puzzle [({number:31})\n" + "()\n" * 3 + "]")


BEYOND: dict[str, Callable[[], str]] = {
    "fillomino": lambda: lone("fillomino", 30, "{60000}"),
    "kuromasu": lambda: lone("kuromasu", 5, "{65535}"),
    "kuromasu, wide": lambda: wide("kuromasu", 10**30),
    "nurikabe": lambda: filled("nurikabe", 40, "{60000}"),
    "nurikabe, wide": lambda: wide("nurikabe", 10**30),
    "shikaku": lambda: lone("shikaku", 100, "{65535}"),
    "minesweeper": lambda: spf("minesweeper", "/X 9", "/Y 9", "/mines 69999", f"/puzzle {strings('', 9)}"),
    "picross, too long": lambda: in_lines(60, "999999999"),
    "picross, too many": lambda: in_lines(60, ",".join("1" * 400)),
    "yajilin": lambda: plain("yajilin", 9, 9, "{60000}>" + ".." * 8, *[".." * 9] * 8),
    "sudoku": lambda: spf("sudoku", "/size 4", "/digits 9",
                          f"/puzzle [\n()\n( 999999999|)\n{'()' * 7} ]"),
    "pips": lambda: spf("pips", "/X 2", "/Y 1", "/dominoes [[0 100000000]]", "/puzzle [(AA)]"),
}  # fmt: skip


@pytest.mark.parametrize("name", BEYOND)
def test_numbers_beyond_the_board_are_refused_in_their_place(name: str) -> None:
    def read() -> gw.FormatError:
        with pytest.raises(gw.FormatError) as caught:
            gw.read(text)
        return caught.value

    text = BEYOND[name]()
    assert_within(1, read)
    fault = read()
    assert fault.line and fault.column and fault.expected and fault.found, fault
    assert len(str(fault)) < 200


CONTRADICTIONS: dict[str, Callable[[], str]] = {
    "hashi, eights": lambda: plain("hashiwokakero", 99, 99, *["8." * 49 + "8", "." * 99] * 49, "." * 99),
    "hashi, one island": lambda: plain("hashiwokakero", 2, 2, "8.", ".."),
    "fillomino, all": lambda: filled("fillomino", 40, "3"),
    "fillomino, two": lambda: plain("fillomino", 30, 30, "{900}1" + "." * 28, *["." * 30] * 29),
    "kuromasu, all": lambda: filled("kuromasu", 15, "{28}"),
    "kuromasu, one": lambda: lone("kuromasu", 5, "1"),
    "nurikabe, all": lambda: filled("nurikabe", 40, "{1600}"),
    "nurikabe, two": lambda: plain("nurikabe", 30, 30, "{900}.1" + "." * 27, *["." * 30] * 29),
    "shikaku, all": lambda: filled("shikaku", 40, "{1600}"),
    "shikaku, a prime": lambda: lone("shikaku", 100, "{9973}"),
    "minesweeper, too few cells": lambda: filled("minesweeper", 9, "x", "mine 81"),
    "minesweeper, eights": lambda: filled("minesweeper", 20, "8", "mine 200"),
    "picross, too long": lambda: in_lines(60, "60,60"),
    "picross, too many": lambda: in_lines(60, ",".join("1" * 60)),
    "akari, fours": lambda: filled("akari", 40, "4"),
    "hitori, alike": lambda: filled("hitori", 12, "{60000}"),
    "slitherlink, threes": lambda: filled("slitherlink", 30, "3"),
    "yajilin, far": lambda: plain("yajilin", 9, 9, "{81}>" + ".." * 8, *[".." * 9] * 8),
    "pips, no such sum": lambda: spf("pips", "/X 2", "/Y 1", "/dominoes [[0 1]]", "/conditions [[(A) (sum) 999999999]]",
                                     "/puzzle [(AA)]"),
}  # fmt: skip


@needs_alarm
@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_clues_that_contradict_each_other_are_read_and_have_no_answer(name: str) -> None:
    puzzle = gw.read(CONTRADICTIONS[name]())
    with cut_off(3):
        verdict = gw.solve(puzzle, timeout=30)
    assert verdict.status == "none"


UNDECIDED: dict[str, Callable[[], str]] = {
    "minesweeper, half": lambda: filled("minesweeper", 100, ".", "mine 5000"),
    "fillomino, half": lambda: lone("fillomino", 60, "{1800}"),
    "fillomino, many": lambda: filled("fillomino", 60, "z"),
    "fillomino, empty": lambda: filled("fillomino", 100, "."),
    "nurikabe, half": lambda: lone("nurikabe", 60, "{1800}"),
    "nurikabe, many": lambda: filled("nurikabe", 100, "2"),
    "nurikabe, scattered": lambda: plain("nurikabe", 100, 100, *["z..." * 25, *["." * 100] * 3] * 25),
    "kuromasu, many": lambda: filled("kuromasu", 80, "z"),
    "shikaku, any area": lambda: spf("shikaku", "/X 60", "/Y 60", "/puzzle [()\n(|?)\n" + "()\n" * 119 + "]"),
    "shikaku, 65535": lambda: lone("shikaku", 256, "{65535}"),
    "akari, empty": lambda: filled("akari", 100, "."),
    "slitherlink, empty": lambda: filled("slitherlink", 100, "."),
    "heyawake, one room": lambda: plain("heyawake", 60, 60, "." * 121, "." + "{1200}" + "." * 119, *["." * 121] * 119),
    "yajilin, one hint": lambda: plain("yajilin", 60, 60, "3>" + ".." * 59, *[".." * 60] * 59),
    "sudoku, empty": lambda: spf("sudoku", "/size 64", "/digits 2",
                                 f"/puzzle [\n()\n()\n(+{'--+' * 64})\n{'()' * 126} ]"),
    "mortal coil, empty": lambda: filled("mortal coil", 70, "."),
    "pips, a large sum": lambda: spf(
        "pips", "/X 60", "/Y 60", "/conditions [[(A) (less) 10800]]", f"/puzzle {strings('A' * 60, 60)}",
        f"/dominoes [{''.join(f'[{i % 7} {i // 7 % 7}]' for i in range(1800))}]"),
}  # fmt: skip


@needs_alarm
@pytest.mark.parametrize("name", UNDECIDED)
def test_large_puzzles_watch_the_clock_from_the_beginning(name: str) -> None:
    puzzle = gw.read(UNDECIDED[name]())
    with cut_off(2):
        gw.solve(puzzle, timeout=0.1)
