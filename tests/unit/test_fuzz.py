"""Whatever a reader is given, nothing but puzzles or a FormatError comes out; and what came out can be used.

The inputs: text of the characters that formats are made of, bytes, and texts of every format with some mistakes in
them. ``GRIDWRIGHT_FUZZ=20`` tries twenty times as many, other ones each time.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.formats.dialect import Reading
from gridwright.formats.reading import _written, known_formats

from ..grouped import examples

ROOT = Path(__file__).parents[2]
TIMES = int(os.environ.get("GRIDWRIGHT_FUZZ", "0"))
Forced = str | None

forced_formats = st.sampled_from([None, *known_formats()])


def tries(n: int) -> settings:
    """``n`` examples, the same ones each time; more and others if the environment asks for it."""
    return settings(
        max_examples=examples(n * max(1, TIMES)),
        derandomize=not TIMES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


# -- what must hold ---------------------------------------------------------------------------------------------------


def readings(source: str | bytes, format: Forced) -> list[Reading]:
    """The puzzles of a source; none if it was refused in the proper way."""
    try:
        return gw.read_all(source, format)
    except gw.FormatError as fault:
        text = source if isinstance(source, str) else source.decode("latin-1")
        check_fault(fault, text)
        return []


def check_fault(fault: gw.FormatError, text: str) -> None:
    assert fault.what
    assert fault.code
    assert fault.code.replace("-", "").isalpha()
    assert fault.column >= 0
    assert 0 <= fault.line <= len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")) + 1
    assert fault.line or not fault.column
    assert len(str(fault)) < 1000, "a message is no copy of the input"
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)


def check_usable(reading: Reading) -> None:
    """A puzzle that was read is printed, solved, judged and written without a crash."""
    puzzle = reading.puzzle
    assert isinstance(puzzle, gw.Puzzle)
    assert all(isinstance(warning, str) for warning in reading.warnings)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    hash(puzzle)
    repr(puzzle)
    if len(puzzle.board.cells) > 150:
        return
    str(puzzle)
    check_written(reading)
    verdict = gw.solve(puzzle, timeout=0.1)
    for answer in verdict.answers:
        assert gw.check(puzzle, answer, finished=True) == []
    if reading.answer is not None:
        gw.check(puzzle, reading.answer, finished=True)


def check_written(reading: Reading) -> None:
    """Written in its own format, a puzzle reads as the same puzzle; others may refuse it, but may not crash."""
    puzzle = reading.puzzle
    for format in known_formats():
        try:
            text = _written(puzzle, format, None)  # without naming, in each refusal, the formats that can hold it
        except gw.WriteError:
            continue
        again = gw.read(text, format, genre=puzzle.genre.name)
        if format == reading.format:
            assert again == puzzle


# -- seeds ------------------------------------------------------------------------------------------------------------


READ_ONLY = (
    ('<opensudoku><game data="' + "1" + "0" * 80 + '"/></opensudoku>', "opensudoku"),
    ('{"cells": [[{"value": 1}]], "regions": [[[0, 0]]]}', "sudokupad"),
    ("3 3\n2\n0\n1 1\n1 1\n1\n1\n", "nonogram-lists"),
    ("begin\npuzzle tents\nsize 2\n[clabels]\n1 -\n[rlabels]\n- 0\n[problem]\n- x\n- -\n[solution]\no x\n- -\n",
     "janko"),
    ("https://pedros.works/paper-puzzle-player?W=3x2&L=(2)1(1)3&SIE=3U&G=fillomino", "kudamono"),
    ('{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "dimensions": {"width": 1, "height": 1}, '
     '"puzzle": [[0]], "solution": [[1]], "cages": [{"cells": [[1, 1]], "value": 1}]}', "ipuz"),
)
"""Texts of formats that are not written."""


@cache
def seeds() -> list[tuple[str, str]]:
    """Texts of every format, each with the format's name: the samples, and these written in the other formats.

    A few tries need no more than every fourth case, which is one of each genre at least.
    """
    found: dict[str, str] = {}
    cases = sorted(ROOT.glob("tests/cases/*/*.spf"))[:: 1 if TIMES else 4]
    files = [*cases, *sorted(p for p in ROOT.glob("examples/**/*") if p.is_file())]
    for file in files:
        text = file.read_bytes().decode("utf-8", "replace")
        try:
            read = gw.read_all(text + "\n")
        except gw.FormatError:
            continue
        found[text] = read[0].format
        for format in known_formats():
            try:
                found.setdefault(_written(read[0].puzzle, format, None), format)
            except gw.WriteError:
                continue
    found.update(dict(READ_ONLY))
    assert set(found.values()) == set(known_formats())
    return [(format, text) for text, format in found.items() if len(text) < 4000]


@cache
def seeds_of(format: str) -> list[str]:
    return [text for own, text in seeds() if own == format]


# -- mistakes ---------------------------------------------------------------------------------------------------------

MARKS = "0123456789 .#-|+*?x^v<>oO=H{}()[]/%\\:,\n\r\t\0éß…\u2028\ufeff\U000f0005"
NUMBERS = ("0", "-1", "9999999", "99999999999999999999", "1e9", "00", "1000", "70001", "265", "{60000}", "{9999999999}")

places = st.integers(0, 10**6)
pieces = st.text(MARKS, max_size=3) | st.sampled_from(NUMBERS)


def deleted(text: str, a: int, b: int, piece: str) -> str:
    at = a % (len(text) + 1)
    return text[:at] + text[at + b % 9 + 1 :]


def inserted(text: str, a: int, b: int, piece: str) -> str:
    at = a % (len(text) + 1)
    return text[:at] + piece + text[at:]


def replaced(text: str, a: int, b: int, piece: str) -> str:
    at = a % (len(text) + 1)
    return text[:at] + piece + text[at + len(piece) :]


def repeated(text: str, a: int, b: int, piece: str) -> str:
    at = a % (len(text) + 1)
    return text[:at] + text[at : at + b % 20] * 3 + text[at:]


def lines_swapped(text: str, a: int, b: int, piece: str) -> str:
    lines = text.split("\n")
    i, j = a % len(lines), b % len(lines)
    lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


def line_deleted(text: str, a: int, b: int, piece: str) -> str:
    lines = text.split("\n")
    del lines[a % len(lines)]
    return "\n".join(lines)


def line_doubled(text: str, a: int, b: int, piece: str) -> str:
    lines = text.split("\n")
    lines.insert(b % (len(lines) + 1), lines[a % len(lines)])
    return "\n".join(lines)


def number_changed(text: str, a: int, b: int, piece: str) -> str:
    """Another number for one that stands there."""
    words = [i for i, char in enumerate(text) if char.isdigit()]
    if not words:
        return text
    at = words[a % len(words)]
    end = at
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[:at] + NUMBERS[b % len(NUMBERS)] + text[end:]


def cut_off(text: str, a: int, b: int, piece: str) -> str:
    return text[: a % (len(text) + 1)]


def reversed_lines(text: str, a: int, b: int, piece: str) -> str:
    return "\n".join(line[::-1] if i == a % 5 else line for i, line in enumerate(text.split("\n")))


def ends_changed(text: str, a: int, b: int, piece: str) -> str:
    return text.replace("\n", ("\r\n", "\r", "\n\n", " \n")[a % 4])


MISTAKES: list[Callable[[str, int, int, str], str]] = [
    deleted, inserted, replaced, repeated, lines_swapped, line_deleted, line_doubled, number_changed, number_changed,
    cut_off, reversed_lines, ends_changed,
]
mistakes = st.lists(st.tuples(st.sampled_from(MISTAKES), places, places, pieces), min_size=1, max_size=4)


# -- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", known_formats())
def test_a_text_with_mistakes(format: str) -> None:
    @tries(30)
    @given(st.sampled_from(seeds_of(format)), mistakes, st.booleans())
    def test(text: str, made: list[tuple[Callable[[str, int, int, str], str], int, int, str]], force: bool) -> None:
        for mistake, a, b, piece in made:
            text = mistake(text, a, b, piece)
        for reading in readings(text + "\n", format if force else None)[:2]:
            check_usable(reading)

    test()


@tries(120)
@given(st.lists(places, min_size=2, max_size=2), mistakes, forced_formats)
def test_two_texts_joined(
    which: list[int], made: list[tuple[Callable[[str, int, int, str], str], int, int, str]], format: Forced
) -> None:
    first, second = (seeds()[i % len(seeds())][1] for i in which)
    mistake, a, b, piece = made[0]
    spliced = first[: a % (len(first) + 1)] + second[b % (len(second) + 1) :]
    for text in (first + second, spliced, mistake(first + "\n" + second, a, b, piece)):
        for reading in readings(text + "\n", format)[:2]:
            check_usable(reading)


@tries(250)
@given(st.text(MARKS + "\n\n\n", max_size=200), forced_formats)
def test_text_of_the_usual_characters(text: str, format: Forced) -> None:
    for reading in readings(text + "\n", format)[:2]:
        check_usable(reading)


@tries(150)
@given(st.text(max_size=100), forced_formats)
def test_any_text(text: str, format: Forced) -> None:
    for reading in readings(text + "\n", format)[:2]:
        check_usable(reading)


@tries(150)
@given(st.binary(max_size=200), forced_formats)
def test_any_bytes(data: bytes, format: Forced) -> None:
    for reading in readings(data, format)[:2]:
        check_usable(reading)


HEADS = {
    "plain": ["nurikabe\nx\n3 3\n", "heyawake\n\n2 2\n", "picross\nx\n2 2\n", "minesweeper\nx\n2 1\n",
              "yajilin\nx\n2 1\n", "hashiwokakero\nx\n3 1\n", "mortal coil\nx\n2 2\n", "masyu\nx\n2 2\n"],
    "spf": ["<<\n/type (nurikabe)\n/X 2\n/Y 2\n/puzzle [\n(", "<<\n/type (pips)\n/X 2\n/Y 1\n/dominoes [",
            "<<\n/type (sudoku)\n/size 1\n/puzzle [", "<<\n/type (yajilin)\n/digits "],
    "sudoku": ["symbols: 1234\n\n", "symbols: ", "puzzle,solutions,solution\n", "1234\n", "title: a\n"],
    "pips-cells": ["2\nAA\nA", "2\nAB\nBA\n1\nA ", "1\nA\n0\n1\n"],
    "pips-board": ["AB\n\nA ", "AB\nAB\n\nA 3\n\n", "A"],
}  # fmt: skip


@tries(250)
@given(st.sampled_from([(format, head) for format, heads in HEADS.items() for head in heads]), st.text(MARKS,
max_size=60))
def test_a_good_beginning(start: tuple[str, str], rest: str) -> None:
    format, head = start
    for reading in readings(head + rest + "\n", format)[:2]:
        check_usable(reading)


KEYS = ("X", "Y", "size", "digits", "left", "top", "mines", "dominoes", "conditions", "symbols", "format", "max")
scalars = ["null", "true", "/a", "{a}", "-1", "0", "1", "2", "99", "9999999999", "1.5", "(A)", "(sum)", "()", "<41>"]
values = st.recursive(
    st.sampled_from(scalars),
    lambda inner: st.lists(inner, max_size=3).map(lambda items: f"[{' '.join(items)}]"),
    max_leaves=6,
)


@tries(250)
@given(
    st.sampled_from(sorted(ROOT.glob("tests/cases/*/small.spf"))),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=3),
)
def test_any_values_of_keys(file: Path, told: dict[str, str]) -> None:
    """A dictionary with other values for its keys, of other kinds above all."""
    lines = file.read_text("utf-8").split("\n")
    kept = [line for line in lines if not any(line.startswith(f"/{key} ") for key in told)]
    at = next(i for i, line in enumerate(kept) if line.startswith("/type"))
    kept[at:at] = [f"/{key} {value}" for key, value in told.items()]
    for reading in readings("\n".join(kept), "spf"):
        check_usable(reading)
