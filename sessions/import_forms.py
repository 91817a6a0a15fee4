"""Forms by which a campaign comes from a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from sessions.models import Campaign

COPY = "copy"


class CampaignFileForm(forms.Form):
    file = forms.FileField(
        label=_("File of a campaign"),
        help_text=_("A .zip file that “Export” made here or at another Caerbannog Table, 64 MB at most."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )


class BringForm(forms.Form):
    """What becomes of it: a campaign of its own, or more of one that came from the same file."""

    into = forms.ChoiceField(label=_("This campaign is here already"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, here: Iterable[Campaign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.here = {one.token: one for one in here}
        into = cast(forms.ChoiceField, self.fields["into"])
        update = [(token, _("Bring “%(name)s” up to date") % {"name": one.name}) for token, one in self.here.items()]
        into.choices = [*update, (COPY, _("Make a copy beside it"))]
        if not self.here:
            into.widget = forms.HiddenInput()
            into.initial = COPY

    @property
    def campaign(self) -> Campaign | None:
        """The campaign that is brought up to date; None for one of its own."""
        return self.here.get(self.cleaned_data["into"])
