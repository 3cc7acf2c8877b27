"""Makes and draws the puzzles in ``docs/generating.md``: ``python docs/made.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import gridwright as gw

PICTURES = Path(__file__).parent / "pictures" / "made"

HEART = """\
...........
..##...##..
.####.####.
.#########.
.#########.
..#######..
...#####...
....###....
.....#.....
..........."""
"""A picture and, with dark and light exchanged, the shape of a board."""

BOARD = "\n".join("".join("#" if sign == "." else "." for sign in line) for line in HEART.split("\n")[1:-1])

LETTER = """\
..........
.--------.
.--------.
....--....
....--....
....--....
....--....
.--------.
.--------.
.........."""
"""A mask: there are no clues on the letter."""

CAT = """\
....#.....#....
...###...###...
...#########...
..###########..
..##..###..##..
..##..###..##..
..###########..
...####.####...
....#######....
.#...#####.....
.##.########...
..##.########..
..##.#########.
...##########..
....########..."""


def made() -> Iterator[tuple[str, gw.Puzzle]]:
    """The puzzles, by the names of their pictures."""
    yield "symmetry", gw.generate("Akari", 10, 10, symmetry="quarter", seed=3)
    yield "board", gw.generate("Fences", mask=BOARD, seed=2)
    yield "mask", gw.generate("Fences", mask=LETTER, seed=1)
    yield "picross", gw.generate("Picross", picture=CAT, seed=1)
    yield "loop", gw.generate("Fences", picture=HEART, seed=1)
    yield "galaxies", gw.generate("Galaxies", picture=HEART, seed=1)
    rooms = gw.generate("Heyawake", 8, 8, seed=3)
    yield "rooms", rooms
    yield "rooms-anew", gw.generate("Heyawake", structure=rooms, seed=5)


def pictures(name: str, puzzle: gw.Puzzle) -> Iterator[tuple[Path, str]]:
    """The pictures of a puzzle and of its solution, with their paths."""
    answer = gw.solve(puzzle).answers[0]
    yield PICTURES / f"{name}.svg", gw.draw(puzzle).svg()
    yield PICTURES / f"{name}-solved.svg", gw.draw(puzzle, answer).svg()


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, puzzle in made():
        for path, text in pictures(name, puzzle):
            path.write_text(text, encoding="utf-8")
