"""The layout of booklets, and templates that describe it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, NamedTuple

from .fonts import USUAL, FontPair, faces_of
from .paint import theme_of
from .sheet import MM

PageSize = tuple[float, float]
"""Width and height in points."""

GAP = 8 * MM
"""Between two puzzles, in points."""
LEADING = 1.25
"""The height of lines, relative to the size of letters."""
PAPERS: Mapping[str, PageSize] = {"a4": (210 * MM, 297 * MM), "a5": (148 * MM, 210 * MM), "b5": (176 * MM, 250 * MM),
                                       "letter": (612, 792)}
GRIDS: Mapping[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""Columns and rows, by the usual numbers of puzzles on a page."""
_UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0}
SORTS = ("genre", "size", "difficulty")
ANSWERS = ("end", "back", "separate", "none")
_CONDITIONS = (
    r"FOGRA(2[7-9]|[345]\d|60)L?|CGATS TR 00[12356]|CGATS21-2-CRPC[1-7]|JC20010[34]|JC[NW]200[23]|IFRA(22|26|30)|"
    r"EUROSB[12]04"
)
_SMALL_PAPER = 150 * MM
"""The shorter side of paper that is read close up, such as A5."""
MARK = 5.0
"""The length of crop marks in millimetres."""
_BEFORE_MARK = 3.0
"""The least space between the paper and crop marks, in millimetres."""
_MOST = 60
"""The most puzzles or answers on a page."""


class SettingError(ValueError):
    """Something is wrong with a setting of a TOML file: in words, and its name."""

    def __init__(self, words: str, name: str = "") -> None:
        super().__init__(words)
        self.name = name


@contextmanager
def _about(name: str) -> Iterator[None]:
    """Says which setting an error is about."""
    try:
        yield
    except ValueError as fault:
        raise SettingError(str(fault), name) from None


class FontSizes(NamedTuple):
    """Font sizes in points: titles, headings, and everything else."""

    title: float
    head: float
    small: float


