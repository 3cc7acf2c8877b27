"""The parts of drawings: each reads marks of a page into roles of a sheet, and draws them.

What a part reads it takes off the page, so that what is left over in the end is what no part of the genre knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ..dialect import region_numbers
from ..errors import FormatError, WriteError, is_number, shown
from ..roles.sheet import UNKNOWN, List, Pack, Role, Sheet, SheetMarks, role_name
from .ink import CROSS, THIN, Ink, InkText, Symbol
from .page import Page

DARK: Final = frozenset((1, 3, 4, 8))
"""The colours of cells that count as shaded."""
PAINT: Final = 4
"""The colour that shaded cells get."""
ANSWER, GIVEN = 2, 1
"""The colours of texts that a solver writes, and of given ones."""
THICK, DRAWN = 2, 3
"""The styles of given lines, and of those that a solver draws."""
UNSHADED: Final = 2
"""The colour of cells that are given as unshaded."""


Give = Callable[[str, Spot, Any], None]


class Part:
    """One part of a genre's drawing. ``drawn``: the solver sets it; ``given``: the puzzle may do so, too.

    ``checks`` are the editor's names for what it compares with the solution, ``mode`` and ``tool`` what a solver's
    click should draw.
    """

    drawn, given = False, True
    checks: tuple[str, ...] = ()
    mode, tool = "", ""

    def layers(self, page: Page, sheet: Sheet) -> Iterator[tuple[Ink, SheetMarks, Give]]:
        """The layers of the page where the part stands, each with the marks of the sheet, and how to add to them."""
        line, at = sheet.where["size", None]
        if self.given:
            yield page.problem, sheet.given, lambda role, spot, value: sheet.give(role, spot, value, line, at)
        if self.drawn:
            yield page.answer, sheet.drawn, lambda role, spot, value: sheet.draw(role, spot, value, line, at)

    def give(self, sheet: Sheet, role: str, spot: Spot, value: Any) -> None:
        """Takes note of a mark of the puzzle."""
        sheet.give(role, spot, value, *sheet.where["size", None])

    def read(self, page: Page, sheet: Sheet) -> None:
        """Reads marks into the sheet, and takes them off the page. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet, page: Page) -> None:
        """Draws marks of the sheet. Raises WriteError for those that have no look."""
        raise NotImplementedError


def fault(sheet: Sheet, what: str, spot: Spot, expected: str = "", found: str = "") -> FormatError:
    """A mark that the genre does not have."""
    line, at = sheet.where["size", None]
    where = f"{what} ({sheet.board.name(spot)})" if _on(sheet, spot) else what
    return line.error(where, at, expected=expected, found=found, code="variant")


def _on(sheet: Sheet, spot: Spot) -> bool:
    return 0 <= spot.y <= 2 * sheet.n_rows and 0 <= spot.x <= 2 * sheet.n_cols


def no_look(value: Any, sheet: Sheet, spot: Spot) -> WriteError:
    """The error for a value that has no look in this editor."""
    return WriteError(f"the format penpa cannot tell {value!r} at {sheet.board.name(spot)}")


# -- texts ------------------------------------------------------------------------------------------------------------


class TextKind(NamedTuple):
    """What the texts of a part are: ``parse`` gives a value or None, ``spell`` a text or None."""

    name: str
    parse: Callable[[str], Any]
    spell: Callable[[Any], str | None]

    def written(self, value: Any, sheet: Sheet, spot: Spot) -> str:
        """The text of a value. Raises WriteError."""
        text = self.spell(value)
        if text is None:
            raise no_look(value, sheet, spot)
        return text


def _whole(text: str) -> int | str | None:
    told = text.strip().replace("−", "-")
    if told in ("", "?", "？"):
        return UNKNOWN
    return int(told) if is_number(told) else None


def _spelt(value: Any) -> str | None:
    return "?" if value == UNKNOWN else str(value) if type(value) is int else None


def _letter(text: str) -> str | None:
    told = text.strip()
    return told.upper() if len(told) == 1 and told.isascii() and told.isalpha() else None


def _label(text: str) -> Any:
    told = text.strip()
    return told if len(told) == 1 and told.isascii() and told.isalpha() else _whole(text)


def _same(value: Any) -> str | None:
    return value if isinstance(value, str) else _spelt(value)


WHOLE = TextKind("number", _whole, _spelt)
LETTER = TextKind("letter", _letter, _same)
LABEL = TextKind("letter or number", _label, _same)


