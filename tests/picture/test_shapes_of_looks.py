"""Where the shapes of some looks are: expected places are worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import gridwright as gw
from gridwright.genres.laser import arrow_at
from gridwright.language import Puzzle, Rect, Spot, State
from gridwright.language.shapes import Circle, Polygon, Polylines, Rectangle, Shape, TextShape
from gridwright.picture.drawing import Picture, draw

from ..loose import unchecked


def puzzle(genre: str, rows: int, cols: int, given: dict[str, dict[Spot, Any]], **keys: Any) -> Puzzle:
    return unchecked(gw.genre(genre), Rect.of(rows, cols), given, keys)


def shapes(picture: Picture, name: str) -> list[Shape]:
    return [shape for group in picture.groups if group.name == name for shape in group.shapes]


@pytest.mark.parametrize(("line", "y", "x", "out"), [
    ("╲", 0, 2, "↖"), ("╲", 2, 0, "↖"), ("╲", 4, 2, "↘"), ("╲", 2, 4, "↘"),
    ("╱", 0, 2, "↗"), ("╱", 2, 0, "↙"), ("╱", 4, 2, "↙"), ("╱", 2, 4, "↗"),
])  # fmt: skip
def test_arrows_through_the_frame_lead_out_of_it_or_into_it(line: str, y: int, x: int, out: str) -> None:
    enters, leaves = ("n", "N") if line == "╲" else ("7", "/")
    assert arrow_at(leaves, Spot(y, x), 4) == out
    assert arrow_at(enters, Spot(y, x), 4) == {"↖": "↘", "↘": "↖", "↗": "↙", "↙": "↗"}[out]


@pytest.mark.parametrize(("sign", "tip_is_outside"), [("n", False), ("N", True)])
def test_arrows_lie_outside_and_clues_stand_behind_them(sign: str, tip_is_outside: bool) -> None:
    point, used = {Spot(2, 0): sign}, {Spot(1, -1): 2}
    picture = draw(puzzle("laser", 2, 2, {"point": point, "used": used}))
    (head,) = [shape for shape in shapes(picture, "point") if isinstance(shape, Polygon)]
    (clue,) = [shape for shape in shapes(picture, "used") if isinstance(shape, TextShape)]
    assert max(x for x, _ in head.points) < 0.1
    assert (head.points[0][0] < -0.3) == tip_is_outside
    assert clue.x + clue.size * 0.278 < min(x for x, _ in head.points)
    assert picture.box[0] < clue.x - clue.size * 0.278


def test_a_pill_goes_around_its_three_cells() -> None:
    numbers = {"number": dict.fromkeys(Rect.of(3, 3).cells, 1)}
    pills = puzzle("pills", 3, 3, numbers, max=1)
    for way, (left, top, right, bottom) in {"-": (0, 1, 3, 2), "|": (1, 0, 2, 3)}.items():
        (pill,) = shapes(draw(pills, State.of(pills, {"pill": {Spot(3, 3): way}})), "pill")
        assert isinstance(pill, Rectangle)
        assert left < pill.x < left + 0.25
        assert top < pill.y < top + 0.25
        assert right - 0.25 < pill.x + pill.width < right
        assert bottom - 0.25 < pill.y + pill.height < bottom


def test_a_snake_is_one_band_from_number_to_number() -> None:
    snake = puzzle("snake", 2, 2, {"number": {Spot(1, 1): 2}})
    state = State.of(snake, {"number": {Spot(3, 1): 1, Spot(1, 3): 3, Spot(3, 3): 0}})
    drawn = shapes(draw(snake, state), "number")
    (band,) = [shape for shape in drawn if isinstance(shape, Polylines)]
    steps = {frozenset(step) for line in band.lines for step in pairwise(line)}
    assert steps == {frozenset([(0.5, 0.5), (1.5, 0.5)]), frozenset([(0.5, 0.5), (0.5, 1.5)])}
    assert (1.5, 1.5) not in {(shape.x, shape.y) for shape in drawn if isinstance(shape, Circle | TextShape)}


def test_rows_of_bricks_are_grey_white_or_unknown() -> None:
    """Told rows have a sign on their left as well: what they ask for does not rest on grey alone."""
    holes = [Spot(1, 1), Spot(1, 5), Spot(3, 3)]
    pyramid = gw.genre("pyramid")

    def drawn(rows: dict[Spot, str]) -> list[Shape]:
        return shapes(draw(unchecked(pyramid, Rect.of(2, 3, holes), {"row": rows})), "row")

    grey = drawn({Spot(1, -1): "=", Spot(3, -1): "#"})
    assert [(shape.y, shape.height) for shape in grey if isinstance(shape, Rectangle)] == [(1, 1)]
    assert [(shape.y, shape.text) for shape in grey if isinstance(shape, TextShape)] == [(0.5, "="), (1.5, "≠")]
    white = drawn({Spot(1, -1): "="})
    assert [(shape.y, shape.text) for shape in white if isinstance(shape, TextShape)] == [(0.5, "=")]
    assert not drawn({})


def test_each_heading_stands_where_its_row_and_its_column_of_clues_meet() -> None:
    given = {"hint": {Spot(1, -1): (1, None, 2, 3), Spot(-1, 1): (4, 5, None, 6)}}
    for puzzle_ in (puzzle("subway", 2, 2, given), puzzle("abcd", 2, 2, given, max=4)):
        drawn = shapes(draw(puzzle_), "hint")
        clues = {shape.text: shape for shape in drawn if isinstance(shape, TextShape)}
        if puzzle_.genre.name == "ABCD":
            for letter, left, above in (("D", "1", "4"), ("A", "3", "6")):
                assert clues[letter].x == pytest.approx(clues[left].x)
                assert clues[letter].y == pytest.approx(clues[above].y)
        else:
            crossing = next(shape for shape in drawn if isinstance(shape, Polylines) and shape.paint == "beam")
            assert crossing.lines[0][0] == pytest.approx((clues["1"].x, clues["4"].y))


def test_an_entrance_is_a_gap_in_the_walls_of_a_labyrinth() -> None:
    board = Rect.of(2, 2)
    border = [edge for edge in board.edges if len(board.faces(edge)) == 1]
    maze = unchecked(gw.genre("magic labyrinth"), board, {"wall": dict.fromkeys(border[1:], True)}, {"max": 2})
    thick = [shape for group in draw(maze).groups for shape in group.shapes if shape.paint == "wall"]
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for shape in thick if isinstance(shape, Polylines)
                 for line in shape.lines for a, b in pairwise(line))
    assert length == len(border) - 1


@pytest.mark.parametrize(("side", "at"), [(9, []), (10, [5]), (16, [5, 10, 15])])
def test_large_grids_to_count_in_have_heavier_lines(side: int, at: list[int]) -> None:
    drawn = shapes(draw(puzzle("picross", side, side, {})), "grid")
    found = [shape for shape in drawn if isinstance(shape, Polylines) and shape.paint == "count"]
    heavy = {tuple(line) for shape in found for line in shape.lines}
    assert heavy == {*(((n, 0), (n, side)) for n in at), *(((0, n), (side, n)) for n in at)}


def borders(picture: Picture, name: str) -> set[frozenset[Any]]:
    """The borders of one layer, each by the two corners at its ends."""
    lines = [line for shape in shapes(picture, name) if isinstance(shape, Polylines) for line in shape.lines]
    found: set[frozenset[Any]] = set()
    for (ax, ay), (bx, by) in (ends for line in lines for ends in pairwise(line)):
        steps = max(abs(bx - ax), abs(by - ay))
        corners = [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(round(steps) + 1)]
        found.update(frozenset(pair) for pair in pairwise(corners))
    return found


def test_an_answer_of_numbered_groups_has_a_border_around_each_group() -> None:
    """Whichever numbers are given, and without a second line where a border is given."""
    numbers = {Spot(1, 1): 2, Spot(1, 3): 2, Spot(1, 5): 1, Spot(3, 1): 1, Spot(3, 3): 2, Spot(3, 5): 2}
    given: dict[str, dict[Spot, Any]] = {
        "number": {Spot(1, 1): 2, Spot(1, 5): 1}, "border": {Spot(2, 1): True},
    }
    groups = puzzle("fillomino", 2, 3, given)
    expected = {
        frozenset([(2.0, 0.0), (2.0, 1.0)]), frozenset([(2.0, 1.0), (3.0, 1.0)]), frozenset([(1.0, 1.0), (1.0, 2.0)]),
    }
    assert borders(draw(groups, State.of(groups, {"number": numbers})), "number") == expected
    assert borders(draw(groups), "number") == set()
    # where a number is not known yet, so is the border
    del numbers[Spot(3, 1)]
    assert borders(draw(groups, State.of(groups, {"number": numbers})), "number") == {
        frozenset([(2.0, 0.0), (2.0, 1.0)]), frozenset([(2.0, 1.0), (3.0, 1.0)]),
    }
