"""Declarations of a genre's puzzles: layers, groups and keys; and the marks of layers in a model."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar, overload

from ..board.board import Spot
from ..board.rect import Rect
from ..logic.amounts import Term
from ..logic.expr import NEVER, Mark
from ..logic.ticks import ticking
from .domain import FAR, PRESENT, Depends, Domain, Numbers, OneOf
from .genre_errors import Subject, misuse
from .gestures import Gesture
from .look import SHADE, TEXT, Look
from .puzzle import Model, Puzzle, Value

MarksByLayer = dict[str, dict[Spot, Any]]
"""The values of marks, by layer and spot."""
T = TypeVar("T")
V = TypeVar("V")
_KEPT = 1_200
"""Layers of more marks keep no clauses, which would take a megabyte and save milliseconds."""


class Marks(dict["Spot | None", Mark]):
    """The marks of a layer by spot; beyond the board (``None``) nothing is ever marked.

    The models of one board share them, so they never change.
    """

    _kept: dict[Hashable, Any] | None = None

    def __invert__(self) -> Marks:
        return self.kept("inverse", lambda: Marks({spot: Mark(-mark) for spot, mark in ticking(self.items())}))

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for all models of the board: clauses over these marks, for instance.

        It must follow from the marks, the board and the key, and is never to be changed. Of large boards nothing is
        kept.
        """
        if len(self) > _KEPT:
            return make()
        if self._kept is None:
            self._kept = {}
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._kept[key] = make()
            return made

    @classmethod
    def of(cls, places: Iterable[tuple[Spot, ...]], first: int) -> Marks:
        """The marks of the places, from the literal ``first`` on."""
        marks = cls((spot, Mark(mark)) for mark, place in enumerate(ticking(places), first) for spot in place)
        marks[None] = NEVER
        return marks


class Terms(dict["Spot | None", Term[Any]]):
    """The numbered spots of a layer."""


class Layer(Subject):
    """Where marks of one kind stand, which values they take and how they look.

    ``domain`` tells what a puzzle may give on the layer.
    """

    noun = "layer"

    def __init__(self, on: Any, look: Look, domain: Domain) -> None:
        self.on, self.look, self.domain, self.name = on, look, domain, ""
        self.gesture: Gesture | None = None
        self.closed: Layer | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def declared_on(self, model: Model) -> Any:
        """Where the layer stands in the model's genre: a variant may have declared it anew.

        The rules that it takes over from its base know the base's layers only; so all that they ask of a layer is
        answered by the one of that name.
        """
        return model.layers.get(self.name, self).on

    def places(self, model: Model) -> Iterable[tuple[Spot, ...]]:
        """The layer's places; usually a spot each, more where several spots share one mark."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("places", on), lambda: [(spot,) for spot in ticking(getattr(board, on))])
        found = _returned(on(model), "places")
        return (place if isinstance(place[0], tuple) else (place,) for place in ticking(found))

    def spots(self, model: Model) -> AbstractSet[Spot]:
        """All spots of the layer's places, for looking them up."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("spots", on), lambda: frozenset(getattr(board, on)))
        return {spot for place in self.places(model) for spot in place}


def _returned(found: Any, what: str) -> Any:
    """What a function of the model returns. Raises TypeError for one that has forgotten to."""
    if found is None:
        raise TypeError(f"the function of its {what} returns None; write return before the {what}")
    return found


GivenRole = Literal["clue", "structure"]
"""What a layer of the puzzle, or a key, is for.

``structure`` is what the puzzle is made of: walls, holes, regions, cages, the pieces in play. A ``clue`` informs: where
it is taken away, or replaced by the value that tells nothing, every answer stays an answer.
"""


class GivenLayer(Layer):
    """What the puzzle tells its solver."""

    def __init__(
        self,
        on: Any,
        domain: Domain,
        look: Look,
        role: GivenRole,
        *,
        required: bool = False,
        exhaustive: bool = False,
        usual: Callable[[Rect], Iterable[Spot]] | None = None,
    ) -> None:
        super().__init__(on, look, domain)
        self.role, self.required, self.exhaustive, self.usual = role, required, exhaustive, usual

    def untold(self, model: Model, spot: Spot) -> Value:
        """The value that tells nothing at a spot; ``ABSENT`` if that is to have no mark there."""
        return self.domain.at(model, spot).untold

    @overload
    def __get__(self, model: None, owner: type) -> GivenLayer: ...
    @overload
    def __get__(self, model: Model, owner: type) -> Mapping[Spot, Value]: ...
    def __get__(self, model: Model | None, owner: type) -> GivenLayer | Mapping[Spot, Value]:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.given(self)  # from now on the model itself answers
        return found



VERBS = {"is": "are", "holds": "hold", "has": "have", "belongs": "belong", "lies": "lie"}


_THERE_OR_NOT = OneOf((True, False), "a mark (True), or False for none")


