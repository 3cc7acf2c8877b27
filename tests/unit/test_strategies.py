"""Which strategy makes the puzzles of a request."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import gridwright as gw
from gridwright.language.making import Making, StrategyName
from gridwright.making.effort import Effort
from gridwright.making.request import Asked, Request
from gridwright.making.strategies import STRATEGIES, Maker

HEART = ["##.##", "#####", "#####", ".###.", "..#.."]


def chosen(name: str, **asked: Any) -> str:
    request = Request.of(gw.genre(name), None, None, "1", asked=Asked(**asked))
    return type(Maker(request, Effort()).strategy).__name__


@pytest.mark.parametrize(("name", "strategy"), [
    ("Fences", "ByAnswer"), ("Kakuro", "ByFreshAnswer"), ("Nurikabe", "ByStructure"), ("LITS", "AroundAnswer"),
    ("Fillomino", "OneDraft"),
])  # fmt: skip
def test_a_genre_chooses(name: str, strategy: str) -> None:
    assert chosen(name) == strategy


def test_a_picture_chooses_unless_it_is_drawn_by_areas() -> None:
    assert chosen("Picross", picture=HEART) == "ByPicture"
    assert chosen("Galaxies", picture=HEART) == "ByStructure"


def test_every_name_has_a_strategy() -> None:
    assert {"", *STRATEGIES} == set(get_args(StrategyName))
    assert Making().strategy == ""


@pytest.mark.thorough
def test_a_structure_that_is_kept_leaves_the_answer_to_be_changed() -> None:
    """The genre's strategy would change the structure."""
    puzzle = gw.generate("Starry Sky", 5, seed=1)
    assert chosen("Starry Sky") == "AroundAnswer"
    assert chosen("Starry Sky", structure=puzzle) == "ByAnswer"
    assert gw.solve(gw.generate("Starry Sky", structure=puzzle, seed=2)).status == "unique"
    with pytest.raises(gw.MakingError, match="puzzles came out easy"):  # its puzzles are varied by another answer, too
        gw.generate("Starry Sky", structure=puzzle, seed=2, difficulty="hard")
