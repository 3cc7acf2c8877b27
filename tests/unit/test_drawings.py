"""Keys that hold drawings, and curves of the shapes that they show."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

import gridwright as gw
from gridwright.genres.curve_data.figures import DOWN, RIGHT, BitGrid, CurveGraph, Segment, listed, room
from gridwright.language import Drawing, Puzzle, Rect, Spot, State
from gridwright.picture.terminal import board_text

from ..loose import unchecked

FILE = """<<
/type (curve_data)
/sol false
/X 2
/Y 2
/shapes [ [
(+  )
(|  )
(+-+) ] ]
/digits 1
/puzzle [
(+-+-+)
(|1 #|)
(+ + +)
(|   |)
(+-+-+) ]
>>
"""
SHAPES = FILE[FILE.index("[ [") : FILE.index("\n/digits")]
CURVE_DATA = gw.genre("curve data")
ELBOW = Drawing.of(Rect.of(2, 2), {"curve": {Spot(2, 1): True, Spot(3, 2): True}})


def drawing(*lines: str) -> Drawing:
    """The shape that some lines of a file show."""
    (shape,) = gw.read(FILE.replace(SHAPES, "[ [\n" + "\n".join(f"({line})" for line in lines) + " ] ]")).keys["shapes"]
    assert isinstance(shape, Drawing)
    return shape


def written_anew(puzzle: Puzzle) -> str:
    """The dictionary that is written for a puzzle which was not read."""
    text = gw.write(Puzzle.of(CURVE_DATA, puzzle.board, puzzle.given, puzzle.keys), "spf")
    return text[text.index("<<\n") : text.index("\n>>") + 4]


# -- files ------------------------------------------------------------------------------------------------------------


def test_drawings_are_read_and_written() -> None:
    puzzle = gw.read(FILE)
    assert puzzle.keys == {"shapes": (ELBOW,)}
    assert gw.write(puzzle, "spf") == FILE
    assert written_anew(puzzle) == FILE


@pytest.mark.parametrize(
    ("sloppy", "good"),
    [
        ("[ [\n(+)\n(|)\n(+-+) ] ]", SHAPES),  # without blanks at the end
        ("[[(+   )(|   )(+-+ )(    )]]", SHAPES),  # with too many
        ("[ [\n(     )\n(     )\n(  +  )\n(  |  )\n(  +-+)\n(     ) ] ]", None),
    ],
)
def test_blanks_around_a_drawing_do_not_matter(sloppy: str, good: str | None) -> None:
    puzzle = gw.read(FILE.replace(SHAPES, sloppy))
    assert gw.solve(puzzle).status == "unique"
    if good:
        assert puzzle.keys == {"shapes": (ELBOW,)}
        assert written_anew(puzzle) == FILE


@pytest.mark.parametrize(
    ("shapes", "place", "words"),
    [
        ("(+-+)", (6, 9), "no diagrams"),
        ("[ (+-+) ]", (6, 11), "this is not a diagram"),
        ("[ [ ] ]", (6, 11), "this is not a diagram"),
        ("[ [ (+-+) 1 ] ]", (6, 11), "this is not a diagram"),
        ("[ [\n(+@+) ] ]", (7, 3), "this is not allowed at r1c1-r1c2"),
        ("[ [\n(+ +) ] ]", (7, 2), "a blank should stand here"),
        ("[ [\n(+) ] ]", (7, 2), "a blank should stand here"),
        ("[ [\n(+- ) ] ]", (7, 4), "'+' should stand here"),
        ("[ [\n(+-+-+) ] ]", (7, 4), "'-' should stand here"),
        ("[ [\n(+---)\n(   |)\n(   +) ] ]", (7, 5), "unexpected text after the diagram"),
        ("[ [\n(|  )\n(|  )\n(+-+) ] ]", (7, 2), "'+' should stand here"),
        ("[ [\n(+-+)\n(|  ) ] ]", (8, 5), "the diagram has 2 lines"),
        ("[ [\n() ] ]", (7, 2), "there is nothing in the diagram"),
        ("[ [\n( ) ] ]", (6, 11), "expected one connected drawing"),
        ("[ [ (+-+) ] [ (+-+ +-+) ] ]", (6, 21), "expected one connected drawing"),
    ],
)
def test_faults_of_drawings_are_placed(shapes: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(FILE.replace(SHAPES, shapes))
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == place


def test_shapes_may_not_be_missing() -> None:
    with pytest.raises(gw.FormatError, match="the key /shapes is missing"):
        gw.read(FILE.replace(f"/shapes {SHAPES}\n", ""))


@pytest.mark.parametrize("shape", ["+-+", Drawing.of(Rect.of(1, 2), {"sea": {Spot(1, 1): True}})])
def test_what_is_no_such_drawing_is_not_written(shape: object) -> None:
    with pytest.raises(gw.WriteError):
        gw.write(unchecked(CURVE_DATA, Rect.of(1, 2), {}, {"shapes": (shape,)}), "spf")


def test_signs_of_a_solution_fit_its_lines() -> None:
    solved = FILE.replace(">>", "/solution [\n(+-+-+)\n(|+ #|)\n(+|. +)\n(|+-+|)\n(+-+-+) ]\n>>")
    (reading,) = gw.read_all(solved)
    assert reading.answer == gw.solve(reading.puzzle).answers[0]
    with pytest.raises(gw.FormatError, match=r"line 19, column 3: '\+' should stand here, .* found '\|'"):
        gw.read_all(solved.replace("(|+ #|)", "(|| #|)"))


def test_drawings_are_shown_below_the_board() -> None:
    told = board_text(gw.read(FILE), width=80).split("\n")
    assert told[-6:] == ["shapes:", "1:", "┌─────┐", "│ ╷ · │", "│ └─╴ │", "└─────┘"]


# -- shapes -----------------------------------------------------------------------------------------------------------


def is_shape(board: Rect, at: Spot, drawn: Iterable[Spot], *shape: str) -> bool:
    """Whether the curve through a cell has a shape."""
    puzzle = Puzzle.of(CURVE_DATA, board, {"number": {at: 1}}, {"shapes": (drawing(*shape),)})
    lines = set(drawn)
    found = gw.check(puzzle, State.of(puzzle, {"curve": {link: link in lines for link in board.links}}))
    return not any(fault.rule == "shape" for fault in found)


def links(board: Rect, *ways: str) -> list[Spot]:
    """The links of lines that are told by the cells they run along, such as ``r1c1 r1c2 r2c2``."""
    known = {board.name(cell): cell for cell in board.cells}
    cells = [[known[name] for name in way.split()] for way in ways]
    return [board.link(a, b) for way in cells for a, b in pairwise(way)]


def test_segments_may_be_stretched_but_not_turned() -> None:
    board = Rect.of(3, 4)
    long = links(board, "r1c1 r2c1 r3c1 r3c2 r3c3")
    for at in (Spot(1, 1), Spot(3, 1), Spot(5, 1), Spot(5, 3), Spot(5, 5)):
        assert is_shape(board, at, long, "+  ", "|  ", "+-+")
        assert is_shape(board, at, long, "+    ", "|    ", "+---+")
        assert not is_shape(board, at, long, "+-+", "  |", "  +")
        assert not is_shape(board, at, long, "  +", "  |", "+-+")
        assert not is_shape(board, at, long, "+-+")
        assert not is_shape(board, at, long, "+  ", "|  ", "+-+", "  |", "  +")
    assert not is_shape(board, Spot(1, 7), long, "+-+")


def test_a_spiral_may_turn_inwards_or_outwards() -> None:
    board = Rect.of(4, 4)
    inwards = links(board, "r1c1 r1c2 r1c3 r1c4 r2c4 r3c4 r3c3 r3c2 r2c2 r2c3")
    outwards = links(board, "r2c2 r2c3 r3c3 r3c2 r3c1 r2c1 r1c1 r1c2 r1c3 r1c4")
    for spiral in (inwards, outwards):
        assert is_shape(board, board.ends(spiral[0])[0], spiral, "+---+", "|   |", "+-+ |", "    |", "  +-+") is False
        assert is_shape(board, board.ends(spiral[0])[0], spiral, "+-----+", "      |", "  +-+ |", "  |   |", "  +---+")


def test_rings_and_branches() -> None:
    board = Rect.of(3, 3)
    ring = links(board, "r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1 r1c1")
    assert is_shape(board, Spot(1, 3), ring, "+-+", "| |", "+-+")
    assert not is_shape(board, Spot(1, 3), ring, "+-+", "| |", "+ +")
    assert not is_shape(board, Spot(1, 3), ring[1:], "+-+", "| |", "+-+")
    crossing = links(board, "r1c2 r2c2 r3c2", "r2c1 r2c2 r2c3")
    assert is_shape(board, Spot(1, 3), crossing, "  +  ", "  |  ", "+-+-+", "  |  ", "  +  ")
    assert not is_shape(board, Spot(1, 3), crossing, "+-+-+", "  |  ", "  +  ")
    assert not is_shape(board, Spot(1, 3), crossing, "  +-+", "  |  ", "+-+-+", "  |  ", "  +  ")


def test_a_part_of_a_drawing_may_become_one() -> None:
    """What is settled is compared with what the shape may have there."""
    board = Rect.of(2, 3)
    puzzle = Puzzle.of(CURVE_DATA, board, {"number": {Spot(1, 1): 1}}, {"shapes": (drawing("+-+", "  |", "  +"),)})

    def wrong(**marks: bool) -> bool:
        names = {board.name(link).replace("-", "_"): link for link in board.links}
        state = State.of(puzzle, {"curve": {names[name]: on for name, on in marks.items()}})
        return any(fault.rule == "shape" for fault in gw.check(puzzle, state))

    assert not wrong(r1c1_r1c2=True) and not wrong(r1c1_r1c2=True, r1c2_r2c2=True)
    assert wrong(r1c1_r2c1=True)  # the line would have to come from beyond the board
    assert wrong(r1c1_r1c2=True, r1c1_r2c1=True)
    assert wrong(r1c1_r1c2=True, r1c2_r2c2=True, r2c2_r2c3=True)
    assert wrong(r1c1_r1c2=True, r1c2_r2c2=False, r1c2_r1c3=False)


def test_figures_of_drawings() -> None:
    assert CurveGraph.of(Rect.of(1, 3), [Spot(1, 2), Spot(1, 4)]).segments == (Segment(RIGHT, 0, 1),)  # type: ignore[union-attr]
    bent = CurveGraph.of(ELBOW.board, ELBOW.marks["curve"])
    assert bent is not None and bent.n_vertices == 3
    assert bent.segments == (Segment(DOWN, 0, 1), Segment(RIGHT, 1, 2))
    assert CurveGraph.of(Rect.of(1, 2), []) is None
    assert CurveGraph.of(Rect.of(1, 4), [Spot(1, 2), Spot(1, 6)]) is None


def test_room_for_a_figure() -> None:
    """An elbow through the upper left cell of three by three, whose middle is blocked."""
    board = Rect.of(3, 3)
    field = BitGrid(board, [cell for cell in board.cells if cell != (3, 3)])
    figure = CurveGraph(3, [Segment(DOWN, 0, 1), Segment(RIGHT, 1, 2)])
    usable = [field.free] * 16
    found = room(field, figure, 1 << field.place[Spot(1, 1)], usable)
    cells = {place: cell for cell, place in field.place.items()}
    told = [[board.name(cells[place]) for place in listed(places)] for places in found]
    # The end above is in the corner; the bend comes below it, where a way to the right is free.
    assert told == [["r1c1"], ["r3c1"], ["r3c2", "r3c3"], ["r2c1"], ["r3c2"]]
