"""Nonograms of other programs: .non and webpbn's XML, both also in colours. Lists of runs are in ``nonogram_lists``.

A file declares its colours. A puzzle has some of the colours of its genre, and each of the file becomes the nearest one
that no other has become.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer, Key, Layer, ValueLayer
from ..language.puzzle import About, Puzzle, PuzzleError, State
from ..logic.ticks import ticking
from .dialect import MAX_CELLS, Dialect, Reading, Shelf
from .errors import FormatError, Line, WriteError, is_number, shown, split_lines
from .json_and_xml import Element, load_xml
from .roles.sheet import above_and_left
from .sources import found_puzzles

RunLengths = list[tuple[int, ...]]
BlockKey = tuple[int, str]
"""A block: its length, and the key of its colour in the file."""
NUMBERS = re.compile(r"[0-9]{1,6}(?:[ \t,]+[0-9]{1,6})*[ \t]*,?", re.ASCII)
_KEY = re.compile(r"([a-z]+)(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
_SIZE = re.compile(r"[0-9]{1,5}", re.ASCII)


class NonogramFile(Dialect):
    """A genre that is written as runs: ``clue`` on the sides, ``shade`` on the cells."""

    holds_partial = False

    def __init__(
        self, format: str, clue: GivenLayer, shade: Layer, colours: Key[str] | None = None,
        palette: Mapping[str, NonogramColour] | None = None,
    ) -> None:
        super().__init__("nonogram" if colours is None else IN_COLOURS)
        self.format, self.clue, self.shade, self.colours = format, clue, shade, colours
        self.palette = palette or {}

    def letters(self, inks: Mapping[str, NonogramColour], line: int) -> dict[str, str]:
        """The letters of the palette for the colours of a file: those of the same name, then the nearest ones.

        Raises FormatError if the file has more colours than the palette.
        """
        if len(inks) > len(self.palette):
            most = f"at most {len(self.palette)}"
            raise FormatError("the puzzle has too many colours", line, 0, most, str(len(inks)), code="too-large")
        names = {ink.name: letter for letter, ink in self.palette.items()}
        found = {key: names[ink.name] for key, ink in inks.items() if ink.name in names}
        pairs = sorted((ink.far_from(other), key, letter) for key, ink in inks.items()
                       for letter, other in self.palette.items())
        for _, key, letter in pairs:
            if key not in found and letter not in found.values():
                found[key] = letter
        return {key: found[key] for key in inks}


def nonogram_dialects(clue: GivenLayer, shade: AnswerLayer) -> tuple[NonogramFile, ...]:
    """The dialects of a genre in all these formats."""
    return tuple(NonogramFile(format, clue, shade) for format in ("non", "webpbn", "nonogram-lists"))


def coloured_dialects(
    clue: GivenLayer, shade: ValueLayer, colours: Key[str], palette: Mapping[str, NonogramColour]
) -> tuple[NonogramFile, ...]:
    """The dialects of a genre with colours. A block of its clues is a length with a letter of the palette: ``3r``."""
    return tuple(NonogramFile(format, clue, shade, colours, palette) for format in ("non", "webpbn"))


IN_COLOURS = "nonogram in colours"
"""The name of genres with colours in these formats."""


class NonogramColour(NamedTuple):
    """A colour: its name, and ``#rrggbb``."""

    name: str
    rgb: str

    def far_from(self, other: NonogramColour) -> int:
        """How different two colours look, roughly."""
        one, two = bytes.fromhex(self.rgb[1:]), bytes.fromhex(other.rgb[1:])
        red, green, blue = (a - b for a, b in zip(one, two, strict=True))
        return 2 * red * red + 4 * green * green + 3 * blue * blue

    @staticmethod
    def of(name: str, text: str) -> NonogramColour | None:
        """A colour with a name, from ``#rgb``, ``rrggbb`` and the like; None for anything else."""
        digits = text.lower().removeprefix("#")
        if len(digits) == 3:
            digits = "".join(2 * digit for digit in digits)
        return NonogramColour(name.lower(), f"#{digits}") if re.fullmatch("[0-9a-f]{6}", digits) else None


