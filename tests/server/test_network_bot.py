"""Tests of the example bot in the documentation, which plays over the network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.site import Visitor, site

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "network_bot.py"


def test_two_network_bots_play_to_the_end(sqlite_url: str) -> None:
    with site(sqlite_url) as address:
        host = Visitor(address)
        table = host.post("/api/tables", {"game": "islands", "seats": 2})["id"]
        host.close()
        command = [sys.executable, str(EXAMPLE), address, table]
        bots = [
            subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in ("Ada", "Bob")
        ]
        printed = [bot.communicate(timeout=120)[0] for bot in bots]
    assert [0, 0] == [bot.returncode for bot in bots]
    assert printed[0] == printed[1] != ""


def test_it_is_short() -> None:
    lines = EXAMPLE.read_text("utf-8").split('"""', 2)[2].strip().splitlines()
    assert len(lines) <= 50
