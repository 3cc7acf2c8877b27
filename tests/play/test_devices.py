"""Other devices: the server answers them only if they know its key, and everybody else learns nothing."""

from __future__ import annotations

import http.client
import os
import re
import socket
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.play import devices
from gridwright.play import service as service_module
from gridwright.play.devices import access_key, network_addresses, qr_image, qr_lines
from gridwright.play.service import Service
from gridwright.play.storage import Storage

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from gridwright.play import server as server_module
from gridwright.play.server import ANYWHERE, PortTaken, listen, make_app

from .browser import Server, settled

HOST, KEY = "192.168.1.20:7643", "Abcdefghijklmnopqrstuv-_"
PAGE = f"/?key={KEY}"
PUZZLE = gw.puzzle("Nurikabe", ["2 . .", ". . 3", ". . ."])


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    found = Service(Storage(None))
    found.storage.add(PUZZLE)
    yield found
    found.close()


@pytest.fixture
def client(service: Service) -> TestClient:
    """A device that has not been here before."""
    return TestClient(make_app(service, [HOST], KEY), base_url=f"http://{HOST}")


# -- the key ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [
    "/", "/main.js", "/api/puzzles", "/nothing", "/?key=", f"/?key={KEY[:-1]}", f"/?key={KEY}x", f"/?KEY={KEY}",
    f"/?key={KEY.lower()}", "/?key=%ff%00ü",
])  # fmt: skip
def test_without_the_key_nothing_is_answered(client: TestClient, path: str) -> None:
    found = client.get(path)
    assert found.status_code == 403 and "set-cookie" not in found.headers
    assert "The whole address ends in a key" in found.text and KEY not in found.text
    assert "Nurikabe" not in found.text
    assert "script" not in found.headers["content-security-policy"].replace("script-src 'self'", "")


@pytest.mark.parametrize("value", ["", "x", KEY[:-1], KEY + "x", "ü", f'"{KEY}x"'])
def test_a_wrong_cookie_is_not_enough(client: TestClient, value: str) -> None:
    assert client.get("/", headers={b"cookie": f"gridwright-7643={value}".encode()}).status_code == 403
    other = {"cookie": f"gridwright-7644={KEY}; gridwright={KEY}"}
    assert client.get("/api/puzzles", headers=other).status_code == 403


def test_the_page_for_those_without_the_key_is_plain_and_in_the_language_of_the_page(service: Service) -> None:
    client = TestClient(make_app(service, [HOST], KEY), base_url=f"http://{HOST}")
    found = client.get("/")
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>This address is not complete</h1>" in found.text
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert client.get("/api/puzzles").json()["error"].startswith("The whole address")
    service.save_settings({"language": "de"})
    found = client.get("/")
    service.save_settings({"language": "en"})
    assert '<html lang="de">' in found.text and "Die ganze Adresse endet mit einem Schlüssel" in found.text


def test_the_first_visit_with_the_key_is_remembered_by_a_cookie(client: TestClient) -> None:
    first = client.get(PAGE)
    assert first.text.startswith("<!doctype html>") and "main.js" in first.text
    cookie = first.headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")}
    assert cookie.startswith(f"gridwright-7643={KEY};") and {"httponly", "samesite=strict", "path=/"} <= parts
    assert client.get("/api/puzzles").json()["puzzles"] and "set-cookie" not in client.get("/main.js").headers
    assert "set-cookie" not in client.get(PAGE).headers
    assert client.get("/?key=wrong").status_code == 200, "an old bookmark, in a browser that knows the key"


def test_only_the_address_of_the_page_takes_the_key(client: TestClient) -> None:
    """So that it stands in no other request, and none but a visit sets the cookie."""
    for path in ("/api/puzzles", "/main.js", "/index.html"):
        assert client.get(f"{path}?key={KEY}").status_code == 403
    assert client.post(PAGE, json={}).status_code == 403
    assert client.get("/", headers={"authorization": f"Bearer {KEY}"}).status_code == 403


def test_requests_that_change_something_need_the_key(client: TestClient, service: Service) -> None:
    (id,) = (one["id"] for one in service.puzzles()["puzzles"])
    assert client.put(f"/api/puzzles/{id}/position", json={"rev": 0}).status_code == 403
    assert client.put("/api/settings", json={"theme": "dark"}).status_code == 403
    assert client.request("DELETE", "/api/drafts/a1", json={}).status_code == 403
    assert service.position(id) == {"rev": 0} and "theme" not in service.settings()
    client.get(PAGE)
    assert client.put(f"/api/puzzles/{id}/position", json={"rev": 0}).json() == {"rev": 1}


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://192.168.1.20"},
    {"origin": "http://192.168.1.21:7643"}, {"origin": f"https://{HOST}"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
])  # fmt: skip
def test_other_websites_are_refused_even_with_the_key(client: TestClient, headers: dict[str, str]) -> None:
    client.get(PAGE)
    assert client.get("/api/puzzles", headers=headers).status_code == 403
    assert client.put("/api/settings", headers=headers, json={}).status_code == 403
    found = client.get(PAGE, headers={**headers, "sec-fetch-mode": "cors"})
    assert found.status_code == 403 and "set-cookie" not in found.headers


