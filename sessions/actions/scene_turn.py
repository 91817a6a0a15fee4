"""One step of a scene, whatever it is: its rows under the lock, what is written to them, and who learns of it.

Every field that changes goes through `put`, which keeps the Change. An entry that leaves all that players see as it
was is the game masters' alone (turn_order.seen): so nothing hidden shows, not even that something has happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from rules import registry
from rules.scenes import values
from rules.values import Effect
from sessions import log, scene_access, turn_order
from sessions.access import Viewer, as_now, need_gm
from sessions.actions.table_rows import stored
from sessions.models import Campaign, Change, LogEntry, Mode, Participant, Scene
from sheets import snapshot
from sheets.actions import counters
from sheets.snapshot import Rows

OF_SCENE = (
    "kind", "pace", "surprise", "round", "active", "seen_active", "seen_round", "won", "note", "closed_at", "step",
    "seen_step",
)  # fmt: skip
FIELDS = ("side", "hidden", "place", "score", "turn_in", "reacted_in", "kept", "left_at")


class Now:
    """A scene in the making: the locked turn (None to look only), the scene, its people, and the Changes so far."""

    def __init__(self, turn: log.Turn | None, campaign: Campaign, scene: Scene) -> None:
        self.turn, self.campaign, self.scene = turn, campaign, scene
        self.people = scene_access.everybody_in(scene) if scene.pk else []
        self.rules = registry.scene_rules(campaign.system)
        self.tables = registry.system(campaign.system).tables(campaign.house)
        self.changes: list[Change] = []
        self._seen = turn_order.seen(scene, self.people)
        self._written: dict[int, Participant] = {}

    @property
    def order(self) -> list[Participant]:
        return turn_order.living(self.people)

    def party(self) -> list[Participant]:
        """The participants on the players' side, those who have left the scene too."""
        return [one for one in self.people if one.side == Participant.Side.PARTY]

    @property
    def active(self) -> Participant | None:
        return self.one(self.scene.active_id)

    @property
    def seen_active(self) -> Participant | None:
        return self.one(self.scene.seen_active_id)

    def one(self, pk: int | None) -> Participant | None:
        return next((one for one in self.people if one.pk == pk), None) if pk else None

    @cached_property
    def rows(self) -> dict[int, Rows]:
        """The pools of everybody who is or was in the scene."""
        return snapshot.load([one.character for one in self.people], ["counter"])

    def value(self, *, turn_of: Participant | None = None, won: bool | None = None) -> values.Scene:
        """The scene as the rules see it, at the turn of this one."""
        scene = self.scene
        return values.Scene(
            kind=scene.kind, pace=scene.pace, round=scene.round, surprise=scene.surprise,
            turn_of=turn_of.character_id if turn_of else None,
            had_turn=frozenset(one.character_id for one in self.people if one.turn_in == self.round_of(one)),
            reacted=frozenset(one.character_id for one in self.people if one.reacted_in == self.round_of(one)),
            won=won,
        )  # fmt: skip

    def round_of(self, one: Participant) -> int:
        return turn_order.round_of(self.scene, one)

    def put(self, row: Scene | Participant, name: str, value: Any) -> None:
        """Write a field of the scene or of somebody in it, and keep the Change."""
        old = getattr(row, name)
        if old == value:
            return
        setattr(row, name, value)
        self.changes.append(
            Change(target=target_of(row), field=name, old=stored(old), new=stored(value), group="")
        )  # fmt: skip
        if isinstance(row, Participant):
            self._written[row.pk] = row

    def give(self, effects: Iterable[Effect]) -> None:
        """Apply the rules' effects. What somebody could keep of a turn that was taken back is not given again."""
        people = {one.character_id: one for one in self.people}
        for effect in effects:
            one, amount = people[effect.who], effect.amount
            if amount > 0 and one.kept:
                kept = min(one.kept, amount)
                self.put(one, "kept", one.kept - kept)
                amount -= kept
            if amount and (change := counters.add(self.rows[effect.who], effect.counter, amount)):
                self.changes.append(change)

    def gain(self, moment: str, whom: Iterable[Participant], now: values.Scene) -> None:
        """What the rules give and take at this moment of the scene."""
        sheets = {one.character_id: self.rows[one.character_id].sheet() for one in whom}
        self.give(self.rules.at(moment, now, sheets, self.tables))

    def earnings(self, won: bool) -> int:
        """The experience that the house rules give each of the party when the scene ends so."""
        for one in self.party():
            rows = self.rows[one.character_id]
            earned = {spec.key for spec in rows.spec.counters if spec.kind == "xp"}
            effects = self.rules.at("closes", self.value(won=won), {one.character_id: rows.sheet()}, self.tables)
            return sum(effect.amount for effect in effects if effect.counter in earned)
        return 0

    def record(self, kind: str, *, listed: bool = False, moves: bool = True, **options: Any) -> LogEntry:
        """Write the rows and the one entry; to the whole table only if players see that something is otherwise.

        What `moves` nothing that a button counts on is no step: whoever presses at the same moment is not too slow.
        """
        assert self.turn
        public = self.players_see or self._concerns_players()
        self.save(seen=public, moves=moves)
        mode = Mode.PUBLIC if public else Mode.GM
        return self.turn.record(kind, changes=self.changes, mode=mode, listed=listed, **options)

    def save(self, *, seen: bool, moves: bool = True) -> None:
        """Write the rows; a step of the scene, also in the players' eyes if they see it."""
        self.scene.step += moves
        self.scene.seen_step += seen and moves
        self.scene.save(update_fields=OF_SCENE)  # what the enemies share is written where it is spent
        Participant.objects.bulk_update(self._written.values(), FIELDS)

    @property
    def players_see(self) -> bool:
        """Whether anything that players see of the scene has changed."""
        return turn_order.seen(self.scene, self.people) != self._seen

    def _concerns_players(self) -> bool:
        """Whether the sheet of somebody whom players see has changed."""
        hidden = {one.character_id for one in self.people if one.hidden}
        return any(change.character_id and change.character_id not in hidden for change in self.changes)


