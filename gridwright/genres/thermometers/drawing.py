"""How Thermometers is drawn in Penpa+."""

from itertools import pairwise

from ...board.board import Spot
from ...formats.penpa.page import Page
from ...formats.penpa.parts import Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name


class Tubes(Part):
    """Lists of cells, the bulb first; several may begin at one bulb."""

    def __init__(self, bulb: Role, joint: Role) -> None:
        self.bulb, self.joint = map(role_name, (bulb, joint))

    def read(self, page: Page, sheet: Sheet) -> None:
        """The bulbs, and the joints between the cells."""
        links = set(sheet.board.links)
        for cells in page.problem.thermos:
            for a, b in pairwise(cells):
                link = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
                if link not in links or abs(a.y - b.y) + abs(a.x - b.x) != 2:
                    raise fault(sheet, "a thermometer goes on in a cell that shares no side", a)
                self.give(sheet, self.joint, link, True)
            self.give(sheet, self.bulb, cells[0], True)
        page.problem.thermos.clear()

    def write(self, sheet: Sheet, page: Page) -> None:
        """A list for each way from a bulb to an end."""
        board, joints = sheet.board, sheet.given[self.joint]
        for bulb in sheet.given[self.bulb]:
            ways: list[tuple[Spot, ...]] = [(bulb,)]
            while ways:
                way = ways.pop()
                ahead = [cell for link, cell in board.ways(way[-1]) if link in joints and cell not in way]
                ways += [(*way, cell) for cell in ahead]
                if not ahead:
                    page.problem.thermos.append(way)
