"""Checks of puzzles and states against the declarations of their genre; errors in arguments and in genres' code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from itertools import chain
from types import GeneratorType, TracebackType
from typing import Any, TypeVar, cast

from ..board.board import PLACES, Board, Spot
from ..board.rect import Rect
from .domain import Domain, Mismatch, OneOf
from .genre_errors import GenreError, in_short, named_after_genre
from .layers import GivenLayer, Key, Layer, ValueLayer
from .puzzle import About, Model, PathSummary, Puzzle, PuzzleError, Reading, State, unknown_answer_layer, unknown_name

F = TypeVar("F", bound=Callable[..., Any])
_HASHABLE = frozenset((bool, bytes, float, int, str, type(None)))
"""Types whose values all have a hash."""
_UNEQUAL = frozenset((int, str, tuple, type(None)))
"""Types no two of which have equal values."""


def check_puzzle(puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first violation of the declarations of the puzzle's genre."""
    with naming_the_genre():
        _check_puzzle(puzzle)


def _check_puzzle(puzzle: Puzzle) -> None:
    genre = puzzle.genre
    _check_board(puzzle)
    for parts in (puzzle.given, puzzle.keys):
        if not isinstance(parts, Mapping):
            raise PuzzleError("this is not a dictionary of layers or keys", where=genre.name, found=in_short(parts))
    for name, marks in puzzle.given.items():
        if name not in genre.layers:
            raise unknown_name(genre, "layer", name, genre.layers)
        check_mapping(marks, genre, name)
    for name in puzzle.keys:
        if name not in genre.keys:
            raise unknown_name(genre, "key", name, genre.keys)
    _check_about(puzzle.about)
    check_keys(puzzle)
    model = genre.as_told(puzzle)
    for declaration in genre.declarations:
        if isinstance(declaration, Key):
            if declaration.role == "clue":
                _check_key(declaration, model)
        elif declaration.name in puzzle.given:
            _check_layer(declaration, puzzle.given[declaration.name], model)
        elif isinstance(declaration, GivenLayer) and declaration.required and declaration.spots(model):
            what = f"there is no {declaration.name}, and a {genre.name} needs some"
            raise PuzzleError(what, layer=declaration.name)


