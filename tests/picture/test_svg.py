"""SVG: well-formed, scalable, in layers, told in words, and to be restyled."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.language import Puzzle, State
from gridwright.picture.drawing import Picture
from gridwright.picture.paint import BRIGHT, PAINTS
from gridwright.picture.svg import escaped

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
    first, second, style, page, *groups = root
    assert (first.tag, first.text) == (f"{NS}title", title)
    assert second.tag == f"{NS}desc" and (second.text or "").startswith("A board of ")
    assert style.tag == f"{NS}style"
    (background,) = page
    assert background.tag == f"{NS}rect"
    assert [float(background.attrib[name]) for name in ("x", "y", "width", "height")] == box
    for group in groups:
        assert group.tag == f"{NS}g" and re.match(r"layer-[a-z-]+ [a-z]+ (given|answer)$", group.attrib["class"])
        for run in group:
            assert run.tag == f"{NS}g" and {"class"} <= run.attrib.keys() <= {"class", "stroke-width"}
            assert f".{run.attrib['class']}{{" in (style.text or "")
            for shape in run:
                assert shape.tag.removeprefix(NS) in SHAPES
                assert not {"style", "class", "fill", "stroke"} & shape.attrib.keys()  # so that style sheets decide


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
    if one.reading.answer is None:
        return
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


def rules(picture: Picture) -> dict[str, str]:
    """The declarations of a picture's style sheet by class, without variables. Fails for anything but one plain rule
    per class within the theme, and for a variable that is not the last word on the same colour."""
    style = parsed(picture.svg()).findtext(f"{NS}style") or ""
    scope = f".gw-{picture.theme.name} "
    found = re.findall(re.escape(scope) + r"\.(gw-[a-z0-9-]+)\{([^{}]*)\}", style)
    assert "".join(f"{scope}.{name}{{{told}}}" for name, told in found) == style
    twice = re.compile(r"(fill|stroke):(#[0-9a-f]{6});\1:var\(--gw-[a-z]+,\2\)")
    return {name: twice.sub(r"\1:\2", told) for name, told in found}


@each_sample
def test_pictures_are_light_and_opaque_whatever_the_system_prefers(path: Path) -> None:
    """No colour depends on a preference of the system or on the page around, and white paper lies below all."""
    picture = gw.draw(*of(path))
    root = parsed(picture.svg())
    assert "@media" not in picture.svg() and "currentColor" not in picture.svg()
    told = rules(picture)
    assert told["gw-page"] == "fill:#ffffff"
    colours = {word for declarations in told.values() for word in re.findall(r"(?:fill|stroke):([^;]+)", declarations)}
    assert colours <= set(BRIGHT.values())
    assert classes(root)[0] == "gw-page"


def test_pictures_on_one_page_do_not_change_each_other() -> None:
    """A style sheet of a picture inside a page holds for every picture there: so all say the same of a class."""
    small = gw.Puzzle.of(gw.genre("heyawake"), gw.Rect.of(4, 4), {"wall": {gw.Spot(1, 2): True}})
    large = gw.Puzzle.of(gw.genre("heyawake"), gw.Rect.of(60, 60), {"wall": {gw.Spot(1, 2): True}})
    one, other = gw.draw(small), gw.draw(large)
    assert other.weight > one.weight
    assert rules(one) == rules(other)
    widths = [re.findall(r'class="gw-wall" stroke-width="([0-9.]+)"', picture.svg()) for picture in (one, other)]
    assert float(widths[0][0]) < float(widths[1][0])


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
