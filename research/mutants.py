"""Mutation tests: which deliberate mistakes in the package do the tests miss?

    python research/mutants.py [--survivors] [WORD ...]

Each mutant in ``mutants.toml`` replaces one piece of source text in a copy of the checkout and runs the tests of its
area there, up to the first failure. With words, only mutants whose file or text contains one of them are run; with
``--survivors``, only those that the list says survive. A survivor needs a test that fails, or, if it cannot change any
behaviour that the package promises, a reason under ``survives``. A mutant whose text is gone is ``STALE``: adapt it to
the source. The exit status is 1 if any result differs from the list.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_name("mutants.toml")
LONGEST = 900
"""Seconds after which the tests of a mutant are stopped and count as failed: a loop does not end."""


class Stale(Exception):
    """The text that a mutant replaces is not in the source, or occurs several times."""


@dataclass(frozen=True)
class Mutant:
    """A mistake: ``old``, which occurs once in ``file``, is replaced by ``new``."""

    area: str
    file: str
    old: str
    new: str
    survives: str = ""
    """Why no test can fail; empty if one must."""

    def applied(self, text: str) -> str:
        """The source with the mistake. Raises Stale if ``old`` does not occur exactly once."""
        if text.count(self.old) != 1 or self.old == self.new:
            n = text.count(self.old)
            raise Stale(f"{self.file}: expected this text once, found it {n} times: {self.old!r}")
        return text.replace(self.old, self.new)

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())!r} -> {' '.join(self.new.split())!r}"


def listed(path: Path = LIST) -> tuple[Mapping[str, Sequence[str]], list[Mutant]]:
    """The tests of each area, and all mutants."""
    content = tomllib.loads(path.read_text("utf-8"))
    return content["tests"], [Mutant(**one) for one in content["mutant"]]


def is_killed(mutant: Mutant, tests: Sequence[str], copy: Path) -> bool:
    """Whether a test fails with a mutant in a copy of the checkout, which is then restored. Raises Stale."""
    path = copy / mutant.file
    source = path.read_text("utf-8")
    path.write_text(mutant.applied(source), "utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    try:
        ended = subprocess.run(command, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, timeout=LONGEST,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(source, "utf-8")
    if ended.returncode not in (0, 1, 2):  # 1: a test failed; 2: the package could not even be imported
        raise RuntimeError(f"pytest ended with status {ended.returncode}:\n{ended.stdout[-2000:]}")
    return ended.returncode != 0


def copied(folder: Path) -> Path:
    """A copy of the checkout."""
    skipped = shutil.ignore_patterns(".*_cache", ".git", ".venv", ".hypothesis", "__pycache__", "dist", "build")
    return Path(shutil.copytree(ROOT, folder / "checkout", ignore=skipped))


def chosen(mutants: Sequence[Mutant], words: Sequence[str], only_survivors: bool) -> Iterator[Mutant]:
    """The mutants that were asked for."""
    for mutant in mutants:
        if only_survivors <= bool(mutant.survives) and (not words or any(word in str(mutant) for word in words)):
            yield mutant


def main() -> int:
    """Runs mutants one after the other and prints which are killed."""
    parser = argparse.ArgumentParser(description="Runs the tests on deliberate mistakes.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only mutants whose file or text contains a word")
    parser.add_argument("--survivors", action="store_true", help="only mutants that are listed as survivors")
    options = parser.parse_args()
    tests, mutants = listed()
    os.nice(5)
    n_killed = n_wrong = 0
    run = list(chosen(mutants, options.words, options.survivors))
    with tempfile.TemporaryDirectory(prefix="gridwright-mutants-") as folder:
        copy = copied(Path(folder))
        for mutant in run:
            begun = time.monotonic()
            try:
                killed = is_killed(mutant, tests[mutant.area], copy)
            except Stale as fault:
                print(f"STALE            {fault}", flush=True)
                n_wrong += 1
                continue
            n_killed += killed
            n_wrong += killed == bool(mutant.survives)
            print(f"{'killed  ' if killed else 'SURVIVED'} {time.monotonic() - begun:4.0f} s  {mutant}", flush=True)
    print(f"{n_killed} of {len(run)} mutants killed; {n_wrong} results differ from the list")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
