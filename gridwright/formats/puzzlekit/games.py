"""The genres of puzzlekit: the parts of their texts and solutions, and how their rules and marks differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from ...language.board import Spot
from ..errors import Line, WriteError, shown
from ..roles.grids import Grid
from ..roles.hooks import (
    domino_numbers,
    no_domino_numbers,
    numbers_into_path,
    path_into_numbers,
    without_tubes,
)
from ..roles.items import Ignored, Number, Put, Words
from ..roles.rules import Rules
from ..roles.sheet import Sheet
from .parts import (
    NOTHING,
    Boxes,
    Bridges,
    Cages,
    Centres,
    Ends,
    Exits,
    Pointers,
    RegionsOrBoxes,
    Results,
    Runs,
    Section,
    Sums,
    Tubes,
    areas,
    columns,
    grid,
    letters,
    numbers,
    points,
    rows,
    shaded,
)


@dataclass(frozen=True)
class Extra:
    """What stands behind the size: a word that ``read`` understands, and ``told`` spells; on pages a key's value."""

    keys: tuple[str, ...]
    read: Callable[[str, Sheet, Line], None]
    told: Callable[[Sheet], str]


@dataclass(frozen=True)
class Game(Rules):
    """A genre in these texts: the sections of the problem in their order, and those of the solution."""

    problem: tuple[Section, ...]
    solution: tuple[Section, ...]
    extra: Extra | None = None


_REST = Ignored(pattern=r"\S+")
"""What a solution repeats of the problem."""


def _solved(*puts: Put, blank: str = NOTHING) -> tuple[Section, ...]:
    return (Section("solution", Grid(1, 1, 0, 0, (*puts, _REST), blank)),)


def _in_areas(role: str) -> tuple[Section, ...]:
    return (areas(role, drawn=True)._replace(name="solution"),)


# -- what stands behind the size --------------------------------------------------------------------------------------


def _number(word: str, line: Line, what: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 7):
        raise line.error("this is no number", expected=what, found=shown(word))
    return int(word)


