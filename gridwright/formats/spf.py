"""The Standard Puzzle Format: a PostScript dictionary around diagrams of characters.

The container is the business of ``postscript``, the diagrams are that of ``layout``; here the keys of the dictionary
and the parts of a puzzle are brought together.

What was read keeps its form when it is written again: prolog, epilog, unknown keys, the order and the spelling of all.
Only ``/puzzle`` is encoded anew, so that a sloppy diagram comes back in canonical form and a canonical one as it was.
``/solution`` is kept as it was as long as it tells the answer that is to be written, because authors decorate it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from ..language.board import Rect, Spot
from ..language.drawing import Drawing
from ..language.genre import About, Frozen, Genre, Key, Layer, Puzzle, State
from ..language.validation import PuzzleError, at_spot, check_keys
from .deadline import check_time
from .dialect import MAX_CELLS, Dialect, Reading, Shelf, merged
from .errors import FormatError, Line, WriteError, shown
from .layout import Diagram, Grow, Left, Marks, read_drawing, refuse, write_drawing
from .postscript import (
    Entry,
    Envelope,
    Name,
    Procedure,
    Value,
    Writable,
    looks_like_spf,
    new_envelope,
    read_envelopes,
    written,
)

__all__ = ["Field", "Lists", "Spf", "SpfFormat", "SpfSource"]

_MAX_SIZE = 1000  # digits, or slots for clues
_MAX_DRAWINGS = 1000  # in the array of one key
_MAX_GROWTH = 40  # so many digits, or slots for clues, that anything fits that makes sense


@dataclass(frozen=True)
class SpfSource:
    """What a puzzle keeps of the file it was read from."""

    envelope: Envelope
    format: str = "spf"


class Field:
    """A key whose value is no diagram and no plain number: an array that tells the marks of some layers."""

    @property
    def names(self) -> frozenset[str]:
        """The layers that it tells."""
        raise NotImplementedError

    def read(self, entry: Entry, board: Rect) -> Marks:
        """The marks. Raises FormatError."""
        raise NotImplementedError

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The indices that lead to the item of the array that tells the mark of a spot."""
        raise NotImplementedError

    def write(self, puzzle: Puzzle) -> Writable:
        """The value of the key; None if it is to be left away. Raises WriteError."""
        raise NotImplementedError


