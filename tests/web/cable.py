"""A cable between one browser and the server, which can be pulled out and plugged in again."""

import socket
import time
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit


class Cable:
    """Passes bytes on in both directions; while it is cut, nothing passes and nobody is answered.

    `delay` is how many seconds later what the server says arrives: a server far away.
    """

    def __init__(self, address: str, delay: float = 0.0) -> None:
        target = urlsplit(address)
        self.target = (target.hostname or "", target.port or 80)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.is_cut = False
        self.delay = delay
        # Bytes that came from the server.
        self.received = 0
        self.ends: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Whatever was connected is so no more."""
        self.is_cut = True
        for end in self.ends:
            hang_up(end)
        self.ends.clear()

    def mend(self) -> None:
        """New connections pass again."""
        self.is_cut = False

    def close(self) -> None:
        """For good."""
        self.cut()
        hang_up(self.listening)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                if self.is_cut:
                    hang_up(near)
                else:
                    self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        far = socket.create_connection(self.target)
        self.ends += [near, far]
        for source, sink in ((near, far), (far, near)):
            Thread(target=self._pump, args=(source, sink, source is far), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, counts: bool) -> None:
        """Bytes from one end to the other, until one of them hangs up."""
        with suppress(OSError):
            while data := source.recv(65_536):
                if counts:
                    self.received += len(data)
                    time.sleep(self.delay)
                sink.sendall(data)
        hang_up(source)
        hang_up(sink)


def hang_up(end: socket.socket) -> None:
    """Close it in both directions, even while another thread waits for it."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
