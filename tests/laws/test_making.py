"""Made puzzles, in every genre: valid, with one answer, different for different seeds, the same for the same one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import product
from statistics import mean
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.rect import STEPS
from gridwright.engine.explain.rating import LEAST_LABELS
from gridwright.genres.cave import Cave
from gridwright.language.making import image
from gridwright.making import setting
from gridwright.making.declared import making_of
from gridwright.making.drafts import clue_places

from ..grouped import SHARE, in_part, part, some_by_default, thorough

GENRES = gw.known_genres()


def small(genre: type[gw.Genre]) -> tuple[int, int]:
    """The smallest size that is worth a puzzle."""
    sizes = [(4, 4), (5, 5), (6, 6), (4, 7), (4, 5), genre.making.size]
    if genre.name in ("Skyscrapers with Parks", "Stations"):
        sizes.remove((4, 4))  # of which there are hardly any
    return next(size for size in sizes if not genre.making.sizes(*size))


@cache
def small_puzzle(name: str, seed: int) -> gw.Puzzle:
    """A puzzle of the smallest size."""
    return gw.generate(name, *small(gw.genre(name)), seed=seed, timeout=60)


def text(puzzle: gw.Puzzle) -> str:
    return gw.write(puzzle, puzzle.genre.dialects[0].format, printable=False)


def proved(puzzle: gw.Puzzle) -> gw.State:
    """The answer of a puzzle as it is read from its file, which must be the only one."""
    read = gw.read_all(text(puzzle))[0].puzzle
    assert read == puzzle, f"{puzzle!r}: reading it from its file gives another puzzle"
    verdict = gw.solve(read, timeout=60)
    assert verdict.status == "unique", f"{puzzle!r}: a new puzzle should be unique, and is {verdict.status}"
    assert gw.check(read, verdict.answers[0], finished=True) == [], (
        f"{puzzle!r}: the checker rejects the answer of a new puzzle")
    return verdict.answers[0]


def check_made(puzzle: gw.Puzzle) -> None:
    """Its answer is the only one, and its own domains admit it."""
    proved(puzzle)
    gw.Puzzle.of(puzzle.genre, puzzle.board, puzzle.given, puzzle.keys)


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_made_puzzles_have_one_answer(genre: type[gw.Genre]) -> None:
    check_made(small_puzzle(genre.name, 11))


@pytest.mark.parametrize("genre", some_by_default(GENRES, SHARE, "other seeds", name=lambda genre: genre.name))
def test_another_seed_makes_another_puzzle(genre: type[gw.Genre]) -> None:
    other = small_puzzle(genre.name, 12)
    check_made(other)
    assert other != small_puzzle(genre.name, 11), f"{genre.name}: two seeds make the same puzzle"


NO_PLACE = {("Subway", "puzzlink"): "piece"}
"""Layers of new puzzles that a format has no place for, by genre and format."""


def formats_on_the_web(genre: type[gw.Genre]) -> set[str]:
    return {dialect.format for dialect in genre.dialects} & {"puzzlink", "penpa"}


def check_writable(genre: type[gw.Genre], puzzles: Iterable[gw.Puzzle]) -> None:
    """The formats that solvers on the web open can hold new puzzles."""
    for puzzle in puzzles:
        for format in sorted(formats_on_the_web(genre)):
            lacking = NO_PLACE.get((genre.name, format))
            if lacking is not None and lacking in puzzle.given:
                with pytest.raises(gw.WriteError, match=f"no place for the layer '{lacking}'"):
                    gw.write(puzzle, format)
            else:
                assert gw.write(puzzle, format), f"{genre.name}, {format}"


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_new_puzzles_can_be_opened_on_the_web(genre: type[gw.Genre]) -> None:
    check_writable(genre, [small_puzzle(genre.name, 11)])


@pytest.mark.parametrize("usual", [thorough(False, id="small"), pytest.param(True, id="usual", marks=pytest.mark.slow)])
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_more_new_puzzles_can_be_opened_on_the_web(genre: type[gw.Genre], usual: bool) -> None:
    size = genre.making.size if usual else small(genre)
    seeds = (11, 12, 13) if formats_on_the_web(genre) else ()
    check_writable(genre, (gw.generate(genre, *size, seed=seed, difficulty="any") for seed in seeds))


MAKE = """
import hashlib, json, sys
import gridwright as gw
for name, size in json.loads(sys.stdin.read()):
    puzzle = gw.generate(name, *size, seed=11)
    text = gw.write(puzzle, puzzle.genre.dialects[0].format, printable=False)
    print(hashlib.sha256(text.encode()).hexdigest())
