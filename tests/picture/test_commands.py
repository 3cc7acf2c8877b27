"""``gridwright draw`` and ``gridwright print``, through click's runner and as real processes."""

from __future__ import annotations

import signal
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from pypdf import PdfReader

import gridwright as gw
import gridwright.cli.draw
import gridwright.cli.print
from gridwright.cli import main
from gridwright.engine.solve.clock import Clock, ShouldStop
from gridwright.picture import items, pdf

from ..processes import HARD, running
from .test_svg import classes, parsed

UNIQUE = "% mine\nakari\neasy\n2 2\n1.\n##\n"
SEVERAL = "% mine\nakari\neasy\n2 2\n..\n..\n"
NONE = "% mine\nakari\neasy\n2 2\n2.\n##\n"
SPF = """<<
/type (nurikabe)
/sol true
/X 2
/Y 2
/title (a tiny one)
/puzzle [
(1 )
(  ) ]
/solution [
( #)
(##) ]
>>
"""
EVIL = ") show (pwn) print ( <b>&amp;</b> %%EOF >> << \\"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"unique": UNIQUE, "several": SEVERAL, "none": NONE, "hard": HARD, "two": SPF + SPF}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "tiny.spf").write_text(SPF)
    return tmp_path


def run(*args: str, input: str | None = None) -> Result:
    result = CliRunner().invoke(main, args, input=input, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def good(*args: str, input: str | None = None) -> None:
    """Runs a command that has nothing to complain of."""
    result = run(*args, input=input)
    assert (result.exit_code, result.output) == (0, "")


def refused(*args: str) -> str:
    """What is said of a command that cannot be done."""
    result = run(*args)
    assert result.exit_code == 2 and result.stdout == ""
    return result.stderr


def made(folder: str = "out") -> list[str]:
    """The names of all files of a folder, hidden ones included."""
    return sorted(path.name for path in Path(folder).iterdir())


def is_solved(file: str) -> bool:
    """Whether an SVG shows marks of an answer."""
    return "answer" in classes(parsed(Path(file).read_text(encoding="utf-8")))


# -- draw: formats and places -----------------------------------------------------------------------------------------


def test_every_format(here: Path) -> None:
    starts = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF", "eps": b"%!PS-Adobe-3.0 EPSF", "spf": b"%!PS-Adobe"}
    for kind, start in starts.items():
        good("draw", "tiny.spf", "-o", f"out.{kind}")
        good("draw", "unique.txt", "-o", "out", "--as", kind)
        for data in (Path(f"out.{kind}").read_bytes(), Path("out", f"unique.{kind}").read_bytes()):
            assert data.startswith(start)
    good("draw", "tiny.spf", "-o", "OUT.SVG")
    assert Path("OUT.SVG").read_bytes() == Path("out.svg").read_bytes()


def test_wrong_endings(here: Path) -> None:
    assert "out.jpg: pictures are written as .svg, .png, .pdf, .eps, .spf, or into a folder" in refused(
        "draw", "tiny.spf", "-o", "out.jpg"
    )
    assert "the name says svg, --as says png" in refused("draw", "tiny.spf", "-o", "out.svg", "--as", "png")
    for nowhere in ("-", ""):
        assert "name one" in refused("draw", "tiny.spf", "-o", nowhere)
    assert made(".") == sorted(["hard.txt", "none.txt", "several.txt", "tiny.spf", "two.txt", "unique.txt"])


def test_a_folder_of_pictures(here: Path) -> None:
    Path("more").mkdir()
    Path("more", "tiny.spf").write_text(SPF)
    good("draw", "tiny.spf", "two.txt", "more", "-", "-o", "new/out/", input=UNIQUE)
    assert made("new/out") == ["puzzle.svg", "tiny-2.svg", "tiny.svg", "two-1.svg", "two-2.svg"]


def test_several_puzzles_into_one_file_are_refused(here: Path) -> None:
    told = refused("draw", "two.txt", "-o", "out.svg")
    assert told == "out.svg: 2 puzzles need a folder: -o FOLDER/\n"
    told = refused("draw", "unique.txt", "tiny.spf", "-o", "out.png")
    assert told == "out.png: 2 files need a folder: -o FOLDER/\n"
    assert not Path("out.svg").exists() and not Path("out.png").exists()


def test_folders_of_outputs_are_made(here: Path) -> None:
    good("draw", "tiny.spf", "-o", "a/b.svg")
    good("print", "tiny.spf", "-o", "b/c/d.pdf")
    good("convert", "tiny.spf", "-o", "c/d.json")
    good("generate", "Tents", "4", "--seed", "1", "-o", "d/e.spf")
    good("generate", "Tents", "4", "--seed", "1", "-o", "week")
    good("draw", "tiny.spf", "-o", "month")
    assert all(map(Path.is_file, map(Path, ("a/b.svg", "b/c/d.pdf", "c/d.json", "d/e.spf"))))
    assert len(list(Path("week").glob("tents-4x4-*-1.spf"))) == 1
    assert made("month") == ["tiny.svg"]


def test_files_of_folders_are_in_natural_order(here: Path) -> None:
    Path("more").mkdir()
    for n in (1, 2, 10):
        Path("more", f"{n}.spf").write_text(SPF.replace("a tiny one", f"title-{n}-"))
    for source in ("more", "more/*.spf"):
        good("print", source, "-o", "book.pdf")
        words = " ".join(printed())
        assert words.index("title-1-") < words.index("title-2-") < words.index("title-10-")


def test_numbers_in_a_folder_have_the_same_length(here: Path) -> None:
    Path("ten.txt").write_text(SPF * 10)
    good("draw", "ten.txt", "-o", "out/")
    assert made() == [f"ten-{n:02}.svg" for n in range(1, 11)]


def test_unwritable_targets(here: Path) -> None:
    Path("folder.svg").mkdir()
    Path("folder.svg", "a.svg").mkdir()
    Path("file").write_text("")
    assert "not a directory" in refused("draw", "tiny.spf", "-o", "file/out.svg") or sys.platform == "win32"
    good("draw", "tiny.spf", "-o", "folder.svg")
    Path("folder.svg", "tiny.svg").unlink()
    Path("folder.svg", "tiny.svg").mkdir()
    assert "directory" in refused("draw", "tiny.spf", "-o", "folder.svg")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_full_disk(here: Path) -> None:
    Path("out.svg").symlink_to("/dev/full")
    assert refused("draw", "tiny.spf", "-o", "out.svg") == "out.svg: no space left on device\n"


def test_unreadable_files_do_not_stop_the_others(here: Path) -> None:
    result = run("draw", "missing.txt", "tiny.spf", "-o", "out")
    assert (result.exit_code, result.stderr) == (2, "missing.txt: no such file or directory\n")
    assert made() == ["tiny.svg"]


# -- draw: sizes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "points"), [
    ("36mm", 36 / 25.4 * 72), ("36", 36 / 25.4 * 72), ("3.6 cm", 36 / 25.4 * 72), ("2in", 144), ("100pt", 100),
])  # fmt: skip
def test_sizes(here: Path, told: str, points: float) -> None:
    for kind in ("svg", "png", "pdf", "eps", "spf"):
        good("draw", "tiny.spf", "-o", f"out.{kind}", "--size", told, "--dpi", "144")
    assert float(parsed(Path("out.svg").read_text()).attrib["width"].removesuffix("pt")) == pytest.approx(points, 1e-4)
    assert Image.open("out.png").width == round(2 * points)
    assert float(PdfReader("out.pdf").pages[0].mediabox.width) == pytest.approx(points, abs=0.01)
    for name in ("out.eps", "out.spf"):
        box = Path(name).read_text().partition("%%HiResBoundingBox: 0 0 ")[2].split()
        assert float(box[0]) == pytest.approx(points, abs=0.001)


