"""The server: what it answers, what it keeps, and what it refuses to other websites and to hostile requests."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.play import service as service_module
from gridwright.play.document import document
from gridwright.play.jobs import JobFailed, Superseded, Worker, WorkerLost
from gridwright.play.position import marks_of
from gridwright.play.service import Refused, Service
from gridwright.play.storage import Outdated, Storage

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from gridwright.play import server
from gridwright.play.bundle import bundled, lean
from gridwright.play.server import LARGEST, PortTaken, listen, make_app
from gridwright.play.site import page_files

from ..grouped import in_part, part
from .jobs import counting, deaf, failing, slow_start, waiting

HOST = "127.0.0.1:7643"
HOSTILE = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>"
PUZZLE = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."])


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    found = Service(Storage(None))
    yield found
    found.close()


@pytest.fixture(scope="module")
def client(service: Service) -> TestClient:
    return TestClient(make_app(service, [HOST]), base_url=f"http://{HOST}")


@pytest.fixture(scope="module")
def id(service: Service) -> str:
    return service.storage.add(PUZZLE)


def answer() -> dict[str, dict[str, Any]]:
    return marks_of(PUZZLE.genre(PUZZLE), gw.solve(PUZZLE).answers[0])


# -- what it answers --


STATIC = Path(server.__file__).with_name("static")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')


def test_the_page_and_all_that_it_imports_are_served(client: TestClient) -> None:
    names = page_files()
    assert {"index.html", "main.js", "style.css"} <= set(names)
    assert client.get("/").text.startswith("<!doctype html>")
    for name, (data, kind) in names.items():
        found = client.get(f"/{name}")
        assert found.headers["content-type"] == kind
        assert found.content == data or name == "index.html"
        assert set(re.findall(r'(?:from|import\() ?"\./([^"]+)"', data.decode())) - {"local.js"} <= set(names), name


def test_a_board_needs_one_module_and_one_style_sheet(client: TestClient) -> None:
    """The editor is not in that module: it is loaded when it is opened."""
    loaded = re.findall(r'(?:src|stylesheet" href)="([^"]+)"', client.get("/").text)
    assert loaded == ["ahead.js", "style.css", "main.js"]
    told = client.get("/main.js").text
    assert "class Player" in told and "class Board" in told and "class Editor" not in told
    assert not re.search(r"^import\b(?!\()", told, re.MULTILINE)


def test_modules_in_one_file_keep_their_names_apart() -> None:
    modules = {
        "first": 'import { f } from "./a.js";\nimport { g, h } from "./b.js";\nf(g, h);',
        "a": 'import { g } from "./b.js";\nconst own = 1;\nexport function f() {}',
        "b": "const own = 2;\nexport const g = own;\nexport async function h() {}",
        "c": 'import { g } from "./b.js";\nimport { d } from "./d.js";', "d": "export class d {}",
    }  # fmt: skip
    assert bundled(modules, "first") == {
        "first": """const $b = {};
{
const own = 2;
const g = own;
async function h() {}
Object.assign($b, { g, h });
}
const $a = {};
{
const { g } = $b;
const own = 1;
function f() {}
Object.assign($a, { f });
}
const $first = {};
{
const { f } = $a;
const { g, h } = $b;
f(g, h);
Object.assign($first, {  });
}
export { $b, $a, $first };""",
        "c": 'import { $b } from "./first.js";\nconst { g } = $b;\nimport { d } from "./d.js";',
        "d": "export class d {}",
    }  # fmt: skip


def test_the_settings_are_in_the_page(client: TestClient) -> None:
    """So that no script has to ask for them; and nothing in them ends their element."""
    client.put("/api/settings", json={"theme": "</script><b>", "language": "de"})
    found, same = client.get("/"), client.get("/api/settings").json()
    client.put("/api/settings", json={"theme": "auto", "language": "en"})
    (told,) = re.findall(r'<script type="application/json" id="settings">(.*?)</script>', found.text)
    assert json.loads(told) == same
    assert json.loads(told)["theme"] == "</script><b>" and json.loads(told)["labels"]["Undo"] == "Rückgängig"
    assert found.headers["cache-control"] == "no-store", "a browser that goes back must not show earlier settings"


def test_scripts_that_the_browser_has_are_not_sent_again(client: TestClient) -> None:
    tag = client.get("/main.js").headers["etag"]
    again = client.get("/main.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/style.css", headers={"if-none-match": tag}).status_code == 200


def test_files_lose_comments_indentation_and_empty_lines() -> None:
    source = ("/** What it does.\n *  @param {string} a */\nexport function f(a) {\n\t// why\n"
              '\t/** @type {any} */ (a).b();  // so\n\treturn "/* a */";\n}\n\n/** End. */\n')
    assert lean(source) == 'export function f(a) {\n(a).b();\nreturn "/* a */";\n}'


def test_strings_keep_their_spaces() -> None:
    """They are served as they are written: each whole string of a source, with its templates, is in what is served."""
    served = {name: set(STRING.findall(data.decode())) for name, (data, _) in page_files().items()}
    for file in STATIC.glob("*.js"):
        strings = [one for line in lean(file.read_text("utf-8")).split("\n") if not line.startswith("import ")
                   for one in STRING.findall(line)]  # fmt: skip
        assert set(strings) <= served.get(file.name, served["main.js"])
        whole = (one.count("${") == len(re.findall(r"\$\{[^`]*?\}", one)) for one in strings)
        assert all(whole), "a template within a template"


def test_script_and_style_are_small() -> None:
    """What a board needs loads first; the start page, the editor and rare dialogs load when they are opened."""
    files = {name: len(data) for name, (data, _) in page_files().items()}
    first = {"index.html", *re.findall(r'(?:stylesheet" href|src)="([^"]+)"', page_files()["index.html"][0].decode())}
    assert len(first) == 4 and sum(files[name] for name in first) <= 120_000
    assert max(size for name, size in files.items() if name not in first) <= 15_000
    assert sum(files.values()) <= 241_000


def test_a_puzzle_is_listed_shown_judged_and_solved(client: TestClient, id: str) -> None:
    (listed,) = (one for one in client.get("/api/puzzles").json()["puzzles"] if one["id"] == id)
    assert (listed["genre"], listed["size"], listed["progress"]) == ("Nurikabe", "3x3", "new")
    shown = client.get(f"/api/puzzles/{id}")
    assert shown.headers["etag"] == f'"{id}"' and shown.json()["layers"][0]["name"] == "sea"
    wrong = client.post(f"/api/puzzles/{id}/judge", json={"marks": {"sea": {"1,1": True}}, "version": 7}).json()
    assert wrong["version"] == 7 and wrong["faults"][0]["at"] == ["1,1"] and not wrong["solved"]
    assert wrong["faults"][0]["words"] == "r1c1 holds a number, but is sea."
    right = client.post(f"/api/puzzles/{id}/judge", json={"marks": answer(), "version": 8}).json()
    assert right == {"version": 8, "faults": [], "solved": True}


def test_a_puzzle_speaks_the_language_of_the_settings(client: TestClient, id: str) -> None:
    def said() -> tuple[str, str, str, str]:
        shown = client.get(f"/api/puzzles/{id}")
        wrong = client.post(f"/api/puzzles/{id}/judge", json={"marks": {"sea": {"1,1": True}}, "version": 1}).json()
        hint = client.post(f"/api/puzzles/{id}/hint", json={"marks": {}, "step": 2}).json()
        return shown.headers["etag"], shown.json()["task"][:11], wrong["faults"][0]["words"], hint["words"][:7]

    english = said()
    assert english == (f'"{id}"', "Shade cells", "r1c1 holds a number, but is sea.", "Look at")
    client.put("/api/settings", json={"language": "de"})
    assert said() == (f'"{id}-de"', "Färbe Felde", "r1c1 enthält eine Zahl, ist aber Meer.", "Hier ge")
    for unknown in ("xx", 7, None):
        client.put("/api/settings", json={"language": unknown})
        assert said() == english


def test_a_verdict_that_takes_too_long_says_so(client: TestClient, id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "late" not in client.post(f"/api/puzzles/{id}/judge", json={"marks": {}, "version": 1}).json()
    monkeypatch.setattr(service_module, "JUDGE_SECONDS", 0.0)
    told = client.post(f"/api/puzzles/{id}/judge", json={"marks": {}, "version": 2}).json()
    assert told == {"version": 2, "faults": [], "solved": False, "late": True}


@pytest.mark.parametrize("marks", [
    None, [], "x", {"land": {}}, {"sea": []}, {"sea": {"1,1": 1}}, {"sea": {"1,1": "true"}}, {"sea": {"9,9": True}},
    {"sea": {"1;1": True}}, {"sea": {"1,1": {}}}, {"sea": {"1" * 5000 + ",1": True}},
])  # fmt: skip
def test_what_is_no_position_is_refused_in_words(client: TestClient, id: str, marks: Any) -> None:
    found = client.post(f"/api/puzzles/{id}/judge", json={"marks": marks})
    assert found.status_code == 422 and len(found.json()["error"]) < 300


def test_hints_come_in_three_steps(client: TestClient, id: str) -> None:
    def hint(marks: Any, step: int) -> Any:
        return client.post(f"/api/puzzles/{id}/hint", json={"marks": marks, "step": step}).json()

    assert hint({}, 1)["kind"] == "sound"
    assert hint({"sea": {"1,3": False, "1,5": False}}, 1)["kind"] == "unsound"
    where = hint({}, 2)
    assert where["kind"] == "where" and where["because"]
    step = hint({}, 3)
    assert step["kind"] == "step" and step["marks"] and step["words"].endswith(".")
    layer, key, value, holds = step["marks"][0]
    assert holds and answer()[layer][key] == value
    mistake = hint({"sea": {"1,3": False, "1,5": False}}, 3)
    assert mistake["kind"] == "mistake" and mistake["wrong"]
    assert client.post(f"/api/puzzles/{id}/hint", json={"marks": {}, "step": 4}).status_code == 422


def test_the_replay_leads_to_the_answer(client: TestClient, id: str) -> None:
    told = client.post(f"/api/puzzles/{id}/replay", json={"marks": {}}).json()
    found = {key: value for step in told["steps"] for layer, key, value, holds in step["marks"] if holds}
    assert told["complete"] and found.items() <= answer()["sea"].items()  # numbered cells go without saying
    assert client.post(f"/api/puzzles/{id}/judge", json={"marks": {"sea": found}}).json()["solved"]


def test_candidates_are_what_no_rule_excludes_at_sight(client: TestClient, service: Service) -> None:
    sudoku = gw.puzzle("Sudoku", ["1 2 . .", ". . . .", ". . . .", ". . . ."], wall=["aabb", "aabb", "ccdd", "ccdd"])
    own = service.storage.add(sudoku)
    found = client.post(f"/api/puzzles/{own}/candidates", json={"marks": {"number": {"3,5": 3}}}).json()["candidates"]
    assert found["number"]["1,5"] == [3] and found["number"]["7,7"] == [0, 1, 2, 3]
    assert found["number"]["3,1"] == [3]


def test_new_puzzles_are_made_and_kept(client: TestClient) -> None:
    made = client.post("/api/generate", json={"genre": "Fences", "rows": 4, "columns": 4})
    assert client.get(f"/api/puzzles/{made.json()['id']}").json()["size"] == "4x4"
    assert client.get("/api/generate").json() == {"drafts": 1, "nearest": ""}
    for told in ({"genre": "Nothing"}, {"genre": 7}, {"genre": "Fences", "rows": "4"}, {"genre": "Fences", "rows": 0},
                 {"genre": "Fences", "difficulty": "x"}):  # fmt: skip
        found = client.post("/api/generate", json=told)
        assert (found.status_code, bool(found.json()["error"])) == (422, True), found.json()


def test_a_rating_is_shown_in_the_list(client: TestClient, id: str) -> None:
    def listed() -> str:
        return next(str(one["difficulty"]) for one in client.get("/api/puzzles").json()["puzzles"] if one["id"] == id)

    assert listed() == ""
    told = client.post(f"/api/puzzles/{id}/rate", json={}).json()
    assert told["complete"] and listed() == told["label"]


def test_the_puzzles_of_the_list_are_printed(client: TestClient, id: str) -> None:
    pytest.importorskip("reportlab")
    short = client.post("/api/booklet", json={"ids": [id]})
    long = client.post("/api/booklet", json={"ids": [id], "answers": True})
    assert short.content.startswith(b"%PDF") and len(long.content) > len(short.content)
    for ids, status in ((["nothing"], 404), ([], 422), ([id] * 300, 422), ("x", 422)):
        assert client.post("/api/booklet", json={"ids": ids}).status_code == status


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "eps", "spf", "json", "puzzlink"])
def test_files_of_a_puzzle(client: TestClient, id: str, kind: str) -> None:
    found = client.get(f"/api/puzzles/{id}/file.{kind}")
    assert found.status_code == 200 and len(found.content) > 20
    assert "script-src" not in found.headers["content-security-policy"]


def test_a_file_that_cannot_be_written_is_refused_in_words(client: TestClient, id: str) -> None:
    assert client.get(f"/api/puzzles/{id}/file.sudoku").status_code == 422
    assert client.get(f"/api/puzzles/{id}/file.exe").status_code == 422


# -- what it keeps --


def test_an_older_position_never_overwrites_a_newer_one(client: TestClient, service: Service) -> None:
    own = service.storage.add(gw.puzzle("Nurikabe", ["1 .", ". 1"]))
    path = f"/api/puzzles/{own}/position"
    assert client.get(path).json() == {"rev": 0}
    assert client.put(path, json={"marks": {"sea": {"1,3": True}}, "rev": 0}).json() == {"rev": 1}
    refused = client.put(path, json={"marks": {}, "rev": 0})
    assert refused.status_code == 409 and refused.json()["newer"]["marks"] == {"sea": {"1,3": True}}
    assert client.put(path, json={"marks": {}, "rev": 1, "solved": True, "seconds": 5}).json() == {"rev": 2}
    (listed,) = (one for one in client.get("/api/puzzles").json()["puzzles"] if one["id"] == own)
    assert (listed["progress"], listed["seconds"]) == ("solved", 5)


def test_progress_survives_the_program(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    own = storage.add(PUZZLE, keep=True)
    storage.save_position(own, {"marks": {"sea": {"1,3": True}}, "rev": 0})
    storage.save_draft("a1", {"draft": {"genre": "Fences"}})
    storage.save_settings({"check": "live"})
    storage.close()
    again = Storage(tmp_path)
    found = again.position(own)
    assert found == {"marks": {"sea": {"1,3": True}}, "rev": 1}
    entry = again.entry(own)
    assert entry is not None and entry.puzzle == PUZZLE
    assert again.drafts() == [{"id": "a1", "draft": {"genre": "Fences"}}] and again.settings() == {"check": "live"}
    assert [one["progress"] for one in again.headings()] == ["begun"]
    again.close()


def test_two_programs_with_one_folder_do_not_lose_positions(tmp_path: Path) -> None:
    one, other = Storage(tmp_path), Storage(tmp_path)
    own = one.add(PUZZLE)
    one.save_position(own, {"marks": {}, "rev": 0})
    with pytest.raises(Outdated):
        other.save_position(own, {"marks": {}, "rev": 0})
    assert other.save_position(own, {"marks": {}, "rev": 1}) == 2
    one.close()
    other.close()


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "play.sqlite") as db:
        db.execute("pragma user_version = 99")
    with pytest.raises(sqlite3.DatabaseError, match="later version"):
        Storage(tmp_path)


def test_the_same_puzzle_of_another_file_keeps_its_progress() -> None:
    text = gw.write(PUZZLE, "puzzlink")
    storage = Storage(None)
    assert storage.add(gw.read(text)) == storage.add(PUZZLE, title="another name")
    storage.close()


# -- what it refuses --


@pytest.mark.parametrize("host", ["evil.example", "evil.example:7643", "127.0.0.1", "127.0.0.1:80", "[::1]:7643", ""])
def test_names_of_other_websites_are_not_answered(client: TestClient, host: str) -> None:
    """A name of theirs may be made to lead to this computer."""
    assert client.get("/api/puzzles", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": f"https://{HOST}"},
])  # fmt: skip
def test_requests_of_other_websites_are_not_answered(client: TestClient, id: str, headers: dict[str, str]) -> None:
    assert client.get(f"/api/puzzles/{id}", headers=headers).status_code == 403
    assert client.put(f"/api/puzzles/{id}/position", headers=headers, json={"rev": 0}).status_code == 403


def test_links_of_other_websites_lead_to_the_page_and_to_nothing_else(client: TestClient, id: str) -> None:
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("/", headers=visit).text.startswith("<!doctype html>")
    for path in (f"/api/puzzles/{id}", "/api/puzzles", "/main.js"):
        assert client.get(path, headers=visit).status_code == 403
    for other in ({"sec-fetch-dest": "iframe"}, {"sec-fetch-mode": "no-cors"}, {"sec-fetch-mode": "cors"}):
        assert client.get("/", headers=visit | other).status_code == 403
    assert client.post("/", headers=visit, json={}).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_other_websites_may_send_unasked_changes_nothing(client: TestClient, id: str, kind: str) -> None:
    found = client.post(f"/api/puzzles/{id}/saved", content=b'{"rev": 0}', headers={"content-type": kind})
    assert found.status_code == 415


def test_requests_that_are_too_large_are_not_read(client: TestClient, id: str) -> None:
    json_type = {"content-type": "application/json"}
    found = client.post("/api/open", content=b"x", headers={**json_type, "content-length": str(LARGEST + 1)})
    assert found.status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(LARGEST // 65536 + 2):
            yield b" " * 65536

    assert client.post("/api/open", content=endless(), headers=json_type).status_code == 413


def test_requests_of_the_largest_size_are_read(client: TestClient) -> None:
    json_type = {"content-type": "application/json"}
    content = b'{"text": "' + b" " * (LARGEST - 12) + b'"}'
    assert len(content) == LARGEST
    assert client.post("/api/open", content=content, headers=json_type).status_code == 422
    assert client.post("/api/open", content=iter([content]), headers=json_type).status_code == 422
    assert client.post("/api/open", content=content + b" ", headers=json_type).status_code == 413


def test_the_six_puzzles_shown_last_are_kept_ready(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [service.storage.add(gw.puzzle("Nurikabe", [f"{n} .", ". ."])) for n in range(1, 5)]
    ids += [service.storage.add(gw.puzzle("Fences", [f"{n} .", ". ."])) for n in range(4)]
    drawn = list[str]()

    def noted(puzzle: gw.Puzzle, **options: Any) -> dict[str, Any]:
        found = document(puzzle, **options)
        drawn.append(found["id"])
        return found

    monkeypatch.setattr(service_module, "document", noted)
    monkeypatch.setattr(service, "_documents", type(service._documents)())
    for id in [*ids[:6], *ids[:6]]:
        service.puzzle(id)
    assert drawn == ids[:6], "each is drawn once"
    for id in (ids[0], ids[6], ids[0], ids[1]):
        service.puzzle(id)
    assert drawn[6:] == [ids[6], ids[1]], "the one that was not shown for longest gives way"


def test_new_puzzles_have_up_to_60_rows_and_columns(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[Any, ...]]()

    def generated(worker: Any, job: Any, *args: Any, progress: Any) -> gw.Puzzle:
        asked.append(args[:3])
        return PUZZLE

    monkeypatch.setattr(service_module, "run_job", generated)
    for rows, cols in ((60, 60), (1, 60), (60, 1), (1, 1), (None, None)):
        service.generate({"genre": "Fences", "rows": rows, "columns": cols})
        assert asked.pop() == ("Fences", rows, cols)
    for rows, cols in ((61, 60), (60, 61), (0, 1), (1, 0), (-1, 5), (True, 5)):
        with pytest.raises(Refused, match="up to 60 rows and columns"):
            service.generate({"genre": "Fences", "rows": rows, "columns": cols})
    assert asked == []


@pytest.mark.parametrize("body", [b"{", b"[]", b"7", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(client: TestClient, id: str, body: bytes) -> None:
    found = client.post(f"/api/puzzles/{id}/judge", content=body, headers={"content-type": "application/json"})
    assert found.status_code == 400


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_that_are_not_finite_are_refused_everywhere(client: TestClient, id: str, number: str) -> None:
    """JSON has none, and what is stored of them could not be read by any page."""
    before = [client.get(path).text for path in ("/api/settings", f"/api/puzzles/{id}/position", "/api/drafts")]
    for path, body in (("settings", f'{{"theme": {number}}}'), (f"puzzles/{id}/position", f'{{"seconds": {number}}}'),
                       (f"puzzles/{id}/position", f'{{"marks": {{"sea": [1, {number}]}}}}'),
                       ("drafts/a1", f'{{"draft": {{"n": {number}}}}}')):  # fmt: skip
        found = client.put(f"/api/{path}", content=body, headers={"content-type": "application/json"})
        assert (found.status_code, "not finite" in found.json()["error"]) == (400, True)
    assert before == [client.get(path).text for path in ("/api/settings", f"/api/puzzles/{id}/position", "/api/drafts")]


@pytest.mark.parametrize("seconds", [-1, -0.5, 100_000_001, 1e300, 10**400, True, None, "5", [5]])
def test_the_time_of_a_position_is_a_time(client: TestClient, service: Service, seconds: Any) -> None:
    own = service.storage.add(gw.puzzle("Nurikabe", ["1 .", ". 2"]))
    found = client.put(f"/api/puzzles/{own}/position", json={"rev": 0, "seconds": seconds})
    assert found.status_code == 422 and "from 0 to 100000000 seconds" in found.json()["error"]
    assert service.position(own) == {"rev": 0}


def test_the_longest_time_of_a_position_is_kept(client: TestClient, service: Service) -> None:
    own = service.storage.add(gw.puzzle("Nurikabe", ["1 .", "2 ."]))
    for rev, seconds in enumerate((0, 12.5, 100_000_000)):
        assert client.put(f"/api/puzzles/{own}/position", json={"rev": rev, "seconds": seconds}).status_code == 200
        assert client.get(f"/api/puzzles/{own}/position").json()["seconds"] == seconds


def test_what_an_earlier_version_stored_is_still_read(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    own = storage.add(PUZZLE)
    with sqlite3.connect(tmp_path / "play.sqlite") as db:
        text = '{"seconds": Infinity, "marks": {"sea": {"1,3": true}}}'
        db.execute("insert into positions values (?, 1, 'begun', ?, ?, 0)", (own, float("inf"), text))
        db.execute("insert into settings values ('timer', 'NaN')")
    service = Service(storage)
    found = TestClient(make_app(service, [HOST]), base_url=f"http://{HOST}")
    texts = [found.get(f"/api/{path}").text for path in ("puzzles", f"puzzles/{own}/position", "settings")]
    assert not any(word in text for text in texts for word in ("Infinity", "NaN"))
    assert json.loads(texts[1])["marks"] == {"sea": {"1,3": True}}
    service.close()


@pytest.mark.parametrize("path", [
    "/../pyproject.toml", "/%2e%2e/server.py", "/..%2fserver.py", "/server.py", "/api/puzzles/../../server.py",
    "/static/main.js", "/api/puzzles/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/api/puzzles/x/file.svg", "/C:%5Cboot.ini",
])  # fmt: skip
def test_no_path_leads_to_a_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_paths_in_a_text_are_not_opened(client: TestClient, tmp_path: Path) -> None:
    """A text of the page is a puzzle or nothing, even where it looks like the name of a file."""
    secret = tmp_path / "secret.spf"
    secret.write_text(gw.write(PUZZLE, "spf"), encoding="utf-8")
    found = client.post("/api/open", json={"text": str(secret)})
    assert found.status_code == 422


def test_there_are_no_web_sockets(client: TestClient) -> None:
    """They are not bound to one origin, so a page of another website could open one."""
    for path in ("/", "/api/puzzles"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path):
            pass


def test_every_answer_carries_the_policy(client: TestClient, id: str) -> None:
    for path in ("/", "/main.js", f"/api/puzzles/{id}", "/nothing", f"/api/puzzles/{id}/file.svg"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "unsafe-inline" not in client.get("/").headers["content-security-policy"]
    assert client.get("/", headers={"host": "evil.example"}).headers["content-security-policy"]


def test_names_with_markup_stay_text(client: TestClient, service: Service) -> None:
    puzzle = gw.puzzle("Sudoku", ["1 2 . .", ". . 3 4", "2 . . .", ". . . 1"], wall=["aabb", "aabb", "ccdd", "ccdd"],
                       symbols="<>&'", title=HOSTILE, author=HOSTILE)  # fmt: skip
    own = service.storage.add(puzzle)
    told = client.get(f"/api/puzzles/{own}").json()
    assert told["title"] == HOSTILE  # the page shows it as text
    assert "<script" not in told["svg"] and "<img" not in told["svg"] and "&lt;" in told["svg"]
    picture = client.get(f"/api/puzzles/{own}/file.svg").text
    assert "<script" not in picture and "<img" not in picture


def test_unknown_methods_and_puzzles(client: TestClient) -> None:
    assert client.request("PATCH", "/api/puzzles", json={}).status_code == 405
    assert client.get("/api/puzzles/nothing").status_code == 404
    assert client.put("/api/puzzles/nothing/position", json={"rev": 0}).status_code == 404
    assert client.put("/api/drafts/..x", json={}).status_code == 422


def test_the_server_listens_on_this_computer_only() -> None:
    address = listen(None)
    assert address.socket.getsockname()[0] == "127.0.0.1"
    with pytest.raises(PortTaken, match=r"port \d+ cannot be used"):
        listen(address.port)
    address.socket.close()


def test_answers_are_sent_without_delay() -> None:
    """Otherwise each waits for the browser to confirm the one before, which it does after 40 milliseconds."""
    address = listen(None)
    found: list[int] = []

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        del reader
        found.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def connect() -> None:
        async with await asyncio.start_server(accepted, sock=address.socket):
            reader, writer = await asyncio.open_connection("127.0.0.1", address.port)
            await reader.read()
            writer.close()

    asyncio.run(connect())
    assert found and found[0] != 0


# -- work that lasts --


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    yield found
    found.kill()


def heard_by(worker: Worker) -> Callable[..., None]:
    """Asks a worker, and notes what it answers."""

    def ask(heard: list[Any], job: Any, *args: Any) -> None:
        try:
            heard.append(worker.ask(job, *args))
        except Superseded:
            heard.append("superseded")

    return ask


def test_a_newer_request_takes_the_worker(worker: Worker) -> None:
    worker.ask(waiting, 0.0)
    results: list[Any] = []
    thread = threading.Thread(target=heard_by(worker), args=(results, waiting, 30.0))
    thread.start()
    time.sleep(0.2)
    begun = time.monotonic()
    assert worker.ask(waiting, 0.0) == "done"
    thread.join(20)
    assert time.monotonic() - begun < 20 and results == ["superseded"]


@pytest.mark.parametrize("job", [waiting, deaf])
def test_of_a_hundred_requests_the_newest_is_answered(worker: Worker, job: Any) -> None:
    """Older ones that wait give up at once; none of them ends the process that works for a newer one."""
    worker.ask(waiting, 0.0)
    heard: list[Any] = []
    threads = [threading.Thread(target=heard_by(worker), args=(heard, job, 30.0)) for _ in range(100)]
    for thread in threads:
        thread.start()
    while worker._newest <= len(threads):
        time.sleep(0.01)
    assert worker.ask(counting, 3, progress=[].append) == "done"
    for thread in threads:
        thread.join(20)
    assert heard == ["superseded"] * 100


def test_a_client_that_goes_away_ends_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(Storage(None))
    ended: list[Any] = []

    def lasting(_: Service, told: dict[str, Any]) -> dict[str, Any]:
        ended.append(service.making.ask(waiting, 60.0))
        return told

    monkeypatch.setattr(Service, "generate", lasting)
    app = make_app(service, [HOST])
    asyncio.run(app(_post("/api/generate"), _leaving([{"type": "http.request", "body": b"{}"}, 2.0]), _unheard))
    service.close()
    assert ended == ["stopped"]


def test_an_interrupted_upload_is_no_fault_of_the_server(client: TestClient) -> None:
    part = {"type": "http.request", "body": b'{"text": "2 .', "more_body": True}
    asyncio.run(client.app(_post("/api/open"), _leaving([part]), _unheard))  # type: ignore[arg-type]


def _post(path: str) -> dict[str, Any]:
    headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
    return {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": b"", "headers": headers}  # fmt: skip


def _leaving(messages: list[Any]) -> Any:
    """A client that sends some messages, with pauses in seconds, and goes away."""

    async def receive() -> Any:
        while messages:
            message = messages.pop(0)
            if not isinstance(message, float):
                return message
            await asyncio.sleep(message)
        return {"type": "http.disconnect"}

    return receive


async def _unheard(message: Any) -> None:
    """What is sent to nobody."""


def test_a_job_that_does_not_listen_is_ended(worker: Worker) -> None:
    results: list[str] = []

    def first() -> None:
        try:
            worker.ask(deaf, 60.0)
        except Superseded:
            results.append("superseded")

    thread = threading.Thread(target=first)
    thread.start()
    time.sleep(0.2)
    assert worker.ask(waiting, 0.0) == "done"
    thread.join(20)
    assert results == ["superseded"]


def test_a_job_tells_how_it_gets_on(worker: Worker) -> None:
    heard: list[int] = []
    assert worker.ask(counting, 3, progress=heard.append) == "done"
    assert heard == [0, 1, 2]


def test_a_worker_that_is_still_starting_is_not_replaced() -> None:
    """Or a page that asks again every second would never be answered on a slow machine."""
    worker = Worker(slow_start)
    worker.start()
    process = worker._process
    assert process is not None
    first = threading.Thread(target=heard_by(worker), args=([], waiting, 30.0))
    first.start()
    time.sleep(0.2)
    try:
        assert worker.ask(waiting, 0.0) == "done"
        assert worker._process is process
        first.join(20)
        assert not first.is_alive()
    finally:
        worker.kill()


def test_a_worker_that_was_killed_is_replaced(worker: Worker) -> None:
    worker.ask(waiting, 0.0)
    assert worker._process is not None
    worker._process.kill()
    worker._process.join()
    assert worker.ask(waiting, 0.0) == "done"


def test_a_worker_that_is_killed_at_work_says_so_and_the_next_job_is_done(worker: Worker) -> None:
    worker.ask(waiting, 0.0)
    process = worker._process
    assert process is not None
    threading.Timer(0.3, process.kill).start()
    with pytest.raises(WorkerLost):
        worker.ask(waiting, 30.0)
    assert worker.ask(waiting, 0.0) == "done"


def test_a_job_that_fails_leaves_the_worker_alive(worker: Worker) -> None:
    with pytest.raises(JobFailed, match="no"):
        worker.ask(failing)
    assert worker.ask(waiting, 0.0) == "done"


def test_refusals_of_jobs_are_told() -> None:
    service = Service(Storage(None))
    own = service.storage.add(PUZZLE)
    with pytest.raises(Refused, match="must be an object"):
        service.hint(own, {"marks": 7, "step": 1})
    service.close()


def test_json_of_documents_is_plain(client: TestClient, id: str) -> None:
    text = client.get(f"/api/puzzles/{id}").text
    assert json.loads(text)["cells"][0]["clue"] == "2" and "NaN" not in text


@in_part
def test_a_puzzle_is_saved_in_every_format_that_is_offered(client: TestClient, service: Service, share: float) -> None:
    """Formats that are only read are not offered, nor are those that have no place for something of the puzzle."""
    folder = Path(server.__file__).parents[2] / "examples"
    for file in part(sorted(folder.glob("*.spf")), share, "files"):
        id = service.storage.add(gw.read_all(file)[0].puzzle, "link")
        offered = client.get(f"/api/puzzles/{id}/formats").json()["formats"]
        assert "json" in offered and not {"janko", "kudamono", "ipuz"} & set(offered)
        assert [kind for kind in offered if client.get(f"/api/puzzles/{id}/file.{kind}").status_code != 200] == []
