"""Describes the arguments of a genre in words, from its declarations."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import PLACES
from ..domain import PRESENT, Domain, Either, ListOf, Numbers, OneOf, TupleOf
from ..layers import GivenLayer, Layer
from ..puzzle import Model
from .building import main_layer


def argument_docs(genre: type[Model]) -> Iterator[tuple[str, str, str]]:
    """The name of each argument of ``gw.puzzle`` for a genre, what it is, and its values."""
    main = main_layer(genre)
    for layer in genre.layers.values():
        what = _places(layer) + ("" if isinstance(layer, GivenLayer) else ", given in advance")
        yield layer.name, what + (" (main layer)" if layer is main else ""), domain_words(layer.domain)
    for group in genre.groups:
        clues = ", ".join(f"`{clue.name}`" for clue in group.clues)
        told = f"({clues}, cells)" if clues else "cells"
        yield group.name, f"an alternative to `{group.walls.name}`", f"a list of {told}"
    for key in genre.keys.values():
        default = f" (default: {key.default!r})" if key.default not in ((), "") else ""
        yield key.name, f"a value{default}", domain_words(key.domain)


def _places(layer: Layer) -> str:
    if isinstance(layer.on, str):
        return PLACES[layer.on]
    told = (layer.on.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return told[:1].lower() + told[1:] if told else "places that depend on the puzzle"


def domain_words(domain: Domain) -> str:
    """The values of a domain in words; bounds that depend on the puzzle are left out."""
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
