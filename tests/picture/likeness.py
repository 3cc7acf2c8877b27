"""Whether two images show the same picture, as far as somebody who looks at both can tell.

Two programs never set the same dots: letters differ by a hair, lines lie half a dot beside each other. So both images
are made grey and blurred, by about a sixth of a cell, and then compared dot by dot: the largest difference counts, on a
scale from 0 (the same) to 1 (black where the other is white). Noise along thin lines vanishes, but a digit, a star or
a piece of a thick line that is there in one of them only stands out, be the board as large as it may.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageFilter, ImageOps

from gridwright.picture.drawing import Picture

DPI = 144
BLUR = 0.16
"""The standard deviation of the blur, in board units."""
ALIKE = 0.11
"""Images that differ less than this show the same picture.

Measured with Ghostscript 10.00 and resvg_py 0.5 on the smallest two cases of every genre, puzzle and solution. A file
that prints itself and the PNG of the same picture differ by at most 0.091, for the digit 1 of Helvetica has no foot;
puzzle and solution of one case by at least 0.137; pictures of different genres that are equally large by at least 0.18;
a blank page and a picture by at least 0.129.
"""


def image_of(picture: Picture) -> Image.Image:
    """A picture's PNG, decoded."""
    return Image.open(BytesIO(picture.png(DPI)))


def cell_of(picture: Picture) -> float:
    """The side of a picture's cells in its natural size, in dots."""
    left, _, right, _ = picture.box
    return picture.size[0] * DPI / 72 / (right - left)


def softened(image: Image.Image, cell: float, blur: float = BLUR) -> Image.Image:
    """The image as it is compared: the amount of ink, in grey and blurred."""
    return ImageOps.invert(image.convert("L")).filter(ImageFilter.GaussianBlur(blur * cell))


def unlikeness(one: Image.Image, other: Image.Image) -> float:
    """The largest difference of two softened images; those of different sizes have nothing in common."""
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 2:
        return 1.0
    extremes = ImageChops.difference(one, other.resize(one.size)).getextrema()
    assert isinstance(extremes[1], int | float)
    return extremes[1] / 255
