"""How Yagit is written by pzprjs."""

from ...formats.pzpr import notation as pzpr
from ...formats.pzpr.codes import Code
from ...formats.roles.codecs import BASE36, VALUE36, Cursor
from ...formats.roles.sheet import Field, Sheet, inner_points
from ...language.layers import Layer


class Dots(Field, Code):
    """Dots on inner grid points, each after the number of points without one before it."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The dots."""
        places, place = inner_points(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            char = source.text[source.at]
            if char == ".":
                place += 36
            elif char in VALUE36:
                place += VALUE36[char]
                if place < len(places):
                    sheet.give(self.role, places[place], True, source.line, source.at)
                place += 1
            else:
                raise source.error("this means nothing here", expected="a digit, a small letter or a dot")
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """The dots."""
        out, run, marks = "", 0, sheet.given[self.role]
        for spot in inner_points(sheet.n_rows, sheet.n_cols):
            if spot in marks:
                out += BASE36[run]
                run = 0
            else:
                run += 1
                if run == 36:
                    out += "."
                    run = 0
        return out + (BASE36[run] if run else "")


def pzprjs(dot: Layer, animal: Layer, line: Layer) -> pzpr.Notation:
    """The dots, then the animals."""
    return pzpr.Notation(
        (Dots(dot), pzpr.ternary(animal, "A", "B")),
        (pzpr.cells(pzpr.Words(animal, {"1": "A", "2": "B"})), pzpr.points(pzpr.Words(dot, {"1": True})),
         pzpr.drawn_walls(line)),
    )  # fmt: skip
