"""Statistics of what a puzzle looks like: places and values of its clues, sizes and shapes of its areas, its answer.

Most statistics follow from the declarations of the genre: clues in cells and outside the board, walls between areas,
shaded cells, lines. ``FEATURES`` adds statistics of single genres. Shares are between 0 and 1; values with names that
end in ``_rel`` are divided by the side of a square with as many cells.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

import gridwright as gw
from gridwright.board.rect import STEPS
from gridwright.board.symmetry import SYMMETRIES, image, why_not
from gridwright.language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer

Area = Collection[gw.Spot]
Marks = Mapping[gw.Spot, Any]
_SYMMETRY_KEYS = {"rotate": "rot180", "quarter": "rot90", "mirror": "lr", "flip": "tb", "diagonal": "diag"}
_AREAS = ("wall", "cage", "uncaged", "hole")
"""The kinds of looks that define areas."""
_FEW = 4
"""The minimum number of clues for symmetry to be meaningful."""
_RANGE = re.compile(r"(\d+)(?:-(\d+)|(\+))?$")


@dataclass
class Looks:
    """The statistics of one puzzle: ``numbers`` by name, and ``samples``, whose shares are statistics, too."""

    numbers: dict[str, float] = field(default_factory=dict)
    samples: dict[str, Sequence[Any]] = field(default_factory=dict)

    def get(self, key: str) -> float | None:
        """A statistic; None if the puzzle has none of that name.

        ``value.3``, ``value.4-6``, ``value.7+``, ``op.x`` are shares of a sample: of its numbers from 4 to 6, say.
        """
        if key in self.numbers:
            return self.numbers[key]
        name, _, wanted = key.rpartition(".")
        sample = self.samples.get(name)
        if not sample:
            return None
        bounds = _RANGE.match(wanted)
        if bounds is None:
            return fmean(str(value) == wanted for value in sample)
        least = int(bounds[1])
        most = int(bounds[2]) if bounds[2] else float("inf") if bounds[3] else least
        return fmean(isinstance(value, int) and least <= value <= most for value in sample)


class Subject:
    """A puzzle with its answer, in the form that the statistics need."""

    def __init__(self, puzzle: gw.Puzzle, answer: gw.State) -> None:
        self.puzzle, self.answer, self.genre = puzzle, answer, puzzle.genre
        assert isinstance(puzzle.board, gw.Rect)
        self.board = puzzle.board
        self.side = sqrt(len(self.board.cells))

    def given(self, name: str) -> Marks:
        """The given marks of a layer."""
        found: Marks = self.puzzle.given.get(name, {})
        return found

    def held(self, name: str) -> set[gw.Spot]:
        """The spots with a mark in the answer."""
        return {spot for spot, value in self.answer.marks[name].items() if value is True}

    def layers(self, role: str) -> list[Layer]:
        """The layers of clues, or of structure."""
        return [layer for layer in self.genre.layers.values() if isinstance(layer, GivenLayer) and layer.role == role]


def looks_of(puzzle: gw.Puzzle, answer: gw.State) -> Looks:
    """The statistics of a puzzle on a rectangular board and its answer."""
    subject, looks = Subject(puzzle, answer), Looks()
    for add in (_clues, _outside, _rooms, _answer):
        add(subject, looks)
    FEATURES.get(puzzle.genre.name, _nothing)(subject, looks)
    return looks


def _nothing(subject: Subject, looks: Looks) -> None:
    """For genres without features."""


# -- clues --


def _clues(subject: Subject, looks: Looks) -> None:
    """Places and values of the clues inside the board."""
    board, making = subject.board, subject.genre.making
    given = [name for name in subject.genre.answer_layers if subject.given(name)]
    looks.numbers["givens"] = sum(len(subject.given(name)) for name in given)
    clues = [layer.name for layer in subject.layers("clue")]
    if not any(_is_inside(board, at) for name in clues for at in subject.given(name)):
        clues = [layer.name for layer in subject.layers("structure") if layer.look.kind not in _AREAS]
    clues += [making.givens] if making.givens else []
    marks = {(name, at): value for name in dict.fromkeys((*clues, *given)) for at, value in subject.given(name).items()
             if _is_inside(board, at)}
    spots = {at for _, at in marks}
    places = len(board.corners) if all(at.y % 2 == at.x % 2 == 0 for at in spots) else len(board.cells)
    looks.numbers |= {"clues": len(spots), "density": len(spots) / places}
    if not spots:
        return
    looks.numbers |= _symmetry(board, spots, "sym")
    if spots.issubset(board.cell_index):
        looks.numbers |= _placement(board, spots)
    values = [value for (name, _), value in marks.items()
              if name in clues and isinstance(value, int | str) and not isinstance(value, bool)]
    if values:
        looks.samples["value"] = values
        looks.numbers |= _values(subject, values)


def _is_inside(board: gw.Rect, at: gw.Spot) -> bool:
    return 0 <= at.y <= 2 * board.n_rows and 0 <= at.x <= 2 * board.n_cols


def _values(subject: Subject, values: Sequence[Any]) -> dict[str, float]:
    counts = Counter(values)
    found = {"value_top": max(counts.values()) / len(values), "values": float(len(counts))}
    ints = [value for value in values if isinstance(value, int)]
    if ints:
        found |= {"value_mean": fmean(ints), "value_rel": fmean(ints) / subject.side,
                  "value_max_rel": max(ints) / subject.side, "value_max_share": max(ints) / len(subject.board.cells)}
    return found


def _placement(board: gw.Rect, spots: Collection[gw.Spot]) -> dict[str, float]:
    """How clues are distributed over the cells."""
    empty = [all(at not in spots for at in line) for line in board.lines]
    square: dict[gw.Spot, int] = {}
    for at in board.cells:
        if at not in spots:
            before = (gw.Spot(at.y - dy, at.x - dx) for dy, dx in ((2, 0), (0, 2), (2, 2)))
            square[at] = 1 + min(square.get(one, 0) for one in before)
    ring = {at for at in board.cells if at.y in (1, 2 * board.n_rows - 1) or at.x in (1, 2 * board.n_cols - 1)}
    rim = sum(at in ring for at in spots) / len(spots)
    return {"touching": fmean(any(near in spots for near in board.neighbours(at)) for at in spots),
            "empty_lines": fmean(empty), "rim": rim * len(board.cells) / len(ring),
            "blank_square": max(square.values(), default=0) / min(board.n_rows, board.n_cols)}


def _symmetry(board: gw.Rect, spots: Collection[gw.Spot], key: str) -> dict[str, float]:
    """Whether spots are symmetric, for each kind of symmetry that the board can have."""
    if len(spots) < _FEW:
        return {}
    found = {}
    for symmetry in SYMMETRIES:
        if symmetry in _SYMMETRY_KEYS and not why_not(board, symmetry):
            images = [image(board, at, symmetry) for at in spots]
            found[f"{key}.{_SYMMETRY_KEYS[symmetry]}"] = float(all(at in spots for at in images))
    if not found:  # the board itself has no symmetry
        return {}
    half = [image(board, at, "rotate") in spots for at in spots]
    return {**found, f"{key}.any": max(found.values()), f"{key}.rot180_part": fmean(half)}


def _outside(subject: Subject, looks: Looks) -> None:
    """The number of clues outside the board, their sides and values."""
    board = subject.board
    layers = [layer for layer in subject.layers("clue") if layer.on in ("sides", "line_sides")]
    own = {layer.name: subject.given(layer.name) for layer in layers}
    if not own:
        return
    sides = {(at.y < 0, at.y > 2 * board.n_rows, at.x < 0, at.x > 2 * board.n_cols)
             for marks in own.values() for at in marks}
    n_hints = sum(map(len, own.values()))
    per_layer = board.n_rows + board.n_cols if subject.genre.making.near else 2 * (board.n_rows + board.n_cols)
    looks.numbers |= {"hints": n_hints, "hint_sides": len(sides), "hint_density": n_hints / per_layer / len(own)}
    if len(own) == 1:
        looks.numbers |= _symmetry(board, set(next(iter(own.values()))), "hintsym")
    values = [value for marks in own.values() for value in marks.values() if isinstance(value, int | str)]
    if values:
        looks.samples["count"] = values
        looks.samples.setdefault("value", values)
        looks.numbers = {**_values(subject, values), **looks.numbers}
    if numbers := [value for value in values if isinstance(value, int)]:
        looks.numbers["count_mean"] = fmean(numbers)


# -- areas --


def _rooms(subject: Subject, looks: Looks) -> None:
    """Sizes and shapes of the areas that the puzzle shows, or those of its answer."""
    board = subject.board
    walls = next((layer.name for layer in subject.layers("structure")
                  if layer.look.kind in _AREAS[:2] and subject.given(layer.name)), None)
    if "cage" in subject.genre.layers:
        walls = "cage"
    shown: Collection[gw.Spot] | None = subject.given(walls) if walls is not None else None
    if shown is None:
        parted = [name for name, layer in subject.genre.answer_layers.items() if layer.look.kind == "wall"]
        shown = subject.held(parted[0]) if parted else None
    else:
        looks.numbers |= _symmetry(board, shown, "wallsym")
    if shown is not None:
        outside = {at for name in ("hole", "uncaged") for at in subject.given(name)}
        _sized(looks, board.regions(shown, [at for at in board.cells if at not in outside]), len(board.cells))


def _box(area: Area) -> tuple[int, int]:
    ys, xs = [at.y for at in area], [at.x for at in area]
    return (max(ys) - min(ys)) // 2 + 1, (max(xs) - min(xs)) // 2 + 1


def _sized(looks: Looks, areas: Sequence[Area], n_cells: int, key: str = "room") -> None:
    if not areas:
        return
    sizes = [len(area) for area in areas]
    boxes = [_box(area) for area in areas]
    full = [(n, box) for n, box in zip(sizes, boxes, strict=True) if n == box[0] * box[1]]
    looks.samples[f"{key}.size"] = sizes
    statistics = {
        "n": len(areas), "mean": fmean(sizes), "min": min(sizes), "max": max(sizes),
        "cv": pstdev(sizes) / fmean(sizes), "max_share": max(sizes) / n_cells, "rect": len(full) / len(areas),
        "line": sum(n > 1 and min(box) == 1 for n, box in full) / len(areas),
        "square": sum(n > 1 and box[0] == box[1] for n, box in full) / len(areas),
        "fill": fmean(n / (high * wide) for n, (high, wide) in zip(sizes, boxes, strict=True)),
    }
    looks.numbers |= {f"{key}.{name}": float(value) for name, value in statistics.items()}


# -- answers --


def _answer(subject: Subject, looks: Looks) -> None:
    """Shaded cells and lines of the answer."""
    board = subject.board
    for name, layer in subject.genre.answer_layers.items():
        if not isinstance(layer, AnswerLayer) or isinstance(layer, ValueLayer):
            continue
        own = subject.held(name)
        if layer.look.kind == "line" and own:
            at_edges = layer.on == "edges"
            looks.numbers |= _line(board, own, board.tips if at_edges else board.ends)
            if at_edges:
                looks.numbers["ans.visited"] *= len(board.cells) / len(board.corners)
        elif layer.on == "cells":
            looks.numbers["ans.shaded"] = len(own) / len(board.cells)
            if own:
                groups = board.groups(sorted(own))
                looks.numbers |= {"ans.pieces": 100 * len(groups) / len(board.cells),
                                  "ans.biggest": max(map(len, groups)) / len(own)}


def _line(
    board: gw.Rect, used: Collection[gw.Spot], ends: Callable[[gw.Spot], tuple[gw.Spot, gw.Spot]]
) -> dict[str, float]:
    """The length, turns and longest straight stretch of a loop or paths."""
    along: dict[gw.Spot, list[bool]] = defaultdict(list)
    for spot in used:
        one, other = ends(spot)
        for node in (one, other):
            along[node].append(one.y == other.y)
    turns = sum(len(set(ways)) == 2 for ways in along.values() if len(ways) == 2)
    longest = 0
    run: dict[gw.Spot, int] = {}
    for spot in sorted(used):
        one, other = ends(spot)
        before = gw.Spot(spot.y, spot.x - 2) if one.y == other.y else gw.Spot(spot.y - 2, spot.x)
        run[spot] = 1 + run.get(before, 0)
        longest = max(longest, run[spot])
    return {"ans.loop": len(used) / len(board.cells), "ans.visited": len(along) / len(board.cells),
            "ans.turns": turns / len(along), "ans.longest": longest / max(board.n_rows, board.n_cols),
            "ans.longest_steps": float(longest)}


# -- single genres --


def _akari(subject: Subject, looks: Looks) -> None:
    wall, board = subject.given("wall"), subject.board
    runs = [len(run) for run in board.stretches(wall)]
    groups = [len(group) for group in board.groups(sorted(wall))]
    lamps, numbered = subject.held("lamp"), [at for at, n in wall.items() if n is not None]
    beside = {near for at in numbered for near in board.neighbours(at)}
    looks.numbers |= {
        "numbered": len(numbered) / max(1, len(wall)), "stretch_mean": fmean(runs), "wall_group_mean": fmean(groups),
        "wall_group_max": max(groups), "ans.shaded": len(lamps) / (len(board.cells) - len(wall)),
        "ans.lamps_at_number": len(lamps & beside) / len(lamps), **_symmetry(board, numbered, "numbersym")}


def _arukone(subject: Subject, looks: Looks) -> None:
    ends: dict[Any, list[gw.Spot]] = defaultdict(list)
    for at, label in subject.given("label").items():
        ends[label].append(at)
    steps = {label: (abs(a.y - b.y) + abs(a.x - b.x)) // 2 for label, (a, b) in ends.items()}
    paths = subject.board.groups(subject.board.cells, lambda a, b: subject.board.link(a, b) in subject.held("path"))
    length = {label: next(len(path) for path in paths if own[0] in path) for label, own in ends.items()}
    far = list(steps.values())
    looks.numbers |= {
        "pairs": len(ends), "pairs_per_side": len(ends) / subject.side, "pair_distance": fmean(far) / subject.side,
        "pair_near": fmean(n <= 2 for n in far), "pair_in_line": fmean(a.y == b.y or a.x == b.x
                                                                       for a, b in ends.values()),
        "ans.path_mean": fmean(length.values()), "ans.path_min": min(length.values()),
        "ans.path_max": max(length.values()), "ans.direct": fmean(length[one] == steps[one] + 1 for one in ends),
        "ans.detour": fmean((length[one] - 1) / steps[one] for one in ends)}


def _basic(subject: Subject, looks: Looks) -> None:
    operator, result = subject.given("operator"), subject.given("result")
    cages = subject.board.regions(subject.given("wall"))
    signs = [next((operator[at] for at in cage if at in operator), "unsigned") for cage in cages]
    looks.samples["op"] = ["single" if len(cage) == 1 else sign for sign, cage in zip(signs, cages, strict=True)]
    looks.numbers["numbered"] = len(result) / len(cages)


def _domino_hunt(subject: Subject, looks: Looks) -> None:
    number, board = subject.given("number"), subject.board
    pairs = [sorted(number[at] for at in board.ends(link)) for link in board.links
             if all(at in number for at in board.ends(link))]
    places = Counter(map(tuple, pairs)).values()
    walls = subject.held("wall")
    laid = {link for link in board.links if link not in walls}
    aside = [(link.y + 2, link.x) if link.y % 2 else (link.y, link.x + 2) for link in laid]
    looks.numbers |= {
        "places_mean": fmean(places), "places_one": fmean(n == 1 for n in places), "places_max": max(places),
        "equal_neighbours": fmean(a == b for a, b in pairs), "ans.level": fmean(map(board.level, laid)),
        "ans.side_by_side": sum(at in laid for at in aside) / len(laid)}


def _doubleblock(subject: Subject, looks: Looks) -> None:
    inside = range(1, subject.board.n_cols - 1)
    sums = list(subject.given("between").values())
    looks.numbers |= {"value_mean": fmean(sums) / sum(inside), "value.top": fmean(n == sum(inside) for n in sums)}


def _fences(subject: Subject, looks: Looks) -> None:
    board, loop = subject.board, subject.held("loop")
    frame = [edge for edge in board.edges if len(board.faces(edge)) == 1]
    looks.numbers |= {"ans.inside": len(board.enclosed(loop)) / len(board.cells),
                      "ans.rim": fmean(edge in loop for edge in frame)}


def _fillomino(subject: Subject, looks: Looks) -> None:
    number, board = subject.answer.marks["number"], subject.board
    areas = board.groups(board.cells, lambda a, b: number[a] == number[b])
    _sized(looks, areas, len(board.cells))
    givens = [sum(at in subject.given("number") for at in area) for area in areas]
    looks.numbers |= {
        "ans.hidden": fmean(n == 0 for n in givens), "ans.told_per_area": fmean(givens),
        "ans.joined_clues": fmean(n > 1 for n in givens),
        "ans.full": fmean(n == len(area) for n, area in zip(givens, areas, strict=True) if len(area) > 1)}


def _galaxies(subject: Subject, looks: Looks) -> None:
    kinds = {(1, 1): "cell", (0, 0): "point"}
    looks.samples["at"] = [kinds.get((at.y % 2, at.x % 2), "edge") for at in subject.given("centre")]
    looks.numbers["density"] = len(subject.given("centre")) / len(subject.board.cells)


def _hashi(subject: Subject, looks: Looks) -> None:
    island, board = subject.given("island"), subject.board
    bridge = subject.answer.marks["bridge"]
    gaps: list[tuple[int, int]] = []
    degree: Counter[gw.Spot] = Counter()
    for line in board.lines:
        for a, b in pairwise([at for at in line if at in island]):
            apart = (b.y - a.y + b.x - a.x) // 2
            if apart > 1:
                degree.update((a, b))
                step = gw.Spot(a.y + (b.y > a.y), a.x + (b.x > a.x))
                gaps.append((apart, bridge.get(step, 0)))
    laid = [(apart, n) for apart, n in gaps if n]
    looks.samples["degree_is"] = [degree[at] for at in island]
    looks.numbers |= {
        "degree": fmean(degree[at] for at in island), "spacing": fmean(apart for apart, _ in gaps),
        "spacing_2": fmean(apart == 2 for apart, _ in gaps),
        "forced_full": fmean(n == 2 * degree[at] for at, n in island.items()),
        "ans.double": fmean(n == 2 for _, n in laid), "ans.used": len(laid) / len(gaps),
        "ans.cycles": (len(laid) - len(island) + 1) / len(island),
        "ans.bridge_length": fmean(apart for apart, _ in laid),
        "ans.longest": max(apart for apart, _ in laid) / max(board.n_rows, board.n_cols)}


def _heyawake(subject: Subject, looks: Looks) -> None:
    rooms = subject.board.regions(subject.given("wall"))
    shade = subject.held("shade")
    looks.numbers |= {
        "numbered": len(subject.given("number")) / len(rooms),
        "ans.room_none": fmean(shade.isdisjoint(room) for room in rooms),
        "ans.room_share": fmean(sum(at in shade for at in room) / len(room) for room in rooms)}


def _hitori(subject: Subject, looks: Looks) -> None:
    number, board, shade = subject.given("number"), subject.board, subject.held("shade")
    lines = [[number[at] for at in line if at in number] for line in board.lines]
    repeated = {at for line in board.lines for at in line
                if at in number and sum(number.get(other) == number[at] for other in line) > 1}
    per = 100 / len(board.cells)
    sandwiches = [a == c != b for line in lines for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    triples = [a == b == c for line in lines for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    looks.numbers |= {
        "repeated": len(repeated) / len(board.cells), "sandwiches": per * sum(sandwiches),
        "triples": per * sum(triples), "pairs": per * sum(a == b for line in lines for a, b in pairwise(line)),
        "max_rel": max(number.values()) / max(board.n_rows, board.n_cols),
        "ans.shaded_single": fmean(at not in repeated for at in shade),
        "ans.open_repeated": len(repeated - shade) / (len(board.cells) - len(shade))}


def _n_sets(total: int, n: int) -> int:
    """The number of sets of ``n`` digits with a sum."""
    return sum(sum(digits) == total for digits in combinations(range(1, 10), n))


def _kakuro(subject: Subject, looks: Looks) -> None:
    clue, board = subject.given("clue"), subject.board
    white = [at for at in board.cells if at not in clue]
    runs = board.stretches(clue)
    lengths = [len(run) for run in runs if len(run) > 1]
    clued = [(n, len(run)) for at, sums in clue.items() for n, step in zip(sums, ((0, 2), (2, 0)), strict=True)
            for run in (run for run in runs if run[0] == (at.y + step[0], at.x + step[1])) if n is not None
            and (len(run) > 1 and (run[0].y == run[-1].y) == (step[0] == 0))]
    ways = [_n_sets(total, n) for total, n in clued]
    shifted = gw.Rect.of(board.n_rows - 1, board.n_cols - 1)
    looks.samples["run"] = lengths
    looks.numbers |= {
        "white_cells": len(white) / len(shifted.cells), "run_mean": fmean(lengths), "run_max": max(lengths),
        "run_ones": sum(len(run) == 1 for run in runs) / 2 / len(white), "told": len(clued) / len(lengths),
        "sum_one_way": fmean(n == 1 for n in ways), "sum_two_ways": fmean(n == 2 for n in ways),
        "sum_ways_mean": fmean(ways), "white_parts": len(board.groups(white)),
        **_symmetry(shifted, {gw.Spot(at.y - 2, at.x - 2) for at in white}, "sym")}


def _killer(subject: Subject, looks: Looks) -> None:
    board, total = subject.board, subject.given("total")
    cages = board.regions(subject.given("cage"), [at for at in board.cells if at not in subject.given("uncaged")])
    boxes = board.regions(subject.given("wall"))
    box = {at: number for number, area in enumerate(boxes) for at in area}
    totals = [(total[at], len(cage)) for cage in cages for at in cage if total.get(at)]
    looks.numbers |= {"crossing": fmean(len({box[at] for at in cage}) > 1 for cage in cages),
                      "numbered": len(totals) / len(cages), "uncaged": len(subject.given("uncaged")) / len(board.cells)}
    if board.n_cols == 9:
        ways = [_n_sets(n, size) for n, size in totals if size > 1]
        looks.numbers |= {"sum_one_way": fmean(n == 1 for n in ways), "sum_ways_mean": fmean(ways)}


def _magnets(subject: Subject, looks: Looks) -> None:
    looks.numbers["value_mean"] /= subject.side / 2


def _masyu(subject: Subject, looks: Looks) -> None:
    pearls = subject.given("pearl")
    looks.numbers["white_pearls"] = fmean(colour == "white" for colour in pearls.values())
    looks.numbers["ans.pearls_on_loop"] = len(pearls) / max(1, len(subject.held("loop")))


def _mortal_coil(subject: Subject, looks: Looks) -> None:
    looks.numbers["density"] = len(subject.given("wall")) / len(subject.board.cells)


def _nurikabe(subject: Subject, looks: Looks) -> None:
    clue, board, sea = subject.given("clue"), subject.board, subject.held("sea")
    _sized(looks, board.groups(at for at in board.cells if at not in sea), len(board.cells), "island")
    diagonal = [(dy, dx) for dy in (-2, 2) for dx in (-2, 2)]
    for key, steps in (("diagonal_clues", diagonal), ("gap_two", [(2 * dy, 2 * dx) for dy, dx in STEPS])):
        looks.numbers[key] = fmean(any((at.y + dy, at.x + dx) in clue for dy, dx in steps) for at in clue)


def _picross(subject: Subject, looks: Looks) -> None:
    clue, board, shade = subject.given("clue"), subject.board, subject.held("shade")
    runs = [n for line in clue.values() for n in line if n]
    looks.samples["run"] = runs
    looks.numbers |= {
        "shaded": len(shade) / len(board.cells), "run_mean": fmean(runs), "runs_per_line": len(runs) / len(clue),
        "ans.border": fmean((a in shade) != (b in shade) for a, b in map(board.ends, board.links)),
        "ans.lonely": fmean(shade.isdisjoint(board.neighbours(at)) for at in shade),
        "ans.mirror_part": fmean(image(board, at, "mirror") in shade for at in shade)}


def _pips(subject: Subject, looks: Looks) -> None:
    board, keys = subject.board, subject.puzzle.keys
    areas: dict[Any, list[gw.Spot]] = defaultdict(list)
    for at, label in subject.given("region").items():
        areas[label].append(at)
    conditions = {label: kind for label, kind, _ in keys["conditions"]}
    _sized(looks, [areas[label] for label in conditions if label in areas], len(board.cells))
    looks.samples["kind"] = list(conditions.values())
    sums = [(n, len(areas[label])) for label, kind, n in keys["conditions"] if kind == "sum"]
    looks.numbers |= {
        "dominoes": len(keys["dominoes"]), "board_cells": len(board.cells),
        "board_fill": len(board.cells) / board.n_rows / board.n_cols,
        "doubles": fmean(a == b for a, b in keys["dominoes"]),
        "free_cells": 1 - sum(len(areas[label]) for label in conditions) / len(board.cells)}
    if sums:
        looks.numbers |= {"sum_per_cell": fmean(n / size for n, size in sums),
                          "sum_extreme": fmean(n in (0, 6 * size) for n, size in sums)}


def _shikaku(subject: Subject, looks: Looks) -> None:
    areas = subject.board.regions(subject.held("border"))
    boxes = [_box(area) for area in areas]
    corners = [(at, {min(area), max(area), *_other_corners(area)}) for area in areas if len(area) > 3
               for at in area if at in subject.given("number")]
    looks.numbers |= {"ans.long": fmean(max(box) >= 3 * min(box) for box in boxes),
                      "ans.clue_in_corner": fmean(at in own for at, own in corners)}


def _other_corners(area: Area) -> list[gw.Spot]:
    ys, xs = [at.y for at in area], [at.x for at in area]
    return [gw.Spot(min(ys), max(xs)), gw.Spot(max(ys), min(xs))]


def _starbattle(subject: Subject, looks: Looks) -> None:
    stars = subject.puzzle.keys["stars"]
    sizes = looks.samples["room.size"]
    looks.numbers |= {"stars": stars, "room.min_per_star": min(sizes) / stars,
                      "room.small": fmean(n < 4 * stars for n in sizes)}


def _sudoku(subject: Subject, looks: Looks) -> None:
    number, board = subject.given("number"), subject.board
    per_box = [sum(at in number for at in box) for box in board.regions(subject.given("wall"))]
    per_line = [sum(at in number for at in line) for line in board.lines]
    per_digit = [list(number.values()).count(n) for n in range(1, board.n_cols + 1)]
    for key, counts in (("box", per_box), ("line", per_line), ("digit", per_digit)):
        looks.numbers |= {f"{key}_min": min(counts), f"{key}_max": max(counts)}


def _tents(subject: Subject, looks: Looks) -> None:
    tree, board = subject.given("tree"), subject.board
    beside = [sum(near in tree for near in board.neighbours(at)) for at in subject.held("tent")]
    looks.numbers |= {"ans.two_trees": fmean(n > 1 for n in beside),
                      "tree_ways": fmean(sum(near not in tree for near in board.neighbours(at)) for at in tree)}


def _thermometers(subject: Subject, looks: Looks) -> None:
    joint, board, filled = subject.given("joint"), subject.board, subject.held("filled")
    tubes = board.groups(board.cells, lambda a, b: board.link(a, b) in joint)
    tubes = [tube for tube in tubes if len(tube) > 1]
    _sized(looks, tubes, len(board.cells))
    share = [sum(at in filled for at in tube) / len(tube) for tube in tubes]
    looks.numbers |= {"bent": fmean(1 not in _box(tube) for tube in tubes),
                      "covered": sum(map(len, tubes)) / len(board.cells),
                      "ans.thermo_empty": fmean(n == 0 for n in share), "ans.thermo_full": fmean(n == 1 for n in share)}


def _yajilin(subject: Subject, looks: Looks) -> None:
    hint, board, shade = subject.given("hint"), subject.board, subject.held("shade")
    steps = dict(zip("urdl", ((-2, 0), (0, 2), (2, 0), (0, -2)), strict=True))
    numbers = ["?" if n is None else n for n, _ in hint.values()]
    seen = {at: board.ray(at, steps[way]) for at, (_, way) in hint.items() if way}
    looks.samples |= {"value": numbers, "way": [way or "none" for _, way in hint.values()]}
    looks.numbers |= _values(subject, numbers)
    looks.numbers |= {
        "view_rel": fmean(sum(c not in hint for c in own) for own in seen.values()) / subject.side if seen else 0,
        "ans.shade_counted": fmean(any(at in own for one, own in seen.items() if hint[one][0]) for at in shade)}


FEATURES: Mapping[str, Callable[[Subject, Looks], None]] = {
    "Akari": _akari, "Arukone": _arukone, "Basic": _basic, "Domino Hunt": _domino_hunt, "Doubleblock": _doubleblock,
    "Fences": _fences, "Fillomino": _fillomino, "Galaxies": _galaxies, "Hashi": _hashi, "Heyawake": _heyawake,
    "Hitori": _hitori, "Kakuro": _kakuro, "Killer-Sudoku": _killer, "Magnets": _magnets, "Masyu": _masyu,
    "Mortal Coil": _mortal_coil, "Nurikabe": _nurikabe,
    "Picross": _picross, "Pips": _pips, "Shikaku": _shikaku, "Starbattle": _starbattle, "Sudoku": _sudoku,
    "Tents": _tents, "Thermometers": _thermometers, "Yajilin": _yajilin,
}  # fmt: skip
"""Statistics of single genres."""
