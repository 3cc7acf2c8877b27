"""The start page in a real browser: what to continue, daily puzzles, collections, filters, statistics."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.play.position import marks_of

from .browser import Hands, Server, needs_browser, settled
from .test_page import PHONE, violations

needs_browser()
pytestmark = pytest.mark.slow
BOOK = list(gw.generate_many("Tents", size=5, count=3, seed=1))
PAGES = "", "today", "statistics", "learn"
SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "tents_for_rain.spf").write_text("".join(gw.write(puzzle, "spf") for puzzle in BOOK))
    found = Server(tmp_path / "data", str(tmp_path / "tents_for_rain.spf"))
    yield found
    found.kill()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path, "--edit")
    yield found
    found.kill()


def ids(server: Server) -> list[str]:
    return [one["id"] for one in server.get("api/puzzles")["puzzles"]]


def play(server: Server, id: str, *, solved: bool, seconds: int = 100) -> None:
    """Saves a position as if somebody had played."""
    puzzle = gw.read(json.dumps(server.get(f"api/puzzles/{id}/file.json")))
    marks = marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0])
    own = {name: dict(list(marks.items())[: None if solved else 4]) for name, marks in marks.items()}
    rev = server.get(f"api/puzzles/{id}/position")["rev"]
    told = {"marks": own, "solved": solved, "seconds": seconds, "rev": rev}
    server.send(f"api/puzzles/{id}/position", told, "PUT")


def shown(page: Any, server: Server, address: str = "") -> None:
    page.goto("about:blank")
    page.goto(f"{server.url}#{address}")
    page.wait_for_selector(".bar")


def shelf(page: Any, name: str) -> Any:
    return page.get_by_role("region", name=name, exact=True)


# -- the start page --


def test_what_was_played_last_is_continued_first(server: Server, page: Any) -> None:
    first, second, third = ids(server)
    shown(page, server)
    shelf(page, "Today").wait_for()
    assert shelf(page, "Continue playing").count() == 0
    for id in (first, second):
        play(server, id, solved=False, seconds=200)
    play(server, third, solved=True)
    shown(page, server)
    cards = shelf(page, "Continue playing").get_by_role("link")
    cards.first.wait_for()
    assert [card.get_attribute("href") for card in cards.all()] == [f"#play/{second}", f"#play/{first}"]
    title, about, time = cards.first.inner_text().splitlines()
    assert (title, time) == ("tents for rain 2", "3:20 · today")
    assert re.fullmatch(r"Tents · 5 × 5 · \w+ · about \d+ min", about)
    assert "position.svg" in cards.first.locator("img").get_attribute("src")
    cards.first.click()
    page.wait_for_selector(".board[data-judged]")
    assert page.evaluate("location.hash") == f"#play/{second}" and page.locator(".played use").count() > 0


def test_a_puzzle_that_was_begun_is_continued_without_its_file(server: Server, page: Any) -> None:
    """And its picture is that of the last stroke."""
    hands = Hands(page, server, ids(server)[0])
    place = next(one for one in hands.doc["layers"][0]["places"] if "i" not in one)
    hands.click((place["x"], place["y"]))
    ((layer, own),) = hands.saved_marks().items()
    y, x = map(int, place["k"].split(","))
    assert own == {place["k"]: True}
    server.kill()
    server.args = ("--edit",)
    server.start()
    shown(page, server)
    card = shelf(page, "Continue playing").get_by_role("link")
    card.wait_for()
    path = card.locator("img").get_attribute("src")
    picture = page.evaluate("path => fetch(path).then(answer => answer.text())", path)
    assert picture == gw.draw(BOOK[0], gw.State.of(BOOK[0], {layer: {gw.Spot(y, x): True}})).svg()
    card.click()
    page.wait_for_selector(".board[data-judged]")


def test_the_puzzle_of_the_day_is_made_when_it_is_opened(server: Server, page: Any) -> None:
    server.send("api/settings", {"timer": True}, "PUT")
    shown(page, server)
    shelf(page, "Today").get_by_role("link", name="All genres").click()
    page.wait_for_selector(".tiles")
    assert page.locator(".tiles a").count() == len(gw.known_genres())
    page.locator(".tiles a", has_text="Kropki").click()
    page.wait_for_selector(".board[data-judged]")
    id = page.evaluate("location.hash").removeprefix("#play/")
    page.go_back()
    page.locator(".tiles a", has_text="Kropki").click()  # it is there now
    page.wait_for_selector(".board[data-judged]")
    assert page.evaluate("location.hash") == f"#play/{id}"
    play(server, id, solved=True)
    shown(page, server)
    first = shelf(page, "Today").locator(".tile").first
    first.wait_for()
    assert first.inner_text().splitlines() == ["Kropki", "Solved"] and first.locator(".tick").count() == 1


def test_a_daily_puzzle_of_no_genre_says_so(server: Server, page: Any) -> None:
    page.goto(f"{server.url}#daily/Nothing%20known")
    page.wait_for_selector(".failure .status:has-text('Nothing known')")
    page.get_by_role("button", name="Back to the puzzles").click()
    shelf(page, "Today").wait_for()


def test_a_collection_tells_its_progress_and_leads_on(server: Server, page: Any) -> None:
    first, second, _ = ids(server)
    play(server, first, solved=True)
    shown(page, server)
    name, collections = "Tents for rain", shelf(page, "Collections")
    assert collections.locator("li").inner_text().splitlines() == [name, "1 of 3 solved", "Next unsolved"]
    collections.get_by_role("link", name="Next unsolved").click()
    page.wait_for_selector(".board[data-judged]")
    assert page.evaluate("location.hash") == f"#play/{second}"
    server.send("api/open", {"text": gw.write(gw.puzzle("Nurikabe", ["2 . .", ". . 3"]), "json")})
    shown(page, server)
    assert page.locator(".puzzles li").count() == 4
    collections.get_by_role("link", name=name).click()
    page.wait_for_selector(f"h1:has-text('{name}')")
    assert page.locator(".puzzles li").count() == 3


def test_an_empty_page_invites(empty: Server, page: Any) -> None:
    shown(page, empty)
    page.wait_for_selector(".invitation")
    choices = ["Make a puzzle", "Open a file", "Paste a puzzle", "Learn a genre", "Set a puzzle", "Make an issue"]
    assert page.locator(".invitation strong").all_inner_texts() == choices
    assert [one.inner_text() for one in page.locator("header button").all() if one.is_visible()] == ["Settings"]
    page.get_by_role("button", name="Paste a puzzle").click()
    page.get_by_label("Text or link").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Make a puzzle").click()
    page.get_by_role("button", name="Make it").wait_for()
    page.keyboard.press("Escape")
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Open a file").click()
    puzzle = gw.write(BOOK[0], "spf").encode()
    asked.value.set_files({"name": "tents.spf", "mimeType": "text/plain", "buffer": puzzle})
    page.wait_for_selector(".board[data-judged]")
    shown(page, empty)
    page.wait_for_selector(".puzzles li")
    assert page.locator(".invitation").count() == 0 and page.get_by_role("button", name="New puzzle").is_visible()


def test_a_page_that_comes_late_does_not_replace_a_newer_one(server: Server, page: Any) -> None:
    shown(page, server)
    page.wait_for_selector(".puzzles li")
    waiting = list[Any]()
    page.route("**/api/statistics", lambda route: waiting.append(route))
    page.get_by_role("link", name="Statistics").click()
    page.wait_for_function("() => location.hash === '#statistics'")
    page.locator(".puzzles a").first.click()
    page.wait_for_selector(".board[data-judged]")
    with page.expect_response("**/api/statistics"):
        waiting[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator(".board").is_visible() and page.locator("h1").inner_text() != "Statistics"


def test_pictures_of_the_start_page_are_asked_for_once(server: Server, page: Any) -> None:
    play(server, ids(server)[0], solved=False)
    asked = list[str]()
    page.on("response", lambda answer: asked.append(answer.url))
    shown(page, server)
    page.wait_for_function("() => [...document.images].every(one => one.complete)")
    served = server.get("api/puzzles")["puzzles"]
    first = [url for url in asked if re.search(r"api/.*svg", url)]
    page.locator(".puzzles a").first.click()
    page.wait_for_selector(".board[data-judged]")
    play(server, served[0]["id"], solved=True)
    page.get_by_text("‹ Puzzles").click()
    page.wait_for_selector(".puzzles .tick")
    page.wait_for_function("() => [...document.images].every(one => one.complete)")
    again = [url for url in asked if re.search(r"api/.*svg", url)][len(first):]
    assert [url for url in again if f"{served[0]['id']}/position.svg" in url]  # its marks have changed
    assert not set(first) & set(again)


# -- cards and filters --


def test_a_card_says_everything_once_and_a_solved_one_has_a_tick(server: Server, page: Any) -> None:
    (id,) = server.send("api/open", {"text": gw.write(gw.generate("Sudoku", seed=1, difficulty="easy"), "json")})["ids"]
    play(server, id, solved=True, seconds=61)
    shown(page, server)
    card = page.locator(f".puzzles a[href='#play/{id}']")
    card.wait_for()
    title, about, time = card.inner_text().splitlines()
    assert (title, time) == ("Sudoku", "Solved · 1:01")
    assert re.fullmatch(r"9 × 9 · easy · about \d+ min", about)
    assert card.locator(".tick").is_visible()
    assert page.locator(".puzzles .tick").count() == 1


def box(page: Any, selector: str) -> Any:
    return page.locator(selector).bounding_box()


def test_filters_are_one_row_on_a_phone(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    shown(page, server)
    page.wait_for_selector(".puzzles li")
    search, opener, cards = box(page, ".filters input"), box(page, ".opener"), box(page, ".puzzles")
    assert search["y"] == opener["y"] and opener["x"] >= search["x"] + search["width"] + 4
    assert cards["y"] - search["y"] < 80 and not page.get_by_label("State").is_visible()
    page.get_by_role("button", name="Filter").tap()
    page.get_by_label("State").select_option("solved")
    assert page.get_by_role("button", name="Filter (1)").get_attribute("aria-expanded") == "true"
    page.wait_for_selector(".rest:has-text('No puzzle matches.')")
    page.get_by_role("button", name="Clear filters").tap()
    assert page.locator(".puzzles li").count() == 3


def test_filters_are_one_row_on_a_desktop_and_stay_while_one_plays(server: Server, page: Any) -> None:
    server.send("api/open", {"text": gw.write(gw.puzzle("Nurikabe", ["2 . .", ". . 3"]), "json")})
    shown(page, server)
    page.wait_for_selector(".puzzles li")
    boxes = page.locator(".filters :is(input, select)").evaluate_all(  # at one moment: cards may still move them
        "all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert len(boxes) == 4 and len({one["y"] for one in boxes}) == 1
    assert all(b["x"] - a["x"] - a["width"] >= 4 for a, b in pairwise(boxes))
    page.get_by_label("Genre").select_option("Nurikabe")
    assert page.locator(".puzzles li").count() == 1
    page.locator(".puzzles a").click()
    page.wait_for_selector(".board[data-judged]")
    page.get_by_text("‹ Puzzles").click()
    page.wait_for_selector(".puzzles li")
    assert page.locator(".puzzles li").count() == 1 and page.get_by_label("Genre").input_value() == "Nurikabe"


@pytest.mark.parametrize(("opener", "yes", "no"), [("New puzzle", "Make it", "Cancel"), ("Open…", "Open", "Cancel")])
def test_the_main_button_of_a_dialog_is_the_one_that_does_it(
    server: Server, page: Any, opener: str, yes: str, no: str
) -> None:
    shown(page, server)
    page.get_by_role("button", name=opener).click()
    colour = "button => getComputedStyle(button).backgroundColor"
    found = [page.locator("dialog").get_by_role("button", name=name, exact=True).evaluate(colour) for name in (yes, no)]
    assert found[0] == page.locator("header .main").evaluate(colour) != found[1]


# -- after solving --


def test_a_solved_puzzle_is_followed_by_a_harder_one_and_a_new_best_time_is_told(server: Server, page: Any) -> None:
    first = ids(server)[0]
    play(server, first, solved=True, seconds=3599)
    easy = gw.generate("Tents", size=5, seed=4, difficulty="easy")
    (id,) = server.send("api/open", {"text": gw.write(easy, "json")})["ids"]
    hands = Hands(page, server, id)
    page.wait_for_timeout(1100)  # a time that counts
    hands.play_by_mouse(marks_of(easy.genre(easy), gw.solve(easy).answers[0]))
    page.wait_for_selector(".after button")
    assert "New best time for Tents, 5 × 5" in page.locator(".after").inner_text()
    assert "The best was 59:59." in page.locator(".after").inner_text()
    settled(page)
    page.get_by_role("button", name="A little harder").click()
    page.wait_for_function(f"() => !location.hash.includes('{id}')")
    page.wait_for_selector(".bar p:has-text('medium')")
    about = page.locator(".bar p").inner_text()
    assert re.fullmatch(r"5 × 5 · medium · about \d+ min · \d+ steps · hardest step: .+", about)


def test_what_follows_a_solved_puzzle_goes_when_it_is_taken_back(server: Server, page: Any) -> None:
    puzzle = BOOK[0]
    hands = Hands(page, server, ids(server)[0])
    hands.play_by_mouse(marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0]))
    page.wait_for_selector(".after button")
    page.keyboard.press("Control+z")
    page.wait_for_selector(".after", state="detached")


def test_a_time_with_a_hint_is_no_best_time(server: Server, page: Any) -> None:
    hands = Hands(page, server, ids(server)[0])
    page.wait_for_timeout(1100)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_text("What follows, and why?").click()
    page.wait_for_selector(".frame.fresh")
    puzzle = BOOK[0]
    hands.play_by_mouse(marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0]))
    assert hands.is_solved()
    (group,) = server.get("api/statistics")["groups"]
    assert (group["solved"], group["best"]) == (1, None)


# -- statistics --


def test_statistics_are_told_saved_and_deleted(server: Server, page: Any) -> None:
    first, second, third = ids(server)
    for id, seconds in ((first, 60), (second, 120), (third, 301)):
        play(server, id, solved=True, seconds=seconds)
    shown(page, server)
    page.get_by_role("link", name="Statistics").click()
    page.wait_for_selector("table")
    assert page.locator(".figures strong").all_inner_texts() == ["3", "8:01", "1", "0"]
    assert page.locator("tbody tr").all_inner_texts() == ["Tents\t5 × 5\t3\t1:00\t2:00"]
    with page.expect_download() as asked:
        page.get_by_role("button", name="Save as JSON").click()
    saved = json.loads(asked.value.path().read_text())
    assert [(one["id"], one["seconds"], one["genre"]) for one in saved] == [
        (first, 60, "Tents"), (second, 120, "Tents"), (third, 301, "Tents")]  # fmt: skip
    page.get_by_role("button", name="Delete…").click()
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    assert server.get("api/statistics")["solved"] == 3
    page.get_by_role("button", name="Delete…").click()
    page.get_by_label("Also delete the progress of all puzzles").check()
    page.locator("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_selector(".failure:has-text('Nothing is solved yet.')")
    assert server.get("api/statistics")["solved"] == 0
    assert {one["progress"] for one in server.get("api/puzzles")["puzzles"]} == {"new"}


# -- for everybody --


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, PHONE],
                         ids=["light", "dark", "forced", "phone"])  # fmt: skip
def test_axe_finds_nothing_on_the_start_page_and_beyond(
    server: Server, open_page: Callable[..., Any], options: dict[str, Any]
) -> None:
    first, second, _ = ids(server)
    play(server, first, solved=True)
    play(server, second, solved=False)
    page = open_page(**options)
    source = server.get("api/puzzles")["puzzles"][0]["source"].replace("/", "%2F")
    for address in (*PAGES, f"in/{source}"):
        shown(page, server, address)
        page.wait_for_selector("h1")
        assert violations(page) == [], address


def test_axe_finds_nothing_on_the_empty_page(empty: Server, page: Any) -> None:
    for address in PAGES:
        shown(page, empty, address)
        page.wait_for_selector(".shelf, .tiles, .failure")
        assert violations(page) == [], address


@pytest.mark.parametrize("options", [SMALL, {"viewport": {"width": 2560, "height": 1440}}], ids=["320", "2560"])
def test_nothing_is_pushed_out_of_the_window(
    server: Server, open_page: Callable[..., Any], options: dict[str, Any]
) -> None:
    """And everything that can be pressed is large enough."""
    play(server, ids(server)[0], solved=True)
    page = open_page(**options)
    for address in PAGES:
        shown(page, server, address)
        page.wait_for_selector(".shelf, .tiles, table")
        assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"], address
        small = page.evaluate(
            "[...document.querySelectorAll('main :is(button, a, select, input)')].filter(one => one.checkVisibility())"
            ".filter(one => { const r = one.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; })"
            ".map(one => one.outerHTML.slice(0, 90))")
        assert small == [], address


def test_the_start_page_works_by_keys_alone(server: Server, page: Any) -> None:
    play(server, ids(server)[1], solved=False)
    shown(page, server)
    page.wait_for_selector(".puzzles li")
    for _ in range(20):
        page.keyboard.press("Tab")
        if "tents for rain 2" in page.evaluate("document.activeElement.innerText"):
            break
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-judged]")
