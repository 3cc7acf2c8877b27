"""The plan of an issue, as a file in TOML describes it: the layout of a booklet, and sections of puzzles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from ..api import genre as genre_called
from ..api import read_all
from ..board.rect import Rect
from ..board.symmetry import SYMMETRIES
from ..engine.solve.clock import TimeUp
from ..formats.errors import FormatError
from ..generation import generate_many
from ..language.puzzle import Puzzle
from ..language.translation import in_language
from ..language.wording import worded
from ..making.effort import MakingError
from ..picture.layout import SORTS, Layout, SettingError, checked, layout_from, layout_kinds
from ..registry import UnknownGenre
from .toml import TomlError, TomlPlaces, read_toml

Kinds = Mapping[str, tuple[type, ...]]
_OWN: Kinds = {
    "number": (int, str), "date": (date, str), "seed": (str, int), "language": (str,), "introduction": (str,),
    "hints": (bool,), "qr": (bool,), "page": (str,), "previous": (list,), "section": (list,), "imprint": (str,),
    "back_cover": (str,), "symmetry": (str,),
}
"""The settings of an issue besides those of a booklet."""
_LISTED: Kinds = {
    "title": (str,), "introduction": (str,), "sort": (str,), "per_page": (int,), "files": (list,), "genre": (str,),
    "count": (int,), "seed": (str, int), "difficulty": (str, list),
}
_ASKED: Kinds = {
    "size": (str, int, list), "symmetry": (str,), "density": (float,), "unknown": (float,), "values": (list,),
    "mask": (str,), "structure": (str,), "picture": (str,), "options": (dict,), "technique": (str,),
    "without": (str, list), "no_guess": (bool,),
}
"""The settings of a section that are passed to ``generate``."""
_OF_FILES = ("font", "bold_font", "previous", "files", "mask", "structure", "picture")
"""The settings that name files."""
_RESERVED = {"genre", "count", "difficulty", "seed", "first", "jobs", "timeout", "stop", "progress", *_ASKED}
"""Arguments of ``generate`` and ``generate_many``, which cannot be options of a genre."""
_USUAL: Mapping[str, Any] = {"cover": True, "contents": True, "rules": True, "per_page": 4}
"""Settings of booklets that have other defaults in issues. In large print, a page has one puzzle."""
_MOST = 1000
"""The most puzzles in a section."""


class PlanError(ValueError):
    """What is wrong with the file of an issue, and where.

    ``words`` leave out the place: the number of the ``section`` (0: none) and the ``name`` of the setting, if known.
    """

    def __init__(self, message: str, words: str = "", section: int = 0, name: str = "") -> None:
        super().__init__(message)
        self.words, self.section, self.name = words or message, section, name.partition(".")[0]


@dataclass(frozen=True)
class SectionPlan:
    """A section: puzzles in ``files``, or ``len(levels)`` new ones of a genre with these difficulties.

    ``asked`` are arguments of ``generate``. ``seed`` is that of the section.
    """

    title: str
    introduction: str = ""
    files: tuple[Path, ...] = ()
    genre: str = ""
    levels: tuple[str | None, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    sort: str = "difficulty"
    per_page: int = 0


@dataclass(frozen=True)
class IssuePlan:
    """An issue. ``previous`` are folders and files with the puzzles of earlier issues."""

    path: Path
    layout: Layout
    sections: tuple[SectionPlan, ...]
    seed: str
    language: str = "en"
    introduction: str = ""
    hints: bool = True
    qr: bool = False
    page: str = ""
    previous: tuple[Path, ...] = ()
    imprint: str = ""
    back_cover: str = ""
    symmetry: str = ""
    """That of all new puzzles for which it is possible, except in sections that have another."""

    @property
    def heading(self) -> str:
        """The title and the subtitle."""
        return ", ".join(filter(None, (self.layout.title or self.path.stem, self.layout.subtitle)))


def plan_of(path: Path, given: Mapping[str, Any]) -> IssuePlan:
    """Reads the plan in a file; settings of booklets in ``given`` override those in the file.

    Raises PlanError for a wrong plan, and OSError.
    """
    return plan_in(path.read_text("utf-8-sig"), path, given)


def plan_in(text: str, path: Path, given: Mapping[str, Any], *, has_files: bool = True) -> IssuePlan:
    """The plan in the text of a file; unless it ``has_files``, settings that name other files are refused.

    Raises PlanError for a wrong plan, and OSError.
    """
    plan, tables = _begun(text, path, given, has_files)
    return replace(plan, sections=tuple(_checked(plan, tables, n, text, has_files) for n in range(len(tables))))


def faults_in(text: str, path: Path, *, has_files: bool = True) -> Iterator[PlanError]:
    """What is wrong with the issue itself, or else the first fault of each section."""
    try:
        plan, tables = _begun(text, path, {}, has_files)
    except PlanError as fault:
        yield fault
        return
    for n in range(len(tables)):
        try:
            _checked(plan, tables, n, text, has_files)
        except PlanError as fault:
            yield fault


def _begun(text: str, path: Path, given: Mapping[str, Any], has_files: bool) -> tuple[IssuePlan, list[Any]]:
    """The plan without its sections, and their tables. Raises PlanError."""
    try:
        table = read_toml(text)
    except TomlError as fault:
        raise PlanError(f"{path}:{fault.line}:{fault.column}: {fault}", str(fault)) from None
    try:
        if isinstance(table.get("section"), dict):
            raise SettingError("write the head of a section with two brackets: [[section]]", "section")
        settings = checked(table, {**layout_kinds(), **_OWN}, "the settings of an issue")
        _refuse_files(settings, has_files)
        plan = _plan(path, {name: settings.get(name) for name in _OWN}, settings, given)
    except SettingError as fault:
        raise PlanError(f"{path}:{TomlPlaces(text).of(fault.name)}: {fault}", str(fault), name=fault.name) from None
    if not settings.get("section"):
        words = worded('an issue needs sections; add one: [[section]], genre = "NAME", count = 4')
        raise PlanError(f"{path}: {words}", words)
    return plan, settings["section"]


def _refuse_files(settings: Mapping[str, Any], has_files: bool) -> None:
    found = next((name for name in (*settings, *settings.get("options", {})) if name in _OF_FILES), None)
    if found is not None and not has_files:
        words = worded("{name} names files, which are not read here; remove it, or use the command", name=found)
        raise SettingError(words, found)


def _plan(path: Path, own: Mapping[str, Any], settings: Mapping[str, Any], given: Mapping[str, Any]) -> IssuePlan:
    """The plan without its sections."""
    layout = {name: value for name, value in settings.items() if name not in _OWN}
    for name in ("font", "bold_font"):
        if layout.get(name):
            layout[name] = str(path.parent / layout[name])
    usual = {name: value for name, value in _USUAL.items() if name != "per_page" or not layout.get("large_print")}
    with _naming("language"), in_language(own["language"] or "en"):
        number = worded("No. {n}", n=own["number"]) if own["number"] is not None else ""
    when = own["date"] if isinstance(own["date"], str) else own["date"].isoformat() if own["date"] else ""
    subtitle = " – ".join(filter(None, (number, when)))
    booklet = layout_from({**usual, "subtitle": subtitle, "running": layout.get("title", ""), **layout}, given)
    for name in booklet.names:
        with _naming(f"names.{name}"):
            genre_called(name)
    booklet = replace(booklet, names={genre_called(name).name: own for name, own in booklet.names.items()})
    seed = own["seed"] if own["seed"] is not None else f"{booklet.title or path.stem} {booklet.subtitle}".strip()
    symmetry = (own["symmetry"] or "").lower()
    if symmetry not in ("", *SYMMETRIES):
        raise SettingError(f"no symmetry is called {symmetry!r}; there are {', '.join(SYMMETRIES)}", "symmetry")
    previous = _paths("previous", own["previous"] or [], path.parent)
    return IssuePlan(path, booklet, (), str(seed), own["language"] or "en", own["introduction"] or "",
                own["hints"] is not False, bool(own["qr"]), own["page"] or "", tuple(previous), own["imprint"] or "",
                own["back_cover"] or "", symmetry)


def _checked(plan: IssuePlan, tables: list[Any], n: int, text: str, has_files: bool) -> SectionPlan:
    """A section, checked, with its seed. Raises PlanError."""
    table = tables[n]
    own = table.get("title") or table.get("genre") if isinstance(table, dict) else None
    where = f"section {n + 1} ({own})" if isinstance(own, str) else f"section {n + 1}"
    try:
        if not isinstance(table, dict):
            raise SettingError("write a section as a table below [[section]]")
        settings = checked(table, {**_LISTED, **_ASKED}, "the settings of a section")
        _refuse_files(settings, has_files)
        section = _section(settings, plan)
    except SettingError as fault:
        place = TomlPlaces(text).of(fault.name, "section", n)
        raise PlanError(f"{plan.path}:{place}: {where}: {fault}", str(fault), n + 1, fault.name) from None
    nth = sum(isinstance(one, dict) and one.get("genre", "") == section.genre for one in tables[: n + 1])
    return replace(section, seed=section.seed or f"{plan.seed}/{section.genre}/{nth}")


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Turns errors into SettingErrors about a setting, unless they say themselves which it is."""
    try:
        yield
    except SettingError:
        raise
    except (ValueError, UnknownGenre, TypeError, OSError) as fault:
        words = f"{fault.filename}: {(fault.strerror or '').lower()}" if isinstance(fault, OSError) else str(fault)
        argument = fault.argument if isinstance(fault, MakingError) else ""
        raise SettingError(words, argument or name) from None


