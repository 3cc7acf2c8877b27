"""The proof that SPF files print themselves: Ghostscript prints what the PNG shows, with and without the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest
from PIL import Image

import gridwright as gw
from gridwright.picture.drawing import PAD, Picture

from ..grouped import SHARE, case_name, in_part, part, thorough
from ..laws.cases import PATHS, case
from ..loose import unchecked
from .ghostscript import Print, check_printing, images, needs_ghostscript, printed, run
from .likeness import ALIKE, DPI, cell_of, image_of, softened, unlikeness
from .samples import ONE, TWO, bare, of

pytestmark = needs_ghostscript


def flipped(text: str) -> str:
    """A file with one word changed, as in a text editor: the solution is to be printed."""
    assert text.count("/sol false") == 1
    return text.replace("/sol false", "/sol true")


@dataclass
class Proof:
    """A picture and what was printed for it."""

    path: Path
    solved: bool
    picture: Picture
    printed: Print

    @property
    def name(self) -> str:
        """What to call it in a list of faults."""
        return f"{case_name(self.path)}, {'solution' if self.solved else 'puzzle'}"

    @cached_property
    def paper(self) -> Image.Image:
        """What was printed, made ready for comparisons."""
        return softened(self.printed.image, cell_of(self.picture))

    @cached_property
    def screen(self) -> Image.Image:
        """The PNG, made ready for comparisons."""
        return softened(image_of(self.picture), cell_of(self.picture))


@pytest.fixture(scope="module", params=[pytest.param(SHARE, id="part"), thorough(1, id="all")])
def proofs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Proof]:
    """The samples, or a share of them, each as a puzzle and as its solution."""
    texts: list[str] = []
    pictures: list[tuple[Path, bool, Picture]] = []
    for path in part(TWO, request.param, "proofs"):
        puzzle, answer = of(path)
        full = gw.draw(puzzle, answer)
        text = gw.write(puzzle, "spf", answer)
        texts += text, flipped(text)
        pictures.append((path, False, replace(full, groups=tuple(g for g in full.groups if not g.solution))))
        pictures.append((path, True, full))
    pages = printed(tmp_path_factory.mktemp("printed"), texts)
    return [Proof(*picture, page) for picture, page in zip(pictures, pages, strict=True)]


def pairs(proofs: list[Proof]) -> Iterator[tuple[Proof, Proof]]:
    """Each case's puzzle and solution."""
    return zip(proofs[::2], proofs[1::2], strict=True)


def test_what_is_printed_is_the_picture(proofs: list[Proof]) -> None:
    found = {proof.name: unlikeness(proof.paper, proof.screen) for proof in proofs}
    assert max(found.values()) < ALIKE, {name: far for name, far in found.items() if far >= ALIKE}


def test_no_page_is_blank(proofs: list[Proof]) -> None:
    for proof in proofs:
        assert unlikeness(proof.paper, Image.new("L", proof.paper.size, 0)) > ALIKE, proof.name


def test_one_word_shows_the_solution(proofs: list[Proof]) -> None:
    for puzzle, solution in pairs(proofs):
        assert unlikeness(puzzle.paper, solution.paper) > ALIKE, puzzle.name


def test_no_genre_looks_like_another(proofs: list[Proof]) -> None:
    """Each page against all PNGs of other genres: those of another size differ anyway."""
    chosen = [proof for proof in proofs if proof.path in ONE]
    for one in chosen:
        for other in chosen:
            if one.path.parent != other.path.parent:
                assert unlikeness(one.paper, other.screen) > ALIKE, (one.name, other.name)


def test_the_bounding_box_is_true(proofs: list[Proof]) -> None:
    """No ink lies outside of it; where a frame is the outermost thing, no more than the padding is free."""
    for proof in proofs:
        assert min(proof.printed.free) > 0, (proof.name, proof.printed.free)
        genre = proof.picture.puzzle.genre
        if genre.ground.frame and not any(layer.on in ("sides", "line_sides") for layer in genre.layers.values()):
            point = cell_of(proof.picture) * 72 / DPI
            assert max(proof.printed.free) < PAD * point, (proof.name, proof.printed.free)


