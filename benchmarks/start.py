"""CPU time of whole processes: an import, the help, and one small puzzle.

    python benchmarks/start.py [../before ...] [--rounds 9]

For each checkout, this one last, the minimum of the rounds in milliseconds; bytecode is kept between them.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

from benchmarks.tables import ROOT, machine

LINK = "https://puzz.link/p?nurikabe/5/5/g2i2g1k1h3g"
SHOWN = {
    "Python": ["-c", ""],
    "import gridwright": ["-c", "import gridwright"],
    "gridwright --help": ["-m", "gridwright", "--help"],
    "gridwright solve FILE": ["-m", "gridwright", "solve", str(ROOT / "tests" / "spf_samples" / "nurikabe.spf")],
    "read and solve a link": ["-c", f"import gridwright as gw; gw.solve(gw.read({LINK!r}))"],
}


def seconds(arguments: list[str], environment: dict[str, str], folder: Path) -> float:
    """The CPU time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("others", nargs="*", type=Path, help="checkouts to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    checkouts = [*(path.resolve() for path in args.others), ROOT]
    print(f"{machine()}\n\n| | {' | '.join(path.name for path in checkouts)} |\n|---|{'---:|' * len(checkouts)}")
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environments = [{**kept, "PYTHONPATH": str(path), "PYTHONPYCACHEPREFIX": folder} for path in checkouts]
        for name, arguments in SHOWN.items():
            rounds = [[seconds(arguments, one, Path(folder)) for one in environments] for _ in range(args.rounds)]
            times = " | ".join(f"{1000 * min(some):.0f} ms" for some in zip(*rounds, strict=True))
            print(f"| {name} | {times} |", flush=True)


if __name__ == "__main__":
    main()
