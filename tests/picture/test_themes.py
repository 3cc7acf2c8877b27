"""Themes: what is black or white stays so, nothing rests on colour, and pictures of several themes share a page."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import gridwright as gw
from gridwright.language import Puzzle, Spot, State
from gridwright.language.shapes import Circle, Rectangle, TextShape
from gridwright.picture.drawing import Picture, draw
from gridwright.picture.paint import BRIGHT, PAINTS, THEMES, Theme

from ..loose import unchecked
from .samples import each_sample, of
from .test_svg import contrast, luminance

CELL, OTHER = Spot(3, 3), Spot(5, 5)
BOARD = gw.Rect.of(4, 4)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def pixel(puzzle: Puzzle, x: float, y: float, theme: str, state: State | None = None) -> tuple[int, ...]:
    """The colour at a place of a picture, in board units: red, green, blue, opacity."""
    picture = draw(puzzle, state, theme=theme)
    left, top, right, _ = picture.box
    image = Image.open(BytesIO(picture.png(100))).convert("RGBA")
    scale = image.width / (right - left)
    found = image.getpixel((int((x - left) * scale), int((y - top) * scale)))
    assert isinstance(found, tuple)
    return found


BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("genre", "given", "spot"), [
    ("Masyu", {"pearl": {CELL: "black", OTHER: "white"}}, CELL),
    ("Kropki", {"dot": {Spot(3, 4): "black", Spot(5, 6): "white"}}, Spot(3, 4)),
    ("Yagit", {"dot": {Spot(4, 4): True}}, Spot(4, 4)),
    ("Akari", {"wall": {CELL: None}}, CELL),
    ("Kakuro", {"clue": {CELL: (None, None)}}, CELL),
    ("Doubleblock", {"number": {CELL: 0}}, CELL),
])  # fmt: skip
def test_black_is_black_and_white_is_white_in_every_theme(
    name: str, genre: str, given: dict[str, Any], spot: Spot
) -> None:
    puzzle = unchecked(gw.genre(genre), BOARD, given)
    assert pixel(puzzle, spot.x / 2 + 0.06, spot.y / 2 + 0.06, name) == BLACK
    for layer in given.values():
        for at, value in layer.items():
            if value == "white":
                assert pixel(puzzle, at.x / 2 + 0.06, at.y / 2 + 0.06, name) == WHITE


@each_theme
def test_black_and_white_clues_have_outlines_that_set_them_off_the_background(theme: Theme) -> None:
    for clue in ("black", "white"):
        page, inside, edge = (theme.colours[name] for name in ("paper", clue, "edge"))
        assert max(contrast(page, inside), contrast(page, edge)) >= 7
    assert {PAINTS[name].stroke for name in ("black", "white", "block")} == {"edge"}


@each_theme
def test_contrasts(theme: Theme) -> None:
    """At least 4.5 to 1 for text, 3 to 1 for lines that matter, on the background and on every area."""
    colours = theme.colours
    assert colours.keys() == BRIGHT.keys()
    for name in ("ink", "answer", "wrong", "fresh", "other"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    for name in ("dim", "hatch"):
        assert contrast(colours[name], colours["paper"]) >= 3, name
    for area in ("tint", "water", "trail", "one", "two", "three", "four", "five"):
        assert contrast(colours["ink"], colours[area]) >= 4.5, area
    assert contrast(colours["white"], colours["deep"]) >= 4.5
    for area in ("tint", "water"):
        assert contrast(colours[area], colours["paper"]) >= 1.3, area


@each_theme
def test_given_and_solved_differ_without_colour(theme: Theme) -> None:
    """By brightness, and lines and text by weight as well."""
    assert contrast(theme.colours["tint"], theme.colours["water"]) >= 1.3
    assert contrast(theme.colours["ink"], theme.colours["answer"]) >= (1.8 if theme is THEMES["dark"] else 2.4)
    for name in ("wall", "line", "bridge"):
        assert PAINTS[name].width > 1.25 * PAINTS[f"answer-{name}"].width
    assert PAINTS["text"].bold and not PAINTS["answer-text"].bold


def test_gray_is_gray_and_its_solved_shading_is_darker() -> None:
    colours = THEMES["gray"].colours
    assert all(code[1:3] == code[3:5] == code[5:7] for code in colours.values())
    assert luminance(colours["water"]) < luminance(colours["tint"]) < luminance(colours["paper"])


def test_holes_do_not_look_like_shaded_cells() -> None:
    hole = draw(unchecked(gw.genre("Masyu"), BOARD, {"hole": {CELL: True}}))
    shaded = draw(unchecked(gw.genre("Nurikabe"), BOARD, {"sea": {CELL: True}}))
    paints = [{shape.paint for group in picture.groups for shape in group.shapes} for picture in (hole, shaded)]
    assert "hatch" in paints[0] - paints[1] and "tint" in paints[1] - paints[0]


def test_only_transparent_pictures_have_no_background() -> None:
    puzzle = unchecked(gw.genre("Nurikabe"), BOARD, {"clue": {CELL: 4}})
    for name, theme in THEMES.items():
        clear = pixel(puzzle, 3.5, 0.3, name)[3] == 0
        assert clear == (name == "transparent") != theme.opaque
        assert ("gw-page" in draw(puzzle, theme=name).svg()) == theme.opaque


def auto_style(picture: Picture) -> str:
    """The rules of a picture in the theme ``auto``, which only programs that know variables apply."""
    found = re.search(r"<style>@supports\(color:var\(--a\)\)\{(.*)\}</style>", picture.svg(), re.DOTALL)
    assert found is not None
    return found[1]


def test_pictures_of_several_themes_on_one_page_keep_their_colours() -> None:
    """Colours are attributes; rules of the one theme that has any apply to no other pictures."""
    puzzle = unchecked(gw.genre("Masyu"), BOARD, {"pearl": {CELL: "black"}})
    for name in THEMES:
        text = draw(puzzle, theme=name).svg()
        assert f'class="gridwright gw-{name}"' in text
        assert ("<style" in text) == ("@media" in text) == ("var(" in text) == (name == "auto")
    style = auto_style(draw(puzzle, theme="auto"))
    rules = re.sub(r"@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", style)
    selectors = re.findall(r"([^{}]+)\{", rules)
    assert selectors and all(re.fullmatch(r"\.gw-auto \.gw-[a-z0-9-]+", one) for one in selectors)


@each_sample
def test_a_page_can_set_every_colour_of_the_theme_auto(path: Path) -> None:
    """Each colour has a variable, with that of the light theme or of the dark one in its place."""
    picture = draw(*of(path), theme="auto")
    light, dark = auto_style(picture).split("@media(prefers-color-scheme:dark)")
    used = {"page", *(shape.paint for group in picture.groups for shape in group.shapes)}
    for theme, style in (("light", light), ("dark", dark)):
        rules = dict(re.findall(r"\.gw-auto \.gw-([a-z0-9-]+)\{([^{}]*)\}", style))
        assert rules.keys() == used
        for name, told in rules.items():
            paint, colours = PAINTS[name], THEMES[theme].colours
            named = {"fill": paint.fill, "stroke": paint.stroke}
            wanted = [(what, f"var(--gw-{colour},{colours[colour]})") for what, colour in named.items() if colour]
            assert re.findall(r"(fill|stroke):([^;]+)", told) == wanted


@pytest.mark.parametrize("name", THEMES)
def test_every_medium_has_every_theme(name: str) -> None:
    puzzle = unchecked(gw.genre("Masyu"), BOARD, {"pearl": {CELL: "black"}})
    state = State.of(puzzle, {"loop": {Spot(1, 2): True}})
    picture = gw.draw(puzzle, state, theme=name)
    assert picture.pdf().startswith(b"%PDF") and picture.eps().startswith("%!PS")
    bright = gw.draw(puzzle, state)
    differs = name not in ("light", "auto")
    assert (picture.eps() != bright.eps()) == differs
    assert (picture.png(50) != bright.png(50)) == differs


def test_an_unknown_theme_is_refused() -> None:
    puzzle = unchecked(gw.genre("Masyu"), BOARD, {})
    with pytest.raises(ValueError, match=r"unknown theme 'pink'; the themes are light, dark, gray"):
        gw.draw(puzzle, theme="pink")


@pytest.mark.parametrize(("style", "column", "row"), [("r1c1", "c4", "r4"), ("A1", "D", "4")])
def test_coordinates_stand_outside_of_all_clues(style: str, column: str, row: str) -> None:
    given = {"clue": {Spot(-1, 7): (1, 1), Spot(7, -1): (2, 1)}}
    puzzle = unchecked(gw.genre("Picross"), BOARD, given)
    picture = gw.draw(puzzle, coordinates=style)
    found = {s.text: s for g in picture.groups if g.name == "coordinates" for s in g.shapes if isinstance(s, TextShape)}
    clues = [s for g in picture.groups if g.name == "clue" for s in g.shapes if isinstance(s, TextShape)]
    assert found[column].x == 3.5 and found[column].y + found[column].size / 2 < min(clue.y for clue in clues)
    assert found[row].y == 3.5 and found[row].x < min(clue.x for clue in clues)
    assert picture.box[0] < found[row].x - 0.2 and picture.box[1] < found[column].y - found[column].size / 2
    with pytest.raises(ValueError, match="unknown coordinates 'a1'; use r1c1 or A1"):
        gw.draw(puzzle, coordinates="a1")


def test_columns_go_on_after_z() -> None:
    from gridwright.picture.drawing import column_name

    assert [column_name(n, "A1") for n in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


def test_marks_of_overlays_lie_above_all() -> None:
    puzzle = unchecked(gw.genre("Nurikabe"), BOARD, {"clue": {CELL: 4}})
    picture = gw.draw(puzzle, differs=[CELL], reason=[OTHER], fresh=[Spot(1, 1)])
    assert [group.name for group in picture.groups[-6:]] == [
        "other-ground", "other", "reason-ground", "reason", "fresh-ground", "fresh",
    ]  # fmt: skip
    (frame,) = picture.groups[-5].shapes
    assert isinstance(frame, Rectangle) and (frame.x, frame.y) == (1.1, 1.1)


def test_mercury_runs_through_the_tube_from_the_bulb_on() -> None:
    links = {Spot(1, 2): True, Spot(1, 4): True}
    puzzle = unchecked(gw.genre("Thermometers"), BOARD, {"bulb": {Spot(1, 1): True}, "joint": links})
    full = State.of(puzzle, {"filled": {Spot(1, 1): True, Spot(1, 3): True, Spot(1, 5): False}})
    shapes = [s for group in gw.draw(puzzle, full).groups if group.name == "filled" for s in group.shapes]
    (bulb,) = (s for s in shapes if isinstance(s, Circle))
    (run,) = (s for s in shapes if not isinstance(s, Circle) and s.paint == "answer-mercury")
    assert (bulb.x, bulb.y) == (0.5, 0.5)
    ends = sorted(point for line in run.lines for point in (line[0], line[-1]))  # type: ignore[union-attr]
    assert ends[0] == (0.5, 0.5) and ends[-1] == pytest.approx((1.9, 0.5))
