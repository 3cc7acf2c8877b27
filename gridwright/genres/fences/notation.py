"""How Fences is written by other programs."""

from ...formats.roles.sheet import Sheet


def loop_around(sheet: Sheet) -> None:
    """The loop runs between the cells inside it and the others."""
    inside = sheet.drawn.pop("inside", {})
    for edge in sheet.board.edges:
        if sum(cell in inside for cell in sheet.board.faces(edge)) == 1:
            sheet.drawn["loop"][edge] = True


def inside_loop(sheet: Sheet) -> None:
    """The cells inside the loop."""
    sheet.drawn["inside"] = dict.fromkeys(sheet.board.enclosed(sheet.drawn["loop"]), True)
