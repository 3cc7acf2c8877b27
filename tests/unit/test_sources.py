"""Where puzzles are read from: what is a path, how much is read, for how long, and what Ctrl-C ends."""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.cli import main
from gridwright.engine.solve import clock
from gridwright.formats import reading, sources
from gridwright.formats.errors import printable, shortened
from gridwright.formats.reading import MAX_BYTES
from gridwright.formats.sources import Deadline, found_puzzles, limited
from gridwright.logic.ticks import tick
from tests.timing import assert_within

SUDOKU = "..3.\n....\n4.2.\n.1..\n"
AKARI = "% mine\nakari\neasy\n2 2\n1.\n##\n"
ZERO = Path("/dev/zero")
endless = pytest.mark.skipif(not ZERO.exists(), reason="the system has no endless file")
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes and SIGINT")


@pytest.fixture
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits count the processor's time: other programs may keep it busy."""
    for module in (clock, sources, reading):
        monkeypatch.setattr(module, "monotonic", time.process_time)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, **more: Any) -> Result:
    result = CliRunner().invoke(main, args, catch_exceptions=False, **more)
    assert "Traceback" not in result.output
    return result


def fault_of(source: Any, **options: Any) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read_all(source, **options)
    return caught.value


# -- paths and texts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["nosuch.txt", "nosuch/file", "nosuch/dir/file1", "no such/dir/file", "./file", "/nosuch", "C:\\one", "a/b.spf"],
)
def test_what_looks_like_a_path_is_one(here: Path, path: str) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        gw.read(path)
    assert caught.value.filename == path


@pytest.mark.parametrize("text", ["nosuch", "no such file", "a\0/b.txt"])
def test_a_line_that_is_neither_a_puzzle_nor_a_file(here: Path, text: str) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.found) == ("unknown-format", f"{text!r} (no file has that name)")
    assert "no file" not in str(fault_of(text + "\n")), "lines are meant as a text"
    assert "no file" not in str(fault_of(text.encode()))


@pytest.mark.parametrize("thing", [None, 5, ["a"], object(), gw.Rect.of(1, 1)])
def test_what_is_no_source_is_a_type_error(thing: Any) -> None:
    with pytest.raises(TypeError, match=f"not from {type(thing).__name__}"):
        gw.read(thing)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_all_kinds_of_bytes(kind: Callable[[bytes], Any]) -> None:
    assert gw.read(kind(SUDOKU.encode())) == gw.read(SUDOKU)


def test_files_in_other_encodings(here: Path) -> None:
    Path("old.txt").write_bytes(AKARI.replace("mine", "Zoë").encode("latin-1"))
    with Path("old.txt").open(encoding="utf-8") as file:
        fault = fault_of(file)
    assert (fault.code, fault.file) == ("encoding", "old.txt")
    assert fault.expected == "a file opened with mode 'rb'"
    with Path("old.txt").open("rb") as data:
        (reading,) = gw.read_all(data)
    assert reading.puzzle.about.credits == ("Zoë",)
    assert reading.warnings == ("the file is not UTF-8; it was read as Latin-1",)
    assert gw.read_all(AKARI.encode())[0].warnings == ()


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8"])
def test_unicode_with_and_without_a_byte_order_mark(mark: str, encoding: str, here: Path) -> None:
    for text in (AKARI.replace("mine", "Zoë 数独"), "https://puzz.link/p?nurikabe/3/3/1m3", gw.write(PUZZLE, "json")):
        data = (mark + text).encode(encoding)
        Path("file").write_bytes(data)
        for source in (Path("file"), data):
            assert gw.read(source) == gw.read(text)


