"""Measurements on real puzzles; see RESULTS.md."""
