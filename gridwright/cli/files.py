"""The files that the arguments mean, and what is in them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import gridwright as gw

from ..formats.dialect import Reading
from .settings import Settings
from .show import Report, fault_report, interruptible


@dataclass(frozen=True)
class InputFile:
    """A file to work on; one found in a ``folder`` need not be a puzzle.

    Standard input and links bring their ``data``; standard input may bring the ``fault`` that it cannot be read.
    """

    name: str
    folder: str = ""
    data: bytes | None = field(default=None, repr=False)
    fault: gw.FormatError | None = None


def source_of(name: str) -> InputFile:
    """A single file, a link, or standard input, which is read."""
    from ..formats.reading import is_link

    if name != "-":
        return InputFile(name, data=name.encode()) if is_link(name) and not os.path.lexists(name) else InputFile(name)
    stdin = getattr(sys.stdin, "buffer", None)  # there need not be one
    try:
        return InputFile(name, data=contents(stdin) if stdin else b"")
    except gw.FormatError as fault:
        return InputFile(name, fault=fault)
    except OSError as fault:
        return InputFile(name, fault=gw.FormatError(_words(fault), code="not-found"))


def sources(names: Iterable[str], settings: Settings) -> Iterator[InputFile | Report]:
    """The files that the arguments mean, which may be patterns, folders and links; reports for what means nothing."""
    import glob

    for name in names:
        single = source_of(name)
        if name == "-" or single.data is not None:
            yield single
        elif glob.has_magic(name) and not os.path.lexists(name):
            found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 (patterns may be absolute)
            if not found:
                yield fault_report(name, "nothing matches this pattern", settings.json)
            for each in found:
                yield from _files(each, settings)
        else:
            yield from _files(name, settings)


def _files(name: str, settings: Settings) -> Iterator[InputFile | Report]:
    """A file, or all files below a folder whose names do not begin with a dot."""
    if not os.path.isdir(name):  # noqa: PTH112 (Path.is_dir raises for some names)
        yield InputFile(name)
        return
    faults: list[OSError] = []
    inside: list[Path] = []
    for place, folders, files in os.walk(name, onerror=faults.append):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        inside += [Path(place, file) for file in files if not file.startswith(".")]
    inside = [file for file in sorted(inside) if _may_be_read(file)]
    for fault in faults:
        yield fault_report(str(fault.filename), _words(fault), settings.json)
    if not inside and not faults:
        yield fault_report(name, "there are no files in this folder", settings.json)
    for file in inside:
        yield InputFile(str(file), folder=name)


def _may_be_read(file: Path) -> bool:
    """Whether this is a file and no device, no pipe and no link to nowhere; if that is secret, opening it will tell."""
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _words(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()


def data_of(source: InputFile) -> bytes:
    """What is in a file. Raises FormatError."""
    if source.fault is not None:
        raise source.fault
    if source.data is not None:
        return source.data
    from ..formats.reading import read_file

    try:
        with interruptible():
            return read_file(source.name)
    except OSError as fault:
        raise gw.FormatError(_words(fault), code="not-found") from None
    except ValueError as fault:  # a NUL in the name
        raise gw.FormatError(str(fault), code="not-found") from None


def contents(file: IO[bytes]) -> bytes:
    """All that is in an open file. Raises FormatError for more than is ever read, OSError."""
    from ..formats.reading import read_limited

    data = read_limited(file)
    assert isinstance(data, bytes)
    return data


def readings_of(
    source: InputFile, settings: Settings, faults: list[gw.FormatError] | None = None
) -> list[Reading]:
    """The puzzles of a file. Raises FormatError.

    Where ``faults`` is a list, links that cannot be read are left out as long as others can, and it tells why.
    """
    data = data_of(source)
    try:
        with interruptible():
            found = gw.read_all(
                data, settings.format, timeout=settings.timeout, faults=faults, **settings.options
            )
    except gw.TimeUp:
        what = f"reading takes longer than {settings.timeout:g} s"
        raise gw.FormatError(what, code="timeout") from None
    except gw.FormatError as fault:
        if fault.what.startswith("the format of this text is not recognised"):
            fault.expected += " (--from FORMAT says which it is, and then what is wrong)"
        raise
    if not found:
        raise gw.FormatError("the text holds no puzzle", code="empty")
    return found
