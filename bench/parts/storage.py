"""What a stored roll takes on disk."""

from __future__ import annotations

from bench import world
from bench.places import django_here
from bench.report import Line, at_most, shown

ROLLS = 300


def run() -> list[Line]:
    django_here()
    from django.db import connection

    from rules.values import CheckRequest, Participant, TraitUse
    from sessions.access import viewer_of
    from sessions.actions import checks
    from sessions.models import Campaign, Seat
    from sheets.models import Character

    table = world.build(1, 0)
    campaign = Campaign.objects.get(token=table.campaign)
    hero = Character.objects.select_related("campaign").get(token=table.sheets["player0"])
    actor = viewer_of(Seat.objects.get(campaign=campaign, user=hero.owner_id), campaign, "pl")
    request = CheckRequest((Participant(hero.pk, "initiator", (TraitUse("inquiry"),)),), 3)

    def sizes() -> tuple[int, int]:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            pages = cursor.fetchone()[0]
        return pages, _bytes_of_rows()

    before = sizes()
    for number in range(ROLLS):
        checks.roll(actor=actor, character=hero, request=request, once=f"stored-{number}")
    after = sizes()
    file, rows = ((after[i] - before[i]) / ROLLS for i in (0, 1))
    return [at_most("one stored roll, in the database file, indexes included", file, 2048, " bytes",
                    f"its rows alone: {shown(rows)} bytes")]  # fmt: skip


def _bytes_of_rows() -> int:
    """What all columns of the rows that a roll writes take as text."""
    from django.db import connection

    from sessions.models import Change, Check, CheckPart, LogEntry

    total = 0
    with connection.cursor() as cursor:
        for model in (LogEntry, Change, Check, CheckPart):
            columns = [connection.ops.quote_name(field.column) for field in model._meta.concrete_fields]
            lengths = " + ".join(f"coalesce(length({column}), 0)" for column in columns)
            cursor.execute(f"SELECT coalesce(sum({lengths}), 0) FROM {model._meta.db_table}")
            total += cursor.fetchone()[0]
    return total
