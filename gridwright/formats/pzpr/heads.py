"""Sizes and flags of links and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...board.board import Spot
from ...language.genre import Genre
from ...language.puzzle import Puzzle
from ..dialect import MAX_CELLS
from ..errors import Line
from ..roles.dialect import LazyDialect
from ..roles.puzzles import rectangle_of
from ..roles.sheet import Sheet
from .notation import Notation


@dataclass(frozen=True)
class PzprSource:
    """What a puzzle keeps of an address or a file to write the same again: its flags, and marks of another look."""

    flags: frozenset[str] = frozenset()
    looks: Mapping[Spot, bool] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, sheet: Sheet) -> PzprSource:
        """What the puzzle of a sheet keeps."""
        return cls(sheet.flags, sheet.looks)


def blank_sheet(puzzle: Puzzle, dialect: LazyDialect) -> Sheet:
    """A sheet for a puzzle with the flags and looks that it was read with. Raises WriteError."""
    board, notation = rectangle_of(puzzle, dialect), dialect.notation_in(puzzle.genre)
    source = puzzle.source if isinstance(puzzle.source, PzprSource) else PzprSource(notation.flags)
    sheet = Sheet(board.n_rows, board.n_cols, notation.version, source.flags)
    sheet.looks.update(source.looks)
    return sheet


def check_size(n_rows: int, n_cols: int, notation: Notation, line: Line, at: int) -> tuple[int, int]:
    """The rows and columns of a sheet. Raises FormatError for boards without cells and for those too large."""
    n_rows, n_cols = n_rows + notation.frame, n_cols + notation.frame
    if not notation.frame < min(n_rows, n_cols):
        raise line.error("the board has no cells", at, expected="columns and rows", found=f"{n_cols}/{n_rows}")
    if n_rows * n_cols > MAX_CELLS:
        wanted, found = f"at most {MAX_CELLS} cells", f"{n_cols} x {n_rows}"
        raise line.error("the board is too large", at, expected=wanted, found=found, code="too-large")
    return n_rows, n_cols


def check_flags(sheet: Sheet, notation: Notation, genre: type[Genre]) -> None:
    """Raises FormatError for a flag, or the lack of one, that makes other rules than ours."""
    line, at = sheet.where.get(("flags", None), sheet.where["size", None])
    for flag in sorted(sheet.flags):
        if flag in notation.differs:
            what = f"the flag {flag} changes the rules of {genre.name}: {notation.differs[flag]}"
            raise line.error(what, at, code="variant")
        if flag not in notation.plain and flag not in notation.without:
            raise line.error(f"the flag {flag} is not known in {genre.name}", at, code="variant")
    for flag, rule in notation.without.items():
        if rule and flag not in sheet.flags:
            raise line.error(rule, at, expected=f"the flag {flag}", code="variant")
