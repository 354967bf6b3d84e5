"""Tests of the static files of the web client: one page for all paths, caching, and no other files."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from tablee.server.http.static import IMMUTABLE, PATHS, StaticClient

SCRIPT = "console.log(1);" * 100


class Browser:
    """A client of an application that serves one folder, in this process."""

    def __init__(self, folder: Path) -> None:
        self.app = Starlette(routes=StaticClient(folder).routes())

    def get(self, path: str, **headers: str) -> httpx.Response:
        async def request() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
                return await client.get(
                    path, headers={name.replace("_", "-"): headers[name] for name in headers}
                )

        return asyncio.run(request())


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>Tablée</title>")
    (static / "icon.svg").write_text("<svg/>")
    (static / ".stamp").write_text("hidden")
    (static / "assets/index-1234.js").write_text(SCRIPT)
    (static / "assets/index-1234.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (static / "assets/python-1234").mkdir()
    (static / "assets/python-1234/python.wasm").write_text("plain")
    (static / "assets/python-1234/python.wasm.gz").write_bytes(b"as gzip")
    (static / "assets/python-1234/python.wasm.br").write_bytes(b"as brotli")
    (static / "offline.json").write_text("{}")
    (static / "offline.json.gz").write_bytes(gzip.compress(b"{}"))
    (tmp_path / "secret.txt").write_text("secret")
    return Browser(static)


@pytest.mark.parametrize(
    "address",
    [
        each.format(
            table="x",
            game="y",
            page="rules",
            lesson="1",
            day="2026-11-1",
            code="ABCD2345",
            group="z",
            name="z",
        )
        for each in PATHS
    ],
)
def test_every_path_of_the_client_is_the_same_page(browser: Browser, address: str) -> None:
    answer = browser.get(address)
    assert "Tablée" in answer.text
    assert "no-cache" == answer.headers["cache-control"]


def test_the_first_page_sets_a_cookie_and_later_ones_do_not(browser: Browser) -> None:
    first = browser.get("/")
    assert "HttpOnly" in first.headers["set-cookie"]
    cookie = first.headers["set-cookie"].partition(";")[0]
    assert "set-cookie" not in browser.get("/", cookie=cookie).headers


def test_files_with_a_digest_are_immutable_and_compressed(browser: Browser) -> None:
    answer = browser.get("/assets/index-1234.js")
    assert (SCRIPT, IMMUTABLE, "gzip") == (
        answer.text,
        answer.headers["cache-control"],
        answer.headers["content-encoding"],
    )
    plain = browser.get("/assets/index-1234.js", accept_encoding="identity")
    assert (SCRIPT, None) == (plain.text, plain.headers.get("content-encoding"))


@pytest.mark.parametrize(
    "accepted, coding, form",
    [("gzip, deflate, br", "br", b"as brotli"), ("br;q=0.5", "br", b"as brotli"), ("zstd", None, b"plain")],
)
def test_a_file_is_sent_in_the_best_form_that_the_browser_accepts(
    browser: Browser, accepted: str, coding: str | None, form: bytes
) -> None:
    async def request() -> tuple[bytes, httpx.Headers]:
        transport = httpx.ASGITransport(browser.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            path, headers = "/assets/python-1234/python.wasm", {"accept-encoding": accepted}
            async with client.stream("GET", path, headers=headers) as answer:
                return b"".join([chunk async for chunk in answer.aiter_raw()]), answer.headers

    content, headers = asyncio.run(request())
    assert (form, coding) == (content, headers.get("content-encoding"))
    assert ("application/wasm", IMMUTABLE) == (headers["content-type"], headers["cache-control"])


def test_a_host_who_has_replaced_pieces_does_not_offer_offline_play(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 200 == browser.get("/offline.json").status_code
    monkeypatch.setenv("TABLEE_PIECES", str(tmp_path))
    assert 404 == Browser(tmp_path / "static").get("/offline.json").status_code


def test_what_has_not_changed_is_not_sent_again(browser: Browser) -> None:
    tag = browser.get("/icon.svg").headers["etag"]
    again = browser.get("/icon.svg", if_none_match=tag)
    assert (304, b"") == (again.status_code, again.content)


@pytest.mark.parametrize(
    "path",
    [
        "/.stamp",
        "/offline.json.gz",
        "/assets/..%2f.stamp",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/none.js",
        "/assets/index-1234.js.gz",
        "/assets/%2e/%2e/index-1234.js",
        "/assets//index-1234.js",
        "/assets/python-1234/%2e%2e/index-1234.js",
        "/assets/%2e/index-1234.js",
        "/assets/nope/..%2findex-1234.js",
        "/assets/python-1234",
        "/%2e%2e/secret.txt",
    ],
)
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert 404 == browser.get(path).status_code


def test_without_a_built_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = Browser(tmp_path).get("/")
    assert 503 == answer.status_code
    assert "python -m web.build" in answer.text


def test_without_a_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = Browser(tmp_path).get("/")
    assert 503 == answer.status_code
    assert "python -m web.build" in answer.text
