"""A path as JSON."""

from __future__ import annotations

import json
from typing import Any

from ..engine.explain.steps import Mark, Step
from ..language.puzzle import Puzzle
from .steps import Steps


def record(path: Steps) -> str:
    """A list of steps, each with its marks, its reasons, and words."""
    told = {
        "genre": path.puzzle.genre.name,
        "steps": [step_record(path.puzzle, step) for step in path],
        "complete": path.complete,
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def mark_record(puzzle: Puzzle, mark: Mark) -> dict[str, Any]:
    """A mark with its spot by name."""
    return {"layer": mark.layer, "at": puzzle.board.name(mark.spot), "value": mark.value, "holds": mark.holds}


def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step as JSON holds it."""
    because = []
    for part in step.because:
        told: dict[str, Any] = {"words": part.words, "at": [puzzle.board.name(spot) for spot in part.at]}
        if part.mark is not None:
            told["mark"] = mark_record(puzzle, part.mark)
        else:
            told["rule"] = part.rule
        because.append(told)
    return {
        "words": step.words,
        "marks": [mark_record(puzzle, mark) for mark in step.marks],
        "because": because,
        "cost": step.cost,
        "kind": step.kind,
        "technique": step.technique,
    }
