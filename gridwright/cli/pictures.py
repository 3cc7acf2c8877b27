"""The options of ``gridwright generate`` for pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from .show import fail


def picture_options(share: click.ParamType[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Adds ``--picture`` and the options for it to a command, which gets an ``Artwork`` as ``picture``.

    With ``--preview``, the command shows the picture instead of running. ``share``: the type of shares.
    """
    options = (
        click.option("--picture", type=click.Path(), metavar="FILE",
                     help="An image, or a text file of # and ., for the answer to show."),
        click.option("--crop", is_flag=True, help="Remove the margins of the picture."),
        click.option("--threshold", type=share, metavar="SHARE",
                     help="The brightness from which on pixels of the image are light: 0.5 or 50%. By default, the one "
                     "that best separates dark from light."),
        click.option("--invert", is_flag=True, help="Exchange dark and light in the picture."),
        click.option("--dither", is_flag=True, help="Turn the shades of the image into patterns of dots."),
        click.option("--preview", is_flag=True,
                     help="Show the picture as the puzzle would, without making one; -o writes it to a text file."),
    )

    def added(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(picture: str | None, preview: bool, crop: bool, threshold: float | None, invert: bool, dither: bool,
                **rest: Any) -> None:
            chosen = {"--crop": crop, "--threshold": threshold is not None, "--invert": invert, "--dither": dither,
                      "--preview": preview}
            lonely = next((name for name, is_used in chosen.items() if is_used), None)
            if picture is None:
                if lonely is not None:
                    fail(f"{lonely} is about a picture; name it with --picture FILE")
                command(picture=None, **rest)
                return
            from ..making.bitmaps import Artwork

            artwork = Artwork(Path(picture), crop, threshold, invert, dither)
            if preview:
                from .preview import show

                show(artwork, rest["genre"], rest["size"], rest["output"], rest["overwrite"])
            else:
                command(picture=artwork, **rest)

        for option in reversed(options):
            run = option(run)
        return run

    return added