@pytest.mark.parametrize("data", [
    b"\xff\xfe\0\xd8\n\0", b"\xff\xfea\0b", b"\0\0\0\0", b"a\0\0b", b"\x7fELF\2\1\1\0\0\0\0\0", "1 2".encode("utf-32"),
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0", b"PK\3\4\x14\0\6\0\x08\0\0\0!\0",
])  # fmt: skip
def test_binary_data_is_no_text(data: bytes) -> None:
    assert (fault_of(data).what, fault_of(data).code) == ("this is a binary file, not text", "unknown-format")


PAGES = {
    "https://puzz.link/list": "https://puzz.link/p?NAME/COLUMNS/ROWS",
    "puzz.link/list.html": "https://puzz.link/p?NAME/COLUMNS/ROWS",
    "https://sudokupad.app/abc123": "the text at https://sudokupad.app/api/puzzle/abc123",
    "sudokupad.app/abc123?setting-x=1": "the text at https://sudokupad.app/api/puzzle/abc123!",
    "https://app.crackingthecryptic.com/sudoku/xyz": "the text at https://sudokupad.app/api/puzzle/xyz",
    "https://sudokupad.app/": "a link with fpuz, scl or ctc",
    "https://tinyurl.com/y9abc": "copy the address of the page that appears",
    "https://swaroopg92.github.io/penpa-edit/": "#m=edit&p=",
    "https://www.f-puzzles.com/?id=y2abc": "?load=",
    "https://f-puzzles.com/": "?load=",
    "https://pedros.works/kudamono/player": "?W=",
    "https://www.janko.at/Raetsel/Akari/001.a.htm": "saved as a file",
    "https://webpbn.com/play.cgi?id=1": "export.cgi",
    "http://www.kanpen.net/slitherlink.html?problem=2/2/": "Load from URL",
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html": "game ID",
    "http://example.org/": "a link that holds the puzzle",
    "https://logic-masters.de/Raetselportal/Raetsel/zeigen.php?id=0001AB": "a link that holds the puzzle",
}


@pytest.mark.parametrize("address", PAGES)
def test_addresses_that_hold_no_puzzle(address: str) -> None:
    for source in (address, address.encode(), f"# my favourite\n{address}\n"):
        fault = fault_of(source)
        assert fault.code == "no-puzzle"
        assert PAGES[address] in fault.expected + "!"


def test_what_sudokupad_returns_for_the_name_of_a_puzzle_is_read() -> None:
    link = gw.write(PUZZLE, "fpuzzles").partition("load=")[2].strip()
    for start in ("fpuz", "fpuzzles", "https://sudokupad.app/fpuz"):
        assert gw.read(start + link) == PUZZLE


# -- what is no puzzle ------------------------------------------------------------------------------------------------

PUZZLE = gw.read(SUDOKU)
TAKING: dict[str, Callable[[Any], object]] = {
    "solve": lambda thing: gw.solve(thing),
    "all_answers": lambda thing: gw.all_answers(thing),
    "common_marks": lambda thing: gw.common_marks(thing),
    "check": lambda thing: gw.check(thing, gw.State.of(PUZZLE, {})),
    "draw": lambda thing: gw.draw(thing),
    "write": lambda thing: gw.write(thing, "spf"),
}


@pytest.mark.parametrize("name", TAKING)
@pytest.mark.parametrize(
    ("thing", "advice"),
    [
        ("puzzle.txt", "gridwright.read reads one"),
        (Path("puzzle.txt"), "gridwright.read reads one"),
        (b"..", "gridwright.read reads one"),
        (gw.State.of(PUZZLE, {}), "its attribute puzzle"),
        (None, "not None"),
        (5, "not int"),
    ],
)
def test_functions_tell_what_to_do_without_a_puzzle(name: str, thing: Any, advice: str) -> None:
    with pytest.raises(TypeError, match="puzzle must be a Puzzle or a Reading, not .*" + advice.removeprefix("not ")):
        TAKING[name](thing)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("state", lambda: gw.check(PUZZLE, "x")),  # type: ignore[arg-type]
        ("state", lambda: gw.check(PUZZLE, None)),  # type: ignore[arg-type]
        ("state", lambda: gw.draw(PUZZLE, gw.solve(PUZZLE))),  # type: ignore[arg-type]
        ("answer", lambda: gw.write(PUZZLE, "spf", answer=PUZZLE)),  # type: ignore[arg-type]
        ("played", lambda: gw.solve(PUZZLE, played={})),  # type: ignore[arg-type]
    ],
)
def test_functions_tell_what_is_no_state(name: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=f"{name} must be a State, not "):
        call()


