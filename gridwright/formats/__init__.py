"""Texts to puzzles and back; ``reading`` holds them together."""
