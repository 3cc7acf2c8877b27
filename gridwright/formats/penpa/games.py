"""The table of genres: the parts of their drawings, and how their rules and marks differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..roles.hooks import (
    areas_into_numbers,
    domino_numbers,
    hints_without_arrows,
    lone_question_marks,
    neighbouring_islands,
    no_lone_question_marks,
    numbers_into_areas,
    numbers_into_path,
    path_into_numbers,
    without_tubes,
)
from ..roles.packs import List, One
from ..roles.rules import IGNORED, Mark, Rules
from ..roles.sheet import Sheet
from .ink import Symbol
from .parts import (
    LABEL,
    LETTER,
    RUNS,
    Assumed,
    Edges,
    Lines,
    Numbers,
    Outside,
    Part,
    Regions,
    Shade,
    Symbols,
    circles,
)
from .special import (
    Blocks,
    Boxes,
    Cages,
    Compasses,
    Crosses,
    CurveShapes,
    KakuroClues,
    Letters,
    Pointers,
    PoleCounts,
    Results,
    Slants,
    Tubes,
)


@dataclass(frozen=True)
class Game(Rules):
    """A genre in drawings. ``framed``: clues in a margin beside the board belong to the board.

    ``tag`` is the editor's name for the genre; the empty one is that of the row.
    """

    parts: tuple[Part, ...]
    framed: bool = False
    tag: str = ""


_UNTOLD = {"clue": IGNORED, "count": IGNORED, "sum": IGNORED, "number": IGNORED, "plus": IGNORED, "minus": IGNORED}
"""A clue without a number tells nothing in most genres."""
_SHADE = Shade("shade")
_NUMBER = Numbers("number", drawn=True)
_LINE = Lines("line")
_WALL = Edges("wall")


_BLACK_CIRCLES = [symbol for symbol in circles("circle_SS", True, True) if symbol.style == 2]


def _plain(*parts: Part, **more: Any) -> Game:
    """A genre whose clues without a number tell nothing."""
    return Game(parts, **{"unknown": _UNTOLD, **more})


def _symbols(role: str, name: str, values: Mapping[int, Any], check: str, tool: str = "Shape") -> Symbols:
    told = {Symbol(name, style): value for style, value in values.items()}
    return Symbols(role, told, drawn=True, checks=(check,), tool=tool)


_SIGNS = Symbols("pole", {
    Symbol(name, style): sign for name in ("math_G", "math") for style, sign in ((2, "+"), (3, "-"))
}, drawn=True, checks=("sol_math",))


def _zero_rows(sheet: Sheet) -> None:
    """Japanese Sums: a clue 0 tells that all cells of its line are black."""
    for side in [side for side, values in sheet.given["clue"].items() if values == (0,)]:
        del sheet.given["clue"][side]
        for cell in sheet.board.cells:
            if cell.x == side.x or cell.y == side.y:
                sheet.give("number", cell, 0, *sheet.where["size", None])


def _smaller(least: int, sheet: Sheet) -> int:
    return max(1, min(least, sheet.n_cols))


GAMES: Mapping[str, Game] = {
    "akari": Game((Blocks("wall"), _symbols("lamp", "sun_moon", {3: True}, "sol_akari", "Composite"))),
    "aquarium": _plain(Regions("wall"), Outside(One("count")), Shade("shade", colours=(1, 3, 4, 5, 8, 9))),
    "arukone": Game((Numbers("clue", LABEL), Shade("hole", drawn=False), _LINE), tag="numberlink"),
    "basic": _plain(Regions("wall"), Results("result", "operator"), _NUMBER, tag="kenken"),
    "cave": Game((Numbers("clue"), _SHADE), unknown={"clue": Mark("shade", False)}),
    "compass": Game((Compasses("clue"), Shade("hole", drawn=False), _WALL)),
    "coral": Game((Outside(List("clue")), _SHADE)),
    "curvedata": Game((CurveShapes("clue", "block", "shapes"), Shade("block", drawn=False), _LINE)),
    "dominosa": Game((
        Assumed("min", "min", what="the smallest number"), Assumed("max", "max", what="the largest number"),
        Numbers("number"), Shade("hole", drawn=False), _WALL,
    ), made=domino_numbers),
    "doubleblock": _plain(
        Outside(One("sum")), Shade("number", 0), Numbers("number", drawn=True, blank=0), tag="doppelblock",
    ),
    "easyasabc": _plain(
        Letters("clue", "number", "letters"), Numbers("number", LETTER, drawn=True, blank="-"), rest={"number": "-"},
    ),
    "fences": _plain(Numbers("clue"), Edges("line", frame=True), tag="slitherlink"),
    "fillomino": _plain(
        _NUMBER, Edges("wall", drawn=False), Edges("border", given=False), answered=areas_into_numbers,
        drawn=numbers_into_areas,
    ),
    "galaxies": Game((
        Symbols("centre", circles("circle_SS", True, True), black=_BLACK_CIRCLES),
        Shade("hole", drawn=False), _WALL,
    ), tag="spiralgalaxies"),
    "hashi": _plain(
        Numbers("clue", colour=6), Lines("line", {3: 1, 2: 1, 30: 2}), unknown={}, rest={"line": 0},
        made=neighbouring_islands,
    ),
    "heyawake": _plain(Regions("wall"), Numbers("clue"), _SHADE),
    "hitori": _plain(Numbers("clue"), _SHADE),
    "japanesesums": Game(
        (Assumed("digits", "max", "digits", "max_number", what="the largest digit", usual=partial(_smaller, 9)),
         Outside(List("clue")), Shade("number", 0), Numbers("number", drawn=True, blank=0)),
        made=_zero_rows,
    ),
    "kakuro": Game((KakuroClues("clue"), _NUMBER), framed=True),
    "killer": _plain(Boxes("wall"), Cages("cage", "total", "uncaged"), _NUMBER, tag="killersudoku"),
    "kropki": _plain(Symbols("dot", circles("circle_SS", "white", "black")), _NUMBER),
    "kuromasu": Game((Numbers("clue"), _SHADE), unknown={"clue": Mark("shade", False)}),
    "lits": Game((Regions("wall"), _SHADE)),
    "magnets": _plain(
        Regions("wall"), PoleCounts("plus", "minus"), _SIGNS, Shade("pole", "#"), rest={"pole": "#"},
    ),
    "masyu": Game((Symbols("pearl", circles("circle_L", "white", "black")), Shade("hole", drawn=False), _LINE)),
    "minesweeper": Game((
        Numbers("clue"), Assumed("total", "mines", "mine_count", what="the number of mines"),
        _symbols("shade", "sun_moon", {4: True, 5: True}, "sol_mine", "Composite"),
    )),
    "nurikabe": Game((Numbers("clue"), _SHADE)),
    "pentopia": Game((Crosses("arrow", "^v|<SWG>AQF-VT+"), _SHADE)),
    "picross": Game((Outside(List("clue", ()), zero=True), _SHADE), tag="nonogram"),
    "shikaku": Game((Numbers("clue"), _WALL)),
    "skyscrapers": _plain(Outside(One("clue"), all_around=True), _NUMBER),
    "slalom": _plain(Numbers("clue", points=True), Slants("slant"), tag="gokigen"),
    "snake": _plain(
        Assumed("length", "max", "length", what="the length of the snake"),
        Outside(One("count")), Symbols("circle", circles("circle_L", "white", "black")), _SHADE,
        answered=path_into_numbers, drawn=numbers_into_path,
    ),
    "starbattle": Game((
        Regions("wall"), Shade("hole", drawn=False),
        Assumed("stars", "stars", what="the number of stars", usual=lambda _: 2, found=r"\D{0,3}(?P<n>[1-9])\D{0,8}★?"),
        _symbols("shade", "star", {2: True, 1: True, 3: True}, "sol_star"),
    )),
    "sudoku": _plain(Boxes("wall"), _NUMBER),
    "tapa": Game((Numbers("clue", RUNS, style="4"), _SHADE), made=lone_question_marks, told=no_lone_question_marks),
    "tents": _plain(
        Outside(One("count")), Symbols("tree", {Symbol("tents", 1): True}),
        _symbols("tent", "tents", {2: True}, "sol_tent", "Composite"),
    ),
    "thermometers": _plain(
        Outside(One("count")), Tubes("bulb", "joint"), Shade("filled", colours=(1, *range(3, 13))),
        told=without_tubes,
    ),
    "yagit": Game((
        Symbols("animal", circles("circle_M", "A", "A") | {
            Symbol(f"square_{size}", style): "B" for size in "MLS" for style in (1, 2, 6, 8, 10)}, at="cells"),
        Symbols("dot", circles("circle_SS", True, True), at="points"), _WALL,
    )),
    "yajilin": Game((Pointers("clue", "block"), _SHADE, _LINE), told=hints_without_arrows),
}  # fmt: skip
"""By the name that the table of names has."""
