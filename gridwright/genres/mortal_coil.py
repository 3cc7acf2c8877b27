"""Mortal Coil: slide from wall to wall until every cell is visited."""

from collections.abc import Iterator

from ..formats.layout import Chars, Diagram, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import LINE, SHADE, Answer, Genre, Given, Spot, Wording, symbols
from ..language.kinds import sliding_path


class MortalCoil(Genre):
    """From a start of your choice, slide each time until a wall, the border or a visited cell stops you.

    The answer is the start and the path; two answers are the same when both are.
    """

    name = "Mortal Coil"
    aliases = ("Coil",)
    task = (
        "Choose a start and slide through all white cells: each slide goes straight on until a wall, the border or a "
        "visited cell stops you."
    )

    wall = Given("cells", role="structure", look=SHADE)

    def free(self) -> list[Spot]:
        """The cells to visit."""
        return self.memo("free", lambda: [c for c in self.board.cells if c not in self.wall])

    def ways(self) -> Iterator[Spot]:
        """The links between free cells."""
        return (s for s in self.board.links if not any(end in self.wall for end in self.board.ends(s)))

    path = Answer(ways, look=LINE, words=("drawn", "not drawn"))
    start = Answer(free, look=symbols({True: "●"}), words=("the start", "not the start"))

    one_start, visits_all, one_piece, slides = sliding_path(
        start, path, free,
        one="the path needs {n:start}",
        visit=Wording(
            "the path visits {at} once", few="the path does not visit {at}", many="the path branches at {at}"),
        leave=Wording("the start is an end of the path", "the path leaves its start {start} in several directions"),
        piece=Wording("the path is one piece", "the path falls into parts: {cells:is|are} cut off"),
        slide=Wording(
            "the path turns only where it is stopped", "the path turns at {cell}, though {ahead} is still free"),
    )

    dialects = (
        Spf("mortal_coil",
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                           cell=Chars(wall, {"#": True}) | Chars(start, {"O": True, "-": False}) | blank),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                             cell=Chars(wall, {"#": True}) | Chars(start, {"O": True, " ": False}, also={"-": False}))),
        PlainText("mortal coil", body=grid(Chars(wall, {"#": True}) | dot)),
    )
