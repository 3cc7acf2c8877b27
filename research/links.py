"""How long it takes to read and to write links: addresses from other programs if available, else ones made from the
cases of the tests, and the same puzzles as links of Penpa+.

    python research/links.py [--number 1000]

Times are CPU seconds, including the import of genres; the target is 1,000 addresses per second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, seconds
from gridwright.formats.errors import FormatError, WriteError
from research.interchange import ROOT, items


def known() -> list[str]:
    """Addresses from other programs."""
    return [item.text for name in ("puzzlink", "puzzlink-made") for item in items(name)]


def made() -> list[str]:
    """The puzzles of the tests as addresses."""
    found = []
    for path in sorted((ROOT / "tests" / "cases").glob("*/*.spf")):
        try:
            found += [gw.write(reading.puzzle, "puzzlink").strip() for reading in gw.read_all(path)]
        except WriteError:
            continue
    return found


def read(addresses: list[str]) -> list[gw.Puzzle]:
    """The puzzles of the supported addresses."""
    puzzles = []
    for address in addresses:
        try:
            puzzles.append(gw.read(address))
        except FormatError:
            continue
    return puzzles


def drawings(puzzles: list[gw.Puzzle]) -> list[str]:
    """Links of Penpa+ to the puzzles that they can represent."""
    links = []
    for puzzle in puzzles:
        try:
            links.append(gw.write(puzzle, "penpa"))
        except WriteError:
            continue
    return links


def timed(what: str, n: int, work: Callable[[], object]) -> None:
    begun = process_time()
    work()
    print(f"{what}: {n} in {seconds(process_time() - begun)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, default=1000, help="number of addresses")
    number = parser.parse_args().number
    addresses = list(islice(cycle(known() or made()), number))
    print(machine())
    timed("read, each by itself", number, lambda: read(addresses))
    puzzles = read(addresses)
    drawn = drawings(puzzles)
    timed("read from links of Penpa+, each by itself", len(drawn), lambda: [gw.read(link) for link in drawn])
    timed("written as addresses", len(puzzles), lambda: [gw.write(puzzle, "puzzlink") for puzzle in puzzles])
    timed("written as files", len(puzzles), lambda: [gw.write(puzzle, "pzprv3") for puzzle in puzzles])


if __name__ == "__main__":
    main()
