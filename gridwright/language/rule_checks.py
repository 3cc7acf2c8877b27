"""Checks of a genre's methods and of the texts of its rules when its class is created, without calling them.

Parsing the source of every rule would dominate the time of an import. So the bytecode is examined first, and the source
is parsed only if there may be a mistake.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from inspect import CO_VARARGS, getsource, isgeneratorfunction
from string import Formatter
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .genre_errors import FLOORS, in_short
from .puzzle import Model
from .rules import Global, Rule

_COMPARE, _STORE, _LOAD = dis.opmap["COMPARE_OP"], dis.opmap["STORE_NAME"], dis.opmap["LOAD_GLOBAL"]
_YIELD, _EXTEND = dis.opmap["YIELD_VALUE"], dis.opmap["EXTENDED_ARG"]


def takes(function: object, n: int) -> bool:
    """Whether a function accepts ``n`` arguments; True for callables that are no plain functions."""
    if not isinstance(function, FunctionType):
        return True
    code, most = function.__code__, function.__code__.co_argcount
    least = most - len(function.__defaults__ or ())
    unset = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return least <= n and (n <= most or bool(code.co_flags & CO_VARARGS)) and not unset


def names_assigned_twice(cls: type) -> list[str]:
    """The names that the body of a class, which has just been executed, assigns more than once."""
    code = _body_of(cls)
    if code is None or "overload" in code.co_names or "setter" in code.co_names:
        return []
    seen: list[int] = []
    extended = 0
    for op, arg in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if op == _STORE:
            seen.append(extended | arg)
        extended = (extended | arg) << 8 if op == _EXTEND else 0
    twice = {i for i in seen if seen.count(i) > 1} if len(set(seen)) < len(seen) else ()
    return [code.co_names[i] for i in twice]


def _body_of(cls: type) -> CodeType | None:
    """The code of a class's body, found among the constants of the enclosing code."""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        for one in frame.f_code.co_consts:
            if isinstance(one, CodeType) and one.co_qualname == cls.__qualname__:
                return one
        if frame.f_globals.get("__name__") == cls.__module__:
            return None
    return None


def method_mistakes(method: object, *parameters: str) -> Iterator[str]:
    """Mistakes in the method of a rule, which should take these parameters and yield demands."""
    if not isinstance(method, FunctionType):
        if not callable(method):
            yield f"the decorator is above {type(method).__name__!r}, but should be above a method"
        return
    if not takes(method, len(parameters)):
        yield f"its method should take {len(parameters)} arguments: def {method.__name__}({', '.join(parameters)})"
    elif not isgeneratorfunction(method):
        tree = _parsed(method)
        returned = [one.value for one in _own_nodes(tree) if isinstance(one, ast.Return)] if tree is not None else [...]
        if any(isinstance(one, ast.Call) and _called(one) == "must" for one in returned):
            yield "its method returns a demand; write yield instead of return"
        elif all(one is None or (isinstance(one, ast.Constant) and one.value is None) for one in returned):
            yield "its method yields nothing; write yield must(..., at) for each demand"
    elif _may_drop(method.__code__):
        tree = _parsed(method)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) == "must":
                yield f"{ast.unparse(node)!r} makes a demand that is lost; write yield before it"


def _may_drop(code: CodeType) -> bool:
    """Whether a code may make more demands than it yields; a fast test that excludes most methods."""
    if "must" not in code.co_names:
        return False
    name, ops = code.co_names.index("must"), code.co_code
    made = sum(op == _LOAD and arg >> 1 == name for op, arg in zip(ops[::2], ops[1::2], strict=True))
    return made > ops[::2].count(_YIELD)


def _parsed(function: FunctionType) -> ast.Module | None:
    try:
        return ast.parse(dedent(getsource(function)))
    except (OSError, SyntaxError):  # the source is missing or has changed
        return None


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of inner functions."""
    depth = isinstance(tree, ast.FunctionDef)
    for node in ast.iter_child_nodes(tree):
        if not (depth and isinstance(node, ast.FunctionDef | ast.Lambda)):
            yield node
            yield from _own_nodes(node)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def comparison_mistakes(method: object, values: Mapping[str, frozenset[Any] | None]) -> Iterator[str]:
    """Comparisons that must be mistakes: of a mark with a number, and of a spot with a value that it never has.

    ``values``: for each answer layer, the values of its spots, if these are the same in every puzzle; None for a layer
    of marks. Comparing a mark with a number would compare its literal.
    """
    if not isinstance(method, FunctionType) or not _may_err(method.__code__, values):
        return
    tree = _parsed(method)
    for node in ast.walk(tree) if tree is not None else ():
        if not isinstance(node, ast.Compare) or not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            continue
        sides = [node.left, *node.comparators]
        constants = [side.value for side in sides if isinstance(side, ast.Constant)]
        for layer in (name for side in sides if (name := _layer_read(side)) in values):
            known = values[layer]
            source = ast.unparse(node)
            if known is None and any(isinstance(one, int) for one in constants):
                yield f"{source!r} compares a mark with a number; write just the mark, or ~mark for its absence"
            elif known is not None and any(one not in known for one in constants):
                yield f"{source!r} compares with a value that layer {layer!r} never has; it has {_listed(known)}"


def _listed(values: frozenset[Any]) -> str:
    names = [repr(one) for one in sorted(values, key=lambda one: (str(type(one)), one))]
    return ", ".join(names if len(names) < 8 else [*names[:3], "...", names[-1]])


def _may_err(code: CodeType, values: Mapping[str, frozenset[Any] | None]) -> bool:
    """Whether a code may contain such a comparison: it compares, and names a layer of marks, or a layer of values and
    another constant. A fast test that excludes most methods."""
    if _COMPARE in code.co_code[::2]:
        plain = [constant for constant in code.co_consts if isinstance(constant, int | str)]
        for name in code.co_names:
            if name in values:
                known = values[name]
                if known is None or any(constant not in known for constant in plain):
                    return True
    return any(_may_err(constant, values) for constant in code.co_consts if isinstance(constant, CodeType))


def _layer_read(node: ast.expr) -> str:
    """The name of the layer in ``self.layer[...]``; "" for other expressions."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and isinstance(node.value.value, ast.Name)
        and node.value.value.id == "self"
    ):
        return node.value.attr
    return ""


