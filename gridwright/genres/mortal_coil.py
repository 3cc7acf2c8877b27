"""Mortal Coil: slide from wall to wall until every cell is visited."""

from collections.abc import Callable, Iterator

from ..formats.layout import Chars, Diagram, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import (
    LINE, SHADE, Answer, Drafts, Genre, Given, Joints, Spot, State, all_joined, count, must, rule, sliding_path,
    sliding_paths, symbols,
)


class MortalCoil(Genre):
    """From a start of your choice, slide each time until a wall, the border or a visited cell stops you.

    The answer is the start and the path; two answers are the same when both are.
    """

    name = "Mortal Coil"
    aliases = ("Coil",)

    wall = Given("cells", look=SHADE)

    def free(self) -> list[Spot]:
        """The cells to visit."""
        return [c for c in self.board.cells if c not in self.wall]

    def ways(self) -> list[Spot]:
        """The links between free cells."""
        return [s for s in self.board.links if not any(end in self.wall for end in self.board.ends(s))]

    path = Answer(ways, look=LINE)
    start = Answer(free, look=symbols({True: "●"}))

    @rule("the path starts at one free cell")
    def one_start(self) -> Drafts:
        yield must(count(self.start[c] for c in self.free()) == 1)

    @rule("the path visits {at} and does not branch there")
    def visits_all(self) -> Drafts:
        free = self.free()
        for at in free if len(free) > 1 else ():
            degree = count(self.path[s] for s in self.board.links_of(at) if s in self.path)
            yield must(degree.is_in((1, 2)) & self.start[at].implies(degree == 1), at)

    def joints(self) -> Joints:
        """The free cells, joined where the path runs."""
        free, ways = self.free(), self.ways()
        index = {c: i for i, c in enumerate(free)}
        ends = [(index[a], index[b]) for a, b in map(self.board.ends, ways)]
        return Joints(free, ends, [int(self.path[s]) for s in ways])

    one_piece = all_joined(joints, "the path is one piece")
    slides = sliding_path(start, path, free, "the path turns only where it is stopped, so not at {at}")

    def search(self, tick: Callable[[], None]) -> Iterator[State]:
        """Paths are found by a search of their own: the order of the moves has no good clauses."""
        for way in sliding_paths(self.board, self.free(), tick):
            on = {self.board.link(a, b) for a, b in zip(way, way[1:], strict=False)}
            yield State.of(self.puzzle, {
                "path": {s: s in on for s in self.ways()},
                "start": {c: c == way[0] for c in self.free()},
            })

    dialects = (
        Spf("mortal_coil", puzzle=Diagram(
            ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
            cell=Chars(wall, {"#": True}) | Chars(start, {"O": True, "-": False}) | blank)),
        PlainText("mortal coil", body=grid(Chars(wall, {"#": True}) | dot)),
    )