def _count(role: str, what: str, *keys: str) -> Extra:
    """A number that is a value of the whole board."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        sheet.set(role, _number(word, line, what), line, 0)

    return Extra(keys, read, lambda sheet: str(sheet.numbers.get(role) or 0))


def _read_letters(word: str, sheet: Sheet, line: Line) -> None:
    n = ord(word.upper()) - ord("A") + 1 if len(word) == 1 and word.isascii() and word.isalpha() else 0
    sheet.set("letters", n or _number(word, line, "the last letter"), line, 0)


def _last_letter(sheet: Sheet) -> str:
    return chr(ord("a") - 1 + (sheet.numbers.get("letters") or 3))


def _read_largest(word: str, sheet: Sheet, line: Line) -> None:
    if _number(word, line, "the largest number") != sheet.n_cols - 2:
        what = "another largest number than two less than the side is a rule that Doubleblock does not have"
        raise line.error(what, expected=str(sheet.n_cols - 2), found=shown(word), code="variant")


def _read_greatest(word: str, sheet: Sheet, line: Line) -> None:
    greatest = _number(word, line, "the greatest height")
    if not 1 <= greatest <= sheet.n_cols:
        expected = f"1 to {sheet.n_cols}"
        raise line.error("the greatest height does not fit the board", expected=expected, found=shown(word))
    if greatest < sheet.n_cols:
        sheet.set("parks", sheet.n_cols - greatest, line, 0)


# -- hooks ------------------------------------------------------------------------------------------------------------


def _loop_around(sheet: Sheet) -> None:
    """Fences: the loop runs between the cells inside it and the others."""
    inside = sheet.drawn.pop("inside", {})
    for edge in sheet.board.edges:
        if sum(cell in inside for cell in sheet.board.faces(edge)) == 1:
            sheet.drawn["line"][edge] = True


def _inside_loop(sheet: Sheet) -> None:
    """Fences: the cells inside the loop."""
    sheet.drawn["inside"] = dict.fromkeys(sheet.board.enclosed(sheet.drawn["line"]), True)


def _laid_tubes(sheet: Sheet) -> None:
    """Thermometers: joins the numbered places of each. Raises FormatError for places that are no neighbours."""
    tubes: dict[int, list[tuple[int, Spot]]] = {}
    for cell, (tube, place) in sheet.given.pop("tube item", {}).items():
        tubes.setdefault(tube, []).append((place, cell))
    for tube, places in tubes.items():
        cells = [cell for _, cell in sorted(places)]
        where = sheet.where["tube item", cells[0]]
        if [place for place, _ in sorted(places)] != list(range(1, len(cells) + 1)):
            raise where[0].error(f"the places of thermometer {tube} are not numbered from 1 on", where[1])
        sheet.give("bulb", cells[0], True, *where)
        for a, b in pairwise(cells):
            if abs(a.y - b.y) + abs(a.x - b.x) != 2:
                raise where[0].error(f"the cells of thermometer {tube} are no neighbours", where[1], code="variant")
            sheet.give("joint", Spot((a.y + b.y) // 2, (a.x + b.x) // 2), True, *where)


def _numbered_tubes(sheet: Sheet) -> None:
    """Thermometers: numbers their places. Raises WriteError for one that branches, and for cells without a bulb."""
    without_tubes(sheet)
    bulbs, joints = sheet.given.pop("bulb", {}), set(sheet.given.pop("joint", {}))
    for n, bulb in enumerate(sorted(bulbs), 1):
        here, place = bulb, 1
        while True:
            sheet.given["tube item"][here] = (n, place)
            ahead = [(link, cell) for link, cell in sheet.board.ways(here) if link in joints]
            if len(ahead) > 1:
                raise WriteError(f"the format has no thermometers that branch, as at {sheet.board.name(here)}")
            if not ahead:
                break
            (link, here), place = ahead[0], place + 1
            joints.remove(link)
    if joints:
        raise WriteError(f"the format has no tubes without a bulb, as at {sheet.board.name(min(joints))}")


def _ends_of_snake(sheet: Sheet) -> None:
    """Snake: its length is the sum of the clues; its ends are the first and the last number."""
    total = _sum_of(sheet, "count")
    if total is not None:
        sheet.set("length", total, *sheet.where["size", None])
    ends = sorted(sheet.given.pop("end", {}))
    if len(ends) > 2 or (ends and total is None):
        line, at = sheet.where["end", ends[0]]
        raise line.error("these are no ends of a snake", at, expected="two ends, and a clue for each column")
    for end, n in zip(ends, (1, total), strict=False):
        sheet.give("number", end, n, *sheet.where["end", end])


def _snake_by_ends(sheet: Sheet) -> None:
    """Snake: tells given ends, and leaves out a length that follows from the clues."""
    total = _sum_of(sheet, "count")
    given = sheet.given["number"]
    if total is not None and sorted(given.values()) == [1, total]:
        sheet.given["end"] = dict.fromkeys(given, True)
        del sheet.given["number"]
    if sheet.numbers.get("length") == total:
        del sheet.numbers["length"]


def _path_with_ends(sheet: Sheet) -> None:
    """Snake: the cells of its path, of which the ends may be given."""
    for end, n in zip(sorted(sheet.given.get("end", {})), (1, _sum_of(sheet, "count")), strict=False):
        sheet.drawn["number"][end] = n
    numbers_into_path(sheet)


def _sum_of(sheet: Sheet, role: str) -> int | None:
    """The sum of the clues of all columns; None if one is missing."""
    clues = [sheet.given[role].get(Spot(-1, x)) for x in range(1, 2 * sheet.n_cols, 2)]
    known = [n for n in clues if isinstance(n, int)]
    return sum(known) if len(known) == len(clues) else None


def _largest_pill(sheet: Sheet) -> None:
    """Pills: their values are 1, 2, 3, ..., and the clues of the columns add up to the sum of all."""
    total, n = _sum_of(sheet, "total"), 0
    while total is not None and n * (n + 1) // 2 < total:
        n += 1
    if total is None or n * (n + 1) // 2 != total:
        line, at = sheet.where["size", None]
        raise line.error("the clues of the columns do not tell the number of pills", at, expected="a sum 1 + 2 + 3 ...")
    sheet.set("largest", n, *sheet.where["size", None])


def _no_largest_pill(sheet: Sheet) -> None:
    """Pills: leaves out the largest value, if the clues tell it."""
    n = sheet.numbers.get("largest") or 0
    if _sum_of(sheet, "total") == n * (n + 1) // 2:
        del sheet.numbers["largest"]


def _laid_pills(sheet: Sheet) -> None:
    """Pills: the middle of each has its direction."""
    pills: dict[int, list[Spot]] = {}
    for cell, n in sheet.drawn.pop("value", {}).items():
        pills.setdefault(n, []).append(cell)
    for n, cells in pills.items():
        if n and len(cells) == 3:
            first, middle, last = sorted(cells)
            sheet.drawn["pill"][middle] = "-" if first.y == last.y else "|"


def _values_of_pills(sheet: Sheet) -> None:
    """Pills: the value of its pill in each cell, 0 for the others."""
    numbers = sheet.given["number"]
    values = dict.fromkeys(sheet.board.cells, 0)
    for (y, x), way in sheet.drawn["pill"].items():
        if way in ("-", "|"):
            cells = [Spot(y, x + i) if way == "-" else Spot(y + i, x) for i in (-2, 0, 2)]
            values.update(dict.fromkeys(cells, sum(numbers.get(cell, 0) for cell in cells)))
    sheet.drawn["value"] = dict(values)


def _one_to_one(sheet: Sheet) -> None:
    """Starry Sky: warns of the rule that differs."""
    sheet.warnings.append(
        "in Sternenhimmel arrows and stars pair off one to one; Starry Sky has no such rule, and may have more answers"
    )


def _not_one_to_one(_sheet: Sheet) -> None:
    """Starry Sky: is not written, as it would become the other puzzle. Raises WriteError."""
    raise WriteError("in Sternenhimmel arrows and stars pair off one to one, another rule than that of Starry Sky")


_ARROWS = {"nw": "q", "n": "w", "ne": "e", "w": "a", "e": "d", "sw": "y", "s": "x", "se": "c"}
_LABEL = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
_COUNTS = columns(numbers("count")), rows(numbers("count"))


def _views(put: Put) -> tuple[Section, ...]:
    """Clues above, below, at the left and at the right."""
    return columns(put), columns(put, far=True), rows(put), rows(put, far=True)


_SKYSCRAPERS = Game(
    (*_views(numbers("clue")), grid(numbers("number"))),
    _solved(Number("number", drawn=True)),
    Extra(("depth", "height"), _read_greatest, lambda sheet: str(sheet.n_cols - (sheet.numbers.get("parks") or 0))),
)

GAMES: Mapping[str, Game] = {
    "Akari": Game((grid(Number("wall", "x")),), _solved(*shaded("lamp", "o"))),
    "KenKen": Game((grid(Results("result", "operator")), areas("wall")), _solved(numbers("number", drawn=True))),
    "Cave": Game(
        (grid(numbers("clue"), Words("shade", {"x": False})),),
        _solved(Words("shade", {"-": True}, drawn=True), blank="x"),
    ),
    "Dominos": Game((grid(numbers("number")),), _in_areas("wall"), made=domino_numbers, told=no_domino_numbers),
    "DoppelBlock": Game(
        (columns(numbers("sum")), rows(numbers("sum"))),
        _solved(Words("number", {"x": 0}, drawn=True), Number("number", drawn=True, least=1)),
        Extra(("depth",), _read_largest, lambda sheet: str(sheet.n_cols - 2)),
    ),
    "ABCEndView": Game(
        (*_views(letters("clue")), grid(letters("number"))), _solved(letters("number", drawn=True)),
        Extra(("depth", "letters"), _read_letters, _last_letter),
        rest={"number": "-"},
    ),
    "Slitherlink": Game(
        (grid(numbers("clue")),), _solved(*shaded("inside")), answered=_loop_around, drawn=_inside_loop,
    ),
    "Fillomino": Game((grid(numbers("number")),), _solved(numbers("number", drawn=True))),
    "Galaxies": Game((grid(Centres("centre")),), _in_areas("wall")),
    "Hashi": Game((grid(numbers("clue")),), _solved(Bridges("line", drawn=True)), rest={"line": 0}),
    "Heyawake": Game((grid(numbers("clue")), areas("wall")), _solved(*shaded("shade"))),
    "Hitori": Game((grid(numbers("clue")),), _solved(*shaded("shade"))),
    "Kakuro": Game((grid(Sums("clue"), blank="0"),), _solved(numbers("number", drawn=True))),
    "KillerSudoku": Game(
        (Section("", Boxes("wall")), grid(numbers("total")), Section("areas", Cages("cage", "uncaged"))),
        _solved(numbers("number", drawn=True)),
    ),
    "Kuromasu": Game((grid(numbers("clue")),), _solved(*shaded("shade"))),
    "LITS": Game((areas("wall"),), _solved(Words("shade", {"x": True, **dict.fromkeys(_LABEL, True)}, drawn=True))),
    "Magnetic": Game(
        (columns(numbers("plus")), columns(numbers("minus")), rows(numbers("plus")), rows(numbers("minus")),
         areas("wall")),
        _solved(Words("pole", {"+": "+", "-": "-", "#": "#"}, drawn=True, silent=("#",)), blank="x"),
        rest={"pole": "#"},
    ),
    "Masyu": Game((grid(Words("pearl", {"w": "white", "b": "black"})),), _solved(Exits("line", drawn=True))),
    "Minesweeper": Game(
        (grid(numbers("clue", "x"), Words("clue", {"O": 0})),), _solved(*shaded("shade")),
        _count("total", "the number of mines", "mines"),
    ),
    "NumberLink": Game((grid(Words("clue", _LABEL), numbers("clue")),), _solved(Exits("line", drawn=True))),
    "Nurikabe": Game((grid(numbers("clue", "?")),), _solved(*shaded("shade"))),
    "SkyscraperParks": _SKYSCRAPERS,
    "Nonogram": Game(
        (Section("clabels", Runs("clue", rows=False)), Section("rlabels", Runs("clue", rows=True))),
        _solved(*shaded("shade")),
    ),
    "Pills": Game(
        (columns(numbers("total")), rows(numbers("total")), grid(numbers("number"))),
        _solved(numbers("value", drawn=True)), rest={"pill": " "},
        made=_largest_pill, told=_no_largest_pill, answered=_laid_pills, drawn=_values_of_pills,
    ),
    "Shikaku": Game((grid(numbers("clue", "?")),), _in_areas("wall")),
    "Skyscraper": _SKYSCRAPERS,
    "GokigenNaname": Game(
        (points(numbers("clue")),), _solved(Words("slant", {"\\": "\\", "/": "/"}, drawn=True)),
    ),
    "Snake": Game(
        (*_COUNTS, grid(Ends("number"))), _solved(*shaded("shade")),
        made=_ends_of_snake, told=_snake_by_ends, answered=path_into_numbers, drawn=_path_with_ends,
    ),
    "Starbattle": Game((areas("wall"),), _solved(*shaded("shade")), _count("stars", "the number of stars", "stars")),
    "Sternenhimmel": Game(
        (*_COUNTS, grid(Words("arrow", _ARROWS))), _solved(*shaded("shade", "*")),
        _count("unknown", "a number"), made=_one_to_one, told=_not_one_to_one,
    ),
    "Sudoku": Game(
        (grid(numbers("number")), Section("areas", RegionsOrBoxes("wall"))), _solved(numbers("number", drawn=True)),
    ),
    "Tent": Game(
        (*_COUNTS, grid(Words("tree", {"x": True}))), _solved(*shaded("tent", "o")),
    ),
    "Thermometer": Game(
        (*_COUNTS, grid(Tubes("bulb", "joint"))), _solved(*shaded("filled")), made=_laid_tubes, told=_numbered_tubes,
    ),
    "Yajilin": Game(
        (grid(Pointers("clue"), Words("block", {"x": True})),),
        _solved(Words("shade", {"x": True}, drawn=True), Exits("line", drawn=True)),
    ),
}
"""By the name that puzzlekit has for them."""
ROW_OF_REGIONS = "JigsawSudoku"
"""The name of sudokus whose regions are told."""
