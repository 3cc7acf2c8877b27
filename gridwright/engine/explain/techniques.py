"""Techniques: small boards that show what players know by name, and the shapes of reasons, which name further steps.

A genre's techniques are in ``techniques.toml`` in its folder, or in ``NAME_techniques.toml`` beside its file
``NAME.py``; those of kinds of rules, for all genres that use them, in ``rules/techniques.toml``. A step has a
technique's name if its reason has the technique's shape.

A shape says which kinds of demands meet in which marks, and what follows. To find it, a reason is reduced. Candidates
that are struck out are simply gone, and known marks are folded into the counts that use them. Of each demand, only what
it says of the marks that matter is left. Equal parts are not counted, so that a room of five cells and one of six are
alike.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

from ... import rules
from ...board.board import Board, Spot
from ...language.genre import Genre
from ...language.layers import Layer, ValueLayer
from ...language.puzzle import Puzzle, State
from ...language.rules import Demand, Lemma, Rule
from ...language.wording import AtLeast, AtMost, Wording, listed, name_in_words, worded
from ...logic.expr import Count, Mark, Some, literals
from .deductions import Deduction
from .position import Position
from .speech import Speaker, together
from .steps import StageName


@dataclass(frozen=True)
class Technique:
    """A technique of a genre.

    ``puzzle`` is a puzzle as a text, ``played`` and ``struck`` are marks and excluded values on it, by layer and name
    of the spot; the easiest step from that position is the technique, and ``shape`` is that of its reason. Several
    techniques of a genre may have one name, but no two have one shape, unless ``demands`` tells them apart, how many
    demands the reason has, or ``number``, the number ``n`` of its first demand. ``also`` are other names,
    which the documentation lists.

    ``words`` are the reason of a step in a sentence. In it, ``{near.at}`` and ``{near.n}`` are the places and the
    number of the demands of the rule ``near``, or any other word of theirs, ``{near.line}`` their row, column or box,
    ``{near.open}`` the places of theirs that are left, ``{near.law}`` what they say. ``{least.line}`` is the line of
    demands of at least so many, ``{most.line}`` of at most so many, and ``{link.line}`` of those that are not about the
    conclusion. ``{known}`` are the places of the marks that are used, ``{narrowed}`` those of values that are gone,
    ``{pincers}`` those with two values left, one of them that of the conclusion, ``{remaining}`` what is left for them.
    ``{values}`` and ``{places}`` are those of the conclusion, and ``{opposite}`` is what cannot be. ``{because}`` names
    equal values that strike out the other places, ``{given}`` the known marks; both end a clause. Of rules that a
    transposition exchanges, such as ``rows`` and ``cols``, the first stands for both.

    A technique of kinds of rules has no board; boards of genres show it. Its words name the kind of a rule in place of
    the rule: ``{once_each.line}``. ``kinds`` are those that a technique without words is known for.
    """

    name: str
    puzzle: str = ""
    words: str = ""
    played: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    struck: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    shape: str = ""
    demands: int = 0
    number: int = 0
    also: Sequence[str] = ()
    kinds: Sequence[str] = ()
    home: str = ""
    """The module whose catalogue translates the name and the words."""

    @property
    def key(self) -> str:
        """What techniques are looked up by."""
        which = f" {self.demands}" if self.demands else f" n={self.number}" if self.number else ""
        return f"{self.shape}{which}"

    def state(self, puzzle: Puzzle) -> State:
        """The position on the technique's puzzle."""
        return state_by_names(puzzle, self.played, self.struck)


def state_by_names(
    puzzle: Puzzle, played: Mapping[str, Mapping[str, Any]], struck: Mapping[str, Mapping[str, list[Any]]] | None = None
) -> State:
    """A position whose marks and excluded values are by layer and name of the spot."""
    spots = spots_by_name(puzzle.board)

    def by_spot(layers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[Spot, Any]]:
        return {layer: {spots[at]: value for at, value in marks.items()} for layer, marks in layers.items()}

    return State.of(puzzle, by_spot(played), by_spot(struck or {}))


