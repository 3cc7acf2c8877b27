"""The gallery and the genres' pages show the puzzles, rules and pictures that the code gives now."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main

DOCS = Path(__file__).parents[2] / "docs"


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


GALLERY = module()


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)
def test_the_page_and_the_pictures_of_a_genre_are_up_to_date(genre: type[gw.Genre]) -> None:
    reading, name = GALLERY.shown(genre), GALLERY.slug(genre)
    page = (DOCS / "genres" / f"{name}.md").read_text(encoding="utf-8")
    assert GALLERY.page(genre, reading) == page, "run: python docs/tables.py"
    for ending, text in GALLERY.pictures(reading).items():
        drawn = (DOCS / "pictures" / f"{name}{ending}.svg").read_text(encoding="utf-8")
        assert text == drawn, "run: python docs/tables.py"


def test_the_gallery_is_up_to_date() -> None:
    assert GALLERY.gallery() == (DOCS / "gallery.md").read_text(encoding="utf-8"), "run: python docs/tables.py"


def test_the_gallery_knows_what_it_filters_by() -> None:
    """The script of the page has the kinds that the page has."""
    kinds = {GALLERY.kind(genre) for genre in gw.known_genres()}
    assert kinds == set(GALLERY.KINDS)
    script = (DOCS / "assets" / "gallery.js").read_text(encoding="utf-8")
    assert all(f'{kind}: "{title}"' in script for kind, title in GALLERY.KINDS.items())


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)
def test_the_examples_of_a_page_work(genre: type[gw.Genre]) -> None:
    """The Python expression and the file are the same puzzle, and the file holds its answer; the words are plain."""
    page = (DOCS / "genres" / f"{GALLERY.slug(genre)}.md").read_text(encoding="utf-8")
    words, *_ = page.split("```python")
    assert not {"{", "}"} & set(words.split("| argument |")[0])
    known: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], known)
    made = known["puzzle"]
    [reading] = gw.read_all(re.findall(r"```postscript\n(.*?)```", page, re.DOTALL)[0])
    assert made.board == reading.puzzle.board and made.given == reading.puzzle.given
    assert reading.answer is not None and not gw.check(reading.puzzle, reading.answer, finished=True)


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/python.md"])
def test_examples_of_the_guides_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python of a page, one block after the other, beside the files that it speaks of."""
    text = (DOCS.parent / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("nurikabe.txt").write_text("nurikabe\neasy\n5 5\n....4\n.....\n2.3.3\n.....\n.....\n")
    known: dict[str, object] = {"gw": gw}
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        exec(block, known)


def shell_lines(page: str) -> list[list[str]]:
    """The commands of a page that name files, as lists of words."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)).splitlines()
    return [
        shlex.split(line, comments=True)[1:] for line in lines
        if line.startswith("gridwright ") and not re.search(r"[A-Z]{3}|>>?", line)
    ]  # fmt: skip


def test_the_commands_for_beginners_do_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = (DOCS / "getting-started.md").read_text(encoding="utf-8").split("\n```")[1::2]
    file, shown = (block[1:] + "\n" for block in blocks if block.startswith("\n"))
    Path("first.txt").write_text(file)
    solved = CliRunner().invoke(main, ["solve", "first.txt"])
    lines, expected = solved.stdout.strip().splitlines(), shown.splitlines()
    assert [line.rstrip() for line in lines[:-1]] == expected[:-1]
    assert lines[-1].startswith("unique, ") and expected[-1].startswith("unique, ")
    for words in shell_lines("getting-started.md"):
        assert CliRunner().invoke(main, words).exit_code == 0, words
    assert {path.name for path in tmp_path.iterdir()} == {"first.txt", "first.svg", "first.spf", "first.pdf"}


def test_the_commands_of_the_reference_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = gw.puzzle("Nurikabe", ["1 . .", ". . .", ". . 3"])
    (answer,) = gw.solve(puzzle).answers
    for name in ("puzzle.txt", "more.txt", "puzzles/one.txt"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(gw.write(puzzle, "plain"))
    for name in ("puzzle.spf", "solved.spf", "mine.txt"):
        Path(name).write_text(gw.write(puzzle, "spf", answer=answer))
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    Path("sunday.toml").write_text(re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0])
    lines = shell_lines("command-line.md")
    assert {words[0] for words in lines} >= {"solve", "check", "draw", "print", "convert"}
    for words in lines:
        ran = CliRunner().invoke(main, words)
        assert ran.exit_code == 0, (words, ran.output)
