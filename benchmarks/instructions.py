"""Two checkouts of the project compared by the machine instructions that they need, also on a busy machine.

    git worktree add ../before COMMIT
    python benchmarks/instructions.py ../before [GENRE...] [--cells 64] [--steps 8] [--jobs 1] [--markdown]

Needs Linux, valgrind with its headers, and a C compiler. A process for each genre and checkout reads, solves, explains
and generates under callgrind; everything is done once before it is counted. The board is the largest case of the genre
up to ``--cells`` cells, of which ``--steps`` steps are explained. Two puzzles of at most 6x6 and one of the usual size
are generated.

Ratios are of this checkout over the other: below 1 is better. ``other formats`` is the worst ratio of those formats but
SPF and puzz.link that both checkouts read; ``memory`` is the most that ``gridwright solve`` holds. A ratio in brackets
compares different work: other steps, or another puzzle. Ends with 1 where a ratio is above 1.03 or in brackets.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import geometric_mean, machine, table

HERE = Path(__file__).resolve().parent.parent
LIMIT = 1.03
HEAD = ("genre", "board", "SPF", "puzz.link", "other formats", "solving", "explaining", "generating", "memory")

SIGNALS = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(const char *phase) { CALLGRIND_DUMP_STATS_AT(phase); }
void pause_counting(void) { CALLGRIND_STOP_INSTRUMENTATION; }
"""
WORKER = """
import ctypes, gc, hashlib, json, sys
from itertools import islice

task, library = json.load(open(sys.argv[1])), ctypes.CDLL(sys.argv[2])
results = {}
gc.disable()

def counted(phase, function):
    gc.collect()
    library.begin()
    value = function()
    library.end(phase.encode())
    results[phase] = hashlib.md5(repr(value).encode()).hexdigest()

def explained():
    steps = list(islice(gw.explain(gw.read(task["text"])), task["steps"]))
    return [tuple(mark) for step in steps if str(step) for mark in step.marks]

def generated(rows, cols, seed):
    from gridwright.formats.reading import write_text  # gw.write has had other parameters

    puzzle = gw.generate(task["genre"], rows, cols, seed=seed)
    return write_text(puzzle, "spf", None)

if not task:
    counted("import gridwright", lambda: __import__("gridwright") and None)
    counted("load all genres", lambda: sys.modules["gridwright"].known_genres() and None)
    json.dump(results, open(sys.argv[3], "w"))
    sys.exit()
import gridwright as gw
for format, text in task["formats"].items():
    try:
        gw.read(text, format)
    except ValueError:
        continue
    column = task["columns"].get(format, "other formats")
    counted(f"{column} {format}", lambda: [gw.read(text, format).genre.name for _ in range(3)])
gw.solve(gw.read(task["small"]))
puzzle = gw.read(task["text"])
counted("solving", lambda: gw.solve(puzzle).status)
library.pause_counting()
explained()
list(gw.explain(gw.read(task["small"])))
generated(*task["sizes"][0], "warm")
counted("explaining", explained)
for number, size in enumerate(task["sizes"]):
    counted("generating %d" % number, lambda: generated(*size, str(number)))
json.dump(results, open(sys.argv[3], "w"))
"""
SOLVER = """
import sys
sys.argv = ["gridwright", "solve", sys.argv[1]]
from gridwright.cli import main
try:
    main()
finally:
    sys.stderr.write(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""Memory is read by the process itself: what the system says of an ended one includes that of its parent."""
Task = dict[str, Any]
Counts = dict[str, tuple[int, str]]
"""Instructions and a digest of the result for each phase."""


def cases(genre: type[gw.Genre], cells: int) -> list[tuple[int, Path]]:
    """The cases with a unique answer up to a number of cells, by size."""
    folder = HERE / "tests" / "cases" / re.sub("[ -]", "_", genre.name.lower())
    puzzles = [(gw.read(path), path) for path in sorted(folder.glob("*.spf"))]
    return sorted(
        (len(puzzle.board.cells), path) for puzzle, path in puzzles
        if len(puzzle.board.cells) <= cells and gw.solve(puzzle).status == "unique"
    )  # fmt: skip


def formats(path: Path) -> dict[str, str]:
    """The texts of a puzzle in every format that is read again."""
    puzzle = gw.read(path)
    texts = {"spf": path.read_text(encoding="utf-8")}
    for format in {dialect.format for dialect in puzzle.genre.dialects} - {"spf"}:
        with suppress(ValueError):
            texts[format] = gw.write(puzzle, format)
            gw.read(texts[format], format)
    return dict(sorted(texts.items()))


