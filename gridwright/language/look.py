"""How the marks of a layer look, in every kind of picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from ..board.board import Spot

Way = tuple[int, int]
"""A direction: rows down, columns to the right."""


class Between(NamedTuple):
    """What is drawn between two neighbouring cells, depending on their values; ``stage`` and ``paint`` as in ``Paper``.

    ``when`` is ``differ`` (drawn along the border of the two cells), ``next`` (one value follows the other) or ``both``
    (both are marked). ``links`` returns the links for a model; by default all.
    """

    when: str
    stage: str
    paint: str
    links: Callable[[Any], Iterable[Spot]] | None = None


class LookKind(NamedTuple):
    """A kind of look: how marks are drawn, entered and put into words. The kinds in ``KINDS`` are shared; a genre
    declares its own with ``Look(..., own=LookKind(...))``.

    ``paper`` and ``terminal`` draw marks, using ``Paper`` and ``Screen`` (see ``shapes``). Without them marks are drawn
    like the kind ``plain``, which a shared kind also falls back on for lack of room. ``always``: the terminal draws
    something even without marks. ``margin`` is what paper writes for a value outside the board. ``between`` is what the
    page draws between cells.

    ``lined``: drawn as lines from cell to cell. ``cornered``: written in the corners of cells. ``framed``: borders run
    inside the cells. ``clear``: the centre of a cell stays free. ``shows_key``: pictures show the look's key on the
    board.

    ``words`` puts a value into words; by default it stands for itself. ``worded``: these words do not need the name of
    the layer. ``nothing`` is the value for "this spot is empty".

    ``tool`` is the tool of the page for answers. ``fields`` are the parts of a value in the editor, each with its
    choices (a value and its display). ``turned`` returns a value after a turn; its arguments are the value, a function
    that turns directions, and, for values on links, whether the two cells are swapped. It raises ValueError if there is
    no such value.
    """

    about: str
    plain: str = ""
    words: Callable[[Any], str] | None = None
    lined: bool = False
    cornered: bool = False
    framed: bool = False
    clear: bool = False
    worded: bool = False
    shows_key: bool = False
    always: bool = False
    nothing: Any = None
    paper: Callable[..., None] | None = None
    terminal: Callable[..., None] | None = None
    margin: Callable[[Spot, Any], Any] | None = None
    between: Between | None = None
    tool: str = ""
    fields: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    turned: Callable[[Any, Callable[[Way], Way], bool], Any] | None = None


class LazyModule:
    """The functions and classes of a module, which is imported when one of them is called.

    A genre names in its class what draws its own looks (``LazyModule(__name__)``: functions further down in its file),
    and what only one format needs (``LazyModule(__name__, "notation")``: a module beside it).
    """

    def __init__(self, module: str, beside: str = "") -> None:
        self._module = f"{module}.{beside}" if beside else module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*args: Any, **more: Any) -> Any:
            return getattr(import_module(self._module), name)(*args, **more)

        return call


KINDS: Mapping[str, LookKind] = {
    "text": LookKind("the value itself", worded=True),
    "symbol": LookKind("a character for each value (``glyphs``)"),
    "shade": LookKind("the cell is filled", clear=True),
    "line": LookKind("a line through cells along links, or along edges", lined=True),
    "wall": LookKind("a border on an edge"),
    "none": LookKind("not drawn", clear=True),
    "island": LookKind("the value in a circle, which is empty where the glyph is", "text", worded=True),
    "small": LookKind("the value in a corner of its cell", "text", cornered=True, clear=True),
    "hole": LookKind("a cell that takes no part in the puzzle", "shade"),
    "arrows": LookKind("from the middle of a cell, where its glyph has arms", "symbol"),
    "letters": LookKind("a key, shown below the board: the first letters of the alphabet", "text"),
    "digits": LookKind("a key, shown below the board: the digits from 1 on", "text"),
    "dominoes": LookKind("a key, shown below the board: pairs of numbers", "text"),
    "pieces": LookKind("a key, shown below the board: letters of pentominoes", "text"),
}
"""The kinds of looks that genres share, by name."""


def _number(value: Any) -> str:
    return "?" if value is None else str(value)


@dataclass(frozen=True)
class Look:
    """How marks are drawn: as one of ``KINDS``, or as a genre's ``own`` kind.

    ``glyphs`` maps values to single characters. ``drawn`` maps glyphs to shapes for paper, around the centre of a cell
    of one unit; ``covering``: lines through cells end at them. ``seven_bit`` maps values, or characters of the heading,
    to ASCII characters for terminals without others; by default one that resembles the glyph, or the value itself if it
    is a character.

    ``key`` is the name of the puzzle's key whose characters replace the numbers 1, 2, 3, ... of a text. ``heading`` is
    a character that distinguishes several lines of clues outside the board; for clues of several values there is one
    for each, and the last ones are used if there are more. ``size`` scales a symbol, ``thin`` makes its strokes
    thinner.

    A value of an answer whose glyph is a blank means that a spot is empty: it is shown as a cross if it is given, and
    in a state until everything is known.

    Raises ValueError for an unknown kind, and for a replacement that is not one 7-bit character.
    """

    kind: str
    glyphs: Mapping[Any, str] = field(default_factory=dict)
    key: str = ""
    heading: str = ""
    size: float = 1
    thin: bool = False
    covering: bool = False
    seven_bit: Mapping[Any, str] = field(default_factory=dict)
    drawn: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    own: LookKind | None = None

    def __post_init__(self) -> None:
        if self.own is None and self.kind not in KINDS:
            raise ValueError(f"there is no kind of look called {self.kind!r}; the kinds are {', '.join(KINDS)}")
        if self.own is not None and self.kind in KINDS:
            raise ValueError(f"{self.kind!r} is a shared kind of looks; a genre's own kind needs another name")
        for value, char in self.seven_bit.items():
            if len(char) != 1 or not char.isascii() or not char.isprintable():
                raise ValueError(f"the value {value!r}: {char!r} is not a single 7-bit character")

    def __hash__(self) -> int:
        dicts = tuple(self.glyphs.items()), tuple(self.seven_bit.items()), tuple(self.drawn)
        return hash((self.kind, self.own, dicts, self.key, self.heading, self.size, self.thin, self.covering))

    @property
    def traits(self) -> LookKind:
        """The kind of the look."""
        return self.own or KINDS[self.kind]

    @property
    def plain(self) -> str:
        """The name of the kind to draw with if there is little room."""
        return self.traits.plain or self.kind

    @property
    def nothing(self) -> Any:
        """The value for "this spot is empty"; None if there is none."""
        blank = next((value for value, glyph in self.glyphs.items() if glyph == " "), None)
        return blank if self.traits.nothing is None else self.traits.nothing

    def words(self, value: Any) -> str:
        """A value in words: ``2, pointing right``, ``? across, 36 down``; "" for a plain mark."""
        if value is True:
            return ""
        if self.traits.words is not None:
            return self.traits.words(value)
        if isinstance(value, tuple):
            return " ".join(map(_number, value))
        return _number(value)


TEXT, SHADE, LINE, WALL, UNSEEN = map(Look, ("text", "shade", "line", "wall", "none"))
ISLAND, SMALL = Look("island"), Look("small")
LETTERS, DIGITS, DOMINOES, PIECES = map(Look, ("letters", "digits", "dominoes", "pieces"))
HOLE = Look("hole", {True: "▒"})


def symbols(
    glyphs: Mapping[Any, str],
    *,
    size: float = 1,
    thin: bool = False,
    covering: bool = False,
    seven_bit: Mapping[Any, str] | None = None,
    drawn: Mapping[str, Sequence[Any]] | None = None,
) -> Look:
    """A look with a character for each value; for the other parameters see ``Look``."""
    return Look("symbol", dict(glyphs), size=size, thin=thin, covering=covering, seven_bit=dict(seven_bit or {}),
                drawn=dict(drawn or {}))


def spelt_by(key: str) -> Look:
    """A look that shows the value itself, or its character if the puzzle has this key."""
    return Look("text", key=key)


def headed(
    heading: str, *, seven_bit: Mapping[Any, str] | None = None, drawn: Mapping[str, Sequence[Any]] | None = None
) -> Look:
    """A look for clues outside the board whose lines begin with a character (see ``Look``)."""
    return Look("text", heading=heading, seven_bit=dict(seven_bit or {}), drawn=dict(drawn or {}))


class Ground(NamedTuple):
    """What an empty board looks like.

    ``grid``: ``lines`` between all cells, ``dashes`` if borders are to be drawn, ``dots`` only at the corners, or
    ``none``. ``frame``: whether there is a line around the board. ``cell``: the width of a cell in columns (2: bricks).
    ``every``: the distance of heavier lines, which help with counting, on boards larger than that.
    """

    grid: str = "lines"
    frame: bool = True
    cell: int = 1
    every: int = 0


DOTS, DASHES, OPEN = Ground("dots", frame=False), Ground("dashes"), Ground("none", frame=False)