@dataclass(frozen=True)
class Layout:
    """The layout of a booklet. Lengths are in millimetres.

    ``paper`` is a name in ``PAPERS`` or a size such as ``170x240mm``; ``landscape`` turns it; ``margin`` is the same on
    all sides. ``facing`` pages have their numbers outside, and ``gutter`` is added to their inner margin. ``font`` and
    ``bold_font`` are files with the fonts of all text outside boards. ``per_page`` puzzles share a page, or, if
    ``cell`` sets the side of cells, as many as fit in ``columns``. ``running`` is a line at the top of every page;
    ``cover`` puts the title on a page of its own, with ``subtitle`` below it. ``rules`` are printed above the first
    puzzle of each genre. ``contents`` lists genres and pages. ``answers`` are printed at the ``place`` ``end``, on the
    ``back`` of each page, or in a ``separate`` file. ``answers_per_page`` share a page; if it is 0, as many as fit with
    cells of ``answer_cell``, or 5 mm. ``upside_down`` turns pages of answers by 180 degrees. ``first_number`` and
    ``first_page`` start the numbering. ``sort`` orders puzzles by ``genre``, ``size`` or ``difficulty``. ``difficulty``
    prints the stored labels. ``names`` maps genres to other names for headings, contents and answers. ``theme`` is a
    theme of pictures. ``large_print`` means large letters and cells in strong colours. Pages have a ``bleed`` around
    them, and ``crop_marks`` outside it.

    Documents are PDF/A-2b. With ``cmyk`` they are PDF/X-1a for the printing ``condition``, a name in the registry of
    the ICC: colours are CMYK, black is pure black ink, and there are no links.

    Raises ValueError for invalid values.
    """

    paper: str = "a4"
    per_page: int = 2
    title: str = ""
    rules: bool = False
    answers: bool = True
    place: str = "end"
    answers_per_page: int = 0
    cell: float = 0
    columns: int = 1
    landscape: bool = False
    margin: float = 16
    author: str = ""
    running: str = ""
    cover: bool = False
    contents: bool = False
    first_number: int = 1
    first_page: int = 1
    sort: str = ""
    theme: str = "light"
    cmyk: bool = False
    condition: str = "FOGRA39"
    large_print: bool = False
    difficulty: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    subtitle: str = ""
    facing: bool = False
    gutter: float = 0
    font: str = ""
    bold_font: str = ""
    answer_cell: float = 0
    upside_down: bool = False
    bleed: float = 0
    crop_marks: bool = False

    @property
    def is_known_condition(self) -> bool:
        """Whether the printing condition is a name in the registry of the ICC, as far as we know that."""
        return re.fullmatch(_CONDITIONS, self.condition) is not None

    def __post_init__(self) -> None:
        with _about("paper"):
            width, height = self.size
        with _about("theme"):
            theme_of(self.theme)
        checks = (
            ("sort", self.sort in ("", *SORTS), f"puzzles can be sorted by {', '.join(SORTS)}, not by {self.sort!r}"),
            ("place", self.place in ANSWERS[:3],
             f"the place of answers is one of {', '.join(ANSWERS[:3])}, not {self.place!r}"),
            ("margin", 0 <= self.margin * MM < min(width, height) / 3,
             f"a margin of {self.margin:g} mm leaves no room; use 0 to {min(width, height) / MM / 3 - 0.5:.0f} mm"),
            ("gutter", 0 <= self.gutter * MM < min(width, height) / 4, f"a gutter of {self.gutter:g} mm; use 0 to "
             f"{min(width, height) / MM / 4 - 0.5:.0f} mm"),
            ("gutter", self.facing or not self.gutter, "a gutter needs facing pages: facing = true"),
            ("answer_cell", self.answer_cell == 0 or 2 <= self.answer_cell <= 60,
             f"answers with cells of {self.answer_cell:g} mm; use 2 to 60 mm"),
            ("per_page", 1 <= self.per_page <= _MOST, f"{self.per_page} puzzles per page; use 1 to {_MOST}"),
            ("answers_per_page", 0 <= self.answers_per_page <= _MOST,
             f"{self.answers_per_page} answers per page; use 1 to {_MOST}"),
            ("answers_per_page", not (self.answers_per_page and self.answer_cell),
             "answers_per_page and answer_cell contradict each other; leave one of them out"),
            ("cell", self.cell == 0 or 2 <= self.cell <= 60, f"cells of {self.cell:g} mm; use 2 to 60 mm"),
            ("condition", re.fullmatch(r"[!-~]+( [!-~]+)*", self.condition),
             f"{self.condition!r} is not a printing condition"),
            ("bleed", 0 <= self.bleed <= 20, f"a bleed of {self.bleed:g} mm; use 0 to 20 mm"),
            ("columns", 1 <= self.columns <= 4, f"{self.columns} columns; use 1 to 4"),
        )
        for name, holds, words in checks:
            if not holds:
                raise SettingError(words, name)
        with _about("font"):
            faces_of(self.font, "")
        with _about("bold_font"):
            faces_of(self.font, self.bold_font)

    @property
    def faces(self) -> FontPair:
        """The fonts of text outside boards."""
        return faces_of(self.font, self.bold_font) if self.font or self.bold_font else USUAL

    @property
    def size(self) -> PageSize:
        """The width and the height of pages in points. Raises ValueError for an unknown paper."""
        width, height = paper_size(self.paper)
        return (max(width, height), min(width, height)) if self.landscape else (width, height)

    @property
    def beyond(self) -> float:
        """How far bleed and crop marks extend beyond the paper, in millimetres."""
        return max(self.bleed, _BEFORE_MARK) + MARK if self.crop_marks else self.bleed

    def column_width(self, columns: int, width: float = 0) -> float:
        """The width in points of a column, if a page of a ``width`` (by default that of the paper) has ``columns``."""
        return ((width or self.size[0]) - (2 * self.margin + self.gutter) * MM - (columns - 1) * GAP) / columns

    @property
    def fonts(self) -> FontSizes:
        """The sizes of letters."""
        return FontSizes(32, 22, 18) if self.large_print else FontSizes(20, 11, 9)

    @property
    def least_cell(self) -> float:
        """The side in millimetres of the smallest cells that are easy to read and to fill in."""
        return 10 if self.large_print else 5

    @property
    def least_answer(self) -> float:
        """The side in millimetres of the smallest cells of answers that are easy to read; on small paper, pages have
        room for fewer and larger answers."""
        return self.least_cell if self.large_print or min(self.size) <= _SMALL_PAPER else 2.2

    def grid(self, number: int, size: PageSize) -> tuple[int, int]:
        """Columns and rows for a number of puzzles on a page."""
        width, height = size
        if number in GRIDS:
            columns, rows = GRIDS[number]
            return (rows, columns) if width > height else (columns, rows)
        columns = max(1, round((number * width / height) ** 0.5))
        return columns, -(-number // columns)


def paper_size(name: str) -> PageSize:
    """The width and height in points of a paper, by its name or its size. Raises ValueError if it is neither."""
    if name.lower() in PAPERS:
        return PAPERS[name.lower()]
    length = r"(\d{1,4}(?:\.\d{1,3})?) ?(mm|cm|in)?"
    size = re.fullmatch(rf"{length} ?[x×] ?{length}", name.lower())
    if size is None:
        raise ValueError(f"unknown paper {name!r}; use {', '.join(PAPERS)}, or a size such as 170x240mm")
    unit = _UNITS[size[4] or size[2] or "mm"]
    width, height = float(size[1]) * _UNITS.get(size[2], unit), float(size[3]) * unit
    if not (min(width, height) >= 50 * MM and max(width, height) <= 2000 * MM):
        raise ValueError(f"paper of {name}; sides must be 50 to 2000 mm")
    return width, height


def layout_of(table: Mapping[str, Any], given: Mapping[str, Any]) -> Layout:
    """The layout that the table in a template describes; values in ``given`` override it.

    Raises SettingError, or another ValueError, for an invalid template.
    """
    return layout_from(checked(table, layout_kinds(), "the settings of a booklet"), given)


def layout_from(settings: Mapping[str, Any], given: Mapping[str, Any]) -> Layout:
    """The layout of checked settings; values in ``given`` override them. Raises ValueError."""
    for genre, name in settings.get("names", {}).items():
        if not isinstance(name, str):
            raise SettingError(f"the name of {genre} must be a text, not {name!r}", f"names.{genre}")
    told: dict[str, Any] = {**settings, **given, "names": {**settings.get("names", {}), **given.get("names", {})}}
    if told.get("large_print"):
        told = {"per_page": 1, "answers_per_page": 0 if told.get("answer_cell") else 2} | told
    return Layout(**told)


def layout_kinds() -> dict[str, tuple[type, ...]]:
    """The types of the settings of a layout, by name."""
    return {field.name: (type(getattr(Layout(), field.name)),) for field in fields(Layout)}


def checked(table: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]], what: str) -> dict[str, Any]:
    """A table of a TOML file whose keys may have hyphens or underscores. ``kinds`` are the types of its settings.

    Raises ``SettingError`` for an unknown setting, and for a value of another type.
    """
    settings = dict[str, Any]()
    for written, value in table.items():
        name = written.replace("-", "_")
        if name in settings:
            raise SettingError(f"{name} is there twice, with a hyphen and with an underscore; remove one", name)
        settings[name] = value
        if name not in kinds:
            near = get_close_matches(name, kinds, 1, 0.5)
            possible = f"did you mean {near[0]}?" if near else f"{what} are {', '.join(kinds)}"
            raise SettingError(f"unknown setting {name!r}; {possible}", name)
        allowed = (*kinds[name], int) if float in kinds[name] else kinds[name]
        if type(value) not in allowed:
            told = " or ".join(_KINDS.get(kind, kind.__name__) for kind in kinds[name])
            raise SettingError(f"{name} must be {told}, not {value!r}", name)
    return settings


_KINDS: Mapping[type, str] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false", dict: "a table",
    list: "a list in [brackets]",
}
