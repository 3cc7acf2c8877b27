"""A genre is a class: its layers, its rules, its texts. An instance of it is one puzzle made ready for judging or
solving."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeVar, cast, overload

from .board import Board, Rect, Spot
from .expr import ALWAYS, NEVER, Mark, Sparse, Term
from .look import SHADE, TEXT, Ground, Look
from .ticks import tick, ticking

if TYPE_CHECKING:
    from .rules import Demand, Rule

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
Value = Any
On = "str | Callable[[Any], Iterable[Spot | tuple[Spot, ...]]]"


class Frozen(dict[K, V], Generic[K, V]):
    """A dictionary that cannot change, and so has a hash."""

    def _refuse(self, *_args: object, **_names: object) -> NoReturn:
        raise TypeError("puzzles and states do not change; make a new one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


Layers = Frozen[str, Frozen[Spot, Value]]
"""Marks by layer and spot."""


def frozen_layers(marks: Mapping[str, Mapping[Spot, Value]]) -> Layers:
    """Marks by layer and spot, made immutable; empty layers are left out."""
    return Frozen({name: Frozen(layer) for name, layer in marks.items() if layer})


# -- what a puzzle is ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class About:
    """What is told about a puzzle beside its diagram."""

    title: str = ""
    author: str = ""
    credits: tuple[str, ...] = ()
    difficulty: str = ""
    description: tuple[str, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: a genre, a board, what is given, and values that concern the whole (``keys``).

    ``given`` holds clues and marks of the answer that are set in advance, by layer and spot. ``source`` is what a
    reader keeps in order to write the same file again; it does not count in comparisons.
    """

    genre: type[Genre]
    board: Board
    given: Layers = field(default_factory=Frozen)
    keys: Frozen[str, Any] = field(default_factory=Frozen)
    about: About = field(default=About(), compare=False)
    source: Any = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(
        genre: type[Genre],
        board: Board,
        given: Mapping[str, Mapping[Spot, Value]],
        keys: Mapping[str, Any] | None = None,
        about: About | None = None,
        source: Any = None,
    ) -> Puzzle:
        """A puzzle from ordinary dictionaries."""
        return Puzzle(genre, board, frozen_layers(given), Frozen(keys or {}), about or About(), source)

    def __repr__(self) -> str:
        size = f"{self.board.n_rows}x{self.board.n_cols}" if isinstance(self.board, Rect) else repr(self.board)
        clues = sum(len(layer) for layer in self.given.values())
        named = f" {self.about.title!r}" if self.about.title else ""
        return f"<{self.genre.name} puzzle{named}, {size}, {clues} givens>"

    def __str__(self) -> str:
        return show(self, None)


@dataclass(frozen=True)
class State:
    """Marks on a puzzle's answer layers, all of them (an answer) or some (a position)."""

    puzzle: Puzzle
    marks: Layers

    @staticmethod
    def of(puzzle: Puzzle, marks: Mapping[str, Mapping[Spot, Value]]) -> State:
        """A state from ordinary dictionaries."""
        return State(puzzle, frozen_layers(marks))

    def get(self, layer: str, spot: Spot, default: Value = None) -> Value:
        """The mark on a spot, or the default where there is none."""
        found = self.marks.get(layer)
        return default if found is None else found.get(spot, default)

    def __repr__(self) -> str:
        return f"<{self.puzzle.genre.name} state, {sum(map(len, self.marks.values()))} marks>"

    def __str__(self) -> str:
        return show(self.puzzle, self)


def _plain(puzzle: Puzzle, state: State | None) -> str:
    return repr(puzzle if state is None else state)


_printer: Callable[[Puzzle, State | None], str] = _plain


def show(puzzle: Puzzle, state: State | None) -> str:
    """The board as text, by whatever draws it (see ``print_with``)."""
    return _printer(puzzle, state)


def print_with(printer: Callable[[Puzzle, State | None], str]) -> None:
    """Sets what ``str(puzzle)`` and ``str(state)`` do: the language itself knows no screen."""
    global _printer
    _printer = printer


# -- what a genre file declares -----------------------------------------------------------------------------------


