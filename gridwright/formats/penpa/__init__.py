"""Penpa+ (penpa-edit): links that contain a drawing and optionally its solution.

The editor knows no rules: a link says what is drawn, and the notation of a genre says what the marks mean. ``ink``
holds what is drawn; ``page`` packs and unpacks links and places the drawing on a board; ``parts`` read marks into the
roles of a ``Sheet`` and draw them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ...board.board import Spot
from ...language.genre import Genre
from ...language.puzzle import About, Puzzle, State
from ..dialect import Reading, Shelf, genre_called
from ..errors import FormatError, Line, is_number, shortened
from ..json_and_xml import load_json
from ..roles import LazyDialect
from ..roles.puzzles import check_written, reading_of, rectangle_of, sheet_of
from ..roles.sheet import Sheet
from ..sources import first_line, read_links
from .ink import CROSS, THIN, Ink, InkText, Nook, Symbol, edge_ends, line_ends
from .notation import Notation
from .page import PREFIX, Page, packed, page_of, parameters_of, query_in, text_of, written_out
from .parts import DARK, DRAWN, PAINT

_FEW = 4
"""An answer has more marks than a part of rows and columns; fewer are a solver's first steps."""
_NOWHERE = Line("", 0, 0), 0
"""Positions in the text inside a link mean nothing to someone who sees the link."""


class PenpaFormat:
    """Links, one on each line. The genre comes from the reader's option ``genre`` or from the link's tags."""

    name = "penpa"

    def sniff(self, text: str) -> bool:
        """Whether the first line of a text that is not a comment has a link."""
        return bool(query_in(first_line(text)))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        return read_links(text, lambda line: _reading(line, shelf, options))

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The link of a puzzle; with an answer it is a link for solving, and the editor compares a solver's marks with
        the answer. Raises WriteError."""
        notation = dialect.notation_in(puzzle.genre)
        sheet = sheet_of(puzzle, answer, notation, dialect)
        page = _drawn(sheet, notation, puzzle, dialect)
        checks = {name: True for part in notation.parts for name in part.checks} if answer is not None else {}
        mode, tool = next(((part.mode, part.tool) for part in notation.parts if part.mode), ("number", "Number Normal"))
        text = text_of(page, checks, mode, tool)
        solution = solution_text(page) if answer is not None else ""

        def reread() -> Sheet:
            again = page_of(text, {})
            if solution:
                _take_solution(again, solution)
            return _sheet(again, notation, {})

        check_written(sheet, reread, puzzle, answer, notation, dialect)
        if answer is None:
            return f"{PREFIX}m=edit&p={packed(text)}\n"
        return f"{PREFIX}m=solve&p={packed(text)}&a={packed(solution)}\n"


# -- reading ----------------------------------------------------------------------------------------------------------


def _reading(line: str, shelf: Shelf, options: Mapping[str, Any]) -> Reading:
    """The puzzle of a link. Raises FormatError."""
    query = query_in(line)
    if not query:
        raise FormatError("this is not a Penpa+ link", expected="a link with m=edit&p=... or m=solve&p=...")
    told = parameters_of(query)
    page = page_of(told.drawing, options)
    genre, dialect = _genre_of(page, shelf)
    notation = dialect.notation_in(genre)
    if told.solution:
        _take_solution(page, told.solution)
    elif page.answer.marks <= (page.n_rows + page.n_cols) // _FEW:
        page.answer = type(page.answer)()
    sheet = _sheet(page, notation, options)
    _check_left_over(page, sheet, genre)
    about = page.about
    sheet.is_ours = "\n".join(about.description) == genre.task
    if sheet.is_ours:
        about = About(about.title, about.author, about.credits)
    reading = reading_of(sheet, notation, genre, dialect, about)
    several = "the link holds several solutions, and none is compared"
    return reading if not page.several else Reading(
        reading.puzzle, None, (*reading.warnings, several), reading.format
    )  # fmt: skip


def _take_solution(page: Page, solution: str) -> None:
    """Takes what the editor compares with a solver's marks as the answer, if that is a single one."""
    ink = solution_ink(page, solution)
    page.answer = page.answer if ink is None else ink


