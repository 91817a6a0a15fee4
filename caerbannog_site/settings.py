"""Settings, read from the environment; every one has a default that suits one box and one table."""

import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from environs import Env

from caerbannog_site import limits, logs
from caerbannog_site.accounts.settings import *  # noqa: F403

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# Everything that a table must not lose lies in this one folder.
DATA = Path(env.str("DATA", str(BASE_DIR / "data"))).resolve()
DATA.mkdir(parents=True, exist_ok=True)


def _kept_secret(path: Path) -> str:
    """The secret key, made at the first start and kept readable by its owner alone."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", "") or _kept_secret(DATA / "secret_key")
DEBUG = env.bool("DEBUG", False)
PUBLIC_URL = env.str("PUBLIC_URL", "").rstrip("/")
# The names it answers to, beside every private address: hosts.py judges, so Django lets all of them pass.
HOST_NAMES = env.list("ALLOWED_HOSTS", ["localhost", ".local"])
ALLOWED_HOSTS = ["*"]
LISTENS_ON = env.str("HOST", "127.0.0.1"), env.str("PORT", "8000")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [])
if PUBLIC_URL:
    _public = urlsplit(PUBLIC_URL)
    if _public.scheme not in ("http", "https") or not _public.hostname:
        raise ImproperlyConfigured(f"PUBLIC_URL is {PUBLIC_URL!r}; it must be a whole address: https://table.example")
    HOST_NAMES.append(f"[{_public.hostname}]" if ":" in _public.hostname else _public.hostname)
    CSRF_TRUSTED_ORIGINS.append(f"{_public.scheme}://{_public.netloc}")
# Behind a proxy that serves it under a path of its own, every link begins with that path.
FORCE_SCRIPT_NAME = urlsplit(PUBLIC_URL).path or None

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "csp",
    "django_htmx",
    "template_partials",
    "caerbannog_site",
    "caerbannog_site.accounts",
    "sheets",
    "sessions",
]

# All sync, on purpose: one request is one call on one kept thread (asgi.py).
MIDDLEWARE = [
    "caerbannog_site.logs.RequestLog",
    "caerbannog_site.http.HostMiddleware",
    "caerbannog_site.http.SecureCookieMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages shrink to an eighth. No BREACH: the CSRF token is masked anew for each answer, and Django pads the length.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "caerbannog_site.http.ReaderMiddleware",
    "caerbannog_site.http.RefusalMiddleware",
]

ROOT_URLCONF = "caerbannog_site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "caerbannog_site.templatetags.words",
                "caerbannog_site.templatetags.marks",
            ],
        },
    },
]

# --- database ---------------------------------------------------------------------------------------------------

DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA / 'table.sqlite3'}")}
DATABASES["default"].setdefault("OPTIONS", {})  # what the address says after its "?", sslmode for example
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE: a transaction that would write takes the lock at its start and waits, instead of failing half-way.
    DATABASES["default"]["OPTIONS"] |= {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["OPTIONS"] |= {"pool": {"min_size": 1, "max_size": env.int("DB_POOL", 8), "timeout": 20}}
    DATABASES["default"]["CONN_MAX_AGE"] = 0
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What all processes count together: tries at the door (limits.py). Past that many, what is out of date goes first.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- browsers (people: accounts/settings.py) --------------------------------------------------------------------

SESSION_COOKIE_AGE = 400 * 24 * 3600  # a guest has nothing but this cookie
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")  # else as it is asked for (http.py)
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = (FORCE_SCRIPT_NAME or "") + "/"
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 30 * 24 * 3600)  # told over https alone
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'", *DISCORD_ORIGINS],  # noqa: F405
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# --- words and time ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "pl"
LANGUAGES = [("pl", _("Polish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "caerbannog_site.formats"
TIME_ZONE = "Europe/Warsaw"

# --- files ------------------------------------------------------------------------------------------------------

STATIC_URL = (FORCE_SCRIPT_NAME or "") + "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DATA / "uploads"  # never served as files: views check access (sheets/views/portrait.py)
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
FILE_UPLOAD_HANDLERS = [
    "caerbannog_site.uploads.SizeLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- the table --------------------------------------------------------------------------------------------------

# Where dice come from: (sides) -> face. Only the test settings name another source; no environment variable does.
DICE_SOURCE = "rules.dice.system_dice"
LIVE_HEARTBEAT = 15  # seconds
ROLLS_A_MINUTE = env.int("ROLLS_A_MINUTE", limits.ROLLS_A_MINUTE)
MESSAGES_A_MINUTE = env.int("MESSAGES_A_MINUTE", limits.MESSAGES_A_MINUTE)

METRICS_TOKEN = env.str("METRICS_TOKEN", "")  # opens /metrics; without one there is no such page
LOGGING = logs.configuration(env.str("LOG_LEVEL", "INFO"), env.str("LOG_FORMAT", "plain"))
