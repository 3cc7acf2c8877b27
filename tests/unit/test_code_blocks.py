"""Every block of code in the README and the documentation is run, and prints what the page shows.

A page is read from top to bottom in an empty folder that holds a copy of ``examples``. Its blocks share the folder.

- A block below "Save this as `NAME`" is that file.
- Python blocks share their names. A comment after ``print(...)`` is what it prints. A block with ``__main__`` is a
  program of its own.
- Shell blocks are run by Bash. Lines of ``NOT_RUN`` are left out. Of a synopsis (``FILE``, ``GENRE``) only the command
  and its options are checked. If a ``text`` block follows, it shows the output: ``...`` stands for what is left
  out, and times may differ. Only then may a command end with status 1, which is a verdict on a puzzle; 2 is a failure.
- JSON and TOML blocks are read.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from gridwright.cli import main
from gridwright.registry import Registry

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

TESTED_ELSEWHERE = {
    "docs/add-a-genre.md": "tests/unit/test_guide.py runs its parts, which make up genres",
}
"""Pages that are left out, with the reason."""

NOT_RUN = {
    r"pip install|python3? -m venv|source \S*activate|npm install|pip download": "installs something",
    r"python -m pytest|\.ci/run": "runs the tests",
    r"git clone|cargo build|\./solve": "is about another program",
    r"python (benchmarks|docs|research)/|-m gridwright\.play\.site|sphinx-build": "needs the source, and takes minutes",
    r"gridwright play|uvicorn|jupyter": "serves until Ctrl-C",
    r"gridwright (watch|open (?!.*--print))|tail -f": "waits for changes, or opens a browser",
    r"dask |--cluster": "needs a cluster",
    r"curl ": "needs a server",
    r"generate --all|cat\.png": "takes minutes, or needs a photograph",
    r"p=\.\.\.|links\.txt": "is shortened, or reads shortened addresses",
}  # fmt: skip
"""Lines of shell that are left out, with the reason."""

FILES = {
    "puzzle.txt": "akari.spf", "puzzle.spf": "akari.spf", "solved.spf": "akari.spf", "puzzles/a.txt": "hashi.txt",
    "nurikabe.txt": "nurikabe.txt", "akari.txt": "akari.txt", "puzzles/b.spf": "masyu.spf", "more.txt": "fences.txt",
    "mine.txt": "akari.spf", "rooms.spf": "heyawake.spf", "collection/lines.txt": "sudoku_lines.txt",
}  # fmt: skip
"""Files that pages speak of without showing them, by the examples that they are."""

SHAPES = {
    "heart.txt": ".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n",
    "letter.txt": ".......\n.-----.\n...-...\n...-...\n...-...\n...-...\n.......\n",
}
"""Likewise, pictures and masks."""

FRAGMENTS = {"making = Making(": "a part of a genre, with made-up names"}
"""What Python blocks begin with that are left out, with the reason."""

OPTIONAL = ("numpy", "pandas", "polars")
"""Packages that recipes use and the project does not; without them these blocks are skipped."""

SYNOPSIS = re.compile(r"\b(?:FILE|GENRE|OUT|NAME|SHELL|ANSWERS|ROWSxCOLS|COMMAND)\b")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"[Ss]ave (?:this|it|these \w+) as\s+`([^`]+)`")
PAGES = sorted(
    page for path in (ROOT / "README.md", *DOCS.rglob("*.md"))
    if "```" in path.read_text("utf-8") and (page := path.relative_to(ROOT).as_posix()) not in TESTED_ELSEWHERE
)  # fmt: skip
OF_GENRES = [page for page in PAGES if page.startswith("docs/genres/")]
SLOW = {
    "docs/comparison.md", "docs/cookbook.md", "docs/generating.md", "docs/getting-started.md", "docs/publishing.md",
    *OF_GENRES[1:],
}  # fmt: skip
"""Pages that take many seconds, or a second each; the commands of genres are the same, so one page stands for all."""
WHEN = {
    **dict.fromkeys(SLOW, pytest.mark.slow),
    **dict.fromkeys(("README.md", "docs/command-line.md", "docs/many.md", "docs/python.md"), pytest.mark.thorough),
}
"""The marks of pages that the default run leaves out."""


@dataclass(frozen=True)
class Block:
    """A block of code: its language, text and line, the file that it shows, and the output that follows it."""

    language: str
    code: str
    line: int
    file: str | None
    output: str | None


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in order."""
    text = (ROOT / page).read_text("utf-8")
    found = list(FENCE.finditer(text))
    for i, match in enumerate(found):
        before = text[found[i - 1].end() if i else 0 : match.start()].rstrip().rpartition("\n\n")[2]
        after = found[i + 1] if i + 1 < len(found) else None
        shown = after and after[2] == "text" and not text[match.end() : after.start()].strip()
        saved = SAVED.search(before)
        yield Block(
            match[2], textwrap.dedent(match[3]), text.count("\n", 0, match.start()) + 1, saved[1] if saved else None,
            textwrap.dedent(after[3]) if after and shown else None,
        )  # fmt: skip


def assert_shown(shown: str, printed: str, where: str) -> None:
    """Each shown line is printed, in this order and without others in between, except where ``...`` says so."""
    lines = iter([re.sub(r"\d[\d.]* s\b", "0 s", line.rstrip()) for line in printed.splitlines() if line.strip()])
    anywhere = True
    for line in shown.splitlines():
        if line.strip() in ("", "..."):
            anywhere = anywhere or bool(line.strip())
            continue
        expected = re.escape(re.sub(r"\d[\d.]* s\b", "0 s", line.rstrip())).replace(r"\.\.\.", ".*")
        found = (other for other in lines if re.fullmatch(expected, other))
        there = next(found if anywhere else lines, "")
        assert re.fullmatch(expected, there), f"{where}: {line!r} is not printed here:\n{printed}"
        anywhere = False


