"""How tests are divided between processes, and what the programs that they start share."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

import pytest

_BYTECODE = pytest.StashKey[str]()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With ``-n``, each process begins with a stretch of neighbouring tests, unless ``--dist`` says otherwise.

    They share what is made once for a module, and what is kept of the cases. By default pytest-xdist deals out tests in
    turn, so that every process makes all of it.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to write no bytecode, programs that tests start keep theirs in a folder of this run.

    Otherwise each of them would compile the whole package anew.
    """
    if not sys.dont_write_bytecode:
        return
    told: dict[str, Any] = getattr(config, "workerinput", {})
    if "bytecode" not in told:
        folder = tempfile.TemporaryDirectory(prefix="gridwright-bytecode-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        config.stash[_BYTECODE] = folder.name
    if told or not getattr(config.option, "numprocesses", None):  # this process runs tests
        os.environ["PYTHONPYCACHEPREFIX"] = told.get("bytecode") or config.stash[_BYTECODE]
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a process of pytest-xdist the folder."""
    if _BYTECODE in node.config.stash:
        node.workerinput["bytecode"] = node.config.stash[_BYTECODE]