class Layer:
    """Where marks of one kind stand, which values they take and how they look."""

    def __init__(self, on: Any, look: Look) -> None:
        self.on, self.look, self.name = on, look, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def declared_on(self, model: Genre) -> Any:
        """Where the layer stands in the model's genre: a variant may have declared it anew.

        The rules that it takes over from its base know the base's layers only; so all that they ask of a layer is
        answered by the one of that name.
        """
        return model.layers.get(self.name, self).on

    def places(self, model: Genre) -> Iterable[tuple[Spot, ...]]:
        """The layer's places; usually a spot each, more where several spots share one mark."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("places", on), lambda: [(spot,) for spot in ticking(getattr(board, on))])
        return (place if isinstance(place[0], tuple) else (place,) for place in ticking(on(model)))


class GivenLayer(Layer):
    """What the puzzle tells its solver."""

    def __init__(self, on: Any, values: Any, look: Look) -> None:
        super().__init__(on, look)
        self.values = values

    @overload
    def __get__(self, model: None, owner: type) -> GivenLayer: ...
    @overload
    def __get__(self, model: Genre, owner: type) -> Mapping[Spot, Value]: ...
    def __get__(self, model: Genre | None, owner: type) -> GivenLayer | Mapping[Spot, Value]:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.given(self)  # from now on the model itself answers
        return found


_NOTHING: Frozen[Spot, Value] = Frozen()


class Marks(dict["Spot | None", Mark]):
    """The marks of a layer by spot; beyond the board (``None``) nothing is ever marked."""

    def __invert__(self) -> Marks:
        return Marks({spot: Mark(-mark) for spot, mark in ticking(self.items())})


class AnswerLayer(Layer):
    """Marks that the solver sets or leaves away. ``~layer`` speaks of the spots without a mark."""

    def __init__(self, on: Any, look: Look) -> None:
        super().__init__(on, look)

    @overload
    def __get__(self, model: None, owner: type) -> AnswerLayer: ...
    @overload
    def __get__(self, model: Genre, owner: type) -> Marks: ...
    def __get__(self, model: Genre | None, owner: type) -> AnswerLayer | Marks:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.marks[self.name]
        return found

    def __invert__(self) -> Without:
        return Without(self)


@dataclass(frozen=True)
class Without:
    """The spots that a layer leaves unmarked, where a rule kind asks for marks."""

    layer: AnswerLayer


class Terms(dict["Spot | None", Term[Any]]):
    """The numbered spots of a layer."""


class ValueLayer(Layer):
    """Spots of which each holds one of several values in the answer."""

    def __init__(self, on: Any, values: Any, look: Look) -> None:
        super().__init__(on, look)
        self._values = values

    def values(self, model: Genre) -> Sequence[Value]:
        """The values that a spot may hold in the model's genre (see ``declared_on``)."""
        own = model.layers.get(self.name, self)
        values = own._values if isinstance(own, ValueLayer) else self._values
        return tuple(values(model) if callable(values) else values)

    @overload
    def __get__(self, model: None, owner: type) -> ValueLayer: ...
    @overload
    def __get__(self, model: Genre, owner: type) -> Terms: ...
    def __get__(self, model: Genre | None, owner: type) -> ValueLayer | Terms:
        if model is None:
            return self
        found = model.__dict__[self.name] = model.terms[self.name]
        return found


def Given(on: Any, values: Any = None, *, look: Look = TEXT) -> GivenLayer:
    """A layer of clues. ``on``: cells, links, edges, corners, sides; ``values``: what a clue may be, for documentation
    and for tests that make puzzles up (a sequence, or a function of the model)."""
    return GivenLayer(on, values, look)


@overload
def Answer(on: Any, *, look: Look = ...) -> AnswerLayer: ...
@overload
def Answer(on: Any, values: Any, *, look: Look = ...) -> ValueLayer: ...
def Answer(on: Any, values: Any = None, *, look: Look | None = None) -> AnswerLayer | ValueLayer:
    """A layer that the solver fills in: with marks, or (``values``) with one of several values on each spot.

    ``on`` may also be a function of the model that gives spots, or tuples of spots which share one mark.
    ``values`` may be a sequence or a function of the model. Marks of the answer may be given in advance.
    """
    return AnswerLayer(on, look or SHADE) if values is None else ValueLayer(on, values, look or TEXT)


class Key(Generic[V]):
    """A value that concerns the whole puzzle (``self.mines``)."""

    def __init__(
        self,
        default: V,
        sample: Callable[[Board, Random], V] | None = None,
        check: Callable[[Any], str] | None = None,
        look: Look = TEXT,
        title: str = "",
    ) -> None:
        """``sample`` makes up a value for a board, for tests and generators. ``check`` says what should have stood
        for a value of the right type that a file cannot mean; nothing if the value is sound. ``look`` tells how the
        value is shown below the board, ``title`` what it is called there, if not by its name."""
        self.default, self.sample, self.check, self.look, self.title = default, sample, check, look, title
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, model: None, owner: type) -> Key[V]: ...
    @overload
    def __get__(self, model: Genre, owner: type) -> V: ...
    def __get__(self, model: Genre | None, owner: type) -> Key[V] | V:
        if model is None:
            return self
        found: V = model.puzzle.keys.get(self.name, self.default)
        model.__dict__[self.name] = found
        return found


_MANY = 500_000
"""A judge's marks of a layer beyond this many are not all made in advance."""


