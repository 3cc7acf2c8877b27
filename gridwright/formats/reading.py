"""Reads and writes puzzles: the list of formats, and how the format of a text is detected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from time import monotonic
from typing import Any

from ..language.puzzle import Puzzle, PuzzleError, State
from ..language.validation import check_marks, checks_arguments
from ..logic.ticks import tick
from .dialect import MAX_CELLS, Format, Reading, Shelf
from .errors import FormatError, WriteError
from .pips import PipsBoardFormat, PipsCellsFormat
from .plain_text import PlainTextFormat
from .several import Deadline, collecting, limited
from .sources import MAX_BYTES, Decoded, decode, read_file, read_limited
from .spf import SpfFormat
from .spf.entries import is_full
from .sudoku import SudokuFormat

_LOOK = 1 << 16


class Later:
    """A format that is in a module of this package.

    Every text of it begins with ``start`` or has, near its beginning, one of ``words`` (in lower case, found in either)
    or ``pattern``. All texts are asked for the signs of all formats, so these have to be cheap: words are, and patterns
    that begin with a rare character.
    """

    def __init__(
        self,
        name: str,
        about: str,
        module: str,
        *,
        start: str = "",
        words: tuple[str, ...] = (),
        pattern: str = "",
        every_genre: bool = False,
    ) -> None:
        self.name, self.about, self.every_genre = name, about, every_genre
        self._module, self._words = module, words
        self._start, self._pattern = (re.compile(sign) if sign else None for sign in (start, pattern))

    @cached_property
    def _format(self) -> Format:
        module = import_module(f"{__package__}.{self._module}")
        kinds = (kind for kind in vars(module).values() if getattr(kind, "name", None) == self.name)
        found: Format = next(kind() for kind in kinds if isinstance(kind, type))
        return found

    def sniff(self, text: str) -> bool:
        """Whether a text looks like the format."""
        return self._has_sign(text[:_LOOK]) and self._format.sniff(text)

    def _has_sign(self, text: str) -> bool:
        if self._words:
            lowered = text.lower()
            if any(word in lowered for word in self._words):
                return True
        if self._start is not None and self._start.match(text):
            return True
        return self._pattern is not None and self._pattern.search(text) is not None

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        return self._format.read_all(text, shelf, options)

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        return self._format.write(puzzle, dialect, answer)


FORMATS: Mapping[str, Format] = {
    known.name: known
    for known in (
        SpfFormat(),
        Later("json", "Gridwright's own JSON", "own_json", words=('"gridwright"',), every_genre=True),
        Later(
            "sgt", "Simon Tatham's puzzles: game ids and save files", "sgt.format",
            words=("savefile",), pattern=r"[\t :#]\d{1,6}\S{0,60}?[:#]",
        ),
        Later(
            "fpuzzles", "f-puzzles: links and JSON", "fpuzzles", words=("n4ig", "f-puzzles.com", "/fpuz", '"grid"')
        ),
        Later(
            "sudokupad", "SudokuPad: links and JSON", "sudokupad",
            words=("sudokupad.app", "crackingthecryptic", '"cells"'),
        ),
        Later("opensudoku", "OpenSudoku's collections", "sudoku_files", words=("<opensudoku",)),
        Later(
            "sdk", "sudokus of SadMan and SudoCue", "sudoku_files", start=r"\s*(?:#[ABCDLSU]|\[[Pp]|[0-9u.]{1,9}[ \t])"
        ),
        Later(
            "puzzlekit", "puzzlekit: texts (of a genre that is told) and JSON", "puzzlekit.format",
            words=('"problem"',),
        ),
        Later("puzzlekit-json", "puzzlekit: JSON", "puzzlekit.format"),
        Later("nyt-pips", "the New York Times' Pips, as JSON", "nyt_pips", words=('"dominoes"',)),
        Later("non", "nonograms: .non", "nonogram_files", words=("width",)),
        Later("webpbn", "nonograms: the XML of webpbn.com", "nonogram_files", words=("<puzzleset",)),
        Later(
            "nonogram-lists", "nonograms: .nin, .mk, .cwd and .g", "nonogram_files",
            start=r"\s*\d{1,5}(?:[ \t]+\d{1,5})?[ \t]*[\r\n]", pattern=r"[\n\r]:\s*[Rr]ows",
        ),
        Later("penpa", "Penpa+: links", "penpa.format", words=("m=edit&", "m=solve&")),
        Later(
            "janko", "janko.at: pages and their data", "janko",
            words=("[problem]", "[areas]", "[clabels]", "[rlabels]", "<applet"),
        ),
        Later("kudamono", "Kudamono (pedros.works): links", "kudamono", words=("pedros.works/",)),
        Later("ipuz", "ipuz: sudokus", "ipuz", words=("ipuz.org/",)),
        PlainTextFormat(),
        PipsBoardFormat(),
        PipsCellsFormat(),
        Later(
            "puzzlink", "addresses of puzz.link and pzv.jp, one or several on lines of their own", "pzpr.address",
            words=("?pzprv3", "puzz.link/", "pzv.jp/", "pzprxs."), pattern=r"/\d{1,9}/\d",
        ),
        Later(
            "pzprv3", "files that puzz.link saves, with the answer that was drawn there", "pzpr.files",
            words=("pzprv3",),
        ),
        SudokuFormat(),
        Later("sdm", "collections of sudokus, one in each line", "sudoku_files"),
    )
}
"""The formats by name, in the order in which they are asked whether a text is theirs."""


_KINDS: Mapping[str, tuple[str, str]] = {
    r"\A\s*[\[{]": ("JSON of Gridwright, f-puzzles, SudokuPad, puzzlekit, ipuz or the daily Pips", ""),
    r"\A\s*<": ("XML of OpenSudoku or webpbn.com, or a page of janko.at", ""),
    r"(?m)\A[^\n]{0,400}https?://|^https?://|\bwww\.": (
        "a link of puzz.link, pzv.jp, Penpa+, f-puzzles, SudokuPad or Kudamono that holds the puzzle",
        "(short links and names of puzzles are known to their sites only)",
    ),
}
"""What texts that begin like one of a kind should be, by a pattern of their beginning."""


def recognised(text: str, options: Mapping[str, Any] | None = None) -> str:
    """The name of the format that a text is in, judged by its content. Raises FormatError.

    Where the options tell a genre, a text may be one of those that do not.
    """
    if options and options.get("genre") and _SIZES.match(text):
        return "puzzlekit"
    for name, known in FORMATS.items():
        tick()
        if known.sniff(text):
            return name
    if not text.strip():
        raise FormatError("the text is empty", code="unknown-format")
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
    text: str,
    shelf: Shelf,
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    deadline: Deadline | None = None,
    faults: list[FormatError] | None = None,
) -> list[Reading]:
    """All puzzles of a text. ``format`` skips the recognition.

    Where ``faults`` is a list, puzzles that cannot be read are left out as long as others can, and it tells why.

    Raises FormatError, ValueError for the name of no format, and what ``deadline`` raises when its time is over.
    """
    if len(text) > MAX_BYTES:
        wanted = f"at most {MAX_BYTES} characters"
        raise FormatError("the text is too long", expected=wanted, found=str(len(text)), code="too-large")
    begun = monotonic()
    try:
        with limited(deadline), collecting(faults):
            found = _named(format or recognised(text, options)).read_all(text, shelf, options or {})
    except PuzzleError as fault:  # what a reader lets pass, and the genre's declarations do not
        raise FormatError(str(fault), code="bad-value") from None
    seconds = (monotonic() - begun) / max(len(found), 1)
    return [Reading(one.puzzle, one.answer, one.warnings, one.format, seconds) for one in found]


@checks_arguments
def write_text(puzzle: Puzzle, format: str, answer: State | None = None) -> str:
    """A puzzle in a format, with its answer if there is one.

    Raises WriteError where the format lacks the genre or cannot express the puzzle; the message names the formats that
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
    for name in FORMATS:
        if name != refusing:
            with suppress(WriteError):
                _written(puzzle, name, answer)
                able.append(name)
    return f"it can be written as {' or '.join(able)}" if able else "no other format can hold it either"


