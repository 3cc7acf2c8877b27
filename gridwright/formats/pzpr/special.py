"""Parts of links that only one genre uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ...language.board import Spot
from ...language.drawing import Drawing
from ...language.rect import Rect
from ..errors import WriteError
from ..roles.sheet import UNKNOWN, Sheet, cells, inner_points, lattice
from .bank import PRESETS, check_bank
from .codes import BASE36, VALUE36, Code, Numbers, read_number, read_runs, spelt_number, spelt_runs
from .cursor import Cursor

_BLANKS20 = {char: n for n, char in enumerate("ghijklmnopqrstuvwxyz", 1)}
_BLANKS26 = {char: n for n, char in enumerate("abcdefghijklmnopqrstuvwxyz", 1)}


def refused(value: Any, sheet: Sheet, spot: Spot) -> WriteError:
    """The error for a value that an address cannot tell."""
    return WriteError(f"an address cannot tell {value!r} at {sheet.board.name(spot)}")


class PerCell(Code):
    """A code for each cell, and letters for runs of cells without one."""

    first, longest = "g", 20
    blanks: Mapping[str, int] = _BLANKS20

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """What stands in each cell."""
        places, place = cells(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            blanks = self.blanks.get(source.text[source.at])
            if blanks is None:
                self.read_one(source, sheet, places[place])
                place += 1
            else:
                place += blanks
                source.at += 1

    def write(self, sheet: Sheet) -> str:
        """What stands in each cell."""
        places = cells(sheet.n_rows, sheet.n_cols)
        return spelt_runs((self.spelt(sheet, spot) for spot in places), self.first, self.longest)

    def read_one(self, source: Cursor, sheet: Sheet, spot: Spot) -> None:
        """Reads what stands in a cell. Raises FormatError."""
        raise NotImplementedError

    def spelt(self, sheet: Sheet, spot: Spot) -> str:
        """The text of a cell; empty for a cell without anything. Raises WriteError."""
        raise NotImplementedError


class Arrows(PerCell):
    """Yajilin: numbers with arrows, and cells out of play (``+``, or ``0.`` as if arrow and number were missing)."""

    first, longest = "a", 26
    blanks = _BLANKS26
    ways = ("", "u", "d", "l", "r")

    def __init__(self, role: str, block: str) -> None:
        self.role, self.block = role, block

    def read_one(self, source: Cursor, sheet: Sheet, spot: Spot) -> None:
        """A number with an arrow."""
        at = source.at
        if source.skip("+"):
            sheet.give(self.block, spot, True, source.line, at)
            return
        digits = 3 if source.skip("-") else 0
        way = source.take(1)
        if way not in tuple("0123456789" if not digits else "01234"):
            raise source.error("this means nothing here", at, expected="an arrow from 0 to 9, '-', '+' or a letter")
        turn, long = divmod(int(way), 5)[::-1] if way else (0, 0)
        digits = digits or 1 + long
        word = source.take(digits)
        if word == "." and digits == 1 and not turn:
            sheet.give(self.block, spot, True, source.line, at)
            sheet.looks[spot] = True
        elif word == "." and digits == 1:
            sheet.give(self.role, spot, (None, self.ways[turn]), source.line, at)
        elif re.fullmatch(f"[0-9a-f]{{{digits}}}", word):
            if not turn:
                what = "a number without an arrow is a mistake in this format, and is not read"
                raise source.error(what, at, expected="an arrow from 1 to 4", code="variant")
            sheet.give(self.role, spot, (int(word, 16), self.ways[turn]), source.line, at)
        else:
            raise source.error("this is no number", at, expected=f"{digits} hexadecimal digits")

    def spelt(self, sheet: Sheet, spot: Spot) -> str:
        """The arrow and the number."""
        if spot in sheet.given[self.block]:
            return "0." if spot in sheet.looks else "+"
        if spot not in sheet.given[self.role]:
            return ""
        n, way = sheet.given[self.role][spot]
        turn = self.ways.index(way)
        if n is None:
            return f"{turn}."
        if not turn:
            raise refused((n, way), sheet, spot)
        if n > 4095:
            raise refused(n, sheet, spot)
        return f"{turn}{n:x}" if n < 16 else f"{turn + 5}{n:02x}" if n < 256 else f"-{turn}{n:03x}"


class Stops(Numbers):
    """Stations: numbers, of which 0 is a crossing."""

    def __init__(self, role: str, crossing: str) -> None:
        super().__init__(role)
        self.crossing = crossing

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The numbers, and the crossings."""
        super().read(source, sheet)
        for spot in [spot for spot, n in sheet.given[self.role].items() if n == 0]:
            del sheet.given[self.role][spot]
            sheet.give(self.crossing, spot, True, *sheet.where[self.role, spot])

    def write(self, sheet: Sheet) -> str:
        """The numbers, and the crossings."""
        numbers, crossings = sheet.given[self.role], sheet.given[self.crossing]
        both = next((spot for spot in crossings if spot in numbers), None)
        if both is not None:
            raise WriteError(f"a cell cannot be a station and a crossing, as {sheet.board.name(both)} is")
        words = (
            "0" if spot in crossings else spelt_number(numbers[spot]) if spot in numbers else ""
            for spot in self.places(sheet.n_rows, sheet.n_cols)
        )
        return spelt_runs(words)


