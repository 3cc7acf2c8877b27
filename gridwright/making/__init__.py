"""New puzzles: an answer at random, the clues that are true of it, and as few of them as the answer needs.

``request`` says what is asked, ``maker`` makes one puzzle, ``stream`` many. ``clue_solver`` is the puzzle in a solver,
with its clues switched on and off; ``reading`` reads clues off an answer; ``difficulty`` aims at a label. What is
special to a genre is in its file (``language.making``).
"""
