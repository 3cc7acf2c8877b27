"""Drawings: values of keys that are diagrams by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..board.board import Spot
from ..board.rect import Rect
from .puzzle import Layers, Value, frozen_layers


@dataclass(frozen=True)
class Drawing:
    """Marks on a small board of its own, by layer and spot."""

    board: Rect
    marks: Layers

    @staticmethod
    def of(board: Rect, marks: Mapping[str, Mapping[Spot, Value]]) -> Drawing:
        """A drawing from ordinary dictionaries."""
        return Drawing(board, frozen_layers(marks))
