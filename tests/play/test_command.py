"""``gridwright play`` as it is typed: what it says where something is missing, and that it serves what it was given."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.cli import play as command
from gridwright.play.storage import link_to, text_in

from .browser import Server

PUZZLE = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."], title="ü & <b>")


def test_without_the_extra_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    found = CliRunner().invoke(main, ["play"])
    assert found.exit_code == 2
    assert found.output.strip().splitlines() == [
        "gridwright play needs a web server; install it with: pip install 'gridwright[play]'"]


def test_a_port_in_use_and_a_folder_that_cannot_be_are_told(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(main, ["play", "--no-browser", "--port", port, "--data", str(tmp_path)])
    assert found.exit_code == 2 and found.output.startswith(f"port {port} cannot be used")
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    found = CliRunner().invoke(main, ["play", "--no-browser", "--data", str(file / "below")])
    assert found.exit_code == 2 and "progress cannot be kept here" in found.output
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "play.sqlite").write_text("this is not a database" * 99, encoding="utf-8")
    found = CliRunner().invoke(main, ["play", "--no-browser", "--data", str(tmp_path / "other")])
    assert found.exit_code == 2 and "progress cannot be kept here" in found.output


def test_files_folders_and_links_are_served(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.spf").write_text(gw.write(PUZZLE, "spf"), encoding="utf-8")
    (tmp_path / "in" / "notes.txt").write_text("no puzzle at all", encoding="utf-8")
    (tmp_path / "bad.spf").write_text("<< /type (fences) /X 3", encoding="utf-8")
    other = gw.puzzle("Fences", ["3 .", ". 3"])
    third = gw.puzzle("Nurikabe", ["1 .", ". 1"])
    link = link_to("http://127.0.0.1:7643/", gw.write(third, "json"))
    address = gw.write(other, "puzzlink").strip()
    server = Server(tmp_path / "data", str(tmp_path / "in"), str(tmp_path / "bad.spf"), address, link)
    try:
        told = server.get("api/puzzles")
        assert sorted((one["genre"], one["size"]) for one in told["puzzles"]) == [
            ("Fences", "2x2"), ("Nurikabe", "2x2"), ("Nurikabe", "3x3")]
        assert len(told["problems"]) == 1 and "bad.spf" in told["problems"][0]
        server.stop()
        assert server.process.returncode in (0, 130, -2)
    finally:
        server.kill()


def test_the_good_lines_of_a_file_are_served_and_the_bad_ones_listed(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    good = gw.write(PUZZLE, "puzzlink")
    bad = "https://puzz.link/p?slither/2/2/2X\n"
    (tmp_path / "links.txt").write_text(f"{bad}{good}https://tinyurl.com/abcd\n", encoding="utf-8")
    (tmp_path / "bad.txt").write_text(bad * 2, encoding="utf-8")
    server = Server(tmp_path / "data", str(tmp_path / "links.txt"), str(tmp_path / "bad.txt"))
    try:
        told = server.get("api/puzzles")
    finally:
        server.kill()
    assert [one["genre"] for one in told["puzzles"]] == ["Nurikabe"]
    places = [problem.removeprefix(f"{tmp_path}/") for problem in told["problems"]]
    assert [place.split(", column")[0].split(":")[0] for place in places] == [
        "links.txt, line 1", "links.txt, line 3", "bad.txt, line 1", "bad.txt, line 2"]


def test_without_files_there_is_a_puzzle_of_each_genre(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    server = Server(tmp_path)
    try:
        told = server.get("api/puzzles")
    finally:
        server.kill()
    assert sorted(one["genre"] for one in told["puzzles"]) == [genre.name for genre in gw.known_genres()]
    assert told["problems"] == []


@pytest.mark.thorough
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_the_server_while_a_puzzle_is_made(tmp_path: Path, times: int) -> None:
    pytest.importorskip("uvicorn")
    server = Server(tmp_path)
    asking = threading.Thread(target=lost, args=(server, {"genre": "Fences", "rows": 60, "columns": 60}))
    asking.start()
    try:
        end = time.monotonic() + 60
        while not server.get("api/generate") and time.monotonic() < end:
            time.sleep(0.1)
        begun = time.monotonic()
        for _ in range(times):
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        out, _ = server.process.communicate(timeout=60)
        assert time.monotonic() - begun < 10
        assert b"Traceback" not in out and server.process.returncode in (0, 130, -2), out.decode()
    finally:
        server.kill()
        asking.join()


def lost(server: Server, told: Any) -> None:
    """A request that the end of the server interrupts."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        server.send("api/generate", told)


@pytest.mark.parametrize("text", [gw.write(PUZZLE, "json"), "{}", "x" * 100_000])
def test_links_hold_texts(text: str) -> None:
    assert text_in(link_to("http://127.0.0.1:1/", text)) == text


@pytest.mark.parametrize("link", [
    "", "https://puzz.link/p?nurikabe/3/3/g", "http://x/#p=", "http://x/#p=AAAAAAAAAAAA", "http://x/#p=____________",
    link_to("http://x/", "x" * (5 << 20)), "http://x/#q=AAAAAAAA",
])  # fmt: skip
def test_other_links_hold_none(link: str) -> None:
    assert text_in(link) is None


# -- gestures ---------------------------------------------------------------------------------------------------------


def test_gestures_do_to_a_position_what_they_should(tmp_path: Path) -> None:
    """Gestures as data, played by Node on the page's own modules, without a browser."""
    import shutil

    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    from gridwright.play.document import document

    from .gestures import BOARDS, GESTURES

    told: dict[str, Any] = {
        "docs": {name: document(puzzle) for name, puzzle in BOARDS.items()},
        "cases": [one._asdict() for one in GESTURES],
    }
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    script = Path(__file__).with_name("gestures.mjs")
    found = subprocess.run([node, str(script), str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 0, found.stderr
    results = json.loads(found.stdout)
    wrong = {one.about: result for one, result in zip(GESTURES, results, strict=True) if result != one.after}
    assert wrong == {}


@pytest.mark.thorough
def test_the_types_of_the_page_hold(tmp_path: Path) -> None:
    """The modules are plain JavaScript; TypeScript reads their comments and checks."""
    import os
    import shutil

    root = Path(__file__).parents[2]
    places = [os.environ.get("GRIDWRIGHT_TSC", ""), str(root / "node_modules/typescript/bin/tsc")]
    compiler = next((place for place in places if place and Path(place).is_file()), None)
    node = shutil.which("node")
    if compiler is None or node is None:
        pytest.skip("TypeScript is not there; GRIDWRIGHT_TSC may name its tsc")
    options = "--strict false --checkJs --allowJs --noEmit --target es2022 --module es2022 --moduleResolution bundler"
    own = [str(root / "gridwright/play/static" / name) for name in ("main.js", "types.d.ts")]
    command = [node, compiler, *options.split(), "--lib", "es2023,dom,dom.iterable", *own]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert found.returncode == 0, found.stdout
