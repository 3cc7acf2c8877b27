"""Readers and writers of formats; ``reading`` selects the format of a text."""
