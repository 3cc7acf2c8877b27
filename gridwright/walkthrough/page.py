"""A walkthrough as one page of HTML: the board, drawn once, beside the steps; a script shows the position of a step.

The page works without a network, from a file. Without scripts, it shows the answer and all steps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from ..board.board import Spot
from ..engine.explain.steps import Step, StepMark
from ..language.puzzle import Puzzle, State
from ..language.translation import current_language, translations
from ..language.wording import capital, name_in_words, worded
from ..logic.ticks import ticking
from ..picture.cell_words import clue_words
from ..picture.paint import THEMES, variable
from ..picture.svg import FAMILY, number, style
from ..picture.words import described
from .board import DrawnBoard, SpotAreas, drawn
from .candidates import CellCandidates, candidates_of
from .folds import folded, summary
from .roles import Mention, PlaceRole, premises, roles, told_parts

_HERE = Path(__file__).parent
_HOME = __name__.rpartition(".")[0]
"""The package whose catalogue has the labels of the page."""
_LARGEST = 80
"""The width of cells on large screens, in pixels."""


def page(title: str, puzzle: Puzzle, start: State, steps: Sequence[Step], *, complete: bool) -> str:
    """The whole page."""
    board = drawn(puzzle, start, steps)
    record = PageRecord(puzzle, start, steps)
    items = list(_items(record))
    if not complete:
        items.append(f'<li class="late">{worded("The time was up before the next step was found.")}</li>')
    text = re.sub(r"\{\{(.+?)\}\}", _label, (_HERE / "page.html").read_text("utf-8"))
    parts = {
        "language": current_language(), "title": escape(title), "task": escape(puzzle.genre.task_in_words()),
        "css": (_HERE / "page.css").read_text("utf-8") + _colours(board), "js": (_HERE / "page.js").read_text("utf-8"),
        "board": _svg(puzzle, board, record), "steps": "\n".join(items), "n": str(len(steps)),
        "data": json.dumps(record.data(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
    }  # fmt: skip
    for name, part in parts.items():
        text = text.replace(f"<!--{name}-->", part, 2 if name == "title" else 1)
    return text


def _label(match: re.Match[str]) -> str:
    return escape(worded(match[1], _HOME))


# -- the board ---------------------------------------------------------------------------------------------------------


def _colours(board: DrawnBoard) -> str:
    """The style of the board's paints; in print it is always light."""
    dark = "".join(f"{variable(name)}:{colour};" for name, colour in THEMES["dark"].colours.items())
    return f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}{style(THEMES['light'], board.paints)}"


def _svg(puzzle: Puzzle, board: DrawnBoard, record: PageRecord) -> str:
    left, top, right, bottom = board.box
    wide, high = right - left, bottom - top
    box = " ".join(map(number, (left, top, wide, high)))
    words = escape(described(puzzle, board.last))
    areas = "".join(f'<path id="s{i}" d="{path}"/>' for i, path in enumerate(record.areas()))
    return (
        f'<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{words}" '
        f'class="gridwright gw-light" style="--aspect:{wide / high:.3f};--most:{_LARGEST * wide:.0f}px" '
        f'font-family="{FAMILY}" text-anchor="middle" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<g aria-hidden="true">{board.svg}<g id="notes"></g><g id="marks"></g></g><g id="spots">{areas}</g></svg>'
    )