@pytest.mark.parametrize("told", ["", "big", "1e3mm", "-5mm", "5 km", "0mm", "3mm", "6m", "nan", "5mm5"])
def test_no_sizes(here: Path, told: str) -> None:
    words = refused("draw", "tiny.spf", "-o", "out.svg", f"--size={told}")
    assert "is not a length" in words or "is out of range" in words


def test_a_picture_knows_its_size_on_paper(here: Path) -> None:
    good("draw", "tiny.spf", "-o", "out.png", "--size", "80mm", "--dpi", "300")
    with Image.open("out.png") as picture:
        picture.load()
        assert picture.width / picture.info["dpi"][0] * 25.4 == pytest.approx(80, abs=0.1)


def test_small_sizes_have_a_unit(here: Path) -> None:
    told = refused("draw", "tiny.spf", "-o", "out.svg", "--size", "5")
    assert "'5' means 5 mm, which is small; add the unit: 5mm or 5cm" in told
    good("draw", "tiny.spf", "-o", "out.svg", "--size", "5mm")


def test_resolutions(here: Path) -> None:
    widths = []
    for dpi in ("75", "150", "300"):
        good("draw", "tiny.spf", "-o", "out.png", "--dpi", dpi)
        widths.append(Image.open("out.png").width)
    assert widths == [pytest.approx(widths[1] * factor, abs=1) for factor in (0.5, 1, 2)]
    good("draw", "tiny.spf", "-o", "other.png")
    assert Image.open("other.png").width == widths[1]
    for dpi in ("9", "2401", "x"):
        assert "--dpi" in refused("draw", "tiny.spf", "-o", "no.png", "--dpi", dpi)
    assert "dpi must be a number above 0" in refused("draw", "tiny.spf", "-o", "no.png", "--dpi", "nan")
    assert "at most 20000 each way" in refused("draw", "tiny.spf", "-o", "no.png", "--dpi", "2400", "--size", "1000")
    assert not Path("no.png").exists()


