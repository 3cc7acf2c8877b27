"""Puzzles and answers as grids, lists and dictionaries, for Python and JSON, from the declarations of genres.

A layer on cells is a grid: rows of text, or lists, with a point or None where there is no mark. Clues at the sides are
lists for ``top``, ``left``, ``right`` and ``bottom``. Borders are a grid of the regions that they enclose, or grids for
``right`` and ``below``. Every layer can also be a dictionary from names of places to values: ``{"r3c4": 5}``.
"""

from .building import ABOUT, main_answer, main_layer, puzzle_of, rows_and_columns, state_of
from .items import plain, untupled
from .writing import argument_docs, form_of, spelt, spelt_in_lines

__all__ = [
    "ABOUT", "argument_docs", "form_of", "main_answer", "main_layer", "plain", "puzzle_of",
    "rows_and_columns", "spelt", "spelt_in_lines", "state_of", "untupled",
]
