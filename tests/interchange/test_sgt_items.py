"""Ids and save files that Simon Tatham's programs wrote: read, written again, and their solutions."""

from __future__ import annotations

import gridwright as gw
from gridwright.formats.sgt import answer_of

from . import items


def test_ids_are_read_and_written_again_and_their_solutions_are_the_answers() -> None:
    for item in items("sgt"):
        expected = item["expected"]
        (reading,) = gw.read_all(item["text"])
        puzzle = reading.puzzle
        assert puzzle.genre.name == item["genre"]
        if expected["game"] == "mines":
            assert reading.answer is not None
            assert ["".join(".*"[mine] for mine in row) for row in reading.answer["mine"]] == expected["mines"]
            assert gw.check(puzzle, reading.answer, finished=True) == []
            continue
        (known,) = gw.read_all(expected["spf"])
        assert puzzle == known.puzzle, item["text"]
        assert gw.write(puzzle, "sgt") == item["text"] + "\n"
        if "solve_move" in expected:
            dialect = next(one for one in puzzle.genre.dialects if one.format == "sgt")
            solution = dialect.notation_in(puzzle.genre).solution
            marks = solution(puzzle.genre.as_told(puzzle), expected["solve_move"][1:].lstrip(";"))
            # Loopy numbers the edges of a grid of its own.
            assert (marks is None) == (expected["game"] == "loopy")
            assert marks is None or answer_of(puzzle, marks) == known.answer, item["text"]


def test_save_files_are_read() -> None:
    for item in items("sgt-save"):
        expected = item["expected"]
        try:
            (reading,) = gw.read_all(item["text"])
        except gw.FormatError as fault:
            assert expected["game"] == "undead" and "Undead is no genre" in str(fault)
            continue
        if expected.get("spf"):
            assert reading.puzzle == gw.read(expected["spf"])
        assert "the moves in the save file are left out" in reading.warnings
