"""Pages of another origin that the host allowed: what a browser asks before it lets them act, and after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Visitor, site

FRIEND = "https://www.example.org"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
BODY = {"game": "islands", "seats": 2}


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Visitor]:
    """Return a visitor of a site that allows one other origin."""
    with site(f"sqlite:///{tmp_path / 'tablee.db'}", origins=(FRIEND,)) as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def test_a_preflight_request_is_answered(ann: Visitor) -> None:
    answer = ann.http.options("/api/tables", headers={"Origin": FRIEND, **PREFLIGHT})
    headers = answer.headers
    assert (204, FRIEND, "true") == (
        answer.status_code,
        headers["access-control-allow-origin"],
        headers["access-control-allow-credentials"],
    )
    assert {"authorization", "content-type"} == set(headers["access-control-allow-headers"].split(", "))
    paths = ann.get("/openapi.json")["paths"]
    used = {method.upper() for operations in paths.values() for method in operations}
    assert used <= set(headers["access-control-allow-methods"].split(", "))


def test_the_page_may_read_the_answer(ann: Visitor) -> None:
    for answer in (
        ann.http.post("/api/tables", json=BODY, headers={"Origin": FRIEND}),
        ann.http.get("/api/tables", headers={"Origin": FRIEND}),
        ann.http.post("/api/tables", json={"game": "nothing", "seats": 2}, headers={"Origin": FRIEND}),
    ):
        assert FRIEND == answer.headers["access-control-allow-origin"]
        assert "Origin" == answer.headers["vary"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://www.example.org.evil.example"])
def test_other_pages_may_not(ann: Visitor, origin: str) -> None:
    preflight = ann.http.options("/api/tables", headers={"Origin": origin, **PREFLIGHT})
    assert 403 == preflight.status_code
    read = ann.http.get("/api/tables", headers={"Origin": origin})
    assert not [
        name for each in (preflight, read) for name in each.headers if name.startswith("access-control")
    ]


def test_a_page_with_a_token_acts(ann: Visitor) -> None:
    token = ann.http.post("/api/visitor", headers={"Origin": FRIEND}).json()["token"]
    ann.http.cookies.clear()
    headers = {"Origin": FRIEND, "Authorization": f"Bearer {token}"}
    made = ann.http.post("/api/tables", json={**BODY, "name": "Ann"}, headers=headers)
    assert 201 == made.status_code
    found = ann.http.get(f"/api/tables/{made.json()['id']}", headers=headers)
    assert 0 == found.json()["you"]
