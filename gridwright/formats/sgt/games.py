"""The games of the collection: how each describes its puzzles. A genre names the layers that take the parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from ...language.board import Spot
from ...language.boxes import box_borders
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Key, ValueLayer
from ...language.puzzle import Puzzle
from ...language.rect import DOWN, LEFT, RIGHT, UP, Rect
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .mines import bitmap, uncovered
from .text import (
    Cursor,
    check_regions,
    read_borders,
    read_numbers,
    read_signs,
    spots,
    words_of,
    write_borders,
    write_numbers,
    write_signs,
)

_DIGITS = "0123456789"
_CHARACTERS = _DIGITS + "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PAIR = re.compile(r"(.)(-?[0-9]{1,6}),(-?[0-9]{1,6})", re.DOTALL)


def cells_of(board: Rect) -> Sequence[Spot]:
    """The cells in reading order."""
    return spots(board.n_rows, board.n_cols)


def cell_at(x: int, y: int) -> Spot:
    """The cell of coordinates from 0."""
    return Spot(2 * y + 1, 2 * x + 1)


def pairs_of(text: str) -> list[tuple[str, Spot]]:
    """The items ``T3,4`` of a solution: the sign and the cell."""
    found = (_PAIR.fullmatch(word) for word in words_of(text))
    return [(one[1], cell_at(int(one[2]), int(one[3]))) for one in found if one]


def per_cell(model: Genre, values: Sequence[Any]) -> dict[Spot, Any] | None:
    """A value for each cell; None if there are too few or too many."""
    cells = model.puzzle.board.cells
    return dict(zip(cells, values, strict=True)) if len(values) == len(cells) else None


# -- a sign for each place


class Signs(Sgt):
    """Signs on cells (or corners), and small letters that pass some."""

    signs: ClassVar[Mapping[str, Any]]
    what = "clue"
    corners = False

    def places(self, board: Rect) -> Sequence[Spot]:
        """Where signs stand."""
        return spots(board.n_rows + 1, board.n_cols + 1, 0) if self.corners else cells_of(board)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = read_signs(cursor, self.places(board), self.signs, self.what)
        cursor.end()
        return Told({self.layers["clue"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        written = {value: sign for sign, value in self.signs.items() if value is not ...}

        def sign(value: Any) -> str:
            if value not in written:
                raise WriteError(f"the format has no {self.what} {value!r}")
            return written[value]

        return write_signs(self.places(board), self.marks(puzzle, "clue"), sign)


class Bridges(Signs):
    """Bridges; ``clue`` are the islands, ``bridge`` the number of bridges along links."""

    game, title = "bridges", "Bridges"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("123456789ABCDEFG", 1)}
    what = "island"

    def __init__(self, clue: GivenLayer, bridge: ValueLayer) -> None:
        super().__init__(clue=clue)
        self.bridge = bridge

    def check_flags(self, flags: str) -> str:
        """Two bridges at most, and no rule about rings."""
        most = re.search(r"m([0-9]+)", flags)
        if most and most[1] != "2":
            return f"this puzzle has up to {most[1]} bridges between two islands"
        return "bridges must form no ring in this puzzle" if "L" in flags else ""

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "m2"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``L`` with both ends and the number."""
        found: dict[Spot, int] = dict.fromkeys(self.bridge.spots(model), 0)
        for word in words_of(text):
            if word[0] == "L":
                x, y, u, v, n = (int(part) for part in word[1:].split(","))
                a, b = sorted((cell_at(x, y), cell_at(u, v)))
                across = a.y == b.y
                between = range(a.x + 1, b.x, 2) if across else range(a.y + 1, b.y, 2)
                found.update({Spot(a.y, i) if across else Spot(i, a.x): n for i in between})
        return {self.bridge.name: found}


class Filling(Signs):
    """Filling; ``clue`` are numbers, which are also the answer."""

    game, title = "filling", "Filling"
    signs: ClassVar[Mapping[str, Any]] = {"0": ..., **{sign: n for n, sign in enumerate(_DIGITS) if n}}
    what = "number"

    def __init__(self, clue: ValueLayer) -> None:
        super().__init__(clue=clue)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """A digit for each cell."""
        given = self.marks(puzzle, "clue")
        if any(n > 9 for n in given.values()):
            raise WriteError("the format has numbers up to 9 only")
        return "".join(str(given.get(cell, 0)) for cell in cells_of(board))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        found = per_cell(model, [int(sign) for sign in text])
        return None if found is None else {self.layers["clue"].name: found}


