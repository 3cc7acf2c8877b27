"""Reads puzzles from collections of records (one JSON object per line).

Each collection has a ``Reader``: a function for the givens of a record, and one for the keys if the genre has any.
Grids are rows of tokens; ``.`` is an empty cell. Stored answers are read by ``answers``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect

Record = Mapping[str, Any]
Grid = Sequence[Sequence[str]]
Layer = dict[Spot, Any]
Layers = dict[str, Layer]


class RecordError(ValueError):
    """A record is incomplete or invalid."""


class Fields(Mapping[str, Any]):
    """A record. Reading a missing or null key raises RecordError; ``get`` returns the default for both."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __getitem__(self, key: str) -> Any:
        value = self._record.get(key)
        if value is None:
            raise RecordError(f"the key {key!r} is {'null' if key in self._record else 'missing'}")
        return value

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key."""
        value = self._record.get(key)
        return default if value is None else value

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)


def _no_keys(_: Record) -> Mapping[str, Any]:
    return {}


def _no_holes(_: Record) -> Layer:
    return {}


@dataclass(frozen=True)
class Reader:
    """How a collection's records are read: the genre's name, the givens by layer, the keys, and the holes."""

    genre: str
    given: Callable[[Record, Rect], Layers]
    keys: Callable[[Record], Mapping[str, Any]] = _no_keys
    holes: Callable[[Record], Layer] = _no_holes

    def puzzle(self, record: Record) -> gw.Puzzle:
        """The puzzle of a record. Raises RecordError for an invalid record, FormatError for an invalid puzzle."""
        fields = Fields(record)
        try:
            board = Rect.of(fields["rows"], fields["cols"], self.holes(fields))
            return gw.Puzzle.of(gw.genre(self.genre), board, self.given(fields, board), self.keys(fields))
        except (RecordError, gw.FormatError):
            raise
        except gw.PuzzleError as fault:
            raise RecordError(str(fault)) from None
        except (AttributeError, LookupError, TypeError, ValueError) as fault:
            raise RecordError(f"{type(fault).__name__}: {fault}") from fault


# -- parts of records ---------------------------------------------------------------------------------------------


def at(row: int, col: int) -> Spot:
    """The cell in a row and a column, counted from 0."""
    return Spot(2 * row + 1, 2 * col + 1)


def tokens(grid: Grid) -> Iterator[tuple[Spot, str]]:
    """All cells with their tokens."""
    return ((at(i, j), token) for i, row in enumerate(grid) for j, token in enumerate(row))


def numbers(grid: Grid) -> Layer:
    """The cells with numbers."""
    return {cell: int(token) for cell, token in tokens(grid) if token.isdigit()}


def marked(grid: Grid, values: Mapping[str, Any]) -> Layer:
    """The cells with some tokens, with the values of these."""
    return {cell: values[token] for cell, token in tokens(grid) if token in values}


def walls(board: Rect, grid: Grid) -> Layer:
    """The links between cells with different tokens."""
    token = dict(tokens(grid))
    return {link: True for link in board.links if len({token[c] for c in board.ends(link)}) == 2}


def outside(
    board: Rect, record: Record, value: Callable[[str], Any] = int, names: str = "top left bottom right"
) -> Layer:
    """The clues around the board; ``names`` are the record's names of the sides."""
    first, last_y, last_x = -1, 2 * board.n_rows + 1, 2 * board.n_cols + 1
    places: list[Callable[[int], Spot]] = [
        lambda i: Spot(first, 2 * i + 1), lambda i: Spot(2 * i + 1, first),
        lambda i: Spot(last_y, 2 * i + 1), lambda i: Spot(2 * i + 1, last_x),
    ]
    sides = zip(names.split(), places, strict=False)
    clues = ((place(i), token) for name, place in sides for i, token in enumerate(record.get(name) or ()))
    return {side: value(token) for side, token in clues if token not in (".", "-")}


def counts(board: Rect, record: Record) -> Layer:
    """The numbers above columns and on the left of rows."""
    return outside(board, record, names="top left")


# -- the givens of each collection --------------------------------------------------------------------------------

WALLS = {"#": None, **{str(n): n for n in range(5)}}
OPERATORS = {"*": "x", "/": ":", "+": "+", "-": "-", ":": ":", "x": "x"}
ARROWS = {"nw": "q", "n": "w", "ne": "e", "w": "a", "e": "d", "sw": "y", "s": "x", "se": "c"}
WAYS = {"^": "u", ">": "r", "v": "d", "<": "l", "": ""}


def _numbered(layer: str) -> Callable[[Record, Rect], Layers]:
    return lambda record, _: {layer: numbers(record["puzzle"])}


def _clues(layer: str) -> Callable[[Record, Rect], Layers]:
    """Numbers and ``?``."""
    return lambda record, _: {layer: numbers(record["puzzle"]) | marked(record["puzzle"], {"?": "?"})}


