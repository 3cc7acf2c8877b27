"""Puzzles are turned with all that their clues mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.symmetry import image
from gridwright.play.tasks import TURNS, turned

from ..grouped import case_name
from ..laws.cases import case
from ..picture.samples import ONE

FIXED = {"Kakuro": {"quarter", "mirror"}, "Pyramid": set(TURNS), "Aquarium": {"quarter", "diagonal"},
         "Curve Data": {"quarter", "diagonal"}}  # fmt: skip
"""Genres that have a direction: of reading, of bricks, of gravity, of a level shape that stands in a key."""


@pytest.mark.parametrize("path", ONE, ids=case_name)
def test_every_genre_can_be_turned_or_says_why_not(path: Path) -> None:
    puzzle = case(path).puzzle
    status = gw.solve(puzzle).status
    for how in TURNS:
        if how in FIXED.get(puzzle.genre.name, set()) or not isinstance(puzzle.board, gw.language.Rect):
            with pytest.raises(ValueError, match=r"direction|turned|diagonal"):
                turned(puzzle, how)
            continue
        found = turned(puzzle, how)
        assert gw.solve(found).status == status
        for _ in range(3 if how == "quarter" else 1):
            found = turned(found, how)
        assert found == puzzle


@pytest.mark.parametrize("how", TURNS)
def test_names_mean_the_same_as_those_of_symmetries(how: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", ["2..", "...", ".3."])
    assert isinstance(puzzle.board, gw.Rect)
    (one, two) = (image(puzzle.board, spot, how) for spot in puzzle.given["clue"])
    assert turned(puzzle, how).given["clue"] == {one: 2, two: 3}


def test_directions_of_clues_turn_along() -> None:
    arrows = gw.puzzle("Yajilin", size=3, hint={"r1c2": (1, "d")})
    assert turned(arrows, "quarter").given["hint"] == {gw.language.Spot(3, 5): (1, "l")}
    compass = gw.puzzle("Compass", size=3, compass={"r1c1": (0, 1, 2, 3)})
    assert turned(compass, "mirror").given["compass"] == {gw.language.Spot(1, 5): (0, 2, 1, 3)}
    signs = gw.puzzle("Greater-Than-Sudoku", size=4, wall=["aabb", "aabb", "ccdd", "ccdd"],
                      sign={"r1c1-r1c2": "<", "r1c1-r2c1": "<"})  # fmt: skip
    found = turned(signs, "mirror").given["sign"]
    assert found == {gw.language.Spot(1, 6): ">", gw.language.Spot(2, 7): "<"}


def test_what_turns_to_another_rule_is_refused() -> None:
    kakuro = next(case(path).puzzle for path in ONE if case(path).genre.name == "Kakuro")
    with pytest.raises(ValueError, match="along the diagonal"):
        turned(kakuro, "mirror")
    with pytest.raises(ValueError, match="expected one of quarter, mirror, diagonal"):
        turned(kakuro, "twist")
