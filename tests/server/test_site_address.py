"""Links and QR codes: the configured address, or a Host that is one; drawn once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.server.http import routes_links
from tests.server.site import Visitor, site

GAME = "islands"


@pytest.mark.parametrize(
    "host", ["x" * 101, "a b", "example.org/path", "example.org:999999", "<svg>", "user@example.org", "[::1"]
)
def test_a_host_that_is_none_is_refused(ann: Visitor, host: str) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    drawn = routes_links.qr_code.cache_info().misses
    answer = ann.http.get(f"/api/tables/{table}/qr.svg", headers={"Host": host})
    assert 400 == answer.status_code
    assert drawn == routes_links.qr_code.cache_info().misses


@pytest.mark.parametrize("host", ["localhost", "play.example.org:8000", "192.0.2.7", "[2001:db8::1]:8000"])
def test_links_have_the_host_that_the_client_asked_for(ann: Visitor, host: str) -> None:
    answer = ann.http.post("/api/tables", json={"game": GAME, "seats": 2}, headers={"Host": host})
    assert answer.json()["link"].startswith(f"http://{host}/t/")


def test_a_qr_code_is_drawn_once(ann: Visitor) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    drawn = routes_links.qr_code.cache_info().misses
    codes = {ann.http.get(f"/api/tables/{table}/qr.svg").content for _ in range(5)}
    assert (1, 1) == (len(codes), routes_links.qr_code.cache_info().misses - drawn)


def test_the_configured_address_is_used_whatever_the_host_says(tmp_path: Path) -> None:
    public = "https://play.example.org"
    with site(f"sqlite:///{tmp_path / 'tablee.db'}", public_url=public) as address:
        ann = Visitor(address)
        made = ann.http.post(
            "/api/tables", json={"game": GAME, "seats": 2, "name": "Ann"}, headers={"Host": "evil"}
        )
        table = made.json()["id"]
        assert f"{public}/t/{table}" == made.json()["link"]
        link = ann.http.post(f"/api/tables/{table}/link", headers={"Host": "x" * 200}).json()["link"]
        assert link.startswith(f"{public}/t/{table}#seat=")
        codes = {
            ann.http.get(f"/api/tables/{table}/qr.svg", headers={"Host": host}).content
            for host in ("one", "two")
        }
        ann.close()
    assert 1 == len(codes)
