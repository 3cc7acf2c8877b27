"""Texts of puzzlekit, its JSON files, and the pages of janko.at, from which most of them come.

In all of them a puzzle is rows of items separated by blanks. The notation of a genre lists the parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from typing import Any, Final

from ...language.genre import Genre
from ...language.puzzle import About, Puzzle, State
from ..dialect import MAX_CELLS, Reading, Shelf
from ..errors import FormatError, Line, WriteError, is_number, shown, split_lines
from ..json_and_xml import json_text, load_json, place_of
from ..roles import LazyDialect
from ..roles.puzzles import check_written, reading_of, rectangle_of, sheet_of
from ..roles.sheet import Sheet
from ..sources import check_lines, each
from .notation import ItemLines, Notation

_SIZE = re.compile(r"\s*([0-9]{1,6})[ \t]+([0-9]{1,6})((?:[ \t]+\S{1,9}){0,2})[ \t]*")


class PuzzleKitFormat:
    """Texts, whose genre the option ``genre`` names, and JSON files."""

    name = "puzzlekit"

    def sniff(self, text: str) -> bool:
        """Whether a text is JSON of this kind; the bare texts look like others, too."""
        return text.lstrip().startswith("{") and '"problem"' in text and '"data"' in text and '"name"' in text

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        check_lines(text)
        if text.lstrip().startswith("{"):
            return _of_json(text, shelf, options)
        name = options.get("genre")
        if not name:
            what = "a text of puzzlekit does not tell its genre"
            raise FormatError(what, expected="the genre: --genre NAME, or gw.read(..., genre=NAME)", code="no-genre")
        return [reading_of_text(text, None, *genre_of_name(shelf, self.name, str(name)), shelf)]

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        if answer is not None:
            raise WriteError("texts of puzzlekit have no place for an answer; puzzlekit-json has")
        return texts_of(puzzle, dialect, None)[0] + "\n"


class PuzzleKitJsonFormat:
    """JSON files with one puzzle, its genre and its answer. They are read as ``puzzlekit``."""

    name = "puzzlekit-json"

    def sniff(self, text: str) -> bool:
        """Never: the other format reads them."""
        del text
        return False

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        return _of_json(text, shelf, options)

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The file. Raises WriteError."""
        problem, solution = texts_of(puzzle, dialect, answer)
        about = puzzle.about
        record = {"problem": problem, "solution": solution, "source": "".join(about.credits[:1]), "info": about.author}
        name = written_name(puzzle.genre, dialect, problem)
        told = {"count": 1, "count_sol": int(answer is not None), "name": name, "data": {about.title or "1": record}}
        return json_text(told) + "\n"


def written_name(genre: type[Genre], dialect: LazyDialect, problem: str) -> str:
    """The name of a genre in JSON files."""
    notation: Notation = dialect.notation_in(genre)
    lines = problem.split("\n")
    has_areas = len(lines) > int(lines[0].split()[0]) + 1
    return (notation.with_areas if has_areas else "") or notation.written or dialect.names[0]


# -- genres -----------------------------------------------------------------------------------------------------------


def genre_of_name(shelf: Shelf, format: str, name: str) -> tuple[type[Genre], Any]:
    """The genre of a name of this family, or of one of ours. Raises FormatError."""
    known = next(iter(shelf.dialects(format, name)), None)
    if known is not None:
        return known
    near = shelf.near(format, name)
    same = next((one for one in near if one.casefold() == re.sub(r"[\W_]+", "", name).casefold()), None)
    if same is not None:
        return next(iter(shelf.dialects(format, same)))
    try:
        genre = shelf.genre(name)
    except LookupError:
        wanted = " or ".join(near) if near else "a genre that is known in this format"
        what = "no genre of this name is known"
        raise FormatError(what, expected=wanted, found=shown(name), code="unknown-genre") from None
    dialect = next((one for one in genre.dialects if one.format == format), None)
    if dialect is None:
        raise FormatError(f"{genre.name} is no genre of this format", code="unknown-genre")
    return genre, dialect


def with_smaller(shelf: Shelf, format: str, known: tuple[type[Genre], Any], size: tuple[int, int], extra: str) -> Any:
    """The genre to which puzzles belong whose number behind the size is smaller than the side, if that is another."""
    genre, dialect = known
    other = dialect.notation_in(genre).if_smaller
    if other and extra.isdigit() and int(extra) < size[1]:
        return next(iter(shelf.dialects(format, other)), known)
    return known


