"""Blocks that follow one another down the pages: heads of sections, rows of boards, lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from .layout import GAP, LEADING
from .pages import Pages

T = TypeVar("T")

_STRETCH = 2
"""The most lines that are added between two blocks to fill a page."""
_TINY = 0.01
_KEPT = 0.5
"""A group of blocks that fits on one page begins a new one if at least this share of the current page is used."""


class Block(NamedTuple):
    """A part of a page, as wide as its text."""

    height: float
    draw: Callable[[float], None]
    """Draws it below a height."""
    gap: float = GAP
    """The space above it, except at the top of a page."""
    part: str = ""
    """The part of the booklet that it begins."""


class Flow:
    """Places blocks on pages, on a grid of lines that is the same on all pages."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self.line = pages.layout.fonts.small * LEADING
        """The height of a line of text."""
        self._blocks: list[Block] = []
        self.used = 0.0
        """The height of the blocks on the page."""

    def whole(self, height: float) -> float:
        """A height, rounded up to a whole number of lines."""
        return ceil(height / self.line - 0.001) * self.line

    @property
    def room(self) -> float:
        """The height of the text on a page, in whole lines."""
        return int(self._pages.room / self.line + 0.001) * self.line

    def left(self) -> int:
        """The number of lines that still fit on the page."""
        return int((self.room - self.used) / self.line + 0.001)

    def add(self, group: Sequence[Block]) -> None:
        """Adds blocks that stay on one page."""
        needed = self._height(group)  # with the gap above it, as there are blocks above it if that matters
        if self._blocks and self.used + needed > self.room + _TINY:
            self.end()
        for block in group:
            self.used += self.whole(block.height) + (self.whole(block.gap) if self._blocks else 0)
            self._blocks.append(block)

    def keep(self, groups: Sequence[Sequence[Block]]) -> None:
        """Adds groups; begins a new page first if they fit on one and the current page is mostly full."""
        if self.begins_page(sum(map(self._height, groups)), groups[0][0].gap):
            self.end()
        for group in groups:
            self.add(group)

    def begins_page(self, needed: float, gap: float) -> bool:
        """Whether ``keep`` begins a new page for groups of a height that includes the ``gap`` above them."""
        fits_alone = needed - self.whole(gap) <= self.room + _TINY
        return self.used + needed > self.room + _TINY and fits_alone and self.used > _KEPT * self.room

    def _height(self, group: Sequence[Block]) -> float:
        return sum(self.whole(block.height) + self.whole(block.gap) for block in group)

    def end(self) -> None:
        """Draws the blocks of the page, with more space between them if there is some left."""
        blocks, self._blocks = self._blocks, []
        if not blocks:
            return
        self._pages.end()
        spare = (self.room - self.used) / max(len(blocks) - 1, 1)
        stretch = min(int(spare / self.line), _STRETCH) * self.line
        if blocks[0].part:
            self._pages.part = ""
        top = self._pages.begin()
        for n, block in enumerate(blocks):
            self._pages.part = block.part or self._pages.part
            if n:
                top -= self.whole(block.gap) + (stretch if block.gap >= GAP else 0)
            block.draw(top)
            top -= self.whole(block.height)
        self.used = 0.0
        self._pages.end()


def in_rows(items: Sequence[T], columns: int, is_single: Callable[[T], bool]) -> list[list[T]]:
    """Items in rows of some columns; some items have a row of their own."""
    rows: list[list[T]] = []
    is_open = False
    for item in items:
        single = is_single(item)
        if single or not is_open or len(rows[-1]) == columns:
            rows.append([])
        rows[-1].append(item)
        is_open = not single
    return rows
