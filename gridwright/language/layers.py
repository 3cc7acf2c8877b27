"""Declarations of a genre's puzzles: layers, groups and keys; their marks, also as arguments of rule kinds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from itertools import count, product
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar, overload

from ..board.board import Spot
from ..board.rect import Rect
from ..logic.amounts import Term
from ..logic.expr import NEVER, Mark, marks_from
from ..logic.ticks import ticking
from .descriptions import domain_words, place_words
from .domain import FAR, PRESENT, Depends, Domain, Numbers, OneOf
from .genre_errors import Subject, in_short, misuse
from .gestures import Gesture
from .look import SHADE, TEXT, Look
from .puzzle import Model, Puzzle, Value
from .wording import listed, worded

MarksByLayer = dict[str, dict[Spot, Any]]
"""Values by layer and spot."""
T = TypeVar("T")
V = TypeVar("V")
D = TypeVar("D")
KEPT = 1_200
"""Layers with more marks have no cache, which would take a megabyte and save milliseconds."""


class Marks(dict["Spot | None", Mark]):
    """The marks of a layer by spot; the spot ``None``, beyond the board, is never marked.

    All models of a board share them, so they must not be changed.
    """

    _kept: dict[Hashable, Any] | None = None

    def __invert__(self) -> Marks:
        return self.kept("inverse", lambda: Marks({spot: Mark(-mark) for spot, mark in ticking(self.items())}))

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``make``, computed once for all models of the board: clauses over these marks, for instance.

        It must depend on the marks, the board and the key only, and must not be changed. Large boards have no cache.
        """
        if len(self) > KEPT:
            return make()
        if self._kept is None:
            self._kept = {}
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._kept[key] = make()
            return made

    @classmethod
    def of(cls, places: Sequence[tuple[Spot, ...]], first: int) -> Marks:
        """The marks of places, with literals from ``first`` on."""
        known = marks_from(first, len(places))
        marks = cls({spot: mark for mark, place in zip(known, ticking(places), strict=True) for spot in place})
        marks[None] = NEVER
        return marks


class Terms(dict["Spot | None", Term[Any]]):
    """The terms of a layer of values by spot.

    If every value is open, the models of a small board share them, so they must not be changed.
    """

    kept: dict[Hashable, Any] | None = None
    """What follows from shared terms."""

    @classmethod
    def of(cls, places: Sequence[tuple[Spot, ...]], values: Sequence[Value], first: int) -> Terms:
        """The terms of places where every value is open, with literals from ``first`` on, to be shared."""
        terms = cls()
        for place, start in zip(places, count(first, len(values)), strict=False):
            terms.update(dict.fromkeys(place, Term(dict(zip(values, marks_from(start, len(values)), strict=True)))))
        terms.kept = {}
        return terms


class _Declared(Subject, Generic[D]):
    """A declaration in the body of a genre's class. An attribute of its name gives a model its marks or value."""

    name: str
    home = ""
    """The module of the class, whose catalogue translates words."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.home = name, owner.__module__

    def read(self, model: Model) -> D:
        """The marks or the value in a model."""
        raise NotImplementedError

    @overload
    def __get__(self, model: None, owner: type) -> Self: ...
    @overload
    def __get__(self, model: Model, owner: type) -> D: ...
    def __get__(self, model: Model | None, owner: type) -> Self | D:
        if model is None:
            return self
        found = model.__dict__[self.name] = self.read(model)  # later accesses find it in the model itself
        return found


class Layer(Subject):
    """Where marks of one kind may be, which values they may have, and how they look.

    ``domain`` contains the values that a puzzle may give on the layer.
    """

    noun = "layer"
    home = ""

    def __init__(self, on: Any, look: Look, domain: Domain) -> None:
        self.on, self.look, self.domain, self.name = on, look, domain, ""
        self.gesture: Gesture | None = None
        self.closed: Layer | None = None

    def __repr__(self) -> str:
        return f"<layer {self.name}: {'; '.join(self.description())}>"

    def description(self) -> tuple[str, str]:
        """Where marks of the layer may be, and the values that a puzzle may give there."""
        return place_words(self.on) + ", given in advance", domain_words(self.domain)

    @property
    def label(self) -> str:
        """The name of the layer, as players read it."""
        return worded(self.name.replace("_", " "), self.home)

    def declared_on(self, model: Model) -> Any:
        """The places as the model's genre declares them: a variant may redeclare the layer.

        The rules that a variant inherits know the layers of the base, so the layer of that name answers for them.
        """
        return model.layers.get(self.name, self).on

    def places(self, model: Model) -> Iterable[tuple[Spot, ...]]:
        """The layer's places: tuples of the spots that share a mark, usually one."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("places", on), lambda: list(zip(ticking(getattr(board, on)), strict=True)))
        found = _returned(on(model), "places")
        return (place if isinstance(place[0], tuple) else (place,) for place in ticking(found))

    def spots(self, model: Model) -> AbstractSet[Spot]:
        """All spots of the layer's places."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("spots", on), lambda: frozenset(getattr(board, on)))
        return {spot for place in self.places(model) for spot in place}


def _returned(found: Any, what: str) -> Any:
    """The result of a function of the model. Raises TypeError if it is None."""
    if found is None:
        raise TypeError(f"the function of its {what} returns None; write return before the {what}")
    return found


GivenRole = Literal["clue", "structure"]
"""The role of a layer of givens, or of a key.

