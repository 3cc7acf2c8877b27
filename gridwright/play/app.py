"""The web server of ``gridwright play``: the files of the page, and its requests, which ``api`` answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .api import Api
from .document import paint_style
from .guard import Guard, TooLarge
from .service import Service

_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json",
}  # fmt: skip


def page_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, each with its media type."""
    found = {"paints.css": (paint_style().encode(), _TYPES[".css"])}
    for file in files(__package__).joinpath("static").iterdir():
        ending = file.name[file.name.rfind(".") :]
        if ending in _TYPES:
            data = file.read_bytes()
            found[file.name] = (lean(data) if ending in (".js", ".css") else data), _TYPES[ending]
    index, kind = found["index.html"]
    found["index.html"] = _with_preloads(index, {name: data for name, (data, _) in found.items()}), kind
    return found


def _with_preloads(index: bytes, files: Mapping[str, bytes]) -> bytes:
    """The page with a link to each module that its first one imports, directly or through others.

    Without these links a browser finds the modules of a module only once it has that one, and asks again and again.
    """
    found = {_FIRST: None}
    for name in (queue := [_FIRST]):
        fresh = [other for other in _IMPORT.findall(files[name].decode()) if other not in found]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in found)
    return index.replace(b"</head>", links.encode() + b"</head>")


_FIRST = "main.js"
_IMPORT = re.compile(r'^import [^;]*?"\./(\w+\.js)";$', re.MULTILINE)
_COMMENT = re.compile(rb"^\s*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
_INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)


def lean(source: bytes) -> bytes:
    """A module or style sheet without comments and indentation. Its lines keep their numbers, which errors name."""
    bare = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)
    return _INDENTATION.sub(b"", bare)


def make_app(service: Service, hosts: list[str]) -> Starlette:
    """The application; ``hosts`` are the names and ports under which it may be called."""
    page, api = page_files(), Api(service)

    async def static(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in page:
            return JSONResponse({"error": "There is no such file."}, 404)
        data, kind = page[name]
        return Response(data, media_type=kind)

    async def asked(request: Request) -> Response:
        try:
            body = await request.body()
        except TooLarge:
            return JSONResponse({"error": "The request is too large."}, 413)
        path = request.path_params["path"]
        found = await run_in_threadpool(api.answer, request.method, path, dict(request.query_params), body)
        return Response(found.data, found.status, dict(found.headers), found.media)

    methods = ["GET", "POST", "PUT", "DELETE"]
    routes = [Route("/", static), Route("/{name:str}", static), Route("/api/{path:path}", asked, methods=methods)]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])
