"""What the start page is told: daily puzzles, positions as pictures, solved times, what comes next."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.cli.play import EXAMPLES, _readings
from gridwright.cli.settings import settings_for
from gridwright.engine.solve.clock import TimeUp
from gridwright.play import home as home_module
from gridwright.play.api import LocalApi
from gridwright.play.document import heading
from gridwright.play.home import Home
from gridwright.play.service import Refused, Service
from gridwright.play.statistics import statistics, streaks
from gridwright.play.storage import Storage
from gridwright.play.tasks import daily

from .test_server import PUZZLE, answer

TODAY = date(2026, 11, 24)


@pytest.fixture
def storage() -> Iterator[Storage]:
    found = Storage(None)
    yield found
    found.close()


@pytest.fixture
def home(storage: Storage) -> Iterator[Home]:
    service = Service(storage)
    yield Home(service)
    service.stop_jobs()


def solved(storage: Storage, puzzle: gw.Puzzle, seconds: float, **more: Any) -> str:
    """Adds a puzzle that was solved in some time."""
    id = storage.add(puzzle)
    rev = (storage.position(id) or {"rev": 0})["rev"]
    storage.save_position(id, {"marks": {}, "solved": True, "seconds": seconds, "rev": rev, **more})
    return id


def tents(n: int) -> list[gw.Puzzle]:
    return list(gw.generate_many("Tents", size=5, count=n, seed=1))


# -- titles and sources --


@pytest.mark.parametrize(("name", "title"), [
    ("nurikabe", ""), ("Nurikabe 2", ""), ("nurikabe_3", ""), ("", ""), ("From the train", "From the train"),
])  # fmt: skip
def test_a_title_that_repeats_the_genre_is_none(name: str, title: str) -> None:
    assert heading(PUZZLE, name)["title"] == title
    assert heading(gw.puzzle("Nurikabe", ["2 ."], title="Nurikabe"), name)["title"] == "Nurikabe"  # the author's own


def test_single_files_belong_to_their_folder_and_others_are_collections(tmp_path: Path) -> None:
    one, two = gw.write(PUZZLE, "spf"), gw.write(gw.puzzle("Nurikabe", ["1 .", ". 1"]), "spf")
    (tmp_path / "night_train.spf").write_text(one)
    (tmp_path / "book.spf").write_text(one + two)
    found = {(source, title) for _, source, title in _readings((str(tmp_path),), settings_for())}  # type: ignore[str-unpack]
    book = str(tmp_path / "book.spf")
    assert found == {(str(tmp_path), "night train"), (book, "book 1"), (book, "book 2")}
    ((_, source, _),) = _readings((str(EXAMPLES / "sudoku.spf"),), settings_for())  # type: ignore[str-unpack]
    assert source == "example"


# -- what is kept --


def test_a_puzzle_that_was_begun_is_listed_without_its_file(tmp_path: Path) -> None:
    one = Storage(tmp_path)
    begun = one.add(PUZZLE, "book.spf", "Islands")
    untouched = one.add(gw.puzzle("Nurikabe", ["1 .", ". 1"]), "book.spf")
    one.save_position(begun, {"marks": {"sea": {"1,3": True}}, "rev": 0})
    one.save_position(untouched, {"marks": {}, "rev": 0})
    one.close()
    other = Storage(tmp_path)
    (listed,) = other.headings()
    assert (listed["id"], listed["title"], listed["source"], listed["progress"]) == (begun, "Islands", "", "begun")
    entry = other.entry(begun)
    assert entry is not None and entry.puzzle == PUZZLE and entry.heading["title"] == "Islands"
    assert other.entry(untouched) is None
    other.close()


def test_the_first_time_of_a_puzzle_is_kept(storage: Storage) -> None:
    """Whether it is started over and solved again, or taken back and solved with the next stroke."""
    id = solved(storage, PUZZLE, 90)
    storage.save_position(id, {"marks": {}, "rev": 1})
    solved(storage, PUZZLE, 20, helped=True)
    (one,) = storage.solves()
    assert (one["id"], one["seconds"], one["helped"], one["genre"], one["size"]) == (id, 90, False, "Nurikabe", "3x3")


def test_files_of_version_1_are_upgraded(tmp_path: Path) -> None:
    """Puzzles that were solved before count, on the day of their last change."""
    with sqlite3.connect(tmp_path / "play.sqlite") as db:
        db.execute("create table positions (id text primary key, rev integer not null, progress text not null,"
                   " seconds real not null, position text not null, changed real not null)")  # fmt: skip
        rows = [("a", 1, "solved", 75.0, "{}", 1000.0), ("b", 1, "begun", 20.0, "{}", 2000.0)]
        db.executemany("insert into positions values (?, ?, ?, ?, ?, ?)", rows)
        db.execute("pragma user_version = 1")
    for _ in range(2):  # the second time, it is of version 2
        storage = Storage(tmp_path)
        assert [(one["id"], one["at"], one["seconds"]) for one in storage.solves()] == [("a", 1000.0, 75.0)]
        storage.close()
    with sqlite3.connect(tmp_path / "play.sqlite") as db:
        assert db.execute("pragma user_version").fetchone() == (2,)


def test_solved_times_are_deleted_with_or_without_all_progress(home: Home, storage: Storage) -> None:
    id = solved(storage, PUZZLE, 90)
    home.forget({})
    assert home.statistics()["solves"] == [] and storage.position(id)
    home.forget({"positions": True})
    assert storage.position(id) is None and [one["progress"] for one in storage.headings()] == ["new"]


# -- statistics --


def solve(genre: str, seconds: float, **more: Any) -> dict[str, Any]:
    noon = (datetime.combine(TODAY, datetime.min.time()) + timedelta(hours=12)).timestamp()
    return {"genre": genre, "size": "5x5", "seconds": seconds, "helped": False, "at": noon, "day": "", **more}


def test_times_are_told_by_genre_and_size() -> None:
    found = statistics([
        solve("Tents", 90), solve("Tents", 60), solve("Tents", 200), solve("Tents", 10, helped=True), solve("Tents", 0),
        solve("Tents", 300, size="8x8"), solve("Akari", 0), solve("", 50),
    ], TODAY)  # fmt: skip
    assert found["groups"] == [
        {"genre": "Akari", "size": "5x5", "solved": 1, "best": None, "median": None},
        {"genre": "Tents", "size": "5x5", "solved": 5, "best": 60, "median": 90},
        {"genre": "Tents", "size": "8x8", "solved": 1, "best": 300, "median": 300},
    ]
    assert (found["solved"], found["seconds"], found["days"]) == (8, 710, {"current": 1, "longest": 1})


@pytest.mark.parametrize(("days", "current", "longest"), [
    ([], 0, 0), ([0], 1, 1), ([1], 1, 1), ([2], 0, 1),
    ([0, 1, 2], 3, 3), ([1, 2], 2, 2), ([0, 2, 3, 4], 1, 3), ([0, 0], 1, 1),
])  # fmt: skip
def test_streaks_end_when_a_whole_day_is_missed(days: list[int], current: int, longest: int) -> None:
    found = streaks([TODAY - timedelta(days=n) for n in days], TODAY)
    assert found == {"current": current, "longest": longest}


def test_a_solved_puzzle_is_followed_by_the_next_of_its_source(home: Home, storage: Storage) -> None:
    one, two, three, four = (storage.add(puzzle, source) for puzzle, source in zip(tents(4), "abab", strict=True))
    storage.save_position(two, {"marks": {}, "solved": True, "rev": 0})
    assert [home.after(id, {})["next"] for id in (one, two, three, four)] == [three, four, one, one]
    for id in (one, three, four):
        storage.save_position(id, {"marks": {}, "solved": True, "rev": 0})
    assert home.after(one, {})["next"] is None
    with pytest.raises(Refused):
        home.after("nothing", {})


def test_a_best_time_is_one_below_all_others_of_genre_and_size(home: Home, storage: Storage) -> None:
    first, second, third = tents(3)
    solved(storage, gw.generate("Tents", size=6, seed=1), 5)
    id = solved(storage, first, 100)
    assert home.after(id, {"seconds": 100})["best"] is None  # there is nothing to compare it with
    solved(storage, second, 80)
    solved(storage, tents(4)[3], 10, helped=True)
    new = storage.add(third)
    best = [home.after(new, {"seconds": seconds, "helped": helped})["best"]
            for seconds, helped in ((79, False), (80, False), (79, True), ("1", False), (None, False))]  # fmt: skip
    assert best == [80, None, None, None, None]


# -- daily puzzles --


def made(genre: str, day: str) -> gw.Puzzle:
    return daily(genre, day, stop=lambda: False, progress=lambda told: None)


def test_a_puzzle_of_the_day_depends_on_the_day_and_the_genre_only() -> None:
    assert made("Tents", "2026-11-24") == made("Tents", "2026-11-24") != made("Tents", "2026-11-25")
    assert [made("Tents", f"2026-11-{n}").about.difficulty for n in (27, 29)] == ["easy", "medium"]


@pytest.mark.thorough
def test_a_genre_with_few_easy_puzzles_has_others() -> None:
    """Whatever time a computer has, it tries the same drafts."""
    assert made("Compass", "2026-11-24").about.difficulty == "medium"


def test_a_puzzle_that_is_not_ready_is_not_that_of_the_day() -> None:
    drafts = list[int]()
    with pytest.raises(TimeUp):
        daily("Tents", "2026-11-24", stop=lambda: bool(drafts), progress=lambda told: drafts.append(told["drafts"]))


def test_daily_puzzles_are_made_once_and_counted(home: Home, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_module, "_today", lambda: "2026-11-24")
    before = home.today()
    assert len(before["genres"]) == len(gw.known_genres()) and not any("id" in one for one in before["genres"])
    id = home.daily({"genre": "tents"})["id"]
    assert home.daily({"genre": "Tents"}) == {"id": id}
    storage.save_position(id, {"marks": {}, "solved": True, "seconds": 60, "rev": 0})
    first = home.today()["genres"][0]  # what is played most is offered first
    assert (first["genre"], first["id"], first["progress"], first["difficulty"]) == ("Tents", id, "solved", "easy")
    assert home.statistics()["daily"] == {"current": 1, "longest": 1} and home.today()["streak"] == 1
    monkeypatch.setattr(home_module, "_today", lambda: "2026-11-25")
    assert home.daily({"genre": "Tents"})["id"] != id and home.today()["streak"] == 1
    with pytest.raises(Refused):
        home.daily({"genre": "Nothing"})


def test_the_page_without_a_server_has_daily_puzzles_and_statistics(tmp_path: Path) -> None:
    page = LocalApi(str(tmp_path), "[]")

    def told(method: str, path: str, body: Any = None) -> Any:
        answer = page.answer(method, path, "" if body is None else json.dumps(body))
        assert answer.status == 200, answer.data
        return json.loads(answer.data)

    id = told("POST", "api/today", {"genre": "Tents"})["id"]
    assert id in {one.get("id") for one in told("GET", "api/today")["genres"]}
    told("PUT", f"api/puzzles/{id}/position", {"marks": {}, "solved": True, "seconds": 60, "rev": 0})
    assert told("GET", "api/statistics")["solved"] == 1
    assert told("POST", f"api/puzzles/{id}/after", {"seconds": 60})["next"] is None
    assert told("DELETE", "api/statistics", {}) == {} and told("GET", "api/statistics")["solved"] == 0
    assert page.answer("GET", "api/genres/Easy%20as%20ABC/icon.svg?theme=dark", "").data.startswith(b"<svg")
    assert page.answer("GET", "api/genres/Nothing/icon.svg", "").status == 404


# -- pictures --


def test_a_picture_of_a_position_shows_its_marks(home: Home, storage: Storage) -> None:
    id = storage.add(PUZZLE)
    bare = home.miniature(id)
    storage.save_position(id, {"marks": answer(), "rev": 0})
    shown = home.miniature(id)
    assert shown != bare and shown[0] == gw.draw(PUZZLE, gw.solve(PUZZLE).answers[0]).svg().encode()
    assert home.miniature(id, "dark") != shown
    storage.save_position(id, {"marks": {"gone": {"1,1": True}}, "rev": 1})  # of another version
    assert home.miniature(id) == bare


def test_every_genre_has_a_picture_unless_it_is_of_another_package(home: Home) -> None:
    genres = home.today()["genres"]
    assert all(one["icon"] for one in genres)
    for one in genres[:8]:
        assert home.icon(one["genre"])[0].startswith(b"<svg")
