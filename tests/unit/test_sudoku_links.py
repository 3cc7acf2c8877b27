"""f-puzzles, SudokuPad, OpenSudoku and files with a line for each row."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats import fpuzzles
from gridwright.formats.fpuzzles import compress, decompress
from gridwright.formats.sudokupad import loose_json

SIZE = 4
ROWS = ["1 2 . .", ". . 1 .", ". 1 . .", ". . . 1"]
SUDOKU = gw.puzzle("Sudoku", ROWS, title="Four", author="A setter", description=["Rules", "apply."])
KILLER = gw.puzzle("Killer-Sudoku", ROWS, cages=[(3, "r1c1 r1c2"), "r2c1 r2c2", (5, "r4c1 r4c2")])
JIGSAW = gw.puzzle("Sudoku", ROWS, wall=["AABB", "ACBB", "ACDD", "CCDD"])
ANSWER = gw.state(SUDOKU, ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"])


def record(**more: Any) -> dict[str, Any]:
    """A sudoku of f-puzzles."""
    values = [[int(word) if word != "." else None for word in row.split()] for row in ROWS]
    grid: list[list[dict[str, Any]]] = [[{"value": n, "given": True} if n else {} for n in row] for row in values]
    return {"size": SIZE, "grid": grid, **more}


# -- compression ------------------------------------------------------------------------------------------------------


def test_lz_string() -> None:
    assert compress("hello hello") == "BYUwNmD2AEoZQ==="  # what the original program gives
    assert decompress("BYUwNmD2AEoZQ===") == "hello hello"
    chance = random.Random(1)
    for alphabet in ("a", "ab", "abé", "漢字a", "a😀b"):
        for length in (0, 1, 2, 7, 60, 600):
            text = "".join(chance.choice(alphabet) for _ in range(length))
            assert decompress(compress(text)) == text


@pytest.mark.parametrize("text", ["", "B", "BYUw", "BYUwNmD2*", "____"])
def test_what_was_never_compressed(text: str) -> None:
    with pytest.raises(gw.FormatError, match="not text compressed with LZ-string"):
        decompress(text)


def test_texts_of_the_largest_size_are_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fpuzzles, "MAX_UNITS", 600)
    assert decompress(compress("ab" * 300)) == "ab" * 300
    with pytest.raises(gw.FormatError, match="the text inside is too long; expected at most 600 characters"):
        decompress(compress("ab" * 300 + "c"))
    monkeypatch.setattr(fpuzzles, "MAX_TEXT", len(compress("hello").rstrip("=")))
    assert decompress(compress("hello")) == "hello"
    with pytest.raises(gw.FormatError, match="the compressed text is too long"):
        decompress(compress("hello, world"))


def test_bombs_stop_at_a_limit() -> None:
    """Each piece of the stream is one character longer than the last."""
    numbers, width, room = [(0, 2), (ord("a"), 8)], 3, 4
    for piece in range(4, 6000):
        numbers.append((piece, width))
        room -= 1
        if not room:
            room, width = 1 << width, width + 1
    bits = "".join(f"{number:0{size}b}"[::-1] for number, size in numbers)
    bits += "0" * (-len(bits) % 6)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bomb = "".join(alphabet[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))
    assert len(bomb) < 20_000
    with pytest.raises(gw.FormatError, match="the text inside is too long"):
        decompress(bomb)


# -- f-puzzles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [SUDOKU, KILLER, JIGSAW], ids=["sudoku", "killer", "jigsaw"])
def test_what_is_written_is_read(puzzle: gw.Puzzle) -> None:
    text = gw.write(puzzle, "fpuzzles")
    assert text.startswith("https://www.f-puzzles.com/?load=N4Ig")
    packed = text.strip().partition("=")[2]
    for link in (text, text.strip(), packed, f"sudokupad.app/fpuz{packed}", f"https://sudokupad.app/fpuzzles{packed}"):
        (reading,) = gw.read_all(link)
        assert reading.puzzle == puzzle
        assert reading.puzzle.about == puzzle.about
        assert reading.answer is None
    (solved,) = gw.read_all(gw.write(SUDOKU, "fpuzzles", ANSWER))
    assert solved.answer == ANSWER


def test_given_and_entered_numbers() -> None:
    told = record()
    told["grid"][0][2] = {"value": 3}
    (reading,) = gw.read_all(json.dumps(told) + "\n")
    assert reading.puzzle.given["number"] == SUDOKU.given["number"]
    assert reading.warnings == ("the numbers that a player entered are left out",)
    for row, numbers in zip(told["grid"], ANSWER["number"], strict=True):
        for cell, n in zip(row, numbers, strict=True):
            cell.setdefault("value", n)
    told["grid"][0][2]["value"] = 3
    (reading,) = gw.read_all(json.dumps(told) + "\n")
    assert reading.answer == ANSWER and reading.warnings == ()


@pytest.mark.parametrize(("more", "words"), [
    ({"diagonal+": True, "arrow": [{}]}, "rules that no genre has: the numbers on the rising diagonal differ, arrow"),
    ({"somethingnew": [1]}, "rules that no genre has: somethingnew"),
    ({"size": 10**9}, "the size is missing or not a number; expected a number from 1 to 99"),
    ({"size": 5}, "the grid has another size; expected 5 lists of 5 cells"),
    ({"grid": [[{"givenPencilMarks": [1]}] * 4] * 4}, "the candidates of R1C1 are restricted"),
    ({"grid": [[{"value": "x"}] * 4] * 4}, "the value of R1C1 is no number"),
    ({"grid": [[{"value": 9, "given": True}] * 4] * 4}, "expected a number from 1 to 4, found 9"),
    ({"killercage": [{"cells": ["R1C1", "R9C9"]}]}, "a killer cage names no cell; expected R1C1, found '\"R9C9\"'"),
    ({"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C1"]}]}, "two cages share the cell r1c1"),
    ({"killercage": [{"cells": ["R1C1", "R3C3"]}]}, "the cage of r1c1 is not connected"),
    ({"killercage": [{"cells": ["R1C1"], "value": "many"}]}, "the total of a cage is no number"),
])  # fmt: skip
def test_refused(more: dict[str, Any], words: str) -> None:
    for text in (json.dumps(record(**more)), "https://f-puzzles.com/?load=" + compress(json.dumps(record(**more)))):
        with pytest.raises(gw.FormatError) as fault:
            gw.read_all(text + "\n", "fpuzzles")
        assert words in str(fault.value)


def test_drawings_give_warnings_and_ids_are_refused() -> None:
    (reading,) = gw.read_all(json.dumps(record(line=[{}], highlightConflicts=True, arrow=[])) + "\n")
    assert reading.warnings == ("drawings (line) are left out; they may stand for rules",)
    with pytest.raises(gw.FormatError, match="a puzzle that only the site knows"):
        gw.read_all("https://www.f-puzzles.com/?id=abc123")


# -- SudokuPad --------------------------------------------------------------------------------------------------------

PAD = {
    "cells": [[{"value": word} if word != "." else {} for word in row.split()] for row in ROWS],
    "regions": [[[r, c] for r in (a, a + 1) for c in (b, b + 1)] for a in (0, 2) for b in (0, 2)],
    "cages": [
        {"value": "title: Four"}, {"value": "solution: 1234341221434321"}, {"cells": [[0, 0]], "type": "region"},
    ],
}  # fmt: skip


def test_sudokupad() -> None:
    packed = compress(json.dumps(PAD))
    for link in (f"https://sudokupad.app/scl{packed}", f"https://app.crackingthecryptic.com/sudoku/ctc{packed}"):
        (reading,) = gw.read_all(link)
        assert reading.puzzle == SUDOKU
        assert reading.puzzle.about.title == "Four"
        assert reading.answer == ANSWER
        assert gw.read(link.removesuffix(packed)[-3:] + packed.replace("/", "//")) == SUDOKU, "what the site returns"
    cages = [{"cells": [[0, 0], [0, 1]], "value": "3", "unique": True}, {"cells": [[1, 0], [1, 1]], "unique": True},
             {"cells": [[3, 0], [3, 1]], "value": 5}]  # fmt: skip
    (killer,) = gw.read_all(json.dumps(PAD | {"cages": cages, "lines": [{}]}) + "\n")
    assert killer.puzzle == KILLER
    assert killer.warnings == ("what is drawn as lines is left out; it may stand for rules",)
    with pytest.raises(gw.FormatError, match="a puzzle that only the site knows"):
        gw.read_all("https://sudokupad.app/abcdefgh")


def test_the_loose_notation() -> None:
    assert loose_json("{ce:[[{v:1},,],[,,{v:'a,b'}]],cs:50,t:t,x:#F}") == {
        "cells": [[{"value": 1}, {}, {}], [{}, {}, {"value": "a,b"}]], "cellSize": 50, "title": True, "x": "#F",
    }  # fmt: skip
    loose = "{ce:[[{v:1},{v:2},,],[,,{v:1},],[,{v:1},,],[,,,{v:1}]],metadata:{title:Four}}"
    (reading,) = gw.read_all(f"https://sudokupad.app/scl{compress(loose)}")
    assert (reading.puzzle, reading.puzzle.about.title) == (SUDOKU, "Four")
    for bad in ("{a", "[1", "{a:[}", "[" * 1000, "[1]]", "{a:1,,b:2}"):
        with pytest.raises(gw.FormatError):
            loose_json(bad)


# -- files ------------------------------------------------------------------------------------------------------------

GRID = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5",
        "....8..79"]  # fmt: skip
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NINE = gw.puzzle("Sudoku", GRID)


def test_sdk_and_sdm() -> None:
    text = "#AA setter\n#DA sudoku\n#LEasy\n" + "\n".join(GRID) + "\n"
    (reading,) = gw.read_all(text)
    assert (reading.format, reading.puzzle) == ("sdk", NINE)
    assert reading.puzzle.about == gw.About(author="A setter", description=("A sudoku",), difficulty="Easy")
    assert gw.read(gw.write(reading.puzzle, "sdk")).about == reading.puzzle.about
    state = "\n".join(SOLVED[i : i + 9] for i in range(0, 81, 9))
    (played,) = gw.read_all("[Puzzle]\n" + "\n".join(GRID) + "\n[State]\n" + state + "\n")
    assert played.puzzle == NINE and played.answer is not None
    assert gw.check(NINE, played.answer, finished=True) == []
    assert gw.write(NINE, "sdm") == "".join(GRID) + "\n"
    candidates = [[char if char != "." else "12u9"[:3] for char in row] for row in GRID]
    (marked,) = gw.read_all("\n".join(" ".join(row) for row in candidates) + "\n")
    assert marked.puzzle == NINE and "candidates are left out" in marked.warnings[0]
    with pytest.raises(gw.FormatError, match="line 3, column 4: this is not a number"):
        gw.read_all("#A me\n" + "\n".join(GRID).replace("6..195", "6..q95") + "\n", "sdk")
    with pytest.raises(gw.FormatError, match="the grid has another size; expected 81 cells, found 72 cells"):
        gw.read_all("[Puzzle]\n" + "\n".join(GRID[:8]) + "\n")
    with pytest.raises(gw.WriteError, match="9 x 9 with the usual boxes only"):
        gw.write(JIGSAW, "sdm")


def opensudoku(games: str, version: str = "") -> str:
    """A collection."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku{version}>\n<name>Ours</name>\n{games}</opensudoku>\n'


