"""Real sudokus of f-puzzles and OpenSudoku, and in lines."""

from __future__ import annotations

import gridwright as gw

from . import items


def digits(answer: gw.State) -> str:
    """The numbers of an answer, row by row."""
    return "".join(str(n) for row in answer["number"] for n in row)


def test_fpuzzles() -> None:
    for item in items("fpuzzles"):
        expected = item["expected"]
        if expected["status"].startswith("other constraints"):
            try:
                gw.read_all(item["text"])
            except gw.FormatError as fault:
                assert fault.code == "other-rules", item["text"]
                continue
            raise AssertionError("a sudoku with other rules was read")
        (reading,) = gw.read_all(item["text"])
        assert (reading.puzzle.genre.name, reading.format) == (item["genre"], "fpuzzles")
        verdict = gw.solve(reading.puzzle)
        assert verdict.status == expected["status"]
        if verdict.status == "unique" and expected["solution"]:
            assert digits(verdict.answers[0]) == expected["solution"]
        (again,) = gw.read_all(gw.write(reading.puzzle, "fpuzzles", reading.answer))
        assert (again.puzzle, again.answer) == (reading.puzzle, reading.answer)


def test_opensudoku() -> None:
    for item in items("opensudoku"):
        readings = gw.read_all(item["text"])
        found = [digits(gw.solve(reading.puzzle).answers[0]) for reading in readings]
        assert found == item["expected"]["solutions"]


def test_lines() -> None:
    for item in items("sudoku-line"):
        (reading,) = gw.read_all(item["text"] + "\n")
        assert digits(gw.solve(reading.puzzle).answers[0]) == item["expected"]["solution"]
        assert gw.read(gw.write(reading.puzzle, "sdm"), "sdm") == reading.puzzle
        assert gw.read(gw.write(reading.puzzle, "sdk")) == reading.puzzle
