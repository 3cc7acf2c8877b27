"""Bitmaps: pictures of dark and light pixels, from images and from texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from .effort import MakingError

PillowImage: TypeAlias = Any
"""An image of Pillow, which is slow to import."""
Motif: TypeAlias = str | Path | Iterable[str]
"""A picture: the path of an image file, or lines of text in which ``#`` is dark."""
DARK, LIGHT = "#", ".- "
_USUAL, _LARGEST = 20, 50
"""The longer side of boards for large images, and the longest side of images that are not scaled down."""
_COLOURS = 6
"""The most colours that an image is reduced to, besides white."""
_WHITE = "#ffffff"
_FINE = 8
"""How many times finer images are examined than they are shown in colours."""
Palette: TypeAlias = Mapping[str, str]
"""The colours of puzzles in colours: ``#rrggbb`` by letter."""
BoxEdges: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, as Pillow counts them."""


@dataclass(frozen=True)
class Bitmap:
    """The dark pixels of a picture, by row and column; in colours, those that are not white, with their letters.

    ``str`` returns lines of ``#`` (or letters) and ``.``, which are a picture again.
    """

    rows: int
    cols: int
    dark: frozenset[tuple[int, int]]
    letters: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def __str__(self) -> str:
        signs = dict.fromkeys(self.dark, DARK) | dict(self.letters)
        return "\n".join("".join(signs.get((y, x), ".") for x in range(self.cols)) for y in range(self.rows))

    def blocks(self) -> str:
        """The picture for a terminal, with two rows of pixels in each line of text."""
        def block(y: int, x: int) -> str:
            return " ▀▄█"[((y, x) in self.dark) + 2 * ((y + 1, x) in self.dark)]

        return "\n".join("".join(block(y, x) for x in range(self.cols)) for y in range(0, self.rows, 2))


@dataclass(frozen=True)
class Artwork:
    """A picture for puzzles to show, with instructions for turning it into dark and light pixels.

    Attributes:
        source: The path of an image file, or lines of ``#`` (dark) and ``.`` (light).
        crop: Whether empty margins are removed.
        threshold: The brightness from which on pixels are light, from 0 to 1; None for the one that best separates dark
            from light. Only for images.
        invert: Whether dark and light are exchanged.
        dither: Whether shades of grey become patterns of dots. Only for images.

    Example:
        >>> print(gw.Artwork([".#.", "###"], invert=True).bitmap())
        #.#
        ...
    """

    source: Motif
    crop: bool = False
    threshold: float | None = None
    invert: bool = False
    dither: bool = False

    @staticmethod
    def of(picture: Motif | Artwork) -> Artwork:
        """The picture itself, or one without instructions."""
        return picture if isinstance(picture, Artwork) else Artwork(picture)

    @property
    def path(self) -> Path | None:
        """The path of the file, if the picture is not given as lines."""
        source = self.source
        is_file = isinstance(source, Path) or (isinstance(source, str) and "\n" not in source)
        return Path(source) if is_file and isinstance(source, str | Path) else None

    @property
    def name(self) -> str:
        """The name of the picture in messages."""
        return str(self.path) if self.path is not None else "the picture"

    def bitmap(
        self, rows: int | None = None, cols: int | None = None, palette: Palette | None = None
    ) -> Bitmap:
        """The picture in a size.

        The default is its own size, or 20 pixels for images of more than 50.
        With a ``palette``, the picture has these colours, of which an image uses up to six.

        Raises:
            MakingError: The picture cannot be read, or is all dark or all light.
        """
        threshold = self.threshold
        if threshold is not None and (isinstance(threshold, bool) or not isinstance(threshold, int | float)
                                      or not 0 < threshold < 1):
            raise MakingError(f"threshold: expected a brightness between 0 and 1, found {threshold!r}")
        size = None if rows is None or cols is None else (rows, cols)
        path = self.path
        if path is None or path.suffix.lower() == ".txt":
            found = self._from_text(size, palette or {})
        else:
            found = self._from_image(path, size, palette)
        if self.invert and not found.letters:
            every = {(y, x) for y in range(found.rows) for x in range(found.cols)}
            found = Bitmap(found.rows, found.cols, frozenset(every - found.dark))
        full = found.rows * found.cols if len(set(found.letters.values())) < 2 else 0
        if len(found.dark) in (0, full):
            raise MakingError(f"{self.name} is all {'dark' if found.dark else 'light'}; there is nothing to see in it"
                              + ("; try another threshold" if threshold is not None else ""))
        return found

    # -- texts --

    def _from_text(self, size: tuple[int, int] | None, palette: Palette) -> Bitmap:
        for option, is_used in (("threshold", self.threshold is not None), ("dither", self.dither)):
            if is_used:
                raise MakingError(f"{self.name} is a text of dark and light cells; {option} is for images")
        lines = self._lines()
        for i, line in enumerate(lines, 1):
            wrong = next((j for j, sign in enumerate(line) if sign not in DARK + LIGHT and sign not in palette), None)
            if wrong is not None:
                known = f", one of {', '.join(palette)}" if palette else ""
                raise MakingError(f"{self.name}, line {i}, column {wrong + 1}: expected # (dark){known} or . (light), "
                                  f"found {line[wrong]!r}")
        wide = max(map(len, lines), default=0)
        if not wide:
            raise MakingError(f"{self.name} is empty; draw dark cells as # and light ones as .")
        darkest = min(palette, key=lambda letter: sum(bytes.fromhex(palette[letter][1:])), default=DARK)
        signs = [[darkest if sign == DARK else sign for sign in line.ljust(wide)] for line in lines]
        cells = [[sign not in LIGHT for sign in row] for row in signs]
        left = top = 0
        if self.crop:
            left, top, right, bottom = _without_margins(cells)
            cells = [row[left:right] for row in cells[top:bottom]]
        high, wide = len(cells), len(cells[0])
        if size not in (None, (high, wide)):
            assert size is not None
            raise MakingError(f"{self.name} has {high} rows and {wide} columns; a board of this size shows {size[0]} "
                              f"and {size[1]}; leave out the size, or redraw the picture")
        dark = frozenset((y, x) for y, row in enumerate(cells) for x, is_dark in enumerate(row) if is_dark)
        return Bitmap(high, wide, dark, {(y, x): signs[y + top][x + left] for y, x in sorted(dark)} if palette else {})

    def _lines(self) -> list[str]:
        source = self.path or self.source
        if not isinstance(source, Path | Iterable):
            raise MakingError(f"picture: expected the path of an image or lines of text, found {source!r}")
        try:
            text = source.read_text("utf-8") if isinstance(source, Path) else source
        except UnicodeDecodeError:
            raise MakingError(
                f"{self.name}: this is not a text file; draw dark cells as # and light ones as .") from None
        except OSError as fault:
            raise MakingError(f"{self.name}: {(fault.strerror or str(fault)).lower()}") from None
        lines = text.strip("\n").split("\n") if isinstance(text, str) else list(text)
        odd = next((line for line in lines if not isinstance(line, str)), None)
        if odd is not None:
            raise MakingError(f"picture: expected lines of text, found {odd!r}")
        return lines

    # -- images --

    def _from_image(self, path: Path, size: tuple[int, int] | None, palette: Palette | None) -> Bitmap:
        """An image, cropped, scaled to a size and converted to dark and light, or to colours."""
        from PIL import Image

        image = _opened(path)
        if self.crop:
            image = self._cropped(image)
        if size is None:
            wide, high = image.size
            most = max(wide, high)
            scale = 1 if most <= _LARGEST else _USUAL / most
            size = max(1, round(high * scale)), max(1, round(wide * scale))
        if palette:
            letters = self._painted(image, size, palette)
            return Bitmap(*size, frozenset(letters), letters)
        grey = image.convert("L").resize(size[::-1], Image.Resampling.BOX)
        return Bitmap(*size, self._dithered(grey) if self.dither else self._dark(grey))

    def _painted(self, image: PillowImage, size: tuple[int, int], palette: Palette) -> dict[tuple[int, int], str]:
        """The pixels that are not white, in the colours of a palette that are most frequent in the image.

        Each pixel gets the most frequent colour of its part of the image, as mixed colours would be others.
        """
        from PIL import Image, ImageOps

        high, wide = size
        fine = 1 if self.dither else _FINE
        way = Image.Resampling.BOX if self.dither else Image.Resampling.NEAREST
        image = image.resize((wide * fine, high * fine), way)
        if self.invert:
            image = ImageOps.invert(image)
        every = [*palette, ""]
        often = Counter(every[i] for i in _nearest(image, [palette.get(letter, _WHITE) for letter in every], False))
        used = [letter for letter, _ in often.most_common() if letter][:_COLOURS]
        kept = [*(letter for letter in palette if letter in used), ""]
        found = [kept[i] for i in _nearest(image, [palette.get(letter, _WHITE) for letter in kept], self.dither)]
        if self.threshold is not None:
            bound, grey = self._bound(()), image.convert("L").tobytes()
            found = ["" if value >= bound else letter for letter, value in zip(found, grey, strict=True)]
        votes: dict[tuple[int, int], Counter[str]] = {(y, x): Counter() for y in range(high) for x in range(wide)}
        for i, letter in enumerate(found):
            votes[i // image.width // fine, i % image.width // fine][letter] += 1
        return {at: letter for at, own in votes.items() if (letter := own.most_common(1)[0][0])}

    def _dark(self, grey: PillowImage) -> frozenset[tuple[int, int]]:
        values = grey.tobytes()
        bound = self._bound(values)
        return frozenset(divmod(i, grey.width) for i, value in enumerate(values) if value < bound)

    def _bound(self, values: Sequence[int]) -> float:
        """The brightness from which on pixels are light."""
        return _middle(values) if self.threshold is None else 255 * self.threshold

    def _dithered(self, grey: PillowImage) -> frozenset[tuple[int, int]]:
        """The dark pixels of a dithered image (Floyd and Steinberg). The threshold is what becomes half dark."""
        from PIL import ImageOps

        half = 255 * (0.5 if self.threshold is None else self.threshold)
        bright = ImageOps.autocontrast(grey).point([
            round(127.5 * value / half if value < half else 255 - 127.5 * (255 - value) / (255 - half))
            for value in range(256)])
        dots = bright.convert("1").convert("L").tobytes()
        return frozenset(divmod(i, grey.width) for i, value in enumerate(dots) if not value)

    def _cropped(self, image: PillowImage) -> PillowImage:
        """The image without rows and columns that are as dark or light as its corners."""
        wide, values = image.width, image.convert("L").tobytes()
        bound = self._bound(values)
        dark = [value < bound for value in values]
        return image.crop(_without_margins([dark[i : i + wide] for i in range(0, len(dark), wide)]))


def _nearest(image: PillowImage, colours: Sequence[str], dither: bool) -> bytes:
    """The index of the nearest colour for each pixel."""
    from PIL import Image

    known = Image.new("P", (1, 1))
    known.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in colours))
    way = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    return bytes(min(i, len(colours) - 1) for i in image.quantize(palette=known, dither=way).tobytes())


def _opened(path: Path) -> PillowImage:
    """An image file, on white where it is transparent. Raises MakingError."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as file:
            image = Image.new("RGBA", file.size, "white")
            image.alpha_composite(file.convert("RGBA"))
    except UnidentifiedImageError:
        raise MakingError(f"{path}: this is not an image in a known format, such as PNG or JPEG; a picture may also be "
                          "drawn in a .txt file, with dark cells as # and light ones as .") from None
    except (OSError, ValueError, Image.DecompressionBombError) as fault:
        raise MakingError(f"{path}: {(getattr(fault, 'strerror', None) or str(fault)).lower()}") from None
    return image.convert("RGB")


def _without_margins(cells: Sequence[Sequence[bool]]) -> BoxEdges:
    """The edges of what remains without margins: rows and columns at the rim with the tone of most corners.

    Where nothing would remain, everything does.
    """
    corners = [row[x] for row in (cells[0], cells[-1]) for x in (0, -1)]
    margin = sum(corners) > 2
    rows = [y for y, row in enumerate(cells) if (not margin) in row]
    cols = [x for x, column in enumerate(zip(*cells, strict=True)) if (not margin) in column]
    if not rows:
        return 0, 0, len(cells[0]), len(cells)
    return cols[0], rows[0], cols[-1] + 1, rows[-1] + 1


def _middle(values: Sequence[int]) -> float:
    """The brightness that best separates dark from light (Otsu's method)."""
    counts = [0] * 256
    for value in values:
        counts[value] += 1
    total, every = len(values), sum(values)
    below = sum_below = 0
    best, bound = -1.0, 128.0
    for level, count in enumerate(counts[:-1]):
        below += count
        sum_below += level * count
        if not 0 < below < total:
            continue
        apart = sum_below / below - (every - sum_below) / (total - below)
        spread = below * (total - below) * apart * apart
        if spread > best:
            best, bound = spread, level + 0.5
    return bound
