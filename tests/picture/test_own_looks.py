"""A genre of another package draws, enters and plays its clues in a way that no built-in genre does.

And the other way round: what all genres share is used by several of them.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright import Puzzle, Rect, Spot, State
from gridwright.language.genre import Genre
from gridwright.language.layers import Key
from gridwright.language.look import KINDS, Look, LookKind
from gridwright.language.shapes import Circle, Polygon, Polylines, Shape, TextShape
from gridwright.picture.cell_words import clue_words
from gridwright.picture.looks import GLYPHS
from gridwright.picture.terminal import board_text
from gridwright.play.document import document
from gridwright.play.editing import entry_forms
from gridwright.play.position import key_of
from gridwright.play.tasks import turned
from gridwright.registry import Registry

from ..laws.test_names_outside import EXAMPLE

PACKAGE = '''"""A genre that another package offers."""

from gridwright.language import Answer, Genre, Given, Numbers, OneOf, TupleOf, headed, symbols
from gridwright.language.gestures import Spans
from gridwright.language.look import Between, LazyModule, LookKind, Look
from gridwright.language.shapes import Circle, Polylines, Polygon, TextShape

looks = LazyModule(__name__)
HOURGLASS = (Polygon("ink", ((-0.3, -0.4), (0.3, -0.4), (-0.3, 0.4), (0.3, 0.4))),)


def turned(value, turn, swapped):
    steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
    return next(letter for letter, step in steps.items() if step == turn(steps[value[0]])), value[1]


DIAL = Look("sundial", own=LookKind(
    "a number on a dial with a hand", "text", worded=True, words=lambda value: f"{value[1]} hours towards {value[0]}",
    paper=looks.draw_dials, terminal=looks.show_dials, turned=turned,
    fields=(("hand", tuple((letter, f"to {letter}") for letter in "NESW")), ("hours", ()))))
RAYS = Look("sunbeam", {0: " ", 1: "-", 2: "|"}, own=LookKind(
    "a ray with dots at its ends", "symbol", paper=looks.draw_rays, between=Between("differ", "wall", "answer-line")))


class Sundials(Genre):
    """Nothing is demanded; it is about what it looks like."""

    name = "Sundials of Others"

    hours = Given("sides", Numbers(0, 9), look=headed("H", drawn={"H": HOURGLASS}, seven_bit={"H": "8"}))
    dial = Given("cells", TupleOf(OneOf("NESW"), Numbers(1, 12)), look=DIAL)
    ray = Answer("cells", (0, 1, 2), look=RAYS, gesture=Spans(3, 1, 2), words={0: "dark", 1: "a ray", 2: "a beam"})


def draw_dials(paper, marks):
    for at, (hand, hours) in marks.items():
        x, y = paper.at(at)
        dx, dy = {"N": (0, -0.45), "E": (0.45, 0), "S": (0, 0.45), "W": (-0.45, 0)}[hand]
        paper.add("clue", [Circle("ring", x, y, 0.45), Polylines("beam", [[(x, y), (x + dx, y + dy)]]),
                           TextShape("text", x, y, str(hours), paper.fitted(str(hours), 0.4, 0.3))])


def show_dials(screen, marks):
    for at, (hand, hours) in marks.items():
        screen.write(at, f"({hand}{hours})")
        screen.fill([at], "=")


def draw_rays(paper, marks):
    for at, value in marks.items():
        x, y = paper.at(at)
        dx, dy = (0.3, 0) if value == 1 else (0, 0.3)
        ends = [Circle(paper.paint("ink"), x + s * dx, y + s * dy, 0.07) for s in (-1, 1)]
        paper.add("answer", [*ends, Polylines(paper.paint("thin"), [[(x - dx, y - dy), (x + dx, y + dy)]])])
'''


@pytest.fixture
def sundials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Genre]]:
    """The genre, found like that of an installed package."""
    info = tmp_path / "sundials_of_others-1.0.dist-info"
    info.mkdir()
    (tmp_path / "sundials_of_others.py").write_text(PACKAGE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sundials-of-others\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gridwright.genres]\nsundials = sundials_of_others:Sundials\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sundials_of_others", raising=False)
    yield Registry().genre("sundials of others")
    sys.modules.pop("sundials_of_others", None)


@pytest.fixture
def puzzle(sundials: type[Genre]) -> Puzzle:
    dials = {Spot(1, 1): ("E", 3), Spot(5, 5): ("N", 12)}
    return Puzzle.of(sundials, Rect.of(3, 3), {"dial": dials, "hours": {Spot(1, -1): 2, Spot(-1, 1): 1}})


def shapes(picture: Any, name: str) -> list[Shape]:
    return [shape for group in picture.groups if group.name == name for shape in group.shapes]


def test_it_is_drawn_on_paper(puzzle: Puzzle) -> None:
    state = State.of(puzzle, {"ray": {Spot(3, 3): 1, Spot(1, 3): 0}})
    picture = gw.draw(puzzle, state)
    ring, hand, text, *_ = shapes(picture, "dial")
    assert (ring, hand) == (Circle("ring", 0.5, 0.5, 0.45), Polylines("beam", [[(0.5, 0.5), (0.95, 0.5)]]))
    assert isinstance(text, TextShape) and text.text == "3"
    assert any(isinstance(shape, Polygon) for shape in shapes(picture, "hours"))
    drawn = shapes(picture, "ray")
    assert Circle("answer-ink", 1.2, 1.5, 0.07) in drawn
    assert {shape.paint for shape in drawn} == {"answer-ink", "answer-thin", "cross"}
    assert '<g class="layer-ray answer answer">' in picture.svg()


def test_it_is_shown_in_terminals(puzzle: Puzzle) -> None:
    text = board_text(puzzle, width=80)
    assert "(E3)" in text and "(N12)" in text
    assert "=" in text and "H" in text
    plain = board_text(puzzle, width=80, ascii=True)
    assert "8" in plain and "H" not in plain


def test_it_is_played_on_the_page(puzzle: Puzzle) -> None:
    told = document(puzzle)
    (layer,) = told["layers"]
    assert layer["tool"] == "oblong"
    assert layer["gesture"] == {"name": "spans", "cells": 3, "level": 1, "upright": 2}
    assert layer["between"]["when"] == "differ" and layer["between"]["links"]
    (drawn,) = [told["stamps"][layer["sets"][place["s"]][1]] for place in layer["places"]
                if place["k"] == key_of(Spot(3, 3))]
    (stage, fragment), = drawn
    assert stage == "answer" and fragment.count("<circle") == 2


def test_its_clues_are_entered_told_and_turned(puzzle: Puzzle) -> None:
    model = puzzle.genre(puzzle)
    form = next(form for form in entry_forms(model) if form["name"] == "dial")
    assert form["fields"] == ["hand", "hours"]
    assert form["choices"]["hand"][0] == ("N", "to N") and "hours" not in form["choices"]
    assert clue_words(model)[Spot(1, 1)] == "3 hours towards E"
    assert turned(puzzle, "quarter").given["dial"] == {Spot(1, 5): ("S", 3), Spot(5, 1): ("E", 12)}


# -- what is shared ---------------------------------------------------------------------------------------------------


def looks() -> dict[type[Genre], list[Look]]:
    """The looks of every built-in genre: those of its layers, its keys and its notes."""
    found = {}
    for genre in gw.known_genres():
        keys = [key for base in genre.__mro__ for key in vars(base).values() if isinstance(key, Key)]
        notes = [look for _, look in genre.notes.values()]
        found[genre] = [*(layer.look for layer in genre.layers.values()), *(key.look for key in keys), *notes]
    return found


def test_shared_kinds_of_looks_have_several_genres() -> None:
    """One that serves a single genre belongs to it."""
    users = {name: {genre for genre, own in looks().items() for look in own if look.kind == name} for name in KINDS}
    assert {name for name, genres in users.items() if len(genres) < 2} == {"none"}


def test_shared_symbols_have_several_genres() -> None:
    users = {char: {genre for genre, own in looks().items() for look in own
                    if (char in look.glyphs.values() or char in look.heading) and char not in look.drawn}
             for char in GLYPHS}
    arrows = set("→←↑↓↖↗↘↙↔↕")  # one set, of which each genre may use some
    assert {char for char, genres in users.items() if len(genres) < 2} <= arrows


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.__name__)
def test_functions_that_draw_own_looks_exist(genre: type[Genre]) -> None:
    """They are looked for when they are first needed, which no puzzle of a test may do."""
    module = inspect.getmodule(genre)
    assert module is not None
    asked = re.findall(r"\blooks\.(\w+)", inspect.getsource(module))
    assert [name for name in asked if not inspect.isfunction(getattr(module, name, None))] == []
    assert bool(asked) == any(look.own is not None and (look.own.paper or look.own.terminal) for look in looks()[genre])


def test_an_own_kind_has_a_name_of_its_own() -> None:
    with pytest.raises(ValueError, match="'wall' is a shared kind of looks; a genre's own kind needs another name"):
        Look("wall", own=LookKind("something else"))


def test_pictures_and_the_page_name_no_genre() -> None:
    root = Path(gw.__file__).parent
    files = [file for folder in ("picture", "play") for file in (root / folder).rglob("*")
             if file.suffix in (".py", ".js")]
    assert len(files) > 60
    names = {name for genre in gw.known_genres() for name in (genre.name, *genre.aliases)}
    quoted = re.compile("[\"'`](" + "|".join(map(re.escape, names)) + ")[\"'`]")
    texts = {file.name: EXAMPLE.sub("", file.read_text("utf-8")) for file in files}
    assert {name: found for name, text in texts.items() if (found := quoted.findall(text))} == {}