def spots_by_name(board: Board) -> dict[str, Spot]:
    """The spots of a board by their names; if two have one name, the cell."""
    some = (*getattr(board, "sides", ()), *board.corners, *board.edges, *board.links, *board.cells)
    return {board.name(spot): spot for spot in some}


@cache
def techniques_of(module: str) -> Mapping[str, Technique]:
    """The techniques of the genre that a module declares, by their keys."""
    path = declared_beside(module, "techniques")
    return {} if path is None else _read(path, module)


def declared_beside(module: str, what: str) -> Path | None:
    """The file beside a genre's module that declares its techniques, or its lessons; None if there is none."""
    path = path_beside(module, what)
    return path if path is not None and path.is_file() else None


def path_beside(module: str, what: str) -> Path | None:
    """Where that file would be; None for a module without a file."""
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None:
        return None
    path = Path(source)
    return path.parent / (f"{what}.toml" if path.stem == "__init__" else f"{path.stem}_{what}.toml")


@cache
def techniques_of_kinds() -> Mapping[str, Technique]:
    """The techniques of kinds of rules, by their keys."""
    return _read(Path(rules.__file__).parent / "techniques.toml", rules.__name__)


def _read(path: Path, home: str) -> Mapping[str, Technique]:
    with path.open("rb") as file:
        found = [Technique(**one, home=home) for one in tomllib.load(file).get("technique", ())]
    by_key = {one.key: one for one in found}
    if len(by_key) < len(found):
        raise ValueError(f"{path}: two techniques have one shape")
    return by_key


def technique_of(position: Position, found: Deduction) -> Technique | None:
    """The technique of a step: one of the genre or one that it is made from, or one of the kinds of its rules; None if
    it has no name."""
    number = position.demand_of(found.selectors[0]).words.get("n") if found.selectors else None
    modules = dict.fromkeys(one.__module__ for one in position.puzzle.genre.__mro__)
    own = [some for some in map(techniques_of, modules) if some]
    for named, chosen in ((rule_name, own), (kind_of, [techniques_of_kinds()])):
        key = shape(position, found, named) if chosen else ""
        for some in chosen:
            if one := some.get(f"{key} {len(found.selectors)}") or some.get(f"{key} n={number}") or some.get(key):
                return one
    return None


def technique_names(genre: type[Genre]) -> dict[str, tuple[str, ...]]:
    """The names of a genre's techniques, each with other names: its own, those of genres that it is made from, and
    those of the kinds of its rules."""
    kinds = {kind for rule in (*genre.rules, *genre.lemmas) for kind in (_kind(rule), f"{_kind(rule)}_line")}
    own = (one for home in genre.__mro__ for one in techniques_of(home.__module__).values())
    of_kinds = (one for one in techniques_of_kinds().values() if (need := _kinds_of(one)) and kinds.issuperset(need))
    found: dict[str, tuple[str, ...]] = {}
    for one in (*own, *of_kinds):
        found[one.name] = tuple(dict.fromkeys((*found.get(one.name, ()), *one.also)))
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def _kinds_of(technique: Technique) -> set[str]:
    """The kinds of rules that a technique of kinds of rules is about: those that its words name, or else of values that
    appear once in a line; empty if unknown."""
    named = set(re.findall(r"\{(\w+)\.", technique.words)) - _BOUNDS
    return named or set(technique.kinds) or ({"once_each"} if technique.words else set())


_BOUNDS = {"least", "most", "link"}
"""What words call demands by their bounds."""


