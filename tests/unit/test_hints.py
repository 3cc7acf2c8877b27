"""Hints, mistakes, whole solutions in words, ratings and diagnoses."""

from __future__ import annotations

import gc
import json
import re
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.engine.explain import rating, repairs
from gridwright.engine.explain.clashes import clash as clashing_selectors
from gridwright.engine.explain.hints import Explainer, followed, glimpses
from gridwright.engine.explain.rating import (
    EACH,
    HARDEST,
    KINDS,
    MOST,
    ORDINARY,
    Scoring,
    counted,
    label_of,
    thresholds,
    thresholds_of,
)  # fmt: skip
from gridwright.engine.explain.steps import StageName, StepMark
from gridwright.engine.solve.clock import Clock, TimeUp
from gridwright.engine.solve.cores import SubsetSolver
from gridwright.engine.solve.selectors import SelectorSolver
from gridwright.language import Spot
from gridwright.language.taste import LABELS

CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> gw.Puzzle:
    return gw.read(CASES / f"{name}.spf")


def cell(row: int, col: int) -> Spot:
    return Spot(2 * row - 1, 2 * col - 1)


def marks(step: object) -> set[tuple[str, Spot, object, bool]]:
    assert isinstance(step, gw.Step)
    return {tuple(mark) for mark in step.marks}


AKARI = case("akari/small")
LAMPS = {cell(2, 2), cell(3, 3), cell(4, 2)}
"""What the wall r3c2 needs, which has a wall at its left."""


def lamps(*cells: Spot, without: tuple[Spot, ...] = ()) -> gw.State:
    return gw.State.of(AKARI, {"lamp": {**dict.fromkeys(cells, True), **dict.fromkeys(without, False)}})


# -- hints ------------------------------------------------------------------------------------------------------------


def test_the_first_hint_is_the_easiest() -> None:
    step = gw.hint(AKARI)
    assert marks(step) == {("lamp", spot, True, True) for spot in LAMPS}
    assert isinstance(step, gw.Step)
    assert step.words.startswith("The 3 at r3c2 has no other cells left.")
    assert step.words.endswith("So r2c2, r3c3 and r4c2 hold a lamp.")
    assert [part.at for part in step.because] == [(cell(3, 2),), (cell(3, 1),)]


def test_no_garbage_is_collected_while_a_hint_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Full collections took up to half of the time of hints, and found nothing."""
    collected, step = [], Explainer.step

    def noted(explainer: Explainer) -> Any:
        collected.append(gc.isenabled())
        return step(explainer)

    monkeypatch.setattr(Explainer, "step", noted)
    assert gw.hint(gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 2"])) is not None
    assert collected == [False] and gc.isenabled()


def test_a_step_at_sight_does_not_wait_for_what_all_answers_share() -> None:
    """A nearly empty board has so many answers that proving what they share takes longest by far."""
    puzzle = gw.puzzle("Fillomino", ["1 . . .", ". . . .", ". . . ."])
    shared = gw.common_marks(puzzle)
    assert shared is not None
    with Explainer(puzzle, None, Clock()) as explainer:
        position = explainer.position
        step, some = explainer.step(), position.target
        assert step is not None and step.stage == "global"
        position.prove_target()
        every = position.target
        assert every.items() < some.items()
        known = position.model.variables.known(shared)
        assert all((known[v] > 0) == (lit > 0) and known[v] for v, lit in every.items())
        assert sum(map(bool, known[2 : position.top + 1])) == len(every)
        assert {abs(lit) for lit in step.marks} <= every.keys()


def test_a_right_position_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that contains what is played shows that there is no mistake."""
    states: list[gw.State | None] = []
    begin = Explainer.__init__

    def noted(explainer: Explainer, puzzle: gw.Puzzle, state: gw.State | None, clock: Clock) -> None:
        states.append(state)
        begin(explainer, puzzle, state, clock)

    monkeypatch.setattr(Explainer, "__init__", noted)
    right, wrong = lamps(cell(2, 2)), lamps(without=(cell(2, 2),))
    assert isinstance(gw.hint(AKARI, right), gw.Step) and states == [right]
    assert isinstance(gw.hint(AKARI, wrong), gw.Mistake) and states == [right, wrong, None]


