"""The files of the page, and the page as static files with the package inside, for any web host.

    python -m gridwright.play.site FOLDER --pyodide node_modules/pyodide --wheels WHEELS [--examples examples]

Pyodide is Python for browsers, from the npm package ``pyodide``; WHEELS is a folder with the wheels of python-sat for
it and of six, which python-sat needs. Both come from ordinary package indexes; see docs/play.md.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from ..formats.json_and_xml import json_text
from ..formats.own_json import puzzle_record
from ..language.translation import compiled
from .bundle import bundled, lean, without_gaps
from .document import paint_style
from .storage import Storage

_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json",
}  # fmt: skip


def page_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, each with its media type. The style sheet begins with the colours of boards."""
    found: dict[str, bytes] = {}
    modules, styles = {}, {}
    for file in files(__package__).joinpath("static").iterdir():
        stem, _, ending = file.name.rpartition(".")
        if ending == "js":
            modules[stem] = lean(file.read_text("utf-8"))
        elif ending == "css":
            styles[stem] = lean(file.read_text("utf-8"))
        elif f".{ending}" in _TYPES:
            found[file.name] = file.read_bytes()
    styles[_STYLE] = paint_style() + styles[_STYLE]
    for kind, sources in ((".js", bundled(modules, _FIRST)), (".css", styles)):
        found.update({f"{stem}{kind}": without_gaps(source, kind).encode() for stem, source in sources.items()})
    return {name: (data, _TYPES[name[name.rfind(".") :]]) for name, data in found.items()}


_FIRST, _STYLE = "main", "style"


# -- without a server --------------------------------------------------------------------------------------------------


PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PACKAGE = Path(__file__).parents[1]
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_ENDINGS = (".spf", ".sdk", ".txt")


class Missing(ValueError):
    """Files that the page needs are missing; the message says which."""


def build(out: Path, pyodide: Path, wheels: Path, examples: Path | None = None) -> int:
    """Writes the page to a folder and returns its size in bytes. Raises Missing."""
    lacking = [name for name in PYODIDE_FILES if not (pyodide / name).is_file()]
    archives = sorted(wheels.glob("*.whl"))
    names = {wheel.name.partition("-")[0] for wheel in archives}
    lacking += [f"a wheel of {name}" for name in ("python_sat", "six") if name not in names]
    if lacking:
        raise Missing(f"the page for browsers without a server needs {', '.join(lacking)}")
    (out / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, out / "pyodide" / name)
    for wheel in archives:
        shutil.copyfile(wheel, out / wheel.name)
    (out / "gridwright.zip").write_bytes(_package())
    for name, (data, _) in page_files().items():
        (out / name).write_bytes(_index(data) if name == "index.html" else data)
    (out / "examples.json").write_text(json.dumps(_listed(examples), ensure_ascii=False), encoding="utf-8")
    _write_icons(out)
    (out / "local.js").write_text(lean(_own("local.js")), encoding="utf-8")
    _write_worker(out, [*(wheel.name for wheel in archives), "gridwright.zip"])
    return _write_service_worker(out)


def _listed(examples: Path | None) -> list[tuple[str, dict[str, Any]]]:
    """The puzzles of a folder as JSON with their headings: the page reads only those that are opened."""
    from .. import read_all

    storage = Storage(None)
    for path in sorted(examples.iterdir()) if examples else ():
        if path.suffix in _ENDINGS:
            for reading in read_all(path.read_text(encoding="utf-8")):
                storage.add(reading.puzzle, "example")
    kept = [storage.entry(heading["id"]) for heading in storage.headings()]
    return [(json_text(puzzle_record(one.puzzle)), one.heading) for one in kept if one is not None]


def _write_icons(out: Path) -> None:
    """Writes the icon as PNG: not all systems that install the page take SVG, and some cut its corners off."""
    from resvg_py import svg_to_bytes

    plain = (out / "icon.svg").read_text(encoding="utf-8")
    padded = plain.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
    whole = padded.replace('<rect width="32" height="32" rx="6"', '<rect x="-4" y="-4" width="40" height="40"')
    for name, text, size in (("icon-192", plain, 192), ("icon-512", plain, 512), ("icon-whole", whole, 512)):
        (out / f"{name}.png").write_bytes(bytes(svg_to_bytes(svg_string=text, width=size, height=size)))
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    manifest["icons"] += [
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icon-whole.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    (out / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def _write_worker(out: Path, archives: list[str]) -> None:
    fetched = [*(f"pyodide/{name}" for name in PYODIDE_FILES if not name.endswith(".mjs")), *archives, "examples.json"]
    constants = {
        "ARCHIVES": archives, "TOTAL": sum((out / name).stat().st_size for name in fetched),
        "LAST": f"{archives[-1]}?{_hash(out / archives[-1])}",
    }  # fmt: skip
    (out / "worker.js").write_text(_constants(constants) + lean(_own("worker.js")), encoding="utf-8")


def _constants(values: Mapping[str, Any]) -> str:
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _own(name: str) -> str:
    return (_PACKAGE / "play" / "browser" / name).read_text("utf-8")


def _index(page: bytes) -> bytes:
    """The page that uses a web worker in place of a server."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    local = page.replace(b'<html lang="en">', b'<html lang="en" data-local>')
    local = local.replace(b"</head>", b'<link rel="apple-touch-icon" href="icon-192.png">\n</head>')
    return local.replace(b'<meta charset="utf-8">', b'<meta charset="utf-8">\n' + policy.encode())


def _package() -> bytes:
    """The package as a zip file, without what only a server needs; the same bytes for the same version."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_PACKAGE.rglob("*")):
            part = path.relative_to(_PACKAGE)
            if path.is_file() and "__pycache__" not in part.parts and part.parts[:2] not in _LEFT_OUT:
                info = zipfile.ZipInfo(f"gridwright/{part.as_posix()}", (2020, 1, 1, 0, 0, 0))
                data = path.read_bytes()
                if path.suffix == ".po":  # the page has no Babel
                    info.filename, data = info.filename.removesuffix("po") + "mo", compiled(data, path.name)
                archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


_LEFT_OUT = {("play", "static"), ("play", "browser")}


def _write_service_worker(out: Path) -> int:
    """Writes the service worker, which keeps all files by their hashes; returns their size."""
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name != "sw.js")
    hashes = {path.relative_to(out).as_posix(): _hash(path) for path in files}
    hashes[""] = hashes.pop("index.html")
    (out / "sw.js").write_text(_constants({"FILES": hashes}) + lean(_own("sw.js")), encoding="utf-8")
    return sum(path.stat().st_size for path in files)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--wheels", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--examples", type=click.Path(file_okay=False, exists=True, path_type=Path))
def main(folder: Path, pyodide: Path, wheels: Path, examples: Path | None) -> None:
    """Write the page with the package inside into FOLDER."""
    try:
        size = build(folder, pyodide, wheels, examples)
    except Missing as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{folder}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
