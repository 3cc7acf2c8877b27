"""Texts in other languages: how a language is chosen, and where its texts come from."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.authoring.catalogues import updated, write
from gridwright.cli import main
from gridwright.language import translation

NONE = "% mine\nakari\neasy\n2 2\n2.\n##\n"
SEVERAL = "% mine\nakari\neasy\n2 2\n..\n..\n"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, catch_exceptions=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("none.txt", NONE), ("several.txt", SEVERAL), ("more.txt", SEVERAL)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(("args", "words"), [
    (("diagnose", "none.txt"), "Das Rätsel hat keine Lösung."),
    (("diagnose", "several.txt", "more.txt", "--json"), "Das Rätsel hat mehrere Lösungen."),
    (("check", "several.txt"), "keine Lösung gespeichert"),
    (("solve", "several.txt", "more.txt", "--jobs", "2"), "Sie unterscheiden sich an 4 Stellen"),
    (("rate", "several.txt"), "nicht bewertet: das Rätsel hat mehrere Lösungen"),
    (("genres", "akari", "--texts"), "die Lampen in {culprits} beleuchten einander"),
    (("genres", "akari"), "Setze Lampen in weiße Felder"),
])  # fmt: skip
def test_commands_speak_a_language(here: Path, args: tuple[str, ...], words: str) -> None:
    assert words in " ".join(run(*args, "--language", "de").stdout.split())
    assert words not in " ".join(run(*args).stdout.split())


def test_the_configuration_file_chooses_a_language(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "config.toml").write_text('language = "de"\n')
    monkeypatch.setenv("GRIDWRIGHT_CONFIG", str(here / "config.toml"))
    assert "keine Lösung" in run("diagnose", "none.txt").stdout
    assert "no answer" in run("diagnose", "none.txt", "--language", "en").stdout


def test_texts_are_listed_as_json() -> None:
    told = json.loads(run("genres", "akari", "--texts", "--json").stdout)
    assert told["texts"]["rule all_lit"] == ["a lamp lights {at}", "{at} is not lit"]


def test_a_language_ends_where_it_began() -> None:
    puzzle = gw.read(NONE)
    with gw.in_language("de"):
        with gw.in_language("en"):
            assert gw.diagnose(puzzle).words.startswith("The puzzle has no answer.")
        assert gw.diagnose(puzzle).words.startswith("Das Rätsel hat keine Lösung.")
        assert gw.diagnose(puzzle).details.startswith("Ohne Hinweis 2 (r1c1)")
    assert translation.current_language() == "en"


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="no texts in the language 'xx'; the languages are en, de"):
        gw.in_language("xx").__enter__()
    found = CliRunner().invoke(main, ["genres", "--language", "xx"])
    assert found.exit_code == 2 and "the languages are en, de" in found.stderr


def test_english_reads_no_catalogue() -> None:
    code = ("import sys, gridwright as gw\n"
            f"print(gw.diagnose(gw.read({NONE!r})).status, *({{'babel', 'gettext'}} & set(sys.modules)))")
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["none"]


MODULE = '''
from gridwright.language import Answer, Demands, Genre, Given, count, must, rule


class LonelyMarks(Genre):
    name = "Lonely Marks"
    task = "Mark one cell."
    dot = Given("cells")
    mark = Answer("cells", words=("a mark", "no mark"), verb="holds")

    @rule("the board needs {n:mark}")
    def one_mark(self) -> Demands:
        yield must(count(self.mark[c] for c in self.board.cells) == 1, n=1)
'''


def test_a_genre_of_another_package_brings_its_own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "marks_of_loneliness.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    genre = import_module("marks_of_loneliness").LonelyMarks
    path, catalogue = updated(genre, "de")
    assert path == tmp_path / "marks_of_loneliness_de.po"
    german = {"the board needs {n:mark}": "das Diagramm braucht {n:Marke|Marken}"}
    german["Mark one cell."] = "Markiere ein Feld."
    for text, said in german.items():
        catalogue[text].string = said
    write(path, catalogue)
    puzzle = gw.puzzle(genre, size=2)
    state = gw.state(puzzle, mark=[[1, 1], [0, 0]])
    with gw.in_language("de"):
        assert genre.task_in_words() == "Markiere ein Feld."
        assert str(gw.check(puzzle, state)[0]) == "das Diagramm braucht 1 Marke und hat 2"
    assert str(gw.check(puzzle, state)[0]) == "the board needs 1 mark and has 2"
    again = updated(genre, "de")[1]  # what is translated stays so
    assert {text: again[text].string for text in german} == german


def test_a_catalogue_that_is_not_compiled_needs_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)
    with pytest.raises(RuntimeError, match=r"de\.po is not compiled; to read it, pip install babel"):
        translation.compiled(b"", "de.po")


def test_several_lines_have_the_plural_of_the_language() -> None:
    puzzle = gw.read(Path(__file__).parents[2] / "examples" / "sudoku.sdk")
    with gw.in_language("de"):
        assert any(" in Zeilen 2 und 7." in step.words for step in gw.explain(puzzle))
