"""Hints, explanations, ratings and diagnoses."""