BLACK = NonogramColour("black", "#000000")


class Nonogram(NamedTuple):
    """The runs of rows and columns, the picture if it is known, and the metadata."""

    rows: Sequence[tuple[Any, ...]]
    columns: Sequence[tuple[Any, ...]]
    goal: Sequence[Any] = ()
    """The cells: True, or the key of a colour; False; None for a doubtful one."""
    about: About = About()
    inks: Mapping[str, NonogramColour] = {}
    """The colours, if there are other ones than black; then each run is a ``BlockKey``."""


def reading_of(nonogram: Nonogram, shelf: Shelf, format: str, line: int = 0) -> Reading:
    """The puzzle of some runs. Raises FormatError."""
    genre, dialect = _dialect(shelf, format, bool(nonogram.inks))
    rows, columns, goal, about, inks = nonogram
    keys = {}
    if inks:
        letters = dialect.letters(inks, line)
        rows, columns = ([tuple(f"{n}{letters[key]}" for n, key in blocks) for blocks in lines]
                         for lines in (rows, columns))
        goal = [letters.get(cell, dialect.shade.look.nothing if cell is False else None) for cell in goal]
        keys = {dialect.colours.name: "".join(letters.values())}
    _check_size(len(columns), len(rows), line)
    board = Rect.of(len(rows), len(columns))
    clues = dict(zip(above_and_left(len(rows), len(columns)), (*columns, *rows), strict=True))
    try:
        puzzle = Puzzle.of(genre, board, {dialect.clue.name: clues}, keys, about=about)
    except PuzzleError as fault:
        raise FormatError(str(fault), line, code="bad-value") from None
    answer = None
    warnings: tuple[str, ...] = ()
    if goal:
        if len(goal) == len(board.cells) and None not in goal:
            marks = dict(zip(board.cells, goal, strict=True))
            answer = State.of(puzzle, {dialect.shade.name: marks})
        else:
            warnings = ("the picture in the file is not whole, so it is left out",)
    return Reading(puzzle, answer, warnings, format)


def _dialect(shelf: Shelf, format: str, coloured: bool) -> tuple[type[Genre], Any]:
    """The genre of nonograms with or without colours, and its dialect. Raises FormatError if there is none."""
    for genre, dialect in shelf.dialects(format, IN_COLOURS if coloured else "nonogram"):
        return genre, dialect
    raise FormatError("no genre is told in this format", code="no-genre")


def _check_size(width: int, height: int, line: int) -> None:
    if width < 1 or height < 1 or width * height > MAX_CELLS:
        wanted, found = f"1 to {MAX_CELLS} cells", f"{width} x {height}"
        raise FormatError("a board of this size is not supported", line, 0, wanted, found, code="too-large")


def _nonogram(puzzle: Puzzle, dialect: NonogramFile, answer: State | None) -> Nonogram:
    """The runs of a puzzle. Raises WriteError for what they cannot express."""
    board = puzzle.board
    if not isinstance(board, Rect) or board.holes:
        raise WriteError("the format has boards without missing cells only")
    odd = next((name for name, marks in puzzle.given.items() if marks and name != dialect.clue.name), None)
    if odd is not None:
        raise WriteError(f"the format has no place for {odd}")
    clues: Mapping[Spot, Any] = puzzle.given.get(dialect.clue.name, {})
    sides = above_and_left(board.n_rows, board.n_cols)
    if set(clues) != set(sides):
        raise WriteError("the format needs a clue above every column and on the left of every row, and no others")
    goal = () if answer is None else [answer.get(dialect.shade.name, cell) for cell in board.cells]
    known = int if dialect.colours is None else str
    unknown = next((side for side in sides if not all(isinstance(n, known) for n in clues[side])), None)
    if unknown is not None:
        raise WriteError(f"the format has no runs of unknown length, such as one of {board.line_name(unknown)}")
    runs = [clues[side] for side in sides]
    inks = {}
    if dialect.colours is not None:
        runs = [tuple((int(block[:-1]), block[-1]) for block in blocks) for blocks in runs]
        goal = [False if cell == dialect.shade.look.nothing else cell for cell in goal]
        inks = {letter: dialect.palette[letter] for letter in puzzle.keys[dialect.colours.name]}
    return Nonogram(runs[board.n_cols :], runs[: board.n_cols], goal, puzzle.about, inks)


