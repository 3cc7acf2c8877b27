"""How Curve Data is drawn in Penpa+."""

from collections.abc import Iterable, Mapping, Sequence

from ...board.board import Spot
from ...board.rect import Rect
from ...formats.errors import WriteError, shown
from ...formats.penpa.ink import InkText, line_ends
from ...formats.penpa.page import Page
from ...formats.penpa.parts import THICK, Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name
from ...language.puzzle import Drawing


class CurveShapes(Part):
    """The shapes, drawn beside the board with black lines and a number on each, and the numbers inside."""

    def __init__(self, clue: Role, shapes: Role, curve: Role) -> None:
        self.clue, self.shapes, self.curve = map(role_name, (clue, shapes, curve))

    def read(self, page: Page, sheet: Sheet) -> None:
        """The shapes in the order of their texts, and the places of these on the board."""
        ink = page.problem
        outside = {link for link in ink.line if not page.inside(link)}
        clues = {spot: ink.number.pop(spot).text.strip() for spot in list(ink.number)}
        found = [self._with_its_text(links, clues, page, sheet) for links in _connected(outside)]
        for link in outside:
            del ink.line[link]
        drawings = dict(sorted(found, key=lambda one: (len(one[0]), one[0])))
        names = list(drawings)
        for spot, text in clues.items():
            if page.inside(spot):
                if text not in drawings:
                    raise fault(sheet, "there is no shape for this clue", spot, " or ".join(names), shown(text))
                self.give(sheet, self.clue, spot, names.index(text) + 1)
        sheet.set(self.shapes, tuple(drawings.values()), *sheet.where["size", None])

    def write(self, sheet: Sheet, page: Page) -> None:
        """The numbers, and each shape below the board with its number on its first cell."""
        for spot, n in sheet.given[self.clue].items():
            page.problem.number[spot] = InkText(str(n))
        row, col, depth = sheet.n_rows + 1, 0, 0
        for n, shape in enumerate(sheet.numbers.get(self.shapes, ()), 1):
            if not isinstance(shape, Drawing) or not isinstance(shape.board, Rect):
                raise WriteError(f"{shape!r} is no drawing")
            if col and col + shape.board.n_cols > sheet.n_cols:
                row, col, depth = row + depth + 1, 0, 0
            links = [Spot(link.y + 2 * row, link.x + 2 * col) for link in shape.marks.get(self.curve, {})]
            if not links:
                raise WriteError("the format penpa cannot draw a shape without a line")
            page.problem.line.update(dict.fromkeys(links, THICK))
            page.problem.number[min(cell for link in links for cell in line_ends(link))] = InkText(str(n))
            col, depth = col + shape.board.n_cols + 1, max(depth, shape.board.n_rows)

    def _with_its_text(
        self, links: Sequence[Spot], clues: Mapping[Spot, str], page: Page, sheet: Sheet
    ) -> tuple[str, Drawing]:
        """A shape with the text on it."""
        cells = {end for link in links for end in line_ends(link)}
        texts = {clues[cell] for cell in cells if cell in clues}
        if len(texts) != 1:
            raise fault(sheet, "a shape beside the board lacks its number", min(cells), "one number on each shape")
        top, left = min(cell.y for cell in cells) - 1, min(cell.x for cell in cells) - 1
        rows, cols = (max(cell.y for cell in cells) - top + 1) // 2, (max(cell.x for cell in cells) - left + 1) // 2
        if rows * cols > page.n_rows * page.n_cols:
            raise fault(sheet, "a shape is larger than the board", min(cells))
        marks = {Spot(link.y - top, link.x - left): True for link in links}
        return texts.pop(), Drawing.of(Rect.of(rows, cols), {self.curve: marks})


def _connected(links: Iterable[Spot]) -> list[list[Spot]]:
    """The links of each connected drawing."""
    at: dict[Spot, list[Spot]] = {}
    for link in links:
        for end in line_ends(link):
            at.setdefault(end, []).append(link)
    left, found = set(links), []
    while left:
        first = min(left)
        left.remove(first)
        queue = [first]
        for link in queue:
            near = [other for end in line_ends(link) for other in at[end] if other in left]
            left.difference_update(near)
            queue += dict.fromkeys(near)
        found.append(queue)
    return found
