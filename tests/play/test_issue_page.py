"""Issues of magazines on the page, in a real browser: the table, its checks, the making, and the files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .browser import Server, needs_browser
from .test_languages import only_german
from .test_page import PHONE, violations

needs_browser()
pytestmark = pytest.mark.slow
TENTS = {"genre": "Tents", "size": 5, "count": 2}
WRONG = {"title": "Summer", "gutter": 3, "section": [TENTS, {"genre": "Sudoku", "size": 7, "density": 0.3}]}
SIZES = {"a desktop": {}, "a phone": {**PHONE, "viewport": {"width": 320, "height": 640}}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"), "--edit")
    yield found
    found.kill()


def shown(page: Any, server: Server, table: Any, id: str) -> None:
    """Shows the page of an issue with a table."""
    server.send(f"api/issues/{id}", {"table": table}, "PUT")
    page.goto("about:blank")
    page.goto(f"{server.url}#issue/{id}")
    page.locator(".sections tbody tr").first.wait_for()


def told(page: Any, words: str) -> None:
    """Waits until the page says something about the whole table."""
    page.locator(".issue > .status", has_text=re.compile(f"^{words}$")).wait_for()


def stored(server: Server, id: str) -> Any:
    return server.get(f"api/issues/{id}")["table"]


def field(page: Any, label: str, n: int) -> Any:
    return page.get_by_label(f"{label}, section {n}", exact=True)


def test_an_editor_makes_an_issue_from_the_start_page(server: Server, page: Any, tmp_path: Path) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Make a puzzle").click()
    page.get_by_role("link", name="make an issue").click()
    page.get_by_role("heading", name="Make an issue").wait_for()
    assert page.locator("dialog").count() == 0
    told(page, "4 puzzles in one section")
    page.get_by_label("Title", exact=True).fill("Rainy days")
    page.get_by_label("Number", exact=True).fill("3")
    page.get_by_role("combobox", name="Answers").select_option("small")
    page.get_by_label("Answers upside down").check()
    page.get_by_role("combobox", name="Symmetry", exact=True).select_option("rotate")
    page.get_by_label("Imprint").fill("Ann\n12 Street")
    page.get_by_label("Back cover").fill("More in August.")
    field(page, "Genre", 1).select_option("Tents")
    field(page, "Size", 1).fill("5")
    field(page, "Difficulty", 1).select_option('["easy","medium"]')
    field(page, "Puzzles", 1).fill("2")
    page.get_by_role("button", name="Add a section").click()
    assert field(page, "Genre", 2).evaluate("one => one === document.activeElement")
    page.keyboard.type("Hitori")
    page.keyboard.press("Tab")
    page.keyboard.type("4x5")
    field(page, "Puzzles", 2).fill("1")
    told(page, "3 puzzles in 2 sections")
    id = page.evaluate("fetch('api/issues').then(one => one.json())")["issues"][0]["id"]
    assert stored(server, id) == {
        "title": "Rainy days", "number": 3, "answer_cell": 3, "upside_down": True, "symmetry": "rotate",
        "imprint": "Ann\n12 Street", "back_cover": "More in August.", "section": [
            {"genre": "Tents", "size": 5, "count": 2, "difficulty": ["easy", "medium"]},
            {"genre": "Hitori", "size": "4x5", "count": 1}]}  # fmt: skip
    page.get_by_role("button", name="Make the issue").click()
    page.get_by_text("The issue is ready: 3 puzzles, ").wait_for()
    for name, link, beginning in (("pdf", "The issue (PDF)", b"%PDF"), ("zip", "Everything (ZIP)", b"PK")):
        with page.expect_download() as loaded:
            page.get_by_role("link", name=link).click()
        assert loaded.value.suggested_filename == f"rainy-days-3.{name}"
        loaded.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Save the table (TOML)").click()
    loaded.value.save_as(tmp_path / "toml")
    assert tomllib.loads((tmp_path / "toml").read_text("utf-8")) == stored(server, id)
    outdated = page.get_by_text("The plan has changed since.")
    assert not outdated.is_visible()
    page.get_by_label("QR codes").check()
    outdated.wait_for()
    page.goto("about:blank")
    page.goto(f"{server.url}#issue")  # the one that was changed last, with its files
    page.get_by_role("link", name="The issue (PDF)").wait_for()
    assert page.get_by_label("Title", exact=True).input_value() == "Rainy days" and outdated.is_visible()


def test_faults_are_shown_at_their_section_until_they_are_corrected(server: Server, page: Any) -> None:
    shown(page, server, WRONG, "wrong")
    own = page.locator("#issue-fault")
    own.get_by_text("a gutter needs facing pages").wait_for()
    page.get_by_role("button", name="Remove gutter", exact=True).press("Enter")
    fault = page.locator("#issue-fault-2")
    fault.get_by_text("7 rows and 7 columns").wait_for()
    told(page, "Correct one thing first.")
    assert not own.is_visible() and not page.locator("#issue-fault-1").is_visible()
    field(page, "Size", 2).fill("nine")
    page.get_by_text('write 10 for a square, or "10x12"').wait_for()
    size = field(page, "Size", 2)
    assert size.get_attribute("aria-invalid") == "true"
    assert size.get_attribute("aria-describedby") == "issue-fault-2"
    page.get_by_role("button", name="Make the issue").click()
    page.wait_for_function("() => document.activeElement.name === 'size'")
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    told(page, "3 puzzles in 2 sections")
    assert not fault.is_visible() and size.get_attribute("aria-invalid") is None
    page.get_by_role("button", name="Remove density, section 2").click()
    page.wait_for_function("() => !document.querySelector('.below li')")
    told(page, "3 puzzles in 2 sections")


def test_sections_are_moved_and_removed_by_keys(server: Server, page: Any) -> None:
    shown(page, server, {"section": [TENTS, {"genre": "Hitori"}, {"genre": "Fences"}]}, "moved")
    page.get_by_role("button", name="Move section 3 up").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.ariaLabel") == "Move section 2 up"
    assert page.locator("#announcer").inner_text() == "Section 2 of 3"
    page.keyboard.press("Enter")  # then it is the first, which can only go down
    assert page.evaluate("document.activeElement.ariaLabel") == "Move section 1 down"
    assert [field(page, "Genre", n).input_value() for n in (1, 2, 3)] == ["Fences", "Tents", "Hitori"]
    page.get_by_role("button", name="Remove section 3").press("Enter")
    assert page.evaluate("document.activeElement.ariaLabel") == "Remove section 2"
    told(page, "3 puzzles in 2 sections")
    for _ in range(2):
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Add a section"
    page.get_by_text("an issue needs sections").wait_for()


def test_it_is_stopped_and_continues_after_the_page_was_closed(server: Server, page: Any) -> None:
    shown(page, server, {"title": "Long", "section": [{**TENTS, "count": 300}]}, "long")
    page.get_by_role("button", name="Make the issue").click()
    page.get_by_text(re.compile(r"^[1-9]\d* of 300 puzzles, section 1: Tents$")).wait_for()
    shown(page, server, {"title": "Long", "section": [{**TENTS, "count": 300}]}, "long")
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.press("Enter")
    page.get_by_text("puzzles are finished and kept").wait_for()
    assert not stop.is_visible() and page.get_by_role("link", name="Everything (ZIP)").is_visible()
    assert page.get_by_role("link", name="The issue (PDF)").count() == 0
    field(page, "Puzzles", 1).fill("2")
    page.get_by_role("button", name="Make the issue").click()
    page.get_by_text("The issue is ready: 2 puzzles, ").wait_for()


def test_a_file_is_opened_and_other_issues_are_deleted(server: Server, page: Any) -> None:
    shown(page, server, {"title": "Old", "section": [TENTS]}, "old")
    shown(page, server, {"section": [TENTS]}, "new")
    page.get_by_role("button", name="Open…").click()
    file = {"name": "a.toml", "mimeType": "application/toml", "buffer": b"= 3"}
    page.get_by_label("A file (.toml)").set_input_files(file)
    page.get_by_text("This is not TOML").wait_for()
    page.get_by_role("button", name="Delete Old").click()
    page.get_by_role("link", name="Old").wait_for(state="detached")
    text = b'title = "June"\ndate = 2027-06-01\n[[section]]\ngenre = "Tents"\nno-guess = true\ntechnique = ["a", "b"]\n'
    page.get_by_label("A file (.toml)").set_input_files({**file, "buffer": text})
    page.wait_for_function("() => document.querySelector('[name=title]').value === 'June'")
    assert page.locator("dialog").count() == 0
    assert page.locator(".extras code").all_inner_texts() == ['date = "2027-06-01"', "no_guess = true"]
    assert field(page, "Technique", 1).input_value() == "a, b"
    assert server.get("api/issues")["issues"][0]["title"] == "June"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(server: Server, open_page: Callable[..., Any], size: str, scheme: str) -> None:
    page = open_page(**SIZES[size], color_scheme=scheme)
    shown(page, server, {**WRONG, "gutter": None}, "axe")
    told(page, "Correct one thing first.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown(page, server, {"section": [TENTS]}, "axe")
    page.get_by_role("button", name="Make the issue").click()
    page.get_by_text("The issue is ready").wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Open…").click()
    page.locator("dialog").wait_for()
    assert violations(page) == []


def test_the_page_is_german(server: Server, page: Any) -> None:
    server.send("api/settings", {"language": "de"}, "PUT")
    try:
        shown(page, server, {"title": "Tents", "section": [TENTS]}, "german")
        told(page, "2 Rätsel in einem Abschnitt")
        names = ["Letter", "A4", "A5", "B5", "Tents", "TOML", "ZIP", "PDF", "No"]
        only_german(page, *names)
        page.get_by_role("button", name="Die Ausgabe machen").click()
        page.get_by_text("Die Ausgabe ist fertig: 2 Rätsel, ").wait_for()
        only_german(page, *names)
        page.get_by_role("button", name="Öffnen …").click()
        page.locator("dialog").wait_for()
        only_german(page, *names, "summer", "old", "june", "long", "rainy", "days")
    finally:
        server.send("api/settings", {"language": "en"}, "PUT")