def runs_in(line: Line) -> tuple[int, ...]:
    """The runs of a line, which are none for a blank line or 0. Raises FormatError."""
    text = line.text.strip()
    if not text:
        return ()
    if not NUMBERS.fullmatch(text):
        at = next((i for i, char in enumerate(line.text) if not (char.isdigit() or char in " \t,")), 0)
        colour = line.text[at : at + 1].isalpha()
        what = "these are not runs" + (" but blocks in colours, which only .non and XML files have" if colour else "")
        raise line.error(what, at, expected="numbers", found=shown(text), code="other-rules" if colour else "malformed")
    runs = tuple(int(word) for word in re.split(r"[ \t,]+", text) if word)
    return () if runs == (0,) else runs


_BLOCKS = re.compile(r"(?:[0-9]{1,6}[A-Za-z]?(?:[ \t,]+|$))+", re.ASCII)


def _blocks(line: Line, inks: Mapping[str, NonogramColour]) -> tuple[BlockKey, ...]:
    """The blocks of a line, such as ``3r,2b``. Raises FormatError."""
    text = line.text.strip()
    if text in ("", "0"):
        return ()
    if not _BLOCKS.fullmatch(text):
        expected = "numbers, each with the letter of a colour"
        raise line.error("these are not blocks", expected=expected, found=shown(text))
    found = [(int(n), key or _default(inks)) for n, key in re.findall(r"([0-9]+)([A-Za-z]?)", text)]
    odd = next((key for _, key in found if key not in inks), None)
    if odd is not None:
        at = next((found.start() for found in re.finditer("[A-Za-z]", line.text)), 0)
        told = f"one of {', '.join(inks)}" if inks else "color lines before the lists"
        raise line.error(f"the colour {odd!r} is not declared", at, expected=told, code="unknown-colour")
    return tuple(found)


def _default(inks: Mapping[str, NonogramColour]) -> str:
    """The key of the colour of blocks without one: black, or else the first."""
    return next((key for key, ink in inks.items() if ink.rgb == BLACK.rgb), next(iter(inks), ""))


_LONGEST = 400_000
"""The maximum length of a line, and of a file in lines."""


def whole_lines(text: str) -> list[Line]:
    """The lines of a text. Raises FormatError for too many or too long ones."""
    if text.count("\n") > _LONGEST:
        raise FormatError("the text has too many lines", expected=f"at most {_LONGEST}", code="too-large")
    lines = split_lines(text)
    long = next((line for line in lines if len(line.text) > _LONGEST), None)
    if long is not None:
        raise long.error("the line is too long", expected=f"at most {_LONGEST} characters", code="too-large")
    return lines


# -- .non -------------------------------------------------------------------------------------------------------------


