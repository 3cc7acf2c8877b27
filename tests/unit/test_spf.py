"""The Standard Puzzle Format: all samples come back byte for byte, sloppy files are written well, faults are placed."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.board.board import Graph, Spot
from gridwright.board.rect import Rect
from gridwright.formats.dialect import Shelf
from gridwright.formats.errors import FormatError, WriteError
from gridwright.formats.spf import Spf
from gridwright.formats.spf.entries import SpfSource, without_source
from gridwright.formats.spf.files import SpfFormat
from gridwright.formats.spf.graph import SpfGraph
from gridwright.genres.abcd import Abcd
from gridwright.genres.coral import Coral
from gridwright.genres.domino_hunt import DominoHunt
from gridwright.genres.fences import Fences
from gridwright.genres.heyawake import Heyawake
from gridwright.genres.hitori import Hitori
from gridwright.genres.killer_sudoku import KillerSudoku
from gridwright.genres.masyu import Masyu
from gridwright.genres.nurikabe import Nurikabe
from gridwright.genres.sudoku import Sudoku
from gridwright.language.genre import Genre
from gridwright.language.puzzle import About, Puzzle, State, frozen_layers
from gridwright.registry import REGISTRY

from ..grouped import examples
from ..loose import unchecked
from ..timing import assert_within

SAMPLES = Path(__file__).parents[1] / "spf_samples"


FORMAT = SpfFormat()


def read(text: str, shelf: Shelf = REGISTRY) -> tuple[Puzzle, State | None]:
    [reading] = FORMAT.read_all(text, shelf, {})
    assert reading.format == "spf"
    assert not reading.warnings
    return reading.puzzle, reading.answer


def write(puzzle: Puzzle, answer: State | None = None) -> str:
    kind = SpfGraph if isinstance(puzzle.board, Graph) else Spf
    return FORMAT.write(puzzle, next(one for one in puzzle.genre.dialects if isinstance(one, kind)), answer)


def page(kind: str, *entries: str) -> str:
    return "\n".join(("<<", f"/type ({kind})", *entries, ">>", ""))


def diagram(key: str, *rows: str) -> str:
    return "\n".join((f"/{key} [", *(f"({row})" for row in rows))) + " ]"


def cell(r: int, c: int) -> Spot:
    return Spot(2 * r - 1, 2 * c - 1)


# -- samples ----------------------------------------------------------------------------------------------------------

NAMES = sorted(path.stem for path in SAMPLES.glob("*.spf"))
UNLIKE = {"arukone", "hitori", "masyu", "chatroom", "subway", "yagit"}
"""Their samples show more of the puzzle in the solution than we write, or less."""


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.spf").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_samples_come_back(name: str) -> None:
    text = sample(name)
    puzzle, answer = read(text)
    assert answer is not None
    assert write(puzzle, answer) == text
    anew = write(without_source(puzzle), answer)
    assert read(anew) == (puzzle, answer)
    assert write(*read(anew)) == anew
    assert FORMAT.sniff(text)
    assert FORMAT.sniff(anew)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNLIKE and not name.endswith("_graph")])
def test_solutions_are_written_as_in_the_samples(name: str) -> None:
    text = sample(name)
    puzzle, answer = read(text)
    assert answer is not None
    unsolved = replace(puzzle, source=SpfSource(puzzle.source.envelope.with_values({"solution": None})))
    told = next(one for one in puzzle.genre.dialects if isinstance(one, Spf)).solution_lines(unsolved, answer)
    assert diagram("solution", *told) in text


def test_there_are_samples() -> None:
    assert len(NAMES) == 54


def test_what_samples_tell() -> None:
    puzzle, answer = read(sample("fences"))
    assert puzzle.given["merged"] == {Spot(2, 2): True}
    assert puzzle.given["number"] == {cell(1, 3): 2, Spot(2, 2): 6, cell(3, 1): 1, cell(3, 3): 3}
    assert answer is not None
    assert sum(answer.marks["loop"].values()) == 12
    assert len(answer.marks["loop"]) == len(puzzle.board.edges)
    puzzle, answer = read(sample("hashi"))
    assert answer is not None
    assert (answer.get("bridge", Spot(1, 4)), answer.get("bridge", Spot(3, 2)), answer.get("bridge", Spot(1, 2))) == (
        2, 1, None)  # fmt: skip
    puzzle, answer = read(sample("yajilin"))
    assert puzzle.given["hint"] == {cell(1, 1): (3, ""), cell(2, 4): (1, "d"), cell(5, 5): (2, "l")}
    puzzle, answer = read(sample("abc_box"))
    assert puzzle.given["hint"][Spot(-1, 3)] == ("C", "?")
    puzzle, answer = read(sample("magnets"))
    assert puzzle.given["positive"] == {Spot(1, -1): 3, Spot(5, -1): 1, Spot(-1, 7): 2}
    assert puzzle.given["negative"] == {Spot(5, -1): 1, Spot(-1, 9): 1}


# -- what is kept -----------------------------------------------------------------------------------------------------

SLOPPY = """%!PS prolog
<<
% a comment
/sol  true
/extra [ 1 2 (x\\)y) ]
/solution [ (#.) ]
/author (A. \\(B.\\))
/type (nurikabe)
/Y 1 /X_rest 3
>> epilog
"""


def test_everything_else_is_kept() -> None:
    text = SLOPPY.replace("/Y 1 /X_rest 3", "/Y 1\n/X 2\n/puzzle [ (1.) ] % end").replace("/sol  true", "/sol true")
    puzzle, answer = read(text)
    assert puzzle.about == About(author="A. (B.)")
    assert puzzle.given == {"clue": {cell(1, 1): 1}}
    assert answer is not None
    kept = text.replace("/puzzle [ (1.) ]", "/puzzle [\n(1 ) ]")
    assert write(puzzle, answer) == kept
    assert write(puzzle) == kept.replace("/solution [ (#.) ]\n", "").replace("/sol true", "/sol false")
    other = State.of(puzzle, {"sea": {cell(1, 1): False, cell(1, 2): True}})
    assert write(puzzle, other) == kept.replace("/solution [ (#.) ]", "/solution [\n( #) ]")


def test_what_is_told_about_a_puzzle() -> None:
    puzzle, _ = read(page("nurikabe", "/X 1", "/Y 1", "/description [ (one) (two) ]", "/title (T)", "/puzzle [ (1) ]"))
    assert puzzle.about == About(title="T", description=("one", "two"))
    changed = write(replace(puzzle, about=About(author="me", description=("one", "two"))))
    assert "/author (me)\n" in changed
    assert "/description [ (one) (two) ]\n" in changed
    assert "/title" not in changed
    fresh = Puzzle.of(Nurikabe, Rect.of(1, 1), {}, about=About("T", "A", ("c",), "hard", ("d",)))
    assert read(write(fresh))[0].about == fresh.about


def test_a_fresh_file_has_the_usual_order() -> None:
    puzzle = unchecked(Nurikabe, Rect.of(1, 2), {"clue": {cell(1, 1): 12}}, about=About(author="A"))
    answer = State.of(puzzle, {"sea": {cell(1, 1): False, cell(1, 2): True}})
    assert write(puzzle, answer) == page(
        "nurikabe", "/sol false", "/author (A)", "/X 2", "/Y 1", "/digits 2", "/puzzle [", "(12  ) ]", "/solution [",
        "( #) ]",
    )  # fmt: skip


def test_digits_grow_when_they_must() -> None:
    puzzle, _ = read(page("hitori", "/X 2", "/Y 1", "/puzzle [ (1 ) ]"))
    bigger = replace(puzzle, given=Puzzle.of(Hitori, puzzle.board, {"number": {cell(1, 1): 10}}).given)
    assert read(write(bigger))[0] == bigger
    assert "/digits 2" in write(bigger)
    assert "/digits" not in write(puzzle)


def test_slots_for_clues_grow_when_they_must() -> None:
    board = Rect.of(2, 10)
    puzzle = Puzzle.of(Coral, board, {"hint": {Spot(1, -1): (1, 10, "?"), Spot(-1, 1): (2,)}})
    text = write(puzzle)
    assert "/digits 2\n/left 3\n/top 1\n" in text
    assert read(text)[0] == puzzle


def test_missing_keys_are_taken_from_the_diagram() -> None:
    text = sample("coral")
    puzzle, answer = read(text)
    for name in ("left", "top", "X", "Y"):
        row = next(row for row in text.splitlines() if row.startswith(f"/{name} "))
        bare = text.replace(f"{row}\n", "")
        assert read(bare) == (puzzle, answer)
        assert write(*read(bare)) == bare
    bare = "\n".join(row for row in text.splitlines() if row[:2] not in ("/l", "/t", "/X", "/Y") or "type" in row)
    assert read(bare) == (puzzle, answer)
    text = sample("sudoku").replace("/size 4\n", "")
    assert read(text) == read(sample("sudoku"))


def test_both_forms_of_a_solution() -> None:
    text = sample("fillomino")
    puzzle, answer = read(text)
    boxed = text[: text.index("/solution")] + diagram(
        "solution", "+--+--+--+--+", "| 2| 1| 2| 3|", "+  +--+  +  +", "| 2| 4| 2| 3|", "+--+  +--+  +",
        "| 1| 4| 1| 3|", "+--+  +--+--+", "| 4  4| 2  2|", "+--+--+--+--+",
    ) + "\n>>\n"  # fmt: skip
    assert read(boxed) == (puzzle, answer)
    assert write(*read(boxed)) == boxed
    assert answer is not None
    other = State.of(puzzle, {"number": dict.fromkeys(puzzle.board.cells, 1)})
    assert diagram("solution", *[" 1 1 1 1"] * 4) in write(puzzle, other)
    assert "(| 1  1  1  1|)" in write(read(boxed)[0], other)
    assert read(write(read(boxed)[0], other))[1] == other


def test_several_puzzles_in_one_text() -> None:
    text = sample("nurikabe") + sample("masyu") + sample("fences")
    found = FORMAT.read_all(text, REGISTRY, {})
    assert [reading.puzzle.genre for reading in found] == [Nurikabe, Masyu, Fences]
    assert "".join(write(reading.puzzle, reading.answer) for reading in found) == text


def test_versions_of_a_type() -> None:
    """Fences of version 1 are drawn, those of version 2 are lists."""
    drawn, listed = (read(sample(name))[0] for name in ("fences", "fences_graph"))
    assert drawn.genre is listed.genre is Fences
    assert isinstance(drawn.board, Rect) and isinstance(listed.board, Graph)
    assert write(without_source(drawn)).startswith("<<\n/type (fences)\n")
    assert write(without_source(listed)).startswith("<<\n/format 2\n/type (fences)\n")
    with pytest.raises(FormatError, match=r"line 3, column 9: .*expected 1 or 2, found 3"):
        read(page("fences", "/format 3", "/X 1", "/Y 1", "/puzzle [ (3) ]"))


@pytest.mark.parametrize("letters", [1, 3, 4, 5])
def test_a_missing_key_that_the_diagram_shows_is_one_of_the_puzzle(letters: int) -> None:
    """``/max`` is as many clues as stand before the plus sign; 4 goes without saying."""
    rows = [*(" " * letters + " 1" for _ in range(letters)), " " * letters + "+-", "1" * letters + "| "]
    text = page("abcd", "/X 1", "/Y 1", diagram("puzzle", *rows))
    puzzle, _ = read(text)
    assert puzzle.keys == ({} if letters == 4 else {"max": letters})
    assert puzzle.given["hint"] == dict.fromkeys((Spot(1, -1), Spot(-1, 1)), (1,) * letters)
    told = page("abcd", "/X 1", "/Y 1", f"/max {letters}", diagram("puzzle", *rows))
    assert read(told)[0].given == puzzle.given
    assert read(write(puzzle))[0] == puzzle
    assert read(write(without_source(puzzle)))[0] == puzzle


# -- faults -----------------------------------------------------------------------------------------------------------

ONE = ("/X 1", "/Y 1", "/puzzle [ (1) ]")


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (page("nurikabi", *ONE), (2, 7), "expected 'nurikabe', found 'nurikabi'"),
        ("<<\n/X 1\n>>\n", (1, 1), "the key /type is missing"),
        ("<<\n/type 3\n>>\n", (2, 7), "the type is no string"),
        (page("nurikabe", "/X 1", "/Y 1"), (1, 1), "the key /puzzle is missing"),
        (page("nurikabe", "/X 1", "/Y 1", "/puzzle 3"), (5, 9), "/puzzle is no diagram; expected an array of strings"),
        (page("nurikabe", "/X 1", "/Y 1", "/puzzle [ ]"), (5, 9), "is no diagram"),
        (page("nurikabe", "/X 1", "/Y 1", "/puzzle [ (1) 2 ]"), (5, 15), "this is not a line of /puzzle"),
        (page("nurikabe", "/X 0", *ONE[1:]), (3, 4), "/X needs a whole number from 1 on; found 0"),
        (page("nurikabe", "/X (1)", *ONE[1:]), (3, 4), "/X needs a whole number from 1 on; found (1)"),
        (page("nurikabe", "/X 1", "/Y true", ONE[2]), (4, 4), "/Y needs a whole number from 1 on; found true"),
        (page("nurikabe", "/digits 0", *ONE), (3, 9), "/digits needs a whole number from 1 on; found 0"),
        (page("nurikabe", "/digits 99999", *ONE), (3, 9), "out of all bounds"),
        (page("nurikabe", "/X 99999999", *ONE[1:]), (4, 4), "a board of 99999999 x 1 cells is too large"),
        (page("nurikabe", "/X 2", "/Y 1", "/puzzle [ (1x) ]"), (5, 13), "this is not allowed at r1c2"),
        (page("nurikabe", "/X 2", "/Y 1", "/puzzle [ (1\\)) ]"), (5, 13), r"found ')'"),
        (page("nurikabe", "/X 1", "/Y 1", "/puzzle [ (1 2) ]"), (5, 14), "unexpected text after the diagram"),
        (page("nurikabe", "/X 1", "/Y 1", "/puzzle [ (1)", "(2) ]"), (6, 2), "the diagram has 2 lines"),
        (page("nurikabe", "/X 1", "/Y 2", "/puzzle [ (1) ]"), (5, 0),
         "the diagram has 1 line (each row needs its own parentheses: [ (1) ... ]); expected 2 lines"),
        (page("nurikabe", *ONE, "/solution [ (x) ]"), (6, 14), "expected '#' or a blank, found 'x'"),
        (page("nurikabe", *ONE, "/solution 7"), (6, 11), "/solution is no diagram"),
        (page("domino_hunt", *ONE), (1, 1), "the key /min is missing"),
        (page("starbattle", "/stars (x)", "/size 1", "/puzzle [ () ]"), (3, 8), "this is not a value of /stars"),
        (page("coral", "/X 1", "/Y 1", "/puzzle [ (1) ]"), (1, 1), "the key /left is missing"),
        (page("coral", "/left 9999", "/top 1", *ONE), (3, 7), "/left is out of all bounds; expected 0 to 1000"),
        (page("abcd", "/max -1", *ONE), (3, 6), "not a value of /max; expected a number from 1 to 26, found -1"),
        ("no dictionary", (1, 14), "there is no puzzle dictionary"),
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
        (unchecked(Nurikabe, BOARD, {"clue": {cell(1, 1): "x"}}), "cannot express clue 'x' at r1c1"),
        (unchecked(Nurikabe, BOARD, {"pearl": {cell(1, 1): "x"}}), "no place for pearl at r1c1"),
        (unchecked(Nurikabe, BOARD, {}, {"mines": 3}), "no place for mines = 3"),
        (unchecked(Sudoku, BOARD, {}), "the shape of this board"),
        (unchecked(Nurikabe, Rect.of(1, 2, [cell(1, 1)]), {}), "cannot leave out cells, and this board lacks r1c1"),
        (unchecked(DominoHunt, BOARD, {}, {"min": 1}), "needs to know max"),
        (unchecked(Masyu, BOARD, {"loop": {Spot(1, 2): False}}), "cannot express loop False at r1c1-r1c2"),
        (unchecked(Fences, BOARD, {"number": {cell(1, 1): 10}}), "10 does not fit its place at r1c1"),
        (unchecked(Abcd, BOARD, {"hint": {Spot(1, -1): (1, 2, 3, 4, 5)}}), "does not fit its place"),
        (unchecked(KillerSudoku, Rect.of(1, 1), {"clue": {cell(1, 1): 1}}), "no place for clue"),
        (unchecked(Nurikabe, BOARD, {"clue": {cell(1, 1): 10**50}}), "too large for any diagram"),
    ],
)
def test_writers_refuse_rather_than_drop(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(WriteError, match=words):
        write(puzzle)


def test_answers_are_written_whole_or_mark_by_mark() -> None:
    puzzle = Puzzle.of(Nurikabe, BOARD, {})
    text = write(puzzle, State.of(puzzle, {"sea": {cell(1, 1): True}}))
    assert "/position [\n[ (sea) true (r1c1) ] ]\n" in text and "/solution" not in text
    ships = frozen_layers({"sea": dict.fromkeys(BOARD.cells, True), "ships": {cell(1, 1): True}})
    with pytest.raises(WriteError, match="no place for ships at r1c1"):
        write(puzzle, State(puzzle, ships))


def test_lines_of_a_solution_do_not_need_the_puzzle() -> None:
    puzzle = unchecked(Nurikabe, BOARD, {"clue": {cell(1, 1): "far too long"}})
    answer = State.of(puzzle, {"sea": {cell(1, 1): True, cell(1, 2): False}})
    assert Nurikabe.dialects[0].solution_lines(puzzle, answer) == ["# "]


# -- laws -------------------------------------------------------------------------------------------------------------


@given(st.sampled_from([name for name in NAMES if not name.endswith("_graph")]), st.data())
@settings(max_examples=examples(200), deadline=None)
def test_damaged_files_are_refused_in_place_or_mean_something(name: str, data: st.DataObject) -> None:
    text = sample(name)
    at = data.draw(st.integers(text.index("/puzzle"), len(text) - 1))
    put = data.draw(st.sampled_from(["", "#", "9", "x", " ", "(", "\\", "\n", "%", "\t", "é", "-", "?"]))
    damaged = text[:at] + put + text[at + data.draw(st.integers(0, 2)) :]
    try:
        found = FORMAT.read_all(damaged, REGISTRY, {})
    except FormatError as fault:
        assert 1 <= fault.line <= len(damaged.split("\n")) + 1
        return
    for reading in found:
        try:
            again = write(reading.puzzle, reading.answer)
        except WriteError:
            assert reading.answer is not None  # a solution with blanks is no answer that could be written
            continue
        [back] = FORMAT.read_all(again, REGISTRY, {})
        assert (back.puzzle, back.answer) == (reading.puzzle, reading.answer)


@pytest.mark.parametrize(("genre", "largest"), [(Hitori, 2000), (Heyawake, 1)])
@given(st.integers(1, 4), st.integers(1, 4), st.data())
@settings(max_examples=examples(50), deadline=None)
def test_puzzles_come_back(genre: type[Genre], largest: int, rows: int, columns: int, data: st.DataObject) -> None:
    board = Rect.of(rows, columns)
    numbers = st.dictionaries(st.sampled_from(board.cells), st.integers(0, largest))
    walls = st.dictionaries(st.sampled_from(board.links), st.just(True)) if board.links else st.just({})
    shades = st.fixed_dictionaries({c: st.booleans() for c in board.cells})
    walled = {"wall": data.draw(walls)} if "wall" in genre.layers else {}
    puzzle = Puzzle.of(genre, board, {"number": data.draw(numbers), **walled})
    answer = data.draw(st.none() | shades.map(lambda m: State.of(puzzle, {"shade": m})))
    text = write(puzzle, answer)
    assert read(text) == (puzzle, answer)
    assert write(*read(text)) == text


# -- what authors mistype ----------------------------------------------------------------------------------------------

STARS = """<<
/type (starbattle)
/stars 2
/size 2
/puzzle [
(+-+-+)
(|   |)
(+ + +)
(|   |)
(+-+-+) ]
>>
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("/stars", "/star", ["line 3: the key /star says nothing; perhaps /stars is meant"]),
        ("/stars", "/Stars", ["line 3: the key /Stars says nothing; perhaps /stars is meant"]),
        ("/size", "/siz", ["line 4: the key /siz says nothing; perhaps /size is meant"]),
        ("/stars", "/titel (x)\n/stars", ["line 3: the key /titel says nothing; perhaps /title is meant"]),
        ("/stars", "/title (x)\n/titel (x)\n/stars", []),  # the title is there
        ("/stars", "/mine 1\n/stars", []),  # keys of one's own are welcome
    ],
)
def test_keys_that_may_be_meant_for_others(old: str, new: str, told: list[str]) -> None:
    (reading,) = gw.read_all(STARS.replace(old, new, 1))
    assert list(reading.warnings) == told


