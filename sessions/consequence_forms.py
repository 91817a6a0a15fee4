"""What is typed and ticked in the panel of a roll's consequences."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from sessions.actions.proposals import MOST, Choice
from sessions.roll_forms import ExpectForm
from sheets.models import Condition


class ConsequenceForm(ExpectForm):
    """A choice among the consequences. The number counts only for the one it was typed for (`of`)."""

    key = forms.CharField(max_length=60)
    of = forms.CharField(max_length=60, required=False)
    amount = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    name = forms.CharField(max_length=60, required=False)
    lasts = forms.ChoiceField(choices=Condition.Lasts.choices, required=False)
    rounds = forms.IntegerField(min_value=1, max_value=20, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("lasts") != Condition.Lasts.ROUNDS:
            cleaned["rounds"] = None
        elif not cleaned.get("rounds") and "rounds" not in self.errors:
            self.add_error("rounds", _("For how many rounds?"))
        return cleaned

    def choice(self) -> Choice:
        """What was chosen, from clean data."""
        data = self.cleaned_data
        amount = data["amount"] if data["of"] == data["key"] else None
        name, eases = data["name"].strip(), frozenset(self.tokens("ease"))
        return Choice(data["key"], amount, name, data["lasts"], data["rounds"], eases)

    def tokens(self, name: str) -> list[str]:
        """Tokens that were ticked under this name, each once, in their order."""
        return list(dict.fromkeys(cast(QueryDict, self.data).getlist(name)))[:100]
