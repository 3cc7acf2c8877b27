"""How puzzles of each genre are made for measurements: an answer by chance, and the clues that are true of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from random import Random
from typing import Any

import gridwright as gw
from gridwright.genres.chatroom import Chatroom
from gridwright.genres.pentopia import WAYS
from gridwright.genres.pyramid import pyramid
from gridwright.genres.subway import SHAPES
from gridwright.language.board import Spot
from gridwright.language.kinds.single.around import ring
from gridwright.language.rect import DOWN, LEFT, RIGHT, STEPS, UP, Rect

Layer = dict[Spot, Any]
Layers = dict[str, Layer]
Recipe = Callable[[Random, int], gw.Puzzle]
PATIENCE = 10.0
"""Seconds for one search while a puzzle is made."""


class Unlucky(Exception):
    """Chance led nowhere; try again."""


def lucky(recipe: Recipe) -> Recipe:
    """The recipe, tried until it comes to something."""

    def tried(rng: Random, side: int) -> gw.Puzzle:
        while True:
            try:
                return recipe(rng, side)
            except Unlucky:
                continue

    return tried


# -- answers by chance --------------------------------------------------------------------------------------------


def some_answer(puzzle: gw.Puzzle, rng: Random, wanted: Layer, layer: str) -> gw.State:
    """An answer that holds many of the wanted marks of a layer; fewer and fewer are asked for until there is one."""
    spots = list(wanted)
    rng.shuffle(spots)
    while True:
        played = gw.State.of(puzzle, {layer: {s: wanted[s] for s in spots}})
        found = gw.solve(puzzle, limit=1, timeout=PATIENCE, played=played).answers
        if found:
            return found[0]
        if not spots:
            raise Unlucky
        del spots[len(spots) // 2 :]


def by_chance(spots: Iterable[Spot], values: Sequence[Any], share: float, rng: Random) -> Layer:
    """A share of the spots, each with one of some values."""
    return {s: rng.choice(values) for s in spots if rng.random() < share}


def until_unique(puzzle: gw.Puzzle, answer: gw.State) -> gw.Puzzle:
    """The puzzle with marks of the answer given where others differ from it, until they do not.

    Where the format cannot tell such a mark, the puzzle stays as it is.
    """
    wrong = gw.check(puzzle, answer, finished=True)
    if wrong:
        raise AssertionError(f"{puzzle.genre.name}: the clues are not true of the answer: {wrong[0]}")
    while True:
        verdict = gw.solve(puzzle, timeout=PATIENCE)
        if verdict.status == "undecided":
            return puzzle
        more = next(filter(_can_be_told, _with_one_more(puzzle, answer, verdict.answers)), None)
        if more is None:
            return puzzle
        puzzle = more


def _with_one_more(puzzle: gw.Puzzle, answer: gw.State, others: Iterable[gw.State]) -> Iterator[gw.Puzzle]:
    """The puzzle with a mark given that the answer has and another one lacks, or else with one that is left away."""
    differing = [(name, s, v) for other in others for name, own in answer.marks.items()
                 for s, v in own.items() if other.marks[name].get(s) != v]
    chosen = (next((d for d in differing if (d[2] is False) == unset), None) for unset in (False, True))
    for layer, spot, value in filter(None, chosen):
        given = {**puzzle.given, layer: {**puzzle.given.get(layer, {}), spot: value}}
        yield gw.Puzzle.of(puzzle.genre, puzzle.board, given, puzzle.keys)


def _can_be_told(puzzle: gw.Puzzle) -> bool:
    try:
        gw.write(puzzle, "spf")
    except gw.WriteError:
        return False
    return True


def clued(bare: gw.Puzzle, answer: gw.State, clues: Mapping[str, Mapping[Spot, Any]]) -> gw.Puzzle:
    """A puzzle with clues, and what is needed beside them."""
    puzzle = gw.Puzzle.of(bare.genre, bare.board, {**bare.given, **clues}, bare.keys)
    return until_unique(puzzle, gw.State(puzzle, answer.marks))


def empty(name: str, rows: int, cols: int, given: Layers | None = None, **keys: Any) -> gw.Puzzle:
    """A puzzle without clues."""
    return gw.Puzzle.of(gw.genre(name), Rect.of(rows, cols), given or {}, keys)


def rect(puzzle: gw.Puzzle) -> Rect:
    """A puzzle's board."""
    assert isinstance(puzzle.board, Rect)
    return puzzle.board


def near_sides(board: Rect) -> dict[Spot, Sequence[Spot]]:
    """The sides above and at the left, each with its line."""
    return {s: board.line_from(s) for s in board.sides if min(s) < 0}


