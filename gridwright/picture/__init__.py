"""Pictures of puzzles, made from the looks that the layers of a genre declare; no genre is known by name here."""

from typing import Protocol

from ..board.board import Spot
from ..language.faults import ShownFault
