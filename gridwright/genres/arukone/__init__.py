"""Arukone (Numberlink): join equal labels in pairs by paths that do not meet."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import sqrt
from random import Random
from string import ascii_lowercase, ascii_uppercase

from ...formats.dialect import Reading
from ...formats.errors import WriteError
from ...formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ...formats.postscript import Envelope
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    HOLE,
    LINE,
    Answer,
    ArcGraph,
    Demands,
    Genre,
    Given,
    Numbers,
    OneOf,
    Puzzle,
    Rect,
    Spot,
    State,
    Wording,
    count,
    must,
    rule,
)
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least
from ...language.puzzle import Abstraction
from ...language.taste import Band, Levels
from ...laying.layouts import is_tight, links_along, path_cover
from ...rules import no_ring
from . import taut
from .rules import joined_pairs

LABELS = ascii_uppercase + ascii_lowercase
"""The labels of links; the number 1 is the first."""
LETTERS = {c: c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class LabelsSpf(Spf):
    """Files with ``/digits`` contain numbers, others letters."""

    def read(self, genre: type[Genre], envelope: Envelope) -> Reading:
        reading = super().read(genre, envelope)
        label: Mapping[Spot, object] = reading.puzzle.given.get("label", {})
        number, name = Counter(label.values()), reading.puzzle.board.name
        single = (f"the label {label[at]} occurs only once ({name(at)})" for at in label if number[label[at]] == 1)
        return replace(reading, warnings=(*reading.warnings, *single))

    def write(self, puzzle: Puzzle, answer: State | None) -> Envelope:
        labels = puzzle.given.get("label", {}).values()
        if len({isinstance(label, int) for label in labels}) > 1:
            raise WriteError("the format cannot tell letters and numbers in one diagram")
        envelope: Envelope = super().write(puzzle, answer)
        bare = puzzle.source is None and not any(isinstance(label, int) for label in labels)
        return envelope.with_values({"digits": None}) if bare else envelope


class Arukone(Genre):
    """Paths run through neighbouring cells and end at labels; they neither branch nor cross. Cells may stay empty, and
    a path may run alongside itself. No path enters a blocked cell. If a label occurs more than twice, its occurrences
    may be paired in any way."""

    name = "Arukone"
    aliases = ("Numberlink", "Alphabet Connection", "Numlin", "Connect the Dots")
    task = (
        "Connect equal labels in pairs by paths through neighbouring cells. Paths never cross, branch or share a cell; "
        "cells may stay empty."
    )
    levels = Levels(easy=49.2, medium=123, hard=131, extreme=150)

    label = Given("cells", OneOf(LETTERS) | Numbers(), role="structure")
    block = Given("cells", role="structure", look=HOLE)
    path = Answer("links", look=LINE, words=("drawn", "not drawn"))

    @rule(Wording(
        "one path ends at the label {at}", few="no path ends at the label {at}",
        many="more than one line meets the label {at}"))
    def ends(self) -> Demands:
        for at, label in self.label.items():
            yield must(count(self.path[s] for s in self.board.links_of(at)) == 1, at, label=label)

    @rule(Wording(
        "a path that enters {at} leaves it again", few="a path ends at {at}, where there is no label",
        many="a path branches at {at}"))
    def goes_on(self) -> Demands:
        for at in self.board.cells:
            if at not in self.label and at not in self.block:
                yield must(count(self.path[s] for s in self.board.links_of(at)).is_in((0, 2)), at)

    @rule("no path enters {at}", "a path enters {at}, which is blocked")
    def blocked(self) -> Demands:
        for at in self.block:
            if at not in self.label:
                yield must(count(self.path[s] for s in self.board.links_of(at)) == 0, at)

    def arcs(self) -> ArcGraph:
        """The links that may be drawn."""
        return ArcGraph.of_links(self.board, lambda link: self.path[link])

    same_label = joined_pairs(
        path, lambda self: self.label,
        Wording("paths join equal labels", "a path joins {one} at {start} and {other} at {goal}"),
        blocks=lambda self: self.block).requires(ends, goes_on, blocked)
    no_ring = no_ring(arcs, Wording("no path is a closed ring", "the path through {cells} is a closed ring"),
                      path_ends=lambda self: [self.board.cell_index[at] for at in self.label])
    no_ring.requires(ends, goes_on, blocked)
    same_label.requires(no_ring)

    @classmethod
    def abstraction(cls, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        del tick
        return taut.abstraction(cls, cls.same_label, puzzle) if cls.same_label in cls.rules else None

    dialects = (
        LabelsSpf("arukone", puzzle=Diagram(
            ruled(D), ruled(), frame=True, edge=Stroke(path, across=True),
            cell=Number(label) | Chars(label, LETTERS) | Chars(block, {"#": True}, fill=True) | blank)),
        *pzpr("numlin numberlink", lambda p, g: p.Notation((p.numbers(g.label),), (p.clues(g.label), p.line(g.path)))),
        penpa("arukone numberlink numlin", lambda p, g: p.Notation(
            p.CellTexts(g.label, p.LABEL), p.Shade(g.block, drawn=False), p.Lines(g.path), tag="numberlink",
            made=holes_into_blocks,
        )),
        *puzzlekit("NumberLink Arukone", lambda k, g: k.Notation(
            (k.grid(k.Words(g.label, k.LABEL), k.numbers(g.label)),), k.solved(k.Exits(g.path, drawn=True)),
        )),
        kudamono("numberlink arukone", lambda k, g: k.Notation(g.label)),
        *pzpr("arukone", lambda p, g: p.Notation(
            (p.named(g.label, LABELS, first=1),),
            (p.Choice("dontpassallcell", "passallcell", "e"),
             p.cells(p.Words(g.label, dict(zip(LABELS, LABELS, strict=True))), p.Integer(g.label, "-")),
             p.line(g.path)),
            without={"e": "without the flag e the line passes all cells, and ours may leave some empty"},
        )),
    )


def holes_into_blocks(sheet: Sheet) -> None:
    """Missing cells of a drawing are blocks."""
    for spot in sheet.given.pop("hole", {}):
        sheet.give("block", spot, True, *sheet.where["hole", spot])


# -- making --

PAIRS = Band(0.5, 0.62, 0.74)
"""The number of pairs for each row of the board."""
SHORTEST = 3
"""The cells of the shortest path."""
MOST = 4.0
"""The cells of the longest path, for each row of the board."""
TRIES = 4
"""Layouts that are tried; the one with the fewest paths is taken."""


def with_paths(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Labels at the ends of paths that cover the board and never touch themselves."""
    del wishes
    n = max(2, round(PAIRS.draw(rng) * sqrt(len(board.cells))))
    return labelled(board, paths_on(board, rng, n), n)


