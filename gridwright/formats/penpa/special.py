"""Parts of drawings that only one genre uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from ...language.board import Spot
from ...language.boxes import box_borders, box_size
from ...language.drawing import Drawing
from ...language.rect import Rect
from ..cages import caged
from ..errors import FormatError, WriteError, shown
from ..roles.packs import One
from ..roles.sheet import UNKNOWN, Sheet
from .ink import CROSS, KILLER_SUM, Ink, Nook, Symbol, Text, line_ends
from .page import Page
from .parts import (
    DARK,
    DRAWN,
    PAINT,
    THICK,
    WHOLE,
    Outside,
    Part,
    Regions,
    fault,
    no_look,
    region_walls,
)

_UPPER_LEFT, _UPPER_RIGHT, _LOWER_LEFT, _LOWER_RIGHT = range(4)
_TOP, _RIGHT, _LEFT, _BOTTOM = range(4, 8)


class Boxes(Regions):
    """Sudoku: regions, which are the usual boxes where nothing is drawn."""

    def read(self, page: Page, sheet: Sheet) -> None:
        """The walls between regions."""
        walls: Iterable[Spot] = region_walls(page, sheet)
        if not walls and sheet.n_rows == sheet.n_cols:
            walls = box_borders(sheet.n_rows, *box_size(sheet.n_rows))
            if walls:
                sheet.warnings.append("no regions are drawn; they are taken to be the usual boxes")
        for wall in walls:
            self.give(sheet, self.role, wall, True)


class Blocks(Part):
    """Akari: walls, which are shaded cells, and the numbers on them."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, page: Page, sheet: Sheet) -> None:
        """The walls; a number on a cell without shade makes it a wall, too."""
        surface, texts = page.problem.surface, page.problem.number
        for spot in [spot for spot in (*surface, *texts) if page.inside(spot)]:
            if surface.get(spot) in DARK or spot in texts:
                surface.pop(spot, None)
                text = texts.pop(spot).text if spot in texts else ""
                value = WHOLE.parse(text)
                if value is None:
                    raise fault(sheet, "a text is no clue of this genre", spot, "a number", shown(text))
                if sheet.given[self.role].get(spot, UNKNOWN) == UNKNOWN:
                    self.give(sheet, self.role, spot, value)

    def write(self, sheet: Sheet, page: Page) -> None:
        """Shade, and white numbers on it."""
        for spot, value in sheet.given[self.role].items():
            page.problem.surface[spot] = PAINT
            if value != UNKNOWN:
                page.problem.number[spot] = Text(str(value), 4)


class Compasses(Part):
    """Compass: four numbers in a cell: above, right, below, left."""

    order = (_TOP, _RIGHT, _BOTTOM, _LEFT)
    cross = Symbol("compass", 1)

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers around the middle of each cell."""
        nooks, symbols = page.problem.nook, page.problem.symbol
        crossed = [spot for spot, symbol in symbols.items() if symbol.name == "compass"]
        cells = dict.fromkeys([*crossed, *(nook.cell for nook in nooks if nook.at in self.order)])
        for cell in cells:
            symbols.pop(cell, None)
            numbers = []
            for at in self.order:
                text = nooks.pop(Nook(cell, at), "")
                value = WHOLE.parse(text)
                if value is None:
                    raise fault(sheet, "a text is no number of a compass", cell, "a number", shown(text))
                numbers.append(None if value == UNKNOWN else value)
            self.give(sheet, self.role, cell, tuple(numbers))

    def write(self, sheet: Sheet, page: Page) -> None:
        """A cross, and the numbers around it."""
        for cell, numbers in sheet.given[self.role].items():
            page.problem.symbol[cell] = self.cross
            for at, n in zip(self.order, numbers, strict=True):
                if n is not None:
                    page.problem.nook[Nook(cell, at)] = str(n)


class KakuroClues(Part):
    """Kakuro: black cells with the sums to the right and below."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, page: Page, sheet: Sheet) -> None:
        """The black cells; the sums stand in their corners."""
        symbols, surface, nooks = page.problem.symbol, page.problem.surface, page.problem.nook
        black = [spot for spot, symbol in symbols.items() if symbol.name == "kakuro"]
        black += [spot for spot, colour in surface.items() if colour in DARK]
        black += [nook.cell for nook in nooks if nook.at in (_UPPER_RIGHT, _LOWER_LEFT)]
        for cell in dict.fromkeys(black):
            symbols.pop(cell, None)
            surface.pop(cell, None)
            sums = tuple(self._sum(nooks.pop(Nook(cell, at), ""), sheet, cell) for at in (_UPPER_RIGHT, _LOWER_LEFT))
            self.give(sheet, self.role, cell, sums)

    @staticmethod
    def _sum(text: str, sheet: Sheet, cell: Spot) -> int | None:
        value = WHOLE.parse(text)
        if value is None:
            raise fault(sheet, "a text is no sum", cell, "a number", shown(text))
        return value if isinstance(value, int) and value > 0 else None

    def write(self, sheet: Sheet, page: Page) -> None:
        """A symbol, with a diagonal where there are sums."""
        for cell, (right, below) in sheet.given[self.role].items():
            told = right is not None or below is not None
            page.problem.symbol[cell] = Symbol("kakuro", 1 if told else 2)
            for at, n in ((_UPPER_RIGHT, right), (_LOWER_LEFT, below)):
                if n is not None:
                    page.problem.nook[Nook(cell, at)] = str(n)


