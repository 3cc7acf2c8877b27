"""Genres agree with boards from elsewhere, which are not part of the project.

These are addresses, saved boards of pzprjs with the fault that it finds, and texts of puzzlekit with their answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import DOWN, LEFT, RIGHT, UP

from ..interchange import boards_of

WAYS = {"n": UP, "s": DOWN, "w": LEFT, "e": RIGHT}


def shaded(puzzle: gw.Puzzle, rows: list[list[str]]) -> dict[Spot, bool]:
    """The shading that signs tell."""
    signs = (sign for row in rows for sign in row)
    return dict(zip(puzzle.board.cells, (sign == "x" for sign in signs), strict=True))


def drawn(puzzle: gw.Puzzle, rows: list[list[str]]) -> dict[Spot, bool]:
    """The links that the ways out of each cell tell."""
    links = {
        Spot(2 * y + 1 + WAYS[way][0] // 2, 2 * x + 1 + WAYS[way][1] // 2)
        for y, row in enumerate(rows) for x, ways in enumerate(row) for way in ways if way != "-"
    }
    return {link: link in links for link in puzzle.board.links}


class Published(NamedTuple):
    """A genre, the rule of ours that has to be broken for each fault that pzprjs finds, the layer of the answer, and
    how its marks are told. ``alike``: whether a text of puzzlekit is written as it was; otherwise rooms may have other
    labels."""

    genre: str
    fitting: Mapping[str, str]
    layer: str
    marks: Callable[[gw.Puzzle, list[list[str]]], dict[Spot, bool]]
    alike: bool = False
    refused: tuple[str, str] = ("no address", "")
    """A part of addresses that are refused, and what the error says."""

    def boards(self, kind: str) -> list[dict[str, Any]]:
        """The boards of a kind, one at least."""
        found = [board for board in self.all_boards if board["kind"] == kind]
        assert found
        return found

    @property
    def all_boards(self) -> list[dict[str, Any]]:
        """The boards of all kinds."""
        return list(boards_of(self.genre.lower().replace(" ", "_")))


ALL = (
    Published("Country Road", {
        "lnBranch": "no_branches", "bkPassTwice": "once", "bkLineNe": "room_count", "bkNoLine": "visited",
        "cbNoLine": "met", "lnPlLoop": "one_loop",
    }, "loop", drawn, refused=("country/e/", "the flag e changes the rules of Country Road")),
    Published("Norinori", {
        "csGt2": "one_partner", "bkShadeGt2": "in_rooms", "bkShadeLt2": "in_rooms", "bkNoShade": "in_rooms",
    }, "shade", shaded),
    Published("Nurimisaki", {
        "cuDivide": "one_body", "nmSumViewNe": "length", "cs2x2": "no_pool", "cu2x2": "no_place",
        "circleNotPromontory": "capes", "nonCirclePromontory": "no_other_cape",
    }, "shade", shaded, alike=True),
)  # fmt: skip
each_genre = pytest.mark.parametrize("one", ALL, ids=lambda one: one.genre)
pytestmark = pytest.mark.skipif(not ALL[0].all_boards, reason="needs ../shared, which is not part of the package")


@each_genre
def test_all_boards_are_of_a_known_kind(one: Published) -> None:
    assert sum(len(one.boards(kind)) for kind in ("address", "pzprv3", "puzzlekit")) == len(one.all_boards)


@each_genre
def test_addresses_have_one_answer_and_are_written_as_they_were_read(one: Published) -> None:
    for board in one.boards("address"):
        part, words = one.refused
        if part in board["text"]:
            with pytest.raises(gw.FormatError, match=words):
                gw.read(board["text"])
            continue
        puzzle = gw.read(board["text"])
        assert gw.solve(puzzle).status == "unique", board["text"]
        assert gw.write(puzzle, "puzzlink") == board["text"] + "\n"


@each_genre
def test_saved_answers_are_judged_as_by_pzprjs(one: Published) -> None:
    for board in one.boards("pzprv3"):
        (reading,) = gw.read_all(board["text"])
        assert reading.answer is not None
        broken = {fault.rule for fault in gw.check(reading.puzzle, reading.answer, finished=True)}
        assert one.fitting[board["fault"]] in broken if board["fault"] else not broken, board["text"]


@each_genre
def test_stored_answers_are_the_only_ones(one: Published) -> None:
    for board in one.boards("puzzlekit"):
        puzzle = gw.read(board["text"], genre=one.genre)
        verdict = gw.solve(puzzle)
        assert verdict.status == "unique", board["source"]
        rows = [line.split() for line in board["solution"].splitlines()[1:]]
        assert verdict.answers[0].marks[one.layer] == one.marks(puzzle, rows), board["source"]
        written = gw.write(puzzle, "puzzlekit")
        assert gw.read(written, genre=one.genre) == puzzle, board["source"]
        assert written == board["text"] + "\n" or not one.alike, board["source"]
