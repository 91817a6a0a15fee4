"""An image built without Docker: each step of the Dockerfile, in a folder that stands for the container's root."""

from __future__ import annotations

import fnmatch
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from tests.docs.hosting.started import environment

SOURCE = Path(settings.BASE_DIR)
FILE = SOURCE / "docs" / "hosting" / "Dockerfile"
OWN_PATHS = ("/data", "/tmp/build")  # what commands name with a path from the root


def steps() -> Iterator[tuple[str, str]]:
    """(instruction, what it says) of each step."""
    lines = [line for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        instruction, _, rest = line.partition(" ")
        yield instruction, rest.strip()


def ignored(path: str) -> bool:
    """Whether the build leaves this file or folder out (a path from the top of the repository)."""
    for pattern in Path(f"{FILE}.dockerignore").read_text().splitlines():
        if pattern.startswith("**/") and fnmatch.fnmatch(Path(path).name, pattern[3:]):
            return True
        if pattern and not pattern.startswith("#") and fnmatch.fnmatch(path, pattern):
            return True
    return False


@dataclass
class Image:
    """`says` holds the last word of each instruction; `env` is what a container begins with."""

    root: Path
    folder: Path = Path("/")
    env: dict[str, str] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)

    def build(self) -> None:
        for instruction, rest in steps():
            self.says[instruction] = rest
            if step := getattr(self, f"_{instruction.lower()}", None):
                step(rest)

    def inside(self, text: str) -> str:
        """Paths from the container's root, where they are here."""
        for path in OWN_PATHS:
            text = text.replace(path, f"{self.root}{path}")
        return text

    def command(self, instruction: str) -> list[str]:
        """What CMD or HEALTHCHECK runs."""
        return json.loads(self.says[instruction][self.says[instruction].index("[") :])

    def run(self, command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        env = environment({**self.env, **more})
        env["PATH"] = f"{self.root}/usr/local/bin:{Path(sys._base_executable).parent}:{env['PATH']}"
        env.pop("UV_NO_CACHE", None)  # this machine's cache has the packages
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True)

    def _workdir(self, path: str) -> None:
        self.folder = self.root / path.lstrip("/")
        self.folder.mkdir(parents=True)

    def _env(self, pairs: str) -> None:
        self.env |= dict(pair.split("=", 1) for pair in shlex.split(self.inside(pairs)))

    def _arg(self, pair: str) -> None:
        """Built for whoever runs the test."""
        name, _, _default = pair.partition("=")
        assert name == "UID"
        self.env["UID"] = str(os.getuid())

    def _copy(self, what: str) -> None:
        *sources, target = what.split()
        if sources[0].startswith("--from="):
            (self.root / target.lstrip("/")).parent.mkdir(parents=True)
            (self.root / target.lstrip("/")).symlink_to(SOURCE / ".venv" / "bin" / Path(target).name)
        elif sources == ["."]:
            shutil.copytree(SOURCE, self.folder, ignore=_left_out, dirs_exist_ok=True)
        else:
            for source in sources:
                shutil.copy(SOURCE / source, self.folder)

    def _run(self, command: str) -> None:
        done = self.run(["sh", "-ec", self.inside(command)])
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def _left_out(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if ignored(str((Path(folder) / name).relative_to(SOURCE)))}
