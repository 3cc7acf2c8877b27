"""Rules: worded, located demands on a grid.

A *local* demand is an expression. A *global* demand (connection, loops, islands) answers one question: which marks of
this perhaps unfinished grid break you, and where? The checker shows the place, the solver forbids the marks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple, Self, TypeAlias, TypeVar, TypeVarTuple, cast

from .board import Board, Spot
from .clauses import AtMost as Counted
from .clauses import Clause, Clauses
from .expr import NEVER, Count, Expr, Known, Mark, Total
from .genre import Genre
from .layers import AnswerLayer, GivenLayer, ValueLayer, Without
from .puzzle import Puzzle, State
from .ticks import ticking
from .variables import Candidates, Marks
from .views import Views
from .wording import AtLeast, AtMost, Text, Wording

T = TypeVar("T")
Clue: TypeAlias = tuple[str, Spot]
"""A given clue: the name of its layer and its spot."""
Source: TypeAlias = AnswerLayer | Without | Callable[[Any], Mapping[Spot, Mark]]
"""Whose marks a rule kind speaks of: a layer, ``~layer``, or a function of the model."""


class Conflict(NamedTuple):
    """A broken place: the spots that show it, and the literals, all true, that the demand alone excludes.

    ``words`` fill in the rule's text, as those of a demand do. ``fault`` names the text that says what is wrong, for a
    rule that has several (see ``Wording``).
    """

    at: tuple[Spot, ...]
    because: list[int]
    words: Mapping[str, Any] = {}
    fault: str = ""


class Blame(NamedTuple):
    """What settled marks have to do with a demand that they break: as in a conflict, without the literals."""

    at: tuple[Spot, ...]
    words: Mapping[str, Any] = {}
    fault: str = ""


class Global:
    """A demand that is not an expression."""

    shows_all = False
    """Whether unit propagation over the clauses of ``encode`` gives every value that the demand excludes by itself."""

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """Where the settled marks break the demand; complete for grids in which every mark is settled."""
        raise NotImplementedError

    def encode(self, out: Clauses) -> None:
        """Clauses that follow from the demand alone and let unit propagation see some of it early; may be none."""

    def told_by_clauses(self) -> Sequence[int]:
        """The literals that the demand speaks of, where the clauses of ``encode`` say all of it; else none."""
        return ()

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Clauses that follow from the demand and exclude this full grid, if it breaks the demand.

        Many of them are best made one by one: the engine looks at the clock between them.
        """
        return [[-lit for lit in conflict.because] for conflict in self.conflicts(known)]

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """Says the demand at greater length, for a search that does not come to an end.

        Is called once for each stage 1, 2, 3 that a search comes to, adds clauses that follow from the demand (and
        from the rules that its encoding relies on), and returns more demands whose cuts the search then asks for.
        """
        del out, stage
        return ()

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """Those of some open literals with which ``conflicts`` may find something, if one of them holds as well.

        It finds nothing without them. Naming too many costs time, naming too few hides conflicts from explanations.
        """
        del known
        return lits

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; conflicts may be missing that are there without one of the settled literals, too."""
        del lit
        return self.conflicts(known)

    def halves(self) -> tuple[Global, Global] | None:
        """For a demand that a number is ``n``: that it is at least, and at most, ``n``; None for others."""
        return None


@dataclass(frozen=True)
class Demand:
    """What a rule demands at one place.

    ``clues``: the clues that it comes from, by layer and spot; None where nobody has told. The engine then takes those
    that were read while the demand was made. ``fault`` names the text that says what is wrong, as in a conflict.
    ``blame``, for an expression, tells which of the settled marks that break it are to blame, and how. ``own`` is a
    wording for this demand instead of the rule's.
    """

    rule: Rule
    what: Expr | Global
    at: tuple[Spot, ...] = ()
    words: Mapping[str, Any] = field(default_factory=dict)
    clues: tuple[Clue, ...] | None = None
    fault: str = ""
    blame: Callable[[Known], Blame] | None = None
    own: Wording | None = None

    @property
    def wording(self) -> Wording:
        """How the demand is told."""
        return self.own or self.rule.wording

    def say(self, board: Board) -> str:
        """The demand in words."""
        return self.wording.law(board, self.at, self.words)

    def halves(self) -> tuple[Demand, ...]:
        """The demand of a number as "at least" and "at most"; others as they are."""
        what, n = self.what, self.words.get("n")
        if n is None:
            return (self,)
        parts = _halves(what)
        if not parts:
            return (self,)
        low = high = n
        if isinstance(what, Count | Total) and not isinstance(n, int):
            low, high = min(what.allowed) + what.sure, max(what.allowed) + what.sure
        ends = zip(parts, (AtLeast(low), AtMost(high)), strict=True)
        return tuple(replace(self, what=part, words={**self.words, "n": end}) for part, end in ends)


def _halves(what: Expr | Global) -> Sequence[Expr | Global]:
    """A number's being at least the least, and at most the greatest, of those that are right; nothing if this does not
    say the same, or one half says nothing."""
    if isinstance(what, Global):
        return what.halves() or ()
    if not isinstance(what, Count | Total):
        return ()
    least, most = what.bounds()
    low, high = min(what.allowed), max(what.allowed)
    if low <= least or high >= most or len(what.allowed) != high - low + 1:
        return ()
    return what.within(low, most), what.within(least, high)


_SETTLED: Known = (0, 1, -1)
"""What is known of a grid without any open mark: of the literals that always hold or never do."""


class Rule:
    """A named, worded requirement.

    ``text`` is a present-tense fact that must hold, with places for names and numbers, or a ``Wording`` that also has
    words for when it does not hold.

    A rule may have an encoding of its own (``encode``, ``narrow``) that is correct only beside other rules: those that
    it relies on (``relying_on``) and those of its ``bundle``. Where one of these is not a rule of the genre, the
    demands are compiled one by one instead.
    """

    def __init__(self, text: Text) -> None:
        self.wording = text if isinstance(text, Wording) else Wording(text)
        self.name = ""
        self.bundle: Bundle | None = None
        self.relied: tuple[Rule, ...] = ()
        self.beside: tuple[Rule, ...] = ()
        self.opposed: tuple[Rule, ...] = ()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def text(self) -> str:
        """The fact that must hold, with places for names and numbers."""
        return self.wording.text

    def relying_on(self, *rules: Rule) -> Self:
        """Says that the rule's own encoding is correct only where these rules are in force; returns the rule."""
        self.relied += rules
        return self

    def read_with(self, *rules: Rule) -> Self:
        """Says that people think the rule through together with these, as the counts of a line with the dominoes in
        it: explanations do the same where demands of these speak of the same spots. Returns the rule."""
        self.beside += rules
        return self

    def added_up_against(self, *rules: Rule) -> Self:
        """Says that people add up the rule's counts and set them against those of each of these, as the stars that
        some areas need against the room that some rows leave: explanations do the same. Returns the rule."""
        self.opposed += rules
        return self

    @property
    def companions(self) -> tuple[Rule, ...]:
        """The rules that people read this one with: those named, and those that it relies on."""
        return (*self.relied, *self.beside)

    def is_supported(self, rules: Collection[Rule]) -> bool:
        """Whether its own encoding may be used in a genre that has these rules."""
        together = self.bundle.rules if self.bundle is not None else ()
        return all(other in rules for rule in (self, *together) for other in (rule, *rule.relied))

    def demands(self, model: Genre) -> Iterator[Demand]:
        """What the rule demands of one puzzle, place by place."""
        raise NotImplementedError

    def say_in_views(self, model: Genre, demand: Demand, views: Views) -> None:
        """Says a demand of the rule by views, if the rule has any: clauses that follow from the demand, and from what
        the views mean, go to ``views.out``."""

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands that settled marks may break, for a rule that finds them faster than by looking at all.

        Those may be missing that are broken only because others are that are among them.
        """
        del known
        return self.demands(model)

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """A faster way to say the same as all demands together.

        Clauses go to ``out``; what they leave open is returned as globals whose cuts say the rest. None: there is none,
        compile the demands one by one.
        """
        del model, out
        return None

    def holds(self, model: Genre) -> bool:
        """Whether the grid keeps the rule that is left when narrowing has settled every value: see
        ``Genre.is_settled``."""
        for demand in self.demands(model):
            what = demand.what
            if not (what.judge(_SETTLED) is True if isinstance(what, Expr) else not any(what.conflicts(_SETTLED))):
                return False
        return True

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out values that the givens exclude at sight."""

    def abstraction(self, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        """A puzzle with fewer values that can be solved instead, if the rule knows one and no other rule objects.

        ``tick`` raises when time is up.
        """
        del puzzle, tick
        return None


class Abstraction(NamedTuple):
    """A puzzle in which one value stands for many of another puzzle's.

    Each of its answers stands for at least one answer of the other puzzle, and each answer of that has just one that
    stands for it. ``concrete`` gives one answer that an answer stands for, and whether it is the only one.
    """

    puzzle: Puzzle
    concrete: Callable[[State], tuple[State, bool]]


Encoding: TypeAlias = Callable[[Genre, Clauses], "list[Global] | None"]
"""What a rule's or a bundle's ``encode`` is."""
R = TypeVarTuple("R")


class Bundle:
    """Rules that are encoded together when all of them are in force; else each is compiled demand by demand."""

    def __init__(self, rules: tuple[Rule, ...], encode: Encoding) -> None:
        self.rules, self.encode = rules, encode


def bundle(rules: tuple[*R], encode: Encoding) -> tuple[*R]:
    """Ties rules together that have one joint encoding, and returns them."""
    several = cast(tuple[Rule, ...], rules)
    together = Bundle(several, encode)
    for one in several:
        one.bundle = together
    return rules


class Implied:
    """Expressions that follow from other rules and help the solver; nothing is checked or told by them."""

    def __init__(self, make: Callable[[Any], Iterable[Expr]], rules: tuple[Rule, ...]) -> None:
        self.make, self.relied = make, rules


def implied(*rules: Rule) -> Callable[[Callable[[Any], Iterable[Expr]]], Implied]:
    """Turns a method that yields expressions into clauses for the solver, used where all of ``rules`` are in force.

    The expressions must follow from these rules: they may not exclude an answer.
    """
    return lambda make: Implied(make, rules)


class Draft(NamedTuple):
    """A demand that does not know its rule yet; the fields are those of ``Demand``."""

    what: Expr | Global
    at: tuple[Spot, ...]
    words: dict[str, Any]
    clues: tuple[Clue, ...] | None = None
    fault: str = ""


Drafts: TypeAlias = Iterator[Draft]
"""What the method of a rule yields."""
Make: TypeAlias = Callable[[Any], Iterable[Draft]]
"""The method of a rule."""


_SAYABLE: Final = (Expr, Global)


def must(
    what: Expr | Global,
    at: Spot | Iterable[Spot] = (),
    /,
    *,
    fault: str = "",
    clues: Iterable[Clue] | None = None,
    **words: Any,
) -> Draft:
    """What a rule demands at some spots; ``words`` fill in its text. ``fault`` and ``clues`` are as in ``Demand``.

    Raises TypeError for True and False, which comparing marks with numbers gives.
    """
    if not isinstance(what, _SAYABLE):
        raise TypeError(f"a rule cannot demand {what!r}: marks are said by themselves, counts and values are compared")
    own = None if clues is None else tuple(clues)
    return Draft(what, (at,) if isinstance(at, Spot) else tuple(at), words, own, fault)


class MadeRule(Rule):
    """A rule whose demands a method of the genre makes."""

    def __init__(self, text: Text, make: Make) -> None:
        super().__init__(text)
        self.make = self.encoded = make

    def encoded_beside(self, *others: Rule) -> Callable[[Make], Make]:
        """For a second method, whose demands the solver gets instead: they say the same where the others are in force.

        The rule then relies on those others (see ``relying_on``).
        """

        def keep(make: Make) -> Make:
            self.encoded = make
            self.relying_on(*others)
            return make

        return keep

    def demands(self, model: Genre) -> Iterator[Demand]:
        for draft in self.make(model):
            yield Demand(self, *draft)

    def encode(self, model: Genre, out: Clauses) -> list[Global]:
        """The demands one by one, without their words."""
        lazy: list[Global] = []
        for what, *_ in self.encoded(model):
            out.tick()
            if isinstance(what, Global):
                what.encode(out)
                lazy.append(what)
            else:
                out.require(what)
        return lazy


class ClueRule(Rule):
    """A rule whose demands a method of the genre makes for one clue after the other.

    They depend on the clue and the board alone. So the models of a board share the clauses, where the answer consists
    of marks on places that the board has.
    """

    def __init__(self, text: Text, layer: GivenLayer, value: Any, make: Callable[[Any, Spot, Any], Drafts]) -> None:
        super().__init__(text)
        self.layer, self.value, self.make = layer, value, make

    def _told(self, model: Genre) -> Iterator[tuple[Spot, Any]]:
        """The clues that the rule is about."""
        given = model.given(self.layer).items()
        return ((at, value) for at, value in ticking(given) if self.value in (None, value))

    def demands(self, model: Genre) -> Iterator[Demand]:
        for at, value in self._told(model):
            for what, spots, words, clues, fault in self.make(model, at, value):
                own = ((self.layer.name, at),) if clues is None else clues
                yield Demand(self, what, spots, words, own, fault)

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        if model.terms or not all(isinstance(one.declared_on(model), str) for one in model.answer_layers.values()):
            return None
        marks = list(model.marks.values())  # the board keeps these, and so does ``kept`` what follows from them
        key = self, *map(id, marks)
        for at, value in self._told(model):
            clauses, counts = marks[0].kept((*key, at, value), partial(self._said, model, at, value))
            out.extend(clauses)
            out.at_most += counts
        return []

    def _said(self, model: Genre, at: Spot, value: Any) -> tuple[list[Clause], list[Counted]]:
        """What one clue demands. Raises TypeError for demands that are no clauses and counts of marks."""
        own = Clauses(model.variables.top, counting=True)
        own.made.clear()
        for what, *_ in self.make(model, at, value):
            if isinstance(what, Global):
                raise TypeError(f"{self.name}: a clue rule cannot make global demands")
            own.require(what)
        if own.late or own.top > model.variables.top:
            raise TypeError(f"{self.name}: a clue rule can only make demands that need no new variables")
        return own.made, own.at_most


def clue_rule(
    layer: GivenLayer, text: Text, value: Any = None
) -> Callable[[Callable[[Any, Spot, Any], Drafts]], ClueRule]:
    """Turns a method that yields ``must(...)`` for the spot and the value of a clue into a worded rule of the genre.

    What it yields must depend on nothing else but the board, and be clauses or counts of marks. With ``value`` the rule
    is about the clues of that value only.
    """
    return lambda make: ClueRule(text, layer, value, make)


def rule(text: Text, fault: str = "") -> Callable[[Make], MadeRule]:
    """Turns a method that yields ``must(...)`` into a worded rule of the genre; ``fault`` as in ``Wording``."""
    wording = Wording(text, fault) if isinstance(text, str) else text
    return lambda make: MadeRule(wording, make)


class Combined(MadeRule):
    """What several rules say together in one thought, as all rectangles that a number may have: demands that follow
    from these rules. Explanations use them besides the rules' own; nothing is checked or solved by them."""

    def __init__(self, text: Text, rules: tuple[Rule, ...], make: Make) -> None:
        super().__init__(text, make)
        self.relying_on(*rules)

    @property
    def companions(self) -> tuple[Rule, ...]:
        """Those named only: what the rules that are combined say is in this one already."""
        return self.beside


def combined(text: Text, *rules: Rule) -> Callable[[Make], Combined]:
    """Turns a method that yields ``must(...)`` into thoughts for explanations, used where all of ``rules`` are in
    force. The demands must follow from these: they may not exclude an answer."""
    return lambda make: Combined(text, rules, make)


def marks_of(source: Source, model: Genre) -> Mapping[Spot, Mark]:
    """The marks that a rule kind was given: a layer, ``~layer``, or a function of the model."""
    if isinstance(source, AnswerLayer):
        return model.marks[source.name]  # type: ignore[return-value]
    if isinstance(source, Without):
        return ~model.marks[source.layer.name]  # type: ignore[return-value]
    return source(model)


def kept_with(marks: Mapping[Spot, Mark], key: Hashable, make: Callable[[], T]) -> T:
    """What follows from marks, the board and a key: computed once per board where its models share the marks."""
    return marks.kept(key, make) if isinstance(marks, Marks) else make()


def holding(layer: ValueLayer, value: Any) -> Callable[[Any], Mapping[Spot, Mark]]:
    """The spots of a value layer that hold one value, where a rule kind asks for marks."""

    def marks(model: Genre) -> Mapping[Spot, Mark]:
        terms = model.terms[layer.name]
        return {spot: term.marks.get(value, NEVER) for spot, term in terms.items() if spot is not None}

    return marks