@pytest.mark.thorough
def test_hints_leave_no_memory_behind() -> None:
    """Clauses are kept for lines of other puzzles, but not for ever more of them."""
    puzzles = [case("skyscrapers/small"), case("fillomino/small")]

    def in_use() -> int:
        for _ in range(2):
            assert all(map(gw.hint, puzzles))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    for puzzle in puzzles:
        gw.hint(puzzle)
    tracemalloc.start()
    try:
        in_use()
        before = in_use()
        assert in_use() - before < 50_000
    finally:
        tracemalloc.stop()


def test_hints_go_on_from_what_is_played() -> None:
    step = gw.hint(AKARI, lamps(*LAMPS))
    assert marks(step) == {("lamp", lit, False, True) for lit in (cell(2, 3), cell(3, 4), cell(4, 3))}


def test_of_demands_with_the_same_words_the_one_that_gives_most_is_told() -> None:
    """The black circle cannot be left downwards, so the loop goes two cells up, not only one."""
    puzzle = gw.Puzzle.of(gw.genre("Masyu"), gw.Rect.of(5, 5), {"pearl": {cell(3, 3): "black"}})
    step = gw.hint(puzzle, gw.State.of(puzzle, {"loop": {gw.Spot(6, 5): False}}))
    assert marks(step) == {("loop", gw.Spot(y, 5), True, True) for y in (2, 4)}


@pytest.mark.thorough
def test_parks_can_be_part_of_a_hidden_pair() -> None:
    """Their demand has no value of its own in the text of its rule; the sentence names it."""
    view = {
        "top": [2, None, None, 3, None, 2], "left": [1, None, None, 2, 4, None],
        "right": [3, None, 4, 3, None, 3], "bottom": [None, 4, None, None, 1, None],
    }  # fmt: skip
    puzzle = gw.puzzle("Skyscrapers with Parks", size=6, parks=1, view=view)
    told = [str(step) for step in gw.explain(puzzle) if step.technique == "hidden pair"]
    assert any(text.startswith("A park and 1 fit only into r2c3 and r2c4 of row 2") for text in told), told


def test_a_step_can_be_applied() -> None:
    step = gw.hint(AKARI)
    assert isinstance(step, gw.Step)
    assert step.applied(gw.State.of(AKARI, {})) == lamps(*LAMPS)


def test_steps_of_candidates_are_applied_as_struck() -> None:
    puzzle = case("sudoku/small")
    state = gw.State.of(puzzle, {})
    for step in gw.explain(puzzle):
        state = step.applied(state)
    answer = gw.solve(puzzle).answers[0]
    assert all(answer.marks["number"][spot] == value for spot, value in state.marks["number"].items())


def test_nothing_follows_when_all_is_known() -> None:
    assert gw.hint(AKARI, gw.solve(AKARI).answers[0]) is None


def test_nothing_follows_where_answers_share_no_mark() -> None:
    board = gw.Rect.of(2, 2)
    assert gw.hint(gw.Puzzle.of(gw.genre("akari"), board, {})) is None


@pytest.mark.parametrize("genre", ["akari", "fences", "nurikabe", "sudoku", "pentopia", "shikaku", "kakuro"])
def test_the_same_puzzle_has_the_same_path(genre: str) -> None:
    puzzle = case(f"{genre}/small")
    first, second = ([step.words for step in gw.explain(puzzle)] for _ in range(2))
    assert first == second


def test_time_that_is_up_is_told() -> None:
    with pytest.raises(gw.TimeUp):
        gw.hint(case("fences/middle"), timeout=0)


# -- mistakes ---------------------------------------------------------------------------------------------------------


def test_a_wrong_mark_is_told_with_its_reason() -> None:
    wrong = gw.hint(AKARI, lamps(cell(3, 4)))
    assert isinstance(wrong, gw.Mistake)
    assert [mark.spot for mark in wrong.marks] == [cell(3, 4)]
    assert wrong.words.startswith("This is wrong: r3c4 holds a lamp.")
    assert "r3c2" in wrong.words


