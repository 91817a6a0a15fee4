"""The game masters' panel of the scene, from which they run it."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from caerbannog_site.templatetags.words import signed
from rules import registry
from rules.values import Text
from sessions import scene_access, scene_display
from sessions.access import Viewer
from sessions.actions.scene_turn import Now
from sessions.models import Campaign, LogEntry, Participant, Scene
from sessions.scene_display import passed, scene_view
from sessions.screens import Screen
from sheets.actions.edit import fingerprint
from sheets.actions.enemy_pool import is_pool


def redrawn_by(entry: LogEntry) -> bool:
    """What the enemies share stands here alone: elsewhere a frame would tell that something of it was spent."""
    return scene_display.redrawn_by(entry) or any(is_pool(change) for change in entry.told)


def draw(viewer: Viewer, screen: Screen) -> str:
    """The game masters' own panel, from which they run the scene."""
    assert viewer.is_gm
    assert viewer.campaign_id
    view = scene_view(viewer.campaign_id, viewer)
    characters = scene_access.characters_in_play(viewer.campaign_id)
    present = {place.one.character_id for place in view.places if place.one} if view else set()
    campaign = Campaign.objects.get(pk=viewer.campaign_id)
    if view and view.scene and view.is_situation:
        view.passed, view.earnings = passed(view), _earnings(campaign, view.scene)
    context = {
        "view": view,
        "viewer": viewer,
        "campaign": campaign,
        "characters": characters,
        "absent": [one for one in characters if one.pk not in present],
        "kinds": Scene.Kind.choices,
        "situations": [choice for choice in Scene.Kind.choices if choice[0] != Scene.Kind.FREE],
        "paces": Scene.Pace.choices,
        "surprises": Scene.Surprise.choices,
        "sides": Participant.Side.choices,
        "traits": _traits(campaign.system),
        "was": fingerprint(view.scene.note) if view and view.scene else "",
    }
    return render_to_string("sessions/_scene.html", context)


def _earnings(campaign: Campaign, scene: Scene) -> str:
    """What the house rules give each of the party for this scene: "won +1, lost +1"."""
    now = Now(None, campaign, scene)
    won, lost = (now.earnings(one) for one in (True, False))
    return _("won %(won)s, lost %(lost)s") % {"won": signed(won), "lost": signed(lost)} if won or lost else ""


def _traits(system: str) -> list[tuple[Text, list[tuple[str, Text]]]]:
    """What an order may be rolled from: every printed trait, by its category."""
    categories = registry.system(system).sheet().categories
    return [(one.label, [(trait.key, trait.label) for trait in one.printed]) for one in categories if one.printed]
