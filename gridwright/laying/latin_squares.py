"""Changes of Latin squares, which hold each number from 1 to n once in each row and column.

A *switch* turns a Latin square into another one. Two rows, seen as permutations, consist of cycles of columns in which
they hold the same numbers; exchanging the rows within one cycle keeps all columns and rows Latin. The same goes for two
columns, and for the places of two numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

Square = list[list[int]]
"""The numbers of a Latin square, by row and column."""
SquareChange = list[tuple[int, int, int]]
"""Rows and columns of cells, with their new numbers."""


def switched(rng: Random, square: Square) -> Square:
    """The square after a random switch."""
    kind = rng.randrange(3)
    view = _view(square, kind)
    one, other = rng.sample(range(len(square)), 2)
    changed = [[*row] for row in square]
    for row, col, number in _change(kind, view, one, other, rng.choice(list(_cycles(view[one], view[other])))):
        changed[row][col] = number
    return changed


def switches(square: Square) -> Iterator[SquareChange]:
    """All switches, as the cells that they change."""
    for kind in range(3):
        view = _view(square, kind)
        for one, other in combinations(range(len(square)), 2):
            for cycle in _cycles(view[one], view[other]):
                yield _change(kind, view, one, other, cycle)


def _view(square: Square, kind: int) -> Square:
    """The numbers by row and column, or by column and row, or the rows (from 1) by number and column."""
    if kind == 0:
        return square
    if kind == 1:
        return [list(col) for col in zip(*square, strict=True)]
    n = len(square)
    places = [[0] * n for _ in range(n)]
    for row, numbers in enumerate(square, 1):
        for col, number in enumerate(numbers):
            places[number - 1][col] = row
    return places


def _cycles(one: Sequence[int], other: Sequence[int]) -> Iterator[list[int]]:
    """The cycles of positions in which two permutations of 1 to n hold the same numbers."""
    at = {number: i for i, number in enumerate(one)}
    left = dict.fromkeys(range(len(one)))
    while left:
        begin = next(iter(left))
        cycle, i = [begin], at[other[begin]]
        while i != begin:
            cycle.append(i)
            i = at[other[i]]
        for i in cycle:
            del left[i]
        yield cycle


def _change(kind: int, view: Square, one: int, other: int, cycle: Sequence[int]) -> SquareChange:
    pairs = [(i, view[one][i], view[other][i]) for i in cycle]
    if kind == 0:
        return [cell for i, a, b in pairs for cell in ((one, i, b), (other, i, a))]
    if kind == 1:
        return [cell for i, a, b in pairs for cell in ((i, one, b), (i, other, a))]
    return [cell for i, a, b in pairs for cell in ((b - 1, i, one + 1), (a - 1, i, other + 1))]
