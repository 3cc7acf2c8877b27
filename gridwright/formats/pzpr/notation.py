"""What the notations of genres are made of: the parts of addresses and files, and the rules that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.puzzle import Puzzle
from ..dialect import MAX_CELLS
from ..errors import Line
from ..roles import LazyDialect
from ..roles.codecs import MISS, NUMBER, Blanks, Cases, Code, Codec, Decimal, Hex, Separated, Texts, Tuple
from ..roles.items import (
    CodedItem,
    Ignored,
    Integer,
    Only,
    Piece,
    Put,
    Spelt,
    Words,
    between,
    cells,
    edges,
    inner_cells,
    points,
)
from ..roles.items import all_around as ring_of_cells
from ..roles.puzzles import rectangle_of
from ..roles.sheet import IGNORED, NONE, UNKNOWN, FixedTuple, Implies, List, One, Rules, Sheet, all_around, borders
from ..roles.sheet import points as grid_points
from .codes import (
    Along,
    MarkField,
    Outside,
    RoomNumbers,
    Seq,
    Slash,
    Tailed,
    Whole,
    bits,
    border,
    named,
    numbers,
    small,
    ternary,
)
from .pieces import (
    MINUS_TWO,
    NOTED,
    Bank,
    BankLine,
    BankNotes,
    ByVersion,
    Choice,
    Flag,
    Framed,
    Notes,
    NumberLine,
    Rooms,
    clues,
    drawn_walls,
    filled_in,
    line,
    outside_clue,
    pencilled,
    rings,
    shaded,
    shading,
    sums_of_digits,
    walls,
)


class PzprNotation(Rules):
    """The parts of a genre's addresses, and those of its files of ``version``.

    ``file`` is its name in files, if not the one that is written in addresses.

    ``differs`` says for each flag that is not supported which rule it changes; ``without`` the same for a flag that is
    supported and was not set. ``plain`` flags change no rule. ``refuses`` says what else is refused.
    ``frame`` rows and columns are not counted in sizes. ``square``: files have one size only.
    """

    def __init__(
        self, address: tuple[Code, ...], body: tuple[Piece, ...], *, file: str = "", version: int = 0,
        differs: Mapping[str, str] = NONE, without: Mapping[str, str] = NONE, plain: str = "", refuses: str = "",
        frame: int = 0, square: bool = False, **rules: Any,
    ) -> None:  # fmt: skip
        super().__init__(**rules)
        self.address, self.body, self.file, self.version = address, body, file, version
        self.differs, self.without, self.plain, self.refuses = differs, without, plain, refuses
        self.frame, self.square = frame, square

    @property
    def flags(self) -> frozenset[str]:
        """The flags that are written."""
        return frozenset(self.without)


Notation = PzprNotation


# -- sizes and flags of links and files ------------------------------------------------------------------------------


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


__all__ = [
    "IGNORED", "MINUS_TWO", "MISS", "NOTED", "NUMBER", "UNKNOWN", "Along", "Bank", "BankLine", "BankNotes",
    "Blanks", "ByVersion", "Cases", "Choice", "Codec", "CodedItem", "Decimal", "FixedTuple", "Flag", "Framed",
    "Hex", "Ignored", "Implies", "Integer", "List", "MarkField", "Notation", "Notes", "NumberLine", "One", "Only",
    "Outside", "Put", "RoomNumbers", "Rooms", "Separated", "Seq", "Sheet", "Slash", "Spelt", "Tailed", "Texts",
    "Tuple", "Whole", "Words", "all_around", "between", "bits", "border", "borders", "cells", "clues",
    "drawn_walls", "edges", "filled_in", "grid_points", "inner_cells", "line", "named", "numbers", "outside_clue",
    "pencilled", "points", "ring_of_cells", "rings", "shaded", "shading", "small", "sums_of_digits", "ternary",
    "walls",
]
