"""What is typed to ask for a test, to propose one, and to answer."""

from __future__ import annotations

from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.values import CheckRequest, TraitUse
from sessions.asked import Asked
from sessions.roll_forms import TRAIT, Circumstances, ExpectForm, RollForm

MODES = [("public", ""), ("gm", ""), ("blind", "")]
MOST_TESTS = 10


class Terms(Circumstances):
    """Under what a test is made, and who sees it."""

    mode = forms.ChoiceField(required=False, choices=MODES)
    hidden = forms.BooleanField(required=False)
    against = forms.ChoiceField(required=False, choices=[("", ""), ("attack", ""), ("hazard", "")])

    def clean_mode(self) -> str:
        return self.cleaned_data["mode"] or "public"

    def terms(self) -> CheckRequest:
        """A request with nobody in it."""
        return self.circumstances(CheckRequest(participants=(), against=self.cleaned_data["against"]))


class AskTestForm(Terms):
    """A game master's: `trait` lists what to choose from or to test `together`; `who` lists tokens."""

    together = forms.BooleanField(required=False)
    text = forms.CharField(required=False, max_length=200)

    def clean_together(self) -> bool:
        together = self.cleaned_data["together"]
        keys = [key for key in self._listed("trait") if key]
        if not keys or len(keys) > MOST_TESTS or not all(TRAIT.fullmatch(key) for key in keys):
            raise forms.ValidationError(_("Choose what to test."))
        uses = [TraitUse(key) for key in dict.fromkeys(keys)]
        self.tests = (tuple(uses),) if together else tuple((use,) for use in uses)
        return bool(together)

    @property
    def who(self) -> set[str]:
        """The tokens of those who were ticked."""
        return set(self._listed("who"))

    def asked(self) -> Asked:
        return Asked(self.tests, self.terms())


class LetForm(Terms, ExpectForm):
    """A game master's terms for what a player proposed."""


class RefuseForm(ExpectForm):
    text = forms.CharField(required=False, max_length=200)


class ProposeForm(forms.Form):
    """A player's, from the roll bar: its other fields come along and mean nothing here."""

    proposed = forms.RegexField(TRAIT, max_length=44, error_messages={"required": _("Choose what to test.")})
    purpose = forms.CharField(required=False, max_length=200)

    def asked(self) -> Asked:
        return Asked(((TraitUse(self.cleaned_data["proposed"]),),))


class AnswerTestForm(ExpectForm):
    """The press of a card: which of the tests, the things that help, dice thrown by hand."""

    place = forms.IntegerField(min_value=0, max_value=MOST_TESTS)
    faces = forms.CharField(required=False, max_length=100)

    clean_faces = RollForm.clean_faces

    def gear(self) -> list[str]:
        return cast(QueryDict, self.data).getlist("gear")
