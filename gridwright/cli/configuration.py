"""The configuration file: defaults for options of the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from .show import fail

VARIABLE = "GRIDWRIGHT_CONFIG"
KEYS = ("paper", "theme", "coordinates", "jobs", "timeout")
"""The settings. Each is the default of the option of that name, in all commands that have it."""


def path() -> Path:
    """The path of the file: ``GRIDWRIGHT_CONFIG``, or ``config.toml`` in the user's configuration folder."""
    told = os.environ.get(VARIABLE)
    return Path(told) if told else Path(click.get_app_dir("gridwright")) / "config.toml"


def defaults() -> dict[str, Any]:
    """The default of each option that the file sets. Ends the program if the file is invalid.

    The values are checked by the commands.
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
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        fail(f"{file}: {fault}")
    for key, value in settings.items():
        if key not in KEYS:
            fail(f"{file}: there is no setting {key!r}; the settings are {', '.join(KEYS)}")
        if not isinstance(value, str | int | float):
            fail(f"{file}: {key!r} must be a string or a number")
    return settings
