"""Boards that the testers of another program (pzprjs) wrote, read as puzzles and states of ours.

A board is one text whose lines end in ``/``: version, genre, size, then grids of tokens, clues before answers. What
stands where is told by one table, ``LAYOUTS``: per genre the grids in their order, and for each grid which tokens of it
are marks of which layer. A token that no layer takes and that does not mean "nothing" is an error.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from pathlib import Path
from typing import Any

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.language import Drawing
from research.corpus import records

Told = Callable[[str], Any]
"""What a token says of a layer; None where it speaks of something else."""

NOTHING = frozenset((".", "0", "-1", "-2"))
"""Tokens for nothing at all, unless a layer has a use for them; below 0 a solver's notes between two cells."""


@dataclass(frozen=True)
class Trial:
    """A board with the first fault that the other program finds in it; ``fault`` None: it is solved."""

    index: int
    fault: str | None
    text: str


def trials(path: Path) -> list[Trial]:
    """The boards of a file, in their order."""
    boards = [board for record in records(path) for board in record["failcheck"]]
    return [Trial(i, board[0], board[1]) for i, board in enumerate(boards)]


# -- the parts of a board text ------------------------------------------------------------------------------------


@dataclass
class Sheet:
    """A board text while it is read: the lines that are left, and what was found so far."""

    genre: type[gw.Genre]
    board: Rect
    version: str
    lines: deque[str]
    given: dict[str, dict[Spot, Any]] = field(default_factory=lambda: defaultdict(dict))
    drawn: dict[str, dict[Spot, Any]] = field(default_factory=lambda: defaultdict(dict))
    keys: dict[str, Any] = field(default_factory=dict)

    def tokens(self, n_rows: int, n_cols: int) -> Iterator[tuple[int, int, str]]:
        """The tokens of the next grid with their rows and columns; none where the text ended before."""
        if not self.lines:
            return
        for row in range(n_rows):
            found = self.lines.popleft().split()
            if len(found) != n_cols:
                raise ValueError(f"{n_cols} tokens should stand in {found}")
            yield from ((row, col, token) for col, token in enumerate(found))


Part = Callable[[Sheet], None]


@dataclass(frozen=True)
class Put:
    """Which tokens of a grid are marks of a layer, and whether they are given or drawn by the solver."""

    layer: str
    told: Told
    given: bool

    def takes(self, sheet: Sheet, spot: Spot, token: str) -> bool:
        """Notes the mark that a token is, if it is one of the layer and stands where the layer has marks."""
        on = sheet.genre.layers[self.layer].on
        if isinstance(on, str) and spot not in getattr(sheet.board, on):
            return False
        value = self.told(token)
        if value is not None:
            (sheet.given if self.given else sheet.drawn)[self.layer][spot] = value
        return value is not None


def number(token: str) -> int | None:
    """A number; also one with the mark of a given."""
    digits = token.removeprefix("q")
    return int(digits) if digits.isdigit() else None


def words(**values: Any) -> Told:
    """Tokens with a fixed meaning each."""
    return values.get


def number_or(unknown: str) -> Told:
    """A number, or a token for one that is not told."""
    return lambda token: "?" if token == unknown else number(token)


def shape_number(token: str) -> int | None:
    """The number of a shape; texts count shapes from 0."""
    return None if (n := number(token)) is None else n + 1


shading = {"#": True, "+": False}.get
stroke = {"1": True, "-1": False}.get


def clue(layer: str, told: Told = number) -> Put:
    """Tokens that are given."""
    return Put(layer, told, given=True)


def answer(layer: str, told: Told) -> Put:
    """Tokens that the solver drew."""
    return Put(layer, told, given=False)


def grid(y: int, x: int, more_rows: int, more_cols: int, *puts: Put) -> Part:
    """A grid whose first token stands at (y, x), with so many rows and columns more than the board."""

    def read(sheet: Sheet) -> None:
        board = sheet.board
        for row, col, token in sheet.tokens(board.n_rows + more_rows, board.n_cols + more_cols):
            spot = Spot(y + 2 * row, x + 2 * col)
            if not any(put.takes(sheet, spot, token) for put in puts) and token not in NOTHING:
                raise ValueError(f"{token!r} at {spot} means nothing here")

    return read


def cells(*puts: Put) -> Part:
    """A token per cell."""
    return grid(1, 1, 0, 0, *puts)


