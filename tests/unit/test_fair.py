"""New puzzles are rated and fair; techniques can be requested and excluded."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.engine.explain.hints import Explainer, glimpses
from gridwright.engine.explain.rating import estimated_minutes
from gridwright.engine.explain.steps import Glimpse, StageName
from gridwright.engine.explain.techniques import technique_names, technique_of
from gridwright.engine.solve.clock import Clock
from gridwright.language.puzzle import PathSummary
from gridwright.language.taste import LABELS
from gridwright.making import difficulty, stream
from gridwright.making.difficulty import Aim
from gridwright.making.request import FAIR, Request
from gridwright.making.terms import LONGEST, SUPPOSING, PathTerms, terms_of

SUDOKU = gw.genre("Sudoku")
NAMED = "two diagonal threes"


def path_of(puzzle: gw.Puzzle) -> list[Glimpse]:
    """The steps, all with their names."""
    return list(glimpses(puzzle, names=lambda found: True))


@pytest.mark.parametrize("name", ["Tents", "Fences", "Hitori"])
def test_new_puzzles_are_rated_and_fair(name: str) -> None:
    puzzle = gw.generate(name, size=5, seed=3)
    rating, path = gw.rate(puzzle), path_of(puzzle)
    assert puzzle.about.difficulty == rating.label in ("trivial", "easy", "medium")
    told = puzzle.about.path
    assert told is not None and (told.steps, told.minutes) == (len(path), rating.minutes)
    assert rating.hardest is not None and rating.hardest.cost == max(step.cost for step in path)
    assert told.technique in {step.technique for step in path} or not rating.hardest.technique
    assert all(step.kind is not StageName.TRIAL and step.n_links <= LONGEST for step in path)


def test_puzzles_of_any_difficulty_are_not_rated() -> None:
    puzzle = gw.generate("Tents", size=5, seed=3, difficulty="any")
    assert puzzle.about == gw.About()
    assert gw.solve(puzzle).status == "unique"


def test_a_puzzle_that_is_fair_already_keeps_its_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = [seed for seed in range(8) if gw.rate(gw.generate("Tents", size=5, seed=seed, difficulty="any")).label in
             ("trivial", "easy", "medium")]
    for seed in seeds[:3]:
        assert gw.generate("Tents", size=5, seed=seed) == gw.generate("Tents", size=5, seed=seed, difficulty="any")
    assert seeds


def test_a_warning_says_that_no_fair_puzzle_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PathTerms, "forbid", lambda self, step: self.longest is not None)
    with pytest.warns(UserWarning, match=r"no Tents 4x4 without long suppositions was found in \d+ tr(y|ies); this one "
                                         r"is \w+ and needs one"):
        puzzle = gw.generate("Tents", size=4, seed=1)
    assert puzzle.about.difficulty == gw.rate(puzzle).label


def test_the_summary_of_the_path_is_kept_in_files() -> None:
    puzzle = gw.generate("Tents", size=4, seed=1)
    assert puzzle.about.path is not None
    for format in ("spf", "json"):
        again = gw.read(gw.write(puzzle, format))
        assert again.about == puzzle.about
        assert gw.write(again, format) == gw.write(puzzle, format)
    assert re.search(r"^/steps \d+\n/minutes \d+$", gw.write(puzzle, "spf"), re.MULTILINE)
    assert eval(repr(puzzle), {"gw": gw, "gridwright": gw}) == puzzle


@pytest.mark.parametrize("path", ['{"technique": "x", "steps": 1}', '{"technique": 1, "steps": 1, "minutes": 1}', "3"])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(gw.FormatError):
        gw.read(f'{{"gridwright": 1, "genre": "Tents", "rows": 2, "columns": 2, "given": {{}}, "path": {path}}}')


def test_the_estimated_time_rises_with_the_score() -> None:
    minutes = [estimated_minutes(score) for score in range(300)]
    assert minutes == sorted(minutes) and minutes[0] == 1 < minutes[42] == 5 < minutes[105] == 17
    assert str(PathSummary("dead end", 1, 2)) == "about 2 min, 1 step, hardest: dead end"


# -- techniques --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_technique() -> gw.Puzzle:
    return gw.generate("Fences", size=5, seed=1, technique=NAMED)


def test_a_puzzle_needs_the_technique(with_technique: gw.Puzzle) -> None:
    """Where it is used, no other step that is found costs as little."""
    clock, n_used = Clock(), 0
    with Explainer(with_technique, None, clock) as explainer, clock.running():
        while (found := explainer.step()) is not None:
            technique = technique_of(explainer.position, found.seed or found)
            if technique is not None and technique.name == NAMED:
                n_used += 1
            explainer.position.apply(found.marks)
    assert n_used
    assert NAMED in {step.technique for step in glimpses(with_technique, names=lambda found: True, avoided=NAMED)}


def test_a_technique_that_can_be_avoided_is() -> None:
    """Avoiding a technique never makes steps harder than using it."""
    puzzle = gw.generate("Sudoku", size=6, seed=5, difficulty="any")
    usual = path_of(puzzle)
    name = next(step.technique for step in usual if step.technique)
    avoiding = list(glimpses(puzzle, names=lambda found: True, avoided=name))
    assert max(step.cost for step in avoiding) <= max(step.cost for step in usual) + 1e-6


def test_excluded_techniques_are_not_used() -> None:
    puzzle = gw.generate("Sudoku", size=6, seed=2, without=["naked pair", "hidden pair", "chains"])
    assert {"naked pair", "hidden pair"}.isdisjoint(step.technique for step in path_of(puzzle))


@pytest.mark.parametrize("name", ["Sudoku", "Fences"])
def test_without_guessing_every_step_is_direct_or_has_a_name(name: str) -> None:
    puzzle = gw.generate(name, size=6, seed=4, no_guess=True)
    assert all(step.technique or step.kind not in SUPPOSING for step in path_of(puzzle))


def test_names_of_techniques_are_read_as_they_are_written() -> None:
    for name in ("x-wing", "X-Wing", "xwing", "x wing"):
        assert terms_of(SUDOKU, name, None, False).techniques == ("X-wing",)
    assert terms_of(SUDOKU, "Y-wing", None, False).techniques == ("XY-wing",)
    wings = terms_of(SUDOKU, None, "wings", False).without
    assert wings == {name for name in technique_names(SUDOKU) if name.endswith("wing")} != set()
    chains = terms_of(SUDOKU, None, "chains", False)
    assert chains.without == {"X-chain", "XY-chain"}
    assert chains.kinds == {StageName.CHAIN, StageName.CASES, StageName.TRIAL}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"technique": "x-weng"}, "has no technique 'x-weng'; did you mean X-wing, XY-wing or XYZ-wing? gridwright"),
        ({"technique": "wings"}, "'wings' stands for several techniques: W-wing, "),
        ({"technique": "chain"}, "'chain' is a kind of step, not a technique"),
        ({"technique": " "}, "expected the name of a technique, found ' '"),
        ({"without": "fish"}, "has no technique 'fish'"),
        ({"technique": "X-wing", "without": "x wing"}, "cannot be both needed and excluded"),
        ({"no_guess": True, "difficulty": "any"}, "techniques cannot be requested with it"),
        ({"no_guess": True, "density": 0.3}, "but not both"),
        ({"difficulty": "tricky"}, "there are trivial, easy, medium, hard, extreme, any"),
    ],
)
def test_terms_that_cannot_be_met_are_told(asked: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        gw.generate("Sudoku", **asked)  # type: ignore[arg-type]


def test_techniques_that_are_not_found_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridwright.making import difficulty

    monkeypatch.setattr(difficulty, "_DRAFTS_OF_TECHNIQUES", 2)
    with pytest.raises(ValueError, match=r"no Sudoku 4x4 with jellyfish was found; puzzles came out with .* as their "
                                         r"hardest technique"):
        gw.generate("Sudoku", size=4, seed=1, technique="jellyfish")


# -- time limits -------------------------------------------------------------------------------------------------------


def limits() -> Iterator[float]:
    yield from (0.02, 0.1, 0.3, 30)


@pytest.mark.parametrize("asked", [{}, {"difficulty": "medium"}])
def test_a_time_limit_never_changes_the_puzzle_silently(asked: dict[str, str]) -> None:
    usual = gw.generate("Fences", size=6, seed=1, **asked)  # type: ignore[arg-type]
    for timeout in limits():
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                puzzle = gw.generate("Fences", size=6, seed=1, timeout=timeout, **asked)  # type: ignore[arg-type]
            except gw.TimeUp:
                continue
        is_told = any("the time was up" in str(one.message) for one in told)
        assert (puzzle, puzzle.about) == (usual, usual.about) or is_told


def test_a_puzzle_that_could_not_be_rated_in_time_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*args: object) -> None:
        raise gw.TimeUp

    monkeypatch.setattr(Aim, "standing", late)
    with pytest.warns(UserWarning, match="the time was up before the puzzle was rated"):
        puzzle = gw.generate("Tents", size=4, seed=1)
    assert puzzle.about == gw.About() and gw.solve(puzzle).status == "unique"


def test_needless_clues_are_removed_again_and_the_puzzle_stays_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    thinned = gw.generate("Fences", size=10, seed="t0")
    monkeypatch.setattr(difficulty, "_THINNED", 0)
    eased = gw.generate("Fences", size=10, seed="t0")
    (few,), (many,) = thinned.given.values(), eased.given.values()
    assert few.items() < many.items()
    assert gw.solve(thinned).status == "unique" and thinned.about.difficulty in LABELS[: FAIR + 1]
    terms = PathTerms(longest=LONGEST)
    assert not any(terms.forbid(step) for step in glimpses(thinned, names=lambda _: True))


def test_changes_are_made_near_the_first_step_that_is_too_hard() -> None:
    places: list[object] = []

    class Varied:
        """A strategy that notes where it is to change a draft."""

        def varied(self, rng: object, draft: object, at: object) -> None:
            del rng, draft
            places.append(at)

    class Hard:
        """An aim for which every puzzle is too hard."""

        def standing(self, puzzle: object) -> difficulty.Standing:
            del puzzle
            return difficulty.Standing(1, 0.0, (gw.Spot(3, 5),))

    class Draft:
        """A draft of nothing."""

        def puzzle(self) -> int:
            return 0

    difficulty.climb(cast(Any, Varied()), Random(1), cast(Any, Draft()), cast(Any, Hard()), 2)
    assert places == [(gw.Spot(3, 5),)] * 3


# -- the command line --------------------------------------------------------------------------------------------------


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, args, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def test_techniques_are_listed() -> None:
    told = run("genres", "Sudoku", "--techniques")
    assert "  X-wing\n" in told and "  XY-wing (also called Y-wing)\n" in told
    assert '"X-wing": []' in run("genres", "Sudoku", "--techniques", "--json")


def test_techniques_are_requested_on_the_command_line() -> None:
    made = run("generate", "Fences", "5", "--seed", "2", "--technique", "Two Diagonal-Threes", "--to", "json")
    assert gw.read(made) == gw.generate("Fences", size=5, seed="2/0", technique=NAMED)
    assert "did you mean X-wing" in run("generate", "Sudoku", "--technique", "xweng", status=2)


def test_a_file_is_not_lost_to_a_puzzle_with_another_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If every puzzle comes out medium, three difficulties fill three files of one name."""
    monkeypatch.setattr(gw, "known_genres", lambda: [gw.genre("Tents")])
    monkeypatch.setattr("gridwright.cli.orders.sizes_of", lambda genre: [(4, 4)])
    real = stream.made

    def all_medium(request: Request, **limits: object) -> stream.NewPuzzle:
        from dataclasses import replace

        found = real(replace(request, difficulty=None), **limits).puzzle  # type: ignore[arg-type]
        return stream.NewPuzzle(replace(found, about=gw.About(difficulty="medium")), "the time was up")

    monkeypatch.setattr(stream, "made", all_medium)
    run("generate", "--all", "--seed", "1", "-o", f"{tmp_path}/sheets/", status=1)
    names = sorted(file.name for file in (tmp_path / "sheets").glob("*.spf"))
    assert names == ["tents-4x4-medium-1.spf", "tents-4x4-medium-2.spf", "tents-4x4-medium-3.spf"]
