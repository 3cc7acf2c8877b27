"""How Domino Hunt is written by other programs."""

from ...formats.roles.sheet import UNKNOWN, Sheet


def domino_numbers(sheet: Sheet) -> None:
    """The smallest and the largest number, where they are not told. Raises FormatError."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN]
    line, at = sheet.where["size", None]
    if not numbers:
        raise line.error("there are no numbers on the board", at, expected="a number in each cell", code="variant")
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if role not in sheet.numbers:
            sheet.set(role, n, line, at)


def no_domino_numbers(sheet: Sheet) -> None:
    """Leaves out the smallest and the largest number, where they follow from those on the board."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN] or [0]
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if sheet.numbers.get(role) == n:
            del sheet.numbers[role]
