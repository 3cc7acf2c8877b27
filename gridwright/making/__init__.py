"""New puzzles: a random answer, the clues that are true of it, and as few of them as the answer needs.

``request`` checks what is asked, ``drawings`` reads masks and pictures, and ``conditions`` adapts the declarations of a
genre. ``strategies`` lists the ways to one answer (``by_answer``, ``by_structure``, ``by_picture``), all of which work
on structures, answers and drafts from the ``workshop``. ``stripping`` takes clues away, ``difficulty`` aims at a label,
``proof`` asks the ordinary solver, and ``stream`` makes many puzzles. ``setting`` helps authors. What is particular
to a genre is in its file (``language.making``).
"""
