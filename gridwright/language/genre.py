"""The base class of genres: layers, rules and texts. An instance is the model of one puzzle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

from ..board.board import Board, Spot
from ..board.rect import Rect
from .layers import AnswerLayer, GivenLayer, Group, Key, Layer, Marks, Terms, ValueLayer
from .look import Ground, Look
from .making import Making
from .puzzle import NO_MARKS, Abstraction, Puzzle, State, Value
from .rules import Demand, Lemma, Rule
from .taste import Levels
from .validation import check_form, check_mapping, check_marks, check_puzzle
from .variables import Variables

T = TypeVar("T")


class Support:
    """What methods of puzzles and states call: functions of modules that know puzzles themselves."""

    @staticmethod
    def spelt(thing: Puzzle | State) -> str:
        """The expression that makes a puzzle or a state."""
        from .forms import spelt

        return spelt(thing)

    @staticmethod
    def plain(value: Any) -> Any:
        """A value with Python's own types instead of those of other libraries."""
        from .forms import plain

        return plain(value)

    @staticmethod
    def form_of(layer: Layer, marks: Mapping[Spot, Value], board: Board, *, full: bool = False) -> Any:
        """The marks of a layer as lists and dictionaries."""
        from .forms import form_of

        return form_of(layer, marks, board, full=full)

    @staticmethod
    def main_answer(genre: type[Genre]) -> Layer | None:
        """The one answer layer on cells, if there is one."""
        from .forms import main_answer

        return main_answer(genre)

    check_puzzle = staticmethod(check_puzzle)
    check_mapping = staticmethod(check_mapping)
    check_form = staticmethod(check_form)
    check_marks = staticmethod(check_marks)


class Genre:
    """The base of all genres.

    A subclass declares layers, keys, rules and dialects. An instance is the model of one puzzle. The marks of its
    answer layers are the literals 2, 3, ... (1 is always true). With ``narrow`` the rules first remove values that the
    given marks exclude, so that the compiler does not encode them; the checker needs all values. A model for checking
    one state only (``settled``) has, on very large boards, only the value of each spot in that state.
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
    making: ClassVar[Making] = Making()
    """How new puzzles of the genre are made."""
    levels: ClassVar[Levels | None] = None
    """How hard puzzles of each label are; by default as usual in other genres."""
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
    support: ClassVar[type[Support]] = Support
    is_built_in: ClassVar[bool] = True
    """Whether the genre comes with the package. Tests check such genres instead of every program that loads them."""
    lemmas: ClassVar[tuple[Lemma, ...]] = ()
    """What explanations may say besides the rules."""

    puzzle: Puzzle
    tick: Callable[[], None]
    """To be called from long loops; raises when time is up."""
    variables: Variables
    marks: dict[str, Marks]
    terms: dict[str, Terms]

    def __init_subclass__(cls) -> None:
        """Gathers what the class declares. Raises GenreError for what it cannot mean."""
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
        cls.rules = tuple(v for v in found.values() if isinstance(v, Rule) and not isinstance(v, Lemma))
        cls.encoded = frozenset(rule for rule in cls.rules if rule.is_supported(cls.rules))
        cls.lemmas = tuple(
            v for v in found.values() if isinstance(v, Lemma) and set(v.required).issubset(cls.rules)
        )
        layers = (v for v in cls.layers.values() if isinstance(v, GivenLayer))
        given: list[Key[Any] | GivenLayer] = [*cls.keys.values(), *layers]
        ordered = [v for role in ("structure", "clue") for v in given if v.role == role]
        cls.declarations = (*ordered, *cls.answer_layers.values())
        cls.is_built_in = cls.__module__.startswith(_BUILT_IN)
        if not cls.is_built_in:
            cls.check(own)

    @classmethod
    def check(cls, own: Mapping[str, object] | None = None) -> None:
        """Raises GenreError for declarations that are mistakes; ``own`` is the body of the class."""
        from .declaring import check_declarations

        if own is None:
            own = {name: value for name, value in vars(cls).items() if name not in _GATHERED}
        check_declarations(cls, own, _TAKEN)

    @classmethod
    def without(cls, rules: Iterable[str]) -> type[Self]:
        """The genre without some rules, by their names."""
        return type(cls.__name__, (cls,), {**dict.fromkeys(rules), "__module__": cls.__module__})

    @classmethod
    def abstraction(cls, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        """A puzzle with fewer values that can be solved instead, if there is one; ``tick`` raises when time is up."""
        del puzzle, tick
        return None

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
        settled: State | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.puzzle = puzzle
        self.tick = tick
        self._memo: dict[Hashable, Any] = {}
        self.variables = Variables(puzzle)
        self.marks, self.terms = self.variables.marks, self.variables.terms
        self.variables.lay(self, narrow, settled)

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

    def given(self, layer: Layer) -> Mapping[Spot, Value]:
        """What the puzzle gives on a layer."""
        return self.puzzle.given.get(layer.name, NO_MARKS)

    def demands(self) -> Iterator[Demand]:
        """All that the rules demand of this puzzle's answer, worded and located."""
        for rule in self.rules:
            yield from rule.demands(self)


_BUILT_IN = f"{__name__.partition('.')[0]}.genres."
_GATHERED = frozenset((
    "layers", "answer_layers", "keys", "rules", "encoded", "lemmas", "declarations", "is_built_in",
))  # fmt: skip
"""What is gathered when a class is created."""
_TAKEN = frozenset(name for name in {*vars(Genre), *Genre.__annotations__} if not name.startswith("__"))
"""What attributes of genres are called that are no declarations of theirs."""