"""


@in_part
def test_a_seed_makes_the_same_puzzle_whatever_the_order_of_sets(share: float) -> None:
    genres = part(GENRES, share, "order of sets")
    asked = [(genre.name, small(genre)) for genre in genres]
    run = subprocess.run([sys.executable, "-c", MAKE], input=json.dumps(asked), capture_output=True, text=True,
                         check=True, env={**os.environ, "PYTHONHASHSEED": "5"})  # fmt: skip
    here = [hashlib.sha256(text(small_puzzle(genre.name, 11)).encode()).hexdigest() for genre in genres]
    assert dict(zip(genres, run.stdout.split(), strict=True)) == dict(zip(genres, here, strict=True))


@pytest.mark.thorough
def test_processes_make_the_same_puzzles_as_one() -> None:
    alone = list(gw.generate_many("Fences", size=(5, 5), count=4, seed=3))
    assert list(gw.generate_many("Fences", size=(5, 5), count=4, seed=3, jobs=2)) == alone
    assert len(set(alone)) == 4


def test_a_stream_goes_on_at_any_number() -> None:
    whole = list(gw.generate_many("Tents", size=(6, 6), count=5, seed="a"))
    assert list(gw.generate_many("Tents", size=(6, 6), count=2, seed="a", first=3)) == whole[3:]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_a_symmetry_is_kept_or_refused(genre: type[gw.Genre]) -> None:
    making = making_of(genre)
    rows, cols = (6, 6) if not making.sizes(6, 6) else making.size
    for seed in (1, 2):
        try:
            puzzle = gw.generate(genre, rows, cols, symmetry="rotate", seed=seed, difficulty="any")
        except gw.MakingError as fault:
            refusals = "cannot be arranged symmetrically|cannot change that|no symmetry"
            assert re.search(refusals, str(fault)), f"{genre.name}: a symmetry fails with {str(fault)!r}"
            continue
        assert isinstance(puzzle.board, gw.Rect)
        in_rooms = {layer.name: group.walls.name for group in genre.groups for layer in group.clues}
        for layer in clue_places(genre):
            places = set(puzzle.given.get(in_rooms.get(layer.name, layer.name), ()))
            is_chosen = layer.name not in (making.fill, *making.frame) and (making.placed or not making.whole)
            assert not is_chosen or {image(puzzle.board, spot, "rotate") for spot in places} == places, (
                f"{genre.name}: the clues of layer {layer.name!r} do not have the symmetry that was asked for")


@pytest.mark.parametrize(
    ("name", "layer"), [("Fences", "number"), ("Akari", "wall"), ("Sudoku", "number"), ("Kuromasu", "number"),
                        ("Nurikabe", "clue"), ("Masyu", "pearl"), ("Yajilin", "hint"), ("Heyawake", "number"),
                        ("Hashi", "island")])
def test_clues_can_be_symmetric(name: str, layer: str) -> None:
    assert gw.generate(name, 6, 6, symmetry="rotate", seed=2).given[layer]


LABELLED = product((("Fences", 6), ("Akari", 8), ("Tents", 10), ("Kropki", 6), ("Aquarium", 10)),
                   ("easy", "medium", "hard"))
"""Genres with the side of a board, and the label that is asked for."""


@pytest.mark.parametrize(("name", "side", "label"), [
    pytest.param(name, side, label, id=f"{name}-{label}", marks=[] if i % 4 == 1 else [pytest.mark.thorough])
    for i, ((name, side), label) in enumerate(LABELLED)])
def test_the_label_asked_for_is_reached_and_told(name: str, side: int, label: str) -> None:
    puzzle = gw.generate(name, side, side, difficulty=label, seed=4, timeout=60)
    rating = gw.rate(gw.read(text(puzzle)))
    assert puzzle.about.difficulty == rating.label == label
    if label == "easy":
        assert LEAST_LABELS.keys().isdisjoint(rating.profile)


def test_no_puzzle_is_given_out_unproved_when_the_time_is_up() -> None:
    with pytest.raises(gw.TimeUp):
        gw.generate("Nurikabe", 15, 15, seed=1, timeout=0.05)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"genre": "Sudoku", "rows": 7}, "the side has to be 4, 6, 8, 9"),
        ({"genre": "Stations", "rows": 5, "cols": 5}, "even number of cells"),
        ({"genre": "Fences", "rows": 0, "cols": 3}, "boards have 1 to 100 rows and columns"),
        ({"genre": "Fences", "difficulty": "nasty"}, "there are trivial, easy, medium, hard, extreme"),
        ({"genre": "Fences", "symmetry": "spiral"}, "there are none, rotate, mirror"),
        ({"genre": "Tents", "symmetry": "rotate"}, "cannot be arranged symmetrically"),
        ({"genre": "Nurimisaki", "symmetry": "rotate"}, "places of clues in Nurimisaki; a symm"),
        ({"genre": "Starbattle", "stars": 99}, "expected a number from 1 to 2 on this board, found 99"),
        ({"genre": "Starbattle", "suns": 2}, "has no option 'suns'; it has stars"),
        ({"genre": "Sudoku", "rows": 10, "boxes": "3x3"}, "2x5 or 5x2 or irregular on this board, found '3x3'"),
        ({"genre": "Sudoku", "rows": 13, "boxes": "irregular"}, "the side has to be 4 to 12"),
        ({"genre": "Killer-Sudoku", "givens": "some"}, "option givens: expected yes or no, found 'some'"),
        ({"genre": "Pips", "rows": 3, "cols": 4, "level": "hard"}, "hard puzzles have 20 cells, and this board has 12"),
    ],
)
def test_what_cannot_be_made_is_told_at_once(asked: dict[str, object], told: str) -> None:
    with pytest.raises(gw.MakingError, match=told):
        gw.generate(**asked)  # type: ignore[arg-type]


@pytest.mark.thorough
def test_a_difficulty_that_is_out_of_reach_ends_in_an_error() -> None:
    with pytest.raises(gw.MakingError, match="no extreme Fences 3x3 was found; puzzles came out"):
        gw.generate("Fences", 3, 3, difficulty="extreme", seed=1)


def test_progress_tells_each_draft_and_the_nearest_difficulty() -> None:
    heard: list[tuple[int, str]] = []
    with pytest.raises(gw.MakingError):
        gw.generate("Fences", 3, 3, difficulty="extreme", seed=1, progress=lambda *told: heard.append(told))
    assert [number for number, _ in heard] == list(range(1, len(heard) + 1)) and len(heard) > 1
    assert heard[0][1] == "" and heard[-1][1] in ("trivial", "easy", "medium", "hard")


def test_what_is_taken_for_superfluous_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the kept solver were wrong about every clue, the puzzle would keep its one answer."""
    monkeypatch.setattr(setting, "_superfluous", lambda puzzle, answer, clues, clock: list(clues))
    puzzle = gw.generate("Fences", 5, 5, seed=1, density=1.0)
    proved(gw.minimise(puzzle))
    assert gw.minimise(puzzle) != puzzle


