"""How clues are entered: for each layer the tool and the form, derived from its places, its domain and its look."""

from __future__ import annotations

from typing import Any

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..language.domain import Domain, Either, OneOf
from ..language.forms import untupled
from ..language.genre import Genre
from ..language.layers import AnswerLayer, Layer
from ..language.sequences import ListOf, TupleOf
from ..picture.places import Places, places_of
from ..picture.svg import SCALE
from .position import key_of

HOLES = "holes of the board"
"""The form that is no layer."""
_PALETTE = 24
"""Layers of at most so many values are entered by choosing one."""


def entry_forms(model: Genre) -> list[dict[str, Any]]:
    """What the page needs to enter clues, for each layer; marks of the answer that may be given come last."""
    places = places_of(model.board, model.ground.cell)
    order = sorted(model.layers.values(), key=lambda layer: layer.name in model.answer_layers)
    return [_form(model, layer, places) for layer in order]


def _form(model: Genre, layer: Layer, places: Places) -> dict[str, Any]:
    spots = sorted(layer.spots(model))
    told = model.as_told(model.puzzle)
    domain = layer.domain.at(told, spots[0]) if spots else None
    values = _palette(layer, domain) if domain is not None else []
    tool = _tool(layer, values)
    return {
        "name": layer.name, "label": layer.name.replace("_", " "), "tool": tool, "role": getattr(layer, "role", "mark"),
        "required": bool(getattr(layer, "required", False)), "answer": layer.name in model.answer_layers,
        "regions": tool == "lines" and layer.look.plain == "wall" and layer.on == "links",
        "expected": _expected(domain) if domain is not None else "", "fields": _fields(layer, domain),
        "choices": {name: choices for name, choices in layer.look.traits.fields if choices}, "values": values,
        "places": [_place(model.board, places, spot) for spot in spots],
        "texts": {key_of(spot): text_of(value) for spot, value in model.puzzle.given.get(layer.name, {}).items()},
    }  # fmt: skip


def _tool(layer: Layer, values: list[dict[str, Any]]) -> str:
    marks = len(values) == 1 and values[0]["v"] is True
    if isinstance(layer, AnswerLayer) or marks:
        lined = layer.look.plain in ("wall", "line") or layer.look.traits.tool == "pair"
        return "lines" if lined and layer.on != "cells" else "marks"
    return "choose" if values else "enter"


def _palette(layer: Layer, domain: Domain) -> list[dict[str, Any]]:
    """The values of a small domain that one chooses from; others are typed."""
    if isinstance(layer, AnswerLayer):
        return [{"v": True, "shown": layer.words[0]}, {"v": False, "shown": layer.words[1]}]
    values = domain.values()
    if values is None or len(values) > _PALETTE or not domain.atomic or not _is_choice(layer, domain):
        return []
    return [{"v": untupled(value), "shown": _shown(layer, value)} for value in values]


def _is_choice(layer: Layer, domain: Domain) -> bool:
    """Whether values are signs rather than numbers, which are typed."""
    numbers = all(type(value) is int for value in domain.values() or ())
    return isinstance(domain, OneOf) and (bool(layer.look.glyphs) or not numbers)


def _shown(layer: Layer, value: Any) -> str:
    if value is True:
        return layer.name.replace("_", " ")
    return layer.look.glyphs.get(value, str(value)).strip() or "empty"


def _fields(layer: Layer, domain: Domain | None) -> list[str]:
    """The names of the parts of a value with a fixed number of parts."""
    if layer.look.traits.fields:
        return [name for name, _ in layer.look.traits.fields]
    one = next((d for d in (domain.of if isinstance(domain, Either) else (domain,)) if isinstance(d, TupleOf)), None)
    if one is not None:
        return [f"{n}" for n in range(1, len(one.parts) + 1)]
    if isinstance(domain, ListOf) and len(domain.length.span) == 1:
        return [f"{n}" for n in range(1, domain.length.span[0] + 1)]
    return []


def _expected(domain: Domain) -> str:
    """What may be entered, in words; of several parts of one kind, what each may be."""
    if isinstance(domain, ListOf) and len(domain.length.span) == 1:
        return f"each {domain.item.words()}"
    return domain.parts[0].words() if isinstance(domain, TupleOf) else domain.words()


def text_of(value: Any) -> str | list[str]:
    """A value as one types it; of several parts each by itself. Where no part tells anything, the first is a ``-``:
    that there is a clue is told by something."""
    if isinstance(value, tuple):
        told = ["" if part is None else str(part) for part in value]
        return told if any(told) or not told else ["-", *told[1:]]
    return "?" if value is None else str(value)


def _place(board: Board, places: Places, spot: Spot) -> list[Any]:
    """The key, the place and the name, and for what lies between corners these."""
    x, y = places.at(spot)
    told: list[Any] = [key_of(spot), round(x * SCALE, 2), round(y * SCALE, 2), board.name(spot)]
    if board.edges and spot in _edges(board):
        told.append([board.corner_index[tip] for tip in board.tips(spot)])
    return told


def _edges(board: Board) -> frozenset[Spot]:
    return board.memo("edges as a set", lambda: frozenset(board.edges))


def hole_forms(draft: dict[str, Any]) -> list[dict[str, Any]]:
    """The form for cells that are left out of a rectangle; none for boards that are graphs."""
    if "record" in draft:
        return []
    board = Rect.of(draft["rows"], draft["columns"])
    places = [[key_of(cell), cell.x * SCALE / 2, cell.y * SCALE / 2, board.name(cell)] for cell in board.cells]
    return [{
        "name": HOLES, "label": "holes", "tool": "holes", "role": "structure", "required": False, "answer": False,
        "regions": False, "expected": "a cell that is left out", "fields": [], "choices": {}, "values": [], "texts": {},
        "places": places,
    }]  # fmt: skip


def key_forms(model: Genre) -> list[dict[str, Any]]:
    """The values of the whole puzzle as fields of a form."""
    found = []
    for name, key in model.keys.items():
        value = model.puzzle.keys.get(name, key.default)
        text = "" if name not in model.puzzle.keys else _key_text(value)
        found.append({"name": name, "label": (key.title or name).replace("_", " "), "text": text,
                      "default": _key_text(key.default),
                      "expected": key.domain.at(model.as_told(model.puzzle)).words()})  # fmt: skip
    return found


def _key_text(value: Any) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(untupled(value), ensure_ascii=False)
