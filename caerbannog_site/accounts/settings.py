"""The part of the settings that is about people: who comes in, how they log in, with which passwords."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env

from caerbannog_site import limits

env = Env()


def _one_of(name: str, *choices: str) -> str:
    """The variable's value, the first of the choices without one. Raises ImproperlyConfigured for another word."""
    value = env.str(name, "") or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be {' or '.join(choices)}.")
    return value


# Who makes an account: anybody, those who hold an invitation, nobody. Guests are no accounts (accounts/access.py).
SIGNUP = _one_of("SIGNUP", "open", "invited", "closed")
CAMPAIGNS = _one_of("CAMPAIGNS", "anyone", "hosts")  # who opens a table; `manage.py host` makes somebody a host

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "caerbannog_site.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# An address is never asked to prove itself: it opens nothing but the account that it was typed into, by a mail that
# goes to it alone, and most tables have no mail server. (Discord's word needs more: proofs.py.) So a form must say at
# once that an address is taken; who has forgotten a password is told the same in any case (ResetPasswordForm).
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PREVENT_ENUMERATION = False
ACCOUNT_RATE_LIMITS = limits.RATES
ACCOUNT_SESSION_REMEMBER = None  # the login form asks
ACCOUNT_FORMS = {
    "login": "caerbannog_site.accounts.forms.LoginForm",
    "signup": "caerbannog_site.accounts.forms.SignupForm",
    "change_password": "caerbannog_site.accounts.password_forms.ChangePasswordForm",
    "set_password": "caerbannog_site.accounts.password_forms.SetPasswordForm",
    "reauthenticate": "caerbannog_site.accounts.password_forms.ReauthenticateForm",
    "reset_password": "caerbannog_site.accounts.password_forms.ResetPasswordForm",
    "reset_password_from_key": "caerbannog_site.accounts.password_forms.ResetPasswordKeyForm",
    "user_token": "caerbannog_site.accounts.password_forms.UserTokenForm",
}
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]

# Discord, once it has given its keys. Its tables are there in any case; pages and buttons only then (discord.py).
DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET = env.str("DISCORD_CLIENT_ID", ""), env.str("DISCORD_CLIENT_SECRET", "")
HAS_DISCORD = bool(DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET)
DISCORD_ORIGINS = ["https://discord.com"] if HAS_DISCORD else []  # where a form of ours may end
SOCIALACCOUNT_ADAPTER = "caerbannog_site.accounts.discord_adapter.DiscordAdapter"
SOCIALACCOUNT_PROVIDERS = {
    "discord": {
        "APP": {"client_id": DISCORD_CLIENT_ID, "secret": DISCORD_CLIENT_SECRET},
        "SCOPE": ["identify", "email"],
        "OAUTH_PKCE_ENABLED": True,
    }
}
SOCIALACCOUNT_STORE_TOKENS = False

# Passkeys, and none of the second locks that allauth has: a passkey opens the door by itself (passkeys.py).
MFA_ADAPTER = "caerbannog_site.accounts.passkeys.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "caerbannog_site.accounts.passkeys.AddPasskeyForm",
    "login_webauthn": "caerbannog_site.accounts.passkeys.LoginPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
MFA_RATE_LIMITS = {"webauthn_login": limits.RATES["login"]}

# Mail is for forgotten passwords alone. EMAIL_URL says all of it (submission://USER:PASSWORD@HOST:587), or Django's
# own names do.
_MAIL = env.dj_email_url("EMAIL_URL") if env.str("EMAIL_URL", "") else {}
if _MAIL and "EMAIL_BACKEND" not in _MAIL:
    raise ImproperlyConfigured("EMAIL_URL must begin with submission:// (encrypted) or smtp://")
EMAIL_BACKEND = _MAIL.get("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = _MAIL.get("EMAIL_HOST") or env.str("EMAIL_HOST", "")
EMAIL_PORT = _MAIL.get("EMAIL_PORT") or env.int("EMAIL_PORT", 25)
EMAIL_HOST_USER = _MAIL.get("EMAIL_HOST_USER") or env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_PASSWORD") or env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", env.bool("EMAIL_USE_TLS", False))
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", env.bool("EMAIL_USE_SSL", False))
EMAIL_FILE_PATH = _MAIL.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = 10
HAS_MAIL = bool(_MAIL or EMAIL_HOST)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# A link in a mail must not lead to whatever host the request for it named.
_public = urlsplit(env.str("PUBLIC_URL", ""))
if HAS_MAIL and not _public.hostname:
    raise ImproperlyConfigured("Mail is set up, so PUBLIC_URL must say where its links lead: https://table.example")
if not HAS_DISCORD and (DISCORD_CLIENT_ID or DISCORD_CLIENT_SECRET):
    raise ImproperlyConfigured("Discord needs both DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.")
if HAS_DISCORD and not _public.hostname:
    raise ImproperlyConfigured("Discord sends people back to PUBLIC_URL, so it must be set: https://table.example")
DEFAULT_FROM_EMAIL = _MAIL.get("DEFAULT_FROM_EMAIL") or env.str(
    "DEFAULT_FROM_EMAIL", f"noreply@{_public.hostname or 'localhost'}"
)
