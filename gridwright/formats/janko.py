"""Saved pages of janko.at, or the data block in them; very old pages contain parameters of an applet.

Described by the programs that read the pages; no page itself was at hand. So the reader is tolerant: what stands around
the sections is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any, Final

from ..language.genre import Genre
from ..language.puzzle import About, Puzzle, State
from .dialect import Reading, Shelf
from .errors import FormatError, Line, WriteError, split_lines
from .puzzlekit.format import blank_sheet, known_genre, read_extra, read_solution, with_smaller
from .puzzlekit.notation import ItemLines, Notation
from .roles import LazyDialect
from .roles.puzzles import reading_of
from .sources import check_lines

_SECTION = re.compile(r"\s*\[([a-z]{3,12})\]\s*")
_KEY = re.compile(r"\s*([a-z]{3,12})[ \t]+(\S.*)")
_PARAMETER = re.compile(
    r"""name\s*=\s*["']?([a-z]{1,9})(\d{0,3})["']?\s+value\s*=\s*["']([^"'\n]{0,2000})["']""", re.IGNORECASE
)
_TAG = re.compile(r"<[^<>\n]{1,400}>")
_PARTS: Final = ("problem", "areas", "clabels", "rlabels", "labels", "nodes", "solution", "moves", "end")


class JankoFormat:
    """One puzzle of a page. The genre is told by the page, or by the reader's option ``genre``."""

    name = "janko"

    def sniff(self, text: str) -> bool:
        """Whether some line of a text is the head of a section, or a parameter of an applet."""
        found = (_SECTION.fullmatch(line) for line in text[:1_000_000].splitlines())
        if any(one is not None and one[1] in _PARTS[:4] for one in found):
            return True
        return "<applet" in text.lower() and _PARAMETER.search(text) is not None

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzle of a page. Raises FormatError."""
        check_lines(text)
        page = _JankoPage(text)
        name = str(options.get("genre") or page.keys.get("puzzle", ("", Line("", 1)))[0])
        if not name:
            what = "the page does not tell its genre"
            raise FormatError(what, expected="a line 'puzzle NAME', or --genre NAME", code="no-genre")
        return [_reading(page, *known_genre(shelf, self.name, name), shelf)]

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """Refuses: pages are read only."""
        del puzzle, dialect, answer
        raise WriteError("pages of janko.at are read only; their texts are those of puzzlekit")


class _JankoPage:
    """The keys and the sections of a page."""

    def __init__(self, text: str) -> None:
        self.keys: dict[str, tuple[str, Line]] = {}
        self.sections: dict[str, list[Line]] = {}
        current = ""
        for line in split_lines(text):
            line.text = unescape(_TAG.sub("", line.text)) if "<" in line.text or "&" in line.text else line.text
            section = _SECTION.fullmatch(line.text)
            if section is not None and section[1] in _PARTS:
                current = section[1]
                if current == "end":
                    break
                self.sections.setdefault(current, [])
            elif current:
                self.sections[current].append(line)
            else:
                key = _KEY.fullmatch(line.text)
                if line.text.strip() == "begin":  # what was before is the rest of the page
                    self.keys.clear()
                elif key is not None:
                    self.keys[key[1]] = key[2].strip(), line
        if not self.sections:
            self._applet(text)
        for lines in self.sections.values():
            while lines and not lines[-1].text.strip():
                lines.pop()

    def _applet(self, text: str) -> None:
        """The parameters of a very old page: one for each row."""
        for found in _PARAMETER.finditer(text):
            line = Line(unescape(found[3]), text.count("\n", 0, found.start()) + 1, 0)
            if found[1].lower() == "p" and found[2]:
                self.sections.setdefault("problem", []).append(line)
            else:
                self.keys[found[1].lower() + found[2]] = found[3].strip(), line

    def number(self, *names: str) -> tuple[int, Line] | None:
        """The number that one of some keys tells."""
        for name in names:
            word, line = self.keys.get(name, ("", Line("", 1)))
            if word:
                first = word.split()[0]
                if not (first.isascii() and first.isdigit() and len(first) < 7):
                    raise line.error("this is no number", expected=f"{name} and a number", found=repr(word[:20]))
                return int(first), line
        return None

    def about(self) -> About:
        """What the page tells about the puzzle."""
        told = {name: self.keys[name][0] for name in ("title", "author", "source", "info") if name in self.keys}
        credits = tuple(told[name] for name in ("source",) if name in told)
        info = (told["info"],) if "info" in told else ()
        return About(told.get("title", ""), told.get("author", ""), credits, "", info)


def _reading(page: _JankoPage, genre: type[Genre], dialect: LazyDialect, shelf: Shelf) -> Reading:
    """The puzzle of a page. Raises FormatError."""
    n_rows, n_cols, line = _size(page)
    notation = dialect.notation_in(genre)
    words = _extra(page, notation)
    genre, dialect = with_smaller(shelf, JankoFormat.name, (genre, dialect), (n_rows, n_cols), "".join(words))
    sheet = blank_sheet(n_rows, n_cols, line)
    read_extra(words, sheet, notation, line)
    for name in dict.fromkeys(section.name for section in notation.problem):
        lines = _lines(page, name, notation)
        source = ItemLines(lines or ())
        for section in notation.problem if lines is not None else ():
            if section.name == name:
                section.piece.read(source, sheet)
    if notation.on_pages is not None:
        notation.on_pages(sheet)
    solution = page.sections.get("solution", [])
    if solution:
        read_solution("\n".join(one.text for one in solution), sheet, notation)
    return reading_of(sheet, notation, genre, dialect, page.about())


def _lines(page: _JankoPage, name: str, notation: Notation) -> Sequence[Line] | None:
    """The lines of a section; None for one that a page may leave out. Raises FormatError for one that has to be there.

    Where other sections tell a puzzle, the one with its cells may be missing.
    """
    names = ("problem", "labels") if name == "problem" else (name,)
    found = next((page.sections[one] for one in names if one in page.sections), None)
    others = any(section.name in page.sections for section in notation.problem)
    if found is None and name and not (others and name in ("problem", "areas")):
        raise FormatError(f"the page lacks its section [{name}]", expected=f"[{name}]", code="cut-short")
    return found if found is not None or name == "problem" else ()


def _size(page: _JankoPage) -> tuple[int, int, Line]:
    """The rows and the columns. Raises FormatError where neither a key nor a section tells them."""
    side = page.number("size")
    told_rows, told_cols = page.number("rows") or side, page.number("cols") or side
    if told_rows and told_cols:
        return told_rows[0], told_cols[0], told_rows[1]
    rows = next((page.sections[name] for name in ("problem", "areas") if page.sections.get(name)), None)
    if not rows:
        raise FormatError("the page does not tell the size", expected="size N, or rows N and cols N", code="cut-short")
    return len(rows), len(rows[0].text.split()), rows[0]


def _extra(page: _JankoPage, notation: Notation) -> list[str]:
    """The value of the key that the genre has; none if it is not told."""
    names = notation.extra.keys if notation.extra is not None else ()
    return [page.keys[name][0].split()[0] for name in names if name in page.keys][:1]


__all__ = ["JankoFormat"]