``structure`` is what the puzzle is made of: walls, holes, regions, cages, the pieces in play. A ``clue`` informs: if it
is removed, or replaced by the value that carries no information, every answer remains an answer.
"""


class GivenLayer(Layer, _Declared[Mapping[Spot, Value]]):
    """A layer of givens."""

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

    def unknown(self, model: Model, spot: Spot) -> Value:
        """The value that carries no information at a spot; ``ABSENT`` if that is no mark."""
        return self.domain.at(model, spot).unknown

    def read(self, model: Model) -> Mapping[Spot, Value]:
        return model.given(self)

    def description(self) -> tuple[str, str]:
        return place_words(self.on), domain_words(self.domain)


VERBS = {"is": "are", "holds": "hold", "has": "have", "belongs": "belong", "lies": "lie"}
_THERE_OR_NOT = OneOf((True, False), "a mark (True), or False for none")


class AnswerLayer(Layer, _Declared[Marks]):
    """A layer of marks of the answer, present or absent. ``~layer`` means the spots without a mark."""

    def __init__(
        self, on: Any, look: Look, words: tuple[str, str] = ("marked", "unmarked"), verb: str = "is", area: str = ""
    ) -> None:
        super().__init__(on, look, _THERE_OR_NOT)
        self.words, self.verb, self.area = words, verb, area

    @property
    def texts(self) -> Iterator[str]:
        """The words, and the predicates with them."""
        if self.area:
            yield _plural("is", self.words[0])
            yield from (predicate("is", self.area, several=several) for several in (False, True))
        for word in self.words:
            yield word
            yield from (predicate(self.verb, word, several=several) for several in (False, True))

    def word(self, value: Value, *, several: bool = False) -> str:
        """The word for a spot with a mark, or for several, or (if the value is False) without one."""
        word = self.words[value is False]
        return worded(_plural("is", word) if several else word, self.home)

    def say_area(self, areas: Sequence[str]) -> str:
        """A clause about areas that are complete: ``r1c1 to r1c5 is a rectangle``."""
        return f"{listed(areas)} {worded(predicate('is', self.area, several=len(areas) > 1), self.home)}"

    def say(self, value: Value, holds: bool = True, *, several: bool = False, puzzle: Puzzle | None = None) -> str:
        """The predicate of a sentence about one or several spots: ``is sea``, ``hold no lamp``."""
        del puzzle
        return worded(predicate(self.verb, self.words[(value is False) == holds], several=several), self.home)

    def read(self, model: Model) -> Marks:
        return model.marks[self.name]

    def __invert__(self) -> Without:
        return Without(self)


def predicate(verb: str, word: str, holds: bool = True, *, several: bool = False) -> str:
    """The predicate of a sentence about one or several spots: ``is 5``, ``are not 5``, ``do not hold a star``."""
    if holds:
        return f"{VERBS[verb]} {_plural(verb, word)}" if several else f"{verb} {word}"
    if verb == "is":
        preposition, _, lacking = word.partition(" ")
        if preposition == "without":
            return f"{'have' if several else 'has'} {lacking}"
        if preposition == "off":
            return f"{'are' if several else 'is'} on {lacking}"
        return f"{'are' if several else 'is'} not {word}"
    return f"{'do' if several else 'does'} not {VERBS[verb]} {word}"


def _plural(verb: str, word: str) -> str:
    """The plural of a word after its verb: ``walls`` for "a wall", ``no walls`` for "no wall"."""
    article, _, noun = word.partition(" ")
    if verb != "is" or not noun or article not in ("a", "an", "no"):
        return word
    return f"no {noun}s" if article == "no" else f"{noun}s"


@dataclass(frozen=True)
class Without:
    """The absent marks of a layer, as an argument of rule kinds."""

    layer: AnswerLayer


def _values_of(domain: Domain, model: Model | None = None) -> Sequence[Value]:
    """All values of the domain of an answer layer."""
    settled = domain if model is None else domain.at(model)
    if isinstance(settled, Numbers) and settled.most != FAR:
        return settled.span
    values = settled.values()
    if values is None:
        raise misuse(f"an answer needs few values to choose from, not {settled.words(plural=True)}; give both bounds")
    return values


class ValueLayer(Layer, _Declared[Terms]):
    """An answer layer on which each spot holds one of several values."""

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
        """The domain of the values, if it depends on the puzzle."""
        if isinstance(values, Domain):
            domain = domain or values
            if values.varying:
                self.varying_domain, values = values, partial(_values_of, values)
            else:
                values = _values_of(values)
        super().__init__(on, look, domain or OneOf(values))
        self._values, self.words, self.verb = values, words or {}, verb

    @property
    def texts(self) -> Iterator[str]:
        """The words of values that have one, and the predicates with them."""
        for word in self.words.values():
            yield word
            for holds, several in product((True, False), (False, True)):
                yield predicate(self.verb, word, holds, several=several)

    def word(self, value: Value, puzzle: Puzzle | None = None) -> str:
        """The name of a value; in a puzzle with its own characters for numbers, the character."""
        symbols = puzzle.keys.get(self.look.key) if puzzle is not None and self.look.kind == "text" else None
        if symbols and isinstance(value, int) and 0 < value <= len(symbols):
            return str(symbols[value - 1])
        return worded(self.words.get(value, str(value)), self.home)

    def say(self, value: Value, holds: bool = True, *, several: bool = False, puzzle: Puzzle | None = None) -> str:
        """The predicate of a sentence about one or several spots: ``is 5``, ``are not 5``."""
        if value in self.words:
            return worded(predicate(self.verb, self.words[value], holds, several=several), self.home)
        return self.say_word(self.word(value, puzzle), holds, several=several)

    def say_word(self, word: str, holds: bool = True, *, several: bool = False) -> str:
        """The predicate with a word that stands for values: ``is not 1, 2 or 3``."""
        return worded(predicate(self.verb, "{word}", holds, several=several), self.home, word=word)

    @property
    def declared_values(self) -> Any:
        """The values, or the function of the model that returns them."""
        return self._values

    def declared_in(self, model: Model) -> ValueLayer:
        """The layer as the model's genre declares it (see ``declared_on``)."""
        own = model.layers.get(self.name, self)
        return own if isinstance(own, ValueLayer) else self

    def values(self, model: Model) -> Sequence[Value]:
        """The values that a spot may hold in the model's genre."""
        return self.declared_in(model).own_values(model)

    def own_values(self, model: Model) -> Sequence[Value]:
        """The values by this declaration, even if the model's genre redeclares the layer."""
        return tuple(_returned(self._values(model), "values") if callable(self._values) else self._values)

    def read(self, model: Model) -> Terms:
        return model.terms[self.name]


