"""The file that a new genre begins with: a small genre that works, to be changed piece by piece."""

from __future__ import annotations

import keyword
import re
from string import Template

_TEMPLATE = Template('''\
"""$name: shade cells; numbers count the shaded cells around them."""

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, one_per_cell
from ..formats.spf import Spf
from ..language import TEXT, Answer, Drafts, Genre, Given, Numbers, Unknown, Wording, count, must, rule
from ..rules import apart
from ..language.making import Making


class $class_name(Genre):
    """Say here what the rules leave open, and how it is decided: may a board have no shaded cell at all?"""

    name = "$name"
    aliases = ()
    task = "Shade cells that share no edge. A number tells how many of the cells beside it are shaded."

    # What the puzzle tells: where, which values make sense, how it looks.
    number = Given("cells", Numbers(0, 4) | Unknown("?"), look=TEXT)

    # What the solver fills in. The words are those for a mark and for its absence.
    shade = Answer("cells", words=("shaded", "unshaded"))

    # A rule of a kind that several genres have, with the words for its fault.
    apart = apart(shade, Wording("shaded cells share no edge", "{at} are shaded and share an edge"))

    # A rule of this genre, which reads the numbers: one demand for each of them, with the places that show it, the clue
    # that it comes from, and the words that fill its text.
    @rule("{clue} needs {n:shaded cell} beside it", reads=number)
    def beside(self) -> Drafts:
        for at, n in self.number.items():
            if n != "?":
                cells = self.board.neighbours(at)
                yield must(count(self.shade[c] for c in cells) == n, (at, *cells), clues=at, n=n, clue=at)

    # How the puzzle and its solution are told in files.
    dialects = (
        Spf("$spf",
            puzzle=Diagram(cells(D), cells(), cell=(
                Number(number) | Chars(number, {"?": "?"}) | Chars(shade, {"#": True, "-": False}, fill=True) | blank)),
            solution=one_per_cell(shade)),
    )

    # How new puzzles are made (optional): clues are read off a random answer and left out while it is the only one.
    # Genres with rooms, trees or the like also need sketch=..., a function that lays these out.
    making = Making(likely={"shade": 0.35}, size=(8, 8))
''')


def module_name(name: str) -> str:
    """The name of the file without its ending: lower case, words parted by underscores. Raises ValueError."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    slug = "_".join(words)
    if not slug.isidentifier() or keyword.iskeyword(slug):
        raise ValueError(f"no module can be called after {name!r}: a name begins with a letter from a to z")
    return slug


def class_name(name: str) -> str:
    """The name of the class: the words of the name, each with a capital. Raises ValueError."""
    return "".join(word[:1].upper() + word[1:] for word in module_name(name).split("_"))


def skeleton(name: str) -> str:
    """The text of the file of a new genre. Raises ValueError for a name that no class can have."""
    if any(char in name for char in '"\\') or not name.isprintable():
        raise ValueError(f"the name {name!r} holds a character that names of genres do not have")
    return _TEMPLATE.substitute(name=name, class_name=class_name(name), spf=module_name(name).replace("_", " "))