# -- draw: solutions --------------------------------------------------------------------------------------------------


def test_solutions(here: Path) -> None:
    good("draw", "unique.txt", "-o", "puzzle.svg")
    good("draw", "unique.txt", "-o", "solved.svg", "--solution")
    good("draw", "tiny.spf", "-o", "stored.svg", "--solution")
    assert [is_solved(f"{name}.svg") for name in ("puzzle", "solved", "stored")] == [False, True, True]


def test_solutions_that_are_none(here: Path) -> None:
    for name, status, told in (
        ("several", True, "several.txt: the puzzle has several answers\n"),
        ("none", False, "none.txt: the puzzle has no answer\n"),
        ("hard", False, "hard.txt: no answer was found in time\n"),
    ):
        limit = ("--timeout", "0.2") if name == "hard" else ()
        result = run("draw", f"{name}.txt", "-o", f"{name}.svg", "--solution", *limit)
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", told)
        assert Path(f"{name}.svg").exists() == status


def test_puzzle_files_get_the_answer_and_show_it_if_asked(here: Path) -> None:
    """The answer that a file holds goes into the new one, where it stays hidden."""
    good("draw", "tiny.spf", "-o", "hidden.spf")
    good("draw", "tiny.spf", "-o", "shown.spf", "--solution")
    good("draw", "unique.txt", "-o", "bare.spf")
    texts = {name: Path(f"{name}.spf").read_text() for name in ("hidden", "shown", "bare")}
    assert "/sol true" in texts["shown"] and "gw-sol {" in texts["hidden"] and "gw-sol {" not in texts["bare"]
    assert "/sol true" in texts["hidden"]  # as in the file
    for name in ("hidden", "shown"):
        (reading,) = gw.read_all(texts[name])
        assert reading.puzzle == gw.read(SPF) and reading.answer is not None
        assert reading.puzzle.about.title == "a tiny one"


def test_a_puzzle_file_learns_to_print_itself(here: Path) -> None:
    """A second time changes nothing. The file itself is an input, which is never overwritten."""
    good("draw", "tiny.spf", "-o", "drawn.spf")
    text = Path("drawn.spf").read_text()
    assert text.startswith("%!PS-Adobe") and gw.read(text) == gw.read(SPF)
    good("draw", "drawn.spf", "-o", "again.spf")
    assert Path("again.spf").read_text() == text
    assert run("draw", "tiny.spf", "-o", "tiny.spf").exit_code == 2 and Path("tiny.spf").read_text() == SPF


