"""How Magnets is written by pzprjs."""

from ...formats.pzpr import notation as pzpr
from ...language.layers import Layer


def pzprjs(positive: Layer, negative: Layer, wall: Layer, pole: Layer) -> pzpr.Notation:
    """Missing cells stand for plates of one cell."""
    counts = pzpr.One(positive, negative)
    return pzpr.Notation(
        (pzpr.Outside(counts), pzpr.border(wall),
         pzpr.Seq(pzpr.ternary(pole, "+", "-"), pzpr.bits("hole", optional=True), unless_empty=(pole, "hole"))),
        (pzpr.Flag("a"), pzpr.walls(wall),
         pzpr.Framed(counts, pzpr.Words("hole", {"#": True}), pzpr.Words(pole, {"q1": "+", "q2": "-"}),
                     pzpr.Words(pole, {"a1": "+", "a2": "-", "s2": "#"}, drawn=True), pzpr.Ignored("s1", "s3"))),
        differs={"a": "it is another puzzle, Antimagnets"}, rest={pole: "#"}, made=single_walls, told=single_cells,
    )  # fmt: skip


def single_walls(sheet: pzpr.Sheet) -> None:
    """A missing cell is one between walls, which is neutral."""
    for spot in sheet.given.pop("hole", {}):
        sheet.given["wall"].update(dict.fromkeys(sheet.board.links_of(spot), True))


def single_cells(sheet: pzpr.Sheet) -> None:
    """A cell between walls is a missing one, whose own walls are left out."""
    walls, links_of = sheet.given["wall"], sheet.board.links_of
    holes = [cell for cell in sheet.board.cells if all(link in walls for link in links_of(cell))]
    for cell in holes:
        sheet.given["hole"][cell] = True
    for cell in holes:
        for link in links_of(cell):
            walls.pop(link, None)
