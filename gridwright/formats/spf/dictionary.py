"""Reads and writes one dictionary as a dialect declares it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import Key
from ...language.puzzle import About, Drawing, Frozen, Puzzle, PuzzleError, State
from ...language.validation import at_spot, check_keys
from ...logic.ticks import tick
from ..dialect import MAX_CELLS, Reading, is_full, merged, spots_of
from ..errors import FormatError, Line, WriteError
from ..layout import Diagram, Grow, Left, MarksByLayer, read_drawing, refuse, write_drawing
from ..postscript import Entry, Envelope, Writable, new_envelope
from .declaration import POSITION_KEYS, SpfDeclaration
from .entries import (
    SpfSource,
    about_values,
    integer,
    is_same_type,
    lines,
    plain,
    position_value,
    read_about,
    read_position,
    rect_of,
    strings,
    struck_value,
    version,
    wrong_value,
)

_MAX_SIZE = 1000  # digits, or slots for clues
_NARROW = 400  # characters; lines of diagrams up to this width may lack any number of trailing blanks
_WIDEST_EXAMPLE = 60  # characters of a row that an error shows
_MAX_WIDENING = 10  # how many times as wide as its longest line a wider diagram may be
_MAX_DRAWINGS = 1000  # in the array of one key
_MAX_DRAWN = 10_000  # cells of these drawings together


class SpfReader:
    """Reads one dictionary as a dialect declares it.

    The constructor raises FormatError for a missing diagram, and the methods for everything else.
    """

    def __init__(self, dialect: SpfDeclaration, envelope: Envelope) -> None:
        self.dialect, self.envelope = dialect, envelope
        self.pages = {key: lines(envelope, key) for key in dialect.diagrams}
        self.warnings: list[str] = []

    def read(self, genre: type[Genre]) -> Reading:
        """The puzzle and its answer."""
        values = self._values()
        sizes = self.sizes(values)
        keys = self.dialect.keys.items()
        values |= {own.name: sizes[key] for key, own in keys if sizes.get(key, own.default) != own.default}
        board = self.dialect.board(*self._shape(sizes))
        self._check_width(board, sizes)
        if self.dialect.holes:
            empty = self.dialect.diagrams["puzzle"].empty_cells(self.pages["puzzle"], board, sizes)
            board = Rect.of(board.n_rows, board.n_cols, empty)
        self._check_keys(Puzzle(genre, board, keys=Frozen(values)))
        self.warnings += self.envelope.mistaken_keys(self.dialect.known_keys)
        parts: list[MarksByLayer] = []
        for key, diagram in self.dialect.diagrams.items():
            marks, warnings = _read_page(diagram, self.pages[key], board, sizes, self.warnings)
            parts.append(marks)
            self.warnings += warnings
        given = parts[0] if len(parts) == 1 else merged(parts)
        try:
            puzzle = Puzzle.of(genre, board, given, values, read_about(self.envelope), SpfSource(self.envelope))
        except PuzzleError as fault:
            raise self._placed(fault, board, sizes) from None
        answer = self._state(puzzle, sizes)
        return Reading(puzzle, answer, tuple(self.warnings), self.dialect.format)

    def _check_width(self, board: Rect, sizes: Mapping[str, int]) -> None:
        """Raises FormatError for a board that is far wider than its diagram, before anything of that size is made."""
        narrow, wanted, wide = _narrow(self.dialect.diagrams["puzzle"], self.pages["puzzle"], board, sizes)
        if wanted > max(_NARROW, _MAX_WIDENING * wide):
            entry = self.envelope.get("size" if self.dialect.square else "X")
            error = self.envelope.error if entry is None else entry.error
            raise error(narrow, code="too-large")

    def _check_keys(self, puzzle: Puzzle) -> None:
        """Raises FormatError for a value outside the domain of its key, before diagrams that depend on it are read."""
        try:
            check_keys(puzzle)
        except PuzzleError as fault:
            raise self._wrong_key(fault) from None

    def _wrong_key(self, fault: PuzzleError) -> FormatError:
        key = next(key for key, own in self.dialect.keys.items() if own.name == fault.key)
        entry = self.envelope.get(key)
        if entry is None:  # the value was inferred from the diagram
            return self.envelope.error(f"this is not a value of /{key}", expected=fault.expected, found=fault.found)
        return wrong_value(entry, fault.path, fault.expected)

    def _placed(self, fault: PuzzleError, board: Rect, sizes: Mapping[str, int]) -> FormatError:
        """The error for what the genre's declarations exclude, at its place in the file."""
        if fault.key:
            return self._wrong_key(fault)
        if fault.spot is None:
            return self.envelope.error(fault.what, expected=fault.expected, code="bad-value")
        what = at_spot(fault, board)
        diagrams = self.dialect.diagrams.items()
        for key, diagram in [item for item in diagrams if fault.layer in item[1].layers] or diagrams:
            error = diagram.fault_at((fault.layer, fault.spot), self.pages[key], board, sizes, what, fault.expected)
            if error is not None:
                return error
        return self.envelope.error(what, expected=fault.expected, found=fault.found, code="bad-value")

    def _state(self, puzzle: Puzzle, sizes: Mapping[str, int]) -> State | None:
        """The marks of ``/solution`` and ``/position``, and the candidates of ``/struck``; None without these keys."""
        answer = self.answer(puzzle, sizes)
        if all(self.envelope.get(key) is None for key in POSITION_KEYS):
            return answer
        marks, struck = read_position(puzzle, self.envelope)
        return State.of(puzzle, {**marks, **(answer.marks if answer is not None else {})}, struck)

    def answer(self, puzzle: Puzzle, sizes: Mapping[str, int]) -> State | None:
        """The answer that ``/solution`` shows; None if there is no such key."""
        entry = self.envelope.get("solution")
        if entry is None or entry.value is None:
            return None
        state, warnings = solution_of(self.dialect, puzzle, strings(entry), sizes)
        self.warnings += warnings
        return state

    def _values(self) -> dict[str, Any]:
        """The values of the genre's keys."""
        out: dict[str, Any] = {}
        for key, own in self.dialect.keys.items():
            entry = self.envelope.get(key)
            if entry is None or entry.value is None:
                if key in self.dialect.required:
                    raise self.envelope.missing(key)
                continue
            value = self._drawn(entry) if key in self.dialect.drawings else plain(entry.value)
            wrong = own.domain.mismatch(value) if own.domain.constant else None
            if wrong is not None:
                raise wrong_value(entry, wrong.path, wrong.expected)
            out[own.name] = value
        return out

    def _drawn(self, entry: Entry) -> tuple[Drawing, ...]:
        """The drawings of an array of diagrams."""
        if not isinstance(entry.value, list):
            raise entry.error(f"/{entry.key} holds no diagrams", expected="an array of diagrams", code="bad-value")
        if len(entry.value) > _MAX_DRAWINGS:
            wanted, found = f"at most {_MAX_DRAWINGS}", str(len(entry.value))
            raise entry.error(f"/{entry.key} holds too many diagrams", expected=wanted, found=found, code="too-large")
        drawings: list[Drawing] = []
        left = _MAX_DRAWN
        for i, item in enumerate(entry.value):
            tick()
            items = item if isinstance(item, list) else []
            lines = [line for line in items if isinstance(line, Line)]
            if not lines or len(lines) < len(items):
                raise entry.error("this is not a diagram", i, expected="an array of strings", code="bad-value")
            drawing, warnings = read_drawing(self.dialect.drawings[entry.key], lines, left)
            drawings.append(drawing)
            left -= len(drawing.board.cells)
            self.warnings += warnings
        return tuple(drawings)

    def sizes(self, values: Mapping[str, Any]) -> dict[str, int]:
        """The numbers on which the sizes of the diagrams depend: given, inferred from the diagram, or the default.

        ``values`` are those of the genre's keys.
        """
        out: dict[str, int] = {}
        missing = []
        for name in sorted(self.dialect.sizes):
            own = self.dialect.keys.get(name)
            entry = self.envelope.get(name)
            if own is not None and own.name in values and type(values[own.name]) is int:
                out[name] = values[own.name]
            elif entry is not None and entry.value is not None:
                out[name] = integer(entry, 1 if name == "digits" else 0)
            elif name == "digits":
                out[name] = self.dialect.digits
            else:
                missing.append(name)
                if own is not None and isinstance(own.default, int):
                    out[name] = own.default
        for name in missing:
            inferred = self.dialect.diagrams["puzzle"].inferred(name, self.pages["puzzle"], out)
            if inferred is not None:
                out[name] = inferred
            elif name not in out:
                raise self.envelope.missing(name)
        for name, size in out.items():
            entry = self.envelope.get(name)
            if not 0 <= size <= _MAX_SIZE and entry is not None:
                raise entry.error(f"/{name} is out of all bounds", expected=f"0 to {_MAX_SIZE}", found=str(size),
                                  code="too-large")
        return out

    def _shape(self, sizes: Mapping[str, int]) -> tuple[int, int]:
        """The numbers of rows and columns."""
        square = self.dialect.square
        shape: list[int] = []
        for axis, name in enumerate("YX"):
            keys = ("size", name) if square else (name, "size")
            given = [entry for key in keys if (entry := self.envelope.get(key)) is not None and entry.value is not None]
            counts = [integer(entry, 1) for entry in given]
            if len(set(counts)) > 1:
                what = f"/{given[1].key} {counts[1]} contradicts /{given[0].key} {counts[0]}"
                raise given[1].error(what, expected=str(counts[0]), found=str(counts[1]), code="bad-value")
            count = self.dialect.diagrams["puzzle"].count(axis, self.pages["puzzle"], sizes, begun=True)
            if not counts and count is None:
                raise self.envelope.missing(keys[0])
            shape.append(counts[0] if counts else count or 0)
        rows, columns = shape
        if rows * columns > MAX_CELLS:
            entry = self.envelope.get("size" if square else "Y")
            error = self.envelope.error if entry is None else entry.error
            what = f"a board of {columns} x {rows} cells is too large"
            raise error(what, expected=f"at most {MAX_CELLS} cells", code="too-large")
        return rows, columns


