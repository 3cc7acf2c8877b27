"""A stored solution that breaks a rule is drawn as it is, and it is said that it is wrong."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from gridwright.cli import main

CASE = Path(__file__).parents[1] / "spf_samples" / "heyawake.spf"


def test_a_wrong_solution_in_the_file_is_told(tmp_path: Path) -> None:
    text = CASE.read_text(encoding="utf-8")
    head, solution = text.split("/solution", 1)
    file = tmp_path / "wrong.spf"
    file.write_text(f"{head}/solution{solution.replace('#', ' ', 1)}", encoding="utf-8")
    for arguments in (["draw", "-o", str(tmp_path / "x.svg"), "--solution"], ["print", "-o", str(tmp_path / "x.pdf")]):
        done = CliRunner().invoke(main, [*arguments, str(file)])
        assert done.exit_code == 1
        assert "the solution in the file is wrong" in done.output
        assert Path(arguments[2]).exists()
    right = CliRunner().invoke(main, ["draw", "-o", str(tmp_path / "y.svg"), "--solution", str(CASE)])
    assert (right.exit_code, right.output) == (0, "")
