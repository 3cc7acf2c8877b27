"""How tests are divided between processes, and what the programs that they start share."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from functools import partial
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

_BYTECODE = pytest.StashKey[str]()

IMPORTED = """
import multiprocessing.spawn
import gridwright as gw, gridwright.cli, gridwright.play.jobs
gw.known_genres()
"""
"""What most programs that tests start import."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With ``-n``, each process begins with a stretch of neighbouring tests, unless ``--dist`` says otherwise.

    They share what is made once for a module, and what is kept of the cases. By default pytest-xdist deals out tests in
    turn, so that every process makes all of it.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects without the garbage collector, which then runs less often than usual.

    It would take a third of the collection, and an eighth of the tests: a million objects are there to stay.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()  # so that it knows how many objects are there to stay
        gc.set_threshold(5_000, 20, 20)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """With ``-n``, a process reports how a test ended, and not that it began, was set up and torn down.

    For thousands of short tests, pytest-xdist would spend twice as much time on these messages as pytest does on the
    tests. The options that show or store more get all reports.
    """
    wants_all = (getattr(item.config.option, name, None) for name in ("durations", "xmlpath"))
    if not hasattr(item.config, "workerinput") or any(one is not None for one in wants_all):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_configure(config: pytest.Config) -> None:
    _try_examples(config)
    _keep_bytecode(config)


def _try_examples(config: pytest.Config) -> None:
    """Hypothesis tries a quarter of the examples where tests that are ``thorough`` are left out."""
    settings.register_profile("part", max_examples=25)
    if "not thorough" in config.option.markexpr:
        settings.load_profile("part")


def _keep_bytecode(config: pytest.Config) -> None:
    """Where Python is told to write no bytecode, programs that tests start keep theirs in a folder of this run.

    Otherwise each of them would compile the whole package anew. With ``-n`` the folder is filled while the tests are
    collected: a process of multiprocessing inherits that it is to write no bytecode, but reads what is there.
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
    else:
        own = {**os.environ, "PYTHONPYCACHEPREFIX": config.stash[_BYTECODE]}
        own.pop("PYTHONDONTWRITEBYTECODE", None)
        importing = subprocess.Popen([sys.executable, "-c", IMPORTED], env=own)
        config.add_cleanup(partial(_ended, importing))


def _ended(importing: subprocess.Popen[bytes]) -> None:
    """Waits for a process to end."""
    importing.wait()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a process of pytest-xdist the folder."""
    if _BYTECODE in node.config.stash:
        node.workerinput["bytecode"] = node.config.stash[_BYTECODE]