def Given(
    on: Any,
    domain: Domain = PRESENT,
    *,
    role: GivenRole = "clue",
    look: Look = TEXT,
    required: bool = False,
    exhaustive: bool = False,
    usual: Callable[[Rect], Iterable[Spot]] | None = None,
    gesture: Gesture | None = None,
) -> GivenLayer:
    """A layer of givens.

    ``on``: cells, links, edges, corners, middles, sides, line_sides, or a function of the model that returns spots.
    ``domain``: the values; by default the layer has plain marks. ``role``: see ``GivenRole``. ``required``: whether
    there must be a mark on the layer. ``exhaustive``: all possible clues are given, so that a spot without one informs
    as well. ``usual``: a function of the board that returns the marks for puzzles that do not mention the layer, such
    as the usual boxes. ``gesture``: what a drag in the editor sets besides single marks.
    """
    made = GivenLayer(on, domain, look, role, required=required, exhaustive=exhaustive, usual=usual)
    made.gesture = gesture
    return made


class Group:
    """Another way to write borders and the clues inside them: ``cages=[(10, "r1c1 r1c2"), ...]``.

    ``walls`` is the layer of borders around the groups. Each group has at most one value on each layer of ``clues``, in
    its first cell. Cells in no group are marked on the layer ``outside``; without it, every cell must be in a group.
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
    area: str = ...,
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
    area: str = "",
    gesture: Gesture | None = None,
    closed: Layer | None = None,
) -> AnswerLayer | ValueLayer:
    """A layer that the solver fills in: with marks, or with one of several ``values`` on each spot.

    ``on`` may also be a function of the model that returns spots, or tuples of spots that share a mark. ``values`` may
    be a sequence, a function of the model, or a domain that is the same for all spots, such as ``Numbers(1, SIDE)``.
    Marks of the answer may be given in advance: any of the values, or, if these depend on the givens, the values of the
    domain ``given``.

    ``words`` are for messages: the words for a spot with and without a mark, ``("sea", "land")``, or the names of
    values that have one. ``verb`` (``is``, ``holds`` or ``has``) precedes them: "r1c1 is sea", "r1c1 holds a lamp".
    If marks between cells enclose areas, ``area`` may name one: "r1c1 to r1c5 is a rectangle".

    On the page, ``gesture`` is what a drag sets besides single marks, and cells with a mark on the layer ``closed``
    accept no mark of this one.
    """
    made: AnswerLayer | ValueLayer
    if values is None:
        made = AnswerLayer(on, look or SHADE, words or ("marked", "unmarked"), verb, area)
    else:
        made = ValueLayer(on, values, look or TEXT, given, words, verb)
    made.gesture, made.closed = gesture, closed
    return made


class Key(Depends[V], _Declared[V]):
    """A value that concerns the whole puzzle (``self.mines``). It may be a bound of a domain."""

    noun = "key"

    def __init__(
        self, default: V, domain: Domain, *, role: GivenRole = "structure", look: Look = TEXT, title: str = ""
    ) -> None:
        """``default`` is the value of puzzles without the key, ``domain`` contains the possible values. ``role``: see
        ``GivenRole``. ``look`` is how the value is shown below the board, ``title`` its name there if not its own."""
        self.default, self.domain, self.role, self.look, self.title = default, domain, role, look, title
        self.name = ""

    def __repr__(self) -> str:
        return f"<key {self.name}: {'; '.join(self.description())}>"

    def description(self) -> tuple[str, str]:
        """What the key is, and its values."""
        default = f" (default: {self.default!r})" if self.default not in ((), "") else ""
        return f"a value{default}", domain_words(self.domain)

    def read(self, model: Model) -> V:
        return self.value(model, None)

    def value(self, model: Model, spot: Spot | None) -> V:
        """The value in the model's puzzle, or the default, which a variant of the genre may redeclare."""
        del spot
        known: V = model.puzzle.keys.get(self.name, model.keys.get(self.name, self).default)
        return known