def _akari(record: Record, _: Rect) -> Layers:
    return {"wall": marked(record["puzzle"], WALLS)}


def _aquarium(record: Record, board: Rect) -> Layers:
    return {"wall": walls(board, record["regions"]), "count": counts(board, record)}


def _arukone(record: Record, _: Rect) -> Layers:
    return {"label": {cell: int(t) if t.isdigit() else t for cell, t in tokens(record["puzzle"]) if t != "."}}


def _basic(record: Record, board: Rect) -> Layers:
    found: Layers = {"wall": walls(board, record["regions"]), "operator": {}, "result": {}}
    for cell, token in tokens(record["puzzle"]):
        clue = re.fullmatch(r"(\d+)([-+*:/x]?)", token)
        if clue:
            found["result"][cell] = int(clue[1])
            if clue[2]:
                found["operator"][cell] = OPERATORS[clue[2]]
    return found


def _cave(record: Record, _: Rect) -> Layers:
    return {"number": numbers(record["puzzle"]), "wall": marked(record["puzzle"], {"?": False})}


def _doubleblock(record: Record, board: Rect) -> Layers:
    return {"between": counts(board, record)}


def _easy_as_abc(record: Record, board: Rect) -> Layers:
    return {"hint": outside(board, record, str), "letter": {c: t for c, t in tokens(record["puzzle"]) if t != "."}}


def _galaxies(record: Record, _: Rect) -> Layers:
    return {"centre": {Spot(y, x): True for y, x in record["centres"]}}


def _heyawake(record: Record, board: Rect) -> Layers:
    return {"wall": walls(board, record["regions"]), "number": numbers(record["puzzle"])}


def _kakuro(record: Record, _: Rect) -> Layers:
    clues: Layer = {cell: (None, None) for cell, token in tokens(record["puzzle"]) if token == "#"}
    for cell, token in tokens(record["puzzle"]):
        if "\\" in token:
            down, right = token.split("\\")
            clues[cell] = (int(right) if right else None, int(down) if down else None)
    return {"clue": clues, "number": numbers(record["puzzle"])}


def _killer(record: Record, board: Rect) -> Layers:
    cages = record["cages"]
    return {
        "wall": walls(board, record["regions"]), "cage": walls(board, cages), "total": numbers(record["sums"]),
        "uncaged": marked(cages, {".": True}), "number": numbers(record["puzzle"]),
    }


def _kropki(record: Record, _: Rect) -> Layers:
    colours = {"W": "white", "B": "black"}
    dots = {Spot(c.y, c.x + 1): colour for c, colour in marked(record["horiz"], colours).items()}
    dots |= {Spot(c.y + 1, c.x): colour for c, colour in marked(record["vert"], colours).items()}
    return {"dot": dots, "number": numbers(record["puzzle"])}


def _lits(record: Record, board: Rect) -> Layers:
    return {"wall": walls(board, record["regions"])}


def _magnets(record: Record, board: Rect) -> Layers:
    """A cell ``@`` belongs to no plate: it becomes a plate of one cell, which is neutral."""
    plates = [[f"{i} {j}" if t == "@" else t for j, t in enumerate(row)] for i, row in enumerate(record["regions"])]
    return {
        "wall": walls(board, plates),
        "positive": outside(board, record, names="col_plus row_plus"),
        "negative": outside(board, record, names="col_minus row_minus"),
        "pole": marked(record["puzzle"], {c: c for c in "+-#"}),
    }


def _masyu(record: Record, _: Rect) -> Layers:
    return {"pearl": marked(record["puzzle"], {"o": "white", "*": "black"})}


def _minesweeper(record: Record, _: Rect) -> Layers:
    return {"number": numbers(record["puzzle"]) | marked(record["puzzle"], {"x": "x"})}


def _picross(record: Record, _: Rect) -> Layers:
    sides = [(Spot(-1, 2 * i + 1), runs) for i, runs in enumerate(record["col_clues"])]
    sides += [(Spot(2 * i + 1, -1), runs) for i, runs in enumerate(record["row_clues"])]
    return {"clue": {side: tuple(n for n in runs if n) for side, runs in sides}}


def _pills(record: Record, board: Rect) -> Layers:
    return {"number": numbers(record["puzzle"]), "total": counts(board, record)}


def _skyscrapers(record: Record, board: Rect) -> Layers:
    return {"view": outside(board, record), "height": numbers(record["puzzle"])}


def _slalom(record: Record, _: Rect) -> Layers:
    grid = enumerate(record["puzzle"])
    return {"number": {Spot(2 * i, 2 * j): int(t) for i, row in grid for j, t in enumerate(row) if t != "."}}