def alternative(
    dialect: SpfDeclaration, puzzle: Puzzle, lines: Sequence[Line], sizes: Mapping[str, int]
) -> Diagram:
    """The diagram of a solution with as many lines as these."""
    for diagram in dialect.solutions:
        if diagram.size(rect_of(puzzle), sizes)[1] == len(lines):
            return diagram
    return dialect.solutions[0]


def solution_of(
    dialect: SpfDeclaration, puzzle: Puzzle, lines: Sequence[Line], sizes: Mapping[str, int]
) -> tuple[State, list[str]]:
    """The answer that the lines of a solution show, and warnings. Raises FormatError."""
    diagram = alternative(dialect, puzzle, lines, sizes)
    marks, warnings = diagram.read(lines, rect_of(puzzle), sizes)
    return State.of(puzzle, _completed(puzzle, marks, diagram)), warnings


def _read_page(
    diagram: Diagram, page: Sequence[Line], board: Rect, sizes: Mapping[str, int], known: Sequence[str]
) -> tuple[MarksByLayer, list[str]]:
    """The marks of a diagram, whose lines may lack trailing blanks, and warnings.

    Raises FormatError, with the warnings that may explain the error; ``known`` are those from before.
    """
    words, wanted, wide = _narrow(diagram, page, board, sizes)
    narrow = [words] * (wide < wanted)
    try:
        marks, warnings = diagram.read(page, board, sizes)
    except FormatError as fault:
        notes = "; ".join((*narrow, *(known or _hints(diagram, page, board, sizes))))
        raise replace(fault, what=f"{fault.what} ({notes})" if notes else fault.what) from None
    return marks, warnings + narrow


