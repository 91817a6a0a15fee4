"""What is typed around a roll: the roll bar, the GM's correction, the small answers on a row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules.values import CheckRequest, Modifier, Participant, TraitUse
from sessions.models import Mode

MOST_DIFFICULTY = 99
TRAIT = re.compile(r"(?:own:)?[\w-]{1,40}", re.ASCII)


class Circumstances(forms.Form):
    """Difficulty, advantage and modifiers: what a roll and its correction share.

    Advantage and disadvantage come as counts, or as lists of typed reasons of which each counts as one;
    `edge` is the roll bar's switch and counts as one more.
    """

    difficulty = forms.CharField(required=False, max_length=3)
    edge = forms.TypedChoiceField(required=False, coerce=int, empty_value="0", choices=[(-1, ""), (0, ""), (1, "")])
    advantage = forms.IntegerField(required=False, min_value=0, max_value=8)
    disadvantage = forms.IntegerField(required=False, min_value=0, max_value=8)

    def clean_difficulty(self) -> int | None:
        typed = self.cleaned_data["difficulty"].strip()
        if not typed:
            return None
        if not typed.isascii() or not typed.isdigit() or int(typed) > MOST_DIFFICULTY:
            raise forms.ValidationError(_("A difficulty is a number from 0 to %(most)s.") % {"most": MOST_DIFFICULTY})
        return int(typed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["advantage"] = self._reasons("advantage")
        cleaned["disadvantage"] = self._reasons("disadvantage")
        cleaned["modifiers"] = self._modifiers()
        return cleaned

    def _listed(self, name: str) -> list[str]:
        values = self.data.getlist(name) if hasattr(self.data, "getlist") else []
        return [value.replace("\x00", "").strip()[:80] for value in values]

    def _reasons(self, name: str) -> tuple[str, ...]:
        named = self._listed(f"{name}_reason")  # a reason left empty counts too: it was added on purpose
        count = self.cleaned_data.get(name)
        if count is not None:  # a correction counts them, and keeps the first so many names
            return tuple((named + [""] * count)[:count])
        switched = self.cleaned_data.get("edge") == (1 if name == "advantage" else -1)
        return tuple(named + [""] * switched)

    def _modifiers(self) -> tuple[Modifier, ...]:
        found = []
        for typed, reason in zip(self._listed("modifier"), self._listed("modifier_reason"), strict=False):
            if not typed:
                continue
            match = re.fullmatch(r"([+\-\N{MINUS SIGN}]?)(\d{1,2})", typed)
            if not match:
                self.add_error(None, _("A modifier is a number such as +2 or −1."))
                continue
            value = int(match[2]) * (1 if match[1] in ("", "+") else -1)
            found.append(Modifier(value, reason))
        return tuple(found)

    def circumstances(self, request: CheckRequest) -> CheckRequest:
        """The request with these circumstances; gear that helped keeps helping."""
        data = self.cleaned_data
        gear = tuple(modifier for modifier in request.modifiers if modifier.gear)
        return replace(
            request,
            difficulty=data["difficulty"],
            advantage=data["advantage"],
            disadvantage=data["disadvantage"],
            modifiers=(*gear, *data["modifiers"]),
        )


class RollForm(Circumstances):
    """A roll from the sheet: `traits` is the pressed row's key.

    A combined test comes as the lists `trait` and `trait_dice` (empty: as the rule splits them), and `combined`.
    """

    traits = forms.CharField(required=False, max_length=44)
    combined = forms.BooleanField(required=False)
    against = forms.ChoiceField(required=False, choices=[("", ""), ("attack", ""), ("hazard", "")])
    mode = forms.ChoiceField(required=False, choices=Mode.choices)
    hidden = forms.BooleanField(required=False)
    faces = forms.CharField(required=False, max_length=100)

    def clean_combined(self) -> tuple[TraitUse, ...]:
        """What is tested, whichever way it was asked for."""
        if not self.cleaned_data["combined"]:
            return (TraitUse(self._key(self.cleaned_data.get("traits", ""))),)
        keys = self._listed("trait")[:10]
        if not keys:
            raise forms.ValidationError(_("Add at least one trait to the test."))
        dice = [int(typed) if typed.isascii() and typed.isdigit() else None for typed in self._listed("trait_dice")]
        return tuple(TraitUse(self._key(key), count or None) for key, count in zip_longest(keys, dice[: len(keys)]))

    def _key(self, typed: str) -> str:
        if not TRAIT.fullmatch(typed.strip()):
            raise forms.ValidationError(_("There is no such trait on the sheet."))
        return typed.strip()

    def clean_faces(self) -> tuple[int, ...]:
        typed = re.split(r"[\s,;]+", self.cleaned_data["faces"].strip())
        if typed == [""]:
            return ()
        if not all(face.isascii() and face.isdigit() for face in typed):
            raise forms.ValidationError(_("Type what the dice show, for example 5 7 4."))
        return tuple(int(face) for face in typed)

    @property
    def tested(self) -> list[str]:
        """The keys of the tested rows."""
        return [use.trait for use in self.cleaned_data["combined"]]

    def request(self, who: int, gear: Mapping[str, Modifier]) -> CheckRequest:
        """The request of this character. Of the things ticked those help that are in `gear`, by their tokens."""
        data = self.cleaned_data
        worn = tuple(gear[token] for token in self._listed("gear") if token in gear)
        plain = CheckRequest(
            participants=(Participant(who, "initiator", data["combined"]),), against=data["against"], modifiers=worn
        )
        return self.circumstances(plain)


class ExpectForm(forms.Form):
    """A button of a row: `expect` is the step at which it was drawn."""

    expect = forms.IntegerField(min_value=0)


class CorrectForm(Circumstances, ExpectForm):
    """The GM tells or corrects what a roll was against."""

    hidden = forms.BooleanField(required=False)
    note = forms.CharField(required=False, max_length=120)
    reprice = forms.BooleanField(required=False)


class FollowForm(ExpectForm):
    """A follow-up on a row."""

    kind = forms.ChoiceField(choices=[("boost", ""), ("effort", ""), ("reroll", "")])
    who = forms.CharField(max_length=16)  # the token of the character that pays
    counter = forms.CharField(required=False, max_length=24)
    amount = forms.IntegerField(required=False, min_value=0, max_value=99)
    dice = forms.CharField(required=False, max_length=60)
    faces = forms.CharField(required=False, max_length=100)
    note = forms.CharField(required=False, max_length=120)

    clean_faces = RollForm.clean_faces

    def clean_dice(self) -> tuple[int, ...]:
        """Places of the dice to be thrown again; none means all of them."""
        values = cast(QueryDict, self.data).getlist("dice")
        if not all(value.isascii() and value.isdigit() and len(value) < 3 for value in values):
            raise forms.ValidationError(_("Choose the dice to throw again."))
        return tuple(int(value) for value in values)


class AskForm(ExpectForm):
    """Another cost that a player proposes; empty means "tell me the price"."""

    who = forms.CharField(max_length=16)
    text = forms.CharField(required=False, max_length=120)


class AnswerForm(ExpectForm):
    """The GM's yes (with this pool, or with what was proposed) or no."""

    agreed = forms.ChoiceField(choices=[("yes", ""), ("no", "")])
    counter = forms.CharField(required=False, max_length=24)


def valid(form: forms.Form) -> dict[str, Any]:
    """The clean data. Raises Refused with one sentence about what is wrong."""
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise Refused(str(messages[0]), field="" if name == "__all__" else name)
    return form.cleaned_data