def reason_in_words(technique: Technique, speaker: Speaker, found: Deduction, given: str) -> str:
    """The sentence of a technique about a step; ``given`` is the end of a clause with the known marks."""
    position, name = speaker.position, rule_name if technique.puzzle else kind_of
    last = max(found.marks)
    by_role: dict[str, list[Mapping[str, Any]]] = {}
    selectors: dict[str, list[int]] = {}
    for selector in found.selectors or found.strikers:
        demand, conflict = position.demand_of(selector), position.conflict_of(selector)
        words = {**demand.words, **conflict.words} if conflict else demand.words
        at = demand.at or (conflict.at if conflict else ())
        own = {"at": at, "line": _line(position.model, demand), "open": _open(position, selector, found), **words}
        bound = {AtLeast: "least", AtMost: "most"}.get(type(words.get("n")))
        link = "link" if bound == "most" and abs(found.marks[0]) not in position.variables(selector) else None
        for role in filter(None, (name(position.model, demand), bound, link)):
            by_role.setdefault(role, []).append(own)
            selectors.setdefault(role, []).append(selector)
    laws = {role: speaker.laws(some) for role, some in selectors.items()} if ".law}" in technique.words else {}
    roles = {role: SimpleNamespace(**_together(some), law=laws.get(role)) for role, some in by_role.items()}
    more = {
        "known": _spots(position, found.direct), "places": _spots(position, found.marks[:1]),
        "values": listed(speaker.values([last] if last > 0 else found.marks[:1])),
        "opposite": speaker.said([-found.marks[0]]),
        "narrowed": tuple(sorted(_spots(position, (lit for lit in (*found.direct, *found.struck) if lit < 0)))),
        "because": _because(speaker, found), "given": given,
        "remaining": speaker.said_as_left([lit for lit in (*found.direct, *found.struck) if -lit in position.spots]),
        "pincers": _pincers(position, found),
    }  # fmt: skip
    return Wording(technique.words).of(technique.home).law(speaker.board, (), {**roles, **more})


def _spots(position: Position, lits: Iterable[int]) -> tuple[Spot, ...]:
    """The spots of some marks."""
    return tuple(dict.fromkeys(spot for lit in lits for spot in position.model.variables.spots_of(lit)))


def _pincers(position: Position, found: Deduction) -> tuple[Spot, ...]:
    """The spots of which it matters that they have two values left; one of these is that which a step strikes out."""
    value_of = position.model.variables.mark_of
    value, gone = value_of(found.marks[0])[2], {-lit for lit in (*found.direct, *found.struck)}
    narrowed = {id(some): some for lit in gone if (some := position.spots.get(lit))}
    many = [some for some in narrowed.values() if len(gone.intersection(some)) > 1]
    left = [[lit for lit in some if not position.known[lit]] for some in many]
    pairs = (lit for some in left if len(some) == 2 for lit in some)
    return tuple(sorted(_spots(position, (lit for lit in pairs if value_of(lit)[2] == value))))


def _because(speaker: Speaker, found: Deduction) -> str:
    """The equal values that strike out the other places of a value, as the end of a clause; "" if there are none."""
    values = speaker.values(found.marks)
    same = [lit for lit in found.placed if speaker.values([lit]) == values]
    if not same:
        return ""
    text = ", because of the {value} at {places}" if len(same) == 1 else ", because of the {value}s at {places}"
    return worded(text, value=values[0], places=speaker.places(same))


def _open(position: Position, selector: int, found: Deduction) -> tuple[Spot, ...]:
    """The places of a demand that a step leaves."""
    concluded = set(map(abs, found.marks))
    left = [v for v in position.variables(selector) if not position.known[v] and v not in concluded]
    return tuple(sorted(_spots(position, left)))


def _line(model: Genre, demand: Demand) -> str:
    """The name of the row, column, box or other area that a demand is about."""
    at = demand.at
    if len({spot.y for spot in at}) == 1:
        return name_in_words(f"row {(at[0].y + 1) // 2}")
    if len({spot.x for spot in at}) == 1:
        return name_in_words(f"column {(at[0].x + 1) // 2}")
    area = f"the area of {model.board.name(at[0])}" if at else ""
    return name_in_words(demand.words.get("area", area))


