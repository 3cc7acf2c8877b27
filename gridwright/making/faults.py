"""What is wrong with a request, and why attempts came to nothing."""

from __future__ import annotations

from collections import Counter

from ..language.making import Unlucky

_CROWDED = 40
"""After so many answers that need too many clues, fewer are not to be hoped for."""
_UNPROVED = 20
"""After so many puzzles that could not be proved, a provable one is not to be hoped for."""


class MakingError(ValueError):
    """A puzzle that cannot be made as it was asked for; the message says what can be had."""


class TooMany(Unlucky):
    """An answer that needs more clues than should be told."""

    def __init__(self, least: int, wanted: int, words: str) -> None:
        """``words``: what could be asked for instead."""
        super().__init__()
        self.least, self.wanted, self.words = least, wanted, words


class Unproved(Unlucky):
    """A puzzle that its file cannot hold, or that does not have just one answer; the message says why."""


class Failures:
    """Why attempts came to nothing, as far as that is known."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._crowded: list[TooMany] = []
        self._n_unproved = 0

    def note(self, fault: Unlucky) -> None:
        """Counts a failed attempt. Raises MakingError where others would fail for the same reason."""
        if isinstance(fault, TooMany):
            self._crowded.append(fault)
            if len(self._crowded) == _CROWDED:
                raise MakingError(self._too_many())
        elif str(fault):
            self._words[str(fault)] += 1
        if isinstance(fault, Unproved):
            self._n_unproved += 1
            if self._n_unproved == _UNPROVED:
                raise MakingError(f"{_UNPROVED} puzzles were made, and none of them could be proved: {fault}")

    @property
    def is_crowded(self) -> bool:
        """Whether answers needed more clues than were asked for."""
        return bool(self._crowded)

    def _too_many(self) -> str:
        best = min(self._crowded, key=lambda one: one.least)
        return (f"{best.wanted} clues with values were asked for, and none of {len(self._crowded)} puzzles can do with "
                f"less than {best.least}; {best.words} can be had")

    def told(self) -> str:
        """The commonest reason, for a message; empty if none is known."""
        if self._crowded:
            return self._too_many()
        return self._words.most_common(1)[0][0] if self._words else ""
