"""The entry of a genre in the table of any format: how its rules and marks differ from Gridwright's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .sheet import Sheet

IGNORED = object()
"""A clue without a number tells nothing, and may be left away."""


@dataclass(frozen=True)
class Mark:
    """A clue without a number tells that a spot of an answer layer has that value."""

    role: str
    value: Any


Hook = Callable[[Sheet], None]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How the marks of a genre in another program become ours.

    ``unknown`` says by role what a clue without a number means, if it is not what our genre calls so; ``rest`` the
    value of the spots of an answer where nothing is drawn.

    ``made`` works on what was read, and may refuse it; ``answered`` completes what was drawn. ``told`` and ``drawn`` do
    the opposite before a puzzle, or an answer, is written.
    """

    unknown: Mapping[str, Any] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)
    made: Hook | None = None
    answered: Hook | None = None
    told: Hook | None = None
    drawn: Hook | None = None
