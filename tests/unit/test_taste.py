"""Distributions that puzzles are drawn from, and the statistics that tell whether they came out so."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest

import gridwright as gw
from gridwright.language.taste import Band, one_of, sizes_of
from research import taste
from research.looks import Looks, looks_of


def test_a_band_has_its_percentiles() -> None:
    rng, band = Random(1), Band(0.2, 0.3, 0.6)
    drawn = quantiles([band.draw(rng) for _ in range(4000)], n=10)
    assert drawn[0] == pytest.approx(0.2, abs=0.01)
    assert drawn[4] == pytest.approx(0.3, abs=0.01)
    assert drawn[8] == pytest.approx(0.6, abs=0.02)


def test_percentiles_out_of_order_are_no_band() -> None:
    with pytest.raises(ValueError, match="in order"):
        Band(0.3, 0.2, 0.4)


def test_values_come_as_often_as_their_weights_say() -> None:
    rng = Random(2)
    drawn = [one_of(rng, {"a": 3, "b": 1}) for _ in range(2000)]
    assert 0.7 < drawn.count("a") / 2000 < 0.8
    sizes = sizes_of(rng, {2: 1, 5: 0})
    assert {sizes() for _ in range(50)} == {2}


def solved(puzzle: gw.Puzzle) -> Looks:
    return looks_of(puzzle, gw.solve(puzzle).answers[0])


def test_places_and_values_of_clues_are_counted() -> None:
    found = solved(gw.puzzle("Fences", ["3 . 3", ". . .", "3 1 3"]))
    assert found.get("density") == pytest.approx(5 / 9)
    assert found.get("touching") == pytest.approx(3 / 5)
    assert found.get("empty_lines") == pytest.approx(1 / 6)
    assert found.get("blank_square") == pytest.approx(1 / 3)
    assert found.get("rim") == pytest.approx(9 / 8)
    assert (found.get("sym.lr"), found.get("sym.rot180"), found.get("sym.any")) == (1, 0, 1)
    assert found.get("value.3") == found.get("value.2-4") == found.get("value.2+") == pytest.approx(4 / 5)
    assert found.get("value_mean") == pytest.approx(13 / 5)
    assert found.get("room.n") is None


def test_areas_and_lines_are_measured() -> None:
    walls = {gw.Spot(y, 4): True for y in (1, 3)}
    puzzle = gw.Puzzle.of(gw.genre("Heyawake"), gw.Rect.of(2, 3), {"wall": walls, "number": {gw.Spot(1, 1): 1}})
    found = looks_of(puzzle, next(iter(gw.all_answers(puzzle))))
    assert (found.get("room.n"), found.get("room.max"), found.get("room.line")) == (2, 4, 0.5)
    assert found.get("room.square") == found.get("numbered") == found.get("room.size.2") == 0.5


def test_puzzles_are_compared_with_bands(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                         monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    bands = {"density": {"p10": 0, "p50": 0.5, "p90": 1}, "value.3": {"p10": 2, "p50": 2, "p90": 2},
             "sym.rot180": {"yes_no": True, "mean": 0.5}, "unheard_of": {"p10": 0, "p50": 0, "p90": 0}}
    file = tmp_path / "bands.json"
    file.write_text(json.dumps({"genres": {"Fences": {"bands": {"<=7": {"stats": bands}}}}}))
    monkeypatch.setattr("sys.argv", ["taste.py", "--bands", str(file), "--count", "2", "--size", "5x5", "--markdown"])
    taste.main()
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("| Fences | 5x5 | 2 |") and "50%" in line and "`value.3` 0%" in line
    assert "density" not in line and "unheard_of" not in line


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.name)
def test_every_genre_has_looks(genre: type[gw.Genre]) -> None:
    cases = sorted((Path(__file__).parent.parent / "cases" / genre.__module__.rpartition(".")[2]).glob("*.spf"))
    solvable = (gw.read(case) for case in cases if "/status (none)" not in case.read_text("utf-8"))
    puzzle = next(puzzle for puzzle in solvable if isinstance(puzzle.board, gw.Rect))
    found = looks_of(puzzle, gw.solve(puzzle).answers[0])
    assert found.get("density") is not None
    assert all(value == value for value in found.numbers.values())  # none is not a number


def test_sizes_have_bands_by_the_side_of_a_square() -> None:
    sizes = ((7, 7), (7, 8), (10, 18), (18, 24))
    assert [taste.size_band(*size) for size in sizes] == ["<=7", "<=7", "13-20", ">20"]