class Results(Part):
    """Basic: in a corner of each cage its result, and perhaps the operation behind it."""

    signs: Final[Mapping[str, str]] = {"+": "+", "-": "-", "−": "-", "–": "-", "x": "x", "X": "x", "*": "x", "×": "x",
                                       "·": "x", "/": ":", "÷": ":", ":": ":"}  # fmt: skip
    looks: Final[Mapping[str, str]] = {"+": "+", "-": "−", "x": "×", ":": "÷"}

    def __init__(self, result: str, operator: str) -> None:
        self.result, self.operator = result, operator

    def read(self, page: Page, sheet: Sheet) -> None:
        """The texts in the corners."""
        nooks = page.problem.nook
        for nook in [nook for nook in nooks if page.inside(nook.cell) and nook.at < 4]:
            told = nooks.pop(nook)
            found = re.fullmatch(r"([0-9]{0,9})(\D?)", "".join(told.split()), re.ASCII)
            sign = found[2] if found is not None else ""
            if found is None or not found[0] or (sign and sign not in self.signs):
                raise fault(sheet, "a text is no result", nook.cell, "a number and + − × or ÷", shown(told))
            if found[1]:
                self.give(sheet, self.result, nook.cell, int(found[1]))
            if sign:
                self.give(sheet, self.operator, nook.cell, self.signs[sign])

    def write(self, sheet: Sheet, page: Page) -> None:
        """The result with its operation."""
        results, operators = sheet.given[self.result], sheet.given[self.operator]
        for cell in {**results, **operators}:
            sign = self.looks[operators[cell]] if cell in operators else ""
            page.problem.nook[Nook(cell, _UPPER_LEFT)] = f"{results.get(cell, '')}{sign}"


class Cages(Part):
    """Killer: cages with totals."""

    def __init__(self, border: str, total: str, uncaged: str) -> None:
        self.border, self.total, self.uncaged = border, total, uncaged

    def read(self, page: Page, sheet: Sheet) -> None:
        """The cages, and the total in each, wherever it stands."""
        ink = page.problem
        cages = [tuple(dict.fromkeys(cage)) for cage in ink.cages]
        if not cages:
            cages = _dashed_cages(ink, sheet)
            ink.dashes.clear()
        ink.cages.clear()
        if not cages:
            raise fault(sheet, "no cages are drawn", Spot(-1, -1), "cages with totals")
        totals: dict[Spot, Any] = {}
        for nook in [nook for nook in ink.nook if page.inside(nook.cell) and nook.at < 4]:
            self._total(sheet, totals, nook.cell, ink.nook.pop(nook))
        for cell in [cell for cell, text in ink.number.items() if text.style == KILLER_SUM]:
            self._total(sheet, totals, cell, ink.number.pop(cell).text)
        known = set(sheet.board.cells)
        for cage in cages:
            outside = next((cell for cell in cage if cell not in known), None)
            if outside is not None:
                raise fault(sheet, "a cage leaves the board", outside)
        borders, uncaged = caged(sheet.board, cages)
        for role, marks in ((self.border, borders), (self.uncaged, uncaged)):
            for spot in marks:
                self.give(sheet, role, spot, True)
        for spot, n in totals.items():
            self.give(sheet, self.total, spot, n)

    @staticmethod
    def _total(sheet: Sheet, totals: dict[Spot, Any], cell: Spot, text: str) -> None:
        value = WHOLE.parse(text)
        if value is None:
            raise fault(sheet, "a text is no total", cell, "a number", shown(text))
        totals[cell] = value

    def write(self, sheet: Sheet, page: Page) -> None:
        """The cages, and the totals in their cells."""
        board = sheet.board
        inside = [cell for cell in board.cells if cell not in sheet.given[self.uncaged]]
        cages = board.regions(frozenset(sheet.given[self.border]), inside)
        # What bounds cages that meet no other one is not told, as nothing else could.
        sheet.given[self.border] = dict.fromkeys(caged(board, cages)[0], True)
        page.problem.cages += map(tuple, cages)
        for cell, n in sheet.given[self.total].items():
            page.problem.nook[Nook(cell, _UPPER_LEFT)] = _spelt(n, sheet, cell)


