"""The JSON Schema of Gridwright's JSON, generated from the declarations of the genres."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..language.domain import FAR, Domain, Either, Numbers, OneOf, Unknown
from ..language.forms import ABOUT
from ..language.forms.items import SEVERAL
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer
from ..language.sequences import ListOf, Text, TupleOf
from .own_json import SIGN, VERSION

Schema = dict[str, Any]
_COUNT: Schema = {"type": "integer", "minimum": 1}
_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
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
            "keys": {"type": "object"},
            "given": {"type": "object"},
            "answer": {"type": "object"},
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
        return _parts(on, row)
    if on in ("cells", "corners", "middles"):
        return {"anyOf": [rows, places]}
    regions: Schema = {"type": "array", "items": {"type": "array", "items": {"type": ["integer", "null"]}}}
    forms = [_parts(on or "links", rows), places]
    if not on:
        forms.insert(0, rows)
    elif on == "links" and isinstance(layer, GivenLayer):
        forms.insert(0, regions)
    return {"anyOf": forms}


def _parts(on: str, part: Schema) -> Schema:
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
