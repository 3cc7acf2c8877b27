"""Checks the declarations of a genre when its class is created, so that mistakes are reported immediately."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import FunctionType
from typing import Any

from ..board.board import PLACES
from .domain import Depends, Domain, PerSpot, no_domain
from .genre_errors import FLOORS, GenreError, in_short
from .gestures import Gesture
from .layers import VERBS, AnswerLayer, GivenLayer, Group, Key, Layer, ValueLayer
from .look import Ground, Look
from .making import Making, bare
from .puzzle import Model
from .rule_checks import comparison_mistakes, method_mistakes, names_assigned_twice, takes, text_mistakes
from .rules import ClueRule, MadeRule, Rule
from .taste import Levels

__all__ = ["GenreError", "check_declarations"]

_OWN = frozenset((
    "name", "aliases", "task", "sized_task", "ground", "notes", "dialects", "making", "levels", "any_graph", "groups",
    "abstraction",
))  # fmt: skip
"""The attributes of ``Genre`` that genres may set."""


def check_declarations(genre: type[Model], own: Mapping[str, object], taken: Iterable[str]) -> None:
    """Raises GenreError for the first mistake in the declarations of a class.

    ``own`` is the body of the class, ``taken`` are names with another meaning.
    """
    for what in _mistakes(genre, own, frozenset(taken) - _OWN):
        file = getattr(sys.modules.get(genre.__module__), "__file__", None) or genre.__module__
        raise GenreError(f"{file}: genre {genre.__name__}: {what}")


def _mistakes(genre: type[Model], attributes: Mapping[str, object], taken: frozenset[str]) -> Iterator[str]:
    """All mistakes; those in names come first, because others may follow from them."""
    for name in attributes:
        if name in taken:
            yield f"the name {name!r} is taken: it means something in every genre; choose another one"
    yield from _name_mistakes(genre, attributes)
    for name, value in attributes.items():
        if isinstance(value, Layer):
            yield from (f"layer {name!r}: {what}" for what in _layer_mistakes(value))
        elif isinstance(value, Key):
            yield from (f"key {name!r}: {what}" for what in _key_mistakes(value))
        elif isinstance(value, Rule):
            yield from (f"rule {name!r}: {what}" for what in _rule_mistakes(genre, value))
        elif isinstance(value, FunctionType):
            yield from _function_mistakes(genre, name, value)
    yield from _class_mistakes(genre, attributes)


# -- the class --------------------------------------------------------------------------------------------------------


def _name_mistakes(genre: type[Model], own: Mapping[str, object]) -> Iterator[str]:
    """Names that hide something."""
    for name in names_assigned_twice(genre):
        if isinstance(own.get(name), Layer | Key | Rule | FunctionType):
            yield f"the name {name!r} is assigned twice, and the second assignment hides the first; rename one of them"
    for name, value in own.items():
        if isinstance(value, FunctionType | property):
            hidden = next((base for base in genre.__mro__[1:] if name in vars(base)), None)
            one = vars(hidden)[name] if hidden is not None else None
            if hidden is not None and isinstance(one, Layer | Key | Rule):
                kind = next(word for kind, word in ((Layer, "layer"), (Key, "key"), (Rule, "rule"))
                            if isinstance(one, kind))  # fmt: skip
                yield f"the method {name!r} hides the {kind} of that name in {hidden.__name__}; rename the method"


def _class_mistakes(genre: type[Model], attributes: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with the name, the texts and the dialects."""
    if not isinstance(getattr(genre, "name", ""), str):
        yield f"its name is {in_short(genre.name)}, but should be a string (without a trailing comma)"
    if "dialects" in attributes and not getattr(genre, "name", ""):
        yield f'it has no name; write name = "{genre.__name__}"'
    if not isinstance(genre.task, str):
        yield f"its task is {in_short(genre.task)}, but should be a string"
    yield from _tuple_mistakes("aliases", genre.aliases, str, "a string")
    yield from _tuple_mistakes("groups", genre.groups, Group, "a Group(...)")
    for name, kind in (("ground", Ground), ("making", Making), ("levels", Levels)):
        if name in attributes and not isinstance(attributes[name], kind):
            verb = "are" if name == "levels" else "is"
            yield f"its {name} {verb} {in_short(attributes[name])}, but should be a {kind.__name__}"
    if isinstance(attributes.get("making"), Making):
        yield from _making_mistakes(genre)
    if "dialects" in attributes:
        yield from _dialect_mistakes(genre)


