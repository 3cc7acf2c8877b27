"""Laws about translations: a catalogue has all texts of its genre, with the same placeholders, and nothing else."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, islice, product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import gridwright as gw
from gridwright.authoring import catalogues
from gridwright.authoring.catalogues import catalogue_file, home_of, literals_of
from gridwright.cli.genres import examples
from gridwright.engine.explain.techniques import techniques_of_kinds
from gridwright.engine.explain.texts import texts_of
from gridwright.language.genre import Genre
from gridwright.language.layers import VERBS, predicate
from gridwright.language.translation import languages, translations
from gridwright.picture import cell_words
from gridwright.play import editing
from gridwright.walkthrough import roles

from ..grouped import thorough
from .cases import case, each_case

PACKAGE = Path(gw.__file__).parent
CODES = languages()[1:]
GENRES = "gridwright.genres."
STEPS = 8
"""Steps of a path that are read by default."""


@cache
def entries(module: str, code: str) -> Catalog:
    path = catalogue_file(module, code)
    if not path.is_file():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


shared = cache(catalogues.shared)


def is_translated(genre: type[Genre], code: str) -> bool:
    return catalogue_file(genre.__module__, code).is_file()


TRANSLATED = pytest.mark.parametrize(("genre", "code"), [
    pytest.param(genre, code, id=f"{genre.name}-{code}") for genre, code in product(gw.known_genres(), CODES)
    if genre.is_built_in and is_translated(genre, code)
])  # fmt: skip


def placeholders(text: str) -> set[str]:
    """The names in braces, which a translation may begin with a capital letter."""
    parts = [(name.lower(), spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    return {name for name, _ in parts}.union(*(placeholders(spec or "") for _, spec in parts))


def unsound(catalogue: Catalog) -> Iterator[str]:
    """The entries without a translation, or with other placeholders; patterns have none."""
    for entry in catalogue:
        text, said = str(entry.id), str(entry.string)
        is_alike = text.startswith("(?P<") or placeholders(text) == placeholders(said)
        if text and (entry.fuzzy or not said or not is_alike):
            yield text


@TRANSLATED
def test_every_text_is_translated(genre: type[Genre], code: str) -> None:
    lacking = [one.text for one in texts_of(genre)
               if one.text not in entries(one.home, code) and one.text not in shared(code)]
    assert not lacking, f"{genre.name}: these texts lack a translation ({code}): {lacking}"
    wrong = list(unsound(entries(genre.__module__, code)))
    assert not wrong, f"{genre.name}: translations ({code}) are empty or have other placeholders: {wrong}"


@TRANSLATED
def test_no_entry_is_left_over(genre: type[Genre], code: str) -> None:
    path = catalogue_file(genre.__module__, code)
    known = {one.text for one in texts_of(genre)}.union(literals_of(home_of(path, code)))
    left = [entry.id for entry in entries(genre.__module__, code) if entry.id and entry.id not in known]
    assert not left, f"{genre.name}: nothing says these texts of the catalogue ({code}): {left}"


# -- texts that genres share -------------------------------------------------------------------------------------------


PAGES = {"gridwright.play": ("play/static", "play/browser"), "gridwright.walkthrough": ("walkthrough",)}
"""The packages with catalogues of labels, and the folders with the scripts and pages that say them."""
LABELS = {".js": r'(?<![\w.])t\("((?:[^"\\]|\\.)*)"', ".html": r"\{\{(.+?)\}\}"}
"""How scripts and pages say a label."""


def labels_in(*folders: str) -> set[str]:
    """The labels that scripts and pages say in the language of the page."""
    files = (path for folder in folders for path in (PACKAGE / folder).iterdir() if path.suffix in LABELS)
    return {label for path in files for label in re.findall(LABELS[path.suffix], path.read_text("utf-8"))}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("module", PAGES)
def test_labels_are_translated_and_no_entry_is_left_over(module: str, code: str) -> None:
    import_module(module)
    catalogue = entries(module, code)
    assert {str(entry.id) for entry in catalogue if entry.id} == labels_in(*PAGES[module])
    assert list(unsound(catalogue)) == []
    assert translations(module, code) == {str(entry.id): entry.string for entry in catalogue if entry.id}


@pytest.mark.parametrize("code", CODES)
def test_words_for_clues_are_translated(code: str) -> None:
    catalogue = entries(cell_words.__name__, code)
    said = {*worded_in(Path(cell_words.__file__)), *cell_words.ARMS.values(), *cell_words.SIDES.values()}
    assert {str(entry.id) for entry in catalogue if entry.id} == said.union(cell_words.CORNERS.values())
    assert list(unsound(catalogue)) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("genre", [one for one in gw.known_genres() if one.is_built_in], ids=lambda one: one.name)
def test_the_editor_says_in_the_language_what_may_be_entered(genre: type[Genre], code: str) -> None:
    puzzle = gw.read(examples()[genre.name])
    catalogue = entries(editing.__name__, code)
    assert list(unsound(catalogue)) == [], f"{genre.name}: texts with other placeholders ({code})"
    with gw.in_language(code):
        forms = (*editing.entry_forms(puzzle.genre(puzzle)), *editing.key_forms(puzzle.genre(puzzle)))
        signs = {word for form in forms for word in words_of(*re.findall("'[^']*'", form["expected"]))}
        unknown = words_of(*(form["expected"] for form in forms)) - signs
    left = unknown - words_of(*(str(entry.string) for entry in catalogue if entry.id))
    assert not left, f"{genre.name}: the editor expects {sorted(left)}, which no catalogue says ({code})"


def names_of_declarations() -> Iterator[str]:
    """What the page calls layers and keys."""
    for genre in gw.known_genres():
        if genre.is_built_in:
            yield from (layer.name.replace("_", " ") for layer in genre.layers.values())
            yield from ((key.title or name).replace("_", " ") for name, key in genre.keys.items())
            yield from genre.notes
    yield from ("letters", "digits")


def modules() -> Iterator[Path]:
    return (path for path in PACKAGE.rglob("*.py") if "genres" not in path.relative_to(PACKAGE).parts[:-1])


def worded_in(path: Path) -> Iterator[str]:
    """The texts that the code of a module says in the current language."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "worded":
            chosen = [node.args[0].body, node.args[0].orelse] if isinstance(node.args[0], ast.IfExp) else node.args[:1]
            yield from (str(one.value) for one in chosen if isinstance(one, ast.Constant))


