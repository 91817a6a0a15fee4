"""The Dockerfile's steps and the compose file's words, run without Docker."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml
from django.conf import settings

from tests import postgres
from tests.docs.hosting.image import FILE, SOURCE, Image, ignored
from tests.docs.hosting.started import started
from tests.servers import free_port

HOSTING = SOURCE / "docs" / "hosting"
ENV_FILE = {"PUBLIC_URL": "https://table.example", "POSTGRES_PASSWORD": "s3cret"}


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Image:
    made = Image(tmp_path_factory.mktemp("image"))
    made.build()
    return made


@pytest.fixture(scope="module")
def compose() -> dict:
    """The compose file with the variables of its .env."""
    text = (HOSTING / "compose.yaml").read_text()
    return yaml.safe_load(re.sub(r"\$\{(\w+)(:\?[^}]*)?\}", lambda found: ENV_FILE[found[1]], text))


@pytest.fixture
def database():
    """An empty database on a real PostgreSQL."""
    address = urlsplit(postgres.url())
    with psycopg.connect(postgres.url(), autocommit=True) as server:
        server.execute("CREATE DATABASE composed")
    yield address._replace(path="/composed").geturl()
    with psycopg.connect(postgres.url(), autocommit=True) as server:
        server.execute("DROP DATABASE composed WITH (FORCE)")


def test_the_composed_image_serves_is_found_healthy_and_stops(image, compose, database):
    assert not list((image.root / "data").iterdir()), "a key or a table is in the image"
    assert list(image.folder.glob("locale/*/LC_MESSAGES/*.mo"))
    given = {**image.env, **compose["services"]["table"]["environment"], "DATABASE_URL": database}
    given |= {"HOST": "127.0.0.1", "PORT": str(free_port())}
    with started(image.command("CMD"), image.folder, given):
        healthy = image.run(image.command("HEALTHCHECK"), PORT=given["PORT"])
        assert healthy.returncode == 0, healthy.stderr
    assert image.run(image.command("HEALTHCHECK"), PORT=given["PORT"]).returncode != 0
    assert (image.root / "data" / "secret_key").exists()


def test_it_builds_with_the_tools_and_the_python_of_the_makefile():
    text = FILE.read_text()
    assert re.search(r"/uv:(\S+) ", text)[1] == re.search(r"UV_VERSION := (\S+)", (SOURCE / "Makefile").read_text())[1]
    assert (3, 11) <= tuple(int(part) for part in re.search(r"FROM python:(\d+\.\d+)", text)[1].split(".")) < (3, 14)


@pytest.mark.parametrize("path", [".git", ".venv", "data", "tests", "docs/hosting/.env", "sheets/__pycache__"])
def test_neither_data_nor_tools_get_into_the_image(path):
    assert ignored(path)


@pytest.mark.parametrize("path", ["manage.py", "uv.lock", "caerbannog_site", "docs/hosting", "static", "locale"])
def test_what_serves_gets_into_it(path):
    assert not ignored(path)


def test_the_services_of_the_compose_file_fit_together(compose):
    table, database = compose["services"]["table"], compose["services"]["database"]
    assert (HOSTING / table["build"]["context"]).resolve() == SOURCE
    assert (SOURCE / table["build"]["dockerfile"]) == FILE
    address = urlsplit(table["environment"]["DATABASE_URL"])
    told = database["environment"]
    assert (address.username, address.password, address.path) == (
        told["POSTGRES_USER"], told["POSTGRES_PASSWORD"], f"/{told['POSTGRES_DB']}"
    )  # fmt: skip
    assert [address.hostname] == list(table["depends_on"]) == ["database"]
    mounts = [mount.partition(":")[0] for service in (table, database) for mount in service["volumes"]]
    assert sorted(mounts) == sorted(compose["volumes"])
    assert table["volumes"][0].endswith(":/data")


def test_its_port_is_open_to_a_proxy_on_this_machine_alone(compose, image):
    (port,) = compose["services"]["table"]["ports"]
    assert port == f"127.0.0.1:8000:{image.env['PORT']}"
    assert image.env["HOST"] == "0.0.0.0"
    assert image.says["EXPOSE"] == image.env["PORT"]


def test_every_variable_in_the_shipped_files_is_one_that_the_readme_knows(compose, image):
    known = set(re.findall(r"`([A-Z_]+)`", (Path(settings.BASE_DIR) / "README.md").read_text()))
    used = set(compose["services"]["table"]["environment"]) | set(image.env)
    assert used - {"UID", "UV_NO_CACHE", "UV_PYTHON_DOWNLOADS"} <= known