def sizes(genre: type[gw.Genre]) -> list[tuple[int, int]]:
    """Two small sizes and the usual one; the usual one thrice where the genre has no board of the small size."""
    usual = genre.making.size
    small = (min(6, usual[0]), min(6, usual[1]))
    try:
        gw.generate(genre, *small, seed="size")
    except gw.MakingError:
        small = usual
    return [small, small, usual]


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that imports the package of a checkout."""
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}


def counts(folder: Path, task: Task, library: Path) -> Counts:
    """What the phases of a task need in a checkout."""
    with tempfile.TemporaryDirectory() as name:
        told, results, out = (Path(name) / part for part in ("task.json", "results.json", "out"))
        told.write_text(json.dumps(task))
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}", "-q",
                   sys.executable, "-c", WORKER, str(told), str(library), str(results)]
        subprocess.run(command, cwd=folder, env=environment(folder), check=True, stderr=subprocess.DEVNULL)
        digests = json.loads(results.read_text())
        found = {}
        for part in Path(name).glob("out.*"):
            text = part.read_text()
            phase = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
            if phase and total:
                found[phase[1]] = int(total[1]), digests[phase[1]]
        return found


def memory(folder: Path, path: str) -> int:
    """The most memory that ``gridwright solve`` holds, in kB."""
    command = [sys.executable, "-c", SOLVER, path]
    process = subprocess.run(command, cwd=folder, env=environment(folder), check=True, capture_output=True, text=True)
    return int(process.stderr.split()[-2])


def task_of(genre: type[gw.Genre], args: argparse.Namespace) -> Task:
    """What both checkouts do with a genre."""
    known = cases(genre, args.cells)
    cells, path = known[-1]
    return {"genre": genre.name, "cells": cells, "path": str(path), "text": path.read_text(encoding="utf-8"),
            "small": known[0][1].read_text(encoding="utf-8"), "steps": args.steps, "formats": formats(path),
            "sizes": sizes(genre), "columns": {"spf": "SPF", "puzzlink": "puzz.link"}}


def row(task: Task, other: Path, library: Path) -> tuple[list[str], list[str]]:
    """The line of a genre, and the phases above the limit or with another result."""
    most = [memory(folder, task["path"]) for folder in (other, HERE)]
    before, after = (counts(folder, task, library) for folder in (other, HERE))
    phases: dict[str, list[str]] = {}
    for phase in sorted(before.keys() & after.keys()):
        column = next(column for column in HEAD if phase.startswith(column))
        phases.setdefault(column, []).append(phase)
    shown, missed = [task["genre"], f"{task['cells']} cells"], []
    for column in HEAD[2:-1]:
        found = [(after[phase][0] / before[phase][0], phase) for phase in phases.get(column, ())]
        if not found:
            shown.append("-")
            continue
        ratio = geometric_mean([ratio for ratio, _ in found]) if column == "generating" else max(found)[0]
        same = all(before[phase][1] == after[phase][1] for _, phase in found)
        shown.append(f"{ratio:.3f}" if same else f"({ratio:.3f})")
        if ratio > LIMIT or not same:
            missed.append(f"{task['genre']}: {max(found)[1]} {shown[-1]}")
    shown.append(f"{most[1] / most[0]:.3f}")
    print(*shown, file=sys.stderr, flush=True)
    return shown, missed


def compiled(folder: Path) -> Path:
    """A library whose functions tell callgrind where a phase begins and ends."""
    library = folder / "signals.so"
    command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=SIGNALS, text=True, check=True)
    return library


def main() -> None:
    """Compares, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("other", type=Path, help="the checkout to compare with")
    add("genres", nargs="*", metavar="GENRE", help="names of genres (default: all)")
    add("--cells", type=int, default=64, metavar="N", help="the largest board (default 64 cells)")
    add("--steps", type=int, default=8, metavar="N", help="how many steps are explained (default 8)")
    add("--jobs", type=int, default=1, metavar="N", help="genres measured at the same time")
    add("--markdown", action="store_true", help="the table as Markdown")
    args = parser.parse_args()
    genres = [gw.genre(name) for name in args.genres] or gw.known_genres()
    tasks = [task_of(genre, args) for genre in genres]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        library, other = compiled(Path(name)), args.other.resolve()
        starts = [counts(folder, {}, library) for folder in (other, HERE)]
        found = list(pool.map(lambda task: row(task, other, library), tasks))
    begun = (f"{phase} {n / starts[0][phase][0]:.3f}" for phase, (n, _) in sorted(starts[1].items(), reverse=True))
    print(f"{machine()}; {', '.join(begun)}\n\n{table(HEAD, [shown for shown, _ in found], args.markdown)}")
    missed = [line for _, lines in found for line in lines]
    sys.exit("\n".join(["", "Above the limit, or different:", *missed]) if missed else 0)


if __name__ == "__main__":
    main()
