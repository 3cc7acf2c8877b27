"""Walkthrough pages in a real browser, from a file: keys, pointers and touch, words and places, print, no scripts."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

import gridwright as gw

from ..laws.cases import FOLDER, case
from ..picture.samples import ONE
from .browser import needs_browser
from .test_page import violations

needs_browser()
pytestmark = pytest.mark.slow
SAMPLES = Path(__file__).parent.parent / "spf_samples"
MANY = FOLDER / "fences" / "middle.spf"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The addresses of the pages of samples, and of one with many steps."""
    folder = tmp_path_factory.mktemp("walkthroughs")

    def address(name: str) -> str:
        file: Path = folder / f"{name}.html"
        if not file.exists():
            gw.explain(gw.read(SAMPLES / f"{name}.spf" if name != "many" else MANY)).save(file)
        return file.as_uri()

    return address


def count(page: Any) -> str:
    return str(page.locator("#count").inner_text())


def shown(page: Any) -> str:
    """What the address names and what the list marks, once they agree."""
    current = page.locator("[aria-current=step]")
    return str(current.get_attribute("id")) if current.count() else ""


# -- going --


def test_keys_go_through_the_steps_and_the_address_follows(pages: Callable[[str], str], page: Any) -> None:
    page.goto(pages("nurikabe"))
    last = page.locator("#steps li[id]").count()
    assert (count(page), shown(page)) == (f"{last} steps", "")
    page.keyboard.press("ArrowRight")
    assert (count(page), shown(page), page.evaluate("location.hash")) == (f"Step 1 of {last}", "step-1", "#step-1")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert (count(page), page.evaluate("location.hash")) == (f"Step 2 of {last}", "#step-2")
    page.keyboard.press("End")
    assert count(page).endswith(f"{last} of {last}") and page.locator("#next").is_disabled()
    page.keyboard.press("Home")
    assert (count(page), page.evaluate("location.hash")) == (f"{last} steps", "")
    assert page.locator("#back").is_disabled()


def test_an_address_leads_to_its_step_and_buttons_and_clicks_go_on(pages: Callable[[str], str], page: Any) -> None:
    page.goto(f"{pages('nurikabe')}#step-5")
    assert shown(page) == "step-5" and page.locator("#step-5").is_visible()
    page.get_by_role("button", name="Next").click()
    assert shown(page) == "step-6"
    page.locator("#step-3 > a").click()
    assert (shown(page), page.evaluate("location.hash")) == ("step-3", "#step-3")
    page.evaluate("location.hash = '#step-10'")
    page.wait_for_selector("#step-10[aria-current=step]")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "step-9"


def test_a_closed_fold_is_one_step_and_an_open_one_several(pages: Callable[[str], str], page: Any) -> None:
    page.goto(pages("many"))
    fold = page.locator(".fold").first
    first, last = (int(fold.get_attribute(f"data-{name}")) for name in ("from", "to"))
    page.goto(f"{pages('many')}#step-{first - 1}")
    page.wait_for_selector(f"#step-{first - 1}[aria-current=step]")
    page.keyboard.press("ArrowRight")
    total = page.locator("#steps li[id]").count()
    assert count(page) == f"Steps {first}–{last} of {total}"
    assert not page.locator(f"#step-{first}").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    fold.locator("summary").click()
    page.wait_for_selector(f"#step-{last}[aria-current=step]")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == f"step-{last - 1}" and page.locator(f"#step-{last - 1}").is_visible()


# -- words and places --


