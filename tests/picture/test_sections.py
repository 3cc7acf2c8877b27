"""Sections of booklets, facing pages, fonts, and answers that fill their rows."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

import gridwright as gw
from gridwright.language.puzzle import About
from gridwright.picture.booklet import Booklet, BookletSection
from gridwright.picture.fonts import FILES
from gridwright.picture.layout import Layout, layout_of
from gridwright.picture.sheet import MM

from .test_layouts import SAMPLES, font_sizes, nurikabe


def sections(layout: Layout, counts: list[int], side: int = 10, **more: Any) -> tuple[PdfReader, Booklet]:
    target = BytesIO()
    made = Booklet(target, layout)
    for n, count in enumerate(counts, 1):
        made.section(BookletSection(f"Section {n}", "Some words about it."))
        for _ in range(count):
            made.add(nurikabe(side, side), **more)
    made.save()
    return PdfReader(target, strict=True), made


def boards(page: PageObject) -> list[tuple[float, float, float]]:
    """The side of the cells of each board, and its left and lower edge."""
    content = page.get_contents()
    assert content is not None
    found = re.findall(rb"1 0 0 1 ([\d.]+) ([\d.]+) cm\s+([\d.]+) 0 0 -[\d.]+ 0 0 cm", content.get_data())
    return [(float(side), float(x), float(y)) for x, y, side in found]


def origins(page: PageObject) -> list[tuple[float, float]]:
    """The side of the cells of each board, and the height of its upper edge, without clues above it."""
    content = page.get_contents()
    assert content is not None
    found = re.findall(rb"([\d.]{4,}) 0 0 -\1 [\d.]+ ([\d.]+) cm", content.get_data())
    return [(float(side), float(top)) for side, top in found if float(side) > MM]


def numbers_at(page: PageObject) -> list[float]:
    """Where the page number begins."""
    found: list[float] = []

    def seen(text: str, _matrix: Any, place: Any, _font: Any, size: float) -> None:
        if text.strip().isdigit() and size == 9 and place[5] < 20 * MM:
            found.append(place[4])

    page.extract_text(visitor_text=seen)
    return found


def test_sections_with_few_rows_share_a_page_and_heads_stay_with_their_boards() -> None:
    reader, made = sections(Layout(per_page=4, rules=True), [2, 2, 4, 3])
    texts = [page.extract_text() for page in reader.pages]
    assert [re.findall(r"Section \d", text) for text in texts] == [["Section 1", "Section 2"], ["Section 3"],
                                                                  ["Section 4"]]
    assert made.count == 11 and not made.remarks and not made.alone


def test_rules_are_printed_once_for_a_section() -> None:
    (page,) = sections(Layout(per_page=4, rules=True), [2])[0].pages
    start = "".join(nurikabe(4, 4).genre.task.split())[:20]
    assert "".join(page.extract_text().split()).count(start) == 1


def test_facing_pages_have_numbers_outside_and_gutters_inside() -> None:
    layout = Layout(per_page=1, facing=True, gutter=10, margin=15, cover=True)
    reader, _ = sections(layout, [3])
    assert len(reader.pages) == 5, "the first puzzle is on the right"
    right, left, _ = (numbers_at(page) for page in reader.pages[2:])
    assert left == [pytest.approx(15 * MM, abs=1)] and right[0] > (210 - 15 - 5) * MM
    with pytest.raises(ValueError, match="a gutter needs facing pages"):
        Layout(gutter=5)


def test_answers_have_cells_of_5_mm_and_smaller_ones_on_small_paper_are_reported() -> None:
    small = Layout("a5", answer_cell=3), Layout("a5", answers_per_page=12)
    for layout, n_remarks in ((Layout("a5"), 0), *((one, 2) for one in small)):
        target = BytesIO()
        made = Booklet(target, layout)
        for _ in range(2):
            made.add(*of_size(10))
        made.save()
        assert len([one for one in made.remarks if one.startswith("answer")]) == n_remarks, layout


def of_size(side: int) -> Any:
    from gridwright.language import State
    from gridwright.language.puzzle import Frozen

    puzzle = nurikabe(side, side)
    return puzzle, State(puzzle, Frozen())


def test_answers_upside_down_keep_their_links() -> None:
    target = BytesIO()
    made = Booklet(target, Layout(upside_down=True, per_page=1))
    made.add(*SAMPLES[0])
    made.save()
    _, answers = PdfReader(target, strict=True).pages
    (link,) = (one.get_object() for one in answers["/Annots"])  # type: ignore[attr-defined]
    left, bottom, right, top = map(float, link["/Rect"])
    assert left > 105 * MM and 0 < bottom < top < 297 * MM and right < 210 * MM


def test_large_print_is_large_in_sections() -> None:
    layout = layout_of({"large_print": True, "rules": True, "contents": True, "facing": True, "running": "Line"}, {})
    reader, made = sections(layout, [2], side=9, hint="Row 1: overlap")
    assert not made.remarks
    for page in reader.pages:
        sizes = font_sizes(page)
        assert not sizes or min(sizes) >= 18


def lines_of(page: PageObject) -> list[tuple[str, float, float]]:
    """The words written at each position outside the boards, and where they begin."""
    found: list[tuple[str, float, float]] = []

    def seen(text: str, matrix: Any, place: Any, _font: Any, _size: float) -> None:
        if text.strip() and matrix[0] == 1:
            found.append((text.strip(), place[4] + matrix[4], place[5] + matrix[5]))

    page.extract_text(visitor_text=seen)
    return found


def test_running_heads_name_what_continues_and_stand_outside() -> None:
    layout = Layout(per_page=1, facing=True, gutter=10, margin=15, cover=True, title="Summer", running="Summer")
    reader, _ = sections(layout, [2, 1], hint="Row 1: overlap")
    heads = [[(words, x) for words, x, y in lines_of(page) if y > 297 * MM - 15 * MM] for page in reader.pages]
    told = [[words for words, _ in head] for head in heads]
    assert told == [[], [], ["Summer"], ["Summer – Section 1"], ["Summer"], ["Summer"]], "none on the cover"
    right, left = heads[2][0][1], heads[3][0][1]
    assert left == pytest.approx(15 * MM, abs=0.1) and right > (210 - 15 - 20) * MM


def test_labels_stand_beside_boards_whose_hints_name_places() -> None:
    for hint, labelled in (("r2c3: overlap", True), ("Try row 1: it fails", True), ("", False), (": 2x2 block", False)):
        target = BytesIO()
        made = Booklet(target, Layout(per_page=1, answers=False))
        made.section(BookletSection("Hard ones"))
        made.add(nurikabe(4, 4), hint=hint)
        made.save()
        words = PdfReader(target, strict=True).pages[0].extract_text().split()
        assert ({"r1", "r4", "c1", "c4"} <= set(words)) == labelled, hint


def test_contents_have_the_numbers_of_puzzles() -> None:
    reader, _ = sections(Layout(per_page=4, contents=True), [2, 1])
    lines = lines_of(reader.pages[0])
    told = {y: [words for words, _, other in lines if other == y] for _, _, y in lines}
    rows = [[words for words in row if not words.startswith(".")] for row in told.values()]
    assert rows == [["Contents"], ["Puzzles", "Page"], ["Section 1", "1–2", "1"], ["Section 2", "3", "1"]]


def test_captions_and_boards_in_a_row_are_level() -> None:
    clues = gw.puzzle("Skyscrapers", size=4), gw.generate("Skyscrapers", size=4, seed=1)
    known = replace(clues[1], about=replace(clues[1].about, title="A title", author="Ann"))
    target = BytesIO()
    made = Booklet(target, Layout(per_page=2, landscape=True, difficulty=False))
    made.section(BookletSection("Towers"))
    for puzzle in clues[0], known:
        made.add(puzzle)
    made.save()
    (page,) = PdfReader(target, strict=True).pages
    captions = [y for words, _, y in lines_of(page) if y > 100 and words in ("1", "2 A title")]
    assert len(captions) == 2 and captions[0] == pytest.approx(captions[1], abs=0.01)
    (side, top), (other_side, other_top) = origins(page)
    assert other_side == pytest.approx(side) and other_top == pytest.approx(top, abs=0.1) and side > 5 * MM


def test_the_imprint_is_at_the_foot_of_the_front_and_the_back_cover_is_last() -> None:
    for layout, n_pages in ((Layout(contents=True), 3), (Layout(facing=True, cover=True), 4)):
        target = BytesIO()
        made = Booklet(target, layout)
        made.imprint, made.back_cover = "Press\nEditor: Ann", "More in August.\n\nOn sale soon."
        made.add(nurikabe(4, 4))
        made.save()
        pages = PdfReader(target, strict=True).pages
        texts = [page.extract_text() for page in pages]
        assert len(pages) == n_pages and "More in August.\nOn sale soon." in texts[-1]
        front = next(page for page, text in zip(pages, texts, strict=True) if "Editor" in text)
        heights = [y for words, _, y in lines_of(front) if words in ("Press", "Editor: Ann")]
        assert 16 * MM < heights[1] < heights[0] < 24 * MM
        assert "1\n" not in texts[-1] + "\n", "no page number"


def test_hints_stay_whole_in_columns() -> None:
    target = BytesIO()
    made = Booklet(target, Layout(per_page=4, answers=False))
    made.section(BookletSection("Hard ones"))
    for n in range(1, 120):
        made.add(nurikabe(3, 3), hint=f"r1c1 and {'r2c2, ' * (n % 9)}r3c3: " + "many words " * (n % 9 + 1))
    made.save()
    pages = [page for page in PdfReader(target, strict=True).pages if "many" in page.extract_text()]
    assert len(pages) > 1
    for page in pages:
        for column in (0, 105 * MM):
            lines = [one for one in lines_of(page) if column <= one[1] < column + 105 * MM and one[2] > 30 * MM]
            top = max(y for words, _, y in lines if re.search("r1c1|r2c2|many|words", words))
            assert any("r1c1" in words for words, _, y in lines if y == top), "a column begins with a hint"


def test_fonts() -> None:
    layout = Layout(per_page=1, font=str(FILES[2]))
    reader, _ = sections(layout, [1])
    resources: Any = reader.pages[0]["/Resources"]
    names = {str(font.get_object()["/BaseFont"]) for font in resources["/Font"].values()}
    assert any("DejaVuSans" in name for name in names)
    for name, words in (("none.ttf", "font none.ttf: no such file"), (__file__, "it needs TrueType outlines")):
        with pytest.raises(ValueError, match=words):
            Layout(font=name)


def test_qr_codes_are_drawn_beside_the_heading() -> None:
    code = [[True, False], [False, True]]
    layout = Layout(per_page=1)
    with_code, without = sections(layout, [1], code=code)[0].pages[0], sections(layout, [1])[0].pages[0]
    assert len(rectangles(with_code)) - len(rectangles(without)) == 2


def rectangles(page: PageObject) -> list[bytes]:
    content = page.get_contents()
    assert content is not None
    return re.findall(rb"\bre\b", content.get_data())


@pytest.mark.parametrize(("count", "per_page", "page", "growths"), [
    (5, 4, 1, [1.35]), (7, 4, 1, [1, 1, 1.35]), (7, 6, 1, [1.35]),
    (13, 6, 2, [1.35]),  # the first two pages do not matter
])  # fmt: skip
def test_a_lone_last_puzzle_of_a_section_grows(count: int, per_page: int, page: int, growths: list[float]) -> None:
    reader, _ = sections(Layout(per_page=per_page, answers=False), [count])
    usual, _ = origins(reader.pages[0])[0]
    assert [side / usual for side, _ in origins(reader.pages[page])] == pytest.approx(growths, abs=0.02)


@pytest.mark.parametrize(("count", "per_page", "growths"), [
    (5, 4, [1.35]), (6, 4, [1.33, 1.33]), (7, 4, [1, 1, 1]), (7, 6, [1.35]), (4, 4, [1, 1, 1, 1]), (3, 2, [1.35]),
])  # fmt: skip
def test_the_puzzles_of_an_unfinished_page_grow(count: int, per_page: int, growths: list[float]) -> None:
    target = BytesIO()
    book = Booklet(target, Layout(per_page=per_page, answers=False))
    for n in range(count):
        book.add(replace(nurikabe(10, 10), about=About(title=f"No. {n + 1}")))
    book.save()
    reader = PdfReader(target, strict=True)
    usual, _ = origins(reader.pages[0])[0]
    last = reader.pages[-1]
    assert [side / usual for side, _ in origins(last)] == pytest.approx(growths, abs=0.02)
    assert f"No. {count}" in last.extract_text()
    assert str(reader.outline).count("/Title") == 1 + count
    genre, inner = reader.outline
    assert not isinstance(genre, list) and genre.title == "Nurikabe"
    assert isinstance(inner, list) and len(inner) == count


@pytest.mark.thorough
def test_contents_are_tightened_rather_than_leave_a_few_lines_for_another_page() -> None:
    def front(n: int) -> list[str]:
        layout = Layout(per_page=12, contents=True, paper="a5", answers=False, title="Much")
        target = BytesIO()
        book = Booklet(target, layout)
        book.introduction = "Welcome."
        for i in range(n):
            book.section(BookletSection(f"Part {i + 1}"))
            book.add(nurikabe(4, 4))
        book.save()
        texts = [page.extract_text() for page in PdfReader(target).pages]
        return [text for text in texts if "Part" in text and "easy" not in text and ". . ." in text]

    most = next(n for n in range(15, 40) if len(front(n)) > 1)
    (page,) = front(most - 1)
    lines = [line for line in page.splitlines() if line.startswith("Part")]
    assert len(lines) == most - 1
    second = front(most)[1]
    assert second.count("Part") >= 3


@pytest.mark.parametrize(("paper", "per_page", "shared"), [
    ("17x24cm", 6, 4), ("a4", 6, 6), ("a4", 12, 6), ("a5", 4, 1),
])  # fmt: skip
def test_fewer_boards_share_a_page_if_most_would_be_too_small(paper: str, per_page: int, shared: int) -> None:
    reader, made = sections(Layout(paper=paper, per_page=per_page, answers=False), [13], side=11)
    first = [side for side, _ in origins(reader.pages[0])]
    assert len(first) == shared and min(first) >= 5 * MM and not made.remarks and not made.alone


def test_a_large_board_between_small_ones_grows_only_as_far_as_it_has_to() -> None:
    target = BytesIO()
    book = Booklet(target, Layout(per_page=4, answers=False))
    book.section(BookletSection("Mixed"))
    for side in 8, 8, 20, 8:
        book.add(nurikabe(side, side))
    book.save()
    found = [side for page in PdfReader(target).pages for side, _ in origins(page)]
    assert len(found) == 4 and book.alone == [3]
    assert min(found) >= 5 * MM and max(found) / min(found) < 2.2


def test_the_introduction_of_a_section_is_apart_from_the_rules() -> None:
    (page,) = sections(Layout(per_page=4, rules=True, answers=False), [2])[0].pages
    heights = [y for text, _, y in lines_of(page) if text.startswith(("Some words", "Shade cells"))]
    assert heights[0] - heights[1] == pytest.approx(2 * 9 * 1.25, abs=0.1)
