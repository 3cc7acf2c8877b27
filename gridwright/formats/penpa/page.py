"""A page of the editor: the payload of its link, its header, the position of the board, and the drawing."""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from ...board.board import Spot
from ...board.rect import Rect
from ...language.puzzle import About
from ..dialect import MAX_CELLS
from ..errors import FormatError, is_number, shown
from ..json_and_xml import load_json
from .ink import Ink, InkPlace, InkReader, Nook, record_of

_RECTANGLES: Final = ("square", "sudoku", "kakuro")
_SIZE: Final = 38
"""The side of a cell in pixels."""
_ESCAPES: Final = {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}
"""How texts in the header are written."""
_DOWN, _RIGHT = (0, 1, 1, 0), (0, 1, 0, 1)
"""Where grid points and the middles of lower and right borders lie beside their cells."""
_RIM: Final = 2
"""The number of cells around the board, which links do not contain."""


@dataclass
class Page:
    """A drawing on a board; margins are counted in cells."""

    n_rows: int
    n_cols: int
    top: int = 0
    bottom: int = 0
    left: int = 0
    right: int = 0
    holes: frozenset[Spot] = frozenset()
    problem: Ink = field(default_factory=Ink)
    answer: Ink = field(default_factory=Ink)
    about: About = field(default_factory=About)
    tags: tuple[str, ...] = ()
    several: bool = False
    """Whether the editor knows several solutions."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The user's options by name."""

    @property
    def board(self) -> Rect:
        """The rectangle, without regard to missing cells."""
        return Rect.of(self.n_rows, self.n_cols)

    @property
    def width(self) -> int:
        """The columns that the editor counts, its rim included."""
        return self.n_cols + self.left + self.right + 2 * _RIM

    @property
    def height(self) -> int:
        """The rows that the editor counts, its rim included."""
        return self.n_rows + self.top + self.bottom + 2 * _RIM

    def inside(self, spot: Spot) -> bool:
        """Whether a spot lies on the board or its frame."""
        return 0 <= spot.y <= 2 * self.n_rows and 0 <= spot.x <= 2 * self.n_cols

    # -- values that nothing drawn stands for

    def tell(self, what: str, value: object) -> None:
        """Adds a value to the rules."""
        line = f"{what[0].upper()}{what[1:]}: {value}"
        self.about = replace(self.about, description=(*self.about.description, line))

    def take(self, what: str, pattern: str) -> str | None:
        """The value of that form in a line of the rules, which is taken off; None if there is no such line."""
        lines = self.about.description
        for i, line in enumerate(lines):
            found = re.fullmatch(rf"{what}: *({pattern})", line, re.ASCII | re.IGNORECASE)
            if found is not None:
                self.about = replace(self.about, description=(*lines[:i], *lines[i + 1 :]))
                return found[1]
        return None

    # -- the editor's numbers

    def place(self, number: int) -> InkPlace:
        """The place that a number means. Raises FormatError."""
        return self.places()(number)

    def places(self) -> Callable[[int], InkPlace]:
        """A function from numbers to places, valid while the page keeps its size. It raises FormatError."""
        width = self.width
        n = width * self.height
        first_y, first_x = 1 - 2 * (_RIM + self.top), 1 - 2 * (_RIM + self.left)

        def place(number: int) -> InkPlace:
            kind, cell = divmod(number, n)
            if kind < 4:
                row, col = divmod(cell, width)
                return Spot(2 * row + first_y + _DOWN[kind], 2 * col + first_x + _RIGHT[kind])
            if kind >= 12:
                wanted = f"a number below {12 * n}"
                raise FormatError("a place lies outside the drawing", expected=wanted, found=str(number))
            cell, nook = divmod(number - 4 * n, 4)
            row, col = divmod(cell % n, width)
            return Nook(Spot(2 * row + first_y, 2 * col + first_x), nook + (0 if cell < n else 4))

        return place

    def cell_numbers(self) -> Iterator[int]:
        """The numbers of the cells of the board, missing ones included, row by row."""
        for row in range(self.top + _RIM, self.top + _RIM + self.n_rows):
            first = row * self.width + self.left + _RIM
            yield from range(first, first + self.n_cols)

    def number(self, place: InkPlace) -> int:
        """The number of a place."""
        n = self.width * self.height
        if isinstance(place, Nook):
            kind, at = divmod(place.at, 4)
            return (4 + 4 * kind) * n + 4 * self.number(place.cell) + at
        kind = (0, 3, 2, 1)[2 * (place.y % 2 == 0) + (place.x % 2 == 0)]
        row, col = (place.y - 1) // 2, (place.x - 1) // 2
        return kind * n + (row + self.top + _RIM) * self.width + col + self.left + _RIM