class AnswerLayer(Layer):
    """Marks that the solver sets or leaves away. ``~layer`` speaks of the spots without a mark."""

    def __init__(self, on: Any, look: Look, words: tuple[str, str] = ("marked", "unmarked"), verb: str = "is") -> None:
        super().__init__(on, look, _THERE_OR_NOT)
        self.words, self.verb = words, verb

    def word(self, value: Value) -> str:
        """What a spot is called that is marked, or (for False) is left without a mark."""
        return self.words[value is False]

    def say(self, value: Value, holds: bool = True, *, several: bool = False, puzzle: Puzzle | None = None) -> str:
        """The predicate of a sentence about a spot (or several): ``is sea``, ``hold no lamp``."""
        del puzzle
        verb, word = self.verb, self.words[(value is False) == holds]
        return f"{VERBS[verb]} {_plural(verb, word)}" if several else f"{verb} {word}"

    @overload
    def __get__(self, model: None, owner: type) -> AnswerLayer: ...
    @overload
    def __get__(self, model: Model, owner: type) -> Marks: ...
    def __get__(self, model: Model | None, owner: type) -> AnswerLayer | Marks:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.marks[self.name]
        return found

    def __invert__(self) -> Without:
        return Without(self)


def predicate(verb: str, word: str, holds: bool, *, several: bool) -> str:
    """What is said of a spot, or of several: ``is 5``, ``are not 5``, ``do not hold a star``."""
    if holds:
        return f"{VERBS[verb]} {_plural(verb, word)}" if several else f"{verb} {word}"
    if verb == "is":
        preposition, _, lacking = word.partition(" ")
        if preposition == "without":
            return f"{'have' if several else 'has'} {lacking}"
        return f"{'are' if several else 'is'} not {word}"
    return f"{'do' if several else 'does'} not {VERBS[verb]} {word}"


def _plural(verb: str, word: str) -> str:
    """What several spots are, each of which is ``word``: ``walls`` for "a wall", ``no walls`` for "no wall"."""
    article, _, noun = word.partition(" ")
    if verb != "is" or not noun or article not in ("a", "an", "no"):
        return word
    return f"no {noun}s" if article == "no" else f"{noun}s"


@dataclass(frozen=True)
class Without:
    """The spots that a layer leaves unmarked, where a rule kind asks for marks."""

    layer: AnswerLayer



def _values_of(domain: Domain, model: Model | None = None) -> Sequence[Value]:
    """All values of a domain, for a layer that the solver fills in."""
    settled = domain if model is None else domain.at(model)
    if isinstance(settled, Numbers) and settled.most != FAR:
        return settled.span
    values = settled.values()
    if values is None:
        raise misuse(f"an answer needs few values to choose from, not {settled.words(plural=True)}; give both bounds")
    return values


class ValueLayer(Layer):
    """Spots of which each holds one of several values in the answer."""

    def __init__(
        self,
        on: Any,
        values: Any,
        look: Look,
        domain: Domain | None = None,
        words: Mapping[Value, str] | None = None,
        verb: str = "is",
    ) -> None:
        self.varying_domain: Domain | None = None
        """The domain of the values, if they are told by one that depends on the puzzle."""
        if isinstance(values, Domain):
            domain = domain or values
            if values.varying:
                self.varying_domain, values = values, partial(_values_of, values)
            else:
                values = _values_of(values)
        super().__init__(on, look, domain or OneOf(values))
        self._values, self.words, self.verb = values, words or {}, verb

    def word(self, value: Value, puzzle: Puzzle | None = None) -> str:
        """What a value is called: in a puzzle that has characters of its own for the numbers, by its character."""
        symbols = puzzle.keys.get(self.look.key) if puzzle is not None and self.look.kind == "text" else None
        if symbols and isinstance(value, int) and 0 < value <= len(symbols):
            return str(symbols[value - 1])
        return self.words.get(value, str(value))

    def say(self, value: Value, holds: bool = True, *, several: bool = False, puzzle: Puzzle | None = None) -> str:
        """The predicate of a sentence about a spot (or several) that holds a value or not: ``is 5``, ``are not 5``."""
        return predicate(self.verb, self.word(value, puzzle), holds, several=several)

    @property
    def declared_values(self) -> Any:
        """The values, or the function of the model that gives them."""
        return self._values

    def declared_in(self, model: Model) -> ValueLayer:
        """The layer as the model's genre declares it (see ``declared_on``)."""
        own = model.layers.get(self.name, self)
        return own if isinstance(own, ValueLayer) else self

    def values(self, model: Model) -> Sequence[Value]:
        """The values that a spot may hold in the model's genre."""
        return self.declared_in(model).own_values(model)

    def own_values(self, model: Model) -> Sequence[Value]:
        """The values by this declaration, even if the model's genre declares the layer anew."""
        return tuple(_returned(self._values(model), "values") if callable(self._values) else self._values)

    @overload
    def __get__(self, model: None, owner: type) -> ValueLayer: ...
    @overload
    def __get__(self, model: Model, owner: type) -> Terms: ...
    def __get__(self, model: Model | None, owner: type) -> ValueLayer | Terms:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.terms[self.name]
        return found