def corners(*puts: Put) -> Part:
    """A token per corner."""
    return grid(0, 0, 1, 1, *puts)


def framed(after: int, *puts: Put) -> Part:
    """A token per cell, and those of the sides above and to the left; with ``after`` also below and to the right."""
    return grid(-1, -1, 1 + after, 1 + after, *puts)


def between(*puts: Put) -> Part:
    """A token between each two neighbours: first from left to right, then downwards."""
    return both(grid(1, 2, 0, -1, *puts), grid(2, 1, -1, 0, *puts))


def round_about(*puts: Put) -> Part:
    """A token per edge, those of the frame included: first the upright ones."""
    return both(grid(1, 0, 0, 1, *puts), grid(0, 1, 1, 0, *puts))


def both(first: Part, second: Part) -> Part:
    """Two parts that belong together."""

    def read(sheet: Sheet) -> None:
        first(sheet)
        second(sheet)

    return read


def key(name: str) -> Part:
    """A line with the value of a key."""

    def read(sheet: Sheet) -> None:
        sheet.keys[name] = int(sheet.lines.popleft())

    return read


def variant(letter: str) -> Part:
    """A line with the letter of a variant, which may be missing."""

    def read(sheet: Sheet) -> None:
        if sheet.lines and sheet.lines[0] == letter:
            sheet.lines.popleft()

    return read


def from_version(version: str, part: Part) -> Part:
    """A part that only texts of that version have."""

    def read(sheet: Sheet) -> None:
        if sheet.version == version:
            part(sheet)

    return read


def rooms(layer: str) -> Part:
    """The number of rooms and a room's number per cell; walls stand where it changes."""

    def read(sheet: Sheet) -> None:
        n_rooms, board = int(sheet.lines.popleft()), sheet.board
        room = {Spot(2 * r + 1, 2 * c + 1): n for r, c, n in sheet.tokens(board.n_rows, board.n_cols)}
        if len(set(room.values())) != n_rooms:
            raise ValueError(f"there should be {n_rooms} rooms")
        ends = ((link, *board.ends(link)) for link in board.links)
        sheet.given[layer] = {link: True for link, a, b in ends if room[a] != room[b]}

    return read


def boxes(layer: str) -> Part:
    """Nothing to read: the walls of square boxes."""

    def read(sheet: Sheet) -> None:
        side = isqrt(sheet.board.n_rows)
        if side * side != sheet.board.n_rows:
            raise ValueError("the boxes are no squares")
        walls = (link for link in sheet.board.links if (link.x if link.y % 2 else link.y) % (2 * side) == 0)
        sheet.given[layer] = dict.fromkeys(walls, True)

    return read


def listed(layer: str, digits: Put, unknown: str) -> Part:
    """A token per cell; above and to the left as many more as the longest lists of clues need."""

    def read(sheet: Sheet) -> None:
        board, lists = sheet.board, defaultdict[Spot, list[Any]](list)
        top, left = len(sheet.lines) - board.n_rows, len(sheet.lines[0].split()) - board.n_cols
        for row, col, token in sheet.tokens(board.n_rows + top, board.n_cols + left):
            spot = Spot(max(-1, 2 * (row - top) + 1), max(-1, 2 * (col - left) + 1))
            value = number_or(unknown)(token) if spot in board.sides else None
            if value is not None:
                lists[spot].append(value)
            elif not digits.takes(sheet, spot, token) and token != ".":
                raise ValueError(f"{token!r} at {spot} means nothing here")
        sheet.given[layer] = {side: tuple(values) for side, values in lists.items()}

    return read


def shapes(name: str, layer: str, first: Part) -> Part:
    """The number of drawings that a key of the puzzle holds, another part, then the drawings.

    Each has its width, its height, and a token between each two neighbours.
    """

    def read(sheet: Sheet) -> None:
        n_drawings = int(sheet.lines.popleft())
        first(sheet)
        drawings = []
        for _ in range(n_drawings):
            n_cols, n_rows = int(sheet.lines.popleft()), int(sheet.lines.popleft())
            inner = Sheet(sheet.genre, Rect.of(n_rows, n_cols), sheet.version, sheet.lines)
            between(answer(layer, stroke))(inner)
            drawings.append(Drawing.of(inner.board, inner.drawn))
        sheet.keys[name] = tuple(drawings)

    return read


