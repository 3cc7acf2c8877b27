"""The web server of ``gridwright play``: routes, and the files of the page. Everything it knows is in ``service``."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .document import paint_style
from .editing import Editing
from .guard import PICTURE_POLICY, Guard, TooLarge
from .service import PICTURES, Refused, Service

_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json",
}  # fmt: skip
_MAKERS = ("spf", "json", "plain", "puzzlink", "pzprv3", "sgt", "sudoku", "non", "nyt-pips")


def page_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, each with its media type."""
    found = {"paints.css": (paint_style().encode(), _TYPES[".css"])}
    for file in files(__package__).joinpath("static").iterdir():
        ending = file.name[file.name.rfind(".") :]
        if ending in _TYPES:
            found[file.name] = file.read_bytes(), _TYPES[ending]
    return found


def make_app(service: Service, hosts: list[str]) -> Starlette:
    """The application; ``hosts`` are the names and ports under which it may be called."""
    page = page_files()
    editing = Editing(service)

    async def static(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in page:
            return JSONResponse({"error": "There is no such file."}, 404)
        data, kind = page[name]
        return Response(data, media_type=kind)

    async def file(request: Request) -> Response:
        kind = request.path_params["kind"]
        return await _answered(lambda: _file(service, request.path_params["id"], kind))

    async def cached_puzzle(request: Request) -> Response:
        id = request.path_params["id"]
        return await _answered(lambda: JSONResponse(service.puzzle(id), headers={"etag": f'"{id}"'}))

    def get(path: str, call: Callable[..., Any]) -> Route:
        async def answer(request: Request) -> Response:
            return await _answered(lambda: JSONResponse(call(**request.path_params)))

        return Route(path, answer, methods=["GET"])

    def post(path: str, call: Callable[..., Any], method: str = "POST") -> Route:
        async def answer(request: Request) -> Response:
            told = await _told(request)
            if isinstance(told, Response):
                return told
            return await _answered(lambda: JSONResponse(call(**request.path_params, told=told)))

        return Route(path, answer, methods=[method])

    routes = [
        Route("/", static), Route("/{name:str}", static),
        get("/api/puzzles", service.puzzles),
        Route("/api/puzzles/{id}", cached_puzzle),
        get("/api/puzzles/{id}/position", service.position),
        post("/api/puzzles/{id}/position", service.save_position, "PUT"),
        post("/api/puzzles/{id}/saved", service.save_position),
        post("/api/puzzles/{id}/judge", service.judge),
        post("/api/puzzles/{id}/hint", service.hint),
        post("/api/puzzles/{id}/forced", service.forced),
        post("/api/puzzles/{id}/replay", service.replay),
        post("/api/puzzles/{id}/rate", service.rate),
        post("/api/puzzles/{id}/candidates", service.candidates),
        get("/api/puzzles/{id}/formats", service.formats),
        Route("/api/puzzles/{id}/file.{kind}", file),
        post("/api/open", lambda told: service.opened(_text(told))),
        post("/api/generate", service.generate),
        post("/api/generate", service.cancel, "DELETE"),
        get("/api/settings", service.storage.settings),
        post("/api/settings", service.save_settings, "PUT"),
        get("/api/genres", editing.genres),
        get("/api/drafts", editing.drafts),
        post("/api/drafts/{id}", editing.save, "PUT"),
        post("/api/drafts/{id}", editing.remove, "DELETE"),
        *(post(f"/api/draft/{name}", call) for name, call in editing.calls.items()),
    ]  # fmt: skip
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


async def _told(request: Request) -> dict[str, Any] | Response:
    """The object that a request holds, or what is answered if it holds none."""
    try:
        told = json.loads(await request.body() or b"{}")
    except TooLarge:
        return JSONResponse({"error": "The request is too large."}, 413)
    except (ValueError, RecursionError):
        return JSONResponse({"error": "The request is no JSON."}, 400)
    if not isinstance(told, dict):
        return JSONResponse({"error": "The request must be an object."}, 400)
    return told


def _text(told: dict[str, Any]) -> str:
    text = told.get("text")
    if not isinstance(text, str) or not text.strip():
        raise Refused(422, "There is no text.")
    return text


async def _answered(call: Callable[[], Response]) -> Response:
    """What a call in a thread gives, or what it refuses."""
    try:
        return await run_in_threadpool(call)
    except Refused as refused:
        return JSONResponse({"error": str(refused), **refused.more}, refused.status)


def _file(service: Service, id: str, kind: str) -> Response:
    data, media = service.export(id, kind)
    headers = {"content-security-policy": PICTURE_POLICY}
    if kind not in PICTURES:
        headers["content-disposition"] = f'attachment; filename="puzzle.{"txt" if kind not in _MAKERS else kind}"'
    return Response(data, media_type=media, headers=headers)
