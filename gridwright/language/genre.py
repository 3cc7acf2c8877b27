"""A genre is a class: its layers, its rules, its texts. An instance of it is one puzzle made ready for judging or
solving."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, Self, TypeVar, overload

from .board import Board, Rect, Spot
from .domain import PRESENT, Depends, Domain, OneOf
from .expr import ALWAYS, NEVER, Mark, Term
from .look import SHADE, TEXT, Ground, Look

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
        """A puzzle from ordinary dictionaries, checked against what its genre declares.

        Raises PuzzleError for what the declarations exclude: an unknown layer or key, a spot where the layer has none,
        a value outside its domain, a required layer without marks. ``Puzzle(...)`` itself checks nothing; it is for
        code that has made sure of all this.
        """
        from .validation import check_puzzle

        puzzle = Puzzle(genre, board, frozen_layers(given), Frozen(keys or {}), about or About(), source)
        check_puzzle(puzzle)
        return puzzle

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
        """A state from ordinary dictionaries.

        Raises PuzzleError for a layer that is no answer layer of the genre. Spots and values are not checked, because
        a state may come from outside: ``check`` reports those that do not belong there as violations.
        """
        answers = puzzle.genre.answer_layers
        for name in marks:
            if name not in answers and marks[name]:
                from .validation import unknown_answer_layer

                raise unknown_answer_layer(puzzle.genre, name)
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
    """Where marks of one kind stand, which values they take and how they look.

    ``domain`` tells what a puzzle may give on the layer.
    """

    def __init__(self, on: Any, look: Look, domain: Domain) -> None:
        self.on, self.look, self.domain, self.name = on, look, domain, ""

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
            return board.memo(("places", on), lambda: [(spot,) for spot in getattr(board, on)])
        return (place if isinstance(place[0], tuple) else (place,) for place in on(model))

    def spots(self, model: Genre) -> AbstractSet[Spot]:
        """All spots of the layer's places, for looking them up."""
        on = self.declared_on(model)
        if isinstance(on, str):
            board = model.board
            return board.memo(("spots", on), lambda: frozenset(getattr(board, on)))
        return {spot for place in self.places(model) for spot in place}


Role = Literal["clue", "structure"]
"""What a layer of the puzzle, or a key, is for.

``structure`` is what the puzzle is made of: walls, holes, regions, cages, the pieces in play. A ``clue`` informs: where
it is taken away, or replaced by the value that tells nothing, every answer stays an answer.
"""


class GivenLayer(Layer):
    """What the puzzle tells its solver."""

    def __init__(
        self, on: Any, domain: Domain, look: Look, role: Role, *, required: bool = False, exhaustive: bool = False
    ) -> None:
        super().__init__(on, look, domain)
        self.role, self.required, self.exhaustive = role, required, exhaustive

    def untold(self, model: Genre, spot: Spot) -> Value:
        """The value that tells nothing at a spot; ``ABSENT`` if that is to have no mark there."""
        return self.domain.at(model, spot).untold

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
        return Marks({spot: Mark(-mark) for spot, mark in self.items()})


_THERE_OR_NOT = OneOf((True, False), "a mark (True), or False for none")


class AnswerLayer(Layer):
    """Marks that the solver sets or leaves away. ``~layer`` speaks of the spots without a mark."""

    def __init__(self, on: Any, look: Look) -> None:
        super().__init__(on, look, _THERE_OR_NOT)

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

    def __init__(self, on: Any, values: Any, look: Look, domain: Domain | None = None) -> None:
        super().__init__(on, look, domain or OneOf(values))
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


def Given(
    on: Any,
    domain: Domain = PRESENT,
    *,
    role: Role = "clue",
    look: Look = TEXT,
    required: bool = False,
    exhaustive: bool = False,
) -> GivenLayer:
    """A layer of what the puzzle tells.

    ``on``: cells, links, edges, corners, middles, sides, line_sides, or a function of the model that gives spots;
    ``domain``: what may stand there; without it just a mark. ``role``: see ``Role``. ``required``: a puzzle without any
    mark on the layer makes no sense. ``exhaustive``: all clues are given, so that a spot without one informs as well.
    """
    return GivenLayer(on, domain, look, role, required=required, exhaustive=exhaustive)


@overload
def Answer(on: Any, *, look: Look = ...) -> AnswerLayer: ...
@overload
def Answer(on: Any, values: Any, *, look: Look = ..., given: Domain | None = ...) -> ValueLayer: ...
def Answer(
    on: Any, values: Any = None, *, look: Look | None = None, given: Domain | None = None
) -> AnswerLayer | ValueLayer:
    """A layer that the solver fills in: with marks, or (``values``) with one of several values on each spot.

    ``on`` may also be a function of the model that gives spots, or tuples of spots which share one mark. ``values`` may
    be a sequence or a function of the model. Marks of the answer may be given in advance: any of the values, or (where
    these depend on what is given) the values of the domain ``given``.
    """
    if values is None:
        return AnswerLayer(on, look or SHADE)
    return ValueLayer(on, values, look or TEXT, given)


class Key(Depends[V]):
    """A value that concerns the whole puzzle (``self.mines``). It may be a bound of a domain."""

    def __init__(
        self, default: V, domain: Domain, *, role: Role = "structure", look: Look = TEXT, title: str = ""
    ) -> None:
        """``default`` holds for puzzles that do not tell the key, ``domain`` says what they may tell. ``role``: see
        ``Role``. ``look`` tells how the value is shown below the board, ``title`` what it is called there, if not by
        its name."""
        self.default, self.domain, self.role, self.look, self.title = default, domain, role, look, title
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
        found = model.__dict__[self.name] = self.value(model, None)
        return found

    def value(self, model: Genre, spot: Spot | None) -> V:
        """What the model's puzzle tells, or else the default, which a variant of the genre may have declared anew."""
        del spot
        told: V = model.puzzle.keys.get(self.name, model.keys.get(self.name, self).default)
        return told


