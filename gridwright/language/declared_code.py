"""Checks of a genre's methods when its class is created, by their code: nothing is run.

Parsing the source of every rule would take longer than all else that an import does. So the compiled code tells first
whether there can be a mistake at all; only then is the source looked at.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Iterator, Mapping
from inspect import CO_VARARGS, getsource, isgeneratorfunction
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any

_COMPARE, _STORE, _LOAD = dis.opmap["COMPARE_OP"], dis.opmap["STORE_NAME"], dis.opmap["LOAD_GLOBAL"]
_YIELD, _EXTEND = dis.opmap["YIELD_VALUE"], dis.opmap["EXTENDED_ARG"]


def takes(function: object, n: int) -> bool:
    """Whether a function may be called with so many arguments; True for callables that are no plain functions."""
    if not isinstance(function, FunctionType):
        return True
    code, most = function.__code__, function.__code__.co_argcount
    least = most - len(function.__defaults__ or ())
    unset = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return least <= n and (n <= most or bool(code.co_flags & CO_VARARGS)) and not unset


def names_assigned_twice(cls: type) -> list[str]:
    """The names that the body of a class, which is just being executed, assigns more than once."""
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
    """The code of a class's body, which the code around it contains."""
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
    """What is wrong with the method of a rule, which should take these parameters and yield demands."""
    if not isinstance(method, FunctionType):
        if not callable(method):
            yield f"the decorator stands above {type(method).__name__!r}, and should stand above a method"
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
                yield f"{ast.unparse(node)!r} makes a demand that is dropped; write yield before it"


def _may_drop(code: CodeType) -> bool:
    """Whether a code makes more demands than it yields; cheap, for most do not."""
    if "must" not in code.co_names:
        return False
    name, ops = code.co_names.index("must"), code.co_code
    made = sum(op == _LOAD and arg >> 1 == name for op, arg in zip(ops[::2], ops[1::2], strict=True))
    return made > ops[::2].count(_YIELD)


def _parsed(function: FunctionType) -> ast.Module | None:
    try:
        return ast.parse(dedent(getsource(function)))
    except (OSError, SyntaxError):  # the source is not there, or not as it was
        return None


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, those of functions within it left out."""
    depth = isinstance(tree, ast.FunctionDef)
    for node in ast.iter_child_nodes(tree):
        if not (depth and isinstance(node, ast.FunctionDef | ast.Lambda)):
            yield node
            yield from _own_nodes(node)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def comparison_mistakes(method: object, values: Mapping[str, frozenset[Any] | None]) -> Iterator[str]:
    """Comparisons that cannot be meant: of a mark with a number, and of a value with one that its spot never has.

    ``values``: for each layer of the answer the values of its spots, if these are the same in every puzzle; None for a
    layer of marks. Comparing a mark, which is there or not, with a number compares its literal, and says nothing about
    the grid.
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
            told = ast.unparse(node)
            if known is None and any(isinstance(one, int) for one in constants):
                yield f"{told!r} compares a mark with a number; say just the mark, or ~mark for its absence"
            elif known is not None and any(one not in known for one in constants):
                yield f"{told!r} asks for a value that layer {layer!r} never has; it has {_listed(known)}"


def _listed(values: frozenset[Any]) -> str:
    told = [repr(one) for one in sorted(values, key=lambda one: (str(type(one)), one))]
    return ", ".join(told if len(told) < 8 else [*told[:3], "...", told[-1]])


def _may_err(code: CodeType, values: Mapping[str, frozenset[Any] | None]) -> bool:
    """Whether there is a comparison in a code that names a layer of marks, or names a layer of values and has a
    constant that is none of these: cheap, for most have none."""
    if _COMPARE in code.co_code[::2]:
        plain = [one for one in code.co_consts if isinstance(one, int | str)]
        for name in code.co_names:
            if name in values:
                known = values[name]
                if known is None or any(one not in known for one in plain):
                    return True
    return any(_may_err(one, values) for one in code.co_consts if isinstance(one, CodeType))


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
