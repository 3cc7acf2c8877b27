"""Arukone (Numberlink): join equal labels in pairs by paths that do not meet."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
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
    Spot,
    State,
    Wording,
    count,
    must,
    rule,
)
from ...language.making import Making, at_least
from ...language.puzzle import Abstraction
from ...language.taste import Levels
from ...rules import no_ring
from . import taut
from .new import other_paths, with_paths
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

    making = Making(sketch=with_paths, change=other_paths, size=(8, 8), sizes=at_least(3), rounds=40)

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