def _making_mistakes(genre: type[Model]) -> Iterator[str]:
    """Options without effect. Keys are set without a sketch; other options are interpreted only by a sketch."""
    for option in genre.making.options:
        if isinstance(option, str):
            if option not in genre.keys:
                yield f"making: the option {option!r} is not a key; the keys are {', '.join(genre.keys) or 'none'}"
        elif genre.making.sketch is bare and not option.sizes and not option.size:
            yield f"making: no sketch uses the option {option.name!r}; write Making(sketch=...)"


def _tuple_mistakes(name: str, value: object, kind: type, item: str) -> Iterator[str]:
    if not isinstance(value, tuple | list):
        yield f"its {name} are {in_short(value)}, but should be a tuple; write {name} = ({in_short(value)},)"
    elif wrong := [one for one in value if not isinstance(one, kind)]:
        yield f"its {name} contain {in_short(wrong[0])}, which should be {item}"


def _dialect_mistakes(genre: type[Model]) -> Iterator[str]:
    """The mistakes that dialects report themselves; a dialect is anything with ``format`` and ``names``."""
    dialects: Any = genre.dialects
    if not isinstance(dialects, tuple | list):
        yield "its dialects should be a tuple; for a single one, write a trailing comma: dialects = (Spf(...),)"
        return
    for dialect in dialects:
        if isinstance(dialect, tuple | list):
            yield "its dialects contain a tuple; write a star before a function that returns several: *pzpr(...)"
        elif isinstance(dialect, type) or not (hasattr(dialect, "format") and hasattr(dialect, "names")):
            yield f"its dialects contain {in_short(dialect)}, which is not a dialect; write one such as Spf(...)"
        elif hasattr(dialect, "mistakes"):
            kind = type(dialect).__name__
            yield from (f"dialect {kind}({', '.join(map(repr, dialect.names[:1]))}): {what}"
                        for what in dialect.mistakes(genre))  # fmt: skip


def _function_mistakes(genre: type[Model], name: str, function: FunctionType) -> Iterator[str]:
    if function.__module__ == f"{__package__}.rules" and function.__name__ == "<lambda>":
        yield f"rule {name!r}: a decorator is used without a method; write it with @ above the method"
    # The rest of the class body would call the method instead of the rule kind.
    imported = getattr(sys.modules.get(genre.__module__), name, None)
    if callable(imported) and getattr(imported, "__module__", "").startswith(FLOORS):
        yield f"the method {name!r} hides the import of that name; rename one of them"


# -- layers and keys --------------------------------------------------------------------------------------------------


def _layer_mistakes(layer: Layer) -> Iterator[str]:
    yield from _place_mistakes(layer)
    yield from _look_mistakes(layer.look)
    if isinstance(layer, AnswerLayer | ValueLayer):
        yield from _answer_mistakes(layer)
    yield from _domain_mistakes(layer.domain)
    if isinstance(layer, GivenLayer):
        yield from _role_mistakes(layer.role)
        if layer.usual is not None and not takes(layer.usual, 1):
            yield "its usual marks should be a function of the board that returns spots"


def _place_mistakes(layer: Layer) -> Iterator[str]:
    if isinstance(layer.on, str) and layer.on not in PLACES:
        near = get_close_matches(layer.on, PLACES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(PLACES)}"
        yield f"no places are called {layer.on!r}; {hint}"
    if not isinstance(layer.on, str) and not callable(layer.on):
        yield f"its places are {in_short(layer.on)}, but should be a name or a function"
    if not takes(layer.on, 1):
        yield "the function of its places should take only the model, like a method: def places(self)"


def _look_mistakes(look: object) -> Iterator[str]:
    if not isinstance(look, Look):
        yield f"its look is {in_short(look)}, but should be a Look, such as TEXT, SHADE or symbols({{...}})"


def _domain_mistakes(domain: object, *, spots: bool = True) -> Iterator[str]:
    """``spots``: whether values may differ from spot to spot."""
    if not isinstance(domain, Domain):
        yield no_domain(domain)
        return
    yield from domain.mistakes()
    for bound in domain.varying:
        if isinstance(bound, PerSpot) and not takes(bound.function, 2):
            yield "a bound with per_spot should take the model and the spot: def bound(self, at)"
        elif not isinstance(bound, Depends) and not takes(bound, 1):
            name = getattr(bound, "__name__", "bound")
            yield (f"the bound {name!r} needs a spot; write @per_spot above it" if takes(bound, 2) else
                   f"the bound {name!r} should take only the model: def {name}(self)")  # fmt: skip
    if domain.by_spot and not spots:
        yield "its values depend on a spot, but have to be the same everywhere; use a bound without per_spot"


