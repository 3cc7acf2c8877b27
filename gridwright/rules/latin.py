"""Lines and areas in which no value repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import GivenLayer, Terms, ValueLayer
from ..language.rules import Demand, Global, Rule
from ..language.variables import Candidates
from ..language.wording import AtMost, RuleText, Wording
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import ALWAYS, Known, Mark
from ..logic.ticks import tick, ticking

Groups = Callable[[Any], Sequence[Sequence[Spot]]]
GroupValues = Callable[[Sequence[Spot]], Collection[Any]]


class OnceEach(Rule):
    """In each group no value repeats; in ``full`` groups each value occurs once.

    The values are those of the layer, or ``values`` gives those of a group. The value ``free`` may repeat; in full
    groups it fills what the others leave. ``rest`` words this, and that a group has no values but its own.
    """

    def __init__(
        self, layer: ValueLayer, groups: Groups, text: RuleText, full: bool, free: Any = None, rest: RuleText = "",
        values: GroupValues | None = None,
    ) -> None:
        super().__init__(text)
        self.layer, self.groups, self.full, self.free, self.values = layer, groups, full, free, values
        self.rest = rest if isinstance(rest, Wording) else Wording(rest) if rest else None

    @property
    def wordings(self) -> Iterable[Wording]:
        return (self.wording, self.rest.of(self.wording.home)) if self.rest else (self.wording,)

    def _groups(self, model: Genre) -> Sequence[Sequence[Spot]]:
        return model.memo(self, lambda: self.groups(model))

    def _own(self, group: Sequence[Spot]) -> Collection[Any] | None:
        """The values of a group, if they are not those of the layer."""
        return None if self.values is None else self.values(group)

    def demands(self, model: Genre) -> Iterator[Demand]:
        values = self.layer.values(model)
        for i, group in enumerate(self._groups(model), 1):
            yield from self._demands_on(model, i, group, values)

    def _demands_on(self, model: Genre, i: int, group: Sequence[Spot], values: Sequence[Any]) -> Iterator[Demand]:
        """The demands of one group that speak of some values."""
        terms, layer = model.terms[self.layer.name], self.layer.declared_in(model)
        own = self._own(group)
        places: dict[Any, list[Mark]] = {value: [] for value in values if own is None or value in own}
        others: list[Mark] = []
        for cell in group:
            tick()
            for value, mark in terms[cell].marks.items():
                if value in places:
                    places[value].append(mark)
                elif own is not None and value not in own:
                    others.append(mark)
        words: dict[str, Any] = {"i": i}
        if group:  # a row may consist of holes
            words |= {"first": group[0], "last": group[-1]}
        if "{area}" in self.text:
            words["area"] = name_of_area(model, self._groups(model), i)
        for value, marks in places.items():
            found = count(marks)
            if value == self.free:
                n = self._left(model, group)
                if n is not None and self.rest is not None:
                    own_words = {**words, "value": layer.word(value, model.puzzle), "n": n}
                    yield Demand(self, found == n, tuple(group), own_words, own=self.rest)
            elif self.full or len(marks) > 1:
                what, n = (found == 1, 1) if self.full else (found <= 1, AtMost(1))
                yield Demand(self, what, tuple(group), {**words, "value": layer.word(value, model.puzzle), "n": n})
        if others and len(places) < len(values):
            yield Demand(self, count(others) == 0, tuple(group), {**words, "n": len(group)}, own=self.rest)

    def _left(self, model: Genre, group: Sequence[Spot]) -> int | None:
        """How often the free value occurs in a full group; None for other groups, and if the others do not fit."""
        n = len(group) - len(self.layer.values(model)) + 1
        return n if self.full and n >= 0 else None

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands on values that occur too often or have too few places, in time linear in the cells.

        In a filled group, values are missing because others occur too often; then only the latter are reported.
        """
        for i, group in enumerate(ticking(self._groups(model)), 1):
            wrong = self._wrong(model, group, known)
            if wrong:
                yield from self._demands_on(model, i, group, wrong)

    def _wrong(self, model: Genre, group: Sequence[Spot], known: Known) -> list[Any]:
        """The values that occur too often in a group, or have too few places left."""
        terms = model.terms[self.layer.name]
        often: Counter[Any] = Counter()
        partly: list[Mapping[Any, Mark]] = []
        empty = 0
        for cell in group:
            marks = terms[cell].marks
            first = int(next(iter(marks.values()), ALWAYS))
            held = known[first : first + len(marks)]  # the marks of a spot are consecutive literals
            if 1 in held:
                often[next(islice(marks, held.index(1), None))] += 1
            elif any(held):
                partly.append(marks)
            else:
                empty += 1
        left = self._left(model, group)
        most = {self.free: len(group) if left is None else left}
        values = self.layer.values(model)
        own = values if self.values is None else self.values(group)
        wrong = {value for value, n in often.items() if n > most.get(value, 1) or value not in own}
        if self.full and (partly or not wrong) and empty < max(1, left or 0):
            for marks in partly:
                often.update([value for value, mark in marks.items() if known[mark] >= 0])
            least = {self.free: left or 0}
            wrong.update([value for value in own if often[value] + empty < least.get(value, 1)])
        return [value for value in values if value in wrong] if wrong else []

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        kept, groups = model.terms[self.layer.name].kept, self._groups(model)
        if kept is None or not (self.full and self.values is None and out.counting):
            self._encode(model, out)
            return []
        known, part = kept.get(self, (None, None))
        if part is None or known != groups:
            extent = out.extent
            self._encode(model, out)
            kept[self] = groups, out.part_since(extent)
        else:
            out.add_part(part)
        return []

    def _encode(self, model: Genre, out: Clauses) -> None:
        values = self.layer.values(model)
        settled, open_ = model.memo(("settled", self.layer.name), lambda: _settled(model.terms[self.layer.name]))
        needless = set() if self.full else self._needless(model)
        for i, group in enumerate(self._groups(model)):
            if i in needless:
                continue
            out.tick()
            own = self._own(group)
            for value, lits in ticking(_places(group, values, settled, open_).items()):
                if own is not None and value not in own:
                    out.count(lits, (0,))
                elif value == self.free:
                    # Where each other value stands once, this follows; counters see it earlier.
                    if self.full:
                        out.count(lits, (len(group) - len(values) + 1,))
                elif self.full:
                    if lits != [1]:
                        out.exactly_one(lits)
                elif len(lits) > 1:
                    out.at_most_one(lits)

    def _needless(self, model: Genre) -> set[int]:
        """The groups that are contained in a full group of another rule."""
        alike = (rule for rule in model.rules if isinstance(rule, OnceEach) and rule.layer.name == self.layer.name)
        others = [rule for rule in alike if rule.full]
        if self.free is not None or any(rule.free is not None for rule in others):
            return set()
        lying: dict[Spot, set[tuple[int, int]]] = {}
        for k, rule in enumerate(others):
            for i, group in enumerate(rule._groups(model)):
                for cell in ticking(group):
                    lying.setdefault(cell, set()).add((k, i))
        if not lying:
            return set()
        found = set()
        for i, group in enumerate(ticking(self._groups(model))):
            if group and set.intersection(*[lying.get(cell, set()) for cell in group]):
                found.add(i)
        return found

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out what naked and hidden singles exclude, until nothing changes."""
        if layer.name != self.layer.name:
            return
        peers = self._peers(model)
        if peers[0] is not self:
            return  # the first of the rules settles the groups of all, so that they help each other
        for rule in peers:
            rule._strike_others(model, candidates)
        alike = self.full and self.values is None  # every group has all values
        if not alike and min(map(len, candidates.values()), default=0) > 1:
            return
        values = layer.values(model)
        if min(map(len, candidates.values()), default=0) == len(values) > 1 and self.free is None:
            return
        bit = {value: 1 << i for i, value in enumerate(values)}
        n, every = len(values), (1 << len(values)) - 1
        before = [
            every if len(own) == n else bit[own[0]] if len(own) == 1 else sum([bit[v] for v in own])
            for own in ticking(candidates.values())
        ]
        masks = before[:]
        try:
            singles = Singles(masks, self._grouping(model, peers), bit.get(self.free, 0), model.tick)
            singles.run(every if alike else 0)
        except Contradiction:
            candidates.update({spot: [] for spot in candidates})
            return
        known = {1 << i: [value] for i, value in enumerate(values)}
        candidates.update({
            spot: known.get(now) or [v for v in own if bit[v] & now]
            for (spot, own), mask, now in zip(candidates.items(), before, masks, strict=True)
            if now != mask
        })

    def _strike_others(self, model: Genre, candidates: Candidates) -> None:
        """Strikes out the values that each group cannot have."""
        if self.values is not None:
            for group in ticking(self._groups(model)):
                own = self.values(group)
                candidates.update({cell: [v for v in ticking(candidates[cell]) if v in own] for cell in group})

    def _grouping(self, model: Genre, rules: Sequence[OnceEach]) -> Grouping:
        """The groups of some rules; cells are indices of the layer's places."""
        places = model.variables.places(self.layer.name)
        found = [rule._groups(model) for rule in rules]

        def made() -> Grouping:
            index = {place[0]: i for i, place in enumerate(places)}
            return Grouping.made(len(places), [[index[cell] for cell in group] for groups in found for group in groups])

        return model.board.latest((OnceEach, *rules), (places, *found), made)

    def holds(self, model: Genre) -> bool:
        """Compares the values of each group, which is much faster than evaluating the demands."""
        value_of = model.variables.settled_values(self.layer.name).__getitem__
        values = set(self.layer.values(model)) - {self.free}
        for group in self._groups(model):
            asked = values if self.values is None else set(self.values(group))
            cells = group if self.free is None else [cell for cell in group if value_of(cell) != self.free]
            different = set(map(value_of, cells))
            if len(different) < len(cells) or (self.full and different != asked):
                return False
        return True

    def _peers(self, model: Genre) -> list[OnceEach]:
        """The rules of this kind on the same layer, itself among them."""
        mine = self.layer.name, self.full, self.free, self.values is None

        def found() -> list[OnceEach]:
            alike = (rule for rule in model.rules if isinstance(rule, OnceEach))
            return [rule for rule in alike if (rule.layer.name, rule.full, rule.free, rule.values is None) == mine]

        return model.memo((OnceEach, mine), found)