def test_minimised_puzzles_need_every_clue() -> None:
    puzzle = gw.generate("Fences", 5, 5, seed=1)
    fewer = gw.minimise(puzzle)
    number = fewer.given["number"]
    assert number.items() <= puzzle.given["number"].items()
    proved(fewer)
    for spot in number:
        rest = gw.Puzzle.of(fewer.genre, fewer.board, {"number": {s: n for s, n in number.items() if s != spot}})
        assert gw.solve(rest).status == "several"


def test_minimising_leaves_places_that_matter() -> None:
    puzzle = gw.generate("Akari", 6, 6, seed=1)
    fewer = gw.minimise(puzzle)
    assert fewer.given["wall"].keys() == puzzle.given["wall"].keys()
    assert Counter(fewer.given["wall"].values())[None] >= Counter(puzzle.given["wall"].values())[None]
    proved(fewer)


def test_only_unique_puzzles_are_minimised() -> None:
    with pytest.raises(ValueError, match="exactly one answer"):
        gw.minimise(gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(4, 4), {}))


def test_half_filled_boards_are_completed() -> None:
    begun = {gw.Spot(1, 1): 2, gw.Spot(5, 5): 3}
    puzzle = gw.complete(gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(5, 5), {"number": begun}), seed=2)
    assert begun.items() <= puzzle.given["number"].items()
    proved(puzzle)


