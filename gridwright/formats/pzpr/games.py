"""The supported genres of pzprjs: the parts of their links and files, and the rules that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..roles.grids import all_around as ring_of_cells
from ..roles.grids import between, cells, edges, inner_cells, points
from ..roles.hooks import (
    areas_into_numbers,
    hints_without_arrows,
    lone_question_marks,
    neighbouring_islands,
    no_lone_question_marks,
    numbers_into_areas,
    numbers_into_path,
    one_level,
    path_into_numbers,
    same_level,
    single_cells,
    single_walls,
)
from ..roles.items import Ignored, Number, Only, Piece, Put, Spelt, Words
from ..roles.packs import Fixed, List, One
from ..roles.rules import IGNORED, Mark, Rules
from ..roles.sheet import UNKNOWN, all_around, borders
from ..roles.sheet import points as grid_points
from . import codes, pieces, special, special_pieces
from .codes import Code, Named, Numbers, Outside, Small, Whole, border, ternary
from .pieces import (
    MINUS_TWO,
    ByVersion,
    Count,
    Flag,
    Framed,
    Notes,
    Rest,
    Rooms,
    pencilled,
)


@dataclass(frozen=True)
class Game(Rules):
    """A genre of pzprjs: its name in ``file``, the parts of its addresses, and those of its files of ``version``.

    ``differs`` tells for each flag that is not supported which rule it changes; ``without`` the same for a flag that is
    supported and was not set. ``plain`` flags change no rule. ``refuses`` tells people what else is refused.
    ``frame`` so many rows and columns are not counted in sizes. ``square``: files tell one size only.
    """

    file: str
    address: tuple[Code, ...]
    body: tuple[Piece, ...]
    version: int = 0
    differs: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    plain: str = ""
    refuses: str = ""
    frame: int = 0
    square: bool = False

    @property
    def flags(self) -> frozenset[str]:
        """The flags that are written."""
        return frozenset(self.without)


# -- pieces that several genres have --------------------------------------------------------------------------------

_CLUES = cells(Number("clue", "-"))
_SHADE = cells(Words("shade", {"#": True}, drawn=True), Ignored("+"))
_LINE = between(Words("line", {"1": True}, drawn=True), Ignored("-1"))
_DRAWN_WALLS = between(Words("wall", {"1": True, "2": True}, drawn=True), Ignored("-1"))
_WALLS = between(Words("wall", {"1": True}))
_NUMBER = Number("number", drawn=True)
_NOTED = Ignored("+", "-", "=", "%", "c", pattern=r"\.?\[[\d,]*\]")
_NUMBERS = cells(_NUMBER, _NOTED)
_SHADED_INSIDE = (Words("shade", {"#": True}, drawn=True), Ignored("+"))
_ALL_CELLS = "the line passes all cells"


def _rings(*inside: Put) -> Piece:
    """Clues on all four sides, and answers inside."""
    outside = Only(pieces.OUTSIDE_CLUE, inside=False)
    return ring_of_cells(outside, *(Only(put, inside=True) for put in inside))


def _letter(item: str) -> str | None:
    return _letter_of(int(item)) if item.isascii() and item.isdigit() and len(item) < 4 else None


def _letter_of(n: int) -> str | None:
    return _ALPHABET[n - 1] if 0 < n <= len(_ALPHABET) else None


def _letter_number(letter: Any) -> str | None:
    return str(_ALPHABET.index(letter) + 1) if letter in tuple(_ALPHABET) else None


def _compass(item: str) -> tuple[int | None, ...] | None:
    """Right, below, left, above, of which ours are above, right, left, below."""
    words = item.split(",")
    if len(words) != 4 or not all(_is_whole(word) for word in words):
        return None
    right, below, left, above = (n if (n := int(word)) >= 0 else None for word in words)
    return above, right, left, below


def _is_whole(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def _compass_item(numbers: Any) -> str:
    above, right, left, below = (-1 if n is None else n for n in numbers)
    return f"{right},{below},{left},{above}"


def _runs(item: str) -> tuple[Any, ...] | None:
    words = item.split(",")
    if len(words) > 4 or not all(word == "-" or (len(word) == 1 and _is_whole(word)) for word in words):
        return None
    return tuple(UNKNOWN if word == "-" else int(word) for word in words)


def _runs_item(runs: Any) -> str:
    return ",".join("-" if n == UNKNOWN else str(n) for n in runs)


_WAYS = ("", "u", "d", "l", "r")


def _arrow(item: str) -> tuple[int | None, str] | None:
    way, comma, n = item.partition(",")
    if not comma or way not in tuple("01234") or not (n == "-" or _is_whole(n)):
        return None
    if way == "0":  # a fault in pzprjs, or (without a number) a block
        return None
    return (None if n == "-" else int(n)), _WAYS[int(way)]


def _arrow_item(hint: Any) -> str | None:
    n, way = hint
    return f"{_WAYS.index(way)},{'-' if n is None else n}" if way or n is None else None


def _track(item: str) -> bool | None:
    return True if item[:1] == "1" and item[1:] in ("", *"udlr") else None


def _tree(item: str) -> bool | None:
    """Trees were numbers once."""
    return True if _is_whole(item) and int(item) > 0 else None


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ARROWS = "^v|<SWG>AQF-VT+"
"""Arrows that point up (1), down (2), left (4), right (8): those of 1, 2, 3 = 1 + 2, ..."""
_LABELS = {**{letter: letter for letter in _ALPHABET}, **{letter: letter for letter in _ALPHABET.lower()}}
_SUM_OF_DIGITS = (
    Number("number", before="q"), Words("number", {"-": 0}, drawn=True), Number("number", drawn=True, least=1), _NOTED,
)  # fmt: skip

GAMES: Mapping[str, Game] = {
    "akari": Game(
        "lightup", (Small("wall"),),
        (cells(Number("wall", "-"), Words("lamp", {"#": True}, drawn=True), Ignored("+")), Notes(written=False)),
    ),
    "aquarium": Game(
        "aquarium", (border("wall"), codes.Slash(), Outside(One("count"))),
        (Flag("r"), _WALLS, Framed(One("count"), *_SHADED_INSIDE)),
        without={"r": ""}, refuses="no flag `r` where the parts of a tank may differ in level",
        made=same_level, told=one_level,
    ),
    "numlin": Game("numlin", (Numbers("clue"),), (_CLUES, _LINE)),
    "arukone": Game(
        "arukone", (Named("clue", tuple(_LABELS), first=1),),
        (pieces.Choice("dontpassallcell", "passallcell", "e"), cells(Words("clue", _LABELS), Number("clue", "-")),
         _LINE),
        without={"e": f"without the flag e {_ALL_CELLS}, and ours may leave some empty"},
    ),
    "cave": Game(
        "cave", (Numbers("clue"),), (_CLUES, _SHADE, pencilled()), unknown={"clue": Mark("shade", False)},
    ),
    "compass": Game(
        "compass", (special.Compasses("clue", "hole"),),
        (cells(Words("hole", {"#": True}), Spelt("clue", _compass, _compass_item)), _DRAWN_WALLS),
    ),
    "coral": Game("coral", (Outside(List("clue")),), (Framed(List("clue"), *_SHADED_INSIDE),)),
    "curvedata": Game(
        "curvedata", (special.Shapes("clue", "block", "shapes"),),
        (special_pieces.CurveShapes("clue", "block", "shapes"),
         between(Words("line", {"1": True}, drawn=True), Words("given border", {"-2": True}), Ignored("-1"))),
        refuses="given borders; clues without a shape",
    ),
    "doppelblock": Game(
        "doppelblock", (Outside(One("sum")), Numbers("number", optional=True)), (Framed(One("sum"), *_SUM_OF_DIGITS),),
    ),
    "easyasabc": Game(
        "easyasabc",
        (Whole("letters"), Named("clue", _ALPHABET, all_around, first=1),
         Named("number", _ALPHABET, first=1, optional=True)),
        (Count("letters"), ring_of_cells(
            Only(Spelt("clue", lambda item: _letter(item.removeprefix("c")), _letter_number), inside=False),
            Only(Spelt("number", lambda item: _letter(item[1:]) if item.startswith("q") else None,
                       lambda letter: f"q{n}" if (n := _letter_number(letter)) else None), inside=True),
            Only(Words("number", {"-": "-"}, drawn=True), inside=True),
            Only(Spelt("number", _letter, _letter_number, drawn=True), inside=True), Only(_NOTED, inside=True))),
        rest={"number": "-"},
    ),
    "slither": Game(
        "slither", (Small("clue"),),
        (Flag("f"), _CLUES, Notes("0", from_version=1), edges(Words("line", {"1": True}, drawn=True), Ignored("-1"))),
        version=1, differs={"f": "the loop passes all grid points"}, unknown={"clue": IGNORED},
    ),
    "fillomino": Game(
        "fillomino", (Numbers("number"), border("wall", optional=True)),
        (Flag("t"), cells(Number("number", "-")), _NUMBERS,
         between(Words("wall", {"2": True, "X": True, "-X": True}, ), Words("border", {"1": True}, drawn=True),
                 Ignored("-1"))),
        differs={"t": "all numbers are 1, 2 or 3"}, unknown={"number": IGNORED},
        answered=areas_into_numbers, drawn=numbers_into_areas,
    ),
    "tentaisho": Game(
        "tentaisho", (special.Stars("centre"), codes.bits("hole", optional=True)),
        (special_pieces.Lattice("centre", "hole"), _DRAWN_WALLS, Notes("0")),
    ),
    "hashi": Game(
        "hashikake", (Numbers("clue"),),
        (_CLUES, between(Words("line", {"1": 1, "2": 2}, drawn=True), Ignored("-1"))), rest={"line": 0},
        made=neighbouring_islands,
    ),
    "heyawake": Game(
        "heyawake", (border("wall"), codes.RoomNumbers("clue", "wall")),
        (ByVersion(Rooms("wall"), _WALLS), _CLUES, _SHADE, pencilled()), version=1, unknown={"clue": IGNORED},
    ),
    "hitori": Game(
        "hitori", (special.Symbols("clue"),), (_CLUES, _SHADE, pencilled()), unknown={"clue": IGNORED},
    ),
    "japanesesums": Game(
        "japanesesums", (Whole("digits"), Outside(List("clue")), Numbers("number", optional=True)),
        (Count("digits"), Framed(List("clue"), *_SUM_OF_DIGITS, number=MINUS_TWO)),
    ),
    "kakuro": Game(
        "kakuro", (special.Sums("clue"),), (special_pieces.KakuroClues("clue"), inner_cells(_NUMBER, _NOTED)), frame=1,
    ),
    "kropki": Game(
        "kropki", (ternary("dot", "white", "black", borders),),
        (between(Words("dot", {"1": "white", "2": "black"})), _NUMBERS),
    ),
    "kurodoko": Game(
        "kurodoko", (Numbers("clue"),), (_CLUES, _SHADE, pencilled()), unknown={"clue": Mark("shade", False)},
    ),
    "lits": Game(
        "lits", (border("wall"),), (ByVersion(Rooms("wall"), _WALLS), _SHADE, pencilled()), version=1,
        differs={"d": "the address is in the form of the old applet, which is not supported"},
    ),
    "magnets": Game(
        "magnets",
        (Outside(One("plus", "minus")), border("wall"),
         codes.Parts(ternary("pole", "+", "-"), codes.bits("hole", optional=True), unless_empty=("pole", "hole"))),
        (Flag("a"), _WALLS, Framed(
            One("plus", "minus"), Words("hole", {"#": True}), Words("pole", {"q1": "+", "q2": "-"}),
            Words("pole", {"a1": "+", "a2": "-", "s2": "#"}, drawn=True), Ignored("s1", "s3"))),
        differs={"a": "it is another puzzle, Antimagnets"}, rest={"pole": "#"}, made=single_walls, told=single_cells,
    ),
    "mashu": Game(
        "mashu", (ternary("pearl", "white", "black"),),
        (Flag("f"), cells(Words("pearl", {"1": "white", "2": "black"})), _LINE),
        differs={"f": _ALL_CELLS},
    ),
    "mines": Game("mines", (Numbers("clue"),), (_CLUES, _SHADE)),
    "nurikabe": Game(
        "nurikabe", (Numbers("clue"),),
        (cells(Number("clue", "-"), Words("shade", {"#": True}, drawn=True), Ignored("+")),),
    ),
    "battleship": Game(
        "battleship", (Outside(One("count")), Numbers("ship"), special.Bank("bank")),
        (special_pieces.Pieces("bank"), Framed(One("count"), Number("ship", "-")), _SHADE, Rest(12)),
        refuses="other pieces than the twelve pentominoes; given cells",
    ),
    "pentopia": Game(
        "pentopia", (Named("arrow", _ARROWS, first=1), special.Bank("bank")),
        (special_pieces.Pieces("bank"), Flag("t"),
         cells(Words("arrow", {str(n): arrow for n, arrow in enumerate(_ARROWS, 1)})), _SHADE, Rest(12)),
        differs={"t": "pieces may cover arrows"}, refuses="other pieces than the twelve pentominoes",
    ),
    "nonogram": Game("nonogram", (Outside(List("clue", ())),), (Framed(List("clue", ()), *_SHADED_INSIDE),)),
    "shikaku": Game("shikaku", (Numbers("clue"),), (_CLUES, _DRAWN_WALLS)),
    "skyscrapers": Game(
        "skyscrapers", (Numbers("clue", all_around), Numbers("number", optional=True)),
        (_rings(Number("number", before="q"), _NUMBER, _NOTED),),
    ),
    "gokigen": Game(
        "gokigen", (Small("clue", grid_points),),
        (points(Number("clue", "-")), cells(Words("slant", {"1": "\\", "2": "/"}, drawn=True))),
        differs={"d": "the address is in the form of the old applet, which is not supported"},
    ),
    "snake": Game(
        "snake", (ternary("circle", "white", "black"), Outside(One("count"))),
        (Framed(One("count"), special_pieces.Snake("circle", "shade"), blank="0"),),
        refuses="circles", answered=path_into_numbers, drawn=numbers_into_path,
    ),
    "starbattle": Game("starbattle", (Whole("stars"), border("wall")), (Count("stars"), Rooms("wall"), _SHADE)),
    "trainstations": Game(
        "trainstations", (special.Stops("clue", "crossing"), codes.bits("hole", optional=True)),
        (Flag("f"), cells(Words("hole", {"#": True}), Words("crossing", {"0": True}), Number("clue", "-", least=1)),
         between(Spelt("line", _track, lambda drawn: "1" if drawn else None, drawn=True),
                 Ignored("-1", "-2", *"udlr", pattern="(-[12]|0)[udlr]?"))),
        plain="f", refuses="stations without a number",
    ),
    "ubahn": Game(
        "ubahn", (Outside(Fixed("clue", 4)), codes.bits("hole", optional=True)),
        (Framed(Fixed("clue", 4), Words("hole", {"#": True}), Ignored(pattern=r"\S+")), _LINE),
    ),
    "sudoku": Game(
        "sudoku", (codes.BoxWalls("wall"), Numbers("number")),
        (pieces.BoxWalls("wall"), cells(Number("number")), _NUMBERS), square=True,
    ),
    "tapa": Game(
        "tapa", (special.Runs("clue"),),
        (cells(Words("shade", {"#": True}, drawn=True), Ignored("+"), Spelt("clue", _runs, _runs_item)),),
        refuses="a single `?`, which may be 0 there", made=lone_question_marks, told=no_lone_question_marks,
    ),
    "tents": Game(
        "tents", (Outside(One("count")), special.Trees("tree")),
        (Framed(One("count"), Words("tent", {"A": True}, drawn=True), Ignored("-"),
                Words("tree", {"1": True}), Spelt("tree", _tree, str)),
         between(Ignored("-1", "1", "2"))),
    ),
    "shwolf": Game(
        "shwolf", (special.Dots("dot"), ternary("animal", "A", "B")),
        (cells(Words("animal", {"1": "A", "2": "B"})), points(Words("dot", {"1": True})), _DRAWN_WALLS),
    ),
    "yajilin": Game(
        "yajilin", (special.Arrows("clue", "block"),),
        (Flag("o"), cells(special_pieces.Blocks("block"), Spelt("clue", _arrow, _arrow_item)), _SHADE, _LINE),
        differs={"o": "the shaded cells lie outside the loop"}, plain="b",
        refuses="numbers without an arrow", told=hints_without_arrows,
    ),
}  # fmt: skip
"""By the name that is written in addresses."""
