"""The parts of the search for reasons, and how they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.engine.explain import hints
from gridwright.engine.explain.deductions import Deduction, cost
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.several_demands import TrialAndError
from gridwright.engine.explain.single_demands import DemandsWithCompanions
from gridwright.engine.explain.speech import Speaker, merged
from gridwright.engine.explain.steps import Step
from gridwright.engine.explain.suppositions import Supposition
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock, TimeUp
from gridwright.language import Spot

CASES = Path(__file__).parent.parent / "cases"
SUDOKU = gw.read("1...\n..2.\n.3..\n...4\n", format="sudoku")


def case(name: str) -> gw.Puzzle:
    return gw.read(CASES / f"{name}.spf")


@pytest.fixture
def fences() -> Iterator[Explainer]:
    with Explainer(case("fences/middle"), None, Clock()) as explainer:
        yield explainer


def several(explainer: Explainer) -> Deduction:
    """The first step of the path that takes several demands."""
    while True:
        found = explainer.step()
        assert found is not None
        if found.stage == "chain":
            return found
        explainer.position.apply(found.marks)


# -- smallest reasons -------------------------------------------------------------------------------------------------


def test_no_smaller_set_of_demands_is_a_reason(fences: Explainer) -> None:
    found, position = several(fences), fences.position
    always = [*position.marks, *position.silent, -found.marks[0]]
    near = list(dict.fromkeys([*found.selectors, *list(position.by_distance(found.marks[0]))[:20]]))
    solver = position.solver_for(near)
    chosen = solver.smallest_core(near, always, len(found.selectors), 200)
    assert chosen is not None
    assert len(chosen) == len(found.selectors)
    assert solver.refuted([*always, *chosen])
    assert solver.smallest_core(near, always, len(found.selectors) - 1, 200) == []


def test_a_search_that_is_cut_short_says_so(fences: Explainer) -> None:
    found, position = several(fences), fences.position
    solver = position.solver_for(found.selectors)
    always = [*position.marks, -found.marks[0]]
    assert solver.smallest_core(found.selectors, always, len(found.selectors), 1) is None


def test_a_reason_that_costs_too_much_is_given_up(fences: Explainer) -> None:
    found, position = several(fences), fences.position
    always = [*position.marks, *position.silent, -found.marks[0]]
    solver = position.solver_for(found.selectors)
    of = partial(cost, position)
    assert solver.shrunk_below(found.selectors, always, 100, of, of(found.selectors)) is None
    kept = solver.shrunk_below(found.selectors, always, 100, of, found.cost)
    assert kept is not None
    assert sorted(kept) == sorted(solver.shrunk(found.selectors, always))


# -- trials -----------------------------------------------------------------------------------------------------------


def test_where_nothing_else_leads_on_a_mark_is_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one whose opposite fails soonest, or from which much follows; after many such marks the next step is all
    the rest."""
    monkeypatch.setattr(hints, "ladder", lambda position, _: iter([TrialAndError(position)]))
    reached, n_failing = list[int](), list[int]()

    def tell(teller: Teller, found: Deduction) -> Step:
        position = teller.position
        every = [one.literal for one in position.solver.demands]

        def followed(lit: int) -> tuple[bool, int]:
            sound, lits = position.solver.propagate([*position.marks, *every, lit])
            return sound, len(lits)

        assert set(found.marks) <= set(position.target.values())
        if len(found.marks) == 1:
            fails = [lit for lit in position.open_marks() if not followed(-lit)[0]]
            assert found.marks[0] in fails or not fails
            assert fails or followed(found.marks[0]) == max(map(followed, position.open_marks()))
            n_failing.append(len(fails))
        reached.append(len(position.open_marks()) - len(found.marks))
        return teller.step(found)

    told = list(hints.followed(case("arukone/middle"), None, Clock(), tell))
    for step in told:
        assert step.kind == "trial"
        assert [part.words for part in step.because if part.mark is None] == ["all rules together"]
    for step, n in zip(told, n_failing, strict=False):
        assert step.words.startswith(("Suppose ", "If ") if n else "Only trial and error ")
    assert any(n_failing) and not all(n_failing)
    assert len(told) <= 11
    assert reached[-1] == 0


# -- time -------------------------------------------------------------------------------------------------------------


