"""The command line: gridwright generate."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdf import PdfReader

import gridwright as gw
from gridwright.cli import main
from gridwright.cli.orders import Order
from gridwright.cli.show import Stop
from gridwright.making.makers import Makers


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["generate", *args], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def test_what_is_printed_is_a_puzzle_file() -> None:
    puzzle = gw.read(run("Tents", "5x6", "--seed", "1"))
    assert isinstance(puzzle.board, gw.Rect) and (puzzle.board.n_rows, puzzle.board.n_cols) == (5, 6)
    assert gw.solve(puzzle).status == "unique"


def test_a_folder_gets_a_file_for_each_puzzle(tmp_path: Path) -> None:
    run("Tents", "5", "--count", "2", "--seed", "1", "-o", f"{tmp_path}/new/")
    files = sorted((tmp_path / "new").iterdir())
    puzzles = [gw.read(file) for file in files]
    assert len(set(puzzles)) == 2
    labels = {gw.rate(puzzle).label for puzzle in puzzles}
    named = [re.fullmatch(r"tents-5x5-(\w+)-([12])\.spf", file.name) for file in files]
    assert {match and match[1] for match in named} == labels and {match and match[2] for match in named} == {"1", "2"}


def test_nothing_that_was_made_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("Tents", "5", "--count", "9", "--seed", "1", "-o", "new/")
    before = {file.name: file.read_text() for file in Path("new").iterdir()}
    run("Tents", "5", "--count", "2", "--seed", "2", "-o", "new/")
    after = {file.name: file.read_text() for file in Path("new").iterdir()}
    assert before.items() < after.items()
    assert {name.rpartition("-")[2] for name in after.keys() - before} == {"10.spf", "11.spf"}
    for output in ("a.spf", "a.json", "a.pdf", "a.txt"):
        order = ("Tents", "5", "--seed", "1", "-o", output, *(("--to", "puzzlink") if output == "a.txt" else ()))
        run(*order)
        made = Path(output).read_bytes()
        assert f"{output}: this file exists; choose another name, or add --overwrite" in run(*order, status=2)
        assert Path(output).read_bytes() == made
        Path(output).write_text("")
        run(*order, "--overwrite")
        assert Path(output).read_bytes()
    (first,) = (name for name in before if name.endswith("-1.spf"))
    label = first.split("-")[2]
    run("Tents", "5", "--difficulty", label, "--seed", "3", "-o", "new/", "--overwrite")
    assert Path("new", first).read_text() != before[first]
    assert "new: this folder is not empty" in run("--all", "-o", "new/", status=2)


def test_numbers_have_the_same_length(tmp_path: Path) -> None:
    run("Tents", "4", "--count", "10", "--seed", "1", "-o", f"{tmp_path}/new/")
    names = sorted(file.stem.rpartition("-")[2] for file in (tmp_path / "new").iterdir())
    assert names == [f"{n:02}" for n in range(1, 11)]


def test_a_booklet_without_a_seed_says_which_it_was(tmp_path: Path) -> None:
    told = run("Tents", "5", "--count", "2", "-o", str(tmp_path / "a.pdf"))
    found = re.fullmatch(r".*a\.pdf: 2 puzzles, seed (\w+)\n", told)
    assert found
    run("Tents", "5", "--count", "2", "--seed", found[1], "-o", str(tmp_path / "b.pdf"))
    first, second = (PdfReader(tmp_path / name).pages[0].extract_text() for name in ("a.pdf", "b.pdf"))
    assert first == second


@pytest.mark.parametrize("name", ["Jigsaw Sudoku", "chaos-sudoku"])
def test_a_name_may_stand_for_an_option(name: str) -> None:
    wall = gw.read(run("Sudoku", "6", "--seed", "1", "--option", "boxes=irregular")).given["wall"]
    assert gw.read(run(name, "6", "--seed", "1")).given["wall"] == wall
    assert next(gw.generate_many(name, size=6, seed=1)).given["wall"] == wall
    boxes = gw.read(run("Sudoku", "6", "--seed", "1")).given["wall"]
    assert wall != boxes == gw.read(run(name, "6", "--seed", "1", "--option", "boxes=2x3")).given["wall"]


def test_only_names_of_a_genre_stand_for_its_options() -> None:
    from gridwright.making.request import options_of

    implied = {genre: genre.making.implied for genre in gw.known_genres() if genre.making.implied}
    assert implied
    for genre, names in implied.items():
        assert names.keys() <= set(genre.aliases)
        assert all(own.keys() <= options_of(genre).keys() for own in names.values())


def test_lines_go_on_where_they_end(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    order = ("Tents", "5", "--seed", "1", "-o", str(file), "--count")
    run(*order, "2")
    first = file.read_text()
    run(*order, "3")
    assert file.read_text().startswith(first)
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert [one["made"]["number"] for one in told] == [0, 1, 2]
    puzzles = list(gw.generate_many("Tents", size=(5, 5), count=3, seed=1))
    assert [reading.puzzle for reading in gw.read_all(file)] == puzzles
    assert [gw.read(line) for line in file.read_text().splitlines()] == puzzles


def test_other_commands_read_the_lines(tmp_path: Path) -> None:
    """Also those of boards with holes and of boards that are no rectangles."""
    mask, file = tmp_path / "mask.txt", str(tmp_path / "a.jsonl")
    mask.write_text("#....\n" + ".....\n" * 4)
    run("Fences", "--mask", str(mask), "--seed", "1", "-o", file)
    run("Tents", "5", "--seed", "1", "-o", file)
    assert run("--structure", str(mask), "-o", file, status=2)
    solved = CliRunner().invoke(main, ["solve", file, "--json"])
    assert [json.loads(line)["status"] for line in solved.stdout.splitlines()] == ["unique", "unique"]
    for command in (["print", file, "-o", str(tmp_path / "a.pdf")], ["convert", file, str(tmp_path / "a.json")]):
        assert CliRunner().invoke(main, command).exit_code == 0
    assert gw.read_all(tmp_path / "a.json") == gw.read_all(file)
    assert "made" not in (tmp_path / "a.json").read_text()


def test_puzzles_are_made_in_a_format(tmp_path: Path) -> None:
    order = ("Tents", "5", "--seed", "1", "--count", "2", "--to")
    puzzles = list(gw.generate_many("Tents", size=(5, 5), count=2, seed=1))
    shown = CliRunner().invoke(main, ["generate", *order, "puzzlink"]).stdout
    assert [line.startswith("https://puzz.link/p?tents/5/5/") for line in shown.splitlines()] == [True, True]
    assert [reading.puzzle.given for reading in gw.read_all(shown)] == [puzzle.given for puzzle in puzzles]
    lines = CliRunner().invoke(main, ["generate", *order, "json"]).stdout
    assert [gw.read(line) for line in lines.splitlines()] == puzzles
    links = tmp_path / "links.txt"
    run(*order, "puzzlink", "-o", str(links))
    assert links.read_text() == shown
    run(*order, "sgt", "-o", f"{tmp_path}/out/")
    assert [gw.read(file).genre.name for file in sorted((tmp_path / "out").iterdir())] == ["Tents", "Tents"]


@pytest.mark.parametrize(("args", "told"), [
    (("Tents", "5", "--to", "sdk"), "the format sdk has no Tents; it can be written as json or "),
    (("Tents", "5", "--to", "word"), "there is no format 'word'"),
    (("Tents", "5", "--to", "spf", "-o", "a.pdf"), "the name says pdf, --to says spf"),
    (("Tents", "5", "--count", "2", "--to", "janko", "-o", "a.txt"), "holds one puzzle; name a folder/"),
    (("Tents", "5", "-o", "a.txt"), "other files need --to FORMAT"),
])  # fmt: skip
def test_formats_that_do_not_fit_are_told(args: tuple[str, ...], told: str) -> None:
    assert told in run(*args, status=2)


def test_no_input_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("Heyawake", "5", "--seed", "1", "-o", "./")
    (file,) = Path().glob("heyawake-*.spf")
    text = file.read_text()
    told = run("--structure", file.name, "--seed", "2", "-o", file.name, "--overwrite", status=2)
    assert f"{file}: not overwritten, because it is an input" in told
    run("--structure", file.name, "--seed", "2", "--overwrite", "-o", "./")
    assert file.read_text() == text


def test_a_file_of_something_else_is_not_continued(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("hello\n")
    assert "line 1: this is not a generated puzzle" in run("Tents", "5", "-o", str(file), status=2)
    assert file.read_text() == "hello\n"


def test_a_booklet_holds_all_puzzles(tmp_path: Path) -> None:
    run("Tents", "5", "--count", "3", "--seed", "1", "-o", str(tmp_path / "book.pdf"))
    words = "".join(page.extract_text() for page in PdfReader(tmp_path / "book.pdf").pages)
    assert all(f"{n} Tents" in words for n in (1, 2, 3)) and "4 Tents" not in words


def test_answers_are_found_again_within_the_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(puzzle: gw.Puzzle, *, limit: int, timeout: float, stop: Callable[[], bool]) -> gw.Verdict:
        assert timeout == 9 and not stop()
        return gw.Verdict("undecided", (), timeout, False)

    monkeypatch.setattr(gw, "solve", late)
    limits = "--timeout", "9", "--seed", "1"
    said = "no time to find the answer again"
    assert said in run("Tents", "5", *limits, "-o", str(tmp_path / "book.pdf"))
    assert len(PdfReader(tmp_path / "book.pdf").pages) == 1
    (tmp_path / "chess.txt").write_text("#.#.\n.#.#\n#.#.\n.#.#\n")
    assert said in run("Picross", *limits, "--picture", str(tmp_path / "chess.txt"))
    monkeypatch.setattr(gw, "known_genres", lambda: [gw.genre("Tents")])
    assert said in run("--all", "--difficulty", "easy", *limits, "-o", f"{tmp_path}/sheets/")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("Tentz",), "no genre is called 'Tentz'"),
        ((), "which genre?"),
        (("Sudoku", "7"), "the side has to be 4, 6, 8, 9"),
        (("Tents", "5", "5"), "'5 5' is not a size; write 5x5"),
        (("Tents", "5", "--size", "5"), "the size is given twice: 5 and --size; leave one of them out"),
        (("Tents", "--size", "five"), "Invalid value for '--size': 'five' is not a size; write rows and columns as"),
        (("Tents", "--size", ""), "Invalid value for '--size': '' is not a size"),
        (("Killer", "Sudoku", "--size", "9"), "need hyphens or quotes: killer-sudoku"),
        (("Killer", "Sudoku"), "names of several words need hyphens or quotes: killer-sudoku"),
        (("Skyscrapers", "with", "Parks", "6"), "need hyphens or quotes: skyscrapers-with-parks"),
        (("Killer",), "did you mean Killer-Sudoku?"),
        (("Tents", "--to", "pdf"), "pdf is a picture: use gridwright draw FILE -o x.pdf, or gridwright print"),
        (("Tents", "--to", "svg"), "svg is a picture: use gridwright draw FILE -o x.svg"),
        (("Tents", "axb"), "'axb' is not a size; write rows and columns as 10x12"),
        (("Tents", "5", "--count", "2", "-o", "a.spf"), "such a file holds one puzzle"),
        (("Tents", "5", "-o", "a.txt"), "a booklet ends in .pdf"),
        (("Starbattle", "8", "--option", "stars"), "as stars=2"),
        (("Starbattle", "8", "--option", "stars=many"), "expected a number from 1 to 2 on this board, found 'many'"),
        (("--all",), "name a folder"),
    ],
)
def test_what_cannot_be_made_is_told(args: tuple[str, ...], told: str) -> None:
    assert told in run(*args, status=2)


def test_the_size_can_be_an_option(tmp_path: Path) -> None:
    made = run("Tents", "4x5", "--seed", "1")
    assert run("Tents", "--size", "4x5", "--seed", "1") == made == run("--size", "4x5", "Tents", "--seed", "1")
    assert run("Tents", "--size", "5", "--seed", "1") == run("Tents", "5", "--seed", "1") != made
    (tmp_path / "dot.txt").write_text("#.#\n.#.\n")
    preview = run("Picross", "--picture", str(tmp_path / "dot.txt"), "--preview", "--size", "4x6", status=2)
    assert "has 2 rows and 3 columns; a board of this size shows 4 and 6" in preview


def test_lines_go_on_with_the_seed_of_the_file_and_without_a_torn_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    order = ("Tents", "5", "-o", str(file), "--count")
    run(*order, "3")
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])  # as if the program had been killed while it wrote
    run(*order, "3")
    assert file.read_bytes() == whole
    run(*order, "3", "--symmetry", "none")  # asked for in another way: puzzles of their own
    seeds = [json.loads(line)["made"]["seed"] for line in file.read_text().splitlines()]
    assert len(seeds) == 6 and len(set(seeds)) == 2


def test_lines_of_files_that_were_named_are_told_apart_by_what_these_hold(tmp_path: Path) -> None:
    file, mask = tmp_path / "a.jsonl", tmp_path / "mask.txt"
    for row in ("-....\n", "....-\n"):
        mask.write_text(row + ".....\n" * 4)
        run("Fences", "--mask", str(mask), "--seed", "1", "-o", str(file))
    assert len(file.read_text().splitlines()) == 2


def test_holes_are_written_as_json(tmp_path: Path) -> None:
    mask = tmp_path / "mask.txt"
    mask.write_text("#....\n" + ".....\n" * 4)
    run("Fences", "--mask", str(mask), "--seed", "1", "-o", f"{tmp_path}/out/")
    (file,) = (tmp_path / "out").iterdir()
    assert file.suffix == ".json" and gw.solve(gw.read(file)).status == "unique"
    told = run("Fences", "--mask", str(mask), "-o", f"{tmp_path}/a.spf", status=2)
    assert "cannot store the holes of the board" in told


def test_a_picture_is_shown_and_its_changes_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "chess.txt"
    file.write_text("#.#.\n.#.#\n#.#.\n.#.#\n")
    told = run("Picross", "--picture", str(file), "--seed", "1")
    assert "differs from the picture in" in told and ("dark" in told or "light" in told)
    file.write_text("##\n.#\n")
    assert "the answer is exactly the picture" in run("Picross", "--picture", str(file), "--seed", "1")


def test_a_preview_shows_the_picture_and_can_be_edited(tmp_path: Path) -> None:
    file, preview = tmp_path / "bar.png", tmp_path / "bar.txt"
    image = Image.new("L", (6, 4), 255)
    image.paste(0, (2, 1, 5, 2))
    image.putpixel((3, 2), 0)
    image.save(file)
    chosen = ("Picross", "--picture", str(file), "--crop", "--preview")
    assert run(*chosen).startswith("###\n.#.\n")
    assert "5 of 6 pixels" not in run(*chosen) and "4 of 6 pixels are dark" in run(*chosen)
    assert run(*chosen, "--invert").startswith("...\n#.#\n")
    assert "the board has 3 rows and 4 columns" in run("Masyu", *chosen[1:])
    assert "bar.txt: 4 of 6 pixels are dark" in run(*chosen, "-o", str(preview))
    assert preview.read_text() == "###\n.#.\n"
    assert "exists already" in run(*chosen, "-o", str(preview), status=2)
    assert "name a file that ends in .txt" in run(*chosen, "-o", str(tmp_path / "bar.pdf"), status=2)
    assert "the answer is exactly the picture" in run("Picross", "--picture", str(preview), "--seed", "1")


def test_lines_of_jsonl_are_told_apart_by_the_options_of_the_picture(tmp_path: Path) -> None:
    file, drawn = tmp_path / "a.jsonl", tmp_path / "drawn.txt"
    drawn.write_text("##\n#.\n")
    for more in ((), (), ("--invert",)):
        run("Picross", "--picture", str(drawn), "--seed", "1", "-o", str(file), *more)
    assert len(file.read_text().splitlines()) == 2


def test_options_of_pictures_need_one() -> None:
    assert "--dither is about a picture; name it with --picture FILE" in run("Picross", "--dither", status=2)
    assert "--threshold is about a picture" in run("Picross", "--threshold", "40%", status=2)


def test_a_structure_tells_the_genre(tmp_path: Path) -> None:
    file = tmp_path / "rooms.spf"
    run("Heyawake", "6", "--seed", "1", "-o", str(file))
    puzzle = gw.read(run("--structure", str(file), "--seed", "2"))
    assert puzzle.genre.name == "Heyawake" and puzzle.given["wall"] == gw.read(file).given["wall"]


def test_puzzles_that_take_too_long_are_told_and_the_others_left_out() -> None:
    told = run("Nurikabe", "20", "--count", "9", "--timeout", "0.05", "--seed", "1", status=1)
    assert told.count("the time was up (0.05 s)") == 3
    assert "6 more were not tried" in told


def test_all_genres_fill_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gw, "known_genres", lambda: [gw.genre("Hashi"), gw.genre("Tents")])
    run("--all", "--difficulty", "medium", "--seed", "1", "-o", f"{tmp_path}/sheets/")
    assert (tmp_path / "sheets" / "summary.txt").read_text().startswith("4 of 4 puzzles were made, each proved")
    names = {file.name for file in (tmp_path / "sheets").iterdir()}
    sizes = {f"{name}-{size}-medium-1.spf" for name in ("hashi", "tents") for size in ("8x8", "10x10")}
    assert names == sizes | {"hashi.pdf", "tents.pdf", "summary.txt"}


def test_what_other_processes_have_finished_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first puzzle takes too long. The user presses Ctrl-C when all others are finished."""
    orders = [Order(gw.genre(name), (side, side), count, level, None, "1")
              for name, side, count, level in (("Nurikabe", 30, 1, "extreme"), ("Tents", 5, 3, "any"))]
    monkeypatch.setattr("gridwright.cli.making.of_every_genre", lambda *_: orders)
    works: list[Any] = []
    begin = Makers.begin
    end = time.monotonic() + 200

    def begun(makers: Makers[Any, Any], job: Any) -> Any:
        works.append(begin(makers, job))
        return works[-1]

    def asked(stop: Stop) -> bool:
        stop.asked |= time.monotonic() > end or (len(works) == 4 and all(work.done() for work in works[1:]))
        return stop.asked

    monkeypatch.setattr(Makers, "begin", begun)
    monkeypatch.setattr(Stop, "__call__", asked)
    told = run("--all", "--jobs", "2", "--timeout", "0", "-o", f"{tmp_path}/sheets/", status=130)
    assert "stopped; what was made until then is kept" in told
    names = {file.name for file in (tmp_path / "sheets").iterdir()}
    assert names == {"tents-5x5-1.spf", "tents-5x5-2.spf", "tents-5x5-3.spf", "tents.pdf", "summary.txt"}
    assert (tmp_path / "sheets" / "summary.txt").read_text().startswith("3 of 4 puzzles were made")
    assert len(PdfReader(tmp_path / "sheets" / "tents.pdf").pages) == 2, "with the answers"


