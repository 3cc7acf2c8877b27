"""The strategies that lead to a unique answer, when each is chosen, and attempts at puzzles.

==================  ====================  ============================================================================
name                class                 chosen if
==================  ====================  ============================================================================
(by picture)        ``ByPicture``         the answer is to show a picture of cells or of a loop
``one draft``       ``OneDraft``          the genre says so: its clues change the values that cells may hold
``fresh answer``    ``ByFreshAnswer``     the genre says so: a separate model for each answer is faster
``answer``          ``ByAnswer``          nothing changes the structure: the genre has no ``change``, or a request
                                          keeps the structure
``fixed answer``    ``AroundAnswer``      the genre says so: the structure is laid out around an answer
``structure``       ``ByStructure``       otherwise
==================  ====================  ============================================================================

Then clues are removed (``stripping``), and restored or changed if a difficulty is requested (``difficulty``).

Constants of the search without a stated source have none on record. Changing one changes the puzzles of all seeds;
measure the gain with ``benchmarks/generate.py``.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from ..language.making import StrategyName, Unlucky
from ..language.taste import LABELS
from .by_answer import ByAnswer
from .by_picture import ByPicture
from .by_structure import AroundAnswer, ByFreshAnswer, ByStructure, OneDraft
from .drawings import kind_of
from .effort import Effort, Failures
from .request import Request
from .stripping import SLICES, Stripper
from .workshop import Strategy, Workshop

STRATEGIES: Mapping[StrategyName, type[Strategy]] = {
    "answer": ByAnswer, "fresh answer": ByFreshAnswer, "structure": ByStructure, "fixed answer": AroundAnswer,
    "one draft": OneDraft,
}


def strategy_of(shop: Workshop) -> Strategy:
    """The strategy for the puzzles of a workshop; see the module."""
    if shop.conditions.dark and kind_of(shop.genre) != "areas":
        return ByPicture(shop)
    name = shop.making.strategy
    if shop.making.change is None and name not in ("one draft", "fresh answer"):
        name = "answer"
    return STRATEGIES[name or "structure"](shop)


class Maker:
    """Makes the puzzles of a request."""

    def __init__(self, request: Request, clock: Effort) -> None:
        # Clues kept for the sake of symmetry make puzzles easier, unless the genre chooses their places anyway.
        is_hard = request.difficulty in LABELS[LABELS.index("hard") :]
        making, is_shown = request.genre.making, bool(request.conditions.dark)
        # Symmetric places would keep the monotonous clues of a picture together with others.
        is_free = (is_hard and not making.movable) or (is_shown and bool(making.monotonous))
        symmetry = request.symmetry or ("none" if is_free else None)
        self.clock, self.failures = clock, Failures()
        self.shop = Workshop(request.genre, request.board, request.wishes, clock, symmetry, request.conditions)
        self.strategy = strategy_of(self.shop)

    def attempts(self, seed: str, most: int) -> Generator[Stripper]:
        """Unique drafts, ready to strip, from at most ``most`` attempts.

        Each can be used until the next one is requested. Raises TimeUp.
        """
        for number in range(most):
            self.clock.check()
            self.clock.allow(SLICES)
            with self.shop.attempt(seed, number) as rng:
                try:
                    draft = self.strategy.unique(rng)
                    yield Stripper(rng, draft, self.shop.wishes, self.clock, bool(self.shop.symmetry),
                                   self.shop.conditions)
                except Unlucky as fault:
                    self.failures.note(fault)