def test_hostile_titles(here: Path) -> None:
    puzzle = SPF.replace("a tiny one", EVIL.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)"))
    Path("evil.spf").write_text(puzzle)
    for kind in ("svg", "png", "pdf", "eps", "spf"):
        good("draw", "evil.spf", "-o", f"out.{kind}")
    assert EVIL in (parsed(Path("out.svg").read_text())[0].text or "")
    assert gw.read("out.spf").about.title == EVIL
    assert PdfReader("out.pdf").metadata.title == f"Nurikabe: {EVIL}"  # type: ignore[union-attr]


# -- print ------------------------------------------------------------------------------------------------------------


def printed(name: str = "book.pdf") -> list[str]:
    """The texts of a booklet's pages, without blanks."""
    reader = PdfReader(BytesIO(Path(name).read_bytes()), strict=True)
    return ["".join(page.extract_text().split()) for page in reader.pages]


def test_print(here: Path) -> None:
    good("print", "unique.txt", "two.txt", "-o", "book.pdf", "--title", "My puzzles")
    first, second, last = printed()
    assert "Mypuzzles" in first and "1Akari" in first and "2atinyoneNurikabe" in first
    assert "3atinyoneNurikabe" in second
    assert "Answers" in last and all(word in last for word in ("1Akari", "2Nurikabe", "3Nurikabe"))


@pytest.mark.parametrize(("per_page", "count"), [("1", 5), ("2", 3), ("4", 2), ("6", 1)])
def test_print_so_many_on_a_page(here: Path, per_page: str, count: int) -> None:
    files = ["tiny.spf", "two.txt", "two.txt"]
    good("print", *files, "-o", "book.pdf", "--per-page", per_page, "--answers", "none")
    assert len(printed()) == count
    good("print", *files, "-o", "book.pdf", "--per-page", per_page)
    assert len(printed()) == count + 1


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612, 792))])
def test_print_on_paper(here: Path, paper: str, size: tuple[float, float]) -> None:
    good("print", "tiny.spf", "-o", "book.pdf", "--paper", paper)
    for page in PdfReader("book.pdf").pages:
        assert [float(side) for side in page.mediabox[2:]] == pytest.approx(size, abs=0.01)


def test_in_a_terminal_a_line_says_what_was_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (gridwright.cli.draw, gridwright.cli.print):
        monkeypatch.setattr(module, "is_watched", lambda _: True)
    assert run("print", "two.txt", "unique.txt", "-o", "book.pdf").stderr == "book.pdf: 3 puzzles, 3 pages\n"
    assert run("draw", "two.txt", "-o", "out/").stderr == "out: 2 pictures\n"
    assert run("draw", "tiny.spf", "-o", "out.svg").stderr == "out.svg: 1 picture\n"


def test_print_hostile_titles(here: Path) -> None:
    good("print", "tiny.spf", "-o", "book.pdf", "--title", EVIL)
    assert "".join(EVIL.split()) in printed()[0]
    assert PdfReader("book.pdf").metadata.title == EVIL  # type: ignore[union-attr]


