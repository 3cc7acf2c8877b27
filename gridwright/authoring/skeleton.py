"""The stub of a new genre: a small genre that works, to be changed piece by piece."""

from __future__ import annotations

import keyword
import re
from string import Template

_TEMPLATE = Template('''\
"""$name: shade cells; numbers count the shaded cells around them."""

from ${package}formats.layout import Chars, D, Diagram, Number, blank, cells, one_per_cell
from ${package}formats.spf import Spf
from ${package}language import TEXT, Answer, Demands, Genre, Given, Numbers, Unknown, Wording, count, must, rule
from ${package}language.making import Making
from ${package}rules import apart


class $class_name(Genre):
    """Edge cases that the rules leave open, and how they are decided: may a board have no shaded cell at all?"""

    name = "$name"
    aliases = ()
    task = "Shade cells so that no two shaded cells share an edge. A number counts the shaded cells beside it."

    # What the puzzle states: where marks may be, which values they may have, how they look.
    number = Given("cells", Numbers(0, 4) | Unknown("?"), look=TEXT)

    # What the solver fills in. The words describe a cell with the mark and one without it.
    shade = Answer("cells", words=("shaded", "unshaded"))

    # A rule of a ready-made kind, with the words for a violation.
    apart = apart(shade, Wording("shaded cells share no edge", "the shaded cells {at} share an edge"))

    # A rule of this genre. It reads the numbers: one demand for each, with the spots to show if it is violated, the
    # clue that it comes from, and the values for the braces of its text.
    @rule("{clue} needs {n:shaded cell} beside it", reads=number)
    def beside(self) -> Demands:
        for at, n in self.number.items():
            if n != "?":
                cells = self.board.neighbours(at)
                yield must(count(self.shade[c] for c in cells) == n, (at, *cells), clues=at, n=n, clue=at)

    # The text of the puzzle and of its solution in files.
    dialects = (
        Spf("$spf",
            puzzle=Diagram(cells(D), cells(), cell=(
                Number(number) | Chars(number, {"?": "?"}) | Chars(shade, {"#": True, "-": False}, fill=True) | blank)),
            solution=one_per_cell(shade)),
    )

    # How new puzzles are made (optional): clues are read off a random answer, and removed as long as it stays unique.
    # Rooms are laid out automatically; trees, cages and the like need sketch=..., a function that lays them out.
    making = Making(likely={"shade": 0.35}, fill="shade", size=(8, 8))
''')


def module_name(name: str) -> str:
    """The name of the file without its ending: lower case, with underscores between words. Raises ValueError."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    slug = "_".join(words)
    if not slug.isidentifier() or keyword.iskeyword(slug):
        raise ValueError(f"no module can be called after {name!r}: a name begins with a letter from a to z")
    return slug


def class_name(name: str) -> str:
    """The name of the class, in CamelCase. Raises ValueError."""
    return "".join(word[:1].upper() + word[1:] for word in module_name(name).split("_"))


def skeleton(name: str, package: str = "..") -> str:
    """The text of the file of a new genre, which imports Gridwright's modules from ``package``: ``"gridwright."`` for a
    file outside it. Raises ValueError for a name that no class can have."""
    if any(char in name for char in '"\\') or not name.isprintable():
        raise ValueError(f"the name {name!r} holds a character that names of genres do not have")
    module = module_name(name)
    return _TEMPLATE.substitute(name=name, class_name=class_name(name), spf=module.replace("_", " "), package=package)
