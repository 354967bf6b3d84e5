"""The web client: one page for every address that people use, and the files it loads.

Files whose names carry a digest of their content are kept by browsers for ever; all others are asked for
again. What compresses well is compressed once, when it is first asked for.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.server.http.endpoint import new_token, remember, token_of

STATIC = Path(__file__).parents[2] / "static"
PAGE = "index.html"
# Every address of the client; what it shows there is decided in the browser.
ADDRESSES = ("/", "/t/{table}", "/games/{game}", "/games/{game}/{page}", "/credits", "/account", "/house")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
NOT_BUILT = """<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Tablée</title></head><body>
<h1>Tablée</h1>
<p>Le client n’est pas construit : <code>make play</code>, ou <code>python -m web.build</code>.</p>
<p lang="en">The web client is not built: <code>make play</code>, or <code>python -m web.build</code>.</p>
</body></html>"""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes | None


class Client:
    """The built files, read once."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self._assets: dict[str, Asset] = {}

    def page(self, request: Request) -> Response:
        """The page. Whoever opens it is somebody from now on, so that a socket can know them."""
        asset = self._asset(PAGE)
        response = self._send(request, asset, ASK_AGAIN) if asset else HTMLResponse(NOT_BUILT, 503)
        if token_of(request) is None:
            remember(request, response, new_token())
        return response

    def lost(self, request: Request) -> Response:
        """The page for somebody whose address leads nowhere; it says so."""
        response = self.page(request)
        response.status_code = 404
        return response

    def file(self, request: Request) -> Response:
        """A file the page loads."""
        path = request.url.path.removeprefix("/")
        asset = self._asset(path)
        if asset is None:
            raise HTTPException(404)
        return self._send(request, asset, FOR_EVER if path.startswith("assets/") else ASK_AGAIN)

    def _asset(self, path: str) -> Asset | None:
        if path not in self._assets and self._is_ours(path):
            self._assets[path] = read_asset(self.folder / path)
        return self._assets.get(path)

    def _is_ours(self, path: str) -> bool:
        """Whether it is one of the built files: nothing outside the folder, nothing hidden."""
        file = (self.folder / path).resolve()
        return file.is_file() and file.is_relative_to(self.folder.resolve()) and not file.name.startswith(".")

    def _send(self, request: Request, asset: Asset, keep: str) -> Response:
        headers = {"cache-control": keep, "etag": asset.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(asset.plain, media_type=asset.kind, headers=headers)

    def routes(self) -> list[Route]:
        """The page under all its addresses, then the files: those with a digest, and the few beside them."""
        pages = [Route(address, self.page) for address in ADDRESSES]
        beside = [
            Route(f"/{file.name}", self.file) for file in self.folder.glob("[!.]*.*") if file.name != PAGE
        ]
        return [*pages, Route("/assets/{file}", self.file), *beside]


def read_asset(file: Path) -> Asset:
    """A file with its kind, its tag, and its packed form where that pays."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    plain = file.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if kind.startswith(TEXT) else None
    return Asset(kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"', plain, packed)
