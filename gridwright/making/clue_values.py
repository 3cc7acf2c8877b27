"""The values that clues may have by request: whether the genre has clues of these values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from ..board.rect import Rect
from ..language.domain import Domain, Either, OneOf, Unknown
from ..language.forms import plain
from ..language.genre import Genre
from ..language.making import Unlucky, Wishes
from ..language.puzzle import Frozen, Puzzle
from ..language.wording import listed
from .conditions import is_among, spots_of
from .declared import making_of
from .drafts import clue_places
from .effort import MakingError

_SKETCHES = 20
"""Sketches whose keys tell what values clues may have, if the values depend on a key that is not requested."""


def checked_values(
    genre: type[Genre], board: Rect, values: Iterable[Any] | None, structure: Puzzle | None, wishes: Wishes
) -> tuple[Any, ...]:
    """The values that clues may have. Raises MakingError for values that no clue can have, and if no clue can consist
    of them."""
    if values is None:
        return ()
    some = values if isinstance(values, Iterable) and not isinstance(values, str) else (values,)
    wanted = tuple(map(plain, some))
    if not wanted:
        raise MakingError("values: name at least one that clues may have")
    domains = list(dict.fromkeys(_domains(genre, board, structure, wishes)))
    if not domains:
        raise MakingError(f"{genre.name} has no clues whose values could be chosen")
    items = list(dict.fromkeys(item for domain in domains for item in domain.items()))
    told = listed(dict.fromkeys(domain.words(plural=True) for domain in _in_few(items)), "or")
    lost = [value for value in wanted if not any(value in domain for domain in (*domains, *items))]
    if lost:
        has, are = ("is", "are") if all(domain.atomic for domain in domains) else ("contains", "consist of")
        raise MakingError(f"no clue of {genre.name} {has} {listed(map(str, lost), 'or')}; clues {are} {told}")
    if not any(_has_some(domain, wanted, genre.making.unwritable) for domain in domains):
        alone = listed(map(str, wanted))
        raise MakingError(f"clues of new {genre.name} cannot consist of {alone} alone; clues consist of {told}")
    return wanted


def _domains(
    genre: type[Genre], board: Rect, structure: Puzzle | None, wishes: Wishes
) -> Iterator[Domain]:
    """The domains of all clues, for the keys that new puzzles may have."""
    for keys in _keys(genre, board, structure, wishes):
        model = genre.as_told(Puzzle(genre, board, keys=Frozen(keys)))
        for layer in clue_places(genre):
            spots = list(spots_of(genre, layer, board))
            yield from (layer.domain.at(model, spot) for spot in (spots if layer.domain.by_spot else spots[:1]))


def _keys(
    genre: type[Genre], board: Rect, structure: Puzzle | None, wishes: Wishes
) -> Iterator[dict[str, Any]]:
    """The requested keys, and those of some sketches if sketches choose others."""
    told = {name: value for name, value in wishes.options.items() if name in genre.keys}
    if structure is not None:
        told |= structure.keys
    yield told
    making = making_of(genre)
    if any(isinstance(option, str) and option not in told for option in making.options):
        for n in range(_SKETCHES):
            with suppress(Unlucky):
                yield {**making.sketch(Random(n), board, wishes).keys, **told}


def _has_some(domain: Domain, wanted: tuple[Any, ...], unwritable: tuple[Any, ...]) -> bool:
    """Whether a value that new puzzles may have, and that says something, may consist of wanted ones."""
    if isinstance(domain, Either):
        return any(_has_some(part, wanted, unwritable) for part in domain.of)
    known = domain.values()
    if known is None:
        return any(value in one for one in (domain, *domain.items()) for value in wanted)
    return any(is_among(value, wanted) for value in known if not is_among(value, ()) and value not in unwritable)


def _in_few(domains: list[Domain]) -> list[Domain]:
    """One domain of all numbers, and the others that none of them contains, ``?`` last; clues may also be blank."""
    known = {domain: domain.values() for domain in domains}
    whole = [domain for domain, some in known.items() if some and all(type(value) is int for value in some)]
    found: list[Domain] = [OneOf(sorted({n for domain in whole for n in known[domain] or ()}))] if whole else []
    for domain in sorted(domains, key=lambda one: (isinstance(one, Unknown), -len(known[one] or ()))):
        some = known[domain]
        is_blank = isinstance(domain, Unknown) and domain.value is None
        if some is None or not (is_blank or any(all(value in other for value in some) for other in found)):
            found.append(domain)
    return found