# -- reading ----------------------------------------------------------------------------------------------------------


def page_of(text: str, options: Mapping[str, Any]) -> Page:
    """The page of an unpacked text. Raises FormatError."""
    lines = text.split("\n")
    header = written_out(lines[0]).split(",")
    if header[0][:1].isdigit():
        raise FormatError("this link is of the first version of the editor, from before 2020", code="old-version")
    if len(header) < 3 or len(lines) < 4:
        raise FormatError("this is not a Penpa+ drawing", expected="a header and layers", found=shown(lines[0]))
    if header[0] not in _RECTANGLES:
        wanted = "a grid of squares"
        raise FormatError("grids of this kind are not supported", expected=wanted, found=shown(header[0]), code="grid")
    n_cols, n_rows = _count(header[1]), _count(header[2])
    if n_cols * n_rows > MAX_CELLS:
        wanted, found = f"at most {MAX_CELLS} cells", f"{n_cols} x {n_rows}"
        raise FormatError("the board is too large", expected=wanted, found=found, code="too-large")
    margins = _margins(_json(lines, 1, list))
    page = Page(n_rows - margins[0] - margins[1], n_cols - margins[2] - margins[3], *margins, options=options)
    if page.n_rows < 1 or page.n_cols < 1:
        raise FormatError("the board has no cells", expected="margins that leave some", found=str(margins))
    _cut(page, _json(lines, 5, list))
    reader = InkReader(page.places())
    page.problem = reader.ink(_json(lines, 3, dict))
    page.answer = reader.ink(_json(lines, 4, dict))
    page.tags = tuple(tag for tag in _json(lines, 17, list) if isinstance(tag, str))
    page.several = len(header) > 20 and header[20] == "true"
    page.about = _about(header)
    return page


def _count(word: str) -> int:
    if not is_number(word, 6):
        raise FormatError("this is not a size", expected="a number of rows and columns", found=shown(word))
    return int(word)


def _json(lines: list[str], at: int, kind: type) -> Any:
    """The value of a line; an empty one if there is none of that kind. Raises FormatError."""
    told = written_out(lines[at]).strip() if at < len(lines) else ""
    value = load_json(told) if told[:1] in ("[", "{") else None
    return value if isinstance(value, kind) else kind()


def _margins(told: list[Any]) -> tuple[int, int, int, int]:
    found = [n if type(n) is int and 0 <= n < MAX_CELLS else 0 for n in told[:4]]
    top, bottom, left, right = (*found, 0, 0, 0, 0)[:4]
    return top, bottom, left, right


