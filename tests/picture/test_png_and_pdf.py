"""PNG and PDF: they decode, they have the size that was asked for, and text is text."""

from __future__ import annotations

import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

import gridwright as gw
from gridwright.language import Puzzle, Rect
from gridwright.language.puzzle import About
from gridwright.picture import png
from gridwright.picture.paint import PAINTS
from gridwright.picture.png import LARGEST
from gridwright.picture.sheet import MM

from ..grouped import case_name
from ..loose import unchecked
from .samples import ONE, of, written

each_genre = pytest.mark.parametrize("path", ONE, ids=case_name)


def sudoku(symbols: str = "", about: About | None = None, side: int = 4) -> Puzzle:
    board = Rect.of(side, side)
    numbers = {cell: 1 + i % side for i, cell in enumerate(board.cells[: 2 * side])}
    keys = {"symbols": symbols} if symbols else {}
    return unchecked(gw.genre("Sudoku"), board, {"number": numbers}, keys, about)


def pages(data: bytes) -> list[Any]:
    return list(PdfReader(BytesIO(data), strict=True).pages)


def words(page: Any) -> str:
    """The text of a page without any spaces: programs that extract it put them where they think best."""
    return "".join(page.extract_text().split())


@each_genre
def test_png_has_the_size_of_its_resolution(path: Path) -> None:
    picture = gw.draw(*of(path))
    for dpi in (50, 96.5):
        with Image.open(BytesIO(picture.png(dpi))) as image:
            image.load()
            assert image.format == "PNG"
            assert image.size == tuple(round(side * dpi / 72) for side in picture.size)
            grey = image.convert("L").getextrema()
            assert grey[0] < 64 and grey[1] == 255  # type: ignore[operator]


def test_the_background_is_white_paper() -> None:
    """Otherwise black clues would vanish where a picture stands on something dark."""
    picture = gw.draw(*of(ONE[0]))
    with Image.open(BytesIO(picture.png(50))) as image:
        assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    (page,) = pages(picture.pdf())
    wide, high = (float(side) for side in page.mediabox[2:])
    content = page.get_contents().get_data().decode("latin-1")
    found = re.search(r"1 1 1 rg\s+n 0 0 ([0-9.]+) ([0-9.]+) re f\*?\s", content)
    assert found is not None
    assert [float(side) for side in found.groups()] == pytest.approx([wide, high], abs=0.01)
    assert found.start() < content.index("cm", content.index("q"))
    first = next(line for line in picture.eps().splitlines() if line.startswith("newpath"))
    left, top, right, bottom = picture.box
    assert first.endswith(" r p-page")
    box = left, top, right - left, bottom - top
    assert [float(side) for side in first.split()[1:5]] == pytest.approx(box, abs=1e-4)


def test_png_has_the_width_that_is_asked_for() -> None:
    data = gw.draw(*of(ONE[0])).png(72, size=333)
    assert Image.open(BytesIO(data)).width == 333


