"""Forms of the door and of the profile."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast
from zoneinfo import available_timezones

from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.internal.flows.manage_email import assess_unique_email
from allauth.account.models import EmailAddress
from babel.core import get_global
from babel.dates import get_timezone_location
from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.models import User
from caerbannog_site.words import alphabetical

# Europe first, for that is where most tables stand.
AREAS = {
    "Europe": _("Europe"),
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
USERNAME_HELP = _("You log in with it; it has no spaces. At each table you may use another name.")
PASSWORD_HELP = _("At least 8 characters, not only digits, not a common one.")


def email_help() -> Any:
    """What an address is for here."""
    if settings.HAS_MAIL:
        return _("Another way to log in, and the way to a new password. Nothing else is sent there.")
    return _("Only another way to log in. Nothing is ever sent there.")


def canonical(name: str) -> str:
    """The zone's own name, where this is an older one or one of another country: Poland is Europe/Warsaw."""
    return get_global("zone_aliases").get(name, name)


def time_zones() -> list[tuple[str, Any]]:
    """Every zone that is named after a place, once, by continent and by the place's name in the reader's language."""
    return _time_zones(get_language() or "pl")


@lru_cache
def _time_zones(language: str) -> list[tuple[str, Any]]:
    areas: dict[str, list[tuple[str, str]]] = {area: [] for area in AREAS}
    for name in {canonical(name) for name in available_timezones()}:
        area = name.partition("/")[0]
        if area in AREAS:
            place = get_timezone_location(name, locale=language, return_city=True)
            areas[area].append((name, f"{AREAS[area]} / {place}"))
    by_place = {area: sorted(zones, key=lambda zone: alphabetical(zone[1])) for area, zones in areas.items()}
    return [*((str(AREAS[area]), zones) for area, zones in by_place.items()), ("UTC", "UTC")]


def without_placeholders(form: forms.BaseForm) -> None:
    """allauth repeats each label inside its field, where it looks like something typed."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["login"].label = _("Username or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""  # the page itself says what helps who has forgotten it
        self.fields["remember"].label = _("Remember me on this device")
        self.fields["remember"].initial = True


class SignupForm(AllauthSignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["username"].help_text = USERNAME_HELP
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = email_help()
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("Password (again)")


class ProfileForm(forms.ModelForm):
    """What a person sees and how they are seen. The e-mail is kept where allauth looks for it, too."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    email = forms.EmailField(label=_("E-mail (optional)"), required=False)

    class Meta:
        model = User
        fields = ["display_name", "email", "language", "time_zone", "theme"]
        labels = {"display_name": _("Your name"), "language": _("Language"), "theme": _("Colours")}
        widgets = {"language": forms.RadioSelect, "theme": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].help_text = _("Offered when you sit down at a table.")
        self.fields["email"].help_text = email_help()
        self.initial["time_zone"] = canonical(self.instance.time_zone)
        if self.instance.is_guest:  # nothing to log in with yet
            del self.fields["email"]

    def clean_email(self) -> str:
        email = self.cleaned_data["email"].lower()
        if email and not assess_unique_email(email, self.instance):
            raise forms.ValidationError(_("Somebody else uses this e-mail address."))
        return email

    def save(self, commit: bool = True) -> User:
        user = super().save(commit=False)
        user.save(update_fields=list(self.fields))
        if "email" in self.changed_data:
            keep_email(user)
        return user


class ClaimForm(forms.Form):
    """A guest becomes a person with a name and a password of their own; seats and sheets stay as they are."""

    username = forms.CharField(label=_("Username"), max_length=150)
    password1 = SetPasswordField(label=_("Password"))
    password2 = PasswordField(label=_("Password (again)"), autocomplete="new-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.user = user
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["username"].help_text = USERNAME_HELP
        password = cast(SetPasswordField, self.fields["password1"])
        password.user = user
        password.help_text = PASSWORD_HELP

    def clean_username(self) -> str:
        return get_adapter().clean_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("You must type the same password each time."))
        return cleaned

    def save(self) -> User:
        self.user.username = self.cleaned_data["username"]
        self.user.is_guest = False
        self.user.set_password(self.cleaned_data["password1"])
        self.user.save(update_fields=["username", "is_guest", "password"])
        return self.user


def keep_email(user: User) -> None:
    """allauth finds people by its own table of addresses first."""
    EmailAddress.objects.filter(user=user).delete()
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