def texts_of_kinds() -> Iterator[str]:
    """The texts of techniques of kinds of rules."""
    return (text for one in techniques_of_kinds().values() for text in (one.name, one.words) if text)


def names_on_boards() -> Iterator[str]:
    """The names of places and lines, without their numbers."""
    board = gw.Rect(3, 3)
    for side in board.sides:
        yield from (board.line_name(side), board.line_name(side, read=True))
    yield from map(board.line_name, board.line_sides)
    for spots in (board.cells, board.edges, board.corners, board.sides, board.line_sides):
        yield from board.names(spots)
        yield from map(board.name, spots)
    cell = gw.Rect(1, 1)
    for two in combinations(cell.edges, 2):
        yield from cell.names(two)
    yield from ("r1c1-r2c1 to r1c3-r2c3", "r1c1 to r1c4", "area 1", "edge 1", "node 1")


@pytest.mark.parametrize("code", CODES)
def test_shared_texts_are_translated(code: str) -> None:
    common = shared(code)
    others = Path(cell_words.__file__)  # which has a catalogue of its own
    said = {text for path in modules() if path != others for text in worded_in(path)}
    said.update((*texts_of_kinds(), *names_of_declarations()))
    names = {re.sub(r"r\d+c\d+|\d+", "{}", name) for name in names_on_boards()}.union(roles.NAMES)
    wordy = {name for name in names if re.search(r"[a-z]", name.replace("{}", ""))}
    assert sorted((said | wordy).difference(entry.id for entry in common)) == []
    assert list(unsound(common)) == []