_DENSE = 25_000_000
"""Of more marks than this only those that are settled are kept: a snake of open length on 250x250 has billions."""


class Consecutive(Mapping[Value, Mark]):
    """The marks of a spot with many values, as consecutive literals; ``rank`` numbers the values from 0."""

    __slots__ = ("first", "rank")

    def __init__(self, rank: Mapping[Value, int], first: int) -> None:
        self.rank, self.first = rank, first

    def __getitem__(self, value: Value) -> Mark:
        return Mark(self.first + self.rank[value])

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rank)

    def __len__(self) -> int:
        return len(self.rank)

    def items(self) -> Iterable[tuple[Value, Mark]]:  # type: ignore[override]
        """The values with their marks; a plain iterator, because this is what takes the time."""
        return zip(self.rank, map(Mark, range(self.first, self.first + len(self.rank))), strict=True)


Candidates = dict[Spot, list[Value]]
"""For each spot of a value layer the values that are still possible; lists are shared, so replace them."""


def _held(marks: Mapping[Spot, Value], places: Iterable[tuple[Spot, ...]], values: Iterable[Value]) -> Candidates:
    """The value of each place all of whose spots hold the same."""
    known = {value: [value] for value in values}
    found = {}
    for place in ticking(places):
        held = {marks.get(spot, _NOTHING) for spot in place}
        own = known.get(held.pop(), []) if len(held) == 1 else []
        if own:
            found[place[0]] = own
    return found


