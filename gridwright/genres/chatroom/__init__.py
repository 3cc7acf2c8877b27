"""Chatroom: draw lines from every phone to a grey and to a white symbol."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from ...formats.layout import Chars, D, Diagram, Fixed, Number, Stroke, beside, blank, ruled
from ...formats.spf import Spf
from ...language import (
    CELLS,
    LINE,
    SHADE,
    Answer,
    ArcGraph,
    Demands,
    Genre,
    Given,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ...language.layers import MarksByLayer
from ...language.making import Making, Sketch, Wishes, at_least, told_by
from ...language.shapes import Arc, Circle, Polygon
from ...language.taste import Levels
from ...laying.layouts import links_along, path_cover
from ...rules import no_ring
from .rules import phone_calls

PHONE = (
    Circle("ground", 0, 0.02, 0.38),
    Polygon("ink", [(-0.3, 0.26), (-0.22, 0), (-0.1, -0.08), (0.1, -0.08), (0.22, 0), (0.3, 0.26)]),
    Arc("line", 0, 0.02, 0.29, 205, 335),
)

ENDS = "one line ends at", "no line ends at", "the line goes on beyond"
PASSES = "one line passes through", "no line passes through", "the line branches at"
"""Words for one segment at a symbol and two elsewhere, for fewer, and for more."""


class Chatroom(Genre):
    """Lines connect each phone with one grey and one white symbol. They run through cell centres, neither branch nor
    cross, and together visit every cell. A number counts the turns of the line between the symbol and its phone; a turn
    on the phone itself belongs to neither line. ``?`` is a symbol without a number. Symbols are white unless they are
    dark; a dark mark without a symbol has no meaning.

    One segment leaves a symbol, two leave a phone, and two meet wherever else a line passes.
    """

    name = "Chatroom"
    task = (
        "Connect each phone by lines to one number on white and one on grey. The lines run through cell centres, never "
        "cross or branch, and visit every cell. A number shows how often its line turns."
    )
    levels = Levels(easy=23.5, medium=58.8, hard=63.6, extreme=73.2)

    turns = Given("cells", Numbers(0, CELLS) | Unknown("?"))
    phone = Given("cells", role="structure", look=symbols({True: "@"}, covering=True, drawn={"@": PHONE}))
    dark = Given("cells", role="structure", look=SHADE)
    path = Answer("links", look=LINE, words=("drawn", "not drawn"))

    def colours(self) -> Mapping[Spot, str]:
        """The colour of each symbol."""
        return {at: "grey" if at in self.dark else "white" for at in self.turns if at not in self.phone}

    @rule(Wording("{one} {at}", few="{no} {at}", many="{several} {at}"))
    def segments(self) -> Demands:
        single = self.colours()
        for at in self.board.cells:
            n, (one, no, several) = (1, ENDS) if at in single else (2, PASSES)
            drawn = count(self.path[s] for s in self.board.links_of(at))
            yield must(drawn == n, at, n=n, one=one, no=no, several=several)

    def arcs(self) -> ArcGraph:
        """The links that may be drawn."""
        return ArcGraph.of_links(self.board, lambda link: self.path[link])

    no_ring = no_ring(arcs, Wording("lines close no ring", "the line through {cells} closes a ring"),
                      path_ends=lambda self: [self.board.cell_index[at] for at in self.colours()]).requires(segments)
    one_phone, both_colours, turn_count, way_to_phone = phone_calls(
        path, phone, turns, colours, ends=segments,
        phone=Wording("every line passes one phone", "the line through {cells} passes no phone",
                      many="a line joins the phones {cells}"),
        colour=Wording("every phone is joined to a grey and a white symbol",
                       "a line joins {both}, which are both {colour}"),
        turns=Wording("the line from {at} needs {n:turn} before its phone",
                      "the line from {at} needs {n:turn} before its phone and {found}"),
        way=Wording("the line from {at} needs {n:turn} before its phone",
                    "the line from {at} reaches no phone with {n:turn}"),
    )
    one_phone.requires(segments, no_ring)
    both_colours.requires(segments, no_ring, one_phone)

    dialects = (
        Spf("chatroom",
            puzzle=Diagram(
                ruled(D + 1), ruled(), frame=True, edge=Stroke(path, across=True),
                cell=beside(Number(turns, "?") | Chars(phone, {"@": True}) | blank,
                            Chars(dark, {"#": True}) | blank | Fixed(" ", "@", warn="@ is no colour, so it is white"))),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                             cell=Chars(phone, {"@": True}) | Chars(turns, {"*": None}) | blank)),
    )


# -- making --

LONGEST, EASY, HARD = 12, 8, 16
"""The greatest number of cells on a line: in general, and in easy and hard puzzles."""


def with_calls(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Lines that cover the board, each with a phone, a grey and a white end."""
    most = EASY if wishes.is_easy else HARD if wishes.difficulty in ("hard", "extreme") else LONGEST
    return calls_of(rng, board, path_cover(board, rng, 3, most), {}, most)


def calls_of(
    rng: Random, board: Rect, paths: Sequence[Sequence[Spot]], known: Mapping[Any, Any], most: int
) -> Sketch:
    """The sketch of lines with at most ``most`` cells. ``known`` holds the phone and the grey end of those that
    stay."""
    parts = {tuple(path): known.get(tuple(path)) or (rng.choice(path[1:-1]), rng.choice((path[0], path[-1])))
             for path in paths}
    given: MarksByLayer = {
        "turns": {end: "?" for path in paths for end in sorted((path[0], path[-1]))},
        "phone": {phone: True for phone, _ in parts.values()},
        "dark": {end: True for _, end in parts.values()},
    }
    drawn = {link for path in paths for link in links_along(board, path)}
    return Sketch(board, given, marks={"path": {link: link in drawn for link in board.links}}, parts=(parts, most))


def other_calls(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Replaces a few lines on which answers differ, or moves the phone of one of them."""
    del answer
    board, (parts, most) = sketch.board, sketch.parts
    cells = {c for link in spots for c in board.ends(link)}
    paths = [path for path in parts if not cells.isdisjoint(path)]
    out = rng.sample(paths, min(len(paths), rng.choice((1, 2, 3))))
    kept = [path for path in parts if path not in out]
    return calls_of(rng, board, path_cover(board, rng, 3, most, kept), {path: parts[path] for path in kept}, most)


def turns_told(model: Any, answer: State, at: Spot) -> int:
    """How often the line from a symbol turns before its phone."""
    way = [at]
    while way[-1] not in model.phone:
        ways = model.board.ways(way[-1])
        way.append(next(c for link, c in ways if answer.get("path", link) and c not in way[-2:]))
    return sum(a.y != c.y and a.x != c.x for a, c in zip(way, way[2:], strict=False))


Chatroom.making = Making(
    sketch=with_calls, change=other_calls, told={"turns": told_by(turns_told)}, whole=True, size=(8, 8),
    sizes=at_least(3), rounds=80,
)
