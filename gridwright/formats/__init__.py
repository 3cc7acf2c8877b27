"""Texts to puzzles and back."""