def _genre_of(page: Page, shelf: Shelf) -> tuple[type[Genre], Any]:
    """The genre that the user named, or one of the tags. Raises FormatError."""
    named = page.options.get("genre")
    for name in [str(named)] if named else page.tags:
        known = next(iter(shelf.dialects(PenpaFormat.name, name.casefold())), None)
        if known is not None:
            return known
        try:
            return genre_called(shelf, PenpaFormat.name, name, "is not read from drawings of Penpa+")
        except FormatError:
            if named:
                raise
    what = "a link of Penpa+ tells what is drawn, and not which genre it is"
    hint = f" (its title is {shortened(page.about.title, 60)!r})" if page.about.title else ""
    raise FormatError(what + hint, expected="the genre: --genre NAME, or gw.read(..., genre=NAME)", code="no-genre")


def _sheet(page: Page, notation: Notation, options: Mapping[str, Any]) -> Sheet:
    """The sheet of a page. Raises FormatError."""
    page.options = options
    if notation.framed:
        _take_in_frame(page)
    sheet = Sheet(page.n_rows, page.n_cols)
    sheet.where["size", None] = _NOWHERE
    for hole in page.holes:
        sheet.give("hole", hole, True, *sheet.where["size", None])
    for part in notation.parts:
        part.read(page, sheet)
    return sheet


def _take_in_frame(page: Page) -> None:
    """Makes the row above and the column at the left a part of the board, if clues stand there."""
    ink = page.problem
    places = [*ink.symbol, *(nook.cell for nook in ink.nook)]
    above, left = (int(any(place[i] == -1 for place in places)) for i in (0, 1))
    if not above and not left:
        return
    page.n_rows, page.n_cols = page.n_rows + above, page.n_cols + left
    page.top, page.left = page.top - above, page.left - left
    for layer in (page.problem, page.answer):
        layer.move(2 * above, 2 * left)


def _check_left_over(page: Page, sheet: Sheet, genre: type[Genre]) -> None:
    """Warns of decoration that was not read. Raises FormatError for what changes the rules."""
    ink = page.problem
    inside = page.inside
    foreign = {symbol.name for spot, symbol in ink.symbol.items() if inside(spot)}
    told = [f"symbols {', '.join(sorted(foreign))}"] if foreign else []
    told += [word for word, some in (("cages", ink.cages or ink.dashes), ("thermometers", ink.thermos)) if some]
    told += [word for word in ink.others if word != "slanted lines"]
    told += ["lines between cells"] if any(inside(link) for link in ink.line) else []
    told += ["texts in corners of cells"] if any(inside(nook.cell) for nook in ink.nook) else []
    numbers = sorted(spot for spot in ink.number if inside(spot) and ink.number[spot].text.strip())
    told += [f"the text {ink.number[numbers[0]].text!r} at {sheet.board.name(numbers[0])}"] if numbers else []
    if told:
        what = f"this drawing has {', '.join(told)}, which {genre.name} does not have; they may stand for other rules"
        raise FormatError(what, code="variant")
    outside = [text.text.strip() for spot, text in ink.number.items() if not inside(spot) and text.text.strip()]
    colours = any(inside(spot) for spot in ink.surface)
    edges = set(sheet.board.links)
    lines = any(style not in (CROSS, THIN) for spot, style in ink.edge.items() if spot in edges)
    warnings = {
        "texts beside the board are left out: " + ", ".join(map(repr, outside[:3])): bool(outside),
        "colours of cells are left out": colours,
        "lines on the board are left out": lines or bool(ink.diagonal) or "slanted lines" in ink.others,
    }
    sheet.warnings += [warning for warning, is_true in warnings.items() if is_true]


# -- writing ----------------------------------------------------------------------------------------------------------


