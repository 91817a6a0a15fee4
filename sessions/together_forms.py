"""What is typed around a shared test: the form that begins one, a throw, a word that a throw is final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules.spec import SharedTests
from rules.values import CheckRequest, TraitUse
from sessions.access import Viewer
from sessions.actions.beginning import NOTE, Plan, Share
from sessions.models import Mode
from sessions.roll_forms import TRAIT, Circumstances, ExpectForm, RollForm
from sheets.models import Character

GROUP, OPPOSED = "group", "opposed"
VALUE = "value"  # the opponent that is a number


def traits_of(typed: Sequence[str]) -> tuple[TraitUse, ...]:
    """The traits chosen in selects of which some were left empty. Refused for what no select offers."""
    keys = [key.strip() for key in typed[:10] if key.strip()]
    if not all(TRAIT.fullmatch(key) for key in keys):
        raise Refused(_("There is no such trait on the sheet."))
    return tuple(TraitUse(key) for key in keys)


class TogetherForm(Circumstances):
    """A test that begins. Whoever is in it has a list of traits, `trait-TOKEN`; none leaves the choice to them."""

    kind = forms.ChoiceField(choices=[(GROUP, ""), (OPPOSED, "")])
    lead = forms.CharField(max_length=16)
    against = forms.CharField(required=False, max_length=16)
    value = forms.IntegerField(required=False, min_value=0, max_value=99)
    mode = forms.ChoiceField(required=False, choices=Mode.choices)
    hidden = forms.BooleanField(required=False)
    note = forms.CharField(required=False, max_length=NOTE)
    met = forms.TypedMultipleChoiceField(required=False, coerce=int, choices=[(n, "") for n in range(10)])
    faces = forms.CharField(required=False, max_length=100)

    clean_faces = RollForm.clean_faces

    @property
    def helpers(self) -> list[str]:
        return self._listed("with")

    def plan(self, people: Mapping[str, Character], known: SharedTests, viewer: Viewer) -> Plan:
        """The plan of the valid form. `people` are the characters that its writer may name, by their tokens.

        Refused for a name beyond them.
        """
        data = self.cleaned_data
        lead = self._share(people, data["lead"], "initiator", data["faces"])
        request = self.circumstances(CheckRequest(()))
        hidden = data["hidden"] and viewer.is_gm
        common: dict[str, Any] = {"mode": data["mode"] or Mode.PUBLIC, "note": data["note"]}
        if data["kind"] == GROUP:
            if not self.helpers:
                raise Refused(_("Choose at least one helper."))
            helpers = [self._share(people, token, "helper") for token in self.helpers]
            request = replace(request, options={known.met: len(set(data["met"]))})
            return Plan([lead, *helpers], request, hidden=hidden, **common)
        request = replace(request, kind=known.opposed or OPPOSED, difficulty=None)
        own = lead.character.owner_id == viewer.user_id  # somebody else's player throws on a screen of their own
        at_once = frozenset([lead.character.pk]) if own and lead.uses else frozenset[int]()
        if data["against"] == VALUE:
            if data["value"] is None:
                raise Refused(_("Type the value of the other side."), field="value")
            return Plan([lead], request, value=data["value"], at_once=at_once, **common)
        other = self._share(people, data["against"], "opponent")
        return Plan([lead, other], request, at_once=at_once, **common)

    def _share(
        self, people: Mapping[str, Character], token: str, role: str, faces: tuple[int, ...] = ()
    ) -> Share:  # fmt: skip
        if token not in people:
            raise Refused(_("Choose somebody at this table."))
        return Share(people[token], role, traits_of(self._listed(f"trait-{token}")), faces)


class ThrowForm(forms.Form):
    """A share's dice. `thrown` is how many of them lay there when the button was drawn."""

    who = forms.CharField(max_length=16)
    thrown = forms.IntegerField(min_value=0, max_value=20)
    faces = forms.CharField(required=False, max_length=100)

    clean_faces = RollForm.clean_faces

    @property
    def uses(self) -> tuple[TraitUse, ...]:
        return traits_of(self.data.getlist("trait") if hasattr(self.data, "getlist") else [])


class ShareForm(ExpectForm):
    """A button about somebody's share."""

    who = forms.CharField(max_length=16)
