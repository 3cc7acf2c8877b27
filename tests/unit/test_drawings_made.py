"""Pictures that the answers of made puzzles show."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageDraw

import gridwright as gw
from gridwright.making.by_picture import (
    Outline,
    is_one_region,
    loop_around,
    one_region,
    places_inside,
    shown,
    straights,
)
from gridwright.making.drawings import dark_spots, read_picture

from ..grouped import thorough

HEART = """\
..........
.##...##..
####.####.
#########.
.#######..
..#####...
...###....
....#.....
.........."""


def dark_of(text: str, genre: type[gw.Genre]) -> frozenset[gw.Spot]:
    return dark_spots(genre, read_picture(text + "\n", genre, None, None))


@pytest.mark.parametrize("name", ("Picross", "Cave", thorough("Fences"), "Minesweeper"))
def test_answers_show_the_picture(name: str) -> None:
    genre = gw.genre(name)
    puzzle = gw.generate(genre, picture=HEART, seed=1, timeout=60)
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    wrong = dark_of(HEART, genre) ^ shown(genre, verdict.answers[0])
    assert len(wrong) <= (8 if name == "Minesweeper" else 0)  # no number tells of mines among mines


@pytest.mark.thorough
def test_fences_around_a_picture_have_few_zeros() -> None:
    """A tenth of the clues of published puzzles are 0, but half of the cells are far from this loop."""
    for seed in range(1, 4):
        for difficulty, most in (("any", 0.2), (None, 0.3)):  # fair puzzles need more clues
            puzzle = gw.generate("Fences", picture=HEART, seed=seed, difficulty=difficulty, timeout=60)
            own = list(puzzle.given["number"].values())
            assert own.count(0) <= most * len(own)


def colours_of(puzzle: gw.Puzzle) -> list[str]:
    """The rows of the unique answer, with dots for blank cells."""
    answer = gw.solve(puzzle).answers[0]
    assert isinstance(puzzle.board, gw.Rect)
    return ["".join(answer.marks["shade"][cell] for cell in row).replace("-", ".") for row in puzzle.board.rows]


def test_colours_of_texts_and_images_are_shown(tmp_path: Path) -> None:
    flag = ["rrr.", "ggg.", "bb.k"]
    assert colours_of(gw.generate("Colour Picross", picture=flag, seed=1)) == flag
    file = tmp_path / "flag.png"
    image = Image.new("RGB", (80, 60), "white")
    image.paste((200, 20, 30), (0, 0, 60, 20))
    image.paste((20, 140, 40), (0, 20, 60, 40))
    image.paste((30, 30, 200), (0, 40, 40, 60))
    image.paste((10, 0, 10), (60, 40, 80, 60))
    image.save(file)
    puzzle = gw.generate("Colour Picross", 3, 4, picture=file, seed=1)
    assert colours_of(puzzle) == flag and set(puzzle.keys["colours"]) == set("krgb")
    few = gw.Artwork(file).bitmap(3, 4, {"r": "#ff0000"})
    assert str(few).replace("r", "#").startswith("###.")
    with pytest.raises(gw.MakingError, match=r"line 1, column 1: expected # \(dark\), one of k, r, .*found 'x'"):
        gw.generate("Colour Picross", picture=["x.", ".r"])


def test_what_would_be_open_is_changed() -> None:
    """A chessboard has two answers as a Picross, and more."""
    chess = "\n".join(("#.#.#.", ".#.#.#")[i % 2] for i in range(6))
    genre = gw.genre("Picross")
    puzzle = gw.generate(genre, picture=chess, seed=1, timeout=60)
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    changed = dark_of(chess, genre) ^ shown(genre, verdict.answers[0])
    assert 1 <= len(changed) <= 15


def test_a_pearl_loop_goes_round_the_drawing() -> None:
    genre = gw.genre("Masyu")
    square = "....\n.##.\n.##.\n...."
    puzzle = gw.generate(genre, picture=square, seed=1, timeout=60)
    assert isinstance(puzzle.board, gw.Rect) and puzzle.board.n_rows == 5
    inside = shown(genre, gw.solve(puzzle).answers[0])
    assert len(inside & dark_of(square, genre)) >= 3


@pytest.mark.thorough
def test_no_galaxy_is_both_dark_and_light() -> None:
    genre = gw.genre("Galaxies")
    puzzle = gw.generate(genre, picture=HEART, seed=1, timeout=60)
    answer = gw.solve(puzzle).answers[0]
    dark, board = dark_of(HEART, genre), puzzle.board
    for link in board.links:
        one, other = board.ends(link)
        assert (one in dark) == (other in dark) or answer.get("wall", link)


def test_images_are_scaled_and_parted_into_dark_and_light(tmp_path: Path) -> None:
    file = tmp_path / "half.png"
    image = Image.new("L", (120, 60), 200)
    image.paste(90, (0, 0, 60, 60))
    image.save(file)
    drawing = read_picture(file, gw.genre("Picross"), 5, 10)
    assert (drawing.rows, drawing.cols) == (5, 10)
    assert drawing.dark == {(y, x) for y in range(5) for x in range(5)}
    free = read_picture(file, gw.genre("Picross"), None, None)
    assert (free.rows, free.cols) == (10, 20)


def disc(folder: Path) -> Path:
    """A dark disc on light grey, with wide margins."""
    file = folder / "disc.png"
    image = Image.new("L", (60, 40), 220)
    ImageDraw.Draw(image).ellipse((20, 10, 39, 29), fill=60)
    image.save(file)
    return file


def test_margins_are_cropped(tmp_path: Path) -> None:
    cropped = gw.Artwork(disc(tmp_path), crop=True).bitmap(5, 5)
    assert str(cropped) == ".###.\n#####\n#####\n#####\n.###."
    drawn = gw.Artwork(["....", ".#..", ".##.", "...."], crop=True).bitmap()
    assert str(drawn) == "#.\n##"
    dark_margin = gw.Artwork(["###", "#.#", "###", "###"], crop=True)
    with pytest.raises(gw.MakingError, match="all light"):
        dark_margin.bitmap()
    odd = ["#...", "....", "..#.", "...."]  # one of the corners does not look like the margin
    assert str(gw.Artwork(odd, crop=True).bitmap()) == "#..\n...\n..#"


def test_the_threshold_separates_dark_from_light(tmp_path: Path) -> None:
    file = tmp_path / "steps.png"
    image = Image.new("L", (4, 1))
    image.putdata([20, 90, 160, 250])
    image.save(file)
    found = [str(gw.Artwork(file, threshold=share).bitmap()) for share in (0.2, 0.5, 0.8)]
    assert found == ["#...", "##..", "###."]
    with pytest.raises(gw.MakingError, match="all light; there is nothing to see in it; try another threshold"):
        gw.Artwork(file, threshold=0.05).bitmap()
    for wrong in (0, 1, -1, True, "half"):
        with pytest.raises(gw.MakingError, match="threshold: expected a brightness between 0 and 1"):
            gw.Artwork(file, threshold=wrong).bitmap()  # type: ignore[arg-type]


def test_dithering_keeps_the_brightness(tmp_path: Path) -> None:
    file = tmp_path / "gradient.png"
    Image.linear_gradient("L").save(file)
    found = gw.Artwork(file, dither=True).bitmap(32, 32)
    eighths = [sum((y, x) in found.dark for y in range(top, top + 4) for x in range(32)) for top in range(0, 32, 4)]
    assert all(abs(n - 128 * (7.5 - i) / 8) < 16 for i, n in enumerate(eighths))
    darker = gw.Artwork(file, dither=True, threshold=0.8).bitmap(32, 32)
    assert len(darker.dark) > len(found.dark) + 100
    with pytest.raises(gw.MakingError, match="Fences cannot show a dithered picture"):
        gw.generate("Fences", picture=gw.Artwork(file, dither=True))
    with pytest.raises(gw.MakingError, match="dither is for images"):
        gw.Artwork(["#."], dither=True).bitmap()


def test_inverted_pictures_are_shown() -> None:
    puzzle = gw.generate("Picross", picture=gw.Artwork("##.\n#..\n...", invert=True), seed=1)
    assert [puzzle.given["clue"][gw.Spot(y, -1)] for y in (1, 3, 5)] == [(1,), (2,), (3,)]


def test_blocks_show_two_rows_in_a_line() -> None:
    assert gw.Artwork("#.#.\n##..\n#...").bitmap().blocks() == "█▄▀ \n▀   "


def test_transparent_is_light(tmp_path: Path) -> None:
    file = tmp_path / "clear.png"
    image = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    image.putpixel((1, 2), (0, 0, 0, 255))
    image.save(file)
    assert read_picture(file, gw.genre("Picross"), None, None).dark == {(2, 1)}


@pytest.mark.parametrize(
    ("dark", "wanted"),
    [
        ({(1, 1), (1, 5)}, {(1, 1), (1, 3), (1, 5)}),  # parts are joined
        ({(1, 1), (1, 3), (1, 5), (3, 1), (3, 5), (5, 1), (5, 3), (5, 5)},  # holes are filled
         {(y, x) for y in (1, 3, 5) for x in (1, 3, 5)}),
        ({(3, 3)}, {(3, 3)}),
    ],
)  # fmt: skip
def test_a_drawing_becomes_one_region(dark: set[tuple[int, int]], wanted: set[tuple[int, int]]) -> None:
    genre = gw.genre("Fences")
    board = gw.Rect.of(3, 3)
    every = places_inside(board, genre)
    region = one_region(every, frozenset(gw.Spot(*at) for at in dark))
    assert region == wanted
    assert is_one_region(every, region)


def test_straight_stretches_are_measured() -> None:
    block = {gw.Spot(y, x) for y in (3, 5) for x in (3, 5, 7)}
    assert sorted(straights(block)) == [2, 2, 3, 3]
    assert sorted(straights(block | {gw.Spot(1, 5)})) == [1, 1, 1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(("name", "usual"), [("Fences", range(1, 4)), ("Masyu", range(2, 5))])
def test_loops_around_pictures_wind(name: str, usual: range) -> None:
    genre = gw.genre(name)
    every = places_inside(gw.Rect.of(16, 16), genre)
    square = {spot for spot in every if 7 <= spot.y <= 25 and 7 <= spot.x <= 25}
    assert len(square) in (81, 100)
    found = Outline(every, square, usual).winding(Random(1))
    assert is_one_region(every, found) and max(straights(found)) <= 5
    assert all(5 <= spot.y <= 27 and 5 <= spot.x <= 27 for spot in found), "only beside the outline, but for corners"
    assert len(found ^ square) < 30
    assert Outline(every, square, range(0)).winding(Random(1)) == square


def test_fences_around_straight_sides_are_no_rows_of_ones() -> None:
    square = ["." * 10, *["." + "#" * 8 + "."] * 8, "." * 10]
    puzzle = gw.generate("Fences", picture=square, seed=1, difficulty="any", timeout=60)
    own = list(puzzle.given["number"].values())
    assert own.count(1) < 0.75 * len(own) and own.count(3) >= 3, "49 of 52 clues would be 1 along straight sides"
    assert max(straights(shown(puzzle.genre, gw.solve(puzzle).answers[0]))) <= 5


def test_touching_corners_are_mended() -> None:
    genre = gw.genre("Fences")
    every = places_inside(gw.Rect.of(2, 2), genre)
    diagonal = {gw.Spot(1, 1), gw.Spot(3, 3)}
    assert not is_one_region(every, diagonal)
    assert len(one_region(every, frozenset(diagonal))) == 3


@pytest.mark.parametrize("name", ("Fences", "Masyu"))
def test_what_a_loop_encloses_is_what_it_was_drawn_around(name: str) -> None:
    genre = gw.genre(name)
    board = gw.Rect.of(5, 5)
    region = one_region(places_inside(board, genre), dark_of("##..\n.#..\n.##.\n....", genre))
    puzzle = gw.Puzzle(genre, board)
    answer = gw.State.of(puzzle, {"loop": loop_around(board, genre, region)})
    assert shown(genre, answer) == region
    assert gw.check(puzzle, answer, finished=True) == []


@pytest.mark.parametrize(
    ("genre", "picture", "told"),
    [
        ("Tents", "#.\n.#", "cannot show a picture"), ("Picross", "..\n..", "is all light"),
        ("Picross", "##\n##", "is all dark"), ("Picross", "#.\n.x", "line 2, column 2: expected # .*found 'x'"),
        ("Picross", Path("nothing.png"), "nothing.png: no such file"), ("Picross", "nothing.png", "no such file"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_told(genre: str, picture: str | Path, told: str) -> None:
    with pytest.raises(gw.MakingError, match=told):
        gw.generate(genre, picture=picture, seed=1)


def test_files_that_are_no_images_are_told(tmp_path: Path) -> None:
    file = tmp_path / "text.png"
    file.write_text("hello")
    with pytest.raises(gw.MakingError, match="not an image in a known format"):
        gw.generate("Picross", picture=file)
    with pytest.raises(gw.MakingError, match="leave out the size"):
        gw.generate("Picross", 9, 9, picture="#.\n.#")
