"""Writes the parts of a puzzle that a format can express."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.layers import GivenLayer, MarksByLayer
from ..language.puzzle import Puzzle, PuzzleError, State
from ..logic.ticks import ticking
from .errors import WriteError
from .reading import write_text


class Lossy(NamedTuple):
    """A text, and what was left out of it, in words."""

    text: str
    left_out: tuple[str, ...]


def write_lossy(puzzle: Puzzle, format: str, answer: State | None = None) -> Lossy:
    """A puzzle in a format, without what that format cannot express.

    Raises WriteError where not even what the genre requires can be written, ValueError for an unknown format.
    """
    tried = _Attempt(puzzle, format)
    refused = tried.refusal(tried.given, tried.keys, answer)
    if refused is None:
        return Lossy(tried.text, ())
    if answer is not None and tried.refusal(tried.given, tried.keys, None) is None:
        return Lossy(tried.text, ("the answer",))
    return tried.without_what_does_not_fit(refused, answer)


class _Attempt:
    """Writes parts of a puzzle; ``text`` is the last text that was written."""

    def __init__(self, puzzle: Puzzle, format: str) -> None:
        self.puzzle, self.format, self.text = puzzle, format, ""
        self.given: MarksByLayer = {name: dict(marks) for name, marks in puzzle.given.items()}
        self.keys: dict[str, Any] = dict(puzzle.keys)

    def refusal(self, given: MarksByLayer, keys: Mapping[str, Any], answer: State | None) -> WriteError | None:
        """Why a part cannot be written; None if it was."""
        puzzle = self.puzzle
        try:
            part = Puzzle.of(puzzle.genre, puzzle.board, given, keys, puzzle.about, puzzle.source)
            told = None if answer is None else State(part, answer.marks)
            self.text = write_text(part, self.format, told)
        except PuzzleError as fault:
            return WriteError(str(fault))
        except WriteError as refused:
            return refused
        return None

    def without_what_does_not_fit(self, refused: WriteError, answer: State | None) -> Lossy:
        """As much as can be written. Raises WriteError."""
        layers = self.puzzle.genre.layers
        needed = [name for name in self.given if isinstance(layers[name], GivenLayer) and _is_structure(layers[name])]
        given: MarksByLayer = {name: self.given[name] for name in needed}
        keys: dict[str, Any] = {}
        if self.refusal(given, keys, None) is not None:
            given = {name: marks for name, marks in given.items() if _is_required(layers[name])}
            if self.refusal(given, keys, None) is not None:
                raise refused
        for name, value in self.keys.items():
            if self.refusal(given, {**keys, name: value}, None) is None:
                keys[name] = value
        for name, marks in self.given.items():
            if name not in given:
                self._add(name, marks, given, lambda given: self.refusal(given, keys, None) is None)
        kept_answer = answer if answer is not None and self.refusal(given, keys, answer) is None else None
        last = self.refusal(given, keys, kept_answer)
        if last is not None:
            raise last
        return Lossy(self.text, tuple(self._missing(given, keys, answer, kept_answer)))

    @staticmethod
    def _add(name: str, marks: Mapping[Spot, Any], given: MarksByLayer, fits: Callable[[MarksByLayer], bool]) -> None:
        """Adds to ``given`` all marks of a layer that can be written with what is there; halves until they can."""
        queue: list[Sequence[Spot]] = [list(marks)]
        for spots in ticking(queue, 2 * len(marks)):
            more = {**given.get(name, {}), **{spot: marks[spot] for spot in spots}}
            if fits({**given, name: more}):
                given[name] = more
            elif len(spots) > 1:
                queue += (spots[: len(spots) // 2], spots[len(spots) // 2 :])

    def _missing(
        self, given: MarksByLayer, keys: Mapping[str, Any], answer: State | None, kept: State | None
    ) -> Iterable[str]:
        board = self.puzzle.board
        for name, marks in self.given.items():
            lost = [spot for spot in marks if spot not in given.get(name, {})]
            if len(lost) == len(marks) and lost:
                yield f"the layer {name!r} ({len(lost)} mark{'' if len(lost) == 1 else 's'})"
            elif lost:
                places = ", ".join(board.name(spot) for spot in lost[:5]) + (", ..." if len(lost) > 5 else "")
                yield f"{len(lost)} of the marks of {name!r} ({places})"
        yield from (f"{name} = {value!r}" for name, value in self.keys.items() if name not in keys)
        if answer is not None and kept is None:
            yield "the answer"


def _is_structure(layer: Any) -> bool:
    return bool(layer.role == "structure")


def _is_required(layer: Any) -> bool:
    return bool(layer.required)


__all__ = ["Lossy", "write_lossy"]
