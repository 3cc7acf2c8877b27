"""Booklets: pages, headings, answers, and text from files."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from pypdf import PdfReader

import gridwright as gw
from gridwright.language import Puzzle, State
from gridwright.language.puzzle import About
from gridwright.picture.booklet import GRIDS, PAPERS, Booklet, Layout, shortened, wrapped
from gridwright.picture.pdf import text_width

from ..grouped import examples
from .ghostscript import images, needs_ghostscript
from .samples import ONE, booklet, of
from .test_hostile import EVIL, hostile

pytestmark = pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")

SAMPLES = [of(path) for path in ONE]


def pages(layout: Layout, puzzles: list[tuple[Puzzle, State | None]]) -> list[str]:
    """The texts of a booklet's pages, blanks left out: programs that extract text put them where they think best."""
    reader = PdfReader(BytesIO(booklet(layout, puzzles)), strict=True)
    return ["".join(page.extract_text().split()) for page in reader.pages]


def nurikabe() -> tuple[Puzzle, State]:
    return next(pair for pair in SAMPLES if pair[0].genre.name == "Nurikabe")


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("answers", [True, False])
def test_pages(per_page: int, answers: bool) -> None:
    """As many as are needed for the puzzles, and for twelve answers each."""
    chosen = SAMPLES[:13]
    found = pages(Layout(per_page=per_page, answers=answers, answers_per_page=12), [*chosen])
    first = -(-13 // per_page)
    assert len(found) == first + 2 * answers
    assert all(text.endswith(str(i)) or str(i) in text for i, text in enumerate(found, 1))
    for i, (puzzle, _) in enumerate(chosen):
        assert f"{i + 1}{puzzle.genre.name}".replace(" ", "") in found[i // per_page]
    assert ("Answers" in found[first if answers else -1]) == answers
    if answers:
        assert f"13{chosen[12][0].genre.name}".replace(" ", "") in found[-1]


@pytest.mark.parametrize("paper", PAPERS)
def test_papers(paper: str) -> None:
    reader = PdfReader(BytesIO(booklet(Layout(paper), [*SAMPLES[:3]])))
    for page in reader.pages:
        assert [float(side) for side in page.mediabox[2:]] == pytest.approx(PAPERS[paper], abs=0.01)


def test_headings() -> None:
    class Local(gw.genre("Nurikabe")):  # type: ignore[misc]
        name = "Local"
        task = "Shade cells. " * 20

    puzzle, answer = nurikabe()
    told = replace(puzzle, genre=Local, about=About("The title", "An author", ("A tester", "A printer"), "hard"))
    (first, second) = pages(Layout(title="My book", rules=True), [(told, answer)])
    for words in ("Mybook", "1Thetitle", "Local–Anauthor–hard–Atester–Aprinter", "Shadecells." * 20):
        assert words in first
    assert "Mybook" not in second and "Thetitle" not in second and "Shade" not in second
    assert "Shade" not in pages(Layout(), [(told, None)])[0]


def test_rules_say_the_numbers() -> None:
    rules = Layout(rules=True)
    for size in (4, 6):
        (text,) = pages(rules, [(gw.puzzle("Sudoku", size=size), None)])
        assert f"Writethenumbers1to{size}onceineveryrow" in text
    letters = gw.puzzle("Sudoku", size=4, symbols="WORD")
    assert "Writeeachnumberonce" in pages(rules, [(letters, None)])[0]

    class Own(gw.genre("Sudoku")):  # type: ignore[misc]
        name = "Own"
        task = "Do something else."

    assert "Dosomethingelse" in pages(rules, [(replace(gw.puzzle("Sudoku", size=4), genre=Own), None)])[0]


def test_rules_say_the_numbers_in_german() -> None:
    pytest.importorskip("babel", reason="a checkout needs Babel to read catalogues")
    with gw.in_language("de"):
        assert "Zahlen1bis4jeeinmal" in pages(Layout(rules=True), [(gw.puzzle("Sudoku", size=4), None)])[0]


def test_what_concerns_the_whole_puzzle_is_told() -> None:
    """Nobody finds mines without knowing how many there are."""
    board = gw.Rect.of(2, 2)
    mines = Puzzle.of(gw.genre("Minesweeper"), board, {"number": {board.cells[0]: 1}}, {"mines": 2})
    pips = Puzzle.of(gw.genre("Pips"), board, {}, {"dominoes": ((0, 1), (2, 2)), "conditions": ()})
    (text,) = pages(Layout(), [(mines, None), (pips, None)])
    assert "Mines:2" in text and "Dominoes:" in text and "conditions" not in text


def test_puzzles_without_an_answer_are_left_out_at_the_end() -> None:
    (puzzle, answer), (other, _) = SAMPLES[:2]
    first, last = pages(Layout(), [(puzzle, answer), (other, None)])
    assert f"2{other.genre.name}" in first and f"1{puzzle.genre.name}" in last and f"2{other.genre.name}" not in last
    assert len(pages(Layout(), [(puzzle, None)])) == 1


def test_properties() -> None:
    told = PdfReader(BytesIO(booklet(Layout(title="A\0 <b>"), [SAMPLES[0]]))).metadata
    assert told is not None and told.title == "A  <b>"
    told = PdfReader(BytesIO(booklet(Layout(), [SAMPLES[0]]))).metadata
    assert told is not None and told.title == "Puzzles"


@needs_ghostscript
def test_every_genre_has_its_place(tmp_path: Path) -> None:
    """No picture lies outside of its page, nor on the number of it: the margins stay white."""
    (tmp_path / "book.pdf").write_bytes(booklet(Layout("letter", 4, "Title", True), [*SAMPLES]))
    for page in images(tmp_path, str(tmp_path / "book.pdf")):
        wide, high = page.size
        edge = round(wide * 15 / 216)  # 15 mm of the paper's width, 216 mm
        for box in ((0, 0, edge, high), (wide - edge, 0, wide, high), (0, 0, wide, edge)):
            assert page.crop(box).getextrema() == (255, 255)
        assert page.crop((0, high - edge // 2, wide, high)).getextrema() == (255, 255)


@given(hostile)
@settings(max_examples=examples(30), deadline=None)
def test_hostile_texts(text: str) -> None:
    puzzle, answer = SAMPLES[0]
    told = replace(puzzle, about=About(text, text, (text, text), text, (text,)))
    assert len(PdfReader(BytesIO(booklet(Layout(title=text), [(told, answer)])), strict=True).pages) == 2


def test_targets(tmp_path: Path) -> None:
    for target in (tmp_path / "a.pdf", str(tmp_path / "b.pdf")):
        book = Booklet(target)
        book.add(*SAMPLES[0])
        assert not Path(target).exists()
        book.save()
        assert Path(target).read_bytes().startswith(b"%PDF")
    with pytest.raises(FileNotFoundError):
        book = Booklet(tmp_path / "missing" / "c.pdf")
        book.add(*SAMPLES[0])
        book.save()


def test_any_genre_can_be_printed() -> None:
    """One that was made inside a function, too: no import finds it again."""

    class Local(gw.genre("Nurikabe")):  # type: ignore[misc]
        name = "Local"

    puzzle, answer = nurikabe()
    own = Puzzle.of(Local, puzzle.board, puzzle.given)
    assert "1Local" in pages(Layout(), [(own, State(own, answer.marks))])[1]


@pytest.mark.thorough
def test_memory_stays_flat() -> None:
    """A puzzle more costs a few kilobytes, however much its drawing takes."""
    book = Booklet(BytesIO(), Layout(per_page=4))
    for pair in SAMPLES:
        book.add(*pair)
    gc.collect()
    tracemalloc.start()
    for _ in range(3):
        for pair in SAMPLES:
            book.add(*pair)
    gc.collect()  # reference cycles that were not freed yet say nothing about what the booklet keeps
    grown = tracemalloc.get_traced_memory()[0] / (3 * len(SAMPLES))
    tracemalloc.stop()
    assert grown < 4_000


def test_shortened() -> None:
    assert shortened("a b", 100, 10) == "a b"
    assert shortened(" a \n b ", 100, 10) == "a b"
    cut = shortened("abc " * 300, 100, 10)
    assert cut.endswith("…") and text_width(cut, 10) <= 100 < text_width(cut + "abc", 10)
    assert shortened("W" * 50, 3, 10) == "…"
    for text in EVIL:
        assert "\n" not in shortened(text, 50, 10)


def test_wrapped() -> None:
    lines = list(wrapped("the sea is one connected body " * 5, 100, 8))
    assert " ".join(lines) == ("the sea is one connected body " * 5).strip()
    assert len(lines) > 3 and all(text_width(line, 8) <= 100 for line in lines)
    assert list(wrapped("x" * 100, 20, 8)) == ["x" * 100]  # a word is not cut
    assert list(wrapped("", 20, 8)) == []


def test_grids() -> None:
    assert all(columns * rows == count for count, (columns, rows) in GRIDS.items())
