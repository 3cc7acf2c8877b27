"""The package from outside: what may be read from, how faults are told, what puzzles and states are as objects."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.reading import known_formats

from ..loose import unchecked

ROOT = Path(__file__).parents[2]
NURIKABE = "% a comment\nnurikabe\neasy\n4 3\n2..1\n....\n1..2\n"
SUDOKU = "..3.\n....\n4.2.\n.1..\n"


def same_puzzle(source: Any) -> bool:
    return gw.read(source) == gw.read(NURIKABE)


# -- sources ----------------------------------------------------------------------------------------------------------


def test_text_and_bytes() -> None:
    assert gw.read(NURIKABE).genre.name == "Nurikabe"
    assert same_puzzle(NURIKABE.encode())


def test_paths_and_open_files(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text(NURIKABE, "utf-8")
    assert same_puzzle(file)
    assert same_puzzle(str(file))
    assert same_puzzle(os.fspath(file))
    with file.open(encoding="utf-8") as text:
        assert same_puzzle(text)
    with file.open("rb") as data:
        assert same_puzzle(data)
    assert same_puzzle(io.StringIO(NURIKABE))
    assert same_puzzle(io.BytesIO(NURIKABE.encode()))


def test_a_file_without_ending_is_a_path_and_one_that_is_missing_is_no_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "puzzle"
    file.write_text(NURIKABE, "utf-8")
    assert same_puzzle(str(file))
    with pytest.raises(FileNotFoundError):
        gw.read("there_is_no_such_file.spf")
    with pytest.raises(FileNotFoundError):
        gw.read(tmp_path / "nor_this")
    with pytest.raises(OSError, match=r"irectory|ermission"):
        gw.read(tmp_path)


def test_one_line_may_be_a_puzzle() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert len(gw.read(line).given["number"]) == 30
    assert gw.read("1...2...3...4...").board == gw.Rect.of(4, 4), "dots do not make it the name of a file"


@pytest.mark.parametrize("nothing", ["", " ", "\n", "\n \t\n", b"", b"\xef\xbb\xbf", "\ufeff\n", b"\0\0\0"])
def test_nothing_is_a_format_error(nothing: str | bytes) -> None:
    with pytest.raises(gw.FormatError):
        gw.read_all(nothing)


@pytest.mark.parametrize("format", known_formats())
def test_nothing_is_a_format_error_in_every_format(format: str) -> None:
    for nothing in ("", "\n", "   \n\n", "\ufeff"):
        with pytest.raises(gw.FormatError):
            gw.read_all(nothing, format)


def test_encodings() -> None:
    for text in (NURIKABE, NURIKABE.replace("a comment", "Rätsel für Zoë")):
        assert same_puzzle(text.encode())
        assert same_puzzle(text.encode("utf-8-sig")), "a byte order mark"
        assert same_puzzle(text.encode("latin-1")), "what is no UTF-8 is Latin-1"
        assert same_puzzle("\ufeff" + text)
    assert gw.read(NURIKABE.replace("a comment", "Zoë").encode("latin-1")).about.credits == ("Zoë",)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [NURIKABE, SUDOKU, "<<\n/type (nurikabe)\n/X 2\n/Y 1\n/puzzle [\n(1 ) ]\n>>\n",
                                  "AB\nAB\n\nA 3\nB =\n\n00 36\n", "2\nAB\nAB\n1\nA SUM 3\n2\n0 0\n3 6\n"])  # fmt: skip
def test_newlines_blanks_at_ends_and_a_missing_last_newline(text: str, newline: str) -> None:
    plain = gw.read(text)
    assert gw.read(text.replace("\n", newline)) == plain
    assert gw.read(text.rstrip("\n").replace("\n", newline)) == plain
    assert gw.read(text.replace("\n", newline).encode("utf-8-sig")) == plain
    if text[0] not in "%<":
        assert gw.read(text.replace("\n", "  " + newline)) == plain, "trailing blanks"
    assert gw.read(text.replace("\n", newline) + newline + newline) == plain


def test_a_file_of_several_puzzles() -> None:
    one = "<<\n/type (nurikabe)\n/X 2\n/Y 1\n/puzzle [ (1 ) ]\n>>\n"
    two = one.replace("(1 )", "( 1)")
    read = gw.read_all(one + two)
    assert [r.format for r in read] == ["spf", "spf"]
    assert [r.puzzle for r in read] == [gw.read(one), gw.read(two)]
    assert gw.read(one + two) == gw.read(one)


def test_a_format_may_be_forced_and_must_be_known() -> None:
    assert gw.read(SUDOKU, format="sudoku") == gw.read(SUDOKU)
    with pytest.raises(gw.FormatError):
        gw.read(SUDOKU, format="spf")
    assert gw.read(SUDOKU, format="SUDOKU") == gw.read(SUDOKU)
    for unknown in ("nope", "spf "):
        with pytest.raises(ValueError, match="no format is called"):
            gw.read_all(SUDOKU, format=unknown)
        with pytest.raises(ValueError, match="no format is called"):
            gw.write(gw.read(SUDOKU), unknown)


# -- faults -----------------------------------------------------------------------------------------------------------


def fault_of(source: Any, format: str | None = None) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read_all(source, format)
    return caught.value


def test_a_fault_tells_its_place_and_what_was_expected(tmp_path: Path) -> None:
    bad = NURIKABE.replace("1..2", "1.&2")
    fault = fault_of(bad)
    assert (fault.line, fault.column, fault.file) == (7, 3, "")
    assert fault.expected
    assert fault.found == "'&'"
    assert str(fault).startswith("line 7, column 3: ")
    assert "expected " + fault.expected in str(fault)
    assert str(fault).endswith("found '&'")
    file = tmp_path / "bad.txt"
    file.write_text(bad, "utf-8")
    for source in (file, str(file)):
        named = fault_of(source)
        assert named.file == str(file)
        assert str(named) == f"{file}, {fault}"
        assert named == fault, "the file's name does not count"
    with file.open("rb") as opened:
        assert fault_of(opened).file == str(file)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, "what"),
        ({"line": 3}, "line 3: what"),
        ({"line": 3, "column": 4}, "line 3, column 4: what"),
        ({"expected": "x"}, "what; expected x"),
        ({"found": "y"}, "what; found y"),
        ({"expected": "x", "found": "y"}, "what; expected x, found y"),
        ({"file": "f", "line": 3}, "f, line 3: what"),
        ({"file": "f"}, "f: what"),
    ],
)
def test_how_a_fault_reads(told: dict[str, Any], said: str) -> None:
    assert str(gw.FormatError("what", **told)) == said


def test_faults_are_value_errors() -> None:
    assert issubclass(gw.FormatError, ValueError)
    assert issubclass(gw.WriteError, ValueError)
    assert issubclass(gw.UnknownGenre, LookupError)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("hello world, what is this?\n", "unknown-format"),
        ("nurikaba\nx\n1 1\n.\n", "unknown-type"),
        ("nurikabe\nx\n9999999 9999999\n.\n", "too-large"),
        ("nurikabe\nx\n2 2\n..\n", "too-short"),
        ("nurikabe\nx\n1 1\n.\n.\n", "too-long"),
        ("nurikabe\nx\n1 1\n&\n", "unread-ink"),
        ("<<\n/type (nurikaba)\n>>\n", "unknown-type"),
        ("<<\n/type (nurikabe)\n>>\n", "missing-key"),
    ],
)
def test_codes_are_stable(source: str, code: str) -> None:
    assert fault_of(source).code == code


def test_writing_refuses_what_a_format_lacks() -> None:
    nurikabe = gw.read(NURIKABE)
    with pytest.raises(gw.WriteError, match=r"has no Nurikabe"):
        gw.write(nurikabe, "sudoku")
    answer = gw.solve(nurikabe, limit=1).answers[0]
    with pytest.raises(gw.WriteError, match="no place for an answer"):
        gw.write(nurikabe, "plain", answer)
    assert gw.read_all(gw.write(nurikabe, "spf", answer))[0].answer == answer
    odd = unchecked(gw.genre("nurikabe"), gw.Rect.of(1, 1), {"clue": {gw.Spot(1, 1): "x"}})
    for format in ("plain", "spf"):
        with pytest.raises(gw.WriteError):
            gw.write(odd, format)


def refusal(puzzle: gw.Puzzle, format: str, answer: gw.State | None = None) -> str:
    """What is said when a puzzle cannot be written in a format."""
    with pytest.raises(gw.WriteError) as caught:
        gw.write(puzzle, format, answer)
    return str(caught.value)


def test_what_cannot_be_written_is_told_where_it_can() -> None:
    nurikabe = gw.read(NURIKABE)
    able = "spf, json, puzzlekit, puzzlekit-json, penpa, plain, puzzlink or pzprv3"
    assert refusal(nurikabe, "sudoku").endswith(f"; it can be written as {able}")
    answer = gw.solve(nurikabe, limit=1).answers[0]
    able = "spf, json, puzzlekit-json, penpa or pzprv3"
    assert refusal(nurikabe, "plain", answer).endswith(f"; it can be written as {able}")


def test_spf_does_not_hold_lits_on_a_board_with_missing_cells() -> None:
    """SPF shows every cell of a rectangle."""
    board = gw.Rect.of(4, 4, [gw.Spot(1, 1), gw.Spot(3, 3)])
    lits = gw.Puzzle.of(gw.genre("lits"), board, {})
    able = "it can be written as json, puzzlekit, puzzlekit-json or penpa"
    assert refusal(lits, "spf") == f"the format cannot leave out cells, and this board lacks r1c1 and 1 more; {able}"
    assert refusal(lits, "plain") == f"the format plain has no LITS; {able}"
    whole = gw.Puzzle.of(gw.genre("lits"), gw.Rect.of(4, 4), {})
    others = "spf, json, puzzlekit, puzzlekit-json, penpa, puzzlink or pzprv3"
    assert refusal(whole, "plain") == f"the format plain has no LITS; it can be written as {others}"


# -- puzzles and states as objects ------------------------------------------------------------------------------------


def things() -> list[Any]:
    puzzle = gw.read(NURIKABE)
    verdict = gw.solve(puzzle)
    return [puzzle, *verdict.answers, puzzle.board, puzzle.given, gw.read(SUDOKU), gw.read(gw.write(puzzle, "spf"))]


@pytest.mark.parametrize("clone", [lambda x: pickle.loads(pickle.dumps(x)), deepcopy, copy])
def test_copies_are_equal_and_hash_alike(clone: Callable[[Any], Any]) -> None:
    for thing in things():
        again = clone(thing)
        assert again == thing
        assert hash(again) == hash(thing)
        assert repr(again) == repr(thing)
        assert str(again) == str(thing)


def test_verdicts_and_faults_are_pickled() -> None:
    verdict = gw.solve(gw.read(NURIKABE))
    again = pickle.loads(pickle.dumps(verdict))
    assert (again.status, again.answers, again.complete) == (verdict.status, verdict.answers, verdict.complete)
    fault = fault_of("nurikabe\nx\n1 1\n&\n")
    again = pickle.loads(pickle.dumps(fault))
    assert again == fault
    assert (str(again), again.code) == (str(fault), fault.code)
    unknown = pickle.loads(pickle.dumps(gw.WriteError("no")))
    assert str(unknown) == "no"


def test_boards_of_a_size_are_shared_even_when_they_come_back() -> None:
    board = gw.read(NURIKABE).board
    assert board is gw.Rect.of(3, 4)
    assert pickle.loads(pickle.dumps(board)) is board


def test_equality_is_about_the_puzzle_not_about_its_text() -> None:
    puzzle = gw.read(NURIKABE)
    assert puzzle == gw.read(NURIKABE.replace("easy", "hard").replace("a comment", "another"))
    assert puzzle == gw.read(gw.write(puzzle, "spf"))
    assert puzzle != gw.read(NURIKABE.replace("2..1", "2..2"))
    assert puzzle != gw.read(NURIKABE.replace("nurikabe", "kuromasu"))
    assert len({puzzle, gw.read(NURIKABE), gw.read(NURIKABE.replace("easy", "hard"))}) == 1
    one, two = gw.solve(gw.read(SUDOKU)).answers
    assert one != two
    assert len({one, two, replace(one)}) == 2


def test_puzzles_and_states_do_not_change() -> None:
    puzzle = gw.read(NURIKABE)
    state = gw.solve(puzzle).answers[0]
    for thing, name in ((puzzle, "board"), (puzzle, "given"), (state, "marks")):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, None)
    spot = puzzle.board.cells[0]
    layers: list[Any] = [puzzle.given, puzzle.given["clue"], state.marks, state.marks["sea"], puzzle.keys]
    changes: list[Callable[[Any], Any]] = [
        lambda d: d.update({spot: 1}), lambda d: d.__setitem__(spot, 1), lambda d: d.pop(spot), lambda d: d.clear(),
        lambda d: d.popitem(), lambda d: d.setdefault(spot, 1), lambda d: d.__delitem__(spot), lambda d: d.__ior__({}),
    ]  # fmt: skip
    for layer in layers:
        before = dict(layer)
        for change in changes:
            with pytest.raises(TypeError, match="are immutable"):
                change(layer)
        assert layer == before


def test_what_a_puzzle_was_made_of_may_change_later() -> None:
    clues = {gw.Spot(1, 1): 1}
    puzzle = gw.Puzzle.of(gw.genre("nurikabe"), gw.Rect.of(1, 1), {"clue": clues})
    clues[gw.Spot(1, 1)] = 7
    assert puzzle.given["clue"] == {gw.Spot(1, 1): 1}


def test_words_for_people() -> None:
    puzzle = gw.read(NURIKABE)
    assert puzzle.in_short == "<Nurikabe puzzle, 3x4, 4 givens>"
    assert repr(puzzle).startswith("gw.puzzle('Nurikabe', size=(3, 4), clue=['")
    titled = gw.read("title: Tuesday\n\n" + SUDOKU)
    assert titled.in_short.startswith("<Sudoku puzzle 'Tuesday', 4x4, ")
    answer = gw.solve(puzzle).answers[0]
    assert repr(answer).startswith(f"gw.state({puzzle!r}, sea=[[")
    assert repr(gw.Rect.of(3, 4)) == "Rect(3, 4)"
    board, solved = str(puzzle), str(answer)
    assert board.count("\n") >= 2
    assert all(clue in board for clue in "12")
    assert solved != board
    assert repr(answer) not in solved, "print(state) shows the board"
    assert repr(puzzle) not in board


# -- many at a time ---------------------------------------------------------------------------------------------------

CASES = sorted(ROOT.glob("tests/cases/*/small.spf"))[::5][:8]


def outcome(file: Path) -> tuple[str, list[list[Any]]]:
    """What is found for the puzzle of a file, in plain terms."""
    verdict = gw.solve(gw.read(file), limit=3)
    return verdict.status, [
        sorted((name, spot, value) for name, layer in a.marks.items() for spot, value in layer.items())
        for a in verdict.answers
    ]


def test_threads_find_what_one_finds_alone() -> None:
    alone = [outcome(file) for file in CASES]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(outcome, CASES * 3)) == alone * 3


def test_one_puzzle_in_several_threads() -> None:
    """Models, boards and formats are shared between threads."""
    with ThreadPoolExecutor(8) as pool:
        assert len({str(found) for found in pool.map(outcome, CASES[:1] * 16)}) == 1


def solved(puzzle: gw.Puzzle) -> gw.Verdict:
    return gw.solve(puzzle)


def failing(text: str) -> gw.Puzzle:
    return gw.read(text)


def test_processes_take_puzzles_and_give_verdicts() -> None:
    puzzles = [gw.read(file) for file in CASES[:3]]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        verdicts = list(pool.map(solved, puzzles))
        with pytest.raises(gw.FormatError) as caught:
            pool.submit(failing, "nurikabe\nx\n1 1\n&\n").result()
    assert (caught.value.line, caught.value.column) == (4, 1)
    for puzzle, verdict in zip(puzzles, verdicts, strict=True):
        again = gw.solve(puzzle)
        assert (verdict.status, verdict.answers) == (again.status, again.answers)


GENRES = ("akari", "fences", "fillomino", "hashi", "heyawake", "masyu", "minesweeper", "mortal_coil", "nurikabe",
          "picross", "pips", "shikaku", "sudoku", "yajilin")  # fmt: skip
ANSWERS = f"""
import gridwright as gw
from pathlib import Path
for file in [Path({str(ROOT)!r}, "tests/cases", genre, "several.spf") for genre in {GENRES!r}]:
    found = gw.solve(gw.read(file), limit=4)
    print(file.parent.name, found.status, *(gw.write(a.puzzle, "spf", a) for a in found.answers))
    print(found.effort.variables, found.effort.clauses, [str(a) for a in found.answers])
