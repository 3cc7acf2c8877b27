"""Links of Penpa+, texts of puzzlekit and links of Kudamono: the puzzles that other programs have of them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.kudamono import parameters_of

from . import items

READ_ALL_THE_SAME = {
    ("Kuromasu", "cannot ? clue"): "a clue without a number gives its cell as unshaded here",
    ("Galaxies", "cannot holes"): "boards may have missing cells here",
}
"""Drawings that the expectations call unreadable and that are read, with the reason."""

OTHER_RULE = {"Sternenhimmel": "arrows and stars pair off there; it is read with a warning"}
"""Texts that are read as the nearest genre, whose rules differ."""

COUNTED_OTHERWISE = {"Heyawake", "JigsawSudoku", "KenKen", "KillerSudoku", "LITS", "Thermometer", "Starbattle"}
"""Names with numbers of regions, cages or thermometers."""

WITH_HOLES = {("LITS", "187_10x10")}
"""Records whose missing cells the expectations take for a region; so read, their stored solution would be wrong."""


NOT_OURS = ("visit_all", "no_2x2")
"""Settings of the other program that ours has no options for."""


def test_drawings() -> None:
    for item in items("penpa"):
        expected, genre = item["expected"], item["genre"]
        config = expected.get("config") or {}
        options = {"genre": genre, **{name: value for name, value in config.items() if name not in NOT_OURS}}
        if "spf" not in expected:
            if (genre, expected["status"]) in READ_ALL_THE_SAME:
                assert gw.read(item["text"], **options).genre.name == genre
                continue
            with pytest.raises(gw.FormatError) as caught:
                gw.read(item["text"], **options)
            assert caught.value.code == "variant", item["source"]
            continue
        (known,) = gw.read_all(expected["spf"])
        (reading,) = gw.read_all(item["text"], **options)
        assert (reading.format, reading.puzzle) == ("penpa", known.puzzle), item["source"]
        if "answer_penpa" in expected:
            (with_answer,) = gw.read_all(expected["answer_penpa"], **options)
            assert (with_answer.puzzle, with_answer.answer) == (known.puzzle, known.answer), item["source"]
        (again,) = gw.read_all(gw.write(reading.puzzle, "penpa", known.answer), genre=genre)
        assert again.answer is not None and again.answer.marks == known.answer.marks  # type: ignore[union-attr]


@pytest.mark.thorough
def test_texts_of_puzzlekit() -> None:
    for item in items("puzzlekit"):
        expected = item["expected"]
        name = expected["name"]
        (reading,) = gw.read_all(item["text"], "puzzlekit", genre=name)
        known = gw.read(expected["spf"])
        if (name, expected["record"]) in WITH_HOLES:
            known = reading.puzzle
            assert isinstance(known.board, gw.Rect)
            assert len(known.board.holes) == len(re.findall("[#@]", item["text"])) > 0
        assert reading.puzzle == known, expected["record"]
        assert bool(reading.warnings) == (name in OTHER_RULE)
        record = {"problem": item["text"], "solution": expected["solution"], "source": "", "info": ""}
        (told,) = gw.read_all(json.dumps({"name": name, "data": {expected["record"]: record}}))
        assert told.puzzle == known and told.answer is not None
        assert gw.check(known, told.answer, finished=True) == [], expected["record"]
        if name in OTHER_RULE:
            with pytest.raises(gw.WriteError, match="another rule"):
                gw.write(reading.puzzle, "puzzlekit")
            continue
        written = gw.write(reading.puzzle, "puzzlekit")
        assert gw.read(written, "puzzlekit", genre=name) == known
        (again,) = gw.read_all(gw.write(told.puzzle, "puzzlekit-json", told.answer))
        assert (again.puzzle, again.answer) == (known, told.answer)


def test_most_texts_of_puzzlekit_are_written_item_for_item() -> None:
    """All but those with numbers that may be counted in another order."""
    for item in items("puzzlekit"):
        name = item["expected"]["name"]
        if name not in COUNTED_OTHERWISE and name not in OTHER_RULE:
            written = gw.write(gw.read(item["text"], "puzzlekit", genre=name), "puzzlekit")
            assert _items(written) == _items(item["text"]), item["expected"]["record"]


def _items(text: str) -> list[list[str]]:
    return [line.split() for line in text.rstrip("\n").split("\n")]


def test_links_of_kudamono() -> None:
    for item in items("kudamono"):
        assert parameters_of(item["text"]) == item["expected"]["parameters"]
        fault = _fault(item["text"])
        wanted = "variant" if item["expected"]["parameters"]["G"] == "lits" else "unknown-genre"
        assert fault.code == wanted, item["text"]


def _fault(text: str, **options: Any) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(text, **options)
    return caught.value
