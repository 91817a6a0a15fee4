"""Forms for what cannot be taken back: deleting an account, deleting a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from django import forms
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.models import User
from sessions.models import Campaign

DELETE, LEAVE = "delete", "leave"
CHOICES = [(DELETE, _("delete them")), (LEAVE, _("leave them to the game master, without private notes"))]


class DeleteCampaignForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the campaign"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class DeleteAccountForm(forms.Form):
    """Of each table where one has characters, what becomes of them; and that it is really this person.

    Who has no password, a guest, says that it is meant.
    """

    def __init__(self, *args: Any, user: User, campaigns: Iterable[Campaign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.campaigns = user, list(campaigns)
        for campaign in self.campaigns:
            self.fields[campaign.token] = forms.ChoiceField(
                label=_("My characters at this table"), widget=forms.RadioSelect, choices=CHOICES
            )
        if user.has_usable_password() and not user.is_guest:
            self.fields["password"] = PasswordField(label=_("Password"), autocomplete="current-password")
            self.fields["password"].widget.attrs.pop("placeholder", None)
        else:
            self.fields["sure"] = forms.BooleanField(
                label=_("Yes, delete everything of mine. It cannot be taken back.")
            )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("This is not your password."))
        return password

    @property
    def left(self) -> set[str]:
        """The tokens of the campaigns whose game masters keep the characters."""
        return {one.token for one in self.campaigns if self.cleaned_data[one.token] == LEAVE}
