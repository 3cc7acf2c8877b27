"""``gridwright generate --preview``: a picture as puzzles would show it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import gridwright as gw

from ..making.bitmaps import Artwork
from ..making.drawings import board_size, read_picture
from .making import genre_of, picture_fault
from .show import echo, fail, is_watched, words_of


def show(
    artwork: Artwork, name: str | None, size: tuple[int, int] | None, output: str | None, overwrite: bool
) -> None:
    """Prints a picture as answers of a genre would show it, or writes it to a text file."""
    genre = genre_of(name, None)
    try:
        found = read_picture(artwork, genre, *(size or (None, None)))
    except gw.MakingError as fault:
        fail(picture_fault(fault, genre))
    high, wide = board_size(genre, found)
    words = (f"{len(found.dark)} of {found.rows * found.cols} pixels are dark; "
             f"the board has {high} rows and {wide} columns")
    if output is None:
        echo(found.blocks() if is_watched(sys.stdout) and not found.letters else str(found))
        echo(words, err=True)
        return
    path = Path(output)
    if path.suffix.lower() != ".txt":
        fail(f"{output}: the preview is a text of # and .; name a file that ends in .txt")
    if path == artwork.path or (os.path.lexists(path) and not overwrite):
        fail(f"{output}: it exists already; --overwrite replaces files, but not the picture itself")
    try:
        path.write_text(f"{found}\n", encoding="utf-8")
    except OSError as fault:
        fail(f"{output}: {words_of(fault)}")
    echo(f"{output}: {words}", err=True)