def _settled(terms: Terms) -> tuple[dict[Spot | None, Any], dict[Spot | None, list[tuple[Any, int]]]]:
    """The cells with a settled value, and the other cells with the literals of their values."""
    settled: dict[Spot | None, Any] = {}
    open_: dict[Spot | None, list[tuple[Any, int]]] = {}
    for cell, term in ticking(terms.items()):
        own = [(value, int(mark)) for value, mark in term.marks.items()]
        if len(own) == 1 and own[0][1] == 1:
            settled[cell] = own[0][0]
        else:
            open_[cell] = own
    return settled, open_


def _places(
    group: Sequence[Spot], values: Sequence[Any], settled: Mapping[Spot | None, Any],
    open_: Mapping[Spot | None, Sequence[tuple[Any, int]]],
) -> dict[Any, list[int]]:
    """For each value the literals of the cells that may hold it; 1 for a cell that does."""
    places: dict[Any, list[int]] = {value: [] for value in values}
    for cell in ticking(group):
        if cell in settled:
            places[settled[cell]].append(1)
        else:
            for value, lit in open_[cell]:
                places[value].append(lit)
    return places


def once_each(
    layer: ValueLayer, groups: str | Groups, text: RuleText, *, full: bool = False, free: Any = None,
    rest: RuleText = "", values: GroupValues | None = None,
) -> OnceEach:
    """The rule that no value repeats in a group (``"rows"``, ``"cols"`` or a function of the model); with ``full``,
    each value of the layer occurs once in it. The value ``free`` may repeat and fills the rest; ``rest`` says how often
    ("row {i} needs {n:black cell}").

    ``values``: a function that gives the values of a group, each of which appears once in it, and no others; ``rest``
    then says that there are no others, with ``{n}`` for the number of its cells.

    ``{value}`` in the texts is the value, ``{n:time}`` how often it appears there, ``{i}`` the group's number,
    ``{first}`` and ``{last}`` are its ends, ``{area}`` is its name (see ``name_of_area``). Faults: ``many`` (a value
    appears ``{times}``, at ``{culprits}``), ``again`` (it is already at ``{other}``), ``few`` (it has no place left).
    """
    found: Groups = groups if callable(groups) else lambda model: getattr(model.board, groups)
    return OnceEach(layer, found, text, full or values is not None, free, rest, values)


