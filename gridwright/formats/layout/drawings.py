"""Drawings: keys whose values are diagrams of any size, independent of the board."""

from __future__ import annotations

from collections.abc import Sequence

from ...board.rect import Rect
from ...language.drawing import Drawing
from ..dialect import MAX_CELLS
from ..errors import Line, WriteError
from .diagram import Diagram
from .writing import refuse


def read_drawing(diagram: Diagram, lines: Sequence[Line], most: int = MAX_CELLS) -> tuple[Drawing, list[str]]:
    """What the lines show, on a board of up to ``most`` cells, as large as they need, and warnings. Raises FormatError.

    The diagram's sizes depend on no key. A blank line at the end may be left over.
    """
    if len(lines) > 1 and diagram.count(0, lines, {}) is None and not lines[-1].text.strip(" "):
        lines = lines[:-1]
    rows, cols = diagram.count(0, lines, {}), diagram.count(1, lines, {})
    if not rows or not cols:
        last = lines[-1]
        raise last.error(f"the diagram has {len(lines)} lines" if cols else "there is nothing in the diagram",
                         len(last.text), expected="one line more or less" if cols else "a character")
    if rows * cols > most:
        what = f"a drawing of {cols} x {rows} places is too large"
        raise lines[0].error(what, expected=f"at most {most} places", code="too-large")
    board = Rect.of(rows, cols)
    marks, warnings = diagram.read(lines, board, {})
    return Drawing.of(board, marks), warnings


def write_drawing(diagram: Diagram, drawing: object) -> list[str]:
    """The lines that show a drawing. Raises WriteError."""
    if not isinstance(drawing, Drawing):
        raise WriteError(f"{drawing!r} is no drawing")
    lines, left = diagram.write(drawing.board, {}, drawing.marks)
    refuse(left, drawing.board)
    return lines
