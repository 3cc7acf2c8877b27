"""How Basic is drawn in Penpa+."""

import re
from collections.abc import Mapping
from typing import Final

from ...formats.errors import shown
from ...formats.penpa.ink import UPPER_LEFT, Nook
from ...formats.penpa.page import Page
from ...formats.penpa.parts import Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name


class Results(Part):
    """The result of each cage in a corner, perhaps followed by the operator."""

    signs: Final[Mapping[str, str]] = {"+": "+", "-": "-", "−": "-", "–": "-", "x": "x", "X": "x", "*": "x", "×": "x",
                                       "·": "x", "/": ":", "÷": ":", ":": ":"}  # fmt: skip
    looks: Final[Mapping[str, str]] = {"+": "+", "-": "−", "x": "×", ":": "÷"}

    def __init__(self, result: Role, operator: Role) -> None:
        self.result, self.operator = map(role_name, (result, operator))

    def read(self, page: Page, sheet: Sheet) -> None:
        """The texts in the corners."""
        nooks = page.problem.nook
        for nook in [nook for nook in nooks if page.inside(nook.cell) and nook.at < 4]:
            told = nooks.pop(nook)
            found = re.fullmatch(r"([0-9]{0,9})(\D?)", "".join(told.split()), re.ASCII)
            sign = found[2] if found is not None else ""
            if found is None or not found[0] or (sign and sign not in self.signs):
                raise fault(sheet, "a text is no result", nook.cell, "a number and + − × or ÷", shown(told))
            if found[1]:
                self.give(sheet, self.result, nook.cell, int(found[1]))
            if sign:
                self.give(sheet, self.operator, nook.cell, self.signs[sign])

    def write(self, sheet: Sheet, page: Page) -> None:
        """The result with its operator."""
        results, operators = sheet.given[self.result], sheet.given[self.operator]
        for cell in {**results, **operators}:
            sign = self.looks[operators[cell]] if cell in operators else ""
            page.problem.nook[Nook(cell, UPPER_LEFT)] = f"{results.get(cell, '')}{sign}"