_SIDES: Final = {
    frozenset((_UPPER_LEFT, _UPPER_RIGHT)): (-1, 0), frozenset((_LOWER_LEFT, _LOWER_RIGHT)): (1, 0),
    frozenset((_UPPER_LEFT, _LOWER_LEFT)): (0, -1), frozenset((_UPPER_RIGHT, _LOWER_RIGHT)): (0, 1),
}  # fmt: skip
"""The side of a cell, as a step to its border, along which a stroke between two of its corners runs."""


def _dashed_cages(ink: Ink, sheet: Sheet) -> list[tuple[Spot, ...]]:
    """The cages that older links draw stroke by stroke, each inside the cells that it encloses."""
    walls: set[Spot] = set()
    touched: set[Spot] = set()
    for a, b in ink.dashes:
        side = _SIDES.get(frozenset((a.at, b.at))) if a.cell == b.cell else None
        if side is not None:
            walls.add(Spot(a.cell.y + side[0], a.cell.x + side[1]))
            touched.add(a.cell)
    regions = sheet.board.regions(frozenset(walls)) if walls else []
    return [tuple(cells) for cells in regions if not touched.isdisjoint(cells)]


class Tubes(Part):
    """Thermometers: lists of cells, the bulb first; several may begin at one bulb."""

    def __init__(self, bulb: str, joint: str) -> None:
        self.bulb, self.joint = bulb, joint

    def read(self, page: Page, sheet: Sheet) -> None:
        """The bulbs, and the joints between the cells."""
        links = set(sheet.board.links)
        for cells in page.problem.thermos:
            for a, b in pairwise(cells):
                link = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
                if link not in links or abs(a.y - b.y) + abs(a.x - b.x) != 2:
                    raise fault(sheet, "a thermometer goes on in a cell that shares no side", a)
                self.give(sheet, self.joint, link, True)
            self.give(sheet, self.bulb, cells[0], True)
        page.problem.thermos.clear()

    def write(self, sheet: Sheet, page: Page) -> None:
        """A list for each way from a bulb to an end."""
        board, joints = sheet.board, sheet.given[self.joint]
        for bulb in sheet.given[self.bulb]:
            ways: list[tuple[Spot, ...]] = [(bulb,)]
            while ways:
                way = ways.pop()
                ahead = [cell for link, cell in board.ways(way[-1]) if link in joints and cell not in way]
                ways += [(*way, cell) for cell in ahead]
                if not ahead:
                    page.problem.thermos.append(way)