def _drawn(sheet: Sheet, notation: Notation, puzzle: Puzzle, dialect: LazyDialect) -> Page:
    """The page of a sheet, with margins for what stands outside."""
    board = rectangle_of(puzzle, dialect)
    sheet.where.setdefault(("size", None), _NOWHERE)
    about = puzzle.about
    if not about.description:
        about = About(about.title, about.author, about.credits, "", (puzzle.genre.task,))
    page = Page(board.n_rows, board.n_cols, holes=board.holes, about=about, tags=(notation.tag or dialect.names[0],))
    for part in notation.parts:
        part.write(sheet, page)
    ink = page.problem
    places = [*ink.number, *ink.symbol, *ink.line]
    page.top, page.left = (max((1 - place[i]) // 2 for place in (*places, (1, 1))) for i in (0, 1))
    page.bottom = max(0, *((place[0] + 1) // 2 - board.n_rows for place in (*places, (1, 1))))
    page.right = max(0, *((place[1] + 1) // 2 - board.n_cols for place in (*places, (1, 1))))
    return page


_SHADE, _LINES, _EDGES, _WALLS, _NUMBERS, _SYMBOLS = range(6)
_DOUBLE: Final = 30
"""The style of a double line."""
_LETTERS: Final = {"E": "star", "F": "tents", "G": "math", "H": "sun_moon", "I": "sun_moon", "A": "circle_M"}
"""The symbols that are compared, by the letter behind their style."""
_WORD: Final = re.compile(r"(\d{1,9}),(\d{1,3})([A-Z])")
_PAIR: Final = re.compile(r"(\d{1,9}),(\d{1,9}),([12])")


def solution_ink(page: Page, text: str) -> Ink | None:
    """The marks of a solution; None if there are several. Raises FormatError."""
    told = load_json(text if text.lstrip().startswith("[") and "z" not in text else written_out(text))
    if not isinstance(told, list) or page.several or not all(isinstance(part, list) for part in told):
        return None
    parts: list[list[Any]] = [*told, *([] for _ in range(6 - len(told)))]
    ink = Ink()
    for word in parts[_SHADE]:
        number, colour = (word[0], word[1]) if isinstance(word, list) and len(word) > 1 else (word, PAINT)
        ink.surface[_spot(page, number)] = colour if type(colour) is int else PAINT
    for kind, marks in ((_LINES, ink.line), (_EDGES, ink.edge)):
        for word in parts[kind]:
            _stroke(page, ink, kind, word, marks)
    for word in parts[_NUMBERS]:
        number, comma, told_text = str(word).partition(",")
        if comma:
            ink.number[_spot(page, number)] = InkText(told_text)
    for word in parts[_SYMBOLS]:
        found = _WORD.fullmatch(str(word))
        if found is not None and found[3] in _LETTERS:
            name, style = _LETTERS[found[3]], int(found[2])
            ink.symbol[_spot(page, found[1])] = Symbol(name, 3 if found[3] == "H" else style)
    return ink


def _spot(page: Page, number: object) -> Spot:
    word = str(number)
    if not is_number(word):
        raise FormatError("this is not a place of the solution", expected="a number", found=repr(word)[:40])
    place = page.place(int(word))
    return place.cell if isinstance(place, Nook) else place


def _stroke(page: Page, ink: Ink, kind: int, word: Any, marks: dict[Spot, int]) -> None:
    found = _PAIR.fullmatch(str(word))
    if found is None:
        raise FormatError("this is not a line of the solution", expected="'a,b,1'", found=repr(word)[:40])
    a, b = sorted((_spot(page, found[1]), _spot(page, found[2])))
    if kind == _EDGES and abs(a.y - b.y) == abs(a.x - b.x) == 2:
        ink.diagonal[a, b] = DRAWN
    else:
        marks[Spot((a.y + b.y) // 2, (a.x + b.x) // 2)] = _DOUBLE if found[3] == "2" else DRAWN


def solution_text(page: Page) -> str:
    """The solution that the answer of a page is."""
    ink, number = page.answer, page.number

    def pairs(marks: Iterable[tuple[tuple[Spot, Spot], int]]) -> list[str]:
        found = []
        for ends, style in marks:
            a, b = sorted(map(number, ends))
            found.append(f"{a},{b},{2 if style == _DOUBLE else 1}")
        return sorted(found)

    edges = [*((edge_ends(spot), style) for spot, style in ink.edge.items()), *ink.diagonal.items()]
    parts: list[list[str]] = [
        sorted(str(number(spot)) for spot, colour in ink.surface.items() if colour in DARK),
        pairs((line_ends(spot), style) for spot, style in ink.line.items()), pairs(edges), [],
        sorted(f"{number(spot)},{text.text}" for spot, text in ink.number.items()),
        sorted(f"{number(spot)},{_symbol_word(symbol)}" for spot, symbol in ink.symbol.items() if _symbol_word(symbol)),
    ]  # fmt: skip
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False)


def _symbol_word(symbol: Symbol) -> str:
    name, style = symbol
    if name == "sun_moon":
        return "3H" if style == 3 else f"{style}I"
    letter = {"star": "E", "tents": "F", "math": "G", "math_G": "G", "circle_M": "A"}.get(name, "")
    return f"{1 if name == 'star' else style}{letter}" if letter else ""