# -- what the genres' texts consist of ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """The genre that a file's boards are of, and the parts of their texts; ``square``: the size is one number.

    ``none`` is the value, on layers of values, of a spot where nothing is drawn.
    """

    genre: str
    parts: Sequence[Part]
    square: bool = False
    none: Mapping[str, Any] = field(default_factory=dict)


LAYOUTS = {
    "aquarium": Layout("Aquarium", (
        variant("r"), between(clue("wall", words(**{"1": True}))), framed(0, clue("count"), answer("water", shading)),
    )),
    "cave": Layout("Cave", (cells(clue("number")), cells(answer("wall", shading)))),
    "curve_data": Layout("Curve Data", (
        shapes("shapes", "curve", cells(clue("number", shape_number), clue("block", words(**{"-3": True})))),
        between(answer("curve", stroke)),
    )),
    "fences": Layout("Fences", (
        variant("f"), cells(clue("number")), from_version("pzprv3.1", cells()), round_about(answer("loop", stroke)),
    )),
    "hashi": Layout("Hashi", (
        cells(clue("island", number_or("-"))), between(answer("bridge", words(**{"1": 1, "2": 2}))),
    ), none={"bridge": 0}),
    "japanese_sums": Layout("Japanese Sums", (
        key("max"), listed("hint", answer("digit", lambda token: 0 if token == "-" else number(token)), unknown="-2"),
    )),
    "kuromasu": Layout("Kuromasu", (cells(clue("number")), cells(answer("shade", shading)))),
    "masyu": Layout("Masyu", (
        cells(clue("pearl", words(**{"1": "white", "2": "black"}))), between(answer("loop", stroke)),
    )),
    "nurikabe": Layout("Nurikabe", (cells(clue("clue", number_or("-")), answer("sea", shading)),)),
    # Nawabari divides into rectangles too; its numbers count borders, so to Shikaku they are numbers not told.
    "rel_nawabari": Layout("Shikaku", (
        cells(clue("number", lambda token: None if number(token) is None else "?")),
        round_about(answer("border", stroke)),
    )),
    "skyscrapers": Layout("Skyscrapers", (framed(1, clue("view"), answer("height", number)),)),
    "starbattle": Layout("Starbattle", (key("stars"), rooms("wall"), cells(answer("star", shading)))),
    "sudoku": Layout("Sudoku", (boxes("wall"), cells(clue("number")), cells(answer("number", number))), square=True),
    "yagit": Layout("Yagit", (
        cells(clue("animal", words(**{"1": "A", "2": "B"}))), corners(clue("dot", words(**{"1": True}))),
        between(answer("line", stroke)),
    )),
}  # fmt: skip
"""By the name of the file."""


def read(name: str, text: str) -> tuple[gw.Puzzle, gw.State]:
    """The puzzle of a board text, and what is drawn in it. Raises ValueError for what the layout has no meaning for."""
    layout = LAYOUTS[name]
    version, _, *lines = text.removesuffix("/").split("/")
    n_rows = int(lines.pop(0))
    n_cols = n_rows if layout.square else int(lines.pop(0))
    sheet = Sheet(gw.genre(layout.genre), Rect.of(n_rows, n_cols), version, deque(lines))
    for part in layout.parts:
        part(sheet)
    if sheet.lines:
        raise ValueError(f"unread: {list(sheet.lines)}")
    puzzle = gw.Puzzle.of(sheet.genre, sheet.board, sheet.given, sheet.keys)
    marks = {layer: {**sheet.given.get(layer, {}), **own} for layer, own in sheet.drawn.items()}
    return puzzle, gw.State.of(puzzle, marks)


def as_it_stands(name: str, puzzle: gw.Puzzle, drawn: gw.State) -> gw.State:
    """What is drawn, handed in as the answer: where a mark may stand and none does, there is none."""
    model, none = puzzle.genre(puzzle), LAYOUTS[name].none
    rest: dict[str, dict[Spot, Any]] = {layer: {} for layer in model.layers}
    for layer, marks in model.marks.items():
        rest[layer] = {spot: False for spot in marks if spot is not None}
    for layer, value in none.items():
        rest[layer] = {spot: value for spot in model.terms[layer] if spot is not None}
    for layer, own in drawn.marks.items():
        rest[layer].update(own)
    return gw.State.of(puzzle, rest)
