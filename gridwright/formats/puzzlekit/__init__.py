"""Texts of puzzlekit, its JSON files, and the pages of janko.at, from which most of them come.

In all of them a puzzle is rows of items separated by blanks. ``games`` lists the ``parts`` of each genre.
"""
