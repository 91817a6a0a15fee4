"""The part of the settings that is about people: who comes in, how they log in, with which passwords."""

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
ACCOUNT_EMAIL_VERIFICATION = "none"  # no mail server is needed
ACCOUNT_PREVENT_ENUMERATION = False  # without mail there is no other way to say that an address is taken
ACCOUNT_RATE_LIMITS = limits.RATES
ACCOUNT_SESSION_REMEMBER = None  # the login form asks
ACCOUNT_FORMS = {
    "login": "caerbannog_site.accounts.forms.LoginForm",
    "signup": "caerbannog_site.accounts.forms.SignupForm",
    "change_password": "caerbannog_site.accounts.forms.ChangePasswordForm",
    "set_password": "caerbannog_site.accounts.forms.SetPasswordForm",
    "reauthenticate": "caerbannog_site.accounts.forms.ReauthenticateForm",
}
EMAIL_BACKEND = env.str("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
