"""What a game master posts about a scene."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.actions.scenes import Joining, Plan
from sessions.models import Campaign, Participant, Scene
from sessions.models.scene import TITLE_LENGTH
from sessions.roll_forms import TRAIT, ExpectForm
from sessions.scene_access import characters_in_play

ENDS = {"won": True, "lost": False, "off": None}
GRANTS = {"": None, "yes": True, "no": False}


class PlanForm(forms.Form):
    """The kind of a scene; a combat goes by rounds."""

    kind = forms.ChoiceField(required=False, choices=Scene.Kind.choices)
    pace = forms.ChoiceField(required=False, choices=Scene.Pace.choices)
    surprise = forms.ChoiceField(required=False, choices=[one for one in Scene.Surprise.choices if one[0]])

    @property
    def plan(self) -> Plan:
        data = self.cleaned_data
        kind = data["kind"] or Scene.Kind.FREE
        pace = data["pace"] if kind == Scene.Kind.CHALLENGE and data["pace"] else Scene.Pace.ROUNDS
        return Plan(kind, pace, data["surprise"])


class OpenForm(PlanForm):
    """`instead` is the open scene that the page showed. Of everybody listed, `side-TOKEN` says where they are to be."""

    title = forms.CharField(required=False, max_length=TITLE_LENGTH)
    instead = forms.CharField(required=False, max_length=16)
    chosen = forms.BooleanField(required=False)

    def people(self, campaign: Campaign) -> list[Joining] | None:
        """Who is to be in it, in the order of the form; None when that was not chosen."""
        if not self.cleaned_data["chosen"]:
            return None
        found = []
        for one in characters_in_play(campaign.pk):
            side = self.data.get(f"side-{one.token}", "")
            if side in Participant.Side.values:
                found.append(Joining(one, side, bool(self.data.get(f"hidden-{one.token}"))))
        return found


class SituationForm(PlanForm, ExpectForm):
    pass


class SurpriseForm(ExpectForm):
    surprise = forms.ChoiceField(required=False, choices=[one for one in Scene.Surprise.choices if one[0]])


class CloseForm(ExpectForm):
    """How it ended, and whether the party earns experience ("": as the house rules say)."""

    ended = forms.ChoiceField(choices=[(key, "") for key in ENDS])
    granted = forms.ChoiceField(required=False, choices=[(key, "") for key in GRANTS if key])


class JoinForm(ExpectForm):
    who = forms.CharField(max_length=16)
    side = forms.ChoiceField(choices=Participant.Side.choices)
    hidden = forms.BooleanField(required=False)

    def joining(self, campaign: Campaign) -> Joining:
        data = self.cleaned_data
        found = next((one for one in characters_in_play(campaign.pk) if one.token == data["who"]), None)
        if found is None:
            raise Refused(_("This character is not in play at this table."))
        return Joining(found, data["side"], data["hidden"])


class SideForm(ExpectForm):
    side = forms.ChoiceField(choices=Participant.Side.choices)


class ShowForm(ExpectForm):
    hidden = forms.BooleanField(required=False)


class MoveForm(ExpectForm):
    """`to` is a place of the order, from 0."""

    to = forms.IntegerField(min_value=0, max_value=999)


class ScoresForm(ExpectForm):
    def scores(self) -> dict[str, int | None]:
        """The typed scores by the participants' tokens; an empty one is none."""
        typed = cast(QueryDict, self.data)
        return {
            key.removeprefix("score-"): _score(value) for key, value in typed.items() if key.startswith("score-")
        }  # fmt: skip


def _score(typed: Any) -> int | None:
    text = str(typed).strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 3:
        raise Refused(_("A place in the order is a number such as 12."))
    return int(text)


class RollOrderForm(ExpectForm):
    trait = forms.RegexField(TRAIT)


class ReactForm(forms.Form):
    name = forms.CharField(max_length=80)
    counter = forms.CharField(max_length=24)
    amount = forms.IntegerField(min_value=0, max_value=999)