def test_opensudoku() -> None:
    line = "".join(GRID).replace(".", "0")
    (first,) = gw.read_all(opensudoku(f'<game data="{line}"/>'))
    assert (first.format, first.puzzle, first.puzzle.about.title) == ("opensudoku", NINE, "Ours")
    cells = "".join(f"{n}|-|{int(g == '.')}|" for n, g in zip(SOLVED, "".join(GRID), strict=True))
    game = f'<folder name="F"><game state="2" data="version: 1&#10;{cells}" note=""/></folder>'
    (second,) = gw.read_all(opensudoku(game, ' version="2"'))
    assert second.puzzle == NINE and second.answer is not None
    assert gw.check(NINE, second.answer, finished=True) == []
    with pytest.raises(gw.FormatError, match="line 4, column 1: the cells of this game cannot be read"):
        gw.read_all(opensudoku('<game data="12"/>'))


@pytest.mark.parametrize(("text", "words"), [
    ("<opensudoku><game></opensudoku>", "this is not XML: mismatched tag"),
    ('<!DOCTYPE a [<!ENTITY b "c">]><opensudoku>&b;</opensudoku>', "declares entities of its own"),
    ("<opensudoku>" + "<game>" * 100, "nested too deeply"),
    ('<opensudoku version="9"/>', "another version of the format"),
    ("<opensudoku/>", "the text holds no puzzle"),
])  # fmt: skip
def test_bad_xml(text: str, words: str) -> None:
    with pytest.raises(gw.FormatError, match=words):
        gw.read(text + "\n")


