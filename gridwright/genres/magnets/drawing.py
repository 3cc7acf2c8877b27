"""How Magnets is drawn in Penpa+."""

from ...board.board import Spot
from ...formats.penpa.ink import InkText, Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import WHOLE, Part, Symbols
from ...formats.roles.sheet import Role, Sheet, role_name


class PoleCounts(Part):
    """The counts of plus and minus poles in each line.

    Plus poles are counted above and at the left, minus poles below and at the right. Or both are above and at the left;
    then those of the plus poles are outside, unless a sign says otherwise.
    """

    plus_sign = (Symbol("math", 2), Symbol("math_G", 2))

    def __init__(self, plus: Role, minus: Role) -> None:
        self.roles = role_name(plus), role_name(minus)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers."""
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        facing = any(spot.y >= ends.y or spot.x >= ends.x for spot in page.problem.number)
        outer, inner = self.roles if facing or self._plus_outside(page) else self.roles[::-1]
        texts = page.problem.number
        for spot in [spot for spot in texts if not page.inside(spot)]:
            y, x = spot
            side = Spot(-1, x) if 0 < x < ends.x else Spot(y, -1) if 0 < y < ends.y else None
            value = WHOLE.parse(texts[spot].text)
            if side is None or value is None:
                continue
            del texts[spot]
            beyond = y >= ends.y or x >= ends.x
            near = not facing and min(y, x) == -1
            self.give(sheet, inner if beyond or near else outer, side, value)
        for spot in [spot for spot in page.problem.symbol if not page.inside(spot)]:
            del page.problem.symbol[spot]

    def _plus_outside(self, page: Page) -> bool:
        signs = [spot for spot, symbol in page.problem.symbol.items() if symbol in self.plus_sign]
        return not any(min(spot) == -1 for spot in signs if min(spot) < 0)

    def write(self, sheet: Sheet, page: Page) -> None:
        """The plus poles above and at the left, the minus poles below and at the right."""
        plus, minus = (sheet.given[role] for role in self.roles)
        ends = Spot(2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1)
        for side, n in plus.items():
            page.problem.number[side] = InkText(WHOLE.written(n, sheet, side))
        for side, n in minus.items():
            facing = Spot(ends.y, side.x) if side.y < 0 else Spot(side.y, ends.x)
            page.problem.number[facing] = InkText(WHOLE.written(n, sheet, side))
        page.problem.symbol[Spot(-1, -1)] = Symbol("math_G", 2)
        page.problem.symbol[ends] = Symbol("math_G", 3)


def pole_signs(of: Role) -> Symbols:
    """Plus and minus signs that the solver sets."""
    values = {Symbol(name, style): sign for name in ("math_G", "math") for style, sign in ((2, "+"), (3, "-"))}
    return Symbols(of, values, drawn=True, checks=("sol_math",))
