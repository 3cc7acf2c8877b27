"""Issues of magazines on the page's server: plans are checked and stored, issues made, stopped and downloaded."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.cli import main
from gridwright.issue.plan import plan_in
from gridwright.issue.toml import table_in, toml_of
from gridwright.play.service import Service
from gridwright.play.storage import Storage

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from gridwright.play.server import make_app

from ..grouped import examples

HOST = "127.0.0.1:7643"
TENTS = {"genre": "Tents", "size": 5, "count": 2}
SMALL = {"title": "Sommerrätsel", "number": 7, "seed": "s", "section": [TENTS, {"genre": "Hitori", "size": 4}]}
MANY: dict[str, Any] = {**TENTS, "count": 200}
LONG = {"title": "Long", "section": [MANY]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    found = Service(Storage(tmp_path_factory.mktemp("data")))
    yield found
    found.close()


@pytest.fixture(scope="module")
def client(service: Service) -> TestClient:
    return TestClient(make_app(service, [HOST]), base_url=f"http://{HOST}")


def saved(client: TestClient, table: Any, id: str = "a", status: int = 200) -> Any:
    found = client.put(f"/api/issues/{id}", json={"table": table})
    assert found.status_code == status, found.text
    return found.json()


def send(client: TestClient, method: str, path: str) -> Any:
    found = client.request(method, f"/api/issues/{path}", json={})
    assert found.status_code == 200, found.text
    return found.json()


def ended(client: TestClient, id: str = "a") -> Any:
    """The state of an issue when it is no longer being made."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        state = client.get(f"/api/issues/{id}/making").json()
        if not state["running"]:
            return state
        time.sleep(0.05)
    raise AssertionError("the issue is still being made")


# -- plans ------------------------------------------------------------------------------------------------------------


def test_a_plan_is_checked_stored_and_listed(client: TestClient) -> None:
    told = saved(client, SMALL, "plan")
    assert told == {"faults": [], "puzzles": 3, "seed": "s", "current": False}
    found = client.get("/api/issues/plan").json()
    assert found["table"] == SMALL and found["state"] == {"running": False}
    saved(client, {"section": [TENTS]}, "later")
    listed = client.get("/api/issues").json()["issues"]
    assert [(one["id"], one["title"], one["number"]) for one in listed[:2]] == [("later", "", ""),
                                                                               ("plan", "Sommerrätsel", "7")]
    send(client, "DELETE", "later")
    assert "later" not in [one["id"] for one in client.get("/api/issues").json()["issues"]]
    assert client.get("/api/issues/later").status_code == 404


def test_faults_are_those_of_the_command_and_belong_to_sections(client: TestClient, tmp_path: Path) -> None:
    table = {"section": [{**TENTS, "size": "5 by 5"}, TENTS, {**TENTS, "count": 0}, {"genre": "Sudko"}, {}]}
    faults = saved(client, table)["faults"]
    assert [(one["section"], one["name"]) for one in faults] == [(1, "size"), (3, "count"), (4, "genre"), (5, "")]
    file = tmp_path / "issue.toml"
    file.write_text(toml_of(table), "utf-8")
    told = CliRunner().invoke(main, ["issue", str(file), "--check"]).stderr.splitlines()
    assert told[0] == f"{file}:3:1: section 1 (Tents): {faults[0]['words']}"
    assert [line.rpartition(": ")[2] for line in told] == [fault["words"].rpartition(": ")[2] for fault in faults]


@pytest.mark.parametrize(("table", "name", "words"), [
    ({}, "", "an issue needs sections"),
    ({"section": []}, "", "an issue needs sections"),
    ({"section": 3}, "section", "section must be a list"),
    ({"titel": "a", "section": [TENTS]}, "titel", "did you mean title?"),
    ({"paper": "a9", "section": [TENTS]}, "paper", "unknown paper 'a9'"),
    ({"previous": ["/etc"], "section": [TENTS]}, "previous", "previous names files, which are not read here"),
    ({"font": "/etc/passwd", "section": [TENTS]}, "font", "font names files"),
])  # fmt: skip
def test_faults_of_the_issue_itself(client: TestClient, table: Any, name: str, words: str) -> None:
    (fault,) = saved(client, table)["faults"]
    assert (fault["section"], fault["name"]) == (0, name) and words in fault["words"]
    refused = client.post("/api/issues/a/making", json={})
    assert refused.status_code == 422 and refused.json()["faults"] == [fault]


