"""Experience that is given and corrected for a reason, and the ledger that tells of it all."""

import pytest
from django.urls import reverse

from caerbannog_site.errors import Refused
from sessions import log_reading
from sessions.actions.experience import award
from sessions.actions.undoing import undo_entry
from sessions.models import LogEntry
from sheets import games, snapshot
from sheets.access import sheet_for
from sheets.actions import counters
from sheets.ledger import ledger
from sheets.models import Character, Counter
from tests.cast import SYSTEM, CampaignFactory, CharacterFactory
from tests.races import at_once
from tests.sessions.actions.test_rests import called, chosen, taken

XP = games.experience_of(SYSTEM)


def held(character):
    return snapshot.load_one(character, ["counter"]).counter("experience").value


def given(table, amount, *characters, reason="The duel", **options):
    people = characters or (table.julio, table.rosalia)
    actor = table.viewer("alicja")
    return award(actor=actor, campaign=table.campaign, characters=people, amount=amount, reason=reason, **options)


def lines(user, character):
    return ledger(sheet_for(user, character.token), XP).lines


def said(entry, viewer):
    read = log_reading.with_details(LogEntry.objects.filter(pk=entry.pk))
    return log_reading.rows(list(read), viewer)[0].sentence


def test_a_point_for_all_is_one_entry_with_its_reason(table, julio, rosalia):
    entry = given(table, 1)
    assert (held(julio), held(rosalia)) == (1, 1)
    assert LogEntry.objects.count() == 1
    assert said(entry, table.viewer("bartek")) == "+1 experience for Julio, Rosalia: The duel"


def test_a_correction_takes_no_more_than_there_is(table, julio):
    given(table, 1, julio)
    entry = given(table, -2, julio, reason="Counted twice")
    assert held(julio) == 0
    assert entry.told[0].delta == -1


@pytest.mark.parametrize(
    ("amount", "reason", "said"),
    [
        (0, "The duel", "not 0"), (21, "The duel", "not 0"), (-21, "The duel", "not 0"),
        (1, "", "Say why"), (1, "  \x00 ", "Say why"), (1, "x" * 121, "at most 120"),
        (-1, "Nothing to take", "would change"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(table, julio, amount, reason, said):
    with pytest.raises(Refused, match=said):
        given(table, amount, julio, reason=reason)
    assert not LogEntry.objects.exists()


def test_only_characters_in_play_here_get_some(table, julio):
    Character.objects.filter(pk=julio.pk).update(archived_at="2026-11-30T20:00Z")
    with pytest.raises(Refused, match="Choose who gets it"):
        given(table, 1, julio, CharacterFactory())


def test_a_game_without_experience_gives_none(table):
    cairn = CampaignFactory(system="cairn")
    hero = CharacterFactory(campaign=cairn)
    with pytest.raises(Refused, match="no experience to give"):
        award(actor=table.viewer("alicja"), campaign=cairn, characters=[hero], amount=1, reason="Gold")


def test_an_award_to_npcs_alone_is_the_gms_business(table):
    assert given(table, 1, table.shade).mode == "gm"


def test_the_same_press_gives_once(table, julio):
    assert given(table, 1, julio, once="press") == given(table, 1, julio, once="press")
    assert held(julio) == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_awards_at_once_are_twenty(table, transactional_db):
    actors = [table.viewer("alicja"), table.viewer("ewa")]
    people = [table.julio]
    at_once(10, lambda n: award(
        actor=actors[n % 2], campaign=table.campaign, characters=people, amount=2, reason=f"Scene {n}"
    ))  # fmt: skip
    assert held(table.julio) == 20


def test_whoever_sees_no_pools_learns_neither_how_much_nor_for_whom(table):
    entry = given(table, 1, reason="The heir is dead")
    assert said(entry, table.viewer("filip")) == "The game master settles experience"
    assert said(entry, table.viewer("celina")).endswith("The heir is dead")
    table.campaign.sheet_view = "names"
    table.campaign.save()
    assert said(entry, table.viewer("celina")) == "+1 experience for Rosalia: The heir is dead"


# --- the ledger -----------------------------------------------------------------------------------------------------


def test_the_ledger_tells_when_who_and_why_and_adds_up(table, julio, bartek):
    given(table, 3, julio)
    counters.change_counter(actor=table.viewer("bartek"), character=julio, key="experience", typed="+1")
    counters.change_counter(actor=table.viewer("alicja"), character=julio, key="experience", typed="2")
    given(table, -1, julio, reason="Counted twice")
    rest = called(table, "rest", julio)
    chosen(table, rest, "begin", name="Letters")
    entry = taken(table, rest)
    undo_entry(actor=table.viewer("alicja"), entry=entry)
    told = lines(bartek, julio)
    assert [(line.who, line.why, line.amount, line.balance) for line in reversed(told)] == [
        ("Alicja", "The duel", 3, 3),
        ("Bartek", "Changed by hand", 1, 4),
        ("Alicja", "Changed by hand", -2, 2),
        ("Alicja", "Counted twice", -1, 1),
        ("Alicja", "Rest", -1, 0),
        ("Alicja", "Undone: Rest", 1, 1),
    ]
    assert sum(line.amount for line in told) == held(julio) == told[0].balance


def test_what_a_sheet_began_with_is_part_of_the_sum(table, julio, bartek):
    Counter.objects.create(character=julio, key="experience", current=5)
    given(table, 2, julio)
    found = ledger(sheet_for(bartek, julio.token), XP)
    assert found.opening + sum(line.amount for line in found.lines) == held(julio) == 7


def test_a_long_ledger_comes_in_pages(table, julio, bartek, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr("sheets.ledger.PAGE", 2)
    for number in range(5):
        given(table, 1, julio, reason=f"Scene {number}")
    opened, before, seen = sheet_for(bartek, julio.token), "", []
    while True:
        with django_assert_num_queries(1):
            page = ledger(opened, XP, before)
        seen += [line.balance for line in page.lines]
        before = page.older
        if not before:
            break
    assert seen == [5, 4, 3, 2, 1]


def test_the_page_is_for_those_who_see_pools(table, julio):
    given(table, 2, julio)
    url = reverse("experience", args=[julio.token])
    assert "The duel" in table.client("celina").get(url).text
    assert table.client("filip").get(url).status_code == 404
    link = f'href="{url}"'
    assert link in table.client("bartek").get(reverse("sheet", args=[julio.token])).text


def test_a_game_without_experience_has_no_ledger(table):
    hero = CharacterFactory(owner=table.bartek, system="cairn")
    assert table.client("bartek").get(reverse("experience", args=[hero.token])).status_code == 404
