"""The New York Times' Pips: what is read, written and refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gridwright as gw
from gridwright.genres.pips import notation

LEVEL: dict[str, Any] = {
    "id": 1, "constructors": "A. Setter", "dominoes": [[1, 2], [3, 3]],
    "regions": [
        {"indices": [[0, 0]], "type": "less", "target": 2}, {"indices": [[0, 1], [1, 1]], "type": "sum", "target": 5},
        {"indices": [[1, 0]], "type": "empty"},
    ],
    "solution": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]],
}  # fmt: skip


def day(**changes: Any) -> str:
    """A day with one puzzle."""
    level = {name: value for name, value in (LEVEL | changes).items() if value is not ...}
    return json.dumps({"printDate": "2030-01-02", "editor": "E", "easy": level})


def test_read() -> None:
    (reading,) = gw.read_all(day() + "\n")
    puzzle = reading.puzzle
    assert reading.format == "nyt-pips"
    assert puzzle.about == gw.About("2030-01-02 easy", "A. Setter")
    assert puzzle.keys["conditions"] == (("A", "less", 2), ("B", "sum", 5))
    assert puzzle == gw.puzzle("Pips", ["A B", "C B"], **puzzle.keys)
    assert reading.answer is not None
    assert reading.answer["pip"] == [[1, 2], [3, 3]]
    assert gw.check(puzzle, reading.answer, finished=True) == []


def test_levels() -> None:
    told = json.loads(day())
    told |= {"medium": LEVEL | {"dominoes": None}, "hard": LEVEL | {"solution": None}}
    assert [reading.puzzle.about.title for reading in gw.read_all(json.dumps(told) + "\n")] == [
        "2030-01-02 easy", "2030-01-02 hard"]  # fmt: skip
    with pytest.raises(gw.FormatError, match="there is no puzzle; expected easy or medium or hard"):
        gw.read_all(day(dominoes=None) + "\n")


def test_written() -> None:
    conditions = (("A", "at least", 4), ("B", "at most", 3), ("C", "equal", None))
    puzzle = gw.puzzle("Pips", ["A A", "B C"], conditions=conditions, dominoes=[(1, 3), (0, 0)])
    (again,) = gw.read_all(gw.write(puzzle, "nyt-pips"))
    assert again.puzzle.keys["conditions"] == (("A", "greater", 3), ("B", "less", 4), ("C", "equal", None))
    assert {answer.marks for answer in gw.all_answers(again.puzzle)} == {
        answer.marks for answer in gw.all_answers(puzzle)}  # fmt: skip
    with pytest.raises(gw.WriteError, match="pips up to 6 only"):
        gw.write(gw.puzzle("Pips", ["A A"], dominoes=[(1, 7)]), "nyt-pips")


@pytest.mark.parametrize(("changes", "at", "words"), [
    ({"dominoes": [[1, 2], [3, 9]]}, "[3, 9]", "this is not a pair of numbers; expected two numbers from 0 to 6"),
    ({"dominoes": [[1, 2]]}, "[[1, 2]]", "1 dominoes do not cover a board of 4 cells"),
    ({"regions": [{"indices": [[0, 0], [0, 0]]}]}, "[0, 0]]", "this cell is in two regions"),
    ({"regions": [{"indices": []}]}, '{"indices"', "this is not a region"),
    ({"regions": [{"indices": [[0, 0]], "type": "odd"}]}, '"odd"', "an unknown kind of region; expected sum or less"),
    ({"regions": [{"indices": [[0, 0]], "type": "sum"}]}, '{"indices"', "the region lacks its target"),
    ({"regions": [{"indices": [[0, 0], [0, 1], [60000, 60000], [0, 2]]}]}, "[{", "the board is too large"),
    ({"solution": [[[0, 0], [1, 1]], [[1, 0], [1, 1]]]}, "[[0, 0], [1, 1]]", "not neighbouring cells of the board"),
    ({"solution": [[[0, 0], [0, 1]]]}, "[[[0, 0]", "the solution has another length; expected 2 items"),
])  # fmt: skip
def test_refused(changes: dict[str, Any], at: str, words: str) -> None:
    text = day(**changes)
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all(text + "\n")
    assert words in str(fault.value)
    assert text[fault.value.column - 1 :].startswith(at)


def test_the_largest_board_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, fits in ((4, True), (3, False)):
        monkeypatch.setattr(notation, "MAX_CELLS", most)
        if fits:
            assert len(gw.read(day() + "\n").board.cells) == 4
        else:
            with pytest.raises(gw.FormatError, match="the board is too large; expected at most 3 places"):
                gw.read(day() + "\n")


def test_spoilt_texts_give_puzzles_or_format_errors() -> None:
    chance = random.Random(1)
    strange = ["", "0", "-1", '"', "[", "]", "null", "9" * 30, ","]
    for _ in range(150):
        spoilt = list(day())
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.randint(0, 3)] = chance.choice(strange)
        try:
            gw.read_all("".join(spoilt) + "\n", "nyt-pips")
        except gw.FormatError as fault:
            assert str(fault)
