"""Boards as lines of characters, for terminals and for ``str(puzzle)``.

Every layer is drawn as its look says. What all looks of a board have in common decides how much room a cell gets; when
a board is wider than the terminal, the room shrinks in steps down to a character or two per cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Protocol
from unicodedata import combining, east_asian_width

from ..language.board import Rect, Spot
from ..language.drawing import Drawing
from ..language.genre import AnswerLayer, Genre, Key, Layer, Puzzle, State, ValueLayer

__all__ = ["board_text", "notes_text", "side_by_side", "text_width"]

_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""What stands where lines meet; the weights (0 to 2) of the arms up, right, down and left are the index's digits."""
_FILL, _DOT, _CROSS, _CLUE, _WRONG = "█", "·", "×", "■", "!"
_LEVEL, _UPRIGHT = " ─━", " │┃"
_BRIDGES = (" ─═≡", " │║╫")
_ARROWS = {"u": "↑", "r": "→", "d": "↓", "l": "←"}
_PLAIN = str.maketrans({
    **dict.fromkeys(_JOINTS[1:], "+"), **dict.fromkeys("─━╴╸╶╾╺╼", "-"), **dict.fromkeys("│┃╷╻╵╽╹╿", "|"),
    "═": "=", "≡": "E", "║": "H", "╫": "M", "╬": "+", "█": "#", "■": "#", "▒": "%", "·": ".", "×": "x",
    "●": "*", "○": "O", "←": "<", "→": ">", "↑": "^", "↓": "v",
})
_TONES = {"wrong": "\x1b[7;31m", "answer": "\x1b[36m", "dim": "\x1b[2m"}
_CODES = re.compile("\x1b\\[[0-9;]*m")
_Segment = tuple[str, str]
"""Some characters of a line, and their tone."""


class Fault(Protocol):
    """Something wrong with a grid, as far as a picture is concerned."""

    @property
    def at(self) -> tuple[Spot, ...]:
        """The spots that show it."""


def board_text(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    ascii: bool = False,
    colour: bool = False,
    violations: Iterable[Fault] = (),
    width: int | None = None,
    notes: bool = True,
) -> str:
    """A puzzle, with the marks of a state if there is one, as lines of text.

    ``ascii`` uses 7-bit characters only; ``colour`` puts in the codes of terminals; the spots of ``violations`` are
    marked with ``!`` (or reversed, in colour). A board that is wider than ``width`` (the terminal's) gets less room.
    ``notes`` adds what concerns the whole puzzle below the board.
    Marks known to be absent show as crosses as long as a layer is not complete.
    """
    width = width or get_terminal_size().columns
    if not isinstance(puzzle.board, Rect):
        lines = _listing(puzzle, state)
    else:
        scene = _scene(puzzle, puzzle.board, state, ascii)
        painter = _fitting(scene, width)
        painter.mark(spot for fault in violations for spot in fault.at)
        lines = painter.lines(colour)
    told = notes_text(puzzle, width=width) if notes else ""
    text = "\n".join([*lines, *([told] if told else [])])
    return _seven_bit(text) if ascii else text