# -- arguments of rule kinds -------------------------------------------------------------------------------------------

Source: TypeAlias = AnswerLayer | Without | Callable[[Any], Mapping[Spot, Mark]]
"""The marks that a rule kind is about: a layer, ``~layer``, or a function of the model."""


def marks_of(source: Source, model: Model) -> Mapping[Spot, Mark]:
    """The marks of a source: a layer, ``~layer``, or a function of the model."""
    if isinstance(source, AnswerLayer):
        return model.marks[source.name]  # type: ignore[return-value]
    if isinstance(source, Without):
        return ~model.marks[source.layer.name]  # type: ignore[return-value]
    if not callable(source):
        raise TypeError(f"it needs a layer of marks, and {_described(source)}; write holding(layer, value) for the "
                        "spots that hold one value")
    return source(model)


def _described(source: object) -> str:
    return f"{source.name!r} is not one" if isinstance(source, Layer) else f"{in_short(source)} is not one"


def kept_with(marks: Mapping[Spot, Mark], key: Hashable, make: Callable[[], T]) -> T:
    """The result of ``make``, cached with the marks if the models of a board share them (see ``Marks.kept``)."""
    return marks.kept(key, make) if isinstance(marks, Marks) else make()


def holding(layer: ValueLayer, value: Any) -> Callable[[Any], Mapping[Spot, Mark]]:
    """The marks of one value of a value layer, as an argument of rule kinds."""
    if not isinstance(layer, ValueLayer):
        raise misuse(f"holding needs a layer of values, not {in_short(layer)}; pass a layer of marks as it is")
    known = layer.declared_values
    if not callable(known) and value not in known:
        raise misuse(f"the layer never has {in_short(value)}; it has {', '.join(map(repr, known))}")

    def marks(model: Model) -> Mapping[Spot, Mark]:
        terms = model.terms[layer.name]
        return {spot: term.marks.get(value, NEVER) for spot, term in terms.items() if spot is not None}

    return marks
