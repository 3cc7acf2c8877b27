"""SVG: well-formed, scalable, in layers, told in words, and to be restyled."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

import gridwright as gw
from gridwright.language import Puzzle, State
from gridwright.picture.fonts import FILES
from gridwright.picture.paint import BRIGHT, PAINTS, Paint, rgb
from gridwright.picture.svg import escaped

from ..grouped import SHARE, case_name, only_if, some_by_default
from ..laws.cases import case, each_case
from .samples import ONE, each_sample, of

NS = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(("path", "rect", "circle", "text"))
HIDDEN = frozenset(("none", "uncaged"))
"""Looks that draw nothing: other layers show what theirs tell."""


def parsed(text: str) -> ET.Element:
    """The root of a document; its namespace is that of SVG."""
    root = ET.fromstring(text.encode())
    assert root.tag == f"{NS}svg"
    return root


def classes(root: ET.Element) -> list[str]:
    """The classes of all groups, in the order of drawing."""
    return [name for group in root.iter(f"{NS}g") for name in group.attrib["class"].split()]


def check_form(root: ET.Element, title: str) -> None:
    """What holds for every picture."""
    box = [float(word) for word in root.attrib["viewBox"].split()]
    assert len(box) == 4 and box[2] > 0 and box[3] > 0
    assert not {"width", "height"} & root.attrib.keys()
    first, second, page, *groups = root
    assert (first.tag, first.text) == (f"{NS}title", title)
    assert second.tag == f"{NS}desc" and (second.text or "").startswith("A board of ")
    (background,) = page
    assert background.tag == f"{NS}rect"
    assert [float(background.attrib[name]) for name in ("x", "y", "width", "height")] == box
    for group in groups:
        assert group.tag == f"{NS}g" and re.match(r"layer-[a-z-]+ [a-z]+ (given|answer)$", group.attrib["class"])
        for run in group:
            assert run.tag == f"{NS}g"
            check_colours(run, PAINTS[run.attrib["class"].removeprefix("gw-")])
            for shape in run:
                assert shape.tag.removeprefix(NS) in SHAPES
                assert not {"style", "class", "fill", "stroke"} & shape.attrib.keys()  # so that style sheets decide


def check_colours(run: ET.Element, paint: Paint) -> None:
    """The colours of shapes are those of their paint, as attributes."""
    assert run.attrib.get("fill") == (BRIGHT[paint.fill] if paint.fill else None)
    assert run.attrib.get("stroke") == (BRIGHT[paint.stroke] if paint.stroke else None)
    assert ("stroke-width" in run.attrib) == bool(paint.stroke)
    assert ("stroke-dasharray" in run.attrib) == bool(paint.dash)
    assert ("font-weight" in run.attrib) == paint.bold


def layers_with_marks(puzzle: Puzzle, state: State | None = None) -> set[str]:
    """The classes of the layers that a picture must have; small texts of a cell stand in one group, the last one's."""
    known = [puzzle.given, *([state.marks] if state is not None else [])]
    names = {name for marks in known for name, own in marks.items() if set(own.values()) - {False, " "}}
    looks = {name: puzzle.genre.layers[name].look.kind for name in names}
    return {f"layer-{name.replace('_', '-')}" for name, kind in looks.items() if kind not in HIDDEN | {"small"}}


@each_case
def test_puzzles(path: Path) -> None:
    puzzle = case(path).puzzle
    picture = gw.draw(puzzle)
    root = parsed(picture.svg())
    check_form(root, picture.title)
    merged = {"layer-merged"}  # Fences without a dot: nothing is drawn where it would be
    assert layers_with_marks(puzzle) - merged <= set(classes(root))
    assert "answer" not in classes(root) and "layer-violations" not in classes(root)


@each_case
def test_solutions(path: Path) -> None:
    one = case(path)
    only_if(one.reading.answer is not None)
    picture = gw.draw(one.puzzle, one.answer)
    root = parsed(picture.svg())
    check_form(root, picture.title)
    merged = {"layer-merged"}
    assert layers_with_marks(one.puzzle, one.answer) - merged <= set(classes(root))
    assert picture.title.endswith(", solved")


