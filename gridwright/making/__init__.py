"""New puzzles: an answer at random, the clues that are true of it, and as few of them as the answer needs.

``request`` says what is asked; ``asked`` checks what goes beyond size and difficulty, ``masks`` and ``drawings`` read
masks and pictures, and ``conditions`` changes a genre's declarations accordingly. ``maker`` makes one puzzle,
``following`` one whose answer shows a picture; ``stream`` makes many, and ``batch`` works through requests in several
processes. ``clue_solver`` is the puzzle in a solver, with its clues switched on and off; ``reading`` reads clues off an
answer; ``difficulty`` aims at a label. What is special to a genre is in its file (``language.making``).
"""
