"""One step of a roll after its dice, whatever it is.

Each is a child entry of the roll with the whole new result, and raises the check's step. A button names the step
at which it was drawn (`expect`): when the roll has moved on since, nothing happens and the presser is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from rules import registry, serialise
from rules.values import CheckResult, Effect
from sessions import log
from sessions.access import Viewer
from sessions.actions.checks import apply_effects, result_of, sheets_of
from sessions.models import Change, Check, CheckPart, LogEntry, Mode
from sheets import snapshot
from sheets.models import Character
from sheets.snapshot import Rows


class Following:
    """One follow-up in the making: the locked turn, the check, its people's rows and shares.

    Of an opposed test `result` is the initiator's side, and `answer` the opponent's once there is one.
    """

    def __init__(self, turn: log.Turn, check: Check) -> None:
        self.turn, self.check = turn, check
        self.parts = list(check.parts.select_related("character__campaign").order_by("pk"))
        self.people = [part.character for part in self.parts]
        self.rows: dict[int, Rows] = snapshot.load(self.people, snapshot.WITH_GEAR)
        self.system = registry.system(self.people[0].system)
        self.sheets = sheets_of(self.rows)
        self.was_hidden = check.hidden
        self._were = {str(part.pk): part.state for part in self.parts}

    @cached_property
    def result(self) -> CheckResult:
        return result_of(self.check)

    @cached_property
    def answer(self) -> CheckResult | None:
        stored = self.check.newest.payload.get("answer")
        return serialise.result_from_json(stored) if stored else None

    def applied(self, effects: Sequence[Effect]) -> list[Change]:
        """Apply effects to those who still sit at this table: of another one the lock is not held."""
        here = {pk for pk, rows in self.rows.items() if rows.character.channel_id == self.check.channel_id}
        return apply_effects(self.rows, [effect for effect in effects if effect.who in here])

    def record(
        self,
        kind: str,
        result: CheckResult | None = None,
        changes: Sequence[Change] = (),
        undoes: LogEntry | None = None,
        also: Sequence[Character] = (),
        secret: bool = False,
        answer: CheckResult | None = None,
        **payload: object,
    ) -> LogEntry:
        """Write the child entry; the effects of a new result or answer are applied, unless the roll still holds them.

        `also` are others whom it concerns; a `secret` step of a public roll is the GMs' own.
        A step that changed who knows the difficulty, or how far somebody's share is, says how it was before, for
        its undo.
        """
        new = [side for side in (result, answer) if side]
        if new and not self.check.held:
            changes = self.applied([effect for side in new for effect in side.effects])
        if new:
            payload["result"] = serialise.to_json(result or self.result)
            if known := answer or self.answer:
                payload["answer"] = serialise.to_json(known)
        payload |= self._shares() | self._secrecy()
        root = self.check.root
        if "asks" in root.payload:  # their rows show this roll, too
            payload["asks"] = root.payload["asks"]
        entry = self.turn.record(
            kind, character=root.character, changes=changes, parent=root, payload=payload, undoes=undoes,
            mode=Mode.GM if secret and root.mode == Mode.PUBLIC else root.mode, concerns=(*self.people, *also),
            shared="" if secret else root.shared,
        )  # fmt: skip
        if undoes is None:  # an undo moves pools past these rows
            entry.sheets = sheets_of(self.rows)
        if new:
            self.check.newest = entry
        self.check.step += 1
        self.check.save()
        return entry

    def _secrecy(self) -> dict[str, object]:
        return {"was_hidden": self.was_hidden} if self.check.hidden != self.was_hidden else {}

    def _shares(self) -> dict[str, object]:
        """Keep the parts of a shared test as they are now; what the entry says of them is how far they were."""
        if self.check.request is None:
            return {}
        CheckPart.objects.bulk_update(self.parts, ["uses", "dice", "state"])
        changed = {pk: state for (pk, state), part in zip(self._were.items(), self.parts, strict=True)
                   if state != part.state}  # fmt: skip
        return {"together": True, **({"were": changed} if changed else {})}


@contextmanager
def following(
    actor: Viewer, check: Check, expect: int | None, once: str, *, settled: bool = False, gathering: bool = False
) -> Iterator[Following | LogEntry]:
    """Lock the table, read the check anew and make sure that it stands at the step that the button named.

    Gives the earlier entry when this press was made already. `settled`: allowed on a settled check too; `gathering`:
    while dice are waited for. Without `expect` the caller has a guard of its own.
    """
    with log.turn(actor, check.channel_id, once=once) as turn:
        if turn.repeated:
            yield turn.repeated
            return
        fresh = Check.objects.select_related("root__character__campaign", "newest").get(pk=check.pk)
        if expect is not None and fresh.step != expect:
            raise Moved(fresh)
        if fresh.state == Check.State.GATHERING and not gathering:
            raise Conflict(_("This test still waits for dice."))
        if fresh.state in (Check.State.SETTLED, Check.State.UNDONE) and not settled:
            raise Conflict(_("This roll is settled."))
        yield Following(turn, fresh)


class Moved(Conflict):
    """Somebody was faster; `entry` is the step that they made."""

    def __init__(self, check: Check) -> None:
        last = check.root.children.select_related("seat").order_by("-seq").first()
        who = last.seat.name if last and last.seat else ""
        message = _("%(who)s was faster: this roll has changed.") % {"who": who} if who else _("This roll has changed.")
        super().__init__(message, who=who)
        self.entry = last or check.root