def some_areas(board: Rect, rng: Random, size: int) -> dict[Spot, int]:
    """The board divided into connected areas of about a size; the number of each cell's area."""
    owner = {c: i for i, c in enumerate(rng.sample(board.cells, len(board.cells) // size))}
    while len(owner) < len(board.cells):
        cell = rng.choice(list(owner))
        free = [c for c in board.neighbours(cell) if c not in owner]
        if free:
            owner[rng.choice(free)] = owner[cell]
    return owner


def parting(board: Rect, owner: Mapping[Spot, int]) -> Layer:
    """The walls between areas."""
    return {link: True for link in board.links if len({owner[c] for c in board.ends(link)}) == 2}


def long_way(board: Rect, rng: Random) -> list[Spot]:
    """A path through all cells: a boustrophedon that is turned over at its ends again and again."""
    way = [c for i, row in enumerate(board.rows) for c in (row if i % 2 == 0 else reversed(row))]
    for _ in range(30 * len(way)):
        if rng.random() < 0.5:
            way.reverse()
        near = rng.choice(board.neighbours(way[0]))
        at = way.index(near)
        way[:at] = reversed(way[:at])
    return way


def runs(values: Iterable[Any]) -> list[tuple[Any, int]]:
    """Runs of equal values."""
    return [(value, len(list(own))) for value, own in groupby(values)]


# -- the genres ---------------------------------------------------------------------------------------------------


def abc_box(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("ABC-Box", side, side, max=3)
    board = rect(bare)
    letters: Layer = {}
    for c in board.cells:
        near = [letters[n] for n in board.neighbours(c) if n in letters]
        letters[c] = rng.choice([*near, *near, rng.choice("ABC")])
    told = {side: tuple(rng.choice(run) for run in runs(letters[c] for c in line))
            for side, line in near_sides(board).items()}
    return clued(bare, gw.State.of(bare, {"letter": letters}), {"hint": told})


def abcd(rng: Random, side: int, name: str = "ABCD", top: int = 4) -> gw.Puzzle:
    bare = empty(name, side, side, max=top)
    letters = "ABCDE"[:top]
    answer = some_answer(bare, rng, by_chance(bare.board.cells, letters, 0.3, rng), "letter")
    found = answer.marks["letter"]
    told = {s: tuple(sum(found[c] == letter for c in line) for letter in reversed(letters))
            for s, line in near_sides(rect(bare)).items()}
    return clued(bare, answer, {"hint": told})


def abcd_diagonal(rng: Random, side: int) -> gw.Puzzle:
    return abcd(rng, side, "ABCD Diagonal", 5)


def aquarium(rng: Random, side: int) -> gw.Puzzle:
    board = Rect.of(side, side)
    bare = empty("Aquarium", side, side, {"wall": parting(board, some_areas(board, rng, 6))})
    answer = some_answer(bare, rng, by_chance(board.cells, (True, False), 0.2, rng), "water")
    water = answer.marks["water"]
    return clued(bare, answer, {"count": {s: sum(water[c] for c in line) for s, line in near_sides(board).items()}})


def chatroom(rng: Random, side: int) -> gw.Puzzle:
    way = long_way(Rect.of(side, side), rng)
    bare = empty("Chatroom", side, side)
    joined: Layer = dict.fromkeys(bare.board.links, False)
    turns: Layer = {}
    phones, dark = [], []
    while way:
        n = rng.randint(4, 9)
        n = len(way) if len(way) - n < 4 else n
        line, way = way[:n], way[n:]
        phone = rng.randrange(1, len(line) - 1)
        phones.append(line[phone])
        dark.append(rng.choice((line[0], line[-1])))
        joined |= {bare.board.link(a, b): True for a, b in pairwise(line)}
        for end, part in ((line[0], line[: phone + 1]), (line[-1], line[phone:])):
            bends = zip(part, part[1:], part[2:], strict=False)
            turns[end] = sum(a.y != c.y and a.x != c.x for a, _, c in bends)
    marks = {"phone": dict.fromkeys(phones, True), "dark": dict.fromkeys(dark, True), "turns": turns}
    puzzle = gw.Puzzle.of(Chatroom, bare.board, marks)
    return until_unique(puzzle, gw.State.of(puzzle, {"path": joined}))


def compass(rng: Random, side: int) -> gw.Puzzle:
    """Most have several answers, as the format cannot give walls that would leave one."""
    bare = empty("Compass", side, side)
    owner = some_areas(rect(bare), rng, 5)
    told: Layer = {}
    for area in set(owner.values()):
        own = [c for c in owner if owner[c] == area]
        at = rng.choice(own)
        counts = (sum(c.y < at.y for c in own), sum(c.x > at.x for c in own),
                  sum(c.x < at.x for c in own), sum(c.y > at.y for c in own))
        told[at] = counts
    return gw.Puzzle.of(bare.genre, bare.board, {"compass": told})


def coral(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Coral", side, side)
    answer = some_answer(bare, rng, by_chance(bare.board.cells, (True, True, False), 0.4, rng), "coral")
    found = answer.marks["coral"]
    told = {s: tuple(sorted(n for shaded, n in runs(found[c] for c in line) if shaded)) or (0,)
            for s, line in near_sides(rect(bare)).items()}
    return clued(bare, answer, {"hint": told})


def latin_side(side: int) -> int:
    """Latin squares are printed up to 9x9."""
    return min(side, 9)


def boxes(board: Rect) -> Layer:
    """The walls of 3x3 boxes (or 2x3, 2x2 ones on smaller boards)."""
    high, wide = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}[board.n_cols]
    return parting(board, {c: (c.y // 2 // high) * board.n_cols + c.x // 2 // wide for c in board.cells})


def greater_than_sudoku(rng: Random, side: int) -> gw.Puzzle:
    side = latin_side(side)
    walls = boxes(Rect.of(side, side))
    bare = empty("Greater-Than-Sudoku", side, side, {"wall": walls})
    answer = some_answer(bare, rng, by_chance(bare.board.cells, range(1, side + 1), 0.2, rng), "number")
    found = answer.marks["number"]
    ends = {link: bare.board.ends(link) for link in bare.board.links if link not in walls}
    return clued(bare, answer, {"sign": {link: "<" if found[a] < found[b] else ">" for link, (a, b) in ends.items()}})


def house_tree_animal(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("House-Tree-Animal", side, side)
    answer = some_answer(bare, rng, by_chance(bare.board.cells, "hta", 0.2, rng), "thing")
    found = answer.marks["thing"]
    lines = near_sides(rect(bare))
    clues = {layer: {s: sum(found[c] == sign for c in line) for s, line in lines.items()}
             for layer, sign in (("houses", "h"), ("trees", "t"), ("animals", "a"))}
    return clued(bare, answer, clues)


def japanese_sums(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Japanese Sums", side, side, max=9)
    answer = some_answer(bare, rng, by_chance(bare.board.cells, range(10), 0.25, rng), "digit")
    found = answer.marks["digit"]
    told: Layer = {}
    for at, line in near_sides(rect(bare)).items():
        blocks = [list(own) for used, own in groupby([found[c] for c in line], bool) if used]
        told[at] = tuple(sum(block) for block in blocks)
    return clued(bare, answer, {"hint": {s: sums for s, sums in told.items() if sums}})


def kropki(rng: Random, side: int) -> gw.Puzzle:
    side = latin_side(side)
    plain = gw.Puzzle.of(gw.genre("Sudoku"), Rect.of(side, side), {"wall": boxes(Rect.of(side, side))})
    square = some_answer(plain, rng, by_chance(plain.board.cells, range(1, side + 1), 0.2, rng), "number")
    found = square.marks["number"]
    dots: Layer = {}
    for link in plain.board.links:
        a, b = sorted(found[c] for c in plain.board.ends(link))
        fit = [colour for colour, holds in (("white", b - a == 1), ("black", b == 2 * a)) if holds]
        if fit:
            dots[link] = rng.choice(fit)
    bare = empty("Kropki", side, side)
    return clued(bare, gw.State.of(bare, {"number": found}), {"dot": dots})


def laser(rng: Random, side: int) -> gw.Puzzle:
    """The beam is led by chance: it goes straight on or bounces wherever it may."""
    bare = empty("Laser", side, side)
    board = rect(bare)
    here = Spot(0, 2 * rng.randrange(side + 1))
    dy, dx = 1, rng.choice((-1, 1))
    slant: Layer = dict.fromkeys(board.cells, " ")
    visits: dict[Spot, list[tuple[int, int, int, int]]] = {}
    start, way = here, (dy, dx)
    while True:
        cell = Spot(here.y + dy, here.x + dx)
        if cell not in slant or slant[cell] != " ":
            raise Unlucky
        slant[cell] = "N" if dy == dx else "/"
        here = Spot(here.y + 2 * dy, here.x + 2 * dx)
        if here == start:
            raise Unlucky
        if here.y in (0, 2 * side) and len(visits) > side * 2 and rng.random() < 0.5:
            break
        ways = [(dy, dx), (-dy, dx), (dy, -dx)]
        if here in visits:
            ways = ways[:1] if visits[here][0][:2] == visits[here][0][2:] and len(visits[here]) == 1 else []
        else:
            rng.shuffle(ways)
        ahead = [(y, x) for y, x in ways if slant.get(Spot(here.y + y, here.x + x)) == " "]
        if not ahead:
            raise Unlucky
        visits.setdefault(here, []).append((dy, dx, *ahead[0]))
        dy, dx = ahead[0]
    if here in visits or start in visits:
        raise Unlucky
    signs = {(1, 1): ("n", "N"), (1, -1): ("7", "/")}
    points: Layer = {at: "X" for at, own in visits.items() if len(own) == 2}
    points |= {start: signs[1, way[0] * way[1]][0], here: signs[1, dy * dx][1]}
    mirrors = {at for at, own in visits.items() if own[0][:2] != own[0][2:]}
    for at in rng.sample(sorted(mirrors), len(mirrors) // 3):
        before, after = visits[at][0][:2], visits[at][0][2:]
        points[at] = "-" if before[0] != after[0] else "|"
    used = {s: sum(slant[c] != " " for c in board.line_from(s)) for s in board.sides if min(s) < 0}
    on_lines = {s: sum(at in mirrors for at in board.points_from(s)) for s in board.line_sides if min(s) < 0}
    answer = gw.State.of(bare, {"slant": slant})
    return clued(bare, answer, {"point": points, "used": used, "mirrors": on_lines})


def magic_labyrinth(rng: Random, side: int) -> gw.Puzzle:
    """A corridor through all cells, from the border inwards."""
    side = latin_side(side) - 1
    board = Rect.of(side, side)
    way = long_way(board, rng)
    doors = [edge for edge in board.edges_of(way[0]) if len(board.faces(edge)) == 1]
    if not doors:
        raise Unlucky
    open_ = {doors[0], *(board.link(a, b) for a, b in pairwise(way))}
    bare = empty("Magic Labyrinth", side, side, {"wall": {e: True for e in board.edges if e not in open_}}, max=3)
    answer = some_answer(bare, rng, by_chance(board.cells, range(1, 4), 0.1, rng), "number")
    return clued(bare, answer, {})


def narrow_cave(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Narrow Cave", side, side)
    board = rect(bare)
    answer = some_answer(bare, rng, by_chance(board.cells, (True, False), 0.3, rng), "wall")
    wall = answer.marks["wall"]
    told: Layer = {}
    for at in board.cells:
        if not wall[at] and rng.random() < 0.4:
            rays = [board.ray(at, step) for step in STEPS]
            told[at] = 1 + sum(next((i for i, c in enumerate(ray) if wall[c]), len(ray)) for ray in rays)
    return clued(bare, answer, {"number": told})


def pentomino_search(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Pentomino Search", side, side, used="".join(rng.sample("FILNPTUVWXYZ", side * side // 14)))
    answer = some_answer(bare, rng, by_chance(bare.board.cells, (True, False), 0.1, rng), "cover")
    cover = answer.marks["cover"]
    told = {s: sum(cover[c] for c in line) for s, line in near_sides(rect(bare)).items()}
    return clued(bare, answer, {"count": told})


def pentopia(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Pentopia", side, side)
    board = rect(bare)
    answer = some_answer(bare, rng, by_chance(board.cells, (True, True, False), 0.15, rng), "cover")
    cover = answer.marks["cover"]
    signs = {frozenset(steps): sign for sign, steps in WAYS.items()}
    told: Layer = {}
    for at in rng.sample(board.cells, len(board.cells) // 5):
        far = {step: next((i for i, c in enumerate(board.ray(at, step)) if cover[c]), side) for step in STEPS}
        nearest = min(far.values())
        if not cover[at] and nearest < side:
            told[at] = signs[frozenset(step for step in STEPS if far[step] == nearest)]
    return clued(bare, answer, {"arrow": told})


def pyramid_of(rng: Random, side: int) -> gw.Puzzle:
    rows = min(side, 8)
    bare = gw.Puzzle.of(gw.genre("Pyramid"), pyramid(rows, 0), {})
    answer = some_answer(bare, rng, by_chance(bare.board.cells, range(1, 10), 0.2, rng), "digit")
    digit = answer.marks["digit"]
    told = {Spot(line[0].y, -1): "=" if len({digit[c] for c in line}) < len(line) else "#"
            for line in rect(bare).rows}
    return clued(bare, answer, {"row": told})


def stations(rng: Random, side: int) -> gw.Puzzle:
    side -= side % 2
    bare = empty("Stations", side, side)
    board = rect(bare)
    answer = some_answer(bare, rng, by_chance(board.links, (True, False), 0.1, rng), "loop")
    loop = answer.marks["loop"]
    way = [board.cells[0]]
    while len(way) < len(board.cells):
        way.append(next(c for c in board.neighbours(way[-1]) if loop[board.link(way[-1], c)] and c not in way[-2:]))
    straight = [b for a, b, c in zip(way, way[1:], way[2:], strict=False) if a.y == c.y or a.x == c.x]
    chosen = set(rng.sample(straight, min(len(straight), side)))
    return clued(bare, answer, {"number": {c: i for i, c in enumerate((c for c in way if c in chosen), 1)}})


def subway(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Subway", side, side)
    board = rect(bare)
    answer = some_answer(bare, rng, by_chance(board.links, (True, True, False), 0.4, rng), "line")
    line = answer.marks["line"]
    shape = dict(zip(SHAPES, (4, 3, 2, -2), strict=True))

    def kind(cell: Spot) -> int:
        steps = [s for s in STEPS if line.get(Spot(cell.y + s[0] // 2, cell.x + s[1] // 2))]
        bent = len(steps) == 2 and tuple(steps) not in ((UP, DOWN), (RIGHT, LEFT))
        return -2 if bent else len(steps)

    told = {s: tuple(sum(kind(c) == shape[name] for c in own) for name in SHAPES)
            for s, own in near_sides(board).items()}
    return clued(bare, answer, {"hint": told})


def tapa(rng: Random, side: int) -> gw.Puzzle:
    bare = empty("Tapa", side, side)
    board = rect(bare)
    answer = some_answer(bare, rng, by_chance(board.cells, (True, True, False), 0.5, rng), "shade")
    shade = answer.marks["shade"]
    told: Layer = {}
    for at in rng.sample(board.cells, len(board.cells) // 3):
        around = [bool(shade.get(c, False)) if c else False for c in ring(board, at)]
        if shade[at] or not any(around):
            continue
        first = around.index(False) if False in around else 0
        told[at] = tuple(sorted(n for shaded, n in runs(around[first:] + around[:first]) if shaded))
    return clued(bare, answer, {"clue": told})


def yagit(rng: Random, side: int) -> gw.Puzzle:
    """Lines from frame to frame: some straight, some with a turn at a dot that no other line passes."""
    bare = empty("Yagit", side, side)
    board = rect(bare)
    passed: Counter[Spot] = Counter()
    drawn: set[Spot] = set()
    dots: set[Spot] = set()
    for _ in range(side):
        turn = Spot(2 * rng.randrange(1, side), 2 * rng.randrange(1, side))
        straight = rng.random() < 0.5
        upright, level = rng.choice(((UP, DOWN), (DOWN, UP)))[0], rng.choice((LEFT, RIGHT))
        steps = rng.choice((STEPS[::2], STEPS[1::2])) if straight else (upright, level)
        points, edges = [turn], []
        for dy, dx in steps:
            here = turn
            while Spot(here.y + dy // 2, here.x + dx // 2) in board.edges and 0 < here.y + dy // 2 < 2 * side:
                edges.append(Spot(here.y + dy // 2, here.x + dx // 2))
                here = Spot(here.y + dy, here.x + dx)
                points.append(here)
        inner = [p for p in points if 0 < p.y < 2 * side and 0 < p.x < 2 * side]
        if drawn.intersection(edges) or dots.intersection(inner) or (not straight and passed[turn]):
            continue
        drawn.update(edges)
        passed.update(inner)
        if not straight:
            dots.add(turn)
    dots |= {s for s in board.corners if 0 < s.y < 2 * side and 0 < s.x < 2 * side
             and not passed[s] and rng.random() < 0.2}
    animals: Layer = {}
    for area in board.regions(drawn):
        kind = rng.choice("AB")
        animals |= dict.fromkeys(rng.sample(area, max(1, len(area) // 3)), kind)
    answer = gw.State.of(bare, {"line": {link: link in drawn for link in board.links}})
    return clued(bare, answer, {"dot": dict.fromkeys(dots, True), "animal": animals})


RECIPES: dict[str, Recipe] = {
    recipe.__name__: lucky(recipe)
    for recipe in (
        abc_box, abcd, abcd_diagonal, aquarium, chatroom, compass, coral, greater_than_sudoku, house_tree_animal,
        japanese_sums, kropki, laser, magic_labyrinth, narrow_cave, pentomino_search, pentopia, stations,
        subway, tapa, yagit,
    )
} | {"pyramid": lucky(pyramid_of)}
"""By name: the genres without real puzzles or with few. (Lits plus is missing: areas by chance leave it no answer.)"""
