"""Renders PostScript and PDF with Ghostscript, many documents in one process."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageOps

from .likeness import DPI

PROGRAM = next((found for name in ("gs", "gswin64c", "gswin32c") if (found := shutil.which(name))), None)
needs_ghostscript = pytest.mark.skipif(PROGRAM is None, reason="Ghostscript is not installed here")
MARGIN = 20
"""Points of empty paper around a picture, to see what lies outside of its bounding box."""
_BOX = re.compile(r"^%%HiResBoundingBox: 0 0 ([0-9.]+) ([0-9.]+)$", re.MULTILINE)
_FIRST_LINE = "%!PS-Adobe-3.0 EPSF-3.0\n"
_DOTS = DPI / 72


class Print(NamedTuple):
    """A printed page: the part in the bounding box, and how many points of it are free of ink at each side."""

    image: Image.Image
    free: tuple[float, float, float, float]


def run(folder: Path, *args: str) -> None:
    """Runs the program on files of a folder; it must have nothing to say."""
    assert PROGRAM is not None
    command = [PROGRAM, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", f"--permit-file-read={folder.as_posix()}/", *args]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), (done.stdout + done.stderr)[-2000:]


def images(folder: Path, *args: str) -> list[Image.Image]:
    """The pages that the program makes of files, in grey."""
    grey = "-sDEVICE=pgmraw", f"-r{DPI}", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"
    run(folder, *grey, "-o", str(folder / "page%d.pgm"), *args)
    count = len(list(folder.glob("page*.pgm")))
    return [Image.open(folder / f"page{i + 1}.pgm") for i in range(count)]


def printed(folder: Path, texts: Sequence[str]) -> list[Print]:
    """Documents of one page each, printed a little apart from the lower left corner of their sheets."""
    sizes = _driven(folder, texts)
    pages = images(folder, str(folder / "driver.ps"))
    assert len(pages) == len(texts)
    return [_cut(page, *size) for page, size in zip(pages, sizes, strict=True)]


def check_printing(folder: Path, texts: Sequence[str]) -> None:
    """Prints documents of one page each for the sake of what is executed: each gives one coarse page."""
    _driven(folder, texts)
    run(folder, "-sDEVICE=pgmraw", "-r9", "-o", str(folder / "page%d.pgm"), str(folder / "driver.ps"))
    assert len(list(folder.glob("page*.pgm"))) == len(texts)


def _driven(folder: Path, texts: Sequence[str]) -> list[tuple[float, float]]:
    """Writes documents, and ``driver.ps``, which prints them; the widths and heights of the documents.

    Each is shut off from the others by ``save`` and ``restore``, and must leave no operands and no dictionaries behind.
    The first line does not say that it is encapsulated: the program would clean up behind such documents.
    """
    driver = ["%!PS", "/fault { (left behind by document ) print == } def"]
    sizes = []
    for i, text in enumerate(texts):
        assert text.startswith(_FIRST_LINE)
        (folder / f"{i}.ps").write_bytes(text.replace(_FIRST_LINE, "%!PS-Adobe-3.0\n", 1).encode())
        found = _BOX.search(text)
        assert found is not None
        width, height = map(float, found.groups())
        sheet = [int(side) + 1 + 2 * MARGIN for side in (width, height)]
        sizes.append((width, height))
        driver += [
            f"<< /PageSize [{sheet[0]} {sheet[1]}] >> setpagedevice save false setstrokeadjust",
            f"/depth countdictstack def {MARGIN} {sheet[1] - MARGIN - height} translate",
            f"({folder.as_posix()}/{i}.ps) run",
            f"count 1 ne countdictstack depth ne or {{ {i} fault }} if restore",
        ]
    (folder / "driver.ps").write_text("\n".join([*driver, ""]))
    return sizes


def _cut(page: Image.Image, width: float, height: float) -> Print:
    inked = ImageOps.invert(page).getbbox()
    start, right, bottom = MARGIN * _DOTS, (MARGIN + width) * _DOTS, (MARGIN + height) * _DOTS
    left, top, far, low = inked or (start, start, start, start)
    free = tuple(gap / _DOTS for gap in (left - start, top - start, right - far, bottom - low))
    cut = round(start), round(start), round(right), round(bottom)
    return Print(page.crop(cut), free)  # type: ignore[arg-type]