class Pointers(Part):
    """Yajilin: numbers with arrows, and cells out of play."""

    arrows = {"0": "u", "1": "l", "2": "r", "3": "d"}  # noqa: RUF012
    fouredge = "rdlulurd"
    """The ways that the eight arrows of an older symbol point."""

    def __init__(self, role: str, block: str) -> None:
        self.role, self.block = role, block

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers; shade without one is a cell out of play, and so is a question mark without an arrow."""
        ink = page.problem
        for spot in [spot for spot in ink.number if page.inside(spot)]:
            told = ink.number.pop(spot).text
            text, _, sign = told.partition("_")
            symbol = ink.symbol.get(spot)
            if symbol is not None and symbol.name.startswith("arrow"):
                del ink.symbol[spot]
            value, way = WHOLE.parse(text), self.arrows.get(sign, "") or self._way(symbol)
            if value is None or (sign and sign not in self.arrows):
                raise fault(sheet, "a text is no number with an arrow", spot, "a number and an arrow", shown(told))
            ink.surface.pop(spot, None)
            if value == UNKNOWN and not way:
                self.give(sheet, self.block, spot, True)
            elif not way:
                raise fault(sheet, "a number without an arrow is a rule that is not supported", spot, "an arrow")
            else:
                self.give(sheet, self.role, spot, (None if value == UNKNOWN else value, way))
        for spot in [spot for spot, colour in ink.surface.items() if colour in DARK and page.inside(spot)]:
            del ink.surface[spot]
            self.give(sheet, self.block, spot, True)

    def _way(self, symbol: Symbol | None) -> str:
        if symbol is None or not isinstance(symbol.style, tuple):
            return ""
        return next((way for way, flag in zip(self.fouredge, symbol.style, strict=False) if flag), "")

    def write(self, sheet: Sheet, page: Page) -> None:
        """Numbers with arrows, and shade."""
        signs = {way: sign for sign, way in self.arrows.items()}
        for spot, (n, way) in sheet.given[self.role].items():
            page.problem.number[spot] = Text(f"{'?' if n is None else n}_{signs[way]}", 1, "2")
        for spot in sheet.given[self.block]:
            page.problem.surface[spot] = PAINT


class Crosses(Part):
    """Pentopia: arrows that point to one or several sides."""

    ways = (4, 1, 8, 2)
    """The bits of the flags: left, up, right, down."""

    def __init__(self, role: str, arrows: str) -> None:
        self.role, self.arrows = role, arrows

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each symbol."""
        symbols = page.problem.symbol
        for spot in [spot for spot, symbol in symbols.items() if symbol.name == "arrow_cross" and page.inside(spot)]:
            style = symbols.pop(spot).style
            flags = style if isinstance(style, tuple) else ()
            bits = sum(bit for bit, flag in zip(self.ways, flags, strict=False) if flag)
            if not bits:
                raise fault(sheet, "an arrow points nowhere", spot)
            self.give(sheet, self.role, spot, self.arrows[bits - 1])

    def write(self, sheet: Sheet, page: Page) -> None:
        """A symbol with a flag for each side."""
        for spot, arrow in sheet.given[self.role].items():
            bits = self.arrows.index(arrow) + 1
            page.problem.symbol[spot] = Symbol("arrow_cross", tuple(int(bool(bits & bit)) for bit in self.ways))


class Slants(Part):
    """Slalom: a diagonal in each cell, as a line between grid points or as a symbol."""

    drawn = True
    checks = ("sol_loopedge",)
    mode, tool = "lineE", "Edge Diagonal"
    symbols = {Symbol("ox_B", 5): "\\", Symbol("ox_B", 6): "/"}  # noqa: RUF012

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, page: Page, sheet: Sheet) -> None:
        """The diagonal of each cell."""
        for ink, _, give in self.layers(page, sheet):
            for ends in list(ink.diagonal):
                a, b = ends
                cell = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
                if ink.diagonal.pop(ends) != CROSS and page.inside(cell):
                    give(self.role, cell, "\\" if a.x < b.x else "/")
            for spot in [spot for spot, symbol in ink.symbol.items() if symbol in self.symbols and page.inside(spot)]:
                give(self.role, spot, self.symbols[ink.symbol.pop(spot)])

    def write(self, sheet: Sheet, page: Page) -> None:
        """A line across each cell."""
        for ink, marks, _ in self.layers(page, sheet):
            for (y, x), sign in marks[self.role].items():
                left, right = (y - 1, y + 1) if sign == "\\" else (y + 1, y - 1)
                ends = Spot(left, x - 1), Spot(right, x + 1)
                ink.diagonal[min(ends), max(ends)] = DRAWN if ink is page.answer else THICK