@pytest.mark.parametrize("more", [
    {"files": ["/etc"]}, {"mask": "/etc/passwd"}, {"structure": "/etc/passwd"}, {"picture": "/etc/passwd"},
    {"options": {"picture": "/etc/passwd"}},
])  # fmt: skip
def test_no_files_of_the_server_are_read(client: TestClient, more: Any) -> None:
    (fault,) = saved(client, {"section": [{**TENTS, **more}]})["faults"]
    assert fault["section"] == 1 and "names files, which are not read here" in fault["words"]


def test_a_file_is_read_into_a_table(client: TestClient) -> None:
    text = 'number = 7\ndate = 2027-07-01\nseed = 12345678901234567890\n[[section]]\ngenre = "Tents"\nno-guess = true\n'
    found = client.post("/api/issues", json={"text": text}).json()
    assert found == {"table": {"number": 7, "date": "2027-07-01", "seed": "12345678901234567890",
                               "section": [{"genre": "Tents", "no_guess": True}]}}  # fmt: skip
    for wrong in "= 3", "a = " + "[" * 9999, "", 3, None:
        refused = client.post("/api/issues", json={"text": wrong})
        assert refused.status_code == 422 and refused.json()["error"]


PLAIN = st.recursive(st.none() | st.booleans() | st.integers(-(1 << 52), 1 << 52) | st.text()
                     | st.floats(allow_nan=False, allow_infinity=False),
                     lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
                     max_leaves=6)  # fmt: skip
NAMES = st.sampled_from([
    "title", "number", "seed", "paper", "answers", "answer_cell", "hints", "qr", "section", "language", "names",
    "per_page", "genre", "size", "difficulty", "count", "technique", "without", "symmetry", "sort", "options", "values",
    "density", "introduction", "date", "cell", "margin",
])  # fmt: skip
TABLES = st.dictionaries(NAMES, PLAIN, max_size=3)


def without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_none(own) for name, own in value.items() if own is not None}
    return [without_none(own) for own in value if own is not None] if isinstance(value, list) else value


@pytest.mark.thorough
@settings(deadline=None)
@given(st.dictionaries(NAMES, PLAIN, max_size=3), st.lists(TABLES, max_size=2))
def test_a_table_is_written_and_read_again(table: dict[str, Any], sections: list[dict[str, Any]]) -> None:
    whole = without_none({**table, "section": sections})
    found = table_in(toml_of(whole))
    assert found == {name: own for name, own in whole.items() if name != "section" or own}


@settings(deadline=None, max_examples=examples(60))
@given(TABLES, st.lists(TABLES.map(lambda own: {"genre": "Tents", **own}), max_size=2))
def test_nothing_that_is_typed_is_a_fault_of_the_server(
    client: TestClient, table: dict[str, Any], sections: list[dict[str, Any]]
) -> None:
    told = client.put("/api/issues/typed", json={"table": {"section": sections, **table}})
    assert told.status_code in (200, 422), told.text
    assert client.get("/api/issues").status_code == 200


@pytest.mark.parametrize("id", ["", "..", "A", "a" * 41, "%2e%2e", "a%2fb"])
def test_ids_stay_in_the_folder(client: TestClient, id: str) -> None:
    assert client.put(f"/api/issues/{id}", json={"table": SMALL}).status_code in (404, 405, 422)
    assert client.get(f"/api/issues/{id}/file.zip").status_code == 404


# -- making -----------------------------------------------------------------------------------------------------------