def test_print_what_has_no_single_answer(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = gw.solve

    def patient(puzzle: gw.Puzzle, **options: Any) -> gw.Verdict:
        """All but the hard puzzle are decided, however busy the machine is."""
        return solve(puzzle, **options | ({} if puzzle.genre.name == "Picross" else {"timeout": None}))

    monkeypatch.setattr(gw, "solve", patient)
    result = run("print", "unique.txt", "several.txt", "none.txt", "hard.txt", "-o", "book.pdf", "--timeout", "0.2")
    assert result.exit_code == 1
    told = [
        "several.txt (number 2 of the booklet): the puzzle has several answers",
        "none.txt (number 3 of the booklet): the puzzle has no answer",
        "hard.txt (number 4 of the booklet): no answer was found in time",
    ]
    assert result.stderr.splitlines() == told
    *_, last = printed()
    assert "1Akari" in last and "2Akari" in last and "3Akari" not in last and "4Picross" not in last
    bare = run("print", "unique.txt", "several.txt", "none.txt", "-o", "book.pdf", "--answers", "none")
    assert (bare.exit_code, bare.stderr.splitlines()) == (1, told[:2])
    good("print", "several.txt", "none.txt", "-o", "book.pdf", "--answers", "none", "--no-proof")


def test_print_nothing(here: Path) -> None:
    """Where there is no puzzle, there is no booklet, and one that was there stays."""
    Path("old.pdf").write_bytes(b"old")
    Path("empty").mkdir()
    assert "no such file" in refused("print", "missing.txt", "-o", "new.pdf")
    assert "there are no files in this folder" in refused("print", "empty", "-o", "old.pdf")
    assert not Path("new.pdf").exists() and Path("old.pdf").read_bytes() == b"old"


def test_print_the_readable_ones(here: Path) -> None:
    result = run("print", "missing.txt", "tiny.spf", "-o", "book.pdf")
    assert result.exit_code == 2
    assert "1atinyoneNurikabe" in printed()[0]


def test_print_where_nothing_can_be_written(here: Path) -> None:
    """That is said before the work begins."""
    Path("folder.pdf").mkdir()
    begun = time.process_time()
    Path("file").write_text("")
    assert refused("print", "hard.txt", "-o", "file/book.pdf") == "file/book.pdf: file is not a directory\n"
    assert "is a directory" in refused("print", "hard.txt", "-o", "folder.pdf")
    for name in ("book.txt", "book", "-", "book.svg"):
        assert f"{name}: a booklet is a PDF; use a name that ends in .pdf" in refused("print", "hard.txt", "-o", name)
    assert time.process_time() - begun < 5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_print_on_a_full_disk(here: Path) -> None:
    Path("book.pdf").symlink_to("/dev/full")
    assert refused("print", "tiny.spf", "-o", "book.pdf") == "book.pdf: no space left on device\n"


@pytest.mark.parametrize("option", ["--per-page=0", "--paper=a3", "--answers=somewhere"])
def test_print_options_that_are_none(here: Path, option: str) -> None:
    assert option.split("=")[0] in refused("print", "tiny.spf", "-o", "book.pdf", option)


# -- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("args", [
    ["draw", "tiny.spf", "hard.txt", "two.txt", "-o", "out", "--solution"],
    ["print", "tiny.spf", "hard.txt", "two.txt", "-o", "book.pdf"],
])  # fmt: skip
def test_interrupt(here: Path, tmp_path_factory: pytest.TempPathFactory, args: list[str]) -> None:
    """What is done stays, what is not is not there, and nothing is left half-written."""
    Path("out").mkdir()
    before = made(".")
    with running(tmp_path_factory.mktemp("run"), *args) as program:
        program.searches()
        program.interrupt()
        assert program.end() == (130, "", "stopped\n")
    assert made(".") == before
    assert made() == (["tiny.svg"] if args[0] == "draw" else [])


# -- time limits and Ctrl-C -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["draw", "check"])
def test_drawing_has_a_time_limit(here: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is drawn under a clock that ends it when the time of the option is up."""
    limits = []

    class Noted(Clock):
        def __init__(self, timeout: float | None = None, stop: ShouldStop | None = None) -> None:
            limits.append(timeout)
            super().__init__(0, stop)

    monkeypatch.setattr(gridwright.cli.draw, "Clock", Noted)
    puzzle = gw.puzzle("Nurikabe", size=40)
    sea = gw.state(puzzle, [[True] * 40] * 40)
    Path("large.spf").write_text(gw.write(puzzle, "spf", sea, printable=False))
    result = run(command, "large.spf", "-o", "late.pdf", "--timeout", "7")
    assert (result.exit_code, result.stderr) == (2, "large.spf: drawing takes longer than 7 s\n")
    assert limits == [7] and not Path("late.pdf").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("args", [
    ["draw", "unique.txt", "-o", "new.pdf"], ["check", "tiny.spf", "-o", "new.pdf"],
    ["print", "unique.txt", "-o", "new.pdf"],
], ids=lambda args: args[0])  # fmt: skip
def test_drawing_ends_at_once_on_interrupt(here: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    def paint(*_args: Any, **_more: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the program goes on")

    monkeypatch.setattr(pdf, "paint_on", paint)
    monkeypatch.setattr(items, "paint_on", paint)
    result = run(*args)
    assert (result.exit_code, result.stderr) == (130, "stopped\n")
    assert not Path("new.pdf").exists()
