"""What every test has. People and their table come from cast.py, dice from dice.py."""

from __future__ import annotations

import gc
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db.models.signals import post_migrate
from django.dispatch import receiver

from sessions import drawings
from tests import dice as dice_module

# The same examples at every run, however slow the machine: what fails once fails again.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")

BROWSER = Path(__file__).parent / "browser"
NEEDS_DATABASE = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, not in each worker
        call_command("messages", "--compile", verbosity=0)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the collector of garbage need not look at it again and again, which
    took a sixth of the suite's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_report_header() -> str:
    return f"database: {settings.DATABASES['default']['ENGINE'].rsplit('.', 1)[-1]}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """PostgreSQL is for tests that a database can make differ: of the browser's, those marked `live`."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()) or item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.browser)  # a run of their own: Playwright keeps a loop in its worker's thread
    wanted = _differs if settings.ON_POSTGRESQL else _needs_one_process
    chosen = [item for item in items if wanted(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen


def _needs_one_process(item: pytest.Item) -> bool:
    return item.get_closest_marker("processes") is None


def _differs(item: pytest.Item) -> bool:
    if item.get_closest_marker("browser"):
        return item.get_closest_marker("live") is not None
    if item.get_closest_marker("alike"):
        return False
    return item.get_closest_marker("django_db") is not None or bool(
        NEEDS_DATABASE & set(getattr(item, "fixturenames", ()))
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A cursor in the traceback of an earlier test's error would keep SQLite's log of writes from beginning anew."""
    if "transactional_db" in getattr(item, "fixturenames", ()):
        gc.collect()


@pytest.fixture(autouse=True)
def dice():
    """Fixed dice: `dice.next(5, 7, 4)`, or `dice.real()` for chance. An ask beyond them fails the test."""
    dice_module.queue.reset()
    yield dice_module.queue
    beyond = dice_module.queue.beyond
    dice_module.queue.reset()
    assert not beyond, f"dice were thrown that nobody laid out: {beyond}"


@pytest.fixture(autouse=True)
def no_drawings_begun():
    """Rows of an emptied database come again with the same keys."""
    yield
    drawings._begun.clear()


@receiver(post_migrate)
def forget_who_has_knocked(sender, **_) -> None:
    """Django sends this, too, when a test without a transaction is over and its rows are thrown away: those that are
    of no model (settings.CACHES) as well, lest limits count from test to test.
    """
    if sender.label == "accounts":
        cache.clear()


@pytest.fixture
def table(db):
    """The campaign with the whole cast (cast.py)."""
    from tests.cast import make_table

    return make_table()


@pytest.fixture
def campaign(table):
    return table.campaign


@pytest.fixture
def julio(table):
    """Bartek's character."""
    return table.julio


@pytest.fixture
def rosalia(table):
    """Celina's character."""
    return table.rosalia


@pytest.fixture
def guard(table):
    """An NPC that everybody knows."""
    return table.guard


@pytest.fixture
def shade(table):
    """A hidden NPC."""
    return table.shade


def _person(name: str):
    @pytest.fixture(name=name)
    def person(table):
        return table.people[name]

    return person


alicja = _person("alicja")
bartek = _person("bartek")
celina = _person("celina")
daniel = _person("daniel")
ewa = _person("ewa")
filip = _person("filip")
gustaw = _person("gustaw")
henryk = _person("henryk")
iga = _person("iga")


@pytest.fixture
def client_of(db):
    """client_of(user) -> a Client in which that person is signed in."""
    from tests import cast

    return cast.client_of


@pytest.fixture
def viewer(db):
    """viewer(user, campaign) -> the Viewer with which this person acts there."""
    from tests import cast

    return cast.viewer


@pytest.fixture
def servers(transactional_db):
    """servers.start() -> a real server process on this test's database (servers.py)."""
    from tests.servers import Servers

    processes = Servers()
    yield processes
    processes.end()