def check_keys(puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first invalid key of the structure; these depend on no layer."""
    model = puzzle.genre.as_told(puzzle)
    for key in puzzle.genre.keys.values():
        if key.role == "structure":
            _check_key(key, model)


def check_form(state: State, puzzle: Puzzle) -> None:
    """Raises PuzzleError for a state that is malformed, so that ``check`` could not report what is wrong.

    Marks must belong to answer layers of the puzzle's genre, their places must be of the type Spot, and their values
    hashable. Candidates that are struck out must be sets of such values.
    """
    for marks in (state.marks, state.struck):
        if not isinstance(marks, Mapping):
            what, expected = "these are not marks of a state", "a dictionary from answer layers to marks"
            raise PuzzleError(what, where=puzzle.genre.name, expected=expected, found=in_short(marks))
        for name, layer in marks.items():
            if name not in puzzle.genre.answer_layers and layer != {}:
                raise unknown_answer_layer(puzzle.genre, name)
            check_mapping(layer, puzzle.genre, name)
            _check_values(layer, name, puzzle)
    for name, layer in state.struck.items():
        for spot, out in layer.items():
            if not isinstance(out, AbstractSet):
                where = f"{puzzle.genre.name}, layer {name!r}, {named(puzzle.board, spot)}"
                raise PuzzleError("these are not struck candidates", where=where, layer=name, spot=spot,
                                  expected="a set of values", found=in_short(out))


def check_places(state: State, puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first mark of a state at a spot where its layer has no place."""
    model = puzzle.genre.as_told(puzzle)
    for name, marks in state.marks.items():
        if marks:
            _check_spots(puzzle.genre.layers[name], marks, model)


def check_marks(state: State, puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first mark of a state that no answer can have; ``check`` reports all."""
    check_places(state, puzzle)
    model = puzzle.genre.as_told(puzzle)
    for name, marks in state.marks.items():
        domain = answer_domain(puzzle.genre.layers[name], model)
        if _sound(domain, marks.values()):
            continue
        for spot, value in marks.items():
            if value not in domain and value is not False:
                raise _misfit(name, spot, Mismatch((), domain.words(), value), puzzle)


def answer_domain(layer: Layer, model: Model) -> Domain:
    """The domain of the spots of an answer layer."""
    return OneOf(layer.own_values(model)) if isinstance(layer, ValueLayer) else layer.domain


def at_spot(fault: PuzzleError, board: Board) -> str:
    """What is wrong, for a message that does not begin with the name of the spot."""
    if fault.spot is None or not fault.found:
        return fault.what
    return f"this is not allowed at {board.name(fault.spot)}"


def _check_board(puzzle: Puzzle) -> None:
    board = puzzle.board
    if not isinstance(board, Board):
        raise PuzzleError("this is not a board", expected="one such as Rect.of(9, 9)", found=in_short(board))
    if not puzzle.genre.any_graph and not isinstance(board, Rect):
        raise PuzzleError(f"{puzzle.genre.name} needs a rectangular board", found=in_short(board))


def _check_about(about: About) -> None:
    if not isinstance(about, About):
        raise PuzzleError("this is not an About", found=in_short(about))
    if about.path is not None and not isinstance(about.path, PathSummary):
        raise PuzzleError("the path must be a PathSummary", found=in_short(about.path))
    for name, value in vars(about).items():
        texts = (value,) if isinstance(value, str) else value
        if name != "path" and not (isinstance(texts, tuple) and all(isinstance(one, str) for one in texts)):
            raise PuzzleError(f"the {name} must be text", found=in_short(value))


def _check_key(key: Key[Any], model: Model) -> None:
    keys = model.puzzle.keys
    wrong = key.domain.at(model).mismatch(keys[key.name]) if key.name in keys else None
    if wrong is not None:
        where = f"{model.name}, key {key.name!r}"
        raise PuzzleError("this is not one of its values", where=where, key=key.name, path=wrong.path,
                          expected=wrong.expected, found=in_short(wrong.found))


def _check_layer(layer: Layer, marks: Mapping[Spot, Any], model: Model) -> None:
    _check_spots(layer, marks, model)
    for spot, wrong in _misfits(layer.domain, marks, model):
        raise _misfit(layer.name, spot, wrong, model.puzzle)


def check_mapping(marks: object, genre: type[Model], name: str) -> None:
    """Raises PuzzleError for marks that are no dictionary."""
    if not isinstance(marks, Mapping):
        raise PuzzleError("these are not marks", where=f"{genre.name}, layer {name!r}", layer=name,
                          expected="a dictionary from spots to values", found=in_short(marks))


def _check_values(marks: Mapping[Any, Any], name: str, puzzle: Puzzle) -> None:
    """Raises PuzzleError for a mark whose place is no Spot, and for a value without a hash."""
    layer = puzzle.genre.layers[name]
    if not set(map(type, marks)) <= {Spot} or not set(map(type, chain.from_iterable(marks))) <= {int}:
        raise _no_spot(next(spot for spot in marks if not _is_spot(spot)), layer, puzzle.genre)
    if set(map(type, marks.values())) <= _HASHABLE:
        return
    for spot, value in marks.items():
        try:
            hash(value)
        except TypeError:
            domain = answer_domain(layer, puzzle.genre.as_told(puzzle))
            raise _misfit(name, spot, Mismatch((), domain.words(), value), puzzle) from None


def _is_spot(spot: object) -> bool:
    return isinstance(spot, Spot) and type(spot.y) is type(spot.x) is int


def _check_spots(layer: Layer, marks: Mapping[Spot, Any], model: Model) -> None:
    spots = layer.spots(model)
    if not marks.keys() <= spots or not set(map(type, marks)) <= {Spot}:
        raise _foreign(next(spot for spot in marks if spot not in spots or type(spot) is not Spot), layer, spots, model)


def _misfit(name: str, spot: Spot, wrong: Mismatch, puzzle: Puzzle) -> PuzzleError:
    """The error for a value that is not allowed at a spot."""
    where = f"{puzzle.genre.name}, layer {name!r}, {named(puzzle.board, spot)}"
    return PuzzleError("this is not allowed here", where=where, layer=name, spot=spot, path=wrong.path,
                       expected=wrong.expected, found=in_short(wrong.found))


def _foreign(spot: object, layer: Layer, spots: AbstractSet[Spot], model: Model) -> PuzzleError:
    """The error for a mark at a spot where its layer has no place."""
    if not _is_spot(spot):
        return _no_spot(spot, layer, type(model))
    assert isinstance(spot, Spot)
    where, expected = f"{model.name}, layer {layer.name!r}", _places(layer)
    what = f"no {layer.name} can be at {named(model.puzzle.board, spot)}"
    if not spots:
        what, expected = f"{what}, nor elsewhere on this board", ""
    return PuzzleError(what, where=where, layer=layer.name, spot=spot, expected=expected)


def _no_spot(found: object, layer: Layer, genre: type[Model]) -> PuzzleError:
    return PuzzleError("this is not a Spot", where=f"{genre.name}, layer {layer.name!r}", layer=layer.name,
                       expected=_places(layer), found=in_short(found))


def _misfits(domain: Domain, marks: Mapping[Spot, Any], model: Model) -> Iterator[tuple[Spot, Mismatch]]:
    """The values that are not in the domain."""
    if domain.by_spot:
        own = ((spot, value, domain.at(model, spot)) for spot, value in marks.items())
    else:
        settled = domain.at(model)
        if domain.atomic and _sound(settled, marks.values()):
            return
        own = ((spot, value, settled) for spot, value in marks.items())
    for spot, value, known in own:
        if value not in known:
            wrong = known.mismatch(value)
            assert wrong is not None
            yield spot, wrong


def _sound(domain: Domain, values: Collection[Any]) -> bool:
    """Whether all values are in a domain. Usually there are few distinct ones."""
    kinds = set(map(type, values))
    try:
        distinct: Iterable[Any] = set(values)
        if len(kinds) > 1 and not kinds <= _UNEQUAL:
            distinct = [value for _, value in set(zip(map(type, values), values, strict=True))]
    except TypeError:  # some value has no hash
        return False
    return all(value in domain for value in distinct)


def _places(layer: Layer) -> str:
    """The places of a layer in words; if a function returns them, from the first line of its docstring."""
    if isinstance(layer.on, str):
        return PLACES[layer.on]
    line = (layer.on.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return f"one of the {line[4:]}" if line.startswith("The ") else "one of the layer's places"


def named(board: Board, spot: Spot) -> str:
    """The name of a spot that need not be on the board, by rows and columns."""
    if not isinstance(board, Rect) or _near(board, spot):
        return board.name(spot)
    y, x = spot
    if y % 2 and x % 2:
        return _cell(y, x)
    if y % 2:
        return f"the border between {_cell(y, x - 1)} and {_cell(y, x + 1)}"
    if x % 2:
        return f"the border between {_cell(y - 1, x)} and {_cell(y + 1, x)}"
    return f"the corner between {_cell(y - 1, x - 1)} and {_cell(y + 1, x + 1)}"


def _near(board: Rect, spot: Spot) -> bool:
    """Whether a spot is on the board or just outside, so that the board has a name for it."""
    return any(spot in places for places in (board.cells, board.edges, board.corners, board.sides, board.line_sides))


def _cell(y: int, x: int) -> str:
    return f"r{y // 2 + 1}c{x // 2 + 1}"


# -- errors in arguments and in the code of genres ---------------------------------------------------------------------


_STATES = frozenset(("state", "answer", "played", "one", "other"))


def checks_arguments(function: F) -> F:
    """Makes a function check its arguments that are puzzles and states; these parameters are known by their names.

    If the ``puzzle`` is a Reading, the function gets the puzzle of that reading. It raises TypeError for anything else
    that is no Puzzle, and for a state that is no State; and PuzzleError for a malformed state (see ``check_form``).
    The type of the function stays as it is, because editors that complete code understand no other decorators.
    Parameters for states are called ``state``, ``answer`` or ``played``, or ``one`` and ``other``; None is allowed if
    it is the default.

    ``Puzzle(...)`` and ``State(...)`` check nothing, and checking all values would take longer than many calls. So
    values are checked only if the function fails: it then raises PuzzleError if they are to blame.
    """
    parameters = tuple(signature(function).parameters.values())
    optional = frozenset(one.name for one in parameters if one.default is None)
    names = [one.name for one in parameters if one.kind is not Parameter.KEYWORD_ONLY]

    @wraps(function)
    def checked(*args: Any, **more: Any) -> Any:
        puzzle: Puzzle | None = None
        states: list[State] = []
        args, more = _without_readings(names, args, more)
        for name, thing in (*zip(names, args, strict=False), *more.items()):
            if name == "puzzle":
                if not isinstance(thing, Puzzle):
                    raise TypeError(no_puzzle(thing))
                puzzle = thing
            elif name in _STATES and not (thing is None and name in optional):
                if not isinstance(thing, State):
                    what = {"one": "the first argument", "other": "the second argument"}.get(name, name)
                    raise TypeError(_no_state(thing, what))
                states.append(thing)
        with blaming(puzzle, states):
            for state in states:
                check_form(state, puzzle or state.puzzle)
            result = function(*args, **more)
        return _each(result, puzzle, states) if isinstance(result, GeneratorType) else result

    return cast(F, checked)


def _without_readings(
    names: Sequence[str], args: tuple[Any, ...], more: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a function, with the puzzle in place of a reading."""
    if isinstance(more.get("puzzle"), Reading):
        return args, more | {"puzzle": more["puzzle"].puzzle}
    return tuple([
        thing.puzzle if isinstance(thing, Reading) and name == "puzzle" else thing
        for name, thing in zip(names, args, strict=False)
    ]) + args[len(names) :], more


def _each(items: Iterator[Any], puzzle: Puzzle | None, states: list[State]) -> Iterator[Any]:
    with blaming(puzzle, states):
        yield from items


@contextmanager
def blaming(puzzle: Puzzle | None, states: Iterable[State]) -> Iterator[None]:
    """Replaces an error inside by a PuzzleError if the puzzle or a state violates the declarations of its genre."""
    try:
        yield
    except Exception as error:
        if type(error).__module__ == "builtins" or isinstance(error, GenreError):
            for one in [puzzle] if puzzle is not None else [state.puzzle for state in states]:
                check_puzzle(one)
            for state in states:
                check_marks(state, puzzle or state.puzzle)
        raise


class _NamingTheGenre:
    """See ``naming_the_genre``."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, _kind: type[BaseException] | None, fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if fault is not None:
            named = named_after_genre(fault)
            if named is not None and named is not fault:
                raise named from fault


def naming_the_genre() -> _NamingTheGenre:
    """A context in which mistakes in the code of a genre raise GenreError, with the original error as its cause."""
    return _CONTEXT


_CONTEXT = _NamingTheGenre()


def check_whole(name: str, value: object, least: int = 1) -> None:
    """Raises TypeError for an argument that is not a whole number, and ValueError for one below the least."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {in_short(value)}")
    if value.__index__() < least:
        raise ValueError(f"{name} must be at least {least}")


def check_seed(seed: object) -> None:
    """Raises TypeError for a seed that is neither a whole number nor a string."""
    if not isinstance(seed, str) and not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be a whole number or a string, not {in_short(seed)}")


def no_puzzle(thing: object, name: str = "puzzle") -> str:
    """What to say if an argument is no puzzle."""
    wanted = f"{name} must be a Puzzle or a Reading, not {_kind(thing)}"
    if isinstance(thing, str | bytes) or hasattr(thing, "read") or hasattr(thing, "__fspath__"):
        return f"{wanted}; gridwright.read reads one from a file or a text"
    if hasattr(thing, "puzzle"):
        return f"{wanted}; it has one, as its attribute puzzle"
    return wanted


def _no_state(thing: object, name: str) -> str:
    """What to say if an argument is no state."""
    wanted = f"{name} must be a State, not {_kind(thing)}"
    if hasattr(thing, "answers"):
        return f"{wanted}; its attribute answers has them"
    return wanted if isinstance(thing, Puzzle) else f"{wanted}; gridwright.state(puzzle, grid) makes one from a grid"


def _kind(thing: object) -> str:
    return "None" if thing is None else type(thing).__name__


@checks_arguments
def differences(one: State, other: State) -> tuple[Spot, ...]:
    """Returns the spots with different marks in two states, in reading order.

    Args:
        one: A state.
        other: Another state of the same puzzle. A mark that only one of them has is a difference.

    Returns:
        The spots.

    Raises:
        ValueError: The states are of different puzzles.

    Example:
        >>> verdict = gw.solve(gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"]))
        >>> len(gw.differences(*verdict.answers))
        6
    """
    if one.puzzle is not other.puzzle and one.puzzle != other.puzzle:
        raise ValueError("these are states of different puzzles")
    one, other = one.with_givens(), other.with_givens()
    return tuple(sorted({
        spot for name in one.marks.keys() | other.marks.keys()
        for spot in one.marks.get(name, {}).keys() | other.marks.get(name, {}).keys()
        if one.get(name, spot) != other.get(name, spot)
    }))  # fmt: skip
