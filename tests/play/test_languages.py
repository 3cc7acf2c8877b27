"""The page in another language: nothing that people see or hear of it is left in English."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from babel.dates import get_day_names, get_month_names

import gridwright as gw

from ..laws.test_translations import PAGES, entries, vocabulary, words_of
from .browser import ROOT, Server, needs_browser

needs_browser()
pytestmark = pytest.mark.slow
EXAMPLES = "akari", "fences", "pips", "sudoku", "yajilin"
SAID = """() => {
  const said = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("svg, script, noscript")) said.push(texts.currentNode.textContent);
  }
  const all = [...document.querySelectorAll("*")], named = ["aria-label", "title", "placeholder"];
  return said.concat(all.flatMap(one => named.map(name => one.getAttribute(name) || "")));
}"""
"""All texts of a page, and the names of its parts that only screen readers say."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    files = [str(next((ROOT / "examples").glob(f"{name}.*"))) for name in EXAMPLES]
    found = Server(tmp_path_factory.mktemp("data"), "--language", "de", *files)
    yield found
    found.kill()


@cache
def known_words() -> set[str]:
    """The words of the catalogues, and names."""
    homes = [*map(import_module, PAGES), import_module("gridwright.picture.cell_words")]
    labels = [str(entry.string) for home in homes for entry in entries(home.__name__, "de") if entry.id]
    names = [name for genre in gw.known_genres() for name in (genre.name, *genre.aliases)]
    own = [vocabulary(genre, "de") for genre in gw.known_genres() if genre.name.lower() in EXAMPLES]
    dates = [*get_day_names(locale="de").values(), *get_month_names(locale="de").values(), "heute"]
    return words_of(*labels, *names, *dates, *EXAMPLES, "Gridwright", "puzz.link", "English", "Deutsch").union(*own)


def only_german(page: Any, *names: str) -> None:
    """All texts are German, but for names."""
    wrong = {text: words for text in page.evaluate(SAID) if (words := words_of(text) - known_words() - set(names))}
    assert not wrong


def test_the_list_and_its_dialogs(server: Server, page: Any) -> None:
    page.goto(server.url)
    page.wait_for_selector(".puzzles li")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.locator("h1").inner_text() == "Rätsel"
    only_german(page)
    for button in ("Neues Rätsel", "Öffnen …", "Drucken …", "Einstellungen"):
        page.get_by_role("button", name=button).click()
        page.wait_for_selector("dialog")
        only_german(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("heading", name="Puzzles", exact=True).wait_for()
    server.send("api/settings", {"language": "de"}, "PUT")


def test_the_start_page_once_something_was_played(server: Server, page: Any) -> None:
    begun, solved = server.get("api/puzzles")["puzzles"][:2]
    for one in begun, solved:
        path = f"api/puzzles/{one['id']}/position"
        told = {"marks": {}, "history": [1], "seconds": 60, "solved": one is solved, "rev": server.get(path)["rev"]}
        server.send(path, told, "PUT")
    for address in ("", "today", "statistics", "in/example"):
        page.goto(f"{server.url}#{address}")
        page.wait_for_selector(".strip, .tiles, table, .collections")
        only_german(page)
        page.goto("about:blank")
    page.goto(f"{server.url}#statistics")
    page.get_by_role("button", name="Löschen …").click()
    page.wait_for_selector("dialog")
    only_german(page)
    for one in begun, solved:
        path = f"api/puzzles/{one['id']}/position"
        server.send(path, {"rev": server.get(path)["rev"]}, "PUT")


def test_a_puzzle_its_menus_and_its_hints(server: Server, page: Any) -> None:
    for puzzle in server.get("api/puzzles")["puzzles"]:
        page.goto(f"{server.url}#play/{puzzle['id']}")
        page.get_by_role("grid", name=puzzle["genre"]).wait_for()
        page.wait_for_selector(".board[data-judged]")
        only_german(page)
        for button in ("Stimmt bisher alles?", "Wo geht es weiter?", "Was folgt, und warum?"):
            page.get_by_role("button", name="Tipp", exact=True).click()
            page.get_by_role("button", name=button).click()
            page.wait_for_selector(".panel .words")
            only_german(page)
        for choice in ("So wird gespielt", "Schritt für Schritt"):
            page.get_by_role("button", name="Mehr").click()
            only_german(page)
            page.locator("dialog button", has_text=choice).click()
            page.wait_for_selector("dialog .keys" if choice == "So wird gespielt" else ".panel strong")
            only_german(page)
            page.keyboard.press("Escape")


def test_the_editor(server: Server, page: Any) -> None:
    page.goto(f"{server.url}#edit")
    page.wait_for_selector(".begin")
    only_german(page)
    page.get_by_label("Rätselart").select_option("Akari")
    page.get_by_role("button", name="Anfangen").click()
    page.wait_for_selector(".verdict[data-status]:not([data-status=''])")
    for summary in page.locator("summary").all():
        summary.click()
    formats = page.locator("select:has(option[value='spf'])").locator("option").all_inner_texts()
    only_german(page, *words_of(*formats))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_walkthrough(name: str, page: Any, tmp_path: Path) -> None:
    puzzle = gw.read(next((ROOT / "examples").glob(f"{name}.spf")))
    with gw.in_language("de"):
        path = gw.explain(puzzle)
        path.save(tmp_path / "page.html")
    page.goto((tmp_path / "page.html").as_uri())
    assert page.evaluate("document.documentElement.lang") == "de"
    only_german(page)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.locator("#spots path").first.hover()
        only_german(page)
    assert page.locator(".now .at").count() == page.locator(".now .at:is(.premise, .conclusion)").count() > 0
