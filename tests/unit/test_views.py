"""Views: what they mean, that they exclude no grid, and how steps are told by them; and reasons that add up counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

import gridwright as gw
from gridwright.engine.explain import telling
from gridwright.engine.explain.counts import Counts, Excess, in_words
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.speech import Speaker
from gridwright.engine.explain.suppositions import Supposition
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.selectors import SelectorSolver
from gridwright.genres.compass import Compass
from gridwright.language import Spot

CASES = Path(__file__).parent.parent / "cases"
WITH_VIEWS = ("compass/four", "compass/oblong", "galaxies/middle", "subway/small", "subway/oblong")


def case(name: str) -> gw.Puzzle:
    return gw.read(CASES / f"{name}.spf")


@contextmanager
def with_views(name: str) -> Iterator[SelectorSolver]:
    with SelectorSolver(case(name)) as kept:
        kept.say_in_views()
        yield kept


def marks_of(kept: SelectorSolver, state: gw.State) -> list[int]:
    known = kept.model.variables.known(state)
    return [v if known[v] > 0 else -v for v in range(2, kept.model.variables.top + 1) if known[v]]


def views_in(kept: SelectorSolver, marks: list[int]) -> set[int]:
    """The views that follow from marks by what they mean, with their signs."""
    sound, lits = kept.propagate(marks)
    while sound and kept.refine({*marks, *lits}):
        sound, lits = kept.propagate(marks)
    assert sound
    signed = [lit for view in kept.views.told for lit in (view, -view)]
    return {lit for lit in signed if not kept.propagate([*marks, -lit])[0]}


@pytest.mark.parametrize("name", WITH_VIEWS)
def test_views_exclude_no_answer(name: str) -> None:
    puzzle = case(name)
    with with_views(name) as kept:
        assert kept.views.told
        for answer in gw.solve(puzzle, limit=5).answers:
            assert kept.solve([*kept.every, kept.by_views, *marks_of(kept, answer)])
            assert not kept.refine({*marks_of(kept, answer), *views_in(kept, marks_of(kept, answer))})


@pytest.mark.parametrize("name", WITH_VIEWS)
def test_what_views_mean_excludes_no_grid(name: str) -> None:
    """Marks by chance, which break nearly all demands: the definitions hold all the same, and settle every view."""
    rng = Random(5)
    with with_views(name) as kept:
        for _ in range(20):
            chance = rng.random()
            marks = [v if rng.random() < chance else -v for v in range(2, kept.model.variables.top + 1)]
            assert len(views_in(kept, marks)) == len(kept.views.told)
            assert kept.solve(marks)


def test_a_cell_belongs_to_the_area_it_is_in() -> None:
    puzzle = case("compass/four")
    board, answer = puzzle.board, gw.solve(puzzle).answers[0]
    walls = frozenset(link for link, wall in answer.marks["wall"].items() if wall)
    areas = list(board.regions(walls))
    with with_views("compass/four") as kept:
        held = views_in(kept, marks_of(kept, answer))
        names = {board.name(cell): cell for cell in board.cells}
        for lit, view in kept.views.told.items():
            together = any(view.spot in area and names[view.name] in area for area in areas)
            assert (lit in held) == together, view


def test_views_are_told_together() -> None:
    with Explainer(case("compass/four"), None, Clock()) as explainer:
        explainer.position.add_views()
        literal = {(view.spot, view.name): lit for lit, view in explainer.position.solver.views.told.items()}
        a, b = Spot(1, 3), Spot(3, 3)
        said = Speaker(explainer.position).said
        assert said([literal[a, "r1c1"], literal[b, "r1c1"]]) == "r1c2 and r2c2 belong to the area of r1c1"
        assert said([-literal[a, "r1c1"], -literal[a, "r3c1"]]) == "r1c2 does not belong to the area of r1c1 or r3c1"


def test_a_step_concludes_by_views_and_rests_on_demands_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compass, "lemmas", ())  # what several rules say together would make these steps needless
    monkeypatch.setattr(telling, "technique_of", lambda *_: None)  # the words of techniques are shorter
    told = [step for step in gw.explain(case("compass/four")) if "belong" in step.words]
    assert told
    for step in told:
        assert all(part.demands or part.mark is not None for part in step.because)


# -- adding up --------------------------------------------------------------------------------------------------------


@pytest.fixture
def stars() -> Iterator[Explainer]:
    with Explainer(case("starbattle/middle"), None, Clock()) as explainer:
        yield explainer


def two_rows(explainer: Explainer) -> tuple[list[int], set[int]]:
    """The demands that rows 1 and 2 have two stars each and the areas that begin in r1c1 and r1c4 no more; no star is
    in these rows outside the two areas, and one in the first area outside the two rows."""
    demands = {explainer.position.law(one.literal): one.literal for one in explainer.position.solver.demands}
    rows = [demands[f"row {row} needs at least 2 stars"] for row in (1, 2)]
    areas = [demands[f"the area of r1c{col} needs at most 2 stars"] for col in (1, 4)]
    star = {spot: int(mark) for spot, mark in explainer.position.model.marks["star"].items() if spot is not None}
    empty = {-star[Spot(y, x)] for y, x in ((1, 13), (1, 15), (3, 13), (3, 15))}
    return [*rows, *areas], {*empty, star[Spot(5, 1)]}


def test_counts_that_need_too_much_together_are_added_up(stars: Explainer) -> None:
    units, holds = two_rows(stars)
    found = Counts(stars.position, units).excess(holds)
    assert found is not None
    assert (found.missing, found.room, found.elsewhere, found.twice) == (4, 3, 0, False)
    words = in_words(stars.position, found)
    assert words == "rows 1 and 2 need 4 stars, and the areas of r1c1 and r1c4 leave room for 3"
    assert holds.issuperset(found.uses)


@pytest.mark.parametrize("gone", range(5))
def test_all_that_a_sum_uses_is_needed_for_it(stars: Explainer, gone: int) -> None:
    units, holds = two_rows(stars)
    assert Counts(stars.position, units).excess(holds - {sorted(holds)[gone]}) is None
    assert all(Counts(stars.position, [one for one in units if one != unit]).excess(holds) is None for unit in units)


@pytest.mark.parametrize("name", ["akari/middle", "minesweeper/middle", "hitori/middle", "starbattle/middle"])
def test_counts_are_added_up_only_where_they_can_be_told(name: str) -> None:
    """"No two lamps stand in a stretch" is a count, too, but names nothing that needs marks."""
    with Explainer(case(name), None, Clock()) as explainer:
        counts = Counts(explainer.position, [one.literal for one in explainer.position.solver.demands])
        for side in (*counts.needing, *counts.limiting):
            assert " need" in explainer.position.law(side.selector), explainer.position.law(side.selector)


@pytest.mark.parametrize(
    ("elsewhere", "room"), [(1, "there is room for only 1"), (0, "there is no room for any")]
)
def test_a_count_may_need_too_much_by_itself(elsewhere: int, room: str) -> None:
    """Shaded cells share no edge: that may be all that limits the shaded cells of a room."""
    with Explainer(case("heyawake/given_marks"), None, Clock()) as explainer:
        every = [one.literal for one in explainer.position.solver.demands]
        side = next(one for one in Counts(explainer.position, every).needing if one.n == 2)
        found = Excess([side.selector], [], missing=2, room=0, elsewhere=elsewhere, uses=[], twice=False, begun=True)
        assert in_words(explainer.position, found) == f"the room of r2c4 needs 2 more shaded cells, and {room}"


def test_a_supposition_may_fail_by_adding_up(stars: Explainer) -> None:
    units, holds = two_rows(stars)
    told = Supposition(Speaker(stars.position), units, holds).refutation()
    assert told is not None
    assert told.fault.endswith("leave room for 3")
