"""Mortal Coil: slide from wall to wall until every cell is visited."""

from collections.abc import Callable, Iterator

from ..formats.layout import Chars
from ..formats.plain_text import PlainText, dot, grid
from ..language import (
    LINE, SHADE, Answer, Drafts, Genre, Given, Joints, Spot, State, all_joined, all_of, count, must, rule, sliding_path,
    sliding_paths, symbols,
)


class MortalCoil(Genre):
    """From a start of your choice, slide each time until a wall, the border or a visited cell stops you.

    The answer is the start and the path; two answers are the same when both are.
    """

    name = "Mortal Coil"
    aliases = ("Coil",)

    wall = Given("cells", look=SHADE)
    path = Answer("links", look=LINE)
    start = Answer("cells", look=symbols({True: "●"}))

    def free(self) -> list[Spot]:
        """The cells to visit."""
        return [c for c in self.board.cells if c not in self.wall]

    @rule("the path starts at one free cell")
    def one_start(self) -> Drafts:
        free = self.free()
        yield must(count(self.start[c] for c in free) == 1)
        yield must(all_of(~self.start[c] for c in self.wall), self.wall)

    @rule("the path visits {at} and does not branch there")
    def visits_all(self) -> Drafts:
        free = self.free()
        for at in self.board.cells:
            degree = count(self.path[s] for s in self.board.links_of(at))
            if at in self.wall or len(free) == 1:
                yield must(degree == 0, at)
            else:
                yield must(degree.is_in((1, 2)) & self.start[at].implies(degree == 1), at)

    def joints(self) -> Joints:
        """The free cells, joined where the path runs."""
        free = self.free()
        index = {c: i for i, c in enumerate(free)}
        links = [s for s in self.board.links if all(end in index for end in self.board.ends(s))]
        ends = [(index[a], index[b]) for a, b in map(self.board.ends, links)]
        return Joints(free, ends, [int(self.path[s]) for s in links])

    one_piece = all_joined(joints, "the path is one piece")
    slides = sliding_path(start, path, free, "the path turns only where it is stopped, so not at {at}")

    def search(self, tick: Callable[[], None]) -> Iterator[State]:
        """Paths are found by a search of their own: the order of the moves has no good clauses."""
        for way in sliding_paths(self.board, self.free(), tick):
            on = {self.board.link(a, b) for a, b in zip(way, way[1:], strict=False)}
            yield State.of(self.puzzle, {
                "path": {s: s in on for s in self.board.links},
                "start": {c: c == way[0] for c in self.board.cells},
            })

    dialects = (PlainText("mortal coil", body=grid(Chars(wall, {"#": True}) | dot)),)
