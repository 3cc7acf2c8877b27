"""Answers the editor's requests, and derives the form by which each layer is entered from its places, domain and look.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..formats.errors import WriteError
from ..language.domain import Domain, Either, OneOf
from ..language.forms import untupled
from ..language.genre import Genre
from ..language.layers import AnswerLayer, Layer
from ..language.puzzle import Puzzle, frozen_layers
from ..language.sequences import ListOf, TupleOf
from ..language.wording import name_in_words, worded
from ..picture.places import Places, places_of
from ..picture.svg import SCALE
from ..registry import REGISTRY
from . import tasks
from .document import document
from .drafts import BadDraft, DraftDocument, changed, draft_of, new_draft, problem, puzzle_of
from .position import JsonObject, key_of
from .service import Refused, Service, formats_of, readings_of, run_job

_ROOM = 1.0
"""The free space around the board for clues that are still to be entered, in cells."""
_LONGEST_ID = 40


class Editing:
    """Answers the editor: genres, changes of drafts, verdicts, texts. Only ``save`` stores a draft; otherwise the page
    sends it along."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.calls: Mapping[str, Callable[..., JsonObject]] = {
            "new": self.new, "change": self.change, "verdict": self.verdict, "needless": self.needless,
            "rate": self.rate, "replay": self.replay, "make": self.make, "fill": self.fill, "minimise": self.minimise,
            "turn": self.turn, "read": self.read, "write": self.write, "play": self.play, "of": self.of,
        }  # fmt: skip

    def genres(self) -> JsonObject:
        """All genres with their usual sizes, and the one selected at first: the one with most formats."""
        genres = [{"name": genre.name, "aliases": list(genre.aliases), "task": genre.task_in_words(),
                   "size": list(genre.making.size or (8, 8))} for genre in REGISTRY.genres]  # fmt: skip
        return {"genres": genres, "first": max(REGISTRY.genres, key=lambda genre: len(genre.dialects)).name}

    # -- drafts --

    def new(self, told: JsonObject) -> JsonObject:
        """An empty board."""
        return self._shown(_refusing(lambda: new_draft(told.get("genre", ""), told.get("rows", 0),
                                                       told.get("columns", 0))))  # fmt: skip

    def of(self, told: JsonObject) -> JsonObject:
        """A puzzle in the list, as a draft."""
        return self._shown(draft_of(self.service.entry(str(told.get("id"))).puzzle))

    def change(self, told: JsonObject) -> JsonObject:
        """A draft after some changes."""
        draft = told.get("draft")
        changes = told.get("changes", [])
        if not isinstance(draft, dict) or not isinstance(changes, list):
            raise Refused(422, "A draft and a list of changes are expected.")

        def made() -> DraftDocument:
            now = draft
            for one in changes:
                now = changed(now, one if isinstance(one, dict) else {})
            return now

        return self._shown(_refusing(made))

    def _shown(self, draft: DraftDocument) -> JsonObject:
        """A draft with what the page shows of it."""
        self.service.shown.set()
        puzzle = _refusing(lambda: puzzle_of(draft))
        wrong = problem(puzzle)
        model = puzzle.genre.as_told(puzzle) if wrong else puzzle.genre(puzzle)
        room = _ROOM if any(layer.on in ("sides", "line_sides") for layer in puzzle.genre.layers.values()) else 0
        shown: Puzzle = _bare(puzzle) if wrong else puzzle
        doc = document(shown, room=room)
        return {"draft": draft, "doc": doc, "problem": wrong, "forms": entry_forms(shown.genre(shown)),
                "holes": hole_forms(draft),
                "texts": {form["name"]: form["texts"] for form in entry_forms(model)} if wrong else None,
                "keys": key_forms(model), "formats": formats_of(puzzle)}  # fmt: skip

    # -- what the solver says --

    def verdict(self, told: JsonObject) -> JsonObject:
        """Whether a draft has one answer, several, or none, and why; of the ``known`` answers, which still hold."""
        known = told.get("known", [])
        return self._asked(tasks.judged_draft, told, known if isinstance(known, list) else [])

    def rate(self, told: JsonObject) -> JsonObject:
        """The difficulty of a draft."""
        return self._asked(tasks.rated, told)

    def replay(self, told: JsonObject) -> JsonObject:
        """All steps from the clues of a draft to its answer."""
        return self._asked(tasks.explained, told, {})

    def needless(self, told: JsonObject) -> JsonObject:
        """The clues that a draft does not need."""
        return self._asked(tasks.needless_clues, told)

    def make(self, told: JsonObject) -> JsonObject:
        """A new puzzle of the genre and the size of a draft, with its title and author."""
        draft = draft_of(_refusing(lambda: puzzle_of(told.get("draft"))))
        made = draft_of(self.service.new_puzzle({**told, **draft}))
        kept = {name: words for name, words in draft["about"].items() if name != "difficulty"}
        return self._shown({**made, "about": {**kept, **made["about"]}})

    def fill(self, told: JsonObject) -> JsonObject:
        """A draft with additional clues that make it unique."""
        return self._set(tasks.filled_up, told)

    def minimise(self, told: JsonObject) -> JsonObject:
        """A draft without the clues that it does not need."""
        return self._set(tasks.minimised, told)

    def _set(self, job: Any, told: JsonObject) -> JsonObject:
        """A draft with other clues of the given ``symmetry``."""
        symmetry = told.get("symmetry") or "none"
        made: Puzzle = run_job(self.service.making, job, self._puzzle(told), token_hex(4), symmetry)
        return self._shown(draft_of(made))

    def turn(self, told: JsonObject) -> JsonObject:
        """A draft after the turn or reflection that ``how`` names."""
        made: Puzzle = run_job(self.service.making, tasks.turned, self._puzzle(told), str(told.get("how")))
        return self._shown(draft_of(made))

    def _asked(self, job: Any, told: JsonObject, *args: Any) -> JsonObject:
        found: JsonObject = run_job(self.service.asking, job, self._puzzle(told), *args)
        return found

    def _puzzle(self, told: JsonObject) -> Puzzle:
        """The puzzle of a draft. Raises Refused if it is not valid yet."""
        puzzle: Puzzle = _refusing(lambda: puzzle_of(told.get("draft")))
        wrong = problem(puzzle)
        if wrong:
            raise Refused(422, wrong)
        return puzzle

    # -- texts --

    def read(self, told: JsonObject) -> JsonObject:
        """The first puzzle of a text of any format, as a draft, with the reader's warnings."""
        text = told.get("text")
        if not isinstance(text, str) or not text.strip():
            raise Refused(422, worded("There is no text."))
        readings = readings_of(text)
        if not readings:
            raise Refused(422, worded("The text contains no puzzle."))
        warnings = list(map(str, readings[0].warnings))
        return self._shown(draft_of(readings[0].puzzle)) | {"warnings": warnings}

    def write(self, told: JsonObject) -> JsonObject:
        """A draft as the text of a format."""
        from .. import write

        puzzle = _refusing(lambda: puzzle_of(told.get("draft")))
        try:
            return {"text": write(puzzle, str(told.get("format")), printable=bool(told.get("picture")))}
        except (WriteError, ValueError) as fault:
            raise Refused(422, str(fault)) from None

    def play(self, told: JsonObject) -> JsonObject:
        """Adds a draft to the list, to be played and exported."""
        return {"id": self.service.storage.add(self._puzzle(told), "editor", keep=True)}

    # -- storage --

    def drafts(self) -> JsonObject:
        """All stored drafts."""
        return {"drafts": self.service.storage.drafts()}

    def save(self, id: str, told: JsonObject) -> JsonObject:
        """Stores a draft."""
        self.service.storage.save_draft(_checked(id), told)
        return {}

    def remove(self, id: str, told: JsonObject) -> JsonObject:
        """Deletes a draft."""
        del told
        self.service.storage.remove_draft(_checked(id))
        return {}


