"""How Curve Data is written by pzprjs: numbers of shapes in cells, and drawings of the shapes."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...formats.errors import WriteError
from ...formats.pzpr import notation as pzpr
from ...formats.roles.codecs import Code, Cursor
from ...formats.roles.items import FileLines, Piece, Several
from ...formats.roles.sheet import Field, Sheet, role_name
from ...language import Key, Rect, Spot
from ...language.layers import Layer
from ...language.puzzle import Drawing


class ShapeNumber(pzpr.Codec):
    """The number of a shape, from 0; ours are from 1."""

    names = pzpr.NUMBER.names

    def parse(self, source: Cursor) -> Any:
        """The number. Raises FormatError for one that is unknown."""
        at = source.at
        n = pzpr.NUMBER.parse(source)
        if n == pzpr.UNKNOWN:
            what = "a clue whose shape is not told is not supported"
            raise source.error(what, at, expected="the number of a shape", code="variant")
        return n if n is pzpr.MISS else n + 1

    def spell(self, value: Any) -> str | None:
        """The number."""
        return pzpr.NUMBER.spell(value - 1)


class DrawingsOfAddress(Field, Code):
    """The drawing of each shape: its size, and a digit for the lines of two cells."""

    def __init__(self, shapes: Key[Any], curve: Layer) -> None:
        super().__init__(shapes)
        self.curve = role_name(curve)

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The shapes."""
        if source.done:
            return
        if not source.skip("/"):
            raise source.error("a part of the address ends here", expected="'/'")
        if source.text.startswith("b", source.at):
            raise source.error("given borders are a rule that is not supported", code="variant")
        at, found = source.at, []
        while not source.done:
            found.append(self._shape(source, sheet.n_rows * sheet.n_cols))
        if found:
            sheet.set(self.role, tuple(found), source.line, at)

    def _shape(self, source: Cursor, most: int) -> Drawing:
        at = source.at
        width, height = source.number("the width of a shape"), source.number("the height of a shape")
        if not 0 < width * height <= most:
            wanted = f"at most {most} cells"
            raise source.error("a shape is larger than the board", at, expected=wanted, code="bad-size")
        start, word = source.at, source.word()
        board, marks = Rect.of(height, width), {}
        places = board.cells
        if len(word) > (len(places) + 1) // 2:
            wanted = f"at most {(len(places) + 1) // 2} digits"
            raise source.error("the drawing of a shape is too long", start, expected=wanted, code="too-long")
        for i, char in enumerate(word):
            if char not in "0123456789abcdef":
                raise source.error("this is not a hexadecimal digit", start + i, expected="0 to 9 or a to f")
            for k, spot in enumerate(places[2 * i : 2 * i + 2]):
                lines = int(char, 16) >> 2 * k & 3
                marks.update({link: True for bit, link in _links(spot) if lines & bit})
        outside = next((link for link in marks if link not in board.links), None)
        if outside is not None:
            raise source.error("a line of a shape leaves its board", start, expected="a line between two cells")
        return Drawing.of(board, {self.curve: marks})

    def write(self, sheet: Sheet) -> str:
        """The shapes."""
        return "".join(f"/{_spelt(drawing, self.curve)}" for drawing in sheet.numbers.get(self.role, ()))


def _links(spot: Spot) -> Sequence[tuple[int, Spot]]:
    """The links to the right and downwards, with the bits that stand for them."""
    return (1, Spot(spot.y, spot.x + 1)), (2, Spot(spot.y + 1, spot.x))


def _spelt(drawing: object, curve: str) -> str:
    if not isinstance(drawing, Drawing) or not isinstance(drawing.board, Rect):
        raise WriteError(f"{drawing!r} is no drawing")
    board: Rect = drawing.board
    lines: Mapping[Spot, Any] = drawing.marks.get(curve, {})
    codes = [sum(bit for bit, link in _links(spot) if link in lines) for spot in board.cells]
    pairs = [codes[i] + 4 * codes[i + 1] for i in range(0, len(codes) - 1, 2)]
    return f"{board.n_cols}/{board.n_rows}/" + "".join(f"{pair:x}" for pair in pairs)


class DrawingsOfFile(Field, Piece):
    """The number of shapes, the grid with their numbers, then the drawing of each."""

    def __init__(self, shapes: Key[Any], number: Layer, block: Layer, curve: Layer) -> None:
        super().__init__(shapes)
        self.grid = pzpr.cells(pzpr.Words(block, {"-3": True}), pzpr.Integer(number, "-2", add=1))
        self.line, self.curve = pzpr.line(curve), role_name(curve)

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The grid and the shapes."""
        found = source.number("the number of shapes")
        if found is None:
            return
        self.grid.read(source, sheet)
        n, where = found
        if n > len(source.lines):
            raise where[0].error("the file has not so many shapes", expected="the number of shapes", found=str(n))
        if n:
            sheet.set(self.role, tuple([self._shape(source, sheet) for _ in range(n)]), *where)

    def _shape(self, source: FileLines, sheet: Sheet) -> Drawing:
        width, height = source.number("the width of a shape"), source.number("the height of a shape")
        if width is None or height is None:
            line = source.lines[-1]
            raise line.error("a shape is missing", len(line.text), expected="its width and its height")
        most = sheet.n_rows * sheet.n_cols
        if not 0 < width[0] * height[0] <= most:
            line = width[1][0]
            found = f"{width[0]} x {height[0]}"
            raise line.error("a shape is larger than the board", expected=f"at most {most} cells", found=found)
        inner = Sheet(height[0], width[0])
        # A shape of one column has no lines for the links between columns.
        pieces = self.line.pieces if isinstance(self.line, Several) else ()
        for piece in pieces[inner.n_cols == 1 :]:
            piece.read(source, inner)
        return Drawing.of(Rect.of(height[0], width[0]), {self.curve: inner.drawn[self.curve]})

    def write(self, sheet: Sheet) -> list[str]:
        """The grid and the shapes."""
        drawings = sheet.numbers.get(self.role, ())
        out = [str(len(drawings)), *self.grid.write(sheet)]
        for drawing in drawings:
            if not isinstance(drawing, Drawing) or not isinstance(drawing.board, Rect):
                raise WriteError(f"{drawing!r} is no drawing")
            inner = Sheet(drawing.board.n_rows, drawing.board.n_cols)
            inner.drawn[self.curve] = dict(drawing.marks.get(self.curve, {}))
            pieces = self.line.pieces if isinstance(self.line, Several) else ()
            out += [str(inner.n_cols), str(inner.n_rows)]
            out += [line for piece in pieces[inner.n_cols == 1 :] for line in piece.write(inner)]
        return out


def pzprjs(shapes: Key[Any], number: Layer, block: Layer, curve: Layer) -> pzpr.Notation:
    """The numbers of shapes and black cells, then the shapes."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.MarkField(block, pzpr.Texts({"=": True})), pzpr.MarkField(number, ShapeNumber()), stop="/"),
         DrawingsOfAddress(shapes, curve)),
        (DrawingsOfFile(shapes, number, block, curve),
         pzpr.between(pzpr.Words(curve, {"1": True}, drawn=True), pzpr.Words("given border", {"-2": True}),
                      pzpr.Ignored("-1"))),
        refuses="given borders; clues without a shape",
    )  # fmt: skip
