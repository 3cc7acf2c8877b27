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
from .wording import worded

T = TypeVar("T")


class Support:
    """Functions that methods of puzzles and states call; their modules import that of puzzles."""

    @staticmethod
    def spelt(thing: Puzzle | State) -> str:
        """The expression that evaluates to a puzzle or state."""
        from .forms import spelt

        return spelt(thing)

    @staticmethod
    def plain(value: Any) -> Any:
        """A value with types of other libraries converted to Python's own."""
        from .forms import plain

        return plain(value)

    @staticmethod
    def form_of(layer: Layer, marks: Mapping[Spot, Value], board: Board, *, full: bool = False) -> Any:
        """The marks of a layer as lists and dictionaries."""
        from .forms import form_of

        return form_of(layer, marks, board, full=full)

    @staticmethod
    def main_answer(genre: type[Genre]) -> Layer | None:
        """The only answer layer on cells, if there is exactly one."""
        from .forms import main_answer

        return main_answer(genre)

    check_puzzle = staticmethod(check_puzzle)
    check_mapping = staticmethod(check_mapping)
    check_form = staticmethod(check_form)
    check_marks = staticmethod(check_marks)


class Genre:
    """The base of all genres: a subclass declares the layers, keys, rules, formats and looks of a kind of puzzle.

    An instance is the model of one puzzle, which the solver works with. *How to add a genre* in the documentation tells
    how to write one.

    Args:
        puzzle: The puzzle.
        narrow: Whether rules first remove values that the givens exclude, so that these are not encoded; checking needs
            all values.
        settled: A state to check. On very large boards, the model has only the values of that state.
        tick: Checks the clock in long loops; raises when time is up.

    Example:
        >>> sudoku = gw.genre("Sudoku")
        >>> print(sudoku.task)
        Write each number once in every row, every column and every outlined area.
        >>> list(sudoku.layers), [rule.name for rule in sudoku.rules]
        (['wall', 'number'], ['rows', 'cols', 'boxes'])
    """

    name: ClassVar[str]
    """The name that people know; case and punctuation do not matter when it is looked up."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names."""
    task: ClassVar[str] = ""
    """The rules in one or two sentences, for solvers."""
    sized_task: ClassVar[str] = ""
    """The same with ``{n}`` for the number of columns, for booklets; not used for puzzles with keys."""
    ground: ClassVar[Ground] = Ground()
    """What the empty board looks like."""
    notes: ClassVar[Mapping[str, tuple[Any, Look]]] = {}
    """Values that pictures show below every board in addition to the keys, by name, with their looks."""
    groups: ClassVar[tuple[Group, ...]] = ()
    """Other ways to write borders and clues in Python and JSON."""
    dialects: ClassVar[tuple[Any, ...]] = ()
    """How its puzzles are written in each format."""
    making: ClassVar[Making] = Making()
    """How new puzzles of the genre are made."""
    levels: ClassVar[Levels | None] = None
    """The scores of each label of difficulty; by default those usual in other genres."""
    any_graph: ClassVar[bool] = False
    """Whether a board may be any planar graph; otherwise it is rectangular."""
    layers: ClassVar[Mapping[str, Layer]] = {}
    """The layers by name, givens and answers."""
    answer_layers: ClassVar[Mapping[str, AnswerLayer | ValueLayer]] = {}
    """The layers that the solver fills in."""
    keys: ClassVar[Mapping[str, Key[Any]]] = {}
    """The values that concern a whole puzzle, by name."""
    declarations: ClassVar[tuple[Key[Any] | Layer, ...]] = ()
    """Everything that a puzzle may contain, ordered so that domains depend only on what precedes them: structure,
    clues, marks of the answer; keys before layers."""
    rules: ClassVar[tuple[Rule, ...]] = ()
    """The rules, in the order of their declarations."""
    encoded: ClassVar[frozenset[Rule]] = frozenset()
    """The rules whose own encodings may be used, because all rules that these require are in force."""
    support: ClassVar[type[Support]] = Support
    is_built_in: ClassVar[bool] = True
    """Whether the genre comes with the package. Such genres are checked by tests, not whenever they are loaded."""
    lemmas: ClassVar[tuple[Lemma, ...]] = ()
    """What explanations may use in addition to the rules."""

    puzzle: Puzzle
    """The puzzle of this model."""
    tick: Callable[[], None]
    """Checks the clock in long loops; raises when time is up."""
    variables: Variables
    """The literals of the marks of the answer."""
    marks: dict[str, Marks]
    """The marks of each layer of marks, by spot."""
    terms: dict[str, Terms]
    """The terms of each value layer, by spot."""

    def __init_subclass__(cls) -> None:
        """Collects the declarations of the class. Raises GenreError for mistakes in them."""
        attributes = dict(vars(cls))
        declared: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                declared.pop(name, None)
                if isinstance(value, Layer | Rule | Key):
                    declared[name] = value
        cls.layers = {name: v for name, v in declared.items() if isinstance(v, Layer)}
        cls.answer_layers = {name: v for name, v in declared.items() if isinstance(v, AnswerLayer | ValueLayer)}
        cls.keys = {name: v for name, v in declared.items() if isinstance(v, Key)}
        cls.rules = tuple(v for v in declared.values() if isinstance(v, Rule) and not isinstance(v, Lemma))
        cls.encoded = frozenset(rule for rule in cls.rules if rule.is_supported(cls.rules))
        cls.lemmas = tuple(
            v for v in declared.values() if isinstance(v, Lemma) and set(v.required).issubset(cls.rules)
        )
        layers = (v for v in cls.layers.values() if isinstance(v, GivenLayer))
        given: list[Key[Any] | GivenLayer] = [*cls.keys.values(), *layers]
        ordered = [v for role in ("structure", "clue") for v in given if v.role == role]
        cls.declarations = (*ordered, *cls.answer_layers.values())
        cls.is_built_in = cls.__module__.startswith(_BUILT_IN)
        if not cls.is_built_in:
            cls.check(attributes)

    @classmethod
    def check(cls, own: Mapping[str, object] | None = None) -> None:
        """Raises GenreError for mistakes in declarations; ``own`` is the body of the class."""
        from .declaring import check_declarations

        if own is None:
            own = {name: value for name, value in vars(cls).items() if name not in _GATHERED}
        check_declarations(cls, own, _TAKEN)

    @classmethod
    def task_in_words(cls) -> str:
        """The task in the current language."""
        return worded(cls.task, cls._teller().__module__)

    @classmethod
    def task_of(cls, puzzle: Puzzle) -> str:
        """The task of a puzzle in the current language, with its numbers if the genre says them, and what its question
        marks mean."""
        sized = vars(cls._teller()).get("sized_task")  # that of another task says something else
        if not sized or puzzle.keys or not isinstance(puzzle.board, Rect):
            told = cls.task_in_words()
        else:
            told = worded(sized, cls._teller().__module__, n=puzzle.board.n_cols)
        if told and "?" not in told and any("?" in layer.values() for layer in puzzle.given.values()):
            return f"{told} {worded('A question mark stands for any number.')}"
        return told

    @classmethod
    def _teller(cls) -> type[Genre]:
        """The class that declares the task."""
        return next(base for base in cls.__mro__ if "task" in vars(base))

    @classmethod
    def without(cls, rules: Iterable[str]) -> type[Self]:
        """The genre without the rules of these names."""
        return type(cls.__name__, (cls,), {**dict.fromkeys(rules), "__module__": cls.__module__})

    @classmethod
    def abstraction(cls, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        """A puzzle with fewer values to solve instead, if there is one; ``tick`` raises when time is up."""
        del puzzle, tick
        return None

    @classmethod
    def as_told(cls, puzzle: Puzzle) -> Self:
        """A model with the givens and keys of a puzzle but without variables, for evaluating domains."""
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
        """The puzzle's board. (The type fits most genres; rules for any graph use only ``Board``.)"""
        return self.puzzle.board  # type: ignore[return-value]

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``make``, computed once for this model."""
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._memo[key] = make()
            return made

    def given(self, layer: Layer) -> Mapping[Spot, Value]:
        """The givens of a layer."""
        return self.puzzle.given.get(layer.name, NO_MARKS)

    def demands(self) -> Iterator[Demand]:
        """All demands of the rules."""
        for rule in self.rules:
            yield from rule.demands(self)


_BUILT_IN = f"{__name__.partition('.')[0]}.genres."
_GATHERED = frozenset((
    "layers", "answer_layers", "keys", "rules", "encoded", "lemmas", "declarations", "is_built_in",
))  # fmt: skip
"""The attributes that are set when a class is created."""
_TAKEN = frozenset(name for name in {*vars(Genre), *Genre.__annotations__} if not name.startswith("__"))
"""The names of attributes of all genres, which declarations must not use."""