"""


@pytest.mark.thorough
def test_the_same_input_gives_the_same_answers_whatever_the_hash_seed() -> None:
    seen = set()
    for seed in ("1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", ANSWERS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()
        seen.add(done.stdout)
    assert len(seen) == 1
    assert seen.pop().count(b" several ") == len(GENRES)


# -- writing what a format can hold -----------------------------------------------------------------------------------


def test_lossy_writing_leaves_out_no_more_than_it_must() -> None:
    from gridwright.formats.reading import write_lossy

    nurikabe = gw.read(NURIKABE)
    assert write_lossy(nurikabe, "puzzlink") == (gw.write(nurikabe, "puzzlink"), ())
    answer = gw.solve(nurikabe).answers[0]
    assert write_lossy(nurikabe, "puzzlink", answer) == (gw.write(nurikabe, "puzzlink"), ("the answer",))
    given = {**nurikabe.given, "sea": {gw.Spot(3, 3): True}}
    marked = gw.Puzzle.of(nurikabe.genre, nurikabe.board, given)
    found = write_lossy(marked, "puzzlink")
    assert found.left_out == ("the layer 'sea' (1 mark)",) and gw.read(found.text).given == nurikabe.given
    pointers = gw.puzzle("Yajilin", size=4, hint={"r1c1": (2, ""), "r3c3": (1, "u"), "r2c4": (0, "d")})
    found = write_lossy(pointers, "puzzlink")
    assert found.left_out == ("1 of the marks of 'hint' (r1c1)",)
    assert gw.read(found.text) == gw.puzzle("Yajilin", size=4, hint={"r3c3": (1, "u"), "r2c4": (0, "d")})
    with pytest.raises(gw.WriteError):
        write_lossy(nurikabe, "sudoku")
