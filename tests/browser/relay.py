"""A wire that can be cut: a TCP relay between the browser and the server.

Playwright's own set_offline leaves open streams flowing, so a test with it proves nothing.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Relay:
    """drop()     ends every connection and refuses new ones, as a restarting server or a dead router does
    freeze()   keeps them open and passes nothing on, as half-open Wi-Fi does
    restore()  lets everything through again, what was held back included
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.open = True
        self.flowing = threading.Event()
        self.flowing.set()
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def drop(self) -> None:
        self.open = False
        with self.lock:
            for pair in self.pairs:
                for end in pair:
                    _shut(end)
            self.pairs.clear()

    def freeze(self) -> None:
        self.flowing.clear()

    def restore(self) -> None:
        self.open = True
        self.flowing.set()

    def close(self) -> None:
        self.flowing.set()
        self.drop()
        _shut(self.listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return  # closed
            if not self.open:
                _shut(near)
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                _shut(near)
                continue
            with self.lock:
                self.pairs.append((near, far))
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.flowing.wait()
                sink.sendall(data)
        _shut(source)
        _shut(sink)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
