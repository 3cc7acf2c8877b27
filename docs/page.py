"""Photographs the page of ``gridwright play``: ``python docs/page.py`` makes the picture for the README.

    python docs/page.py --all FOLDER [--genre NAME ...]

makes pictures of all genres, half played, on a desktop and on a phone, light and dark, and contact sheets of them, to
review changes of the page's appearance. Needs Playwright, an installed Chromium, and Pillow.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from gridwright.play.document import puzzle_id
from gridwright.play.position import marks_of
from tests.laws.cases import Case, case
from tests.picture.samples import FOLDERS, bare, largest
from tests.play.browser import CHROMIUM, Hands, Server, open_browser, page_of

README = Path(__file__).parent / "pictures" / "play.png"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 760}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
LARGEST = 150
"""The maximum number of cells; each genre shows its largest board within it."""
PER_SHEET = {"desktop": (3, 4), "phone": (6, 2)}
"""Columns and rows of a contact sheet."""
WIDTH = {"desktop": 620, "phone": 310}
"""The width of a picture on a contact sheet."""


@contextmanager
def server_with(*files: str) -> Iterator[Server]:
    """A server with a temporary folder for its data."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *files)
        try:
            yield server
        finally:
            server.kill()


def play(server: Server, id: str, marks: dict[str, dict[str, Any]]) -> None:
    """Sets a position."""
    path = f"api/puzzles/{id}/position"
    server.send(path, {"marks": marks, "rev": server.get(path)["rev"], "seconds": 95}, "PUT")


def part(marks: dict[str, dict[str, Any]], share: float, rng: Random) -> dict[str, dict[str, Any]]:
    """A random part of the marks of an answer, including those that are absent."""
    return {name: {key: value for key, value in layer.items() if rng.random() < share} for name, layer in marks.items()}


def for_readme(browser: Any) -> None:
    """A partly filled board with the hint for the next step."""
    puzzle = gw.generate("Heyawake", 9, 9, seed=11)
    answer = marks_of(puzzle.genre(puzzle), gw.solve(puzzle).answers[0])
    with server_with() as server, page_of(browser, **DESKTOP) as page:
        (id,) = server.send("api/open", {"text": gw.write(puzzle, "json")})["ids"]
        play(server, id, part(answer, 0.4, Random(4)))
        Hands(page, server, id)
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="What follows, and why?").click()
        page.wait_for_selector(".frame.fresh")
        page.screenshot(path=README)


def every_genre(browser: Any, folder: Path, wanted: list[str]) -> None:
    """Pictures of all genres, and the contact sheets of each device and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = [case(largest(name, LARGEST)) for name in FOLDERS]
    cases = [one for one in cases if not wanted or one.genre.name in wanted]
    with server_with() as server:
        for one in cases:
            puzzle = bare(one)
            server.send("api/open", {"text": gw.write(puzzle, "json")})
            play(server, puzzle_id(puzzle), part(marks_of(one.genre(puzzle), one.answer), 0.55, Random(1)))
        for device, options in DEVICES.items():
            for theme in ("light", "dark"):
                with page_of(browser, **options, color_scheme=theme) as page:
                    pictures = [_photograph(page, server, one) for one in cases]
                _sheets(pictures, device, folder / f"{device}-{theme}")


def _photograph(page: Any, server: Server, one: Case) -> bytes:
    Hands(page, server, puzzle_id(bare(one)))
    data: bytes = page.screenshot()
    return data


def _sheets(pictures: list[bytes], device: str, name: Path) -> None:
    """Puts pictures on contact sheets."""
    from PIL import Image

    columns, rows = PER_SHEET[device]
    for n, start in enumerate(range(0, len(pictures), columns * rows)):
        images = [Image.open(BytesIO(data)).convert("RGB") for data in pictures[start : start + columns * rows]]
        width, height = WIDTH[device], WIDTH[device] * images[0].height // images[0].width
        sheet = Image.new("RGB", (columns * width, rows * height), "gray")
        for i, image in enumerate(images):
            sheet.paste(image.resize((width - 4, height - 4)), (i % columns * width, i // columns * height))
        sheet.save(name.with_name(f"{name.name}-{n + 1}.png"))


def main() -> None:
    """Takes the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="pictures of all genres into this folder")
    parser.add_argument("--genre", action="append", default=[], help="with --all: this genre only")
    args = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("no Chromium is installed")
    try:
        from playwright import sync_api
    except ImportError:
        sys.exit("Playwright is not installed: pip install playwright")
    with open_browser(sync_api) as browser:
        if args.all:
            every_genre(browser, args.all, args.genre)
        else:
            for_readme(browser)


if __name__ == "__main__":
    main()
