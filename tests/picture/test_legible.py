"""Words keep to their cells and clear of what else stands there, and faults are seen on every ground."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import gridwright as gw
from gridwright.language import Spot, State
from gridwright.language.shapes import Circle, Polylines, Rectangle, TextShape
from gridwright.picture.drawing import Picture, draw
from gridwright.picture.paint import BRIGHT, rgb
from gridwright.picture.sheet import MM, STAGES, width

from ..loose import unchecked


def picture_of(genre: str, given: dict[str, Any], side: int = 5, answer: dict[str, Any] | None = None) -> Picture:
    """The picture of a square board."""
    puzzle = unchecked(gw.genre(genre), gw.Rect.of(side, side), given)
    return draw(puzzle, State.of(puzzle, answer) if answer else None)


def texts(picture: Picture) -> list[TextShape]:
    """The words of a picture."""
    return [shape for group in picture.groups for shape in group.shapes if isinstance(shape, TextShape)]


def reach(text: TextShape) -> tuple[float, float, float, float]:
    """What the digits of a word take: left, top, right, bottom."""
    wide, high = width(text.text) * text.size, 0.71 * text.size
    left = text.x if text.anchor == "start" else text.x - wide / 2
    return left, text.y - high / 2, left + wide, text.y + high / 2


CELL = Spot(3, 3)


@pytest.mark.parametrize("number", [7, 42, 360, 1234])
@pytest.mark.parametrize(("genre", "layer"), [
    ("Nurikabe", "clue"), ("Cave", "number"), ("Fences", "number"), ("Hitori", "number"), ("Minesweeper", "number"),
    ("Killer-Sudoku", "total"), ("Basic", "result"), ("Stations", "number"), ("Akari", "wall"), ("Sudoku", "number"),
])  # fmt: skip
def test_numbers_keep_to_their_cells(genre: str, layer: str, number: int) -> None:
    found = [text for text in texts(picture_of(genre, {layer: {CELL: number}})) if text.text == str(number)]
    assert found
    left, top, right, bottom = reach(found[0])
    assert left > 1.03 and top > 1.03 and right < 1.97 and bottom < 1.97


def test_the_four_numbers_of_a_compass_do_not_meet() -> None:
    known = texts(picture_of("Compass", {"compass": {CELL: (12, 34, 56, 78)}}))
    boxes = [reach(text) for text in known]
    assert len(boxes) == 4
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:i]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize(("genre", "layer"), [("Killer-Sudoku", "total"), ("Basic", "result")])
def test_small_numbers_are_clear_of_large_ones(genre: str, layer: str) -> None:
    picture = picture_of(genre, {layer: {CELL: 45}}, answer={"number": {CELL: 5}})
    small, large = sorted(texts(picture), key=lambda text: text.size)
    assert reach(small)[3] < reach(large)[1]


@pytest.mark.parametrize(("genre", "layer"), [("Killer-Sudoku", "total"), ("Basic", "result")])
def test_small_numbers_are_as_large_as_print(genre: str, layer: str) -> None:
    """At least 8 points in the natural size of the picture."""
    picture = picture_of(genre, {layer: {CELL: 45}}, 9)
    (small,) = texts(picture)
    left, _, right, _ = picture.box
    assert small.size * picture.size[0] / (right - left) >= 8


def test_given_pieces_of_lines_lie_above_those_of_the_answer() -> None:
    picture = picture_of("Subway", {"piece": {CELL: "S"}}, answer={"line": {Spot(3, 2): True, Spot(4, 3): True}})
    order = [group.name for group in picture.groups]
    assert order.index("piece") > order.index("line")


@pytest.mark.parametrize("number", [1, 10])
def test_dots_between_cells_are_clear_of_numbers(number: int) -> None:
    dots = {link: "black" for link in gw.Rect.of(10, 10).links if CELL in gw.Rect.of(10, 10).ends(link)}
    picture = picture_of("Kropki", {"dot": dots}, 10, {"number": {CELL: number}})
    (text,) = texts(picture)
    left, top, right, bottom = reach(text)
    circles = [s for group in picture.groups for s in group.shapes if isinstance(s, Circle)]
    assert len(circles) == 4
    for dot in circles:
        near = max(left, min(dot.x, right)), max(top, min(dot.y, bottom))
        assert (dot.x - near[0]) ** 2 + (dot.y - near[1]) ** 2 > dot.radius**2


@pytest.mark.parametrize(("genre", "layer", "line", "value"), [
    ("Arukone", "label", "path", "A"), ("Curve Data", "number", "curve", 3),
    ("Chatroom", "turns", "path", 12),
])  # fmt: skip
def test_lines_do_not_cross_words(genre: str, layer: str, line: str, value: Any) -> None:
    """Between a line and a word on it is a piece of the cell's ground, as large as the word, higher than the line."""
    run = [Spot(3, 2), Spot(3, 4)]
    picture = picture_of(genre, {layer: {CELL: value}}, answer={line: dict.fromkeys(run, True)})
    (group,) = (group for group in picture.groups if any(isinstance(shape, TextShape) for shape in group.shapes))
    ground, word = group.shapes[0], group.shapes[1]
    assert isinstance(ground, Rectangle) and isinstance(word, TextShape)
    left, top, right, bottom = reach(word)
    assert ground.x <= left and ground.y <= top
    assert ground.x + ground.width >= right and ground.y + ground.height >= bottom
    (lines,) = (g for g in picture.groups if g.name == line and isinstance(g.shapes[0], Polylines))
    assert STAGES.index(group.stage) > STAGES.index(lines.stage)


