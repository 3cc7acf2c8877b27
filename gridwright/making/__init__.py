"""New puzzles: a random answer, the clues that are true of it, and as few of them as the answer needs.

``request`` checks what is asked for, ``drawings`` reads masks and pictures, ``declared`` completes the declarations of
a genre (``language.making``), ``conditions`` adapts them to a request. ``strategies`` lists the ways to a unique answer
(``by_answer``, ``by_structure``, ``by_picture``), which get structures, answers and drafts from the ``workshop``.
``stripping`` removes clues, ``difficulty`` aims at a label, ``effort`` limits the work and proves the result, and
``stream`` makes many puzzles. ``setting`` completes and minimises puzzles of authors.
"""
