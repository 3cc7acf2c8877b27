"""Whole solutions as pages: the steps from a position to the answer, in words and pictures."""

from .path import ExplainedPath

__all__ = ["ExplainedPath"]
