"""A server whose process may die and be back at once: a parent that has loaded the product forks it anew.

Its deaths are real ones: SIGKILL of the process that serves, with whatever it was doing. `python -m tests.forked PORT`
is the parent; each line that it reads starts a server, whose number it prints.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

from django.conf import settings

from tests.servers import PATIENCE


class ForkedServer:
    def __init__(self, port: int, environment: dict[str, str]) -> None:
        self.port = port
        self.parent = subprocess.Popen(
            [sys.executable, "-m", "tests.forked", str(port)], cwd=settings.BASE_DIR, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Once the one before is dead."""
        self.parent.stdin.write("start\n")
        self.parent.stdin.flush()
        self.pid = int(self.parent.stdout.readline())
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.01)
        raise TimeoutError("the server did not open its port")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        self.kill()
        self.parent.stdin.close()
        self.parent.wait(PATIENCE)
        self.parent.stdout.close()


def main(port: int) -> None:
    import uvicorn

    from caerbannog_site.asgi import application

    child = 0
    for _line in sys.stdin:
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if child == 0:
            uvicorn.run(application, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=5)
            os._exit(0)
        print(child, flush=True)
    os.waitpid(child, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
