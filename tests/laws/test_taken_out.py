"""Genres can be taken out: without their files, everything works for all others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gridwright

TAKEN_OUT = {"compass": "Compass", "masyu.py": "Masyu", "thermometers": "Thermometers"}
"""A folder with rules of its own, a loop in one file, and a genre with looks and gestures of its own."""

WITHOUT_THEM = """
import json
from pathlib import Path

import gridwright as gw
from gridwright.formats.own_json import schema
from gridwright.genres import __path__ as folder
from gridwright.play.editing import Editing
from gridwright.play.service import Service
from gridwright.play.storage import Storage
from gridwright.registry import REGISTRY

Path(folder[0], "_index.py").write_text(REGISTRY.index_text(), encoding="utf-8")
left = {genre.name for genre in gw.known_genres()}
assert left == set(ALL) - set(GONE), left
service = Service(Storage(None))
for lists in (schema(gw.known_genres()), Editing(service).genres()):
    assert not any(f'"{name}"' in json.dumps(lists) for name in GONE)

examples = json.loads(Path(folder[0], "examples.json").read_text(encoding="utf-8"))
for name in sorted(left):
    [reading] = gw.read_all(examples[name])
    puzzle = reading.puzzle
    assert gw.check(puzzle, reading.answer) == []
    assert gw.draw(puzzle, reading.answer).svg().startswith("<svg")
    for format in {dialect.format for dialect in puzzle.genre.dialects}:
        try:
            text = gw.write(puzzle, format, reading.answer)
        except gw.WriteError:
            continue
        assert gw.read_all(text, format, genre=name), (name, format)
for name in GONE:
    try:
        gw.read(examples[name])
    except gw.FormatError:
        continue
    raise AssertionError(name)

for name in ("Fences", "Kakuro", "Nurikabe", "Snake", "Starbattle"):
    puzzle = gw.read(examples[name])
    assert gw.solve(puzzle).status == "unique"
    assert gw.explain(puzzle)
    assert gw.solve(gw.generate(name, 5, 5, seed=1)).status == "unique"
    assert service.opened(examples[name])
assert len(service.puzzles()["puzzles"]) == 5
"""


@pytest.mark.thorough
def test_all_works_without_three_genres(tmp_path: Path) -> None:
    package = tmp_path / "gridwright"
    shutil.copytree(Path(gridwright.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for place in TAKEN_OUT:
        path = package / "genres" / place
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    every = [genre.name for genre in gridwright.known_genres() if genre.__module__.startswith("gridwright.")]
    code = f"ALL, GONE = {every}, {[*TAKEN_OUT.values()]}\n{WITHOUT_THEM}"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for command in (["-c", code], ["-m", "gridwright", "genres"]):
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True,
                              text=True, encoding="utf-8", timeout=120, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert not any(name in done.stdout for name in TAKEN_OUT.values())
