"""What rules say about the clues that their demands come from, and what they are told if it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.authoring.cases import CaseError, proposal
from gridwright.engine.solve.selectors import SelectorSolver
from gridwright.language import (
    Answer,
    Demands,
    Genre,
    Given,
    Numbers,
    OneOf,
    Rect,
    Spot,
    Unknown,
    any_of,
    count,
    must,
    rule,
)
from gridwright.language.rules import Clue
from gridwright.making.declared import provenance_faults
from gridwright.rules import Tally, tallied, unmarked

FIRST, SECOND = Spot(1, 1), Spot(1, 3)


class Fields(Genre):
    """What the genres below have in common."""

    name = "Fields"
    task = "Mark cells."
    n = Given("cells", Numbers(0, 4))
    letter = Given("cells", OneOf("AB"))
    wall = Given("cells", Numbers(0, 4) | Unknown())
    hole = Given("cells", role="structure")
    mark = Answer("cells")

    def beside(self, at: Spot, n: int) -> Any:
        return count(self.mark[c] for c in self.board.neighbours(at)) == n


GIVEN: dict[str, dict[Spot, Any]] = {
    "n": {FIRST: 1, SECOND: 2}, "letter": {SECOND: "A"}, "wall": {FIRST: 3}, "hole": {SECOND: True}}


def puzzle(genre: type[Genre], given: dict[str, dict[Spot, Any]] = GIVEN) -> gw.Puzzle:
    return gw.Puzzle.of(genre, Rect.of(2, 2), given)


def clues(genre: type[Genre], name: str = "near") -> list[tuple[Clue, ...]]:
    """The clues of the demands of a rule."""
    one = puzzle(genre)
    (found,) = (rule for rule in genre.rules if rule.name == name)
    return [demand.clues for demand in found.demands(genre(one))]


# -- saying which -----------------------------------------------------------------------------------------------------


class Told(Fields):
    """Rules that tell their clues in all ways."""

    name = "Told"

    @rule("near {at}", reads=Fields.n)
    def near(self) -> Demands:
        for at, n in sorted(self.n.items()):
            yield must(self.beside(at, n), at, clues=at)

    @rule("all", reads=Fields.n)
    def whole(self) -> Demands:
        yield must(count(self.mark.values()) == sum(self.n.values()), clues=self.n)

    @rule("both", reads=(Fields.n, Fields.letter))
    def both(self) -> Demands:
        for at in self.letter:
            yield must(self.beside(at, self.n[at]), at, clues=[("n", at), ("letter", at)])

    @rule("holes {at}", reads=Fields.hole)
    def holes(self) -> Demands:
        for at in self.hole:
            yield must(~self.mark[at], at, clues=at)

    pairs = tallied(Fields.mark, lambda self: [Tally(list(self.n), 1, clues=[*self.n])], "two", reads=Fields.n)
    dark = unmarked(Fields.mark, Fields.wall, "dark {at}")
    gaps = unmarked(Fields.mark, Fields.hole, "gap {at}")


@pytest.mark.parametrize(("name", "expected"), [
    ("near", [(("n", FIRST),), (("n", SECOND),)]),  # though all clues are read before the first demand
    ("whole", [(("n", FIRST), ("n", SECOND))]),
    ("both", [(("n", SECOND), ("letter", SECOND))]),
    ("holes", [()]),  # structure is no clue
    ("pairs", [(("n", FIRST), ("n", SECOND))]),
    ("dark", [(("wall", FIRST),)]),
    ("gaps", [()]),
])  # fmt: skip
def test_demands_have_the_clues_that_their_rule_tells(name: str, expected: list[tuple[Clue, ...]]) -> None:
    assert clues(Told, name) == expected


def test_what_is_told_is_right() -> None:
    assert provenance_faults(puzzle(Told)) == []


def test_a_kept_puzzle_switches_demands_by_the_clues_that_they_name() -> None:
    with SelectorSolver(puzzle(Told)) as solver:
        named = {demand.demand.rule.name: solver.clues_of(demand.literal) for demand in solver.demands if demand.demand}
        assert named["whole"] == (("n", FIRST), ("n", SECOND)) and named["holes"] == ()


# -- saying it wrongly ------------------------------------------------------------------------------------------------


class Undeclared(Fields):
    """A rule that reads a layer without saying so."""

    name = "Undeclared"

    @rule("near {at}")
    def near(self) -> Demands:
        for at, n in self.n.items():
            yield must(self.beside(at, n), at)


class Another(Fields):
    """A rule that declares one of the two layers that it reads."""

    name = "Another"

    @rule("near {at}", reads=Fields.n)
    def near(self) -> Demands:
        for at, n in self.n.items():
            if at not in self.letter:
                yield must(self.beside(at, n), at, clues=at)


class Kind(Fields):
    """A rule kind that is not told which layer its function reads."""

    name = "Kind"
    near = tallied(Fields.mark, lambda self: [Tally(list(self.n), 1)], "two")


class Unnamed(Fields):
    """A rule that declares what it reads, and a demand that does not say where it comes from."""

    name = "Unnamed"

    @rule("near {at}", reads=Fields.n)
    def near(self) -> Demands:
        for at, n in self.n.items():
            yield must(self.beside(at, n), at)


class Ordered(Fields):
    """A rule that names the clues that it has met so far."""

    name = "Ordered"

    @rule("near {at}", reads=Fields.n)
    def near(self) -> Demands:
        met = []
        for at, n in self.n.items():
            met.append(at)
            yield must(self.beside(at, n), at, clues=met)


@pytest.mark.parametrize(("genre", "fault"), [
    (Undeclared, "rule 'near' reads layer 'n': write @rule(..., reads=n) and clues=at"),
    (Another, "rule 'near' reads layer 'letter': write @rule(..., reads=(n, letter)) and clues=[('letter', at)]"),
    (Kind, "rule 'near' reads layer 'n': "
           "write reads=n where the rule is made, and clues=at for what comes from a clue"),
    (Unnamed, "rule 'near' has a demand at r1c1 that comes from a clue but names none: write clues=at"),
    (Ordered, "rule 'near' names other clues if they come in another order: name them with clues=at"),
])  # fmt: skip
def test_faults_say_what_to_write(genre: type[Genre], fault: str) -> None:
    assert provenance_faults(puzzle(genre)) == [fault]
    with pytest.raises(CaseError):
        proposal(puzzle(genre))


class Misnamed(Fields):
    """Rules that name clues of layers that they do not declare."""

    name = "Misnamed"

    @rule("near")
    def near(self) -> Demands:
        yield must(any_of(self.mark.values()), clues=FIRST)

    @rule("both", reads=(Fields.n, Fields.letter))
    def both(self) -> Demands:
        yield must(any_of(self.mark.values()), clues=FIRST)

    @rule("pair", reads=Fields.n)
    def pair(self) -> Demands:
        yield must(any_of(self.mark.values()), clues=("n", FIRST))  # type: ignore[arg-type]

    @rule("other", reads=Fields.n)
    def other(self) -> Demands:
        yield must(any_of(self.mark.values()), clues=[("letter", SECOND)])


@pytest.mark.parametrize(("name", "reads"), [("near", "no layer of clues"), ("both", "n and letter"), ("pair", "n"),
                                             ("other", "n")])  # fmt: skip
def test_clues_of_layers_that_are_not_declared_are_refused(name: str, reads: str) -> None:
    with pytest.raises(TypeError, match=rf"^rule '{name}' names the clue .* and reads {reads}: write reads=layer and"):
        clues(Misnamed, name)


def test_places_of_clues_that_always_leave_a_value_belong_to_the_board() -> None:
    class Places(Fields):
        name = "Places"

        @rule("no mark at {at}")
        def near(self) -> Demands:
            for at in self.wall:
                yield must(~self.mark[at], at)

    class Values(Fields):
        name = "Values"

        @rule("no mark at {at}")
        def near(self) -> Demands:
            for at, n in self.wall.items():
                yield must(self.beside(at, n), at)

    assert provenance_faults(puzzle(Places)) == provenance_faults(puzzle(Places, {})) == []
    assert provenance_faults(puzzle(Values)) == [
        "rule 'near' reads layer 'wall': write @rule(..., reads=wall) and clues=at"]
