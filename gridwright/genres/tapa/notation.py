"""How Tapa is written by other programs."""

from itertools import product
from typing import Any

from ...formats.errors import WriteError
from ...formats.pzpr import notation as pzpr
from ...formats.roles.codecs import BASE36
from ...language.layers import Layer

ITEM = pzpr.Texts({"-": pzpr.UNKNOWN, **{str(n): n for n in range(10)}})


def clues_by_text() -> dict[str, tuple[Any, ...]]:
    """The clues by their texts in addresses: one number is a digit, several are two characters from a0 on."""
    found: dict[str, tuple[Any, ...]] = {str(n): (n,) for n in range(9)}
    found |= {"9": (1, 1, 1, 1), ".": (pzpr.UNKNOWN,)}
    lists = (numbers for n, base in ((2, 6), (3, 4), (4, 2)) for numbers in product(range(base), repeat=n))
    for value, numbers in enumerate(lists, 360):
        found[BASE36[value // 36] + BASE36[value % 36]] = tuple(number or pzpr.UNKNOWN for number in numbers)
    return found


def pzprjs(clue: Layer, shade: Layer) -> pzpr.Notation:
    """Lists of up to four numbers."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.MarkField(clue, pzpr.Texts(clues_by_text())), what="this is no clue of Tapa",
                    expected="a digit, or two characters from a0 to d7"),),
        (pzpr.cells(*pzpr.shaded(shade), pzpr.CodedItem(clue, pzpr.Separated(ITEM, ",", most=4))),),
        refuses="a single `?`, which may be 0 there", made=lone_question_marks, told=no_lone_question_marks,
    )  # fmt: skip


def lone_question_marks(sheet: pzpr.Sheet) -> None:
    """Refuses a clue of one unknown number, which may be 0 in this format and not in ours. Raises FormatError."""
    for spot, clue in sheet.given["clue"].items():
        if clue == (pzpr.UNKNOWN,):
            line, at = sheet.where["clue", spot]
            what = f"the clue '?' at {sheet.board.name(spot)} may be 0 in this format, and in ours it is positive"
            raise line.error(what, at, expected="a number, or several numbers", code="variant")


def no_lone_question_marks(sheet: pzpr.Sheet) -> None:
    """The same before writing. Raises WriteError."""
    for spot, clue in sheet.given["clue"].items():
        if clue == (pzpr.UNKNOWN,):
            raise WriteError(f"a clue '?' may be 0 in this format, and the one at {sheet.board.name(spot)} is positive")