def once_in(group: str) -> Wording:
    """The wording of ``once_each``; ``group`` is "row {i}", "{area}" or the like."""
    return Wording(
        f"{{value}} appears {{n:time}} in {group}",
        many=f"{{value}} appears {{times}} in {group}, at {{culprits}}",
        again=f"there is already {{value:a}} in {group}, at {{other}}",
        few=f"{{value}} has no place left in {group}",
    )


def regions_of(wall: GivenLayer) -> Groups:
    """The regions that walls divide a board into, as a method of a genre."""
    return lambda model: model.memo(("regions", wall), lambda: model.board.regions(model.given(wall)))


def name_of_area(model: Genre, groups: Sequence[Sequence[Spot]], i: int) -> str:
    """The name of the ``i``-th of the areas that groups make of a board, counted from 1: ``box 5`` if they are equal
    rectangles, ranged in rows and columns; else ``the area of r4c4``, by its first cell."""
    if model.memo((name_of_area, id(groups)), lambda: _are_boxes(groups)):
        return f"box {i}"
    return f"the area of {model.board.name(groups[i - 1][0])}"


def _are_boxes(groups: Iterable[Sequence[Spot]]) -> bool:
    """Whether groups are equal rectangles, ranged in rows and columns."""
    sizes = set()
    for group in groups:
        (top, bottom), (left, right) = ((min(some), max(some)) for some in zip(*group, strict=True))
        rows, cols = (bottom - top) // 2 + 1, (right - left) // 2 + 1
        if len(group) < rows * cols or top // 2 % rows or left // 2 % cols:
            return False
        sizes.add((rows, cols))
    return len(sizes) == 1