def comments_of_prints(code: str) -> Iterator[str]:
    """The comments on lines with ``print(...)``."""
    for statement in ast.walk(ast.parse(code)):
        if isinstance(statement, ast.Expr) and isinstance(call := statement.value, ast.Call):
            line = code.splitlines()[(call.end_lineno or 1) - 1]
            if isinstance(call.func, ast.Name) and call.func.id == "print" and "  # " in line:
                yield line.partition("  # ")[2].strip()


def run_python(block: Block, names: dict[str, object], where: str) -> None:
    code = "\n" * block.line + block.code
    if any(f"import {name}" in code and find_spec(name) is None for name in OPTIONAL):
        return
    if "__main__" in code:
        program = Path(block.file or "program.py")
        program.write_text(block.code, encoding="utf-8")
        printed = run([sys.executable, str(program)], where)
    else:
        with contextlib.redirect_stdout(io.StringIO()) as stream:
            exec(compile(code, where, "exec"), names)
        printed = stream.getvalue()
    for comment in comments_of_prints(block.code):
        assert comment in printed.splitlines(), f"{where}: {comment!r} is not printed:\n{printed}"
    if block.output is not None:
        assert_shown(block.output, printed, where)


def run(command: list[str], where: str) -> str:
    """What a program prints; it must succeed."""
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, f"{where}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout + done.stderr


@cache
def reason_not_to_run(line: str) -> str | None:
    """The first of ``NOT_RUN`` that the line matches."""
    return next((pattern for pattern in NOT_RUN if re.search(pattern, line)), None)


def commands(block: Block) -> Iterator[str]:
    """Lines of shell, without comments; continued ones are joined."""
    for line in block.code.replace("\\\n", " ").splitlines():
        if line := re.sub(r"(^|\s)#.*", "", line).strip():
            yield line


def check_options(line: str) -> None:
    """The command, and all its options, exist."""
    context = click.Context(main)
    name = line.split()[1]
    command = main.get_command(context, name)
    assert name == "COMMAND" or command is not None, line
    if command is not None:
        known = {option for one in command.get_params(context) for option in (*one.opts, *one.secondary_opts)}
        assert set(re.findall(r"(?<=\s)-{1,2}[a-z][a-z-]*", line)) <= known, line


def run_shell(block: Block, where: str) -> None:
    lines = []
    for line in commands(block):
        if SYNOPSIS.search(line) and line.startswith("gridwright "):
            check_options(line)
        elif not reason_not_to_run(line) and ("| jq" not in line or shutil.which("jq")):
            lines.append(line)
    if lines:
        allowed = 0 if block.output is None else 1
        trap = f"set -o pipefail; trap 's=$?; ((s <= {allowed})) || exit $s' ERR"
        printed = run(["bash", "-c", "\n".join([trap, *lines, "true"])], f"{where}: {'; '.join(lines)}")
        if block.output is not None:
            assert_shown(block.output, printed, where)


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples, where ``gridwright`` and ``python`` are those of this test."""
    programs = tmp_path_factory.getbasetemp() / "programs"
    programs.mkdir(exist_ok=True)
    for name, module in {"python": "", "gridwright": "-m gridwright "}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONUTF8", "1")
    monkeypatch.delenv("GRIDWRIGHT_CONFIG", raising=False)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for name, shape in SHAPES.items():
        (tmp_path / name).write_text(shape)
    for name, example in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples" / example, tmp_path / name)
    registry = Registry()  # pages register genres
    monkeypatch.setattr("gridwright.api.REGISTRY", registry)
    monkeypatch.setattr("gridwright.generation.REGISTRY", registry)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="the commands are written for Bash")
@pytest.mark.parametrize("page", [pytest.param(page, marks=WHEN.get(page, [])) for page in PAGES])
def test_the_code_of_a_page_runs(page: str, folder: Path) -> None:
    names: dict[str, object] = {"__name__": page}
    for block in blocks(page):
        where = f"{page}:{block.line}"
        if block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.code, encoding="utf-8")
        if block.language == "python" and not block.code.startswith(tuple(FRAGMENTS)):
            run_python(block, names, where)
        elif block.language == "sh":
            run_shell(block, where)
        elif block.language == "json":
            json.loads(block.code)
        elif block.language == "toml":
            tomllib.loads(block.code)


@pytest.mark.parametrize("page", OF_GENRES[1:])
def test_the_commands_of_a_genre_page_exist(page: str) -> None:
    """Without running them, which takes a second for each page."""
    lines = [line for block in blocks(page) if block.language == "sh" for line in commands(block)]
    assert lines
    for line in lines:
        check_options(line)


def test_commands_are_in_blocks() -> None:
    """Not in indented lines, which would not be run."""
    for page in PAGES:
        text = FENCE.sub("", (ROOT / page).read_text("utf-8"))
        assert not re.search(r"^ {4}(?:\$ )?(?:gridwright|python3?|pip|git) .*", text, re.MULTILINE), page


def test_every_exception_is_needed() -> None:
    """Each reason not to run a line, each page that is left out, and each file that is given."""
    lines = [line for page in PAGES for block in blocks(page) if block.language == "sh" for line in commands(block)]
    assert {reason_not_to_run(line) for line in lines} - {None} == set(NOT_RUN)
    assert all((ROOT / page).is_file() for page in TESTED_ELSEWHERE)
    text = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    assert [name for name in FILES if name.partition("/")[0] not in text] == []
