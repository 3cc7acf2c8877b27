"""Addresses of puzz.link and files of pzprjs: what pzprjs makes of them is what we make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.dialect import Reading
from research.interchange import Item, items

OUTSIDE = {
    "f65f202205c6": "a made-up Hashi with islands of 16 and more bridges",
    "30ce7b7e0f36": "a made-up Easy as ABC with letters that nobody has",
}
"""Addresses that are refused because their numbers lie outside their genre's domain, with the reason."""

OTHER_PUZZLE = {"Magnets": "a missing cell is a single cell between walls here, and a given neutral half there"}
"""Genres of which a puzzle may be told in two ways, with the reason; they are compared by their answers."""

made, found, files = "puzzlink-made", "puzzlink", "pzprv3"
GENRES = sorted({item.genre for name in (made, found, files) for item in items(name) if item.genre})
each_genre = pytest.mark.parametrize("genre", GENRES)


def of_genre(genre: str, *names: str) -> list[Item]:
    return [item for name in names for item in items(name) if item.genre == genre]


@cache
def read(text: str) -> Reading:
    """What a text with one puzzle says."""
    (reading,) = gw.read_all(text)
    return reading


def readable(genre: str) -> Iterator[tuple[Item, Reading]]:
    """The addresses of a genre that are read; all others are refused because of their rules."""
    for item in of_genre(genre, made, found):
        try:
            reading = read(item.text)
        except gw.FormatError as fault:
            assert fault.code == "variant" or item.digest in OUTSIDE, (item, fault)
            assert not item.expected.get("spf") or item.expected["status"].startswith("cannot"), item
        else:
            assert item.digest not in OUTSIDE, item
            yield item, reading


def comparable(puzzle: gw.Puzzle) -> tuple[Any, ...]:
    """A puzzle with what may be told in several ways told in one: places of room numbers, names of labels, defaults."""
    given = {name: dict(marks) for name, marks in puzzle.given.items()}
    if puzzle.genre.name == "Heyawake":
        assert isinstance(puzzle.board, Rect)
        numbers = given.get("number", {})
        rooms = puzzle.board.regions(puzzle.given.get("wall", {}).keys())
        given["number"] = {room[0]: numbers[at] for room in rooms for at in room if at in numbers}
    if puzzle.genre.name == "Arukone":
        first: dict[Any, Spot] = {}
        for spot, label in sorted(given["label"].items()):
            first.setdefault(label, spot)
        given["label"] = {spot: first[label] for spot, label in given["label"].items()}
    keys = {name: value for name, value in puzzle.keys.items() if value != puzzle.genre.keys[name].default}
    return puzzle.genre.name, puzzle.board, {name: marks for name, marks in given.items() if marks}, keys


def lines(text: str) -> list[str]:
    """The items of a file's lines; blanks at their ends do not matter to pzprjs."""
    return [" ".join(line.split()) for line in text.replace("/", "\n").strip().split("\n")]


@each_genre
def test_addresses_tell_the_puzzle(genre: str) -> None:
    for item, reading in readable(genre):
        assert reading.format == "puzzlink"
        spf = item.expected.get("spf")
        if spf and not (genre in OTHER_PUZZLE and "pole" in gw.read(spf).given):
            assert comparable(reading.puzzle) == comparable(gw.read(spf)), item
        if "cols" in item.expected and genre != "Kakuro":
            board = reading.puzzle.board
            assert isinstance(board, Rect)
            assert (board.n_rows, board.n_cols) == (item.expected["rows"], item.expected["cols"])


@each_genre
def test_addresses_are_written_as_pzprjs_writes_them(genre: str) -> None:
    for item, reading in readable(genre):
        wanted = item.expected.get("canonical_url") or item.text.partition("?")[2]
        assert gw.write(reading.puzzle, "puzzlink").strip().partition("?")[2] == wanted


@each_genre
def test_files_tell_the_puzzle_of_their_address(genre: str) -> None:
    for item, reading in readable(genre):
        for name in ("pzprv3", "answer_pzprv3"):
            if name in item.expected:
                again = read(item.expected[name])
                assert comparable(again.puzzle) == comparable(reading.puzzle), item
                assert lines(gw.write(again.puzzle, "pzprv3", answer=again.answer)) == lines(item.expected[name]), item


@each_genre
def test_boards_are_written_byte_for_byte(genre: str) -> None:
    for item, reading in readable(genre):
        if "pzprv3" in item.expected:
            assert gw.write(reading.puzzle, "pzprv3") == item.expected["pzprv3"].replace("/", "\n"), item


@each_genre
def test_stored_answers_are_right(genre: str) -> None:
    for item, _ in readable(genre):
        if "answer_pzprv3" in item.expected:
            reading = read(item.expected["answer_pzprv3"])
            assert reading.answer is not None
            assert gw.check(reading.puzzle, reading.answer, finished=True) == [], item


@each_genre
def test_boards_are_judged_as_pzprjs_judges_them(genre: str) -> None:
    for item in of_genre(genre, files):
        try:
            reading = read(item.text)
        except gw.FormatError as fault:
            assert fault.code == "variant", (item, fault)
            assert item.expected.get("gridwright_faults") is None, item
            continue
        right = reading.answer is not None and not gw.check(reading.puzzle, reading.answer, finished=True)
        assert right == item.expected["accepted_by_pzprjs"], item


def test_nearly_everything_is_read() -> None:
    total: Mapping[str, int] = Counter(item.genre for item in (*items(made), *items(found)) if item.genre)
    read = Counter({genre: sum(1 for _ in readable(genre)) for genre in GENRES})
    assert sum(read.values()) >= 0.95 * sum(total.values())
    assert all(read[genre] for genre in total), "at least one address of each genre"
