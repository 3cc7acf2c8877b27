"""The gallery and the genres' pages show the puzzles, rules and pictures that the code gives now."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner
from PIL import Image, ImageOps

import gridwright as gw
from gridwright.cli import main
from gridwright.formats.spf import Spf

from ..grouped import in_part, part, some_by_default
from ..picture.ghostscript import needs_ghostscript, run

DOCS = Path(__file__).parents[2] / "docs"


EACH_GENRE = pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


NOTATION, GALLERY, SHOWCASE = module("notation"), module("gallery"), module("showcase")


def page_of(genre: type[gw.Genre]) -> str:
    return (DOCS / "genres" / f"{GALLERY.slug(genre)}.md").read_text(encoding="utf-8")


@EACH_GENRE
def test_the_page_and_the_pictures_of_a_genre_are_up_to_date(genre: type[gw.Genre]) -> None:
    reading, name = GALLERY.shown(genre), GALLERY.slug(genre)
    assert GALLERY.page(genre, reading) == page_of(genre), "run: python docs/tables.py"
    for ending, text in GALLERY.pictures(reading).items():
        drawn = (DOCS / "pictures" / f"{name}{ending}.svg").read_text(encoding="utf-8")
        assert text == drawn, "run: python docs/tables.py"
    printing = gw.write(reading.puzzle, "spf", reading.answer)
    assert printing == GALLERY.example(genre).read_text(encoding="utf-8"), "run: python docs/tables.py"


@EACH_GENRE
def test_the_notation_of_a_genre_fits_its_example(genre: type[gw.Genre]) -> None:
    """The sizes are those of the example, and every layer that a file shows has a sign."""
    words = "\n".join(NOTATION.notation(genre))
    text = GALLERY.example(genre).read_text(encoding="utf-8")
    numbers = {key: int(n) for key, n in re.findall(r"^/(\w+) (\d+)$", text, re.MULTILINE)}
    [dialect] = [one for one in genre.dialects if isinstance(one, Spf)]
    defaults = {name: key.default for name, key in dialect.keys.items()}
    numbers = {**defaults, **numbers, "d": numbers.get("digits", dialect.digits)}
    told = re.findall(r"`/(puzzle|solution)` has `(.*?)` lines of `(.*?)` characters", words)
    assert told
    for key, height, width in told:
        page = re.search(rf"^/{key} \[\n(.*?) \]$", text, re.MULTILINE | re.DOTALL)
        assert page is not None
        lines = page[1].split("\n")
        if len(told) == 1 or key == "puzzle" or len(dialect.solutions) == 1:
            assert len(lines) == eval(height, {}, numbers)
            assert {len(line) - 2 for line in lines} == {eval(width, {}, numbers)}
    shown = dialect.diagrams["puzzle"].layers | dialect.solutions[0].layers
    assert {name for name in shown if f"`{name}`" not in words.partition("| meaning |")[2]} == set()


def test_the_gallery_is_up_to_date() -> None:
    assert GALLERY.gallery() == (DOCS / "gallery.md").read_text(encoding="utf-8"), "run: python docs/tables.py"


def test_the_gallery_knows_what_it_filters_by() -> None:
    """The script of the page has the kinds that the page has."""
    kinds = {GALLERY.kind(genre) for genre in gw.known_genres()}
    assert kinds == set(GALLERY.KINDS)
    script = (DOCS / "assets" / "gallery.js").read_text(encoding="utf-8")
    assert all(f'{kind}: "{title}"' in script for kind, title in GALLERY.KINDS.items())


# -- the puzzles that are shown (tests/laws/test_names.py proves their answers) ----------------------------------------


@EACH_GENRE
def test_the_puzzle_of_a_genre_is_of_a_usual_size(genre: type[gw.Genre]) -> None:
    reading = GALLERY.shown(genre)
    puzzle, board = reading.puzzle, reading.puzzle.board
    assert puzzle.genre is genre and reading.answer is not None
    assert isinstance(board, gw.Rect) and len(board.cells) <= 100  # no merged cells
    assert "?" not in str(puzzle)


@pytest.mark.parametrize("genre", some_by_default(gw.known_genres(), 1 / 8, "labels", name=lambda genre: genre.name))
def test_the_puzzle_of_a_genre_is_rated(genre: type[gw.Genre]) -> None:
    puzzle = GALLERY.shown(genre).puzzle
    label = gw.rate(puzzle).label
    assert puzzle.about.difficulty == label and label in ("easy", "medium")


def test_every_genre_has_a_puzzle_and_a_way_to_make_it() -> None:
    assert [*SHOWCASE.MADE] == sorted(map(GALLERY.slug, gw.known_genres()))


@pytest.mark.parametrize("name", ["Akari", "Hashi", "Thermometers"])
def test_the_puzzles_are_made_again_by_one_command(name: str) -> None:
    assert SHOWCASE.make(gw.genre(name)) == GALLERY.example(gw.genre(name)).read_text(encoding="utf-8")


@needs_ghostscript
@in_part
def test_the_puzzles_print_themselves(share: float, tmp_path: Path) -> None:
    """Each by itself and without options, on one page with ink at its lower left corner, where EPS begins."""
    for path in map(GALLERY.example, part(gw.known_genres(), share, "printed")):
        run(tmp_path, "-sDEVICE=pgmraw", "-r20", "-o", str(tmp_path / f"{path.stem}%d.pgm"), str(path))
        [page] = tmp_path.glob(f"{path.stem}[0-9].pgm")
        ink = ImageOps.invert(Image.open(page).convert("L"))
        box = ink.getbbox()
        assert box is not None and box[0] < 5 and box[3] > ink.height - 5, path.name


# -- what the pages say ------------------------------------------------------------------------------------------------


@EACH_GENRE
def test_the_examples_of_a_page_work(genre: type[gw.Genre]) -> None:
    """The Python expression and the file are the same puzzle, and the file holds its answer; the words are plain."""
    page = page_of(genre)
    words, *_ = page.split("```python")
    assert not {"{", "}"} & set(words.split("| argument |")[0])
    known: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], known)
    made = known["puzzle"]
    [reading] = gw.read_all(re.findall(r"```postscript\n(.*?)```", page, re.DOTALL)[0])
    assert made.board == reading.puzzle.board and made.given == reading.puzzle.given
    assert reading.answer is not None and not gw.check(reading.puzzle, reading.answer, finished=True)


@pytest.mark.parametrize("genre", [  # they all have the same commands, and making is slow in some
    pytest.param(genre, id=genre.name, marks=[pytest.mark.slow] if i % 16 else [pytest.mark.thorough] if i else [])
    for i, genre in enumerate(gw.known_genres())
])
def test_the_commands_of_a_page_run(genre: type[gw.Genre], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One makes a puzzle that the next ones solve and print; the last is only parsed, since it starts a server."""
    monkeypatch.chdir(tmp_path)
    [block] = re.findall(r"```sh\n(.*?)```", page_of(genre), re.DOTALL)
    (generate, *others, play) = (shlex.split(line)[1:] for line in block.splitlines())
    for words in ([*generate, "--seed", "1"], *others):
        ran = CliRunner().invoke(main, words)
        assert ran.exit_code == 0, (words, ran.output)
    file, book = sorted(path.name for path in tmp_path.iterdir())[::-1]
    assert gw.read(file).genre is genre and Path(book).suffix == ".pdf"
    assert play == ["play", file]
    with click.Context(main) as context:
        command = main.get_command(context, "play")
        assert command is not None and command.make_context("play", play[1:]).params["files"] == (file,)


@EACH_GENRE
def test_the_links_of_a_page_hold_its_puzzle(genre: type[gw.Genre]) -> None:
    """A number may stand in another cell of its room: there it has only one place."""
    reading = GALLERY.shown(genre)
    shown = reading.puzzle
    links = re.findall(r"\]\((https://.*?)\)", page_of(genre))
    for link in links:
        puzzle = gw.read(link)
        assert puzzle.genre is genre and puzzle.board == shown.board
        assert [one.marks for one in gw.solve(puzzle).answers] == [reading.answer.marks]
        assert {name: sorted(map(str, marks.values())) for name, marks in puzzle.given.items()} == {
            name: sorted(map(str, marks.values())) for name, marks in shown.given.items()
        }
    assert len(links) == len(list(GALLERY.addresses(shown)))
