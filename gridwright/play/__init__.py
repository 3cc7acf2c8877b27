"""A page to play and to set puzzles in a browser: ``gridwright play``.

``tools`` derives the gestures of a genre from its declarations, ``stamps`` draws one mark about its place, ``document``
puts a puzzle into JSON for the page, ``position`` does so with marks, ``judge`` tells faults, ``words`` what a cell
says, ``drafts`` is the editor. None of them knows the web. ``storage`` keeps progress, ``jobs`` runs what may take
long in another process, ``app`` serves both, and ``static`` holds the page itself.
"""
