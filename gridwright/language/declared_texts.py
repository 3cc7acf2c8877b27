"""Checks of the texts of rules when a genre's class is created: each name in braces must have a value."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from string import Formatter
from types import CodeType, FunctionType, ModuleType

from .domain import in_short
from .genre_errors import FLOORS
from .puzzle import Model
from .rules import Global, Rule


def text_mistakes(genre: type[Model], rule: Rule) -> Iterator[str]:
    """Each name in braces must be one that some demand may fill in, and each fault one that some demand may have."""
    texts: dict[str, str] = {"the fact": rule.text}
    if _is_all_own(rule, genre) or not _is_own(rule, genre):
        texts |= rule.wording.faults
    fields: dict[str, list[str]] = {}
    for name, text in texts.items():
        if not isinstance(text, str):
            yield f"its text is {in_short(text)}, and should be a string"
            return
        try:
            fields[name] = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
        except ValueError:
            yield f"the braces of its text do not match: {text!r}"
            return
    found = {"the fact": fields.pop("the fact"), "a fault": [one for own in fields.values() for one in own]}
    unknown = _unknown({*found["the fact"], *found["a fault"], *fields} - {""}, genre, rule)
    for name in fields:
        if name in unknown - _OF_NUMBERS:
            yield f"no demand has a fault called {name!r}{_hint(name, _all_fillable(genre, rule))}"
    for where, allowed in (("the fact", _ALWAYS_FILLED), ("a fault", _ALWAYS_FILLED | _OF_FAULTS)):
        for field in found[where]:
            if field not in allowed and (field in unknown or not field.isidentifier()):
                better = f"; pass its value to must(..., {field}=...)" if _is_own(rule, genre) else (
                    f"; {type(rule).__module__} lists its words")
                hint = _hint(field, _all_fillable(genre, rule) | allowed, "{}")
                yield f"no demand fills in {{{field}}} of its text{hint or better}"


def _unknown(names: set[str], genre: type[Model], rule: Rule) -> set[str]:
    """The names that no demand can fill in, as far as one sees."""
    left = names - _ALWAYS_FILLED
    for some in _fillable(genre, rule) if left else ():
        left = left - some
        if not left:
            break
    return left


_ALWAYS_FILLED = frozenset(("at",))
_OF_FAULTS = frozenset(("found", "times", "culprits"))
"""Words that are filled in where a number is wrong."""
_OF_NUMBERS = frozenset(("many", "few"))
"""The texts for numbers that are too large or too small (see ``Wording``)."""


def _hint(name: str, known: Iterable[str], around: str = "''") -> str:
    near = [other for other in get_close_matches(name, known, 3) if other.isidentifier() and other != name]
    return f"; did you mean {around[0]}{near[0]}{around[1]}?" if near else ""


def _all_fillable(genre: type[Model], rule: Rule) -> frozenset[str]:
    return frozenset().union(*_fillable(genre, rule))


def _fillable(genre: type[Model], rule: Rule) -> Iterator[frozenset[str]]:
    """All strings that may be names of words: those in the code of the genre, of what it hands to the rule, and of the
    rule's kind, keyword names of calls included. More than are meant, but no slip of the pen is among them."""
    yield from map(_strings_of_class, genre.__mro__)
    yield _strings_in(vars(rule).values())
    own = _is_all_own(rule, genre)
    modules = [] if own else [base.__module__ for base in type(rule).__mro__]
    yield from (_strings_of_module(sys.modules[name], FLOORS) for name in modules if name in sys.modules)
    modules = [base.__module__ for base in genre.__mro__[:-2] if base.__module__ in sys.modules]
    yield from (_strings_of_module(sys.modules[name], (name,) if own else FLOORS) for name in modules)
    if not own:  # a kind may report what others find, through any number of modules
        homes = [f"{base.__module__}." for base in genre.__mro__[:-2]]  # of a genre that is a folder
        modules = [name for name in sys.modules if name.startswith((*FLOORS, *homes))]
        yield from (_strings_of_module(sys.modules[name], FLOORS) for name in modules)


def _is_own(rule: Rule, genre: type[Model]) -> bool:
    """Whether a method of the genre makes the rule's demands."""
    return getattr(getattr(rule, "make", None), "__module__", "") == genre.__module__


def _is_all_own(rule: Rule, genre: type[Model]) -> bool:
    """Whether only that method can fill in texts: there are no global demands, which have words of their own."""
    things = vars(sys.modules[genre.__module__]).values() if genre.__module__ in sys.modules else ()
    kinds = (one for one in things if isinstance(one, type) and issubclass(one, Global) and one is not Global)
    return _is_own(rule, genre) and not any(kinds)


@lru_cache(maxsize=64)
def _strings_of_class(base: type) -> frozenset[str]:
    return _strings_in(vars(base).values())


@lru_cache(maxsize=256)
def _strings_of_module(module: ModuleType, packages: tuple[str, ...]) -> frozenset[str]:
    """The strings of what a module defines, and of the functions of some packages that it imports."""
    things: list[object] = []
    for thing in vars(module).values():
        if isinstance(thing, type):
            if thing.__module__ == module.__name__:
                things += vars(thing).values()
                things.append(getattr(thing, "_fields", ()))
        elif str(getattr(thing, "__module__", module.__name__)).startswith((module.__name__, *packages)):
            things.append(thing)
    return _strings_in(things)


def _strings_in(things: Iterable[object]) -> frozenset[str]:
    """The strings among some values, and those in the code of functions, properties and rules made of functions."""
    found: set[str] = set()
    for thing in things:
        if isinstance(thing, FunctionType):
            found |= _strings_of_code(thing.__code__)
        elif isinstance(thing, str):
            found.add(thing)
        elif isinstance(thing, tuple | list | dict):
            found.update(text for text in thing if isinstance(text, str))
        else:
            function = next((f for name in _WRAPPED if (f := getattr(thing, name, None)) is not None), None)
            if isinstance(function, FunctionType):
                found |= _strings_of_code(function.__code__)
    return frozenset(found)


_WRAPPED = ("make", "func", "fget", "__func__")
"""Where rules, cached properties, properties and static methods keep their functions."""


def _strings_of_code(code: CodeType) -> frozenset[str]:
    """The strings among the constants of a code, and of the functions in it."""
    found: set[str] = set()
    for constant in code.co_consts:
        if isinstance(constant, str):
            found.add(constant)
        elif isinstance(constant, tuple):
            found.update(text for text in constant if isinstance(text, str))
        elif isinstance(constant, CodeType):
            found |= _strings_of_code(constant)
    return frozenset(found)
