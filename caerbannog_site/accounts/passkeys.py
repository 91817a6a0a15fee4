"""Passkeys: another key to one's account, beside the password and never instead of it.

Browsers know them only over https or on localhost, and for a name, never for an address. Elsewhere nothing shows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import AddWebAuthnView
from allauth.mfa.webauthn.views import login_webauthn as allauth_login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site import hosts

View = Callable[..., HttpResponse]


class PasskeyAdapter(DefaultMFAAdapter):
    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """A passkey is another key to the same door, no second lock on it: a password alone still opens."""
        return False

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        return _("Passkey %(number)s") % {"number": len(_own(user)) + 1}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": _("Caerbannog Table")}


def _own(user: Any) -> list[Authenticator]:
    return list(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk"))


def _name_in_links(key: Authenticator) -> str:
    """Random, as every name that leaves the server; the device made it."""
    return str(key.data["credential"]["id"])


def beside_a_password(user: Any) -> bool:
    return not user.is_guest and user.has_usable_password()


def where_possible(otherwise: str) -> Callable[[View], View]:
    """Elsewhere one is led to the page of this name."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            known = request.user.is_authenticated
            if (known and not beside_a_password(request.user)) or not hosts.takes_passkeys(request):
                return redirect(otherwise)
            return view(request, *args, **kwargs)

        return wrapper

    return decorate


@require_safe
@login_required
def passkeys(request: HttpRequest) -> HttpResponse:
    """Those that one has; where none can be made, why."""
    own = [{"name": key.wrap().name, "id": _name_in_links(key), "key": key} for key in _own(request.user)]
    here = hosts.takes_passkeys(request)
    context = {"passkeys": own, "here": here, "possible": here and beside_a_password(request.user), "tab": "profile"}
    return render(request, "accounts/passkeys.html", context)


# allauth and fido2 look into what a browser sent without asking whether it is there.
UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)


class AddPasskeyForm(AddWebAuthnForm):
    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LoginPasskeyForm(LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class AddPasskey(AddWebAuthnView):
    template_name = "accounts/passkey_add.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """One that the device keeps and that asks who holds it: only such a one opens without a password."""
        context = super().get_context_data(**kwargs)
        options = auth.begin_registration(self.request.user, passwordless=True)
        return {**context, "options": options["publicKey"], "tab": "profile"}

    def get_success_url(self) -> str:
        return reverse("passkeys")


passkey_add = login_required(where_possible("passkeys")(AddPasskey.as_view()))


@require_POST
@login_required
@where_possible("passkeys")
@reauthentication_required(app="allauth.mfa")
def passkey_remove(request: HttpRequest) -> HttpResponse:
    key = next((one for one in _own(request.user) if _name_in_links(one) == request.POST.get("passkey")), None)
    if key is None:
        raise Http404
    flows.remove_authenticator(request, key)
    return redirect("passkeys")


passkey_login = where_possible("account_login")(allauth_login)
