"""Colour Picross: colour cells so that every line has the given blocks, each with its length and colour."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any

from ...board.board import Spot
from ...formats.layout import Chars, Coded, D, Diagram, Listed, TooNarrow, bar, blank, cells, clues, key
from ...formats.nonogram_files import NonogramColour, coloured_dialects
from ...formats.spf import Spf
from ...language import (
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Ground,
    Key,
    ListOf,
    OneOf,
    Rect,
    State,
    Text,
    Wording,
    clue_rule,
    must,
    per_spot,
)
from ...language.gestures import Copies
from ...language.look import LazyModule, Look, LookKind
from ...language.making import Making, Sketch, Wishes, line_values, told_by
from ...language.shapes import MarksBySpot, Paper, Rectangle, Shape, TextShape
from ...language.taste import Levels
from ...language.wording import in_order, worded
from ...rules import Accepted, Automaton

EMPTY = "-"
COLOURS = {
    "k": "black", "r": "red", "g": "green", "b": "blue", "y": "yellow", "o": "orange", "p": "purple", "m": "pink",
    "c": "cyan", "n": "brown", "a": "grey", "l": "lime",
}  # fmt: skip
"""The names of the colours, by their letters."""
DARK = "krgbpna"
"""The colours on which letters are white."""
INKS = {c: NonogramColour(COLOURS[c], rgb) for c, rgb in {
    "k": "#000000", "r": "#ff0000", "g": "#00a000", "b": "#0000ff", "y": "#ffe000", "o": "#ff8000", "p": "#8000a0",
    "m": "#ff80c0", "c": "#60c0ff", "n": "#804000", "a": "#808080", "l": "#80ff00",
}.items()}  # fmt: skip
"""The colours in files, by letter."""
SIGNS = {c: c for c in COLOURS}
looks = LazyModule(__name__)


class BlockShapes(Mapping[str, Sequence[Shape]]):
    """The shapes of a block outside the board, such as ``3r``: its length in the colour, and the letter of that."""

    def __getitem__(self, block: str) -> Sequence[Shape]:
        found = re.fullmatch(r"(\d+)([a-z])", block)
        if found is None or found[2] not in COLOURS:
            raise KeyError(block)
        return block_shapes(found[1], found[2])

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


COLOURED = Look("colours", {EMPTY: " "} | SIGNS, own=LookKind(
    "a cell filled with a colour, with its letter", "symbol", tool="write", paper=looks.draw_colours))
PALETTE = Look("palette", own=LookKind(
    "a key, shown below the board: the colours with their letters", "text", words=looks.in_words))


class ColourPicross(Genre):
    """A block is written as its length and the letter of its colour: ``3r``. Blocks of different colours may touch,
    blocks of one colour may not. A line with an empty clue has no coloured cell."""

    name = "Colour Picross"
    aliases = ("Coloured Nonogram", "Colour Nonogram", "Color Nonogram", "Color Picross", "Colored Paint by Numbers")
    ground = Ground(every=5)
    task = (
        "Colour cells so that the clues outside are the blocks of that row or column, in order: each is the length and "
        "the colour of a block. Blocks of the same colour have at least one blank cell between them; blocks of "
        "different colours may touch."
    )
    levels = Levels(easy=8.4, medium=21, hard=31, extreme=35.6)

    def values(self) -> tuple[str, ...]:
        """Blank, and the letters of the colours."""
        return (EMPTY, *self.colours)

    @per_spot
    def blocks(self, side: Spot) -> Iterable[str]:
        """All blocks that a line can have."""
        return [f"{n}{c}" for c in self.colours for n in range(1, self.board.line_length(side) + 1)]

    colours = Key("kr", Text("different letters of colours", 1, len(COLOURS), alphabet="".join(COLOURS),
                             distinct=True), look=PALETTE)
    clue = Given("sides", ListOf(OneOf(blocks, "a length with the letter of a colour",
                                       "lengths with the letters of colours"), 0, LINE_LENGTH),
                 look=Look("text", drawn=BlockShapes()))
    shade = Answer("cells", values, given=OneOf(values, "the letter of a colour or '-'"), look=COLOURED,
                   words={EMPTY: "blank"} | COLOURS, gesture=Copies())

    @clue_rule(clue, Wording(
        "{side:reading} needs {needed}", "{side:reading} needs {needed} and has {have}",
        open="{side:reading} can no longer have {needed}"))
    def told_blocks(self, side: Spot, blocks: tuple[str, ...]) -> Demands:
        line = self.board.line_from(side)
        told = Accepted(line, self.shade, reader(blocks), tell=blocks_had)
        yield must(told, line, side=side, needed=in_order("run", in_sequence(blocks)))

    dialects = (
        Spf("colour_picross", keys=(colours,), required=("colours",),
            puzzle=Diagram(clues(key("left"), D + 1) + bar + cells(), clues(key("top"), D + 1) + bar + cells(),
                           side=Listed(clue, Coded(
                               None, lambda text: block_read(text), lambda block, area: block_written(block, area),
                               ink="0123456789" + "".join(COLOURS), wanted="a length and a colour"), none="0") | blank,
                           cell=Chars(shade, {**SIGNS, "-": EMPTY}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(shade, {**SIGNS, " ": EMPTY}, also={"-": EMPTY}))),
        *coloured_dialects(clue, shade, colours, INKS),
    )


# -- rules --


def length_of(block: str) -> int:
    """The length of a block."""
    return int(block[:-1])


def reader(blocks: Sequence[str]) -> Automaton:
    """Reads a line with these blocks in this order.

    A state is the number of finished blocks and the length of the next one so far, or -1 if a blank must come first.
    """
    sizes, colours, n = [length_of(block) for block in blocks], [block[-1] for block in blocks], len(blocks)
    close = [at > 0 and colours[at] == colours[at - 1] for at in range(n)]

    def step(state: tuple[int, int], value: str) -> tuple[int, int] | None:
        at, length = state
        if value == EMPTY:
            return None if length > 0 else (at, 0)
        if at == n or length < 0 or value != colours[at]:
            return None
        if length + 1 < sizes[at]:
            return at, length + 1
        return at + 1, -1 if at + 1 < n and close[at + 1] else 0

    return Automaton((0, 0), step, lambda state: state[0] == n)


def in_sequence(blocks: Sequence[str]) -> list[str]:
    """The blocks in words, with commas: ``3 red,`` and ``2 blue``."""
    words = [f"{length_of(block)} {worded(COLOURS[block[-1]], __name__)}" for block in blocks]
    return [*(f"{word}," for word in words[:-1]), *words[-1:]]


def blocks_in(values: Sequence[Any]) -> tuple[str, ...]:
    """The blocks of a line of values."""
    return tuple(f"{len(list(run))}{value}" for value, run in groupby(values) if value not in (EMPTY, None))


def blocks_had(values: Sequence[Sequence[str]]) -> tuple[dict[str, str], str]:
    """The words of a conflict: the blocks that a line has so far, and the fault ``open`` if it is not filled."""
    known = [own[0] if len(own) == 1 else None for own in values]
    return {"have": " ".join(in_sequence(blocks_in(known))) or "none"}, "open" if None in known else ""


# -- notation --


def block_read(text: str) -> str | None:
    """A block of the diagram: ``3r``, or ``0`` for no block."""
    word = text.strip()
    return word if word == "0" or re.fullmatch(rf"[1-9]\d*[{''.join(COLOURS)}]", word) else None


def block_written(block: Any, area: int) -> str | None:
    """A block, right aligned."""
    if not isinstance(block, str):
        return None
    if len(block) > area:
        raise TooNarrow("width", block)
    return block.rjust(area)


# -- looks --


def in_words(colours: str) -> str:
    """The colours of a puzzle with their letters."""
    return ", ".join(f"{worded(COLOURS.get(c, c), __name__)} ({c})" for c in colours)


def lettered(c: str) -> str:
    """The paint of letters on a colour."""
    return "light-text" if c in DARK else "dark-text"


def block_shapes(length: str, c: str) -> list[Shape]:
    """A coloured rectangle with a length and the letter of the colour, around the origin."""
    wide = 0.34 * len(length) + 0.62
    return [Rectangle(f"hue-{COLOURS[c]}", -wide / 2, -0.4, wide, 0.8, 0.12),
            TextShape(lettered(c), 0, 0, length + c, 0.6)]


def draw_colours(paper: Paper, marks: MarksBySpot) -> None:
    """Coloured cells, each with the letter of its colour, so that it can be read in grey."""
    for c, name in COLOURS.items():
        own = [spot for spot, value in marks.items() if value == c]
        if own:
            paper.fill(f"hue-{name}", own)
            paper.add("answer", [TextShape(lettered(c), *paper.at(spot), c, 0.42) for spot in own])


# -- making --


def in_patches(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A picture of patches: each cell takes the value of most cells around it, twice. Pictures in colours are shown."""
    asked = wishes.options.get("colours")
    colours: str = asked if isinstance(asked, str) else "".join(sorted(rng.sample("krgbyo", 3), key="krgbyo".index))
    if wishes.painted:
        used = set(wishes.painted.values())
        colours = asked if isinstance(asked, str) else "".join(c for c in COLOURS if c in used)
        return Sketch(board, keys={"colours": colours},
                      wanted={"shade": {c: wishes.painted.get(c, EMPTY) for c in board.cells}})
    cells = {c: EMPTY if rng.random() < LIGHT else rng.choice(colours) for c in board.cells}
    for _ in range(2):
        near = {at: Counter(cells[c] for c in (at, at, *board.around(at))) for at in board.cells}
        cells = {at: cells[at] if own[cells[at]] == max(own.values()) else max(sorted(own), key=own.__getitem__)
                 for at, own in near.items()}
    return Sketch(board, keys={"colours": colours}, wanted={"shade": cells})


LIGHT = 0.35
"""The share of random cells that are blank."""


def blocks_told(model: Any, answer: State, side: Spot) -> tuple[str, ...]:
    """The blocks of a line."""
    return blocks_in(line_values(model, answer, "shade", side))


ColourPicross.making = Making(
    sketch=in_patches, told={"clue": told_by(blocks_told)}, whole=True, pictured="shade",
    palette={c: ink.rgb for c, ink in INKS.items()}, options=("colours",),
)