STRANGE = ["", "0", "-", '"', "[", "}", "A", "é", "9" * 30, ","]


@pytest.mark.parametrize("text", [
    json.dumps(record(killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}])), json.dumps(PAD),
    gw.write(KILLER, "fpuzzles"),
    "https://sudokupad.app/scl" + compress("{ce:[[{v:1},{v:2}],[,]],ca:[{ce:[[0,0]],v:1}]}"),
    opensudoku('<game data="' + "0" * 81 + '"/>'), "#A me\n" + "\n".join(GRID),
])  # fmt: skip
def test_spoilt_texts_give_puzzles_or_format_errors(text: str) -> None:
    chance = random.Random(text)
    known = next(name for name in ("fpuzzles", "sudokupad", "opensudoku", "sdk") if _is(name, text))
    for _ in range(100):
        spoilt = list(text)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.randint(0, 3)] = chance.choice(STRANGE)
            spoilt = spoilt or ["x"]
        try:
            gw.read_all("".join(spoilt) + "\n", known)
        except gw.FormatError as fault:
            assert str(fault)


def _is(format: str, text: str) -> bool:
    from gridwright.formats.reading import FORMATS

    return FORMATS[format].sniff(text)


# -- Kropki of f-puzzles ----------------------------------------------------------------------------------------------