@pytest.mark.parametrize("host", ["evil.example:7643", "127.0.0.1:7643", "localhost:7643", "192.168.1.20",
                                  "192.168.1.20:80", "0.0.0.0:7643", "192.168.1.21:7643", ""])  # fmt: skip
def test_only_the_announced_addresses_are_answered(client: TestClient, host: str) -> None:
    client.get(PAGE)
    found = client.get(PAGE, headers={"host": host})
    assert found.status_code == 421 and "set-cookie" not in found.headers


def test_without_a_key_there_is_no_cookie(service: Service) -> None:
    """The server for this computer only, as it was."""
    client = TestClient(make_app(service, [HOST]), base_url=f"http://{HOST}")
    for path in ("/", PAGE, "/?key="):
        found = client.get(path)
        assert found.status_code == 200 and "set-cookie" not in found.headers


def test_the_key_is_random_long_and_only_for_its_owner(tmp_path: Path) -> None:
    keys = []
    for name in "ab":
        (tmp_path / name).mkdir()
        keys.append(access_key(tmp_path / name))
        assert access_key(tmp_path / name) == keys[-1]
    assert keys[0] != keys[1] and all(re.fullmatch(r"[\w-]{24}", key) for key in keys)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "a" / "key").stat().st_mode) == 0o600
    for spoilt in ("", "short", KEY + "\n" + KEY, "ü" * 24):
        (tmp_path / "a" / "key").write_text(spoilt, encoding="utf-8")
        fresh = access_key(tmp_path / "a")
        assert re.fullmatch(r"[\w-]{24}", fresh, re.ASCII) and fresh not in (spoilt, *keys)


# -- addresses --------------------------------------------------------------------------------------------------------


def test_all_addresses_are_served_but_only_those_in_use_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "network_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    address = listen(None, ANYWHERE, KEY)
    port = address.port
    assert address.socket.getsockname()[0] == "0.0.0.0"
    assert address.hosts == [f"127.0.0.1:{port}", f"localhost:{port}", f"192.168.1.20:{port}"]
    assert address.url == f"http://127.0.0.1:{port}/?key={KEY}"
    assert address.shared == f"http://192.168.1.20:{port}/?key={KEY}"
    address.socket.close()
    monkeypatch.setattr(server_module, "network_addresses", list)
    with pytest.raises(PortTaken, match="in no network"):
        listen(None, ANYWHERE, KEY)


def test_one_address_is_served_and_announced() -> None:
    address = listen(None, "127.0.0.2", KEY)
    assert address.socket.getsockname()[0] == "127.0.0.2" and address.hosts == [f"127.0.0.2:{address.port}"]
    assert address.url == address.shared == f"http://127.0.0.2:{address.port}/?key={KEY}"
    address.socket.close()
    with pytest.raises(PortTaken, match=r"192\.0\.2\.1 is no address of this computer"):
        listen(None, "192.0.2.1", KEY)
    with pytest.raises(AssertionError):
        listen(None, "127.0.0.2")


def test_the_usual_server_has_no_key_and_no_shared_address() -> None:
    address = listen(None)
    assert (address.key, address.shared, address.url) == ("", "", f"http://127.0.0.1:{address.port}/")
    address.socket.close()


def test_the_address_is_that_of_the_way_out_or_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe:
        own: Any = "192.168.1.20"

        def __init__(self, *kind: int) -> None:
            assert kind == (socket.AF_INET, socket.SOCK_DGRAM), "a connection of this kind sends nothing"

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *fault: object) -> None:
            pass

        def connect(self, to: Any) -> None:
            if self.own is None:
                raise OSError

        def getsockname(self) -> Any:
            return self.own, 1

    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1", "10.0.0.7"]))
    assert network_addresses() == ["192.168.1.20"]
    Probe.own = None
    assert network_addresses() == ["10.0.0.7"]


@pytest.mark.parametrize("host", ["fe80::1", "example.com", "", "0.0.0", "999.1.1.1", "examples"])
def test_what_is_no_address_is_told(host: str) -> None:
    found = CliRunner().invoke(main, ["play", "--no-browser", "--host", host])
    assert found.exit_code == 2 and f"{host!r} is no IPv4 address; 0.0.0.0 stands for any" in found.output


# -- the code ---------------------------------------------------------------------------------------------------------


def test_the_code_is_drawn_alike_in_the_terminal_and_on_the_page() -> None:
    segno = pytest.importorskip("segno")
    address = f"http://192.168.1.20:7643{PAGE}"
    modules = [[bool(one) for one in row] for row in segno.make(address, micro=False).matrix]
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    lines = qr_lines(address)
    rows = [[bool(halves[char][half]) for char in line] for line in lines for half in (0, 1)]
    size = len(modules)
    assert [row[2 : 2 + size] for row in rows[2 : 2 + size]] == modules
    assert qr_image(address).startswith("data:image/svg+xml")