def test_a_mark_left_out_wrongly_is_a_mistake() -> None:
    [wrong] = gw.mistakes(AKARI, lamps(without=(cell(2, 2),)))
    assert [(mark.spot, mark.value) for mark in wrong.marks] == [(cell(2, 2), False)]


def test_marks_that_have_no_part_in_a_clash_are_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However large the set of marks is that the solver refutes: here, all of them."""
    puzzle = gw.read("..3.\n....\n4.2.\n.1..\n", "sudoku")
    one, other = gw.all_answers(puzzle)
    shared = [spot for spot, value in one.marks["number"].items()
              if other.get("number", spot) == value and spot not in puzzle.given["number"]]
    differ = [spot for spot, value in one.marks["number"].items() if other.get("number", spot) != value]
    first, last = differ[0], differ[2]
    played = {spot: one.get("number", spot) for spot in (*shared[:2], first)} | {last: other.get("number", last)}

    def everything(solver: SelectorSolver) -> list[int]:
        return list(range(-solver.model.variables.top, solver.model.variables.top + 1))

    monkeypatch.setattr(SelectorSolver, "core", everything)
    (wrong,) = gw.mistakes(puzzle, gw.State.of(puzzle, {"number": played}))
    assert {mark.spot for mark in wrong.marks} == {first, last}


def test_a_digit_that_repeats_a_given_one_is_a_mistake_at_sight() -> None:
    puzzle = gw.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    played = gw.State.of(puzzle, {"number": {cell(1, 3): 3}})
    words = "3 appears twice in row 1, at r1c2 and r1c3"
    assert gw.check(puzzle, played)[0].words == words
    [wrong] = gw.mistakes(puzzle, played)
    assert wrong.words == "This is wrong: r1c3 is 3. There is already a 3 in row 1, at r1c2."
    assert wrong.violations[0].at == (cell(1, 2), cell(1, 3))


def test_right_marks_are_no_mistakes() -> None:
    assert gw.mistakes(AKARI, lamps(*LAMPS)) == []
    assert gw.mistakes(AKARI, gw.solve(AKARI).answers[0]) == []


def test_marks_that_no_answer_holds_together_are_one_mistake() -> None:
    puzzle = gw.Puzzle.of(gw.genre("akari"), gw.Rect.of(1, 3), {})
    state = gw.State.of(puzzle, {"lamp": {cell(1, 1): True, cell(1, 3): True}})
    [wrong] = gw.mistakes(puzzle, state)
    assert {mark.spot for mark in wrong.marks} == {cell(1, 1), cell(1, 3)}


@pytest.mark.parametrize("seed", (0, 3))
def test_no_mark_of_a_mistake_of_several_marks_can_be_left_out(seed: int) -> None:
    """Random marks on an empty board, on which each mark is right by itself."""
    puzzle, rng = gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(4, 4), {}), Random(seed)
    chosen = rng.sample(puzzle.board.edges, 12 if seed != 0 else 16)
    [mistake] = gw.mistakes(puzzle, gw.State.of(puzzle, {"loop": {link: rng.random() < 0.5 for link in chosen}}))

    def status(marks: Sequence[StepMark]) -> str:
        loop = {mark.spot: mark.value is True and mark.holds for mark in marks}
        return gw.solve(puzzle, played=gw.State.of(puzzle, {"loop": loop})).status

    assert len(mistake.marks) > 1 and status(mistake.marks) == "none"
    for mark in mistake.marks:
        assert status([other for other in mistake.marks if other != mark]) != "none"


def test_a_puzzle_without_an_answer_is_told_as_such() -> None:
    wrong = gw.hint(case("akari/none"))
    assert isinstance(wrong, gw.Mistake)
    assert wrong.words.startswith("The puzzle has no answer.")
    assert "r1c3" in wrong.words


# -- ratings ----------------------------------------------------------------------------------------------------------


def test_a_puzzle_of_single_demands_is_easier_than_one_of_suppositions() -> None:
    plain, chained = gw.rate(AKARI), gw.rate(case("fences/middle"))
    assert set(plain.profile) <= {"demand", "candidate"}
    assert "chain" in chained.profile
    assert plain.score < chained.score
    assert plain.label and chained.label
    assert LABELS.index(plain.label) < LABELS.index(chained.label)
    assert chained.hardest is not None
    assert chained.hardest.kind == "chain"


@pytest.mark.parametrize("name", ["akari/small", "fences/middle"])
def test_scores_are_the_hardest_step_and_what_each_step_counts(name: str) -> None:
    found = gw.rate(case(name))
    steps = list(gw.explain(case(name)))
    expected = HARDEST * max(step.cost for step in steps) + sum(counted(step) for step in steps)
    assert found.score == pytest.approx(expected, abs=0.06)


def test_easy_steps_count_alike_and_hard_ones_up_to_a_bound() -> None:
    step = next(iter(gw.explain(AKARI)))
    counts = [counted(replace(step, cost=cost)) for cost in (0.5, ORDINARY, ORDINARY + 1, MOST, 100.0)]
    most = EACH + MOST - ORDINARY
    assert counts == [EACH, EACH, EACH + 1, most, most]


def test_the_hardest_step_weighs_more_than_several_others_of_its_kind() -> None:
    step = next(iter(gw.explain(AKARI)))
    easy, hard, harder = (replace(step, cost=cost) for cost in (1.0, 6.0, 12.0))
    scores = [Scoring().plus(one).score for one in (easy, hard, harder)]
    assert scores[0] + 4 < scores[1] < scores[2] - 4
    assert Scoring().plus(hard).plus(hard).score > Scoring().plus(hard).plus(easy).score > Scoring().plus(hard).score


def test_a_rating_says_what_makes_a_puzzle_hard() -> None:
    fences = gw.rate(case("fences/middle"))
    hard = [step for step in gw.explain(case("fences/middle")) if step.cost > ORDINARY]
    assert sum(fences.techniques.values()) == len(hard)
    assert fences.hardest is not None and next(iter(fences.techniques)) == KINDS[fences.hardest.kind]
    assert fences.why.startswith(f"supposition ({fences.techniques['supposition']} times), ")
    plain = gw.rate(AKARI)
    assert plain.hardest is not None and plain.hardest.cost <= ORDINARY
    assert plain.why == f"nothing harder than {plain.hardest.technique}"
    assert str(plain).endswith(f'steps); hardest: "{plain.hardest.technique}"')
    with gw.in_language("de"):
        assert "; am schwersten: „Annahme“ (" in str(gw.rate(case("fences/middle")))
    assert gw.rate(gw.read("1234\n3412\n2143\n4321\n")).why == "nothing is left to find"


def test_only_the_hardest_techniques_are_named() -> None:
    some = dict(zip("abcdef", (1, 2, 3, 1, 1, 1), strict=True))
    found = replace(gw.rate(case("fences/middle")), techniques=some)
    assert found.why == "a, b (twice), c (3 times), d, and easier ones"


def test_every_kind_of_step_has_a_name_in_ratings() -> None:
    shown = {kind for kind in StageName if kind is not StageName.SUMS}
    assert set(KINDS) == shown


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda g: g.__name__)
def test_thresholds_rise(genre: type[gw.Genre]) -> None:
    cuts = thresholds_of(genre)
    assert len(cuts) == len(LABELS) - 1
    assert sorted(set(cuts)) == list(cuts)
    assert (label_of(cuts, 0), label_of(cuts, 1e12)) == (LABELS[0], LABELS[-1])


def test_thresholds_depend_on_the_size() -> None:
    small, large = (thresholds(gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(side, side), {})) for side in (5, 20))
    assert large == pytest.approx([4 * cut for cut in small])
    assert small == pytest.approx([cut / 2 for cut in thresholds_of(gw.genre("Fences"))])


def test_puzzles_that_need_a_supposition_are_not_easy() -> None:
    supposing, plain = gw.rate(case("heyawake/oblong")), gw.rate(case("akari/oblong"))
    assert supposing.score < thresholds(supposing.puzzle)[1] and supposing.profile["chain"]
    assert supposing.label == "medium"
    assert plain.profile.keys() == {"demand", "pattern"}
    assert plain.label == label_of(thresholds(plain.puzzle), plain.score)


@pytest.mark.parametrize(("kinds", "label"), [
    (("demand", "pattern"), "trivial"), (("demand", "chain"), "medium"), (("cases", "chain"), "medium"),
    (("chain", "trial"), "hard"),
])  # fmt: skip
def test_the_kinds_of_steps_set_the_easiest_label(kinds: tuple[str, ...], label: str) -> None:
    assert label_of(thresholds_of(gw.genre("Akari")), 0, kinds) == label
    assert label_of(thresholds_of(gw.genre("Akari")), 1e12, kinds) == "extreme"


def test_a_rating_cut_short_says_so() -> None:
    none = gw.rate(case("akari/none"))
    assert (none.status, none.label, none.complete) == ("none", None, False)
    assert str(none) == "not rated: the puzzle has no answer"
    late = gw.rate(case("fences/middle"), stop=iter([False] * 20 + [True] * 10**6).__next__)
    assert not late.complete


@pytest.mark.parametrize("genre", ["heyawake", "yajilin", "kakuro", "galaxies", "masyu", "starbattle"])
def test_steps_without_words_are_the_same_steps(genre: str) -> None:
    puzzle = case(f"{genre}/small" if genre == "kakuro" else f"{genre}/middle")
    told = list(gw.explain(puzzle))
    seen = list(glimpses(puzzle, names=lambda found: True))
    assert [(one.marks, one.cost, one.kind) for one in seen] == [(step.marks, step.cost, step.kind) for step in told]
    assert [one.technique for one in seen] == [step.technique for step in told]
    assert gw.rate(puzzle).hardest == max(told, key=lambda step: step.cost)


@pytest.mark.parametrize(("n", "steps"), [(0, "0 steps"), (1, "1 step"), (60, "60 steps")])
def test_a_path_that_was_cut_short_has_no_label(n: int, steps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = case("fences/middle")
    whole = gw.rate(puzzle)

    def cut_short(*args: Any) -> Iterator[Any]:
        yield from islice(followed(*args), n)
        raise gw.TimeUp

    monkeypatch.setattr(rating, "followed", cut_short)
    short = gw.rate(puzzle)
    assert n == sum(short.profile.values()) < sum(whole.profile.values()) and short.score < whole.score
    assert (short.label, short.status, short.complete) == (None, "undecided", False)
    assert short.unrated == f"the time was up after {steps}"
    assert (whole.status, whole.complete, whole.unrated) == ("rated", True, "")


def test_a_puzzle_with_several_answers_has_no_label() -> None:
    found = gw.rate(case("fences/several"))
    assert (found.label, found.status, found.complete) == (None, "several", False)
    assert gw.rate(gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(3, 3), {})).label is None


def test_ratings_without_a_label_are_reported_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    several, middle = str(CASES / "fences" / "several.spf"), str(CASES / "fences" / "middle.spf")
    assert run("rate", several).rstrip().endswith("not rated: the puzzle has several answers")
    line = json.loads(run("rate", several, "--json"))
    assert (line["label"], line["status"], line["complete"]) == (None, "several", False)
    with monkeypatch.context() as patch:
        patch.setattr(gw, "rate", lambda puzzle, rate=gw.rate, **_: rate(puzzle, timeout=0))
        assert "not rated: the time was up after 0 steps" in run("rate", middle)
        line = json.loads(run("rate", middle, "--json"))
    assert (line["label"], line["status"], line["complete"]) == (None, "undecided", False)
    out = tmp_path / "out.spf"
    assert "not rated: the puzzle has several answers" in run("convert", several, str(out), "--to", "spf", "--rate")
    assert gw.read(out).about.difficulty == ""


# -- diagnoses --------------------------------------------------------------------------------------------------------


def test_clashing_clues_are_named() -> None:
    found = gw.diagnose(case("akari/none"))
    assert found.status == "none"
    spots = {spot for part in found.clashes for spot in part.at}
    assert {cell(1, 3), cell(3, 2)} <= spots


@pytest.mark.parametrize("name", ("minesweeper", "tapa", "nurikabe", "galaxies", "fillomino", "cave"))
def test_no_part_of_a_clash_can_be_left_out(name: str) -> None:
    with SelectorSolver(case(f"{name}/none"), Clock()) as solver:
        clash = [selector.literal for selector in clashing_selectors(solver)]
    with SelectorSolver(case(f"{name}/none"), Clock()) as solver:
        assert not solver.solve(clash)
        for literal in clash:
            assert solver.solve([other for other in clash if other != literal])


def test_the_digit_to_blame_is_named_with_the_right_one() -> None:
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    found = gw.diagnose(gw.read(grid.replace("..79", "..76")))
    assert found.repairs[0].clues == (("number", cell(9, 9)),) and found.repairs[0].values == (9,)
    assert "r9c9" in found.words and "or with a 9 in its place" in found.words


def test_two_clues_are_named_if_none_suffices_alone() -> None:
    """Each of the two 4s in the corners is impossible beside its 0."""
    puzzle = gw.puzzle("Fences", ["4 0 . . .", ". . . . .", ". . . . .", ". . . . .", ". . . 0 4"])
    found = gw.diagnose(puzzle)
    assert [len(one.clues) for one in found.repairs] == [2]
    assert "No single clue is to blame. Without " in found.words
    gone = set(found.repairs[0].clues)
    left = {spot: n for spot, n in puzzle.given["number"].items() if ("number", spot) not in gone}
    assert gw.solve(gw.Puzzle.of(puzzle.genre, puzzle.board, {"number": left})).status != "none"


def test_what_was_found_before_the_time_was_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_time(*_: object) -> None:
        raise TimeUp

    monkeypatch.setattr(repairs.Repairs, "found", no_time)
    found = gw.diagnose(case("akari/none"))
    assert not found.complete and found.clashes and not found.repairs
    assert "These cannot all hold: " in found.words
    assert found.words.endswith("The time was up before everything was examined.")


def test_differences_of_answers_are_named() -> None:
    puzzle = case("fences/several")
    found = gw.diagnose(puzzle)
    assert found.status == "several"
    first, second = gw.solve(puzzle).answers
    assert any(first.marks["loop"].get(spot) != second.marks["loop"].get(spot) for spot in puzzle.board.edges)
    assert "differ in 4 places" in str(found)


def test_needless_clues_are_named() -> None:
    found = gw.diagnose(AKARI)
    assert found.status == "unique"
    assert "r1c2 and r1c3" in str(found)


def test_clues_that_other_givens_need_are_not_left_out() -> None:
    """Without one of its islands, a given bridge would be none; the other islands are still examined."""
    found = gw.diagnose(gw.read(CASES / "hashi" / "given_bridge.spf"))
    assert found.status == "unique" and found.complete
    assert {found.puzzle.board.name(at) for _, at in found.needless}.isdisjoint(("r6c2", "r6c5"))


# -- the command line -------------------------------------------------------------------------------------------------


def run(*args: str) -> str:
    result = CliRunner().invoke(main, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def test_levels_of_hints() -> None:
    path = str(CASES / "akari" / "small.spf")
    one, two, three = (run("hint", path, "--level", level) for level in "123")
    assert one.strip().endswith("No mistakes so far; there is a next step.")
    assert two.strip().endswith("Look at r3c2.")
    assert "So r2c2, r3c3 and r4c2 hold a lamp." in three
    assert [text.count("!") for text in (one, two, three)] == [0, 0, 3]
    assert [text.count("'") for text in (one, two)] == [0, 1]
    assert [text.count("●") for text in (one, two, three)] == [0, 0, 3]


@pytest.mark.parametrize("ending", ["html", "md", "json", "pdf"])
def test_paths_are_written_in_every_form(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"path.{ending}"
    run("explain", str(CASES / "akari" / "small.spf"), "-o", str(out))
    data = out.read_bytes()
    if ending == "pdf":
        assert data.startswith(b"%PDF")
    elif ending == "json":
        assert len(json.loads(data)["steps"]) == len(list(gw.explain(AKARI)))
    else:
        assert "So r2c2, r3c3 and r4c2 hold a lamp." in re.sub("<[^>]+>", "", data.decode())
        assert "http" not in data.decode().replace("http://www.w3.org", "")


@pytest.mark.parametrize("ending", ["html", "md", "pdf"])
def test_drawing_a_path_can_be_stopped(ending: str, tmp_path: Path) -> None:
    wishes: list[bool] = []
    path = gw.explain(AKARI, stop=lambda: bool(wishes))
    assert path.steps and path.complete
    wishes.append(True)
    with pytest.raises(gw.TimeUp):
        path.save(tmp_path / f"path.{ending}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("is_read", "what"), [(False, "reading"), (True, "drawing the steps")])
def test_explaining_has_a_time_limit(
    is_read: bool, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = CASES / "akari" / "small.spf", tmp_path / "path.html"
    if is_read:
        readings = gw.read_all(file)
        monkeypatch.setattr(gw, "read_all", lambda *_, **__: readings)
    result = CliRunner().invoke(main, ["explain", str(file), "-o", str(out), "--timeout", "1e-9"])
    assert (result.exit_code, result.stderr) == (2, f"{file}: {what} takes longer than 1e-09 s\n")
    assert not out.exists()


def test_ratings_in_json() -> None:
    line = json.loads(run("rate", str(CASES / "akari" / "small.spf"), "--json"))
    assert (line["genre"], line["label"]) == ("Akari", gw.rate(AKARI).label)
    assert line["score"] == gw.rate(AKARI).score
    assert line["techniques"] == gw.rate(AKARI).techniques


def test_solve_tells_why_a_puzzle_is_not_unique() -> None:
    none = run("solve", str(CASES / "akari" / "none.spf"))
    assert "These cannot all hold: " in none
    assert "the 3 at r3c2 needs 3 lamps" in none
    several = run("solve", str(CASES / "fences" / "several.spf"))
    assert "They differ in 4 places: " in several
    assert "there is exactly one answer" in several
    assert "differ" not in run("solve", str(CASES / "akari" / "small.spf"))


def test_a_mistake_is_proved_where_asked_for(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.spf"
    wrong.write_text(
        "<<\n/type (akari)\n/sol true\n/X 4\n/Y 4\n/puzzle [\n( ## )\n(    )\n(#3  )\n(    ) ]\n"
        "/solution [\n(   *)\n(   *)\n(  * )\n( *  ) ]\n>>\n"
    )
    assert "This is wrong: r1c1 holds no lamp." not in run("check", str(wrong))
    told = run("check", str(wrong), "--why")
    assert "This is wrong: r1c1 holds no lamp. r1c1 is not lit." in told
    why = json.loads(run("check", str(wrong), "--why", "--json"))["why"]
    assert why.startswith("This is wrong: r1c1 holds no lamp.")
    assert "why" not in json.loads(run("check", str(wrong), "--json"))


def test_ratings_are_written_into_files(tmp_path: Path) -> None:
    small, out = CASES / "akari" / "small.spf", tmp_path / "rated.txt"
    run("convert", str(small), str(out), "--to", "plain", "--rate")
    assert gw.read(out).about.difficulty == gw.rate(AKARI).label
    assert "not rated" not in run("convert", str(small), "--to", "plain", "--rate")
    none = run("convert", str(CASES / "akari" / "none.spf"), "--to", "plain", "--rate")
    assert "not rated: the puzzle has no answer" in none


def test_of_many_demands_needless_ones_are_not_sought_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why a wall is wrong: about 1,000 demands that the solver learned."""
    questions: list[Any] = []
    refuted = SubsetSolver.refuted

    def noted(solver: SubsetSolver, assumptions: Any) -> bool:
        questions.append(assumptions)
        return refuted(solver, assumptions)

    monkeypatch.setattr(SubsetSolver, "refuted", noted)
    puzzle = gw.read(Path(__file__).parents[1] / "cases" / "compass" / "middle.spf")
    step = gw.hint(puzzle, gw.State.of(puzzle, {"wall": {gw.Spot(2, 9): True}}))
    assert step is not None and step.words.startswith("This is wrong: r1c5-r2c5 is a wall.")
    assert "every wall separates two areas" in step.words and "other rules" in step.words
    assert len(questions) < 50
