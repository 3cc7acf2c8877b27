"""What is wrong with a request."""

from __future__ import annotations


class MakingError(ValueError):
    """A puzzle that cannot be made as it was asked for; the message says what can be had."""
