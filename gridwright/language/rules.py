"""Rules: worded, located demands on a grid.

A *local* demand is an expression. A *global* demand (connection, loops, islands) answers one question: which marks of
this perhaps unfinished grid break you, and where? The checker shows the place, the solver forbids the marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .board import Board, Spot
from .clauses import Clause, Clauses
from .expr import NEVER, Expr, Known, Mark
from .genre import AnswerLayer, Candidates, Genre, ValueLayer, Without

Source: TypeAlias = AnswerLayer | Without | Callable[[Any], Mapping[Spot, Mark]]
"""Whose marks a rule kind speaks of: a layer, ``~layer``, or a function of the model."""


class Conflict(NamedTuple):
    """A broken place: the spots that show it, and the literals, all true, that cannot be true together.

    ``words`` fill in the rule's text, as those of a demand do.
    """

    at: tuple[Spot, ...]
    because: list[int]
    words: Mapping[str, Any] = {}


class Global:
    """A demand that is not an expression."""

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """Where the settled marks break the demand; complete for grids in which every mark is settled."""
        raise NotImplementedError

    def encode(self, out: Clauses) -> None:
        """Clauses that follow from the demand alone and let unit propagation see some of it early; may be none."""

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Clauses that follow from the demand and exclude this full grid, if it breaks the demand.

        Many of them are best made one by one: the engine looks at the clock between them.
        """
        return [[-lit for lit in conflict.because] for conflict in self.conflicts(known)]


@dataclass(frozen=True)
class Demand:
    """What a rule demands at one place."""

    rule: Rule
    what: Expr | Global
    at: tuple[Spot, ...] = ()
    words: Mapping[str, Any] = field(default_factory=dict)

    def say(self, board: Board, conflict: Conflict | None = None) -> str:
        """The demand (or the conflict with it) in words."""
        at, words = self.at, self.words
        if conflict is not None:
            at, words = conflict.at, {**words, **conflict.words}
        return self.rule.say(board, at, words)


class Rule:
    """A named, worded requirement; ``text`` is a present-tense fact that must hold, with places for names and
    numbers."""

    def __init__(self, text: str) -> None:
        self.text, self.name = text, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def demands(self, model: Genre) -> Iterator[Demand]:
        """What the rule demands of one puzzle, place by place."""
        raise NotImplementedError

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """A faster way to say the same as all demands together, for use when every rule is in force.

        Clauses go to ``out``; what they leave open is returned as globals whose cuts say the rest. None: there is none,
        compile the demands one by one.
        """
        del model, out
        return None

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out values that the givens exclude at sight."""

    def spell_out(self, model: Genre, found: dict[str, dict[Spot, Any]]) -> bool:
        """Puts values for the stand-ins of coarse narrowing; True where others would have done as well."""
        del model, found
        return False

    def say(self, board: Board, at: Iterable[Spot], words: Mapping[str, Any]) -> str:
        """The rule's text for one place."""
        spelled = {k: board.name(v) if isinstance(v, Spot) else v for k, v in words.items()}
        return self.text.format(at=", ".join(map(board.name, at)), **spelled)


class Draft(NamedTuple):
    """A demand that does not know its rule yet."""

    what: Expr | Global
    at: tuple[Spot, ...]
    words: dict[str, Any]


Drafts: TypeAlias = Iterator[Draft]
"""What the method of a rule yields."""


def must(what: Expr | Global, at: Spot | Iterable[Spot] = (), **words: Any) -> Draft:
    """What a rule demands at some spots; ``words`` fill in the rule's text.

    Raises TypeError for True and False, which comparing marks with numbers gives.
    """
    if not isinstance(what, Expr | Global):
        raise TypeError(f"a rule cannot demand {what!r}: marks are said by themselves, counts and values are compared")
    return Draft(what, (at,) if isinstance(at, Spot) else tuple(at), words)


class MadeRule(Rule):
    """A rule whose demands a method of the genre makes."""

    def __init__(self, text: str, make: Callable[[Any], Iterable[Draft]]) -> None:
        super().__init__(text)
        self.make = make

    def demands(self, model: Genre) -> Iterator[Demand]:
        for what, at, words in self.make(model):
            yield Demand(self, what, at, words)

    def encode(self, model: Genre, out: Clauses) -> list[Global]:
        """The demands one by one, without their words."""
        lazy: list[Global] = []
        for what, _, _ in self.make(model):
            out.tick()
            if isinstance(what, Global):
                what.encode(out)
                lazy.append(what)
            else:
                out.require(what)
        return lazy


def rule(text: str) -> Callable[[Callable[[Any], Iterable[Draft]]], MadeRule]:
    """Turns a method that yields ``must(...)`` into a worded rule of the genre."""
    return lambda make: MadeRule(text, make)


def marks_of(source: Source, model: Genre) -> Mapping[Spot, Mark]:
    """The marks that a rule kind was given: a layer, ``~layer``, or a function of the model."""
    if isinstance(source, AnswerLayer):
        return model.marks[source.name]  # type: ignore[return-value]
    if isinstance(source, Without):
        return ~model.marks[source.layer.name]  # type: ignore[return-value]
    return source(model)


def holding(layer: ValueLayer, value: Any) -> Callable[[Any], Mapping[Spot, Mark]]:
    """The spots of a value layer that hold one value, where a rule kind asks for marks."""

    def marks(model: Genre) -> Mapping[Spot, Mark]:
        terms = model.terms[layer.name]
        return {spot: term.marks.get(value, NEVER) for spot, term in terms.items() if spot is not None}

    return marks