@each_case
def test_violations(path: Path) -> None:
    """A frame or a ring at every spot that shows a fault, above everything else; one frame for those of the whole."""
    one = case(path)
    for wrong in one.wrong:
        violations = gw.check(one.puzzle, wrong.state, finished=True)
        spots = {spot for violation in violations for spot in violation.at}
        whole = any(not violation.at for violation in violations)
        picture = gw.draw(one.puzzle, wrong.state, violations=violations)
        last = picture.groups[-1]
        assert (last.name, len(last.shapes)) == ("violations", len(spots) + whole)
        root = parsed(picture.svg())
        check_form(root, picture.title)
        assert classes(root).count("layer-violations") == 1


@each_sample
def test_drawing_is_repeatable(path: Path) -> None:
    assert gw.draw(*of(path)).svg() == gw.draw(*of(path)).svg()


def test_size() -> None:
    picture = gw.draw(*of(ONE[0]))
    root = parsed(picture.svg(size=200))
    assert root.attrib["width"] == "200pt"
    assert float(root.attrib["height"].removesuffix("pt")) == pytest.approx(200 / picture.aspect, rel=1e-4)


def test_notebooks_show_pictures_themselves() -> None:
    picture = gw.draw(*of(ONE[0]))
    shown = picture._repr_svg_()
    assert parsed(shown).attrib["width"].endswith("pt")
    assert "size" not in picture.svg()[:60]


@each_sample
def test_pictures_are_light_and_opaque_whatever_the_system_prefers(path: Path) -> None:
    """No colour depends on a preference of the system or on the page around, and white paper lies below all."""
    text = gw.draw(*of(path)).svg()
    assert not [word for word in ("<style", "var(", "light-dark(", "@media", "currentColor") if word in text]
    assert f'<g class="gw-page" fill="{BRIGHT["paper"]}">' in text
    assert classes(parsed(text))[0] == "gw-page"


@pytest.mark.parametrize("path", some_by_default(ONE, SHARE, "all colours", name=case_name))
def test_programs_that_know_no_variables_draw_all_colours(path: Path) -> None:
    """Resvg, which draws a shape black if it does not understand its colour."""
    picture = gw.draw(*of(path))
    image = rendered(picture.svg())
    most = image.width * image.height
    found = {tuple(part / 255 for part in colour) for _, colour in image.getcolors(most) or ()}  # type: ignore[union-attr]
    used = [PAINTS[shape.paint] for group in picture.groups for shape in group.shapes]
    wanted = {BRIGHT[name] for paint in used for name in (paint.fill, paint.stroke) if name}
    assert {rgb(colour) for colour in wanted} <= found


@pytest.mark.parametrize("path", some_by_default(ONE, SHARE, "auto", name=case_name))
def test_programs_that_know_no_variables_draw_the_theme_auto_like_the_usual_one(path: Path) -> None:
    usual, auto = (rendered(gw.draw(*of(path), theme=theme).svg()) for theme in ("light", "auto"))
    assert auto.tobytes() == usual.tobytes()


def rendered(svg: str) -> Image.Image:
    """What resvg draws, large enough for each line to be at least three dots wide."""
    fonts = list(map(str, FILES))
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, zoom=4)
    return Image.open(BytesIO(bytes(data))).convert("RGB")


def luminance(colour: str) -> float:
    """How bright a colour is in greyscale, from 0 to 1 (relative luminance)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The ratio of two luminances, from 1 to 21, as guidelines for accessible pages define it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_letters_and_lines_can_be_read_without_colours() -> None:
    """At least 4.5 to 1 is what guidelines ask of text, 3 to 1 of lines that matter."""
    palette = BRIGHT
    for name in ("ink", "answer", "wrong"):
        assert contrast(palette[name], palette["paper"]) >= 4.5, name
    assert contrast(palette["dim"], palette["paper"]) >= 3
    for area in ("tint", "water", "one", "two", "three", "four", "five"):
        assert contrast(palette["ink"], palette[area]) >= 4.5, area
    for area in ("tint", "water"):
        assert contrast(palette[area], palette["paper"]) >= 1.3, area


def test_paints_name_known_colours() -> None:
    for name, paint in PAINTS.items():
        assert {paint.fill, paint.stroke} - {""} <= BRIGHT.keys(), name
        assert (paint.width > 0) == bool(paint.stroke), name


def test_escapes() -> None:
    assert escaped("<a b=\"c\" d='e'>&</a>") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;"
    assert escaped("a\0b\x1b\ud800\uffff") == "a\ufffdb\ufffd\ufffd\ufffd"
    assert escaped("a\tb\nc") == "a\tb\nc"
