"""Simon Tatham's Portable Puzzle Collection: game ids with the name of the game, links with an id, and save files.

A genre says with a ``Notation`` of which fragments the descriptions of its game consist.
"""
