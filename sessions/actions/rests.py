"""A rest of the party: called by a game master, chosen by everybody, taken once for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from caerbannog_site.words import say
from rules import registry
from sessions import log, resting
from sessions.access import Viewer
from sessions.actions import rest_choices
from sessions.models import Campaign, Change, LogEntry, Mode, Rest
from sessions.resting import Party, Plan, Resting
from sheets.actions import counters
from sheets.actions.edit import changed
from sheets.actions.turns import secrecy
from sheets.games import rest_name
from sheets.models import Character, Training

KINDS = ("rest_called", "rest_choice", "rest", "rest_cancelled")


class RestMoved(Conflict):
    """The rest is not as it was shown: somebody was faster, or the numbers are other ones by now."""


def call(*, actor: Viewer, campaign: Campaign, kind: str, characters: Sequence[Character], once: str = "") -> LogEntry:
    """Call a rest for these characters of the table. Raises RestMoved while another one is open."""
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        people = Character.objects.in_play().filter(campaign=campaign, pk__in=[one.pk for one in characters])
        if not people:
            raise Refused(_("Choose who rests."), field="characters")
        if running := resting.open_rest(campaign.pk):
            raise _moved(running)
        choices = {str(one.pk): resting.new_choice() for one in people}
        if kind not in {one.key for one in registry.scene_rules(campaign.system).rests()}:
            raise Refused(_("This game has no such rest."), field="kind")
        rest = Rest.objects.create(campaign=campaign, kind=kind, choices=choices)
        return _record(turn, rest, "rest_called", list(people), [_state(rest, None)])


def choose(
    *, actor: Viewer, rest: Rest, character: Character, wish: rest_choices.Wish, once: str = ""
) -> LogEntry | None:
    """Change one thing of what somebody does with the rest; None when nothing changed.

    Wishes of several people, and of one person's several tabs, are merged: each changes its own thing. Raises
    RestMoved when the rest is over, Refused and RuleError for what cannot be.
    """
    with _open_rest(actor, rest, once) as (turn, fresh):
        if turn.repeated:
            return turn.repeated
        party = resting.party_of(fresh)
        one = next((one for one in party.resting if one.character.pk == character.pk), None)
        if one is None:
            raise Conflict(_("This character has just moved to another table. Load the page again."))
        key = str(character.pk)
        before, after = fresh.choices[key], rest_choices.wished(party, one, wish)
        if after == before:
            return None
        fresh.choices[key] = after
        fresh.step += 1
        fresh.save(update_fields=["choices", "step"])
        change = Change(target=f"rest:{fresh.token}", field="choices", old=before, new=after, group="b")
        return turn.record(
            "rest_choice", character=character, changes=[change], mode=secrecy(character), listed=False, group="b",
            payload=_about(fresh),
        )  # fmt: skip


def take(*, actor: Viewer, rest: Rest, expect: int, seen: str, once: str = "") -> LogEntry:
    """Take the rest: every change of everybody in one entry.

    `expect` and `seen` are the step and the fingerprint of the preview that was confirmed. Raises RestMoved when it
    is another one by now, Refused with whose and what while something stands in the way.
    """
    with _open_rest(actor, rest, once) as (turn, fresh):
        if turn.repeated:
            return turn.repeated
        if fresh.step != expect:
            raise _moved(fresh)
        party = resting.party_of(fresh)
        if party.fingerprint() != seen:
            raise RestMoved(_("The sheets have changed since: this is what the rest would do now."))
        _need_ready(party)
        changes = [change for one in party.resting for change in _applied(party, one)]
        fresh.state, fresh.step = Rest.State.TAKEN, fresh.step + 1
        fresh.save(update_fields=["state", "step"])
        done = {str(one.character.pk): _told(one) for one in party.resting}
        return _record(turn, fresh, "rest", party.people, changes, done=done)


def cancel(*, actor: Viewer, rest: Rest, expect: int, once: str = "") -> LogEntry:
    """Call the rest off. Raises RestMoved when somebody has chosen something or ended it in the meantime."""
    with _open_rest(actor, rest, once) as (turn, fresh):
        if turn.repeated:
            return turn.repeated
        if fresh.step != expect:
            raise _moved(fresh)
        fresh.state, fresh.step = Rest.State.CANCELLED, fresh.step + 1
        fresh.save(update_fields=["state", "step"])
        people = resting.party_of(fresh).people
        return _record(turn, fresh, "rest_cancelled", people, [_state(fresh, Rest.State.OPEN)])


@contextmanager
def _open_rest(actor: Viewer, rest: Rest, once: str) -> Iterator[tuple[log.Turn, Rest]]:
    """Lock the table and read the rest again; RestMoved when it is over."""
    with log.turn(actor, rest.campaign.channel_id, once=once) as turn:
        fresh = Rest.objects.select_related("campaign").get(pk=rest.pk)
        if fresh.state != Rest.State.OPEN and not turn.repeated:
            raise _moved(fresh)
        yield turn, fresh


def _moved(rest: Rest) -> RestMoved:
    last = LogEntry.objects.filter(channel=rest.campaign.channel_id, kind__in=KINDS, payload__token=rest.token)
    newest = last.select_related("seat").order_by("-seq").first()
    who = newest.seat.name if newest and newest.seat else ""
    name = say(rest_name(rest.campaign.system, rest.kind))
    if rest.state == Rest.State.OPEN:
        message = _("%(who)s was faster: this rest has changed.")
    elif rest.state == Rest.State.TAKEN:
        message = _("%(who)s was faster: %(rest)s has been taken.")
    else:
        message = _("%(who)s was faster: %(rest)s has been called off.")
    return RestMoved(message % {"who": who or _("Somebody"), "rest": name}, who=who)


def _need_ready(party: Party) -> None:
    if not party.resting:
        raise Refused(_("Nobody is left who could rest."))
    if not party.is_ready:
        said = [f"{one.character.name}: {say(one.trouble)}" for one in party.resting if one.trouble]
        raise Refused(" ".join(said))


def _applied(party: Party, one: Resting) -> list[Change]:
    changes = counters.apply_effects(party.rows, one.rested.effects)
    for plan in one.plans:
        changes += _trained(one.character, plan)
    for injury in one.injuries:
        injury.deleted = True
        injury.save(update_fields=["deleted"])
        changes.append(changed(one.character, injury, "deleted", False, True))
    return changes


def _trained(character: Character, plan: Plan) -> list[Change]:
    """Raise a training; one that begins is first put on the sheet."""
    row, changes = plan.row, []
    if row is None:
        row = Training.objects.create(character=character, name=plan.training.name, required=plan.training.required)
        changes.append(changed(character, row, "deleted", True, False))
    before = row.invested
    row.invested += plan.training.experience
    row.save(update_fields=["invested"])
    return [*changes, changed(character, row, "invested", before, row.invested)]


def _told(one: Resting) -> dict[str, Any]:
    """What the log keeps of one person beside the changes: names as they were."""
    trained = [[t.name, t.experience, t.invested + t.experience, t.required] for t in one.choice.trainings]
    return {"trained": trained, "healed": [injury.name for injury in one.injuries]}


def _record(
    turn: log.Turn, rest: Rest, kind: str, people: Sequence[Character], changes: Sequence[Change], **payload: Any
) -> LogEntry:
    secret = all(one.is_npc for one in people)
    about = {**_about(rest), "people": [one.pk for one in people], **payload}
    return turn.record(
        kind, changes=changes, mode=Mode.GM if secret else Mode.PUBLIC, concerns=people, payload=about
    )  # fmt: skip


def _about(rest: Rest) -> dict[str, Any]:
    return {"token": rest.token, "rest": rest.kind, "system": rest.campaign.system}


def _state(rest: Rest, old: str | None) -> Change:
    return Change(target=f"rest:{rest.token}", field="state", old=old, new=rest.state)