@pytest.mark.parametrize(("dpi", "words"), [
    *((dpi, f"at most {LARGEST} each way") for dpi in (1e6, 1e-6, float("inf"))),
    *((dpi, "dpi must be a number above 0") for dpi in (0, -1, float("nan"))),
])  # fmt: skip
def test_png_of_no_dots_or_too_many_is_refused(dpi: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gw.draw(*of(ONE[0])).png(dpi)


@each_genre
def test_pdf_is_a_page_with_all_words(path: Path) -> None:
    picture = gw.draw(*of(path))
    (page,) = pages(picture.pdf())
    assert [float(side) for side in page.mediabox[2:]] == pytest.approx(picture.size, abs=0.01)
    text = words(page)
    for word in written(picture):
        assert "".join(word.split()) in text, word


def test_pdf_has_the_width_that_is_asked_for() -> None:
    (page,) = pages(gw.draw(*of(ONE[0])).pdf(size=300))
    assert float(page.mediabox.width) == pytest.approx(300)


def test_pdf_embeds_its_typefaces() -> None:
    (page,) = pages(gw.draw(sudoku("ABCD")).pdf())
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    used = [font for font in fonts if font["/Subtype"] == "/TrueType"]
    assert used
    assert all("/FontFile2" in font["/FontDescriptor"] for font in used)


def test_pdf_tells_title_and_author() -> None:
    about = About(title="Übung (1) <&>", author="Dvořák")
    told = PdfReader(BytesIO(gw.draw(sudoku(about=about)).pdf())).metadata
    assert told is not None
    assert (told.title, told.author) == ("Sudoku: Übung (1) <&>", "Dvořák")


@pytest.mark.parametrize("symbols", ["αβγδ", "ЖЩЪЯ", "ÄÖÜß", "♠♥♦♣", "①②③④", "<>&'", "()\\%"])
def test_symbols_of_any_alphabet(symbols: str) -> None:
    """The bundled typefaces write them: as text in SVG and PDF, as dots that differ from symbol to symbol in PNG."""
    picture = gw.draw(sudoku(symbols))
    assert set(written(picture)) == set(symbols)
    (page,) = pages(picture.pdf())
    assert set(symbols) <= set(page.extract_text())
    looks = {gw.draw(sudoku(symbols[i] * 4)).png(60) for i in range(4)}
    assert len(looks) == 4


def test_formats_are_told_by_names(tmp_path: Path) -> None:
    picture = gw.draw(*of(ONE[0]))
    for name, start in (("a.svg", b"<svg "), ("b.PNG", b"\x89PNG"), ("c.pdf", b"%PDF"), ("d.eps", b"%!PS-Adobe-3.0 E")):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    for name in ("e.jpg", "f", "g.svg.gz"):
        with pytest.raises(ValueError, match=r"use \.svg, \.png, \.pdf or \.eps"):
            picture.save(tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "b.PNG", "c.pdf", "d.eps"]


def test_natural_sizes() -> None:
    """Cells of 9 mm, on boards that fit on a page; larger ones are as large as a page allows."""
    small, large = gw.draw(sudoku()), gw.draw(sudoku(side=60))
    assert small.size[0] / (small.box[2] - small.box[0]) == pytest.approx(9 * MM)
    assert max(large.size) == pytest.approx(180 * MM)
    assert large.weight > 1 > small.weight


def test_borders_scale_with_the_board() -> None:
    """At one width of the picture, borders of smaller boards are a little thicker, but thinner than digits."""
    last = 5.0
    for n in (4, 6, 10, 20, 30, 60):
        picture = gw.draw(sudoku(side=n))
        dots = 300 / (picture.box[2] - picture.box[0])
        grid, frame, wall = (picture.line_width(PAINTS[name]) * dots for name in ("grid", "frame", "wall"))
        assert 1 < wall < last and grid < 1 and grid < frame < wall
        last = wall
    stem = 0.14 * 0.56
    assert gw.draw(sudoku(side=4)).line_width(PAINTS["wall"]) < 0.75 * stem


# -- large pictures ---------------------------------------------------------------------------------------------------


def test_large_pictures_are_rendered_apart_and_look_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = gw.draw(sudoku(side=9))
    here = picture.png(100)
    monkeypatch.setattr(png, "_rendered", None)
    monkeypatch.setattr(png, "_MOST_DOTS", 10)
    assert picture.png(100) == here


def test_rendering_stops_when_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    monkeypatch.setattr(png, "_PROGRAM", "import time; time.sleep(1000)")
    monkeypatch.setattr(png, "_MOST_DOTS", 10)
    picture = gw.draw(gw.puzzle("Sudoku", size=9), stop=lambda: bool(started))
    with pytest.raises(gw.TimeUp):
        picture.png()
    assert [one.poll() is not None for one in started] == [True]


def test_a_renderer_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_PROGRAM", "raise SystemExit('out of ink')")
    monkeypatch.setattr(png, "_MOST_DOTS", 10)
    with pytest.raises(RuntimeError, match="out of ink"):
        gw.draw(gw.puzzle("Sudoku", size=9)).png()