def _together(some: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The words of several demands: all their places, and each number once."""
    found: dict[str, Any] = {}
    for name in some[0]:
        values = [words[name] for words in some if name in words]
        if isinstance(values[0], Spot):
            spots = tuple(sorted(set(values)))
            found[name] = spots if len(spots) > 1 else spots[0]
        elif isinstance(values[0], tuple):
            found[name] = values[0] if len(values) == 1 else tuple(sorted({spot for at in values for spot in at}))
        elif isinstance(values[0], int):
            numbers = {int(value) for value in values}
            found[name] = numbers.pop() if len(numbers) == 1 else frozenset(numbers)
        else:
            found[name] = together(dict.fromkeys(map(str, values)))
    return found


# -- shapes ------------------------------------------------------------------------------------------------------------

_MOST_MARKS = 6
"""Demands that are not counts are distinguished by their effect on at most this many marks."""
_MOST_DEMANDS = 16
"""No technique has more demands."""
_WRITTEN = 3
"""Numbers and letters have at most this many characters; longer words, such as "a bridge", are names of drawings."""
_Node: TypeAlias = tuple[str, int]
_Link: TypeAlias = tuple[_Node, str, _Node]


def shape(position: Position, found: Deduction, named: _Named | None = None) -> str:
    """The shape of a deduction, as a short hash that is the same in every process; "" if its demands are too many.

    ``named`` is what names the rule of a demand: `rule_name` (if it is None) or `kind_of`.
    """
    if len(found.selectors) > _MOST_DEMANDS:
        return ""
    named = named or rule_name
    added_up = found.stage is StageName.SUMS
    parts = _added_up(position, found, named) if added_up else _Reason(position, found, named).colours()
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def _added_up(position: Position, found: Deduction, named: _Named) -> Hashable:
    """What counts that are added up have in common: which need marks, which limit them, and whether all of the marks
    that are needed are among the limited ones."""
    marks: dict[str, set[int]] = {"AtLeast": set(), "AtMost": set()}
    kinds = set()
    for selector in found.selectors:
        demand = position.demand_of(selector)
        if (bound := type(demand.words.get("n")).__name__) in marks:
            kinds.add((named(position.model, demand), bound))
            marks[bound].update(v for v in position.variables(selector) if not position.known[v])
    return sorted(kinds), marks["AtLeast"] <= marks["AtMost"]


class _Reason:
    """The graph of a reason: demands, the marks in which they meet, the spots of values, and clues."""

    def __init__(self, position: Position, found: Deduction, named: _Named) -> None:
        self.position, self.found, self.named = position, found, named
        self.labels: dict[_Node, Hashable] = {}
        self.edges: list[_Link] = []
        self.filled = {-other for lit in found.direct for other in position.other_values(lit)}
        self.used = {*found.premises, *found.struck, *self.filled}
        self.given = {**dict.fromkeys(self.used, 1), **{-lit: -1 for lit in self.used}, 1: 1, -1: -1}
        variables = {one: {abs(lit) for lit in self._literals(one)} for one in found.selectors}
        met = Counter(v for some in variables.values() for v in some)
        mine = {abs(lit) for lit in found.marks[:1]}
        self.at_stake = mine.union(v for v, n in met.items() if n > 1).difference(map(abs, self.used))
        for one in found.selectors:
            self._add_demand(one, sorted(variables[one] & self.at_stake))
        places = {position.demand_of(one).at for one in found.selectors or found.strikers}
        if not found.selectors:
            self.labels["candidate", 0] = min(len(places), 2)
            self.edges.append((("candidate", 0), "", ("mark", abs(found.marks[0]))))
        elif self.at_stake <= mine and len(places) > 1:  # the demands meet in spots only
            self.labels["apart", 0] = "apart"
        if len(places) > 1 and self._is_wide():
            self.labels["wide", 0] = "wide"
        self._add_marks()

    def _literals(self, selector: int) -> Iterable[int]:
        conflict = self.position.conflict_of(selector)
        if conflict is not None:
            return conflict.because
        return self.position.variables(selector)

    # -- demands --

    def _add_demand(self, selector: int, at_stake: Sequence[int]) -> None:
        position = self.position
        demand, conflict, node = position.demand_of(selector), position.conflict_of(selector), ("demand", selector)
        kind = self.named(position.model, demand)
        if conflict is not None:
            lits = [lit for lit in conflict.because if abs(lit) in at_stake]
            self.labels[node] = kind, "conflict", conflict.fault if conflict.fault in demand.wording.faults else ""
            self.edges += [(node, "+" if lit > 0 else "-", ("mark", abs(lit))) for lit in lits]
            return
        what = demand.what
        if isinstance(what, Mark):
            what = Count((what,), frozenset((1,)))
        elif isinstance(what, Some):
            what = Count(what.items, frozenset(range(1, len(what.items) + 1)))
        if isinstance(what, Count) and all(isinstance(item, Mark) for item in what.items):
            self._add_count(node, kind, demand.fault, what)
        else:
            self._add_table(node, kind, demand.fault, selector, at_stake)
        for clue in demand.clues:
            self.labels["clue", hash(clue)] = "clue"
            self.edges.append((("clue", hash(clue)), "", node))

    def _add_count(self, node: _Node, kind: Hashable, fault: str, what: Count) -> None:
        """A count, reduced to what is left of it: none, all, at least or at most ``k`` of the marks at stake.

        If it is the only demand, it matters whether others are gone, and whether their spots are filled.
        """
        lits = [int(lit) for lit in literals(what)]
        known = [self.given.get(lit, 0) for lit in lits]
        left = [lit for lit in lits if abs(lit) in self.at_stake]
        free = known.count(0) - len(left)
        low = max(0, min(what.allowed) - known.count(1) - free)
        high = min(len(left), max(what.allowed) - known.count(1))
        if low == len(left):
            form: Hashable = "all"
        elif high == 0:
            form = "none"
        else:
            form = ("least", min(low, 3)) if low else ("most", min(high, 3))
        single = len(self.found.selectors) == 1
        gone = {single and -lit in self.filled for lit, value in zip(lits, known, strict=True) if value < 0}
        self.labels[node] = kind, fault, form, 1 in known, sorted(gone)
        self.edges += [(node, "+" if lit > 0 else "-", ("mark", abs(lit))) for lit in left]

    def _add_table(self, node: _Node, kind: Hashable, fault: str, selector: int, at_stake: Sequence[int]) -> None:
        """A demand of another form: the smallest clauses about the marks at stake that it implies."""
        what = type(self.position.demand_of(selector).what).__name__
        self.labels[node] = kind, fault, what, *self._known_of(selector), *self._last(selector)
        if len(at_stake) > _MOST_MARKS:
            self.edges += [(node, "?", ("mark", v)) for v in at_stake]
            return
        solver = self.position.solver_for([selector])
        held = [selector, *self.used]
        for i, clause in enumerate(_implied(at_stake, lambda lits: solver.refuted([*held, *lits]))):
            one = f"clause {selector}", i
            self.labels[one] = "clause"
            self.edges.append((node, "", one))
            self.edges += [(one, "+" if lit > 0 else "-", ("mark", abs(lit))) for lit in clause]

    def _known_of(self, selector: int) -> Sequence[bool]:
        """The kinds of known marks of a demand, if techniques differ in them."""
        if not self.position.demand_of(selector).known_matters:
            return ()
        variables = set(self.position.variables(selector))
        return sorted({lit > 0 for lit in self.used if abs(lit) in variables})

    def _last(self, selector: int) -> Sequence[str]:
        """Whether all but one of the spots of a demand that tells its ``sum`` are filled."""
        position = self.position
        if "sum" not in position.demand_of(selector).words:
            return ()
        spots = {id(position.spots.get(v)) for v in position.variables(selector) if not position.known[v]}
        filled = any(lit in position.spots for lit in self.found.direct)
        return ("last",) if len(spots) == 1 and max(self.found.marks) > 0 and filled else ()

    # -- marks --

    def _add_marks(self) -> None:
        position = self.position
        concluded = {abs(lit): lit > 0 for lit in self.found.marks[:1]}
        for v in self.at_stake:
            state = {None: "open", True: "true", False: "false"}[concluded.get(v)]
            layer, place, value, _ = position.model.variables.mark_of(v)
            self.labels["mark", v] = self._label(layer, value), state
            if v in position.spots:
                spot = "spot", hash((layer, place[0]))
                self.labels[spot] = "spot"
                self.edges.append((spot, "", ("mark", v)))

    def _label(self, layer: str, value: Any) -> str:
        """What a mark is: its layer, and whether it is drawn there among written values, such as a black cell among
        numbers; whatever its genre, something written, or something drawn on some spots."""
        model = self.position.model
        marked = model.layers[layer]
        written = model.memo(("written values", layer), lambda: _written(model, marked))
        if self.named is rule_name:
            return f"{layer} drawn" if written and value not in written else layer
        return "written" if value in written else marked.on if isinstance(marked.on, str) else "cells"

    def _is_wide(self) -> bool:
        """Whether a spot matters that lacks some values and has more than two left, where values only exclude each
        other: so an XYZ-wing differs from an XY-wing."""
        position, mine = self.position, abs(self.found.marks[0])
        for one in map(position.demand_of, self.found.selectors):
            if not isinstance(one.what, Count) or not isinstance(one.words.get("n"), AtMost):
                return False
        spots = (position.spots[-lit] for lit in self.used if -lit in position.spots)
        return any(mine not in spot and sum(not position.known[lit] for lit in spot) > 2 for spot in spots)

    def colours(self) -> list[str]:
        """The colours of the nodes after refinement, each once."""
        colour = {node: _hashed(label) for node, label in self.labels.items()}
        for _ in range(len(colour)):
            seen: dict[_Node, set[tuple[str, str]]] = {node: set() for node in colour}
            for one, sign, other in self.edges:
                seen[one].add((sign + ">", colour[other]))
                seen[other].add((sign + "<", colour[one]))
            finer = {node: _hashed((colour[node], sorted(seen[node]))) for node in colour}
            if len(set(finer.values())) == len(set(colour.values())):
                break
            colour = finer
        return sorted(set(finer.values())) if self.edges else sorted(set(colour.values()))


def _written(model: Genre, layer: Layer) -> frozenset[Any]:
    """The values of a layer that are numbers or letters."""
    if not isinstance(layer, ValueLayer):
        return frozenset()
    return frozenset(v for v in layer.values(model) if len(layer.word(v, model.puzzle)) <= _WRITTEN)


def _hashed(value: Hashable) -> str:
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()


def _implied(variables: Sequence[int], refuted: Callable[[list[int]], bool]) -> Iterable[tuple[int, ...]]:
    """The minimal clauses over some variables that a demand implies."""
    found: list[frozenset[int]] = []
    for signs in sorted(product((0, 1, -1), repeat=len(variables)), key=lambda one: sum(map(abs, one))):
        clause = frozenset(v * sign for v, sign in zip(variables, signs, strict=True) if sign)
        if clause and not any(one <= clause for one in found) and refuted([-lit for lit in clause]):
            found.append(clause)
            yield tuple(sorted(clause))


# -- names of rules ----------------------------------------------------------------------------------------------------

_Named: TypeAlias = Callable[[Genre, Demand], str]


def rule_name(model: Genre, demand: Demand) -> str:
    """The name of a demand's rule; those that a transposition of the board exchanges, such as rows and columns, have
    one name."""
    names: Mapping[str, str] = model.memo("names of rules", lambda: _names(model))
    return names.get(demand.rule.name, demand.rule.name)


def _names(model: Genre) -> dict[str, str]:
    by_direction: dict[Hashable, str] = {}
    return {rule.name: by_direction.setdefault(_direction(model, rule), rule.name)
            for rule in (*model.rules, *model.lemmas)}


def _direction(model: Genre, rule: Rule) -> Hashable:
    """What rules have in common that are about rows and about columns; for any other rule, its name."""
    first = None if isinstance(rule, Lemma) else next(iter(rule.demands(model)), None)
    return (type(rule).__name__, tuple(layer.name for layer in rule.reads)) if first and _is_line(first) else rule.name


def kind_of(model: Genre, demand: Demand) -> str:
    """The kind of a demand's rule, ``once_each``, and whether the demand is about a line: ``once_each_line``."""
    del model
    kind = _kind(demand.rule)
    return f"{kind}_line" if _is_line(demand) else kind


def _kind(rule: Rule) -> str:
    """The kind of a rule: ``once_each``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(rule).__name__).lower()


def _is_line(demand: Demand) -> bool:
    """Whether a demand is about several places in one row or column."""
    return len(demand.at) > 1 and 1 in (len({spot.y for spot in demand.at}), len({spot.x for spot in demand.at}))
