"""Whether new puzzles look like published ones: how many are inside the bands of their genre, for each statistic.

    python research/taste.py --bands FILE [GENRE...] [--count 50] [--size ROWSxCOLS] [--seed 1] [--every] [--markdown]

``--bands`` names a JSON file with the bands of published puzzles::

    {"genres": {"Hashi": {"bands": {"8-12": {"stats": {
        "density": {"p10": 0.29, "p50": 0.34, "p90": 0.38},
        "sym.rot180": {"yes_no": true, "mean": 0.08}}}}}}}

The sizes are ``<=7``, ``8-12``, ``13-20`` and ``>20``: the side of a square with as many cells, rounded. The names of
statistics are those of ``research/looks.py``; others are ignored. A band is the range from the 10th to the 90th
percentile (``p10``, ``p90``); about 80 % of the puzzles should be inside. For ``yes_no`` the shares are compared.

The columns are the mean share inside the bands; the number of bands with at least 60 % inside; the spread of new
puzzles relative to published ones (the median ratio of the distances from ``p10`` to ``p90``); and the other bands.
``--every`` lists all bands of each genre.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.generate import after
from benchmarks.tables import machine, parser, quantile, seconds, table
from research.looks import Looks, looks_of

ENOUGH = 0.6
"""Bands with a smaller share inside are listed."""
FAR = 0.25
"""The maximum difference of shares."""
_EPSILON = 1e-3
Bands = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Fit:
    """The values of new puzzles for a statistic, and the band of published ones."""

    key: str
    values: Sequence[float]
    band: Mapping[str, Any]

    @property
    def is_share(self) -> bool:
        """Whether the statistic is 0 or 1."""
        return bool(self.band.get("yes_no"))

    @property
    def inside(self) -> float:
        """The share of puzzles inside the band."""
        return fmean(self.band["p10"] - _EPSILON <= value <= self.band["p90"] + _EPSILON for value in self.values)

    @property
    def spread(self) -> float | None:
        """The width of the new puzzles' band relative to the published ones'; None if that is 0."""
        width = float(self.band["p90"] - self.band["p10"])
        return (quantile(self.values, 0.9) - quantile(self.values, 0.1)) / width if width else None

    @property
    def is_good(self) -> bool:
        """Whether enough puzzles are inside."""
        return abs(fmean(self.values) - self.band["mean"]) <= FAR if self.is_share else self.inside >= ENOUGH

    def cells(self) -> list[str]:
        """The figures of new and of published puzzles."""
        if self.is_share:
            return [self.key, f"{fmean(self.values):.0%}", f"{self.band['mean']:.0%}", ""]
        new = " · ".join(f"{quantile(self.values, share):.2f}" for share in (0.1, 0.5, 0.9))
        published = " · ".join(f"{self.band[name]:.2f}" for name in ("p10", "p50", "p90"))
        return [self.key, new, published, f"{self.inside:.0%}"]


def size_band(rows: int, cols: int) -> str:
    """The name of the bands for a size."""
    side = sqrt(rows * cols)
    return next((name for name, most in (("<=7", 7.5), ("8-12", 12.5), ("13-20", 20.5)) if side < most), ">20")


def made(genre: type[gw.Genre], args: argparse.Namespace) -> Iterator[Looks]:
    """The statistics of new puzzles."""
    for number in range(args.count):
        rows, cols = args.size or genre.making.size
        try:
            puzzle = gw.generate(genre, rows=rows, cols=cols, seed=f"{args.seed}/{number}", stop=after(args.timeout))
        except gw.TimeUp:
            continue
        yield looks_of(puzzle, gw.solve(puzzle).answers[0])


def fits(found: Sequence[Looks], bands: Bands) -> list[Fit]:
    """The fits of puzzles to the bands of their statistics."""
    known = ((key, [value for one in found if (value := one.get(key)) is not None], band)
             for key, band in bands.items())
    return [Fit(key, values, band) for key, values, band in known if values]


HEAD = ("genre", "size", "puzzles", "CPU", "inside", "bands kept", "spread", "outside")
BAND_HEAD = ("band", "made", "published", "inside")


def row(genre: str, size: tuple[int, int], n: int, cpu: float, found: Sequence[Fit]) -> list[str]:
    """The row of a genre."""
    inside = [fit.inside for fit in found if not fit.is_share]
    spreads = [spread for fit in found if not fit.is_share and (spread := fit.spread) is not None]
    missed = [fit for fit in found if not fit.is_good]
    listed = ", ".join(f"`{fit.key}`" + ("" if fit.is_share else f" {fit.inside:.0%}") for fit in missed)
    return [genre, f"{size[0]}x{size[1]}", str(n), seconds(cpu), f"{fmean(inside):.0%}",
            f"{len(found) - len(missed)}/{len(found)}", f"{median(spreads):.1f}" if spreads else "-", listed]


def _size(text: str) -> tuple[int, int]:
    rows, _, cols = text.partition("x")
    return int(rows), int(cols or rows)


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="*", metavar="GENRE", help="names of genres (default: all that have bands)")
    add("--bands", type=Path, required=True, metavar="FILE", help="the bands of published puzzles, as JSON")
    add("--count", type=int, default=50, metavar="N", help="puzzles per genre (default 50)")
    add("--size", type=_size, metavar="ROWSxCOLS", help="size (default: the usual size of each genre)")
    add("--seed", default="1")
    add("--timeout", type=float, default=20, help="CPU seconds per puzzle (default 20)")
    add("--every", action="store_true", help="list every band")
    args = command.parse_args()
    published = json.loads(args.bands.read_text(encoding="utf-8"))["genres"]
    genres = [gw.genre(name) for name in args.genres] or [one for one in gw.known_genres() if one.name in published]
    print(f"{machine()}; CPU time for each puzzle\n", flush=True)
    rows = []
    for genre in genres:
        size = args.size or genre.making.size
        bands = published.get(genre.name, {}).get("bands", {}).get(size_band(*size), {}).get("stats", {})
        begun = process_time()
        looks = list(made(genre, args)) if bands else []
        cpu = (process_time() - begun) / max(1, len(looks))
        found = fits(looks, bands)
        if not found:
            print(f"{genre.name} {size[0]}x{size[1]}: no bands, or no puzzles")
            continue
        rows.append(row(genre.name, size, len(looks), cpu, found))
        print(f"{genre.name}: {rows[-1][4]} inside", file=sys.stderr, flush=True)
        if args.every:
            listed = table(BAND_HEAD, [fit.cells() for fit in found], args.markdown)
            print(f"{genre.name}\n{listed}\n", flush=True)
    print(table(HEAD, rows, args.markdown))


if __name__ == "__main__":
    main()
