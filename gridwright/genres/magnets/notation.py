"""How Magnets is written by other programs."""

from collections.abc import Mapping
from typing import Final

from ...formats.errors import WriteError
from ...formats.pzpr import notation as pzpr
from ...formats.sgt import notation as sgt
from ...language import DOWN, LEFT, RIGHT, UP, Spot
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
    """A missing cell is a neutral cell between walls. Warns of a larger room, which need not be plates there."""
    for spot in sheet.given.pop("hole", {}):
        sheet.given["wall"].update(dict.fromkeys(sheet.board.links_of(spot), True))
    for room in sheet.board.regions(frozenset(sheet.given["wall"])):
        if len(room) > 2:
            what = f"the room at {sheet.board.name(room[0])} has {len(room)} cells; puzz.link lets one magnet lie"
            sheet.warnings.append(f"{what} anywhere in it, and Gridwright pairs its cells in reading order")
            return


def single_cells(sheet: pzpr.Sheet) -> None:
    """A cell between walls is a missing cell, whose own walls are left out."""
    walls, links_of = sheet.given["wall"], sheet.board.links_of
    holes = [cell for cell in sheet.board.cells if all(link in walls for link in links_of(cell))]
    for cell in holes:
        sheet.given["hole"][cell] = True
    for cell in holes:
        for link in links_of(cell):
            walls.pop(link, None)


class PoleCountLists(sgt.Fragment):
    """Two lists of counts, for the columns and for the rows; a dot stands for no count."""

    def __init__(self, of: Layer) -> None:
        super().__init__(of)
        codec = sgt.Texts({char: n for n, char in enumerate(sgt.CHARACTERS)} | {".": None})
        lacking = f"the format has counts below {len(sgt.CHARACTERS)} only"
        self.lists = [
            sgt.InEachPlace(
                of, codec, at, what="this is not a count", expected="a digit, a letter or '.'", lacking=lacking)
            for at in (lambda n_rows, n_cols: sgt.above_and_left(n_rows, n_cols)[:n_cols],
                       lambda n_rows, n_cols: sgt.above_and_left(n_rows, n_cols)[n_cols:])
        ]  # fmt: skip

    def read(self, source: sgt.IdCursor, sheet: pzpr.Sheet) -> None:
        """Both lists, each with a comma behind it."""
        for one in self.lists:
            one.read(source, sheet)
            source.demand(",")

    def write(self, sheet: pzpr.Sheet) -> str:
        """Both lists."""
        if not sheet.given[self.roles[0]].keys() <= set(sgt.above_and_left(sheet.n_rows, sheet.n_cols)):
            raise WriteError("the format has counts above and on the left only")
        return "".join(f"{one.write(sheet)}," for one in self.lists)


class PlateHalves(sgt.Fragment):
    """A letter for each cell, which says where the other half of its plate is: ``L`` for a left half, and so on."""

    ways: Final[Mapping[str, tuple[int, int]]] = {"L": RIGHT, "R": LEFT, "T": DOWN, "B": UP, "*": (0, 0)}

    def read(self, source: sgt.IdCursor, sheet: pzpr.Sheet) -> None:
        """The walls between plates."""
        other: dict[Spot, Spot] = {}
        ats: dict[Spot, int] = {}
        for cell in sheet.board.cells:
            while source.skip(","):
                pass
            letter, ats[cell] = source.peek(), source.at
            if letter not in self.ways:
                raise source.error("this is not half of a plate", expected="L, R, T, B or *")
            dy, dx = self.ways[source.take()]
            other[cell] = Spot(cell.y + dy, cell.x + dx)
        source.finish()
        for cell, half in other.items():
            if half != cell and other.get(half) != cell:
                raise source.error("this half of a plate has no other half", ats[cell])
        ends = ((link, *sheet.board.ends(link)) for link in sheet.board.links)
        sheet.given[self.roles[0]] = {link: True for link, a, b in ends if other[a] != b}

    def write(self, sheet: pzpr.Sheet) -> str:
        """The letters."""
        return "".join(self._letter(sheet, cell) for cell in sheet.board.cells)

    def _letter(self, sheet: pzpr.Sheet, cell: Spot) -> str:
        joined = [near for link, near in sheet.board.ways(cell) if link not in sheet.given[self.roles[0]]]
        if len(joined) > 1:
            raise WriteError(f"the format needs a wall on all but one side of {sheet.board.name(cell)}")
        way = (joined[0].y - cell.y, joined[0].x - cell.x) if joined else (0, 0)
        return next(letter for letter, step in self.ways.items() if step == way)