def _cut(page: Page, told: list[Any]) -> None:
    """Takes the rectangle around the listed cells as the board, and those that are not listed as missing."""
    numbers, last = set(), 0
    for step in told:
        if type(step) is not int:
            return
        last += step
        numbers.add(last)
    if not numbers or numbers == set(page.cell_numbers()):
        return
    place = page.places()
    listed = {place(n) for n in numbers if 0 <= n < page.width * page.height}
    cells = {spot for spot in listed if isinstance(spot, Spot)}
    if not cells:
        return
    first_row, last_row = (edge(spot.y for spot in cells) // 2 for edge in (min, max))
    first_col, last_col = (edge(spot.x for spot in cells) // 2 for edge in (min, max))
    shown_rows, shown_cols = page.height - 2 * _RIM, page.width - 2 * _RIM
    page.top, page.left = page.top + first_row, page.left + first_col
    page.n_rows, page.n_cols = last_row - first_row + 1, last_col - first_col + 1
    page.bottom, page.right = shown_rows - page.top - page.n_rows, shown_cols - page.left - page.n_cols
    moved = {Spot(spot.y - 2 * first_row, spot.x - 2 * first_col) for spot in cells}
    page.holes = frozenset(spot for spot in page.board.cells if spot not in moved)


def _about(header: list[str]) -> About:
    """The metadata in the header."""
    title, author, source, rules = (_unescaped(header[i]) if i < len(header) else "" for i in range(15, 19))
    title = title.removeprefix("Title:").strip()
    author = author.removeprefix("Author:").strip()
    credits = (source,) if source.strip() else ()
    return About(title, author, credits, "", tuple(rules.splitlines()) if rules.strip() else ())


def _unescaped(text: str) -> str:
    for char, escape in _ESCAPES.items():
        text = text.replace(escape, char)
    return text


# -- writing ----------------------------------------------------------------------------------------------------------

_MODES: Final = (
    '{"qa":"pu_a","grid":["1","2","1"],"pu_q":{"edit_mode":"number","surface":["",1],"line":["1",2],"lineE":["1",2],'
    '"wall":["",2],"cage":["1",10],"number":["1",1],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],'
    '"move":["1",""],"combi":["battleship",""],"sudoku":["1",1]},"pu_a":{"edit_mode":"%s","surface":["",1],'
    '"line":["1",3],"lineE":["1",3],"wall":["",3],"cage":["1",10],"number":["1",2],"symbol":["circle_L",1],'
    '"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}'
)
"""The editor's modes: what a click draws in the problem and in the answer."""
_VERSION: Final = "[3,1,4]"


_CLICKS: Final = {"surface": '["",1]', "number": '["1",2]', "combi": '["battleship",""]'}
"""What a click draws in the modes of a solver; in all others it is a line."""
_LINE_CLICK: Final = '["1",3]'


def text_of(page: Page, checks: Mapping[str, bool], mode: str, tool: str) -> str:
    """The unpacked text of a page; one with ``checks`` is for solving, and does not show the answer.

    ``checks`` are the settings of the editor's comparison with the solution; ``mode`` is what a solver's click draws,
    ``tool`` the tab that has it.
    """
    modes = _MODES % mode
    solving = f'["1","2","1"]~"{mode}"~{_CLICKS.get(mode, _LINE_CLICK)}'
    colours = _told(record_of(Ink(), page.number))
    lines = [
        _header(page), _told([page.top, page.bottom, page.left, page.right]), solving if checks else modes,
        _told(record_of(page.problem, page.number)),
        "" if checks else _told(record_of(page.answer, page.number)),
        _told(_differences(page.number(cell) for cell in page.board.cells if cell not in page.holes)),
        _told([tool]), _told(checks), '"x"', '"x"', _VERSION, modes, '"x"', "0", colours, colours, "{}",
        _told(list(page.tags)), "",
    ]  # fmt: skip
    return "\n".join(map(abbreviated, lines))


def _told(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _differences(numbers: Iterable[int]) -> list[int]:
    found, last = [], 0
    for n in numbers:
        found.append(n - last)
        last = n
    return found


def _header(page: Page) -> str:
    rows, cols = page.height - 2 * _RIM, page.width - 2 * _RIM
    centre = _middle(page.width, page.height)
    about = page.about
    texts = [f"Title: {about.title}", f"Author: {about.author}", "\n".join(about.credits), "\n".join(about.description)]
    fields: list[object] = [
        "square", cols, rows, _SIZE, 0, 1, 1, (cols + 1) * _SIZE, (rows + 1) * _SIZE, centre, centre, 0, 0, 0, 0,
        *map(_escaped, texts), "OFF", "false",
    ]  # fmt: skip
    return ",".join(map(str, fields))


def _middle(width: int, height: int) -> int:
    """The number of the place in the middle of the drawing."""
    n = width * height
    if height % 2 and width % 2:
        return (height - 1) // 2 * width + (width - 1) // 2
    if height % 2:
        return 3 * n + (height - 1) // 2 * width + width // 2 - 1
    if width % 2:
        return 2 * n + (height // 2 - 1) * width + (width - 1) // 2
    return n + (height // 2 - 1) * width + width // 2 - 1


def _escaped(text: str) -> str:
    for char, escape in _ESCAPES.items():
        text = text.replace(char, escape)
    return text


# -- the payload of a link --------------------------------------------------------------------------------------------

PREFIX: Final = "https://swaroopg92.github.io/penpa-edit/#"
"""What is written before a link's parameters."""
MAX_TEXT: Final = 8 * 2**20
"""The maximum length of a payload's text; the largest boards need less."""

_QUERY = re.compile(r"(?:^|[#?&\s])(m=(?:edit|solve)&[^\s<>\"']*(?: [A-Za-z0-9+/=&%]+)*)")
_ABBREVIATIONS: Final = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"',
    "0": '"squareframe"', "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"',
    "_": '"__a"', "O": "null",
}  # fmt: skip
"""What stands for a ``z`` with a character behind it; the first one is written first."""
_SHORT = re.compile("z(.)", re.DOTALL)


class Parameters(NamedTuple):
    """The content of a link: the drawing, and the solution that the editor knows, if any."""

    drawing: str
    solution: str = ""
    solving: bool = False
    """Whether the link is for solving; then it has no layer of answers."""


def query_in(line: str) -> str:
    """The parameters of the link in a line; "" if there is none."""
    found = _QUERY.search(line)
    return found[1] if found is not None and re.search(r"&p=\S", found[1]) else ""


def parameters_of(query: str) -> Parameters:
    """The unpacked parameters of a link. Raises FormatError.

    A blank stands where a plus sign was lost, or ends the link.
    """
    whole, blank, _ = query.partition(" ")
    if not blank:
        return _parameters(query)
    try:
        return _parameters(query)
    except FormatError as fault:
        if fault.code != "bad-compression":
            raise
    return _parameters(whole)


def _parameters(query: str) -> Parameters:
    told: dict[str, str] = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        told.setdefault(name, unquote(value))
    if told["p"].startswith("http"):
        what = "this link holds the address of another puzzle"
        raise FormatError(what, expected="that address itself", found=shown(told["p"], 200))
    solution = unpacked(told["a"]) if told.get("a") else ""
    return Parameters(unpacked(told["p"]), solution, told.get("m") == "solve")


def unpacked(payload: str) -> str:
    """The text of a payload, with its abbreviations. Raises FormatError."""
    packed = payload.strip().replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _broken("it is not base64") from None
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        told = inflater.decompress(data, MAX_TEXT)
    except zlib.error:
        raise _broken("it cannot be inflated") from None
    if inflater.unconsumed_tail:
        raise _too_large()
    if not inflater.eof:
        raise _broken("it ends too early")
    try:
        return told.decode("utf-8")
    except UnicodeDecodeError:
        raise _broken("what is inside is no text") from None


def _broken(why: str) -> FormatError:
    return FormatError(f"the link is damaged: {why}", expected="a link copied as a whole", code="bad-compression")


def _too_large() -> FormatError:
    return FormatError("the text inside is too long", expected=f"at most {MAX_TEXT} characters", code="too-large")


def written_out(text: str) -> str:
    """A text with its abbreviations expanded. Raises FormatError if it becomes too long."""
    out: list[str] = []
    length, at = 0, 0
    for short in _SHORT.finditer(text):
        whole = _ABBREVIATIONS.get(short[1], short[0])
        out += (text[at : short.start()], whole)
        length += short.start() - at + len(whole)
        at = short.end()
        if length > MAX_TEXT:
            raise _too_large()
    return "".join([*out, text[at:]])


def abbreviated(text: str) -> str:
    """A text with the abbreviations."""
    for sign, whole in _ABBREVIATIONS.items():
        text = text.replace(whole, f"z{sign}")
    return text


def packed(text: str) -> str:
    """The payload of a text."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(deflater.compress(text.encode("utf-8")) + deflater.flush()).decode("ascii")