def _hints(diagram: Diagram, page: Sequence[Line], board: Rect, sizes: Mapping[str, int]) -> Iterator[str]:
    """What may be meant by a diagram that cannot be read: wider numbers, or several rows in one string."""
    wide, (wanted, high) = max((len(line.text) for line in page), default=0), diagram.size(board, sizes)
    if len(page) == 1 < high and wanted <= _WIDEST_EXAMPLE:
        rows = [page[0].text[i : i + wanted] for i in range(0, wide, wanted)]
        yield f"each row needs its own parentheses: [ {' '.join(f'({row:{wanted}})' for row in rows[:3])} ... ]"
        return
    digits = sizes.get("digits", 0)
    meant = next((n for n in (2, 3) if diagram.size(board, {**sizes, "digits": n})[0] == wide), 0)
    if digits and digits < meant:
        columns = f"the diagram is {wide} characters wide, and {board.n_cols} columns take {wanted}"
        yield f"{columns}; for numbers of {meant} digits add /digits {meant}"


def _narrow(diagram: Diagram, page: Sequence[Line], board: Rect, sizes: Mapping[str, int]) -> tuple[str, int, int]:
    """The warning about a diagram that is narrower than the board, its proper width, and its real one."""
    wanted, wide = diagram.size(board, sizes)[0], max((len(line.text) for line in page), default=0)
    return f"the diagram is {wide} characters wide, and {board.n_cols} columns take {wanted}", wanted, wide


