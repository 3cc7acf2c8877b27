"""Two formats of Pips puzzles: one draws the board (``board``), the other lists its cells (``cells``)."""

from .board import PipsBoard, PipsBoardFormat
from .cells import PipsCells, PipsCellsFormat
from .common import PipsPuzzle, looks_like_pips, looks_like_plain_text_or_spf

__all__ = [
    "PipsBoard", "PipsBoardFormat", "PipsCells", "PipsCellsFormat", "PipsPuzzle", "looks_like_pips",
    "looks_like_plain_text_or_spf",
]
