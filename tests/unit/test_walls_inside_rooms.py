"""Walls that end inside a room: the rules agree with the checker of puzz.link, which parts cells there or does not.

The answers with such a wall are those of the same board without it that the original accepts as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.language import WALL
from gridwright.language.layers import GivenLayer

Marks = Mapping[Spot, Any]
Accepts = Callable[[Marks, gw.Puzzle, Spot], bool]


def anything(marks: Marks, puzzle: gw.Puzzle, wall: Spot) -> bool:
    """The wall parts no cells: only the rooms matter."""
    return True


def no_piece_across(shade: Marks, puzzle: gw.Puzzle, wall: Spot) -> bool:
    """Cells on both sides belong to different blocks, and a room has only one."""
    return not all(shade[cell] for cell in puzzle.board.ends(wall))


def one_border_in_a_run(shade: Marks, puzzle: gw.Puzzle, wall: Spot) -> bool:
    """Each wall counts as a border that a run crosses."""
    assert isinstance(puzzle.board, gw.Rect)
    for line, links in puzzle.board.runs:
        crossed = 0
        for (a, b), link in zip(pairwise(line), links, strict=True):
            crossed = 0 if shade[a] or shade[b] else crossed + (link in puzzle.given["wall"])
            if crossed > 1:
                return False
    return True


def never_across(loop: Marks, puzzle: gw.Puzzle, wall: Spot) -> bool:
    """Crossing it is visiting the room twice; and of two cells beside a wall, one is on the loop."""
    board = puzzle.board
    return not loop[wall] and any(loop[link] for cell in board.ends(wall) for link in board.links_of(cell))


def different_numbers(number: Marks, puzzle: gw.Puzzle, wall: Spot) -> bool:
    """A given border is one between two areas."""
    one, other = puzzle.board.ends(wall)
    return bool(number[one] != number[other])


class Rooms(NamedTuple):
    """A board with rooms, a wall to add inside one of them, the layer of the answer, and what the original demands."""

    rows: list[str]
    inside: str
    layer: str
    accepts: Accepts
    more: Mapping[str, Any] = {}


BOARDS: Mapping[str, Rooms] = {
    "LITS": Rooms(["AABBB", "AABCC", "AABCC", "ADDCC", "DDDDC"], "r2c1-r2c2", "shade", no_piece_across),
    "LITS plus": Rooms(["AABB", "AABB", "AABC", "CCCC"], "r2c1-r2c2", "shade", no_piece_across),
    "Heyawake": Rooms(["AAAB", "AAAB", "CCCC"], "r1c2-r1c3", "shade", one_border_in_a_run),
    "Country Road": Rooms(["AABB", "AABB", "AACC"], "r2c1-r2c2", "loop", never_across),
    "Norinori": Rooms(["AABB", "ACCB", "ACCB"], "r2c2-r2c3", "shade", anything),
    "Ripple Effect": Rooms(["AABB", "AABB", "ACCC"], "r2c1-r2c2", "number", anything),
    "Starbattle": Rooms(["AABBB", "AACBB", "DDCCB", "DDCCE", "DDEEE"], "r1c4-r2c4", "star", anything, {"stars": 1}),
    "Aquarium": Rooms(["AAAB", "AAAB", "CCCB"], "r2c1-r2c2", "water", anything),
    "Fillomino": Rooms(["...", "...", "..."], "r1c1-r1c2", "number", different_numbers),
}
OTHERS = {
    "Magnets": "its rooms are plates of two cells, and others are refused",
    "Sudoku": "its boxes are those of the size",
}


def boards(name: str) -> tuple[gw.Puzzle, gw.Puzzle, Spot]:
    """The puzzle without and with the wall, and the wall."""
    rows, inside, _, _, more = BOARDS[name]
    size, layer = (len(rows), len(rows[0])), "border" if name == "Fillomino" else "wall"
    known: dict[str, Any] = {layer: rows} if len(set("".join(rows))) > 1 else {}
    alone: dict[str, Any] = {layer: {inside: True}}
    without = gw.puzzle(name, size=size, **known, **more)
    (wall,) = gw.puzzle(name, size=size, **alone, **more).given[layer]
    walls = {**without.given.get(layer, {}), wall: True}
    return without, gw.Puzzle.of(without.genre, without.board, {**without.given, layer: walls}, without.keys), wall


def answers(puzzle: gw.Puzzle, layer: str) -> set[frozenset[tuple[Spot, Any]]]:
    return {frozenset(answer.marks[layer].items()) for answer in gw.all_answers(puzzle)}


@pytest.mark.parametrize("name", BOARDS)
def test_answers_are_those_that_the_original_accepts(name: str) -> None:
    without, puzzle, wall = boards(name)
    layer, accepts = BOARDS[name].layer, BOARDS[name].accepts
    every = answers(without, layer)
    assert puzzle != without and len(every) > 1
    found = answers(puzzle, layer)
    assert found == {one for one in every if accepts(dict(one), puzzle, wall)}
    assert found and (found == every) == (accepts is anything), "the wall matters, or it does not"


@pytest.mark.parametrize("name", BOARDS)
def test_the_checker_agrees_with_the_solver(name: str) -> None:
    without, puzzle, _ = boards(name)
    right = answers(puzzle, BOARDS[name].layer)
    for answer in gw.all_answers(without):
        marks = frozenset(answer.marks[BOARDS[name].layer].items())
        again = gw.State.of(puzzle, answer.marks)
        assert (gw.check(puzzle, again, finished=True) == []) == (marks in right)


@pytest.mark.parametrize("name", BOARDS)
def test_addresses_keep_the_wall(name: str) -> None:
    if "puzzlink" in {dialect.format for dialect in gw.genre(name).dialects}:
        _, puzzle, _ = boards(name)
        assert gw.read(gw.write(puzzle, "puzzlink")) == puzzle


def test_every_genre_with_rooms_is_examined() -> None:
    with_rooms = {
        genre.name for genre in gw.known_genres() for layer in genre.layers.values()
        if isinstance(layer, GivenLayer) and layer.look == WALL
        and any(dialect.format == "puzzlink" for dialect in genre.dialects)
    }  # fmt: skip
    assert with_rooms | {"LITS plus"} == BOARDS.keys() | OTHERS.keys()


def test_pieces_of_lits_do_not_lie_across_walls_inside_an_area() -> None:
    puzzle = gw.read("https://puzz.link/p?lits/10/10/4bksdvle6f22qclugjlgcom81n0opcdj4iq4")
    assert gw.solve(puzzle).status == "unique"
