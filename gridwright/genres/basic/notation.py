"""How Basic is written by other programs."""

import re

from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Role, Sheet, role_name
from ...language import Spot


class ResultItems(Put):
    """A result with the sign of its operation, or without one."""

    signs = {"+": "+", "-": "-", "x": "x", "*": "x", "×": "x", ":": ":", "/": ":", "÷": ":"}  # noqa: RUF012

    def __init__(self, result: Role, operator: Role) -> None:
        super().__init__(result)
        self.operator = role_name(operator)

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The result and the operation."""
        found = re.fullmatch(r"([0-9]{1,9})([-+x*×:/÷]?)", item.text, re.ASCII)
        if found is None:
            return item.text == "."
        sheet.give(self.role, spot, int(found[1]), item.line, item.at)
        if found[2]:
            sheet.give(self.operator, spot, self.signs[found[2]], item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The result and the sign."""
        n, sign = sheet.given[self.role].get(spot), sheet.given[self.operator].get(spot, "")
        return f"{n}{sign}" if n is not None else None
