"""Picross (Nonogram): shade cells so that every line has the runs told."""

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

from ..board.symmetry import image
from ..formats.errors import FormatError, WriteError
from ..formats.layout import Chars, D, Diagram, Listed, Number, bar, blank, cells, clues, key, one_per_cell
from ..formats.nonogram_files import nonogram_dialects
from ..formats.plain_text import PlainText, RunLists
from ..formats.roles import penpa, puzzlekit, pzpr, sgt
from ..formats.roles.items import FileLines, Piece
from ..formats.roles.sheet import Role, Sheet, above_and_left, role_name
from ..formats.spf import Spf
from ..language import LINE_LENGTH, Answer, Genre, Given, Ground, ListOf, Numbers, Rect, Spot, State, Unknown, Wording
from ..language.making import Making, Sketch, Wishes, line_values, told_by
from ..language.taste import Band, Levels
from ..rules import runs


class Picross(Genre):
    """The clue of a line is a tuple of run lengths; an empty one means that nothing is shaded. A ``?`` is a run of any
    length."""

    name = "Picross"
    aliases = ("Nonogram", "Nonograms", "Griddler", "Hanjie", "Pattern", "Paint by Numbers")
    ground = Ground(every=5)
    task = (
        "Shade cells so that the numbers outside are the lengths of the runs of shaded cells in that row or column, in "
        "order. At least one white cell separates two runs."
    )
    levels = Levels(easy=11.9, medium=23.9, hard=31.8, extreme=45.8, labelled=True)

    clue = Given("sides", ListOf(Numbers(1, LINE_LENGTH) | Unknown("?"), 0, LINE_LENGTH))
    shade = Answer("cells", words=("shaded", "blank"))

    told_runs = runs(shade, clue, Wording(
        "{side:reading} needs {needed}", "{side:reading} needs {needed} and has {have}",
        open="{side:reading} can no longer have {needed}"))

    dialects = (
        Spf("picross",
            puzzle=Diagram(clues(key("left"), D) + bar + cells(), clues(key("top"), D) + bar + cells(),
                           side=Listed(clue, Number(unknown="?"), none=0) | blank,
                           cell=Chars(shade, {"#": True, "-": False}) | blank),
            solution=one_per_cell(shade)),
        PlainText("picross", body=RunLists(clue)),
        *pzpr("nonogram", lambda p, g: p.Notation(
            (p.Outside(p.List(g.clue, ())),),
            (p.Framed(p.List(g.clue, ()), *p.shaded(g.shade), number=p.MINUS_TWO),),
        )),
        penpa("picross nonogram", lambda p, g: p.Notation(
            p.MarginTexts(p.List(g.clue, ()), zero=True), p.Shade(g.shade), tag="nonogram",
        )),
        *puzzlekit("Nonogram", lambda k, g: k.Notation(
            (k.Section("clabels", RunLines(g.clue, rows=False)),
             k.Section("rlabels", RunLines(g.clue, rows=True))),
            k.solved(*k.shaded(g.shade)),
        )),
        sgt("pattern", lambda s, g: s.Notation(
            s.SideClues(g.clue, s.Separated(s.Decimal(), ".", "this is not a run"), s.above_and_left, "/", each="clue"),
            s.AfterComma(s.GapRun(g.shade, False, True, what="this tells no cell",
                                  expected="letters for the cells of the board")),
            solution=s.in_each_cell(g.shade, lambda bit: bit == "1"),
        )),
        *nonogram_dialects(clue, shade),
    )


# -- making --


def with_blots(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A picture of blots: each cell takes the colour of most random cells around it. Some pictures are mirrored."""
    del wishes
    dark = SHADED.draw(rng)
    noise = {c: rng.random() < dark for c in board.cells}
    if rng.random() < MIRRORED:
        noise = {c: noise[min(c, other)] if (other := image(board, c, "mirror")) in noise else noise[c] for c in noise}
    blots = {c: (2 * noise[c] + sum(map(noise.__getitem__, near))) / (2 + len(near)) for c in board.cells
             for near in [board.neighbours(c)]}
    bound = sorted(blots.values())[round((1 - dark) * (len(blots) - 1))]
    return Sketch(board, wanted={"shade": {c: value > bound or (value == bound and noise[c])
                                           for c, value in blots.items()}})


SHADED = Band(0.4, 0.5, 0.62)
"""The share of shaded cells."""
MIRRORED = 0.15
"""The probability that a picture is mirrored."""


def runs_told(model: Any, answer: State, side: Spot) -> tuple[int, ...]:
    """The lengths of the runs of a line."""
    return tuple(len(list(own)) for shaded, own in groupby(line_values(model, answer, "shade", side)) if shaded)


Picross.making = Making(
    sketch=with_blots, told={"clue": told_by(runs_told)}, likely={"shade": 0.5}, whole=True, strategy="fresh answer",
    pictured="shade",
)


# -- how other programs write it --


class RunLines(Piece):
    """A line of numbers for each column, or for each row."""

    def __init__(self, of: Role, *, rows: bool) -> None:
        self.role, self.rows = role_name(of), rows

    def _sides(self, sheet: Sheet) -> Sequence[Spot]:
        sides = above_and_left(sheet.n_rows, sheet.n_cols)
        return sides[sheet.n_cols :] if self.rows else sides[: sheet.n_cols]

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The lists; an empty line, a dash or a 0 stands for a line without shaded cells."""
        for side in self._sides(sheet):
            line = source.line()
            if line is None:
                raise FormatError("the text ends too early", expected="the clue of each line", code="too-short")
            words = [word for word in line.text.split() if word != "-"]
            if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
                raise line.error("this is not a list of numbers", expected="numbers and blanks", found=line.text)
            numbers = tuple(map(int, words))
            sheet.give(self.role, side, () if numbers == (0,) else numbers, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each list."""
        marks = sheet.given[self.role]
        lacking = next((side for side in self._sides(sheet) if side not in marks), None)
        if lacking is not None:
            raise WriteError(f"the format needs a clue for each line, and {sheet.board.line_name(lacking)} has none")
        return [" ".join(map(str, marks[side])) for side in self._sides(sheet)]