def target_of(row: Scene | Participant) -> str:
    """How a Change names a scene or somebody in it."""
    return f"{'scene' if isinstance(row, Scene) else 'participant'}:{row.token}"


@contextmanager
def scene_turn(
    actor: Viewer, campaign: Campaign, scene: Scene, *, expect: int | None = None, once: str = "", run: bool = True
) -> Iterator[Now | LogEntry]:
    """Lock the table, read the scene anew, make sure that it is open and stands at the step that the button named.

    Gives the earlier entry when this press was made already. `run`: for game masters only, as they are under the lock.
    Raises SceneMoved when somebody was faster.
    """
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            yield turn.repeated
            return
        fresh = Scene.objects.select_related("active", "seen_active").get(pk=scene.pk)
        if run:
            need_gm(as_now(actor))
        if expect is not None and expect != (fresh.step if actor.is_gm else fresh.seen_step):
            raise SceneMoved(actor, campaign, fresh)
        if fresh.closed_at:
            raise SceneMoved(actor, campaign, fresh, _("This scene is over."))
        yield Now(turn, campaign, fresh)


class SceneMoved(Conflict):
    """Somebody was faster: it is told who, if the presser may know."""

    def __init__(self, actor: Viewer, campaign: Campaign, scene: Scene, message: Any = "") -> None:
        changed = Change.objects.filter(character=None, target__in=_targets(scene)).values("entry")
        last = LogEntry.objects.filter(pk__in=changed).visible_to(actor).select_related("seat").order_by("-seq").first()
        who = last.seat.name if last and last.seat and last.actor_id != actor.user_id else ""
        told = _("%(who)s was faster: the scene has changed.") % {"who": who} if who else _("The scene has changed.")
        super().__init__(message or told, who=who)


def _targets(scene: Scene) -> list[str]:
    return [target_of(scene), *[target_of(one) for one in scene.participants.all()]]
