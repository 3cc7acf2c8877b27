"""How Fences is written by other programs."""

import re

from ...formats.roles.sheet import Sheet

TILINGS = (
    "squares", "triangles", "hexagons", "snub squares", "Cairo pentagons", "great hexagons", "octagons", "kites",
    "florets", "dodecagons", "great dodecagons", "Penrose kites", "Penrose rhombs", "great-great dodecagons",
    "kagome", "compass dodecagons", "hats", "spectres",
)  # fmt: skip
"""Those of Simon Tatham's program, in the order of their numbers."""


def other_tiling(flags: str) -> str:
    """What flags of Loopy say about the board."""
    tiling = re.search(r"t([0-9]{1,6})", flags)
    n = int(tiling[1]) if tiling else 0
    return f"this puzzle is on a board of {TILINGS[n] if n < len(TILINGS) else 'other tiles'}" if n else ""


def loop_around(sheet: Sheet) -> None:
    """The loop runs between the cells inside it and the others."""
    inside = sheet.drawn.pop("inside", {})
    for edge in sheet.board.edges:
        if sum(cell in inside for cell in sheet.board.faces(edge)) == 1:
            sheet.drawn["loop"][edge] = True


def inside_loop(sheet: Sheet) -> None:
    """The cells inside the loop."""
    sheet.drawn["inside"] = dict.fromkeys(sheet.board.enclosed(sheet.drawn["loop"]), True)
