"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def names_from(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package (see PEP 562): ``homes`` has the module of each name, without the package."""

    def found(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        thing = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, thing)
        return thing

    return found