def paths_on(board: Rect, rng: Random, n: int, kept: Sequence[Sequence[Spot]] = ()) -> list[list[Spot]]:
    """About ``n`` paths that cover the board, some of them kept. Raises Unlucky."""
    least = max(3, min(SHORTEST, max(board.n_rows, board.n_cols) - 3))
    most = round(MOST * max(board.n_rows, board.n_cols))
    found = []
    for _ in range(TRIES):
        with suppress(Unlucky):
            found.append(path_cover(board, rng, least, most, kept, is_tight(board), n))
    if not found:
        raise Unlucky
    return min(found, key=len)


def labelled(board: Rect, paths: Sequence[Sequence[Spot]], n: int) -> Sketch:
    """The sketch of about ``n`` paths, with letters in reading order."""
    paths = sorted(paths, key=lambda path: min(path[0], path[-1]))
    names = list(LETTERS) if len(paths) <= len(LETTERS) else range(1, len(paths) + 1)
    label = {end: name for name, path in zip(names, paths, strict=False) for end in (path[0], path[-1])}
    drawn = {link for path in paths for link in links_along(board, path)}
    return Sketch(board, {"label": label}, marks={"path": {link: link in drawn for link in board.links}},
                  parts=(n, paths))


def other_paths(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Replaces two or three paths on which answers differ."""
    del answer
    board = sketch.board
    cells = {c for link in spots for c in board.ends(link)}
    n, laid = sketch.parts
    paths = [path for path in laid if not cells.isdisjoint(path)]
    out = rng.sample(paths, min(len(paths), rng.choice((2, 3))))
    kept = [path for path in laid if path not in out]
    return labelled(board, paths_on(board, rng, n, kept), n)


Arukone.making = Making(sketch=with_paths, change=other_paths, size=(8, 8), sizes=at_least(3), rounds=120)