class Trees(Code):
    """Tents: trees, each with the number of cells without one that follow."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The trees."""
        places, place = cells(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            value = VALUE36.get(source.text[source.at])
            if value is None:
                raise source.error("this means nothing here", expected="a digit or a small letter")
            if value < 18:
                sheet.give(self.role, places[place], True, source.line, source.at)
                place += 1 + value
            else:
                place += value - 17
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """Trees and runs of cells without."""
        out, run, marks = [], 0, sheet.given[self.role]
        behind_tree = False
        for spot in [*cells(sheet.n_rows, sheet.n_cols), None]:
            if spot is not None and spot not in marks:
                run += 1
                continue
            if behind_tree:
                n = min(run, 17)
                out.append(BASE36[n])
                run -= n
            whole, rest = divmod(run, 18)
            out += ["z"] * whole + ([BASE36[17 + rest]] if rest else [])
            run, behind_tree = 0, True
        return "".join(out)


class Symbols(Code):
    """Hitori: a number for each cell, without runs."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The numbers."""
        for spot in cells(sheet.n_rows, sheet.n_cols):
            if source.done:
                return
            at = source.at
            char = source.take(1)
            if char == "-":
                word = source.take(2)
                if not re.fullmatch("[0-9a-z]{2}", word):
                    raise source.error("this is no number", at, expected="two digits or letters behind '-'")
                sheet.give(self.role, spot, int(word, 36), source.line, at)
            elif char in VALUE36:
                sheet.give(self.role, spot, VALUE36[char], source.line, at)
            elif char in "@%":
                sheet.give(self.role, spot, UNKNOWN, source.line, at)
            elif char != ".":
                raise source.error("this means nothing here", at, expected="a digit, a small letter, '-' or '.'")

    def write(self, sheet: Sheet) -> str:
        """The numbers."""
        marks = sheet.given[self.role]
        return "".join(self._spelt(marks.get(spot), sheet, spot) for spot in cells(sheet.n_rows, sheet.n_cols))

    @staticmethod
    def _spelt(n: Any, sheet: Sheet, spot: Spot) -> str:
        if n is None:
            return "."
        if n >= 36**2:
            raise refused(n, sheet, spot)
        return BASE36[n] if n < 36 else f"-{BASE36[n // 36]}{BASE36[n % 36]}"


@lru_cache(maxsize=1)
def _tapa_clues() -> Mapping[str, tuple[Any, ...]]:
    """The clues of Tapa by their texts."""
    found: dict[str, tuple[Any, ...]] = {str(n): (n,) for n in range(9)} | {"9": (1, 1, 1, 1), ".": (UNKNOWN,)}
    value = 360
    for n, base in ((2, 6), (3, 4), (4, 2)):
        for numbers in product(range(base), repeat=n):
            text = BASE36[value // 36] + BASE36[value % 36]
            found[text] = tuple(number or UNKNOWN for number in numbers)
            value += 1
    return found


@lru_cache(maxsize=1)
def _tapa_texts() -> Mapping[tuple[Any, ...], str]:
    return {clue: text for text, clue in reversed(tuple(_tapa_clues().items()))}


class Runs(PerCell):
    """Tapa: lists of up to four numbers."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read_one(self, source: Cursor, sheet: Sheet, spot: Spot) -> None:
        """A list of numbers."""
        at = source.at
        word = source.take(1)
        if word in VALUE36 and not word.isdigit():
            word += source.take(1)
        if word not in _tapa_clues():
            raise source.error("this is no clue of Tapa", at, expected="a digit, or two characters from a0 to d7")
        sheet.give(self.role, spot, _tapa_clues()[word], source.line, at)

    def spelt(self, sheet: Sheet, spot: Spot) -> str:
        """The text of a list."""
        clue = sheet.given[self.role].get(spot)
        if clue is None:
            return ""
        if clue not in _tapa_texts():
            raise refused(clue, sheet, spot)
        return _tapa_texts()[clue]


class Compasses(PerCell):
    """Compass: four numbers in a cell: above, below, left, right."""

    order = (0, 3, 2, 1)
    """Which of our numbers (above, right, left, below) is the first, second, ... of the address."""

    def __init__(self, role: str, hole: str) -> None:
        self.role, self.hole = role, hole

    def read_one(self, source: Cursor, sheet: Sheet, spot: Spot) -> None:
        """The four numbers, or a missing cell."""
        at = source.at
        if source.skip("_"):
            sheet.give(self.hole, spot, True, source.line, at)
            return
        numbers: list[Any] = [None] * 4
        for k in self.order:
            if source.done:
                raise source.error("the address ends within a compass", expected="four numbers", code="too-short")
            value = read_number(source)
            numbers[k] = None if value == UNKNOWN else value
        sheet.give(self.role, spot, tuple(numbers), source.line, at)

    def spelt(self, sheet: Sheet, spot: Spot) -> str:
        """The four numbers."""
        if spot in sheet.given[self.hole]:
            return "_"
        numbers = sheet.given[self.role].get(spot)
        if numbers is None:
            return ""
        return "".join(spelt_number(UNKNOWN if numbers[k] is None else numbers[k]) for k in self.order)


_SUMS = BASE36[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sums(Code):
    """Kakuro: the cells without the frame of clues above and at the left, then the clues of the frame.

    The sheet's rows and columns include the frame; a clue is the sums to the right and downwards.
    """

    def __init__(self, role: str) -> None:
        self.role = role

    @staticmethod
    def _inside(sheet: Sheet) -> list[Spot]:
        return [Spot(y, x) for y in range(3, 2 * sheet.n_rows, 2) for x in range(3, 2 * sheet.n_cols, 2)]

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The clues."""
        marks = sheet.given[self.role]
        marks.update({spot: (None, None) for spot in sheet.board.cells if min(spot) == 1})
        places, place = self._inside(sheet), 0
        while place < len(places) and not source.done:
            at = source.at
            char = source.take(1)
            if "k" <= char <= "z":
                place += VALUE36[char] - 19
                continue
            if char == ".":
                sheet.give(self.role, places[place], (None, None), source.line, at)
            else:
                source.at = at
                down = self._sum(source)
                right = self._sum(source)
                sheet.give(self.role, places[place], (right, down), source.line, at)
            place += 1
        for spot in self._frame(sheet):
            if not source.done:
                at, told = source.at, self._sum(source)
                sheet.give(self.role, spot, (None, told) if spot.y == 1 else (told, None), source.line, at)

    @staticmethod
    def _sum(source: Cursor) -> int | None:
        char = source.take(1)
        if char == "-":
            return None
        if not char or char not in _SUMS:
            raise source.error("this is no sum", source.at - 1, expected="0 to 9, a to j, A to Z or '-'")
        return _SUMS.index(char) or None

    def _frame(self, sheet: Sheet) -> Iterator[Spot]:
        """The clue cells of the frame that stand before a white cell."""
        marks = sheet.given[self.role]
        yield from (Spot(1, x) for x in range(3, 2 * sheet.n_cols, 2) if Spot(3, x) not in marks)
        yield from (Spot(y, 1) for y in range(3, 2 * sheet.n_rows, 2) if Spot(y, 3) not in marks)

    def write(self, sheet: Sheet) -> str:
        """The clues."""
        marks = sheet.given[self.role]
        words = [self._spelt(marks[spot]) if spot in marks else "" for spot in self._inside(sheet)]
        out = spelt_runs(words, "k", 16)
        for spot in self._frame(sheet):
            right, down = marks.get(spot, (None, None))
            out += _spelt_sum(down if spot.y == 1 else right)
        return out

    @staticmethod
    def _spelt(clue: tuple[Any, Any]) -> str:
        right, down = clue
        return "." if right is None and down is None else _spelt_sum(down) + _spelt_sum(right)


def _spelt_sum(n: int | None) -> str:
    return "-" if n is None else _SUMS[n]


class Stars(Code):
    """Galaxies: centres on the lattice of cells, borders and points. Their colours are decoration."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The centres."""
        places, place = lattice(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            char = source.text[source.at]
            if char in _BLANKS20:
                place += _BLANKS20[char]
            elif char in VALUE36:
                sheet.give(self.role, places[place], True, source.line, source.at)
                if VALUE36[char] % 2:
                    sheet.looks[places[place]] = True
                place += 1 + VALUE36[char] // 2
            else:
                raise source.error("this means nothing here", expected="a digit or a small letter")
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """The centres, and blanks between them."""
        marks, black = sheet.given[self.role], sheet.looks
        words: list[str] = []
        places = lattice(sheet.n_rows, sheet.n_cols)
        taken = 0
        for i, spot in enumerate(places):
            if taken:
                taken -= 1
            elif spot in marks:
                taken = next((k for k, after in enumerate(places[i + 1 : i + 8]) if after in marks), 7)
                words.append(BASE36[2 * taken + (spot in black)])
            else:
                words.append("")
        return spelt_runs(words)


class Dots(Code):
    """Yagit: dots on inner grid points, each behind the number of points without one."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The dots."""
        places, place = inner_points(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            char = source.text[source.at]
            if char == ".":
                place += 36
            elif char in VALUE36:
                place += VALUE36[char]
                if place < len(places):
                    sheet.give(self.role, places[place], True, source.line, source.at)
                place += 1
            else:
                raise source.error("this means nothing here", expected="a digit, a small letter or a dot")
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """The dots."""
        out, run, marks = "", 0, sheet.given[self.role]
        for spot in inner_points(sheet.n_rows, sheet.n_cols):
            if spot in marks:
                out += BASE36[run]
                run = 0
            else:
                run += 1
                if run == 36:
                    out += "."
                    run = 0
        return out + (BASE36[run] if run else "")


class Bank(Code):
    """The pieces that may be placed: only the twelve pentominoes are known here."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The letter of the bank."""
        at = source.at
        bank = source.text[at:]
        if bank != "//p":
            what = "the pieces are not the twelve pentominoes, and only these are supported"
            raise source.error(what, expected="'//p'", code="variant")
        source.at = len(source.text)
        sheet.set(self.role, PRESETS["p"], source.line, at)

    def write(self, sheet: Sheet) -> str:
        """The letter of the bank."""
        check_bank(sheet, self.role)
        return "//p"


class Shapes(Code):
    """Curve Data: the numbers of shapes and black cells, then the drawing of each shape."""

    def __init__(self, role: str, block: str, shapes: str) -> None:
        self.role, self.block, self.shapes = role, block, shapes

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The cells, then the shapes."""
        places, place = cells(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done and not source.text.startswith("/", source.at):
            at = source.at
            if source.skip("="):
                sheet.give(self.block, places[place], True, source.line, at)
                place += 1
                continue
            for skipped, value, _ in read_runs(source, 1):
                if value == UNKNOWN:
                    what = "a clue whose shape is not told is not supported"
                    raise source.error(what, at, expected="the number of a shape", code="variant")
                sheet.give(self.role, places[place + skipped], int(value) + 1, source.line, at)
            text = source.text[at]
            place += _BLANKS20.get(text, 1)
        if source.done:
            return
        if not source.skip("/"):
            raise source.error("a part of the address ends here", expected="'/'")
        if source.text.startswith("b", source.at):
            raise source.error("given borders are a rule that is not supported", code="variant")
        at, found = source.at, []
        while not source.done:
            found.append(self._shape(source, len(places)))
        if found:
            sheet.set(self.shapes, tuple(found), source.line, at)

    @staticmethod
    def _shape(source: Cursor, most: int) -> Drawing:
        at = source.at
        width, height = source.number("the width of a shape"), source.number("the height of a shape")
        if not 0 < width * height <= most:
            wanted = f"at most {most} cells"
            raise source.error("a shape is larger than the board", at, expected=wanted, code="bad-size")
        start, word = source.at, source.word()
        board, marks = Rect.of(height, width), {}
        places = board.cells
        if len(word) > (len(places) + 1) // 2:
            wanted = f"at most {(len(places) + 1) // 2} digits"
            raise source.error("the drawing of a shape is too long", start, expected=wanted, code="too-long")
        for i, char in enumerate(word):
            if char not in "0123456789abcdef":
                raise source.error("this is no hexadecimal digit", start + i, expected="0 to 9 or a to f")
            for k, spot in enumerate(places[2 * i : 2 * i + 2]):
                lines = int(char, 16) >> 2 * k & 3
                marks.update({link: True for bit, link in _links(spot) if lines & bit})
        outside = next((link for link in marks if link not in board.links), None)
        if outside is not None:
            raise source.error("a line of a shape leaves its board", start, expected="a line between two cells")
        return Drawing.of(board, {"line": marks})

    def write(self, sheet: Sheet) -> str:
        """The cells and the shapes."""
        numbers, blocks = sheet.given[self.role], sheet.given[self.block]
        words = []
        for spot in cells(sheet.n_rows, sheet.n_cols):
            words.append("=" if spot in blocks else spelt_number(numbers[spot] - 1) if spot in numbers else "")
        drawings = sheet.numbers.get(self.shapes, ())
        return "/".join([spelt_runs(words), *map(_spelt_drawing, drawings)])


def _links(spot: Spot) -> Sequence[tuple[int, Spot]]:
    """The links to the right and downwards, with the bits that stand for them."""
    return (1, Spot(spot.y, spot.x + 1)), (2, Spot(spot.y + 1, spot.x))


def _spelt_drawing(drawing: object) -> str:
    if not isinstance(drawing, Drawing) or not isinstance(drawing.board, Rect):
        raise WriteError(f"{drawing!r} is no drawing")
    board: Rect = drawing.board
    lines: Mapping[Spot, Any] = drawing.marks.get("line", {})
    codes = [sum(bit for bit, link in _links(spot) if link in lines) for spot in board.cells]
    pairs = [codes[i] + 4 * codes[i + 1] for i in range(0, len(codes) - 1, 2)]
    return f"{board.n_cols}/{board.n_rows}/" + "".join(f"{pair:x}" for pair in pairs)
