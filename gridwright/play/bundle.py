"""The page's scripts and styles as they are served: without comments and needless space, and what a board needs as one
module.

Each request costs a server and a browser a few milliseconds, so the first module is served with all modules that it
imports. Each of them becomes a block, with an object for its exports. Modules that are loaded later import from these
objects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(r"/\*\* @type [^\n]*? \*/ |  // [^\n\"'`]*$", re.MULTILINE)
"""A type within a line, or a comment at its end."""
_GAPS = {
    ".css": re.compile(r"\s*;?\s*(})\s*|\s*([{;])\s*|([:,]) "),
    ".js": re.compile(r'("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)| ?([=<>?:,;(){}&|]) ?', re.MULTILINE),
}
"""What can be left out beside the groups: most space, except within strings, and the last semicolon of a style. A
template within a template would not be recognised."""


def lean(source: str) -> str:
    """A module or style sheet without comments, indentation and empty lines."""
    lines = _NOTE.sub("", _COMMENT.sub("", source)).splitlines()
    return "\n".join(bare for line in lines if (bare := line.strip()))


def without_gaps(source: str, ending: str) -> str:
    """A lean module (``.js``) or style sheet (``.css``) without needless space."""
    return _GAPS[ending].sub(lambda found: "".join(group or "" for group in found.groups()), source)


def bundled(modules: Mapping[str, str], first: str) -> dict[str, str]:
    """Lean modules by name, of which ``first`` contains all that it imports, in the order of evaluation."""
    order = _in_order(modules, first)
    blocks = [_block(name, modules[name]) for name in order]
    exports = ", ".join(f"${name}" for name in order)
    others = {name: _importing(source, order, first) for name, source in modules.items() if name not in order}
    return {**others, first: "\n".join([*blocks, f"export {{ {exports} }};"])}


def _in_order(modules: Mapping[str, str], name: str, known: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The modules known so far, then the imports of a module, then that module."""
    for _, other in _IMPORT.findall(modules[name]):
        if other not in known:
            known = _in_order(modules, other, known)
    return (*known, name)


def _block(name: str, source: str) -> str:
    names = ", ".join(found for _, found in _EXPORT.findall(source))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = $\2;", source))
    return f"const ${name} = {{}};\n{{\n{body}\nObject.assign(${name}, {{ {names} }});\n}}"


def _importing(source: str, order: Collection[str], first: str) -> str:
    """A module that imports from the first one what that contains."""
    found = [(names, name) for names, name in _IMPORT.findall(source) if name in order]
    if not found:
        return source
    rest = _IMPORT.sub(lambda line: "" if line[2] in order else line[0], source)
    objects = ", ".join(f"${name}" for _, name in found)
    names = ", ".join(f"{names} = ${name}" for names, name in found)
    return lean(f'import {{ {objects} }} from "./{first}.js";\nconst {names};\n{rest}')