# -- naked and hidden singles ------------------------------------------------------------------------------------------
# A cell's candidates are the bits of a *mask*. A cell with one candidate left excludes it from the rest of its groups
# (a naked single). In a full group, a value with one place left belongs there (a hidden single).


class Grouping(NamedTuple):
    """The cells of each group and the groups of each cell, as indices."""

    members: Sequence[Sequence[int]]
    of: Sequence[Sequence[int]]

    @classmethod
    def made(cls, n_cells: int, members: Sequence[Sequence[int]]) -> Grouping:
        """The grouping with these groups."""
        found: list[list[int]] = [[] for _ in range(n_cells)]
        for i, group in enumerate(members):
            for cell in group:
                found[cell].append(i)
        return cls(members, found)


class Contradiction(Exception):
    """A value occurs twice in a group or has no place there, or a cell has no candidate left."""


class Singles:
    """Strikes out candidates until nothing more follows.

    ``masks`` is changed in place. ``free`` is the mask of a value that may repeat, or 0. ``tick`` checks the clock.
    """

    def __init__(self, masks: list[int], grouping: Grouping, free: int, tick: Callable[[], None]) -> None:
        self._masks, self._grouping, self._limited, self._tick = masks, grouping, ~free, tick
        self._taken = [0] * len(grouping.members)
        """The values placed in each group, except the free one."""

    def run(self, every: int) -> None:
        """Strikes out all that follows; ``every`` is the mask of the values that each group must contain, or 0.

        Raises Contradiction, but does not detect every contradiction.
        """
        open_cells = self._begun()
        while open_cells:
            self._tick()
            left = self._naked(open_cells)
            if len(left) == len(open_cells) and not (every and self._hidden(every & self._limited)):
                return
            open_cells = left

    def _begun(self) -> list[int]:
        """The cells with several candidates; the values of the others are entered in ``_taken``."""
        taken, of, limited = self._taken, self._grouping.of, self._limited
        open_cells = []
        for cell, mask in enumerate(self._masks):
            if mask & (mask - 1):
                open_cells.append(cell)
                continue
            if not mask:
                raise Contradiction
            mask &= limited
            for group in of[cell]:
                if taken[group] & mask:
                    raise Contradiction
                taken[group] |= mask
        return open_cells

    def _naked(self, cells: list[int]) -> list[int]:
        """Strikes out the values taken in the groups of cells; returns the cells that still have several
        candidates."""
        masks, taken, of, limited = self._masks, self._taken, self._grouping.of, self._limited
        open_cells = []
        for cell in cells:
            gone = 0
            for group in of[cell]:
                gone |= taken[group]
            mask = masks[cell] = masks[cell] & ~gone
            if mask & (mask - 1):
                open_cells.append(cell)
                continue
            if not mask:
                raise Contradiction
            mask &= limited
            for group in of[cell]:
                taken[group] |= mask
        return open_cells

    def _hidden(self, every: int) -> bool:
        """Settles the cells that are the only place of a value in a group; whether there are any."""
        masks, changed = self._masks, False
        for group, taken in zip(self._grouping.members, self._taken, strict=True):
            once = more = 0
            for cell in group:
                mask = masks[cell]
                more |= once & mask
                once |= mask
            if every & ~(once | taken):
                raise Contradiction
            alone = once & ~more & ~taken & every
            if alone:
                self._leave(group, alone)
                changed = True
        return changed

    def _leave(self, group: Sequence[int], alone: int) -> None:
        masks = self._masks
        for cell in group:
            hidden = masks[cell] & alone
            if hidden:
                if hidden & (hidden - 1):
                    raise Contradiction  # the only place of two values
                masks[cell] = hidden
