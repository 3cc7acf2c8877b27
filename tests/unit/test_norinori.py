"""Norinori agrees with boards from elsewhere, which are not part of the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw

BOARDS = Path(__file__).resolve().parents[2].parent / "shared" / "genres" / "dev" / "norinori.jsonl"
FITTING = {"csGt2": "one_partner", "bkShadeGt2": "in_rooms", "bkShadeLt2": "in_rooms", "bkNoShade": "in_rooms"}
"""For each fault that pzprjs finds the rule of ours that has to be broken."""

pytestmark = pytest.mark.skipif(not BOARDS.is_file(), reason="the boards are not there: ../shared/genres/dev")


def boards(kind: str) -> list[dict[str, Any]]:
    """The boards of a kind, one at least."""
    lines = BOARDS.read_text(encoding="utf-8").splitlines()
    found = [board for board in map(json.loads, lines) if board["kind"] == kind]
    assert found
    return found


def test_all_boards_are_of_a_known_kind() -> None:
    kinds = ("address", "pzprv3", "puzzlekit")
    assert sum(len(boards(kind)) for kind in kinds) == len(BOARDS.read_text(encoding="utf-8").splitlines())


def test_addresses_have_one_answer_and_are_written_as_they_were_read() -> None:
    for board in boards("address"):
        puzzle = gw.read(board["text"])
        assert gw.solve(puzzle).status == "unique", board["text"]
        assert gw.write(puzzle, "puzzlink") == board["text"] + "\n"


def test_saved_answers_are_judged_as_by_pzprjs() -> None:
    for board in boards("pzprv3"):
        (reading,) = gw.read_all(board["text"])
        assert reading.answer is not None
        broken = {fault.rule for fault in gw.check(reading.puzzle, reading.answer, finished=True)}
        assert FITTING[board["fault"]] in broken if board["fault"] else not broken, board["text"]


def test_stored_answers_are_the_only_ones() -> None:
    for board in boards("puzzlekit"):
        puzzle = gw.read(board["text"], genre="Norinori")
        verdict = gw.solve(puzzle)
        assert verdict.status == "unique", board["source"]
        signs = iter(board["solution"].split()[2:])
        assert verdict.answers[0].marks["shade"] == {c: next(signs) == "x" for c in puzzle.board.cells}, board["source"]
        assert gw.read(gw.write(puzzle, "puzzlekit"), genre="Norinori") == puzzle
