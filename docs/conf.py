"""The documentation as a site, which Sphinx builds without a network.

    pip install '.[docs]' && sphinx-build -W docs site

The theme is that of NumPy, pandas and SciPy, whose projects keep it up. It makes the navigation above and beside a page
from the order of the pages, takes its colours from CSS variables, and loads nothing from elsewhere.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent)]

import gridwright  # noqa: E402

LOG = logging.getLogger(__name__)
TECHNIQUES = runpy.run_path(str(DOCS / "techniques.py"))
WALKTHROUGHS = runpy.run_path(str(DOCS / "walkthroughs.py"))
URLS = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})

# -- settings ----------------------------------------------------------------------------------------------------------

project = "Gridwright"
author = copyright = "the authors of Gridwright"
version = release = gridwright.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["*.py"]
highlight_language = "none"
templates_path = ["templates"]
copybutton_prompt_text, copybutton_prompt_is_regexp = r">>> |\.\.\. |\$ ", True
myst_heading_anchors = 4

autodoc_typehints = "both"
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
napoleon_numpy_docstring, napoleon_use_ivar = False, True

html_theme = "pydata_sphinx_theme"
html_title = project
html_favicon = "assets/logo.svg"
html_static_path = ["assets"]
html_css_files, html_js_files = ["site.css"], ["gallery.js", "navigation.js"]
html_show_sourcelink = html_copy_source = html_domain_indices = False
html_sidebars = {"**": ["sidebar-nav-bs"], "index": [], "404": []}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": project, "image_light": "assets/logo.svg", "image_dark": "assets/logo.svg", "alt_text": ""},
    "navbar_start": ["navbar-logo", "version"],
    "navbar_align": "left",
    "search_bar_text": "Search",
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "404": [], "gallery": []},
    "footer_start": ["copyright"],
    "footer_end": ["version"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    **({"github_url": URLS["Repository"]} if "Repository" in URLS else {}),
}

PAGES = {
    "index": ("guides", "gallery", "reference/index", "development"),
    "guides": (
        "getting-started", "cookbook", "play", "explanations", "walkthroughs", "generating", "publishing", "many",
        "which-format", "comparison", "faq",
    ),
    "gallery": ("techniques/index", "genres/*"),
    "techniques/index": ("techniques/*",),
    "reference/index": (
        "command-line", "python", "reference/making", "reference/reading", "reference/solving", "reference/hints",
        "reference/new-puzzles", "reference/drawing", "reference/objects", "reference/errors", "formats",
        "spf-extensions",
    ),
    "development": ("add-a-genre", "engine", "glossary", "licences"),
}  # fmt: skip
"""The pages in order, below the page that leads to them; those that do not exist are left out. ``*`` is every genre."""
TITLES = {"gallery": "Genres"}
"""Other titles in the navigation."""

# -- pages that only the site has --------------------------------------------------------------------------------------


def play_parts() -> tuple[Path, Path] | None:
    """The folders of Pyodide and of its wheels, from the environment."""
    folders = os.environ.get("GRIDWRIGHT_PYODIDE"), os.environ.get("GRIDWRIGHT_WHEELS")
    return (Path(folders[0]), Path(folders[1])) if folders[0] and folders[1] else None


def write_techniques(app: Sphinx) -> None:
    """Writes the pages about techniques beside the others, and their pictures into the site."""
    for name, text in TECHNIQUES["files"]():
        path = Path(app.srcdir if name.endswith(".md") else app.outdir) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def add_links(app: Sphinx, name: str, content: list[str]) -> None:
    """Adds the order of the pages below this one, and links to pages that only the site has."""
    text = content[0]
    of_genre = name.replace("genres/", "techniques/")
    if name == "explanations":
        text = text.replace("`step.technique` is", "[Techniques](techniques/index.md): `step.technique` is", 1)
    elif of_genre != name and of_genre in app.env.found_docs:
        genre = gridwright.genre(name.removeprefix("genres/"))
        text += f"\n## Techniques\n\nSteps with names: {TECHNIQUES['links'](genre, '../techniques/')}.\n"
    elif name == "play" and play_parts():
        button = '<p><a class="gw-button" href="play/index.html">Play in this browser</a></p>'
        text = text.replace("\n", f"\n\n{button}\n", 1)
    elif name == "walkthroughs":
        for shown in WALKTHROUGHS["SHOWN"]:
            image = f'<img src="pictures/steps/{shown}.svg"'
            link = f'<a class="gw-button gw-second" href="walkthroughs/{shown}.html">On the board</a>'
            text = text.replace(image, f"{link}<br>{image}")
    entries = list(below(app, name))
    if entries:
        text += "\n".join(("", "", "```{toctree}", ":hidden:", "", *entries, "```", ""))
    content[0] = text


def below(app: Sphinx, name: str) -> Iterator[str]:
    """The pages below a page as entries of a table of contents."""
    for page in PAGES.get(name, ()):
        titles = {page: TITLES.get(page)}
        if page.endswith("*"):
            titles = {page.replace("*", TECHNIQUES["slug"](genre)): genre.name for genre in gridwright.known_genres()}
        for one, title in titles.items():
            if one in app.env.found_docs:
                yield f"{title} </{one}>" if title else f"/{one}"


def finish(app: Sphinx, error: Exception | None) -> None:
    """Copies the pictures, and writes the walkthroughs and, in the folder ``play``, the page to play on."""
    if error is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    shutil.copytree(DOCS / "pictures", site / "pictures", dirs_exist_ok=True)
    (site / "walkthroughs").mkdir(exist_ok=True)
    for name in WALKTHROUGHS["SHOWN"]:
        WALKTHROUGHS["path_of"](name).save(site / "walkthroughs" / f"{name}.html")
    parts = play_parts()
    if parts is None:
        LOG.info("GRIDWRIGHT_PYODIDE and GRIDWRIGHT_WHEELS name no folders: no page to play on (see docs/play.md)")
        return
    from gridwright.play.site import build

    size = build(site / "play", *parts, DOCS.parent / "examples")
    LOG.info("the page to play on has %.1f MB", size / 1e6)


# -- all pages ---------------------------------------------------------------------------------------------------------


def complete_page(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: Any) -> None:
    """Turns links in HTML to Markdown files into links to pages, and describes the page by its first paragraph."""
    if "body" in context:
        context["body"] = re.sub(r'(<a\b[^>]* href="(?!\w+:)[^"#]+)\.md(?=["#])', r"\1.html", context["body"])
    if doctree is not None and 'name="description"' not in context["metatags"]:
        words = next((one.astext() for one in doctree.findall(nodes.paragraph)), project)
        words = " ".join(words.split())
        text = words if len(words) <= 160 else f"{words[:160].rpartition(' ')[0]} …"
        context["metatags"] += f'<meta name="description" content="{escape(text)}">'


def public_name(app: Sphinx, env: Any, node: Any, content: nodes.Node) -> nodes.Node | None:
    """Resolves a type that is imported from elsewhere than ``gridwright``, where it is documented."""
    name = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in gridwright.__all__:
        return None
    python = env.get_domain("py")
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", f"gridwright.{name}", node, content)


# -- the reference of Python -------------------------------------------------------------------------------------------


def plain_defaults(_app: Sphinx, _what: str, _name: str, _obj: Any, _options: Any, signature: str, result: str) -> Any:
    """Writes defaults that are made anew each time as an ellipsis, so that the signature can be parsed."""
    return (re.sub(r"<\w+>", "...", signature), result) if signature else None


def tabulate_parameters(_app: Sphinx, doctree: nodes.document) -> None:
    """Turns the lists of parameters and attributes into tables with their types and defaults."""
    for described in doctree.findall(addnodes.desc):
        defaults = {
            one.next_node(addnodes.desc_sig_name).astext(): one[-1].astext()
            for one in described[0].findall(addnodes.desc_parameter)
            if isinstance(one[-1], nodes.inline) and "default_value" in one[-1]["classes"]
        }
        fields = [field for part in described[-1] if isinstance(part, nodes.field_list) for field in part]
        found = {field[0].astext(): field for field in fields if field[0].astext() in ("Parameters", "Variables")}
        rows = {name: rows_of(field[1], defaults) for name, field in found.items()}
        if "Variables" in rows:  # those of a record are also the parameters of its constructor
            types = {row[0][0].astext(): row[1] for row in rows.get("Parameters", ())}
            for row in rows["Variables"]:
                row[1] = [part.deepcopy() for part in types.pop(row[0][0].astext(), row[1])]
            found["Variables"][0][:] = [nodes.Text("Attributes")]
            if "Parameters" in found and not types:
                found["Parameters"].parent.remove(found.pop("Parameters"))
        for name, field in found.items():
            field[1][:] = [parameter_table(rows[name])]


def rows_of(body: nodes.Element, defaults: dict[str, str]) -> list[list[list[nodes.Node]]]:
    """The rows of a list of parameters."""
    items = [item[0] for item in body[0]] if isinstance(body[0], nodes.bullet_list) else [body[0]]
    return [columns(list(item), defaults) for item in items]


def columns(parts: list[nodes.Node], defaults: dict[str, str]) -> list[list[nodes.Node]]:
    """The cells of a parameter: name, type, default, and what it means."""
    words = [part.astext() for part in parts]
    end = words.index(")") if words[1:2] == [" ("] else 0  # else no type is known
    default = defaults.get(words[0].strip("*"))
    shown = [nodes.literal("", default)] if default else []
    return [[nodes.literal("", words[0])], parts[2:end], shown, parts[end + 2 :]]


def parameter_table(rows: list[list[list[nodes.Node]]]) -> nodes.table:
    """The table of parameters; the last column is left out where it would be empty."""
    heads = "name", "type", "default", "meaning"
    shown = [i for i in range(len(heads)) if i < 3 or any(row[i] for row in rows)]

    def row_of(cells: list[list[nodes.Node]]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cells[i])) for i in shown))

    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in shown), cols=len(shown))
    group += nodes.thead("", row_of([[nodes.Text(head)] for head in heads]))
    group += nodes.tbody("", *map(row_of, rows))
    return nodes.table("", group, classes=["gw-parameters"])


def setup(app: Sphinx) -> None:
    """Connects what is above to the steps of the build."""
    app.connect("builder-inited", write_techniques)
    app.connect("source-read", add_links)
    app.connect("html-page-context", complete_page)
    app.connect("missing-reference", public_name)
    app.connect("autodoc-process-signature", plain_defaults)
    app.connect("doctree-read", tabulate_parameters)
    app.connect("build-finished", finish)
