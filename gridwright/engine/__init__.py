"""Turns demands into answers; knows no genre and no format."""
