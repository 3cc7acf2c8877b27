"""What files tell is held against the declared domains: other values are refused in their place, never later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.postscript import Name
from gridwright.formats.spf import Spf
from gridwright.language import Genre

from ..laws.cases import of_genre

Spot = gw.Spot


def spf(kind: str, *lines: str) -> str:
    return "\n".join(["<<", f"/type ({kind})", *lines, ">>", ""])


def pips(conditions: str = "[ [(A) (sum) 1] ]", dominoes: str = "[ [0 1] ]") -> str:
    return spf("pips", "/X 2", "/Y 1", f"/conditions {conditions}", f"/dominoes {dominoes}", "/puzzle [", "(AA) ]")


def pills(value: str) -> str:
    return spf("pills", "/X 3", "/Y 1", "/digits 1", f"/max {value}", "/puzzle [", "(    )", "( 010) ]")


def pentominoes(*used: str) -> str:
    return spf("pentomino_search", "/X 5", "/Y 1", *used, "/puzzle [", "(     )", "(      )", "(      ) ]")


def compass(*rows: str, digits: int = 1) -> str:
    return spf("compass", "/X 2", "/Y 1", f"/digits {digits}", "/puzzle [", *(f"({row})" for row in rows), "]")


def tapa(*rows: str) -> str:
    return spf("tapa", "/X 2", "/Y 1", "/puzzle [", *(f"({row})" for row in rows), "]")


NO_CONDITION = "'sum', 'less', 'greater', 'at most' or 'at least' or 'equal' or 'unequal'"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        # keys with parts: the place is that of the part
        (pips("[ [1] ]"), (5, 15), "expected a list of 3: 'A', "),
        (pips("[ [(A) (foo) 1] ]"), (5, 20), f"expected {NO_CONDITION}, found 'foo'"),
        (pips("[ [(A) (sum) null] ]"), (5, 26), "expected a whole number, found null"),
        (pips("[ [(A) (sum) (1)] ]"), (5, 26), "expected a whole number, found '1'"),
        (pips("[ [(A) (equal) true] ]"), (5, 28), "expected nothing or a whole number, found true"),
        (pips("[ [(B) (sum) 1] ]"), (5, 16), "expected 'A', found 'B'"),
        (pips("[ (A) ]"), (5, 15), "found 'A'"),
        (pips("5"), (5, 13), "found 5"),
        (pips("(A)"), (5, 13), "found 'A'"),
        (pips(dominoes="[ [0 1] [0] ]"), (6, 11), "at most 1 item, found an array of 2"),
        (pips(dominoes="[ [0] ]"), (6, 13), "expected a list of 2 numbers from 0 to 99, found an array of 1"),
        (pips(dominoes="[ [0 (1)] ]"), (6, 16), "expected a number from 0 to 99, found '1'"),
        (pips(dominoes="[ [0 10000] ]"), (6, 16), "expected a number from 0 to 99, found 10000"),
        (pips(dominoes="[ [100000000 0] ]"), (6, 14), "expected a number from 0 to 99, found 100000000"),
        (pips(dominoes="[ 1 ]"), (6, 13), "found 1"),
        (pips(dominoes="true"), (6, 11), "found true"),
        (pips(dominoes="null"), (6, 11), "the key /dominoes has no value; expected a value, found null"),
        # numbers
        (pills("null"), (6, 6), "the key /max has no value"),
        (pills("2"), (6, 6), "expected a number from 0 to 1, found 2"),
        (pills("-1"), (6, 6), "found -1"),
        (pills("1.5"), (6, 6), "found 1.5"),
        (pills("/name"), (6, 6), "found name"),
        (pills("{ pop }"), (6, 6), "found procedure"),
        (pentominoes("/used ()"), (5, 7), "expected letters of pentominoes, found nothing"),
        (pentominoes("/used (ABC)"), (5, 7), "expected letters of pentominoes, found 'ABC'"),
        (pentominoes("/used 5"), (5, 7), "found 5"),
        # marks in diagrams
        (spf("akari", "/X 2", "/Y 1", "/puzzle [ (.7) ]"), (5, 13), "at r1c2; expected a number from 0 to 4"),
        (spf("nurikabe", "/X 2", "/Y 1", "/digits 2", "/puzzle [", "( 1 3) ]"), (7, 5), "a number from 1 to 2 or '?'"),
        (spf("fences", "/X 1", "/Y 1", "/puzzle [", "(+-+)", "(|5|)", "(+-+) ]"), (7, 3), "a number from 0 to 4"),
        (spf("skyscrapers", "/size 1", "/puzzle [", "( 2 )", "(   )", "(   ) ]"), (5, 3),
         "is not allowed at the top of column 1; expected the number 1, found '2'"),
        (spf("heyawake", "/X 2", "/Y 1", "/puzzle [", "(+-+-+)", "(|2|1|)", "(+-+-+) ]"), (7, 3),
         "is not allowed at r1c1; expected a number from 0 to 1, found '2'"),
        (spf("hashi", "/X 3", "/Y 1", "/puzzle [ (3-.) ]"), (5, 13), "no bridge can be at r1c2-r1c3, nor elsewhere"),
        (spf("hashi", "/X 5", "/Y 1", "/puzzle [ (3.3-.) ]"), (5, 15),
         "no bridge can be at r1c4-r1c5; expected one of the links between each two islands that bridges may join"),
        (spf("sudoku", "/size 4", "/puzzle [" + "(         )" * 9 + "]"), (1, 1), "there is no wall"),
        # fields that are not filled
        (compass(" .  ", "    "), (7, 3), "expected a number or '.' in each of 4 fields or a blank, found ' .  '"),
        (compass("..  ", " .  "), (7, 2), "found '.. .'"),
        (compass(".1  ", "..  ") .replace("(..  )", "(1   )"), (7, 2), "found '.11 '"),
        (compass("...1    ", "....    ", digits=2), (7, 2), "found '...1....'"),
        # plain text
        ("nurikabe\n\n2 1\n.9\n", (4, 2), "expected a number from 1 to 2 or '?', found '9'"),
        ("picross\n\n2 2\n1\n1,3\n1\n1\n", (5, 3), "expected a number from 1 to 2 or '?', found 3"),
        ("picross\n\n2 1\n1\n1,1,1\n1\n", (5, 1), "a list of numbers from 1 to 1 or '?', at most 1, found 3"),
        ("yajilin\n\n2 1\n{9}>..\n", (4, 1), "expected a number from 0 to 2 or nothing, found '{9}>'"),
        ("hashiwokakero\n\n2 1\n9.\n", (4, 1), "expected"),
    ],
)  # fmt: skip
def test_what_no_puzzle_holds_is_refused_in_its_place(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == place, caught.value


def test_numbers_of_areas_are_refused_in_their_place() -> None:
    text = (of_genre(gw.genre("fences"))[0].path.parent / "graph.spf").read_text()
    lines = text.split("\n")
    first = lines.index("/area [") + 1
    parts = lines[first].split(" ")
    lines[first] = " ".join([*parts[:3], "99", *parts[4:]])
    with pytest.raises(gw.FormatError, match="the number of the area; expected a number from 0 to ") as caught:
        gw.read("\n".join(lines))
    assert (caught.value.line, caught.value.column) == (first + 1, 1 + len(" ".join(parts[:3])) + 1)


def test_keys_that_are_left_away_are_not_empty() -> None:
    assert gw.read(pentominoes()).keys == {}
    assert gw.read(pentominoes("/used (LL)")).keys == {"used": "LL"}


def test_a_blank_field_before_a_number_of_tapa_is_no_run() -> None:
    puzzle = gw.read(tapa("1   ", " 2  "))
    assert puzzle.given["clue"] == {Spot(1, 1): (1, 2)}
    assert "(12  )\n(    )" in gw.write(puzzle, "spf")


def test_a_full_compass_of_dots_tells_nothing() -> None:
    assert gw.read(compass("..  ", "..  ")).given["compass"] == {Spot(1, 1): (None,) * 4}
    assert gw.read(compass(".. 2    ", " 0..    ", digits=2)).given["compass"] == {Spot(1, 1): (None, 2, 0, None)}


def test_warnings_of_drawings_are_kept() -> None:
    text = spf("curve_data", "/X 2", "/Y 1", "/digit 1", "/shapes [ [", "(+-+) ] ]", "/puzzle [", "(+-+-+)", "(|1  |)",
               "(+-+-+) ]")
    (reading,) = gw.read_all(text)
    assert any("/digit " in warning for warning in reading.warnings)


# -- every key of every genre -----------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    True, -1, 0, 1, 10**17, 1.5, "", "x", "9" * 99, Name("name"), [], [1], ["A"], [[1]], [["A", "sum", None]], [[]],
)  # fmt: skip


def with_keys() -> Iterator[tuple[type[Genre], str]]:
    for genre in gw.known_genres():
        for dialect in genre.dialects:
            if isinstance(dialect, Spf):
                yield from ((genre, key) for key in dialect.keys)


@pytest.mark.parametrize(
    ("genre", "key"), [pytest.param(genre, key, id=f"{genre.__name__}-{key}") for genre, key in with_keys()]
)
def test_a_value_of_a_key_is_refused_or_can_be_used(genre: type[Genre], key: str) -> None:
    one, read = of_genre(genre)[0], 0
    for value in VALUES:
        text = one.puzzle.source.envelope.with_values({key: value, "solution": None}).text()
        try:
            (reading,) = gw.read_all(text)
        except gw.FormatError as fault:
            assert fault.line, fault
            continue
        read += 1
        verdict = gw.solve(reading.puzzle, timeout=0.5)
        for answer in verdict.answers:
            assert gw.check(reading.puzzle, answer) == []
        assert gw.draw(reading.puzzle).svg() and str(reading.puzzle)
        assert gw.read(gw.write(reading.puzzle, "spf")) == reading.puzzle
    assert read < len(VALUES), "no value is refused"
