"""Strategy by picture: the answer shows a picture, with the few changes that make it unique."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ..board.board import Spot
from ..board.rect import STEPS, Rect
from ..language.genre import Genre
from ..language.making import Sketch, Unlucky
from ..language.puzzle import Puzzle, State
from .by_answer import ByAnswer
from .clues import ClueSolver
from .drafts import Draft, bare_puzzle
from .drawings import inside_cells, kind_of

_ROUNDS = 200
"""Changes that are tried before starting over."""
_ANYWAY = 0.02
"""The probability that a change for the worse is kept; low, since such changes lead away from the picture."""

_CHANGE = 1
"""What a place that differs from the picture costs, if a stretch costs the square of what it is too long or short."""
_TRIES = 20
"""The tries to make a loop wind, for each place beside it."""
_BENDS = 3
"""The changes of a loop of which the best is tried."""
_BESIDE = (0, 0, 0, 1, 1, 2)
"""How many neighbours of a place change with it."""


class ByPicture(ByAnswer):
    """Starts with the answer most like the picture, and changes it until it is unique."""

    def unique(self, rng: Random) -> Draft:
        """A unique draft: changed where other answers differ."""
        sketch = self.shop.sketch(rng)
        solver = self.shop.opened(sketch)
        answer = self._first(rng, sketch, solver)
        target = shown(self.shop.genre, answer)
        best: tuple[int, int, State, Collection[Spot]] | None = None
        for _ in range(_ROUNDS):
            self.shop.clock.check()
            draft = self.shop.draft(sketch, answer, solver)
            marks = solver.marks_of(answer)
            shared = solver.shared(marks, list(draft.selectors(solver).values()))
            if shared is None:
                return draft
            open_ = sorted(spot for _, spot in solver.spots_of(marks - shared))
            score = len(open_), len(target ^ shown(self.shop.genre, answer))
            if best is None or score <= best[:2] or rng.random() < _ANYWAY:
                best = *score, answer, open_
            answer = self._other(rng, solver, best[2], best[3], solver.literals(sketch.marks))
        raise Unlucky("the picture leaves several answers")

    def _first(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> State:
        """The answer that is most like the picture."""
        if kind_of(self.shop.genre) == "loop":
            every = places_inside(self.shop.board, self.shop.genre)
            self._outline = Outline(every, one_region(every, self.shop.wishes.dark), self.making.straight)
            return self._around(bare_puzzle(self.shop.genre, sketch), self._outline.winding(rng))
        dark, painted = self.shop.wishes.dark, self.shop.wishes.painted
        nothing = self.shop.genre.layers[self.making.pictured].look.nothing
        marks = {spot: painted.get(spot, nothing) if painted else spot in dark for spot in self.shop.board.cells}
        wanted = solver.literals({self.making.pictured: marks})
        solver.sat.prefer([lit for lit in wanted if lit not in (1, -1)])
        return solver.drawn(rng.sample(wanted, len(wanted)), rng, solver.literals(sketch.marks))

    def _around(self, bare: Puzzle, region: Collection[Spot]) -> State:
        return State.of(bare, {self.making.pictured: loop_around(self.shop.board, self.shop.genre, region)})

    def _other(
        self, rng: Random, solver: ClueSolver, answer: State, open_: Collection[Spot], fixed: list[int]
    ) -> State:
        """An answer with a few changes where other answers differ."""
        if kind_of(self.shop.genre) == "loop":
            return self._bent(rng, answer, open_)
        name = self.making.pictured
        flipped = set(rng.sample(sorted(open_), min(len(open_), 1 + len(open_) // 12)))
        own = {spot: solver.literal((name, spot, value)) for spot, value in answer.marks[name].items()}
        kept = [lit for spot, lit in own.items() if spot not in flipped]
        try:
            return solver.drawn(rng.sample(kept, len(kept)), rng, [*fixed, *(-own[spot] for spot in flipped)])
        except Unlucky:  # not all of them can change
            return answer

    def _bent(self, rng: Random, answer: State, open_: Collection[Spot]) -> State:
        """The loop with a few places more or fewer inside, where other answers differ."""
        region = set(shown(self.shop.genre, answer))
        corners = self.shop.genre.layers[self.making.pictured].on == "links"
        near = sorted({place for spot in open_ for place in sides(spot, corners) if place in self._outline.every})
        trial = self._outline.bent(rng, region, near)
        return self._around(answer.puzzle, trial) if trial else answer


# -- regions and loops around them --


class Outline:
    """The loop around a region, straight stretches of which should have usual lengths, if there are any."""

    def __init__(self, every: set[Spot], region: set[Spot], usual: range) -> None:
        self.every, self._region, self._usual = every, region, usual

    def _cost(self, trial: set[Spot]) -> float:
        """How far straight stretches are from usual, and how much the picture is changed."""
        usual = self._usual
        away = (max(usual.start - n, 0, n - usual.stop + 1) for n in straights(trial)) if usual else ()
        return sum(n * n for n in away) + _CHANGE * len(trial ^ self._region)

    def winding(self, rng: Random) -> set[Spot]:
        """The region with notches and bumps along its outline."""
        best, least = self._region, self._cost(self._region)
        rim = [spot for spot in sorted(self.every) if any((near in best) != (spot in best) for near in _near(spot))]
        for _ in range(_TRIES * len(rim) if least else 0):
            trial = best ^ self._places(rng, rim)
            cost = self._cost(trial)
            if cost < least and is_one_region(self.every, trial):
                best, least = trial, cost
        return best

    def bent(self, rng: Random, region: set[Spot], near: Sequence[Spot]) -> set[Spot]:
        """The best of some changes to a region at given places; empty if none is possible."""
        trials = (region ^ self._places(rng, near) for _ in range(_BENDS if near else 0))
        return min((trial for trial in trials if is_one_region(self.every, trial)), key=self._cost, default=set())

    def _places(self, rng: Random, places: Sequence[Spot]) -> set[Spot]:
        """One to three places beside each other, with the first among some."""
        first = rng.choice(places)
        beside = [near for near in _near(first) if near in self.every]
        return {first, *rng.sample(beside, min(len(beside), rng.choice(_BESIDE)))}


def straights(region: Collection[Spot]) -> Iterator[int]:
    """The lengths of the straight stretches of the loop around a region."""
    edges = {(abs(dy), spot.y + dy // 2, spot.x + dx // 2)
             for spot in region for dy, dx in STEPS if (spot.y + dy, spot.x + dx) not in region}
    for level, y, x in edges:
        if (level, y - 2 + level, x - level) not in edges:
            length = 1
            while (level, y + length * (2 - level), x + length * level) in edges:
                length += 1
            yield length


def one_region(every: set[Spot], dark: frozenset[Spot]) -> set[Spot]:
    """Dark places as one region that a loop can surround: parts are joined, and holes and touching corners filled."""
    region = set(dark)
    while True:
        _join(every, region)
        light = _parts(every - region)
        for part in light:
            if not any(_is_on_rim(spot, every) for spot in part):
                region |= part
        mended = _mended(every, region)
        if not mended:
            return region
        region |= mended


def _near(spot: Spot) -> Iterator[Spot]:
    return (Spot(spot.y + dy, spot.x + dx) for dy, dx in STEPS)


def _is_on_rim(spot: Spot, every: set[Spot]) -> bool:
    return any(near not in every for near in _near(spot))


def _parts(spots: set[Spot]) -> list[set[Spot]]:
    """The components, the largest first."""
    left, found = set(spots), []
    while left:
        queue = [min(left)]
        left.discard(queue[0])
        for spot in queue:
            beside = [near for near in _near(spot) if near in left]
            left.difference_update(beside)
            queue += beside
        found.append(set(queue))
    return sorted(found, key=lambda part: (-len(part), min(part)))


def _join(every: set[Spot], region: set[Spot]) -> None:
    """Joins the components of a region by shortest paths."""
    while len(parts := _parts(region)) > 1:
        came: dict[Spot, Spot] = {}
        queue = sorted(parts[0])
        for spot in queue:
            if spot in region and spot not in parts[0]:
                while spot not in parts[0]:
                    region.add(spot)
                    spot = came[spot]
                break
            for near in _near(spot):
                if near in every and near not in came and near not in parts[0]:
                    came[near] = spot
                    queue.append(near)


def _mended(every: set[Spot], region: set[Spot]) -> set[Spot]:
    """A place to add where two places of the region touch only at a corner."""
    for spot in sorted(region):
        for dx in (-2, 2):
            other = Spot(spot.y + 2, spot.x + dx)
            beside = Spot(spot.y, other.x), Spot(other.y, spot.x)
            if other in region and region.isdisjoint(beside):
                return {next(one for one in beside if one in every)}
    return set()


def places_inside(board: Rect, genre: type[Genre]) -> set[Spot]:
    """The places that a loop of the genre may enclose: cells, or corners between cells."""
    first = 2 if inside_cells(genre) else 1
    return {Spot(y, x) for y in range(first, 2 * board.n_rows, 2) for x in range(first, 2 * board.n_cols, 2)}


def loop_around(board: Rect, genre: type[Genre], region: Collection[Spot]) -> dict[Spot, bool]:
    """The loop around a region: the edges or links with the region on just one side."""
    corners = inside_cells(genre)
    spots = board.links if corners else board.edges
    return {spot: (one in region) != (other in region) for spot in spots for one, other in (sides(spot, corners),)}


def is_one_region(every: set[Spot], region: set[Spot]) -> bool:
    """Whether one loop can surround a region: connected, without holes, and not touching itself at a corner."""
    rest = every - region
    holes = any(not any(_is_on_rim(spot, every) for spot in part) for part in _parts(rest))
    return len(_parts(region)) == 1 and not holes and not _mended(every, region)


def sides(spot: Spot, corners: bool) -> tuple[Spot, Spot]:
    """The two places on both sides of an edge, or (``corners``) of a link."""
    upright = bool(spot.y % 2) != corners
    dy, dx = (0, 1) if upright else (1, 0)
    return Spot(spot.y - dy, spot.x - dx), Spot(spot.y + dy, spot.x + dx)


def shown(genre: type[Genre], answer: State) -> frozenset[Spot]:
    """The dark places that an answer shows: marked cells, or what the loop encloses."""
    marks = answer.marks[genre.making.pictured]
    if kind_of(genre) == "cells":
        nothing = genre.layers[genre.making.pictured].look.nothing
        return frozenset(spot for spot, value in marks.items() if value not in (False, None, nothing))
    board = answer.puzzle.board
    assert isinstance(board, Rect)
    inside: dict[Spot, bool] = {}
    for spot in sorted(places_inside(board, genre)):
        crossed = marks.get(Spot(spot.y, spot.x - 1)) is True
        inside[spot] = inside.get(Spot(spot.y, spot.x - 2), False) != crossed
    return frozenset(spot for spot, value in inside.items() if value)
