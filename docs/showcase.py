"""Makes the puzzles in ``examples``, one of each genre, which the gallery and the pages of the genres show.

python docs/showcase.py            # all: some minutes
python docs/showcase.py Hashi      # one genre

Another version may make another puzzle of the same arguments. The puzzles stay as they are until this is run again;
then run ``python docs/tables.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gallery import example, slug  # beside this file

import gridwright as gw

BOAT = """\
....#.....
...##.#...
...##.##..
..###.##..
.####.###.
#####.####
....#.....
##########
.########.
..######.."""
"""What the Picross shows."""

PARROT = """\
....rrrr..
...rrkrrr.
...rrrrryy
...rrrrryy
..brrrrr..
.bbbrrrr..
.bbbgrrr..
bbbggrr...
nnnnnnnnnn
bb........"""
"""What the Colour Picross shows."""

MADE: Mapping[str, Mapping[str, Any]] = {
    "abc_box": {"rows": 6, "seed": 2},
    "abcd": {"rows": 6, "seed": 1},
    "abcd_diagonal": {"rows": 6, "seed": 1},
    "akari": {"rows": 8, "symmetry": "rotate", "seed": 1},
    "aquarium": {"rows": 8, "seed": 3},
    "arukone": {"rows": 8, "seed": 1},
    "basic": {"rows": 6, "seed": 2},
    "cave": {"rows": 8, "symmetry": "rotate", "seed": 3},
    "chatroom": {"rows": 8, "seed": 1},
    "colour_picross": {"picture": PARROT, "seed": 1},
    "compass": {"rows": 6, "difficulty": "easy", "seed": 4},
    "coral": {"rows": 8, "seed": 1},
    "country_road": {"rows": 8, "seed": 2},
    "curve_data": {"rows": 7, "seed": 11},
    "domino_hunt": {"rows": 7, "cols": 8, "seed": 2},
    "doubleblock": {"rows": 6, "seed": 3},
    "easy_as_abc": {"rows": 5, "max": 3, "seed": 2},
    "fences": {"rows": 8, "symmetry": "rotate", "seed": 4},
    "fillomino": {"rows": 8, "symmetry": "rotate", "seed": 2},
    "galaxies": {"rows": 8, "difficulty": "easy", "seed": 2},
    "greater_than_sudoku": {"rows": 9, "density": 1.0, "difficulty": None, "seed": 1},
    "hashi": {"rows": 8, "difficulty": None, "seed": 3},
    "heyawake": {"rows": 8, "seed": 2},
    "hitori": {"rows": 8, "seed": 1},
    "house_tree_animal": {"rows": 6, "seed": 4},
    "japanese_sums": {"rows": 6, "seed": 6},
    "kakuro": {"rows": 8, "seed": 3},
    "killer_sudoku": {"rows": 9, "symmetry": "rotate", "givens": "no", "seed": 2},
    "kropki": {"rows": 6, "seed": 2},
    "kuromasu": {"rows": 8, "symmetry": "rotate", "seed": 1},
    "laser": {"rows": 8, "seed": 21},
    "lits": {"rows": 8, "seed": 1},
    "lits_plus": {"rows": 8, "seed": 1},
    "magic_labyrinth": {"rows": 6, "seed": 3},
    "magnets": {"rows": 8, "seed": 1},
    "masyu": {"rows": 8, "seed": 5},
    "minesweeper": {"rows": 8, "symmetry": "rotate", "seed": 5},
    "mortal_coil": {"rows": 8, "seed": 7},
    "narrow_cave": {"rows": 8, "symmetry": "rotate", "seed": 2},
    "norinori": {"rows": 8, "seed": 1},
    "nurikabe": {"rows": 8, "seed": 4},
    "nurimisaki": {"rows": 8, "seed": 3},
    "pentomino_search": {"rows": 9, "seed": 2},
    "pentopia": {"rows": 8, "seed": 2},
    "picross": {"picture": BOAT, "difficulty": None, "seed": 1},
    "pills": {"rows": 10, "seed": 2},
    "pips": {"level": "medium", "seed": 1},
    "pyramid": {"seed": 2},
    "ripple_effect": {"rows": 8, "seed": 1},
    "shikaku": {"rows": 8, "symmetry": "rotate", "seed": 2},
    "skyscrapers": {"rows": 6, "givens": "no", "seed": 3},
    "skyscrapers_with_parks": {"rows": 6, "seed": 3},
    "slalom": {"rows": 8, "seed": 2},
    "snake": {"rows": 8, "seed": 1},
    "starbattle": {"rows": 10, "stars": 2, "seed": 2},
    "starry_sky": {"rows": 8, "seed": 1},
    "stations": {"rows": 8, "density": 0.25, "difficulty": None, "seed": 2},
    "subway": {"rows": 8, "seed": 2},
    "sudoku": {"rows": 9, "symmetry": "rotate", "seed": 2},
    "takuzu": {"rows": 8, "seed": 3},
    "tapa": {"rows": 8, "seed": 3},
    "tents": {"rows": 8, "seed": 1},
    "thermometers": {"rows": 8, "seed": 3},
    "yagit": {"rows": 8, "seed": 8},
    "yajilin": {"rows": 8, "seed": 3},
}  # fmt: skip
"""The arguments of ``gridwright.generate`` by the name of the genre's module; the difficulty is medium unless it is
there."""

TITLES = {"picross": "Boat", "colour_picross": "Parrot"}


def make(genre: type[gw.Genre]) -> str:
    """Makes the puzzle that shows a genre, as a file."""
    puzzle = gw.generate(genre, **{"difficulty": "medium", **MADE[slug(genre)]})
    label = gw.rate(puzzle).label
    about = gw.About(title=TITLES.get(slug(genre), ""), credits=("Gridwright example",), difficulty=label)
    text = gw.write(replace(puzzle, about=about), "spf", gw.solve(puzzle).answers[0])
    [reading] = gw.read_all(text)  # whose clues are in the order of the file, as those that the gallery draws
    return gw.write(replace(reading.puzzle, source=None), "spf", reading.answer)


if __name__ == "__main__":
    for genre in map(gw.genre, sys.argv[1:]) if sys.argv[1:] else gw.known_genres():
        example(genre).write_text(make(genre), encoding="utf-8")
