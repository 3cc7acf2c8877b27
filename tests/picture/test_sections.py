"""Sections of booklets, facing pages, fonts, and answers that fill their rows."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

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
    layout = layout_of("large_print = true\nrules = true\ncontents = true\nfacing = true\nrunning = 'Line'", {})
    reader, made = sections(layout, [2], side=9, hint="Row 1: overlap")
    assert not made.remarks
    for page in reader.pages:
        sizes = font_sizes(page)
        assert not sizes or min(sizes) >= 18


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