class Lists(Field):
    """An array with an array of numbers for each row (``left``) or column (``top``): tuples on a layer of sides.

    An empty array is an empty tuple; ``null`` means that nothing is known of the line.
    """

    def __init__(self, layer: Layer, side: str = "left") -> None:
        self.layer, self.left = layer, side == "left"

    @property
    def names(self) -> frozenset[str]:
        """The one layer."""
        return frozenset((self.layer.name,))

    def _spots(self, board: Rect) -> list[Spot]:
        if self.left:
            return [Spot(2 * i + 1, -1) for i in range(board.n_rows)]
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)]

    def read(self, entry: Entry, board: Rect) -> Marks:
        """One tuple for each array."""
        spots = self._spots(board)
        value = entry.value
        if not isinstance(value, list) or len(value) != len(spots):
            found = f"{len(value)} items" if isinstance(value, list) else "something else"
            raise entry.error(f"/{entry.key} has not one list for each line", expected=f"an array of {len(spots)}",
                              found=found)
        out: dict[Spot, Any] = {}
        for i, (spot, item) in enumerate(zip(spots, value, strict=True)):
            if item is None:
                continue
            if not isinstance(item, list) or not all(type(n) is int and n >= 0 for n in item):
                raise entry.error("this is no list of numbers", i, expected="an array of numbers")
            out[spot] = tuple(item)
        return {self.layer.name: out}

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The number of the row or column."""
        return ((spot.y if self.left else spot.x) // 2,)

    def write(self, puzzle: Puzzle) -> Writable:
        """The tuples as arrays."""
        board = puzzle.board
        if not isinstance(board, Rect):
            raise WriteError("only rectangular boards have rows and columns")
        marks: Mapping[Spot, Any] = puzzle.given.get(self.layer.name, {})
        return [None if spot not in marks else list(marks[spot]) for spot in self._spots(board)]


class Spf(Dialect):
    """How one genre is told in this format; ``names`` are its values of ``/type``.

    ``puzzle`` is the diagram of ``/puzzle``, ``more`` holds diagrams of further keys. ``solution`` is the diagram of
    ``/solution``; several are alternatives that are all read, the first being written; without it the one of the puzzle
    serves. ``keys`` are the genre's keys that stand in the file, by their own names or (in a mapping) by others; those
    in ``required`` must be there. ``drawings`` are those of them that hold an array of diagrams, of whatever sizes, and
    how these are told: such a key's value is a tuple of ``Drawing``. ``fields`` are keys that hold arrays. ``digits``
    is the default of ``/digits``. ``board`` makes a board of so many rows and columns; with ``holes`` it lacks the
    cells that are blank in ``/puzzle``. ``implied`` layers follow from others and need not be written in an answer.
    ``version`` is the value of ``/format``.
    """

    format: ClassVar[str] = "spf"

    def __init__(
        self,
        *names: str,
        puzzle: Diagram,
        solution: Diagram | Sequence[Diagram] | None = None,
        more: Mapping[str, Diagram] | None = None,
        keys: Mapping[str, Key[Any]] | Iterable[Key[Any]] = (),
        required: Iterable[str] = (),
        drawings: Mapping[str, Diagram] | None = None,
        fields: Mapping[str, Field] | None = None,
        square: bool = False,
        digits: int = 1,
        board: Callable[[int, int], Rect] = Rect.of,
        holes: bool = False,
        implied: Iterable[Layer] = (),
        version: int = 1,
    ) -> None:
        super().__init__(*names)
        self.diagrams: dict[str, Diagram] = {"puzzle": puzzle, **(more or {})}
        if solution is None:
            solution = puzzle
        self.solutions = (solution,) if isinstance(solution, Diagram) else tuple(solution)
        self._keys = keys if isinstance(keys, Mapping) else tuple(keys)
        self.required, self.fields, self.drawings = frozenset(required), dict(fields or {}), dict(drawings or {})
        self.square, self.digits, self.version = square, digits, version
        self.board, self.holes, self.implied = board, holes, tuple(implied)

    @cached_property
    def keys(self) -> Mapping[str, Key[Any]]:
        """The genre's keys by the names they have in files."""
        return self._keys if isinstance(self._keys, Mapping) else {key.name: key for key in self._keys}

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names of the keys that the sizes of the diagrams depend on."""
        return frozenset().union(*(d.names for d in (*self.diagrams.values(), *self.solutions)))

    @cached_property
    def _known_keys(self) -> frozenset[str]:
        """The names of all keys that mean something in a file."""
        shape = ("size",) if self.square else ("X", "Y")
        return ABOUT_KEYS | self.sizes | frozenset((*shape, *self.keys, *self.fields, *self.diagrams, "solution"))

    # -- reading

    def read(self, genre: type[Genre], envelope: Envelope) -> Reading:
        """The puzzle of one dictionary. Raises FormatError."""
        pages = {key: _lines(envelope, key) for key in self.diagrams}
        warnings: list[str] = []
        values = self._values(envelope, warnings)
        sizes = self._sizes(envelope, values, pages)
        values |= {own.name: sizes[key] for key, own in self.keys.items() if sizes.get(key, own.default) != own.default}
        board = self.board(*self._shape(envelope, sizes, pages["puzzle"]))
        if self.holes:
            empty = self.diagrams["puzzle"].empty_cells(pages["puzzle"], board, sizes)
            board = Rect.of(board.n_rows, board.n_cols, empty)
        self._check_keys_of(envelope, Puzzle(genre, board, keys=Frozen(values)))
        warnings += envelope.mistaken_keys(self._known_keys)
        parts: list[Marks] = []
        for key, diagram in self.diagrams.items():
            marks, told = _read_page(diagram, pages[key], board, sizes, warnings)
            parts.append(marks)
            warnings += told
        for key, field in self.fields.items():
            entry = envelope.get(key)
            if entry is not None and entry.value is not None:
                parts.append(field.read(entry, board))
        given = parts[0] if len(parts) == 1 else merged(parts)
        try:
            puzzle = Puzzle.of(genre, board, given, values, read_about(envelope), SpfSource(envelope))
        except PuzzleError as fault:
            raise self._placed(fault, envelope, pages, board, sizes) from None
        answer = self._answer(puzzle, envelope, sizes, warnings)
        return Reading(puzzle, answer, tuple(warnings), self.format)

    def _check_keys_of(self, envelope: Envelope, puzzle: Puzzle) -> None:
        """Raises FormatError for a key whose value is none of the genre's, before diagrams that may depend on it."""
        try:
            check_keys(puzzle)
        except PuzzleError as fault:
            raise self._wrong_key(fault, envelope) from None

    def _wrong_key(self, fault: PuzzleError, envelope: Envelope) -> FormatError:
        key = next(key for key, own in self.keys.items() if own.name == fault.key)
        entry = envelope.get(key)
        if entry is None:  # its value was recovered from the diagram
            return envelope.error(f"this is no value of /{key}", expected=fault.expected, found=fault.found)
        return _wrong_value(entry, fault.path, fault.expected)

    def _placed(
        self,
        fault: PuzzleError,
        envelope: Envelope,
        pages: Mapping[str, Sequence[Line]],
        board: Rect,
        sizes: Mapping[str, int],
    ) -> FormatError:
        """The error for what the genre's declarations exclude, where it stands in the file."""
        if fault.key:
            return self._wrong_key(fault, envelope)
        if fault.spot is None:
            return envelope.error(fault.what, expected=fault.expected, code="bad-value")
        what = at_spot(fault, board)
        tellers = [(key, diagram) for key, diagram in self.diagrams.items() if fault.layer in diagram.layers]
        for key, diagram in tellers or self.diagrams.items():
            found = diagram.fault_at((fault.layer, fault.spot), pages[key], board, sizes, what, fault.expected)
            if found is not None:
                return found
        for key, field in self.fields.items():
            entry = envelope.get(key)
            if fault.layer in field.names and entry is not None:
                return entry.error(what, *field.path(fault.spot), expected=fault.expected, code="bad-value")
        return envelope.error(what, expected=fault.expected, found=fault.found, code="bad-value")

    def _answer(self, puzzle: Puzzle, envelope: Envelope, sizes: Mapping[str, int], told: list[str]) -> State | None:
        """What ``/solution`` tells; None if it is not there."""
        entry = envelope.get("solution")
        if entry is None or entry.value is None:
            return None
        lines = _strings(entry)
        diagram = self._alternative(lines, puzzle, sizes)
        marks, warnings = diagram.read(lines, _rect(puzzle), sizes)
        told += warnings
        return State.of(puzzle, _completed(puzzle, marks, diagram))

    def _alternative(self, lines: Sequence[Line], puzzle: Puzzle, sizes: Mapping[str, int]) -> Diagram:
        """The diagram that a solution of so many lines is written in."""
        for diagram in self.solutions:
            if diagram.size(_rect(puzzle), sizes)[1] == len(lines):
                return diagram
        return self.solutions[0]

    def _values(self, envelope: Envelope, told: list[str]) -> dict[str, Any]:
        """The values of the genre's keys."""
        out: dict[str, Any] = {}
        for key, own in self.keys.items():
            entry = envelope.get(key)
            if entry is None or entry.value is None:
                if key in self.required:
                    raise envelope.missing(key)
                continue
            value = self._drawn(entry, told) if key in self.drawings else _plain(entry.value)
            wrong = own.domain.mismatch(value) if own.domain.constant else None
            if wrong is not None:
                raise _wrong_value(entry, wrong.path, wrong.expected)
            out[own.name] = value
        return out

    def _drawn(self, entry: Entry, told: list[str]) -> tuple[Drawing, ...]:
        """The drawings of an array of diagrams; ``told`` gets their warnings."""
        if not isinstance(entry.value, list):
            raise entry.error(f"/{entry.key} holds no diagrams", expected="an array of diagrams", code="bad-value")
        if len(entry.value) > _MAX_DRAWINGS:
            raise entry.error(f"/{entry.key} holds too many diagrams", expected=f"at most {_MAX_DRAWINGS}",
                              found=str(len(entry.value)), code="too-large")
        drawings = []
        for i, item in enumerate(entry.value):
            check_time()
            items = item if isinstance(item, list) else []
            lines = [line for line in items if isinstance(line, Line)]
            if not lines or len(lines) < len(items):
                raise entry.error("this is no diagram", i, expected="an array of strings", code="bad-value")
            drawing, warnings = read_drawing(self.drawings[entry.key], lines)
            drawings.append(drawing)
            told += warnings
        return tuple(drawings)

    def _sizes(
        self, envelope: Envelope, values: Mapping[str, Any], pages: Mapping[str, Sequence[Line]]
    ) -> dict[str, int]:
        """The numbers that the sizes of the diagrams depend on: as given, by default, or as the diagram shows them."""
        out: dict[str, int] = {}
        missing = []
        for name in sorted(self.sizes):
            own = self.keys.get(name)
            entry = envelope.get(name)
            if own is not None and own.name in values and type(values[own.name]) is int:
                out[name] = values[own.name]
            elif entry is not None and entry.value is not None:
                out[name] = _integer(entry, 1 if name == "digits" else 0)
            elif name == "digits":
                out[name] = self.digits
            else:
                missing.append(name)
                if own is not None and isinstance(own.default, int):
                    out[name] = own.default
        for name in missing:
            seen = self.diagrams["puzzle"].recovered(name, pages["puzzle"], out)
            if seen is not None:
                out[name] = seen
            elif name not in out:
                raise envelope.missing(name)
        for name, size in out.items():
            entry = envelope.get(name)
            if not 0 <= size <= _MAX_SIZE and entry is not None:
                raise entry.error(f"/{name} is out of all bounds", expected=f"0 to {_MAX_SIZE}", found=str(size),
                                  code="too-large")
        return out

    def _shape(self, envelope: Envelope, sizes: Mapping[str, int], page: Sequence[Line]) -> tuple[int, int]:
        """The numbers of rows and columns."""
        names = ("size", "size") if self.square else ("Y", "X")
        found: list[int] = []
        for axis, name in enumerate(names):
            entry = envelope.get(name)
            if entry is not None and entry.value is not None:
                found.append(_integer(entry, 1))
                continue
            count = self.diagrams["puzzle"].count(axis, page, sizes, begun=True)
            if count is None:
                raise envelope.missing(name)
            found.append(count)
        rows, columns = found
        if rows * columns > MAX_CELLS:
            what = f"a board of {columns} x {rows} cells is too large"
            entry = envelope.get(names[0])
            wanted = f"at most {MAX_CELLS} cells"
            if entry is not None:
                raise entry.error(what, expected=wanted, code="too-large")
            raise envelope.error(what, expected=wanted, code="too-large")
        return rows, columns

    # -- writing

    def write(self, puzzle: Puzzle, answer: State | None) -> Envelope:
        """The dictionary of a puzzle, in the envelope it came from if it came from one. Raises WriteError."""
        source = self._source(puzzle)
        self._check_keys(puzzle)
        values = self._written(puzzle, answer, source)
        if source is None:
            return new_envelope({"type": self.names[0], "sol": False, **told_about(puzzle.about, About()), **values})
        values.update(told_about(puzzle.about, read_about(source)))
        if answer is None and source.get("solution") is not None:
            values["solution"] = None
            if source.get("sol") is not None:
                values["sol"] = False
        return source.with_values(values)

    def solution_lines(self, puzzle: Puzzle, answer: State) -> list[str]:
        """The strings that ``/solution`` holds for an answer. Raises WriteError.

        They are as wide as in the whole dictionary. The puzzle may hold what this format cannot express; that does not
        concern its answer.
        """
        board, source = _rect(puzzle), self._source(puzzle)
        known: dict[str, int] = {}
        if source is not None:
            known = self._sizes(source, puzzle.keys, {key: _lines(source, key) for key in self.diagrams})
        beside = [diagram for diagram in self.diagrams.values() if diagram.names & self.solutions[0].names]

        def made(sizes: dict[str, int]) -> dict[str, Writable]:
            for diagram in beside:
                diagram.check_room(board, sizes, puzzle.given)
            return self._solution(puzzle, answer, source, sizes)

        lines = self._grown(puzzle, known, made)["solution"]
        if not isinstance(lines, list):
            lines = [lines]
        return [line.text if isinstance(line, Line) else str(line) for line in lines]

    def _source(self, puzzle: Puzzle) -> Envelope | None:
        """The envelope that the puzzle came from, if it is one of this dialect."""
        source = puzzle.source
        if not isinstance(source, SpfSource):
            return None
        kind = source.envelope.get("type")
        same = kind is not None and isinstance(kind.value, Line) and kind.value.text in self.names
        return source.envelope if same and _version(source.envelope) == self.version else None

    def _check_keys(self, puzzle: Puzzle) -> None:
        known = {key.name for key in self.keys.values()}
        for name in puzzle.keys:
            if name not in known:
                raise WriteError(f"the format has no place for {name} = {puzzle.keys[name]!r}")
        for file_name, key in self.keys.items():
            if file_name in self.required and key.name not in puzzle.keys:
                raise WriteError(f"the format needs to know {key.name}")

    def _written(self, puzzle: Puzzle, answer: State | None, source: Envelope | None) -> dict[str, Writable]:
        """The values of all keys that this dialect knows; with a source, of those only that it has or must get."""
        board = _rect(puzzle)
        shape = (board.n_rows, board.n_rows if self.square else board.n_cols)
        if not self.holes and self.board(*shape) != board:
            raise WriteError(_unlike(board, self.board(*shape)))
        known: dict[str, int] = {}
        if source is not None:
            known = self._sizes(source, puzzle.keys, {key: _lines(source, key) for key in self.diagrams})
        values: dict[str, Writable] = {}
        if self.version != 1 and source is None:
            values["format"] = self.version
        sizes = {"size": board.n_rows} if self.square else {"X": board.n_cols, "Y": board.n_rows}
        values.update({name: n for name, n in sizes.items() if source is None or source.get(name) is not None})
        for name, key in self.keys.items():
            if key.name in puzzle.keys:
                value = puzzle.keys[key.name]
                diagram = self.drawings.get(name)
                values[name] = value if diagram is None else [write_drawing(diagram, one) for one in value]
            elif source is not None and source.get(name) is not None:
                values[name] = None
        made = self._grown(puzzle, known, lambda sizes: self._pages(puzzle, answer, source, sizes))
        values.update({name: v for name, v in made.items() if source is None or v != known.get(name)})
        return values

    def _grown(
        self, puzzle: Puzzle, known: Mapping[str, int], make: Callable[[dict[str, int]], dict[str, Writable]]
    ) -> dict[str, Writable]:
        """What ``make`` gives for the smallest sizes that suffice, not below the known ones; with these sizes."""
        fixed = {name: self._fixed(puzzle, key) for name, key in self.keys.items() if name in self.sizes}
        sizes = {name: known.get(name, 1) for name in sorted(self.sizes)} | fixed
        for _ in range(_MAX_GROWTH):
            try:
                pages = make(sizes)
            except Grow as more:
                names = more.names - fixed.keys()
                if not names:
                    raise WriteError(str(more)) from None
                for name in names:
                    sizes[name] += 1
            else:
                return {**{name: n for name, n in sizes.items() if name not in fixed}, **pages}
        raise WriteError("the clues are too large for any diagram")

    @staticmethod
    def _fixed(puzzle: Puzzle, key: Key[Any]) -> int:
        value = puzzle.keys.get(key.name, key.default)
        if not isinstance(value, int):
            raise WriteError(f"the format needs to know {key.name}")
        return value

    def _pages(
        self, puzzle: Puzzle, answer: State | None, source: Envelope | None, sizes: dict[str, int]
    ) -> dict[str, Writable]:
        """All diagrams and arrays."""
        board = _rect(puzzle)
        pages: dict[str, Writable] = {}
        left: Left | None = None
        for key, diagram in self.diagrams.items():
            pages[key], rest = diagram.write(board, sizes, puzzle.given)
            left = rest if left is None else left & rest
        for key, field in self.fields.items():
            pages[key] = field.write(puzzle)
            left = {(name, spot) for name, spot in left or () if name not in field.names}
        refuse(left or set(), board)
        if answer is not None:
            pages.update(self._solution(puzzle, answer, source, sizes))
        return pages

    def _solution(
        self, puzzle: Puzzle, answer: State, source: Envelope | None, sizes: dict[str, int]
    ) -> dict[str, Writable]:
        """The diagram of an answer: as it was, if it was the same."""
        implied = {layer.name for layer in self.implied}
        wanted = {name: marks for name, marks in answer.marks.items() if name not in implied}
        diagram = self.solutions[0]
        entry = source.get("solution") if source is not None else None
        if source is not None and entry is not None and entry.value is not None:
            old = self._sizes(source, puzzle.keys, {key: _lines(source, key) for key in self.diagrams})
            try:
                known = self._answer(puzzle, source, old, [])
                diagram = self._alternative(_strings(entry), puzzle, old)
            except FormatError:
                known = None  # the puzzle is no longer the one of its source; then neither is the solution
            if known is not None and known.marks == wanted and all(sizes[name] == n for name, n in old.items()):
                return {"solution": entry.value}
        answers = puzzle.genre.answer_layers
        beside = {name: marks for name, marks in puzzle.given.items() if name not in answers}
        lines, left = diagram.write(_rect(puzzle), sizes, wanted, beside, full=True)
        refuse(left, _rect(puzzle))
        return {"solution": lines}


