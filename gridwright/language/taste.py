"""Properties of published puzzles: distributions that new puzzles follow, and the scores of each difficulty."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")

LABELS = ("trivial", "easy", "medium", "hard", "extreme")
"""The labels from the easiest to the hardest; a puzzle file may state any of them as its difficulty."""


@dataclass(frozen=True)
class Band:
    """The distribution of a number: its 10th, 50th and 90th percentiles. Raises ValueError unless they are in order."""

    low: float
    middle: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.middle <= self.high:
            raise ValueError(f"the percentiles of a band have to be in order, not {self.low, self.middle, self.high}")

    def draw(self, rng: Random) -> float:
        """A random number from this distribution, piecewise linear between its percentiles. A tenth of the draws lies
        below ``low``, by at most a quarter of its distance from ``middle``, and a tenth above ``high``, likewise."""
        chance = rng.random()
        if chance < 0.5:
            return self.middle - (self.middle - self.low) * (0.5 - chance) / 0.4
        return self.middle + (self.high - self.middle) * (chance - 0.5) / 0.4


@dataclass(frozen=True, kw_only=True)
class Levels:
    """The scores above which puzzles of a genre are easy, medium, hard and extreme, on a board of 100 cells.

    Raises ValueError unless they rise.
    """

    easy: float
    medium: float
    hard: float
    extreme: float
    labelled: bool = False
    """Whether they come from published puzzles with labels; otherwise they only order new puzzles."""

    def __post_init__(self) -> None:
        if not 0 < self.easy < self.medium < self.hard < self.extreme:
            raise ValueError(f"the scores of levels have to be positive and increasing, not {self.scores}")

    @property
    def scores(self) -> tuple[float, float, float, float]:
        """The four scores, from the lowest to the highest."""
        return self.easy, self.medium, self.hard, self.extreme


def one_of(rng: Random, weights: Mapping[T, float]) -> T:
    """A random value, with probabilities in proportion to the weights."""
    return rng.choices(list(weights), list(weights.values()))[0]


def sizes_of(rng: Random, weights: Mapping[int, float]) -> Callable[[], int]:
    """A function that draws the sizes of areas, one at a time."""
    return lambda: one_of(rng, weights)


__all__ = ["Band", "Levels", "one_of", "sizes_of"]
