"""Routine steps that are told as one, such as ``Only one way on, dead end: 14 edges``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..engine.explain.steps import StageName, Step
from ..language.genre import Genre
from ..language.wording import capital, counted, worded

_ROUTINE = 2.0
"""Steps from one demand that cost less than this are routine."""
_FEWEST = 3
"""At least this many steps are folded."""
_NAMED = 3
"""At most this many techniques name a fold."""


def folded(steps: Sequence[Step]) -> Iterator[Sequence[int]]:
    """The numbers of the steps, in groups that are told as one: neighbours of one technique, or routine steps whose
    techniques the reader has met more than once."""
    met: Counter[str] = Counter()
    groups: list[list[int]] = []
    was_known = False
    for n, step in enumerate(steps, 1):
        is_routine = step.cost < _ROUTINE and step.kind in (StageName.CANDIDATE, StageName.DEMAND)
        is_known = is_routine and bool(step.technique) and met[step.technique] > 1
        same = n > 1 and step.technique == steps[n - 2].technique != ""
        if same or (is_known and was_known):
            groups[-1].append(n)
        else:
            groups.append([n])
        was_known = is_known
        met[step.technique] += 1
    for group in groups:
        yield from [group] if len(group) >= _FEWEST else [[n] for n in group]


def summary(model: Genre, steps: Sequence[Step]) -> str:
    """What a fold contains: its techniques, the most frequent first, and the number of places that they are about."""
    techniques = [name for name, _ in Counter(step.technique for step in steps).most_common()]
    named = ", ".join(techniques[:_NAMED]) + (" …" if len(techniques) > _NAMED else "")
    marked = {(mark.layer, mark.spot) for step in steps for mark in step.marks}
    places = [(name, place) for name in model.answer_layers for place in model.variables.places(name)]
    n = sum(any((name, spot) in marked for spot in place) for name, place in places)
    on_edges = any(layer.on == "edges" for layer in model.answer_layers.values())
    in_cells = all(spot in model.board.cell_index for _, spot in marked)
    noun = "cell|cells" if in_cells else "edge|edges" if on_edges else "place|places"
    return f"{capital(named)}: {counted(n, worded(noun))}"
