"""Rules: worded, located demands on a grid.

A *local* demand is an expression. A *global* demand, such as connection or a single loop, finds conflicts in a grid,
which may be partial: the checker shows their places, and the solver excludes their marks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import FunctionType
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeAlias, TypeVarTuple, cast

from ..board.board import Board, Spot
from ..logic.clauses import Clause, ClausePart, Clauses
from ..logic.expr import Count, Expr, Known, Total, refusal
from ..logic.ticks import ticking
from .genre_errors import Subject, in_short, misuse
from .layers import GivenLayer, Layer, ValueLayer
from .puzzle import Model, State
from .variables import Candidates, Views
from .wording import AtLeast, AtMost, RuleText, Wording, listed

Clue: TypeAlias = tuple[str, Spot]
"""A given clue: the name of its layer and its spot."""
Origin: TypeAlias = Spot | Clue
"""A clue that a demand comes from; a spot means the clue there, if the rule reads only one layer of clues."""
Reads: TypeAlias = GivenLayer | Iterable[GivenLayer]
"""The layers that a rule reads."""


# -- demands -----------------------------------------------------------------------------------------------------------


class Conflict(NamedTuple):
    """A violation: the spots that show it, and literals, all true, that the demand alone excludes.

    ``words`` fill in the rule's text, like those of a demand. ``fault`` names the text that says what is wrong, if the
    rule has several (see ``Wording``).
    """

    at: tuple[Spot, ...]
    because: list[int]
    words: Mapping[str, Any] = {}
    fault: str = ""


class Blame(NamedTuple):
    """What settled marks that violate a demand have to do with it: a conflict without literals."""

    at: tuple[Spot, ...]
    words: Mapping[str, Any] = {}
    fault: str = ""


class Global(Subject):
    """A demand that is not an expression."""

    noun = "rule"
    effort = 0.0
    """How much harder it is to see than other demands; a further demand costs about 1."""

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """Where the settled marks violate the demand. If every mark is settled, all conflicts are found."""
        raise NotImplementedError

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; may omit conflicts that do not depend on the settled literal ``lit``."""
        del lit
        return self.conflicts(known)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """The open literals among ``lits`` that may cause a conflict if they hold.

        Called if there is no conflict yet. Extra literals cost time; missing ones hide conflicts from explanations.
        """
        del known
        return lits

    def encode(self, out: Clauses) -> None:
        """Adds clauses that follow from the demand alone, if any, so that unit propagation finds some of it early."""

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Clauses that follow from the demand and exclude this full grid, if it violates the demand.

        If there may be many, return an iterator: the engine checks the clock between them.
        """
        return [[-lit for lit in conflict.because] for conflict in self.conflicts(known)]


class Staged(Global):
    """A global demand with additional clauses for long searches."""

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """Adds clauses that follow from the demand and the rules that its encoding requires.

        Called once for each stage 1, 2, 3 that a search reaches. Returns further demands whose cuts the search needs
        from then on.
        """
        raise NotImplementedError


class Compound(Global):
    """A global demand that ``encode`` expresses completely, so that it needs no cuts."""

    is_propagated = False
    """Whether unit propagation over the clauses finds every value that the demand alone excludes."""
    known_matters = False
    """Whether techniques differ in the known marks that they use: marked ones, unmarked ones, both or none."""

    def literals(self) -> Sequence[int]:
        """The literals that the demand is about."""
        raise NotImplementedError

    def cuts(self, known: Known) -> Iterable[Clause]:
        """None, because the clauses suffice."""
        del known
        return ()

    def halves(self) -> tuple[Compound, Compound] | None:
        """For the demand that a number is ``n``: that it is at least ``n``, and that it is at most ``n``; else None."""
        return None


@dataclass(frozen=True)
class Demand(Subject):
    """What a rule demands at one place.

    ``clues`` are those that it comes from: if one of them is removed, the demand goes with it. ``fault`` is as in a
    conflict. ``blame``, for an expression, says which of the settled marks that violate it are to blame, and how.
    ``own`` is a wording of this demand that replaces the rule's. ``in_views`` restates the demand by views: it adds
    clauses to ``views.out`` that follow from the demand and the definitions of the views.
    """

    noun = "demand"
    rule: Rule
    what: Expr | Global
    at: tuple[Spot, ...] = ()
    words: Mapping[str, Any] = field(default_factory=dict)
    clues: tuple[Clue, ...] = ()
    fault: str = ""
    blame: Callable[[Known], Blame] | None = None
    own: Wording | None = None
    in_views: Callable[[Demand, Views], None] | None = None

    @property
    def wording(self) -> Wording:
        """The wording of the demand."""
        return self.own.of(self.rule.wording.home) if self.own else self.rule.wording

    @property
    def known_matters(self) -> bool:
        """Whether techniques differ in the known marks that they use."""
        return isinstance(self.what, Compound) and self.what.known_matters

    def say(self, board: Board) -> str:
        """The demand in words."""
        return self.wording.law(board, self.at, self.words)

    def halves(self) -> tuple[Demand, ...]:
        """The demand for an exact number as "at least" and "at most"; other demands as they are."""
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
    """The demand for an exact number as "at least" and "at most"; nothing if these are not equivalent to it, or if one
    of them always holds."""
    if isinstance(what, Compound):
        return what.halves() or ()
    if not isinstance(what, Count | Total):
        return ()
    least, most = what.bounds()
    low, high = min(what.allowed), max(what.allowed)
    if low <= least or high >= most or len(what.allowed) != high - low + 1:
        return ()
    return what.within(low, most), what.within(least, high)


# -- rules -------------------------------------------------------------------------------------------------------------

_SETTLED: Known = (0, 1, -1)
"""The assignment of a grid without variables: only the constant literals."""


class Rule(Subject):
    """A named, worded requirement.

    ``text`` is a fact in the present tense that must hold, with placeholders, or a ``Wording`` that also has texts for
    violations.

    A rule may have its own encoding (``encode``, ``narrow``) that is correct only if other rules are in force: those
    that it ``requires`` and those of its ``bundle``. In a genre without one of these, the demands are compiled one by
    one instead.

    ``reads`` are the layers that the demands depend on. If none of them is a layer of clues, the demands do not depend
    on clues.
    """

    noun = "rule"

    def __init__(self, text: RuleText, reads: Reads = ()) -> None:
        self.wording = text if isinstance(text, Wording) else Wording(text)
        self.reads = (reads,) if isinstance(reads, GivenLayer) else tuple(reads)
        self.name = ""
        self.bundle: Bundle | None = None
        self.required: tuple[Rule, ...] = ()
        self.considered: tuple[Rule, ...] = ()
        self.counted_against: tuple[Rule, ...] = ()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.wording = name, self.wording.of(owner.__module__)

    def __call__(self, *_args: object, **_more: object) -> NoReturn:
        """Raises GenreError: in a class body, a rule with the name of its kind hides the kind."""
        raise misuse("a rule above has the name of the rule kind that is called here, and hides it; rename that rule")

    @property
    def text(self) -> str:
        """The fact that must hold, with placeholders."""
        return self.wording.text

    @property
    def wordings(self) -> Iterable[Wording]:
        """Its wording, and those that some of its demands have instead."""
        return (self.wording,)

    def requires(self, *rules: Rule) -> Self:
        """Declares that the rule's own encoding is correct only if these rules are in force. Returns the rule."""
        self.required += _only_rules(rules)
        return self

    def considered_with(self, *rules: Rule, counting: bool = False) -> Self:
        """Declares that people consider this rule together with others, as explanations then do. Returns the rule.

        Demands on the same spots are considered together, such as the count of a line and the dominoes in it. If
        ``counting``, sums of this rule's counts are compared with sums of the others': the stars that several areas
        need with the stars that several rows can take.
        """
        if counting:
            self.counted_against += _only_rules(rules)
        else:
            self.considered += _only_rules(rules)
        return self

    @property
    def companions(self) -> tuple[Rule, ...]:
        """The rules that people consider together with this one, including those that it requires."""
        return (*self.required, *self.considered)

    def is_supported(self, rules: Collection[Rule]) -> bool:
        """Whether the rule's own encoding may be used in a genre with these rules."""
        together = self.bundle.rules if self.bundle is not None else ()
        return all(other in rules for rule in (self, *together) for other in (rule, *rule.required))

    def mistakes(self, genre: type[Model]) -> Iterator[str]:
        """What is wrong with the rule's declaration in a genre."""
        del genre
        return iter(())

    def demands(self, model: Model) -> Iterator[Demand]:
        """What the rule demands of one puzzle, place by place."""
        raise NotImplementedError

    @cached_property
    def clue_layers(self) -> tuple[str, ...]:
        """The names of the layers of clues that the rule reads."""
        return tuple([layer.name for layer in self.reads if layer.role == "clue"])

    def clues_at(self, *origins: Origin) -> tuple[Clue, ...]:
        """The clues that a demand comes from; none if the rule reads only structure.

        Raises TypeError for a layer that the rule does not read, and for a spot if it reads several layers or none.
        """
        layers = self.clue_layers
        if not layers and self.reads:
            return ()
        clues: list[Clue] = []
        for clue in origins:
            if isinstance(clue, Spot) and len(layers) == 1:
                clues.append((layers[0], clue))
            elif not isinstance(clue, Spot | str) and clue[0] in layers:
                clues.append(clue)
            else:
                raise TypeError(
                    f"rule {self.name!r} names the clue {clue!r} and reads {listed(layers) or 'no layer of clues'}: "
                    "write reads=layer and clues=at; if a rule reads several layers, clues=[(layer's name, at)]"
                )
        return tuple(clues)

    def laid(self, model: Model, state: State) -> Iterable[str]:
        """The pieces on the board from a set that is listed below it, by name. The page ticks them off."""
        del model, state
        return ()

    def suspects(self, model: Model, known: Known) -> Iterator[Demand]:
        """The demands that settled marks may violate, if the rule can find them faster than by checking all.

        May omit demands that are violated only because another reported demand is.
        """
        del known
        return self.demands(model)

    def encode(self, model: Model, out: Clauses) -> list[Global] | None:
        """Encodes all demands together, faster than one by one.

        Adds clauses to ``out`` and returns global demands whose cuts enforce the rest. None if there is no such
        encoding for this puzzle.
        """
        del model, out
        return None

    def readings(self, model: Model, out: Clauses) -> Mapping[tuple[Spot, Any], int] | None:
        """For each place and value of a clue, a literal that holds iff the demands of that clue do.

        For rules that read one layer of clues. One solver can then ask about any clues without new clauses. None if the
        rule cannot do this; it may assume the same rules as ``encode``.
        """
        del model, out
        return None

    def encode_demand(self, demand: Demand, model: Model, out: Clauses) -> bool:
        """Encodes one of the rule's demands by itself, and returns whether it did; otherwise its expression is encoded.

        It may assume the same rules as ``encode``.
        """
        del demand, model, out
        return False

    def holds(self, model: Model) -> bool:
        """Whether the only grid left obeys the rule, if narrowing has settled every value (see
        ``Variables.is_settled``)."""
        for demand in self.demands(model):
            what = demand.what
            if not (what.judge(_SETTLED) is True if isinstance(what, Expr) else not any(what.conflicts(_SETTLED))):
                return False
        return True

    def narrow(self, model: Model, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out candidates that the givens exclude at once."""


def _only_rules(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The same rules. Raises GenreError for anything else."""
    for one in rules:
        if not isinstance(one, Rule):
            raise misuse(f"{in_short(one)} is not a rule; pass the rule itself, without quotes")
    return rules


Encoding: TypeAlias = Callable[[Model, Clauses], "list[Global] | None"]
"""The ``encode`` of a rule or bundle."""
R = TypeVarTuple("R")


class Bundle:
    """Rules with a joint encoding; if not all of them are in force, each is compiled demand by demand."""

    def __init__(self, rules: tuple[Rule, ...], encode: Encoding) -> None:
        self.rules, self.encode = rules, encode


def bundle(rules: tuple[*R], encode: Encoding) -> tuple[*R]:
    """Gives rules a joint encoding, and returns them."""
    several = cast(tuple[Rule, ...], rules)
    together = Bundle(several, encode)
    for one in several:
        one.bundle = together
    return rules


# -- rules whose demands a method of the genre yields ------------------------------------------------------------------


class DemandParts(NamedTuple):
    """A demand without its rule; the fields are those of ``Demand``."""

    what: Expr | Global
    at: tuple[Spot, ...]
    words: dict[str, Any]
    clues: tuple[Origin, ...] = ()
    fault: str = ""


Demands: TypeAlias = Iterator[DemandParts]
"""The result of a rule's method."""
RuleMethod: TypeAlias = Callable[[Any], Iterable[DemandParts]]
"""The method of a rule."""
_DEMANDABLE: Final = (Expr, Global)


def must(
    what: Expr | Global,
    at: Spot | Iterable[Spot] = (),
    /,
    *,
    fault: str = "",
    clues: Spot | Iterable[Origin] = (),
    **words: Any,
) -> DemandParts:
    """What a rule demands at some spots; ``words`` fill in its text. ``fault`` is as in ``Demand``.

    ``clues`` are those that the demand comes from: one spot, several, or a whole layer of clues. Raises TypeError
    unless ``what`` is an expression or a global demand; comparing a mark with 1, for example, gives False.
    """
    if not isinstance(what, _DEMANDABLE):
        raise refusal(what)
    origins = (clues,) if isinstance(clues, Spot) else tuple(clues)
    return DemandParts(what, (at,) if isinstance(at, Spot) else tuple(at), words, origins, fault)


def _not_demanded(found: object) -> TypeError:
    return TypeError(f"its method yields {in_short(found)}; write yield must(..., at) for each demand")


class MadeRule(Rule):
    """A rule whose demands come from a method of the genre."""

    def __init__(self, text: RuleText, make: RuleMethod, reads: Reads = ()) -> None:
        super().__init__(text, reads)
        self.make = self.encoded = make

    def encoding(self, *, requires: Iterable[Rule]) -> Callable[[RuleMethod], RuleMethod]:
        """Decorates a second method, whose demands the solver uses instead of the rule's.

        Both must be equivalent if the rules in ``requires`` are in force.
        """

        def keep(make: RuleMethod) -> RuleMethod:
            self.encoded = make
            self.requires(*requires)
            return make

        return keep

    def demands(self, model: Model) -> Iterator[Demand]:
        for parts in self.make(model):
            if type(parts) is not DemandParts:
                raise _not_demanded(parts)
            what, at, words, origins, fault = parts
            yield Demand(self, what, at, words, self.clues_at(*origins) if origins else (), fault)

    def encode(self, model: Model, out: Clauses) -> list[Global]:
        """The demands one by one, without their words."""
        lazy: list[Global] = []
        for parts in self.encoded(model):
            if type(parts) is not DemandParts:
                raise _not_demanded(parts)
            what = parts.what
            out.tick()
            if isinstance(what, Global):
                what.encode(out)
                lazy.append(what)
            else:
                out.require(what)
        return lazy


class ClueRule(Rule):
    """A rule whose demands come from a method of the genre that is called for each clue.

    They depend only on the clue and the board. So all models of a board share the clauses, if the answer layers are
    layers of marks on places of the board, and the demands need no further variables.
    """

    def __init__(
        self, text: RuleText, layer: GivenLayer, value: Any, make: Callable[[Any, Spot, Any], Demands]
    ) -> None:
        super().__init__(text, layer)
        self.layer, self.value, self.make = layer, value, make

    def _clues(self, model: Model) -> Iterator[tuple[Spot, Any]]:
        """The clues that the rule is about."""
        given = model.given(self.layer).items()
        return ((at, value) for at, value in ticking(given) if self.value in (None, value))

    def demands(self, model: Model) -> Iterator[Demand]:
        for at, value in self._clues(model):
            clues = self.clues_at(at)
            for parts in self.make(model, at, value):
                if type(parts) is not DemandParts:
                    raise _not_demanded(parts)
                what, spots, words, _, fault = parts
                yield Demand(self, what, spots, words, clues, fault)

    def encode(self, model: Model, out: Clauses) -> list[Global] | None:
        if model.terms or not all(isinstance(one.declared_on(model), str) for one in model.answer_layers.values()):
            return None
        marks = list(model.marks.values())  # the board caches these, and ``kept`` what follows from them
        kept = marks[0].kept((self, *map(id, marks)), dict[tuple[Spot, Any], ClausePart | None])
        for at, value in self._clues(model):
            part = kept.get((at, value))
            if part is not None:
                out.add_part(part)
                continue
            extent = out.extent
            for parts in self.make(model, at, value):
                if type(parts) is not DemandParts:
                    raise _not_demanded(parts)
                if isinstance(parts.what, Global):
                    return None
                out.require(parts.what)
            kept[at, value] = out.part_since(extent)
        return []


def clue_rule(
    layer: GivenLayer, text: RuleText, value: Any = None
) -> Callable[[Callable[[Any, Spot, Any], Demands]], ClueRule]:
    """Turns a method that yields ``must(...)`` for the spot and the value of a clue into a rule of the genre.

    Its demands must depend only on the clue and the board. With ``value`` the rule is only about clues with this value.
    """
    if not isinstance(layer, Layer):
        raise misuse(f"clue_rule needs the layer of its clues first, not {in_short(layer)}; write "
                     f"@clue_rule({layer if isinstance(layer, str) and layer.isidentifier() else 'number'}, \"...\"), "
                     "the layer without quotes")
    _check_is_text(text, '@clue_rule(layer, "the fact that must hold")')
    return lambda make: ClueRule(text, layer, value, make)


def rule(text: RuleText, fault: str = "", *, reads: Reads = ()) -> Callable[[RuleMethod], MadeRule]:
    """Turns a method that yields ``must(...)`` into a rule of the genre; ``fault`` is as in ``Wording``.

    ``reads`` are the layers of clues that the demands depend on; each demand names its clues by ``clues=...``. Any rule
    may read structure.
    """
    _check_is_text(text, '@rule("the fact that must hold")')
    wording = Wording(text, fault) if isinstance(text, str) else text
    return lambda make: MadeRule(wording, make, reads)


def _check_is_text(text: object, usage: str) -> None:
    """Raises GenreError for a decorator without its text."""
    if isinstance(text, FunctionType):
        raise misuse(f"rule {text.__name__!r}: the decorator lacks its text; write {usage}")
    if not isinstance(text, str | Wording):
        raise misuse(f"the text of a rule is {in_short(text)}; write {usage}")


class Lemma(MadeRule):
    """Demands that follow from several rules, such as all rectangles that a number can have.

    Only explanations use them; the checker and the solver do not.
    """

    def __init__(self, text: RuleText, rules: tuple[Rule, ...], make: RuleMethod, reads: Reads = ()) -> None:
        super().__init__(text, make, reads)
        self.requires(*rules)

    @property
    def companions(self) -> tuple[Rule, ...]:
        """Without the rules that the lemma follows from, because it includes them."""
        return self.considered

    def mistakes(self, genre: type[Model]) -> Iterator[str]:
        """A lemma without a text for the fault: hints would state the fact where they mean that it fails."""
        del genre
        if not any(self.wording.faults.values()):
            yield f"a lemma needs a text for the fault; write @lemma(Wording({self.text!r}, \"what is wrong\"), ...)"


def lemma(text: RuleText, *rules: Rule, reads: Reads = ()) -> Callable[[RuleMethod], Lemma]:
    """Turns a method that yields ``must(...)`` into a lemma, used if all of ``rules`` are in force.

    The demands must follow from these rules: they may not exclude an answer. ``text`` needs a fault; ``reads`` is as in
    ``rule``.
    """
    _check_is_text(text, '@lemma(Wording("the fact that follows", "what is wrong if not"), *rules)')
    return lambda make: Lemma(text, rules, make, reads)