class NonFormat:
    """Lines with keys: ``width 5``, ``height 5``, ``rows``, ``columns``, and others."""

    name = "non"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return all(re.search(rf"(?m)^[ \t]*{key}\b", text[:65536]) for key in ("width", "height", "(?:rows|columns)"))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzles of a text. Raises FormatError."""
        del options
        bundle: list[list[Line]] = [[]]
        for line in whole_lines(text):
            if line.text.strip() == "====":
                bundle.append([])
            else:
                bundle[-1].append(line)
        parts = [lines for lines in bundle if any(line.text.strip() for line in lines)]
        if not parts:
            raise FormatError("the text holds no puzzle", expected="width and height", code="empty")
        found_puzzles(len(parts))
        return [reading_of(_NonReader(lines).nonogram(), shelf, self.name, lines[0].number) for lines in ticking(parts)]

    def write(self, puzzle: Puzzle, dialect: NonogramFile, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        rows, columns, goal, about, inks = _nonogram(puzzle, dialect, answer)
        lines = [f"{key} {_quoted(text)}" for key, text in (("title", about.title), ("by", about.author)) if text]
        lines += [f"{key} {_quoted(text)}" for key, text in map(_credit, about.credits)]
        lines += [f"width {len(columns)}", f"height {len(rows)}"]
        lines += [f"color {letter} {ink.rgb}" for letter, ink in inks.items()]
        for key, lists in (("rows", rows), ("columns", columns)):
            words = ([f"{run[0]}{run[1]}" if inks else str(run) for run in runs] for runs in lists)
            lines += ["", key, *(",".join(own) or "0" for own in words)]
        if goal:
            lines += ["", f'goal "{"".join(cell if inks and cell else "01"[bool(cell)] for cell in goal)}"']
        return "\n".join([*lines, ""])


_CREDITS = ("catalogue", "copyright", "license")


def _credit(text: str) -> tuple[str, str]:
    """The key and the text of a credit; the default key is copyright."""
    key, colon, rest = text.partition(": ")
    return (key, rest) if colon and key in _CREDITS else ("copyright", text)


def _quoted(text: str) -> str:
    return '"' + html.escape(" ".join(text.split()), quote=True) + '"'


class _NonReader:
    """Reads the lines of one puzzle."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines, self._at = lines, 0
        self._sizes: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._lists: dict[str, list[Line]] = {}
        self._inks: dict[str, NonogramColour] = {}

    def nonogram(self) -> Nonogram:
        """The nonogram. Raises FormatError."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            found = _KEY.fullmatch(line.text.strip())
            if found is not None:
                self._take(found[1].lower(), (found[2] or "").strip(), line)
        last = self._lines[-1]
        for key in ("rows", "columns"):
            if key not in self._lists:
                raise last.error(f"there are no {key}", expected=key, code="cut-short")
        credits = tuple(f"{key}: {self._texts[key]}" for key in _CREDITS if self._texts.get(key))
        about = About(self._texts.get("title", ""), self._texts.get("by", ""), credits)
        has_letters = any(re.search(r"\d[A-Za-z]", line.text) for lines in self._lists.values() for line in lines)
        inks = self._inks if any(ink.rgb != BLACK.rgb for ink in self._inks.values()) else {}

        def read(line: Line) -> tuple[Any, ...]:
            if not inks and not has_letters:
                return runs_in(line)
            blocks = _blocks(line, self._inks)
            return blocks if inks else tuple(n for n, _ in blocks)

        rows, columns = ([*map(read, self._lists[key]), ()][: self._sizes[size]]
                         for key, size in (("rows", "height"), ("columns", "width")))
        known = {"0": False, "1": _default(inks) or True, **{key: key if inks else True for key in self._inks}}
        goal = self._texts.get("goal", "").replace(" ", "")
        cells = [known[cell] for cell in goal] if known.keys() >= set(goal) else [None]
        return Nonogram(rows, columns, cells, about, inks)

    def _take(self, key: str, text: str, line: Line) -> None:
        if key in ("width", "height"):
            if not _SIZE.fullmatch(text) or int(text) < 1:
                raise line.error(f"the {key} is no number", expected="a number from 1 on", found=shown(text))
            self._sizes[key] = int(text)
            _check_size(self._sizes.get("width", 1), self._sizes.get("height", 1), line.number)
        elif key in ("rows", "columns"):
            self._lists[key] = self._list(key, line)
        elif key == "color":
            letter, _, code = text.partition(" ")
            ink = NonogramColour.of("", code.strip().replace("black", "#000"))
            if ink is None or not re.fullmatch("[A-Za-z]", letter):
                expected = "a letter and a colour, such as r #ff0000"
                raise line.error("this is no colour", expected=expected, found=shown(text))
            self._inks[letter] = ink
        else:
            self._texts[key] = html.unescape(text.strip('"'))

    def _list(self, key: str, head: Line) -> list[Line]:
        size = self._sizes.get("height" if key == "rows" else "width")
        if size is None:
            raise head.error("the size is not told before the lists", expected="width and height")
        lines = self._lines[self._at : self._at + size]
        for i, line in enumerate(lines):
            if re.match(r"\s*[A-Za-z]{3}", line.text):
                what = f"there are {i} {key}"
                raise line.error(what, expected=str(size), found=shown(line.text), code="line-count")
        # An empty clue in the last line of a file looks like no line.
        if len(lines) < size - 1:
            raise head.error(f"there are {len(lines)} {key}", expected=str(size), code="line-count")
        self._at += len(lines)
        return [*lines]


# -- webpbn -----------------------------------------------------------------------------------------------------------


class WebpbnFormat:
    """Sets of puzzles in XML."""

    name = "webpbn"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return "<puzzleset" in text[:65536]

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a set. Raises FormatError."""
        del options
        root = load_xml(text)
        if root.name != "puzzleset":
            raise root.error("this is not a set of puzzles", "<puzzleset>", shown(root.name))
        puzzles = list(root.all("puzzle"))
        if not puzzles:
            raise root.error("the set holds no puzzle", "<puzzle>")
        found_puzzles(len(puzzles))
        return [reading_of(_of_element(root, puzzle), shelf, self.name, puzzle.line) for puzzle in ticking(puzzles)]

    def write(self, puzzle: Puzzle, dialect: NonogramFile, answer: State | None) -> str:
        """A set of one puzzle. Raises WriteError."""
        own_rows, own_columns, goal, about, inks = _nonogram(puzzle, dialect, answer)
        texts = [("title", about.title), ("author", about.author), *map(_credit, about.credits)]
        about_lines = [f"  <{key}>{escape(text)}</{key}>" for key, text in texts if text and key in _XML]
        about_lines += [f"  <note>{escape(text)}</note>" for key, text in texts if text and key not in _XML]
        lines = [
            '<?xml version="1.0"?>', '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">', "<puzzleset>",
            '<puzzle type="grid" defaultcolor="black" backgroundcolor="white">', *about_lines,
            '  <color name="white" char=".">fff</color>',
            *(f'  <color name="{ink.name}" char="{letter}">{ink.rgb[1:]}</color>'
              for letter, ink in (inks or {"X": BLACK}).items()),
        ]  # fmt: skip
        for kind, lists in (("columns", own_columns), ("rows", own_rows)):
            counts = ([f'<count color="{inks[run[1]].name}">{run[0]}' if inks else f"<count>{run}" for run in runs]
                      for runs in lists)
            own = (f"    <line>{''.join(f'{count}</count>' for count in line)}</line>" for line in counts)
            lines += [f'  <clues type="{kind}">', *own, "  </clues>"]
        if goal:
            width = len(own_columns)
            cells = "".join(cell if inks and cell else ".X"[bool(cell)] for cell in goal)
            rows = (cells[i : i + width] for i in range(0, len(cells), width))
            lines += ['  <solution type="goal"><image>', *(f"|{row}|" for row in rows), "  </image></solution>"]
        return "\n".join([*lines, "</puzzle>", "</puzzleset>", ""])


