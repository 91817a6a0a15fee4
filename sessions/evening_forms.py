"""Forms about game sessions."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sessions.actions.evenings import PLAYING
from sessions.models import Campaign, GameSession, Seat


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Present(forms.ModelMultipleChoiceField):
    """Ticks for the people at the table, by the names of their seats."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            Seat.objects.none(), to_field_name="token", required=False, widget=forms.CheckboxSelectMultiple, **options
        )

    def offer(self, campaign: Campaign, but_also: GameSession | None = None) -> None:
        """Those who sit here now, and whoever was there then."""
        seats = campaign.seats.filter(removed_at=None, role__in=PLAYING)
        if but_also is not None:
            seats = (seats | campaign.seats.filter(pk__in=but_also.attended.values("pk"))).distinct()
        self.queryset = seats.order_by("pk")


class PlanForm(forms.ModelForm):
    class Meta:
        model = GameSession
        fields = ["date", "title"]
        widgets = {"date": _day(), "title": forms.TextInput(attrs={"autocomplete": "off"})}
        labels = {"date": _("Day"), "title": _("Title")}
        help_texts = {"title": _("May stay empty. Everybody at the table sees it.")}


class BeginForm(forms.Form):
    """Who is here; everybody, unless somebody is unticked."""

    present = Present(label=_("Who is here?"))

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(Present, self.fields["present"])
        field.offer(campaign)
        if not self.is_bound:
            field.initial = [seat.token for seat in field.queryset]


class EditForm(PlanForm):
    """Each field says what the page showed, so that `changed_data` is what this person changed, whoever was faster."""

    attended = Present(label=_("Who was there"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        session: GameSession = self.instance
        if session.state == GameSession.State.PLANNED:
            del self.fields["attended"]
        else:
            field = cast(Present, self.fields["attended"])
            field.offer(session.campaign, session)
            self.initial["attended"] = list(session.attended.values_list("token", flat=True))
        for one in self.fields.values():
            one.show_hidden_initial = True

    @property
    def shown_attended(self) -> str:
        """Whom the page showed as present: ticks that are drawn one by one leave it out."""
        return self["attended"].as_hidden(only_initial=True)


def new_plan() -> PlanForm:
    return PlanForm(initial={"date": timezone.localdate()})
