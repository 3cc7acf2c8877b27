"""Typefaces: which one writes what, and what happens with the fonts of a system, whatever they are like."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

import gridwright as gw
from gridwright.language import Rect
from gridwright.picture import fonts
from gridwright.picture.fonts import FILES, FontFolders, file_for, readable, runs

from ..loose import unchecked

KANJI = "漢"


def font(path: Path, char: str, allowed: int = 0, outlines: str = "glyf") -> Path:
    """Makes a font with one character, a triangle."""
    builder = FontBuilder(1000, isTTF=outlines == "glyf")
    builder.setupGlyphOrder([".notdef", "shape"])
    builder.setupCharacterMap({ord(char): "shape"})
    corners = (0, 0), (500, 800), (900, 0)
    if outlines == "glyf":
        pen = TTGlyphPen(None)
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
        builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "shape": pen.glyph()})
    else:
        curves = T2CharStringPen(1000, None)
        curves.moveTo(corners[0])
        for corner in corners[1:]:
            curves.lineTo(corner)
        curves.closePath()
        empty = T2CharStringPen(1000, None).getCharString()
        builder.setupCFF("Made", {}, {".notdef": empty, "shape": curves.getCharString()}, {})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "shape": (1000, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": f"Made {path.stem}", "styleName": "Regular", "psName": f"Made-{path.stem}"})
    builder.setupOS2(fsType=allowed)
    builder.setupPost()
    builder.save(path)
    return path


@pytest.mark.parametrize("char", "aZ09äß−×αΩжЯ")
@pytest.mark.parametrize("bold", [False, True])
def test_usual_characters(char: str, bold: bool) -> None:
    assert file_for(char, bold) == FILES[bold]


def test_rare_characters() -> None:
    assert file_for("★", False) == FILES[2]
    assert list(runs("a★☆b", True)) == [(FILES[1], "a"), (FILES[2], "★☆"), (FILES[1], "b")]


def test_all_files_are_there() -> None:
    for path in FILES:
        assert path.is_file() and {ord("0"), ord("Z")} <= fonts.characters(path)
    assert {path.name for path in fonts.FOLDER.glob("LICENSE*")} == {"LICENSE-DejaVu.txt", "LICENSE-Liberation.txt"}


def test_fonts_of_the_system(tmp_path: Path) -> None:
    inside = tmp_path / "deep" / "inside"
    inside.mkdir(parents=True)
    made = font(inside / "kanji.ttf", KANJI)
    folders = FontFolders((tmp_path / "missing", tmp_path))
    assert folders.file_for(ord(KANJI)) == made
    assert folders.file_for(ord("字")) is None
    shutil.rmtree(tmp_path / "deep")
    assert folders.file_for(ord(KANJI)) == made  # nothing is read twice


def test_unfit_fonts_are_passed_over(tmp_path: Path) -> None:
    """Damaged ones, those with outlines of another kind, and those whose makers forbid to embed them."""
    data = FILES[0].read_bytes()
    for size in (0, 3, 11, 40, 300, 5_000, 100_000):
        (tmp_path / f"a{size}.ttf").write_bytes(data[:size])
    (tmp_path / "b.ttf").write_bytes(b"no font at all" * 50)
    (tmp_path / "c.ttf").mkdir()
    font(tmp_path / "d.ttf", KANJI, outlines="CFF")
    font(tmp_path / "e.ttf", KANJI, allowed=2)
    font(tmp_path / "f.ttf", KANJI, allowed=0x100)
    good = font(tmp_path / "g.ttf", KANJI, allowed=8)
    assert FontFolders((tmp_path,)).file_for(ord(KANJI)) == good


def test_characters_of_system_fonts_are_drawn_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = FontFolders((font(tmp_path / "kanji.ttf", KANJI).parent,))
    monkeypatch.setattr(fonts, "system_fonts", lambda: made)
    board = Rect.of(1, 1)
    puzzle = unchecked(gw.genre("Arukone"), board, {"label": {board.cells[0]: KANJI}})
    picture = gw.draw(puzzle)
    assert b"FontFile2" in picture.pdf()
    assert "newpath 0 0 m 0.5 0.8 l 0.9 0 l h" in " ".join(picture.eps().split())
    with_it = picture.png(60)
    monkeypatch.setattr(fonts, "system_fonts", lambda: FontFolders(()))
    assert gw.draw(puzzle).png(60) != with_it


def test_halves_of_pairs_become_readable() -> None:
    assert readable("a\ud800b\udfffc😀") == "a\ufffdb\ufffdc😀"
