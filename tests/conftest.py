"""How tests are divided between processes."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With ``-n``, each process begins with a stretch of neighbouring tests, unless ``--dist`` says otherwise.

    They share what is made once for a module, and what is kept of the cases. By default pytest-xdist deals out tests in
    turn, so that every process makes all of it.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"
