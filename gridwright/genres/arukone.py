"""Arukone (Numberlink): join equal labels in pairs by paths that do not meet."""

from ..formats.errors import WriteError
from ..formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ..formats.postscript import Envelope
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import (
    LINE,
    Answer,
    Drafts,
    Genre,
    Given,
    Numbers,
    OneOf,
    Puzzle,
    State,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import Arcs, joined_pairs, no_ring

LETTERS = {c: c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class LabelsSpf(Spf):
    """Letters stand in files without ``/digits``, numbers in files with it."""

    def write(self, puzzle: Puzzle, answer: State | None) -> Envelope:
        labels = puzzle.given.get("label", {}).values()
        if len({isinstance(label, int) for label in labels}) > 1:
            raise WriteError("the format cannot tell letters and numbers in one diagram")
        envelope = super().write(puzzle, answer)
        bare = puzzle.source is None and not any(isinstance(label, int) for label in labels)
        return envelope.with_values({"digits": None}) if bare else envelope


class Arukone(Genre):
    """Paths run through neighbouring cells and end at labels; they neither branch nor cross. Cells may stay empty, and
    a path may run alongside itself. Blocked cells are not entered. Where a label stands more than twice, any pairing
    will do."""

    name = "Arukone"
    aliases = ("Numberlink", "Alphabet Connection", "Numlin", "Connect the Dots")
    task = (
        "Join equal labels in pairs by paths through neighbouring cells. Paths never cross, branch or share a cell; "
        "cells may stay empty."
    )

    label = Given("cells", OneOf(LETTERS) | Numbers(), role="structure")
    block = Given("cells", role="structure", look=symbols({True: "▒"}))
    path = Answer("links", look=LINE, words=("drawn", "not drawn"))

    @rule(Wording(
        "one path ends at the label {at}", few="no path ends at the label {at}",
        many="more than one line meets the label {at}"))
    def ends(self) -> Drafts:
        for at in self.label:
            yield must(count(self.path[s] for s in self.board.links_of(at)) == 1, at)

    @rule(Wording(
        "a path that enters {at} leaves it again", few="a path ends at {at}", many="a path branches at {at}"))
    def goes_on(self) -> Drafts:
        for at in self.board.cells:
            if at not in self.label and at not in self.block:
                yield must(count(self.path[s] for s in self.board.links_of(at)).is_in((0, 2)), at, clues=())

    @rule("no path enters {at}", "a path enters {at}, which is blocked")
    def blocked(self) -> Drafts:
        for at in self.block:
            if at not in self.label:
                yield must(count(self.path[s] for s in self.board.links_of(at)) == 0, at)

    def arcs(self) -> Arcs:
        """What may be drawn."""
        return Arcs.of_links(self.board, lambda link: self.path[link])

    same_label = joined_pairs(
        path, lambda self: self.label,
        Wording("paths join equal labels", "a path joins {one} at {start} and {other} at {goal}"),
        blocks=lambda self: self.block).relying_on(ends, goes_on, blocked)
    no_ring = no_ring(arcs, Wording("no path is a closed ring", "the path through {cells} is a closed ring"),
                      path_ends=lambda self: [self.board.cell_index[at] for at in self.label])
    no_ring.relying_on(ends, goes_on, blocked)
    same_label.relying_on(no_ring)

    dialects = (
        LabelsSpf("arukone", puzzle=Diagram(
            ruled(D), ruled(), frame=True, edge=Stroke(path, across=True),
            cell=Number(label) | Chars(label, LETTERS) | Chars(block, {"#": True}, fill=True) | blank)),
        *pzpr("numlin", clue=label, line=path),
        *pzpr("arukone", clue=label, line=path),
    )
