"""How Basic is written by other programs."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...formats.errors import WriteError
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Role, Sheet, role_name
from ...formats.sgt import notation as sgt
from ...language import Spot


class ResultItems(Put):
    """A result, perhaps followed by the sign of its operator."""

    signs = {"+": "+", "-": "-", "x": "x", "*": "x", "×": "x", ":": ":", "/": ":", "÷": ":"}  # noqa: RUF012

    def __init__(self, result: Role, operator: Role) -> None:
        super().__init__(result)
        self.operator = role_name(operator)

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The result and the operator."""
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


class CageResults(sgt.Fragment):
    """For each cage, in the order of their first cells, the letter of its operator and its result."""

    letters: Final[Mapping[str, str]] = {"a": "+", "m": "x", "s": "-", "d": ":"}

    def __init__(self, wall: Role, result: Role, operator: Role) -> None:
        super().__init__(wall, result, operator)

    def read(self, source: sgt.IdCursor, sheet: Sheet) -> None:
        """The results and the operators."""
        walls, results, operators = (sheet.given[role] for role in self.roles)
        for cage in sheet.board.regions(walls):
            if source.done or source.peek() not in self.letters:
                raise source.error("this is not a clue", expected="a, m, s or d and a number for each cage")
            operators[cage[0]] = self.letters[source.take()]
            n = source.decimal()
            if n is None:
                raise source.error("the clue lacks its number", expected="a number")
            results[cage[0]] = n

    def write(self, sheet: Sheet) -> str:
        """The letters and the results."""
        walls = sheet.given[self.roles[0]]
        return "".join(self._clue(sheet, cage) for cage in sheet.board.regions(walls))

    def _clue(self, sheet: Sheet, cage: Sequence[Spot]) -> str:
        results, operators = ([marks[cell] for cell in cage if cell in marks]
                              for marks in (sheet.given[role] for role in self.roles[1:]))
        if len(results) != 1 or len(operators) > 1 or (not operators and len(cage) > 1):
            what = f"one result and one operator in the cage of {sheet.board.name(cage[0])}"
            raise WriteError(f"the format needs {what}")
        operator = operators[0] if operators else "+"
        if operator in "-:" and len(cage) != 2:
            raise WriteError("the format has differences and quotients of two cells only")
        return f"{next(letter for letter, sign in self.letters.items() if sign == operator)}{results[0]}"
