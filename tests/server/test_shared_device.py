"""Tests of a shared device: several people with one cookie, each with a seat, a connection and a view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.site import IDS, Visitor, site

GAME = "islands"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Visitor]:
    """Return a visitor of a new server; several people share its cookie."""
    with site(f"sqlite:///{tmp_path / 'tablee.db'}") as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def send(device: Visitor, table: str, person: int, kind: str, **values: object) -> None:
    """Send a command of one of the people who share the device."""
    device.post(f"/api/tables/{table}/ask?person={person}", {"t": kind, "id": f"p{next(IDS)}", **values})


def test_each_person_has_a_seat_a_connection_and_a_view(device: Visitor) -> None:
    table = device.post("/api/tables?person=1", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    send(device, table, 2, "sit", name="Ben")
    for person in (1, 2):
        send(device, table, person, "ready")
    assert [0, 1, None] == [
        device.get(f"/api/tables/{table}{query}")["you"] for query in ("?person=1", "?person=2", "")
    ]
    with device.connect(table, "?person=1") as one, device.connect(table, "?person=2") as two:
        for ply in range(4):
            seat = one.wait_for_ply(ply)["actors"][0]
            mover, waiting = (one, two) if seat == 0 else (two, one)
            assert [] == waiting.wait_for_ply(ply)["moves"]
            assert "not-your-turn" == waiting.request("play", words="draw top")["code"]
            assert "answer" == mover.request("play", words=mover.wait_for_ply(ply)["moves"][0], seen=ply)["t"]
        assert (0, 1) == (one.update["you"], two.update["you"])


def test_the_people_of_another_device_are_others(device: Visitor) -> None:
    table = device.post("/api/tables?person=1", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    other = Visitor(device.address)
    other.post("/api/tables", {"game": GAME, "seats": 2})
    assert other.get(f"/api/tables/{table}?person=1")["you"] is None
    other.close()


@pytest.mark.parametrize("person", ["", "0", "9", "01", "-1", "x", "1.5", "²", "1" * 5_000])
def test_a_wrong_number_of_a_person_is_refused(device: Visitor, person: str) -> None:
    table = device.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    answer = device.http.get(f"/api/tables/{table}", params={"person": person})
    assert (400, "bad-hand") == (answer.status_code, answer.json()["code"])
    assert (
        400
        == device.http.post(
            "/api/tables", params={"person": person}, json={"game": GAME, "seats": 2}
        ).status_code
    )
    with device.connect(table, f"?person={person}") as client, pytest.raises(ConnectionClosed):
        client.wait_for("update")
