"""What the measurements share: the command line, the machine, memory, statistics, and tables as text or Markdown."""

from __future__ import annotations

import argparse
import math
import platform
import resource
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def parser(doc: str | None) -> argparse.ArgumentParser:
    """A command line with the option ``--markdown``, described by a module's docstring."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--markdown", action="store_true", help="tables as Markdown")
    return made


def memory(field: str, pid: str | int = "self") -> float:
    """The memory of a process in MB: ``VmRSS`` is the current value, ``VmHWM`` the peak; 0 for a process that is gone.

    On systems without ``/proc``, the peak of this process.
    """
    if not Path("/proc").is_dir():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    try:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(row.split()[1]) / 1024 for row in rows if row.startswith(f"{field}:")), 0.0)


def machine() -> str:
    """One line about the machine."""
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
    """The geometric mean; NaN if there are no values."""
    return math.exp(sum(math.log(max(v, 1e-9)) for v in values) / len(values)) if values else math.nan


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all values do not exceed; NaN if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def seconds(value: float) -> str:
    """Seconds, or milliseconds below a tenth of a second."""
    if math.isnan(value):
        return "-"
    return f"{value:.2f} s" if value >= 0.1 else f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> str:
    """A table with the first column aligned to the left and the others to the right."""
    lines = [list(head), *map(list, rows)]
    if markdown:
        marks = ["---", *["---:"] * (len(head) - 1)]
        return "\n".join("| " + " | ".join(line) + " |" for line in (lines[0], marks, *lines[1:]))
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(words: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(words, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(word.rjust(width) for word, width in others)])