class SpfFormat:
    """Texts of the Standard Puzzle Format: one dictionary for each puzzle."""

    name = "spf"
    about = "Standard Puzzle Format: a PostScript dictionary with ASCII diagrams"

    def sniff(self, text: str) -> bool:
        """Whether there is a dictionary with a ``/type``."""
        return looks_like_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        dialects: dict[tuple[str, int], tuple[type[Genre], Any]] = {}
        readings: list[Reading] = []
        for envelope in read_envelopes(text):
            check_time()
            entry = envelope.get("type")
            if entry is None:
                raise envelope.missing("type")
            if not isinstance(entry.value, Line):
                raise entry.error("the type is no string", expected="a string", code="unknown-type")
            kind = entry.value.text, _version(envelope)
            if kind not in dialects:
                dialects[kind] = self._dialect(*kind, envelope.get("format") or entry, entry, shelf)
            genre, dialect = dialects[kind]
            readings.append(dialect.read(genre, envelope))
        return readings

    def _dialect(
        self, name: str, version: int, told: Entry, entry: Entry, shelf: Shelf
    ) -> tuple[type[Genre], Any]:
        """The genre of that name and its dialect of that version, which ``told`` tells. Raises FormatError."""
        known = []
        for genre, dialect in shelf.dialects(self.name, name):
            if dialect.version == version:
                return genre, dialect
            known.append(str(dialect.version))
        if known:
            raise told.error(f"the format of {name} is not known", expected=" or ".join(known), found=str(version),
                             code="unknown-type")
        near = [repr(other) for other in shelf.near(self.name, name)]
        raise entry.error("this type of puzzle is not known", expected=" or ".join(near), found=shown(name),
                          code="unknown-type")

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        envelope: Envelope = dialect.write(puzzle, answer)
        return envelope.text()


