"""Numbers that depend on the keys of a file, such as ``2 * D - 1``."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Size:
    """A number that depends on the file's keys, such as ``2 * D - 1``."""

    def __init__(self, of: Callable[[Mapping[str, int]], int], text: str, names: frozenset[str]) -> None:
        self.of, self.text, self.names = of, text, names

    def __add__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: self.of(keys) + other, f"{self.text} + {other}", self.names)
        return Size(lambda k: self.of(k) + other.of(k), f"{self.text} + {other.text}", self.names | other.names)

    def __sub__(self, n: int) -> Size:
        return self + -n

    def __mul__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: other * self.of(keys), f"{other} * ({self.text})", self.names)
        return Size(lambda k: self.of(k) * other.of(k), f"({self.text}) * ({other.text})", self.names | other.names)

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return self.text


def key(name: str, default: int = 1) -> Size:
    """The number that the file's key ``name`` holds."""
    return Size(lambda keys: keys.get(name, default), name, frozenset((name,)))


D = key("digits")
"""How many characters wide numbers are."""


def at_least(n: int, size: Size) -> Size:
    """The size, but not less than ``n``."""
    return Size(lambda keys: max(n, size.of(keys)), f"max({n}, {size.text})", size.names)


def amount(size: Size | int, keys: Mapping[str, int]) -> int:
    """How much a size is with some keys."""
    return size.of(keys) if isinstance(size, Size) else size


def names_in(*sizes: Size | int) -> frozenset[str]:
    """The keys that some sizes depend on."""
    return frozenset().union(*(size.names for size in sizes if isinstance(size, Size)))
