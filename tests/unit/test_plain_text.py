"""The plain-text format: all its genres, the departures of real files, and the places of faults."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.errors import FormatError, WriteError
from gridwright.formats.layout import BASE62, Chars, Diagram, Fixed, Letters, beside, cells
from gridwright.formats.plain_text import (
    CountLine,
    PlainText,
    PlainTextFormat,
    RunLists,
    dot,
    grid,
    rooms,
)
from gridwright.language.genre import Genre
from gridwright.language.layers import Answer, Given, Key
from gridwright.language.puzzle import About, Puzzle, State

from ..grouped import examples
from ..loose import ANYTHING, unchecked

YAJILIN_LETTERS = BASE62.replace("v", "")


class Lettered(Genre):
    name = "Lettered"
    number = Given("cells", ANYTHING)
    other = Given("cells", ANYTHING)
    body = grid(Letters(number, 1) | dot)
    dialects = (
        PlainText("fillomino", body=body), PlainText("nurikabe", body=body), PlainText("shikaku", body=body),
        PlainText("kuromasu", body=body),
    )  # fmt: skip


class Hitori(Genre):
    name = "Hitori"
    number = Given("cells", ANYTHING)
    dialects = (PlainText("hitori", body=grid(Letters(number, 1))),)


class Fences(Genre):
    name = "Fences"
    number = Given("cells", ANYTHING)
    dialects = (PlainText("slitherlink", body=grid(Letters(number, 0, 3) | dot)),)


class Akari(Genre):
    name = "Akari"
    wall = Given("cells", ANYTHING)
    lamp = Answer("cells")
    dialects = (PlainText("akari", body=grid(Chars(wall, {"#": None}) | Letters(wall, 0, 4) | dot)),)


class Hashi(Genre):
    name = "Hashi"
    island = Given("cells", ANYTHING)
    empty = Fixed(".", "0", warn="0 is read as an empty cell")
    dialects = (PlainText("hashiwokakero", body=grid(Letters(island, 1, 8) | empty)),)


class Masyu(Genre):
    name = "Masyu"
    pearl = Given("cells", ANYTHING)
    dialects = (PlainText("masyu", body=grid(Chars(pearl, {"o": "white", "*": "black"}) | dot)),)


class Yajilin(Genre):
    name = "Yajilin"
    hint = Given("cells", ANYTHING)
    block = Given("cells", ANYTHING)
    arrow = Chars(None, {"^": "u", ">": "r", "v": "d", "<": "l"})
    cell = beside(Letters(alphabet=YAJILIN_LETTERS), arrow, into=hint) | Chars(block, {"*": True}, fill=True) | dot
    dialects = (PlainText("yajilin", body=Diagram(cells(2), cells(), cell=cell)),)


class Heyawake(Genre):
    name = "Heyawake"
    wall = Given("links", ANYTHING)
    number = Given("cells", ANYTHING)
    dialects = (PlainText("heyawake", "wacky heyawake", body=rooms(wall, Letters(number))),)


class Picross(Genre):
    name = "Picross"
    clue = Given("sides", ANYTHING)
    dialects = (PlainText("picross", body=RunLists(clue)),)


class Minesweeper(Genre):
    name = "Minesweeper"
    number = Given("cells", ANYTHING)
    mines = Key(0, ANYTHING)
    cell = Letters(number, 0, 8) | Chars(number, {"x": "x"}) | dot
    dialects = (PlainText("minesweeper", body=(grid(cell), CountLine("mine", mines, also=("mines",)))),)


class Coil(Genre):
    name = "Coil"
    wall = Given("cells", ANYTHING)
    dialects = (PlainText("mortal coil", body=grid(Chars(wall, {"#": True}) | dot)),)


GENRES: tuple[type[Genre], ...] = (
    Lettered, Hitori, Fences, Akari, Hashi, Masyu, Yajilin, Heyawake, Picross, Minesweeper, Coil,
)  # fmt: skip


KNOWN = {name: (genre, d) for genre in GENRES for d in genre.dialects for name in d.names}


class Shelf:
    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        assert format == "plain"
        return [KNOWN[name]] if name in KNOWN else []

    def genre(self, name: str) -> type[Genre]:
        raise LookupError(name)

    def near(self, format: str, name: str) -> list[str]:
        return get_close_matches(name, KNOWN, 3, 0.5)


FORMAT = PlainTextFormat()


def read(text: str, *warnings: str) -> Puzzle:
    [reading] = FORMAT.read_all(text, Shelf(), {})
    assert reading.warnings == warnings
    assert reading.answer is None
    assert reading.format == "plain"
    return reading.puzzle


def write(puzzle: Puzzle, name: str = "", answer: State | None = None) -> str:
    dialect = next(d for d in puzzle.genre.dialects if not name or name in d.names)
    return FORMAT.write(puzzle, dialect, answer)


def page(name: str, size: str, *rows: str) -> str:
    return "\n".join((name, "easy", size, *rows, ""))


def cell(r: int, c: int) -> Spot:
    return Spot(2 * r - 1, 2 * c - 1)


PAGES = [
    page("akari", "5 2", ".#.4.", "0...."),
    page("fillomino", "4 2", "1.9a", "zAZ."),
    page("hashiwokakero", "3 2", "1.8", "..3"),
    page("masyu", "3 2", "o.*", "..o"),
    page("nurikabe", "3 2", "{62}.5", ".{100}."),
    page("shikaku", "2 2", "2.", "2."),
    page("slitherlink", "4 1", "0.13"),
    page("yajilin", "4 2", "..a<..**", "u>w^A vZv".replace(" ", "")),
    page("yajilin", "2 1", "{61}^0v"),
    page("heyawake", "3 2", "+-+---+", "|1|Z..|", "|.+-+-+", "|...|.|", "+---+-+"),
    page("heyawake", "2 2", "+---+", "|{70}..|", "|...|", "|...|", "+---+"),
    page("hitori", "2 2", "1a", "Z2"),
    page("picross", "3 2", "1,1", "0", "1", "0", "1"),
    page("minesweeper", "3 1", ".8x", "mine 2"),
    page("minesweeper", "1 1", ".", "mine 0"),
    page("kuromasu", "2 1", "2."),
    page("mortal coil", "2 2", ".#", ".."),
]


@pytest.mark.parametrize("text", PAGES)
def test_all_genres_come_back(text: str) -> None:
    assert FORMAT.sniff(text)
    puzzle = read(text)
    name = text.split("\n")[0]
    assert write(puzzle, name) == text
    assert read(text.replace("\n", "\r\n")) == puzzle
    assert read(text.replace("\n", "\r")) == puzzle
    assert read(text.rstrip("\n")) == puzzle
    bare = Puzzle.of(puzzle.genre, puzzle.board, puzzle.given, puzzle.keys)
    assert read(write(bare, name)) == puzzle


def test_what_the_pages_tell() -> None:
    assert read(PAGES[0]).given == {"wall": {cell(1, 2): None, cell(1, 4): 4, cell(2, 1): 0}}
    assert list(read(PAGES[1]).given["number"].values()) == [1, 9, 10, 35, 36, 61]
    assert read(PAGES[3]).given == {"pearl": {cell(1, 1): "white", cell(1, 3): "black", cell(2, 3): "white"}}
    assert read(PAGES[4]).given == {"number": {cell(1, 1): 62, cell(1, 3): 5, cell(2, 2): 100}}
    assert read(PAGES[7]).given == {
        "hint": {cell(1, 2): (10, "l"), cell(2, 1): (30, "r"), cell(2, 2): (31, "u"), cell(2, 3): (35, "d"),
                 cell(2, 4): (60, "d")},
        "block": {cell(1, 4): True},
    }  # fmt: skip
    assert read(PAGES[8]).given == {"hint": {cell(1, 1): (61, "u"), cell(1, 2): (0, "d")}}
    assert read(PAGES[9]).given == {
        "wall": dict.fromkeys([Spot(1, 2), Spot(2, 3), Spot(2, 5), Spot(3, 4)], True),
        "number": {cell(1, 1): 1, cell(1, 2): 61},
    }
    assert read(PAGES[12]).given == {
        "clue": {Spot(1, -1): (1, 1), Spot(3, -1): (), Spot(-1, 1): (1,), Spot(-1, 3): (), Spot(-1, 5): (1,)}
    }
    assert read(PAGES[13]).given == {"number": {cell(1, 2): 8, cell(1, 3): "x"}}
    assert (read(PAGES[13]).keys, read(PAGES[14]).keys) == ({"mines": 2}, {})


def test_the_letters_of_yajilin_leave_out_the_v() -> None:
    assert [YAJILIN_LETTERS.index(c) for c in "09auwzAZ"] == [0, 9, 10, 30, 31, 34, 35, 60]
    with pytest.raises(FormatError, match="line 4, column 1"):
        read(page("yajilin", "1 1", "v<"))


def test_comments_may_stand_anywhere() -> None:
    text = "% one\nhitori\n%two {x}\nhard-\n2 1\n%\n12\n% three\n"
    puzzle = read(text)
    assert puzzle.about == About(credits=("one", "two {x}", "", "three"), difficulty="hard-")
    assert write(puzzle) == "% one\n% two {x}\n%\n% three\nhitori\nhard-\n2 1\n12\n"


def test_what_is_known_about_a_puzzle_becomes_a_comment() -> None:
    about = About(title="Sea  and\nland", author="A. B.", description=("small",))
    puzzle = Puzzle.of(Lettered, Rect.of(1, 1), {}, about=about)
    assert write(puzzle, "nurikabe") == "% Sea and land by A. B.\n% small\nnurikabe\nunknown\n1 1\n.\n"


def test_departures_of_real_files() -> None:
    hashi = page("hashiwokakero", "3 1", "100")
    puzzle = read(hashi, "0 is read as an empty cell")
    assert write(puzzle) == page("hashiwokakero", "3 1", "1..")
    mines = page("minesweeper", "1 1", ".", "mines 1")
    puzzle = read(mines, "'mines' is read as 'mine'")
    assert write(puzzle) == mines
    wacky = page("wacky heyawake", "1 1", "+-+", "|.|", "+-+")
    puzzle = read(wacky, "'wacky heyawake' is read as heyawake")
    assert write(puzzle) == wacky
    read(page("  Nurikabe ", " 2  1 ", ".2"))
    read("\ufeff\n" + page("nurikabe", "2 1", ".2", "", " "))


def test_borders_of_heyawake_may_be_any_characters() -> None:
    text = page("heyawake", "2 2", "#####", "#1#.#", "# ###", "# . #", "#####")
    puzzle = read(text)
    assert puzzle.given == {"wall": {Spot(1, 2): True, Spot(2, 3): True}, "number": {cell(1, 1): 1}}
    assert write(puzzle).split("\n")[3:-1] == ["+-+-+", "|1|.|", "|.+-+", "|...|", "+---+"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 0), "the text is too short; expected a name"),
        ("% c\nnurikabe\n", (2, 0), "expected a difficulty"),
        ("nurikabe\neasy\n", (2, 0), "expected columns and rows"),
        (page("nurikabi", "1 1", "."), (1, 1), "not known; expected 'nurikabe', found 'nurikabi'"),
        (page("nurikabe", "10", "."), (3, 1), "this is not a size; expected columns and rows, two numbers, found '10'"),
        (page("nurikabe", "1 1 1", "."), (3, 1), "not a size"),
        (page("nurikabe", "0 1", "."), (3, 1), "not a size"),
        (page("nurikabe", "-1 1", "."), (3, 1), "not a size"),
        (page("nurikabe", "9999999999 1", "."), (3, 1), "not a size"),
        (page("nurikabe", "99999999 9", "."), (3, 1), "too large; expected at most 70000 cells"),
        (page("masyu", "6 2", ".oo.", "......"), (4, 5), "the line is too short; expected 6 characters, found 4"),
        (page("nurikabe", "3 2", "...1", "..."), (4, 4), "expected 3 characters, found '1'"),
        (page("nurikabe", "3 2", "...", ".."), (5, 3), "too short"),
        (page("nurikabe", "3 2", "..."), (4, 0), "only 1 of 2 lines stand below the size"),
        (page("nurikabe", "3 1", "...", "..."), (5, 1), "something stands behind the end of the puzzle"),
        (page("nurikabe", "3 2", "...", "", "..."), (6, 1), "behind the end"),
        (page("nurikabe", "3 1", "?.."), (4, 1), "expected a number, a letter, {number} or '.', found '?'"),
        (page("nurikabe", "3 1", "0.."), (4, 1), "found '0'"),
        (page("nurikabe", "2 1", "{0}."), (4, 1), "found '{0}'"),
        (page("nurikabe", "3 1", "{70}.?"), (4, 6), "found '?'"),
        (page("nurikabe", "3 1", "{x}.."), (4, 1), "no number stands in these braces"),
        (page("nurikabe", "3 1", "{7.."), (4, 1), "a brace stands alone"),
        (page("slitherlink", "6 1", "..2 1."), (4, 4), "expected a number from 0 to 3 or '.', found a blank"),
        (page("slitherlink", "2 1", ".ß"), (4, 2), "found 'ß'"),
        (page("slitherlink", "2 1", ".{4}"), (4, 2), "found '{4}'"),
        (page("akari", "2 1", ".5"), (4, 2), "found '5'"),
        (page("hitori", "2 1", ".5"), (4, 1), "found '.'"),
        (page("hashiwokakero", "2 1", "9."), (4, 1), "found '9'"),
        (page("yajilin", "2 1", "1>1"), (4, 4), "too short"),
        (page("yajilin", "2 1", "1>.2"), (4, 3), "found '.2'"),
        (page("yajilin", "1 1", "*."), (4, 1), "found '*.'"),
        (page("heyawake", "1 1", "+-+", "|.1", "+-+"), (5, 3), "the frame"),
        (page("heyawake", "2 1", "+---+", "|.a.|", "+---+"), (5, 3), "r1c1-r1c2"),
        (page("heyawake", "1 2", "+-+", "|.|", "+2+", "|.|", "+-+"), (6, 2), "r1c1-r2c1"),
        (page("heyawake", "1 2", "+-+", "|.|", "x-+", "|.|", "+-+"), (6, 1), "the bottom left corner of r1c1"),
        (page("heyawake", "1 1", "+-+", "|#|", "+-+"), (5, 2), "r1c1"),
        (page("picross", "1 2", "1", "", "1"), (5, 1), "not a list of numbers; expected a number"),
        (page("picross", "1 2", "1", "1,,1", "1"), (5, 3), "not a list of numbers"),
        (page("picross", "1 2", "1", "1, x", "1"), (5, 4), "found 'x'"),
        (page("picross", "1 2", "1", "0,1", "1"), (5, 1), "a 0 means that there is no run"),
        (page("picross", "1 2", "1", "1"), (5, 0), "only 2 of 3 lines"),
        (page("minesweeper", "1 1", "."), (4, 0), "only 1 of 2 lines"),
        (page("minesweeper", "1 1", ".", "bombs 1"), (5, 1), "expected 'mine n', found 'bombs 1'"),
        (page("minesweeper", "1 1", ".", "mine 2"), (5, 6), "not so many cells"),
        (page("minesweeper", "1 1", ".", "mine"), (5, 1), "not a line about mines"),
        (page("minesweeper", "1 1", "9", "mine 0"), (4, 1), "found '9'"),
    ],
)
def test_faults_are_placed(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == place, caught.value
    assert words in str(caught.value)


BOARD = Rect.of(1, 2)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (unchecked(Lettered, BOARD, {"other": {cell(1, 2): 1}}), "no place for other at r1c2"),
        (unchecked(Lettered, BOARD, {"number": {cell(1, 2): "?"}}), r"cannot express number '\?' at r1c2"),
        (unchecked(Lettered, BOARD, {}, {"mines": 3}), "no place for mines = 3"),
        (unchecked(Fences, BOARD, {"number": {Spot(0, 0): 1}}), "no place for number"),
        (unchecked(Hitori, BOARD, {"number": {cell(1, 1): 1}}), "nothing is known that could be written at r1c2"),
        (unchecked(Yajilin, BOARD, {"hint": {cell(1, 1): (1, "")}}), r"cannot express hint \(1, ''\)"),
        (unchecked(Picross, BOARD, {"clue": {Spot(1, -1): (1,)}}), "an unknown clue at the top of column 1"),
        (unchecked(Picross, BOARD, {"clue": {Spot(1, -1): (1, "?")}}), "cannot express"),
        (unchecked(Picross, BOARD, {"clue": dict.fromkeys(BOARD.sides, (1,))}), "no place for clue"),
        (unchecked(Minesweeper, BOARD, {}, {"mines": -1}), "cannot express mines = -1"),
        (unchecked(Minesweeper, BOARD, {"number": {cell(1, 1): 9}}), "cannot express number 9"),
    ],
)
def test_writers_refuse_rather_than_drop(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(WriteError, match=words):
        write(puzzle)


def test_answers_have_no_place() -> None:
    puzzle = Puzzle.of(Akari, BOARD, {})
    with pytest.raises(WriteError, match="no place for an answer"):
        write(puzzle, answer=State.of(puzzle, {}))


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("% c\n% d\r\nmortal coil\r\nvery easy\r\n3 3\r\n", True), ("4\nA##B\n3 3\n", False), ("", False),
        ("%!PS\n<<\n/type (x)\n>>\n", False), ("nurikabe\neasy\n3 3 3\n", True), ("a\nb\n", False),
    ],
)  # fmt: skip
def test_sniffing(text: str, looks: bool) -> None:
    assert FORMAT.sniff(text) is looks


# -- laws -------------------------------------------------------------------------------------------------------------

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(SIZES, st.data())
@settings(max_examples=examples(100), deadline=None)
def test_puzzles_come_back(size: tuple[int, int], data: st.DataObject) -> None:
    board = Rect.of(*size)
    spots = st.sampled_from(board.cells)
    runs = st.lists(st.integers(1, 99), max_size=3).map(tuple)
    walls = st.dictionaries(st.sampled_from(board.links or (Spot(1, 1),)), st.just(True))
    puzzle = data.draw(
        st.one_of(
            st.dictionaries(spots, st.integers(1, 200)).map(lambda m: Puzzle.of(Lettered, board, {"number": m})),
            st.dictionaries(spots, st.tuples(st.integers(0, 99), st.sampled_from("urdl"))).map(
                lambda m: Puzzle.of(Yajilin, board, {"hint": m})
            ),
            st.tuples(st.dictionaries(spots, st.integers(0, 99)), walls).map(
                lambda m: Puzzle.of(Heyawake, board, {"number": m[0], "wall": m[1] if board.links else {}})
            ),
            st.fixed_dictionaries({s: runs for s in board.sides if -1 in s}).map(
                lambda m: Puzzle.of(Picross, board, {"clue": m})
            ),
        )
    )
    text = write(puzzle)
    assert read(text) == puzzle
    assert write(read(text)) == text


@given(st.sampled_from(PAGES), st.data())
@settings(max_examples=examples(300), deadline=None)
def test_damaged_texts_are_refused_in_place_or_mean_something(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.sampled_from(["", "#", "9", "x", " ", "{", "\n", "%", "\t", "é", "\0", "-"]))
    damaged = text[:at] + put + text[at + cut :]
    try:
        [reading] = FORMAT.read_all(damaged, Shelf(), {})
    except FormatError as fault:
        assert 0 <= fault.line <= len(damaged.split("\n"))
        return
    name = next(d for d in reading.puzzle.genre.dialects if reading.puzzle.source.name in d.names)
    again = FORMAT.write(reading.puzzle, name, None)
    assert FORMAT.read_all(again, Shelf(), {})[0].puzzle == reading.puzzle
