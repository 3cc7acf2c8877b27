"""What a request says about the steps of a solution: techniques that it needs, and steps that it does without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from ..engine.explain.deductions import Deduction
from ..engine.explain.rating import KINDS
from ..engine.explain.steps import Glimpse, StageName
from ..engine.explain.techniques import technique_names
from ..language.genre import Genre
from ..language.wording import listed
from .effort import MakingError, arguing

SUPPOSING = (StageName.PATTERN, StageName.CHAIN, StageName.CASES, StageName.TRIAL)
"""The kinds of steps that suppose something, from the easiest to the hardest."""
LONGEST = 3
"""The links of a supposition that people can be expected to follow, unless a difficulty is requested."""


@dataclass(frozen=True)
class PathTerms:
    """Terms for the steps of a solution. What a step is called decides: kinds matter only if it has no name."""

    techniques: tuple[str, ...] = ()
    """Each of these is needed: whenever it is used, every other step is harder."""
    without: frozenset[str] = frozenset()
    """Names of techniques that no step may have."""
    kinds: frozenset[StageName] = frozenset()
    """Kinds that no step without a name may have."""
    longest: int | None = None
    """If this is a number, there are no trials, and suppositions have at most this many links; see ``Glimpse``."""

    def __bool__(self) -> bool:
        """Whether anything is requested."""
        return bool(self.techniques or self.without or self.kinds)

    def forbid(self, step: Glimpse) -> bool:
        """Whether a step is excluded."""
        if step.technique:
            return step.technique in self.without
        if step.kind in self.kinds:
            return True
        if self.longest is None or step.kind not in (StageName.CHAIN, StageName.CASES, StageName.TRIAL):
            return False
        return not 0 < step.n_links <= self.longest

    def matter(self, found: Deduction) -> bool:
        """Whether the name of a step matters."""
        return bool(self.techniques or self.without) or found.stage in (StageName.CHAIN, StageName.CASES)

    @property
    def words(self) -> str:
        """What is requested: ``with X-wing, without supposition``."""
        parts = [f"with {name}" for name in self.techniques]
        names = {KINDS[min(self.kinds, key=SUPPOSING.index)]} if self.kinds else set[str]()
        return ", ".join([*parts, *(f"without {name}" for name in sorted(self.without | names))])


NO_TERMS = PathTerms()
"""Any steps will do."""


def terms_of(
    genre: type[Genre], technique: str | Iterable[str] | None, without: str | Iterable[str] | None, no_guess: bool,
) -> PathTerms:
    """The terms of a request. Raises MakingError for an unknown technique, or one that is both needed and excluded."""
    with arguing("technique"):
        needed = tuple(dict.fromkeys(_needed(genre, name) for name in _listed("technique", technique)))
    names, kinds = set[str](), set[StageName](SUPPOSING if no_guess else ())
    with arguing("without"):
        for name in _listed("without", without):
            own_names, own_kinds = _excluded(genre, name)
            names |= own_names
            kinds |= own_kinds
        for name in needed:
            if name in names:
                raise MakingError(f"the technique {name!r} cannot be both needed and excluded")
    return PathTerms(needed, frozenset(names), frozenset(kinds))


def _listed(argument: str, names: str | Iterable[str] | None) -> list[str]:
    found = [names] if isinstance(names, str) else list(names or ())
    for name in found:
        if not isinstance(name, str) or not name.strip():
            raise MakingError(f"{argument}: expected the name of a technique, found {name!r}")
    return found


def _needed(genre: type[Genre], name: str) -> str:
    """The proper name of a technique. Raises MakingError if it is unknown, or a kind of step."""
    found = _named(genre, name)
    if len(found) == 1:
        return found.pop()
    if len(found) > 1:
        raise MakingError(f"{name!r} stands for several techniques: {', '.join(sorted(found))}; name one of them")
    if _kinds(name):
        raise MakingError(f"{name!r} is a kind of step, not a technique; only --without can name it")
    raise _unknown(genre, name, list(technique_names(genre)))


def _excluded(genre: type[Genre], name: str) -> tuple[set[str], set[StageName]]:
    """The techniques and kinds that a name stands for. Raises MakingError if there are none."""
    names, kinds = _named(genre, name), _kinds(name)
    if not names and not kinds:
        raise _unknown(genre, name, [*technique_names(genre), "chains", *(KINDS[kind] for kind in SUPPOSING)])
    return names, kinds


def _named(genre: type[Genre], name: str) -> set[str]:
    """The techniques that a name stands for: one, or all whose last word it is in the plural (``wings``)."""
    plain, known = _plain(name), technique_names(genre)
    exact = {one for one, also in known.items() if _letters(name) in map(_letters, (one, *also))}
    return exact or {one for one in known if plain == _plain(one).split()[-1] + "s"}


def _kinds(name: str) -> set[StageName]:
    """The kinds of steps that a name stands for, with those that are harder: all suppositions, for example."""
    plain = _plain(name)
    first = next((kind for kind in SUPPOSING if plain in (KINDS[kind], f"{KINDS[kind]}s", kind, f"{kind}s")), None)
    return set(SUPPOSING[SUPPOSING.index(first) :]) if first is not None else set()


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def _letters(name: str) -> str:
    return _plain(name).replace(" ", "")


def _unknown(genre: type[Genre], name: str, known: list[str]) -> MakingError:
    by_plain = {_plain(one): one for one in known}
    near = [by_plain[one] for one in get_close_matches(_plain(name), by_plain, 3)]
    hint = f"did you mean {listed(near, 'or')}? " if near else ""
    return MakingError(f"{genre.name} has no technique {name!r}; {hint}gridwright genres {_argument(genre)} "
                       "--techniques lists them")


def _argument(genre: type[Genre]) -> str:
    return f"'{genre.name}'" if " " in genre.name else genre.name


__all__ = ["LONGEST", "NO_TERMS", "SUPPOSING", "PathTerms", "terms_of"]
