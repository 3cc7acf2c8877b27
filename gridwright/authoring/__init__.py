"""Tools for authors of genres: ``python -m gridwright.authoring``.

``skeleton`` writes the file of a new genre, ``cases`` makes test cases from puzzles, ``wrong`` looks for wrong answers,
``trial`` tries a genre on small boards.
"""