def _section(settings: Mapping[str, Any], plan: IssuePlan) -> SectionPlan:
    """A section without its usual seed. Raises SettingError, or an error of ``generate``."""
    sort, per_page = settings.get("sort", "difficulty"), settings.get("per_page", 0)
    if sort not in ("", *SORTS):
        raise SettingError(f"puzzles can be sorted by {', '.join(SORTS)}, or \"\", not by {sort!r}", "sort")
    if not 0 <= per_page <= 60:
        raise SettingError(worded("{n} puzzles per page; use 1 to 60", n=per_page), "per_page")
    common = SectionPlan(settings.get("title", ""), settings.get("introduction", ""), sort=sort, per_page=per_page,
                         seed=str(settings.get("seed", "")))
    if "files" in settings:
        if "genre" in settings:
            raise SettingError("a section has either files or a genre, not both; use two sections", "files")
        with in_language(plan.language):  # for the usual title
            return _of_files(common, settings, plan.path.parent)
    if "genre" not in settings:
        raise SettingError('a section needs puzzles: genre = "NAME", or files = ["mine/"]')
    return _of_genre(common, settings, plan)


def _of_files(common: SectionPlan, settings: Mapping[str, Any], folder: Path) -> SectionPlan:
    extra = next((name for name in settings if name in {**_ASKED, "count": 0, "difficulty": 0}), None)
    if extra is not None:
        raise SettingError(f"{extra} describes new puzzles, but this section has files", extra)
    files = [file for path in _paths("files", settings["files"], folder) for file in _inside(path)]
    if not files:
        told = ", ".join(map(str, settings["files"]))
        raise SettingError(f"there are no files at {told}" if told else 'files is empty; name some, as in ["mine/"]',
                           "files")
    return replace(common, title=common.title or worded("Puzzles"), files=tuple(files))


