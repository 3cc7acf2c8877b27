"""What helps at the terminal: differences, genres in detail, watching, completion, the configuration file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.cli import main, settings
from gridwright.cli.draw import COORDINATES, PICTURES, THEMES
from gridwright.cli.genres import examples
from gridwright.cli.show import Report, Reporter
from gridwright.cli.solve import changes
from gridwright.picture.drawing import ENDINGS, STYLES
from gridwright.picture.paint import THEMES as ALL_THEMES
from gridwright.picture.terminal import board_text, is_cut
from gridwright.play.storage import data_folder

SEVERAL = "% mine\nakari\neasy\n2 2\n..\n..\n"
UNIQUE = "% mine\nakari\neasy\n2 2\n1.\n##\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv(settings.CONFIG_VARIABLE, str(tmp_path / "config.toml"))
    (tmp_path / "config.toml").touch()
    (tmp_path / "several.txt").write_text(SEVERAL)
    (tmp_path / "unique.txt").write_text(UNIQUE)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, catch_exceptions=False)


def commands() -> dict[str, click.Command]:
    """All commands by name."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def test_differences_are_marked_and_listed(here: Path) -> None:
    lines = run("solve", "several.txt").stdout.split("\n")
    assert lines[1:5] == [
        "┌─────┐    ┌─────┐    ┌─────┐",
        "│ · · │    │!·!● │    │!●!· │",
        "│ · · │    │!●!· │    │!·!● │",
        "└─────┘    └─────┘    └─────┘",
    ] or lines[1:5] == [
        "┌─────┐    ┌─────┐    ┌─────┐",
        "│ · · │    │!●!· │    │!·!● │",
        "│ · · │    │!·!● │    │!●!· │",
        "└─────┘    └─────┘    └─────┘",
    ]
    assert sum("r1c1, r1c2, r2c1 and r2c2" in line for line in lines) == 1


def test_differences_are_those_of_two_states() -> None:
    puzzle = gw.read(SEVERAL)
    one, other = gw.solve(puzzle).answers[:2]
    assert gw.differences(one, other) == puzzle.board.cells
    assert gw.differences(one, one) == ()
    with pytest.raises(ValueError, match="different puzzles"):
        gw.differences(one, gw.solve(gw.read(UNIQUE)).answers[0])


def test_overlays_have_colours_and_signs_in_terminals() -> None:
    puzzle = gw.read(SEVERAL)
    first, *_, last = puzzle.board.cells
    told = board_text(puzzle, width=80, reason=[first], fresh=[last], notes=False)
    assert told.split("\n")[1:3] == ["│'· · │", "│ ·!· │"]
    coloured = board_text(puzzle, width=80, colour=True, differs=[first], reason=[last], notes=False)
    assert "\x1b[7;33m" in coloured and "\x1b[4m" in coloured


def test_a_genre_in_detail(here: Path) -> None:
    for genre in gw.known_genres():
        result = run("genres", genre.name)
        assert result.exit_code == 0
        out = result.stdout
        assert out.startswith(genre.name) and "Example:" in out and "Formats: " in out
        assert not {"{", "}"} & set(out.replace("{1", "")), genre.name
        for layer in genre.layers:
            assert f"- {layer}: " in out
    assert run("genres", "pips", "--ascii").stdout.isascii()


def test_every_genre_has_an_example_with_its_only_answer() -> None:
    known = examples()
    assert known.keys() == {genre.name for genre in gw.known_genres()}
    for name, text in known.items():
        [reading] = gw.read_all(text)
        assert reading.puzzle.genre.name == name and reading.answer is not None
        assert not gw.check(reading.puzzle, reading.answer, finished=True)


def test_a_board_that_is_too_wide_says_how_to_see_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = gw.puzzle("Nurikabe", size=(2, 60))
    Path("wide.spf").write_text(gw.write(wide, "spf"))
    assert is_cut(wide, 50) and not is_cut(wide, 200)
    monkeypatch.setenv("COLUMNS", "50")
    assert "wider than 50 columns; to see all of it: gridwright draw wide.spf -o " in run("solve", "wide.spf").stdout
    monkeypatch.setenv("COLUMNS", "200")
    assert "wider than" not in run("solve", "wide.spf").stdout


def test_many_puzzles_for_one_picture_are_refused_once(here: Path) -> None:
    result = run("draw", "unique.txt", "several.txt", "unique.txt", "-o", "x.png")
    assert result.exit_code == 2 and result.stderr == "x.png: 3 files need a folder: -o FOLDER/\n"
    assert not Path("x.png").exists()


def test_faults_are_drawn(here: Path) -> None:
    Path("wrong.txt").write_text("..\n..\n")
    result = run("check", "unique.txt", "--answer", "wrong.txt", "-o", "faults.svg")
    assert result.exit_code == 1
    assert "layer-violations" in Path("faults.svg").read_text(encoding="utf-8")
    refused = run("check", "unique.txt", "--answer", "wrong.txt", "-o", "faults.spf")
    assert refused.exit_code == 2 and "pictures are written as .svg, .png, .pdf, .eps" in refused.stderr


def test_differences_are_drawn(here: Path) -> None:
    result = run("draw", "several.txt", "--differences", "-o", "x.svg", "--theme", "dark", "--coordinates", "A1")
    text = Path("x.svg").read_text(encoding="utf-8")
    assert result.exit_code == 1 and "layer-other" in text and "gw-dark" in text and "layer-coordinates" in text


def test_choices_are_those_that_there_are() -> None:
    """The command line names them without importing what draws."""
    assert tuple(ALL_THEMES) == THEMES and tuple(STYLES) == COORDINATES and tuple(ENDINGS) == PICTURES


