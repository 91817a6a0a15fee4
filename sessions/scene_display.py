"""A scene as one reader may see it: its title, its rounds, its order of turns, what they may press."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from sessions import scene_access, turn_order
from sessions.access import Viewer
from sessions.models import Change, LogEntry, Participant, Scene
from sessions.screens import Screen
from sheets.access import may_act, name_of
from sheets.actions.enemy_pool import is_pool

NAMES = {("character", "name"), ("character", "alias")}


@dataclass(frozen=True)
class PlaceView:
    """One participant. `number` counts among those whom this reader sees; `one` is for game masters alone."""

    token: str
    number: int
    name: str
    side: str
    score: int | None
    tied: bool
    now: bool
    deck: bool
    done: bool
    reacted: bool
    mine: bool
    may_react: bool
    one: Participant | None = None


@dataclass
class SceneView:
    """`expect` is the step that this reader's buttons name; `scene` is for game masters alone."""

    token: str
    campaign: str
    kind: str
    pace: str
    title: str
    surprise: str
    expect: int
    round: int
    places: list[PlaceView] = field(default_factory=list)
    scene: Scene | None = None
    passed: list[str] = field(default_factory=list)
    earnings: str = ""

    @property
    def is_situation(self) -> bool:
        return self.kind != Scene.Kind.FREE

    @property
    def in_rounds(self) -> bool:
        return self.is_situation and self.pace == Scene.Pace.ROUNDS

    @property
    def begun(self) -> bool:
        return not self.in_rounds or self.now is not None

    @property
    def kind_label(self) -> str:
        return str(Scene.Kind(self.kind).label)

    @property
    def count(self) -> str:
        """Which round or stage it is."""
        if not self.is_situation or not self.begun:
            return ""
        said = _("round %(n)s") if self.in_rounds else _("stage %(n)s")
        return said % {"n": self.round}

    @property
    def now(self) -> PlaceView | None:
        return next((one for one in self.places if one.now), None)

    @property
    def deck(self) -> PlaceView | None:
        return next((one for one in self.places if one.deck), None)

    @property
    def mine(self) -> list[PlaceView]:
        return [one for one in self.places if one.mine]


def scene_view(campaign_id: int | None, viewer: Viewer) -> SceneView | None:
    """The open scene as this reader sees it; None where there is none."""
    scene = scene_access.running_scene(campaign_id)
    if scene is None:
        return None
    gm, people = viewer.is_gm, scene_access.everybody_in(scene)
    view = SceneView(
        scene.token, scene.campaign.token, scene.kind, scene.pace,
        title=scene.title or str(scene.get_kind_display()).capitalize(),
        surprise=scene.surprise,
        expect=scene.step if gm else scene.seen_step,
        round=scene.round if gm else scene.seen_round,
        scene=scene if gm else None,
    )  # fmt: skip
    order = turn_order.living(people) if gm else turn_order.visible(people)
    active = scene.active if gm else scene.seen_active
    coming, _rounds = turn_order.after(order, active if active in order else None)
    tied = turn_order.ties(order)
    for number, one in enumerate(order, start=1):
        view.places.append(_place(view, scene, one, number, active, coming, one.score in tied, viewer))
    return view


def _place(
    view: SceneView, scene: Scene, one: Participant, number: int, active: Participant | None,
    coming: Participant | None, tied: bool, viewer: Viewer,
) -> PlaceView:  # fmt: skip
    now, this_round = view.in_rounds and one == active, turn_order.round_of(scene, one)
    acts, reacted = may_act(one.character, viewer), one.reacted_in == this_round
    return PlaceView(
        one.token, number, name_of(one.character, viewer), str(one.get_side_display()), one.score, tied,
        now=now,
        deck=view.in_rounds and one == coming and one != active,
        done=view.in_rounds and not now and one.turn_in == this_round,
        reacted=view.is_situation and reacted,
        mine=acts and not viewer.is_gm,
        may_react=view.is_situation and acts and not now and not reacted,
        one=one if viewer.is_gm else None,
    )  # fmt: skip


def passed(view: SceneView) -> list[str]:
    """For game masters: the hidden ones whose turn the newest press of a player went over."""
    marks = Change.objects.filter(character=None, target=f"scene:{view.token}", field="active", undone=False)
    newest = marks.select_related("entry").order_by("-pk").first()
    tokens = newest.entry.payload.get("passed", []) if newest else []
    return [place.name for place in view.places if place.token in tokens]


def redrawn_by(entry: LogEntry) -> bool:
    """Whether the scene, somebody in it or a name there has changed."""
    if entry.kind in ("scene", "revealed", "hidden", "seat_removed", "seat_left"):
        return True
    return any(
        (change.target.startswith(("scene:", "participant:")) and not is_pool(change))
        or (change.target, change.field) in NAMES
        for change in entry.told
    )  # fmt: skip


def draw_strip(viewer: Viewer, screen: Screen) -> str:
    """What everybody has of a scene above everything else on their page."""
    view = scene_view(viewer.campaign_id, viewer)
    if view and viewer.is_gm:
        view.passed = passed(view)
    return render_to_string("sessions/_scene_strip.html", {"view": view, "viewer": viewer})
