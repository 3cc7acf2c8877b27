"""Our own JSON: what it looks like, what is refused and where, and limits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.formats import json_and_xml
from gridwright.formats.json_and_xml import MAX_DEPTH, json_text, load_json, place_of

PUZZLE: dict[str, Any] = {
    "gridwright": 1, "genre": "Nurikabe", "rows": 1, "columns": 3, "given": {"clue": [[2, None, None]]},
}  # fmt: skip


def text(**changes: Any) -> str:
    told = PUZZLE | changes
    return json.dumps({name: value for name, value in told.items() if value is not ...})


def test_what_it_looks_like() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . ."], title="Tiny")
    assert gw.write(puzzle, "json", gw.state(puzzle, ["..#"])) == """{
  "gridwright": 1,
  "genre": "Nurikabe",
  "rows": 1,
  "columns": 3,
  "title": "Tiny",
  "given": {
    "clue": [
      [2, null, null]
    ]
  },
  "answer": {
    "sea": [
      [false, false, true]
    ]
  }
}
"""


def test_several_puzzles() -> None:
    one, two = text(), text(title="two")
    for several in (f"[{one}, {two}]", f"{one}\n{two}\n", f"{one}\n\n{two}"):
        assert [reading.puzzle.about.title for reading in gw.read_all(several + "\n")] == ["", "two"]
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all(f"{one}\n{text(genre='Nurikobe')}\n")
    assert fault.value.line == 2


@pytest.mark.parametrize(("spoilt", "at", "words"), [
    (text(gridwright=2), "2,", "another version of the format; expected the number 1, found '2'"),
    (text(genre="Nurikobe"), '"Nurikobe"', "no genre is called 'Nurikobe'; did you mean Nurikabe?"),
    (text(genre=...), "{", "the genre is missing"),
    (text(rows=0), "0,", "the number of rows is missing or not a number; expected a number from 1 on, found '0'"),
    (text(rows=10**6, columns=10**6), "1000000", "the board is too large"),
    (text(color="red"), '"red"', "an unknown name; expected one of gridwright, genre"),
    (text(given={"clue": [[2, None, 9]]}), "9]", "r1c3: this is not allowed here; expected a number from 1 to 3"),
    (text(given={"clue": [[2, None]]}), "[[2", "row 1 has the wrong number of items; expected 3, found 2"),
    (text(given={"sees": []}), "[]", "Nurikabe has no such layer; expected one of clue, sea, found 'sees'"),
    (text(given=5), "5}", "'given' is no object"),
    (text(answer={"see": []}), '{"see"', "Nurikabe has no answer layer 'see'; expected 'sea'"),
    (text(title=5), "5}", "'title' is no text"),
    (text(genre="Pips", given={}, keys={"dominoes": [[1, 100]]}), "100]", "a number from 0 to 99, found 100"),
    ('{"gridwright": 1,\n "genre": "Nurikabe",\n "rows": }', "}", "this is not JSON; expected value, found '}'"),
])  # fmt: skip
def test_refused(spoilt: str, at: str, words: str) -> None:
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all(spoilt + "\n", "json")
    assert words in str(fault.value)
    assert spoilt.splitlines()[fault.value.line - 1][fault.value.column - 1 :].startswith(at)


def test_a_name_stands_once() -> None:
    with pytest.raises(gw.FormatError, match="a name stands twice in an object; found 'rows'"):
        gw.read_all('{"gridwright": 1, "genre": "Nurikabe", "rows": 1, "rows": 1}')


@pytest.mark.parametrize(("bomb", "words"), [
    ("[" * 100_000, "nested too deeply"),
    ('{"a":' * 100_000, "nested too deeply"),
    ('{"gridwright": ' + "9" * 100_000 + "}", "the number is too long"),
    ('{"gridwright": NaN}', "this is not JSON"),
    ("[" + "1," * 3_000_000 + "1]", "too many values"),
    ('["' + "[" * 100_000, "this is not JSON"),
    ('["' + '\\"[{' * 100_000, "this is not JSON"),
])  # fmt: skip
def test_bombs(bomb: str, words: str) -> None:
    with pytest.raises(gw.FormatError, match=words):
        gw.read_all(bomb + "\n", "json")


def test_brackets_in_strings_are_no_depth() -> None:
    assert load_json(json.dumps(["[" * 1000])) == ["[" * 1000]
    deep: Any = 1
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert load_json(json.dumps(deep)) == deep


def nested(depth: int) -> str:
    return "[" * depth + "1" + "]" * depth


@pytest.mark.parametrize("number", ["9" * 100, "-" + "9" * 99, "0." + "9" * 98])
def test_numbers_have_at_most_100_characters(number: str) -> None:
    assert load_json(number) == json.loads(number)
    with pytest.raises(gw.FormatError, match="the number is too long; expected at most 100 digits"):
        load_json(number + "9")


@pytest.mark.parametrize("opened", ["[", '{"a":'])
def test_values_are_nested_at_most_40_deep(opened: str) -> None:
    closed = "]" if opened == "[" else "}"
    assert load_json(opened * 40 + "1" + closed * 40)
    with pytest.raises(gw.FormatError, match="nested too deeply; expected at most 40 levels") as fault:
        load_json(opened * 41 + "1" + closed * 41)
    assert (fault.value.line, fault.value.column) == (1, 40 * len(opened) + 1)
    assert load_json(f"[{nested(39)}, {nested(39)}]"), "what is closed again does not count"


@pytest.mark.parametrize(("text", "longer"), [
    ("[1,1,1,1,1,1,1,1,1]", "[1,1,1,1,1,1,1,1,1,1]"),  # 8 and 9 commas
    ("[[[[[[[[1]]]]]]]]", "[[[[[[[[[1]]]]]]]]]"),  # 8 and 9 brackets
    ('"' + '\\"' * 33 + '"', '"' + '\\"' * 34 + '"'),  # 35 and 36 quotation marks, four to a member of an object
])  # fmt: skip
def test_the_number_of_values_is_limited(text: str, longer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_and_xml, "MAX_VALUES", 8)
    assert load_json(text) == json.loads(text)
    with pytest.raises(gw.FormatError, match="the text holds too many values; expected at most 8"):
        load_json(longer)


def test_short_objects_stand_on_one_line() -> None:
    """Those of up to 90 characters, braces included; the outermost one never does."""
    for length, lines in ((90, 3), (91, 5)):
        inner = {"a": "x" * (length - len('{"a": ""}'))}
        assert len(json.dumps(inner)) == length
        written = json_text({"one": inner})
        assert len(written.split("\n")) == lines and json.loads(written) == {"one": inner}


def test_places_of_values() -> None:
    told = '{"a": [1,\n {"b, c": [true, "x"]}],\n "d": {}}'
    assert place_of(told, ("a", 0)) == (1, 8)
    assert place_of(told, ("a", 1, "b, c", 1)) == (2, 18)
    assert place_of(told, ("d",)) == (3, 7)
    assert place_of(told, ("a", 7)) == (1, 7), "the last part that is there"


# -- check --answer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "status"), [
    ("..#\n", 0), ("###\n", 1), ("[[false, false, true]]", 0), ('{"sea": [[false, false, true]]}', 0),
    (text(answer={"sea": [[False, False, True]]}), 0), ("..\n", 2), ('{"see": 1}', 2), ("[1", 2), ("", 2),
])  # fmt: skip
def test_check_takes_answers_in_json_and_bare_grids(tmp_path: Path, answer: str, status: int) -> None:
    puzzle, other = tmp_path / "puzzle.json", tmp_path / "answer"
    puzzle.write_text(text())
    other.write_text(answer)
    result = CliRunner().invoke(main, ["check", str(puzzle), "--answer", str(other)], catch_exceptions=False)
    assert result.exit_code == status, result.output
