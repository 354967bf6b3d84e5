"""Tests of the receiving side of a connection: the order of answers, pauses of reading, unexpected errors."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablee.server.realtime.connection import INTERNAL_ERROR, MAX_UNREAD
from tablee.server.realtime.uvicorn_ws import WebSocketTransport
from tests.server.local_device import Device, run, start

GAME = "islands"


def test_messages_that_come_together_are_answered_in_their_order() -> None:
    async def test() -> None:
        device = Device()
        await start(device, GAME)
        sent = [device.send(t="say", text=f"line {number}", name="") for number in range(3)]
        while not {"answer", "refused"} & {each["t"] for each in device.messages[-1:]}:
            await device.next()
        answered = [each["id"] for each in device.messages if each["t"] == "answer"]
        assert sent == answered
        assert device.update is not None
        assert ["line 0", "line 1", "line 2"] == [
            line["text"] for each in device.messages if each["t"] == "update" for line in each["chat"]
        ]
        await device.app.close()

    run(test)


def test_an_unexpected_error_closes_the_connection_and_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        device = Device()
        await start(device, GAME)
        while device.update is None:
            await device.next()

        async def fail(*_: Any) -> int:
            raise RuntimeError("not foreseen")

        monkeypatch.setattr(device.app.registry, "handle", fail)
        device.send(t="say", text="hello", name="")
        while not device.closed:
            await device.next()
        assert [(INTERNAL_ERROR, "internal-error")] == device.closed
        while device.app.rooms.by_table:
            await asyncio.sleep(0)
        while not device.app.registry.monitor.failures["task"]:
            await asyncio.sleep(0)
        await device.app.close()

    run(test)


def test_reading_pauses_while_many_messages_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        device = Device()
        await start(device, GAME)
        assert device.socket is not None
        changes: list[str] = []
        monkeypatch.setattr(device.socket, "pause_reading", lambda: changes.append("pause"))
        monkeypatch.setattr(device.socket, "resume_reading", lambda: changes.append("resume"))
        began, go = asyncio.Event(), asyncio.Event()

        async def wait(*_: Any) -> int:
            began.set()
            await go.wait()
            return 1

        monkeypatch.setattr(device.app.registry, "handle", wait)
        sent = [device.send(t="undo")]
        await began.wait()
        sent += [device.send(t="undo") for _ in range(MAX_UNREAD - 1)]
        while device.socket.received.qsize():
            await asyncio.sleep(0)
        assert [] == changes
        sent.append(device.send(t="undo"))
        while not changes:
            await asyncio.sleep(0)
        assert ["pause"] == changes
        go.set()
        while len(changes) < 2:
            await asyncio.sleep(0)
        assert ["pause", "resume"] == changes
        while len(answered := [each["id"] for each in device.messages if each["t"] == "answer"]) < len(sent):
            await device.next()
        assert sent == answered
        await device.app.close()

    run(test)


@pytest.mark.anyio
async def test_a_websocket_passes_messages_on_at_once() -> None:
    transport = WebSocketTransport.__new__(WebSocketTransport)
    received: list[bytes | None] = []
    transport.on_message, transport.close_sent = received.append, False
    transport.frames, transport.curr_msg_data_type = [b'{"t":', b'"undo"}'], "text"
    transport.send_receive_event_to_app()
    transport.frames, transport.curr_msg_data_type = [b"binary"], "bytes"
    transport.send_receive_event_to_app()
    transport.frames, transport.close_sent = [b"late"], True
    transport.send_receive_event_to_app()
    assert [b'{"t":"undo"}', None] == received
    assert [] == transport.frames
