"""What stands in front of the table: nginx and Caddy with the files of docs/hosting, at ports of this test's own."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from tests import debian
from tests.servers import PATIENCE

FILES = Path(settings.BASE_DIR) / "docs" / "hosting"
# What Debian's own nginx.conf has around the shipped file, but for the places that only root may write to.
AROUND = """
daemon off;
pid {folder}/nginx.pid;
{user}
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {shipped};
}}
"""


class Proxy:
    """A process that listens on this port once it is made."""

    def __init__(self, command: list[str], port: int, log: Path, **environment: str) -> None:
        with log.open("ab") as written:
            self.process = subprocess.Popen(
                command, stdout=written, stderr=written, env={**os.environ, **environment}, cwd=log.parent
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"it ended at its start:\n{log.read_text()}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        self.end()
        raise TimeoutError(f"it did not open its port:\n{log.read_text()}")

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def nginx(folder: Path, port: int, first: int, second: int) -> Proxy:
    """The shipped file with the table's two processes at these ports."""
    shipped = _written(folder / "table.conf", FILES / "nginx.conf", {
        "listen 80;": f"listen 127.0.0.1:{port};",
        "    listen [::]:80;\n": "",
        "127.0.0.1:8000 ": f"127.0.0.1:{first} ",
        "127.0.0.1:8001 ": f"127.0.0.1:{second} ",
    })  # fmt: skip
    user = "user root;" if os.geteuid() == 0 else ""  # the test's folder is root's alone then
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, shipped=shipped, user=user))
    log = folder / "nginx.log"
    return Proxy([debian.need("nginx"), "-p", str(folder), "-e", str(log), "-c", f"{folder}/nginx.conf"], port, log)


def caddy(folder: Path, port: int, table: int) -> Proxy:
    """The shipped file, but without a certificate: at a plain address of this machine."""
    shipped = _written(folder / "Caddyfile", FILES / "Caddyfile", {
        "\ntable.example {": f"\n{{\n\tadmin off\n}}\n\nhttp://127.0.0.1:{port} {{",
        "reverse_proxy 127.0.0.1:8000": f"reverse_proxy 127.0.0.1:{table}",
    })  # fmt: skip
    command = [debian.need("caddy"), "run", "--adapter", "caddyfile", "--config", str(shipped)]
    return Proxy(command, port, folder / "caddy.log", HOME=str(folder))


def _written(target: Path, shipped: Path, replaced: Mapping[str, str]) -> Path:
    text = shipped.read_text()
    for before, after in replaced.items():
        assert text.count(before) == 1, f"{shipped.name} holds {before!r} {text.count(before)} times"
        text = text.replace(before, after)
    target.write_text(text)
    return target
