"""Typefaces: which one writes what, and what happens with the fonts of a system, whatever they are like."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

import gridwright as gw
from gridwright.cli import main
from gridwright.language import Rect
from gridwright.picture import fonts
from gridwright.picture.fonts import FILES, FontFolders, MissingCharacter, file_for, readable, runs

from ..loose import unchecked

pytestmark = pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")

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


def sudoku(symbols: str) -> gw.Puzzle:
    board = Rect.of(2, 2)
    given = {"number": {cell: 1 + i % 2 for i, cell in enumerate(board.cells)}}
    return unchecked(gw.genre("Sudoku"), board, given, {"symbols": symbols})


def test_a_missing_character_is_never_a_silent_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "system_fonts", lambda: FontFolders(()))
    board = Rect.of(1, 1)
    picture = gw.draw(unchecked(gw.genre("Arukone"), board, {"label": {board.cells[0]: KANJI}}))
    for write in (picture.png, picture.pdf, picture.eps):
        with pytest.warns(MissingCharacter, match=r"no font has the character '漢' \(U\+6F22\)"):
            write()


def test_symbols_that_nobody_could_tell_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two characters that no font has, or an emoji: the commands ask before they draw."""
    monkeypatch.setattr(fonts, "system_fonts", lambda: FontFolders(()))
    for symbols in ("漢字", "\U0001f9a9a"):
        with pytest.raises(ValueError, match=r"no font has the symbols .* \(U\+"):
            gw.draw(sudoku(symbols)).check_symbols()
        assert symbols[0] in gw.draw(sudoku(symbols)).svg()
    gw.draw(sudoku("漢a")).check_symbols()


def four(symbols: str) -> gw.Puzzle:
    return gw.puzzle("Sudoku", size=4, number=["1 2 . .", ". . . .", ". . . .", ". . . ."], symbols=symbols)


def test_the_command_refuses_such_symbols(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "system_fonts", lambda: FontFolders(()))
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(gw.write(four("漢字ab"), "json"))
    refused = CliRunner().invoke(main, ["draw", "a.json", "-o", "a.png"])
    assert refused.exit_code == 2 and "a.json: no font has the symbols" in refused.stderr
    assert CliRunner().invoke(main, ["draw", "a.json", "-o", "a.svg"]).exit_code == 0
    Path("b.json").write_text(gw.write(four("漢abc"), "json"))
    warned = CliRunner().invoke(main, ["draw", "b.json", "-o", "b.png"])
    assert warned.exit_code == 0 and "b.json: no font has the character '漢' (U+6F22)" in warned.stderr


def test_emoji_that_a_typeface_has_are_drawn(recwarn: pytest.WarningsRecorder) -> None:
    picture = gw.draw(sudoku("😀😎"))
    assert picture.png(60) != gw.draw(sudoku("😎😀")).png(60)
    assert not [warning for warning in recwarn if issubclass(warning.category, MissingCharacter)]
