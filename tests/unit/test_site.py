"""The documentation as a site: its order, its colours, the names of the reference, and, once built, its links."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

import gridwright as gw

from ..play.browser import needs_browser, open_browser, page_of

DOCS = Path(__file__).parents[2] / "docs"
ASSETS = DOCS / "assets"
WITHOUT_PARENT = {"index", "404"}
MADE = {"techniques/index"}
"""The pages that only the build makes."""


def page_order() -> dict[str, tuple[str, ...]]:
    """``PAGES`` of conf.py, which imports Sphinx."""
    for line in ast.parse((DOCS / "conf.py").read_text("utf-8")).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "PAGES":
            return dict(ast.literal_eval(line.value))
    raise AssertionError("conf.py has no PAGES")


def test_each_page_has_one_place_in_the_navigation() -> None:
    order = page_order()
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    written = {page for page in written if not page.startswith("techniques/")} | MADE
    listed = [page for pages in order.values() for page in pages if "*" not in page]
    listed += [page for page in written if page.startswith("genres/")]
    assert [page for page, n in Counter(listed).items() if n > 1] == []
    assert written - set(listed) == WITHOUT_PARENT
    assert order.keys() <= written


def test_each_public_name_is_on_one_page_of_the_reference() -> None:
    directive = re.compile(r"^\.\. auto\w+:: gridwright\.(\w+)$", re.MULTILINE)
    found = [name for path in (DOCS / "reference").glob("*.md") for name in directive.findall(path.read_text("utf-8"))]
    assert Counter(found) == Counter(gw.__all__)


def test_the_home_page_tells_the_number_of_genres() -> None:
    assert f"{len(gw.known_genres())} kinds of pencil puzzles" in (DOCS / "index.md").read_text("utf-8")


def test_the_pictures_of_the_home_page_leave_no_orphan() -> None:
    """The grid has one, two or four columns, all of which divide the number of pictures."""
    cards = re.findall(r'<a class="gw-card"', (DOCS / "index.md").read_text("utf-8"))
    rules = re.findall(r"\.gw-four \{ grid-template-columns: repeat\((\d)", (ASSETS / "site.css").read_text("utf-8"))
    assert cards and rules and all(len(cards) % int(columns) == 0 for columns in rules)


def test_the_logo_is_a_picture_of_its_own() -> None:
    logo = ElementTree.parse(ASSETS / "logo.svg").getroot()
    assert logo.get("viewBox") == "0 0 32 32", "two pixels of the picture are one of a favicon"
    assert not re.search(r"href|url\(|<style|<text", (ASSETS / "logo.svg").read_text("utf-8"))


# -- colours -----------------------------------------------------------------------------------------------------------


@cache
def colours(theme: str) -> dict[str, str]:
    """The colours of a theme by the names of their variables."""
    style = (ASSETS / "site.css").read_text("utf-8")
    (rule,) = re.findall(rf'^html\[data-theme="{theme}"\] {{(.*?)}}', style, re.DOTALL | re.MULTILINE)
    return dict(re.findall(r"--(?:pst-color|gw)-([\w-]+): (#[0-9a-f]{3,6});", rule))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""

    def light(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_definition() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ("light", "dark"))
def test_words_can_be_read(theme: str) -> None:
    """All colours of words on all grounds, at the ratio that WCAG 2 asks for."""
    known = {"background": "#fff", "on-background": "#fff", **colours(theme)}
    words = "text-base", "text-muted", "link", "link-hover", "link-higher-contrast", "inline-code", "primary"
    grounds = "background", "on-background", "surface", "primary-bg", "table-row-hover-bg"
    low = {
        f"{word} on {ground}": round(contrast(known[word], known[ground]), 2)
        for word, ground in product(words, grounds)
        if contrast(known[word], known[ground]) < 4.5
    }
    assert not low
    assert contrast(known["on-primary"], known["primary"]) >= 4.5


# -- the built site ----------------------------------------------------------------------------------------------------

SITE = Path(os.environ.get("GRIDWRIGHT_SITE", ""))
built = pytest.mark.skipif(
    "GRIDWRIGHT_SITE" not in os.environ, reason="GRIDWRIGHT_SITE names no site; .ci/run builds one"
)
FOREIGN_PAGES = "play/", "walkthroughs/"
"""What ``gridwright`` writes by itself; other tests examine it."""


class Page(HTMLParser):
    """The anchors, links, title and description of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.title = self.description = ""
        self._in_title = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given[name] for name in ("href", "src") if name in given and tag != "base"]
        self._in_title |= tag == "title" and not self.title
        if tag == "meta" and given.get("name") == "description":
            self.description = given["content"]

    def handle_endtag(self, tag: str) -> None:
        self._in_title &= tag != "title"

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