def test_without_the_library_there_is_only_the_address(monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    assert qr_lines("x") == [] and qr_image("x") == ""
    monkeypatch.setattr(service, "shared", "http://192.168.1.20:1/?key=k")
    assert service.device({"part": ""}) == {"address": "http://192.168.1.20:1/?key=k", "code": ""}


@pytest.mark.parametrize("part", ["x y", "play/../x", "<b>", "p=" + "x" * 10, 7, None, "play/a/b", "play/a\n"])
def test_a_code_is_made_only_for_parts_of_the_page(service: Service, part: Any) -> None:
    with pytest.raises(service_module.Refused, match="like play/ID"):
        service.device({"part": part})


# -- in a browser -----------------------------------------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Server]:
    """A server that answers other devices, at an address that is still of this computer only."""
    file = tmp_path / "puzzle.json"
    file.write_text(gw.write(PUZZLE, "json"), encoding="utf-8")
    found = Server(tmp_path / "data", str(file), host="127.0.0.2")
    yield found
    found.kill()


@pytest.mark.slow
def test_a_phone_scans_the_code_and_goes_on_with_the_puzzle(shared: Server, open_page: Any) -> None:
    pytest.importorskip("segno")
    desk, phone = open_page(), open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.goto(shared.url)
    assert "This address is not complete" in phone.inner_text("h1")
    desk.goto(f"{shared.url}?key={shared.key}")
    desk.locator(".puzzles a").first.click()
    desk.wait_for_selector(".board[data-judged]")
    assert "key" not in desk.url and desk.evaluate("document.cookie") == ""
    desk.get_by_role("button", name="More").click()
    desk.get_by_role("button", name="Play on another device").click()
    address = desk.get_by_label("Address").input_value()
    picture = desk.get_by_role("img", name="QR code of the address below")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    phone.goto(address)
    phone.wait_for_selector(".board[data-judged]")
    assert phone.url == desk.url
    phone.locator(".board").tap()
    settled(phone)
    phone.reload()
    phone.wait_for_selector(".board[data-judged]")


@pytest.mark.slow
def test_the_page_of_a_server_for_this_computer_says_how_others_may_play(tmp_path: Path, page: Any) -> None:
    server = Server(tmp_path)
    try:
        page.goto(server.url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Play on another device").click()
        assert "gridwright play --host 0.0.0.0" in page.locator("dialog[open]").inner_text()
        assert server.key == ""
    finally:
        server.kill()


HOSTILE = """<!doctype html><a href="{url}">go</a><script>
const send = (path, method, kind) => fetch("{url}" + path, {{
  method, mode: kind ? "no-cors" : "cors", credentials: "include", headers: kind ? {{ "Content-Type": kind }} : {{}},
  body: method === "GET" ? undefined : '{{"theme": "dark"}}' }}).then(answer => answer.status, () => "refused");
const seen = src => new Promise(done => Object.assign(new Image(), {{
  onload: () => done("seen"), onerror: () => done("refused"), src }}));
Promise.all([send("api/puzzles", "GET"), send("api/settings", "PUT"), send("api/settings", "POST", "text/plain"),
  seen("{url}icon.svg")]).then(all => document.body.dataset.found = all.join());
</script>"""


@pytest.mark.slow
def test_a_page_of_another_website_gets_and_changes_nothing(shared: Server, browser: Any) -> None:
    """The browser has the cookie, and keeps it to itself."""

    class Hostile(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(HOSTILE.format(url=shared.url).encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    other = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    try:
        page.goto(f"{shared.url}?key={shared.key}")
        page.wait_for_selector(".puzzles li")
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        page.wait_for_selector("[data-found]")
        assert page.locator("body").get_attribute("data-found") == "refused,refused,refused,refused"
        page.get_by_text("go").click()
        assert "This address is not complete" in page.inner_text("h1")
        page.goto(shared.url)
        page.wait_for_selector(".puzzles li")
    finally:
        context.close()
        other.shutdown()
        other.server_close()
    assert "theme" not in shared.get("api/settings")


def test_the_terminal_shows_the_address_once_and_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    server = Server(tmp_path, host="127.0.0.2")
    connection = http.client.HTTPConnection("127.0.0.2", server.port, timeout=20)
    connection.request("GET", "/")
    assert connection.getresponse().status == 403
    server.stop()
    assert server.process.stdout is not None
    told = server.process.stdout.read().decode()
    assert told.count(f"{server.url}?key={server.key}") == 1 and "Ctrl-C ends the server" in told
    assert "Warning: Whoever has this address can see and change your puzzles" in told
    assert "█" not in told, "only a terminal shows the code"