# -- parts ------------------------------------------------------------------------------------------------------------

ABOUT_KEYS = frozenset(("format", "type", "sol", "title", "author", "credits", "difficulty", "description"))
"""The keys that any puzzle may have."""


def _rect(puzzle: Puzzle) -> Rect:
    if not isinstance(puzzle.board, Rect):
        raise WriteError("the format's diagrams show rectangular boards only")
    return puzzle.board


def _unlike(board: Rect, expected: Rect) -> str:
    """Why a board cannot be told by a format that only knows the expected one."""
    missing = sorted(board.holes - expected.holes)
    if not missing:
        return "the format cannot express the shape of this board"
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"the format cannot leave out cells, and this board lacks {board.name(missing[0])}{more}"


def _version(envelope: Envelope) -> int:
    entry = envelope.get("format")
    return 1 if entry is None or entry.value is None else _integer(entry, 1)


def _integer(entry: Entry, least: int) -> int:
    value = entry.value
    if type(value) is not int or value < least:
        raise entry.error(f"this is no value of /{entry.key}", expected=f"a number from {least} on",
                          found="" if type(value) is not int else str(value), code="bad-value")
    return value


def _wrong_value(entry: Entry, path: Sequence[int], expected: str) -> FormatError:
    """The error for a value of a key, or a part of it, that lies outside the key's domain."""
    value = entry.value
    for i in path:
        value = value[i] if isinstance(value, list) else None
    code = "too-large" if type(value) is int and value > MAX_CELLS else "bad-value"
    return entry.error(f"this is no value of /{entry.key}", *path, expected=expected, found=_shown(value), code=code)


