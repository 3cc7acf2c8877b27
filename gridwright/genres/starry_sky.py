"""Starry Sky: every arrow points at a star, and an arrow points at every star."""

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from ..formats.errors import WriteError
from ..formats.layout import Chars, D, Diagram, Number, blank, cells, clues, one_per_cell
from ..formats.roles import puzzlekit
from ..formats.roles.sheet import Sheet
from ..formats.spf import Spf
from ..language import (
    DOWN,
    LEFT,
    LINE_LENGTH,
    RIGHT,
    UP,
    Answer,
    Demands,
    Genre,
    Given,
    Look,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    any_of,
    must,
    rule,
    symbols,
)
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least, count_of
from ..language.taste import Band, Levels
from ..rules import counted, unmarked

WAYS = {"q": (-2, -2), "w": UP, "e": (-2, 2), "a": LEFT, "d": RIGHT, "y": (2, -2), "x": DOWN, "c": (2, 2)}
"""Arrows are written as the letters around the s of a German keyboard."""


class StarrySky(Genre):
    """An arrow points at all cells up to the border, past stars and other arrows, and may point at several stars; a
    star may be pointed at by several arrows. Stars may touch. A number counts the stars of its line.

    Janko's Sternenhimmel, in which arrows and stars pair off one to one, is another puzzle.
    """

    name = "Starry Sky"
    aliases = ("Hidden Stars",)
    task = (
        "Place stars in cells without an arrow so that every arrow points at one or more stars and at least one arrow "
        "points at every star. The numbers outside count the stars in that row or column."
    )
    levels = Levels(easy=6.32, medium=15.8, hard=23, extreme=26.4)

    count = Given("sides", Numbers(0, LINE_LENGTH))
    arrow = Given("cells", OneOf(WAYS), role="structure",
                  look=Look("arrows", dict(zip("qweadyxc", "↖↑↗←→↙↓↘", strict=True))))
    star = Answer("cells", look=symbols({True: "★"}), words=("a star", "no star"), verb="holds")

    def view(self, at: Spot) -> Sequence[Spot]:
        """The cells that an arrow points at."""
        return self.board.ray(at, WAYS[self.arrow[at]])

    arrows_fly = unmarked(star, arrow, Wording(
        "{at} is an arrow, so it holds no star", "there is a star on the arrow {at}"))

    in_line = counted(star, count, "{side:line} needs {n:star}")

    @rule("the arrow {arrow} points at a star", "the arrow {arrow} points at no star")
    def points_at_star(self) -> Demands:
        for at in self.arrow:
            view = self.view(at)
            yield must(any_of(self.star[c] for c in view), (at, *view), arrow=at)

    def out_of_view(self) -> list[Spot]:
        """The cells that no arrow points at."""
        seen = {c for at in self.arrow for c in self.view(at)}
        return [cell for cell in self.board.cells if cell not in seen]

    is_pointed_at = unmarked(star, out_of_view, Wording(
        "no arrow points at {at}, so it holds no star", "no arrow points at the star {at}"))

    dialects = (
        Spf("starry_sky",
            puzzle=Diagram(clues(1, D) + cells(D), clues() + cells(), side=Number(count) | blank,
                           cell=Chars(arrow, {c: c for c in WAYS}) | Chars(star, {"*": True, "-": False}) | blank),
            solution=one_per_cell(star, "*")),
        *puzzlekit("Sternenhimmel", lambda k, g: k.Notation(
            (*k.counts(g.count), k.grid(k.Words(g.arrow, k.ARROWS))), k.solved(*k.shaded(g.star, "*")),
            k.count("unknown", "a number"), made=one_to_one, told=not_one_to_one,
        )),
    )


# -- making --

ARROWS = Band(0.22, 0.25, 0.28)
"""The share of cells with an arrow."""


def with_stars(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Stars on an eighth of the cells, with about twice as many arrows, at least one for each star."""
    del wishes
    stars = rng.sample(board.cells, max(1, round(len(board.cells) * rng.uniform(0.11, 0.17))))
    arrows: dict[Spot, str] = {}
    for star in stars:
        if not any(star in board.ray(at, WAYS[sign]) for at, sign in arrows.items()):
            add_arrow(rng, board, arrows, stars, [star])
    wanted = round(ARROWS.draw(rng) * len(board.cells))
    while len(arrows) < wanted:
        add_arrow(rng, board, arrows, stars, stars)
    return Sketch(board, {"arrow": arrows}, marks={"star": {c: c in stars for c in board.cells}})


def add_arrow(
    rng: Random, board: Rect, arrows: dict[Spot, str], stars: Collection[Spot], goals: Sequence[Spot]
) -> None:
    """Adds an arrow that points at a goal. Raises Unlucky if there is no place for it."""
    goal = rng.choice(goals)
    found = [(at, sign) for sign, (dy, dx) in WAYS.items() for at in board.ray(goal, (-dy, -dx))
             if at not in stars and at not in arrows]
    if not found:
        raise Unlucky
    at, sign = rng.choice(found)
    arrows[at] = sign


def other_arrows(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Adds, removes or replaces an arrow where answers differ."""
    arrows, board = sketch.given["arrow"], sketch.board
    stars = {c for c, is_star in answer.marks["star"].items() if is_star}
    if rng.random() < 0.9 or len(arrows) > ARROWS.high * len(board.cells):
        seen = {at: {c for c in board.ray(at, WAYS[sign]) if c in stars} for at, sign in arrows.items()}
        often = Counter(star for own in seen.values() for star in own)
        loose = [at for at, own in seen.items() if all(often[star] > 1 for star in own)]
        if loose:
            del arrows[rng.choice(loose)]
    add_arrow(rng, board, arrows, stars, sorted(stars.intersection(spots) or stars))
    return sketch


StarrySky.making = Making(
    sketch=with_stars, change=other_arrows, told={"count": count_of("star", True)}, whole=True, sizes=at_least(3),
    strategy="fixed answer", rounds=1_000,
)


# -- how other programs write it --


def one_to_one(sheet: Sheet) -> None:
    """Warns about the rule that differs."""
    sheet.warnings.append(
        "in Sternenhimmel arrows and stars pair off one to one; Starry Sky has no such rule, and may have more answers"
    )


def not_one_to_one(_sheet: Sheet) -> None:
    """Refuses to write, because the text would be the other puzzle. Raises WriteError."""
    raise WriteError("in Sternenhimmel arrows and stars pair off one to one, another rule than that of Starry Sky")
