"""Writes marks as the lines of a diagram; reports marks that do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ..errors import WriteError
from .glyph import Entry, Found, Glyph, MarksView, Step, TooNarrow, joined_absent, joined_reach
from .plan import Growing, Plan, Rows, Run

Left = set[tuple[str, Spot]]
"""Marks that were not written: layer and spot."""


class Grow(Exception):
    """What is to be written needs more room; ``names`` are the keys that give it, none if nothing can."""

    def __init__(self, names: frozenset[str], what: str) -> None:
        super().__init__(what)
        self.names = names


def refuse(left: Left, board: Rect) -> None:
    """Raises WriteError if marks are left over, naming the first."""
    if left:
        name, spot = min(left)
        more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
        raise WriteError(f"the format has no place for {name} at {board.name(spot)}{more}")


@dataclass(frozen=True)
class Tellers:
    """Which blocks tell of which layers.

    ``own``: for each kind of block the layers on its own spot, ``all_own`` all of them; ``reach``: for each layer the
    steps from blocks that look at it; ``absent``: the layers that are told by ink alone, with the value that no ink
    means in a full diagram.
    """

    own: Mapping[str, frozenset[str]]
    all_own: frozenset[str]
    reach: Mapping[str, tuple[Step, ...]]
    absent: Mapping[str, Any]

    @classmethod
    def of(cls, glyphs: Mapping[str, Glyph]) -> Tellers:
        """Those of a diagram, from its glyphs by kind of block."""
        own = {kind: glyph.names for kind, glyph in glyphs.items()}
        return cls(
            own, frozenset().union(*own.values()), joined_reach(glyphs.values()), joined_absent(glyphs.values())
        )


_NO_NAMES: frozenset[str] = frozenset()
_MOST_VALUES = 20_000
"""So many values are remembered that fit into blocks of one size."""
_BySpot = dict[tuple[int, int], Found]


class Writing:
    """A diagram that is being written; ``left`` holds the marks that it has no place for, once it is.

    ``marks`` must be told, those that are ``wished`` may be.
    """

    def __init__(
        self, plan: Plan, tellers: Tellers, board: Rect, marks: MarksView, wished: MarksView, *, full: bool
    ) -> None:
        self._plan, self._tellers, self._board, self._marks, self._full = plan, tellers, board, marks, full
        self.left: Left = {(name, spot) for name in self._untold(marks) for spot in marks[name]}
        self._needed = self._by_spot(marks)
        self._wished = self._by_spot(wished)
        self._far: set[tuple[str, Spot]] = set()
        """Marks that blocks beside them have told."""

    def lines(self) -> list[str]:
        """The lines. Raises WriteError for marks that cannot be told, Grow if a key must be raised."""
        page = [line for rows in self._plan.rows for line in self._rows(rows)]
        self.left.update(
            (entry.layer, Spot(*spot))
            for spot, entries in self._needed.items()
            for entry in entries
            if entry.step is None
        )
        self.left.update(self._not_told_from_beside())
        return page

    def _untold(self, marks: MarksView) -> Iterable[str]:
        """The layers that no block tells."""
        return (name for name in marks if name not in self._tellers.all_own and name not in self._tellers.reach)

    def _spoken(self, name: str, marks: Mapping[Spot, Any]) -> Mapping[Spot, Any]:
        """The marks of a layer, without those that are told by the absence of ink."""
        if not self._full or name not in self._tellers.absent:
            return marks
        silent = self._tellers.absent[name]
        return {spot: value for spot, value in marks.items() if value != silent}

    def _by_spot(self, marks: MarksView) -> _BySpot:
        """The marks by the blocks that are to tell them, or that look at them."""
        out: _BySpot = {}
        for name in sorted(marks):
            told, steps = name in self._tellers.all_own, self._tellers.reach.get(name, ())
            own = self._spoken(name, marks[name]) if told or steps else {}
            if told:
                entries: dict[Any, Found] = {value: (Entry(name, None, value),) for value in set(own.values())}
                if out:
                    out.update({spot: out.get(spot, ()) + entries[value] for spot, value in own.items()})
                else:
                    out = {spot: entries[value] for spot, value in own.items()}
            for spot, value in own.items() if steps else ():
                for step in steps:
                    near = spot.y - step[0], spot.x - step[1]
                    out[near] = (*out.get(near, ()), Entry(name, step, value))
        return out

    def _rows(self, rows: Rows) -> list[str]:
        """The lines of one strip."""
        y, take, wished = rows.y, self._needed.pop, self._wished
        texts = []
        for run, x in rows.blocks:
            marks = take((y, x), ())
            text = None if wished else run.texts.get(marks)
            texts.append(self._text(run, marks, y, x) if text is None else text)
        if rows.height == 1:
            return ["".join(texts)]
        widths = [run.shape.width for run, _ in rows.blocks]
        return [
            "".join([text[i * width : (i + 1) * width] for text, width in zip(texts, widths, strict=True)])
            for i in range(rows.height)
        ]

    def _text(self, run: Run, found: Found, y: int, x: int) -> str:
        """The text of one block, on whose spot these marks are; what it does not tell goes back to ``_needed``, what it
        tells of other spots is noted in ``_far``."""
        own = self._tellers.own.get(run.kind, _NO_NAMES)
        mine, others = _parted(found, own)
        if others:
            self._needed[y, x] = others
        wish, _ = _parted(self._wished.pop((y, x), ()), own)
        try:
            text, far = run.writer[mine, wish]
        except TooNarrow as fault:
            raise _grow(run, fault, self._board.name(Spot(y, x))) from None
        if text is None:
            raise _inexpressible(mine, self._board.name(Spot(y, x)))
        if not (others or wish or far):
            run.remember(mine, text)
        for name, step, _ in far:
            if step is not None:
                self._far.add((name, Spot(y + step[0], x + step[1])))
        return text

    def _not_told_from_beside(self) -> Left:
        """The marks that only blocks around them could tell, and none did."""
        return {
            (name, spot)
            for name in self._tellers.reach
            if name not in self._tellers.all_own
            for spot in self._spoken(name, self._marks.get(name, {}))
            if (name, spot) not in self._far
        }


def _spelled(value: object) -> str:
    """A value as it stands in messages; Python refuses to spell numbers of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return "a number without end"


