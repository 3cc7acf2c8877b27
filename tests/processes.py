"""The program as a process of its own, and Ctrl-C for it.

Nothing here depends on how busy the machine is. A process is interrupted when a fact shows that it is at work. Waits
end when what they wait for has happened; their limit only turns a hang into a failure.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 120
"""Seconds after which something is taken for hanging."""

HARD = "% mine\npicross\nhard\n16 16\n" + "1\n" * 31 + "0\n"
"""Sixteen pigeons in fifteen holes: no answer, and no short proof of it."""

_WATCH = '''
"""Imported by Python when it starts: leaves a file when a search is under way in this process."""

import os
import time
from pathlib import Path

import pysolvers


def watched(solve_limited):
    calls = 0

    def solve(*args):
        nonlocal calls
        calls += 1
        found = solve_limited(*args)
        if found is None or calls == 100:  # a budget of conflicts has ended, or many answers were found
            Path(os.environ["GRIDWRIGHT_TEST_SEARCHES"], str(os.getpid())).touch()
            while "GRIDWRIGHT_TEST_DEAF" in os.environ:
                time.sleep(0.01)
        return found

    return solve


for name in ("minisat22_solve_lim", "minicard_solve_lim"):
    setattr(pysolvers, name, watched(getattr(pysolvers, name)))
'''


def process(*args: str, **more: Any) -> subprocess.Popen[str]:
    """The program with some arguments, its output piped."""
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    if sys.platform != "win32":
        # What a shell starts in the background ignores Ctrl-C, and would hand that on to the processes of these tests.
        pipes["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen([sys.executable, "-m", "gridwright", *args], text=True, **pipes)


def wait_for(fact: Callable[[], bool], code: subprocess.Popen[str] | None = None) -> None:
    """Waits until something is the case; a process must not end before."""
    deadline = time.monotonic() + PATIENCE
    while not fact():
        assert code is None or code.poll() is None, f"ended with {code.returncode}" if code else ""
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def ended(group: int) -> bool:
    """Whether all processes of a group have ended."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


class Running:
    """The program at work in the folder ``place``, with all processes that it starts."""

    def __init__(self, code: subprocess.Popen[str], place: Path) -> None:
        self.code, self._place = code, place

    def searches(self, processes: int = 1) -> None:
        """Waits until at least ``processes`` processes are in a long search."""
        wait_for(lambda: len(list((self._place / "searches").iterdir())) >= processes, self.code)

    def has_shown(self, words: str) -> None:
        """Waits until some words are on standard output."""
        wait_for(lambda: words in (self._place / "shown").read_text("utf-8"), self.code)

    def reads(self) -> None:
        """Waits until the program sleeps because it has read all there is on standard input, which stays open."""
        import fcntl  # not on Windows
        import termios

        pipe = self.code.stdin
        assert pipe is not None
        pipe.write("% a comment\n")
        pipe.flush()
        wait_for(lambda: not any(fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4)), self.code)
        state = Path(f"/proc/{self.code.pid}/stat")
        if state.exists():
            wait_for(lambda: state.read_text().rpartition(")")[2].split()[0] == "S", self.code)
        else:
            time.sleep(1)

    def interrupt(self) -> None:
        """Sends Ctrl-C."""
        self.code.send_signal(signal.SIGINT)

    def end(self) -> tuple[int, str, str]:
        """Waits until the program and all that it started have ended; the exit status and the output."""
        assert self.code.stderr is not None
        status = self.code.wait(PATIENCE)
        wait_for(lambda: ended(self.code.pid))
        return status, (self._place / "shown").read_text("utf-8"), self.code.stderr.read()


@contextmanager
def running(place: Path, *args: str, deaf: bool = False, **more: Any) -> Iterator[Running]:
    """The program while it runs; ``place`` takes some files. With ``deaf`` a long search never looks at the clock."""
    for folder in ("searches", "watch"):
        (place / folder).mkdir(parents=True)
    (place / "watch" / "sitecustomize.py").write_text(_WATCH)
    paths = [str(place / "watch"), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "GRIDWRIGHT_TEST_SEARCHES": str(place / "searches"), **({"GRIDWRIGHT_TEST_DEAF": "1"} if deaf else {}),
    }
    with (place / "shown").open("w", encoding="utf-8") as shown:
        code = process(*args, stdout=shown, env=environment, start_new_session=True, **more)
    with code:
        try:
            yield Running(code, place)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(code.pid, signal.SIGKILL)