def test_suggestions_are_only_looked_for_where_they_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def none(key: str, *_: object) -> list[str]:
        asked.append(key)
        return []

    monkeypatch.setattr(difflib, "get_close_matches", none)
    others = "/mine 1\n/status (unique)\n/wrong [ ]\n/source (a book)\n/date (today)\n"
    gw.read(STARS.replace("/stars", f"{others}/stars", 1))
    assert asked == []
    gw.read(STARS.replace("/stars", "/titel (x)\n/stars", 1))
    assert asked == ["titel"]


def test_a_missing_key_is_told_with_the_one_that_may_be_meant() -> None:
    with pytest.raises(FormatError, match="the key /puzzle is missing; expected /puzzle, found /puzle") as caught:
        gw.read(STARS.replace("/puzzle", "/puzle"))
    assert (caught.value.line, caught.value.column) == (5, 1)
    with pytest.raises(FormatError, match=r"the key /puzzle is missing; expected /puzzle$") as caught:
        gw.read(STARS[: STARS.index("/puzzle")] + ">>\n")
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_a_mistyped_key_may_explain_a_fault() -> None:
    text = (SAMPLES / "skyscrapers.spf").read_text(encoding="utf-8").replace("/digits", "/digit")
    with pytest.raises(FormatError, match=r"\(line \d+: the key /digit says nothing; perhaps /digits is meant\)"):
        gw.read(text)