def notes_text(puzzle: Puzzle, *, ascii: bool = False, width: int | None = None) -> str:
    """The values that concern the whole puzzle (``mines: 10``), a line or more each; empty if there are none."""
    drawn = {layer.look.key for layer in puzzle.genre.layers.values() if layer.look.kind == "text"}
    known = {name for base in puzzle.genre.__mro__ for name, thing in vars(base).items() if isinstance(thing, Key)}
    lines: list[str] = []
    columns = max(width or get_terminal_size().columns, 30)
    for name, value in puzzle.keys.items():
        if isinstance(value, tuple) and value and all(isinstance(one, Drawing) for one in value):
            lines += _gallery(puzzle.genre, name, value, ascii, columns)
        elif name in known and name not in drawn and value not in (None, "", 0, ()):
            told = f"{name.replace('_', ' ')}: {_told(value)}"
            lines += wrap(told, columns, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join(lines)
    return _seven_bit(text) if ascii else text


def _gallery(genre: type[Genre], name: str, drawings: Iterable[Drawing], ascii: bool, columns: int) -> list[str]:
    """Numbered drawings, as many beside each other as there is room for."""
    rows: list[str] = []
    for n, drawing in enumerate(drawings, 1):
        puzzle = Puzzle.of(genre, drawing.board, {})
        scene = _scene(puzzle, drawing.board, State(puzzle, drawing.marks), ascii)
        own = "\n".join([f"{n}:", *_fitting(scene, columns).lines(False)])
        beside = side_by_side(rows[-1], own, 2) if rows else ""
        if beside and max(map(text_width, beside.split("\n"))) <= columns:
            rows[-1] = beside
        else:
            rows.append(own)
    return [f"{name.replace('_', ' ')}:", *(line for row in rows for line in row.split("\n"))]


def side_by_side(left: str, right: str, gap: int = 4) -> str:
    """Two texts next to each other, their first lines level."""
    ours, theirs = left.split("\n"), right.split("\n")
    margin = max(map(text_width, ours)) + gap
    rows = max(len(ours), len(theirs))
    ours += [""] * (rows - len(ours))
    theirs += [""] * (rows - len(theirs))
    return "\n".join(
        f"{mine}{' ' * (margin - text_width(mine))}{other}".rstrip() for mine, other in zip(ours, theirs, strict=True)
    )


def text_width(line: str) -> int:
    """How many columns of a terminal a line takes: colour codes take none, wide characters two."""
    if line.isascii() and "\x1b" not in line:
        return len(line)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in _CODES.sub("", line))


def _seven_bit(text: str) -> str:
    return text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")


# -- words ------------------------------------------------------------------------------------------------------------


def _word(value: Any) -> str:
    """A clue as it stands in a cell: a number with an arrow for a pair like (3, "l")."""
    if value is None or value is True:
        return _CLUE
    if isinstance(value, tuple):
        return "".join("?" if part is None else _ARROWS.get(part, str(part)) for part in value)
    return str(value)


def _sums(value: tuple[int | None, int | None]) -> str:
    """The sums of a black cell: of the run below, of the run to the right."""
    right, down = value
    return _CLUE if right is down is None else f"{down or ''}\\{right or ''}"


def _told(value: Any) -> str:
    """A value in a note."""
    if not isinstance(value, tuple):
        return str(value)
    items = (
        ("-" if all(isinstance(part, int) for part in item) else " ").join(str(p) for p in item if p is not None)
        if isinstance(item, tuple) else str(item)
        for item in value
    )
    return ", ".join(items)


def _listing(puzzle: Puzzle, state: State | None) -> list[str]:
    """What stands where, for boards that are no rectangles."""
    lines = []
    for name in puzzle.genre.layers:
        marks = {**puzzle.given.get(name, {}), **(state.marks.get(name, {}) if state is not None else {})}
        shown = (
            puzzle.board.name(s) if value is True else f"{puzzle.board.name(s)}={_word(value)}"
            for s, value in sorted(marks.items()) if value is not False
        )
        lines += wrap(f"{name}: {', '.join(shown)}", 78, subsequent_indent="  ") if marks else []
    return lines or [repr(puzzle)]


# -- what is to be drawn ----------------------------------------------------------------------------------------------


