"""How many clues new puzzles keep, and that no more are looked at than that takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

import gridwright as gw
from gridwright.language import Rect
from gridwright.making.conditions import n_places
from gridwright.making.effort import Effort
from gridwright.making.following import maker_of
from gridwright.making.request import Request
from gridwright.making.stripping import Stripper


@contextmanager
def stripper(name: str) -> Iterator[Stripper]:
    """The first draft of a genre, the same one each time. It is of use until the context ends."""
    request = Request.of(gw.genre(name), None, None, "enough")
    with closing(maker_of(request, Effort(None)).attempts("enough", 50)) as attempts:
        yield next(attempts)


def test_each_layer_of_clues_outside_has_places_of_its_own() -> None:
    """Above each column and beside each row there is room for a plus and a minus count."""
    assert n_places(gw.genre("Magnets"), Rect.of(4, 6), {}) == 2 * (4 + 6)
    assert n_places(gw.genre("Fences"), Rect.of(4, 6), {}) == 4 * 6


@pytest.mark.parametrize("name", ["Slalom", "Kuromasu", "Thermometers"])
def test_the_puzzle_is_that_of_which_all_clues_were_tried(name: str) -> None:
    with stripper(name) as whole:
        gone = whole.stripped()
        expected = whole.without(gone[: len(gone) - len(whole.spared(gone))])
    with stripper(name) as other:
        assert other.finished() == expected


def test_no_more_clues_go_once_few_enough_are_left() -> None:
    with stripper("Slalom") as one:
        every = one.stripped()
    with stripper("Slalom") as one:
        some = one.stripped(one.draft.n_clues - 10)
    assert some == every[: len(some)] and 10 <= sum(map(len, some)) < sum(map(len, every))
