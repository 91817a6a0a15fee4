"""Rows as they are typed when they are added to a sheet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from caerbannog_site.words import say
from rules.spec import CategorySpec
from sheets.attacks import defence_choices
from sheets.fields import INJURY, condition_kinds
from sheets.models import Ability, Attack, Condition, Item, Training
from sheets.snapshot import Rows

USUAL_WEAR = 3  # our choice: so many uses of a thing with a bonus, unless its maker says otherwise


class AddForm(forms.BaseForm):
    """What forms of new rows share: what is wrong they say themselves, beside the field, not in the browser's words."""

    use_required_attribute = False
    row_kind = ""
    title: Any = ""

    def __init__(self, *args: Any, rows: Rows, **options: Any) -> None:
        super().__init__(*args, **options)
        self.spec = rows.spec


class ConditionForm(AddForm, forms.ModelForm):
    row_kind, title = "condition", _("Add a condition or an injury")

    class Meta:
        model = Condition
        fields = ("name", "kind", "strength", "lasts", "rounds_left", "note")

    def __init__(self, *args: Any, rows: Rows, **options: Any) -> None:
        super().__init__(*args, rows=rows, **options)
        self.fields["kind"] = forms.ChoiceField(label=_("kind"), choices=condition_kinds(rows.spec))
        self.fields["strength"].required = False
        self.fields["strength"].initial = 1
        self.fields["strength"].help_text = _("An injury has none.")
        self.fields["lasts"] = forms.ChoiceField(label=_("lasts"), choices=Condition.Lasts.choices, required=False)
        self.fields["rounds_left"].label = _("how many turns")
        self.fields["rounds_left"].initial = 1
        self.fields["name"].widget.attrs |= {"list": f"condition-names-{rows.character.token}", "autocomplete": "off"}
        self.suggested = (f"condition-names-{rows.character.token}", self.spec.condition_names)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        strength = cleaned.get("strength") or 0
        if cleaned.get("kind") == INJURY:
            strength = 0
        elif strength < 1 and "strength" not in self.errors:
            self.add_error("strength", _("A condition has a strength of at least 1."))
        cleaned["strength"] = strength
        self._clean_time(cleaned)
        return cleaned

    def _clean_time(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("kind") == INJURY:
            cleaned["lasts"] = Condition.Lasts.OPEN
        if cleaned.get("lasts") != Condition.Lasts.ROUNDS:
            cleaned["rounds_left"] = None
        elif not cleaned.get("rounds_left") and "rounds_left" not in self.errors:
            self.add_error("rounds_left", _("Say how many turns it lasts, at least 1."))


class AttackForm(AddForm, forms.ModelForm):
    row_kind, title = "attack", _("Add an attack")

    class Meta:
        model = Attack
        fields = ("name", "value", "defence", "note")

    def __init__(self, *args: Any, rows: Rows, **options: Any) -> None:
        super().__init__(*args, rows=rows, **options)
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["value"].help_text = _("The difficulty of the defence.")
        self.fields["defence"] = forms.ChoiceField(
            label=_("answered by"), choices=defence_choices(rows.spec), required=False
        )


class AbilityForm(AddForm, forms.ModelForm):
    row_kind, title = "ability", _("Add an ability, a feature or a background")

    class Meta:
        model = Ability
        fields = ("name", "kind", "cost", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["cost"].required = False
        self.fields["cost"].help_text = _("What one use takes; 0 is free.")
        self.fields["kind"] = forms.ChoiceField(label=_("kind"), choices=Ability.Kind.choices)

    def clean_cost(self) -> int:
        return self.cleaned_data["cost"] or 0


class ItemForm(AddForm, forms.ModelForm):
    row_kind, title = "item", _("Add a thing")

    class Meta:
        model = Item
        fields = ("name", "quantity", "bonus", "wear_most", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("quantity", "bonus", "wear_most"):
            self.fields[name].required = False
        self.fields["bonus"].help_text = _("To a physical defence; each use wears it by 1.")
        usual = _("With a bonus at least 1; left at 0 it becomes %(usual)d.") % {"usual": USUAL_WEAR}
        self.fields["wear_most"].help_text = usual

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("quantity") is None:
            cleaned["quantity"] = 1
        cleaned["bonus"] = cleaned.get("bonus") or 0
        cleaned["wear_most"] = cleaned.get("wear_most") or (USUAL_WEAR if cleaned["bonus"] else 0)
        cleaned["wear_left"] = cleaned["wear_most"]
        return cleaned


class TrainingForm(AddForm, forms.ModelForm):
    """What somebody wants to learn; experience goes into it at rests."""

    row_kind, title = "training", _("Add a training")

    class Meta:
        model = Training
        fields = ("name", "required")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("what is trained")
        self.fields["required"].required = False
        self.fields["required"].help_text = _("Empty: nobody has set its price yet.")


class TraitForm(AddForm, forms.Form):
    """An offered trait by its key, or an own one by its name, in a category that takes added rows."""

    row_kind, title = "trait", _("Add a skill")

    category = forms.CharField(max_length=24, widget=forms.HiddenInput)
    key = forms.CharField(label=_("from the list"), required=False, max_length=32, widget=forms.Select)
    name = forms.CharField(label=_("name"), required=False, max_length=60)

    def __init__(self, *args: Any, rows: Rows, **options: Any) -> None:
        super().__init__(*args, rows=rows, **options)
        category = self.spec.category(self.data.get("category") or self.initial.get("category", ""))
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self._offer(category, {row.key for row in rows.traits})

    def _offer(self, category: CategorySpec | None, written: set[str]) -> None:
        offered = [trait for trait in category.offered if trait.key not in written] if category else []
        if not offered:
            self.fields["key"].widget = forms.HiddenInput()
            return
        own = [("", _("one of your own"))] if category and category.own_rows else []
        self.fields["key"].widget.choices = [*own, *((trait.key, say(trait.label)) for trait in offered)]
        self.fields["name"].label = _("or its own name")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        category = self.spec.category(cleaned.get("category", ""))
        if category is None or not (category.own_rows or category.offered):
            raise forms.ValidationError(_("No rows are added to this category."))
        key, name = cleaned.get("key"), cleaned.get("name")
        if key and key not in {trait.key for trait in category.offered}:
            self.add_error("key", _("There is no such trait in this category."))
        elif not key and not self.errors and (not name or not category.own_rows):
            self.add_error("name", _("Give the new row a name."))
        return {"kind": category.kind, "category": category.key, "key": key or "", "name": "" if key else name}


_ADDED = (ConditionForm, AttackForm, AbilityForm, ItemForm, TrainingForm, TraitForm)
FORMS: dict[str, Any] = {form.row_kind: form for form in _ADDED}


def add_form(kind: str, rows: Rows, data: Any = None, *, category: str = "") -> AddForm:
    """The form of a new row of this kind, empty or as it was sent. Refused for a kind that is not added by hand."""
    if kind not in FORMS or (kind == "attack" and not rows.character.is_npc):
        raise Refused(_("There is no such row on this sheet."))
    category = category or (data.get("category", "")[:24] if data is not None else "")
    name = f"{kind}-{category}" if kind == "trait" and rows.spec.category(category) else kind
    return FORMS[kind](
        data, rows=rows, initial={"category": category} if kind == "trait" else None,
        auto_id=f"add-{name}-{rows.character.token}-%s",
    )  # fmt: skip