def _completed(puzzle: Puzzle, marks: MarksByLayer, diagram: Diagram) -> MarksByLayer:
    """The marks on answer layers, including those that the diagram shows by blanks."""
    out: MarksByLayer = {}
    for name in puzzle.genre.answer_layers:
        own = marks.get(name, {})
        if name in diagram.absent:
            own = dict.fromkeys(spots_of(puzzle, [name])[name], diagram.absent[name]) | own
        out[name] = own
    return out


# -- writing ----------------------------------------------------------------------------------------------------------

_MAX_GROWTH = 40  # how often digits, or slots for clues, are added; all sensible values fit long before


class SpfWriter:
    """Writes one puzzle as a dialect declares it, into the envelope that it was read from, if any."""

    def __init__(self, dialect: SpfDeclaration, puzzle: Puzzle) -> None:
        """Raises FormatError if the diagrams of the envelope cannot be read any more."""
        self.dialect, self.puzzle = dialect, puzzle
        self.source = self._source()
        self._reader = SpfReader(dialect, self.source) if self.source is not None else None
        self._known = self._reader.sizes(puzzle.keys) if self._reader is not None else {}
        """The sizes of the diagrams in the source."""

    def write(self, answer: State | None) -> Envelope:
        """The dictionary. Raises WriteError."""
        puzzle, source = self.puzzle, self.source
        self._check_keys()
        values = self._values(answer)
        if source is None:
            about = about_values(puzzle.about, About())
            values = {key: value for key, value in values.items() if value is not None}
            return new_envelope({"type": self.dialect.names[0], "sol": False, **about, **values})
        values.update(about_values(puzzle.about, read_about(source)))
        values.update({key: None for key in POSITION_KEYS if key not in values and source.get(key) is not None})
        if values.get("solution") is None and source.get("solution") is not None:
            values["solution"] = None
            if source.get("sol") is not None:
                values["sol"] = False
        return source.with_values(values)

    def solution_lines(self, answer: State) -> list[str]:
        """The strings of ``/solution``; see ``Spf.solution_lines``. Raises WriteError."""
        board, solution = rect_of(self.puzzle), self.dialect.solutions[0]
        of_same_size = [diagram for diagram in self.dialect.diagrams.values() if diagram.names & solution.names]

        def make(sizes: dict[str, int]) -> dict[str, Writable]:
            for diagram in of_same_size:
                diagram.check_room(board, sizes, self.puzzle.given)
            return self._kept(answer, sizes) or self._solution(answer, sizes)

        lines = self._grown(make)["solution"]
        if not isinstance(lines, list):
            lines = [lines]
        return [line.text if isinstance(line, Line) else str(line) for line in lines]

    def _source(self) -> Envelope | None:
        """The envelope that the puzzle was read from, if it is one of this dialect."""
        source = self.puzzle.source
        if not isinstance(source, SpfSource):
            return None
        kind = source.envelope.get("type")
        same = kind is not None and isinstance(kind.value, Line) and any(
            is_same_type(kind.value.text, name) for name in self.dialect.names
        )
        return source.envelope if same and version(source.envelope) == self.dialect.version else None

    def _check_keys(self) -> None:
        dialect = self.dialect
        known = {key.name for key in dialect.keys.values()}
        for name in self.puzzle.keys:
            if name not in known:
                raise WriteError(f"the format has no place for {name} = {self.puzzle.keys[name]!r}")
        for file_name, key in dialect.keys.items():
            if file_name in dialect.required and key.name not in self.puzzle.keys:
                raise WriteError(f"the format needs to know {key.name}")

    def _values(self, answer: State | None) -> dict[str, Writable]:
        """The values of all keys of the dialect; with a source, only of those that it has or needs."""
        puzzle, source, dialect = self.puzzle, self.source, self.dialect
        board = rect_of(puzzle)
        shape = (board.n_rows, board.n_rows if dialect.square else board.n_cols)
        if not dialect.holes and dialect.board(*shape) != board:
            raise WriteError(_unlike(board, dialect.board(*shape)))
        values: dict[str, Writable] = {}
        if dialect.version != 1 and source is None:
            values["format"] = dialect.version
        rows, columns = shape
        sizes = {"X": columns, "Y": rows, "size": rows if rows == columns else None}
        wanted = ("size",) if dialect.square else ("X", "Y")
        has = wanted if source is None else [name for name in sizes if source.get(name) is not None]
        values.update({name: sizes[name] for name in has})
        for name, key in dialect.keys.items():
            if key.name in puzzle.keys:
                value = puzzle.keys[key.name]
                diagram = dialect.drawings.get(name)
                values[name] = value if diagram is None else [write_drawing(diagram, drawing) for drawing in value]
            elif source is not None and source.get(name) is not None:
                values[name] = None
        made = self._grown(lambda sizes: self._pages(answer, sizes))
        values.update({name: v for name, v in made.items() if source is None or v != self._known.get(name)})
        return values

    def _grown(self, make: Callable[[dict[str, int]], dict[str, Writable]]) -> dict[str, Writable]:
        """The smallest sizes that suffice, at least those of the source, and what ``make`` returns for them."""
        names = self.dialect.sizes
        fixed = {name: self._fixed(key) for name, key in self.dialect.keys.items() if name in names}
        sizes = {name: self._known.get(name, 1) for name in sorted(names)} | fixed
        for _ in range(_MAX_GROWTH):
            try:
                pages = make(sizes)
            except Grow as need:
                growing = need.names - fixed.keys()
                if not growing:
                    raise WriteError(str(need)) from None
                for name in growing:
                    sizes[name] += 1
            else:
                return {**{name: n for name, n in sizes.items() if name not in fixed}, **pages}
        raise WriteError("the clues are too large for any diagram")

    def _fixed(self, key: Key[Any]) -> int:
        value = self.puzzle.keys.get(key.name, key.default)
        if not isinstance(value, int):
            raise WriteError(f"the format needs to know {key.name}")
        return value

    def _pages(self, answer: State | None, sizes: dict[str, int]) -> dict[str, Writable]:
        """All diagrams."""
        board = rect_of(self.puzzle)
        pages: dict[str, Writable] = {}
        left: Left | None = None
        for key, diagram in self.dialect.diagrams.items():
            pages[key], rest = diagram.write(board, sizes, self.puzzle.given)
            left = rest if left is None else left & rest
        refuse(left or set(), board)
        if answer is not None:
            pages.update(self._answer(answer, sizes))
        return pages

    def _answer(self, answer: State, sizes: dict[str, int]) -> dict[str, Writable]:
        """An answer as a diagram or as a list of marks, and the candidates that are struck out."""
        struck = struck_value(answer)
        values = self._kept(answer, sizes) or self._diagram_or_marks(answer, sizes)
        return {**values, **({} if struck is None else {"struck": struck})}

    def _diagram_or_marks(self, answer: State, sizes: dict[str, int]) -> dict[str, Writable]:
        """The diagram, unless it cannot show which marks are missing."""
        if is_full(answer):
            return self._solution(answer, sizes)
        with suppress(WriteError):
            diagram = self._solution(answer, sizes)
            if self._shown(diagram["solution"], sizes).marks == answer.marks:
                return diagram
        return {"position": position_value(answer)}

    def _kept(self, answer: State, sizes: dict[str, int]) -> dict[str, Writable] | None:
        """The diagram of the source, if it shows this very answer."""
        entry = self.source.get("solution") if self.source is not None else None
        if self._reader is None or entry is None or entry.value is None:
            return None
        try:
            known = self._reader.answer(self.puzzle, self._known)
        except FormatError:
            return None  # the puzzle has changed since it was read, so the solution no longer fits
        same = known is not None and known.marks == answer.marks
        return {"solution": entry.value} if same and all(sizes[name] == n for name, n in self._known.items()) else None

    def _shown(self, solution: Writable, sizes: Mapping[str, int]) -> State:
        """The answer that a reader would see in a solution."""
        lines = solution if isinstance(solution, list) else [solution]
        texts = [line if isinstance(line, Line) else Line(str(line), 0) for line in lines]
        return solution_of(self.dialect, self.puzzle, texts, sizes)[0]

    def _solution(self, answer: State, sizes: dict[str, int]) -> dict[str, Writable]:
        """The diagram of an answer, by the alternative that the source uses."""
        board, puzzle = rect_of(self.puzzle), self.puzzle
        diagram = self.dialect.solutions[0]
        entry = self.source.get("solution") if self.source is not None else None
        if self._reader is not None and entry is not None and entry.value is not None:
            with suppress(FormatError):
                diagram = alternative(self.dialect, puzzle, strings(entry), self._known)
        answers = puzzle.genre.answer_layers
        beside = {name: marks for name, marks in puzzle.given.items() if name not in answers}
        lines, left = diagram.write(board, sizes, answer.marks, beside, full=True)
        refuse(left, board)
        return {"solution": lines}


def _unlike(board: Rect, expected: Rect) -> str:
    """Why a board cannot be written, as the format implies another one."""
    missing = sorted(board.holes - expected.holes)
    if not missing:
        return "the format cannot express the shape of this board"
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"the format cannot leave out cells, and this board lacks {board.name(missing[0])}{more}"
