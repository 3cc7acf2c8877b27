"""Nonograms of other programs: what is read, written and refused."""

from __future__ import annotations

import random

import pytest

import gridwright as gw

ROWS: list[tuple[int, ...]] = [(2,), (), (1, 1)]
COLUMNS: list[tuple[int, ...]] = [(1, 1), (1,), (1,)]
PUZZLE = gw.puzzle(
    "Picross", clue={"top": COLUMNS, "left": ROWS}, title="A <small> one", author="Me & you",
    credits=["copyright: nobody", "license: CC0"],
)  # fmt: skip
ANSWER = gw.state(PUZZLE, ["##.", "...", "#.#"])

NON = 'title "T"\nwidth 3\nheight 3\n\nrows\n2\n\n1,1\n\ncolumns\n1,1\n1\n1\n\ngoal "110000101"\n'
NIN = "3 3\n2\n0\n1 1\n1 1\n1\n1\n"
MK = "3 3\n2\n0\n1 1\n#\n1 1\n1\n1\n"
CWD = "3\n3\n2\n0\n1 1\n\n1 1\n1\n1\n"
G = "A picture\n-----\n: rows\n2\n0\n1 1\n: columns\n1 1\n1\n1\n"
OBLONG = "3 2\n1 1\n3\n2\n1\n2\n"
XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><title>Set</title>
<puzzle type="grid" defaultcolor="black">
<clues type="columns">
<line><count>1</count><count>1</count></line><line><count>1</count></line><line><count>1</count></line></clues>
<clues type="rows"><line><count>2</count></line><line/><line><count>1</count><count>1</count></line></clues>
</puzzle></puzzleset>
"""


@pytest.mark.parametrize(("text", "format"), [
    (NON, "non"), (NIN, "nonogram-lists"), (MK, "nonogram-lists"), (CWD, "nonogram-lists"), (G, "nonogram-lists"),
    (XML, "webpbn"),
])  # fmt: skip
def test_read(text: str, format: str) -> None:
    (reading,) = gw.read_all(text)
    assert (reading.format, reading.puzzle, reading.warnings) == (format, PUZZLE, ())
    assert (reading.answer == ANSWER) == (text == NON)


def test_rows_and_columns_are_not_mixed_up() -> None:
    """In .nin the width comes first, in .mk and .cwd the height."""
    oblong = gw.puzzle("Picross", clue={"top": [(2,), (1,), (2,)], "left": [(1, 1), (3,)]})
    for text in (OBLONG, "2 3\n1 1\n3\n#\n2\n1\n2\n", "2\n3\n1 1\n3\n\n2\n1\n2\n"):
        assert gw.read(text) == oblong


@pytest.mark.parametrize("format", ["non", "webpbn"])
@pytest.mark.parametrize("answer", [None, ANSWER], ids=["puzzle", "solved"])
def test_what_is_written_is_read(format: str, answer: gw.State | None) -> None:
    (reading,) = gw.read_all(gw.write(PUZZLE, format, answer))
    assert (reading.format, reading.puzzle, reading.answer) == (format, PUZZLE, answer)
    assert (reading.puzzle.about.title, reading.puzzle.about.author) == ("A <small> one", "Me & you")
    assert any("nobody" in text for text in reading.puzzle.about.credits)


def test_bundles_pictures_without_clues_and_doubtful_pictures() -> None:
    assert [reading.puzzle for reading in gw.read_all(NON + "====\n" + NON)] == [PUZZLE, PUZZLE]
    picture = '<solution type="goal"><image>\n|XX.|\n|...|\n|X.X|\n</image></solution>'
    (drawn,) = gw.read_all(f"<puzzleset><puzzle>{picture}</puzzle></puzzleset>\n")
    assert (drawn.puzzle, drawn.answer) == (PUZZLE, ANSWER)
    (cut,) = gw.read_all(NON.replace("110000101", "110..."))
    assert cut.answer is None and cut.warnings == ("the picture in the file is not whole, so it is left out",)


@pytest.mark.parametrize(("text", "words"), [
    (NON.replace("2\n\n1,1", "2a\n\n1,1"), "line 6, column 2: the colour 'a' is not declared"),
    (NON.replace("width 3", "width 3\ncolor r #ff000"), "line 3, column 1: this is no colour"),
    (XML.replace('<clues type="rows">', '<color name="red">blue</color><clues type="rows">'),
     "this is no colour; expected six hexadecimal digits"),
    (NON.replace("width 3", "width 99999").replace("height 3", "height 9999"), "a board of this size is not supported"),
    (NON.replace("width 3", "width x"), "line 2, column 1: the width is no number"),
    (NON.replace("1,1\n\ncolumns", "columns"), "there are 2 rows; expected 3"),
    (NON.replace("1,1\n1\n1\n", "1,1\n1\n1;1\n"), "these are not runs"),
    (NON.replace("2\n\n1,1", "2\n\n4"), "expected a number from 1 to 3 or '?', found 4"),
    (NON.partition("columns")[0], "there are no columns"),
    (G.replace(": rows", "#d\n: rows"), "the puzzle has colours"),
    (XML.replace('"grid"', '"triddler"'), "a board that is no rectangle of squares; expected grid"),
    (XML.replace("<count>2</count>", '<count color="red">2</count>'),
     "line 7, column 26: the colour 'red' is not declared"),
    (XML.replace('type="rows"', 'type="rows'), "this is not XML"),
    (XML.replace('"https://webpbn.com/pbn-0.3.dtd">', '"x" [<!ENTITY a "b">]>'), "declares entities of its own"),
    (XML.replace('type="rows"', 'type="odd"'), "neither clues nor a picture"),
])  # fmt: skip
def test_refused(text: str, words: str) -> None:
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all(text)
    assert words in str(fault.value)


def test_what_cannot_be_written() -> None:
    with pytest.raises(gw.WriteError, match="a clue above every column and on the left of every row"):
        gw.write(gw.puzzle("Picross", size=2, clue={"top": [(1,), (1,)]}), "non")
    with pytest.raises(gw.WriteError, match="the format has no place for shade"):
        gw.write(gw.puzzle("Picross", size=1, clue={"top": [(1,)], "left": [(1,)]}, shade=["#"]), "webpbn")


@pytest.mark.parametrize("text", [NON, NIN, MK, CWD, G, XML], ids=["non", "nin", "mk", "cwd", "g", "xml"])
def test_spoilt_texts_give_puzzles_or_format_errors(text: str) -> None:
    chance = random.Random(text)
    strange = ["", "0", "-", "\n", "<", "#", "A", "é", "9" * 30, ","]
    (known,) = {reading.format for reading in gw.read_all(text)}
    for _ in range(80):
        spoilt = list(text)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.randint(0, 3)] = chance.choice(strange)
        try:
            gw.read_all("".join(spoilt) + "\n", known)
        except gw.FormatError as fault:
            assert str(fault)


# -- colours ----------------------------------------------------------------------------------------------------------

FLAG = gw.puzzle(
    "Colour Picross", colours="rb", clue={"top": [("1r", "1b"), ("1r", "1b"), ("1b",)], "left": [("2r",), ("3b",)]},
    title="Flag",
)  # fmt: skip
FLOWN = gw.state(FLAG, ["rr-", "bbb"])
COLOURED = """title "Flag"
width 3
height 2
color x #f01020
color y #1020d0
rows
2x
3y
columns
1x,1y
1x,1y
1y
goal "xx0yyy"
"""
COLOURED_XML = """<puzzleset><puzzle type="grid" defaultcolor="black"><title>Flag</title>
<color name="white" char=".">fff</color><color name="crimson" char="X">f01020</color>
<color name="blue" char="Y">123</color>
<clues type="columns"><line><count color="crimson">1</count><count color="blue">1</count></line>
<line><count color="crimson">1</count><count color="blue">1</count></line>
<line><count color="blue">1</count></line></clues>
<clues type="rows"><line><count color="crimson">2</count></line><line><count color="blue">3</count></line></clues>
<solution type="goal"><image>|XX.||YYY|</image></solution></puzzle></puzzleset>
"""


@pytest.mark.parametrize(("text", "format"), [(COLOURED, "non"), (COLOURED_XML, "webpbn")])
def test_colours_become_the_nearest_ones(text: str, format: str) -> None:
    """A colour of the same name is taken, even if another one is nearer."""
    (reading,) = gw.read_all(text)
    assert (reading.format, reading.puzzle, reading.answer, reading.warnings) == (format, FLAG, FLOWN, ())
    assert gw.solve(reading.puzzle).answers == (FLOWN,)


@pytest.mark.parametrize("format", ["non", "webpbn"])
@pytest.mark.parametrize("answer", [None, FLOWN], ids=["puzzle", "solved"])
def test_what_is_written_in_colours_is_read(format: str, answer: gw.State | None) -> None:
    (reading,) = gw.read_all(gw.write(FLAG, format, answer))
    assert (reading.format, reading.puzzle, reading.answer) == (format, FLAG, answer)


def test_two_similar_colours_stay_different() -> None:
    twins = COLOURED.replace("#1020d0", "#f01021")
    puzzle = gw.read(twins)
    assert puzzle.keys["colours"][0] != puzzle.keys["colours"][1]
    assert gw.solve(puzzle).status == "unique"


def test_black_alone_is_no_colour() -> None:
    black = NON.replace("width 3", "width 3\ncolor a #000")
    assert gw.read(black) == gw.read(black.replace("2\n\n1,1\n\n", "2a\n\n1a,1a\n\n")) == PUZZLE


def test_pictures_in_colours_without_clues() -> None:
    start, end = COLOURED_XML.index('<clues type="columns">'), COLOURED_XML.index("<solution")
    assert gw.read(COLOURED_XML[:start] + COLOURED_XML[end:]) == FLAG


def test_there_may_be_too_many_colours() -> None:
    colours = "".join(f"color {letter} #0000{n:02x}\n" for n, letter in enumerate("abcdefghijklm", 16))
    with pytest.raises(gw.FormatError, match="too many colours; expected at most 12, found 13"):
        gw.read("width 1\nheight 1\n" + colours + "rows\n1a\ncolumns\n1a\n")


@pytest.mark.parametrize("text", [COLOURED, COLOURED_XML], ids=["non", "xml"])
def test_spoilt_texts_in_colours_give_puzzles_or_format_errors(text: str) -> None:
    test_spoilt_texts_give_puzzles_or_format_errors(text)
