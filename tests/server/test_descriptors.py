"""Test of a server without free file descriptors: it logs little, and goes on when there are some again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.raw_client import RawClient, is_served, refused, wait_until
from tests.server.site import TIMEOUT, Visitor, free_port

resource = pytest.importorskip("resource")
# Descriptors that are left to the server, and connections that wait for one.
LEFT, WAITING = 4, 40
# The soft limit with which the server is started, and which it raises.
SOFT = 256


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are set by prlimit")
def test_failed_accepts_are_counted_and_logged_once_and_the_server_recovers(tmp_path: Path) -> None:
    port, errors = free_port(), tmp_path / "log"
    address = f"http://127.0.0.1:{port}"
    command = [
        "sh",
        "-c",
        f'ulimit -S -n {SOFT}; exec "$@"',
        "-",
        sys.executable,
        "-m",
        "tablee.cli",
        "serve",
    ]
    command += ["--port", str(port), "--store", f"sqlite:///{tmp_path / 'tablee.db'}"]
    with errors.open("wb") as log:
        server = subprocess.Popen(command, stderr=log)
    try:
        wait_until(lambda: server.poll() is not None or is_served(address))
        visitor = Visitor(address)
        refused(visitor, "no-descriptors")
        assert SOFT < resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0]
        limit_descriptors(server.pid)
        clients = [RawClient(address) for _ in range(WAITING)]
        # The visitor's own connection is served meanwhile.
        wait_until(lambda: refused(visitor, "no-descriptors") >= 2)
        for each in clients:
            each.close()
        wait_until(lambda: is_served(address))
        failures = refused(visitor, "no-descriptors")
        visitor.close()
    finally:
        server.terminate()
        server.wait(TIMEOUT)
    lines = errors.read_text("utf-8").splitlines()
    about = [line for line in map(json.loads, lines) if line["what"] == "no-descriptors"]
    # One line a minute at most, while the server tries once a second or more often.
    assert 1 <= len(about) < failures
    assert not any("accept" in line or "Traceback" in line for line in lines)


def limit_descriptors(process_id: int) -> None:
    """Leave a process a few descriptors beyond those that it has open."""
    most = len(list(Path(f"/proc/{process_id}/fd").iterdir())) + LEFT
    resource.prlimit(process_id, resource.RLIMIT_NOFILE, (most, most))
