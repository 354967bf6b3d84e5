"""Chat: names, pace and number of lines, and what the host of a table may do about it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.core.errors import Illegal
from tablee.server.domain import commands, decide
from tablee.server.domain.names import name_key
from tablee.server.rate_limit import Rate
from tablee.server.runtime import registry
from tablee.server.storage.event_store import EventStore
from tests.server.site import Visitor, site
from tests.server.table_harness import TableHarness

anyio = pytest.mark.anyio
GAME = "islands"


@pytest.fixture
async def harness(sqlite_store: EventStore) -> TableHarness:
    """Return a private table where A, the host, and B sit."""
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=2)
    await harness.handle("A", commands.Arrange, listed=False)
    return harness


async def refusal(
    harness: TableHarness, visitor_id: str, kind: type[commands.AnyCommand], **values: object
) -> str:
    """Return the code with which a command is refused."""
    with pytest.raises(Illegal) as refused:
        await harness.handle(visitor_id, kind, **values)
    return refused.value.code


@anyio
@pytest.mark.parametrize("name", ["name A", "NAME a", "  name   A ", "ｎａｍｅ Ａ", "nаme A", "ΝΑΜΕ Α"])
async def test_a_spectator_cannot_speak_under_the_name_of_a_seat(harness: TableHarness, name: str) -> None:
    assert "name-of-a-seat" == await refusal(harness, "watcher", commands.Say, text="hello", name=name)
    await harness.handle("A", commands.Say, text="it is me")
    assert 1 == harness.table.chat_count


def test_names_that_differ_have_different_keys() -> None:
    names = ["Ann", "Anna", "Éric", "Eric", "Анна", "Ben", "李", "Ann 2"]
    assert len(names) == len({name_key(name) for name in names})


@anyio
async def test_the_pace_is_that_of_the_visitor(harness: TableHarness) -> None:
    """Neither does another name help, nor can anybody use up the lines of another."""
    count, span = decide.CHAT_PACE
    for number in range(count):
        await harness.handle("watcher", commands.Say, text=f"line {number}", name=f"Wim {number}")
    assert "too-many-lines" == await refusal(
        harness, "watcher", commands.Say, text="more", name="Someone else"
    )
    await harness.handle("other watcher", commands.Say, text="hello", name="Wim 1")
    for number in range(count):
        await harness.handle("A", commands.Say, text=f"line {number}")
    assert "too-many-lines" == await refusal(harness, "A", commands.Say, text="more")
    harness.now += span + 1
    await harness.handle("watcher", commands.Say, text="more", name="Wim")


@anyio
async def test_spectators_leave_half_of_the_lines_to_the_seats(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "MAX_CHAT", 6)
    for number in range(3):
        await harness.handle(f"watcher {number}", commands.Say, text="hello", name="Wim")
    assert "too-many-lines" == await refusal(harness, "watcher 9", commands.Say, text="more", name="Wim")
    for _ in range(3):
        await harness.handle("A", commands.Say, text="hello")
    assert "too-many-lines" == await refusal(harness, "B", commands.Say, text="more")


@anyio
async def test_the_host_mutes_the_author_of_a_line_and_relents(harness: TableHarness) -> None:
    await harness.handle("watcher", commands.Say, text="noise", name="Wim")
    await harness.handle("A", commands.Say, text="please")
    lines = harness.update_for()["chat"]
    assert [(1, -1), (2, 0)] == [(line["number"], line["seat"]) for line in lines]
    assert "not-your-table" == await refusal(harness, "B", commands.Mute, line=1)
    assert "not-your-table" == await refusal(harness, "watcher", commands.Mute, line=2)
    assert "no-such-line" == await refusal(harness, "A", commands.Mute, line=3)
    assert "your-own-line" == await refusal(harness, "A", commands.Mute, line=2)
    await harness.handle("A", commands.Mute, line=1)
    assert [lines[0]["author"]] == harness.update_for()["table"]["muted"]
    assert "muted" == await refusal(harness, "watcher", commands.Say, text="noise", name="Another name")
    await harness.handle("A", commands.Mute, line=1, muted=False)
    assert [] == harness.update_for()["table"]["muted"]
    await harness.handle("watcher", commands.Say, text="sorry", name="Wim")


@anyio
async def test_nothing_that_is_sent_names_a_visitor(harness: TableHarness) -> None:
    await harness.handle("a long visitor id", commands.Say, text="noise", name="Wim")
    await harness.handle("A", commands.Mute, line=1)
    assert "a long visitor id" not in repr([harness.update_for(viewer) for viewer in (-1, 0, 1)])


@anyio
async def test_the_host_removes_a_person_before_the_start(harness: TableHarness) -> None:
    assert "not-your-table" == await refusal(harness, "B", commands.Remove, seat=0)
    assert "your-own-seat" == await refusal(harness, "A", commands.Remove, seat=0)
    assert "no-person-there" == await refusal(harness, "A", commands.Remove, seat=2)
    await harness.handle("A", commands.Remove, seat=1)
    assert "empty" == harness.update_for()["table"]["seats"][1]["kind"]
    assert "removed-from-table" == await refusal(harness, "B", commands.Sit, name="B again")
    await harness.handle("C", commands.Sit, name="C")


@anyio
async def test_nobody_is_removed_from_a_match(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    assert "already-started" == await refusal(harness, "A", commands.Remove, seat=1)


@anyio
async def test_only_the_host_makes_a_private_table_public(harness: TableHarness) -> None:
    assert "not-your-table" == await refusal(harness, "B", commands.Arrange, listed=True)
    await harness.handle("B", commands.Arrange, listed=False)
    await harness.handle("A", commands.Arrange, listed=True)
    # It is public already: the rest may be changed by everybody with a seat.
    await harness.handle("B", commands.Arrange, listed=True)
    assert harness.table.listed


@anyio
async def test_the_table_moves_with_the_seat_of_the_host(harness: TableHarness) -> None:
    assert 0 == harness.update_for()["table"]["host"]
    secret = "a secret that is long enough"
    await harness.handle("A", commands.Lend, key=hashlib.sha256(secret.encode()).hexdigest())
    await harness.handle("phone", commands.Claim, secret=secret)
    assert 0 == harness.update_for()["table"]["host"]
    await harness.handle("phone", commands.Arrange, listed=True)
    assert "not-your-table" == await refusal(harness, "A", commands.Remove, seat=1)


@pytest.fixture
def visitors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Visitor]]:
    """Return three visitors from one address at a site where an address may say two lines."""
    monkeypatch.setattr(registry, "CHATTING", Rate(burst=2, per_second=0.001))
    with site(f"sqlite:///{tmp_path / 'tablee.db'}") as address:
        found = [Visitor(address) for _ in range(3)]
        yield found
        for each in found:
            each.close()


def test_another_cookie_does_not_give_more_lines(visitors: list[Visitor]) -> None:
    table = visitors[0].post("/api/tables", {"game": GAME, "seats": 2})["id"]
    for each in visitors[:2]:
        each.send(table, "say", text="hello", name="Wim")
    assert "too-fast" == visitors[2].refusal(table, "say", text="hello", name="Wim")
    with visitors[0].connect(table) as socket:
        assert "too-fast" == socket.request("say", text="hello", name="Wim")["code"]