def _bare(puzzle: Puzzle) -> Puzzle:
    """The board of an invalid draft with its valid layers.

    Layers are tried one by one, so that a single mistake does not empty the board.
    """
    kept: dict[str, Any] = {}
    for name, own in puzzle.given.items():
        trial = Puzzle(puzzle.genre, puzzle.board, frozen_layers({**kept, name: own}), puzzle.keys, puzzle.about)
        if not problem(trial) or _lacks(trial):
            kept[name] = own
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(kept), puzzle.keys, puzzle.about)


def _lacks(puzzle: Puzzle) -> bool:
    """Whether the only problem of a draft is a missing layer."""
    return "there is no" in problem(puzzle).lower()


def _refusing(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except BadDraft as fault:
        raise Refused(422, str(fault)) from None


def _checked(id: str) -> str:
    if not id.isalnum() or len(id) > _LONGEST_ID:
        raise Refused(422, "An id consists of letters and digits.")
    return id


# -- forms ------------------------------------------------------------------------------------------------------------

HOLES = "holes of the board"
"""The form that is not a layer."""
_PALETTE = 24
"""The most values of a layer that are entered by choosing one."""


def entry_forms(model: Genre) -> list[dict[str, Any]]:
    """The form of each layer; those of the answer come last."""
    places = places_of(model.board, model.ground.cell)
    order = sorted(model.layers.values(), key=lambda layer: layer.name in model.answer_layers)
    return [_form(model, layer, places) for layer in order]


def _form(model: Genre, layer: Layer, places: Places) -> dict[str, Any]:
    spots = sorted(layer.spots(model))
    partial_model = model.as_told(model.puzzle)
    domain = layer.domain.at(partial_model, spots[0]) if spots else None
    values = _palette(layer, domain) if domain is not None else []
    tool = _tool(layer, values)
    return {
        "name": layer.name, "label": layer.label, "tool": tool, "role": getattr(layer, "role", "mark"),
        "required": bool(getattr(layer, "required", False)), "answer": layer.name in model.answer_layers,
        "drag": _drag(model.board, layer, tool, spots),
        "expected": _expected(domain) if domain is not None else "", "fields": _fields(layer, domain),
        "choices": {name: choices for name, choices in layer.look.traits.fields if choices}, "values": values,
        "places": [_place(model.board, places, spot) for spot in spots],
        "texts": {key_of(spot): text_of(value) for spot, value in model.puzzle.given.get(layer.name, {}).items()},
    }  # fmt: skip


def _drag(board: Board, layer: Layer, tool: str, spots: list[Spot]) -> str:
    """What a drag goes through: the cells of a region, cells or corners that lines join, or single places."""
    if spots and tool in ("lines", "choose") and _links(board).issuperset(spots):
        return "region" if layer.look.plain == "wall" else "cells"
    return "corners" if tool == "lines" else "places"


def _tool(layer: Layer, values: list[dict[str, Any]]) -> str:
    marks = len(values) == 1 and values[0]["v"] is True
    if isinstance(layer, AnswerLayer) or marks:
        lined = layer.look.plain in ("wall", "line") or layer.look.traits.tool == "pair"
        return "lines" if lined and layer.on != "cells" else "marks"
    return "choose" if values else "enter"


def _palette(layer: Layer, domain: Domain) -> list[dict[str, Any]]:
    """The values of a small domain to choose from; empty if values are typed."""
    if isinstance(layer, AnswerLayer):
        return [{"v": value, "shown": layer.word(value)} for value in (True, False)]
    values = domain.values()
    if values is None or len(values) > _PALETTE or not domain.atomic or not _is_choice(layer, domain):
        return []
    return [{"v": untupled(value), "shown": _shown(layer, value)} for value in values]


def _is_choice(layer: Layer, domain: Domain) -> bool:
    """Whether values are signs; numbers are typed."""
    numbers = all(type(value) is int for value in domain.values() or ())
    return isinstance(domain, OneOf) and (bool(layer.look.glyphs) or not numbers)


def _shown(layer: Layer, value: Any) -> str:
    if value is True:
        return layer.label
    return layer.look.glyphs.get(value, str(value)).strip() or worded("empty")


def _fields(layer: Layer, domain: Domain | None) -> list[str]:
    """The names of the parts of a value, if their number is fixed."""
    if layer.look.traits.fields:
        return [name for name, _ in layer.look.traits.fields]
    one = next((d for d in (domain.of if isinstance(domain, Either) else (domain,)) if isinstance(d, TupleOf)), None)
    if one is not None:
        return [f"{n}" for n in range(1, len(one.parts) + 1)]
    if isinstance(domain, ListOf) and len(domain.length.span) == 1:
        return [f"{n}" for n in range(1, domain.length.span[0] + 1)]
    return []


def _expected(domain: Domain) -> str:
    """What may be entered, in words; for parts of one kind, what each may be."""
    if isinstance(domain, ListOf) and len(domain.length.span) == 1:
        return name_in_words(f"each {domain.item.words()}", __name__)
    return name_in_words((domain.parts[0] if isinstance(domain, TupleOf) else domain).words(), __name__)


def text_of(value: Any) -> str | list[str]:
    """A value as it is typed, by parts. If there are none, or all are unknown, the first is ``-``: no text is empty."""
    if isinstance(value, tuple):
        told = ["" if part is None else str(part) for part in value]
        return told if any(told) else ["-", *told[1:]]
    return "?" if value is None else str(value)


def _place(board: Board, places: Places, spot: Spot) -> list[Any]:
    """The key, the place and the name; for edges also the corners, for links the cells, as numbers."""
    x, y = places.at(spot)
    record: list[Any] = [key_of(spot), round(x * SCALE, 2), round(y * SCALE, 2), name_in_words(board.name(spot))]
    is_edge, is_link = bool(board.edges) and spot in _edges(board), spot in _links(board)
    if is_edge or is_link:
        record.append([board.corner_index[tip] for tip in board.tips(spot)] if is_edge else None)
    if is_link:
        record.append([board.cell_index[end] for end in board.ends(spot)])
    return record


def _edges(board: Board) -> frozenset[Spot]:
    return board.memo("edges as a set", lambda: frozenset(board.edges))


def _links(board: Board) -> frozenset[Spot]:
    return board.memo("links as a set", lambda: frozenset(board.links))


def hole_forms(draft: dict[str, Any]) -> list[dict[str, Any]]:
    """The form for holes of a rectangle; empty for boards that are graphs."""
    if "record" in draft:
        return []
    board = Rect.of(draft["rows"], draft["columns"])
    places = [[key_of(cell), cell.x * SCALE / 2, cell.y * SCALE / 2, board.name(cell)] for cell in board.cells]
    return [{
        "name": HOLES, "label": worded("holes"), "tool": "holes", "role": "structure", "required": False,
        "answer": False, "drag": "places", "expected": worded("a cell to remove"), "fields": [], "choices": {},
        "values": [], "texts": {}, "places": places,
    }]  # fmt: skip


def key_forms(model: Genre) -> list[dict[str, Any]]:
    """The values of the whole puzzle as fields of a form."""
    found = []
    for name, key in model.keys.items():
        value = model.puzzle.keys.get(name, key.default)
        text = "" if name not in model.puzzle.keys else _key_text(value)
        found.append({"name": name, "label": worded((key.title or name).replace("_", " ")), "text": text,
                      "default": _key_text(key.default),
                      "expected": _expected(key.domain.at(model.as_told(model.puzzle)))})  # fmt: skip
    return found


def _key_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(untupled(value), ensure_ascii=False)
