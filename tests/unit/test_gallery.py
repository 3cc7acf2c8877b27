"""The gallery and the genres' pages show the puzzles, rules and pictures that the code gives now."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gridwright as gw

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


def test_the_navigation_has_every_genre() -> None:
    assert GALLERY.navigation() == GALLERY.SITE.read_text(encoding="utf-8"), "run: python docs/tables.py"
    for genre in gw.known_genres():
        assert f"- {genre.name}: genres/{GALLERY.slug(genre)}.md\n" in GALLERY.navigation()


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
