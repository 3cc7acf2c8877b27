"""Compiles, solves and checks puzzles; knows nothing of explanations."""
