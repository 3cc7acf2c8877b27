"""Real nonograms, and the newspaper's daily Pips."""

from __future__ import annotations

import pytest

import gridwright as gw

from . import items


@pytest.mark.parametrize(("file", "format"), [("nonogram-non", "non"), ("nonogram-nin", "nonogram-lists")])
def test_nonograms(file: str, format: str) -> None:
    for item in items(file):
        expected = item["expected"]
        (reading,) = gw.read_all(item["text"])
        board = reading.puzzle.board
        assert isinstance(board, gw.Rect)
        assert (reading.format, board.n_rows, board.n_cols) == (format, expected["rows"], expected["cols"])
        if reading.answer is not None:
            assert "".join(str(int(cell)) for row in reading.answer["shade"] for cell in row) == expected["solution"]
            assert gw.check(reading.puzzle, reading.answer, finished=True) == []
        for other in ("non", "webpbn"):
            (again,) = gw.read_all(gw.write(reading.puzzle, other, reading.answer))
            assert (again.format, again.puzzle, again.answer) == (other, reading.puzzle, reading.answer)
            assert again.puzzle.about.title == " ".join(reading.puzzle.about.title.split())


def test_daily_pips() -> None:
    for item in items("nyt-pips"):
        readings = gw.read_all(item["text"])
        assert [reading.format for reading in readings] == ["nyt-pips"] * len(readings)
        for reading in readings:
            if reading.answer is not None:
                assert gw.check(reading.puzzle, reading.answer, finished=True) == []
            (again,) = gw.read_all(gw.write(reading.puzzle, "nyt-pips", reading.answer))
            assert (again.puzzle, again.answer) == (reading.puzzle, reading.answer)
            assert again.puzzle.about == reading.puzzle.about