_NO_STRUCK = "the format has no place for candidates that are struck out"
_NO_PARTIAL = "the format has no place for an answer with blanks"


def _written(puzzle: Puzzle, format: str, answer: State | None) -> str:
    known = _named(format)
    struck = answer is not None and bool(answer.struck)
    reasons = []
    if isinstance(known, Later) and known.every_genre:
        if not struck:
            return known.write(puzzle, None, answer)
        reasons.append(WriteError(_NO_STRUCK))
    for dialect in (one for one in puzzle.genre.dialects if one.format == format):
        if struck and not dialect.holds_struck:
            reasons.insert(0, WriteError(_NO_STRUCK))
        elif answer is not None and not dialect.holds_partial and not is_full(answer, ()):
            reasons.insert(0, WriteError(_NO_PARTIAL))
        else:
            try:
                return known.write(puzzle, dialect, answer)
            except WriteError as refused:
                reasons.append(refused)
    if reasons:
        raise reasons[0]
    raise WriteError(f"the format {format} has no {puzzle.genre.name}")


def _named(format: str) -> Format:
    try:
        return FORMATS[format]
    except KeyError:
        raise ValueError(f"no format is called {format!r}; there are {', '.join(FORMATS)}") from None


__all__ = [
    "FORMATS", "MAX_BYTES", "MAX_CELLS", "Deadline", "Decoded", "FormatError", "Reading", "WriteError", "can_hold",
    "decode", "read_file", "read_limited", "read_text", "recognised", "write_text",
]
