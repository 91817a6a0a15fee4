"""A log of any length, without waiting for it: a few real rolls and messages, copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caerbannog_site.tokens import new_token

if TYPE_CHECKING:
    from sessions.models import Campaign
    from sheets.models import Character

MODELS_ROLLS = 10


def fill(campaign: Campaign, hero: Character, entries: int) -> None:
    """Rolls with a message after every fourth, `entries` in all."""
    from rules.values import CheckRequest, Participant, TraitUse
    from sessions.access import viewer_of
    from sessions.actions import checks, table
    from sessions.models import Channel, Seat

    actor = viewer_of(Seat.objects.get(campaign=campaign, user=hero.owner_id), campaign, "pl")
    request = CheckRequest((Participant(hero.pk, "initiator", (TraitUse("inquiry"),)),), 3)
    for number in range(MODELS_ROLLS):
        checks.roll(actor=actor, character=hero, request=request)
        if number % 4 == 3:
            table.say(actor=actor, channel_id=campaign.channel_id, text="The cart slows down. Somebody is on the roof.")
    _copied(campaign.channel_id, entries)
    newest = campaign.channel.entries.order_by("-seq").values_list("seq", flat=True)[0]
    Channel.objects.filter(pk=campaign.channel_id).update(seq=newest)


def _copied(channel_id: int, wanted: int) -> None:
    from sessions.models import Check, CheckPart, LogEntry

    models = list(LogEntry.objects.filter(channel=channel_id).order_by("seq").select_related("rolled"))
    seq, made = models[-1].seq, []
    for number in range(wanted - len(models)):
        seq += 1
        copy = LogEntry.objects.get_queryset().model(
            **{field.attname: getattr(models[number % len(models)], field.attname)
               for field in LogEntry._meta.concrete_fields if field.attname not in ("id", "token", "seq", "once")},
            token=new_token(), seq=seq,
        )  # fmt: skip
        made.append(copy)
    LogEntry.objects.bulk_create(made, batch_size=500)
    rolls = [entry for entry in made if entry.kind == "check"]
    rolled = Check.objects.bulk_create(
        [Check(channel_id=channel_id, root=entry, newest=entry) for entry in rolls], batch_size=500
    )
    CheckPart.objects.bulk_create(
        [
            CheckPart(check_of=one, character_id=one.root.character_id, seat_id=one.root.seat_id, role="initiator")
            for one in rolled
        ],
        batch_size=500,
    )
