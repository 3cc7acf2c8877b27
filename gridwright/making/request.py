"""Requests for new puzzles, checked against what the genre permits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from math import ceil
from typing import Any, TypeAlias

from ..board.rect import Rect
from ..board.symmetry import SYMMETRIES, Symmetry, image, why_not
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import ANYWHERE, GIVENS, CluePlaces, Option, Wishes
from ..language.puzzle import Frozen, Puzzle
from ..language.taste import LABELS, Band
from ..language.wording import counted
from .bitmaps import Artwork, Motif
from .clue_values import checked_values
from .conditions import USUAL, Conditions, kept_structure, n_places, spots_of
from .declared import making_of, missing
from .drafts import clue_layers, clue_places
from .drawings import Mask, MaskContent, board_size, dark_spots, painted_spots, read_mask, read_picture
from .effort import MakingError, arguing
from .terms import LONGEST, NO_TERMS, PathTerms, terms_of

MOST = 100
"""The longest side of a board that puzzles are made on."""
Settled: TypeAlias = tuple[Rect, Conditions]


@dataclass(frozen=True)
class Asked:
    """The arguments of a request; None means as usual."""

    mask: Mask | None = None
    structure: Puzzle | None = None
    picture: Motif | Artwork | None = None
    values: Iterable[Any] | None = None
    density: float | None = None
    unknown: float | None = None
    technique: str | Iterable[str] | None = None
    without: str | Iterable[str] | None = None
    no_guess: bool = False


NOTHING = Asked()


def settled(
    genre: type[Genre], rows: int | None, cols: int | None, asked: Asked, options: Mapping[str, Any]
) -> Settled:
    """The board and the conditions of a request. Raises MakingError if they are impossible for the genre, or if the
    genre does not have the ``options``."""
    if asked.structure is None and (lacking := missing(genre)):
        raise MakingError(lacking)
    for side in (rows, cols):
        if side is not None and type(side) is not int:
            raise MakingError(f"rows and columns: expected whole numbers, found {side!r}")
    if rows is None or cols is None:
        rows = cols = rows if rows is not None else cols
    drawing, mask = None, None
    if asked.structure is not None:
        with arguing("structure"):
            rows, cols = _structure_size(genre, asked.structure, rows, cols)
    if asked.picture is not None:
        with arguing("picture"):
            drawing = read_picture(asked.picture, genre, rows, cols, options.get("colours"))
        rows, cols = board_size(genre, drawing)
    if asked.mask is not None:
        with arguing("mask"):
            mask = read_mask(asked.mask, genre, rows, cols)
        rows, cols = mask.rows, mask.cols
    with arguing("mask" if mask is not None else "picture" if drawing is not None else "size"):
        board = _board(genre, rows, cols, mask, options)
        if asked.structure is not None:
            board = _structure_board(asked.structure, mask)
    _check_options(genre, board, options)
    for name, share in ("density", asked.density), ("unknown", asked.unknown):
        with arguing(name):
            _check_share(genre, board, name, share)
    if asked.density is not None and asked.structure is None:
        with arguing("density"):
            _check_number(genre, board, asked.density, options)
    dark = dark_spots(genre, drawing) if drawing is not None else frozenset()
    painted = painted_spots(drawing) if drawing is not None else {}
    with arguing("values"):
        wishes = Wishes(options=options, dark=dark, painted=painted)
        values = checked_values(genre, board, asked.values, asked.structure, wishes)
    places = mask.places if mask is not None else ANYWHERE
    with arguing("mask"):
        _check_places(genre, board, places)
    return board, Conditions(places, values, asked.density, asked.unknown, asked.structure, dark, painted)


# -- the board --


def options_of(genre: type[Genre]) -> dict[str, str | Option]:
    """The options of new puzzles of a genre, by name: keys (as strings) and others."""
    making = making_of(genre)
    own = (*making.options, GIVENS) if making.fill else making.options
    return {option.name if isinstance(option, Option) else option: option for option in own}


def _board(
    genre: type[Genre], rows: int | None, cols: int | None, mask: MaskContent | None, options: Mapping[str, Any]
) -> Rect:
    making, sizes, size = genre.making, genre.making.sizes, genre.making.size
    for name, option in options_of(genre).items():
        if isinstance(option, Option):
            sizes = option.sizes.get(options.get(name), sizes)
            size = option.size.get(options.get(name), size)
    if rows is None or cols is None:
        rows, cols = size
    usual = f"{size[0]}x{size[1]} is the default"
    if not 1 <= rows <= MOST or not 1 <= cols <= MOST:
        raise MakingError(f"boards have 1 to {MOST} rows and columns, not {rows}x{cols}; {usual}")
    why = sizes(rows, cols)
    if why:
        sides = f"{counted(rows, 'row')} and {counted(cols, 'column')}"
        raise MakingError(f"no {genre.name} can be made with {sides}: {why}; {usual}")
    if mask is None or not mask.holes:
        return making.board(rows, cols)
    if making.solid or making.board is not Rect.of:
        raise MakingError(f"boards of {genre.name} cannot have holes (# in the mask)")
    return Rect.of(rows, cols, mask.holes)


def _structure_size(genre: type[Genre], puzzle: Puzzle, rows: int | None, cols: int | None) -> tuple[int, int]:
    """The size of a given structure. Raises MakingError if it does not fit, or leaves nothing to make."""
    if puzzle.genre is not genre:
        raise MakingError(f"the structure is that of a puzzle of {puzzle.genre.name}, not of {genre.name}")
    board = puzzle.board
    if not isinstance(board, Rect):
        raise MakingError("the structure has no rectangular board; puzzles are made only on rectangular boards")
    if rows is not None and (rows, cols) != (board.n_rows, board.n_cols):
        sides = f"{counted(board.n_rows, 'row')} and {counted(board.n_cols, 'column')}"
        raise MakingError(f"the structure has {sides}, not {rows}x{cols}")
    making = making_of(genre)
    if not (clue_layers(genre) or making.givens or making.fill):
        raise MakingError(f"{genre.name}: if the structure is given, nothing is left to generate; gridwright diagnose "
                          "shows what would make such a puzzle unique")
    sketch = kept_structure(puzzle)
    if not sketch.given and not sketch.keys:
        has = [layer.name for layer in genre.layers.values() if isinstance(layer, GivenLayer)
               and layer.role == "structure"]
        raise MakingError(f"there is no structure in this puzzle; that of {genre.name} would be: {', '.join(has)}"
                          if has else f"puzzles of {genre.name} have no structure besides their clues; "
                          "gridwright complete adds clues to existing ones")
    return board.n_rows, board.n_cols


def _structure_board(puzzle: Puzzle, mask: MaskContent | None) -> Rect:
    assert isinstance(puzzle.board, Rect)
    if mask is not None and mask.holes not in (frozenset(), puzzle.board.holes):
        raise MakingError("the mask has other holes than the structure")
    return puzzle.board


# -- clues --


def _check_share(genre: type[Genre], board: Rect, name: str, share: float | None) -> None:
    if share is None:
        return
    if isinstance(share, str) or not hasattr(share, "__float__") or not 0 <= share <= 1:
        raise MakingError(f"{name}: expected a share from 0 to 1, found {share!r}")
    if not list(clue_places(genre)):
        raise MakingError(f"{genre.name} has no clues that could be left out, so {name} does not apply")
    if name == "unknown" and not _unknown_layers(genre, board):
        raise MakingError(f"the clues of {genre.name} cannot have an unknown value")


def fewest_clues(genre: type[Genre], board: Rect, options: Mapping[str, Any]) -> int:
    """A number of clues that every unique puzzle has."""
    told = making_of(genre).fewest
    if told is not None:
        return told(board, options) if callable(told) else told
    clues = {layer.name for layer in clue_places(genre)}
    return int(all(layer.name in clues for layer in genre.layers.values() if isinstance(layer, GivenLayer)))


def _check_number(genre: type[Genre], board: Rect, density: float, options: Mapping[str, Any]) -> None:
    """Raises MakingError if a density means fewer clues than any unique puzzle has."""
    making = making_of(genre)
    fewest = fewest_clues(genre, board, options)
    n = n_places(genre, board, {making.fill: {}})
    wanted = round(density * n)
    if wanted < fewest:
        least = ceil(100 * fewest / n) / 100
        usual = f"; about {making.density.middle:g} is usual" if isinstance(making.density, Band) else ""
        raise MakingError(f"a density of {density:g} means {counted(wanted, 'clue')} on this board, but every unique "
                          f"{genre.name} has at least {fewest}; request a density from {least:g} to 1{usual}")


def _unknown_layers(genre: type[Genre], board: Rect) -> list[str]:
    """The layers of placed clues that may have an unknown value."""
    model = genre.as_told(Puzzle(genre, board, keys=Frozen()))
    found = []
    for layer in clue_places(genre):
        spot = next((spot for spot in spots_of(genre, layer, board)), None)
        if isinstance(layer, GivenLayer) and spot is not None and layer.unknown(model, spot) is not ABSENT:
            found.append(layer.name)
    return found


def _check_places(genre: type[Genre], board: Rect, places: CluePlaces) -> None:
    """Raises MakingError for a mask that allows no place, or requires a clue where none is possible."""
    if places == ANYWHERE:
        return
    if not list(clue_places(genre)):
        raise MakingError(f"{genre.name} has no clues whose places could be chosen; its mask can only have holes (#)")
    every = {spot for layer in clue_places(genre) for spot in spots_of(genre, layer, board)}
    if places.allowed is not None and every.isdisjoint(places.allowed):
        raise MakingError(f"the mask leaves no place for clues of {genre.name}")
    lost = sorted(places.needed - every)
    if lost:
        raise MakingError(f"no clue of {genre.name} can be at {board.name(lost[0])}, which the mask requires (+)")


def check_symmetry(genre: type[Genre], board: Rect, symmetry: Symmetry, conditions: Conditions) -> None:
    """Raises MakingError if the clues of a genre, or of a mask, cannot be symmetric."""
    if not can_be_symmetric(genre):
        raise MakingError(f"the clues of {genre.name} cannot be arranged symmetrically")
    why = why_not(board, symmetry)
    if why:
        raise MakingError(f"no symmetry {symmetry!r}: {why}")
    places = conditions.places
    for spot in sorted(places.needed):
        other = image(board, spot, symmetry)
        if not places.may(other):
            raise MakingError(f"the mask contradicts the symmetry {symmetry!r}: it requires a clue at "
                              f"{board.name(spot)} and allows none at {board.name(other)}")


def can_be_symmetric(genre: type[Genre]) -> bool:
    """Whether the places of a genre's clues can be chosen."""
    making = making_of(genre)
    if making.symmetry or making.movable:
        return True
    layers = [layer for layer in clue_places(genre) if layer.name != making.fill]
    outside = all(layer.on in ("sides", "line_sides") for layer in layers)
    grouped = any(layer in group.clues for layer in layers for group in genre.groups)
    fixed = making.whole or making.placed or grouped or (outside and making.near)
    return bool(layers) and not fixed