def _shown(value: Value) -> str:
    """A value as it stands in the file, cut where it is long."""
    if isinstance(value, Line):
        return shown(value.text)
    if isinstance(value, list):
        return f"an array of {len(value)}"
    return value.__class__.__name__.lower() if isinstance(value, Name | Procedure) else written(value)


def _lines(envelope: Envelope, key: str) -> list[Line]:
    entry = envelope.get(key)
    if entry is None or entry.value is None:
        raise envelope.missing(key)
    return _strings(entry)


def _strings(entry: Entry) -> list[Line]:
    """The lines of a diagram."""
    value = entry.value
    if isinstance(value, Line):
        return [value]
    if not isinstance(value, list) or not value:
        raise entry.error(f"/{entry.key} is no diagram", expected="an array of strings", code="bad-value")
    lines = []
    for i, item in enumerate(value):
        if not isinstance(item, Line):
            raise entry.error(f"this is no line of /{entry.key}", i, expected="a string", code="bad-value")
        lines.append(item)
    return lines


def _plain(value: Value) -> Any:
    """A PostScript value as an ordinary, immutable one."""
    if isinstance(value, Line):
        return value.text
    if isinstance(value, list):
        return tuple(_plain(item) for item in value)
    return value


def _text(envelope: Envelope, key: str) -> str:
    entry = envelope.get(key)
    return entry.value.text if entry is not None and isinstance(entry.value, Line) else ""