def test_no_wall_is_drawn_across_a_line() -> None:
    """A loop that leaves a room stays whole: lines lie above borders, given ones and those of the answer."""
    picture = picture_of("Country Road", {"wall": {Spot(3, 4): True}}, answer={"loop": {Spot(3, 4): True}})
    order = [shape.paint for group in picture.groups for shape in group.shapes]
    assert order.index("answer-line") > order.index("wall")
    assert STAGES.index("line") > STAGES.index("wall")
    image = Image.open(BytesIO(picture.png(144))).convert("RGB")
    left, top, right, _ = picture.box
    dots = image.width / (right - left)
    colours = {image.getpixel((int((2 + dx / 20 - left) * dots), int((1.5 - top) * dots))) for dx in range(-8, 9)}
    assert colours == {tuple(round(255 * part) for part in rgb(BRIGHT["answer"]))}


def test_a_line_through_a_ring_ends_at_it_on_both_sides() -> None:
    """The ring of a station covers the line, and is small enough that the line is seen in the cell."""
    picture = picture_of("Stations", {"number": {CELL: 12}}, answer={"loop": {Spot(3, 2): True, Spot(3, 4): True}})
    (ring,) = (shape for group in picture.groups for shape in group.shapes if isinstance(shape, Circle))
    assert ring.paint == "ring" and 0.3 <= ring.radius <= 0.35
    left, top, right, bottom = reach(texts(picture)[0])
    assert max(right - left, bottom - top) < 2 * ring.radius
    order = [group.name for group in picture.groups]
    assert order.index("loop") < order.index("number")


def test_the_ground_of_a_word_is_grey_in_a_grey_cell() -> None:
    dark = picture_of("Chatroom", {"turns": {CELL: 1}, "dark": {CELL: True}})
    found = [s for group in dark.groups for s in group.shapes if isinstance(s, Rectangle) and s.radius]
    assert [shape.paint for shape in found] == ["tint"]


@pytest.mark.parametrize("side", [5, 10, 20, 30, 45, 60])
def test_numbers_of_large_boards_are_still_read(side: int) -> None:
    """Letters of at least 5.5 points in the natural size of a board, which is at most 18 cm."""
    picture = picture_of("Nurikabe", {"clue": {CELL: 8}}, side)
    (text,) = texts(picture)
    left, _, right, _ = picture.box
    assert text.size * picture.size[0] / (right - left) > 5.5
    assert picture.size[0] <= 180 * MM + 0.01


def test_faults_show_on_black() -> None:
    """Under each red frame is a brighter and broader one."""
    board = gw.Rect.of(3, 3)
    puzzle = unchecked(gw.genre("Akari"), board, {"wall": {board.cells[4]: 1}})
    full = State.of(puzzle, {"lamp": dict.fromkeys(board.cells[:4], True)})
    violations = gw.check(puzzle, full)
    assert any(board.cells[4] in violation.at for violation in violations)
    under, over = draw(puzzle, full, violations=violations).groups[-2:]
    assert [shape._replace(paint="") for shape in under.shapes] == [shape._replace(paint="") for shape in over.shapes]
    assert {shape.paint for shape in under.shapes} == {"wrong-ground"}


def test_a_graph_has_a_frame_around_it() -> None:
    """As a rectangle has, unless it is all dots."""
    samples = Path(__file__).parent.parent / "spf_samples"
    for name, framed in (("fillomino_graph", True), ("fences_graph", False)):
        puzzle = gw.read(str(samples / f"{name}.spf"))
        lines = [s for group in draw(puzzle).groups for s in group.shapes if isinstance(s, Polylines)]
        outer = [line for s in lines if s.paint in ("frame", "wall") for line in s.lines if line[0] == line[-1]]
        assert len(outer) == framed, name
