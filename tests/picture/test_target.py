"""Files are written as a whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from gridwright.picture.target import store


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    store(path, b"one")
    assert path.read_bytes() == b"one"
    store(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in tmp_path.iterdir()] == ["a.svg"]


def test_what_stood_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    store(path, b"one")

    def refuse(self: Path, target: Path) -> Path:
        assert path.read_bytes() == b"one" and self.read_bytes() == b"two"
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(KeyboardInterrupt):
        store(path, b"two")
    assert path.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["a.svg"]


def test_names_as_long_as_they_may_be(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".svg")
    store(path, b"one")
    assert path.read_bytes() == b"one"


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links as in POSIX")
def test_modes_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a.svg", tmp_path / "link.svg"
    before = os.umask(0o027)
    try:
        store(path, b"one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    finally:
        os.umask(before)
    path.chmod(0o604)
    link.symlink_to(path.name)
    store(link, b"two")
    assert link.is_symlink() and path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_devices_get_the_bytes_themselves() -> None:
    store("/dev/null", b"one")
    with pytest.raises(OSError, match=r"[Nn]o space left"):
        store("/dev/full", b"one")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_faults(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        store(tmp_path / "missing" / "a.svg", b"one")
    with pytest.raises(OSError):
        store(tmp_path, b"one")