@dataclass
class _Scene:
    """What is to be drawn, by spot, whichever layers it comes from."""

    board: Rect
    ascii: bool = False
    words: dict[Spot, list[str]] = field(default_factory=dict)
    clues: dict[Spot, list[str]] = field(default_factory=dict)
    """What stands outside: the numbers of a line's end, from the first to the last."""
    fills: set[Spot] = field(default_factory=set)
    lines: dict[Spot, int] = field(default_factory=dict)
    bridges: dict[Spot, int] = field(default_factory=dict)
    borders: dict[Spot, int] = field(default_factory=dict)
    joined: set[Spot] = field(default_factory=set)
    crosses: set[Spot] = field(default_factory=set)
    covered: set[Spot] = field(default_factory=set)
    """Cells with a given symbol, which a line may pass below it."""
    news: set[Spot] = field(default_factory=set)
    """Spots whose marks are not given."""
    looks: set[str] = field(default_factory=set)
    """The kinds of looks that the genre has: of them ``line`` is through cells, ``fence`` along edges."""
    open_walls: bool = False
    """Whether the answer draws borders."""

    def put(self, layer: Layer, spot: Spot, value: Any, symbols: str) -> None:
        """Adds one mark of a layer."""
        kind, board = layer.look.plain, self.board
        if not (0 <= spot.y <= 2 * board.n_rows and 0 <= spot.x <= 2 * board.n_cols):
            parts = value if isinstance(value, tuple) else (value,)
            self.clues[spot] = [layer.look.glyphs.get(part) or _word(part) for part in parts] or ["0"]
        elif kind == "shade":
            self.fills.add(spot)
        elif kind == "wall" or (kind == "line" and layer.on == "edges"):
            self.borders[spot] = 2
        elif kind == "line":
            self.lines[spot] = 1
        elif kind == "join":
            self.joined.add(spot)
        elif kind == "bridge":
            self.bridges[spot] = int(value)
        elif kind == "symbol":
            self.words.setdefault(spot, []).append(layer.look.glyphs.get(value, str(value)))
        elif kind == "text":
            known = isinstance(value, int) and 0 < value <= len(symbols)
            own = symbols[value - 1] if known else ""
            plain = own and (own.isascii() or not self.ascii)
            told = _sums(value) if layer.look.kind == "split" else _word(value)
            self.words.setdefault(spot, []).append(own if plain else told)

    def word(self, spot: Spot) -> str:
        """The text on a spot: those of all layers, one behind the other."""
        parts = self.words.get(spot)
        if not parts:
            return ""
        if len(parts) > 1:
            parts = [part for part in parts if part != " "] or parts[:1]
        word = parts[0]
        for part in parts[1:]:
            word += f":{part}" if word[-1:].isdigit() and part[:1].isdigit() else part
        return word


def _scene(puzzle: Puzzle, board: Rect, state: State | None, ascii: bool) -> _Scene:
    scene = _Scene(board, ascii)
    model = cache(lambda: puzzle.genre(puzzle))
    for name, layer in puzzle.genre.layers.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        marks = {**given, **found}
        symbols = str(puzzle.keys.get(layer.look.key) or "") if layer.look.key else ""
        partial = bool(marks) and isinstance(layer, AnswerLayer) and _is_partial(board, layer, marks, model)
        scene.news.update(spot for spot, value in found.items() if value is not False and spot not in given)
        if layer.look.plain == "symbol":
            scene.covered.update(given)
        for spot, value in marks.items():
            if value is not False and layer.look.kind != "none":
                scene.put(layer, Spot(*spot), value, symbols)
            elif partial:
                scene.crosses.add(spot)
    _tell_looks(scene, puzzle)
    _outline(scene)
    return scene


def _is_partial(board: Rect, layer: Layer, marks: Mapping[Spot, Any], model: Callable[[], Genre]) -> bool:
    """Whether some spot of a layer of the answer is neither marked nor known to be without a mark."""
    if isinstance(layer.on, str):
        return any(spot not in marks for spot in getattr(board, layer.on))
    return any(place[0] not in marks for place in layer.places(model()))


def _tell_looks(scene: _Scene, puzzle: Puzzle) -> None:
    for name, layer in puzzle.genre.layers.items():
        kind = layer.look.plain
        answers = isinstance(layer, AnswerLayer | ValueLayer)
        if kind == "line" and layer.on == "edges":
            kind = "fence"
        if kind == "wall" and not answers and not puzzle.given.get(name):
            continue
        scene.open_walls = scene.open_walls or (kind == "wall" and answers)
        scene.looks.add(kind)


