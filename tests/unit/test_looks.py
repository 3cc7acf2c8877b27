"""Looks: one table of kinds, from which a new one is drawn everywhere, and told in words."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright import Puzzle, Rect, Spot
from gridwright.language import Given, Look
from gridwright.language import look as looks
from gridwright.language.look import KINDS, TEXT, LookKind, symbols
from gridwright.picture.terminal import board_text
from gridwright.picture.words import described


def test_a_kind_that_is_only_in_the_table_is_drawn_as_its_plainer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "KINDS", {**KINDS, "lamp": LookKind("a lamp", "symbol")})

    class Lamps(gw.Genre):
        name = "Lamps of a test"
        lamp = Given("cells", look=Look("lamp", {True: "●"}))

    puzzle = Puzzle.of(Lamps, Rect.of(1, 2), {"lamp": {Spot(1, 1): True}})
    assert "●" in board_text(puzzle, None)
    assert '<circle' in gw.draw(puzzle).svg()


def test_every_kind_has_a_plainer_one_that_needs_none() -> None:
    for name, kind in KINDS.items():
        assert not KINDS[kind.plain or name].plain, name


def test_a_kind_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no kind of look called 'lamb'; the kinds are text, symbol"):
        Look("lamb")


@pytest.mark.parametrize(("given", "shown"), [(None, "?"), ({True: "L"}, "L")])
def test_a_look_may_name_its_seven_bit_character(given: dict[Any, str] | None, shown: str) -> None:
    class Bulbs(gw.Genre):
        name = "Bulbs of a test"
        bulb = Given("cells", look=symbols({True: "☼"}, seven_bit=given))

    puzzle = Puzzle.of(Bulbs, Rect.of(1, 2), {"bulb": {Spot(1, 3): True}})
    lines = board_text(puzzle, None, ascii=True).splitlines()
    assert any(shown in line for line in lines)
    assert "☼" in board_text(puzzle, None)


@pytest.mark.parametrize("char", ["", "LL", "☼", "\n"])
def test_what_is_no_seven_bit_character_is_refused(char: str) -> None:
    with pytest.raises(ValueError, match=r"the value True: .* is not a single 7-bit character"):
        symbols({True: "☼"}, seven_bit={True: char})


@pytest.mark.parametrize(("genre", "layer", "value", "words"), [
    ("yajilin", "hint", (2, "r"), "2, pointing right"),
    ("yajilin", "hint", (None, "u"), "?, pointing up"),
    ("yajilin", "hint", (None, ""), "?"),
    ("kakuro", "clue", (None, 36), "? across, 36 down"),
    ("kakuro", "clue", (None, None), "no sums"),
    ("compass", "compass", (1, None, 0, 2), "1 above, 0 left, 2 below"),
    ("compass", "compass", (None, None, None, None), "?"),
    ("", "", 7, "7"),
    ("", "", None, "?"),
    ("", "", (3, None, 1), "3 ? 1"),
    ("", "", True, ""),
])  # fmt: skip
def test_clues_are_told_by_their_look(genre: str, layer: str, value: Any, words: str) -> None:
    look = gw.genre(genre).layers[layer].look if genre else TEXT
    assert look.words(value) == words


def test_screen_readers_hear_clues_by_their_look() -> None:
    given = {"hint": {Spot(1, 1): (2, "r"), Spot(3, 3): (None, "")}}
    puzzle = Puzzle.of(gw.genre("Yajilin"), Rect.of(2, 2), given)
    assert "Given hint: 2, pointing right at r1c1; ? at r2c2." in described(puzzle, None)
    snake = Puzzle.of(gw.genre("Snake"), Rect.of(2, 2), {"number": {Spot(1, 1): 0, Spot(1, 3): 2}})
    assert "Given number: off the snake at r1c1, 2 at r1c2." in described(snake, None)
