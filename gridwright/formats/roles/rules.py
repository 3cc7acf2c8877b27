"""What a genre's notation in any format has: how its rules and marks differ from Gridwright's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .sheet import Field, Role, Sheet, role_name

IGNORED = object()
"""A clue without a number says nothing, and may be left out."""


class Implies(Field):
    """A clue without a number means that its spot has a certain value in an answer layer."""

    def __init__(self, of: Role, value: Any) -> None:
        super().__init__(of)
        self.value = value


Hook = Callable[[Sheet], None]
NONE: Mapping[Any, Any] = MappingProxyType({})


class Rules:
    """How the marks of a genre in another program become ours.

    ``unknown`` says by layer what a clue without a number means, if it is not what our genre calls so; ``rest`` is the
    value of the spots of an answer layer where nothing is drawn.

    ``made`` works on what was read, and may refuse it; ``answered`` completes what was drawn. ``told`` and ``drawn`` do
    the opposite before a puzzle, or an answer, is written. ``also`` are layers and keys that only these four fill in.
    """

    def __init__(
        self, *, unknown: Mapping[Role, Any] = NONE, rest: Mapping[Role, Any] = NONE, made: Hook | None = None,
        answered: Hook | None = None, told: Hook | None = None, drawn: Hook | None = None, also: tuple[Role, ...] = (),
    ) -> None:  # fmt: skip
        del also
        self.unknown, self.rest = _by_name(unknown), _by_name(rest)
        self.made, self.answered, self.told, self.drawn = made, answered, told, drawn


def _by_name(values: Mapping[Role, Any]) -> dict[str, Any]:
    return {role_name(layer): value for layer, value in values.items()}


def ignored(*layers: Role) -> Mapping[Role, Any]:
    """What clues without a number mean in layers where they say nothing."""
    return dict.fromkeys(layers, IGNORED)