def _snake(record: Record, board: Rect) -> Layers:
    """The two given cells are the ends of the snake, with 1 and the snake's length."""
    ends = sorted(marked(record["puzzle"], {"#": True}))
    return {"used": counts(board, record), "number": dict(zip(ends, (1, _snake_length(record)), strict=True))}


def _snake_length(record: Record) -> int:
    return sum(map(int, record["top"]))


def _starbattle(record: Record, board: Rect) -> Layers:
    return {"wall": walls(board, record["regions"]), "hole": marked(record["regions"], {"@": True})}


def _starry_sky(record: Record, board: Rect) -> Layers:
    return {"count": counts(board, record), "arrow": marked(record["puzzle"], ARROWS)}


def _sudoku(record: Record, board: Rect) -> Layers:
    return {"wall": walls(board, record["regions"]), "number": numbers(record["puzzle"])}


def _tapa(record: Record, _: Rect) -> Layers:
    clues = ((cell, token) for cell, token in tokens(record["puzzle"]) if token != ".")
    return {"clue": {cell: tuple(map(int, token.split("/"))) for cell, token in clues}}


def _tents(record: Record, board: Rect) -> Layers:
    return {"count": counts(board, record), "tree": marked(record["puzzle"], {"*": True})}


def _thermometers(record: Record, board: Rect) -> Layers:
    thermometers = [[at(*cell) for cell in cells] for cells in record["thermos"]]
    return {
        "count": counts(board, record),
        "bulb": {cells[0]: True for cells in thermometers},
        "joint": {board.link(a, b): True for cells in thermometers for a, b in pairwise(cells)},
    }


def _yajilin(record: Record, _: Rect) -> Layers:
    hints = ((cell, re.fullmatch(r"(\d+)([<>^v]?)", token)) for cell, token in tokens(record["puzzle"]))
    return {
        "hint": {cell: (int(hint[1]), WAYS[hint[2]]) for cell, hint in hints if hint},
        "block": marked(record["puzzle"], {"x": True}),
    }


def _keyed(*names: str) -> Callable[[Record], Mapping[str, Any]]:
    return lambda record: {name: record[name] for name in names}


READERS: dict[str, Reader] = {
    "akari": Reader("Akari", _akari),
    "aquarium": Reader("Aquarium", _aquarium),
    "arukone": Reader("Arukone", _arukone),
    "basic": Reader("Basic", _basic),
    "cave": Reader("Cave", _cave),
    "domino_hunt": Reader("Domino Hunt", _numbered("number"), _keyed("min", "max")),
    "doubleblock": Reader("Doubleblock", _doubleblock),
    "easy_as_abc": Reader("Easy as ABC", _easy_as_abc, _keyed("max")),
    "fences": Reader("Fences", _numbered("number")),
    "fillomino": Reader("Fillomino", _numbered("number")),
    "galaxies": Reader("Galaxies", _galaxies),
    "hashi": Reader("Hashi", _clues("island")),
    "heyawake": Reader("Heyawake", _heyawake),
    "hitori": Reader("Hitori", _numbered("number")),
    "kakuro": Reader("Kakuro", _kakuro),
    "killer_sudoku": Reader("Killer-Sudoku", _killer),
    "kropki": Reader("Kropki", _kropki),
    "kuromasu": Reader("Kuromasu", _numbered("number")),
    "lits": Reader("LITS", _lits, holes=lambda record: marked(record["regions"], {"@": True})),
    "magnets": Reader("Magnets", _magnets),
    "masyu": Reader("Masyu", _masyu),
    "minesweeper": Reader("Minesweeper", _minesweeper, _keyed("mines")),
    "nonogram": Reader("Picross", _picross),
    "nurikabe": Reader("Nurikabe", _clues("clue")),
    "pills": Reader("Pills", _pills, _keyed("max")),
    "shikaku": Reader("Shikaku", _clues("number")),
    "skyscrapers": Reader("Skyscrapers", _skyscrapers),
    "skyscrapers_with_parks": Reader("Skyscrapers with Parks", _skyscrapers, _keyed("parks")),
    "slalom": Reader("Slalom", _slalom),
    "snake": Reader("Snake", _snake, lambda record: {"max": _snake_length(record)}),
    "starbattle": Reader("Starbattle", _starbattle, _keyed("stars")),
    "starry_sky": Reader("Starry Sky", _starry_sky),
    "sudoku": Reader("Sudoku", _sudoku),
    "sudoku_jigsaw": Reader("Sudoku", _sudoku),
    "tapa": Reader("Tapa", _tapa),
    "tents": Reader("Tents", _tents),
    "thermometers": Reader("Thermometers", _thermometers),
    "yajilin": Reader("Yajilin", _yajilin),
}
"""The readers by the names of the collections' files."""


def collections_of(genre: str) -> Iterable[str]:
    """The collections with puzzles of a genre (its name in lower case)."""
    return [name for name, reader in READERS.items() if reader.genre.casefold() == genre]
