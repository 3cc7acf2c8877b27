"""Takuzu agrees with boards from elsewhere, which are not part of the project."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw

from ..interchange import boards_of

BOARDS = boards_of("takuzu")
elsewhere = pytest.mark.skipif(not BOARDS, reason="needs ../shared, which is not part of the package")


def boards(kind: str) -> list[dict[str, Any]]:
    """The boards of a kind, one at least."""
    found = [board for board in BOARDS if board["kind"] == kind]
    assert found
    return found


@elsewhere
def test_all_boards_are_of_a_known_kind() -> None:
    kinds = ("puzzlekit", "sgt")
    assert sum(len(boards(kind)) for kind in kinds) == len(BOARDS)


@elsewhere
def test_stored_answers_are_the_only_ones() -> None:
    for board in boards("puzzlekit"):
        puzzle = gw.read(board["text"], genre="Binairo")
        verdict = gw.solve(puzzle)
        assert verdict.status == "unique", board["source"]
        signs = iter(board["solution"].split()[2:])
        expected = {c: int(next(signs)) - 1 for c in puzzle.board.cells}
        assert verdict.answers[0].marks["digit"] == expected, board["source"]
        assert gw.write(puzzle, "puzzlekit") == board["text"] + "\n"


@elsewhere
def test_ids_have_one_answer_and_are_written_as_they_were_read() -> None:
    for board in boards("sgt"):
        told = f"{board['game']} {board['text']}"
        puzzle = gw.read(told)
        assert puzzle.keys["equal"] == "allowed"
        assert gw.solve(puzzle).status == board["status"], told
        assert gw.write(puzzle, "sgt") == told + "\n"


def test_the_flag_of_an_id_tells_whether_lines_differ() -> None:
    plain, unique = gw.read("unruly 4x4:q"), gw.read("unruly 4x4u:q")
    answers = [sum(1 for _ in gw.all_answers(puzzle)) for puzzle in (plain, unique)]
    assert answers == [90, 72]
    assert [gw.write(puzzle, "sgt") for puzzle in (plain, unique)] == ["unruly 4x4:q\n", "unruly 4x4u:q\n"]


@pytest.mark.parametrize("told", ["p", "r", "Q", "aa", "", "a?"])
def test_an_id_reaches_just_the_end_of_the_board(told: str) -> None:
    with pytest.raises(gw.FormatError):
        gw.read(f"unruly 4x4:{told}")


def test_texts_of_puzzlekit_allow_equal_lines() -> None:
    puzzle = gw.puzzle("Takuzu", ["0 . . .", ". . . .", ". . . 1", ". . . ."])
    with pytest.raises(gw.WriteError, match="allows equal rows and columns"):
        gw.write(puzzle, "puzzlekit")


def test_a_line_of_odd_length_is_at_fault_as_a_whole() -> None:
    puzzle = gw.puzzle("Takuzu", [". . ."] * 2)
    assert gw.solve(puzzle).status == "none"
    answer = gw.State.of(puzzle, {"digit": dict(zip(puzzle.board.cells, (0, 1, 0, 1, 0, 1), strict=True))})
    assert [fault.words for fault in gw.check(puzzle, answer, finished=True)][:1] == ["row 1 has an odd length"]


def test_save_files_tell_the_answer() -> None:
    lines = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", "GAME": "Unruly", "PARAMS": "4x4udt",
        "CPARAMS": "4x4udt", "DESC": "CBCbfa", "NSTATES": "2", "STATEPOS": "2", "SOLVE": "S0011110100101100",
    }
    (reading,) = gw.read_all("".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in lines.items()))
    assert reading.puzzle.keys.get("equal", "never") == "never"
    assert reading.answer is not None
    assert "".join(str(reading.answer.marks["digit"][c]) for c in reading.puzzle.board.cells) == lines["SOLVE"][1:]