class CellTexts(Part):
    """Texts in cells, or with ``points`` on grid points; the value ``blank`` is drawn otherwise, or not at all."""

    def __init__(
        self, of: Role, kind: TextKind = WHOLE, *, drawn: bool = False, points: bool = False, style: str = "1",
        colour: int = GIVEN, blank: Any = None,
    ) -> None:  # fmt: skip
        self.blank = blank
        self.role, self.kind, self.drawn, self.points, self.style = role_name(of), kind, drawn, points, style
        self.colour = colour
        self.checks = ("sol_number",) if drawn else ()
        self.mode, self.tool = ("number", "Number Normal") if drawn else ("", "")

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each text on the board."""
        for ink, marks, give in self.layers(page, sheet):
            texts = ink.number
            for spot in [spot for spot in texts if self._is_place(page, spot)]:
                text = texts.pop(spot).text
                value = self.kind.parse(text)
                if value is None:
                    raise fault(sheet, "a text is no clue of this genre", spot, f"a {self.kind.name}", shown(text))
                if not (marks is sheet.drawn and value == UNKNOWN):
                    give(self.role, spot, value)

    def _is_place(self, page: Page, spot: Spot) -> bool:
        return page.inside(spot) and spot.y % 2 == spot.x % 2 == (not self.points)

    def write(self, sheet: Sheet, page: Page) -> None:
        """A text for each mark."""
        for ink, marks, _ in self.layers(page, sheet):
            colour = ANSWER if ink is page.answer else self.colour
            for spot, value in marks[self.role].items():
                text = self.kind.spell(value)
                if value == self.blank and self.blank is not None:
                    continue
                if text is None:
                    raise no_look(value, sheet, spot)
                ink.number[spot] = InkText(text, colour, self.style)


class MarginTexts(Part):
    """Texts in the margins: those above and at the left; with ``all_around`` on all four sides."""

    def __init__(self, pack: Pack, kind: TextKind = WHOLE, *, all_around: bool = False, zero: bool = False) -> None:
        self.pack, self.kind, self.all_around, self.zero = pack, kind, all_around, zero

    def read(self, page: Page, sheet: Sheet) -> None:
        """The clue of each line, the last text being the nearest to the grid."""
        found = self.found(page, sheet)
        for spot in self.sides(sheet):
            values = found.pop(spot, [])
            if self.zero and values == [0]:  # no block is in this line
                values = []
            self.pack.give(sheet, spot, values, sheet.where["size", None])

    def found(self, page: Page, sheet: Sheet) -> dict[Spot, list[Any]]:
        """The values at each side, the outermost first; those of other sides are taken to the opposite one."""
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        texts = page.problem.number
        places: dict[Spot, list[Spot]] = {}
        for spot in sorted(texts):
            side = self._side(spot, ends)
            if side is not None and self.kind.parse(texts[spot].text) is not None:
                places.setdefault(side, []).append(spot)
        taken: dict[Spot, list[Any]] = {}
        for side, spots in places.items():
            home = self._home(side, ends)
            if home != side and home in places:
                raise fault(sheet, f"there are clues on both sides of {sheet.board.line_name(home)}", side)
            ordered = spots if min(side) < 0 or isinstance(self.pack, List) else spots[::-1]
            taken[home] = [self.kind.parse(texts.pop(spot).text) for spot in ordered]
        return taken

    @staticmethod
    def _side(spot: Spot, ends: Spot) -> Spot | None:
        """The side that a place in a margin belongs to; None in the corners and on the board."""
        y, x = spot
        if y % 2 == 0 or x % 2 == 0:
            return None
        if 0 < x < ends.x:
            return Spot(-1, x) if y < 0 else Spot(ends.y, x) if y >= ends.y else None
        if 0 < y < ends.y:
            return Spot(y, -1) if x < 0 else Spot(y, ends.x)
        return None

    def _home(self, side: Spot, ends: Spot) -> Spot:
        """Where the clue of a side belongs."""
        if self.all_around or min(side) < 0:
            return side
        return Spot(-1, side.x) if side.y == ends.y else Spot(side.y, -1)

    def sides(self, sheet: Sheet) -> Iterator[Spot]:
        """The outside spots."""
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        for x in range(1, ends.x, 2):
            yield from (Spot(-1, x), *([Spot(ends.y, x)] if self.all_around else []))
        for y in range(1, ends.y, 2):
            yield from (Spot(y, -1), *([Spot(y, ends.x)] if self.all_around else []))

    def write(self, sheet: Sheet, page: Page) -> None:
        """A text for each value, the last one next to the grid."""
        for side in self.sides(sheet):
            values = self.pack.taken(sheet, side)
            if isinstance(self.pack, List):
                values = [value for value in values if value is not None]
                if self.zero and not values:
                    values = [0]
            for steps, value in enumerate(reversed(values)):
                if value is None:
                    continue
                text = self.kind.written(value, sheet, side)
                page.problem.number[outwards(side, steps)] = InkText(text)


def outwards(side: Spot, steps: int) -> Spot:
    """The place so many cells behind an outside one."""
    y, x = side
    if y < 0 or x < 0:
        return Spot(y - 2 * steps, x) if y < 0 else Spot(y, x - 2 * steps)
    return side


# -- colours, symbols, lines ------------------------------------------------------------------------------------------


class Shade(Part):
    """Shaded cells, which have a value in a role; another colour gives cells as unshaded."""

    def __init__(
        self, of: Role, value: Any = True, *, drawn: bool = True, colours: Collection[int] = DARK
    ) -> None:
        self.role, self.value, self.drawn, self.colours = role_name(of), value, drawn, colours
        self.checks = ("sol_surface",) if drawn else ()
        self.mode, self.tool = ("surface", "Surface") if drawn else ("", "")

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each cell of one of the colours."""
        for ink, marks, give in self.layers(page, sheet):
            colours = dict.fromkeys(self.colours, self.value)
            if self.drawn and self.value is True and marks is sheet.given:
                colours[UNSHADED] = False
            for spot in [spot for spot, colour in ink.surface.items() if colour in colours and page.inside(spot)]:
                give(self.role, spot, colours[ink.surface.pop(spot)])

    def write(self, sheet: Sheet, page: Page) -> None:
        """The cells with the value, and those that are given as unshaded."""
        for ink, marks, _ in self.layers(page, sheet):
            for spot, value in marks[self.role].items():
                if value == self.value and type(value) is type(self.value):
                    ink.surface[spot] = PAINT
                elif value is False and self.drawn and marks is sheet.given:
                    ink.surface[spot] = UNSHADED