@cache
def pages() -> dict[str, Page]:
    """All pages of the site by their paths."""
    found = {path.relative_to(SITE).as_posix(): Page(path) for path in sorted(SITE.rglob("*.html"))}
    return {name: page for name, page in found.items() if not name.startswith(("_static/", *FOREIGN_PAGES))}


@built
def test_the_site_has_a_page_for_each_page_of_the_documentation() -> None:
    assert {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")} <= pages().keys()


@built
def test_each_page_has_a_title_and_a_description() -> None:
    made = {"genindex.html", "search.html"}
    assert [name for name, page in pages().items() if not page.title.strip()] == []
    assert [name for name, page in pages().items() if name not in made and not page.description] == []


@built
def test_links_and_pictures_lead_somewhere() -> None:
    broken = []
    for name, page in pages().items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = (SITE / name).parent / unquote(parts.path) if parts.path else SITE / name
            target = os.path.relpath(path, SITE)
            if not path.is_file():
                broken.append(f"{name}: {link}")
            elif parts.fragment and target in pages() and unquote(parts.fragment) not in pages()[target].anchors:
                broken.append(f"{name}: no such anchor: {link}")
    assert broken == []


@built
def test_nothing_is_loaded_from_elsewhere() -> None:
    """Links to other sites are for readers; scripts, styles, typefaces and pictures are part of the site."""
    loads = re.compile(r'<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(?:https?:)?//')
    assert [name for name in pages() if loads.search((SITE / name).read_text("utf-8"))] == []
    styles = [path for path in SITE.rglob("*.css") if re.search(r"(?:@import|url\()[^;)]*//", path.read_text("utf-8"))]
    assert styles == []


@built
def test_the_built_reference_has_every_name_with_its_types() -> None:
    text = "".join((SITE / name).read_text("utf-8") for name in pages() if name.startswith("reference/"))
    assert [name for name in gw.__all__ if f'<dt class="sig sig-object py" id="gridwright.{name}"' not in text] == []
    (solve,) = re.findall(r'id="gridwright.solve"(.*?)</dt>', text, re.DOTALL)
    assert "timeout: float | None = None" in re.sub(r"<.*?>", "", solve)


@built
def test_each_genre_leads_to_its_techniques() -> None:
    for name in pages():
        if name.startswith("techniques/") and not name.endswith("index.html"):
            genre = name.replace("techniques/", "genres/")
            assert any(link.startswith(f"../{name}#") for link in pages()[genre].links), genre


@built
@pytest.mark.parametrize("width", (320, 390, 1024, 1440))
def test_pages_fit_the_screen(width: int) -> None:
    """No page is wider than the screen, no script fails, and the rows of pictures are equally long."""
    api = needs_browser()
    kinds = ("index", "getting-started", "gallery", "genres/pips", "techniques/sudoku", "reference/solving", "formats",
             "search", "404")  # fmt: skip
    with open_browser(api) as browser:
        for kind in kinds:
            with page_of(browser, viewport={"width": width, "height": 800}) as page:
                page.goto((SITE / f"{kind}.html").resolve().as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
                tops = page.locator(".gw-four .gw-card").evaluate_all("all => all.map(one => one.offsetTop)")
                assert len(set(Counter(tops).values())) <= 1, kind


@built
def test_the_gallery_is_filtered() -> None:
    with open_browser(needs_browser()) as browser, page_of(browser) as page:
        page.goto((SITE / "gallery.html").resolve().as_uri())
        cards = page.locator(".gw-card:visible")
        assert cards.count() == len(gw.known_genres())
        page.get_by_label("Kind").select_option("lines")
        assert 0 < cards.count() < len(gw.known_genres())
        assert page.locator(".gw-filters output").inner_text() == f"{cards.count()} genres"
