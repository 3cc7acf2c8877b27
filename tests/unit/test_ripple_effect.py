"""Ripple Effect as others publish it: addresses, saved boards, and puzzles with their answers."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw

from ..interchange import boards_of

RECORDS = boards_of("ripple_effect")
pytestmark = pytest.mark.skipif(not RECORDS, reason="needs ../shared, which is not part of the package")


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [record for record in RECORDS if record["kind"] == kind]


@pytest.mark.parametrize("record", of_kind("address"), ids=lambda record: record["text"][-12:])
def test_addresses_have_one_answer_and_are_written_as_they_were_read(record: dict[str, Any]) -> None:
    puzzle = gw.read(record["text"])
    assert puzzle.genre.name == "Ripple Effect"
    assert gw.solve(puzzle).status == "unique"
    assert gw.write(puzzle, "puzzlink") == record["text"] + "\n"


@pytest.mark.parametrize("record", of_kind("pzprv3"), ids=lambda record: str(record["fault"]))
def test_saved_boards_are_judged_as_pzprjs_judges_them(record: dict[str, Any]) -> None:
    (reading,) = gw.read_all(record["text"])
    assert reading.answer is not None
    assert gw.solve(reading.puzzle).status == "unique"
    assert record["fault"] in (None, "ceNoNum")
    assert gw.check(reading.puzzle, reading.answer) == [], "an unfinished answer may be without a mistake"
    assert bool(gw.check(reading.puzzle, reading.answer, finished=True)) == (record["fault"] is not None)
    assert gw.write(reading.puzzle, "pzprv3", reading.answer) == record["text"]


@pytest.mark.parametrize("record", of_kind("puzzlekit"), ids=lambda record: record["source"].split()[-1])
def test_published_answers_are_the_only_ones(record: dict[str, Any]) -> None:
    puzzle = gw.read(record["text"], genre="Ripple Effect")
    result = gw.solve(puzzle)
    assert result.status == "unique"
    told = [int(number) for number in record["solution"].partition("\n[solution]\n")[0].split()[2:]]
    assert [result.answers[0].get("number", c) for c in puzzle.board.cells] == told
    again = gw.read(gw.write(puzzle, "puzzlekit"), genre="Ripple Effect")
    assert again.given == puzzle.given