class PageRecord:
    """What the script knows: spots by number, with their names and clues, and what each step changes."""

    def __init__(self, puzzle: Puzzle, start: State, steps: Sequence[Step]) -> None:
        self.puzzle, self.steps = puzzle, steps
        self.parts = [list(told_parts(step)) for step in ticking(steps)]
        mentioned = (spot for parts in self.parts for part in parts if isinstance(part, Mention) for spot in part.spots)
        with_roles = (spot for step in steps for spots in roles(step).values() for spot in spots)
        self.model = puzzle.genre(puzzle)
        self._areas = SpotAreas(self.model)
        found = dict.fromkeys(map(self._areas.first, (*puzzle.board.cells, *mentioned, *with_roles)))
        self._numbers = {spot: i for i, spot in enumerate(found)}
        self._words: dict[str, int] = {}
        self._candidates = candidates_of(self.model, start)

    def areas(self) -> Iterator[str]:
        """The areas of all spots, by number."""
        return map(self._areas.path, self._numbers)

    def numbers(self, spots: Iterable[Spot]) -> list[int]:
        """The numbers of spots."""
        return [self._numbers[spot] for spot in dict.fromkeys(map(self._areas.first, spots))]

    def data(self) -> dict[str, Any]:
        """The record in JSON's types."""
        board, clues = self.puzzle.board, clue_words(self.model)
        candidates = self._candidates
        record: dict[str, Any] = {
            "names": [name_in_words(board.name(spot)) for spot in self._numbers],
            "clues": {self._numbers[spot]: words for spot, words in clues.items()},
            "cells": len(board.cells), "labels": translations(_HOME, current_language()),
        }
        if candidates is not None:
            shown = self.puzzle.keys.get(candidates.layer.look.key) if candidates.layer.look.key else None
            signs = shown if isinstance(shown, str | tuple) else ()
            glyphs = candidates.layer.look.glyphs
            record["values"] = [glyphs.get(value, str(signs[i] if i < len(signs) else value))
                                for i, value in enumerate(candidates.values)]  # fmt: skip
            order = {value: i for i, value in enumerate(candidates.values)}
            record["open"] = {self._numbers[spot]: [order[value] for value in values]
                              for spot, values in candidates.open.items()}  # fmt: skip
        told = zip(self.steps, self.parts, strict=True)
        record["steps"] = [self._step(step, parts, candidates) for step, parts in told]
        record["words"] = list(self._words)
        return record

    def _step(self, step: Step, parts: Sequence[str | Mention], candidates: CellCandidates | None) -> dict[str, Any]:
        by_role = {str(role): self.numbers(spots) for role, spots in roles(step).items()}
        named, around = premises(step, parts)
        links = step.refuted.links if step.refuted else ()
        record: dict[str, Any] = {
            **by_role, PlaceRole.PREMISE: self.numbers(named), "around": self.numbers(around),
            "links": [self.numbers(mark.spot for mark in link) for link in links],
            "marks": [[self._numbers[m.spot], self._word(m)] for m in step.marks if m.spot in self._numbers],
        }  # fmt: skip
        if candidates is not None:
            order = {value: i for i, value in enumerate(candidates.values)}
            own = {(mark.spot, mark.value) for mark in step.marks if not mark.holds}
            gone = candidates.enter(step.marks)
            record["placed"] = self.numbers(mark.spot for mark in _placed(step) if mark.layer == candidates.layer.name)
            record["gone"] = [[self._numbers[spot], order[value]] for spot, value in gone]
            record["out"] = [[self._numbers[spot], order[value]] for spot, value in gone if (spot, value) in own]
        return {name: value for name, value in record.items() if value}

    def _word(self, mark: StepMark) -> int:
        layer = self.model.answer_layers[mark.layer]
        return self._words.setdefault(layer.say(mark.value, mark.holds, puzzle=self.puzzle), len(self._words))


def _placed(step: Step) -> Iterator[StepMark]:
    """The values that a step supposes, and those that follow from that."""
    marks = (*step.refuted.supposed, *chain.from_iterable(step.refuted.links)) if step.refuted else ()
    return (mark for mark in marks if mark.holds)


# -- the steps ---------------------------------------------------------------------------------------------------------


def _items(record: PageRecord) -> Iterator[str]:
    """The list of steps, with some of them folded."""
    for group in folded(record.steps):
        items = "\n".join(_item(record, n) for n in group)
        if len(group) == 1:
            yield items
        else:
            first, last = group[0], group[-1]
            title = f"<b>{first}–{last}</b> {escape(summary(record.model, [record.steps[n - 1] for n in group]))}"
            yield (f'<li class="fold" data-from="{first}" data-to="{last}"><details><summary>{title}</summary>'
                   f"<ol>\n{items}\n</ol></details></li>")  # fmt: skip


def _item(record: PageRecord, n: int) -> str:
    step = record.steps[n - 1]
    technique = f"<em>{escape(capital(step.technique))}</em> " if step.technique else ""
    parts = record.parts[n - 1]
    words = "".join(escape(part) if isinstance(part, str) else _mention(record, part) for part in parts)
    return f'<li id="step-{n}"><a href="#step-{n}">{n}</a><p>{technique}{words}</p></li>'


def _mention(record: PageRecord, part: Mention) -> str:
    at = " ".join(map(str, record.numbers(part.spots)))
    role = f" {part.role}" if part.role else ""
    return f'<span class="at{role}" data-at="{at}">{escape(part.text)}</span>'