# -- texts: each name in braces must have a value ----------------------------------------------------------------------


def text_mistakes(genre: type[Model], rule: Rule) -> Iterator[str]:
    """Mistakes in texts: placeholders that no demand can fill in, and faults that no demand can have."""
    texts: dict[str, str] = {"the fact": rule.text}
    if _is_all_own(rule, genre) or not _is_own(rule, genre):
        texts |= rule.wording.faults
    fields: dict[str, list[str]] = {}
    for name, text in texts.items():
        if not isinstance(text, str):
            yield f"its text is {in_short(text)}, but should be a string"
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
    """The names that certainly no demand fills in."""
    left = names - _ALWAYS_FILLED
    for some in _fillable(genre, rule) if left else ():
        left = left - some
        if not left:
            break
    return left


_ALWAYS_FILLED = frozenset(("at",))
_OF_FAULTS = frozenset(("found", "times", "culprits", "other"))
"""Words that faults of counting demands fill in."""
_OF_NUMBERS = frozenset(("many", "few", "again"))
"""The texts for numbers that are too large or too small, and for a value that is there already (see ``Wording``)."""


def _hint(name: str, known: Iterable[str], around: str = "''") -> str:
    near = [other for other in get_close_matches(name, known, 3) if other.isidentifier() and other != name]
    return f"; did you mean {around[0]}{near[0]}{around[1]}?" if near else ""


def _all_fillable(genre: type[Model], rule: Rule) -> frozenset[str]:
    return frozenset().union(*_fillable(genre, rule))


def _fillable(genre: type[Model], rule: Rule) -> Iterator[frozenset[str]]:
    """All strings that may be names of words: those in the code of the genre, of the rule's arguments, and of its kind,
    including keywords of calls. These are too many, but a typing error is not among them."""
    yield from map(_strings_of_class, genre.__mro__)
    yield _strings_in(vars(rule).values())
    own = _is_all_own(rule, genre)
    modules = [] if own else [base.__module__ for base in type(rule).__mro__]
    yield from (_strings_of_module(sys.modules[name], FLOORS) for name in modules if name in sys.modules)
    modules = [base.__module__ for base in genre.__mro__[:-2] if base.__module__ in sys.modules]
    yield from (_strings_of_module(sys.modules[name], (name,) if own else FLOORS) for name in modules)
    if not own:  # a kind may pass on what others report, through any number of modules
        homes = [f"{base.__module__}." for base in genre.__mro__[:-2]]  # for genres that are folders
        modules = [name for name in sys.modules if name.startswith((*FLOORS, *homes))]
        yield from (_strings_of_module(sys.modules[name], FLOORS) for name in modules)


def _is_own(rule: Rule, genre: type[Model]) -> bool:
    """Whether the rule's demands come from a method of the genre."""
    return getattr(getattr(rule, "make", None), "__module__", "") == genre.__module__


def _is_all_own(rule: Rule, genre: type[Model]) -> bool:
    """Whether only that method can fill in texts: the genre has no global demands, which add words."""
    things = vars(sys.modules[genre.__module__]).values() if genre.__module__ in sys.modules else ()
    kinds = (one for one in things if isinstance(one, type) and issubclass(one, Global) and one is not Global)
    return _is_own(rule, genre) and not any(kinds)


@lru_cache(maxsize=64)
def _strings_of_class(base: type) -> frozenset[str]:
    return _strings_in(vars(base).values())


@lru_cache(maxsize=256)
def _strings_of_module(module: ModuleType, packages: tuple[str, ...]) -> frozenset[str]:
    """The strings of a module's definitions, and of the functions that it imports from ``packages``."""
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
    """The strings among some values, and those in the code of functions, properties and decorated methods."""
    strings: set[str] = set()
    for thing in things:
        if isinstance(thing, FunctionType):
            strings |= _strings_of_code(thing.__code__)
        elif isinstance(thing, str):
            strings.add(thing)
        elif isinstance(thing, tuple | list | dict):
            strings.update(text for text in thing if isinstance(text, str))
        else:
            function = next((f for name in _WRAPPED if (f := getattr(thing, name, None)) is not None), None)
            if isinstance(function, FunctionType):
                strings |= _strings_of_code(function.__code__)
    return frozenset(strings)


_WRAPPED = ("make", "func", "fget", "__func__")
"""The attributes in which rules, cached properties, properties and static methods store their functions."""


def _strings_of_code(code: CodeType) -> frozenset[str]:
    """The strings among the constants of a code and of its inner functions."""
    strings: set[str] = set()
    for constant in code.co_consts:
        if isinstance(constant, str):
            strings.add(constant)
        elif isinstance(constant, tuple):
            strings.update(text for text in constant if isinstance(text, str))
        elif isinstance(constant, CodeType):
            strings |= _strings_of_code(constant)
    return frozenset(strings)
