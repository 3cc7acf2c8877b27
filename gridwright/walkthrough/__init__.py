"""Whole solutions: the steps from a position to the answer, found on demand, and the formats that show them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..engine.explain.hints import steps
from ..engine.explain.steps import Step, StepMark, entry
from ..engine.solve.clock import Clock, TimeUp
from ..language.puzzle import Puzzle, Reading, State
from ..language.validation import checks_arguments
from ..language.wording import worded
from ..picture.drawing import Picture, draw
from ..picture.sheet import MM

T = TypeVar("T")


_FRAME = 'style="width: 100%; height: 44rem; border: 0"'


class PageSection(NamedTuple):
    """A heading, words, and a function that draws the picture."""

    heading: str
    words: str
    picture: Callable[[], Picture] | None


class ExplainedPath:
    """The steps from a position to the answer, or as far as all answers agree.

    Iterating finds them one by one; ``steps`` finds all.

    Args:
        puzzle: The puzzle.
        state: The position; by default only what is given.
        timeout: The time limit in seconds for all steps; for drawing them in ``html``, ``pdf`` and ``save`` it begins
            again, and these raise TimeUp.
        stop: Called at least every 0.1 seconds; True ends the search.

    Attributes:
        complete: Whether all steps are found. It stays False if the time runs out first.

    Raises:
        ValueError: No answer contains the marks of the position.

    Example:
        >>> path = gw.explain(gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."]))
        >>> len(path.steps), path.complete
        (12, True)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        state: State | None = None,
        *,
        timeout: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._remaining = steps(puzzle, state, timeout=timeout, stop=stop)
        self._timeout, self._stop = timeout, stop
        self.puzzle = puzzle
        self.start = state if state is not None else State.of(puzzle, {})
        self.complete = False
        self._known: list[Step] = []

    def __iter__(self) -> Iterator[Step]:
        n = 0
        while n < len(self._known) or self._advance():
            yield self._known[n]
            n += 1

    def _advance(self) -> bool:
        if self.complete:
            return False
        try:
            self._known.append(next(self._remaining))
        except (StopIteration, TimeUp) as ended:
            self.complete = isinstance(ended, StopIteration)
            return False
        return True

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return tuple(self)

    def __repr__(self) -> str:
        found = f"{len(self._known)} step{'' if len(self._known) == 1 else 's'}{'' if self.complete else ' so far'}"
        return f"<{self.puzzle.genre.name} path, {found}>"

    def __str__(self) -> str:
        return "\n".join(entry(n, step.words) for n, step in enumerate(self, 1))

    def _repr_html_(self) -> str:
        """The page in a frame, because its style is meant for a whole page."""
        return f'<iframe title="{escape(self._title)}" srcdoc="{escape(self.html())}" {_FRAME}></iframe>'

    # -- formats

    @property
    def _title(self) -> str:
        title = self.puzzle.about.title
        name = self.puzzle.genre.name
        return f"{name}: {title}" if title and title != name else worded("{genre}, step by step", genre=name)

    def _sections(self) -> list[PageSection]:
        """The puzzle and all steps; their pictures are not drawn yet."""
        sections = [PageSection(worded("The puzzle"), self.puzzle.genre.task_in_words(), self._first_picture)]
        state = self.start
        for number, step in enumerate(self, 1):
            state = step.applied(state)
            picture = partial(_picture, step, state)
            sections.append(PageSection(worded("Step {n}", n=number), step.words, picture))
        if not self.complete:
            sections.append(PageSection("", worded("The time was up before the next step was found."), None))
        return sections

    def _first_picture(self) -> Picture:
        return draw(self.puzzle, self.start if self.start.marks else None, coordinates="r1c1")

    def _drawn(self, write: Callable[[str, Iterable[PageSection]], T]) -> T:
        """Finds all steps, then draws them. Raises TimeUp if drawing takes too long."""
        sections = self._sections()
        with Clock(self._timeout, self._stop).running():
            return write(self._title, sections)

    def html(self) -> str:
        """Returns a self-contained page: the board beside the steps, or the answer and a list without scripts."""
        from .page import page

        found = self.steps
        with Clock(self._timeout, self._stop).running():
            return page(self._title, self.puzzle, self.start, found, complete=self.complete)

    def markdown(self, pictures: str = "") -> str:
        """Returns Markdown; ``pictures`` is the folder of ``step-1.svg`` and so on, relative to the text."""
        return markdown(self._title, self._sections(), pictures)

    def pdf(self) -> bytes:
        """Returns PDF pages."""
        return self._drawn(pdf)

    def json(self) -> str:
        """Returns JSON: a list of steps with their marks, reasons and words."""
        steps = [step_record(self.puzzle, step) for step in self]
        record = {"genre": self.puzzle.genre.name, "steps": steps, "complete": self.complete}
        return json.dumps(record, ensure_ascii=False, indent=1)

    def save(self, path: str | Path) -> None:
        """Writes a file in the format of its ending: html, md (with SVG files beside it), pdf or json.

        Nothing is written before everything is drawn.

        Raises:
            ValueError: The file has another ending.
            OSError: A file cannot be written.
            TimeUp: Drawing takes longer than the time limit.
        """
        target = Path(path)
        kind = target.suffix.lower().lstrip(".")
        if kind == "md":
            pictures = self._drawn(lambda _, sections: [one.picture().svg() for one in sections if one.picture])
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
            what = f"steps cannot be written as .{kind}" if kind else f"{str(path)!r} has no ending"
            raise ValueError(f"{what}; use .html, .md, .pdf or .json")


@checks_arguments
def explain(
    puzzle: Puzzle | Reading,
    state: State | None = None,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> ExplainedPath:
    """Returns the steps from a position to the answer, found while you iterate.

    Args:
        puzzle: The puzzle.
        state: The position; by default only what is given.
        timeout: The time limit in seconds for all steps; the steps found until then are kept.
        stop: Called at least every 0.1 seconds; True ends the search.

    Returns:
        An ``ExplainedPath``: an iterable of steps, with ``steps``, ``complete``, ``html()``, ``markdown()``, ``pdf()``,
        ``json()`` and ``save(path)``.

    Raises:
        ValueError: No answer contains the marks of the position.

    Example:
        >>> path = gw.explain(gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."]))
        >>> for number, step in enumerate(path.steps[:2], 1):
        ...     print(f"{number}. {step}")
        1. The 1 at r4c1 is complete. So r3c1 and r4c2 are sea.
        2. If r2c2 is land, the 2 at r1c1 has room for only 1 cell. So r2c2 is sea.
        >>> path.save("path.html")
    """
    assert isinstance(puzzle, Puzzle)
    return ExplainedPath(puzzle, state, timeout=timeout, stop=stop)


def _picture(step: Step, after: State) -> Picture:
    """The position after a step, with thin frames around its reason and thick ones around new marks."""
    reason = {spot for part in step.because for spot in part.at}
    if 2 * len(reason) > len(step.puzzle.board.cells):  # frames around most of the board would show nothing
        reason.clear()
    return draw(step.puzzle, after, reason=reason, fresh={mark.spot for mark in step.marks}, coordinates="r1c1")


def _mark_record(puzzle: Puzzle, mark: StepMark) -> dict[str, Any]:
    return {"layer": mark.layer, "at": puzzle.board.name(mark.spot), "value": mark.value, "holds": mark.holds}


def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step in the form that JSON has."""
    because = []
    for part in step.because:
        record: dict[str, Any] = {"words": part.words, "at": [puzzle.board.name(spot) for spot in part.at]}
        if part.mark is not None:
            record["mark"] = _mark_record(puzzle, part.mark)
        else:
            record["rule"] = part.rule
        because.append(record)
    return {
        "words": step.words,
        "marks": [_mark_record(puzzle, mark) for mark in step.marks],
        "because": because,
        "cost": step.cost,
        "kind": step.kind,
        "technique": step.technique,
    }


# -- Markdown ---------------------------------------------------------------------------------------------------------


def markdown(title: str, sections: Iterable[PageSection], pictures: str = "") -> str:
    """A text with a heading for each step, and links to the pictures of the steps if their folder is given."""
    puzzle, *steps = sections
    lines = [f"# {title}", ""]
    if puzzle.words:
        lines += [puzzle.words, ""]
    for number, step in enumerate(steps, 1):
        if step.heading:
            lines += [f"## {step.heading}", ""]
        lines += [step.words, ""]
        if step.picture is not None and pictures:
            lines += [f"![{step.heading}]({pictures}/step-{number}.svg)", ""]
    return "\n".join(lines)


# -- PDF --------------------------------------------------------------------------------------------------------------

_PAGE = 210 * MM, 297 * MM
_MARGIN, _GAP = 18 * MM, 6 * MM
_SIDE = 82 * MM
"""The longest side of a step's picture."""
_TEXT, _LEADING = 10.0, 13.5


def pdf(title: str, sections: Iterable[PageSection]) -> bytes:
    """PDF pages with pictures on the left and words beside them; the title is above the first section."""
    from ..picture.pdf import canvas_of, finished, metadata, paint_on, wrapped, write_text  # slow to import

    canvas = canvas_of(_PAGE)
    canvas.setTitle(metadata(title))
    y = _PAGE[1] - _MARGIN
    for number, section in enumerate(sections):
        picture = section.picture and section.picture()
        width, height = picture.size if picture else (0.0, 0.0)
        scale = min(1.0, _SIDE / max(width, height, 1))
        width, height = width * scale, height * scale
        left = _MARGIN + (width + _GAP if picture else 0)
        lines = list(wrapped(section.words, _PAGE[0] - _MARGIN - left, _TEXT))
        needed = max(height, (len(lines) + 1.5) * _LEADING)
        if y - needed < _MARGIN:
            canvas.showPage()
            y = _PAGE[1] - _MARGIN
        if picture:
            paint_on(canvas, picture, _MARGIN, y - height, width)
        baseline = y - _TEXT
        heading = section.heading if number else title
        if heading:
            write_text(canvas, heading, left, baseline, _TEXT, bold=True)
            baseline -= _LEADING * 1.2
        for line in lines:
            write_text(canvas, line, left, baseline, _TEXT)
            baseline -= _LEADING
        y -= needed + _GAP
    canvas.showPage()
    return finished(canvas)