def test_diagrams_narrower_than_their_board() -> None:
    """Blanks may be cut off at the end of lines, but if all lines are short then the size may be wrong."""
    narrow = "the diagram is 5 characters wide, and 3 columns take 7"
    masyu = "<<\n/type (masyu)\n/X 2\n/Y 1\n/puzzle [\n(+-+-+)\n(|O  |)\n(+-+-+) ]\n>>\n"
    with pytest.raises(FormatError, match=f"is not allowed at r1c2-r1c3 .{narrow}") as caught:
        gw.read(masyu.replace("/X 2", "/X 3"))
    assert (caught.value.line, caught.value.column) == (7, 6)
    hitori = "<<\n/type (hitori)\n/X 3\n/Y 2\n/puzzle [\n(12{})\n(21) ]\n>>\n"
    assert gw.read_all(hitori.format("3"))[0].warnings == ()
    assert gw.read_all(hitori.format(" "))[0].warnings == ()
    assert gw.read_all(hitori.format(""))[0].warnings == ("the diagram is 2 characters wide, and 3 columns take 3",)


@pytest.mark.parametrize("genre", ["galaxies", "fences", "lits", "chatroom"])
def test_boards_far_wider_than_their_diagram_are_refused_at_once(genre: str) -> None:
    """The tables of a board with tens of thousands of columns took a second, for a file of a few lines."""
    text = f"<<\n/type ({genre})\n/X 65536\n/Y 1\n/puzzle [\n(...)\n(. .)\n(...)\n]\n>>\n"

    def refuse() -> None:
        with pytest.raises(FormatError, match="the diagram is 3 characters wide, and 65536 columns take") as caught:
            gw.read_all(text)
        assert (caught.value.line, caught.value.code) == (3, "too-large")

    assert_within(0.1, refuse)


def test_a_large_board_may_lack_trailing_blanks() -> None:
    rows = "\n".join("(1)" if y == 0 else "()" for y in range(30))
    board = gw.read(f"<<\n/type (nurikabe)\n/X 150\n/Y 30\n/puzzle [\n{rows}\n]\n>>\n").board
    assert isinstance(board, gw.Rect)
    assert (board.n_rows, board.n_cols) == (30, 150)