# -- requests --


@dataclass(frozen=True)
class Request:
    """One puzzle: genre, board, difficulty and symmetry (None: as usual), options, conditions, and terms for its
    solution path. Together with the seed they determine the puzzle."""

    genre: type[Genre]
    board: Rect
    seed: str
    difficulty: str | None = None
    symmetry: Symmetry | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    conditions: Conditions = USUAL
    terms: PathTerms = NO_TERMS

    @property
    def is_rated(self) -> bool:
        """Whether the puzzle is rated: unless any difficulty will do, or the board is large and nothing is requested
        of the solution path."""
        rows, cols = self.genre.making.size
        is_large = len(self.board.cells) > LARGE * rows * cols
        return self.difficulty != ANY and (not is_large or self.difficulty is not None or bool(self.terms))

    @property
    def labels(self) -> tuple[int, int]:
        """The easiest and the hardest label that the puzzle may have, as indexes in ``LABELS``."""
        if self.difficulty in LABELS:
            wanted = LABELS.index(self.difficulty)
            return wanted, wanted
        is_free = self.terms.techniques or (self.conditions.density, self.conditions.unknown) != (None, None)
        return 0, len(LABELS) - 1 if is_free else FAIR

    @property
    def path_terms(self) -> PathTerms:
        """The terms for the solution path; without a difficulty, people must be able to follow it. A picture would need
        too many clues for that."""
        has_number = (self.conditions.density, self.conditions.unknown) != (None, None)
        is_free = self.difficulty is not None or has_number or bool(self.conditions.dark)
        return self.terms if is_free else replace(self.terms, longest=LONGEST)

    @property
    def wishes(self) -> Wishes:
        """The wishes for the genre's sketches."""
        label = self.difficulty if self.difficulty != ANY else None
        is_easy = label is not None and LABELS.index(label) <= LABELS.index("easy")
        asked = self.conditions
        return Wishes(options=self.options, places=asked.places, dark=asked.dark, painted=asked.painted,
                      difficulty=label, is_easy=is_easy)

    @staticmethod
    def of(
        genre: type[Genre],
        rows: int | None,
        cols: int | None,
        seed: str,
        difficulty: str | None = None,
        symmetry: str | None = None,
        options: Mapping[str, Any] | None = None,
        asked: Asked = NOTHING,
    ) -> Request:
        """A request. None means as usual. Raises MakingError for what the genre cannot have."""
        difficulty, symmetry = (one.lower() if isinstance(one, str) else one for one in (difficulty, symmetry))
        known = next((one for one in SYMMETRIES if one == symmetry), None)
        with arguing("difficulty"):
            if difficulty is not None and difficulty not in (*LABELS, ANY):
                raise MakingError(f"no difficulty is called {difficulty!r}; there are {', '.join((*LABELS, ANY))}")
        with arguing("symmetry"):
            if symmetry is not None and known is None:
                raise MakingError(f"no symmetry is called {symmetry!r}; there are {', '.join(SYMMETRIES)}")
        own = {name: value for name, value in (options or {}).items() if value is not None}
        board, conditions = settled(genre, rows, cols, asked, own)
        with arguing("symmetry"):
            if known not in (None, "none"):
                check_symmetry(genre, board, known, conditions)
        terms = terms_of(genre, asked.technique, asked.without, asked.no_guess)
        with arguing("difficulty"):
            if terms and difficulty == ANY:
                raise MakingError("the difficulty 'any' means that the solution is not followed, so techniques cannot "
                                  "be requested with it; leave one of them out")
            if (difficulty not in (None, ANY) or terms) and (conditions.density, conditions.unknown) != (None, None):
                raise MakingError("the difficulty depends on the number of clues: request a difficulty or techniques, "
                                  "or a density or share of unknown clues, but not both")
        return Request(genre, board, seed, difficulty, known, own, conditions, terms)


