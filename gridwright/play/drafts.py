"""Unfinished puzzles of the editor, which need not be valid yet. The page keeps them as JSON and sends them along:

    {genre, rows, columns, holes: [key], given: {layer: {key: value}}, keys: {name: value}, about: {title: ...}}

For boards that are graphs, ``record`` replaces the size. Spots are keys as in positions, values are JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..formats.own_json import JsonFormat, puzzle_record
from ..language.domain import ABSENT, Domain, Either
from ..language.forms import ABOUT, untupled
from ..language.forms.items import fitted, tupled
from ..language.genre import Genre
from ..language.gestures import BegunBy
from ..language.layers import GivenLayer, Key, Layer
from ..language.puzzle import About, Frozen, Puzzle, PuzzleError, frozen_layers
from ..language.sequences import ListOf, TupleOf
from ..language.validation import at_spot, check_puzzle
from ..language.wording import name_in_words, worded
from ..registry import REGISTRY, UnknownGenre
from .position import BadPosition, key_of, spot_of

DraftDocument = dict[str, Any]
MOST_CELLS = 2_500
"""The most cells of a board in the editor; larger boards can be opened and played."""
_SHORT_ABOUT = ("title", "author", "difficulty")


class BadDraft(ValueError):
    """An invalid draft or change; the message says what is wrong and what is expected."""


def new_draft(name: str, rows: int, cols: int) -> DraftDocument:
    """An empty board of a genre, with the marks that are usual, such as walls. Raises BadDraft."""
    genre = _genre(name)
    _check_size(rows, cols)
    board = Rect.of(rows, cols)
    return draft_of(Puzzle(genre, board, frozen_layers(_usual(genre, board))))


def _usual(genre: type[Genre], board: Rect) -> dict[str, dict[Spot, Any]]:
    return {layer.name: dict.fromkeys(layer.usual(board), True) for layer in genre.layers.values()
            if isinstance(layer, GivenLayer) and layer.usual}  # fmt: skip


def is_blank(puzzle: Puzzle) -> bool:
    """Whether a puzzle has only the marks that are usual on an empty board."""
    board = puzzle.board
    usual = _usual(puzzle.genre, board) if isinstance(board, Rect) else {}
    return all(dict(own) == usual.get(name, {}) for name, own in puzzle.given.items())


def _genre(name: Any) -> type[Genre]:
    try:
        return REGISTRY.genre(str(name))
    except UnknownGenre as fault:
        raise BadDraft(str(fault)) from None


def _check_size(rows: Any, cols: Any) -> None:
    if type(rows) is not int or type(cols) is not int or not (rows > 0 and cols > 0 and rows * cols <= MOST_CELLS):
        raise BadDraft(worded("A board needs rows and columns, and has at most {n} cells.", n=MOST_CELLS))


def draft_of(puzzle: Puzzle) -> DraftDocument:
    """A puzzle as a draft."""
    board = puzzle.board
    told: DraftDocument = {
        "genre": puzzle.genre.name,
        "given": {name: {key_of(spot): untupled(value) for spot, value in sorted(own.items())}
                  for name, own in puzzle.given.items()},
        "keys": {name: untupled(value) for name, value in puzzle.keys.items()},
        "about": {name: getattr(puzzle.about, name) for name in _SHORT_ABOUT if getattr(puzzle.about, name)},
    }  # fmt: skip
    if isinstance(board, Rect):
        return told | {"rows": board.n_rows, "columns": board.n_cols, "holes": sorted(map(key_of, board.holes))}
    return told | {"record": puzzle_record(puzzle)["board"]}


def puzzle_of(draft: Any) -> Puzzle:
    """The puzzle of a draft, which may be invalid (see ``problem``). Raises BadDraft for other objects."""
    if not isinstance(draft, dict):
        raise BadDraft("A draft must be an object.")
    genre = _genre(draft.get("genre"))
    try:
        board = _board(genre, draft)
        given = {
            name: {spot_of(key): tupled(value) for key, value in own.items()}
            for name, own in draft.get("given", {}).items() if name in genre.layers
        }
        keys = {name: tupled(value) for name, value in draft.get("keys", {}).items() if name in genre.keys}
        about = {name: str(value) for name, value in draft.get("about", {}).items()}
    except (BadDraft, BadPosition, PuzzleError) as fault:
        raise BadDraft(str(fault)) from None
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise BadDraft("This is not a draft.") from None
    return Puzzle(genre, board, frozen_layers(given), Frozen(keys), About(
        title=about.get("title", ""), author=about.get("author", ""), difficulty=about.get("difficulty", "")))


def _board(genre: type[Genre], draft: DraftDocument) -> Any:
    if "record" in draft:
        text = json.dumps({"gridwright": 1, "genre": genre.name, "board": draft["record"]})
        return JsonFormat().read_all(text, REGISTRY, {})[0].puzzle.board
    rows, cols = draft.get("rows"), draft.get("columns")
    _check_size(rows, cols)
    assert isinstance(rows, int) and isinstance(cols, int)
    cells = set(Rect.of(rows, cols).cells)
    return Rect.of(rows, cols, cells & {spot_of(key) for key in draft.get("holes", ())})


def problem(puzzle: Puzzle) -> str:
    """Why a draft is not a valid puzzle yet; empty if it is."""
    try:
        check_puzzle(puzzle)
    except PuzzleError as fault:
        words = at_spot(fault, puzzle.board)
        return f"{words[:1].upper()}{words[1:]}."
    return ""


# -- changes ----------------------------------------------------------------------------------------------------------


def changed(draft: DraftDocument, change: Mapping[str, Any]) -> DraftDocument:
    """A draft after a change. Raises BadDraft if the change is impossible."""
    kind = change.get("do")
    if not isinstance(kind, str) or kind not in _CHANGES:
        raise BadDraft(f"There is no such change; there are {', '.join(_CHANGES)}.")
    copy = json.loads(json.dumps(draft))
    try:
        _CHANGES[kind](copy, change)
    except (KeyError, TypeError, AttributeError, BadPosition) as fault:
        raise BadDraft(f"This change is incomplete: {fault}.") from None
    return copy  # type: ignore[no-any-return]


def _layer(draft: DraftDocument, name: Any) -> tuple[Puzzle, Genre, Layer]:
    puzzle = puzzle_of(draft)
    layer = puzzle.genre.layers.get(name)
    if layer is None:
        raise BadDraft(f"{puzzle.genre.name} has no layer {name!r}; it has {', '.join(puzzle.genre.layers)}.")
    return puzzle, puzzle.genre.as_told(puzzle), layer


def _enter(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """A value that was chosen, or typed as text or in fields; an empty one removes the mark."""
    name, key = change["layer"], change["k"]
    puzzle, model, layer = _layer(draft, name)
    spot, own = spot_of(key), draft["given"].setdefault(name, {})
    if spot not in layer.spots(puzzle.genre(puzzle)):
        raise BadDraft(f"The layer {name!r} has no place there.")
    entry = change["value"] if "value" in change else change.get("text", "")
    if entry is None or entry == "" or (isinstance(entry, list) and not any(entry)):
        own.pop(key, None)
        return
    value = tupled(entry) if "value" in change else entered(entry, layer.domain.at(model, spot))
    own[key] = untupled(_of_domain(value, layer.domain.at(model, spot)))


def _of_domain(value: Any, domain: Domain) -> Any:
    wrong = domain.mismatch(value)
    if wrong is not None:
        expected = name_in_words(wrong.expected, f"{__package__}.editing")
        raise BadDraft(worded("Expected {expected}, not {found}.", expected=expected, found=wrong.found))
    return value


def entered(typed: str | list[str], domain: Domain) -> Any:
    """The value of a domain that was typed; several parts in fields, or separated by blanks, commas or slashes.

    A ``-`` alone is the empty list, if the domain has it. An empty part, a ``?`` or a ``-`` is unknown, if the domain
    has unknown parts.
    """
    if isinstance(typed, str):
        if typed.strip() == "-" and () in domain:
            return ()
        value = fitted(typed.strip(), domain)
        if value in domain:
            return value
        typed = typed.replace(",", " ").replace("/", " ").split()
        if len(typed) == 1 and len(typed[0]) > 1 and typed[0][:-1].isdigit():
            typed = [typed[0][:-1], typed[0][-1]]
    whole = tuple(_meant(part.strip(), None) for part in typed)
    for one in _tuples(domain):
        parts = _parts_of(one, len(typed))
        if parts:
            found = tuple(_meant(text.strip(), part) for text, part in zip(typed, parts, strict=True))
            if found in domain:
                return found
    return whole if whole not in domain and len(whole) != 1 else fitted(typed[0] if len(typed) == 1 else whole, domain)


def _tuples(domain: Domain) -> list[Domain]:
    return [one for one in (domain.of if isinstance(domain, Either) else (domain,)) if not one.atomic]


def _parts_of(domain: Domain, n: int) -> list[Domain]:
    if isinstance(domain, TupleOf):
        return list(domain.parts) if len(domain.parts) == n else []
    return [domain.item] * n if isinstance(domain, ListOf) else []


_WAYS = {"↑": "u", "→": "r", "↓": "d", "←": "l", "up": "u", "right": "r", "down": "d", "left": "l"}


def _meant(text: str, domain: Domain | None) -> Any:
    """The value of a part."""
    if domain is None:
        return fitted(text, ListOf(Either()))
    if text in ("", "?", "-"):
        unknown = domain.unknown
        if unknown is not ABSENT:
            return unknown
        if text == "-" and "" in domain:
            return ""
    text = _WAYS.get(text, text)
    return fitted(text, domain)


def _toggle(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """The same mark at several places: all become what the first becomes. ``start`` is the cell in which a drag along
    lines began (see ``_begin``)."""
    name, keys, mark = change["layer"], change["keys"], tupled(change.get("value", True))
    puzzle, model, layer = _layer(draft, name)
    spots, own = layer.spots(puzzle.genre(puzzle)), draft["given"].setdefault(name, {})
    on = change.get("on", keys and keys[0] not in own)
    for key in keys:
        spot = spot_of(key)
        if on and spot in spots:
            own[key] = untupled(_of_domain(mark, layer.domain.at(model, spot)))
        elif not on:
            own.pop(key, None)
    if "start" in change and isinstance(layer.gesture, BegunBy):
        _begin(draft, layer.gesture.mark.name, puzzle.board, set(map(spot_of, own)), spot_of(change["start"]), keys)


def _begin(
    draft: DraftDocument, name: str, board: Board, lines: Collection[Spot], start: Spot, keys: Sequence[str]
) -> None:
    """Marks the cell in which lines begin if they have no such mark yet, and removes marks that have lost their line.
    """
    own, cells = draft["given"].setdefault(name, {}), [start]
    for cell in cells:
        cells += (near for link, near in board.ways(cell) if link in lines and near not in cells)
    if len(cells) > 1 and not any(key_of(cell) in own for cell in cells):
        own[key_of(start)] = True
    for cell in (end for key in keys for end in board.ends(spot_of(key))):
        if not any(link in lines for link, _ in board.ways(cell)):
            own.pop(key_of(cell), None)


def _region(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """Makes some cells a region, with borders around but not between them."""
    name = change["layer"]
    puzzle, _, _ = _layer(draft, name)
    own, cells = draft["given"].setdefault(name, {}), {spot_of(key) for key in change["cells"]}
    for link in puzzle.board.links:
        inside = sum(end in cells for end in puzzle.board.ends(link))
        if inside == 1:
            own[key_of(link)] = True
        elif inside == 2:
            own.pop(key_of(link), None)


def _key(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """A value of the whole puzzle, typed as text; an empty one removes it."""
    puzzle = puzzle_of(draft)
    key: Key[Any] | None = puzzle.genre.keys.get(change["name"])
    if key is None:
        raise BadDraft(f"{puzzle.genre.name} has no key {change['name']!r}.")
    text = str(change["text"]).strip()
    if not text:
        draft["keys"].pop(key.name, None)
        return
    domain = key.domain.at(puzzle.genre.as_told(puzzle))
    try:
        value: Any = tupled(json.loads(text))
    except (ValueError, PuzzleError, RecursionError):
        value = text
    value = fitted(value, domain)
    draft["keys"][key.name] = untupled(_of_domain(value if value in domain else entered(text, domain), domain))


def _resize(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """Changes the number of rows and columns; what lies beyond them goes, and outside clues move along."""
    rows, cols = change["rows"], change["columns"]
    _check_size(rows, cols)
    if "record" in draft:
        raise BadDraft("A board of areas has no rows and columns.")
    old = draft["rows"], draft["columns"]
    draft["rows"], draft["columns"] = rows, cols
    ends = (2 * old[0] + 1, 2 * rows + 1), (2 * old[1] + 1, 2 * cols + 1)
    draft["holes"] = [key for key in draft["holes"] if spot_of(key).y < 2 * rows and spot_of(key).x < 2 * cols]
    puzzle = puzzle_of(draft | {"given": {}})
    for name, own in draft["given"].items():
        spots = puzzle.genre.layers[name].spots(puzzle.genre(puzzle))
        moved = {key_of(_moved(spot_of(key), ends)): value for key, value in own.items()}
        draft["given"][name] = {key: value for key, value in moved.items() if spot_of(key) in spots}


def _moved(spot: Spot, ends: tuple[tuple[int, int], tuple[int, int]]) -> Spot:
    """A spot on a board of another size: only those below and to the right of the board move."""
    y, x = (new if value == old else value for value, (old, new) in zip(spot, ends, strict=True))
    return Spot(y, x)


def _hole(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """Removes or restores a cell."""
    keys = set(draft["holes"])
    draft["holes"] = sorted(keys ^ {key_of(spot_of(change["k"]))})
    _resize(draft, {"rows": draft["rows"], "columns": draft["columns"]})


def _about(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    if change["name"] not in ABOUT:
        raise BadDraft(f"There is no {change['name']!r}.")
    draft["about"][change["name"]] = str(change["text"])


def _clear(draft: DraftDocument, change: Mapping[str, Any]) -> None:
    """Removes the marks of a layer, or of all layers."""
    only = change.get("layer")
    draft["given"] = {name: own for name, own in draft["given"].items() if only not in (None, name)}


_CHANGES: Mapping[str, Callable[[DraftDocument, Mapping[str, Any]], None]] = {
    "enter": _enter, "toggle": _toggle, "region": _region, "key": _key, "resize": _resize, "hole": _hole,
    "about": _about, "clear": _clear,
}  # fmt: skip
