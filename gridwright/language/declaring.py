"""Checks the declarations of a genre when its class is created, so that mistakes are reported immediately."""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from inspect import getsource
from string import Formatter
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from .board import PLACES

if TYPE_CHECKING:
    from .genre import Genre
    from .layers import Layer
    from .rules import MadeRule, Rule

_OWN = frozenset(("name", "aliases", "task", "ground", "notes", "dialects", "making", "any_graph", "groups"))
"""The attributes of ``Genre`` that genres set."""
_COMPARE = dis.opmap["COMPARE_OP"]


class GenreError(TypeError):
    """A genre whose declarations cannot be meant; the message names its file, the genre, and the layer or rule."""


def check_declarations(genre: type[Genre], own: Mapping[str, object], taken: Iterable[str]) -> None:
    """Raises GenreError for what a class declares and cannot mean.

    ``own`` is what stands in the body of the class, ``taken`` are names that mean something else.
    """
    for name in own:
        if name in taken and name not in _OWN:
            raise _error(genre, f"the name {name!r} is taken: it means something in every genre")
    from .layers import AnswerLayer, Layer
    from .rules import MadeRule, Rule

    for name, value in own.items():
        if isinstance(value, Layer):
            _check_places(genre, value)
        elif isinstance(value, Rule):
            _check_text(genre, value)
            if isinstance(value, MadeRule):
                marks = {name for name, layer in genre.layers.items() if isinstance(layer, AnswerLayer)}
                _check_comparisons(genre, value, marks)
        elif isinstance(value, FunctionType):
            _check_not_hiding(genre, name)


def _error(genre: type[Genre], what: str) -> GenreError:
    file = getattr(sys.modules.get(genre.__module__), "__file__", None) or genre.__module__
    return GenreError(f"{file}: genre {genre.__name__}: {what}")


# -- places -----------------------------------------------------------------------------------------------------------


def _check_places(genre: type[Genre], layer: Layer) -> None:
    if isinstance(layer.on, str) and layer.on not in PLACES:
        near = get_close_matches(layer.on, PLACES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(PLACES)}"
        raise _error(genre, f"layer {layer.name!r}: no places are called {layer.on!r}; {hint}")
    if not isinstance(layer.on, str) and not callable(layer.on):
        raise _error(genre, f"layer {layer.name!r}: its places are {layer.on!r}, and should be a name or a function")


# -- names ------------------------------------------------------------------------------------------------------------


def _check_not_hiding(genre: type[Genre], name: str) -> None:
    """A method that is called like an imported rule kind is what the rest of the class body calls instead of it."""
    imported = getattr(sys.modules.get(genre.__module__), name, None)
    if callable(imported) and getattr(imported, "__module__", "").startswith(f"{__package__}."):
        raise _error(genre, f"the method {name!r} hides what is imported under that name; call one of them otherwise")


# -- texts ------------------------------------------------------------------------------------------------------------


def _check_text(genre: type[Genre], rule: Rule) -> None:
    """Each name in braces must be one that some demand may fill in."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(rule.text) if field is not None]
    except ValueError:
        raise _error(genre, f"rule {rule.name!r}: the braces of its text do not match: {rule.text!r}") from None
    unknown = next((field for field in fields if not _is_filled(genre, rule, field)), None)
    if unknown is not None:
        known = {"at"}.union(*_fillable(genre, rule))
        near = [name for name in get_close_matches(unknown, known, 3) if name.isidentifier()]
        hint = f"; did you mean {{{near[0]}}}?" if near else ""
        raise _error(genre, f"rule {rule.name!r}: no demand fills in {{{unknown}}} of its text{hint}")


def _is_filled(genre: type[Genre], rule: Rule, field: str) -> bool:
    return field == "at" or (field.isidentifier() and any(field in some for some in _fillable(genre, rule)))


def _fillable(genre: type[Genre], rule: Rule) -> Iterator[frozenset[str]]:
    """All strings that may be names of words: those in the code of the genre, of what it hands to the rule, and of the
    rule's kind, keyword names of calls included. More than are meant, but no slip of the pen is among them."""
    yield from map(_strings_of_class, genre.__mro__)
    yield frozenset(_strings_in(vars(rule).values()))
    for module in dict.fromkeys(base.__module__ for base in (*type(rule).__mro__, genre)):
        if module in sys.modules:
            yield _strings_of_module(sys.modules[module])


@lru_cache(maxsize=64)
def _strings_of_class(base: type) -> frozenset[str]:
    return frozenset(_strings_in(vars(base).values()))


@lru_cache(maxsize=256)
def _strings_of_module(module: ModuleType) -> frozenset[str]:
    found: set[str] = set()
    for thing in vars(module).values():
        if isinstance(thing, type) and thing.__module__ == module.__name__:
            found.update(_strings_in(vars(thing).values()))
            found.update(getattr(thing, "_fields", ()))
        elif str(getattr(thing, "__module__", module.__name__)).startswith((module.__name__, f"{__package__}.")):
            found.update(_strings_in((thing,)))  # functions that kinds share among them
    return frozenset(found)


def _strings_in(things: Iterable[object]) -> Iterator[str]:
    """The strings among some values, and those in the code of functions, properties and rules made of functions."""
    for thing in things:
        if isinstance(thing, str):
            yield thing
        elif isinstance(thing, tuple | list | dict):
            yield from (text for text in thing if isinstance(text, str))
        else:
            function = next((f for name in _WRAPPED if (f := getattr(thing, name, None)) is not None), thing)
            if isinstance(function, FunctionType):
                yield from _strings_of_code(function.__code__)


_WRAPPED = ("make", "func", "fget", "__func__")
"""Where rules, cached properties, properties and static methods keep their functions."""


def _strings_of_code(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _strings_of_code(constant)
        else:
            yield from _strings_in((constant,))


# -- comparisons ------------------------------------------------------------------------------------------------------


def _check_comparisons(genre: type[Genre], rule: MadeRule, marks: Iterable[str]) -> None:
    """A mark is there or not; comparing it with a number compares its literal, and says nothing about the grid."""
    if not isinstance(rule.make, FunctionType) or not _compares(rule.make.__code__, frozenset(marks)):
        return
    try:
        tree = ast.parse(dedent(getsource(rule.make)))
    except (OSError, SyntaxError):  # the source is not there, or not as it was
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and _is_mark_with_number(node, frozenset(marks)):
            told = ast.unparse(node)
            raise _error(genre, f"rule {rule.name!r}: {told!r} compares a mark with a number; "
                                "say just the mark, or ~mark for its absence")


def _compares(code: CodeType, marks: frozenset[str]) -> bool:
    """Whether there is a comparison in a code that names a layer of marks: cheap, for most have none."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    here = not marks.isdisjoint(code.co_names) and _COMPARE in code.co_code[::2]
    return here or any(_compares(one, marks) for one in inner)


def _is_mark_with_number(node: ast.Compare, marks: frozenset[str]) -> bool:
    sides = [node.left, *node.comparators]
    return (
        all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
        and any(_is_mark(side, marks) for side in sides)
        and any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in sides)
    )


def _is_mark(node: ast.expr, marks: frozenset[str]) -> bool:
    """Whether this is ``self.layer[...]`` for a layer of marks."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and isinstance(node.value.value, ast.Name)
        and node.value.value.id == "self"
        and node.value.attr in marks
    )
