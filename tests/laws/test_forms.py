"""Laws of the forms of puzzles in Python and JSON: what they tell is the puzzle, for every genre."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import gridwright as gw
from gridwright.board.board import Graph
from gridwright.formats.own_json import schema
from gridwright.language import Drawing, Genre, Spot
from gridwright.language.forms import main_layer, spelt_in_lines

from ..grouped import only_if
from .cases import case, each_case, each_genre_with_cases, of_genre


class _Board:
    """``Rect(2, 3)`` in the reprs of drawings."""

    def __new__(cls, n_rows: int, n_cols: int) -> Any:
        return gw.Rect.of(n_rows, n_cols)


NAMES = {"gw": gw, "Drawing": Drawing, "Rect": _Board, "Spot": Spot}


@each_case
def test_json_tells_the_whole_puzzle(path: Path) -> None:
    reading = case(path).reading
    text = gw.write(reading.puzzle, "json", reading.answer)
    (again,) = gw.read_all(text)
    assert (again.format, again.puzzle, again.answer) == ("json", reading.puzzle, reading.answer), (
        f"{case(path)}: JSON gives another puzzle or answer when it is read")
    assert again.puzzle.about == reading.puzzle.about, f"{case(path)}: JSON loses the title, the author or the like"
    assert gw.write(again.puzzle, "json", again.answer) == text, (
        f"{case(path)}: JSON is not written again as it was read")


@each_case
def test_the_repr_makes_the_puzzle_and_its_answer_again(path: Path) -> None:
    reading = case(path).reading
    again = eval(repr(reading.puzzle), dict(NAMES))
    assert again == reading.puzzle, f"{case(path)}: evaluating its repr gives another puzzle"
    assert again.about == reading.puzzle.about, f"{case(path)}: its repr loses the title, the author or the like"
    assert eval(spelt_in_lines(reading.puzzle), dict(NAMES)) == reading.puzzle, (
        f"{case(path)}: evaluating its repr in lines gives another puzzle")
    if reading.answer is not None:
        assert eval(repr(reading.answer), dict(NAMES)) == reading.answer, (
            f"{case(path)}: evaluating the repr of its answer gives another answer")


@each_case
def test_every_layer_may_be_a_dictionary_of_places(path: Path) -> None:
    puzzle = case(path).puzzle
    only_if(not isinstance(puzzle.board, Graph))
    by_name: dict[str, Any] = {
        name: {puzzle.board.name(spot): value for spot, value in marks.items()} for name, marks in puzzle.given.items()
    }
    size, holes = (puzzle.board.n_rows, puzzle.board.n_cols), puzzle.board.holes  # type: ignore[attr-defined]
    assert gw.puzzle(puzzle.genre, size=size, holes=holes, **puzzle.keys, **by_name) == puzzle, (
        f"{case(path)}: layers as dictionaries of places give another puzzle")


@each_genre_with_cases
def test_rows_without_a_name_tell_the_main_layer(genre: type[Genre]) -> None:
    layer = main_layer(genre)
    for one in of_genre(genre):
        told = json.loads(gw.write(one.puzzle, "json"))
        rows = None if layer is None else told["given"].pop(layer.name, None)
        if isinstance(rows, list):
            more = {**told.get("keys", {}), **told["given"]}
            assert gw.puzzle(genre, rows, holes=told.get("holes", ()), **more) == one.puzzle, (
                f"{one}: rows without a name give another puzzle; they should be the layer {layer}")


@each_genre_with_cases
def test_spoilt_forms_are_refused_in_words(genre: type[Genre]) -> None:
    """A strange value at any place of a puzzle gives another puzzle, or a FormatError that says why."""
    chance = random.Random(genre.name)
    told = json.loads(gw.write(of_genre(genre)[0].puzzle, "json"))
    for _ in range(40):
        spoilt = json.loads(json.dumps(told))
        _spoil(spoilt, chance)
        try:
            (reading,) = gw.read_all(json.dumps(spoilt), "json")
        except gw.FormatError as fault:
            assert fault.line >= 1, f"{genre.name}: the error for a spoilt puzzle has no line: {fault}"
            assert "Spot(" not in str(fault) and "<" not in fault.what.partition("expected")[0].replace("'<'", ""), (
                f"{genre.name}: the error for a spoilt puzzle is not fit for people: {fault}")
        else:
            assert isinstance(reading.puzzle, gw.Puzzle), (
                f"{genre.name}: reading a spoilt puzzle gives neither a puzzle nor an error")


STRANGE: list[Any] = [None, "§", -1, 10**12, True, [], {}, [[1]], {"r1c1": 1}, {"top": [1]}, "1", 1.5]


def _spoil(thing: Any, chance: random.Random) -> None:
    """Replaces some value in an object or a list, or removes it."""
    while True:
        key = chance.choice(list(thing) if isinstance(thing, dict) else range(len(thing)))
        inside = thing[key]
        if isinstance(inside, dict | list) and inside and chance.random() < 0.9:
            thing = inside
            continue
        if chance.random() < 0.2:
            del thing[key]
        else:
            thing[key] = chance.choice(STRANGE)
        return


# -- the schema -------------------------------------------------------------------------------------------------------

SCHEMA = json.loads((Path(gw.__file__).parent / "formats" / "puzzle.schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": int | float, "null": type(None),
}  # fmt: skip


def fits(value: Any, wanted: dict[str, Any]) -> bool:
    """Whether a value obeys a schema; it knows the words of JSON Schema that ours uses, and no others."""
    known: dict[str, Any] = {
        "type": lambda types: any(isinstance(value, TYPES[t]) and not (t != "boolean" and isinstance(value, bool))
                                  for t in ([types] if isinstance(types, str) else types)),
        "const": lambda one: type(value) is type(one) and value == one,
        "enum": lambda some: any(type(value) is type(one) and value == one for one in some),
        "anyOf": lambda some: any(fits(value, one) for one in some),
        "oneOf": lambda some: sum(fits(value, one) for one in some) == 1,
        "allOf": lambda some: all(fits(value, one) for one in some),
        "if": lambda test: not fits(value, test) or fits(value, wanted["then"]),
        "then": lambda _: True,
        "$ref": lambda name: fits(value, SCHEMA["$defs"][name.rpartition("/")[2]]),
        "required": lambda names: not isinstance(value, dict) or set(names) <= set(value),
        "properties": lambda parts: not isinstance(value, dict) or all(
            fits(value[name], part) for name, part in parts.items() if name in value),
        "additionalProperties": lambda rest: not isinstance(value, dict) or all(
            rest is not False and fits(value[name], rest)
            for name in value if name not in wanted.get("properties", {})),
        "items": lambda one: not isinstance(value, list) or all(fits(item, one) for item in value),
        "prefixItems": lambda parts: not isinstance(value, list) or all(map(fits, value, parts)),
        "minItems": lambda n: not isinstance(value, list) or len(value) >= n,
        "maxItems": lambda n: not isinstance(value, list) or len(value) <= n,
        "minLength": lambda n: not isinstance(value, str) or len(value) >= n,
        "maxLength": lambda n: not isinstance(value, str) or len(value) <= n,
        "minimum": lambda n: not isinstance(value, int | float) or value >= n,
        "maximum": lambda n: not isinstance(value, int | float) or value <= n,
        "pattern": lambda text: not isinstance(value, str) or re.search(text, value) is not None,
        **dict.fromkeys(("$schema", "title", "description", "$defs"), lambda _: True),
    }  # fmt: skip
    return all(known[word](part) for word, part in wanted.items())


@each_case
def test_what_is_written_obeys_the_schema(path: Path) -> None:
    reading = case(path).reading
    told = json.loads(gw.write(reading.puzzle, "json", reading.answer))
    assert fits(told, SCHEMA), f"{case(path)}: what is written as JSON does not obey the schema"
    assert not fits({**told, "genre": "Nonsense"}, SCHEMA), (
        f"{case(path)}: the schema allows a genre that does not exist")
    assert not fits({**told, "given": {**told["given"], "nonsense": []}}, SCHEMA), (
        f"{case(path)}: the schema allows a layer that does not exist")


def test_the_schema_knows_the_domains() -> None:
    told = json.loads(gw.write(gw.puzzle("Akari", ["4 .", ". ?"]), "json"))
    assert fits(told, SCHEMA)
    assert not fits(told | {"given": {"wall": [[5, None], [None, "?"]]}}, SCHEMA)


def test_the_schema_is_up_to_date() -> None:
    own = [genre for genre in gw.known_genres() if genre.__module__.startswith("gridwright.")]
    assert json.loads(json.dumps(schema(own))) == SCHEMA, "run: python docs/tables.py"


@each_genre_with_cases
def test_states_are_told_by_their_grids(genre: type[Genre]) -> None:
    for one in of_genre(genre):
        if one.reading.answer is not None:
            grids = {name: one.answer[name] for name in one.answer.marks}
            assert gw.state(replace(one.puzzle, source=None), **grids).marks == one.answer.marks, (
                f"{one}: its answer as grids gives another state")