def _outline(scene: _Scene) -> None:
    """The borders that nobody marked: the frame, and those around the pieces that ``join`` makes."""
    board, borders = scene.board, scene.borders
    if "join" in scene.looks:
        for link in board.links:
            if link not in scene.joined:
                borders.setdefault(link, 1)
    if "fence" in scene.looks:
        return
    weight = 2 if "wall" in scene.looks else 1
    if board.holes:
        for edge in board.edges:
            if len(board.faces(edge)) == 1:
                borders[edge] = weight
        return
    for x in range(1, 2 * board.n_cols, 2):
        borders[Spot(0, x)] = borders[Spot(2 * board.n_rows, x)] = weight
    for y in range(1, 2 * board.n_rows, 2):
        borders[Spot(y, 0)] = borders[Spot(y, 2 * board.n_cols)] = weight


# -- how much room there is -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Room:
    """The room around what stands in a cell: inside of it left and right, and between cells.

    ``gap`` is between two cells, ``wall`` is it where a border runs; ``rows`` says that there is a line between any two
    rows, and not only where there are borders; ``pad`` is between the frame and the cells.
    """

    lead: int = 0
    trail: int = 0
    gap: int = 1
    wall: int = 3
    rows: bool = False
    pad: int = 1


def _rooms(scene: _Scene) -> list[_Room]:
    """What may be tried, from the most room to the least."""
    looks = scene.looks
    if "fence" in looks:
        return [_Room(1, 1, 1, 1, True, 0), _Room(0, 0, 1, 1, True, 0)]
    if "line" in looks:
        tall = [_Room(gap=3, rows=True), _Room(gap=1, rows=True)]
        flat = [_Room(), _Room(gap=0, wall=1, pad=0)]
        return tall if scene.ascii else [*tall, *flat] if _hides_lines(scene) else flat
    if scene.open_walls or "join" in looks:
        return [_Room(gap=3, rows=True), _Room(gap=1, wall=1, rows=True, pad=0)]
    if "shade" in looks and "wall" in looks:
        return [_Room(1, 1, 1, 1, pad=0), _Room(0, 0, 1, 1, pad=0)]
    if "shade" in looks:
        return [_Room(1, 1 if _covers(scene) else 0, 0, 1, pad=0), _Room(0, 0, 0, 1, pad=0)]
    return [_Room(), _Room(wall=1, pad=0), _Room(gap=0, wall=1, pad=0)]


def _hides_lines(scene: _Scene) -> bool:
    """Whether something between two rows may stay unseen: a line between two covered cells, or a cross."""
    covered = scene.covered
    return bool(scene.crosses) or any((y + 2, x) in covered for y, x in covered if y % 2)


def _covers(scene: _Scene) -> bool:
    """Whether shaded cells hold text, or are likely to when the puzzle is solved."""
    words = scene.words
    return 2 * len(words) > len(scene.board.cells) or any(cell in words for cell in scene.fills)


def _fitting(scene: _Scene, width: int) -> _Painter:
    painters = [_Painter(scene, room) for room in _rooms(scene)]
    return next((painter for painter in painters if painter.width <= width), painters[-1])


# -- drawing ----------------------------------------------------------------------------------------------------------


