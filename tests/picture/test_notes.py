"""What concerns the whole puzzle stands below its board: all of it, once, in letters of print, clear of the rest."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Drawing
from gridwright.language.shapes import Circle, Rectangle, TextShape
from gridwright.picture.drawing import Picture, draw
from gridwright.picture.sheet import MM, width

from ..loose import unchecked
from .samples import written


def noted(genre: str, keys: dict[str, Any], rows: int = 4, columns: int = 4) -> Picture:
    """The picture of a board on which nothing is given but keys."""
    return draw(unchecked(gw.genre(genre), gw.Rect.of(rows, columns), {}, keys))


def below(picture: Picture) -> list[Rectangle | TextShape]:
    """The texts and rectangles under the board."""
    board = picture.puzzle.board
    assert isinstance(board, gw.Rect)
    found = (shape for group in picture.groups for shape in group.shapes if isinstance(shape, Rectangle | TextShape))
    return [shape for shape in found if shape.y > board.n_rows]


def bars(sizes: list[int]) -> tuple[Drawing, ...]:
    """Straight lines through so many cells."""
    boards = [gw.Rect.of(1, n) for n in sizes]
    return tuple(Drawing.of(board, {"curve": dict.fromkeys(board.links, True)}) for board in boards)


@pytest.mark.parametrize(("genre", "keys", "texts"), [
    ("Minesweeper", {"mines": 12}, ["Mines: 12"]),
    ("Minesweeper", {"mines": 0}, ["Mines: 0"]),
    ("Minesweeper", {}, []),
    ("Starbattle", {"stars": 3}, ["Stars: 3"]),
    ("Starbattle", {}, ["Stars: 2"]),
    ("Easy as ABC", {"max": 4}, ["Letters: A B C D"]),
    ("Japanese Sums", {"max": 6}, ["Digits: 1–6"]),
    ("Japanese Sums", {"max": 1}, ["Digits: 1"]),
    ("Pips", {"dominoes": ((0, 1), (2, 12)), "conditions": ()}, ["Dominoes:", "12"]),
    ("Snake", {"max": 9}, ["Length: 9"]),
    ("Domino Hunt", {"min": 9, "max": 10}, ["Dominoes:", "10", "10", "10"]),
    ("Domino Hunt", {"min": 0, "max": 20}, ["Numbers: 0–20"]),
    ("Pentomino Search", {"used": "LLY"}, ["Pieces:"]),
    ("Curve Data", {"shapes": bars([2, 3])}, ["Shapes:", "1:", "2:"]),
])  # fmt: skip
def test_notes_say_what_keys_say(genre: str, keys: dict[str, Any], texts: list[str]) -> None:
    assert written(noted(genre, keys)) == texts


def test_dominoes_have_as_many_pips_as_they_say() -> None:
    picture = noted("Pips", {"dominoes": ((0, 6), (2, 5)), "conditions": ()})
    pips = [s for group in picture.groups for s in group.shapes if isinstance(s, Circle) and s.y > 4]
    cards = sorted(s.x for s in below(picture) if isinstance(s, Rectangle) and s.paint == "card")
    assert [sum(pip.x < cards[1] for pip in pips), sum(pip.x > cards[1] for pip in pips)] == [6, 7]


def test_symbols_are_noted_where_some_are_not_given() -> None:
    sudoku, board = gw.genre("Sudoku"), gw.Rect.of(2, 2)
    given = dict(zip(board.cells, (1, 2), strict=False))
    assert written(draw(unchecked(sudoku, board, {"number": given}, {"symbols": "XY"}))) == ["X", "Y"]
    assert "Symbols: XYZ" in written(draw(unchecked(sudoku, board, {"number": given}, {"symbols": "XYZ"})))


def test_a_piece_has_its_shape() -> None:
    cells = [shape for shape in below(noted("Pentomino Search", {"used": "I"})) if isinstance(shape, Rectangle)]
    assert len({round(cell.y, 6) for cell in cells}) == 1
    assert sorted(round((cell.x - cells[0].x) / cell.width) for cell in cells) == [0, 1, 2, 3, 4]


def test_a_stock_that_goes_for_all_puzzles_is_shown() -> None:
    pentopia = noted("Pentopia", {}, 8, 8)
    cells = [shape for shape in below(pentopia) if isinstance(shape, Rectangle)]
    assert written(pentopia) == ["Pieces:"]
    assert len(cells) == 12 * 5


def test_every_drawing_is_drawn() -> None:
    one, two = (noted("Curve Data", {"shapes": bars(sizes)}) for sizes in ([2, 3], [2, 4]))
    assert one.groups != two.groups


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (4, 4), (10, 10), (30, 20), (60, 60)])
def test_long_notes_stay_within_the_picture(rows: int, columns: int) -> None:
    dominoes = tuple((a, b) for a in range(7) for b in range(a + 1))
    picture = noted("Pips", {"dominoes": dominoes, "conditions": ()}, rows, columns)
    left, _, right, bottom = picture.box
    shapes = below(picture)
    assert len([shape for shape in shapes if isinstance(shape, Rectangle)]) == len(dominoes)
    for shape in shapes:
        wide, high = (
            (shape.width, shape.height) if isinstance(shape, Rectangle)
            else (width(shape.text) * shape.size / (1 if shape.anchor == "start" else 2), shape.size / 2)
        )
        assert left < shape.x and shape.x + wide < right and shape.y + high < bottom
    cards = [shape for shape in shapes if isinstance(shape, Rectangle)]
    for i, one in enumerate(cards):
        assert not any(abs(one.x - b.x) < one.width and abs(one.y - b.y) < one.height for b in cards[:i])


def test_drawn_items_stand_in_columns() -> None:
    """In lines of nearly equal length: 28 dominoes below a board of eight columns are four lines of seven."""
    cards = [shape for shape in below(noted("Domino Hunt", {"min": 0, "max": 6}, 7, 8)) if isinstance(shape, Rectangle)]
    lines = [[card.x for card in cards if card.y == y] for y in sorted({card.y for card in cards})]
    assert [len(line) for line in lines] == [7, 7, 7, 7]
    assert all(line == lines[0] for line in lines)


@pytest.mark.parametrize("length", [2, 10, 100])
def test_drawings_of_any_size_stay_small(length: int) -> None:
    picture = noted("Curve Data", {"shapes": bars([length])}, 5, 5)
    assert picture.box[2] == pytest.approx(5.12)
    assert picture.box[3] < 7


@pytest.mark.parametrize("side", [5, 10, 20, 40, 60])
def test_notes_are_as_large_as_print(side: int) -> None:
    """Between 7 and 12 points in the natural size of the picture, however small its cells are."""
    picture = noted("Minesweeper", {"mines": 100}, side, side)
    (text,) = (shape for shape in below(picture) if isinstance(shape, TextShape))
    left, _, right, _ = picture.box
    assert 7 < text.size * picture.size[0] / (right - left) < 12


def test_notes_stand_below_clues_outside() -> None:
    genre = gw.genre("Easy as ABC")
    board = gw.Rect.of(3, 3)
    hints = dict.fromkeys(board.sides, "A")
    picture = draw(unchecked(genre, board, {"hint": hints}, {"max": 2}))
    texts = {shape.text: shape for shape in below(picture) if isinstance(shape, TextShape)}
    assert texts["Letters: A B"].y > texts["A"].y + 0.4


def test_pictures_without_notes_are_as_large_as_their_board() -> None:
    picture = noted("Nurikabe", {}, 3, 5)
    assert picture.size[0] / MM == pytest.approx(9 * 5.24)
    assert picture.size[1] / MM == pytest.approx(9 * 3.24)