_XML = ("title", "author", "copyright", "id")


def _of_element(root: Element, puzzle: Element) -> Nonogram:
    """The nonogram of an element. Raises FormatError."""
    if puzzle.attributes.get("type", "grid") != "grid":
        kind = shown(puzzle.attributes["type"])
        raise puzzle.error("a board that is no rectangle of squares", "grid", kind, "other-rules")
    background = puzzle.attributes.get("backgroundcolor", "white")
    default = puzzle.attributes.get("defaultcolor", "black")
    chars = {color.attributes.get("name", ""): color.attributes.get("char", "") for color in puzzle.all("color")}
    inks = _inks(puzzle, background, default)
    clues = {part.attributes.get("type", ""): _counts(part, default, inks) for part in puzzle.all("clues")}
    known: dict[str, Any] = {chars.get(key) or "X": key for key in inks} or {chars.get(default) or "X": True}
    image = _image(puzzle, known | {chars.get(background) or ".": False})
    if not {"rows", "columns"} <= clues.keys():
        if not image or any(cell is None for row in image for cell in row):
            raise puzzle.error("the puzzle has neither clues nor a picture", '<clues type="rows"> and "columns"')
        columns = [_runs_of(column) for column in zip(*image, strict=True)]
        clues = {"rows": [_runs_of(row) for row in image], "columns": columns}
    texts = [puzzle.text_of(name) or root.text_of(name) for name in ("title", "author")]
    more = ((name, puzzle.text_of(name) or root.text_of(name)) for name in ("copyright", "source", "id", "note"))
    credits = tuple(f"{name}: {text}" for name, text in more if text)
    return Nonogram(clues["rows"], clues["columns"], [cell for row in image for cell in row],
                    About(texts[0], texts[1], credits), inks)  # fmt: skip