def _role_mistakes(role: object) -> Iterator[str]:
    if role not in ("clue", "structure"):
        yield f"its role is {in_short(role)}, but should be 'clue' or 'structure'"


def _answer_mistakes(layer: AnswerLayer | ValueLayer) -> Iterator[str]:
    if layer.verb not in VERBS:
        yield f"its verb is {in_short(layer.verb)}, but should be one of {', '.join(map(repr, VERBS))}"
    if layer.gesture is not None and not isinstance(layer.gesture, Gesture):
        kinds = ", ".join(kind.__name__ for kind in Gesture.__subclasses__())
        yield f"its gesture is {in_short(layer.gesture)}, but should be one of {kinds}, called with parentheses"
    if layer.closed is not None and not isinstance(layer.closed, Layer):
        yield f"closed is {in_short(layer.closed)}, but should be a layer"
    if isinstance(layer, AnswerLayer):
        words: Any = layer.words
        if not (isinstance(words, tuple | list) and len(words) == 2 and all(isinstance(word, str) for word in words)):
            yield f'its words are {in_short(words)}, but should be two: words=("shaded", "unshaded")'
    else:
        yield from _value_mistakes(layer)


def _value_mistakes(layer: ValueLayer) -> Iterator[str]:
    """What is wrong with the values that the solver chooses from."""
    values = layer.declared_values
    if layer.varying_domain is not None:
        yield from _domain_mistakes(layer.varying_domain, spots=False)
        return
    if not isinstance(layer.words, Mapping):
        yield f"its words are {in_short(layer.words)}, but should map values to names"
        return
    if callable(values):
        if not takes(values, 1):
            yield "the function of its values should take only the model, like a method: def numbers(self)"
    elif isinstance(values, Iterator):
        yield "its values are an iterator, which is empty after its first use; write a tuple"
    elif not isinstance(values, Iterable):
        better = f"range(1, {values + 1})" if isinstance(values, int) else "a tuple of them"
        yield f"its values are {in_short(values)}; write {better}"
    else:
        known = list(values)
        if not known:
            yield "it has no values to choose from"
        if len(set(known)) < len(known):
            yield f"its values contain {next(v for v in known if known.count(v) > 1)!r} twice; write it once"
        yield from (f"its words name {word!r}, which is not one of its values"
                    for word in layer.words if word not in known)  # fmt: skip


def _key_mistakes(key: Key[Any]) -> Iterator[str]:
    if isinstance(key.default, Domain):
        yield "its default is a domain; write the default first: Key(2, Numbers(1, 9))"
    yield from _domain_mistakes(key.domain, spots=False)
    yield from _role_mistakes(key.role)
    yield from _look_mistakes(key.look)


# -- rules ------------------------------------------------------------------------------------------------------------


def _rule_mistakes(genre: type[Model], rule: Rule) -> Iterator[str]:
    if isinstance(rule, MadeRule):
        yield from method_mistakes(rule.make, "self")
        if rule.encoded is not rule.make:
            yield from method_mistakes(rule.encoded, "self")
    elif isinstance(rule, ClueRule):
        yield from method_mistakes(rule.make, "self", "at", "value")
        if rule.value is not None and rule.layer.domain.constant and rule.value not in rule.layer.domain:
            yield (f"no clue of layer {rule.layer.name!r} is {in_short(rule.value)}; it may have "
                   f"{rule.layer.domain.words(plural=True)}")  # fmt: skip
    yield from rule.mistakes(genre)
    for name, value in vars(rule).items():
        if name != "name" and isinstance(value, str) and value in genre.layers:
            yield f"it is given the name {value!r} instead of the layer; write {value} without quotes"
    yield from text_mistakes(genre, rule)
    if isinstance(rule, MadeRule | ClueRule):
        values: dict[str, frozenset[Any] | None] = {}
        for name, layer in genre.answer_layers.items():
            if isinstance(layer, AnswerLayer):
                values[name] = None
            elif isinstance(layer, ValueLayer) and not callable(layer.declared_values):
                values[name] = frozenset(layer.declared_values)
        yield from comparison_mistakes(rule.make, values)
