"""A genre is a class: its layers, its rules, its texts. An instance of it is one puzzle made ready for judging or
solving."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, Self, TypeVar, cast, overload

from .board import Board, Rect, Spot
from .domain import PRESENT, Depends, Domain, OneOf
from .expr import ALWAYS, NEVER, Mark, Sparse, Term
from .look import SHADE, TEXT, Ground, Look
from .ticks import tick, ticking

if TYPE_CHECKING:
    from .rules import Demand, Implied, Rule

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
        """The expression that makes the puzzle again, if its layers are those of its genre."""
        if self.given.keys() <= self.genre.layers.keys():
            from .forms import spelt

            return spelt(self)
        return self.in_short

    @property
    def in_short(self) -> str:
        """The genre, the size and the number of givens, for messages."""
        size = f"{self.board.n_rows}x{self.board.n_cols}" if isinstance(self.board, Rect) else repr(self.board)
        clues = sum(len(layer) for layer in self.given.values())
        named = f" {self.about.title!r}" if self.about.title else ""
        return f"<{self.genre.name} puzzle{named}, {size}, {clues} givens>"

    def __str__(self) -> str:
        return show(self, None)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return _painter(self, None)


@dataclass(frozen=True)
class State:
    """Marks on a puzzle's answer layers, all of them (an answer) or some (a position).

    ``struck`` holds candidates that are struck out: for spots of value layers the set of values that they do not hold.
    """

    puzzle: Puzzle
    marks: Layers
    struck: Layers = field(default_factory=Frozen)

    @staticmethod
    def of(
        puzzle: Puzzle,
        marks: Mapping[str, Mapping[Spot, Value]],
        struck: Mapping[str, Mapping[Spot, Iterable[Value]]] | None = None,
    ) -> State:
        """A state from ordinary dictionaries.

        Raises PuzzleError for a layer that is no answer layer of the genre. Spots and values are not checked, because
        a state may come from outside: ``check`` reports those that do not belong there as violations.
        """
        answers = puzzle.genre.answer_layers
        for name in marks:
            if name not in answers and marks[name]:
                from .validation import unknown_answer_layer

                raise unknown_answer_layer(puzzle.genre, name)
        out = {
            name: {spot: frozenset(values) for spot, values in layer.items() if values}
            for name, layer in (struck or {}).items()
        }
        return State(puzzle, frozen_layers(marks), frozen_layers(out))

    def get(self, layer: str, spot: Spot, default: Value = None) -> Value:
        """The mark on a spot, or the default where there is none."""
        found = self.marks.get(layer)
        return default if found is None else found.get(spot, default)

    def struck_at(self, layer: str, spot: Spot) -> frozenset[Value]:
        """The values that are struck out on a spot."""
        found = self.struck.get(layer)
        return frozenset() if found is None else found.get(spot, frozenset())

    def __getitem__(self, layer: str) -> Any:
        """The marks of an answer layer as lists and dictionaries: ``answer["sea"][0][2]`` is the one at r1c3.

        Cells are a list of rows, links ``{"right": rows, "below": rows}``, edges ``{"horizontal": rows, "vertical":
        rows}``; None stands where there is no mark. Raises PuzzleError (a ValueError) for a layer that is none.
        """
        from .forms import form_of
        from .validation import unknown_answer_layer

        answers = self.puzzle.genre.answer_layers
        if layer not in answers:
            raise unknown_answer_layer(self.puzzle.genre, layer)
        return form_of(answers[layer], self.marks.get(layer, {}), self.puzzle.board, full=True)

    def grid(self, layer: str | None = None) -> Any:
        """The marks of a layer as ``state[layer]`` gives them; without a name those of the layer on the cells.

        Raises PuzzleError where several layers could be meant.
        """
        from .forms import main_answer
        from .validation import PuzzleError

        if layer is None:
            main = main_answer(self.puzzle.genre)
            if main is None:
                names = " or ".join(map(repr, self.puzzle.genre.answer_layers))
                raise PuzzleError(f"{self.puzzle.genre.name} has several answer layers", expected=names)
            layer = main.name
        return self[layer]

    def array(self, layer: str | None = None) -> Any:
        """The grid of a layer as a NumPy array; a dictionary of arrays where there are several grids.

        Raises ImportError without NumPy.
        """
        from importlib import import_module

        numpy: Any = import_module("numpy")  # which need not be installed
        grid = self.grid(layer)
        if isinstance(grid, dict):
            return {name: numpy.array(rows) for name, rows in grid.items()}
        return numpy.array(grid)

    def __repr__(self) -> str:
        """The expression that makes the state again."""
        from .forms import spelt

        return spelt(self)

    def __str__(self) -> str:
        return show(self.puzzle, self)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return _painter(self.puzzle, self)


def _plain(puzzle: Puzzle, state: State | None) -> str:
    return puzzle.in_short if state is None else repr(state)


_printer: Callable[[Puzzle, State | None], str] = _plain


_painter: Callable[[Puzzle, State | None], str] = _plain


def show(puzzle: Puzzle, state: State | None) -> str:
    """The board as text, by whatever draws it (see ``print_with``)."""
    return _printer(puzzle, state)


def print_with(printer: Callable[[Puzzle, State | None], str]) -> None:
    """Sets what ``str(puzzle)`` and ``str(state)`` do: the language itself knows no screen."""
    global _printer
    _printer = printer


def draw_with(painter: Callable[[Puzzle, State | None], str]) -> None:
    """Sets what makes the SVG that notebooks show of puzzles and states."""
    global _painter
    _painter = painter


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
            return board.memo(("places", on), lambda: [(spot,) for spot in ticking(getattr(board, on))])
        return (place if isinstance(place[0], tuple) else (place,) for place in ticking(on(model)))

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
        self,
        on: Any,
        domain: Domain,
        look: Look,
        role: Role,
        *,
        required: bool = False,
        exhaustive: bool = False,
        usual: Callable[[Rect], Iterable[Spot]] | None = None,
    ) -> None:
        super().__init__(on, look, domain)
        self.role, self.required, self.exhaustive, self.usual = role, required, exhaustive, usual

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
        return Marks({spot: Mark(-mark) for spot, mark in ticking(self.items())})


_VERBS = {"is": "are", "holds": "hold", "has": "have"}


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
        verb = _VERBS[self.verb] if several else self.verb
        return f"{verb} {self.words[(value is False) == holds]}"

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

    def __init__(
        self,
        on: Any,
        values: Any,
        look: Look,
        domain: Domain | None = None,
        words: Mapping[Value, str] | None = None,
        verb: str = "is",
    ) -> None:
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
        word = self.word(value, puzzle)
        if holds:
            return f"{_VERBS[self.verb] if several else self.verb} {word}"
        if self.verb == "is":
            return f"{'are' if several else 'is'} not {word}"
        return f"{'do' if several else 'does'} not {_VERBS[self.verb]} {word}"

    @property
    def declared_values(self) -> Any:
        """The values, or the function of the model that gives them."""
        return self._values

    def declared_in(self, model: Genre) -> ValueLayer:
        """The layer as the model's genre declares it (see ``declared_on``)."""
        own = model.layers.get(self.name, self)
        return own if isinstance(own, ValueLayer) else self

    def values(self, model: Genre) -> Sequence[Value]:
        """The values that a spot may hold in the model's genre."""
        return self.declared_in(model).own_values(model)

    def own_values(self, model: Genre) -> Sequence[Value]:
        """The values by this declaration, even if the model's genre declares the layer anew."""
        return tuple(self._values(model) if callable(self._values) else self._values)

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
    usual: Callable[[Rect], Iterable[Spot]] | None = None,
) -> GivenLayer:
    """A layer of what the puzzle tells.

    ``on``: cells, links, edges, corners, middles, sides, line_sides, or a function of the model that gives spots;
    ``domain``: what may stand there; without it just a mark. ``role``: see ``Role``. ``required``: a puzzle without any
    mark on the layer makes no sense. ``exhaustive``: all clues are given, so that a spot without one informs as well.
    ``usual``: a function of the board that gives the marks of a puzzle whose author does not mention the layer, such as
    the boxes of a sudoku.
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
def Answer(on: Any, *, look: Look = ..., words: tuple[str, str] = ..., verb: str = ...) -> AnswerLayer: ...
@overload
def Answer(
    on: Any,
    values: Any,
    *,
    look: Look = ...,
    given: Domain | None = ...,
    words: Mapping[Value, str] = ...,
    verb: str = ...,
) -> ValueLayer: ...
def Answer(
    on: Any,
    values: Any = None,
    *,
    look: Look | None = None,
    given: Domain | None = None,
    words: Any = None,
    verb: str = "is",
) -> AnswerLayer | ValueLayer:
    """A layer that the solver fills in: with marks, or (``values``) with one of several values on each spot.

    ``on`` may also be a function of the model that gives spots, or tuples of spots which share one mark. ``values`` may
    be a sequence or a function of the model. Marks of the answer may be given in advance: any of the values, or (where
    these depend on what is given) the values of the domain ``given``.

    ``words`` are for people: what a spot is with the mark and without it, ``("sea", "land")``, or for values how each
    is called, where that is not the value itself. ``verb`` (``is``, ``holds`` or ``has``) comes before them in a
    sentence: "r1c1 is sea", "r1c1 holds a lamp".
    """
    if values is None:
        return AnswerLayer(on, look or SHADE, words or ("marked", "unmarked"), verb)
    return ValueLayer(on, values, look or TEXT, given, words, verb)


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
    givens exclude, so that the compiler need not speak of them; a judge needs them all. A judge of one state only
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
    groups: ClassVar[tuple[Group, ...]] = ()
    """Other ways to tell borders and clues in Python and JSON."""
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
    encoded: ClassVar[frozenset[Rule]] = frozenset()
    """The rules whose own encodings may be used: all that these rely on are in force."""
    implied: ClassVar[tuple[Implied, ...]] = ()

    puzzle: Puzzle
    tick: Callable[[], None]
    """To be called from long loops; raises when time is up."""
    shut: bool
    """Whether narrowing left some spot without a value."""
    top: int
    marks: dict[str, Marks]
    terms: dict[str, Terms]

    def __init_subclass__(cls) -> None:
        """Gathers what the class declares. Raises GenreError for what it cannot mean."""
        from .declaring import check_declarations
        from .rules import Implied, Rule

        own = dict(vars(cls))
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                found.pop(name, None)
                if isinstance(value, Layer | Rule | Implied | Key):
                    found[name] = value
        cls.layers = {name: v for name, v in found.items() if isinstance(v, Layer)}
        cls.answer_layers = {name: v for name, v in found.items() if isinstance(v, AnswerLayer | ValueLayer)}
        cls.keys = {name: v for name, v in found.items() if isinstance(v, Key)}
        cls.rules = tuple(v for v in found.values() if isinstance(v, Rule))
        cls.encoded = frozenset(rule for rule in cls.rules if rule.is_supported(cls.rules))
        cls.implied = tuple(
            v for v in found.values() if isinstance(v, Implied) and set(v.relied).issubset(cls.rules)
        )
        layers = (v for v in cls.layers.values() if isinstance(v, GivenLayer))
        given: list[Key[Any] | GivenLayer] = [*cls.keys.values(), *layers]
        ordered = [v for role in ("structure", "clue") for v in given if v.role == role]
        cls.declarations = (*ordered, *cls.answer_layers.values())
        check_declarations(cls, own, _TAKEN)

    @classmethod
    def as_told(cls, puzzle: Puzzle) -> Self:
        """A model that knows the layers and keys that a puzzle tells, but no mark of the answer; domains ask it."""
        model = cls.__new__(cls)
        model.puzzle, model.tick, model._memo, model.readers = puzzle, lambda: None, {}, {}
        return model

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        narrow: bool = False,
        settled: State | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.puzzle = puzzle
        self.tick = tick
        self.shut = False
        self.top = 1
        self.readers: dict[str, Mapping[Spot, Value]] = {}
        self.marks = {}
        self.terms = {}
        self._places: dict[str, list[tuple[Spot, ...]]] = {}
        self._memo: dict[Hashable, Any] = {}
        self._narrowed = narrow
        self._sure: dict[str, dict[Spot, Value]] = {}
        """The values of layers where narrowing has settled all of them."""
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
        found = layer.places(self)
        places = self._places[layer.name] = found if isinstance(found, list) else list(found)
        every = list(values)  # shared: rules replace lists, they never change them
        open_values: Candidates = {place[0]: every for place in ticking(places)}
        many = not narrow and len(places) * len(every) > _MANY
        if narrow:
            self._narrow(layer, values, open_values)
        elif many and settled is not None:
            open_values.update(_held(settled.marks.get(layer.name, _NOTHING), places, values))
        rank = {value: k for k, value in enumerate(every)} if many else None
        terms = self.terms[layer.name] = Terms()
        if narrow and max(map(len, open_values.values()), default=0) == 1:
            sure = self._sure[layer.name] = {spot: open_values[place[0]][0] for place in places for spot in place}
            term_of = {value: Term({value: ALWAYS}) for value in set(sure.values())}
            terms.update({spot: term_of[value] for spot, value in sure.items()})
            return
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
        for spot, value in ticking(given.items()):
            if spot in open_values:
                open_values[spot] = known.get(value, [])
        for rule in self.rules:
            tick()
            if rule in self.encoded:
                rule.narrow(self, layer, open_values)
        if not all(open_values.values()):
            open_values.update({spot: [] for spot in open_values})

    @property
    def is_settled(self) -> bool:
        """Whether narrowing has left one value on each spot, and there is nothing else to be found."""
        return self._narrowed and self.top == 1 and not self.shut

    def keeps_givens(self) -> bool:
        """Whether the settled values are the given ones, where there are such."""
        for name, places in self._places.items():
            given = self.puzzle.given.get(name, _NOTHING)
            if name not in self.terms:
                if not places and any(value is not False for value in given.values()):
                    return False
            elif not given.items() <= self.settled_values(name).items():
                return False
        return True

    def settled_values(self, layer: str) -> Mapping[Spot, Value]:
        """The values of a layer, where narrowing has settled all of them."""
        return self._sure.get(layer, _NOTHING)

    def given(self, layer: Layer) -> Mapping[Spot, Value]:
        """What the puzzle gives on a layer."""
        found = self.readers.get(layer.name)
        return self.puzzle.given.get(layer.name, _NOTHING) if found is None else found

    def read_through(self, layer: GivenLayer, reader: Mapping[Spot, Value]) -> None:
        """From now on the clues of a layer are read from ``reader``."""
        self.readers[layer.name] = reader
        self.__dict__.pop(layer.name, None)

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

    def spots_of(self, literal: int) -> tuple[Spot, ...]:
        """The spots that a literal of an answer layer speaks of; () for other literals."""
        return self._place_of(literal)[1] if 1 < abs(literal) <= self.top else ()

    def mark_of(self, literal: int) -> tuple[str, tuple[Spot, ...], Value, bool]:
        """What a literal of an answer layer says: the layer, the spots, the value, and whether they hold it.

        For a layer of marks the value is True, or False for the absence of a mark, and holds in either case.
        """
        name, place = self._place_of(literal)
        if name in self.marks:
            return name, place, literal > 0, True
        value = next(value for value, mark in self.terms[name][place[0]].marks.items() if mark == abs(literal))
        return name, place, value, literal > 0

    def _place_of(self, literal: int) -> tuple[str, tuple[Spot, ...]]:
        firsts, places = self.memo("first literals", self._first_literals)
        return places[bisect(firsts, abs(literal)) - 1]

    def _first_literals(self) -> tuple[list[int], list[tuple[str, tuple[Spot, ...]]]]:
        """The first variable of each place that has any, in order, and the places with their layers."""
        firsts: list[int] = []
        found: list[tuple[str, tuple[Spot, ...]]] = []
        var = 2
        for name, places in self._places.items():
            for place in places:
                own = [ALWAYS + 1] if name in self.marks else self.terms[name][place[0]].marks.values()
                n = sum(mark != ALWAYS for mark in own)
                if n:
                    firsts.append(var)
                    found.append((name, place))
                    var += n
        return firsts, found

    def known(self, state: State | None) -> MutableSequence[int]:
        """What a state settles, by literal (see ``expr.Known``)."""
        known = cast(MutableSequence[int], Sparse()) if self.top > _DENSE else array("b", bytes(2 * self.top + 1))
        known[1], known[-1] = 1, -1
        if state is not None:
            for lit in ticking(self._literals_of(state)):
                if lit not in (1, -1):
                    known[lit], known[-lit] = 1, -1
        return known

    def _literals_of(self, state: State) -> Iterator[int]:
        """The literals that hold in a state; those of its marks last, so that they win over struck candidates."""
        for name, out in state.struck.items():
            for spot, values in out.items():
                yield from (-self.literal(name, spot, value) for value in values)
        for name, found in state.marks.items():
            if name in self.marks:
                marks = self.marks[name]
                yield from (marks[spot] if value is not False else -marks[spot]
                            for spot, value in found.items() if spot in marks)  # fmt: skip
            elif name in self.terms:
                terms = self.terms[name]
                for spot, value in found.items():
                    if spot in terms:
                        yield from (mark if other == value else -mark for other, mark in terms[spot].marks.items())

    def state(self, model: Sequence[int]) -> State:
        """The state that a solver's model (signed values of the variables 1, 2, ...; 0 for unsettled) stands for."""
        if self.is_settled:
            return State.of(self.puzzle, self._sure)
        found = {
            name: self._marked(name, model) if name in self.marks else self._valued(name, model)
            for name in self._places
        }
        struck = {
            name: self._struck(name, [place for place in self._places[name] if place[0] not in found[name]], model)
            for name in self.terms
        }
        return State.of(self.puzzle, found, struck)

    def _struck(self, name: str, places: Sequence[tuple[Spot, ...]], model: Sequence[int]) -> dict[Spot, set[Value]]:
        """The values that spots do not hold, those that are not even candidates among them."""
        found: dict[Spot, set[Value]] = {}
        layer = self.layers[name]
        if places and isinstance(layer, ValueLayer):
            every = set(layer.values(self))
            for place in ticking(places):
                marks = self.terms[name][place[0]].marks
                left = {value for value, mark in marks.items() if model[mark - 1] >= 0}
                found.update(dict.fromkeys(place, every - left))
        return found

    def _marked(self, name: str, model: Sequence[int]) -> dict[Spot, Value]:
        """The marks of a layer of marks, in a solver's model."""
        layer: dict[Spot, Value] = {}
        marks = self.marks[name]
        for place in self._places[name]:
            value = model[marks[place[0]] - 1]
            if value:
                for spot in place:
                    layer[spot] = value > 0
        return layer

    def _valued(self, name: str, model: Sequence[int]) -> dict[Spot, Value]:
        """The values of a layer of values, in a solver's model."""
        layer: dict[Spot, Value] = {}
        terms = self.terms[name]
        for place in self._places[name]:
            for value, mark in terms[place[0]].marks.items():
                if model[mark - 1] > 0:
                    for spot in place:
                        layer[spot] = value
        return layer


_TAKEN = frozenset(name for name in {*vars(Genre), *Genre.__annotations__} if not name.startswith("__"))
"""What attributes of genres are called that are no declarations of theirs."""