def _inks(puzzle: Element, background: str, default: str) -> dict[str, NonogramColour]:
    """The colours of a puzzle by name; none if there is only the default one. Raises FormatError."""
    inks = {}
    for color in puzzle.all("color"):
        name = color.attributes.get("name", "")
        ink = NonogramColour.of(name, color.text.strip())
        if ink is None and name not in (background, default):
            raise color.error("this is no colour", "six hexadecimal digits", shown(color.text))
        if name != background:
            inks[name] = ink or BLACK
    used = {count.attributes.get("color", default) for clues in puzzle.all("clues") for line in clues.all("line")
            for count in line.all("count")}
    if default in used and default not in inks:
        inks[default] = BLACK
    return inks if inks.keys() - {default} else {}


def _counts(clues: Element, default: str, inks: Mapping[str, NonogramColour]) -> list[tuple[Any, ...]]:
    lines = []
    for line in clues.all("line"):
        runs: list[Any] = []
        for count in line.all("count"):
            name = count.attributes.get("color", default)
            if name != default and name not in inks:
                told = ", ".join(inks or [default])
                raise count.error(f"the colour {shown(name)} is not declared", told, code="unknown-colour")
            text = count.text.strip()
            if not is_number(text, 6):
                raise count.error("this is not a run", "a number", shown(text))
            if text != "0":
                runs.append((int(text), name) if inks else int(text))
        lines.append(tuple(runs))
    return lines


def _image(puzzle: Element, known: Mapping[str, Any]) -> list[list[Any]]:
    """The rows of the picture, with None for uncertain cells; empty if there is none."""
    solutions = [part for part in puzzle.all("solution") if part.attributes.get("type", "goal") == "goal"]
    image = solutions[0].first("image") if solutions else None
    if image is None:
        return []
    rows = [[known.get(cell) for cell in re.findall(r"\[[^\]]*\]|.", text)]
            for text in re.findall(r"\|([^|\n]*)\|", image.text)]
    if len({len(row) for row in rows}) > 1:
        raise image.error("the rows of the picture differ in length")
    return rows


def _runs_of(line: Iterable[Any]) -> tuple[Any, ...]:
    """The runs of a line of the picture, or its blocks if it has colours."""
    runs = ((cell, len(list(run))) for cell, run in groupby(line) if cell)
    return tuple(n if cell is True else (n, cell) for cell, n in runs)
