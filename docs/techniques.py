"""The pages about techniques, which ``conf.py`` adds to the site: their names, their words and their boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from math import ceil, sqrt
from typing import NamedTuple

import gridwright as gw
from gridwright.engine.explain.techniques import Technique, techniques_of, techniques_of_kinds
from gridwright.language.wording import capital
from gridwright.picture.places import places_of
from gridwright.picture.svg import number
from gridwright.walkthrough.candidates import candidates_of

FOLDER = "techniques"
CELL, WIDEST = 44, 400
"""The width of a cell, and the largest width of a picture, in pixels."""


class Board(NamedTuple):
    """The step that the board of a technique shows, and its picture."""

    words: str
    svg: str
    width: int


def slug(genre: type[gw.Genre]) -> str:
    """The name of a genre's page."""
    return genre.__module__.rpartition(".")[2]


def anchor(name: str) -> str:
    """The anchor of a technique's heading."""
    return re.sub(r"[^\w -]", "", name.casefold()).replace(" ", "-")


def by_name(genre: type[gw.Genre]) -> dict[str, list[Technique]]:
    """The techniques of a genre by their names; of those with the same words, the first."""
    found: dict[str, dict[str, Technique]] = {}
    for one in techniques_of(genre.__module__).values():
        found.setdefault(one.name, {}).setdefault(one.words, one)
    return {name: list(some.values()) for name, some in found.items()}


@cache
def other_names() -> Mapping[str, tuple[str, ...]]:
    """Other names of techniques, whatever their genres."""
    of_genres = (one for genre in gw.known_genres() for one in techniques_of(genre.__module__).values())
    return {one.name: tuple(one.also) for one in (*of_genres, *techniques_of_kinds().values()) if one.also}


# -- boards ------------------------------------------------------------------------------------------------------------


def board(technique: Technique) -> Board:
    """The board of a technique after its step: the reason has thin frames, what follows thick ones."""
    puzzle = gw.read(technique.puzzle)
    before = technique.state(puzzle)
    step = gw.hint(puzzle, before)
    if not isinstance(step, gw.Step):
        raise ValueError(f"nothing follows on the board of {technique.name!r}")
    reason = {spot for part in step.because for spot in part.at}
    if 2 * len(reason) > len(puzzle.board.cells):  # frames around most of the board would show nothing
        reason.clear()
    fresh = {mark.spot for mark in step.marks}
    picture = gw.draw(puzzle, step.applied(before), reason=reason, fresh=fresh, coordinates="r1c1")
    svg = picture.svg().replace("</svg>", "".join((*candidates(puzzle, before, step), "</svg>")))
    return Board(step.words, svg, min(WIDEST, round(CELL * (picture.box[2] - picture.box[0]))))


def candidates(puzzle: gw.Puzzle, before: gw.State, step: gw.Step) -> Iterator[str]:
    """The candidates of open cells where some are gone, in SVG; those that the step excludes are crossed out."""
    found = candidates_of(puzzle.genre(puzzle), before)
    if found is None:
        return
    layer, places = found.layer, places_of(puzzle.board, puzzle.genre.ground.cell)
    placed = {mark.spot for mark in step.marks if mark.holds and mark.layer == layer.name}
    out = {(mark.spot, mark.value) for mark in step.marks if not mark.holds and mark.layer == layer.name}
    n_columns = ceil(sqrt(len(found.values)))
    for spot in {*before.struck.get(layer.name, ()), *(spot for spot, _ in out)} - placed:
        x, y = places.at(spot)
        for value in found.open.get(spot, ()):
            row, column = divmod(found.values.index(value), n_columns)
            dx, dy = (0.8 * ((2 * i + 1) / (2 * n_columns) - 0.5) for i in (column, row))
            size = 0.7 / n_columns
            look = 'fill="#c33" text-decoration="line-through"' if (spot, value) in out else 'fill="#667"'
            yield (f'<text x="{number(x + dx)}" y="{number(y + dy + 0.35 * size)}" font-size="{number(size)}" {look}>'
                   f"{escape(layer.look.glyphs.get(value, str(value)))}</text>")


# -- pages -------------------------------------------------------------------------------------------------------------


def links(genre: type[gw.Genre], folder: str) -> str:
    """The names of a genre's techniques, as links to its page in a folder."""
    return ", ".join(f"[{name}]({folder}{slug(genre)}.md#{anchor(name)})" for name in by_name(genre))


def called(name: str) -> Iterable[str]:
    """The line with the other names of a technique."""
    return [f"Also called: {', '.join(other_names()[name])}.", ""] if name in other_names() else []


def page(genre: type[gw.Genre], boards: Mapping[str, list[Board]]) -> str:
    """The page of a genre."""
    parts = [
        f"# Techniques: {genre.name}", "",
        f"The steps of [{genre.name}](../genres/{slug(genre)}.md) that have names. Thin frames show the reason of a",
        "step, thick ones what follows. See also the [techniques of other genres](index.md).", "",
    ]  # fmt: skip
    for name, some in boards.items():
        parts += [f"## {capital(name)}", "", *called(name)]
        for one in some:
            image = f"pictures/{slug(genre)}-{anchor(name)}-{some.index(one) + 1}.svg"
            parts += [one.words.replace("\n", "<br>"), "",
                      f'<img src="{image}" alt="{escape(name)}" width="{one.width}" loading="lazy">', ""]
    return "\n".join(parts)


def overview(genres: Iterable[type[gw.Genre]]) -> str:
    """The page with the techniques of all genres."""
    parts = [
        "# Techniques", "",
        "The names that hints and explanations give to steps. Each name is declared by a small board: it belongs to",
        "all steps whose reason has the same shape (see [How to add a genre](../add-a-genre.md#techniques)).", "",
        "## In many genres", "",
        "These names hold wherever the rules are of the same kind, such as no number twice in a line, or one loop.", "",
    ]  # fmt: skip
    genres = list(genres)
    names = dict.fromkeys(one.name for one in techniques_of_kinds().values())
    shared = sorted(genres, key=lambda genre: -len(names.keys() & by_name(genre).keys()))
    for name in names:
        where = next(genre for genre in shared if name in by_name(genre))
        also = f" ({', '.join(other_names()[name])})" if name in other_names() else ""
        parts.append(f"- [{name}]({slug(where)}.md#{anchor(name)}){also}")
    parts += ["", "## By genre", ""]
    for genre in genres:
        parts += [f"**[{genre.name}]({slug(genre)}.md)**: {links(genre, '')}", ""]
    return "\n".join(parts)


def files() -> Iterator[tuple[str, str]]:
    """All pages and pictures, with their paths in the documentation."""
    genres = [genre for genre in gw.known_genres() if techniques_of(genre.__module__)]
    yield f"{FOLDER}/index.md", overview(genres)
    for genre in genres:
        boards = {name: [board(one) for one in some] for name, some in by_name(genre).items()}
        yield f"{FOLDER}/{slug(genre)}.md", page(genre, boards)
        for name, some in boards.items():
            for i, one in enumerate(some, 1):
                yield f"{FOLDER}/pictures/{slug(genre)}-{anchor(name)}-{i}.svg", one.svg
