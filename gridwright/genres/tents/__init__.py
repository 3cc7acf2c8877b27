"""Tents: pitch a tent beside each tree; tents never touch."""

from collections.abc import Collection, Mapping
from random import Random

from ...formats.layout import Chars, D, Diagram, Number, bar, blank, cells, clues
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import (
    ALWAYS,
    LINE_LENGTH,
    NEVER,
    Answer,
    Demands,
    Genre,
    Given,
    Mark,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    must,
    symbols,
)
from ...language.look import LazyModule
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least, count_of
from ...language.rules import lemma
from ...language.shapes import Polygon
from ...language.taste import Levels
from ...rules import apart, counted, paired

notation = LazyModule(__name__, "notation")
TENT = (Polygon("ink", [(0, -0.3), (0.36, 0.3), (0.09, 0.3), (0, 0.08), (-0.09, 0.3), (-0.36, 0.3)]),)


class Tents(Genre):
    """Trees and tents pair off one to one. A tent may also touch the trees of other tents."""

    name = "Tents"
    aliases = ("Tents and Trees", "Tent", "Camping", "Zeltlager")
    task = (
        "Pitch one tent for every tree, in a cell that shares an edge with it. Tents do not touch, not even at a "
        "corner. A number outside counts the tents in its row or column."
    )
    levels = Levels(easy=8.92, medium=22.3, hard=29.9, extreme=34.4)

    count = Given("sides", Numbers(0, LINE_LENGTH))
    tree = Given("cells", role="structure", look=symbols({True: "♣"}))
    tent = Answer("cells", look=symbols({True: "▲"}, seven_bit={True: "A"}, drawn={"▲": TENT}),
                  words=("a tent", "no tent"), verb="holds", closed=tree)

    def trees(self) -> Mapping[Spot, Mark]:
        """The trees as marks."""
        return {c: ALWAYS if c in self.tree else NEVER for c in self.board.cells}

    in_line = counted(tent, count, "{side:line} needs {n:tent}")
    apart = apart(tent, Wording("tents never touch, not even at a corner", "the tents {at} touch"), corners=True)
    in_line.considered_with(apart)
    own_trees = paired(trees, tent, Wording(
        "each tree has its own tent beside it, and each tent its own tree",
        both="there is a tent on the tree {at}",
        ones="{crowd:is a tree|are trees} with room for {n_partners:tent|tents|tent}",
        others="{crowd:is a tent|are tents} next to {n_partners:tree|trees|tree}"))

    @lemma(Wording("tents stand beside trees", "there is a tent without a tree beside it"), own_trees)
    def beside_trees(self) -> Demands:
        """No tent is on a tree, or away from all trees."""
        beside = {near for tree in self.tree for near in self.board.neighbours(tree) if near not in self.tree}
        if off := [c for c in self.board.cells if c not in beside]:
            yield must(all_of(~self.tent[c] for c in off), off)

    dialects = (
        Spf("tents",
            puzzle=Diagram(clues(1, D) + bar + cells(), clues(1, D) + bar + cells(), side=Number(count) | blank,
                           cell=Chars(tree, {"*": True}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(tent, {"A": True, " ": False}, also={"*": False}))),
        *pzpr("tents", lambda p, g: p.Notation(
            (p.Outside(p.One(g.count)),
             p.Tailed((p.MarkField(g.tree, p.NUMBER), True), most=17, blanks=p.Blanks("i-z"), beyond=False,
                         expected="a digit or a small letter")),
            (p.Framed(p.One(g.count), p.Words(g.tent, {"A": True}, drawn=True), p.Ignored("-"),
                         p.Words(g.tree, {"1": True}), p.Spelt(g.tree, notation.numbered_tree, str)),
             p.between(p.Ignored("-1", "1", "2"))),
        )),
        penpa("tents tent", lambda p, g: p.Notation(
            p.MarginTexts(p.One(g.count)), p.Symbols(g.tree, {p.Symbol("tents", 1): True}),
            p.marks(g.tent, "tents", {2: True}, "sol_tent", "Composite"), unknown=p.ignored(g.count),
        )),
        *puzzlekit("Tent Tents Zeltlager", lambda k, g: k.Notation(
            (*k.counts(g.count), k.grid(k.Words(g.tree, {"x": True}))), k.solved(*k.shaded(g.tent, "o")),
        )),
        sgt("tents", lambda s, g: s.Notation(
            notation.Trees(g.tree, g.tent), s.Literal(","),
            s.SideClues(g.count, s.Decimal(), s.above_and_left, ",", each="count"),
            solution=s.placed(g.tent, {"T": True}),
        )),
    )


# -- making --


def with_trees(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Tents on a fifth of the cells, which do not touch, with a tree beside each."""
    del wishes
    tents: dict[Spot, Spot] = {}
    return camped(rng, board, tents, round(len(board.cells) * rng.uniform(0.17, 0.21)))


def camped(rng: Random, board: Rect, tents: dict[Spot, Spot], wanted: int, least: int = 0) -> Sketch:
    """``n`` tents with their trees, some of which are placed already; fewer if there is no room."""
    trees = set(tents.values())
    for at in rng.sample(board.cells, len(board.cells)):
        if len(tents) >= wanted:
            break
        if at in tents or at in trees or any(c in tents for c in board.around(at)):
            continue
        beside = [c for c in board.neighbours(at) if c not in trees and c not in tents]
        if beside:
            tents[at] = rng.choice(beside)
            trees.add(tents[at])
    if len(tents) <= least:
        raise Unlucky
    return Sketch(board, {"tree": dict.fromkeys(sorted(trees), True)},
                  marks={"tent": {c: c in tents for c in board.cells}}, parts=tents)


def other_trees(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves two tents, or their trees, where answers differ."""
    del answer
    tents = dict(sketch.parts)
    near = [at for at in tents if at in spots] or list(tents)
    for at in rng.sample(near, min(len(near), 2)):
        del tents[at]
    return camped(rng, sketch.board, tents, len(sketch.parts))


Tents.making = Making(
    sketch=with_trees, change=other_trees, told={"count": count_of("tent", True)}, whole=True, sizes=at_least(2),
    rounds=100,
)