def test_checked_functions_are_still_found_by_other_processes() -> None:
    assert pickle.loads(pickle.dumps(gw.solve)) is gw.solve


# -- how much ---------------------------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A file without an end, which counts what was read of it."""

    read_so_far = 0

    def read(self, size: int = -1) -> bytes:
        assert 0 < size <= MAX_BYTES, "all of it never comes"
        self.read_so_far += size
        return b" " * size


def test_no_more_is_read_than_a_text_may_have() -> None:
    file = Endless()
    fault = fault_of(file)
    assert (fault.code, fault.found) == ("too-large", "more")
    assert MAX_BYTES < file.read_so_far <= MAX_BYTES + 2**21


def test_a_file_may_be_as_long_as_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", len(SUDOKU))
    assert gw.read(io.BytesIO(SUDOKU.encode())) == PUZZLE
    assert fault_of(io.BytesIO(SUDOKU.encode() + b"\n")).code == "too-large"
    assert fault_of(io.StringIO(SUDOKU + "\n")).code == "too-large"


class Dribbling(io.RawIOBase):
    """A file, such as a pipe, that gives a byte at a time."""

    def __init__(self, data: bytes) -> None:
        self._left = list(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            return 0
        buffer[0] = self._left.pop(0)
        return 1


def test_files_that_come_in_parts() -> None:
    assert gw.read(io.BufferedReader(Dribbling(SUDOKU.encode()))) == PUZZLE


@endless
def test_endless_files_are_not_read_to_the_end() -> None:
    for source in (str(ZERO), ZERO):
        fault = fault_of(source)
        assert (fault.code, fault.file) == ("too-large", str(ZERO))


@pytest.mark.thorough
@endless
@on_posix
def test_commands_do_not_read_endless_files_to_the_end(here: Path) -> None:
    """Nor do they take more memory than the limit asks for: without it, the system would have to end them."""
    limited_memory = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)); "
    command = [sys.executable, "-c", limited_memory + "from gridwright.cli import main; main()"]
    for args in (["solve", "-"], ["solve", str(ZERO)], ["convert", "-", "x.spf"], ["check", "-"]):
        with ZERO.open("rb") as zero:
            whole = [*command, *args]
            done = subprocess.run(whole, stdin=zero, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr == f"{args[1]}: the text is too long; expected at most {MAX_BYTES} bytes, found more\n"


@on_posix
def test_standard_input_that_cannot_be_read(here: Path) -> None:
    with Path("out").open("wb") as out:
        done = subprocess.run([sys.executable, "-m", "gridwright", "solve", "-"], stdin=out, capture_output=True,
                              text=True, timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "-: bad file descriptor\n")


def test_a_text_of_too_many_lines() -> None:
    text = "1\n" * (sources.MAX_LINES + 1)
    for format in ("plain", "sudoku", "pips-board", "pips-cells"):
        fault = fault_of(text, format=format)
        assert (fault.code, fault.expected) == ("too-large", f"at most {sources.MAX_LINES}")


# -- how long ---------------------------------------------------------------------------------------------------------


class Late(Exception):
    pass


def test_each_puzzle_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(sources, "monotonic", lambda: now)
    with limited(Deadline(1, Late)):
        tick()
        now = 1.5
        with pytest.raises(Late):
            tick()
        found_puzzles(1000)
        now = 999
        tick()
        now = 1001
        with pytest.raises(Late):
            tick()
    tick()  # outside nobody is late


SLOW = {
    "spf": "<<\n/type (nurikabe)\n/a [" + "<>" * 2_000_000 + "]\n>>\n",
    "plain": "nurikabe\nx\n3 3\n" + "{1}" * 1_000_000 + "\n...\n...\n",
}


@pytest.mark.parametrize("format", SLOW)
def test_reading_ends_when_its_time_is_over(format: str) -> None:
    def read() -> None:
        with pytest.raises(gw.TimeUp):
            gw.read_all(SLOW[format], format, timeout=0.02)

    assert_within(1.5, read)


def test_many_puzzles_have_more_time_than_one(processor_time: None) -> None:
    """A quarter of the time that all of them take would be too little for one, but each takes less."""
    lines = ("1" + "." * 79 + "2\n") * 5_000
    dictionaries = gw.write(PUZZLE, "spf", printable=False) * 300
    for text, format, n in ((lines, "sudoku", 5_000), (dictionaries, "spf", 300)):
        needed = sum(reading.seconds for reading in gw.read_all(text, format))
        found = gw.read_all(text, format, timeout=needed / 4)
        assert len(found) == n
        assert 0 < found[0].seconds < needed / 4


def test_the_time_for_a_puzzle_includes_reading() -> None:
    reading = gw.read_all(SUDOKU)[0]
    assert reading.left_of(None) is None
    assert reading.left_of(10) == 10 - reading.seconds
    assert reading.left_of(reading.seconds / 2) == 0
    with pytest.raises(gw.TimeUp):
        gw.read(SUDOKU, timeout=0)


def test_commands_stop_reading(here: Path, processor_time: None) -> None:
    Path("slow.spf").write_text(SLOW["spf"])
    Path("good.txt").write_text(AKARI)
    result = run("solve", "slow.spf", "good.txt", "--timeout", "0.2", "--json")
    assert result.exit_code == 2
    slow, good = map(json.loads, result.stdout.splitlines())
    assert (slow["error"]["what"], slow["error"]["code"]) == ("reading takes longer than 0.2 s", "timeout")
    assert good["status"] == "unique"
    for command, *to in (["draw", "-o", "x.svg"], ["print", "-o", "x.pdf"], ["convert", "x.spf"]):
        late = run(command, "slow.spf", *to, "--timeout", "0.2")
        assert (late.exit_code, late.stderr) == (2, "slow.spf: reading takes longer than 0.2 s\n")


# -- Ctrl-C -----------------------------------------------------------------------------------------------------------


def started(*args: str) -> subprocess.Popen[str]:
    """A command as a process of its own, which hears Ctrl-C even where the tests' shell does not."""
    listen: dict[str, Any] = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    return subprocess.Popen([sys.executable, "-m", "gridwright", *args], stdin=subprocess.DEVNULL, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **listen)  # fmt: skip


@on_posix
def test_the_first_interrupt_ends_the_reading_of_a_pipe(here: Path) -> None:
    os.mkfifo("pipe")
    Path("good.txt").write_text(AKARI)
    with (
        started("solve", "pipe", "good.txt") as code,
        Path("pipe").open("w") as pipe,  # which waits until the command has opened it for reading
    ):
        pipe.write("half a ")
        pipe.flush()
        code.send_signal(signal.SIGINT)
        out, err = code.communicate(timeout=60)
    assert (code.returncode, out, err) == (130, "", "stopped\n")


@on_posix
def test_the_first_interrupt_ends_the_opening_of_a_pipe(here: Path) -> None:
    os.mkfifo("pipe")
    Path("good.txt").write_text(AKARI)
    with started("solve", "good.txt", "pipe") as code:
        assert code.stdout is not None
        while not code.stdout.readline().startswith("unique"):
            pass
        time.sleep(0.3)  # from there to the opening of the pipe it is not far
        code.send_signal(signal.SIGINT)
        _, err = code.communicate(timeout=60)
    assert (code.returncode, err) == (130, "stopped\n")


# -- names and words --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain äöü 數獨 📄.txt", "plain äöü 數獨 📄.txt"),
        ("a\x1b[31mred", "a\\x1b[31mred"),
        ("two\nlines\r\t", "two\\nlines\\r\\t"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\x9b31m\x7f\u2028", "\\x9b31m\\x7f\\u2028"),
        ("\udcff", "\\udcff"),
    ],
)
def test_names_in_messages_are_printable(raw: str, shown: str) -> None:
    assert printable(raw) == shown
    assert str(gw.FormatError("what", file=raw)) == f"{shown}: what"