_MANY = 500_000
"""A judge's marks of a layer beyond this many are not all made in advance."""


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
    for place in places:
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
    any_graph: ClassVar[bool] = False
    """Whether a board may be any planar graph; otherwise it is rectangular."""
    layers: ClassVar[Mapping[str, Layer]] = {}
    answer_layers: ClassVar[Mapping[str, AnswerLayer | ValueLayer]] = {}
    """Those of the layers that the solver fills in."""
    keys: ClassVar[Mapping[str, Key[Any]]] = {}
    declarations: ClassVar[tuple[Key[Any] | Layer, ...]] = ()
    """All that a puzzle may tell, in such an order that each domain depends on what stands before it only: structure,
    clues, marks of the answer; of structure and of clues first the keys."""
    rules: ClassVar[tuple[Rule, ...]] = ()

    puzzle: Puzzle
    tick: Callable[[], None]
    """To be called from long loops; raises when time is up."""
    coarse: bool
    stands_in: bool
    """Whether narrowing put stand-ins."""
    ambiguous: bool
    """Whether some state read off a coarse model stood for other answers too."""
    shut: bool
    """Whether narrowing left some spot without a value."""
    top: int
    marks: dict[str, Marks]
    terms: dict[str, Terms]

    def __init_subclass__(cls) -> None:
        """Gathers what the class declares. Raises GenreError for what it cannot mean."""
        from .declaring import check_declarations
        from .rules import Rule

        own = dict(vars(cls))
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                found.pop(name, None)
                if isinstance(value, Layer | Rule | Key):
                    found[name] = value
        cls.layers = {name: v for name, v in found.items() if isinstance(v, Layer)}
        cls.answer_layers = {name: v for name, v in found.items() if isinstance(v, AnswerLayer | ValueLayer)}
        cls.keys = {name: v for name, v in found.items() if isinstance(v, Key)}
        cls.rules = tuple(v for v in found.values() if isinstance(v, Rule))
        layers = (v for v in cls.layers.values() if isinstance(v, GivenLayer))
        given: list[Key[Any] | GivenLayer] = [*cls.keys.values(), *layers]
        ordered = [v for role in ("structure", "clue") for v in given if v.role == role]
        cls.declarations = (*ordered, *cls.answer_layers.values())
        check_declarations(cls, own, _TAKEN)

    @classmethod
    def as_told(cls, puzzle: Puzzle) -> Self:
        """A model that knows the layers and keys that a puzzle tells, but no mark of the answer; domains ask it."""
        model = cls.__new__(cls)
        model.puzzle, model.tick, model._memo = puzzle, lambda: None, {}
        return model

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
        self.coarse = coarse
        self.stands_in = self.ambiguous = self.shut = False
        self.top = 1
        self.marks = {}
        self.terms = {}
        self._places: dict[str, list[tuple[Spot, ...]]] = {}
        self._memo: dict[Hashable, Any] = {}
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
        marks = Marks((spot, mark) for place, mark in zip(places, own, strict=True) for spot in place)
        marks[None] = NEVER
        self.marks[layer.name] = marks

    def _lay_terms(self, layer: ValueLayer, narrow: bool, settled: State | None) -> None:
        values = layer.values(self)
        places = self._places[layer.name] = list(layer.places(self))
        every = list(values)  # shared: rules replace lists, they never change them
        open_values: Candidates = {place[0]: every for place in places}
        many = not narrow and len(places) * len(every) > _MANY
        if narrow:
            self._narrow(layer, values, open_values)
        elif many and settled is not None:
            open_values.update(_held(settled.marks.get(layer.name, _NOTHING), places, values))
        rank = {value: k for k, value in enumerate(every)} if many else None
        terms = self.terms[layer.name] = Terms()
        var = self.top
        due = var
        for place in places:
            own = open_values[place[0]]
            if var >= due:
                self.tick()
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
        for spot in open_values:
            if spot in given:
                open_values[spot] = known.get(given[spot], [])
        for rule in self.rules:
            self.tick()
            rule.narrow(self, layer, open_values)
        if not all(open_values.values()):
            open_values.update({spot: [] for spot in open_values})

    def given(self, layer: Layer) -> Mapping[Spot, Value]:
        """What the puzzle gives on a layer."""
        return self.puzzle.given.get(layer.name, _NOTHING)

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
        known = array("b", bytes(2 * self.top + 1))
        known[1], known[-1] = 1, -1

        def settle(lit: int, holds: bool) -> None:
            if lit not in (1, -1):
                known[lit], known[-lit] = (1, -1) if holds else (-1, 1)

        for name, found in (state.marks if state is not None else Frozen[str, Any]()).items():
            if name in self.marks:
                marks = self.marks[name]
                for spot, value in found.items():
                    if spot in marks:
                        settle(marks[spot], value is not False)
            elif name in self.terms:
                terms = self.terms[name]
                for spot, value in found.items():
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
                for place in places:
                    value = model[marks[place[0]] - 1]
                    if value:
                        for spot in place:
                            layer[spot] = value > 0
            else:
                terms = self.terms[name]
                for place in places:
                    for value, mark in terms[place[0]].marks.items():
                        if model[mark - 1] > 0:
                            for spot in place:
                                layer[spot] = value
        if self.stands_in:
            for rule in self.rules:
                self.ambiguous |= rule.spell_out(self, found)
        return State.of(self.puzzle, found)


_TAKEN = frozenset(name for name in {*vars(Genre), *Genre.__annotations__} if not name.startswith("__"))
"""What attributes of genres are called that are no declarations of theirs."""