class Symbols(Part):
    """Symbols on spots; the first with a value is drawn. ``black`` are those whose spots have another look.

    ``at`` is "cells" or "points" for symbols that have this meaning there only.
    """

    def __init__(
        self, of: Role, values: Mapping[Symbol, Any], *, drawn: bool = False, black: Collection[Symbol] = (),
        checks: tuple[str, ...] = (), tool: str = "Shape", at: str = "",
    ) -> None:  # fmt: skip
        self.at = at
        self.role, self.values, self.drawn, self.black, self.checks = role_name(of), values, drawn, black, checks
        self.looks = {value: symbol for symbol, value in reversed(tuple(values.items())) if symbol not in black}
        self.mode, self.tool = ("combi", tool) if drawn else ("", "")

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each symbol with a value."""
        for ink, _, give in self.layers(page, sheet):
            known = [spot for spot, symbol in ink.symbol.items() if symbol in self.values]
            for spot in [spot for spot in known if self._is_place(page, spot)]:
                symbol = ink.symbol.pop(spot)
                give(self.role, spot, self.values[symbol])
                if symbol in self.black:
                    sheet.looks[spot] = True

    def _is_place(self, page: Page, spot: Spot) -> bool:
        wanted = {"cells": (1, 1), "points": (0, 0)}.get(self.at)
        return page.inside(spot) and wanted in (None, (spot.y % 2, spot.x % 2))

    def write(self, sheet: Sheet, page: Page) -> None:
        """The symbol of each mark."""
        for ink, marks, _ in self.layers(page, sheet):
            for spot, value in marks[self.role].items():
                if value in self.looks:
                    dark = next(iter(self.black), None) if spot in sheet.looks else None
                    ink.symbol[spot] = dark or self.looks[value]


CIRCLES = ("circle_L", "circle_M", "circle_S", "circle_SS")
_WHITE, _BLACK = (1, 6, 8, 10), (2,)


def circles(name: str, white: Any, black: Any) -> dict[Symbol, Any]:
    """The values of white and black circles of all sizes; those of one size are drawn."""
    names = (name, *(other for other in CIRCLES if other != name))
    found = {Symbol(name, style): white for name in names for style in _WHITE}
    return found | {Symbol(name, style): black for name in names for style in _BLACK}


class Lines(Part):
    """Lines through the centres of cells, whose styles have values in a role; given crosses tell where none is."""

    checks = ("sol_loopline",)
    mode, tool, drawn = "line", "Line Normal", True

    def __init__(self, of: Role, values: Mapping[int, Any] | None = None) -> None:
        self.role, self.values = role_name(of), values
        self.styles: dict[Any, int] = {True: DRAWN}
        if values is not None:
            self.styles = {value: style for style, value in reversed(tuple(values.items()))}

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each line between neighbours."""
        for ink, marks, give in self.layers(page, sheet):
            links = sheet.board.links if ink.line else ()
            for link in [link for link in links if link in ink.line]:
                style = ink.line.pop(link)
                value = True if self.values is None else self.values.get(style)
                if style == CROSS:
                    value = False if marks is sheet.given and self.values is None else None
                if value is not None:
                    give(self.role, link, value)

    def write(self, sheet: Sheet, page: Page) -> None:
        """A line for each mark."""
        for ink, marks, _ in self.layers(page, sheet):
            for link, value in marks[self.role].items():
                if value in self.styles:
                    ink.line[link] = self.styles[value]
                elif value is False:
                    ink.line[link] = CROSS