def test_an_issue_is_made_and_downloaded(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(client, SMALL)
    assert client.get("/api/issues/a/file.pdf").status_code == 404
    assert send(client, "POST", "a/making")["running"]
    state = ended(client)
    assert (state["done"], state["total"], state["missing"], state["complaints"]) == (3, 3, [], [])
    assert state["pages"] > 3 and "stopped" not in state
    assert saved(client, SMALL)["current"] and not saved(client, {**SMALL, "number": 8})["current"]
    pdf = client.get("/api/issues/a/file.pdf")
    assert pdf.content.startswith(b"%PDF") and "sommerratsel-7.pdf" in pdf.headers["content-disposition"]
    text = client.get("/api/issues/a/file.toml").text
    assert table_in(text) == {**SMALL, "number": 8}  # as it is now; the others are as it was made
    assert client.get("/api/issues/a/file.answers").status_code == 404
    zipfile.ZipFile(io.BytesIO(client.get("/api/issues/a/file.zip").content)).extractall(tmp_path)
    folder = tmp_path / "sommerratsel-7"
    assert {path.name for path in folder.iterdir()} == {"sommerratsel-7.pdf", "puzzles", "links.txt", "proof.txt",
                                                        "fingerprints.txt", "made.jsonl"}
    monkeypatch.chdir(tmp_path)  # the command continues there: it makes nothing anew, and writes the same
    monkeypatch.setattr("gridwright.issue.pieces.generate", None)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert CliRunner().invoke(main, ["issue", "sommerratsel-7.toml"]).exit_code == 0
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_stopped_issue_keeps_what_is_finished_and_continues(client: TestClient, service: Service) -> None:
    saved(client, LONG, "long")
    send(client, "POST", "long/making")
    assert client.post("/api/issues/long/making", json={}).status_code == 409
    assert client.request("DELETE", "/api/issues/long", json={}).status_code == 409
    while client.get("/api/issues/long/making").json()["done"] < 2:
        time.sleep(0.02)
    send(client, "DELETE", "long/making")
    state = ended(client, "long")
    assert state["stopped"] and 2 <= state["done"] < 200
    archive = zipfile.ZipFile(io.BytesIO(client.get("/api/issues/long/file.zip").content))
    assert sorted(archive.namelist()) == ["long.toml", "long/made.jsonl"]
    lines = archive.read("long/made.jsonl").splitlines()
    assert len(lines) == state["done"]
    saved(client, {**LONG, "section": [{**MANY, "count": 3}]}, "long")
    send(client, "POST", "long/making")
    assert ended(client, "long")["done"] == 3
    assert service.storage.folder is not None
    made = (service.storage.folder / "issues" / "long" / "made" / "made.jsonl").read_bytes().splitlines()
    assert made[: len(lines)] == lines and len(made) <= max(3, len(lines))


def test_a_result_is_known_after_a_restart(client: TestClient, service: Service) -> None:
    saved(client, {"section": [TENTS]}, "kept")
    send(client, "POST", "kept/making")
    state = ended(client, "kept")
    again = TestClient(make_app(service, [HOST]), base_url=f"http://{HOST}")
    assert again.get("/api/issues/kept").json()["state"] == json.loads(json.dumps(state))


def test_messages_are_in_the_language_of_the_page(client: TestClient) -> None:
    client.put("/api/settings", json={"language": "de"})
    try:
        assert client.get("/api/issues/none").json()["error"] == "Diese Ausgabe gibt es nicht."
        table = {"language": "en", "section": [{**TENTS, "count": 0}]}
        (fault,) = saved(client, table, "german")["faults"]
        assert fault["words"] == "die Anzahl ist 0; ein Abschnitt hat 1 bis 1000 Rätsel"
    finally:
        client.put("/api/settings", json={"language": "en"})


def test_an_option_cannot_stand_for_an_argument() -> None:
    with pytest.raises(ValueError, match="seed is not an option of a genre"):
        plan_in(toml_of({"section": [{**TENTS, "options": {"seed": 3}}]}), Path("a.toml"), {})
