"""Axes: sequences of bands that determine the rows and columns of characters of a diagram."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .sizes import Size, amount, names_in


class Band(NamedTuple):
    """A part of an axis; ``width`` is the width of a cell or of one slot for a clue."""

    kind: str
    width: Size | int = 1
    slots: Size | int = 1


class Strip(NamedTuple):
    """What crosses the whole diagram at one place of an axis: ``at`` is that place in doubled coordinates."""

    kind: str  # cell, line, clue or bar
    at: int
    start: int
    width: int
    slots: int = 1
    band: Band = Band("")


_MAIN = ("cells", "ruled", "open")
_STRIPS = {"cells": ("cell",), "ruled": ("line", "cell"), "open": ("line", "cell"), "clues": ("clue",), "bar": ("bar",)}
"""The kinds of strips that a band is made of."""


class Axis:
    """A row of bands; ``+`` joins them."""

    def __init__(self, *bands: Band) -> None:
        self.bands = bands

    def __add__(self, other: Axis) -> Axis:
        return Axis(*self.bands, *other.bands)

    @property
    def names(self) -> frozenset[str]:
        """The keys that its lengths depend on."""
        return names_in(*(size for band in self.bands for size in (band.width, band.slots)))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its strips."""
        return frozenset(kind for band in self.bands for kind in _STRIPS[band.kind])

    def length(self, n: int, keys: Mapping[str, int]) -> int:
        """How many characters the axis is long for ``n`` cells."""
        total = 0
        for kind, width, slots in self.bands:
            wide = amount(width, keys)
            lines = {"ruled": n + 1, "open": n - 1}.get(kind, 0)
            total += wide * (n if kind in _MAIN else amount(slots, keys)) + lines
        return total

    def bar_at(self, keys: Mapping[str, int]) -> int | None:
        """Where the bar stands in front of the cells; None if there is none."""
        place = 0
        for kind, width, slots in self.bands:
            if kind != "clues":
                return place if kind == "bar" else None
            place += amount(width, keys) * amount(slots, keys)
        return None

    def strips(self, n: int, keys: Mapping[str, int]) -> list[Strip]:
        """The strips for ``n`` cells, in order."""
        out: list[Strip] = []
        start = 0
        passed = False
        for band in self.bands:
            passed = passed or band.kind in _MAIN
            outside = 2 * n + 1 if passed else -1
            wide, slots = amount(band.width, keys), amount(band.slots, keys)
            if band.kind == "bar":
                found = [("bar", outside, 1, 1)]
            elif band.kind == "clues":
                found = [("clue", outside, wide * slots, slots)]
            else:
                found = [("line", i, 1, 1) if i % 2 == 0 else ("cell", i, wide, 1) for i in range(2 * n + 1)]
                if band.kind == "cells":
                    found = found[1::2]
                elif band.kind == "open":
                    found = found[1:-1]
            for kind, at, width, parts in found if wide * slots else ():
                out.append(Strip(kind, at, start, width, parts, band))
                start += width
        return out


def cells(width: Size | int = 1) -> Axis:
    """Cells side by side."""
    return Axis(Band("cells", width))


def ruled(width: Size | int = 1) -> Axis:
    """Cells with lines around and between them."""
    return Axis(Band("ruled", width))


def open_(width: Size | int = 1) -> Axis:
    """Cells with lines between them only."""
    return Axis(Band("open", width))


def clues(slots: Size | int = 1, width: Size | int = 1) -> Axis:
    """Places for the clues of the lines that cross this axis: ``slots`` places of ``width`` characters in each line."""
    return Axis(Band("clues", width, slots))


bar = Axis(Band("bar"))
"""An ornamental line between clues and cells."""