def _texts(envelope: Envelope, key: str) -> tuple[str, ...]:
    entry = envelope.get(key)
    if entry is None:
        return ()
    items = entry.value if isinstance(entry.value, list) else [entry.value]
    return tuple(item.text for item in items if isinstance(item, Line))


def _read_page(
    diagram: Diagram, page: Sequence[Line], board: Rect, sizes: Mapping[str, int], known: Sequence[str]
) -> tuple[Marks, list[str]]:
    """What a diagram of the puzzle tells, and warnings; it may lack blanks at its right end.

    Raises FormatError, with the warnings that may explain the fault; ``known`` are those that there are already.
    """
    wanted, wide = diagram.size(board, sizes)[0], max(len(line.text) for line in page)
    narrow = [f"the diagram is {wide} characters wide, and {board.n_cols} columns take {wanted}"] * (wide < wanted)
    try:
        marks, told = diagram.read(page, board, sizes)
    except FormatError as fault:
        notes = "; ".join((*narrow, *known))
        raise replace(fault, what=f"{fault.what} ({notes})" if notes else fault.what) from None
    return marks, told + narrow


def read_about(envelope: Envelope) -> About:
    """What is told about a puzzle beside its diagram."""
    return About(
        title=_text(envelope, "title"),
        author=_text(envelope, "author"),
        credits=_texts(envelope, "credits"),
        difficulty=_text(envelope, "difficulty"),
        description=_texts(envelope, "description"),
    )


def told_about(about: About, known: About) -> dict[str, Writable]:
    """The entries for what is told about a puzzle, as far as it differs from what is known already."""
    out: dict[str, Writable] = {}
    for name in ("author", "description", "title", "difficulty", "credits"):
        value = getattr(about, name)
        if value != getattr(known, name):
            out[name] = value or None
    return out


def _completed(puzzle: Puzzle, marks: Marks, diagram: Diagram) -> Marks:
    """The marks on answer layers, with those that the diagram tells by showing nothing."""
    out: Marks = {}
    model: Genre | None = None
    for name, layer in puzzle.genre.answer_layers.items():
        own = marks.get(name, {})
        if name in diagram.absent:
            nothing = diagram.absent[name]
            spots: Iterable[Spot]
            if isinstance(layer.on, str):
                spots = getattr(puzzle.board, layer.on)
            else:
                model = model or puzzle.genre(puzzle)
                spots = [spot for place in layer.places(model) for spot in place]
            own = {spot: own.get(spot, nothing) for spot in spots} | own
        out[name] = own
    return out


def without_source(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the memory of the text it came from: it will be written anew."""
    return replace(puzzle, source=None)
