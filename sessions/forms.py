"""Forms about campaigns and the people in them. What they mean at the table is the actions' business."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sessions.actions.foes import MOST_AT_ONCE
from sessions.actions.invitations import DAYS, DEFAULT_DAYS, NAME_LENGTH
from sessions.models import Campaign, Participant, Role, Scene, Seat
from sessions.models.invitation import clean_code
from sheets import games
from sheets.models import Character

NICKNAME = {"autocomplete": "nickname"}


def seat_name(**options: Any) -> forms.CharField:
    return forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput(attrs=NICKNAME), **options)


def lifetimes() -> list[tuple[int, str]]:
    return [(n, ngettext("%(n)d day", "%(n)d days", n) % {"n": n}) for n in DAYS]


class CampaignForm(forms.Form):
    name = forms.CharField(label=_("Name of the campaign"), max_length=80)
    system = forms.ChoiceField(
        label=_("Game"), choices=games.choices, initial=lambda: next(iter(games.playable())), widget=forms.RadioSelect
    )
    gm_name = seat_name(label=_("Your name at this table"))


class SettingsForm(forms.ModelForm):
    """Each field says what the page showed, so that `changed_data` is what this person changed, whoever was faster."""

    class Meta:
        model = Campaign
        fields = ["name", "sheet_view", "secret_placeholders"]
        widgets = {"sheet_view": forms.RadioSelect}
        labels = {
            "name": _("Name of the campaign"),
            "sheet_view": _("What players see of each other's sheets"),
            "secret_placeholders": _("A player sees that a blind roll was made"),
        }
        help_texts = {
            "secret_placeholders": _("The result is hidden either way. Without this, nothing shows at all."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    @property
    def shown_view(self) -> str:
        """What the page showed of `sheet_view`: radio buttons that are drawn one by one leave it out."""
        return self["sheet_view"].as_hidden(only_initial=True)


class CodeForm(forms.Form):
    """A code, spoken or copied, or the whole link."""

    code = forms.CharField(label=_("Invitation code"), max_length=200)

    def clean_code(self) -> str:
        code = clean_code(self.cleaned_data["code"].strip().rstrip("/").rpartition("/")[2])
        if not code:
            raise forms.ValidationError(self.fields["code"].error_messages["required"], code="required")
        return code


class JoinForm(forms.Form):
    PLAY, WATCH = Role.PLAYER.value, Role.SPECTATOR.value

    name = seat_name(label=_("What should we call you?"), help_text=_("The others at the table will see it."))
    role = forms.ChoiceField(choices=[(PLAY, _("I play")), (WATCH, _("I watch"))], initial=PLAY)


class NameForm(forms.Form):
    """Another name for one seat."""

    name = seat_name(label=_("Name at this table"))

    def __init__(self, *args: Any, seat: Seat, **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": seat.name}, auto_id=f"{seat.token}-%s", **kwargs)


class RoleForm(forms.Form):
    """A role for one seat; `given` are those that the reader may give to it."""

    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, seat: Seat, given: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, initial={"role": seat.role}, auto_id=f"{seat.token}-%s", **kwargs)
        field = cast(forms.ChoiceField, self.fields["role"])
        field.choices = [(key, label) for key, label in Role.choices if key in given]


class HandOverForm(forms.Form):
    """Whom the campaign goes to, and that it is meant."""

    seat = forms.ModelChoiceField(
        Seat.objects.none(),
        label=_("New game master"),
        to_field_name="token",
        widget=forms.RadioSelect,
        empty_label=None,
    )
    sure = forms.BooleanField(label=_("Yes: only the new game master can give it back to me"))

    def __init__(self, *args: Any, successors: QuerySet[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ModelChoiceField, self.fields["seat"]).queryset = successors.order_by("name")


class InvitationForm(forms.Form):
    days = forms.TypedChoiceField(
        label=_("Valid for"), choices=lifetimes, coerce=int, initial=DEFAULT_DAYS, widget=forms.RadioSelect
    )


class TemplateForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the template"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class FieldForm(forms.Form):
    """How many copies of a template come into play; while a scene is open, on which side they join it."""

    most = MOST_AT_ONCE
    number = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_AT_ONCE, initial=1)
    hidden = forms.BooleanField(label=_("hidden from the players"), required=False)
    side = forms.ChoiceField(label=_("Into the scene"), required=False)

    def __init__(self, *args: Any, template: Character, scene: Scene | None, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"field-{template.token}-%s", **kwargs)
        self.template = template
        side = cast(forms.ChoiceField, self.fields["side"])
        side.choices = [("", _("not in it yet")), *Participant.Side.choices] if scene else [("", "")]
        if scene:
            side.initial = Participant.Side.ENEMIES
        else:
            side.widget = forms.HiddenInput()