def _inexpressible(mine: Found, where: str) -> WriteError:
    """The error for marks that a block cannot tell."""
    told = [f"{entry.layer} {_spelled(entry.value)}" for entry in mine if entry.step is None]
    if not told:
        return WriteError(f"nothing is known that could be written at {where}")
    return WriteError(f"the format cannot express {' with '.join(told)} at {where}")


def _grow(run: Run, fault: TooNarrow, where: str) -> Grow:
    return Grow(run.grow[fault.what], f"{fault.value!r} does not fit its place at {where}")


def check_room(growing: Growing, tellers: Tellers, board: Rect, marks: MarksView) -> None:
    """Raises Grow if some mark needs a larger block than it has.

    This is much faster than to write all lines; marks that cannot be told at all are passed over.
    """
    blocks, fitting = growing.blocks, growing.fitting
    found: dict[Spot, Found] = {}
    for name, layer in marks.items():
        values = set(layer.values())
        if name in growing.uniform:
            new = [value for value in values if (name, value) not in fitting]
            if len(fitting) > _MOST_VALUES:
                fitting.clear()
            for spot, value in layer.items() if new else ():
                if spot in blocks:
                    _fit(blocks[spot], (Entry(name, None, value),), board.name(spot))
                    fitting.add((name, value))
        elif name in tellers.all_own:
            entry = {value: (Entry(name, None, value),) for value in values}
            found.update({spot: found.get(spot, ()) + entry[value] for spot, value in layer.items() if spot in blocks})
    different = {(id(blocks[spot]), entries): spot for spot, entries in found.items()}
    for (_, entries), spot in different.items():
        own = tellers.own.get(blocks[spot].kind, _NO_NAMES)
        _fit(blocks[spot], tuple(entry for entry in entries if entry.layer in own), board.name(spot))


def _fit(run: Run, entries: Found, where: str) -> None:
    """Raises Grow if a block is too small for some marks."""
    try:
        run.writer[entries, ()]
    except TooNarrow as fault:
        raise _grow(run, fault, where) from None


def _parted(found: Found, own: frozenset[str]) -> tuple[Found, Found]:
    """The entries of a spot that concern its block, and those that do not."""
    others = tuple([entry for entry in found if entry.step is None and entry.layer not in own])
    if not others:
        return found, others
    return tuple([entry for entry in found if entry.step is not None or entry.layer in own]), others
