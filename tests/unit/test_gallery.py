"""The gallery and the genres' pages show the puzzles, rules and pictures that the code gives now."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

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
    assert GALLERY.page(genre, reading) == page, "run: python docs/gallery.py"
    for ending, text in GALLERY.pictures(reading).items():
        drawn = (DOCS / "pictures" / f"{name}{ending}.svg").read_text(encoding="utf-8")
        assert text == drawn, "run: python docs/gallery.py"


def test_the_gallery_is_up_to_date() -> None:
    assert GALLERY.gallery() == (DOCS / "gallery.md").read_text(encoding="utf-8"), "run: python docs/gallery.py"
