"""Axes: sequences of bands that determine the rows and columns of characters of a diagram."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Size:
    """A number that depends on the keys of a file, such as ``2 * D - 1``."""

    def __init__(self, of: Callable[[Mapping[str, int]], int], text: str, names: frozenset[str]) -> None:
        self.of, self.text, self.names = of, text, names

    def __add__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: self.of(keys) + other, f"{self.text} + {other}", self.names)
        return Size(lambda k: self.of(k) + other.of(k), f"{self.text} + {other.text}", self.names | other.names)

    def __sub__(self, n: int) -> Size:
        return self + -n

    def __mul__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: other * self.of(keys), f"{other} * ({self.text})", self.names)
        return Size(lambda k: self.of(k) * other.of(k), f"({self.text}) * ({other.text})", self.names | other.names)

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return self.text


def key(name: str, default: int = 1) -> Size:
    """The value of the file's key ``name``."""
    return Size(lambda keys: keys.get(name, default), name, frozenset((name,)))


D = key("digits")
"""The width of numbers in characters."""


def at_least(n: int, size: Size) -> Size:
    """The maximum of ``n`` and a size."""
    return Size(lambda keys: max(n, size.of(keys)), f"max({n}, {size.text})", size.names)


def amount(size: Size | int, keys: Mapping[str, int]) -> int:
    """The number that a size is, with the values of keys."""
    return size.of(keys) if isinstance(size, Size) else size


def names_in(*sizes: Size | int) -> frozenset[str]:
    """The keys on which some sizes depend."""
    return frozenset().union(*(size.names for size in sizes if isinstance(size, Size)))


class AxisBand(NamedTuple):
    """A part of an axis; ``width`` is that of a cell or of one slot for a clue."""

    kind: str
    width: Size | int = 1
    slots: Size | int = 1


class Strip(NamedTuple):
    """Lines or columns of characters across the whole diagram; ``at`` is their place on the board."""

    kind: str  # cell, line, clue or bar
    at: int
    start: int
    width: int
    slots: int = 1
    band: AxisBand = AxisBand("")


_MAIN = ("cells", "ruled", "open")
_STRIPS = {"cells": ("cell",), "ruled": ("line", "cell"), "open": ("line", "cell"), "clues": ("clue",), "bar": ("bar",)}
"""The kinds of strips of each kind of band."""


class Axis:
    """A row of bands; ``+`` joins them."""

    def __init__(self, *bands: AxisBand) -> None:
        self.bands = bands

    def __add__(self, other: Axis) -> Axis:
        return Axis(*self.bands, *other.bands)

    @property
    def names(self) -> frozenset[str]:
        """The keys on which its length depends."""
        return names_in(*(size for band in self.bands for size in (band.width, band.slots)))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its strips."""
        return frozenset(kind for band in self.bands for kind in _STRIPS[band.kind])

    def length(self, n: int, keys: Mapping[str, int]) -> int:
        """The length in characters for ``n`` cells."""
        total = 0
        for kind, width, slots in self.bands:
            wide = amount(width, keys)
            lines = {"ruled": n + 1, "open": n - 1}.get(kind, 0)
            total += wide * (n if kind in _MAIN else amount(slots, keys)) + lines
        return total

    def bar_at(self, keys: Mapping[str, int]) -> int | None:
        """The offset of a bar in front of the cells; None if there is none."""
        place = 0
        for kind, width, slots in self.bands:
            if kind != "clues":
                return place if kind == "bar" else None
            place += amount(width, keys) * amount(slots, keys)
        return None

    def strips(self, n: int, keys: Mapping[str, int]) -> list[Strip]:
        """The strips for ``n`` cells, in order."""
        strips: list[Strip] = []
        start = 0
        passed = False
        for band in self.bands:
            passed = passed or band.kind in _MAIN
            outside = 2 * n + 1 if passed else -1
            wide, slots = amount(band.width, keys), amount(band.slots, keys)
            if band.kind == "bar":
                parts = [("bar", outside, 1, 1)]
            elif band.kind == "clues":
                parts = [("clue", outside, wide * slots, slots)]
            else:
                parts = [("line", i, 1, 1) if i % 2 == 0 else ("cell", i, wide, 1) for i in range(2 * n + 1)]
                if band.kind == "cells":
                    parts = parts[1::2]
                elif band.kind == "open":
                    parts = parts[1:-1]
            for kind, at, width, n_slots in parts if wide * slots else ():
                strips.append(Strip(kind, at, start, width, n_slots, band))
                start += width
        return strips


def cells(width: Size | int = 1) -> Axis:
    """Cells side by side."""
    return Axis(AxisBand("cells", width))


def ruled(width: Size | int = 1) -> Axis:
    """Cells with lines around and between them."""
    return Axis(AxisBand("ruled", width))


def open_(width: Size | int = 1) -> Axis:
    """Cells with lines between them, but not around."""
    return Axis(AxisBand("open", width))


def clues(slots: Size | int = 1, width: Size | int = 1) -> Axis:
    """Places for clues: ``slots`` of ``width`` characters for each line of cells across this axis."""
    return Axis(AxisBand("clues", width, slots))


bar = Axis(AxisBand("bar"))
"""An ornamental line between clues and cells."""