ANY = "any"
"""The difficulty of puzzles that are neither rated nor made easier, which is much faster."""
FAIR = LABELS.index("medium")
"""The hardest label without a requested difficulty."""
LARGE = 2
"""Boards with more than this many times the usual number of cells are not rated unless that is requested."""
ARGUMENTS = ("rows", "cols", "size", "difficulty", "seed", "symmetry", "density", "unknown", "values", "mask",
             "structure", "picture", "technique", "without", "no_guess", "timeout", "stop")
"""What an unknown option may have been meant to be."""


def _check_options(genre: type[Genre], board: Rect, options: Mapping[str, Any]) -> None:
    known = options_of(genre)
    told = f"it has {', '.join(known)}" if known else "it has none"
    for name, value in options.items():
        with arguing(name):
            if name not in known:
                near = get_close_matches(name, [*known, *ARGUMENTS], 1)
                raise MakingError(f"{genre.name} has no option {name!r}; "
                                  f"{f'did you mean {near[0]}?' if near else told}")
            why = _wrong(genre, board, known[name], value)
            if why:
                raise MakingError(f"{genre.name}, option {name}: {why}")


def _wrong(genre: type[Genre], board: Rect, option: str | Option, value: Any) -> str:
    """Why an option cannot have a value; empty if it can."""
    if isinstance(option, Option):
        return option.wrong(board, value)
    domain = genre.keys[option].domain.at(genre.as_told(Puzzle(genre, board, keys=Frozen())))
    wrong = domain.mismatch(value)
    return "" if wrong is None else f"expected {wrong.expected}, found {wrong.found!r}"
