"""A path: the steps from a position to the answer, found on demand, and the ways to show them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as FilePath
from pathlib import PurePath
from typing import Any, NamedTuple, TypeVar

from ..board.board import Spot
from ..engine.explain.hints import steps
from ..engine.explain.steps import Step, StepMark
from ..engine.solve.clock import Clock, TimeUp
from ..language.puzzle import Puzzle, State
from ..picture.picture import Picture
from .pages import PageSection, html, markdown

T = TypeVar("T")


class NumberedStep(NamedTuple):
    """A step with the position before it."""

    number: int
    before: State
    step: Step

    @property
    def after(self) -> State:
        """The position after the step."""
        return self.step.applied(self.before)

    def picture(self) -> Picture:
        """The position after the step: what it follows from in thin frames, what is new in thick ones."""
        from ..picture.drawing import draw

        puzzle = self.step.puzzle
        reason: set[Spot] = {spot for part in self.step.because for spot in part.at}
        if 2 * len(reason) > len(puzzle.board.cells):  # frames around most of the board would show nothing
            reason = set()
        return draw(puzzle, self.after, reason=reason, fresh={mark.spot for mark in self.step.marks})


class ExplainedPath:
    """The steps from a position to the answer, or as far as all answers agree.

    Iterating finds them one by one; ``steps`` finds all. ``complete`` tells whether all were found: it is False if the
    time was up. Raises ValueError if no answer contains the marks of the position.

    ``timeout`` limits the search for all steps in seconds, and drawing them in ``html``, ``pdf`` and ``save`` again.
    These raise TimeUp when the time is up or when ``stop()`` returns True.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        state: State | None = None,
        *,
        timeout: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._more = steps(puzzle, state, timeout=timeout, stop=stop)
        self._timeout, self._stop = timeout, stop
        self.puzzle = puzzle
        self.start = state if state is not None else State.of(puzzle, {})
        self.complete = False
        self._found: list[Step] = []

    def __iter__(self) -> Iterator[Step]:
        n = 0
        while n < len(self._found) or self._advance():
            yield self._found[n]
            n += 1

    def _advance(self) -> bool:
        if self.complete:
            return False
        try:
            self._found.append(next(self._more))
        except (StopIteration, TimeUp) as ended:
            self.complete = isinstance(ended, StopIteration)
            return False
        return True

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return tuple(self)

    def stages(self) -> Iterator[NumberedStep]:
        """The steps with the positions before them."""
        state = self.start
        for number, step in enumerate(self, 1):
            stage = NumberedStep(number, state, step)
            yield stage
            state = stage.after

    def __repr__(self) -> str:
        return f"<{self.puzzle.genre.name} path, {len(self._found)} steps{'' if self.complete else ' so far'}>"

    def __str__(self) -> str:
        return "\n".join(f"{n}. {step.words}" for n, step in enumerate(self, 1))

    def _repr_html_(self) -> str:
        return self.html()

    # -- pages --

    @property
    def _title(self) -> str:
        title = self.puzzle.about.title
        return f"{self.puzzle.genre.name}: {title}" if title else f"{self.puzzle.genre.name}, step by step"

    def _entries(self) -> list[PageSection]:
        """The puzzle and all steps; their pictures are not drawn yet."""
        entries = [PageSection("The puzzle", self.puzzle.genre.task, self._first_picture)]
        entries += (PageSection(f"Step {stage.number}", stage.step.words, stage.picture, stage.step.technique)
                    for stage in self.stages())
        if not self.complete:
            entries.append(PageSection("", "The time was up before the next step was found.", None))
        return entries

    def _first_picture(self) -> Picture:
        from ..picture.drawing import draw

        return draw(self.puzzle, self.start if self.start.marks else None)

    def _drawn(self, draw: Callable[[str, Iterable[PageSection]], T]) -> T:
        """Finds all steps, then draws them. Raises TimeUp if drawing takes too long."""
        entries = self._entries()
        with Clock(self._timeout, self._stop).running():
            return draw(self._title, entries)

    def html(self) -> str:
        """One self-contained page: a slider through the steps, or without scripts a list."""
        return self._drawn(html)

    def markdown(self, pictures: str = "") -> str:
        """As Markdown; ``pictures`` is the folder, relative to the text, that contains ``step-1.svg`` and so on."""
        return markdown(self._title, self._entries(), pictures)

    def pdf(self) -> bytes:
        """As a booklet of steps."""
        from .pdf import booklet  # its library takes long to import

        return self._drawn(booklet)

    def json(self) -> str:
        """As JSON: a list of steps with their marks, reasons and words."""
        steps = [step_record(self.puzzle, step) for step in self]
        record = {"genre": self.puzzle.genre.name, "steps": steps, "complete": self.complete}
        return json.dumps(record, ensure_ascii=False, indent=1)

    def save(self, path: str | FilePath) -> None:
        """Writes the path in the format that the ending names: html, md (with SVG files beside it), pdf or json.

        Nothing is written before everything is drawn. Raises ValueError for another ending, OSError if a file cannot be
        written, and TimeUp.
        """
        target = FilePath(path)
        kind = PurePath(path).suffix.lower().lstrip(".")
        if kind == "md":
            pictures = self._drawn(lambda _, entries: [one.picture().svg() for one in entries if one.picture])
            folder = target.with_name(f"{target.stem}-steps")
            folder.mkdir(exist_ok=True)
            for number, picture in enumerate(pictures[1:], 1):
                (folder / f"step-{number}.svg").write_text(picture, "utf-8")
            target.write_text(self.markdown(folder.name), "utf-8")
        elif kind == "pdf":
            target.write_bytes(self.pdf())
        elif kind in ("html", "json"):
            target.write_text(self.html() if kind == "html" else self.json(), "utf-8")
        else:
            raise ValueError(f"steps cannot be written as .{kind}; use one of: html, md, pdf, json")


def _mark_record(puzzle: Puzzle, mark: StepMark) -> dict[str, Any]:
    return {"layer": mark.layer, "at": puzzle.board.name(mark.spot), "value": mark.value, "holds": mark.holds}


def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step as JSON contains it."""
    because = []
    for part in step.because:
        told: dict[str, Any] = {"words": part.words, "at": [puzzle.board.name(spot) for spot in part.at]}
        if part.mark is not None:
            told["mark"] = _mark_record(puzzle, part.mark)
        else:
            told["rule"] = part.rule
        because.append(told)
    return {
        "words": step.words,
        "marks": [_mark_record(puzzle, mark) for mark in step.marks],
        "because": because,
        "cost": step.cost,
        "kind": step.kind,
        "technique": step.technique,
    }
