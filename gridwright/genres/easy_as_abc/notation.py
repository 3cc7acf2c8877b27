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
    given = pzpr.Spelt(letter, lambda item: letter_of(item[1:]) if item.startswith("q") else None,
                       lambda value: f"q{n}" if (n := number_of(value)) else None)
    return pzpr.Notation(
        (pzpr.Whole(max, "letters"), pzpr.named(hint, ascii_uppercase, pzpr.all_around, first=1),
         pzpr.named(letter, ascii_uppercase, first=1, optional=True)),
        (pzpr.Count(max, "letters"),
         pzpr.rings(pzpr.Spelt(hint, lambda item: letter_of(item.removeprefix("c")), number_of), given,
                    pzpr.Words(letter, {"-": "-"}, drawn=True),
                    pzpr.Spelt(letter, letter_of, number_of, drawn=True), pzpr.NOTED)),
        rest={letter: "-"},
    )  # fmt: skip


def letter_of(item: str) -> str | None:
    """The letter that has a number."""
    n = int(item) if item.isascii() and item.isdigit() and len(item) < 4 else 0
    return ascii_uppercase[n - 1] if 0 < n <= len(ascii_uppercase) else None


def number_of(letter: Any) -> str | None:
    """The number of a letter."""
    return str(ascii_uppercase.index(letter) + 1) if letter in tuple(ascii_uppercase) else None


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
