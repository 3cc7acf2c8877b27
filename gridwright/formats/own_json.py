"""Gridwright's own JSON for puzzles and answers of all genres, whose form follows from their declarations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from ..board.board import Board, Graph
from ..board.rect import Rect
from ..language.domain import FAR, Domain, Either, Numbers, OneOf, Unknown
from ..language.forms import ABOUT, form_of, puzzle_of, state_of, untupled
from ..language.forms.items import SEVERAL
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer
from ..language.puzzle import About, PathSummary, Puzzle, PuzzleError, State
from ..language.sequences import ListOf, Text, TupleOf
from ..logic.ticks import ticking
from .dialect import MAX_CELLS, Reading, Shelf
from .errors import FormatError, WriteError, shown
from .json_and_xml import json_text, load_json, place_of
from .sources import check_lines, found_puzzles

VERSION: Final = 1
"""The version of the schema. Later ones cannot be read."""
SIGN: Final = "gridwright"
"""The name of the version, by which a text is recognised."""
_NAMES = (SIGN, "genre", "rows", "columns", "holes", "board", "given", "keys", *ABOUT, "path", "answer", "made")
_START = re.compile(r'\s*(?:\[\s*)?\{')
_LOOK = 1 << 20


class JsonFormat:
    """Puzzles as JSON objects: one, a list, or one on each line. There are no dialects; ``write`` gets None."""

    name = "json"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return _START.match(text) is not None and f'"{SIGN}"' in text[:_LOOK] and '"genre"' in text[:_LOOK]

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        parts = list(_parts(text))
        found_puzzles(len(parts))
        return [_located(part, shelf) for part in ticking(parts)]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError for a value that JSON cannot hold."""
        del dialect
        try:
            return json_text(puzzle_record(puzzle, answer)) + "\n"
        except TypeError as fault:
            raise WriteError(f"JSON cannot hold a value of this puzzle: {fault}") from None


_UNREAD: Final = object()


class _JsonPart(NamedTuple):
    """A puzzle in a JSON text: the text, the number of lines before it, and the path to the puzzle in it.

    ``record`` is the puzzle's object, or ``_UNREAD`` if the text is still to be parsed.
    """

    text: str
    before: int
    path: tuple[int, ...]
    record: Any


def _located(part: _JsonPart, shelf: Shelf) -> Reading:
    try:
        record = load_json(part.text) if part.record is _UNREAD else part.record
        return _PuzzleReader(part.text, shelf, part.path).reading(record)
    except FormatError as fault:
        fault.line += part.before
        raise


def _parts(text: str) -> list[_JsonPart]:
    """The puzzles of a text. Raises FormatError."""
    try:
        content = load_json(text)
    except FormatError as fault:
        check_lines(text)
        lines = [(n, line) for n, line in enumerate(text.splitlines()) if line.strip()]
        if len(lines) < 2 or fault.line < 2 or not all(line.lstrip().startswith("{") for _, line in lines):
            raise
        return [_JsonPart(line, n, (), _UNREAD) for n, line in lines]
    if isinstance(content, list):
        return [_JsonPart(text, 0, (i,), record) for i, record in enumerate(content)]
    return [_JsonPart(text, 0, (), content)]


# -- writing ----------------------------------------------------------------------------------------------------------


def puzzle_record(puzzle: Puzzle, answer: State | None = None) -> dict[str, Any]:
    """A puzzle, with its answer if there is one, as a JSON object."""
    record: dict[str, Any] = {SIGN: VERSION, "genre": puzzle.genre.name, **_board_record(puzzle.board)}
    for name in ABOUT:
        value = getattr(puzzle.about, name)
        if value:
            record[name] = list(value) if isinstance(value, tuple) else value
    if puzzle.about.path is not None:
        record["path"] = puzzle.about.path._asdict()
    if puzzle.keys:
        record["keys"] = {name: untupled(puzzle.keys[name]) for name in puzzle.genre.keys if name in puzzle.keys}
    record["given"] = {
        name: form_of(layer, puzzle.given[name], puzzle.board)
        for name, layer in puzzle.genre.layers.items()
        if name in puzzle.given
    }
    if answer is not None:
        record["answer"] = marks_record(answer)
    return record


