"""Forms of a password: changed, set, confirmed, forgotten."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import ReauthenticateForm as AllauthReauthenticateForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import ResetPasswordKeyForm as AllauthResetPasswordKeyForm
from allauth.account.forms import SetPasswordForm as AllauthSetPasswordForm
from allauth.account.forms import UserTokenForm as AllauthUserTokenForm
from allauth.account.utils import filter_users_by_email
from django import forms
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.forms import PASSWORD_HELP, without_placeholders
from caerbannog_site.accounts.proofs import ResetTokens, prove_address, went_by_mail


class ChangePasswordForm(AllauthChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["oldpassword"].label = _("Present password")
        name_new_passwords(self)


class SetPasswordForm(AllauthSetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        name_new_passwords(self)


class ResetPasswordForm(AllauthResetPasswordForm):
    """Whether anybody has this address is not told: it gets a mail in either case."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["email"].label = _("E-mail")

    def clean_email(self) -> str:
        email = get_adapter().clean_email(self.cleaned_data["email"].lower())
        self.users = filter_users_by_email(email, is_active=True, prefer_verified=True)
        return email


class ResetPasswordKeyForm(AllauthResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        name_new_passwords(self)

    def save(self) -> None:
        """The link works once, so how it came is asked before."""
        mailed = went_by_mail(self.user, self.temp_key)
        super().save()
        if mailed:
            prove_address(self.user)


class UserTokenForm(AllauthUserTokenForm):
    token_generator = ResetTokens()


class ReauthenticateForm(AllauthReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)


def name_new_passwords(form: forms.BaseForm) -> None:
    form.fields["password1"].label = _("New password")
    form.fields["password1"].help_text = PASSWORD_HELP
    form.fields["password2"].label = _("New password (again)")