def Given(
    on: Any,
    domain: Domain = PRESENT,
    *,
    role: GivenRole = "clue",
    look: Look = TEXT,
    required: bool = False,
    exhaustive: bool = False,
    usual: Callable[[Rect], Iterable[Spot]] | None = None,
) -> GivenLayer:
    """A layer of what the puzzle tells.

    ``on``: cells, links, edges, corners, middles, sides, line_sides, or a function of the model that gives spots;
    ``domain``: what may stand there; without it just a mark. ``role``: see ``GivenRole``. ``required``: a puzzle
    without any mark on the layer makes no sense. ``exhaustive``: all clues are given, so that a spot without one
    informs as well. ``usual``: a function of the board that gives the marks of a puzzle whose author does not mention
    the layer, such as the boxes of a sudoku.
    """
    return GivenLayer(on, domain, look, role, required=required, exhaustive=exhaustive, usual=usual)


class Group:
    """Another way to tell borders and the clues of what they enclose: ``cages=[(10, "r1c1 r1c2"), ...]``.

    ``walls`` are the borders around the groups. Each group has up to one value for each of ``clues``, on its first
    cell. Cells in no group are marked on ``outside``; without it every cell must be in a group.
    """

    def __init__(
        self, name: str, walls: GivenLayer, clues: tuple[GivenLayer, ...] = (), outside: GivenLayer | None = None
    ) -> None:
        self.name, self.walls, self.clues, self.outside = name, walls, clues, outside


@overload
def Answer(
    on: Any,
    *,
    look: Look = ...,
    words: tuple[str, str] = ...,
    verb: str = ...,
    gesture: Gesture | None = ...,
    closed: Layer | None = ...,
) -> AnswerLayer: ...
@overload
def Answer(
    on: Any,
    values: Any,
    *,
    look: Look = ...,
    given: Domain | None = ...,
    words: Mapping[Value, str] = ...,
    verb: str = ...,
    gesture: Gesture | None = ...,
) -> ValueLayer: ...
def Answer(
    on: Any,
    values: Any = None,
    *,
    look: Look | None = None,
    given: Domain | None = None,
    words: Any = None,
    verb: str = "is",
    gesture: Gesture | None = None,
    closed: Layer | None = None,
) -> AnswerLayer | ValueLayer:
    """A layer that the solver fills in: with marks, or (``values``) with one of several values on each spot.

    ``on`` may also be a function of the model that gives spots, or tuples of spots which share one mark. ``values`` may
    be a sequence, a function of the model, or a domain that is the same for all spots, such as ``Numbers(1, SIDE)``.
    Marks of the answer may be given in advance: any of the values, or (where these depend on what is given) the values
    of the domain ``given``.

    ``words`` are for people: what a spot is with the mark and without it, ``("sea", "land")``, or for values how each
    is called, where that is not the value itself. ``verb`` (``is``, ``holds`` or ``has``) comes before them in a
    sentence: "r1c1 is sea", "r1c1 holds a lamp".

    For those who play on a screen: ``gesture`` is what a stroke sets besides single marks, and cells with a mark of the
    layer ``closed`` take none of this one.
    """
    made: AnswerLayer | ValueLayer
    if values is None:
        made = AnswerLayer(on, look or SHADE, words or ("marked", "unmarked"), verb)
    else:
        made = ValueLayer(on, values, look or TEXT, given, words, verb)
    made.gesture, made.closed = gesture, closed
    return made


class Key(Depends[V], Subject):
    """A value that concerns the whole puzzle (``self.mines``). It may be a bound of a domain."""

    noun = "key"

    def __init__(
        self, default: V, domain: Domain, *, role: GivenRole = "structure", look: Look = TEXT, title: str = ""
    ) -> None:
        """``default`` holds for puzzles that do not tell the key, ``domain`` says what they may tell. ``role``: see
        ``GivenRole``. ``look`` tells how the value is shown below the board, ``title`` what it is called there, if not
        by its name."""
        self.default, self.domain, self.role, self.look, self.title = default, domain, role, look, title
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, model: None, owner: type) -> Key[V]: ...
    @overload
    def __get__(self, model: Model, owner: type) -> V: ...
    def __get__(self, model: Model | None, owner: type) -> Key[V] | V:
        if model is None:
            return self
        found = model.__dict__[self.name] = self.value(model, None)
        return found

    def value(self, model: Model, spot: Spot | None) -> V:
        """What the model's puzzle tells, or else the default, which a variant of the genre may have declared anew."""
        del spot
        told: V = model.puzzle.keys.get(self.name, model.keys.get(self.name, self).default)
        return told