class PoleCounts(Part):
    """Magnets: how many plus and minus poles a line holds.

    The plus poles stand above and at the left, the minus poles below and at the right; or both above and at the left,
    those outside being the plus poles if no sign tells otherwise.
    """

    plus_sign = (Symbol("math", 2), Symbol("math_G", 2))

    def __init__(self, plus: str, minus: str) -> None:
        self.roles = (plus, minus)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers."""
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        facing = any(spot.y >= ends.y or spot.x >= ends.x for spot in page.problem.number)
        outer, inner = self.roles if facing or self._plus_outside(page) else self.roles[::-1]
        texts = page.problem.number
        for spot in [spot for spot in texts if not page.inside(spot)]:
            y, x = spot
            side = Spot(-1, x) if 0 < x < ends.x else Spot(y, -1) if 0 < y < ends.y else None
            value = WHOLE.parse(texts[spot].text)
            if side is None or value is None:
                continue
            del texts[spot]
            beyond = y >= ends.y or x >= ends.x
            near = not facing and min(y, x) == -1
            self.give(sheet, inner if beyond or near else outer, side, value)
        for spot in [spot for spot in page.problem.symbol if not page.inside(spot)]:
            del page.problem.symbol[spot]

    def _plus_outside(self, page: Page) -> bool:
        signs = [spot for spot, symbol in page.problem.symbol.items() if symbol in self.plus_sign]
        return not any(min(spot) == -1 for spot in signs if min(spot) < 0)

    def write(self, sheet: Sheet, page: Page) -> None:
        """The plus poles above and at the left, the minus poles below and at the right."""
        plus, minus = (sheet.given[role] for role in self.roles)
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        for side, n in plus.items():
            page.problem.number[side] = Text(_spelt(n, sheet, side))
        for side, n in minus.items():
            facing = Spot(ends.y, side.x) if side.y < 0 else Spot(side.y, ends.x)
            page.problem.number[facing] = Text(_spelt(n, sheet, side))
        page.problem.symbol[Spot(-1, -1)] = Symbol("math_G", 2)
        page.problem.symbol[ends] = Symbol("math_G", 3)


def _spelt(value: Any, sheet: Sheet, spot: Spot) -> str:
    text = WHOLE.spell(value)
    if text is None:
        raise no_look(value, sheet, spot)
    return text


class Letters(Outside):
    """Easy as ABC: letters on all four sides and in cells; which letters there are the user may tell.

    A link whose letters are not the first ones of the alphabet is read with those in their places.
    """

    def __init__(self, clue: str, number: str, letters: str) -> None:
        from .parts import LETTER

        super().__init__(One(clue), LETTER, all_around=True)
        self.roles, self.letters = (clue, number), letters

    def read(self, page: Page, sheet: Sheet) -> None:
        """The clues, with their letters as the first ones of the alphabet."""
        super().read(page, sheet)
        self._given(page, sheet)
        found = sorted({value for role in self.roles for value in sheet.given[role].values()} - {UNKNOWN, "-"})
        told = str(page.options.get("letters") or "").upper()
        count = page.options.get("max")
        last = max((ord(letter) - ord("A") + 1 for letter in found), default=1)
        if told:
            letters = list(dict.fromkeys(told))
        elif last <= max(3, sheet.n_cols - 1) or count is not None:
            letters = [chr(ord("A") + i) for i in range(max(last, int(count or 1)))]
        else:
            letters = found
        strange = next((letter for letter in found if letter not in letters), None)
        if strange is not None:
            raise FormatError(f"the letter {strange} is none of {''.join(letters)}", code="variant")
        if not told and count is None:
            sheet.warnings.append(f"the link does not tell the letters; they are taken to be {''.join(letters)}")
        ours = {letter: chr(ord("A") + i) for i, letter in enumerate(letters)}
        sheet.set(self.letters, len(letters), *sheet.where["size", None])
        for role in self.roles:
            marks = sheet.given[role]
            marks.update({spot: ours.get(value, value) for spot, value in marks.items()})
        for text in (page.answer.number,):
            text.update({spot: Text(ours.get(one.text.upper(), one.text)) for spot, one in text.items()})

    def _given(self, page: Page, sheet: Sheet) -> None:
        texts = page.problem.number
        for spot in [spot for spot in texts if page.inside(spot)]:
            value = "-" if texts[spot].text.strip() == "-" else self.kind.parse(texts[spot].text)
            if value is None:
                raise fault(sheet, "a text is no letter", spot, "a letter", shown(texts[spot].text))
            del texts[spot]
            self.give(sheet, self.roles[1], spot, value)

    def write(self, sheet: Sheet, page: Page) -> None:
        """The letters outside and in cells."""
        super().write(sheet, page)
        for spot, letter in sheet.given[self.roles[1]].items():
            page.problem.number[spot] = Text(str(letter))


class CurveShapes(Part):
    """Curve Data: the shapes, drawn beside the board with black lines and a number on each, and the numbers inside."""

    def __init__(self, clue: str, block: str, shapes: str) -> None:
        self.clue, self.block, self.shapes = clue, block, shapes

    def read(self, page: Page, sheet: Sheet) -> None:
        """The shapes in the order of their texts, and the places of these on the board."""
        ink = page.problem
        outside = {link for link in ink.line if not page.inside(link)}
        clues = {spot: ink.number.pop(spot).text.strip() for spot in list(ink.number)}
        found = [_with_its_text(links, clues, page, sheet) for links in _connected(outside)]
        for link in outside:
            del ink.line[link]
        drawings = dict(sorted(found, key=lambda one: (len(one[0]), one[0])))
        names = list(drawings)
        for spot, text in clues.items():
            if page.inside(spot):
                if text not in drawings:
                    raise fault(sheet, "there is no shape for this clue", spot, " or ".join(names), shown(text))
                self.give(sheet, self.clue, spot, names.index(text) + 1)
        sheet.set(self.shapes, tuple(drawings.values()), *sheet.where["size", None])

    def write(self, sheet: Sheet, page: Page) -> None:
        """The numbers, and each shape below the board with its number on its first cell."""
        for spot, n in sheet.given[self.clue].items():
            page.problem.number[spot] = Text(str(n))
        row, col, depth = sheet.n_rows + 1, 0, 0
        for n, shape in enumerate(sheet.numbers.get(self.shapes, ()), 1):
            if not isinstance(shape, Drawing) or not isinstance(shape.board, Rect):
                raise WriteError(f"{shape!r} is no drawing")
            if col and col + shape.board.n_cols > sheet.n_cols:
                row, col, depth = row + depth + 1, 0, 0
            links = [Spot(link.y + 2 * row, link.x + 2 * col) for link in shape.marks.get("line", {})]
            if not links:
                raise WriteError("the format penpa cannot draw a shape without a line")
            page.problem.line.update(dict.fromkeys(links, THICK))
            page.problem.number[min(cell for link in links for cell in line_ends(link))] = Text(str(n))
            col, depth = col + shape.board.n_cols + 1, max(depth, shape.board.n_rows)


def _connected(links: Iterable[Spot]) -> list[list[Spot]]:
    """The links of each connected drawing."""
    at: dict[Spot, list[Spot]] = {}
    for link in links:
        for end in line_ends(link):
            at.setdefault(end, []).append(link)
    left, found = set(links), []
    while left:
        first = min(left)
        left.remove(first)
        queue = [first]
        for link in queue:
            near = [other for end in line_ends(link) for other in at[end] if other in left]
            left.difference_update(near)
            queue += dict.fromkeys(near)
        found.append(queue)
    return found


def _with_its_text(
    links: Sequence[Spot], clues: Mapping[Spot, str], page: Page, sheet: Sheet
) -> tuple[str, Drawing]:
    """A shape with the text on it."""
    cells = {end for link in links for end in line_ends(link)}
    texts = {clues[cell] for cell in cells if cell in clues}
    if len(texts) != 1:
        raise fault(sheet, "a shape beside the board lacks its number", min(cells), "one number on each shape")
    top, left = min(cell.y for cell in cells) - 1, min(cell.x for cell in cells) - 1
    rows, cols = (max(cell.y for cell in cells) - top + 1) // 2, (max(cell.x for cell in cells) - left + 1) // 2
    if rows * cols > page.n_rows * page.n_cols:
        raise fault(sheet, "a shape is larger than the board", min(cells))
    marks = {Spot(link.y - top, link.x - left): True for link in links}
    return texts.pop(), Drawing.of(Rect.of(rows, cols), {"line": marks})


__all__ = [
    "Blocks", "Boxes", "Cages", "Compasses", "Crosses", "CurveShapes", "KakuroClues", "Letters", "Pointers",
    "PoleCounts", "Results", "Slants", "Tubes",
]
