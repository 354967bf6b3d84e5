"""A TCP proxy between one browser and the server, whose connections a test can cut."""

import socket
import time
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit


class TcpProxy:
    """Forwards bytes in both directions; while disconnected it closes every connection.

    `delay`: seconds added before each chunk from the server, to simulate a distant one. `limit`: after so
    many bytes from the server it forwards nothing more until the next reconnection.
    """

    def __init__(self, address: str, delay: float = 0.0) -> None:
        target = urlsplit(address)
        self.target = (target.hostname or "", target.port or 80)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.is_disconnected = False
        self.delay = delay
        self.limit: int | None = None
        # Bytes received from the server.
        self.received = 0
        self.sockets: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    @property
    def is_stalled(self) -> bool:
        """Whether the server has sent more than the limit."""
        return self.limit is not None and self.received > self.limit

    def disconnect(self) -> None:
        """Close all connections and accept no new ones."""
        self.is_disconnected = True
        for each in self.sockets:
            close_socket(each)
        self.sockets.clear()

    def reconnect(self) -> None:
        """Accept connections again, without a limit."""
        self.limit = None
        self.is_disconnected = False

    def close(self) -> None:
        """Close all connections and stop listening."""
        self.disconnect()
        close_socket(self.listener)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                if self.is_disconnected:
                    close_socket(client)
                else:
                    self._connect(client)

    def _connect(self, client: socket.socket) -> None:
        server = socket.create_connection(self.target)
        self.sockets += [client, server]
        for source, sink in ((client, server), (server, client)):
            Thread(target=self._pump, args=(source, sink, source is server), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, from_server: bool) -> None:
        """Forward bytes until one side closes. Runs in a thread of its own."""
        with suppress(OSError):
            while data := source.recv(65_536):
                if from_server:
                    self.received += len(data)
                    time.sleep(self.delay)
                    while self.is_stalled:
                        time.sleep(0.01)
                sink.sendall(data)
        close_socket(source)
        close_socket(sink)


def close_socket(each: socket.socket) -> None:
    """Close a socket in both directions, even while another thread is blocked on it."""
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