def test_the_summary_lists_what_could_not_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gw, "known_genres", lambda: [gw.genre("LITS")])
    run("--all", "-o", f"{tmp_path}/sheets/", "--timeout", "0.01", status=1)
    first, *missing = (tmp_path / "sheets" / "summary.txt").read_text().splitlines()
    assert first.startswith("0 of 6 puzzles were made")
    assert missing == [f"not made: {level} LITS {size}: the time was up (0.01 s); --timeout gives more"
                       for size in ("8x8", "10x10") for level in ("easy", "medium", "hard")]


def test_orders_of_all_genres_are_of_sizes_that_there_are() -> None:
    from gridwright.cli.orders import SHEET, of_every_genre

    orders = list(of_every_genre(None, 1, "1"))
    for genre in gw.known_genres():
        own = [order for order in orders if order.genre is genre]
        assert {order.difficulty for order in own} == set(SHEET)
        assert len({order.size for order in own}) == 2
        assert all(order.size is not None and not genre.making.sizes(*order.size) for order in own)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--all", "--mask", "m.txt", "-o", "x/"), "in its own sizes"),
        (("Fences", "--mask", "no-such-mask.txt"), "no-such-mask.txt: no such file"),
        (("Fences", "--structure", "no-such-file.spf"), "no-such-file.spf: no such file"),
        (("Picross", "--picture", "no-such.png"), "no-such.png: no such file"),
        (("Fences", "--density", "3"), "is not a share; write it as 0.3 or 30%"),
        (("Tents", "--picture", __file__), "Picross"),
        (("Fences", "0"), "not 0x0"),
    ],
)
def test_files_and_shares_that_are_none_are_told(args: tuple[str, ...], told: str) -> None:
    assert told in run(*args, status=2)


