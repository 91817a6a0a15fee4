"""What is sent about a rest and about experience."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from sessions.actions.rest_choices import WISHES, Wish
from sheets.models import Character

TOKEN_LENGTH = 16


class PeopleForm(forms.Form):
    """Characters of the table by their tokens; whoever is not there is refused."""

    characters = forms.ModelMultipleChoiceField(Character.objects.none(), required=False, to_field_name="token")

    def __init__(self, *args: Any, campaign: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        people = Character.objects.in_play().filter(campaign=campaign)
        self.fields["characters"].queryset = people  # type: ignore[attr-defined]


class CallForm(PeopleForm):
    kind = forms.CharField(max_length=12)


class AwardForm(PeopleForm):
    amount = forms.CharField(max_length=4)
    reason = forms.CharField(max_length=200, required=False)


class ExpectForm(forms.Form):
    """The preview that somebody pressed at."""

    expect = forms.IntegerField(min_value=0)
    seen = forms.CharField(max_length=16, required=False)


class WishForm(forms.Form):
    """One thing that somebody wants of the rest. `change` is what was typed, else `delta` the pressed button."""

    what = forms.ChoiceField(choices=[(name, name) for name in WISHES])
    key = forms.CharField(max_length=TOKEN_LENGTH, required=False)
    name = forms.CharField(max_length=80, required=False)
    required = forms.IntegerField(min_value=1, max_value=999, required=False)
    change = forms.CharField(max_length=5, required=False)
    delta = forms.CharField(max_length=3, required=False)
    on = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("what") == "begin" and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", ValidationError(self.fields["name"].error_messages["required"]))
        return cleaned

    def wish(self) -> Wish:
        given = self.cleaned_data
        delta = given["delta"]
        typed = given["change"] or (delta if not delta or delta.startswith("-") else f"+{delta}")
        return Wish(given["what"], typed, given["key"], given["name"], given["required"], on=given["on"])