def test_the_step_found_when_the_time_is_up_is_told_as_late(fences: Explainer, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fences.step()
    assert first is not None
    assert not first.late

    def interrupted() -> Iterator[Deduction]:
        yield first
        raise TimeUp

    monkeypatch.setattr(next(fences.stages), "steps", interrupted)
    late = fences.step()
    assert late is not None
    step = Teller(fences.position).step(late)
    assert step.late
    assert step.words.endswith("(The time was up: there may be an easier step.)")


# -- words ------------------------------------------------------------------------------------------------------------


def literals(explainer: Explainer, row: int, col: int, *values: int) -> list[int]:
    literal = explainer.position.model.variables.literal
    return [int(literal("number", Spot(2 * row - 1, 2 * col - 1), value)) for value in values]


def test_values_of_a_cell_are_told_together() -> None:
    with Explainer(SUDOKU, None, Clock()) as explainer:
        said = Speaker(explainer.position).said
        not_these = [-lit for lit in literals(explainer, 2, 2, 1, 3)]
        assert said(not_these) == "r2c2 is not 1 or 3"
        assert said([*not_these, *literals(explainer, 2, 2, 4)]) == "r2c2 is 4"
        both = [*not_these, *(-lit for lit in literals(explainer, 1, 2, 1, 3))]
        assert said(both) == "r1c2 and r2c2 are not 1 or 3"
        assert said(literals(explainer, 1, 1, 1) + [-lit for lit in literals(explainer, 1, 2, 1)]) == (
            "r1c1 is 1, and r1c2 is not 1"
        )


def test_a_cell_sees_what_is_placed_around_it() -> None:
    words = {step.technique: step.words for step in reversed(list(gw.explain(SUDOKU)))}
    assert words["naked single"].split(":")[0].split()[1] == "sees"


def test_the_last_place_is_told_with_the_numbers_that_exclude_the_others() -> None:
    step = gw.hint(gw.read("symbols: 1234\n....\n..1.\n.1..\n....\n", format="sudoku"))
    assert isinstance(step, gw.Step)
    assert step.technique == "hidden single in a box"
    assert step.words == "In box 1, only r1c1 can be 1, because of the 1s at r2c3 and r3c2. So r1c1 is 1."


def test_a_candidate_that_a_count_excludes_is_told_with_the_count() -> None:
    words = [step.words for step in gw.explain(case("slalom/two_given"))]
    assert "The 1 at the bottom right corner of r3c1 has all its diagonals. So r3c1 holds a rising diagonal." in words


def test_what_the_runs_of_a_line_force_is_one_demand() -> None:
    steps = gw.explain(case("picross/middle")).steps
    assert {step.kind for step in steps} <= {"demand", "chain"}
    assert sum(len(step.marks) for step in steps) == len(case("picross/middle").board.cells)


def test_what_is_struck_out_in_the_same_way_is_one_step() -> None:
    assert any(
        step.kind == "demand"
        and len({mark.value for mark in step.marks}) == 1 < len({mark.spot for mark in step.marks})
        and sum(len(part.demands) for part in step.because) > 2
        for step in gw.explain(case("snake/narrow"))
    )  # fmt: skip


def test_what_is_not_without_something_has_it() -> None:
    words = " ".join(step.words for step in gw.explain(case("hashi/small")))
    assert "So r1c1-r1c3 has a bridge." in words
    assert "not without" not in words


def test_singles_are_named_where_numbers_are_written_and_not_where_lines_are_drawn() -> None:
    assert "naked single" in {step.technique for step in gw.explain(case("skyscrapers/small"))}
    assert not any("single" in step.technique for step in gw.explain(case("slalom/small")))


def test_a_spot_of_two_values_is_settled_when_one_is_excluded() -> None:
    assert not any("does not hold a" in step.words.partition(" So ")[2] for step in gw.explain(case("slalom/small")))


def test_what_would_be_wrong_in_the_same_way_is_one_step() -> None:
    """The island that has all of its cells: what is around it is sea."""
    words = [step.words for step in gw.explain(gw.read(CASES.parent / "spf_samples" / "nurikabe.spf"))]
    assert "The 2 at r3c4 is complete. So r2c5 and r4c5 are sea." in words


def test_values_of_things_are_not_counted() -> None:
    words = " ".join(step.words for step in gw.explain(case("pills/small")))
    assert "has the value at" not in words
    assert "the the" not in words


def test_only_what_is_told_in_one_chain_is_a_chain() -> None:
    told = [step for name in ("kuromasu/several", "fences/middle") for step in gw.explain(case(name))
            if step.kind in ("chain", "cases")]
    assert {step.kind for step in told} == {"chain", "cases"}
    for step in told:
        n_suppositions = step.words.count("Suppose ") + step.words.count("If ")
        has_cases = "these cannot all hold" in step.words or "Every way to go on breaks a rule" in step.words
        assert (step.kind == "chain") == (n_suppositions == 1 and not has_cases), step.words


@pytest.mark.parametrize("name", ["akari/oblong", "hitori/middle", "kuromasu/several", "heyawake/middle"])
def test_patterns_are_told_in_few_clauses_without_a_supposition(name: str) -> None:
    patterns = [step.words for step in gw.explain(case(name)) if step.kind == "pattern"]
    assert patterns
    for words in patterns:
        assert words.startswith("If ") and "Suppose" not in words and " Then " not in words
        assert words.count(" But then ") <= 1
        assert words.count(", and then ") <= 2


def test_links_that_follow_from_each_other_are_a_pattern_if_they_take_one_look() -> None:
    """A shaded cell beside a number leaves it the other ways, which cut it off."""
    steps = list(gw.explain(case("kuromasu/several")))
    linked = [step for step in steps if step.kind == "pattern" and ", and then " in step.words]
    assert linked
    assert all(step.cost < 5 for step in linked)


def test_links_that_follow_from_each_other_are_no_pattern_if_they_take_many_demands() -> None:
    chains = [step for step in gw.explain(case("fences/middle")) if step.kind == "chain"]
    assert chains
    for step in chains:
        n_links = step.words.count(" Then ") + len(re.findall(r"^\d\. ", step.words, re.MULTILINE))
        assert step.words.startswith("Suppose ") and (n_links or "Follow it through, " in step.words)
        assert n_links > 3 or step.cost >= 5


@pytest.mark.parametrize(("name", "law", "companion"), [
    ("magnets/middle", " needs ", "the plate"), ("skyscrapers/sample", " needs to see ", " in "),
])  # fmt: skip
def test_demands_are_thought_through_with_those_that_they_are_read_with(name: str, law: str, companion: str) -> None:
    """The counts of a line are read with the plates in it, a view with each height's standing once."""
    searched = [[part.words for part in step.because if part.demands]
                for step in gw.explain(case(name)) if step.kind == "search"]
    several = [laws for laws in searched if len(laws) > 1]
    assert several and all(any(law in one for one in laws) for laws in several)
    assert any(any(companion in one and law not in one for one in laws) for laws in several)


@pytest.mark.parametrize(("name", "told"), [
    ("kakuro/sample", "is 1+3"), ("killer_sudoku/middle", "The cage of "),
    ("shikaku/middle", " can reach "), ("shikaku/middle", "All rectangles left for the "),
])  # fmt: skip
def test_thoughts_that_combine_rules_are_told_as_one_demand(name: str, told: str) -> None:
    steps = [step for step in gw.explain(case(name)) if step.kind in ("demand", "search")]
    assert any(told in step.words and len(step.because[0].demands) == 1 for step in steps)


def test_demands_about_the_whole_board_are_not_thought_through_with_others() -> None:
    """A loop, or numbers along a whole spiral, together with all that is said of its parts, is no single thought."""
    for name in ("magic_labyrinth/middle", "fences/middle"):
        with Explainer(case(name), None, Clock()) as explainer:
            position = explainer.position
            leads = DemandsWithCompanions(position).leads
            selectors = {selector for lead in leads for selector in (*lead.selectors, *lead.companions)}
            assert all(len(position.local[selector]) <= 24 for selector in selectors)
            assert not any(position.is_lazy(selector) for selector in selectors)


def test_lines_of_which_much_is_open_are_not_thought_through_with_others() -> None:
    """Seven open cells are more than anybody sees at once, and a search about them may take seconds."""
    with Explainer(case("skyscrapers/nine"), None, Clock()) as explainer:
        stage, position = DemandsWithCompanions(explainer.position), explainer.position
        open_ = {lead.selectors: position.open_marks_of(lead.selectors) for lead in stage.leads}
        n_open = {selectors: len(stage._spots(map(abs, lits))) for selectors, lits in open_.items()}
        found = [set(one.selectors) for one in stage.steps()]
        stage.close()
    assert found and max(n_open.values()) > 6
    assert not any(n > 6 and own.issubset(selectors) for own in found for selectors, n in n_open.items())


def test_long_sums_are_not_thought_through_with_others() -> None:
    """Two runs of eight cells lie across eight of two: a search about the long ones takes seconds."""
    board = gw.Rect.of(3, 9)
    black, *heads = board.cells[:9]
    rows = {board.cells[9]: (40, None), board.cells[18]: (40, None)}
    clue = {black: (None, None), **dict.fromkeys(heads, (None, 10)), **rows}
    with Explainer(gw.Puzzle.of(gw.genre("Kakuro"), board, {"clue": clue}), None, Clock()) as explainer:
        position = explainer.position
        spots_of = position.model.variables.spots_of
        leads = DemandsWithCompanions(position).leads
        n_cells = {len({spot for v in position.local[lead.selectors[0]] for spot in spots_of(v)}) for lead in leads}
    assert len(leads) == 8 and n_cells == {2}


def test_numbers_in_a_corner_have_their_name() -> None:
    names = {step.technique for step in gw.explain(case("fences/middle"))}
    assert names & {"one in the corner", "two in the corner", "three in the corner"}


def test_laws_that_begin_alike_are_one_clause() -> None:
    laws = ["6 stands at most once in row 1", "6 stands at most once in row 3", "8 fits"]
    assert merged(laws) == ["6 stands at most once in rows 1 and 3", "8 fits"]


@pytest.mark.parametrize(
    ("laws", "told"),
    [
        (["r1c6 needs to see at least 3 cells", "r1c6 needs to see at most 3 cells"], "r1c6 needs to see 3 cells"),
        (["the area of r1c1 needs 2 stars", "the area of r3c4 needs 2 stars"],
         "the areas of r1c1 and r3c4 each need 2 stars"),
        (["the top right corner of r1c1 needs 2 lines", "the top right corner of r3c4 needs 2 lines"],
         "the top right corners of r1c1 and r3c4 each need 2 lines"),
        (["column 5 needs at least 2 Bs", "column 5 needs at least 1 C"],
         "column 5 needs at least 2 Bs and at least 1 C"),
        (["the number at r1c1 stands beside 2", "the number at r5c1 stands beside 2"],
         "the numbers at r1c1 and r5c1 stand beside 2"),
        (["1 stands once in row 2", "2 stands once in row 2"], "1 and 2 stand once in row 2"),
        (["column 7 needs at most 2 stars", "column 9 needs at most 2 stars"],
         "columns 7 and 9 each need at most 2 stars"),
        (["the 2 at the left of row 2 needs at least 2 towers", "the 2 at the left of row 2 needs at most 2 towers",
          "the 2 at the right of row 2 needs at least 2 towers", "the 2 at the right of row 2 needs at most 2 towers"],
         "the 2s at the left and right of row 2 each need 2 towers"),
    ],
)  # fmt: skip
def test_clauses_that_differ_in_one_word_are_one_clause(laws: list[str], told: str) -> None:
    assert merged(laws) == [told]


@pytest.mark.parametrize(
    "laws",
    [
        ["1 stands at most once in row 2", "2 stands at most once in row 2", "1 stands at most once in row 5"],
        ["r1c2 is a wall, so it holds no lamp", "r3c1 is a wall, so it holds no lamp"],
        ["a path that enters r1c2 leaves it again", "a path that enters r1c3 leaves it again"],
        ["the first letter from the top of row 1 is A", "the first letter from the left of row 2 is D"],
    ],
)
def test_clauses_are_not_merged_where_that_tells_something_else(laws: list[str]) -> None:
    told = merged(laws)
    assert len(told) > 1
    assert all("and r" not in law for law in told), told


def test_what_is_told_of_many_lines_is_in_their_order() -> None:
    laws = [f"row {n} needs at most 2 stars" for n in (10, 7, 9)]
    assert merged(laws) == ["rows 7, 9 and 10 each need at most 2 stars"]


def test_of_very_many_places_only_some_are_named() -> None:
    puzzle = case("starbattle/middle")
    with Explainer(puzzle, None, Clock()) as explainer:
        apart = [cell for cell in puzzle.board.cells if (cell.y // 2 + cell.x // 2) % 2]
        said = Speaker(explainer.position).said([int(explainer.position.model.marks["star"][cell]) for cell in apart])
        assert said == "r1c2, r1c4, r1c6, r1c8, r2c1, r2c3, r2c5, r2c7 and 24 others hold a star"


def test_places_that_belong_together_are_not_told_with_others() -> None:
    laws = ["no two lamps stand in the stretch r2c1 and r2c2", "no two lamps stand in the stretch r1c2 and r2c2"]
    assert merged(laws) == laws
    laws = ["r1c1 and r1c2 differ", "r1c1 and r2c1 differ"]
    assert merged(laws) == laws


def test_only_the_links_that_are_needed_are_told(fences: Explainer) -> None:
    found = several(fences)
    holds = [*found.premises, *found.struck, -found.marks[0]]
    short = Supposition(Speaker(fences.position), found.all_selectors, holds).refutation()
    more = [one.literal for one in fences.position.solver.demands if one.literal in fences.position.local]
    assert short is not None
    told = Supposition(Speaker(fences.position), [*found.all_selectors, *more[:5]], holds).refutation()
    assert told is not None
    assert len(told.links) <= len(short.links)
