"""Numbers in words, and tables for terminals or as Markdown."""

from __future__ import annotations

import math
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path


def machine() -> str:
    """One line about where numbers were measured."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    n_cpus = 0
    if info.is_file():
        lines = info.read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        cpu, n_cpus = (names[0], len(names)) if names else (cpu, 0)
    cores = f"{n_cpus} cores, " if n_cpus else ""
    return f"{cores}{cpu}, Python {platform.python_version()}, python-sat {version('python-sat')}, one thread"


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean; not a number for no values."""
    return math.exp(sum(math.log(max(v, 1e-9)) for v in values) / len(values)) if values else math.nan


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all do not exceed; not a number for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def seconds(value: float) -> str:
    """Seconds with two figures that matter, or milliseconds below a tenth of a second."""
    if math.isnan(value):
        return "-"
    return f"{value:.2f} s" if value >= 0.1 else f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> str:
    """A table; the first column is flush left, the others right."""
    lines = [list(head), *map(list, rows)]
    if markdown:
        marks = ["---", *["---:"] * (len(head) - 1)]
        return "\n".join("| " + " | ".join(line) + " |" for line in (lines[0], marks, *lines[1:]))
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(words: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(words, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(word.rjust(width) for word, width in others)])
