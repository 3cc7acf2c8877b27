"""Tools for authors of genres: ``python -m gridwright.authoring``.

``skeleton`` writes the file of a new genre, ``cases`` makes test cases with wrong answers from puzzles, ``trial`` tries
a genre on small boards.
"""