def names(page: Any, selector: str) -> list[str]:
    """The names of the places on the board that something is drawn on."""
    return list(page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(one => data.names[spots.indexOf(one)])", selector))


def test_pointing_at_words_shows_the_place(pages: Callable[[str], str], page: Any) -> None:
    page.goto(f"{pages('nurikabe')}#step-2")
    word = page.locator("#step-2 .at", has_text="r3c5").first
    word.hover()
    assert names(page, "#spots .pointed") == ["r3c5"]
    page.locator("h1").hover()
    assert names(page, "#spots .pointed") == []
    word.click()
    page.locator("h1").hover()
    assert names(page, "#spots .pointed") == ["r3c5"]  # until it is clicked again
    word.click()
    page.locator("h1").hover()
    assert names(page, "#spots .pointed") == []


def test_pointing_at_a_place_shows_the_words(pages: Callable[[str], str], page: Any) -> None:
    page.goto(f"{pages('nurikabe')}#step-2")
    page.locator("#spots path").nth(14).hover()
    assert set(page.locator(".at.pointed").all_inner_texts()) == {"r3c5"}
    assert page.locator(".met").count() >= 1
    assert page.locator("#spoken").inner_text().startswith("r3c5; is land, step 2; spoken of in step")


def test_the_keyboard_reaches_words_and_places(pages: Callable[[str], str], page: Any) -> None:
    page.goto(f"{pages('nurikabe')}#step-2")
    page.locator("#spots path").first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("r2c3")
    assert shown(page) == "step-2"  # on the board, arrows go from cell to cell
    page.keyboard.press("Enter")
    assert "r2c3" in page.locator("[aria-current=step]").inner_text()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('at')"):
            break
    text = page.evaluate("document.activeElement.textContent")
    assert names(page, "#spots .pointed") == [text]


def test_a_finger_points_too(pages: Callable[[str], str], open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    page.goto(f"{pages('nurikabe')}#step-2")
    page.locator("#step-2 .at", has_text="r3c5").first.tap()
    assert names(page, "#spots .pointed") == ["r3c5"]
    board, text = page.locator("#board").bounding_box(), page.locator("#step-2").bounding_box()
    assert board["y"] >= 0  # both are in sight, the words below the board
    assert board["y"] + board["height"] <= text["y"] < 844
    page.get_by_role("button", name="Next").tap()
    assert shown(page) == "step-3"


# -- what is seen --


def test_the_parts_of_an_argument_have_frames_of_their_own(pages: Callable[[str], str], page: Any) -> None:
    path = gw.explain(gw.read(SAMPLES / "nurikabe.spf"))
    n = next(n for n, step in enumerate(path, 1) if step.refuted and step.refuted.links)
    page.goto(f"{pages('nurikabe')}#step-{n}")
    frames = page.evaluate(
        "Object.fromEntries(Object.keys(ROLES).map(role => [role, [...document.querySelectorAll(`#marks .${role}`)]"
        ".map(one => data.names[one.getAttribute('href').slice(2)])]))")  # fmt: skip
    assert set(frames["supposition"]) == set(frames["conclusion"]) == {"r3c1"}
    assert set(frames["consequence"]) == {"r1c2", "r1c3"} and "r1c4" in frames["contradiction"]
    styles = "role => { const s = getComputedStyle(document.querySelector(`#marks .${role}:not(.ground)`));"
    looks = {page.evaluate(f"{styles} return s.stroke + s.strokeDasharray; }}", role) for role in frames}
    assert len(looks) == len(frames) == 5
    assert page.locator("#legend li").all_inner_texts() == [role if role != "premise" else "reason" for role in frames]


def test_candidates_are_crossed_out_where_a_step_excludes_them(pages: Callable[[str], str], page: Any) -> None:
    path = gw.explain(gw.read(SAMPLES / "kakuro.spf"))
    n, step = next((n, step) for n, step in enumerate(path, 1) if not any(mark.holds for mark in step.marks))
    page.goto(f"{pages('kakuro')}#step-{n}")
    assert page.locator("#notes .out").count() == len(step.marks)
    out = {str(mark.value) for mark in step.marks}
    assert set(page.locator("#notes .out").all_text_contents()) == out
    assert out.isdisjoint(page.locator("#notes text:not(.out)").all_text_contents())


@pytest.mark.parametrize("path", ONE, ids=lambda path: path.parent.name)
def test_the_board_is_the_picture_of_every_position(path: Path, page: Any, tmp_path: Path) -> None:
    """The page draws the board once; what is visible at a position is what a picture of that position shows."""
    found = gw.explain(case(path).puzzle)
    file = tmp_path / "page.html"
    found.save(file)
    page.goto(file.as_uri())
    page.evaluate("for (const one of document.querySelectorAll('#spots, #marks, #notes')) one.style.display = 'none'")
    state, n = found.start, len(found.steps)
    for at, step in enumerate(found, 1):
        state = step.applied(state)
        if at not in (1, n // 2, n):
            continue
        page.evaluate("at => { draw(board, at, at); for (const one of ghosts) one.classList.add('off'); }", at)
        drawn = gw.draw(found.puzzle, state, coordinates="r1c1").svg()
        differing = page.evaluate(COMPARE, drawn)
        assert differing < 0.0004, f"step {at}: {differing:.2%} of the pixels differ"


COMPARE = """async picture => {
  const style = document.querySelector("style").textContent;
  const page = board.cloneNode(true), box = board.getAttribute("viewBox");
  page.insertAdjacentHTML("afterbegin", `<style>${style}</style>`);
  page.setAttribute("style", "");
  const other = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const pixels = async svg => {
    svg.setAttribute("viewBox", box);
    svg.setAttribute("width", 400); svg.setAttribute("height", 400);
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff"; context.fillRect(0, 0, 400, 400); context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 400, 400).data;
  };
  const [a, b] = [await pixels(page), await pixels(other)];
  let n = 0;
  for (let i = 0; i < a.length; i += 4) n += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) > 160;
  return n / (a.length / 4);
}"""


# -- for everybody --


def test_without_scripts_all_steps_can_be_read(pages: Callable[[str], str], open_page: Callable[..., Any]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(pages("many"))
    page.locator("summary").first.click()
    path = gw.explain(gw.read(MANY))
    for n, step in enumerate(path, 1):
        assert step.words in page.locator(f"#step-{n}").text_content()
    assert page.locator("#board").is_visible() and not page.locator("nav").is_visible()
    assert page.locator(".fold li").first.is_visible()


def test_print_has_all_steps_and_pictures_between_them(pages: Callable[[str], str], page: Any) -> None:
    page.goto(f"{pages('many')}#step-3")
    text = "".join(one.extract_text() for one in PdfReader(BytesIO(page.pdf(format="A4"))).pages)
    n = page.locator("#steps li[id]").count()
    assert text.count("is fenced") > 3 and "The answer" in text and f"{n} " in text
    assert page.locator("figure").count() == 0 and shown(page) == "step-3"  # as before


@pytest.mark.parametrize("name", ["nurikabe", "fences", "kakuro"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing(
    name: str, colours: str, pages: Callable[[str], str], open_page: Callable[..., Any]
) -> None:
    page = open_page(color_scheme=colours)
    page.goto(f"{pages(name)}#step-8")
    assert violations(page) == []
