"""The bestiary as its page shows it: each template with what it is and the form that puts copies of it into play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caerbannog_site.words import alphabetical
from sessions.forms import FieldForm
from sessions.models import Campaign, Scene
from sessions.scene_access import running_scene
from sheets import panels, snapshot
from sheets.models import Character
from sheets.panel_rows import AttackView, attack_views


@dataclass
class Foe:
    character: Character
    attacks: list[AttackView]
    pools: list[panels.CounterView]
    form: FieldForm


def context(campaign: Campaign, refused: FieldForm | None = None) -> dict[str, Any]:
    """The templates by name, those in the archive apart; `refused` is the form that came back with its errors."""
    found = Character.objects.filter(campaign=campaign, template=True).select_related("campaign").order_by("pk")
    by_name = sorted(found, key=lambda one: alphabetical(one.name))
    ready = [one for one in by_name if one.archived_at is None]
    rows, scene = snapshot.load(ready, ["counter", "attack"]), running_scene(campaign.pk)
    return {
        "foes": [_foe(rows[one.pk], scene, refused) for one in ready],
        "archived": [one for one in by_name if one.archived_at],
    }


def _foe(rows: snapshot.Rows, scene: Scene | None, refused: FieldForm | None) -> Foe:
    counters = [panels.counter_view(rows, one) for one in rows.spec.counters]
    pools = [one for one in counters if one.kind in ("phys", "mind", "life")]
    came_back = refused if refused and refused.template == rows.character else None
    return Foe(rows.character, attack_views(rows), pools, came_back or FieldForm(template=rows.character, scene=scene))
