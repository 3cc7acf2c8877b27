"""Writes a puzzle as one dictionary as a dialect declares it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.layers import Key
from ...language.puzzle import About, Puzzle, State
from ..errors import FormatError, Line, WriteError
from ..layout import Grow, Left, refuse, write_drawing
from ..postscript import Envelope, Writable, new_envelope
from . import entries
from .declaration import SpfDeclaration, rect_of
from .entries import POSITION_KEYS, SpfSource, about_values, is_full, position_value, read_about, struck_value
from .reader import SpfReader, alternative, solution_of

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
        same = kind is not None and isinstance(kind.value, Line) and kind.value.text in self.dialect.names
        return source.envelope if same and entries.version(source.envelope) == self.dialect.version else None

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
        sizes = {"size": board.n_rows} if dialect.square else {"X": board.n_cols, "Y": board.n_rows}
        values.update({name: n for name, n in sizes.items() if source is None or source.get(name) is not None})
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
        """All diagrams and arrays."""
        board = rect_of(self.puzzle)
        pages: dict[str, Writable] = {}
        left: Left | None = None
        for key, diagram in self.dialect.diagrams.items():
            pages[key], rest = diagram.write(board, sizes, self.puzzle.given)
            left = rest if left is None else left & rest
        for key, field in self.dialect.fields.items():
            pages[key] = field.write(self.puzzle)
            left = {(name, spot) for name, spot in left or () if name not in field.names}
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
        if is_full(answer, (layer.name for layer in self.dialect.implied)):
            return self._solution(answer, sizes)
        with suppress(WriteError):
            diagram = self._solution(answer, sizes)
            if self._shown(diagram["solution"], sizes).marks == self._wanted(answer):
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
        same = known is not None and known.marks == self._wanted(answer)
        return {"solution": entry.value} if same and all(sizes[name] == n for name, n in self._known.items()) else None

    def _shown(self, solution: Writable, sizes: Mapping[str, int]) -> State:
        """The answer that a reader would see in a solution."""
        lines = solution if isinstance(solution, list) else [solution]
        texts = [line if isinstance(line, Line) else Line(str(line), 0) for line in lines]
        return solution_of(self.dialect, self.puzzle, texts, sizes)[0]

    def _wanted(self, answer: State) -> dict[str, Mapping[Spot, Any]]:
        """The marks to write."""
        implied = {layer.name for layer in self.dialect.implied}
        return {name: marks for name, marks in answer.marks.items() if name not in implied}

    def _solution(self, answer: State, sizes: dict[str, int]) -> dict[str, Writable]:
        """The diagram of an answer, by the alternative that the source uses."""
        board, puzzle = rect_of(self.puzzle), self.puzzle
        diagram = self.dialect.solutions[0]
        entry = self.source.get("solution") if self.source is not None else None
        if self._reader is not None and entry is not None and entry.value is not None:
            with suppress(FormatError):
                diagram = alternative(self.dialect, puzzle, entries.strings(entry), self._known)
        answers = puzzle.genre.answer_layers
        beside = {name: marks for name, marks in puzzle.given.items() if name not in answers}
        lines, left = diagram.write(board, sizes, self._wanted(answer), beside, full=True)
        refuse(left, board)
        return {"solution": lines}


def _unlike(board: Rect, expected: Rect) -> str:
    """Why a board cannot be written, as the format implies another one."""
    missing = sorted(board.holes - expected.holes)
    if not missing:
        return "the format cannot express the shape of this board"
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"the format cannot leave out cells, and this board lacks {board.name(missing[0])}{more}"