def marks_record(state: State) -> dict[str, Any]:
    """The marks of a state, by layer."""
    layers, board = state.puzzle.genre.answer_layers, state.puzzle.board
    return {
        name: form_of(layer, state.marks[name], board, full=True)
        for name, layer in layers.items()
        if name in state.marks
    }


def _board_record(board: Board) -> dict[str, Any]:
    if isinstance(board, Graph):
        lists = ("nodes", "arcs", "outlines", "points")
        return {"board": {name: [list(item) for item in getattr(board, name)] for name in lists}}
    if not isinstance(board, Rect):
        raise WriteError(f"JSON has no boards of the kind {type(board).__name__}")
    record: dict[str, Any] = {"rows": board.n_rows, "columns": board.n_cols}
    if board.holes:
        record["holes"] = [str(hole) for hole in sorted(board.holes)]
    return record


# -- reading ----------------------------------------------------------------------------------------------------------


class _PuzzleReader:
    """Reads one puzzle; ``path`` leads to it in the text."""

    def __init__(self, text: str, shelf: Shelf, path: tuple[int, ...]) -> None:
        self._text, self._shelf, self._path = text, shelf, path

    def reading(self, record: Any) -> Reading:
        """The puzzle of an object."""
        if not isinstance(record, Mapping):
            raise self._error((), "this is not a puzzle", "an object", _in_short(record))
        self._check_version(record)
        for name in record:
            if name not in _NAMES:
                expected = f"one of {', '.join(_NAMES)}"
                raise self._error((name,), "an unknown name", expected, shown(name), code="unknown-key")
        genre = self._genre(record)
        keys, given = self._object(record, "keys"), self._object(record, "given")
        both = next((name for name in keys if name in given), None)
        if both is not None:
            raise self._error(("keys", both), "this is given twice, as a key and as a layer")
        board = self._graph(record["board"]) if record.get("board") is not None else None
        size = None if board is not None else (self._count(record, "rows"), self._count(record, "columns"))
        if size is not None and size[0] * size[1] > MAX_CELLS:
            found = f"{size[0]} x {size[1]}"
            raise self._error(("rows",), "the board is too large", f"at most {MAX_CELLS} cells", found, "too-large")
        self._check_kinds(genre, keys, given)
        try:
            puzzle = puzzle_of(
                genre, board=board, size=size, holes=record.get("holes") or (), about=self._about(record),
                forms={**keys, **given},
            )
        except PuzzleError as fault:
            raise self._from(fault) from None
        return Reading(puzzle, self._answer(puzzle, record), format=JsonFormat.name)

    def _answer(self, puzzle: Puzzle, record: Mapping[str, Any]) -> State | None:
        if record.get("answer") is None:
            return None
        try:
            return state_of(puzzle, told=self._object(record, "answer"))
        except PuzzleError as fault:
            raise self._from(fault, "answer") from None

    def _error(
        self, path: Iterable[str | int], what: str, expected: str = "", found: str = "", code: str = "bad-value"
    ) -> FormatError:
        line, column = place_of(self._text, (*self._path, *path))
        return FormatError(what, line, column, expected, found, code=code)

    def _from(self, fault: PuzzleError, part: str = "given") -> FormatError:
        """The error for what is wrong with the puzzle, at its place in the text."""
        path: tuple[str | int, ...] = (part, fault.layer) if fault.layer else (part,)
        if fault.key:
            path = ("keys", fault.key, *fault.path)
        elif fault.layer and fault.spot is not None and min(fault.spot) > 0 and fault.spot.y % 2 and fault.spot.x % 2:
            path += (fault.spot.y // 2, fault.spot.x // 2)
        return self._error(path, str(fault))

    def _check_version(self, record: Mapping[str, Any]) -> None:
        version = record.get(SIGN)
        if type(version) is not int or not 1 <= version <= VERSION:
            expected = f"the number {VERSION}" if VERSION == 1 else f"a number up to {VERSION}"
            raise self._error((SIGN,), "another version of the format", expected, _in_short(version), "version")

    def _genre(self, record: Mapping[str, Any]) -> type[Genre]:
        name = record.get("genre")
        if not isinstance(name, str):
            raise self._error(("genre",), "the genre is missing", "the name of a genre", _in_short(name))
        try:
            return self._shelf.genre(name)
        except LookupError as unknown:
            raise self._error(("genre",), str(unknown), code="unknown-genre") from None

    def _check_kinds(self, genre: type[Genre], keys: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        """Raises FormatError for unknown keys and layers."""
        known = {"keys": (keys, genre.keys), "given": (given, {**genre.layers, **{g.name: g for g in genre.groups}})}
        for part, (record, names) in known.items():
            for name in record:
                if name not in names:
                    expected = f"one of {', '.join(names)}" if names else "none"
                    kind = "key" if part == "keys" else "layer"
                    raise self._error((part, name), f"{genre.name} has no such {kind}", expected, shown(name))

    def _object(self, record: Mapping[str, Any], name: str) -> dict[str, Any]:
        value = record.get(name)
        if value is not None and not isinstance(value, dict):
            raise self._error((name,), f"{name!r} is no object", "an object", _in_short(value))
        return value or {}

    def _count(self, record: Mapping[str, Any], name: str) -> int:
        value = record.get(name)
        if type(value) is not int or value < 1:
            what = f"the number of {name} is missing or not a number"
            raise self._error((name,), what, "a number from 1 on", _in_short(value))
        return value

    def _about(self, record: Mapping[str, Any]) -> About:
        values: dict[str, Any] = {}
        for name in ABOUT:
            value, several = record.get(name), isinstance(getattr(About, name), tuple)
            parts = [value] if isinstance(value, str) else value
            if value is None:
                continue
            if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
                raise self._error((name,), f"{name!r} is no text", "a text", _in_short(value))
            values[name] = tuple(parts) if several else "\n".join(parts)
        return About(**values, path=self._solution_path(record))

    def _solution_path(self, record: Mapping[str, Any]) -> PathSummary | None:
        path = self._object(record, "path")
        if not path:
            return None
        technique, steps, minutes = map(path.get, PathSummary._fields)
        if not isinstance(technique, str) or type(steps) is not int or type(minutes) is not int:
            raise self._error(("path",), "this is no solution path", "a technique, steps and minutes", _in_short(path))
        return PathSummary(technique, steps, minutes)

    def _graph(self, record: Any) -> Graph:
        """The board of the lists of nodes, arcs, outlines and points."""
        names = ("nodes", "arcs", "outlines", "points")
        lists: list[Any] = [record.get(name) for name in names] if isinstance(record, dict) else []
        fine = len(lists) == 4 and all(isinstance(one, list) and all(map(_is_numbers, one)) for one in lists)
        if not fine:
            raise self._error(("board",), "this is not a board", "lists for nodes, arcs, outlines and points")
        nodes, arcs, outlines, points = lists
        if len(outlines) > MAX_CELLS or len(outlines) != len(points) or not _is_sound(nodes, arcs, outlines, points):
            expected = "pairs of places, arcs between them, and for each area its arcs and a point"
            raise self._error(("board",), "the lists of this board do not go together", expected)
        return Graph(
            [tuple(node) for node in nodes], [tuple(arc) for arc in arcs], outlines, [tuple(point) for point in points]
        )


def _is_numbers(item: Any) -> bool:
    return isinstance(item, list) and all(type(n) in (int, float) for n in item)


def _is_sound(
    nodes: list[list[Any]], arcs: list[list[Any]], outlines: list[list[Any]], points: list[list[Any]]
) -> bool:
    """Whether arcs join nodes, outlines consist of arcs, and no arc borders more than two areas."""
    if any(len(pair) != 2 for pair in (*nodes, *arcs, *points)):
        return False
    if any(type(n) is not int or not 0 <= n < len(nodes) for arc in arcs for n in arc):
        return False
    areas: dict[int, int] = {}
    for outline in outlines:
        for n in set(outline):
            if type(n) is not int or not 0 <= n < len(arcs):
                return False
            areas[n] = areas.get(n, 0) + 1
    return all(outlines) and max(areas.values(), default=0) <= 2


def _in_short(value: Any) -> str:
    return "nothing" if value is None else shown(json.dumps(value, ensure_ascii=False), 40)


# -- the schema -------------------------------------------------------------------------------------------------------

Schema = dict[str, Any]
_COUNT: Schema = {"type": "integer", "minimum": 1}
_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_PATH: Schema = {
    "description": "the solution path: its hardest technique, its number of steps, and an estimate of the minutes",
    "type": "object",
    "required": ["technique", "steps", "minutes"],
    "properties": {"technique": _TEXT, "steps": _COUNT, "minutes": _COUNT},
}
_VIOLATION: Schema = {
    "description": "a broken rule: its name, the places that break it, and a sentence",
    "type": "object",
    "required": ["rule", "at", "words"],
    "properties": {"rule": _TEXT, "at": _TEXTS, "words": _TEXT},
}
_VERDICT: Schema = {
    "description": "what the commands print about a puzzle with --json; each has further names of its own",
    "type": "object",
    "required": ["file", "index", "genre", "format", "rows", "cols", "status", "puzzle"],
    "properties": {
        "file": _TEXT,
        "index": {"type": "integer", "minimum": 0},
        "genre": _TEXT,
        "format": _TEXT,
        "rows": {"type": ["integer", "null"]},
        "cols": {"type": ["integer", "null"]},
        "status": _TEXT,
        "puzzle": {"$ref": "#"},
        "answers": {"type": "array", "items": {"type": "object"}, "description": "each as the answer of a puzzle"},
        "count": {
            "type": "object",
            "required": ["number", "exact"],
            "properties": {"number": {"type": "integer", "minimum": 0}, "exact": {"type": "boolean"}},
        },
        "stored": {"enum": ["right", "wrong", "unfinished", "undecided", None]},
        "seconds": {"type": "number"},
        "violations": {"type": ["array", "null"], "items": {"$ref": "#/$defs/violation"}},
        "warnings": _TEXTS,
    },
}
_ERROR: Schema = {
    "description": "what the commands print with --json about a file, or a link in it, that cannot be read",
    "type": "object",
    "required": ["file", "error"],
    "properties": {"file": _TEXT, "error": {"type": "object", "required": ["what", "line", "column", "code"]}},
}
_DRAWING: Schema = {"type": "object", "required": ["rows", "columns", "marks"], "description": "a drawing"}


def schema(genres: Iterable[type[Genre]]) -> Schema:
    """The schema of puzzles of some genres, as they are written.

    Bounds that depend on the board or on other values are omitted; the reader checks them.
    """
    known = list(genres)
    about: Schema = {name: _TEXTS if name in ("credits", "description") else _TEXT for name in ABOUT}
    numbers: Schema = {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
    board: Schema = {"type": "object", "properties": dict.fromkeys(("nodes", "arcs", "outlines", "points"), numbers)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A puzzle in Gridwright's JSON, version {VERSION}",
        "type": "object",
        "required": [SIGN, "genre", "given"],
        "properties": {
            SIGN: {"const": VERSION},
            "genre": {"enum": [genre.name for genre in known]},
            "rows": _COUNT,
            "columns": _COUNT,
            "holes": {"type": "array", "items": {"$ref": "#/$defs/cell"}},
            "board": board,
            **about,
            "path": _PATH,
            "keys": {"type": "object"},
            "given": {"type": "object"},
            "answer": {"type": "object"},
            "made": {"type": "object", "description": "how the puzzle was generated; readers ignore it"},
        },
        "additionalProperties": False,
        "oneOf": [{"required": ["rows", "columns"]}, {"required": ["board"]}],
        "allOf": [
            {
                "if": {"properties": {"genre": {"const": genre.name}}},
                "then": {"$ref": f"#/$defs/{genre.__name__}"},
            }
            for genre in known
        ],
        "$defs": {
            "cell": {"type": "string", "pattern": "^r[0-9]+c[0-9]+$"},
            "violation": _VIOLATION,
            "verdict": _VERDICT,
            "error": _ERROR,
            **{genre.__name__: _genre_schema(genre) for genre in known},
        },
    }


def _genre_schema(genre: type[Genre]) -> Schema:
    answers = genre.answer_layers.items()
    parts = {
        "keys": {name: domain_schema(key.domain) for name, key in genre.keys.items()},
        "given": {name: _layer_schema(layer, layer.domain) for name, layer in genre.layers.items()},
        "answer": {name: _layer_schema(layer, _answer_domain(layer)) for name, layer in answers},
    }
    properties: Schema = {
        part: {"type": "object", "properties": schemas, "additionalProperties": False}
        for part, schemas in parts.items()
    }
    required = [layer.name for layer in genre.layers.values() if isinstance(layer, GivenLayer) and layer.required]
    if required:
        properties["given"]["required"] = required
    return {"description": genre.task, "properties": properties}


def _answer_domain(layer: Layer) -> Domain:
    if isinstance(layer, ValueLayer):
        return OneOf(layer.declared_values)
    assert isinstance(layer, AnswerLayer)
    return layer.domain


def _layer_schema(layer: Layer, domain: Domain) -> Schema:
    """The schema of a layer: grids or lists, or an object of places."""
    value = domain_schema(domain)
    item = {"anyOf": [value, {"type": "null"}]}
    if any(isinstance(part, Unknown) and part.value is None for part in getattr(domain, "of", (domain,))):
        item["anyOf"].append({"const": "?"})
    row: Schema = {"type": "array", "items": item}
    rows: Schema = {"type": "array", "items": row}
    places: Schema = {"type": "object", "additionalProperties": value}
    on = layer.on if isinstance(layer.on, str) else ""
    if on in ("sides", "line_sides"):
        return _part_schemas(on, row)
    if on in ("cells", "corners", "middles"):
        return {"anyOf": [rows, places]}
    regions: Schema = {"type": "array", "items": {"type": "array", "items": {"type": ["integer", "null"]}}}
    forms = [_part_schemas(on or "links", rows), places]
    if not on:
        forms.insert(0, rows)
    elif on == "links" and isinstance(layer, GivenLayer):
        forms.insert(0, regions)
    return {"anyOf": forms}


def _part_schemas(on: str, part: Schema) -> Schema:
    return {"type": "object", "properties": dict.fromkeys(SEVERAL[on], part), "additionalProperties": False}


def domain_schema(domain: Domain) -> Schema:
    """The schema of the values of a domain, without bounds that vary."""
    if isinstance(domain, Either):
        return {"anyOf": [domain_schema(part) for part in domain.of]}
    if isinstance(domain, Numbers):
        return {"type": "integer", **_bounds(domain, "minimum", "maximum")}
    if isinstance(domain, OneOf):
        values = domain.values() if domain.constant else None
        return {"type": ["integer", "string"]} if values is None else {"enum": [_plain(value) for value in values]}
    if isinstance(domain, Unknown):
        return {"const": domain.value}
    if isinstance(domain, ListOf):
        return {"type": "array", "items": domain_schema(domain.item), **_bounds(domain.length, "minItems", "maxItems")}
    if isinstance(domain, TupleOf):
        n = len(domain.parts)
        items = [domain_schema(part) for part in domain.parts]
        return {"type": "array", "prefixItems": items, "minItems": n, "maxItems": n}
    if isinstance(domain, Text):
        return {"type": "string", **_bounds(domain.length, "minLength", "maxLength")}
    return _DRAWING


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _bounds(domain: Numbers, low: str, high: str) -> Schema:
    """The bounds of a range that are the same for every puzzle."""
    bounds = ((low, domain.least), (high, domain.most))
    return {name: bound for name, bound in bounds if type(bound) is int and abs(bound) != FAR}
