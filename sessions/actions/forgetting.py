"""One log forgets a person: name and words go, rows and numbers stay; within a turn of it."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from sessions.actions import words_taken
from sessions.actions.words_taken import Gone
from sessions.models import Ask, Campaign, Change, Check, LogEntry, Rest, Seat

TYPES = ("asked", "correct")  # steps of somebody else's test into which one types
DRAFTS = ("recap", "gm_notes", "note", "title")  # of a table's own texts, which stay; their older versions go
CHUNK = 200


def names_of(seat: Seat) -> set[str]:
    """What the seat is called, and was before."""
    told = LogEntry.objects.filter(channel=seat.campaign.channel_id, kind__in=("seat_joined", "seat_named"))
    own = told.filter(Q(seat=seat, kind="seat_joined") | Q(payload__seat=seat.pk))
    names = {payload.get(key) for payload in own.values_list("payload", flat=True) for key in ("name", "was")}
    return {seat.name, *names} - {None, ""}


def forget(campaign: Campaign, user_id: int, gone: Gone) -> None:
    """Take this person's words out of the campaign's log, tests, asks and rests."""
    entries = LogEntry.objects.filter(channel=campaign.channel_id)
    typed_into = Q(actor=user_id) | Q(children__actor=user_id, children__kind__in=TYPES)
    tests = set(entries.filter(typed_into, kind="check").values_list("pk", flat=True))
    found = _concerned(entries, user_id, gone, tests).select_related("parent").order_by("pk")
    batch: list[LogEntry] = []
    for entry in found.iterator(CHUNK):
        own = entry.actor_id == user_id or (entry.parent_id or entry.pk) in tests
        entry.payload = words_taken.of_entry(entry, gone, own)
        batch.append(entry)
    LogEntry.objects.bulk_update(batch, ["payload"], CHUNK)
    _tests(campaign, gone, tests)
    _asks(campaign, user_id, gone)
    _rests(campaign, gone)
    drafts = Change.objects.filter(entry__in=entries.filter(actor=user_id), character=None, field__in=DRAFTS)
    drafts.update(old=None, new=None)


def _concerned(entries: QuerySet[LogEntry], user_id: int, gone: Gone, tests: set[int]) -> QuerySet[LogEntry]:
    people = gone.people
    of_people = Q(character__in=people) | Q(changes__character__in=people) | Q(rolled__parts__character__in=people)
    in_tests = Q(parent__in=tests) | Q(parent__character__in=people) | Q(parent__rolled__parts__character__in=people)
    told = Q(kind__in=[*words_taken.SEATS, "rest"])
    return entries.filter(pk__in=entries.filter(Q(actor=user_id) | of_people | in_tests | told).values("pk"))


def _tests(campaign: Campaign, gone: Gone, own: set[int]) -> None:
    here = Check.objects.filter(channel=campaign.channel_id)
    concerned = Q(root__in=own) | Q(parts__character__in=gone.people)
    for check in here.filter(pk__in=here.filter(concerned).values("pk")):
        check.request = words_taken.of_check(check, gone, check.root_id in own)
        check.asked = None
        check.save(update_fields=["request", "asked"])


def _asks(campaign: Campaign, user_id: int, gone: Gone) -> None:
    here = Ask.objects.filter(channel=campaign.channel_id)
    steps = Q(root__actor=user_id) | Q(root__children__actor=user_id, root__children__kind="ask_refused")
    own = set(here.filter(steps).values_list("pk", flat=True))
    for ask in here.filter(pk__in=here.filter(Q(pk__in=own) | Q(answers__character__in=gone.people)).values("pk")):
        ask.asked = words_taken.of_ask(ask, gone, ask.pk in own)
        ask.save(update_fields=["asked"])


def _rests(campaign: Campaign, gone: Gone) -> None:
    """What was chosen for these sheets, trainings by their names."""
    for rest in Rest.objects.filter(campaign=campaign):
        kept = {who: chosen for who, chosen in rest.choices.items() if int(who) not in gone.people}
        if kept != rest.choices:
            rest.choices = kept
            rest.save(update_fields=["choices"])
    chosen = Change.objects.filter(entry__channel=campaign.channel_id, entry__character__in=gone.people)
    chosen.filter(character=None, field="choices").update(old=None, new=None)
