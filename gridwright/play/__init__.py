"""A page to play and to set puzzles in a browser: ``gridwright play``.

``tools`` derives the gestures of a genre from its declarations, ``document`` describes a puzzle and its marks as JSON,
``position`` reads and judges what has been played, ``drafts`` and ``editing`` set puzzles. ``jobs`` runs the slow
``tasks`` in another process, ``storage`` keeps progress, ``service`` and ``api`` answer requests. ``server`` serves the
page in ``static`` from this computer; ``site`` builds it as static files, ``bundle`` puts its scripts together.
"""
