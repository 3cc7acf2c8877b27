"""How Starry Sky is written by other programs."""

from ...formats.errors import WriteError
from ...formats.roles.sheet import Sheet


def one_to_one(sheet: Sheet) -> None:
    """Warns of the rule that differs."""
    sheet.warnings.append(
        "in Sternenhimmel arrows and stars pair off one to one; Starry Sky has no such rule, and may have more answers"
    )


def not_one_to_one(_sheet: Sheet) -> None:
    """Is not written, as it would become the other puzzle. Raises WriteError."""
    raise WriteError("in Sternenhimmel arrows and stars pair off one to one, another rule than that of Starry Sky")