@in_part
def test_every_case_prints(share: float, tmp_path: Path) -> None:
    """The puzzle, and the solution where there is one, without a word from the interpreter."""
    texts = []
    for path in part(PATHS, share, "printed"):
        one = case(path)
        text = gw.write(bare(one), "spf", one.reading.answer)
        texts += [text] if one.reading.answer is None else [text, flipped(text)]
    for i, text in enumerate(texts):
        (tmp_path / f"{i}.ps").write_bytes(text.encode())
    files = [str(tmp_path / f"{i}.ps") for i in range(len(texts))]
    run(tmp_path, "-sDEVICE=nullpage", *files)


@pytest.mark.parametrize("shown", [False, True], ids=["puzzle", "solution"])
def test_a_user_prints_a_file(tmp_path: Path, shown: bool) -> None:
    """As one does it: the file alone, cut to its bounding box."""
    puzzle, answer = of(ONE[0])
    text = gw.write(puzzle, "spf", answer)
    file = tmp_path / "puzzle.spf"
    file.write_bytes((flipped(text) if shown else text).encode())
    (page,) = images(tmp_path, "-dEPSCrop", str(file))
    picture = gw.draw(puzzle, answer if shown else None)
    cell = cell_of(picture)
    assert unlikeness(softened(page, cell), softened(image_of(picture), cell)) < ALIKE


def test_the_file_says_how_to_print_the_solution() -> None:
    puzzle, answer = of(ONE[0])
    assert "% To print the solution, let /sol be true.\n" in gw.write(puzzle, "spf", answer)
    assert "To print the solution" not in gw.write(puzzle, "spf")


def test_a_file_without_a_solution_prints_the_puzzle_whatever_it_says(tmp_path: Path) -> None:
    puzzle, _ = of(ONE[0])
    text = gw.write(puzzle, "spf")
    pages = printed(tmp_path, [text, flipped(text), text.replace("/sol false\n", "")])
    assert all(page.image.tobytes() == pages[0].image.tobytes() for page in pages)


@pytest.mark.parametrize("path", ONE, ids=case_name)
def test_eps_is_short_lined_ascii(path: Path) -> None:
    """As the structuring conventions ask: so it goes through mail and old printers."""
    text = gw.draw(*of(path)).eps()
    assert text.isascii() and text.startswith("%!PS-Adobe-3.0 EPSF-3.0\n") and text.endswith("\n%%EOF\n")
    assert max(map(len, text.split("\n"))) <= 255


def test_the_prolog_names_the_puzzle_only() -> None:
    puzzle, answer = of(ONE[0])
    assert ", solved" in gw.draw(puzzle, answer).eps().partition("%%EndComments")[0]
    assert ", solved" not in gw.write(puzzle, "spf", answer).partition("<<")[0]


@in_part
def test_pdf_pages_show_the_picture(tmp_path: Path, share: float) -> None:
    paths = part(ONE, share, "pdf")
    pictures = [gw.draw(*of(path)) for path in paths]
    for i, picture in enumerate(pictures):
        (tmp_path / f"{i}.pdf").write_bytes(picture.pdf())
    pages = images(tmp_path, *(str(tmp_path / f"{i}.pdf") for i in range(len(pictures))))
    for path, picture, page in zip(paths, pictures, pages, strict=True):
        cell = cell_of(picture)
        assert unlikeness(softened(page, cell), softened(image_of(picture), cell)) < ALIKE, case_name(path)


@in_part
def test_eps_pages_show_the_picture(tmp_path: Path, share: float) -> None:
    paths = part(ONE, share, "eps")
    pictures = [gw.draw(*of(path)) for path in paths]
    for path, picture, page in zip(paths, pictures, printed(tmp_path, [p.eps() for p in pictures]), strict=True):
        cell = cell_of(picture)
        assert unlikeness(softened(page.image, cell), softened(image_of(picture), cell)) < ALIKE, case_name(path)


def test_large_solutions_are_no_procedures_too_long(tmp_path: Path) -> None:
    """Level 2 allows procedures of 65,535 items; a sudoku of 100x100 has more numbers than that when they are drawn."""
    genre = gw.genre("Sudoku")
    board = gw.Rect.of(100, 100)
    puzzle = unchecked(genre, board, {})
    answer = gw.State.of(puzzle, {"number": {cell: 1 + (cell.x + cell.y) % 100 for cell in board.cells}})
    text = gw.draw(puzzle, answer).eps()
    bodies = [part.partition("} if")[0] for part in text.split("gw-sol {")[1:]]
    assert len(bodies) > 1
    assert max(len(body.split()) for body in bodies) < 65_535
    check_printing(tmp_path, [text])
