"""The product's settings, but for what tests must not touch (data), wait for (passwords) or leave to chance (dice)."""

import os

from tests import postgres
from tests.places import scratch

NAMES = (
    "ALLOWED_HOSTS", "CAMPAIGNS", "DATABASE_URL", "DEBUG", "DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET", "EMAIL_HOST",
    "EMAIL_URL", "HOST", "METRICS_TOKEN", "PORT", "PUBLIC_URL", "SECRET_KEY", "SIGNUP",
)  # fmt: skip
for name in NAMES:
    os.environ.pop(name, None)  # the developer's own environment decides nothing here

ON_POSTGRESQL = os.environ.get("TEST_DATABASE", "sqlite") == "postgresql"
os.environ["DATA"] = str(scratch("data"))
os.environ["DB_POOL"] = "30"
if ON_POSTGRESQL:
    os.environ["DATABASE_URL"] = postgres.url()
DATABASE_ADDRESS = os.environ.get("DATABASE_URL", "")  # of the server, for tests that make databases of their own

from caerbannog_site.settings import *  # noqa: E402, F403
from caerbannog_site.settings import DATA, DATABASES, INSTALLED_APPS, STORAGES  # noqa: E402

if not ON_POSTGRESQL:
    # A file, so that the threads and processes of one test see one database.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA / "test.sqlite3")}

# Message ids are English, so tests can quote them; what is Polish asks for Polish.
LANGUAGE_CODE = "en"
HOST_NAMES = ["localhost", ".local", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DICE_SOURCE = "tests.dice.thrown"
LIVE_HEARTBEAT = 1
ROLLS_A_MINUTE = MESSAGES_A_MINUTE = 100_000  # tests are faster than people
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
INSTALLED_APPS = ["whitenoise.runserver_nostatic", *INSTALLED_APPS]
LOGGING = {"version": 1, "disable_existing_loggers": False}
