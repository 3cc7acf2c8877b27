"""Masks, and what else is settled about made puzzles before they are made."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.symmetry import SYMMETRIES, Symmetry, image, images, why_not
from gridwright.language.making import CluePlaces, Sketch, Unlucky, Wishes
from gridwright.language.puzzle import Frozen, frozen_layers
from gridwright.making.conditions import Conditions, is_among
from gridwright.making.declared import making_of, missing
from gridwright.making.drafts import clue_places
from gridwright.making.drawings import read_mask
from gridwright.making.effort import TooMany
from gridwright.making.request import fewest_clues
from gridwright.making.workshop import usual_symmetry

from ..grouped import each_seed, thorough


def layer_of(genre: type[gw.Genre]) -> str:
    making = genre.making
    return making.movable or making.placed or making.givens or next(
        name for name, layer in genre.layers.items() if getattr(layer, "role", "") == "clue")


def one_answer(puzzle: gw.Puzzle) -> gw.State:
    verdict = gw.solve(puzzle, timeout=60)
    assert verdict.status == "unique"
    return verdict.answers[0]


def test_a_mask_is_read_place_by_place() -> None:
    mask = read_mask(".-\n+#", gw.genre("Fences"), None, None)
    assert (mask.rows, mask.cols, mask.holes) == (2, 2, frozenset({gw.Spot(3, 3)}))
    assert mask.places.needed == {gw.Spot(3, 1)}
    assert [mask.places.may(gw.Spot(*at)) for at in ((1, 1), (1, 3), (3, 1))] == [True, False, True]


def test_masks_of_clues_at_corners_and_outside_have_more_lines() -> None:
    slalom = read_mask("-..\n...\n..+", gw.genre("Slalom"), None, None)
    assert (slalom.rows, slalom.cols) == (2, 2)
    assert slalom.places.needed == {gw.Spot(4, 4)} and not slalom.places.may(gw.Spot(0, 0))
    framed = read_mask("....\n-...\n....\n....", gw.genre("Easy as ABC"), 2, 2)
    assert not framed.places.may(gw.Spot(1, -1)) and framed.places.may(gw.Spot(1, 1))


@pytest.mark.parametrize("sign", ".-+#")
def test_the_corners_of_a_frame_say_nothing(sign: str) -> None:
    framed = f"{sign}..{sign}\n-..+\n....\n{sign}..{sign}"
    drawn = read_mask(framed, gw.genre("Easy as ABC"), 2, 2)
    assert (drawn.rows, drawn.cols, drawn.holes) == (2, 2, frozenset())
    assert drawn.places.needed == {gw.Spot(1, 5)} and not drawn.places.may(gw.Spot(1, -1))
    assert not any(drawn.places.may(gw.Spot(y, x)) for y in (-1, 5) for x in (-1, 5))


def test_a_mask_has_room_for_a_cell() -> None:
    for genre, more in (("Fences", 0), ("Slalom", 1)):
        least = "\n".join(["." * (more + 1)] * (more + 1))
        assert (read_mask(least, gw.genre(genre), None, None).rows, len(least.split())) == (1, more + 1)
    for small in (".", "..", ".\n."):
        with pytest.raises(gw.MakingError, match="the mask is too small: it has"):
            read_mask(small, gw.genre("Slalom"), None, None)


@pytest.mark.parametrize("name", ("Fences", "Sudoku", "Akari", "Minesweeper", "Hashi", "Compass", "Shikaku"))
def test_clues_stand_where_the_mask_says(name: str) -> None:
    genre = gw.genre(name)
    n = 9 if name == "Sudoku" else 6
    rows = ["." * n] * (n - 2) + ["-" * n, "+" + "." * (n - 1)]
    puzzle = gw.generate(genre, mask=rows, seed=5)
    places = set(puzzle.given[layer_of(genre)])
    one_answer(puzzle)
    assert gw.Spot(2 * n - 1, 1) in places
    assert all(spot.y != 2 * n - 3 for spot in places)


def test_boards_have_the_holes_of_their_mask(tmp_path: Path) -> None:
    file = tmp_path / "mask.txt"
    file.write_text("..##\n....\n....\n##..\n")
    for name in ("Fences", "Masyu", "Heyawake", "Minesweeper", "Pips"):
        puzzle = gw.generate(name, mask=file, seed=1)
        assert isinstance(puzzle.board, gw.Rect)
        assert puzzle.board.holes == {gw.Spot(1, 5), gw.Spot(1, 7), gw.Spot(7, 1), gw.Spot(7, 3)}
        one_answer(gw.read(gw.write(puzzle, "json")))


@pytest.mark.parametrize(
    ("genre", "more", "told"),
    [
        ("Fences", {"mask": "....\n..\n"}, "the mask, line 2: expected 4 characters as in line 1, found 2"),
        ("Fences", {"mask": "....\n..q.\n"}, "the mask, line 2, column 3: expected .*found 'q'"),
        ("Fences", {"mask": "....\n....", "rows": 5}, "2 lines of 4 characters; the board has 5 rows and 5 columns"),
        ("Fences", {"mask": "----\n----"}, "leaves no place for clues"),
        ("Fences", {"mask": "####\n####"}, "has no cell"),
        ("Fences", {"mask": ""}, "is empty"),
        ("Fences", {"mask": "+...\n....\n....\n...-", "symmetry": "rotate"},
         "requires a clue at r1c1 and allows none at r4c4"),
        ("Fences", {"mask": "#...\n....", "symmetry": "rotate"}, "the holes of the board do not have it"),
        ("Fences", {"mask": Path("no-such-file.txt")}, "no-such-file.txt: no such file"),
        ("LITS", {"mask": "+" + "." * 7 + "\n........" * 7}, "no clues whose places could be chosen"),
        ("Kakuro", {"mask": "+" + "." * 7 + "\n........" * 7}, "the answer determines the places of clues in Kakuro"),
        ("Sudoku", {"mask": "#" + "." * 8 + "\n........." * 8}, "cannot have holes"),
        ("Fences", {"density": 1.5}, "expected a share from 0 to 1"),
        ("Fences", {"density": 0.3, "difficulty": "easy"}, "but not both"),
        ("Fences", {"unknown": 0.3}, "cannot have an unknown value"),
        ("LITS", {"density": 0.3}, "no clues that could be left out"),
        ("Fences", {"density": 0}, r"0 means no clues on this board, but every unique Fences has at least 1; request a "
         r"density from 0\.01 to 1; about 0\.39 is usual"),
        ("Sudoku", {"density": 0.2}, r"0\.2 means 16 clues .* has at least 17; request a density from 0\.21 to 1"),
        ("Sudoku", {"size": 4, "density": 0.2}, "means 3 clues .* at least 4; request a density from 0.25 to 1"),
        ("Sudoku", {"boxes": "irregular", "density": 0.09}, "means 7 clues .* at least 8"),
        ("Starbattle", {"stars": 3}, "option stars: expected a number from 1 to 2 on this board, found 3"),
        ("Akari", {"values": 7}, "no clue of Akari is 7; clues are numbers from 0 to 4"),
        ("Fences", {"values": (7, 8)}, "no clue of Fences is 7 or 8; clues are numbers from 0 to 4"),
        ("Fences", {"values": (3, 8)}, "no clue of Fences is 8; clues are numbers from 0 to 4"),
        ("Tapa", {"values": (9,)}, r"no clue of Tapa contains 9; clues consist of numbers from 0 to 8 or '\?'"),
        ("Tapa", {"values": (0,)}, "clues of new Tapa cannot consist of 0 alone; clues consist of numbers from 0 to 8"),
        ("Yajilin", {"values": (2,)}, "clues of new Yajilin cannot consist of 2 alone; clues consist of numbers"),
        ("Tents", {"size": (5, 8), "values": (9,)}, "no clue of Tents is 9; clues are numbers from 0 to 8"),
        ("Easy as ABC", {"size": 6, "values": ("E",)}, "no clue of Easy as ABC is E; clues are '-', 'A', 'B', 'C' or"),
        ("Easy as ABC", {"size": 6, "values": ("E",), "max": "many"}, "option max: expected a number from 1 to 6"),
        ("Colour Picross", {"values": ("3g",), "colours": "kr"}, "contains 3g; clues consist of lengths with the"),
        ("Fences", {"values": ()}, "name at least one"),
        ("Fences", {"rows": 4, "cols": 5, "symmetry": "quarter"}, "has to be square"),
        ("Fences", {"rows": 0}, "boards have 1 to 100 rows and columns, not 0x0"),
        ("Fences", {"rows": 0, "cols": 0}, "not 0x0"),
        ("Fences", {"rows": -3}, "not -3x-3"),
        ("Fences", {"rows": "ten"}, "expected whole numbers, found 'ten'"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_told_at_once(genre: str, more: dict[str, object], told: str) -> None:
    with pytest.raises(gw.MakingError, match=told):
        gw.generate(genre, seed=1, timeout=20, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("symmetry", [one for one in SYMMETRIES if one != "none"])
@pytest.mark.parametrize("name", ("Akari", "Sudoku", *map(thorough, ("Fences", "Slalom", "Yajilin"))))
def test_clues_are_arranged_in_all_symmetries(name: str, symmetry: Symmetry) -> None:
    genre = gw.genre(name)
    size = 9 if name == "Sudoku" else 5
    puzzle = gw.generate(genre, size, size, symmetry=symmetry, seed=3)
    board = puzzle.board
    assert isinstance(board, gw.Rect)
    places = set(puzzle.given[layer_of(genre)])
    assert places and all(places.issuperset(images(board, spot, symmetry)) for spot in places)


@pytest.mark.parametrize(("symmetry", "after"), [
    ("none", (1, 3)), ("rotate", (5, 5)), ("mirror", (1, 5)), ("flip", (5, 3)),
])  # fmt: skip
def test_a_place_has_its_image_on_the_other_side(symmetry: Symmetry, after: tuple[int, int]) -> None:
    """The second cell of the first row, on a board of 3 rows and 4 columns."""
    board = gw.Rect.of(3, 4)
    assert image(board, gw.Spot(1, 3), symmetry) == after
    assert set(images(board, gw.Spot(1, 3), symmetry)) == {(1, 3), after}


def test_a_quarter_turn_brings_four_places_together() -> None:
    board = gw.Rect.of(3, 3)
    assert set(images(board, gw.Spot(1, 3), "quarter")) == {(1, 3), (3, 5), (5, 3), (3, 1)}
    assert images(board, gw.Spot(3, 3), "quarter") == ((3, 3),)
    assert images(board, gw.Spot(-1, 3), "diagonal") == ((-1, 3), (3, -1))


@pytest.mark.parametrize("density", (0.5, 0.75))
def test_as_many_places_hold_a_clue_as_were_asked_for(density: float) -> None:
    puzzle = gw.generate("Fences", 6, 6, density=density, symmetry="none", seed=1)
    assert abs(len(puzzle.given["number"]) - density * 36) <= 2
    walls = gw.generate("Akari", 8, 8, density=0.4, seed=1).given["wall"]
    assert abs(len(walls) - 0.4 * 64) <= 4


@pytest.mark.parametrize(("total", "most"), [(10, 11), (33, 11), (100, 13), (200, 16)])
def test_an_answer_may_need_a_few_more_clues_than_were_asked_for(total: int, most: int) -> None:
    """One more than the 10, or 3 % of all if that is more."""
    asked = Conditions(density=0.1)
    asked.check_number(10, most, total, 100)
    with pytest.raises(TooMany):
        asked.check_number(10, most + 1, total, 100)


@each_seed(5)
def test_fewer_places_still_include_those_that_need_a_clue(seed: int) -> None:
    board = gw.Rect.of(4, 4)
    needed = frozenset(Random(seed).sample(board.cells, 3))
    places = Conditions(places=CluePlaces(None, needed))
    for wanted, n in ((5, 5), (3, 3), (1, 3)):
        left = places._as_many(Random(seed), Sketch(board), set(board.cells), wanted)
        assert needed <= left and len(left) == n


@pytest.mark.parametrize("density", (0.03, 0.1))
def test_a_density_that_is_out_of_reach_says_what_can_be_had(density: float) -> None:
    with pytest.raises(gw.MakingError, match=r"needs at least \d+; density 0\.\d\d is possible") as told:
        gw.generate("Fences", 6, 6, density=density, seed=1)
    least = float(str(told.value).split("density ")[1].split()[0])
    puzzle = gw.generate("Fences", 6, 6, density=least, seed=1)
    assert abs(len(puzzle.given["number"]) - 36 * least) <= 3


def test_a_share_of_clues_has_no_value() -> None:
    told = gw.generate("Nurikabe", 7, 7, seed=2, unknown=0.5).given["clue"].values()
    assert abs(list(told).count("?") - len(told) / 2) <= 1


@pytest.mark.parametrize(("name", "values"), [("Fences", (2, 3)), ("Masyu", ("white",)), ("Tapa", (1, 2, 3))])
def test_clues_have_only_the_values_that_were_asked_for(name: str, values: tuple[object, ...]) -> None:
    puzzle = gw.generate(name, 6, 6, values=values, seed=4)
    own = puzzle.given[layer_of(puzzle.genre)].values()
    assert own and all(is_among(value, values) for value in own)
    one_answer(puzzle)


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)
def test_values_outside_the_domain_are_refused_at_once_in_every_genre(genre: type[gw.Genre]) -> None:
    if missing(genre):
        pytest.skip("no puzzles of this genre are made")
    words = r"no clue of .* (is|contains) (1 or )?-5; clues (are|consist of) \S+|has no clues whose values could"
    for values in ((-5,), (1, -5)):
        with pytest.raises(gw.MakingError, match=words):
            gw.generate_many(genre, count=0, values=values)


@pytest.mark.parametrize(("name", "size", "values", "options"), [
    ("Tapa", 6, (0, 1, 2), {}), ("Tapa", 6, ((1, 1), 3), {}), ("Tents", (5, 8), (8,), {}), ("Tents", (8, 5), (8,), {}),
    ("Easy as ABC", 6, ("D",), {}), ("Easy as ABC", 6, ("E",), {"max": 5}), ("Yajilin", 6, (1, "u", "d"), {}),
    ("Nurikabe", 6, ("?", 3), {}), ("Masyu", 6, ("white",), {}), ("Killer-Sudoku", 9, (45,), {}),
    *(("Colour Picross", 10, (f"3{letter}",), {}) for letter in "krgbyo"),
])  # fmt: skip
def test_values_that_clues_can_have_are_not_refused(
    name: str, size: Any, values: tuple[Any, ...], options: dict[str, Any]
) -> None:
    """Also those that depend on the place, or on a key that is requested or comes from the sketch."""
    gw.generate_many(name, count=0, size=size, values=values, **options)


@pytest.mark.parametrize("name", (
    "Heyawake", "Aquarium", "Tents", thorough("Sudoku"), "Akari", "Magnets", "Thermometers",
))  # fmt: skip
def test_a_given_structure_is_kept(name: str) -> None:
    genre = gw.genre(name)
    size = 9 if name == "Sudoku" else 6
    first = gw.generate(genre, size, size, seed=1)
    made = [gw.generate(genre, structure=first, seed=seed) for seed in (7, 8)]
    assert made[0] != made[1]
    for puzzle in made:
        one_answer(puzzle)
        for layer, own in first.given.items():
            if getattr(genre.layers[layer], "role", "") == "structure":
                assert puzzle.given[layer] == own
    if name == "Akari":
        assert made[0].given["wall"].keys() == first.given["wall"].keys()


@pytest.mark.parametrize(
    ("genre", "structure", "told"),
    [
        ("Starbattle", "Starbattle", "nothing is left to generate"),
        ("Heyawake", "Fences", "that of a puzzle of Fences"),
        ("Fences", "Fences", "no structure in this puzzle; that of Fences would be: merged"),
        ("Kuromasu", "Kuromasu", "gridwright complete adds clues"),
    ],
)  # fmt: skip
def test_a_structure_that_is_none_is_told(genre: str, structure: str, told: str) -> None:
    with pytest.raises(gw.MakingError, match=told):
        gw.generate(genre, structure=gw.generate(structure, 6, 6, seed=1), seed=1)


def test_why_nothing_was_found_is_told() -> None:
    with pytest.raises(gw.MakingError, match="dominoes cannot cover a board of this shape"):
        gw.generate("Domino Hunt", mask="#...\n....\n....\n....", seed=1)


def test_values_that_do_not_suffice_end_in_no_puzzle() -> None:
    with pytest.raises((gw.MakingError, gw.TimeUp)):
        gw.generate("Fillomino", 4, 4, values=(9,), seed=1, timeout=0.5)


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)
def test_fewer_clues_than_any_puzzle_has_are_refused_only_if_that_is_certain(genre: type[gw.Genre]) -> None:
    """Without clues, boards of several sizes have several answers, or none."""
    if missing(genre):
        pytest.skip("no puzzles of this genre are made")
    making = making_of(genre)
    sides = [(n, m) for n in range(1, 7) for m in (n, n + 1) if not making.sizes(n, m)][:3]
    for rows, cols in sides or [making.size]:
        board = making.board(rows, cols)
        if not fewest_clues(genre, board, {}) or making.placed:  # nothing can be solved on an empty board
            continue
        try:
            sketch = making.sketch(Random(1), board, Wishes(density=0.3))
        except Unlucky:
            continue
        kept = {name: own for name, own in sketch.given.items() if name not in {one.name for one in clue_places(genre)}}
        puzzle = gw.Puzzle(genre, board, frozen_layers(kept), Frozen(sketch.keys))
        assert gw.solve(puzzle, timeout=20).status != "unique", (rows, cols)


def test_a_request_that_is_far_off_is_given_up_early() -> None:
    with pytest.raises(gw.MakingError, match="1 clue with a known value requested, but each of 5 puzzles"):
        gw.generate("Fences", 6, 6, density=0.03, seed=1)


@pytest.mark.parametrize("genre", [one for one in gw.known_genres() if one.making.symmetry], ids=lambda one: one.name)
def test_usual_symmetries_are_those_that_the_board_can_have(genre: type[gw.Genre]) -> None:
    making = genre.making
    for board in gw.Rect.of(4, 6), gw.Rect.of(5, 5):
        found = {usual_symmetry(Random(seed), making, board) for seed in range(300)}
        fits = {one for one, share in making.symmetry.items() if share > 0.02 and not why_not(board, one)}
        assert fits <= found and not any(why_not(board, one) for one in found)


@each_seed(6)
def test_islands_rise_on_boards_that_are_not_square(seed: int) -> None:
    """Some of these seeds draw a quarter turn for square boards."""
    assert gw.solve(gw.generate("Nurikabe", 5, 7, difficulty="any", seed=seed)).status == "unique"