class LightUp(Signs):
    """Light Up; ``clue`` are walls with or without a number."""

    game, title = "lightup", "Light Up"
    signs: ClassVar[Mapping[str, Any]] = {**{sign: n for n, sign in enumerate("01234")}, "B": None}
    what = "wall"

    def __init__(self, clue: GivenLayer, lamp: AnswerLayer) -> None:
        super().__init__(clue=clue)
        self.lamp = lamp

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``L`` with the place of a lamp."""
        del model
        return {self.lamp.name: {cell: True for sign, cell in pairs_of(text) if sign == "L"}}


_TILINGS = (
    "squares", "triangles", "hexagons", "snub squares", "Cairo pentagons", "great hexagons", "octagons", "kites",
    "florets", "dodecagons", "great dodecagons", "Penrose kites", "Penrose rhombs", "great-great dodecagons",
    "kagome", "compass dodecagons", "hats", "spectres",
)  # fmt: skip


class Loopy(Signs):
    """Loopy, on squares only."""

    game, title = "loopy", "Loopy"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("0123456789")}
    what = "number"

    def __init__(self, clue: GivenLayer) -> None:
        super().__init__(clue=clue)

    def check_flags(self, flags: str) -> str:
        """The tiling is that of squares."""
        tiling = re.search(r"t([0-9]{1,6})", flags)
        n = int(tiling[1]) if tiling else 0
        if n == 0:
            return ""
        return f"this puzzle is on a board of {_TILINGS[n] if n < len(_TILINGS) else 'other tiles'}"

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "t0"


class Pearl(Signs):
    """Pearl; ``clue`` are white (corner: black) and straight pearls."""

    game, title = "pearl", "Pearl"
    signs: ClassVar[Mapping[str, Any]] = {"B": "black", "W": "white"}
    what = "pearl"

    def __init__(self, clue: GivenLayer, loop: AnswerLayer) -> None:
        super().__init__(clue=clue)
        self.loop = loop

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``R`` with the ways out of a cell in bits, and its place."""
        steps = {1: RIGHT, 2: UP, 4: LEFT, 8: DOWN}
        links = set(model.puzzle.board.links)
        found = {}
        for word in words_of(text):
            if word[0] == "R":
                bits, x, y = (int(part) for part in word[1:].split(","))
                cell = cell_at(x, y)
                ways = [step for bit, step in steps.items() if bits & bit]
                found.update({Spot(cell.y + dy // 2, cell.x + dx // 2): True for dy, dx in ways})
        return {self.loop.name: found} if found.keys() <= links else None


class Slant(Signs):
    """Slant; ``clue`` are numbers at corners, ``slant`` holds ``\\`` or ``/``."""

    game, title = "slant", "Slant"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("01234")}
    what = "number"
    corners = True

    def __init__(self, clue: GivenLayer, slant: ValueLayer) -> None:
        super().__init__(clue=clue)
        self.slant = slant

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A stroke and its place."""
        del model
        return {self.slant.name: {cell: sign for sign, cell in pairs_of(text) if sign in "\\/"}}


class Singles(Sgt):
    """Singles: a character for each cell."""

    game, title = "singles", "Singles"

    def __init__(self, number: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(number=number)
        self.shade = shade

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = {}
        for cell in cells_of(board):
            n = _CHARACTERS.find(cursor.peek() or "?")
            if n < 0:
                raise cursor.error("this is no number", "a digit or a letter for each cell")
            found[cell] = n
            cursor.take()
        cursor.end()
        return Told({self.layers["number"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(given.get(cell, len(_CHARACTERS)) >= len(_CHARACTERS) for cell in cells_of(board)):
            raise WriteError(f"the format needs a number below {len(_CHARACTERS)} in every cell")
        return "".join(_CHARACTERS[given[cell]] for cell in cells_of(board))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``B`` with the place of a black cell."""
        del model
        return {self.shade.name: {cell: True for sign, cell in pairs_of(text) if sign == "B"}}


# -- numbers in cells


class Numbered(Sgt):
    """Numbers in cells."""

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = read_numbers(cursor, cells_of(board))
        cursor.end()
        return Told({self.layers["number"].name: dict(found)})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(type(n) is not int for n in given.values()):
            raise WriteError("the format has no clue without a number")
        return write_numbers(cells_of(board), given)


class Range(Numbered):
    """Range."""

    game, title = "range", "Range"

    def __init__(self, number: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(number=number)
        self.shade = shade

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``B`` with the row and the column of a black cell."""
        del model
        found = re.findall(r"([WB]),([0-9]{1,6}),([0-9]{1,6})", text)
        return {self.shade.name: {cell_at(int(x), int(y)): True for sign, y, x in found if sign == "B"}}


class Rectangles(Numbered):
    """Rectangles."""

    game, title = "rect", "Rectangles"

    def __init__(self, number: GivenLayer, border: AnswerLayer) -> None:
        super().__init__(number=number)
        self.border = border

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A bit for each upright border, then for each level one."""
        links = model.board.links
        ordered = [*(link for link in links if link.y % 2), *(link for link in links if not link.y % 2)]
        if len(text) != len(ordered):
            return None
        return {self.border.name: {link: bit == "1" for link, bit in zip(ordered, text, strict=True)}}


# -- the others


class Dominosa(Sgt):
    """Dominosa: a digit for each cell, or a number in brackets."""

    game, title, square = "dominosa", "Dominosa", True

    def __init__(self, number: GivenLayer, least: Key[int], most: Key[int], wall: AnswerLayer) -> None:
        super().__init__(number=number, least=least, most=most)
        self.wall = wall

    def board(self, width: int, height: int, flags: str) -> Rect:
        """Two columns and one row more than the largest number."""
        del height, flags
        return Rect.of(width + 1, width + 2)

    def size(self, puzzle: Puzzle, board: Rect) -> str:
        """The largest number."""
        del puzzle
        return str(board.n_rows - 1)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = {}
        for cell in cells_of(board):
            bracket = cursor.passed("[")
            n = cursor.number() if bracket else _DIGITS.find(cursor.take() or "?")
            if n is None or n < 0:
                at = cursor.at - (not bracket)
                raise cursor.error("this is no number", "a digit, or a number in brackets", at=at)
            if bracket:
                cursor.demand("]")
            found[cell] = n
        cursor.end()
        keys = {self.layers["least"].name: 0, self.layers["most"].name: board.n_rows - 1}
        return Told({self.layers["number"].name: found}, keys)

    def id_of(self, puzzle: Puzzle) -> str:
        """The id of a puzzle with numbers from 0 on a board that they fill."""
        board: Any = puzzle.board
        model = puzzle.genre.as_told(puzzle)
        least, most = self.layers["least"].value(model, None), self.layers["most"].value(model, None)
        sides = getattr(board, "n_rows", 0), getattr(board, "n_cols", 0)
        if least != 0 or sides != (most + 1, most + 2):
            raise WriteError("the format has boards of N+1 rows and N+2 columns with the numbers from 0 to N only")
        return f"{most}:{self.description(puzzle, board)}"

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(name != self.layers["number"].name for name, marks in puzzle.given.items() if marks):
            raise WriteError("the format has a place for numbers only")
        if any(cell not in given for cell in cells_of(board)):
            raise WriteError("the format needs a number in every cell")
        return "".join(str(n) if n < 10 else f"[{n}]" for n in map(given.__getitem__, cells_of(board)))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``D`` with the numbers of two cells."""
        board = model.board
        found = dict.fromkeys(board.links, True)
        for a, b in re.findall(r"D([0-9]{1,6}),([0-9]{1,6})", text):
            if max(int(a), int(b)) >= len(board.cells):
                return None
            found[board.link(board.cells[int(a)], board.cells[int(b)])] = False
        return {self.wall.name: found} if len(found) == len(board.links) else None


class Galaxies(Sgt):
    """Galaxies: dots on the lattice of cells, borders and corners."""

    game, title = "galaxies", "Galaxies"

    def __init__(self, centre: GivenLayer, wall: AnswerLayer) -> None:
        super().__init__(centre=centre)
        self.wall = wall

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        places = spots(2 * board.n_rows - 1, 2 * board.n_cols - 1, 1, 1)
        found: dict[Spot, Any] = {}
        i = 0
        while not cursor.done and i <= len(places):
            sign = cursor.take().lower()
            n = "abcdefghijklmnopqrstuvwxyz".find(sign)
            if n < 0 or not sign:
                raise cursor.error("this tells no dots", "a letter", at=cursor.at - 1)
            i += n
            if n < 25:
                if i >= len(places):
                    raise cursor.error("the dots go on behind the board", at=cursor.at - 1)
                found[places[i]] = True
                i += 1
        if i > len(places):
            raise cursor.error("the dots go on behind the board", at=cursor.at - 1)
        return Told({self.layers["centre"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        out, passed = [], 0
        centres = self.marks(puzzle, "centre")
        for spot in spots(2 * board.n_rows - 1, 2 * board.n_cols - 1, 1, 1):
            if spot in centres:
                out.append("z" * (passed // 25) + chr(ord("a") + passed % 25))
                passed = 0
            else:
                passed += 1
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``E`` with a border in doubled coordinates."""
        links = set(model.puzzle.board.links)
        edges = [Spot(int(y), int(x)) for x, y in re.findall(r"E([0-9]{1,6}),([0-9]{1,6})", text)]
        return {self.wall.name: {edge: True for edge in edges if edge in links}}


class Keen(Sgt):
    """Keen: the borders of cages, then their clues in the order of their first cells."""

    game, title, square = "keen", "Keen", True
    _operators: ClassVar[Mapping[str, str]] = {"a": "+", "m": "x", "s": "-", "d": ":"}

    def __init__(self, wall: GivenLayer, result: GivenLayer, operator: GivenLayer, number: ValueLayer) -> None:
        super().__init__(wall=wall, result=result, operator=operator)
        self.number = number

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        walls = read_borders(cursor, board.n_cols, repeats=True)
        cursor.demand(",")
        results, operators = {}, {}
        for cage in board.regions(walls):
            operator = self._operators.get(cursor.peek())
            if operator is None:
                raise cursor.error("this is no clue", "a, m, s or d and a number for each cage")
            cursor.take()
            n = cursor.number()
            if n is None:
                raise cursor.error("the clue lacks its number", "a number")
            operators[cage[0]], results[cage[0]] = operator, n
        cursor.end()
        names = [self.layers[role].name for role in ("wall", "result", "operator")]
        return Told(dict(zip(names, (dict.fromkeys(walls, True), results, operators), strict=True)))

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        walls = self.marks(puzzle, "wall")
        check_regions(board, walls, "borders")
        letters = {operator: letter for letter, operator in self._operators.items()}
        clues = []
        for cage in board.regions(walls):
            results, operators = (
                [marks[cell] for cell in cage if cell in marks]
                for marks in (self.marks(puzzle, "result"), self.marks(puzzle, "operator"))
            )
            if len(results) != 1 or len(operators) > 1 or (not operators and len(cage) > 1):
                raise WriteError(f"the format needs one result and one operator in the cage of {board.name(cage[0])}")
            operator = operators[0] if operators else "+"
            if operator in "-:" and len(cage) != 2:
                raise WriteError("the format has differences and quotients of two cells only")
            clues.append(f"{letters[operator]}{results[0]}")
        return f"{write_borders(board.n_cols, walls, repeats=True)},{''.join(clues)}"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.number, text)


def digits(model: Genre, layer: ValueLayer, text: str) -> Marks | None:
    """A digit, or a letter for a larger number, for each cell."""
    found = per_cell(model, [_CHARACTERS.find(sign) for sign in text])
    return None if found is None else {layer.name: found}


class Magnets(Sgt):
    """Magnets: four lists of counts, then the halves of the plates."""

    game, title = "magnets", "Magnets"

    def __init__(self, positive: GivenLayer, negative: GivenLayer, wall: GivenLayer, pole: ValueLayer) -> None:
        super().__init__(positive=positive, negative=negative, wall=wall)
        self.pole = pole

    @staticmethod
    def _sides(board: Rect) -> tuple[list[Spot], list[Spot]]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)], [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        tops, lefts = self._sides(board)
        given: Marks = {}
        for role, places in zip(("positive", "positive", "negative", "negative"), (tops, lefts) * 2, strict=True):
            counts = given.setdefault(self.layers[role].name, {})
            for place in places:
                sign = cursor.take()
                n = _CHARACTERS.find(sign or "?")
                if n < 0 and sign != ".":
                    raise cursor.error("this is no count", "a digit, a letter or '.'", at=cursor.at - 1)
                if n >= 0:
                    counts[place] = n
            cursor.demand(",")
        given[self.layers["wall"].name] = dict.fromkeys(self._walls(cursor, board), True)
        return Told(given)

    def _walls(self, cursor: Cursor, board: Rect) -> list[Spot]:
        """The borders between plates."""
        steps = {"L": RIGHT, "R": LEFT, "T": DOWN, "B": UP, "*": (0, 0)}
        ahead: dict[Spot, tuple[Spot, int]] = {}
        for cell in cells_of(board):
            while cursor.passed(","):
                pass
            sign = cursor.take()
            if sign not in steps or not sign:
                raise cursor.error("this is no half of a plate", "L, R, T, B or *", at=cursor.at - 1)
            ahead[cell] = Spot(cell.y + steps[sign][0], cell.x + steps[sign][1]), cursor.at - 1
        cursor.end()
        for cell, (other, at) in ahead.items():
            if other != cell and ahead.get(other, (None,))[0] != cell:
                raise cursor.error("this half of a plate has no other half", at=at)
        return [link for link in board.links for a, b in [board.ends(link)] if ahead[a][0] != b]

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        tops, lefts = self._sides(board)
        lists = []
        for role in ("positive", "negative"):
            counts = self.marks(puzzle, role)
            if any(side not in tops and side not in lefts for side in counts):
                raise WriteError("the format has counts above and on the left only")
            if any(n >= len(_CHARACTERS) for n in counts.values()):
                raise WriteError(f"the format has counts below {len(_CHARACTERS)} only")
            for places in (tops, lefts):
                lists.append("".join(_CHARACTERS[counts[side]] if side in counts else "." for side in places))
        return ",".join([*lists, "".join(self._halves(board, self.marks(puzzle, "wall")))])

    @staticmethod
    def _halves(board: Rect, walls: Mapping[Spot, Any]) -> Iterable[str]:
        for cell in cells_of(board):
            open_ = [near for link, near in board.ways(cell) if link not in walls]
            if len(open_) > 1:
                raise WriteError(f"the format needs a wall on all but one side of {board.name(cell)}")
            names = {UP: "B", RIGHT: "L", DOWN: "T", LEFT: "R"}
            yield names[open_[0].y - cell.y, open_[0].x - cell.x] if open_ else "*"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A sign and its place."""
        del model
        return {self.pole.name: {cell: "#" if sign == "." else sign for sign, cell in pairs_of(text)}}


class Mines(Sgt):
    """Mines: where they are, and where the first click was, which uncovers the clues."""

    game, title = "mines", "Mines"

    def __init__(self, number: GivenLayer, mines: Key[int], mine: AnswerLayer) -> None:
        super().__init__(number=number, mines=mines)
        self.mine = mine

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        if cursor.peek() == "r":
            raise cursor.error("this game was not begun, so it has no mines yet", "X,Y,m... or X,Y,u...", at=0)
        x = cursor.number()
        cursor.demand(",")
        y = cursor.number()
        cursor.demand(",")
        if x is None or y is None or x >= board.n_cols or y >= board.n_rows:
            raise cursor.error("the first click is on no cell of the board", "X,Y", at=0)
        at = cursor.at
        masked = cursor.take()
        found = bitmap(cursor.text[cursor.at :], len(board.cells), masked == "m") if masked in ("m", "u") else None
        if found is None:
            raise cursor.error("this tells no mines", "'m' or 'u' and hexadecimal digits for all cells", at=at)
        mined = {cell for cell, mine in zip(cells_of(board), found, strict=True) if mine}
        first = cell_at(x, y)
        if first in mined:
            raise cursor.error("the first click is on a mine", at=0)
        numbers: Mapping[Spot, Any] = uncovered(board, mined, first)
        told = {self.layers["number"].name: dict(numbers)}
        answer = {self.mine.name: {cell: cell in mined for cell in board.cells}}
        note = "the clues are those that the first click uncovers"
        return Told(told, {self.layers["mines"].name: len(mined)}, answer, (note,))

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """Refuses: the format tells the answer, and clues only by a click."""
        del puzzle, board
        raise WriteError("the format has games of uncovering mines, and no puzzles with clues")


class Pattern(Sgt):
    """Pattern: the runs of the columns, then those of the rows."""

    game, title = "pattern", "Pattern"

    def __init__(self, clue: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(clue=clue, shade=shade)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)] + [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        clues: dict[Spot, Any] = {}
        for i, side in enumerate(self._sides(board)):
            if i:
                cursor.demand("/")
            runs: list[int] = []
            while "0" <= cursor.peek() <= "9" or runs:
                n = cursor.number()
                if n is None:
                    raise cursor.error("this is no run", "a number")
                runs.append(n)
                if not cursor.passed("."):
                    break
            clues[side] = tuple(runs)
        given: Marks = {self.layers["clue"].name: clues}
        if cursor.passed(","):
            given[self.layers["shade"].name] = self._cells(cursor, board)
        cursor.end()
        return Told(given)

    @staticmethod
    def _cells(cursor: Cursor, board: Rect) -> dict[Spot, Any]:
        """Cells that are given: a letter passes some and tells one; a capital is black."""
        cells, found, i = cells_of(board), {}, 0
        while not cursor.done:
            sign = cursor.take()
            n = "abcdefghijklmnopqrstuvwxyz".find(sign.lower())
            i += n
            if n < 0 or i > len(cells) or (n < 25 and i == len(cells)):
                raise cursor.error("this tells no cell", "letters for the cells of the board", at=cursor.at - 1)
            if n < 25:
                found[cells[i]] = sign.isupper()
                i += 1
        return found

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        clues, sides = self.marks(puzzle, "clue"), self._sides(board)
        if set(clues) != set(sides):
            raise WriteError("the format needs a clue above every column and on the left of every row, and no others")
        text = "/".join(".".join(map(str, clues[side])) for side in sides)
        given = self.marks(puzzle, "shade")
        return f"{text},{self._letters(board, given)}" if given else text

    @staticmethod
    def _letters(board: Rect, given: Mapping[Spot, Any]) -> str:
        out, passed = [], 0
        for cell in cells_of(board):
            if cell in given:
                letter = chr(ord("a") + passed % 25)
                out.append("z" * (passed // 25) + (letter.upper() if given[cell] else letter))
                passed = 0
            else:
                passed += 1
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A bit for each cell."""
        found = per_cell(model, [sign == "1" for sign in text])
        return None if found is None else {self.layers["shade"].name: found}


class Solo(Sgt):
    """Solo: given numbers; the borders of a jigsaw; cages and their sums, for genres that have them."""

    game, title, square = "solo", "Solo", True
    killer = "solo k"
    """The name of a genre with cages, which the parameters tell by a letter."""

    def __init__(
        self,
        wall: GivenLayer,
        number: ValueLayer,
        *,
        cage: GivenLayer | None = None,
        total: GivenLayer | None = None,
    ) -> None:
        super().__init__(wall=wall, number=number, cage=cage, total=total)
        if cage is not None:
            self.names = (self.killer,)

    @staticmethod
    def _kinds(flags: str) -> str:
        """The letters that tell rules; what follows is about how such puzzles are made."""
        found = re.match(r"[jxk]*", flags)
        return found[0] if found else ""

    def check_flags(self, flags: str) -> str:
        """No diagonals."""
        return "the numbers on both diagonals differ in this puzzle" if "x" in self._kinds(flags) else ""

    def board(self, width: int, height: int, flags: str) -> Rect:
        """A board of side ``9j`` or ``3x3``."""
        jigsaw = "j" in self._kinds(flags)
        side = width if jigsaw and height == width else width * height
        return Rect.of(side, side)

    def sized(self, parameters: Cursor) -> tuple[Rect, str]:
        """A single number is the side of a jigsaw; the flags begin with the size of the blocks."""
        found = re.fullmatch(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(.*)", parameters.text)
        if found is None:
            raise parameters.error("these are no parameters", "a size such as 3x3 or 9j", at=0)
        high, wide, flags = int(found[1]), int(found[2] or 1), found[3]
        lacking = self.check_flags(flags)
        if lacking:
            raise parameters.error(f"{lacking}, and the genre has no such rule", at=0)
        if found[2] is None and "j" not in self._kinds(flags):
            raise parameters.error("a single number is the side of a jigsaw only", "3x3 or 9j", at=0)
        side = high * wide
        if not 1 <= side <= 255:
            raise parameters.error("a board of this size is not supported", "a side from 1 to 255", at=0)
        return Rect.of(side, side), f"{high}x{wide}{flags}"

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        found = re.fullmatch(r"([0-9]+)x([0-9]+)(.*)", flags)
        assert found is not None
        high, wide, kinds = int(found[1]), int(found[2]), self._kinds(found[3])
        side = board.n_cols
        given: Marks = {self.layers["number"].name: dict(read_numbers(cursor, cells_of(board)))}
        walls = box_borders(side, high, wide)
        if "j" in kinds:
            cursor.demand(",")
            walls = read_borders(cursor, side, repeats=False)
        given[self.layers["wall"].name] = dict.fromkeys(walls, True)
        if "k" in kinds:
            cursor.demand(",")
            cages = read_borders(cursor, side, repeats=False)
            cursor.demand(",")
            given[self.layers["cage"].name] = dict.fromkeys(cages, True)
            given[self.layers["total"].name] = dict(read_numbers(cursor, cells_of(board)))
        cursor.end()
        return Told(given)

    def _blocks(self, puzzle: Puzzle, board: Rect) -> tuple[int, int] | None:
        """The height and width of the blocks; None for a jigsaw."""
        walls = set(self.marks(puzzle, "wall"))
        side = board.n_cols
        sizes = [(high, side // high) for high in range(1, side + 1) if side % high == 0]
        return next((size for size in sizes if set(box_borders(side, *size)) == walls), None)

    def size(self, puzzle: Puzzle, board: Rect) -> str:
        """The size of the blocks."""
        blocks = self._blocks(puzzle, board)
        return f"{board.n_cols}j" if blocks is None else f"{blocks[0]}x{blocks[1]}"

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "k" if "cage" in self.layers else ""

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        cells, side = cells_of(board), board.n_cols
        parts = [write_numbers(cells, self.marks(puzzle, "number"))]
        if self._blocks(puzzle, board) is None:
            walls = self.marks(puzzle, "wall")
            check_regions(board, walls, "borders")
            parts.append(write_borders(side, walls, repeats=False))
        if "cage" in self.layers:
            cages = self.marks(puzzle, "cage")
            check_regions(board, cages, "borders of cages")
            parts += [write_borders(side, cages, repeats=False), write_numbers(cells, self._sums(puzzle, board, cages))]
        return ",".join(parts)

    def _sums(self, puzzle: Puzzle, board: Rect, cages: Mapping[Spot, Any]) -> dict[Spot, int]:
        """The sum of each cage, at its first cell."""
        totals, found = self.marks(puzzle, "total"), {}
        for cage in board.regions(cages):
            told = {totals[cell] for cell in cage if totals.get(cell, 0)}
            if len(told) > 1:
                raise WriteError(f"the format has one sum in the cage of {board.name(cage[0])}, and there are several")
            if told:
                found[cage[0]] = told.pop()
        return found

    def solution(self, model: Genre, text: str) -> Marks | None:
        """The numbers, parted by commas."""
        if not re.fullmatch(r"[0-9]{1,4}(?:,[0-9]{1,4})*", text):
            return None
        found = per_cell(model, [int(word) for word in text.split(",")])
        return None if found is None else {self.layers["number"].name: found}


class Tents(Sgt):
    """Tents: trees, told by the distances between them, then the counts of the columns and of the rows."""

    game, title = "tents", "Tents"

    def __init__(self, tree: GivenLayer, count: GivenLayer, tent: AnswerLayer) -> None:
        super().__init__(tree=tree, count=count, tent=tent)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)] + [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        cells = cells_of(board)
        trees: dict[Spot, Any] = {}
        tents: dict[Spot, Any] = {}
        i = 0
        while i <= len(cells) and not cursor.done and cursor.peek() != ",":
            sign = cursor.peek()
            n = 0 if sign in "_!-" else cursor.skip()
            if sign in "_!-":
                cursor.take()
            elif not n:
                raise cursor.error("this tells no trees", "a small letter, '_', '!' or '-'")
            i += min(n, 25)
            if n < 26:
                if i < len(cells):
                    (trees if sign not in "!-" else tents)[cells[i]] = sign != "-"
                i += 1
        if i != len(cells) + 1:
            raise cursor.error("the trees end at another place than the board", "places for all cells")
        counts = {}
        for side in self._sides(board):
            cursor.demand(",")
            number = cursor.number()
            if number is None:
                raise cursor.error("this is no count", "a number")
            counts[side] = number
        cursor.end()
        given: Marks = {self.layers["tree"].name: trees, self.layers["count"].name: dict(counts)}
        if tents:
            given[self.layers["tent"].name] = tents
        return Told(given)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        counts, sides = self.marks(puzzle, "count"), self._sides(board)
        if set(counts) != set(sides):
            raise WriteError("the format needs a count above every column and on the left of every row, and no others")
        trees, tents = self.marks(puzzle, "tree"), self.marks(puzzle, "tent")
        if tents:
            raise WriteError("the format has no place for given tents")
        out, passed = [], 0
        for cell in (*cells_of(board), None):
            if cell is None or cell in trees:
                out.append("z" * (passed // 25) + ("_abcdefghijklmnopqrstuvwxy"[passed % 25]))
                passed = 0
            else:
                passed += 1
        return ",".join(["".join(out), *(str(counts[side]) for side in sides)])

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``T`` with the place of a tent."""
        del model
        return {self.layers["tent"].name: {cell: True for sign, cell in pairs_of(text) if sign == "T"}}


class Towers(Sgt):
    """Towers: the clues above, below, on the left and on the right, then given heights."""

    game, title, square = "towers", "Towers", True

    def __init__(self, view: GivenLayer, height: ValueLayer) -> None:
        super().__init__(view=view, height=height)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        n = board.n_cols
        ways: tuple[Callable[[int], Spot], ...] = (
            lambda i: Spot(-1, i), lambda i: Spot(2 * n + 1, i), lambda i: Spot(i, -1), lambda i: Spot(i, 2 * n + 1),
        )  # fmt: skip
        return [way(2 * i + 1) for way in ways for i in range(n)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        views: dict[Spot, Any] = {}
        for i, side in enumerate(self._sides(board)):
            if i:
                cursor.demand("/")
            n = cursor.number()
            if n is not None:
                views[side] = n
        given: Marks = {self.layers["view"].name: views}
        if cursor.passed(","):
            given[self.layers["height"].name] = dict(read_numbers(cursor, cells_of(board)))
        cursor.end()
        return Told(given)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        views, heights = self.marks(puzzle, "view"), self.marks(puzzle, "height")
        text = "/".join(str(views.get(side, "")) for side in self._sides(board))
        return f"{text},{write_numbers(cells_of(board), heights)}" if heights else text

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.layers["height"], text)


class Unequal(Sgt):
    """Unequal: a number for each cell and the neighbours that it is greater than. Each row is an area."""

    game, title, square = "unequal", "Unequal", True
    _ways: ClassVar[Mapping[str, tuple[int, int]]] = {"U": UP, "R": RIGHT, "D": DOWN, "L": LEFT}

    def __init__(self, wall: GivenLayer, sign: GivenLayer, number: ValueLayer) -> None:
        super().__init__(wall=wall, sign=sign, number=number)

    def check_flags(self, flags: str) -> str:
        """Greater and smaller only."""
        return "all neighbours that differ by one are marked in this puzzle" if flags.startswith("a") else ""

    @staticmethod
    def _rows(board: Rect) -> list[Spot]:
        return box_borders(board.n_cols, 1, board.n_cols)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        cells = cells_of(board)
        numbers: dict[Spot, Any] = {}
        signs: dict[Spot, Any] = {}
        i = 0
        while i < len(cells):
            n = cursor.skip()
            if n:
                i += n
                cursor.passed(",")
                continue
            number = cursor.number()
            if number is None:
                raise cursor.error("this is no number", "a number for each cell, 0 for none")
            if number:
                numbers[cells[i]] = number
            self._read_signs(cursor, board, cells[i], signs)
            i += 1
            if i < len(cells) or not cursor.done:
                cursor.demand(",")
        if i > len(cells):
            raise cursor.error("the letter passes more cells than are left", at=cursor.at - 1)
        cursor.end()
        names = [self.layers[role].name for role in ("wall", "sign", "number")]
        return Told(dict(zip(names, (dict.fromkeys(self._rows(board), True), signs, numbers), strict=True)))

    def _read_signs(self, cursor: Cursor, board: Rect, cell: Spot, signs: dict[Spot, Any]) -> None:
        while cursor.peek() in self._ways and not cursor.done:
            way = cursor.take()
            dy, dx = self._ways[way]
            link = Spot(cell.y + dy // 2, cell.x + dx // 2)
            if Spot(cell.y + dy, cell.x + dx) not in board.cell_index:
                raise cursor.error("this sign points out of the board", at=cursor.at - 1)
            sign = ">" if way in "RD" else "<"
            if signs.get(link, sign) != sign:
                raise cursor.error("this sign contradicts that of the neighbour", at=cursor.at - 1)
            signs[link] = sign

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        if set(self.marks(puzzle, "wall")) != set(self._rows(board)):
            raise WriteError("the format has no areas: there each row must be one")
        numbers, signs = self.marks(puzzle, "number"), self.marks(puzzle, "sign")
        out = []
        for cell in cells_of(board):
            links = {way: Spot(cell.y + dy // 2, cell.x + dx // 2) for way, (dy, dx) in self._ways.items()}
            told = [way for way, link in links.items() if signs.get(link) == (">" if way in "RD" else "<")]
            out.append(f"{numbers.get(cell, 0)}{''.join(told)},")
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.layers["number"], text)