@on_posix
def test_commands_print_no_control_characters_of_names(here: Path) -> None:
    names = ["a\x1b[31m.txt", "b\n.txt", "c\u202e.txt"]
    for name in names:
        Path(name).write_text(AKARI)
    Path("in\x1b").mkdir()
    Path("in\x1b/no\x1b.md").write_text("these are my notes,\nand no puzzle\n")
    Path("in\x1b/yes.txt").write_text(AKARI)
    shown = ["a\\x1b[31m.txt", "b\\n.txt", "c\\u202e.txt"]
    for args in (
        ["solve", *names], ["solve", "in\x1b"], ["solve", *(f"no{name}" for name in names)], ["check", *names],
        ["draw", *names, "-o", "out\x1b.svg"], ["convert", names[0], "no\x1b/x.spf"], ["convert", names[1], "x\x1b"],
    ):  # fmt: skip
        result = run(*args)
        printed = result.stdout + result.stderr
        assert not any(char in printed for char in "\x1b\u202e"), args
        if args[0] in ("solve", "check") and len(args) > 2:
            assert all(name in printed for name in shown)
    found = [json.loads(line)["file"] for line in run("solve", *names, "--json").stdout.splitlines()]
    assert found == names, "programs get names as they are"


def test_messages_quote_only_the_beginning_of_what_is_long() -> None:
    assert shortened("x" * 24) == "x" * 24
    assert shortened("x" * 25) == "x" * 23 + "…"
    key = "k" * 100_000
    body = "/X 1\n/Y 1\n/puzzle [( )]\n>>\n"
    for text in (
        f"<<\n/type (nurikabe)\n/{key} 1\n/{key} 2\n{body}", f"<<\n/type (nurikabe)\n/{key}\n{body}",
        f"<<\n/type (nurikabe)\n/{key}( 1\n{body}", f"<<\n/type (nurikabe)\n/{key} 1 2\n{body}",
        f"<<\n/type (nurikabe)\n/{key}", f"<<\n/type ({key})\n>>\n", f"<<\n/type (nurikabe)\n/a {key}\n{body}",
        f"<<\n/type (nurikabe)\n/puzzl{key} 1\n/X 1\n/Y 1\n>>\n", f"{key}\nx\n1 1\n.\n", f"nurikabe\nx\n{key}\n.\n",
        f"nurikabe\nx\n1 1\n{key}\n", f"{key}: \n....\n", f"symbols: {key}\n\n....\n", f"AB\n\n{key} 5\n\n00\n",
        f"AB\n\nA {key}\n\n00\n", f"AB\n\nA 5\n\n{key}\n", f"2\nAA\nAA\n1\n{key} SUM 3\n2\n0 0\n0 0\n",
        f"2\nAA\nAA\n1\nA {key} 3\n2\n0 0\n0 0\n", f"minesweeper\nx\n1 1\n.\nmine {key}\n", key,
    ):  # fmt: skip
        for format in (None, "spf", "plain", "sudoku", "pips-board", "pips-cells"):
            try:
                warnings = gw.read_all(text + "\n", format)[0].warnings
            except gw.FormatError as fault:
                assert len(str(fault)) < 400
            else:
                assert all(len(warning) < 200 for warning in warnings)
