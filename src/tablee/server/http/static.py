"""Serve the built web client: one page for all its paths, and the files it loads.

Files with a content hash in their name are cached forever; all others are revalidated. The build puts the
compressed forms beside a file (`web/compress.py`); each file is read once, at its first request.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.pieces import REPLACEMENTS
from tablee.server.http.visitors import new_token, set_cookie

STATIC = Path(__file__).parents[2] / "static"
PAGE = "index.html"
# Paths of the client; the browser decides what to show there.
PATHS = (
    "/",
    "/t/{table}",
    "/t/{table}/review",
    "/games/{game}",
    "/games/{game}/{page}",
    "/games/{game}/lessons/{lesson}",
    "/daily",
    "/daily/{day}",
    "/matches",
    "/me",
    "/people/{name}",
    "/host",
    "/friends",
    "/friends/{code}",
    "/groups/{group}",
    "/groups/join/{code}",
    "/account",
    "/notifications",
    "/house",
    "/credits",
    "/offline",
    "/device/{table}",
    "/device/{table}/review",
)
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
# Content codings in order of preference, and how the files of their forms end.
CODINGS = {"br": ".br", "gzip": ".gz"}
# Lists what a device needs to play offline. A device would play with the pieces of the package, so a host who
# has replaced pieces (`core/pieces.py`) does not offer it.
OFFLINE_LIST = "offline.json"
NOT_BUILT = """<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Tablée</title></head><body>
<h1>Tablée</h1>
<p>Le client n’est pas construit : <code>make play</code>, ou <code>python -m web.build</code>.</p>
<p lang="en">The web client is not built: <code>make play</code>, or <code>python -m web.build</code>.</p>
</body></html>"""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class Asset:
    """A file with its media type, ETag and compressed forms by coding."""

    kind: str
    tag: str
    plain: bytes
    packed: dict[str, bytes]


class StaticClient:
    """The built files, each read at its first request. A file has one path: that of the folder's listing."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files = find_files(folder)
        self._assets: dict[str, Asset] = {}

    def page(self, request: Request) -> Response:
        """Return the page, with a visitor cookie for its WebSocket; status 503 if the client is not built."""
        asset = self._asset(PAGE)
        response = self._send(request, asset, REVALIDATE) if asset else HTMLResponse(NOT_BUILT, 503)
        set_cookie(request, response, new_token())
        return response

    def not_found(self, request: Request) -> Response:
        """Return the page with status 404; it shows that the path is unknown."""
        response = self.page(request)
        response.status_code = 404
        return response

    def file(self, request: Request) -> Response:
        """Return a file of the client; raises HTTPException 404."""
        path = request.url.path.removeprefix("/")
        asset = self._asset(path)
        if asset is None:
            raise HTTPException(404)
        return self._send(request, asset, IMMUTABLE if path.startswith("assets/") else REVALIDATE)

    def _asset(self, path: str) -> Asset | None:
        if path not in self._assets and path in self.files:
            self._assets[path] = read_asset(self.files[path])
        return self._assets.get(path)

    def _send(self, request: Request, asset: Asset, keep: str) -> Response:
        headers = {"cache-control": keep, "etag": asset.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        asked = request.headers.get("accept-encoding", "").split(",")
        accepted = {coding.partition(";")[0].strip() for coding in asked}
        for coding, packed in asset.packed.items():
            if coding in accepted:
                headers["content-encoding"] = coding
                return Response(packed, media_type=asset.kind, headers=headers)
        return Response(asset.plain, media_type=asset.kind, headers=headers)

    def routes(self) -> list[Route]:
        """Return the routes: the page at all its paths, hashed files, and files beside the page."""
        pages = [Route(address, self.page) for address in PATHS]
        beside = [Route(f"/{path}", self.file) for path in self.files if "/" not in path and path != PAGE]
        return [*pages, Route("/assets/{file:path}", self.file), *beside]


def find_files(folder: Path) -> dict[str, Path]:
    """Return the visible files of a folder by path, without compressed forms; empty if it does not exist."""
    files = (file for file in folder.rglob("[!.]*") if file.is_file() and file.suffix not in CODINGS.values())
    found = {file.relative_to(folder).as_posix(): file for file in files}
    if os.environ.get(REPLACEMENTS):
        found.pop(OFFLINE_LIST, None)
    return found


def read_asset(file: Path) -> Asset:
    """Read a file and its compressed forms."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    plain = file.read_bytes()
    beside = {coding: file.with_name(file.name + suffix) for coding, suffix in CODINGS.items()}
    packed = {coding: form.read_bytes() for coding, form in beside.items() if form.is_file()}
    return Asset(kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"', plain, packed)