FILLED = "{word}", "{names}", "to the area of {names}"
"""The words of predicates whose values are filled in."""


@pytest.mark.parametrize("code", CODES)
def test_no_shared_entry_is_left_over(code: str) -> None:
    known = {text for path in modules() for text in literals_of(path)}
    known.update(re.sub(r"r\d+c\d+|\d+", "{}", name) for name in names_on_boards())
    for verb, holds, several in product(VERBS, (True, False), (True, False)):
        known.update(predicate(verb, word, holds, several=several) for word in FILLED)
    known.update(f"{kind} {size}" for kind, size in product(("naked", "hidden"), ("pair", "triple", "quadruple")))
    known.update(("adjacent {}s", "diagonal {}s"))
    for noun in ("run", "sum"):
        known.update((f"no {noun}", f"the {noun} {{items}}", f"the {noun}s {{items}}"))
    known.update((*texts_of_kinds(), *names_of_declarations()))
    known.update(one.text for genre in gw.known_genres() for one in texts_of(genre))
    assert [entry.id for entry in shared(code) if entry.id and entry.id not in known] == []


# -- what is said ------------------------------------------------------------------------------------------------------

def words_of(*texts: str) -> set[str]:
    """The words of texts, without the names of cells, and without letters that are values."""
    return {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{2,}", text) if not word.isupper()}


def vocabulary(genre: type[Genre], code: str) -> set[str]:
    """The words of all texts that can be said of a genre."""
    return words_in(frozenset(base.__module__ for base in genre.__mro__ if base.__module__.startswith(GENRES)), code)


@cache
def words_in(homes: frozenset[str], code: str) -> set[str]:
    catalogues = (shared(code), *(entries(home, code) for home in homes))
    return words_of(*(str(entry.string) for catalogue in catalogues for entry in catalogue if entry.id))


def only_translated(words: str, genre: type[Genre], code: str) -> None:
    unknown = words_of(words) - vocabulary(genre, code)
    assert not unknown, f"{genre.name}: no catalogue ({code}) has {sorted(unknown)}: {words}"
    assert not re.search(r"[{}]", words), f"{genre.name}: a placeholder is left: {words}"


@each_case
@pytest.mark.parametrize("code", CODES)
def test_demands_and_faults_have_no_english_words(path: Path, code: str) -> None:
    one = case(path)
    if not is_translated(one.genre, code):
        pytest.skip("this genre has no translation")
    for wrong in one.wrong:
        gw.check(one.puzzle, wrong.state)  # what is said in English is not kept for later
    with gw.in_language(code):
        model = one.puzzle.genre(one.puzzle)
        for demand in model.demands():
            for half in demand.halves():
                only_translated(half.say(model.board), one.genre, code)
        for wrong in one.wrong:
            for violation in gw.check(one.puzzle, wrong.state):
                only_translated(violation.words, one.genre, code)


@TRANSLATED
@pytest.mark.parametrize("most", [pytest.param(STEPS, id="begin"), thorough(None, id="all")])
def test_a_path_has_no_english_words(genre: type[Genre], code: str, most: int | None) -> None:
    puzzle = gw.read(examples()[genre.name])
    in_english = gw.hint(puzzle)
    with gw.in_language(code):
        path = gw.explain(puzzle)
        read = list(islice(path, most))
        for step in read:
            only_translated(step.words, genre, code)
            only_translated(step.technique, genre, code)
            for part in step.because:
                only_translated(part.words, genre, code)
    assert most or path.complete, f"{genre.name}: the path of the example does not end"
    again = gw.hint(puzzle)
    assert str(in_english) == str(again) != str(read[0]), f"{genre.name}: the hint is not said in each language"


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="no texts in the language 'xx'"), gw.in_language("xx"):
        pass
