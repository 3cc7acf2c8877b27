"""Functions that modules call although they must not import them. ``gridwright/__init__.py`` sets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Hooks:
    """``printed`` and ``drawn`` show a puzzle and a state of it, or None, as text and as SVG: the language does not
    depend on pictures. ``drawn`` also takes the spots to mark, by the names that ``draw`` has for them.

    ``brought_formats`` returns the formats that genres of other packages, or (given False) our own, bring along:
    formats know no genre.
    """

    printed: Callable[[Any, Any], str]
    drawn: Callable[..., str]
    brought_formats: Callable[[bool], Iterable[Any]]


HOOKS = Hooks()
