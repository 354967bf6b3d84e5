"""Tests of hostile input: no status 500, no crash, no growth of memory, no effect on other tables."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablee import games
from tablee.core.exercise import exercises_of
from tablee.core.lesson import lessons
from tests.server.crash import Process
from tests.server.hostile import BINARY, TEXT, Context, Frame, Messages
from tests.server.site import SocketClient, Visitor, wait_for_turn

GAME = "islands"
FRAMES = 2_000
KNOWN: dict[str, list[Any]] = {"words": ["draw top"], "seen": [0], "bot": ["random"]}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.anyio
async def test_random_frames_at_a_websocket(sqlite_url: str) -> None:
    """Send thousands of odd frames: each is answered or the WebSocket is closed, and memory does not grow."""
    process = Process(sqlite_url, None)
    try:
        await process.wait_until_ready()
        address = f"http://127.0.0.1:{process.port}"
        victim, attacker = Visitor(address, "Ann"), Visitor(address, "Eve")
        quiet = victim.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2, "bot": "random"})["id"]
        before = wait_for_turn(victim, quiet)
        table = attacker.post("/api/tables", {"game": GAME, "seats": 2, "name": "Eve"})["id"]
        messages = Messages(attacker.get("/openapi.json"), random.Random("hostile"))
        attack(attacker, table, messages)
        grown = process.memory()
        attack(attacker, table, messages)
        assert process.memory() < grown + 20_000
        assert before == wait_for_turn(victim, quiet)
        assert "incident" not in victim.http.get("/metrics").text
        victim.close()
        attacker.close()
    finally:
        process.kill()


def attack(attacker: Visitor, table: str, messages: Messages) -> None:
    """Send FRAMES frames, through a new WebSocket whenever one is closed."""
    sent, codes = 0, set[int]()
    while sent < FRAMES:
        with attacker.connect(table, max_queue=None) as client:
            try:
                for _ in range(min(200, FRAMES - sent)):
                    sent += 1
                    send(client, messages.frame(Context([table], [], KNOWN)))
                probe(client)
            except ConnectionClosed as closed:
                codes.add(closed.rcvd.code if closed.rcvd else 0)
    assert codes <= {1003, 1007, 1008, 1009, 4408, 4429}


def send(client: SocketClient, frame: Frame) -> None:
    """Send a frame, unless the client is not able to: it sends no frame that breaks the protocol."""
    if frame.opcode == BINARY:
        client.websocket.send(frame.payload)
    elif frame.opcode == TEXT and not frame.closes:
        client.websocket.send(frame.payload.decode())


def probe(client: SocketClient) -> None:
    """Check that the connection still answers."""
    assert client.request("say", text="  ")["t"] == "refused"


def send_huge(client: SocketClient) -> None:
    """Send a huge frame, then read; the server may close the connection before it has received all of it."""
    client.websocket.send("x" * 1_000_000)
    client.wait_for("never")


def test_a_huge_frame_closes_the_websocket(address: str) -> None:
    visitor = Visitor(address)
    table = visitor.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    with visitor.connect(table) as client, pytest.raises(ConnectionClosed) as closed:
        send_huge(client)
    assert closed.value.rcvd is not None
    assert 1009 == closed.value.rcvd.code
    visitor.close()


def test_schemathesis_finds_nothing(address: str, tmp_path: Path) -> None:
    """Call every endpoint by its OpenAPI description with good and bad values, as a seated visitor."""
    visitor = Visitor(address)
    token = visitor.post("/api/visitor")["token"]
    visitor.http.headers["Authorization"] = f"Bearer {token}"
    table = visitor.post("/api/play", {"game": GAME, "name": "Eve", "seats": 2})["id"]
    group, of_other = groups_with(visitor, address)
    make_public_profile(address, "Public")
    visitor.close()
    lesson = lessons(games.load(GAME))[0].name
    lesson_values = f'"path.game" = "{GAME}"\n"path.lesson" = "{lesson}"\n'
    race = next(game for game in games.all() if not game.passes_round)
    exercise_values = f'"path.game" = "{race.key}"\n"path.exercise" = "{next(iter(exercises_of(race)))}"\n'
    (tmp_path / "schemathesis.toml").write_text(
        f'[parameters]\n"path.table" = "{table}"\n"path.group" = "{group}"\n'
        f'[[operations]]\ninclude-path = "/api/people/{{name}}"\n'
        f'[operations.parameters]\n"path.name" = "Public"\n'
        f'[[operations]]\ninclude-path = "/api/groups/{{group}}/delete"\n'
        f'[operations.parameters]\n"path.group" = "{of_other}"\n'
        f'[[operations]]\ninclude-path-regex = "^/api/games/.*lesson"\n'
        f"[operations.parameters]\n{lesson_values}"
        f'[[operations]]\ninclude-path-regex = "^/api/exercises/.*exercise"\n'
        f"[operations.parameters]\n{exercise_values}"
    )
    command = [str(Path(sys.executable).with_name("st")), "run", f"{address}/openapi.json"]
    command += ["--header", f"Authorization: Bearer {token}", "--seed", "1", "--max-examples", "15"]
    command += ["--phases", "examples,coverage,fuzzing", "--workers", "1", "--no-color"]
    command += ["--checks", "not_a_server_error,status_code_conformance,content_type_conformance"]
    command += ["--checks", "response_schema_conformance"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 0 == found.returncode, found.stdout[-6_000:]
    assert "Missing test data" not in found.stdout, found.stdout[-6_000:]


def make_public_profile(address: str, name: str) -> None:
    """Create an account whose profile everybody may read."""
    visitor = Visitor(address)
    visitor.post("/api/account", {"name": name, "password": "correct horse"})
    visitor.post("/api/me/profile", {"public": True})
    visitor.close()


def groups_with(visitor: Visitor, address: str) -> tuple[str, str]:
    """Return a group of the visitor, who cannot leave it, and one of another person, which stays."""
    other, made = Visitor(address), []
    for owner, member in ((visitor, other), (other, visitor)):
        group = owner.post("/api/groups", {"group": "Group", "name": "Eve"})
        member.post("/api/groups/join", {"code": group["code"], "name": "Eve"})
        made.append(group["id"])
    other.close()
    return made[0], made[1]