class Edges(Part):
    """Lines along the sides of cells; with ``frame`` also along those of the board. Crosses tell where none is."""

    def __init__(self, of: Role, *, drawn: bool = True, given: bool = True, frame: bool = False) -> None:
        self.role, self.drawn, self.given, self.frame = role_name(of), drawn, given, frame
        self.checks = ("sol_loopedge", *(() if frame else ("sol_ignoreborder",))) if drawn else ()
        self.mode, self.tool = ("lineE", "Edge Normal") if drawn else ("", "")

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each line."""
        for ink, marks, give in self.layers(page, sheet):
            known = frozenset((sheet.board.edges if self.frame else sheet.board.links) if ink.edge else ())
            for edge in [edge for edge, style in ink.edge.items() if edge in known and style != THIN]:
                style = ink.edge.pop(edge)
                if style != CROSS or (marks is sheet.given and self.drawn):
                    give(self.role, edge, style != CROSS)

    def write(self, sheet: Sheet, page: Page) -> None:
        """A line for each mark."""
        for ink, marks, _ in self.layers(page, sheet):
            for edge, value in marks[self.role].items():
                if value:
                    ink.edge[edge] = DRAWN if marks is sheet.drawn else THICK
                else:
                    ink.edge[edge] = CROSS


class Regions(Part):
    """Thick lines that part the board into regions; lines that end within a region mean nothing."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The walls between regions."""
        for wall in region_walls(page, sheet):
            self.give(sheet, self.role, wall, True)

    def write(self, sheet: Sheet, page: Page) -> None:
        """A line for each wall. Raises WriteError for one that parts no regions."""
        walls = sheet.given[self.role]
        region_numbers(sheet.board, walls, "the format penpa has no place for a wall within a region")
        page.problem.edge.update(dict.fromkeys(walls, THICK))


def region_walls(page: Page, sheet: Sheet) -> Sequence[Spot]:
    """The borders between regions; takes all lines of the board off the page."""
    edges = page.problem.edge
    known = frozenset(sheet.board.links)
    walls = frozenset(edge for edge, style in edges.items() if edge in known and style not in (CROSS, THIN))
    for wall in walls:
        del edges[wall]
    board = sheet.board
    region = {cell: i for i, cells in enumerate(board.regions(walls)) for cell in cells}
    return [wall for wall in sorted(walls) if len({region[cell] for cell in board.ends(wall)}) > 1]


class Assumed(Part):
    """A value that concerns the whole board, which is written into the rules: "The number of mines: 10".

    The user may tell it by one of ``names``; otherwise it is the one in the rules, the number in a text outside that
    ``found`` has, or what ``usual`` gives, of which the user is told.
    """

    def __init__(
        self, of: Role, *names: str, what: str, usual: Callable[[Sheet], Any] | None = None, found: str = ""
    ) -> None:
        self.role, self.names, self.what, self.usual, self.found = role_name(of), names, what, usual, found

    def read(self, page: Page, sheet: Sheet) -> None:
        """The value."""
        written = page.take(self.what, "[0-9]{1,6}")
        told = next((page.options[name] for name in self.names if page.options.get(name) is not None), written)
        if told is not None:
            if not is_number(str(told), 6):
                raise FormatError(f"{self.names[0]} is no number", expected="a number", found=shown(str(told)))
            sheet.set(self.role, int(told), *sheet.where["size", None])
            return
        texts = page.problem.number if self.found else {}
        for spot in [spot for spot in texts if not page.inside(spot)]:
            match = re.fullmatch(self.found, texts[spot].text)
            if match is not None:
                del texts[spot]
                sheet.set(self.role, int(match["n"]), *sheet.where["size", None])
                return
        if self.usual is not None:
            value = self.usual(sheet)
            sheet.set(self.role, value, *sheet.where["size", None])
            sheet.warnings.append(f"the link does not tell {self.what}; it is taken to be {value}")

    def write(self, sheet: Sheet, page: Page) -> None:
        """A text above the grid, if it would be found there, or a line of the rules."""
        value = sheet.numbers.get(self.role)
        if value is None:
            return
        text = f"★{value}"
        if self.found and re.fullmatch(self.found, text):
            page.problem.number[Spot(-1, -1)] = InkText(text)
        else:
            page.tell(self.what, value)
