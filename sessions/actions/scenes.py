"""The life of a scene: it opens, a free one turns into a challenge or a combat (scene_end.py: it closes)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions import log, scene_access
from sessions.access import Viewer, as_now, need_gm
from sessions.actions.breaking_off import settle_checks
from sessions.actions.scene_end import closed
from sessions.actions.scene_turn import Now, SceneMoved, scene_turn, target_of
from sessions.models import Campaign, Change, LogEntry, Participant, Scene
from sessions.models.scene import TITLE_LENGTH
from sheets import snapshot
from sheets.actions import counters, edit
from sheets.models import Character


@dataclass(frozen=True)
class Joining:
    """Somebody who is to be in a scene."""

    character: Character
    side: str = Participant.Side.PARTY
    hidden: bool = False


@dataclass(frozen=True)
class Plan:
    """What kind of a scene it is to be; a free one has neither pace nor surprise."""

    kind: str = Scene.Kind.FREE
    pace: str = Scene.Pace.ROUNDS
    surprise: str = ""

    @property
    def is_situation(self) -> bool:
        return self.kind != Scene.Kind.FREE


def open_scene(
    *,
    actor: Viewer,
    campaign: Campaign,
    title: str = "",
    plan: Plan = Plan(),
    people: Sequence[Joining] | None = None,
    instead: str | None = None,
    once: str = "",
) -> LogEntry:
    """Open a scene, with all players' characters unless it is said who; the one that is open is over.

    Momentum of everybody is gathered anew, open checks are settled, what blind rolls still held is dropped.
    `instead` names the open scene that the presser saw ("" for none); raises SceneMoved when there is another.
    """
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        need_gm(as_now(actor))
        old = scene_access.running_scene(campaign.pk)
        if instead is not None and instead != (old.token if old else ""):
            raise SceneMoved(actor, campaign, old or campaign.scenes.latest("pk"))
        changes = closed(Now(turn, campaign, old)) if old else []
        scene = Scene.objects.create(campaign=campaign, title=title.strip()[:TITLE_LENGTH], **_planned(plan))
        present = scene_access.characters_in_play(campaign.pk)
        joining = people if people is not None else [Joining(one) for one in present if not one.is_npc]
        _take_places(scene, joining)
        now = Now(turn, campaign, scene)
        now.changes = [*changes, Change(target=target_of(scene), field="opened", old=False, new=True, group="")]
        _gather(now, [one for one in present if one.pk not in {party.character_id for party in now.party()}])
        now.save(seen=True)
        dropped = settle_checks(campaign)
        return turn.record(
            "scene", changes=now.changes, concerns=present,
            payload={"title": scene.title, "kind": scene.kind, "dropped": dropped},
        )  # fmt: skip


def _planned(plan: Plan) -> dict[str, str]:
    fitting = plan if plan.is_situation else Plan()
    return {"kind": fitting.kind, "pace": fitting.pace, "surprise": fitting.surprise}


def _take_places(scene: Scene, joining: Iterable[Joining]) -> None:
    rows = [
        Participant(scene=scene, character=one.character, side=one.side, hidden=one.hidden, place=place)
        for place, one in enumerate(joining)
    ]
    for row in rows:
        need_npc_to_hide(row)
    Participant.objects.bulk_create(rows)


def need_npc_to_hide(one: Participant) -> None:
    """A player knows where their own character is."""
    if one.hidden and not one.character.is_npc:
        raise Refused(_("Only an NPC can be hidden."))


def _gather(now: Now, others: Sequence[Character]) -> None:
    """Momentum lasts for one scene: of those who are in this one by its rules, of the others there is none left."""
    for rows in snapshot.load(others, ["counter"]).values():
        fleeting = [spec.key for spec in rows.spec.counters if spec.kind == "momentum"]
        now.changes += [change for key in fleeting if (change := counters.set_to(rows, key, 0))]
    _begin(now)


def _begin(now: Now) -> None:
    now.gain("opens", now.party(), now.value())
    if now.scene.pace == Scene.Pace.STAGES:
        now.gain("stage", now.party(), now.value())


def turn_into(*, actor: Viewer, campaign: Campaign, scene: Scene, plan: Plan, expect: int, once: str = "") -> LogEntry:
    """A free scene turns into a challenge or a combat, in which Momentum is gathered anew (decision 25)."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        if now.scene.kind != Scene.Kind.FREE or not plan.is_situation:
            raise Refused(_("Only a free scene turns into a challenge or a combat."))
        for name, value in _planned(plan).items():
            now.put(now.scene, name, value)
        _begin(now)
        return now.record("situation", listed=True, payload={"title": now.scene.title, "kind": now.scene.kind})


def surprise(*, actor: Viewer, campaign: Campaign, scene: Scene, side: str, expect: int, once: str = "") -> LogEntry:
    """Say who is surprised; it counts for the turns of the first round that have not begun yet."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        if now.scene.kind == Scene.Kind.FREE or now.scene.round > 1:
            raise Refused(_("Surprise belongs to the first round of a challenge or a combat."))
        now.put(now.scene, "surprise", side)
        return now.record("participants")


def write_note(*, actor: Viewer, campaign: Campaign, scene: Scene, text: str, was: str = "") -> LogEntry | None:
    """The game masters' own note of the scene. None when nothing changed; raises edit.TextConflict like a sheet's."""
    with scene_turn(actor, campaign, scene) as now:
        assert isinstance(now, Now)
        old = now.scene.note
        if old == text:
            return None
        if was and was != edit.fingerprint(old):
            raise edit.TextConflict(theirs=old, mine=text)
        now.put(now.scene, "note", text)
        return now.record("scene_note", moves=False)
