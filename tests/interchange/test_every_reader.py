"""Every reader is tested on puzzles of another program or on boards drawn by hand, in each of its genres.

A round trip is not enough: it succeeds if the reader and the writer exchange the same two places.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.reading import known_formats
from gridwright.registry import REGISTRY

from ..drawn_by_hand import BOARDS, DRAWN
from ..laws.cases import FOLDER
from . import items

FILES = {
    "fpuzzles": "fpuzzles", "nonogram-nin": "nonogram-lists", "nonogram-non": "non", "nyt-pips": "nyt-pips",
    "opensudoku": "opensudoku", "penpa": "penpa", "puzzlekit": "puzzlekit", "puzzlink": "puzzlink",
    "puzzlink-made": "puzzlink", "pzprv3": "pzprv3", "sgt": "sgt", "sudoku-line": "sdm",
}  # fmt: skip
"""The format of each file of real puzzles."""

ELSEWHERE = {
    "spf": "the samples of its authors", "plain": "the corpus", "sudoku": "the corpus", "pips-board": "the corpus",
    "pips-cells": "the corpus", "sdk": "a grid in tests/unit/test_sudoku_links.py",
    "puzzlekit-json": "the texts of puzzlekit inside it",
}
"""Formats whose readers are tested elsewhere, and on what."""

KNOWN = ("spf", "solution", "solutions", "mines", "accepted_by_pzprjs")
"""Expected contents or solutions that do not come from our readers."""


def known_puzzles() -> Iterator[tuple[str, str]]:
    """Format and genre of each real puzzle whose contents or solution is known."""
    for name, format in FILES.items():
        for item in items(name):
            expected: dict[str, Any] = item["expected"]
            if str(expected.get("status")).startswith("cannot"):
                continue
            if any(expected.get(key) for key in KNOWN) or name == "nyt-pips":
                yield format, item["genre"]
            if expected.get("pzprv3") and expected.get("spf"):
                yield "pzprv3", item["genre"]


BESIDE_CASES = sorted(path for path in FOLDER.glob("*/*.*") if path.suffix[1:] in set(known_formats()) - {"spf"})
"""Texts of other programs: ``small.puzzlink`` holds the puzzle of the case ``small.spf`` beside it."""


@pytest.mark.parametrize("path", BESIDE_CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_texts_beside_cases_hold_their_puzzles(path: Path) -> None:
    case = gw.read(path.with_suffix(".spf"))
    puzzle = gw.read(path.read_text("utf-8"), path.suffix[1:], genre=case.genre.name)
    assert (puzzle.board, puzzle.given) == (case.board, case.given), f"{path} does not hold the puzzle of its case"


@cache
def foreign_texts() -> set[tuple[str, str]]:
    """Format and genre of each text that Gridwright has not written."""
    drawn = {(one.format, BOARDS[one.board].genre.name) for one in DRAWN}
    beside = {(path.suffix[1:], gw.read(path.with_suffix(".spf")).genre.name) for path in BESIDE_CASES}
    return drawn | beside | set(known_puzzles())


@pytest.mark.parametrize("genre", REGISTRY.genres, ids=lambda genre: genre.__name__)
def test_every_reader_is_tested_in_every_genre(genre: type[gw.Genre]) -> None:
    formats = {dialect.format for dialect in genre.dialects} - set(ELSEWHERE)
    untested = sorted(format for format in formats if (format, genre.name) not in foreign_texts())
    assert untested == [], "store a text of the program beside a case: see 'Other programs' in docs/add-a-genre.md"