def _of_genre(common: SectionPlan, settings: Mapping[str, Any], plan: IssuePlan) -> SectionPlan:
    count = settings.get("count", 1)
    if not 1 <= count <= _MOST:
        raise SettingError(worded("count is {count}; a section has 1 to {n} puzzles", count=count, n=_MOST), "count")
    told = settings.get("difficulty")
    wanted: list[str | None] = [*told] if isinstance(told, list) else [told]
    if not 1 <= len(wanted) <= count:
        words = worded("{n} difficulties for a count of {count}; name 1 to {count}", n=len(wanted), count=count)
        raise SettingError(words, "difficulty")
    levels = tuple(wanted[n * len(wanted) // count] for n in range(count))
    asked = {name: value for name, value in settings.items() if name in _ASKED and name != "options"}
    if "size" in asked:
        asked["size"] = _size(asked["size"])
    for name in ("mask", "picture"):
        if name in asked:
            asked[name] = plan.path.parent / asked[name]
    if "structure" in asked:
        with _naming("structure"):
            asked["structure"] = read_all(plan.path.parent / asked["structure"])[0].puzzle
    options = settings.get("options", {})
    if wrong := next((name for name in options if name in _RESERVED), None):
        raise SettingError(f"{wrong} is not an option of a genre", f"options.{wrong}")
    asked |= options
    for n, level in enumerate(wanted):
        _check(settings["genre"], f"difficulty.{n}" if isinstance(told, list) else "difficulty", level, asked, options)
    if plan.symmetry and asked.keys().isdisjoint(("symmetry", "picture")):  # a picture needs its clues elsewhere
        with suppress(MakingError):  # this genre, or a board of this shape, cannot have it
            generate_many(settings["genre"], count=0, symmetry=plan.symmetry, **asked)
            asked["symmetry"] = plan.symmetry
    name = genre_called(settings["genre"]).name
    return replace(common, title=common.title or plan.layout.names.get(name, name), genre=settings["genre"],
                   levels=levels, asked=asked)


def _check(genre: str, at: str, level: str | None, asked: Mapping[str, Any], options: Collection[str]) -> None:
    """Checks the arguments of ``generate``; ``at`` is where the difficulty is. Raises SettingError."""
    try:
        with _naming("genre"):
            generate_many(genre, count=0, difficulty=level, **asked)
    except SettingError as fault:
        name = at if fault.name == "difficulty" else f"options.{fault.name}" if fault.name in options else fault.name
        raise SettingError(str(fault), name) from None


def _size(value: Any) -> int | tuple[int, int]:
    """``10``, ``"10"``, ``"10x12"`` or ``[10, 12]``."""
    if isinstance(value, int):
        return value
    found = re.fullmatch(r"(\d{1,4})(?:[xX×](\d{1,4}))?", value) if isinstance(value, str) else None
    sides = (int(found[1]), int(found[2] or found[1])) if found else tuple(value) if isinstance(value, list) else ()
    if len(sides) != 2 or not all(type(side) is int for side in sides):
        raise SettingError(worded('size is {value}; write 10 for a square, or "10x12" for 10 rows and 12 columns',
                                  value=repr(value)), "size")
    return sides[0], sides[1]


def _paths(name: str, told: list[Any], folder: Path) -> Iterator[Path]:
    """Paths in a list, relative to the folder of the plan; patterns mean all files that match."""
    for n, one in enumerate(told):
        if not isinstance(one, str):
            raise SettingError(f"{name} must be a list of texts, not {one!r} in it", f"{name}.{n}")
        path = folder / one
        found = sorted(folder.glob(one)) if any(char in one for char in "*?[") and not path.exists() else [path]
        if not found or not found[0].exists():
            raise SettingError(f"{name}: there is no {one}", f"{name}.{n}")
        yield from found


def _inside(path: Path) -> list[Path]:
    """A file, or all files in a folder."""
    return [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())


def puzzles_in(path: Path, *, strict: bool) -> list[Puzzle]:
    """The puzzles in a file. Raises PlanError, if ``strict`` also for a file that is not a puzzle."""
    try:
        return [one.puzzle for one in read_all(path, timeout=60)]
    except (FormatError, TimeUp) as fault:
        if strict:
            raise PlanError(f"{path}: {fault}") from None
        return []
    except OSError as fault:
        raise PlanError(f"{path}: {(fault.strerror or str(fault)).lower()}") from None


def size_in_words(puzzle: Puzzle) -> str:
    """The rows and columns of a board, or the number of its areas."""
    board = puzzle.board
    return f"{board.n_rows}x{board.n_cols}" if isinstance(board, Rect) else str(len(board.cells))
