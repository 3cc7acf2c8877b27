"""Texts of puzzlekit, its JSON files, and the pages of janko.at, from which most of them come.

All tell a puzzle as rows of items that blanks part. ``games`` says for each genre of which ``parts`` they consist.
"""