def test_a_file_is_solved_again_when_it_is_saved(here: Path) -> None:
    """Also when an editor replaces it, but not when it is only away for a moment."""
    file = here / "unique.txt"
    steps: Iterator[Callable[[], object]] = iter([
        lambda: None, lambda: file.write_text(SEVERAL), file.unlink, lambda: file.write_text(SEVERAL),
        lambda: (here / "new").write_text(UNIQUE + "\n"), lambda: (here / "new").replace(file),
    ])  # fmt: skip
    seen: list[str] = []

    def wait(_seconds: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    with pytest.raises(KeyboardInterrupt):
        for _ in changes(str(file), wait):
            seen.append(file.read_text())
    assert seen[0] == UNIQUE and seen[1] == SEVERAL and seen[-1] == UNIQUE + "\n" and len(seen) <= 4


@pytest.mark.parametrize("name", ["missing.txt", "-", "https://puzz.link/p?hitori/3/3/121231312"])
def test_what_is_no_file_cannot_be_watched(here: Path, name: str) -> None:
    result = run("watch", name)
    assert result.exit_code == 2 and result.stderr == f"{name}: there is no such file to watch\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0 and f"_GRIDWRIGHT_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(("words", "wanted"), [
    ("gridwright genres cur", "curve-data"), ("gridwright solve --from pu", "puzzlink"),
    ("gridwright generate star", "starbattle"), ("gridwright convert --to pz", "pzprv3"), ("gridwright wat", "watch"),
    ("gridwright genres slither", "slitherlink"), ("gridwright solve --genre domi", "dominosa"),
])  # fmt: skip
def test_names_are_completed(words: str, wanted: str) -> None:
    env = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1), "_GRIDWRIGHT_COMPLETE": "bash_complete"}
    result = CliRunner().invoke(main, [], env=env, prog_name="gridwright")
    assert f"plain,{wanted}" in result.stdout.split("\n")


def test_completed_names_are_names_of_genres() -> None:
    for genre in gw.known_genres():
        for name in (genre.name, *genre.aliases):
            assert gw.genre(name.lower().replace(" ", "-")) is genre


def test_the_configuration_file_sets_defaults(here: Path) -> None:
    Path("config.toml").write_text('theme = "dark"\ncoordinates = "r1c1"\ntimeout = 30\n')
    assert run("draw", "unique.txt", "-o", "a.svg").exit_code == 0
    assert "gw-dark" in Path("a.svg").read_text(encoding="utf-8")
    assert run("draw", "unique.txt", "-o", "b.svg", "--theme", "gray").exit_code == 0
    assert "gw-gray" in Path("b.svg").read_text(encoding="utf-8")
    assert run("solve", "unique.txt").exit_code == 0


@pytest.mark.parametrize(("text", "words"), [
    ('jobs = 2\n them = "dark"', "config.toml:2:2: there is no setting 'them'; the settings are paper, theme"),
    ("theme = [1]", "config.toml:1:1: 'theme' must be a string or a number"),
    ('jobs = 2\ntheme = "', "config.toml:2:10: the text has no closing quote"),
    ('theme = "pink"', "'pink' is not one of 'light'"),
])  # fmt: skip
def test_what_is_wrong_with_the_configuration_is_said(here: Path, text: str, words: str) -> None:
    Path("config.toml").write_text(text)
    result = run("draw", "unique.txt", "-o", "a.svg")
    assert result.exit_code == 2 and words in result.stderr


def test_a_missing_configuration_file_is_an_error_only_if_it_is_named(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(settings.CONFIG_VARIABLE, "no/such.toml")
    result = run("solve", "unique.txt")
    assert result.exit_code == 2
    assert result.stderr == "no/such.toml: there is no such file; GRIDWRIGHT_CONFIG names it\n"
    monkeypatch.delenv(settings.CONFIG_VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "settings"))
    monkeypatch.setenv("APPDATA", str(here / "settings"))
    assert run("solve", "unique.txt").exit_code == 0
    assert Path(settings.config_path()).name == "config.toml"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems have folders of their own")
def test_settings_and_data_are_in_the_folders_of_the_system(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(settings.CONFIG_VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "settings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))
    assert settings.config_path() == str(here / "settings" / "gridwright" / "config.toml")
    assert data_folder() == here / "data" / "gridwright"


def test_every_setting_is_an_option_of_some_command() -> None:
    for key in settings.CONFIG_KEYS:
        assert any(option.name == key for command in commands().values() for option in command.params), key


def test_settings_are_for_all_commands_that_have_the_option(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("config.toml").write_text("jobs = 2\ntimeout = 7")
    tried: set[str] = set()
    for name, command in commands().items():
        seen: dict[str, Any] = {}
        monkeypatch.setattr(command, "invoke", lambda context, seen=seen: seen.update(context.params))
        own = {option.name for option in command.params} & {"jobs", "timeout"}
        run(name, *["x"] * sum(isinstance(one, click.Argument) for one in command.params))
        for key in own & seen.keys():
            tried.add(name)
            assert seen[key] == {"jobs": 2, "timeout": 7}[key], (name, key)
    assert {"solve", "check", "hint"} <= tried
    assert settings.defaults() == {"jobs": 2, "timeout": 7}


def test_a_single_long_file_shows_a_spinner(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr("gridwright.cli.show._PATIENCE", 0)
    screen = Reporter()
    screen.doing = "solving hard.txt"
    screen.tick()
    assert screen._bar is not None and screen._bar.tasks[0].description == "solving hard.txt"
    screen.show(Report(err="a word"))
    screen.close()
    monkeypatch.setattr(sys, "stderr", StringIO())
    silent = Reporter()
    silent.tick()
    assert silent._bar is None


def test_commands_are_known_to_click() -> None:
    for name, command in commands().items():
        assert command.name == name and command.help
