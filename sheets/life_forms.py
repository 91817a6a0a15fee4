"""Forms by which a sheet comes to be."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from sessions.models import Campaign
from sheets import games


class CharacterForm(forms.Form):
    """At a table the game is the table's, and its GMs may make an NPC."""

    name = forms.CharField(label=_("Name of the character"), max_length=80)
    system = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    npc = forms.BooleanField(
        label=_("An NPC, played by the game masters"),
        required=False,
        help_text=_("Players do not see it until you reveal it."),
    )

    def __init__(self, *args: Any, campaign: Campaign | None, gm: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        if campaign:
            del self.fields["system"]
        else:
            systems = cast(forms.ChoiceField, self.fields["system"])
            systems.choices = games.choices()
            self.fields["system"].initial = next(iter(games.playable()))
        if not (campaign and gm):
            del self.fields["npc"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        return {"system": "", "npc": False, **cleaned}


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File of a character"),
        help_text=_("A .json file that “Export” made here or at another Caerbannog Table, 2 MB at most."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
