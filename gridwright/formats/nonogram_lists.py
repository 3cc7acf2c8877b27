"""Nonograms as lists of runs: .nin, .mk, .cwd and .g, which are only read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..language.puzzle import Puzzle, State
from .dialect import Reading, Shelf
from .errors import FormatError, Line, WriteError, shown, split_lines
from .nonogram_files import NUMBERS, Nonogram, NonogramFile, reading_of, runs_in, whole_lines

_SIZE = re.compile(r"[0-9]{1,5}", re.ASCII)


class NonogramListsFormat:
    """.nin, .mk, .cwd and .g: lines of numbers for rows and columns."""

    name = "nonogram-lists"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like one of these formats."""
        lines = split_lines(text[:65536])
        return any(reader(lines, True) is not None for reader in _READERS) if lines else False

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzle of a text. Raises FormatError."""
        del options
        lines = whole_lines(text)
        for reader in _READERS if lines else ():
            nonogram = reader(lines, False)
            if nonogram is not None:
                return [reading_of(nonogram, shelf, self.name, 1)]
        expected = "two sizes and a line for each row and column"
        raise FormatError("this is not a list of runs", 1, 1, expected, shown(lines[0].text) if lines else "nothing")

    def write(self, puzzle: Puzzle, dialect: NonogramFile, answer: State | None) -> str:
        """Raises WriteError: ``.non`` holds the same and more."""
        del puzzle, dialect, answer
        raise WriteError("lists of runs are read only")


def _sizes(text: str, n: int) -> list[int] | None:
    words = text.split()
    fine = len(words) == n and all(_SIZE.fullmatch(word) and int(word) > 0 for word in words)
    return [int(word) for word in words] if fine else None


def _nin(lines: Sequence[Line], short: bool) -> Nonogram | None:
    """``WIDTH HEIGHT``, then exactly as many lines of numbers, rows first."""
    sizes = _sizes(lines[0].text, 2)
    body = [line for line in lines[1:] if line.text.strip()]
    if sizes is None or sum(sizes) != len(body) or not all(NUMBERS.fullmatch(line.text.strip()) for line in body):
        return None
    del short
    runs = [runs_in(line) for line in body]
    return Nonogram(runs[: sizes[1]], runs[sizes[1] :])


def _mk(lines: Sequence[Line], short: bool) -> Nonogram | None:
    """``HEIGHT WIDTH``, the rows, ``#``, the columns."""
    sizes = _sizes(lines[0].text, 2)
    at = next((i for i, line in enumerate(lines) if line.text.strip() == "#"), 0)
    if sizes is None or at != sizes[0] + 1 or (not short and len(lines) < at + sizes[1]):
        return None
    columns = [*lines[at + 1 : at + 1 + sizes[1]]]
    rest = [line for line in lines[at + 1 + sizes[1] :] if line.text.strip()]
    if rest and not short:
        raise rest[0].error("more lines than columns", expected=f"{sizes[1]} columns")
    return _both(lines[1:at], columns, sizes, short)


def _cwd(lines: Sequence[Line], short: bool) -> Nonogram | None:
    """HEIGHT and WIDTH on lines of their own, the rows, an empty line, the columns."""
    sizes = [_sizes(line.text, 1) for line in lines[:2]]
    if len(lines) < 4 or sizes[0] is None or sizes[1] is None:
        return None
    height, width = sizes[0][0], sizes[1][0]
    at = height + 2
    if len(lines) <= at or lines[at].text.strip() or len([*lines[at + 1 :]]) < width:
        return None
    return _both(lines[2:at], lines[at + 1 : at + 1 + width], [height, width], short)


def _g(lines: Sequence[Line], short: bool) -> Nonogram | None:
    """Anything, then ``: rows`` and lines, then ``: columns`` and lines."""
    heads = [i for i, line in enumerate(lines) if line.text.startswith(":")]
    named = [i for i in heads if re.match(r":\s*(?:rows|columns)", lines[i].text, re.IGNORECASE)]
    if len(named) != 2 or not lines[named[0]].text[1:].strip().lower().startswith("rows"):
        return None
    if short:
        return Nonogram([], [])
    odd = next((line for line in lines if line.text.lower().startswith("#d")), None)
    if odd is not None:
        raise odd.error("the puzzle has colours, which only .non and XML files have", code="other-rules")
    end = next((i for i in heads if i > named[1]), len(lines))
    parts = [[line for line in lines[a + 1 : b] if line.text.strip() and not line.text.startswith(("#", ";"))]
             for a, b in ((named[0], named[1]), (named[1], end))]  # fmt: skip
    rows, columns = ([runs_in(line) for line in part] for part in parts)
    return Nonogram(rows, columns)


def _both(rows: Sequence[Line], columns: Sequence[Line], sizes: Sequence[int], short: bool) -> Nonogram | None:
    """The nonogram of lines of rows and columns; None if they are no runs, which is checked if ``short``."""
    every = [*rows, *columns]
    if short and not all(not line.text.strip() or NUMBERS.fullmatch(line.text.strip()) for line in every):
        return None
    runs = [runs_in(line) for line in columns]
    return Nonogram([runs_in(line) for line in rows], runs + [()] * (sizes[1] - len(runs)))


_READERS: tuple[Callable[[Sequence[Line], bool], Nonogram | None], ...] = (_nin, _mk, _cwd, _g)
"""Each returns None for a text of another format. If ``short``, the text is only the beginning of one."""
