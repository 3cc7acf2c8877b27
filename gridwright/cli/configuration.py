"""The configuration file: what options are where the command line does not say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from .show import fail

VARIABLE = "GRIDWRIGHT_CONFIG"
KEYS: Mapping[str, tuple[str, ...]] = {
    "paper": ("print", "generate"),
    "theme": ("draw", "print"),
    "coordinates": ("draw",),
    "jobs": ("solve", "rate"),
    "timeout": ("solve", "check", "watch", "draw", "print"),
}
"""The keys, and the commands whose option of that name each is for, if they have one."""


def path() -> Path:
    """Where the file is: what ``GRIDWRIGHT_CONFIG`` says, or ``config.toml`` in the user's folder for settings."""
    told = os.environ.get(VARIABLE)
    return Path(told) if told else Path(click.get_app_dir("gridwright")) / "config.toml"


def defaults(group: click.Group) -> dict[str, dict[str, Any]]:
    """The values of options by commands, for ``default_map`` of click; ends the program where the file is wrong.

    Commands check the values themselves.
    """
    file = path()
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as fault:
        fail(f"{file}: {fault}")
    import tomllib

    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        fail(f"{file}: {fault}")
    found: dict[str, dict[str, Any]] = {}
    for key, value in told.items():
        if key not in KEYS:
            fail(f"{file}: there is no setting {key!r}; there are {', '.join(KEYS)}")
        if not isinstance(value, str | int | float):
            fail(f"{file}: the setting {key!r} is a text or a number")
        for name in KEYS[key]:
            if any(option.name == key for option in group.commands[name].params):
                found.setdefault(name, {})[key] = value
    return found
