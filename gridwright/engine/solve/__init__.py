"""Compiles, solves and checks puzzles; independent of explanations."""