def test_clues_are_added_and_left_out_in_keeping_with_a_symmetry() -> None:
    board = gw.Rect.of(6, 6)
    begun = {gw.Spot(1, 1): 2, gw.Spot(5, 5): 2}
    for symmetry in ("rotate", "mirror"):
        puzzle = gw.complete(gw.Puzzle.of(gw.genre("Fences"), board, {"number": begun}), seed=1, symmetry=symmetry)
        number = puzzle.given["number"]
        assert begun.items() <= number.items() and len(number) > len(begun)
        assert {image(board, spot, symmetry) for spot in number} == set(number)
        proved(puzzle)
        every = gw.generate("Fences", 6, 6, seed=3, symmetry=symmetry, density=0.8)
        fewer = gw.minimise(every, symmetry=symmetry)
        left = fewer.given["number"]
        assert {image(board, spot, symmetry) for spot in left} == set(left) and len(left) < len(every.given["number"])
        proved(fewer)


def test_a_symmetry_that_the_board_cannot_have_is_refused() -> None:
    puzzle = gw.generate("Fences", 3, 4, seed=1)
    unknown: Any = "round"
    for call in (gw.complete, gw.minimise):
        with pytest.raises(ValueError, match="square"):
            call(puzzle, symmetry="quarter")
        with pytest.raises(ValueError, match="expected one of"):
            call(puzzle, symmetry=unknown)


def test_a_board_without_an_answer_is_not_completed() -> None:
    wrong = {gw.Spot(1, 1): 4, gw.Spot(1, 3): 4}
    with pytest.raises(ValueError, match="has no answer"):
        gw.complete(gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(4, 4), {"number": wrong}))


def varied(genre: type[gw.Genre]) -> tuple[int, int]:
    """A size on which there are many puzzles."""
    rows, cols = genre.making.size
    return (6, 6) if rows * cols == 100 else (rows, cols)


def check_spread(genre: type[gw.Genre], count: int) -> None:
    """All puzzles are different; their answers vary, and so do their clues."""
    made = list(gw.generate_many(genre, size=varied(genre), count=count, seed=1, difficulty="any"))
    assert len(set(made)) == count, f"{genre.name}: {count} seeds make only {len(set(made))} different puzzles"
    # No mark of the answers stands in nearly all of them.
    often = Counter((name, spot, value) for puzzle in made for name, own in gw.solve(puzzle).answers[0].marks.items()
                    for spot, value in own.items())  # fmt: skip
    assert mean(often.values()) < 0.9 * count, f"{genre.name}: nearly all new puzzles have the same answer"
    # Clues that have values have several, and none of these has nearly all of the clues.
    for name in (name for name, layer in genre.layers.items() if getattr(layer, "role", "") == "clue"):
        values = Counter(value for puzzle in made for value in puzzle.given.get(name, {}).values())
        if values and set(values) != {True}:
            assert max(values.values()) < 0.9 * values.total(), (
                f"{genre.name}: nearly all clues of {name!r} have the same value: {values.most_common(3)}")


@pytest.mark.parametrize("name", ("Fences", "Sudoku", "Shikaku", thorough("Nurikabe"), thorough("Yajilin")))
def test_a_dozen_seeds_make_a_dozen_puzzles(name: str) -> None:
    check_spread(gw.genre(name), 12)


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_two_hundred_seeds_make_two_hundred_puzzles(genre: type[gw.Genre]) -> None:
    check_spread(genre, 200)


@pytest.mark.parametrize("name", ("Masyu", "Basic", "Hitori", "Pills", "Skyscrapers", "Fillomino"))
def test_minimised_puzzles_of_all_kinds_need_every_clue(name: str) -> None:
    """By clues of their own, by several together, as given marks, and where clues change what cells may hold."""
    genre = gw.genre(name)
    fewer = gw.minimise(gw.generate(genre, *small(genre), seed=5), seed=1, formats=("spf",))
    proved(fewer)
    for layer in (name for name, one in genre.layers.items() if getattr(one, "role", "clue") == "clue"):
        for spot in fewer.given.get(layer, {}):
            rest = {**fewer.given, layer: {s: v for s, v in fewer.given[layer].items() if s != spot}}
            try:
                without = gw.Puzzle.of(genre, fewer.board, rest, fewer.keys)
            except gw.PuzzleError:
                continue
            assert gw.solve(without).status == "several", (
                f"{fewer!r}: minimise left a clue of {layer!r} at {fewer.board.name(spot)} that is not needed")


def test_hints_of_yajilin_tell_one_way_each_and_numbers_that_are_true() -> None:
    puzzle = gw.generate("Yajilin", 6, 6, seed=3)
    answer, board = proved(puzzle), puzzle.board
    assert isinstance(board, gw.Rect)
    for at, (number, way) in puzzle.given["hint"].items():
        cells = board.ray(at, {"u": (-2, 0), "r": (0, 2), "d": (2, 0), "l": (0, -2)}[way])
        assert number == sum(answer.get("shade", cell) is True for cell in cells)


