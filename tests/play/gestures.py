"""Gestures as data: a board, a position, gestures, and the position after them.

Points are in doubled coordinates (row, column), as spots are: (1, 1) is the middle of the first cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import gridwright as gw

BOARDS = {
    "shade": gw.puzzle("Nurikabe", ["1 . . .", ". . . .", ". . . .", ". . . 1"]),
    "piece": gw.puzzle("Akari", [". . . .", ". . . .", ". . . .", "0 . . ."]),
    "segment": gw.puzzle("Fences", ["3 . .", ". . .", ". . ."]),
    "path": gw.puzzle("Masyu", [["white", None, None], [None] * 3, [None] * 3]),
    "wall": gw.puzzle("Shikaku", ["9 . .", ". . .", ". . ."]),
    "bridge": gw.puzzle("Hashi", ["2 . 2", ". . .", "2 . 2"]),
    "cycle": gw.puzzle("Slalom", size=3, number={"top left corner of r1c1": 1}),
    "write": gw.puzzle("Sudoku", ["1 . . .", ". . . .", ". . . .", ". . . ."], wall=["aabb", "aabb", "ccdd", "ccdd"]),
    "trail": gw.puzzle("Snake", [". . .", ". . .", ". . ."], max=5),
    "oblong": gw.puzzle("Pills", ["1 1 1", "1 1 1", "1 1 1"], max=1),
    "fill": gw.puzzle("Thermometers", size=(1, 4), bulb={"r1c1": True},
                      joint={"r1c1-r1c2": True, "r1c2-r1c3": True}),
    "copies": gw.puzzle("Fillomino", ["3 . .", ". . .", ". . ."]),
    "pairs": gw.puzzle("Domino Hunt", ["0 1 2", "3 4 5"], max=5),
    "halves": gw.puzzle("Galaxies", size=(3, 3), centre={"r2c2": True}),
    "closed": gw.puzzle("Tents", size=(2, 2), tree={"r1c1": True}),
    "partners": gw.puzzle("Magnets", size=(1, 3), wall={"r1c2-r1c3": True}),
    "begins": gw.puzzle("Mortal Coil", [". . .", ". . .", ". . ."]),
    "two": gw.puzzle("Yajilin", size=4, hint={"r1c1": (1, "d")}),
}


class Case(NamedTuple):
    """What a player does, and what it comes to."""

    about: str
    board: str
    before: dict[str, dict[str, Any]]
    gestures: list[Any]
    after: dict[str, dict[str, Any]]


def tap(y: int, x: int, button: str = "left") -> list[Any]:
    return [button, (y, x)]


GESTURES = [
    Case("a tap marks", "shade", {}, [tap(1, 3)], {"sea": {"1,3": True}}),
    Case("a second tap says no", "shade", {}, [tap(1, 3), tap(1, 3)], {"sea": {"1,3": False}}),
    Case("a third tap clears", "shade", {}, [tap(1, 3)] * 3, {}),
    Case("the right button says no first", "shade", {}, [tap(1, 3, "right")], {"sea": {"1,3": False}}),
    Case("a clue takes no mark", "shade", {}, [tap(1, 1)], {}),
    Case("a drag paints", "shade", {}, [["left", (1, 3), (1, 7)]], {"sea": {"1,3": True, "1,5": True, "1,7": True}}),
    Case("a fast drag skips no cell", "shade", {}, [["left", (3, 1), (3, 7)]],
         {"sea": {"3,1": True, "3,3": True, "3,5": True, "3,7": True}}),
    Case("a drag overwrites nothing decided", "shade", {"sea": {"3,3": False}}, [["left", (3, 1), (3, 5)]],
         {"sea": {"3,1": True, "3,3": False, "3,5": True}}),
    Case("a drag that begins on a mark erases such marks only", "shade",
         {"sea": {"3,1": False, "3,3": True, "3,5": False}}, [["left", (3, 1), (3, 5)]], {"sea": {"3,3": True}}),
    Case("a drag that begins on a clue paints from the next cell on", "shade", {}, [["left", (1, 1), (1, 5)]],
         {"sea": {"1,3": True, "1,5": True}}),
    Case("a drag is one step", "shade", {}, [["left", (1, 3), (1, 7)], "undo"], {}),
    Case("what is undone can be made again", "shade", {}, [tap(1, 3), tap(1, 5), "undo", "undo", "redo"],
         {"sea": {"1,3": True}}),
    Case("a new step forgets what was undone", "shade", {}, [tap(1, 3), "undo", tap(1, 5), "redo"],
         {"sea": {"1,5": True}}),
    Case("a gesture can be taken back whole", "shade", {}, [["cancelled", (1, 3), (1, 7)]], {}),
    Case("outside the board nothing happens", "shade", {}, [tap(-3, 3), ["left", (-5, 3), (-5, 7)]], {}),
    Case("a drag of pieces sets none, but dots", "piece", {}, [["left", (1, 1), (1, 5)]],
         {"lamp": {"1,1": False, "1,3": False, "1,5": False}}),
    Case("a tap sets a piece", "piece", {}, [tap(1, 1)], {"lamp": {"1,1": True}}),
    Case("edges by taps", "segment", {}, [tap(0, 1), tap(1, 0), tap(1, 0)], {"loop": {"0,1": True, "1,0": False}}),
    Case("edges by a drag along corners", "segment", {}, [["left", (0, 0), (0, 4), (4, 4)]],
         {"loop": {"0,1": True, "0,3": True, "1,4": True, "3,4": True}}),
    Case("a drag back takes back", "segment", {}, [["left", (0, 0), (0, 4), (0, 2)]], {"loop": {"0,1": True}}),
    Case("crosses by the right button", "segment", {}, [["right", (0, 0), (0, 4)]],
         {"loop": {"0,1": False, "0,3": False}}),
    Case("a drag over a line erases it", "segment", {"loop": {"0,1": True, "0,3": True}},
         [["left", (0, 0), (0, 4)]], {}),
    Case("lines from cell to cell", "path", {}, [["left", (1, 1), (1, 5), (5, 5)]],
         {"loop": {"1,2": True, "1,4": True, "2,5": True, "4,5": True}}),
    Case("a line leaves crosses alone", "path", {"loop": {"1,2": False}}, [["left", (1, 1), (1, 5)]],
         {"loop": {"1,2": False, "1,4": True}}),
    Case("a tap at a border is a cross", "path", {}, [tap(1, 2)], {"loop": {"1,2": False}}),
    Case("a tap in the middle of a cell is none", "path", {}, [tap(3, 3)], {}),
    Case("borders by a drag along corners", "wall", {}, [["left", (2, 0), (2, 4)]],
         {"border": {"2,1": True, "2,3": True}}),
    Case("joined cells by the right button", "wall", {}, [["right", (1, 1), (1, 5)]],
         {"border": {"1,2": False, "1,4": False}}),
    Case("a bridge by a short drag", "bridge", {}, [["left", (1, 1), (1, 2)]], {"bridge": {"1,2": 1}}),
    Case("each drag one bridge more", "bridge", {}, [["left", (1, 1), (1, 3)]] * 2, {"bridge": {"1,2": 2}}),
    Case("after two bridges none", "bridge", {}, [["left", (1, 1), (1, 3)]] * 3, {"bridge": {"1,2": 0}}),
    Case("no bridge out of water", "bridge", {}, [["left", (3, 3), (1, 3)]], {}),
    Case("two values left and right", "cycle", {}, [tap(1, 1), tap(1, 3, "right")],
         {"slant": {"1,1": "\\", "1,3": "/"}}),
    Case("taps go through all values", "cycle", {}, [tap(1, 1)] * 3, {}),
    Case("a press on a written cell changes nothing", "write", {}, [tap(1, 3), ["left", (1, 3), (1, 7)]], {}),
    Case("a trail counts on", "trail", {"number": {"1,1": 1}}, [["left", (1, 1), (1, 5), (3, 5)]],
         {"number": {"1,1": 1, "1,3": 2, "1,5": 3, "3,5": 4}}),
    Case("a trail goes back", "trail", {"number": {"1,1": 1}}, [["left", (1, 1), (1, 5), (1, 3)]],
         {"number": {"1,1": 1, "1,3": 2}}),
    Case("an oblong over three cells", "oblong", {}, [["left", (1, 1), (1, 5)]], {"pill": {"1,3": "-"}}),
    Case("an upright one", "oblong", {}, [["left", (1, 1), (5, 1)]], {"pill": {"3,1": "|"}}),
    Case("two cells are none", "oblong", {}, [["left", (1, 1), (1, 3)]], {}),
    Case("with two layers a tap shades", "two", {}, [tap(3, 3)], {"shade": {"3,3": True}}),
    Case("and a drag draws", "two", {}, [["left", (3, 3), (3, 7)]], {"loop": {"3,4": True, "3,6": True}}),
    Case("and a tap at a border is a cross", "two", {}, [tap(3, 4)], {"loop": {"3,4": False}}),
    Case("a drag from cell to cell is a rectangle", "wall", {}, [["left", (1, 1), (3, 3)]],
         {"border": {"1,2": False, "2,1": False, "3,2": False, "2,3": False, "1,4": True, "3,4": True, "4,1": True,
                     "4,3": True}}),
    Case("it shrinks while it is dragged", "wall", {}, [["left", (1, 1), (3, 3), (1, 3)]],
         {"border": {"1,2": False, "1,4": True, "2,1": True, "2,3": True}}),
    Case("and overwrites nothing", "wall", {"border": {"1,2": True}}, [["left", (1, 1), (1, 3)]],
         {"border": {"1,2": True, "1,4": True, "2,1": True, "2,3": True}}),
    Case("the same rectangle again takes it away", "wall", {}, [["left", (1, 1), (1, 3)]] * 2, {}),
    Case("a domino by a drag over two cells, and no more", "pairs", {}, [["left", (1, 1), (1, 5)]],
         {"wall": {"1,2": False, "1,4": True, "2,1": True, "2,3": True}}),
    Case("from a centre cells are joined, and their images", "halves", {}, [["left", (3, 3), (3, 5), (1, 5)]],
         {"wall": {"3,4": False, "3,2": False, "2,5": False, "4,1": False}}),
    Case("a tap fills up to there", "fill", {}, [tap(1, 5)], {"filled": {"1,1": True, "1,3": True, "1,5": True}}),
    Case("or empties from there on", "fill", {}, [tap(1, 3, "right")], {"filled": {"1,3": False, "1,5": False}}),
    Case("and changes nothing decided", "fill", {"filled": {"1,1": False}}, [tap(1, 5)],
         {"filled": {"1,1": False, "1,3": True, "1,5": True}}),
    Case("a number is copied along", "copies", {}, [["left", (1, 1), (1, 5)]], {"number": {"1,3": 3, "1,5": 3}}),
    Case("out of an open cell nothing is copied", "copies", {}, [["left", (3, 1), (3, 5)]], {}),
    Case("a tree is no place for a tent", "closed", {}, [tap(1, 1), tap(1, 3)], {"tent": {"1,3": True}}),
    Case("a pole sets that of the plate's other half", "partners", {}, [tap(1, 1)], {"pole": {"1,1": "+", "1,3": "-"}}),
    Case("the other half always follows", "partners", {}, [tap(1, 1), tap(1, 3)], {"pole": {"1,1": "#", "1,3": "#"}}),
    Case("and is cleared, too", "partners", {}, [tap(1, 1)] * 4, {}),
    Case("a single cell has no partner", "partners", {}, [tap(1, 5)], {"pole": {"1,5": "+"}}),
    Case("both halves are one step", "partners", {}, [tap(1, 1), "undo"], {}),
    Case("the first stroke sets the start", "begins", {}, [["left", (1, 1), (1, 5)]],
         {"start": {"1,1": True}, "path": {"1,2": True, "1,4": True}}),
    Case("later ones set none", "begins", {}, [["left", (1, 1), (1, 3)], ["left", (5, 1), (5, 3)]],
         {"start": {"1,1": True}, "path": {"1,2": True, "5,2": True}}),
    Case("crosses set none", "begins", {}, [["right", (1, 1), (1, 3)]], {"path": {"1,2": False}}),
    Case("a stroke that goes back takes its start along", "begins", {}, [["left", (1, 1), (1, 3), (1, 1)]], {}),
    Case("and then sets another where it begins anew", "begins", {}, [["left", (1, 1), (1, 3), (1, 1), (3, 1)]],
         {"start": {"1,1": True}, "path": {"2,1": True}}),
    Case("a supposition is dropped whole", "shade", {}, [tap(1, 3), "suppose", tap(1, 5), tap(1, 7), "drop"],
         {"sea": {"1,3": True}}),
    Case("or kept", "shade", {}, ["suppose", tap(1, 5), "keep"], {"sea": {"1,5": True}}),
    Case("or turned round", "shade", {}, ["suppose", tap(1, 5), tap(1, 7), "drop opposite"], {"sea": {"1,5": False}}),
    Case("a drop can be undone", "shade", {}, ["suppose", tap(1, 5), "drop", "undo"], {"sea": {"1,5": True}}),
    Case("suppositions within each other", "shade", {}, ["suppose", tap(1, 3), "suppose", tap(1, 5), "drop"],
         {"sea": {"1,3": True}}),
]  # fmt: skip
