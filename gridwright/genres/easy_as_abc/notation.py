"""How Easy as ABC is written by other programs."""

from string import ascii_uppercase
from typing import Any

from ...formats.errors import Line
from ...formats.puzzlekit.notation import Extra, whole_number
from ...formats.pzpr import notation as pzpr
from ...formats.roles.sheet import Sheet
from ...language import Key
from ...language.layers import Layer


def pzprjs(max: Key[Any], hint: Layer, letter: Layer) -> pzpr.Notation:
    """The number of letters, those around the grid, and those in it."""
    return pzpr.Notation(
        (pzpr.Whole(max, "letters"), pzpr.named(hint, ascii_uppercase, pzpr.all_around, first=1),
         pzpr.named(letter, ascii_uppercase, first=1, optional=True)),
        (pzpr.NumberLine(max, "letters"),
         pzpr.rings(pzpr.Words(hint, numbered() | numbered("c")), pzpr.Words(letter, numbered("q")),
                    pzpr.Words(letter, {"-": "-"} | numbered(), drawn=True), pzpr.NOTED)),
        rest={letter: "-"},
    )  # fmt: skip


def numbered(prefix: str = "") -> dict[str, str]:
    """The letters by their numbers."""
    return {f"{prefix}{n}": letter for n, letter in enumerate(ascii_uppercase, 1)}


def read_letters(word: str, sheet: Sheet, line: Line) -> None:
    """The number of letters, or the last letter. Raises FormatError."""
    n = ord(word.upper()) - ord("A") + 1 if len(word) == 1 and word.isascii() and word.isalpha() else 0
    sheet.set("max", n or whole_number(word, line, "the last letter"), line, 0)


def last_letter(sheet: Sheet) -> str:
    """The last letter."""
    return chr(ord("a") - 1 + (sheet.numbers.get("max") or 3))


def letters_found(sheet: Sheet) -> None:
    """The number of letters follows from those on the board, if it is not given."""
    if "max" not in sheet.numbers:
        found = [value for layer in ("hint", "letter") for value in sheet.given[layer].values()]
        sheet.set("max", max((ord(letter) - ord("A") + 1 for letter in found), default=1), *sheet.where["size", None])


LAST_LETTER = Extra(("depth", "letters"), read_letters, last_letter)
