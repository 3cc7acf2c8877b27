"""Text from files can't break out of SVG, PDF or PostScript, whatever it says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

import gridwright as gw
from gridwright.language import Puzzle, Rect
from gridwright.language.puzzle import About
from gridwright.picture.eps import comment, string
from gridwright.picture.fonts import readable
from gridwright.picture.pdf import metadata
from gridwright.picture.svg import escaped

from ..grouped import examples
from ..loose import unchecked
from .ghostscript import check_printing, needs_ghostscript
from .test_svg import NS, check_form, parsed

pytestmark = pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")

EVIL = (
    "<script>alert(1)</script>", "]]>", "--><!--", "&amp; & &lt; &#0;", "\"'", "</title></svg>", "%%EOF", ">>", "<<",
    "<<\n/type (sudoku)\n>>", "%!PS\n%%EOF\n<<\n", "a\nb\r\nc\rd", ") show (pwn) print (", "((( \\", "\\", "\\) \\",
    ") } if quit", "(pwn) = flush", "\0", "a\0b", "\x01\x1b[31m\x7f\x9f", "\ufffe\uffff", "\U0010ffff", "\u2028\u2029",
    "😀 👨‍👩‍👧", "שלום עולם", "\u202egnp.exe", "漢字かな", "\ud800 x \udfff", "é\u0301\u0301", " ", "", "\t",
    "endstream endobj", "/JS (app.alert(1))", "</desc><script>", "url(#x)", "x" * 300, "(" * 300, "\\" * 300,
)  # fmt: skip
LONG = ("x" * 70_000, "(" * 70_000, "<" * 70_000, "漢 " * 20_000)
hostile = st.sampled_from(EVIL) | st.text(st.characters(), max_size=60) | st.lists(st.sampled_from(EVIL)).map("".join)


def about(text: str) -> About:
    """All that is told about a puzzle."""
    return About(text, text, (text, text), text, (text,))


def labelled(text: str) -> Puzzle:
    """A puzzle with a text in two of its cells and everywhere beside it."""
    board = Rect.of(2, 2)
    label = {board.cells[0]: text, board.cells[3]: text}
    return unchecked(gw.genre("Arukone"), board, {"label": label}, {}, about(text))


def told(text: str) -> Puzzle:
    """A puzzle that can be written in all formats, with a text everywhere beside it."""
    board = Rect.of(4, 4)
    walls = dict.fromkeys((link for link in board.links if 4 in link), True)
    return Puzzle.of(gw.genre("Sudoku"), board, {"wall": walls, "number": {board.cells[5]: 3}}, {}, about(text))


def plain(text: str) -> str:
    """A text as XML hands it out: its line ends are line feeds, and what it cannot hold is replaced."""
    return ET.fromstring(f"<a>{escaped(text)}</a>").text or ""


# -- SVG --------------------------------------------------------------------------------------------------------------


@given(hostile)
@settings(max_examples=examples(40), deadline=None)
def test_svg(text: str) -> None:
    picture = gw.draw(labelled(text))
    root = parsed(picture.svg())
    check_form(root, plain(picture.title))
    texts = [element.text or "" for element in root.iter(f"{NS}text")]
    assert texts == [plain(text)] * 2


@given(st.text(st.characters()))
@settings(deadline=None)
def test_escaped_text_is_text_again(text: str) -> None:
    """But for what XML has no place for, in elements and in quotes alike."""
    allowed = (c if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") else "\ufffd" for c in readable(text))
    assert plain(text) == "".join(allowed).replace("\r\n", "\n").replace("\r", "\n")
    assert set(ET.fromstring(f"<a b=\"{escaped(text)}\" c='{escaped(text)}'/>").attrib) == {"b", "c"}


@given(hostile)
@settings(max_examples=examples(40), deadline=None)
def test_labels_of_keys(text: str) -> None:
    """The signs of sudokus, and the letters and conditions of regions of pips."""
    board = Rect.of(2, 2)
    cells = dict.fromkeys(board.cells, text)
    pips = unchecked(gw.genre("Pips"), board, {"region": cells}, {"conditions": ((text, text, text),)})
    sudoku = unchecked(gw.genre("Sudoku"), board, {"number": {board.cells[0]: 1}}, {"symbols": (text, text)})
    for puzzle in (pips, sudoku):
        picture = gw.draw(puzzle)
        check_form(parsed(picture.svg()), picture.title)
        PdfReader(BytesIO(picture.pdf()))
        assert picture.eps().isascii()


# -- PDF --------------------------------------------------------------------------------------------------------------


@given(hostile)
@settings(max_examples=examples(40), deadline=None)
def test_pdf(text: str) -> None:
    puzzle = labelled(text)
    picture = gw.draw(puzzle)
    reader = PdfReader(BytesIO(picture.pdf()), strict=True)
    assert len(reader.pages) == 1
    assert reader.metadata is not None
    assert (reader.metadata.title or "", reader.metadata.author or "") == (metadata(picture.title), metadata(text))
    assert not {"/OpenAction", "/AA", "/Names"} & set(reader.root_object)


@pytest.mark.parametrize("text", EVIL)
def test_png(text: str) -> None:
    assert gw.draw(labelled(text)).png(60).startswith(b"\x89PNG")


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:2])
def test_very_long_texts(text: str) -> None:
    picture = gw.draw(labelled(text))
    check_form(parsed(picture.svg()), plain(picture.title))
    assert len(PdfReader(BytesIO(picture.pdf())).pages) == 1
    (again,) = gw.read_all(gw.write(told(text), "spf"))
    assert again.puzzle.about == about(text)


# -- PostScript -------------------------------------------------------------------------------------------------------


@given(st.text(st.characters(max_codepoint=0xFF)))
def test_strings_cannot_be_left(text: str) -> None:
    """Between the outer parentheses nothing ends a string, and undoing the escapes gives the text again."""
    made = string(text)
    inside = made[1:-1]
    assert made[0] + made[-1] == "()" and inside.isascii() and inside.isprintable()
    undone, i = "", 0
    while i < len(inside):
        assert inside[i] not in "()"
        octal = inside[i] == "\\"
        undone += chr(int(inside[i + 1 : i + 4], 8)) if octal else inside[i]
        i += 4 if octal else 1
    assert undone == text


@given(hostile)
def test_comments_are_one_line(text: str) -> None:
    told = comment(text)
    assert told.isascii() and (told.isprintable() or not told) and len(told) <= 210 and "<<" not in told


@given(hostile)
@settings(max_examples=examples(40), deadline=None)
def test_written_files_are_read_again(text: str) -> None:
    puzzle = told(text)
    (again,) = gw.read_all(gw.write(puzzle, "spf"))
    assert again.puzzle == puzzle
    assert again.puzzle.about == puzzle.about
    assert again.warnings == ()


@given(st.lists(hostile, min_size=2, max_size=4))
@settings(max_examples=examples(40), deadline=None)
def test_several_drawn_puzzles_in_one_file(texts: list[str]) -> None:
    found = gw.read_all("".join(gw.write(told(text), "spf") for text in texts))
    assert [reading.puzzle.about for reading in found] == [about(text) for text in texts]


@pytest.mark.thorough
@needs_ghostscript
def test_nothing_that_is_text_is_executed(tmp_path: Path) -> None:
    """The interpreter says nothing, leaves nothing on its stacks, and draws one page for each file."""
    texts = [text.encode("utf-8", "replace").decode() for text in EVIL]
    documents = [gw.write(told(text), "spf") for text in (*texts, *LONG)]
    documents += [gw.draw(labelled(text)).eps() for text in (*texts, *LONG[:3])]
    check_printing(tmp_path, documents)


@needs_ghostscript
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), min_size=12, max_size=12))
def test_no_text_is_executed(tmp_path: Path, texts: list[str]) -> None:
    for old in tmp_path.iterdir():
        old.unlink()
    documents = [gw.write(told(text), "spf") for text in texts]
    check_printing(tmp_path, documents + [gw.draw(labelled(text)).eps() for text in texts])


@needs_ghostscript
def test_the_proof_would_notice(tmp_path: Path) -> None:
    """A document with a hole is caught: the test above is worth something."""
    puzzle = labelled("a")
    for bad in (") show (pwn) print (", "\\) = (", "a) (b"):
        broken = gw.draw(puzzle).eps().replace("(a)", f"({bad})")
        with pytest.raises(AssertionError):
            check_printing(tmp_path, [broken])


def test_texts_that_cannot_be_encoded_are_refused_by_files(tmp_path: Path) -> None:
    """Halves of surrogate pairs come from no file; a string of Python that holds them cannot be saved as SPF."""
    text = gw.write(told("\ud800"), "spf")
    with pytest.raises(UnicodeEncodeError):
        (tmp_path / "a.spf").write_text(text, encoding="utf-8")