# -- reading ----------------------------------------------------------------------------------------------------------


def _of_json(text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
    """The puzzles of a file. Raises FormatError."""
    told = load_json(text)
    data = told.get("data") if isinstance(told, dict) else None
    name = told.get("name") or options.get("genre") if isinstance(told, dict) else None
    if not isinstance(data, dict) or not data or not isinstance(name, str):
        raise FormatError("this is not a puzzlekit file", expected='"name" and "data": {ID: {"problem": ...}}')
    genre, dialect = genre_of_name(shelf, PuzzleKitFormat.name, name)

    def reading(entry: tuple[str, Any]) -> Reading:
        key, record = entry
        problem = record.get("problem") if isinstance(record, dict) else None
        if not isinstance(problem, str):
            line, column = place_of(text, ("data", key))
            raise FormatError("this puzzle lacks its text", line, column, '"problem": "..."', code="bad-value")
        solution = record.get("solution")
        try:
            found = reading_of_text(problem, solution if isinstance(solution, str) else None, genre, dialect, shelf)
        except FormatError as fault:
            line, column = place_of(text, ("data", key, "problem"))
            what = f"{fault.what} (line {fault.line} of the text of {key})" if fault.line else fault.what
            raise FormatError(what, line, column, fault.expected, fault.found, code=fault.code) from None
        source, author = (record.get(part) for part in ("source", "info"))
        about = About(
            "" if key == "1" else key, author if isinstance(author, str) else "",
            (source,) if isinstance(source, str) and source else (),
        )  # fmt: skip
        return replace(found, puzzle=replace(found.puzzle, about=about))

    return each(list(data.items()), reading)


def reading_of_text(
    text: str, solution: str | None, genre: type[Genre], dialect: LazyDialect, shelf: Shelf
) -> Reading:
    """The puzzle of a text, with the answer of another. Raises FormatError."""
    lines = split_lines(text)
    while lines and not lines[0].text.strip():
        lines = lines[1:]
    size = _SIZE.fullmatch(lines[0].text) if lines else None
    if size is None:
        found = shown(lines[0].text) if lines else "nothing"
        raise FormatError("the text does not begin with its size", 1, 1, "ROWS COLUMNS", found)
    n_rows, n_cols, extra = int(size[1]), int(size[2]), size[3].split()
    genre, dialect = with_smaller(shelf, dialect.format, (genre, dialect), (n_rows, n_cols), "".join(extra[:1]))
    notation = dialect.notation_in(genre)
    sheet = _sheet(lines, solution, (n_rows, n_cols), extra, notation)
    return reading_of(sheet, notation, genre, dialect, About())


def _sheet(
    lines: Sequence[Line], solution: str | None, size: tuple[int, int], extra: Sequence[str], notation: Notation
) -> Sheet:
    """The sheet of the lines of a problem and a solution. Raises FormatError."""
    sheet = blank_sheet(*size, lines[0])
    read_problem(ItemLines(lines[1:]), sheet, notation, extra, lines[0])
    if solution is not None and solution.strip():
        read_solution(solution, sheet, notation)
    return sheet


def blank_sheet(n_rows: int, n_cols: int, line: Line) -> Sheet:
    """A sheet of that size. Raises FormatError."""
    if min(n_rows, n_cols) < 1 or n_rows * n_cols > MAX_CELLS:
        wanted = f"1 to {MAX_CELLS} cells"
        raise line.error("a board of this size is not supported", expected=wanted, found=f"{n_rows} x {n_cols}")
    sheet = Sheet(n_rows, n_cols)
    sheet.where["size", None] = line, 0
    return sheet


def read_extra(words: Sequence[str], sheet: Sheet, notation: Notation, line: Line) -> None:
    """Reads what follows the size. Raises FormatError."""
    if words and notation.extra is None:
        raise line.error("nothing stands behind the size in this genre", found=shown(" ".join(words)))
    if len(words) > 1:
        diagonal = "the numbers on the diagonals differ, too, and the genre has no such rule"
        what = diagonal if words[1] == "D" else "the size has too many parts"
        raise line.error(what, found=shown(words[1]), code="variant")
    if words and notation.extra is not None:
        notation.extra.read(words[0], sheet, line)


def read_problem(source: ItemLines, sheet: Sheet, notation: Notation, extra: Sequence[str], line: Line) -> None:
    """Reads the sections in order. Raises FormatError."""
    read_extra(extra, sheet, notation, line)
    for section in notation.problem:
        section.piece.read(source, sheet)
    while not source.done:
        left = source.line()
        if left is not None and left.text.strip():
            raise left.error("something stands behind the end of the puzzle", found=shown(left.text), code="too-long")


def read_solution(text: str, sheet: Sheet, notation: Notation) -> None:
    """Reads the answer, which repeats the size. Raises FormatError."""
    lines = [line for line in split_lines(text) if line.text.strip()]
    if lines and _SIZE.fullmatch(lines[0].text) and len(lines) > sheet.n_rows:
        lines = lines[1:]
    for section in notation.solution:
        section.piece.read(ItemLines(lines), sheet)


# -- writing ----------------------------------------------------------------------------------------------------------


def texts_of(puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> tuple[str, str]:
    """The text of a puzzle, and that of its answer; "" if there is none. Raises WriteError."""
    board = rectangle_of(puzzle, dialect)
    notation = dialect.notation_in(puzzle.genre)
    sheet = sheet_of(puzzle, answer, notation, dialect)
    size = f"{board.n_rows} {board.n_cols}"
    head = size if notation.extra is None else f"{size} {notation.extra.told(sheet)}"
    body = [line.rstrip(" ") for section in notation.problem for line in section.piece.write(sheet)]
    problem = "\n".join([head, *body])
    sections = notation.solution if answer is not None else ()
    solved = [line.rstrip(" ") for section in sections for line in section.piece.write(sheet)]
    solution = "\n".join([head, *solved]) if answer is not None else ""

    def reread() -> Sheet:
        lines = split_lines(problem)
        return _sheet(lines, solution, (board.n_rows, board.n_cols), head.split()[2:], notation)

    check_written(sheet, reread, puzzle, answer, notation, dialect)
    return problem, solution


# -- janko.at ---------------------------------------------------------------------------------------------------------

_SECTION = re.compile(r"\s*\[([a-z]{3,12})\]\s*")
_KEY = re.compile(r"\s*([a-z]{3,12})[ \t]+(\S.*)")
_PARAMETER = re.compile(
    r"""name\s*=\s*["']?([a-z]{1,9})(\d{0,3})["']?\s+value\s*=\s*["']([^"'\n]{0,2000})["']""", re.IGNORECASE
)
_TAG = re.compile(r"<[^<>\n]{1,400}>")
_PARTS: Final = ("problem", "areas", "clabels", "rlabels", "labels", "nodes", "solution", "moves", "end")


class JankoFormat:
    """One puzzle of a page. The genre comes from the page or from the reader's option ``genre``."""

    name = "janko"

    def sniff(self, text: str) -> bool:
        """Whether some line of a text is the head of a section, or a parameter of an applet."""
        found = (_SECTION.fullmatch(line) for line in text[:1_000_000].splitlines())
        if any(one is not None and one[1] in _PARTS[:4] for one in found):
            return True
        return "<applet" in text.lower() and _PARAMETER.search(text) is not None

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzle of a page. Raises FormatError."""
        check_lines(text)
        page = _JankoPage(text)
        name = str(options.get("genre") or page.keys.get("puzzle", ("", Line("", 1)))[0])
        if not name:
            what = "the page does not tell its genre"
            raise FormatError(what, expected="a line 'puzzle NAME', or --genre NAME", code="no-genre")
        return [_reading(page, *genre_of_name(shelf, self.name, name), shelf)]

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """Raises WriteError: pages are read only."""
        del puzzle, dialect, answer
        raise WriteError("pages of janko.at are read only; their texts are those of puzzlekit")


class _JankoPage:
    """The keys and the sections of a page."""

    def __init__(self, text: str) -> None:
        self.keys: dict[str, tuple[str, Line]] = {}
        self.sections: dict[str, list[Line]] = {}
        current = ""
        for line in split_lines(text):
            line.text = unescape(_TAG.sub("", line.text)) if "<" in line.text or "&" in line.text else line.text
            section = _SECTION.fullmatch(line.text)
            if section is not None and section[1] in _PARTS:
                current = section[1]
                if current == "end":
                    break
                self.sections.setdefault(current, [])
            elif current:
                self.sections[current].append(line)
            else:
                key = _KEY.fullmatch(line.text)
                if line.text.strip() == "begin":  # what was before is the rest of the page
                    self.keys.clear()
                elif key is not None:
                    self.keys[key[1]] = key[2].strip(), line
        if not self.sections:
            self._applet(text)
        for lines in self.sections.values():
            while lines and not lines[-1].text.strip():
                lines.pop()

    def _applet(self, text: str) -> None:
        """The parameters of a very old page: one for each row."""
        for found in _PARAMETER.finditer(text):
            line = Line(unescape(found[3]), text.count("\n", 0, found.start()) + 1, 0)
            if found[1].lower() == "p" and found[2]:
                self.sections.setdefault("problem", []).append(line)
            else:
                self.keys[found[1].lower() + found[2]] = found[3].strip(), line

    def number(self, *names: str) -> tuple[int, Line] | None:
        """The number of the first key that there is."""
        for name in names:
            word, line = self.keys.get(name, ("", Line("", 1)))
            if word:
                first = word.split()[0]
                if not is_number(first, 6):
                    raise line.error("this is not a number", expected=f"{name} and a number", found=repr(word[:20]))
                return int(first), line
        return None

    def about(self) -> About:
        """The metadata of the page."""
        told = {name: self.keys[name][0] for name in ("title", "author", "source", "info") if name in self.keys}
        credits = tuple(told[name] for name in ("source",) if name in told)
        info = (told["info"],) if "info" in told else ()
        return About(told.get("title", ""), told.get("author", ""), credits, "", info)


def _reading(page: _JankoPage, genre: type[Genre], dialect: LazyDialect, shelf: Shelf) -> Reading:
    """The puzzle of a page. Raises FormatError."""
    n_rows, n_cols, line = _size(page)
    notation = dialect.notation_in(genre)
    words = _extra(page, notation)
    genre, dialect = with_smaller(shelf, JankoFormat.name, (genre, dialect), (n_rows, n_cols), "".join(words))
    sheet = blank_sheet(n_rows, n_cols, line)
    read_extra(words, sheet, notation, line)
    for name in dict.fromkeys(section.name for section in notation.problem):
        lines = _lines(page, name, notation)
        source = ItemLines(lines or ())
        for section in notation.problem if lines is not None else ():
            if section.name == name:
                section.piece.read(source, sheet)
    if notation.on_pages is not None:
        notation.on_pages(sheet)
    solution = page.sections.get("solution", [])
    if solution:
        read_solution("\n".join(one.text for one in solution), sheet, notation)
    return reading_of(sheet, notation, genre, dialect, page.about())


def _lines(page: _JankoPage, name: str, notation: Notation) -> Sequence[Line] | None:
    """The lines of a section; None for one that a page may leave out. Raises FormatError for a required one.

    If other sections hold a puzzle, the one with its cells may be missing.
    """
    names = ("problem", "labels") if name == "problem" else (name,)
    found = next((page.sections[one] for one in names if one in page.sections), None)
    others = any(section.name in page.sections for section in notation.problem)
    if found is None and name and not (others and name in ("problem", "areas")):
        raise FormatError(f"the page lacks its section [{name}]", expected=f"[{name}]", code="cut-short")
    return found if found is not None or name == "problem" else ()


def _size(page: _JankoPage) -> tuple[int, int, Line]:
    """The rows and the columns. Raises FormatError if neither a key nor a section has them."""
    side = page.number("size")
    told_rows, told_cols = page.number("rows") or side, page.number("cols") or side
    if told_rows and told_cols:
        return told_rows[0], told_cols[0], told_rows[1]
    rows = next((page.sections[name] for name in ("problem", "areas") if page.sections.get(name)), None)
    if not rows:
        raise FormatError("the page does not tell the size", expected="size N, or rows N and cols N", code="cut-short")
    return len(rows), len(rows[0].text.split()), rows[0]


def _extra(page: _JankoPage, notation: Notation) -> list[str]:
    """The value of the key that the genre has; none if it is missing."""
    names = notation.extra.keys if notation.extra is not None else ()
    return [page.keys[name][0].split()[0] for name in names if name in page.keys][:1]
