"""Booklets for print: where puzzles and answers go, links, contents, inks, fonts, and templates."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PageObject, PdfReader

import gridwright as gw
from gridwright.cli import main
from gridwright.language import Puzzle, State
from gridwright.language.puzzle import About, Frozen
from gridwright.picture.booklet import Booklet
from gridwright.picture.layout import Layout, layout_of
from gridwright.picture.sheet import MM

from .samples import ONE, of

SAMPLES = [of(path) for path in ONE]
Pair = tuple[Puzzle, State | None]


def book(layout: Layout, pairs: list[Pair], apart: BytesIO | None = None) -> tuple[PdfReader, Booklet]:
    target = BytesIO()
    made = Booklet(target, layout, apart)
    for puzzle, answer in pairs:
        made.add(puzzle, answer)
    made.save()
    return PdfReader(target, strict=True), made


def texts(reader: PdfReader) -> list[str]:
    return ["".join(page.extract_text().split()) for page in reader.pages]


def pairs(count: int) -> list[Pair]:
    return [*SAMPLES[:count]]


def nurikabe(rows: int, cols: int, about: About | None = None) -> Puzzle:
    puzzle = gw.puzzle("Nurikabe", size=(rows, cols), clue={"r1c1": 2})
    return replace(puzzle, about=about) if about else puzzle


@pytest.mark.parametrize(("paper", "size"), [("a5", (148, 210)), ("170x240mm", (170, 240)), ("5x8in", (127, 203.2))])
@pytest.mark.parametrize("landscape", [False, True])
def test_papers(paper: str, size: tuple[float, float], landscape: bool) -> None:
    reader, _ = book(Layout(paper, landscape=landscape), pairs(2))
    wanted = size[::-1] if landscape else size
    for page in reader.pages:
        assert [float(side) / MM for side in page.mediabox[2:]] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize(("change", "words"), [
    ({"paper": "a9"}, "unknown paper 'a9'"), ({"paper": "1x1mm"}, "50 to 2000 mm"),
    ({"margin": 90}, "leaves no room"),
    ({"per_page": 0}, "0 puzzles per page; use 1 to 60"), ({"sort": "name"}, "not by 'name'"),
    ({"cell": 1}, "use 2 to 60 mm"),
    ({"theme": "pink"}, "unknown theme 'pink'"), ({"columns": 9}, "use 1 to 4"),
    ({"place": "front"}, "one of end, back, separate, not 'front'"),
])  # fmt: skip
def test_what_there_is_none_of_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Layout(**change)


def test_answers_on_the_back() -> None:
    reader, _ = book(Layout(per_page=2, place="back"), pairs(4))
    names = [f"{i}{puzzle.genre.name}".replace(" ", "") for i, (puzzle, _) in enumerate(pairs(4), 1)]
    found = texts(reader)
    assert len(found) == 4
    for page, own in enumerate((names[:2], names[:2], names[2:], names[2:])):
        assert all(name in found[page] for name in own)


@pytest.mark.parametrize("layout", [Layout(per_page=4), Layout(cell=9), Layout(per_page=6, cover=True)])
def test_answers_are_on_the_back_of_their_own_page(layout: Layout) -> None:
    """Also of puzzles that have a page of their own, and beside puzzles that have no answer."""
    puzzles: list[tuple[Puzzle, State | None]] = [*pairs(8)]
    puzzles[1:1] = [(nurikabe(40, 30), None)]
    puzzles[4] = puzzles[4][0], None
    reader, _ = book(replace(layout, place="back"), puzzles)
    found = texts(reader)
    for number, (puzzle, answer) in enumerate(puzzles, 1):
        heading = f"{number}{puzzle.genre.name}".replace(" ", "")
        front, *back = [i for i, text in enumerate(found) if heading in text]
        assert front % 2 == 0 and back == ([] if answer is None else [front + 1])  # pages are counted from 0


def test_answers_in_a_file_of_their_own() -> None:
    apart = BytesIO()
    reader, _ = book(Layout(place="separate", title="Book"), pairs(2), apart)
    answers = PdfReader(apart)
    assert len(reader.pages) == len(answers.pages) == 1
    assert "Answers" not in texts(reader)[0] and "Answers" in texts(answers)[0]
    assert answers.metadata is not None and answers.metadata.title == "Book: answers"


def test_links_lead_to_the_answer_and_back() -> None:
    reader, _ = book(Layout(per_page=1), pairs(2))

    def targets(page: int) -> list[int | None]:
        annotations = reader.pages[page].get("/Annots") or []
        found = [one.get_object()["/Dest"][0].get_object() for one in annotations]
        return [reader.get_page_number(target) for target in found]

    assert [targets(page) for page in range(3)] == [[2], [2], [0, 1]]


def test_a_puzzle_without_an_answer_has_no_link() -> None:
    (puzzle, _), *_ = SAMPLES
    reader, _ = book(Layout(), [(puzzle, None)])
    assert not reader.pages[0].get("/Annots")


def test_cover_contents_and_bookmarks() -> None:
    layout = Layout(
        per_page=1, title="Two genres", author="A setter", cover=True, contents=True, first_page=7, first_number=40
    )
    reader, _ = book(layout, pairs(2))
    cover, contents, first, second, answers = texts(reader)
    assert "Twogenres" in cover and "Asetter" in cover
    names = [puzzle.genre.name for puzzle, _ in pairs(2)]
    assert re.search(re.escape(names[0].replace(" ", "")) + r"7\.+", contents)
    assert re.search(re.escape(names[1].replace(" ", "")) + r"8\.+", contents)
    assert re.search(r"Answers9\.+", contents)
    assert first.startswith(f"40{names[0].replace(' ', '')}") and first.endswith("7")
    assert second.endswith("8") and "Answers" in answers
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == [*names, "Answers"]
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Two genres", "A setter")


def test_rules_stand_once_for_each_genre() -> None:
    puzzle = nurikabe(4, 4)
    reader, _ = book(Layout(rules=True, running="My line"), [(puzzle, None)] * 3)
    start = "".join(puzzle.genre.task.split())[:20]
    assert sum(text.count(start) for text in texts(reader)) == 1
    assert all("Myline" in text for text in texts(reader))


def test_sorting() -> None:
    sizes = [(6, "hard"), (4, "easy"), (5, "")]
    puzzles = [(nurikabe(n, n, About(title=f"T{n}", difficulty=level)), None) for n, level in sizes]
    for sort, order in (("size", "456"), ("difficulty", "465"), ("", "645")):
        text = texts(book(Layout(per_page=4, sort=sort), [*puzzles])[0])[0]
        assert "".join(re.findall(r"T(\d)", text)) == order, sort


def cell_size(reader: PdfReader, page: int = 0) -> float:
    """The side of a cell in millimetres: the scale at which the first picture of a page is drawn."""
    content = reader.pages[page].get_contents()
    assert content is not None
    found = re.search(rb"([\d.]+) 0 0 -[\d.]+ [\d.]+ [\d.]+ cm", content.get_data())
    assert found is not None
    return float(found[1]) / MM


def test_cells_have_the_size_that_is_asked_for_and_small_boards_grow_otherwise() -> None:
    puzzle = nurikabe(4, 4)
    assert cell_size(book(Layout(cell=8, columns=2), [(puzzle, None)] * 9)[0]) == pytest.approx(8, abs=0.01)
    assert len(book(Layout(cell=8, columns=2), [(puzzle, None)] * 9)[0].pages) == 1
    assert cell_size(book(Layout(per_page=1), [(puzzle, None)])[0]) == pytest.approx(20, abs=0.01)
    assert cell_size(book(Layout(per_page=1, large_print=True), [(puzzle, None)])[0]) > 25


def test_wide_boards_turn_their_page_and_small_print_is_told() -> None:
    wide, small = nurikabe(8, 45), nurikabe(5, 5)
    reader, made = book(Layout(per_page=4), [(small, None), (wide, None), (small, None)])
    shapes = [page.mediabox.width > page.mediabox.height for page in reader.pages]
    assert shapes == [False, True, False] and cell_size(reader, 1) > 5 and not made.remarks
    _, huge = book(Layout(), [(nurikabe(80, 80), None)])
    assert len(huge.remarks) == 1 and huge.remarks[0].startswith("number 1: cells of 2.")


def assert_fonts_are_embedded(page: PageObject) -> None:
    resources: Any = page["/Resources"]
    fonts = resources["/Font"].values()
    assert fonts and all("/FontFile2" in font.get_object()["/FontDescriptor"].get_object() for font in fonts)


def test_print_colours_are_pure_black_and_fonts_are_embedded() -> None:
    target = BytesIO()
    made = Booklet(target, Layout(cmyk=True, theme="gray", title="Ink"))
    for puzzle, answer in SAMPLES[:12]:
        made.add(puzzle, answer)
    made.save()
    reader = PdfReader(target)
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        assert not re.search(rb"[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", content.get_data())
        inks = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ [kK]\b", content.get_data())
        assert inks and {float(part) for ink in inks for part in ink} == {0}
        assert_fonts_are_embedded(page)
    assert_fonts_are_embedded(PdfReader(BytesIO(gw.draw(SAMPLES[0][0]).pdf())).pages[0])


def test_templates() -> None:
    layout = layout_of({"paper": "a5", "per_page": 4, "margin": 12, "cover": True}, {"per_page": 6})
    assert layout == Layout("a5", 6, margin=12, cover=True)
    for table, words in (
        ({"pages": 3}, "unknown setting 'pages'; did you mean per_page"),
        ({"zzz": 3}, "unknown setting 'zzz'; the settings of a booklet are paper, per_page"),
        ({"cover": 1}, "cover must be true or false, not 1"),
        ({"per_page": "4"}, "per_page must be a whole number"),
    ):
        with pytest.raises(ValueError, match=words):
            layout_of(table, {})


def test_the_command_takes_templates_and_tells_small_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.spf").write_text(gw.write(nurikabe(4, 4), "spf"))
    Path("huge.spf").write_text(gw.write(nurikabe(80, 80), "spf"))
    Path("book.toml").write_text('paper = "a5"\ncover = true\ntitle = "A book"')

    def run(*args: str) -> Any:
        return CliRunner().invoke(main, ["print", *args, "--answers", "none", "--no-proof"], catch_exceptions=False)

    assert run("small.spf", "-o", "a.pdf", "--template", "book.toml").exit_code == 0
    assert len(PdfReader("a.pdf").pages) == 2
    told = run("huge.spf", "-o", "b.pdf")
    assert told.exit_code == 0 and "b.pdf: small print: number 1: cells of 2." in told.stderr
    wrong = run("small.spf", "-o", "c.pdf", "--paper", "a9")
    assert wrong.exit_code == 2 and "unknown paper 'a9'" in wrong.stderr
    for text, words in (
        ("= 3", "1:1: expected a setting"), ('cover = true\npaper = "a9"', "2:1: unknown paper 'a9'"),
        ("cover = 1", "1:1: cover must be true or false, not 1"),
        ('cover = true\n[names]\n  Sudko = "Zahlen"', "3:3: no genre is called 'Sudko'"),
        ("[names]\nSudoku = 3", "2:1: the name of Sudoku must be a text, not 3"),
    ):
        Path("wrong.toml").write_text(text)
        wrong = run("small.spf", "-o", "c.pdf", "--template", "wrong.toml", "--name", "Fences=Loops")
        assert wrong.exit_code == 2 and wrong.output.startswith(f"wrong.toml:{words}")
    wrong = run("small.spf", "-o", "c.pdf", "--template", "book.toml", "--margin", "80")
    assert wrong.output.startswith("a margin of 80 mm leaves no room")
    missing = run("small.spf", "-o", "c.pdf", "--template", "no.toml")
    assert missing.exit_code == 2 and "no.toml: no such file" in missing.stderr and not Path("c.pdf").exists()


def test_the_command_writes_answers_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("% mine\nakari\neasy\n2 2\n1.\n##\n")

    def run(*args: str) -> Any:
        return CliRunner().invoke(main, ["print", "one.txt", "-o", "a.pdf", *args], catch_exceptions=False)

    assert run("--answers", "b.pdf").exit_code == 0
    assert len(PdfReader("a.pdf").pages) == len(PdfReader("b.pdf").pages) == 1
    assert "must go to a different file" in run("--answers", "a.pdf").stderr
    assert "--answers" in run("--answers", "b.txt").stderr


def font_sizes(page: PageObject) -> dict[float, str]:
    """The texts of a page outside its pictures, by their size in points."""
    found: dict[float, str] = {}

    def seen(text: str, _matrix: Any, _place: Any, _font: Any, size: float) -> None:
        if text.strip() and size not in (1, 10):  # in pictures
            found[size] = found.get(size, "") + text

    page.extract_text(visitor_text=seen)
    return found


def large(count: int, changes: dict[str, Any]) -> tuple[PdfReader, Booklet]:
    puzzle = nurikabe(9, 9, About(author="Ann", difficulty="hard"))
    answer = State(puzzle, Frozen())
    return book(layout_of({}, {"large_print": True, "rules": True, **changes}), [(puzzle, answer)] * count)


def test_large_print_is_large_everywhere() -> None:
    reader, made = large(4, {})
    assert len(reader.pages) == 4 + 2 and not made.remarks and not made.alone
    assert cell_size(reader, 0) >= 10 and cell_size(reader, 5) >= 10
    for page in reader.pages:
        assert min(font_sizes(page)) >= 18
    assert "Ann" in font_sizes(reader.pages[0])[18]


def test_large_print_says_what_it_cannot_have() -> None:
    reader, made = large(3, {"per_page": 6, "answers_per_page": 12})
    assert made.alone == [1, 2, 3] and len(reader.pages) == 4
    assert made.remarks[0].startswith("answer 1: cells of ") and "less than 10 mm" in made.remarks[0]
    first = reader.pages[0].extract_text()
    assert max(map(len, first.splitlines())) > 50, "rules go across the page that a puzzle has for itself"


def test_titles_are_headings_and_in_the_contents() -> None:
    titled = [nurikabe(4, 4, About(title=f"Title {n}")) for n in (1, 2)]
    layout = Layout(per_page=4, contents=True, names={"Nurikabe": "Islands"})
    reader, _ = book(layout, [(nurikabe(4, 4), None), *((puzzle, None) for puzzle in titled)])
    contents, first = texts(reader)
    assert re.findall(r"Islands|\d?Title\d", contents) == ["Islands", "2Title1", "3Title2"]
    assert "1Islands" in first and "2Title1Islands" in first and "Nurikabe" not in first
    assert "Title 1" in next(text for size, text in font_sizes(reader.pages[1]).items() if size == 11)


def test_the_difficulty_may_be_hidden() -> None:
    puzzle = nurikabe(4, 4, About(difficulty="hard"))
    for on in (True, False):
        assert ("hard" in texts(book(Layout(difficulty=on), [(puzzle, None)])[0])[0]) == on


@pytest.mark.parametrize(("paper", "size"), [
    ("17cmx24cm", (170, 240)), ("17x24cm", (170, 240)), ("B5", (176, 250)), ("6inx9in", (152.4, 228.6)),
    ("170x240", (170, 240)),
])  # fmt: skip
def test_sizes_of_paper(paper: str, size: tuple[float, float]) -> None:
    assert [side / MM for side in Layout(paper).size] == pytest.approx(size)


def test_the_command_tells_what_an_editor_should_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for i, level in enumerate(("", "hard", "")):
        Path(f"{i}.spf").write_text(gw.write(nurikabe(4, 4, About(difficulty=level)), "spf"))
    Path("wide.spf").write_text(gw.write(nurikabe(8, 45), "spf"))

    def run(*args: str) -> str:
        more = ("-o", "a.pdf", "--answers", "none", "--no-proof")
        result = CliRunner().invoke(main, ["print", *args, *more], catch_exceptions=False)
        assert result.exit_code == (2 if "is called" in result.stderr or "write a genre" in result.stderr else 0)
        return result.stderr

    rate = "gridwright convert FILE... --rate --to spf -o rated/ stores it"
    names = ("0.spf", "1.spf", "2.spf")
    assert run(*names, "--sort", "difficulty") == f"a.pdf: 2 puzzles have no difficulty and come last; {rate}\n"
    assert run("1.spf", "--sort", "difficulty") == run(*names) == ""
    told = run("0.spf", "wide.spf", "--per-page", "4")
    assert told == "a.pdf: number 2 has a page of its own: with 4 per page, cells would be smaller than 5 mm\n"
    told = run(*names, "--per-page", "60", "--large-print")
    why = "with 60 per page, cells would be smaller than 10 mm"
    assert told == f"a.pdf: large print: numbers 1, 2, 3 have a page each: {why}\n"
    assert run("0.spf", "--cmyk", "--condition", "FOGRA51") == ""
    assert "--condition FOGRRA51: not a name in the ICC registry" in run("0.spf", "--cmyk", "--condition", "FOGRRA51")
    Path("names.toml").write_text('[names]\nnurikabe = "Islands"')
    for how in (("--name", "islands in the stream=Islands"), ("--template", "names.toml")):
        assert run("0.spf", *how) == ""
        assert "1Islands" in texts(PdfReader("a.pdf"))[0]
    assert "no genre is called 'Nurik'" in run("0.spf", "--name", "Nurik=Islands")
    assert "write a genre and its name" in run("0.spf", "--name", "Nurikabe")