class Genre:
    """The base of all genres.

    A subclass declares layers, keys, rules and dialects. An instance is the model of one puzzle: each answer layer's
    marks are literals 2, 3, ... (1 is what always holds). With ``narrow`` the rules first strike out values that the
    givens exclude, so that the compiler need not speak of them; a judge needs them all. With ``coarse`` they may also
    put one stand-in for many values, which is spelled out when a state is read off. A judge of one state only
    (``settled``) gets, on very large boards, just the value that stands on a spot of it: that it holds no other there
    goes without saying.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    task: ClassVar[str] = ""
    """The rules in a sentence or two, for whoever is to solve a puzzle of this genre."""
    ground: ClassVar[Ground] = Ground()
    """What the empty board looks like."""
    notes: ClassVar[Mapping[str, tuple[Any, Look]]] = {}
    """What pictures show below every board of the genre besides the keys: names, values and their looks."""
    dialects: ClassVar[tuple[Any, ...]] = ()
    layers: ClassVar[Mapping[str, Layer]] = {}
    rules: ClassVar[tuple[Rule, ...]] = ()

    def __init_subclass__(cls) -> None:
        from .rules import Rule

        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                found.pop(name, None)
                if isinstance(value, Layer | Rule):
                    found[name] = value
        cls.layers = {name: v for name, v in found.items() if isinstance(v, Layer)}
        cls.rules = tuple(v for v in found.values() if isinstance(v, Rule))

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        narrow: bool = False,
        coarse: bool = False,
        settled: State | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.puzzle = puzzle
        self.tick = tick
        """To be called from long loops; raises when time is up."""
        self.coarse = coarse
        self.stands_in = False
        """Whether narrowing put stand-ins."""
        self.ambiguous = False
        """Whether some state read off a coarse model stood for other answers too."""
        self.top = 1
        self.marks: dict[str, Marks] = {}
        self.terms: dict[str, Terms] = {}
        self._places: dict[str, list[tuple[Spot, ...]]] = {}
        self._memo: dict[Hashable, Any] = {}
        self.shut = False
        """Whether narrowing left some spot without a value."""
        for layer in self.layers.values():
            if isinstance(layer, AnswerLayer):
                self._lay_marks(layer)
            elif isinstance(layer, ValueLayer):
                self._lay_terms(layer, narrow, settled)

    @cached_property
    def board(self) -> Rect:
        """The puzzle's board (typed as the rectangle that most genres need; rules of graph genres ask only
        ``Board``)."""
        return self.puzzle.board  # type: ignore[return-value]

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for this model: for what a rule asks again, or several rules ask."""
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._memo[key] = make()
            return made

    def _lay_marks(self, layer: AnswerLayer) -> None:
        places = self._places[layer.name] = list(layer.places(self))
        own = map(Mark, range(self.top + 1, self.top + len(places) + 1))
        self.top += len(places)
        marks = Marks((spot, mark) for place, mark in zip(ticking(places), own, strict=True) for spot in place)
        marks[None] = NEVER
        self.marks[layer.name] = marks

    def _lay_terms(self, layer: ValueLayer, narrow: bool, settled: State | None) -> None:
        values = layer.values(self)
        places = self._places[layer.name] = list(layer.places(self))
        every = list(values)  # shared: rules replace lists, they never change them
        open_values: Candidates = {place[0]: every for place in ticking(places)}
        many = not narrow and len(places) * len(every) > _MANY
        if narrow:
            self._narrow(layer, values, open_values)
        elif many and settled is not None:
            open_values.update(_held(settled.marks.get(layer.name, _NOTHING), places, values))
        rank = {value: k for k, value in enumerate(every)} if many else None
        terms = self.terms[layer.name] = Terms()
        var = self.top
        due = var
        for place in ticking(places):
            own = open_values[place[0]]
            if var >= due:
                tick()
                due = var + 5_000
            if len(own) == 1 and narrow:
                term = Term({own[0]: ALWAYS})
            else:
                own_marks = Consecutive(rank, var + 1) if rank is not None and own is every else None
                term = Term(own_marks or {value: Mark(var + k) for k, value in enumerate(own, 1)})
                var += len(own)
            self.shut = self.shut or not own
            for spot in place:
                terms[spot] = term
        self.top = var

    def _narrow(self, layer: ValueLayer, values: Iterable[Value], open_values: Candidates) -> None:
        """Keeps the values that givens and rules leave; when a spot has none left, none anywhere."""
        given = self.given(layer)
        known = {value: [value] for value in values}
        for spot in ticking(open_values):
            if spot in given:
                open_values[spot] = known.get(given[spot], [])
        for rule in self.rules:
            tick()
            rule.narrow(self, layer, open_values)
        if not all(open_values.values()):
            open_values.update({spot: [] for spot in open_values})

    def given(self, layer: Layer) -> Mapping[Spot, Value]:
        """What the puzzle gives on a layer."""
        return self.puzzle.given.get(layer.name, _NOTHING)

    @classmethod
    def key_samples(cls) -> dict[str, Callable[[Board, Random], Any]]:
        """How to make up the values of those keys that cannot be left at their default."""
        found = {
            name: key for base in reversed(cls.__mro__) for name, key in vars(base).items() if isinstance(key, Key)
        }
        return {name: key.sample for name, key in found.items() if key.sample is not None}

    def demands(self) -> Iterator[Demand]:
        """All that the rules demand of this puzzle's answer, worded and located."""
        for rule in self.rules:
            yield from rule.demands(self)

    def places(self, name: str) -> Sequence[tuple[Spot, ...]]:
        """The places of an answer layer, each with the spots that share its mark; none for layers of clues."""
        return self._places.get(name, ())

    def given_marks(self) -> Iterator[tuple[str, Spot, Value]]:
        """The marks of the answer that the puzzle gives in advance."""
        for name in self._places:
            for spot, value in self.puzzle.given.get(name, _NOTHING).items():
                yield name, spot, value

    def literal(self, layer: str, spot: Spot, value: Value) -> Mark:
        """The literal that says that a spot of an answer layer has this value; False is the absence of a mark."""
        if layer in self.terms:
            term = self.terms[layer].get(spot)
            return NEVER if term is None else term.marks.get(value, NEVER)
        mark = self.marks[layer].get(spot, NEVER)
        return mark if value is not False else ~mark

    def known(self, state: State | None) -> MutableSequence[int]:
        """What a state settles, by literal (see ``expr.Known``)."""
        known = cast(MutableSequence[int], Sparse()) if self.top > _DENSE else array("b", bytes(2 * self.top + 1))
        known[1], known[-1] = 1, -1

        def settle(lit: int, holds: bool) -> None:
            if lit not in (1, -1):
                known[lit], known[-lit] = (1, -1) if holds else (-1, 1)

        for name, found in (state.marks if state is not None else Frozen[str, Any]()).items():
            if name in self.marks:
                marks = self.marks[name]
                for spot, value in ticking(found.items()):
                    if spot in marks:
                        settle(marks[spot], value is not False)
            elif name in self.terms:
                terms = self.terms[name]
                for spot, value in ticking(found.items()):
                    if spot in terms:
                        for other, mark in terms[spot].marks.items():
                            settle(mark, other == value)
        return known

    def state(self, model: Sequence[int]) -> State:
        """The state that a solver's model (signed values of the variables 1, 2, ...; 0 for unsettled) stands for."""
        found: dict[str, dict[Spot, Value]] = {}
        for name, places in self._places.items():
            layer = found[name] = {}
            if name in self.marks:
                marks = self.marks[name]
                for place in ticking(places):
                    value = model[marks[place[0]] - 1]
                    if value:
                        for spot in place:
                            layer[spot] = value > 0
            else:
                terms = self.terms[name]
                for place in ticking(places):
                    for value, mark in terms[place[0]].marks.items():
                        if model[mark - 1] > 0:
                            for spot in place:
                                layer[spot] = value
        if self.stands_in:
            for rule in self.rules:
                self.ambiguous |= rule.spell_out(self, found)
        return State.of(self.puzzle, found)