def kropki(**more: Any) -> str:
    grid = [[{"region": row} for _ in range(4)] for row in range(4)]
    told: dict[str, Any] = {"size": 4, "grid": grid, "negative": ["ratio", "difference"]}
    told["difference"] = [{"cells": ["R1C1", "R1C2"], "value": ""}]
    told["ratio"] = [{"cells": ["R2C3", "R3C3"]}]
    return json.dumps(told | more)


def test_a_latin_square_with_all_dots_is_a_kropki() -> None:
    puzzle = gw.read(kropki())
    assert puzzle.genre.name == "Kropki"
    assert {puzzle.board.name(at): dot for at, dot in puzzle.given["dot"].items()} == {
        "r1c1-r1c2": "white", "r2c3-r3c3": "black",
    }
    assert gw.read(gw.write(puzzle, "fpuzzles")) == puzzle


@pytest.mark.parametrize("more", [
    {"negative": ["ratio"]}, {"grid": [[{} for _ in range(4)] for _ in range(4)]},
    {"killercage": [{"cells": ["R1C1"]}]},
    {"ratio": [{"cells": ["R2C3", "R3C3"], "value": "3"}]}, {"ratio": [{"cells": ["R2C3", "R4C3"]}]},
    {"ratio": [{"cells": ["R2C3"]}]}, {"thermometer": [{"lines": [["R1C1", "R1C2"]]}]},
])  # fmt: skip
def test_dots_with_other_rules_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(kropki(**more))
    assert caught.value.code == "other-rules"