@pytest.mark.parametrize("jobs", (1, thorough(2)))
def test_nothing_more_is_made_once_the_user_wants_to_stop(jobs: int) -> None:
    """Even if the processes are ahead, so that every next puzzle is there already."""
    n_asked = 0

    def stop() -> bool:
        nonlocal n_asked
        n_asked += 1
        return n_made > 2

    n_made = 0
    with pytest.raises(gw.TimeUp):
        for _ in gw.generate_many("Fences", size=(5, 5), count=200, seed=3, jobs=jobs, stop=stop):
            n_made += 1
    assert n_made == 3 and n_asked


def test_sudokus_have_the_boxes_that_are_asked_for() -> None:
    puzzle = gw.generate("Sudoku", 6, 6, boxes="3x2", seed=1)
    proved(puzzle)
    boxes = puzzle.board.regions(puzzle.given["wall"])
    assert {(len({c.y for c in box}), len({c.x for c in box})) for box in boxes} == {(3, 2)}
    irregular = gw.generate("Sudoku", 7, 7, boxes="irregular", seed=1)
    proved(irregular)
    assert [len(area) for area in irregular.board.regions(irregular.given["wall"])] == [7] * 7


@pytest.mark.parametrize(("name", "layer"), (("Killer-Sudoku", "number"), ("Doubleblock", "number")))
def test_marks_are_given_or_not_as_asked(name: str, layer: str) -> None:
    for seed in range(3):
        assert not gw.generate(name, 6, 6, givens="no", seed=seed, difficulty="any").given.get(layer)
        assert gw.generate(name, 6, 6, givens="yes", seed=seed, difficulty="any").given[layer]


def test_no_digits_are_given_in_killer_sudoku_by_default() -> None:
    puzzles = gw.generate_many("Killer-Sudoku", size=(4, 4), count=10, seed="k", difficulty="any")
    assert not any(puzzle.given.get("number") for puzzle in puzzles)


@pytest.mark.thorough
def test_pips_has_the_levels_of_the_newspaper() -> None:
    made = {level: gw.generate("Pips", level=level, seed=1) for level in ("easy", "medium")}
    assert [len(puzzle.keys["dominoes"]) for puzzle in made.values()] == [4, 7]


def test_cages_turn_into_cages() -> None:
    puzzle = gw.generate("Killer-Sudoku", 6, 6, symmetry="mirror", seed=1)
    board, cages = puzzle.board, puzzle.given["cage"]
    assert isinstance(board, gw.Rect)
    assert cages and {image(board, link, "mirror") for link in cages} == set(cages)


@pytest.mark.parametrize("name", ("Thermometers", "Snake", thorough("Doubleblock")))
def test_all_clues_stand_where_that_is_usual(name: str) -> None:
    puzzle = gw.generate(name, 6, 6, seed=1)
    layer = next(layer for layer in puzzle.genre.layers.values() if layer.on == "sides")
    assert len(puzzle.given[layer.name]) == 12


def test_the_ends_of_new_snakes_have_a_place_in_addresses() -> None:
    puzzle = gw.generate("Snake", 6, 6, seed=1)
    assert len(puzzle.given["number"]) == 2
    for format in ("puzzlink", "penpa"):
        assert gw.read(gw.write(puzzle, format)) == puzzle


def test_clues_keep_apart_where_that_is_usual() -> None:
    touching = []
    for order in (Cave.making.order, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Cave, "making", replace(Cave.making, order=order))
            made = [gw.generate(Cave, 7, 7, seed=seed, difficulty="any").given["number"] for seed in range(5)]
        beside = ([gw.Spot(at.y + dy, at.x + dx) in own for dy, dx in STEPS] for own in made for at in own)
        touching.append(sum(map(any, beside)))
    assert touching[0] < 0.7 * touching[1]


def test_cells_without_a_cage_get_no_total() -> None:
    puzzle = gw.puzzle("Killer-Sudoku", size=4, cages=[(3, "r1c1 r1c2")])
    with pytest.raises(ValueError, match=r"formats=\['spf'\]"):  # some formats have no given digits beside cages
        gw.complete(puzzle)
    full = gw.complete(puzzle, formats=["spf"])
    assert full.given["total"].keys() <= {gw.Spot(1, 1)}
    assert gw.solve(full).status == "unique"
