"""Lazy imports of formats, because importing all of them takes longer than solving most puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

from ..language.puzzle import Puzzle, State
from .dialect import Format, Reading, Shelf

_LOOK = 1 << 16


class Later:
    """A format that is in a module of this package.

    Every text of it begins with ``start`` or has, near its beginning, one of ``words`` (in lower case, found in either)
    or ``pattern``. All texts are asked for the signs of all formats, so these have to be cheap: words are, and patterns
    that begin with a rare character.
    """

    def __init__(
        self,
        name: str,
        about: str,
        module: str,
        *,
        start: str = "",
        words: tuple[str, ...] = (),
        pattern: str = "",
        every_genre: bool = False,
    ) -> None:
        self.name, self.about, self.every_genre = name, about, every_genre
        self._module, self._words = module, words
        self._start, self._pattern = (re.compile(sign) if sign else None for sign in (start, pattern))

    @cached_property
    def _format(self) -> Format:
        module = import_module(f"{__package__}.{self._module}")
        kinds = (kind for kind in vars(module).values() if getattr(kind, "name", None) == self.name)
        found: Format = next(kind() for kind in kinds if isinstance(kind, type))
        return found

    def sniff(self, text: str) -> bool:
        """Whether a text looks like the format."""
        return self._has_sign(text[:_LOOK]) and self._format.sniff(text)

    def _has_sign(self, text: str) -> bool:
        if self._words:
            lowered = text.lower()
            if any(word in lowered for word in self._words):
                return True
        if self._start is not None and self._start.match(text):
            return True
        return self._pattern is not None and self._pattern.search(text) is not None

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        return self._format.read_all(text, shelf, options)

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        return self._format.write(puzzle, dialect, answer)