class _Painter:
    """Draws a scene with a certain amount of room."""

    def __init__(self, scene: _Scene, room: _Room) -> None:
        self.scene, self.room, self.board = scene, room, scene.board
        board = scene.board
        self.bottom, self.right = 2 * board.n_rows, 2 * board.n_cols
        self.known = frozenset(board.cells)
        self.wrong: set[Spot] = set()
        self.struck: frozenset[Spot] = frozenset()
        self.dots = not scene.looks & {"fence"}
        self.spread = "line" in scene.looks and room.gap == 1
        self._margins()
        inside = [text_width(scene.word(s)) for s in scene.words if s in self.known]
        heads = [len(item) for s, items in scene.clues.items() if not 0 < s.y < self.bottom for item in items]
        self.text = max([1, *inside, *heads])
        self.cell = room.lead + self.text + room.trail
        self.pivot = room.lead + self.text // 2
        self._lay_gaps()
        self.width = self.left_margin + sum(self.gaps) + self.cell * board.n_cols + self.right_margin

    def _lay_gaps(self) -> None:
        """How many characters there are between the cells of a row, and between which rows there is a line."""
        scene, room = self.scene, self.room
        marked = [(s, text_width(scene.word(s))) for s in scene.words if s not in self.known]
        walled = {s.x for s in scene.borders if s.y % 2}
        self.gaps = [room.wall if x in walled else room.gap for x in range(0, self.right + 1, 2)]
        for i in (0, -1):
            self.gaps[i] = 1 + room.pad
        for spot, columns in marked:
            if not spot.x % 2:
                self.gaps[spot.x // 2] = max(self.gaps[spot.x // 2], columns)
        self.rows = {s.y for s in scene.borders if s.x % 2} | {s.y for s, _ in marked if not s.y % 2}
        if room.rows:
            self.rows |= set(range(0, self.bottom + 1, 2))

    def _margins(self) -> None:
        clues = self.scene.clues
        beside = [items for s, items in clues.items() if 0 < s.y < self.bottom]
        self.digits = max((len(item) for items in beside for item in items), default=1)
        lengths = {-1: 0, 1: 0}
        heights = {-1: 0, 1: 0}
        for spot, items in clues.items():
            side = -1 if spot.y < 0 or spot.x < 0 else 1
            if 0 < spot.y < self.bottom:
                lengths[side] = max(lengths[side], len(items))
            else:
                heights[side] = max(heights[side], len(items))
        self.left_margin, self.right_margin = (n * (self.digits + 1) for n in (lengths[-1], lengths[1]))
        self.above, self.below = heights[-1], heights[1]

    def mark(self, spots: Iterable[Spot]) -> None:
        """Marks spots as wrong; where there is no room for one, the cells around it."""
        for spot in spots:
            y, x = spot
            outside = not (0 <= y <= self.bottom and 0 <= x <= self.right)
            if outside or ((y % 2 or y in self.rows) and (x % 2 or self.gaps[x // 2])):
                self.wrong.add(spot)
            else:
                near = (Spot(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
                self.wrong.update(s for s in near if s in self.known)

    def lines(self, colour: bool) -> list[str]:
        """The lines of the picture; in colour, spots are marked as wrong by their tone."""
        self.struck = frozenset() if colour else frozenset(self.wrong)
        rows = [self._row(y) for y in range(self.bottom + 1) if y % 2 or y in self.rows]
        return [_joined(row, colour).rstrip() for row in (*self._heads(-1), *rows, *self._heads(1))]

    # -- clues outside

    def _heads(self, side: int) -> Iterator[list[_Segment]]:
        """The clues above the columns (-1) or below them (1)."""
        y, height = (-1, self.above) if side < 0 else (self.bottom + 1, self.below)
        for i in range(height):
            row = [(" " * (self.left_margin + self.gaps[0]), "")]
            for x in range(1, self.right, 2):
                spot = Spot(y, x)
                items = self.scene.clues.get(spot, [])
                at = i - (height - len(items)) if side < 0 else i
                item = items[at] if 0 <= at < len(items) else ""
                row.append((self._beside(item, spot).rjust(self.cell), self._tone(spot)))
                row.append((" " * self.gaps[x // 2 + 1], ""))
            yield row

    def _beside(self, item: str, spot: Spot) -> str:
        """A number of a clue outside, with a mark if the clue is broken and there is room."""
        return _WRONG + item if item and spot in self.struck and len(item) < self.cell else item

    def _clue(self, spot: Spot, margin: int) -> _Segment:
        """The clue at an end of a row."""
        items = [item.rjust(self.digits) for item in self.scene.clues.get(spot, ())]
        if spot in self.struck and items:
            items[0] = items[0].replace(" ", "", 1)
            items[0] = _WRONG + items[0]
        text = " ".join(items)
        if spot.x < 0:
            return (f"{text} ".rjust(margin) if items else " " * margin), self._tone(spot)
        return f" {text}", self._tone(spot)

    # -- the board

    def _row(self, y: int) -> list[_Segment]:
        """One line: cells and what is between them, or what is between two rows."""
        row: list[_Segment] = []
        draw = (self._gap, self._cell) if y % 2 else (self._corner, self._level)
        for x in range(self.right + 1):
            spot = Spot(y, x)
            text = draw[x % 2](spot)
            if spot in self.struck:
                text = self._struck(spot, text, row)
            row.append((text, self._tone(spot, text)))
        if self.left_margin:
            row.insert(0, self._clue(Spot(y, -1), self.left_margin))
        if self.right_margin and y % 2:
            row.append(self._clue(Spot(y, self.right + 1), self.right_margin))
        return row

    def _struck(self, spot: Spot, text: str, row: list[_Segment]) -> str:
        """The text of a spot with the mark of a violation: at its left, in the gap before it, or in its place."""
        if spot not in self.known:
            at = 0 if spot.x == 0 else len(text) - 1 if spot.x == self.right else len(text) // 2
            return text[:at] + _WRONG + text[at + 1 :]
        if len(text) > 1 and text[0] in f" {_FILL}─═":
            return _WRONG + text[1:]
        before, tone = row[-1]
        if before[-1:] and before[-1] in f" {_FILL}─═":
            row[-1] = before[:-1] + _WRONG, tone
            return text
        return _WRONG + text[1:]

    def _tone(self, spot: Spot, text: str = "") -> str:
        if spot in self.wrong:
            return "wrong"
        scene = self.scene
        if spot in scene.news or (spot not in scene.words and self._passed(spot)):
            return "answer"
        return "dim" if text.strip() in (_DOT, _CROSS) else ""

    def _passed(self, spot: Spot) -> bool:
        """Whether a line or bridge that is not given passes a cell, or a border a corner."""
        scene = self.scene
        if spot.y % 2 != spot.x % 2:
            return False
        drawn = (scene.lines, scene.bridges) if spot.x % 2 else (scene.borders,)
        return any(s in scene.news and any(marks.get(s) for marks in drawn) for s in _around(spot))

    def _cell(self, spot: Spot) -> str:
        scene, room = self.scene, self.room
        if spot not in self.known:
            return " " * self.cell
        word, filled = scene.word(spot), spot in scene.fills
        if word and not (filled and not room.lead and not self.spread):
            pad = _FILL if filled else " "
            return pad * (room.lead + self.text - text_width(word)) + word + pad * room.trail
        if filled:
            return _FILL * self.cell
        up, right, down, left = (scene.lines.get(s, 0) for s in _around(spot))
        if up or right or down or left:
            centre = _JOINTS[27 * up + 9 * right + 3 * down + left]
            return self._through(centre, _LEVEL[left], _LEVEL[right])
        up, right, down, left = (scene.bridges.get(s, 0) for s in _around(spot))
        if up or right or down or left:
            return self._bridged(max(up, down), max(left, right))
        sign = _CROSS if spot in scene.crosses else _DOT if self.dots else " "
        return self._through(sign, " ", " ")

    def _through(self, centre: str, left: str, right: str) -> str:
        return left * self.pivot + centre + right * (self.cell - self.pivot - 1)

    def _bridged(self, upright: int, level: int) -> str:
        if upright and level:
            return self._through("╬", "═", "═")
        if level:
            return _BRIDGES[0][min(level, 3)] * self.cell
        return self._through(_BRIDGES[1][min(upright, 3)], " ", " ")

    def _gap(self, spot: Spot) -> str:
        """What stands between two cells of a row."""
        scene, columns = self.scene, self.gaps[spot.x // 2]
        if not columns:
            return ""
        sign = _LEVEL[1] if spot in scene.lines else _BRIDGES[0][min(scene.bridges.get(spot, 0), 3)]
        if sign != " ":
            return sign * columns
        left, right = (Spot(spot.y, spot.x + d) in scene.fills for d in (-1, 1))
        right = right and not (spot.x == 0 and not self.spread and self.room.pad)
        middle = scene.word(spot) or _UPRIGHT[scene.borders.get(spot, 0)].strip()
        if not middle and ((left and right) or (right and self.spread)):
            return _FILL * columns
        if not middle:
            middle = _CROSS if spot in scene.crosses else " "
        return self._spaced(spot, middle, _FILL if left and not self.spread else " ", _FILL if right else " ")

    def _spaced(self, spot: Spot, middle: str, left: str, right: str) -> str:
        """Something in a gap: at the frame it stands outside, otherwise in the middle."""
        rest = self.gaps[spot.x // 2] - text_width(middle)
        before = 0 if spot.x == 0 else rest if spot.x == self.right else rest // 2
        return left * before + middle + right * (rest - before)

    def _level(self, spot: Spot) -> str:
        """What stands between a cell and the one below it."""
        scene = self.scene
        word = scene.word(spot)
        if word:
            rest = self.cell - text_width(word)
            return " " * (rest - rest // 2) + word + " " * (rest // 2)
        border = scene.borders.get(spot, 0)
        if border:
            return _LEVEL[border] * self.cell
        sign = _UPRIGHT[1] if spot in scene.lines else _BRIDGES[1][min(scene.bridges.get(spot, 0), 3)]
        if sign == " " and all(s in scene.fills for s in (Spot(spot.y - 1, spot.x), Spot(spot.y + 1, spot.x))):
            return _FILL * self.cell
        if sign == " " and spot in scene.crosses:
            sign = _CROSS
        return self._through(sign, " ", " ")

    def _corner(self, spot: Spot) -> str:
        """What stands where four cells meet."""
        scene = self.scene
        if not self.gaps[spot.x // 2]:
            return ""
        up, right, down, left = (scene.borders.get(s, 0) for s in _around(spot))
        middle = _JOINTS[27 * up + 9 * right + 3 * down + left]
        corners = [Spot(spot.y + dy, spot.x + dx) for dy, dx in ((-1, -1), (1, -1), (-1, 1), (1, 1))]
        if middle == " ":
            alone = not self.dots and any(s in self.known for s in corners)
            middle = scene.word(spot) or (_DOT if alone else _FILL if all(s in scene.fills for s in corners) else " ")
        west = _FILL if all(s in scene.fills for s in corners[:2]) and not self.spread else " "
        east = _FILL if all(s in scene.fills for s in corners[2:]) else " "
        return self._spaced(spot, middle, _LEVEL[left] if left else west, _LEVEL[right] if right else east)


def _around(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The spots next to one, from above on clockwise."""
    y, x = spot
    return Spot(y - 1, x), Spot(y, x + 1), Spot(y + 1, x), Spot(y, x - 1)


def _joined(row: list[_Segment], colour: bool) -> str:
    """A line, with the codes for its colours."""
    if not colour:
        return "".join(text for text, _ in row)
    out: list[str] = []
    last = ""
    for text, wanted in row:
        if wanted != last and (text.strip() or "wrong" in (wanted, last)):
            out.append(("\x1b[0m" if last else "") + _TONES.get(wanted, ""))
            last = wanted
        out.append(text)
    return "".join(out) + ("\x1b[0m" if last else "")