@pytest.mark.parametrize("page", ("README.md", "docs/generating.md", "docs/command-line.md"))
def test_printed_commands_are_understood(page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    found = re.findall(r"gridwright ((?:generate|minimise|complete) [^\n`#]+)", text)
    assert found
    for line in found:
        name, *args = shlex.split(line)
        if not any("..." in arg or arg in ("GENRE", "FILE") for arg in args):
            command = main.get_command(click.Context(main), name)
            assert command is not None
            command.make_context(name, args)  # raises UsageError


def test_pictures_of_the_page_are_there() -> None:
    docs = Path(__file__).parents[2] / "docs"
    names = re.findall(r'src="(pictures/made/[^"]+)"', (docs / "generating.md").read_text(encoding="utf-8"))
    assert len(names) >= 6 and all((docs / name).exists() for name in names)


# -- fewer clues, and more --


def clue_command(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, args, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def test_clues_that_are_not_needed_are_taken_away(tmp_path: Path) -> None:
    file, out = tmp_path / "a.spf", tmp_path / "b.spf"
    run("Fences", "5", "--seed", "1", "-o", str(file))
    told = clue_command("minimise", str(file), "-o", str(out))
    before, after = (len(gw.read(one).given["number"]) for one in (file, out))
    assert after < before and f"{before} clues before, {after} now" in told
    assert gw.read(out) == gw.minimise(gw.read(file), seed=0)
    clue_command("minimise", str(file), "-o", str(out), "--symmetry", "rotate")
    assert gw.read(out) == gw.minimise(gw.read(file), seed=0, symmetry="rotate")


CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize("name", ("yajilin", "abcd", "abcd_diagonal", "pyramid", "subway", "picross"))
def test_what_is_left_can_be_written(name: str, tmp_path: Path) -> None:
    case = CASES / name / "small.spf"
    assert gw.solve(gw.read(clue_output(case))).status == "unique"
    clue_command("minimise", str(case), "-o", f"{tmp_path}/a.json")
    assert gw.solve(gw.read(tmp_path / "a.json", "json")).status == "unique"


def clue_output(file: Path) -> str:
    """What ``minimise`` prints."""
    result = CliRunner().invoke(main, ["minimise", str(file)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_a_puzzle_that_no_puzzle_file_can_hold_is_written_as_json(tmp_path: Path) -> None:
    """A hint of Yajilin without a number and without an arrow."""
    file, out = tmp_path / "a.json", tmp_path / "b.json"
    puzzle = gw.generate("Yajilin", 5, 5, seed=1)
    at = min(puzzle.given["hint"])
    hints = {**puzzle.given["hint"], at: (None, "")}
    file.write_text(gw.write(gw.Puzzle.of(puzzle.genre, puzzle.board, {"hint": hints}), "json"))
    for command in ("minimise", "complete"):
        told = clue_command(command, str(file), status=2)
        assert "cannot express hint (None, '')" in told and "can be written as json" in told
        clue_command(command, str(file), "-o", f"{tmp_path}/b.spf", status=2)
        clue_command(command, str(file), "-o", str(out))
        assert gw.solve(gw.read(out)).status == "unique"


def test_half_filled_boards_are_completed(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    half = gw.Puzzle.of(gw.genre("Fences"), gw.Rect.of(4, 4), {"number": {gw.Spot(1, 1): 3}})
    file.write_text(gw.write(half, "json"))
    assert "has several" in clue_command("minimise", str(file), status=1)
    clue_command("complete", str(file), "-o", f"{tmp_path}/out/")
    (made,) = (tmp_path / "out").iterdir()
    puzzle = gw.read(made)
    assert puzzle.given["number"][gw.Spot(1, 1)] == 3 and gw.solve(puzzle).status == "unique"


def test_boards_that_are_no_rectangles_are_not_completed() -> None:
    graph = Path(__file__).parents[1] / "spf_samples" / "fences_graph.spf"
    assert "only puzzles on rectangular boards" in clue_command("complete", str(graph), status=1)


def test_other_commands_do_not_import_what_makes_puzzles() -> None:
    code = "import sys, gridwright.cli; print([name for name in sys.modules if name.startswith('gridwright.making')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
