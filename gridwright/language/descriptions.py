"""Places and values in words, for the documentation of genres."""

from __future__ import annotations

from typing import Any

from ..board.board import PLACES
from .domain import PRESENT, Domain, Either, Numbers, OneOf
from .sequences import ListOf, TupleOf


def place_words(on: Any) -> str:
    """The places of a layer: those of a name, or what the docstring of a function says."""
    if isinstance(on, str):
        return PLACES[on]
    summary = (on.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return summary[:1].lower() + summary[1:] if summary else "places that depend on the puzzle"


def domain_words(domain: Domain) -> str:
    """The values of a domain in words, without bounds that depend on the puzzle."""
    if domain is PRESENT:
        return "marks"
    if domain.constant:
        return domain.words(plural=True)
    if isinstance(domain, Either):
        return " or ".join(dict.fromkeys(map(domain_words, domain.of)))
    if isinstance(domain, Numbers):
        low, high = domain.least, domain.most
        told = f"numbers from {low} on" if isinstance(low, int) else "numbers"
        return told if not isinstance(high, int) else f"numbers to {high}"
    if isinstance(domain, ListOf):
        return f"lists of {domain_words(domain.item)}"
    if isinstance(domain, TupleOf):
        return f"lists of {len(domain.parts)}: " + ", ".join(map(domain_words, domain.parts))
    return "values that depend on the puzzle" if isinstance(domain, OneOf) else domain.words(plural=True)
