"""Domino Hunt: divide the numbers into dominoes, no two of which are alike."""

from random import Random

from ..formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ..formats.spf import Spf
from ..language import DASHES, WALL, Answer, Board, Drafts, Genre, Given, Key, Mark, Spot, all_of, count, must, rule
from ..language.kinds import in_pairs


def some_largest(board: Board, rng: Random) -> int:
    """The largest number of a made-up puzzle: often such that the board holds the whole set."""
    return {2: 0, 6: 1}.get(len(board.cells), rng.randint(1, 2))


class DominoHunt(Genre):
    """Numbers run from ``min`` to ``max``. Walls stand between different dominoes and around holes, which belong to
    none. Where there is just room for the whole set, each of its dominoes lies once. A cell without a number may hold
    any, so that its domino is not compared."""

    name = "Domino Hunt"
    aliases = ("Dominosa", "Dominos", "Domino Search")
    ground = DASHES

    number = Given("cells", (0, 1, 1, 2))
    hole = Given("cells")
    wall = Answer("links", look=WALL)
    min = Key(0)
    max = Key(6, some_largest)

    one_domino_each = in_pairs(~wall, "{at} is in one domino", holes=hole)

    @rule("the hole {at} belongs to no domino")
    def holes_apart(self) -> Drafts:
        for at in self.hole:
            yield must(all_of(self.wall[s] for s in self.board.links_of(at)), at)

    def whole_set(self) -> bool:
        """Whether the board just holds one domino of each kind."""
        kinds = range(self.min, self.max + 1)
        open_cells = [c for c in self.board.cells if c not in self.hole]
        known = all(self.number.get(c) in kinds for c in open_cells)
        return known and len(open_cells) == len(kinds) * (len(kinds) + 1)

    @rule("the domino {a}-{b} lies {n}")
    def all_different(self) -> Drafts:
        found: dict[tuple[int, int], list[tuple[Spot, Mark]]] = {}
        whole = self.whole_set()
        if whole:
            kinds = range(self.min, self.max + 1)
            found = {(a, b): [] for a in kinds for b in kinds if a <= b}
        for link in self.board.links:
            numbers = [self.number[c] for c in self.board.ends(link) if c in self.number and c not in self.hole]
            if len(numbers) == 2:
                a, b = sorted(numbers)
                found.setdefault((a, b), []).append((link, self.wall[link]))
        for (a, b), places in found.items():
            lying = count(~wall for _, wall in places)
            at = sorted({c for link, _ in places for c in self.board.ends(link)})
            yield must(lying == 1 if whole else lying <= 1, at, a=a, b=b, n="once" if whole else "once at most")

    dialects = (
        Spf("domino_hunt", keys=(min, max), required=("min", "max"),
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(wall),
                           cell=Number(number) | Chars(hole, {"#": True}, fill=True) | blank)),
    )
