"""Reads and writes puzzles: the formats, how that of a text is recognised, and what a format can express."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.layers import GivenLayer, MarksByLayer
from ..language.puzzle import Puzzle, PuzzleError, State
from ..language.validation import check_marks, checks_arguments
from ..language.wording import listed
from ..logic.ticks import tick, ticking
from .dialect import LOOK, MAX_CELLS, LazyFormat, Reading, Shelf, brought_formats, is_full
from .errors import FormatError, WriteError, shown
from .sources import (
    MAX_BYTES,
    MAX_LINES,
    Deadline,
    Decoded,
    collecting,
    decode,
    each,
    first_line,
    limited,
    read_file,
    read_limited,
)

FORMATS: Mapping[str, LazyFormat] = {
    known.name: known
    for known in (
        LazyFormat("spf", ".spf.files", ending=".spf", keeps_text=True),
        LazyFormat("json", ".own_json", words=('"gridwright"',), ending=".json", every_genre=True),
        LazyFormat("sgt", ".sgt", words=("savefile",), pattern=r"[\t :#]\d{1,6}\S{0,60}?[:#]"),
        LazyFormat("fpuzzles", ".fpuzzles", words=("n4ig", "f-puzzles.com", "/fpuz", '"grid"')),
        LazyFormat(
            "sudokupad", ".sudokupad", words=("sudokupad.app", "crackingthecryptic", '"cells"'), start="scl|ctc",
            read_only=True,
        ),
        LazyFormat("opensudoku", ".sudoku_files", words=("<opensudoku",), read_only=True),
        LazyFormat("sdk", ".sudoku_files", start=r"\s*(?:#[ABCDLSU]|\[[Pp]|[0-9u.]{1,9}[ \t])", ending=".sdk"),
        LazyFormat("puzzlekit", ".puzzlekit", words=('"problem"',)),
        LazyFormat("puzzlekit-json", ".puzzlekit", words=('"problem"',), ending=".json"),
        LazyFormat("non", ".nonogram_files", words=("width",), ending=".non"),
        LazyFormat("webpbn", ".nonogram_files", words=("<puzzleset",), ending=".xml"),
        LazyFormat(
            "nonogram-lists", ".nonogram_lists",
            start=r"\s*\d{1,5}(?:[ \t]+\d{1,5})?[ \t]*[\r\n]", pattern=r"[\n\r]:\s*[Rr]ows",
            read_only=True,
        ),
        LazyFormat("penpa", ".penpa", words=("m=edit&", "m=solve&")),
        LazyFormat(
            "janko", ".puzzlekit", words=("[problem]", "[areas]", "[clabels]", "[rlabels]", "<applet"), read_only=True,
        ),
        LazyFormat("kudamono", ".kudamono", words=("pedros.works/",), read_only=True),
        LazyFormat("ipuz", ".sudoku_files", words=("ipuz.org/",), read_only=True),
        LazyFormat("plain", ".plain_text"),
        LazyFormat(
            "puzzlink", ".pzpr",
            words=("?pzprv3", "&pzprv3", "puzz.link/", "pzv.jp/", "pzprxs."), pattern=r"/\d{1,9}/\d",
        ),
        LazyFormat("pzprv3", ".pzpr", words=("pzprv3",)),
        LazyFormat(
            "csv", ".sudoku_csv", ending=".csv",
            words=("puzzle", "quiz", "board", "grid", "sudoku", "unsolved", "problem", "question", "givens", "clues"),
        ),
        LazyFormat("sudoku", ".sudoku", ending=".sdk"),
        LazyFormat("sdm", ".sudoku_files", ending=".sdm"),
    )
}
"""The formats of several genres by name, in the order in which they are asked whether a text is theirs."""


_LINKS: Mapping[str, str] = {
    "puzzlink": "is_address", "pzprv3": "is_file_in_a_line", "sgt": "is_id", "fpuzzles": "is_fpuzzles_link",
    "kudamono": "is_kudamono_link", "sudokupad": "is_sudokupad_link", "penpa": "query_in",
}  # fmt: skip
"""The formats of links, each with the function of its module that says whether a text of one line is one."""
_KNOWN_LINK = re.compile(
    r"https?://(?:www\.)?(?:"
    r"(?P<puzzlink>(?:puzz\.link|pzv\.jp)/[\w./~-]{0,100}\?)"
    r"|(?P<penpa>swaroopg92\.github\.io/penpa-edit/[#?]m=(?:edit|solve)&(?:[^\s<>\"'&]*&)*p=[^\s<>\"'])"
    r"|(?P<fpuzzles>f-puzzles\.com/\?(?:load|id)=\S)"
    r"|(?P<kudamono>pedros\.works/(?:paper-puzzle-player(?:\.html)?|kudamono/(?:player|editor))\?\S)"
    r")\S*\s*",
    re.IGNORECASE,
)
"""Links of well-known sites, by their format. They could be told from other texts by their formats as well."""
_SUDOKU_LINE = re.compile(r"(?:\d{1,7}[.:)]?[ \t]+)?[0-9._*xX-]{70,90}")
"""A sudoku, or one that lacks some cells, perhaps with its number before it."""
_ID = re.compile(r"\d{1,3}(?:x\d{1,3})?(?:[a-z]\w{0,30})?:(?!.*\.[a-z]{2,4}$)\S{3,}")
"""An id without the name of its game."""
_REMARKS = ("#", "%", ";", "//")
_NO_ITEM = frozenset("{}[]<>()\"'/")
"""How no link, id or sudoku begins."""
_LONGEST_ITEM = 2**22
_MOST_PROSE = 200
"""In lists, one of the first so many lines is an item."""
_WITH_REMARKS = frozenset(("puzzlink", "sudoku"))
"""The formats of lists whose readers know comments themselves."""


def _in_order() -> Iterator[LazyFormat]:
    """All formats; those that our genres bring along are asked before plain text and grids of symbols, which many texts
    look like."""
    for known in FORMATS.values():
        if known.name == "plain":
            yield from brought_formats(elsewhere=False)
        yield known
    yield from brought_formats(elsewhere=True)


def known_formats() -> dict[str, LazyFormat]:
    """All formats by name, those that genres bring along included."""
    return {known.name: known for known in _in_order()}


_KINDS: Mapping[str, tuple[str, str]] = {
    r"\A\s*[\[{]": ("JSON of Gridwright, f-puzzles, SudokuPad, puzzlekit or ipuz", ""),
    r"\A\s*<": ("XML of OpenSudoku or webpbn.com, or a page of janko.at", ""),
    r"(?m)\A[^\n]{0,400}https?://|^https?://|\bwww\.": (
        "a link of puzz.link, pzv.jp, Penpa+, f-puzzles, SudokuPad or Kudamono that holds the puzzle",
        "(short links and names of puzzles are known to their sites only)",
    ),
}
"""What a text should be, by a pattern of its beginning."""


def recognised(text: str, options: Mapping[str, Any] | None = None) -> str:
    """The name of the format that a text is in, judged by its content. Raises FormatError.

    If the options name a genre, the text may be in a format that does not.
    """
    if options and options.get("genre") and _SIZES.match(text):
        return "puzzlekit"
    linked = format_of_link(text)
    if linked is not None:
        return linked
    beginning = text[:LOOK]
    lowered = beginning.lower()
    for known in _in_order():
        tick()
        if known.may_be(beginning, lowered) and known.sniff(text):
            return known.name
    if not text.strip():
        raise FormatError("the text is empty", code="unknown-format")
    first = first_line(text)
    if _ID.fullmatch(first):
        return "sgt"
    from .pages import instead_of_page, is_page  # only for what is no puzzle

    if is_page(first):
        what = "this address holds no puzzle itself"
        raise FormatError(what, expected=instead_of_page(first), found=shown(first, 60), code="no-puzzle")
    told = (words for pattern, words in _KINDS.items() if re.search(pattern, text[:2000]))
    expected, hint = next(told, (_ALL_KINDS, ""))
    what = f"the format of this text is not recognised {hint}".rstrip()
    raise FormatError(what, expected=expected, code="unknown-format")


_SIZES = re.compile(r"\s*[0-9]{1,6}[ \t]+[0-9]{1,6}(?:[ \t]+\S{1,9}){0,2}[ \t]*[\r\n]")
_ALL_KINDS = (
    "a file of the Standard Puzzle Format, JSON, a plain grid, lines of a sudoku or a nonogram, a file of puzz.link, an"
    " id of Simon Tatham's games, or a link"
)


def read_text(
    content: str | Decoded,
    shelf: Shelf,
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    deadline: Deadline | None = None,
    faults: list[FormatError] | None = None,
) -> list[Reading]:
    """All puzzles of a text, each with a warning if its encoding was guessed. ``format`` skips the recognition.

    If ``faults`` is a list, puzzles that cannot be read are skipped as long as others can be, and their errors are
    added to it. If none can be read, the first error is raised and the others are added.

    Raises FormatError, ValueError for an unknown format, and what ``deadline`` raises when the time is up.
    """
    text = content.text if isinstance(content, Decoded) else content
    guessed = isinstance(content, Decoded) and content.encoding == "latin-1"
    if len(text) > MAX_BYTES:
        wanted = f"at most {MAX_BYTES} characters"
        raise FormatError("the text is too long", expected=wanted, found=str(len(text)), code="too-large")
    begun = monotonic()
    bare = text.removeprefix("\ufeff")
    try:
        with limited(deadline), collecting(faults):
            items = _listed(bare) if format is None else []
            if items:
                found = each(items, lambda item: item.reading(shelf, options or {}))
            else:
                known = _named(format or recognised(bare, options))
                found = known.read_all(text if known.keeps_text else bare, shelf, options or {})
    except PuzzleError as fault:  # what a reader lets pass, and the genre's declarations do not
        raise FormatError(str(fault), code="bad-value") from None
    seconds = (monotonic() - begun) / max(len(found), 1)
    more = ("the file is not UTF-8; it was read as Latin-1",) if guessed else ()
    return [Reading(one.puzzle, one.answer, (*one.warnings, *more), one.format, seconds) for one in found]


class _Item(NamedTuple):
    """A line of a list: a puzzle in a format; ``format`` is "" for the address of a page, and None for other texts."""

    number: int
    text: str
    format: str | None
    rest: list[str]
    """Further lines of an address that was broken."""

    @classmethod
    def of(cls, number: int, line: str) -> _Item:
        """The item of a line, without a comment behind it."""
        words = line.split(maxsplit=2)
        for text in (line, words[0], " ".join(words[:2])):
            format = _format_of_line(text)
            if format is not None:
                return cls(number, text, format, [])
        return cls(number, line, None, [])

    def reading(self, shelf: Shelf, options: Mapping[str, Any]) -> Reading:
        """The puzzle. Raises FormatError, with the line."""
        try:
            if self.format is None:
                wanted = "a link, an id, or the digits of a sudoku"
                found = shown(self.text, 40)
                raise FormatError("this line is not a puzzle", 0, 0, wanted, found, code="unknown-format")
            with collecting(None):
                known = _named(self.format or recognised(self.text))
                return known.read_all("\n".join((self.text, *self.rest)), shelf, options)[0]
        except FormatError as fault:
            raise FormatError(fault.what, self.number, 0, fault.expected, fault.found, code=fault.code) from None


def _goes_on(text: str) -> bool:
    from .pzpr import goes_on  # only beside an address

    return goes_on(text)


def _listed(text: str) -> list[_Item]:
    """The items of a text whose lines are links, ids and sudokus of several formats, or have comments behind them.

    Empty for other texts, which a single format reads. Prose is left out where there is more of it than puzzles.
    """
    if not ("/" in text or ":" in text) or text.count("\n") >= MAX_LINES:
        return []
    items: list[_Item] = []
    changed = False
    for number, line in enumerate(ticking(text.splitlines()), 1):
        told = line.strip()
        if not told or told.startswith(_REMARKS):
            continue
        may_be = told[0] not in _NO_ITEM and len(told) <= _LONGEST_ITEM
        item = _Item.of(number, told) if may_be else _Item(number, told, None, [])
        if item.format is None and items and items[-1].format == "puzzlink" and _goes_on(told):
            items[-1].rest.append(told)
            continue
        items.append(item)
        changed = changed or item.text != told or items[0].format is None
        if len(items) == _MOST_PROSE and all(item.format is None for item in items):
            return []
    puzzles = [item for item in items if item.format is not None]
    formats = {item.format for item in puzzles}
    if formats <= {""} or (len(formats) == 1 and (formats <= _WITH_REMARKS or not changed)):
        return []
    if 2 * len(puzzles) > len(items):
        return items
    return puzzles if recognised(text) in _LINKS else []


@checks_arguments
def write_text(puzzle: Puzzle, format: str, answer: State | None = None) -> str:
    """A puzzle in a format, with its answer if there is one.

    Raises WriteError if the format lacks the genre or cannot express the puzzle; the message names the formats that
    can. Raises ValueError for an unknown format.
    """
    if answer is not None:
        check_marks(answer, puzzle)
    try:
        return _written(puzzle, format, answer)
    except WriteError as refused:
        raise WriteError(f"{refused}; {_alternatives(puzzle, format, answer)}") from None


def can_hold(format: str, puzzle: Puzzle) -> bool:
    """Whether a puzzle can be written in a format. Raises ValueError for an unknown format."""
    try:
        _written(puzzle, format, None)
    except WriteError:
        return False
    return True


def _alternatives(puzzle: Puzzle, refusing: str, answer: State | None) -> str:
    """Which other formats can hold a puzzle and its answer, in words."""
    able = []
    for name in known_formats():
        if name != refusing:
            with suppress(WriteError):
                _written(puzzle, name, answer)
                able.append(name)
    return f"it can be written as {listed(able, 'or')}" if able else "no other format can hold it either"


_NO_STRUCK = "the format has no place for candidates that are struck out"
_NO_PARTIAL = "the format has no place for an answer with blanks"


def _written(puzzle: Puzzle, format: str, answer: State | None) -> str:
    known = _named(format)
    struck = answer is not None and bool(answer.struck)
    reasons = []
    if known.every_genre:
        if not struck:
            return known.write(puzzle, None, answer)
        reasons.append(WriteError(_NO_STRUCK))
    for dialect in (one for one in puzzle.genre.dialects if one.format == known.name):
        if struck and not dialect.holds_struck:
            reasons.insert(0, WriteError(_NO_STRUCK))
        elif answer is not None and not dialect.holds_partial and not is_full(answer):
            reasons.insert(0, WriteError(_NO_PARTIAL))
        else:
            try:
                return known.write(puzzle, dialect, answer)
            except WriteError as refused:
                reasons.append(refused)
    if reasons:
        raise reasons[0]
    raise WriteError(f"the format {format} has no {puzzle.genre.name}")


def _named(format: str) -> LazyFormat:
    for name in (format, str(format).lower()):
        found = FORMATS.get(name) or known_formats().get(name)
        if found is not None:
            return found
    raise ValueError(f"no format is called {format!r}; there are {', '.join(known_formats())}")


def is_link(text: str) -> bool:
    """Whether a text of one line is a link or the address of a page, and not the name of a file."""
    return _format_of_line(text) is not None


def _format_of_line(text: str) -> str | None:
    """The format of a text of one line that is a link, an id or a sudoku; "" for the address of a page, None for other
    texts."""
    linked = format_of_link(text)
    if linked is not None:
        return linked
    if _SUDOKU_LINE.fullmatch(text):
        return "sudoku"
    lowered = text.lower()
    for name, is_one in _LINKS.items():
        known = FORMATS[name]
        if known.may_be(text, lowered) and getattr(import_module(known.module, __package__), is_one)(text):
            return name
    if _ID.fullmatch(text):
        return "sgt"
    if "/" not in text or "." not in text:
        return None
    from .pages import is_page  # only for what is no puzzle

    return "" if is_page(text) else None


def format_of_link(text: str) -> str | None:
    """The name of the format of a link to a known site; None for any other text."""
    found = _KNOWN_LINK.fullmatch(text)
    return None if found is None else found.lastgroup


# -- what a format can express ----------------------------------------------------------------------------------------

class Lossy(NamedTuple):
    """A text, and what was left out of it, in words."""

    text: str
    left_out: tuple[str, ...]


def write_lossy(puzzle: Puzzle, format: str, answer: State | None = None) -> Lossy:
    """A puzzle in a format, without what that format cannot express.

    Raises WriteError if not even what the genre requires can be written, ValueError for an unknown format.
    """
    tried = _Attempt(puzzle, format)
    refused = tried.refusal(tried.given, tried.keys, answer)
    if refused is None:
        return Lossy(tried.text, ())
    if answer is not None and tried.refusal(tried.given, tried.keys, None) is None:
        return Lossy(tried.text, ("the answer",))
    return tried.without_what_does_not_fit(refused, answer)


class _Attempt:
    """Writes parts of a puzzle; ``text`` is the last text that was written."""

    def __init__(self, puzzle: Puzzle, format: str) -> None:
        self.puzzle, self.format, self.text = puzzle, format, ""
        self.given: MarksByLayer = {name: dict(marks) for name, marks in puzzle.given.items()}
        self.keys: dict[str, Any] = dict(puzzle.keys)

    def refusal(self, given: MarksByLayer, keys: Mapping[str, Any], answer: State | None) -> WriteError | None:
        """Why a part cannot be written; None if it was."""
        puzzle = self.puzzle
        try:
            part = Puzzle.of(puzzle.genre, puzzle.board, given, keys, puzzle.about, puzzle.source)
            told = None if answer is None else State(part, answer.marks)
            self.text = _written(part, self.format, told)
        except PuzzleError as fault:
            return WriteError(str(fault))
        except WriteError as refused:
            return refused
        return None

    def without_what_does_not_fit(self, refused: WriteError, answer: State | None) -> Lossy:
        """As much as can be written. Raises WriteError."""
        own = {name: layer for name, layer in self.puzzle.genre.layers.items() if isinstance(layer, GivenLayer)}
        structure = [name for name in self.given if name in own and own[name].role == "structure"]
        given: MarksByLayer = {name: self.given[name] for name in structure}
        keys: dict[str, Any] = {}
        if self.refusal(given, keys, None) is not None:
            given = {name: marks for name, marks in given.items() if own[name].required}
            if self.refusal(given, keys, None) is not None:
                raise WriteError(f"{refused}; {_alternatives(self.puzzle, self.format, answer)}")
        for name, value in self.keys.items():
            if self.refusal(given, {**keys, name: value}, None) is None:
                keys[name] = value
        for name, marks in self.given.items():
            if name not in given:
                self._add(name, marks, given, lambda given: self.refusal(given, keys, None) is None)
        kept_answer = answer if answer is not None and self.refusal(given, keys, answer) is None else None
        last = self.refusal(given, keys, kept_answer)
        if last is not None:
            raise last
        return Lossy(self.text, tuple(self._missing(given, keys, answer, kept_answer)))

    @staticmethod
    def _add(name: str, marks: Mapping[Spot, Any], given: MarksByLayer, fits: Callable[[MarksByLayer], bool]) -> None:
        """Adds to ``given`` all marks of a layer that can be written with what is there, by trying ever smaller halves.
        """
        queue: list[Sequence[Spot]] = [list(marks)]
        for spots in ticking(queue, 2 * len(marks)):
            more = {**given.get(name, {}), **{spot: marks[spot] for spot in spots}}
            if fits({**given, name: more}):
                given[name] = more
            elif len(spots) > 1:
                queue += (spots[: len(spots) // 2], spots[len(spots) // 2 :])

    def _missing(
        self, given: MarksByLayer, keys: Mapping[str, Any], answer: State | None, kept: State | None
    ) -> Iterable[str]:
        board = self.puzzle.board
        for name, marks in self.given.items():
            lost = [spot for spot in marks if spot not in given.get(name, {})]
            if len(lost) == len(marks) and lost:
                yield f"the layer {name!r} ({len(lost)} mark{'' if len(lost) == 1 else 's'})"
            elif lost:
                places = ", ".join(board.name(spot) for spot in lost[:5]) + (", ..." if len(lost) > 5 else "")
                yield f"{len(lost)} of the marks of {name!r} ({places})"
        yield from (f"{name} = {value!r}" for name, value in self.keys.items() if name not in keys)
        if answer is not None and kept is None:
            yield "the answer"


__all__ = [
    "MAX_BYTES", "MAX_CELLS", "Deadline", "Decoded", "FormatError", "Lossy", "Reading", "WriteError",
    "can_hold", "decode", "format_of_link", "is_link", "known_formats", "read_file", "read_limited", "read_text",
    "recognised", "write_lossy", "write_text",
]
