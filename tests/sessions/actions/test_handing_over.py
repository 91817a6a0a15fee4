"""A campaign goes into other hands: by its head alone, to whom can hold it, with one entry."""

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import feed
from sessions.actions import campaigns, people
from sessions.actions.handing_over import hand_over, successors
from sessions.models import LogEntry, Role, Seat
from sessions.screens import TABLE, Screen
from tests.cast import CampaignFactory, SeatFactory
from tests.races import at_once


def give(table, to: str, by: str = "alicja", **options) -> LogEntry:
    return hand_over(actor=table.viewer(by), campaign=table.campaign, seat=table.seats[to], **options)


def roles(table, *names: str) -> list[str]:
    return [Seat.objects.get(pk=table.seats[name].pk).role for name in names]


@pytest.mark.parametrize("to", ["bartek", "ewa"])
def test_it_goes_to_a_player_or_another_game_master(table, to):
    entry = give(table, to)
    assert roles(table, to, "alicja") == [Role.GM, Role.CO_GM]
    assert (entry.kind, entry.listed, entry.mode) == ("handed_over", True, "public")
    assert entry.payload == {"v": 1, "name": to.capitalize(), "was": "Alicja", "seat": table.seats[to].pk}
    assert LogEntry.objects.count() == 1


def test_to_one_who_is_its_game_master_too_it_goes_alone(table):
    people.change_role(actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["ewa"], role=Role.GM)
    give(table, "ewa")
    assert roles(table, "ewa", "alicja") == [Role.GM, Role.CO_GM]


@pytest.mark.parametrize("to", ["gustaw", "filip", "iga", "henryk", "alicja"])
def test_not_to_guests_watchers_and_those_who_left_nor_to_oneself(table, to):
    with pytest.raises(Refused):
        give(table, to)
    assert roles(table, "alicja") == [Role.GM]
    assert not LogEntry.objects.exists()


def test_nor_to_somebody_of_another_table(table):
    stranger = SeatFactory(campaign=CampaignFactory())
    with pytest.raises(Refused):
        hand_over(actor=table.viewer("alicja"), campaign=table.campaign, seat=stranger)


@pytest.mark.parametrize("by", ["ewa", "bartek", "gustaw", "filip"])
def test_only_the_campaigns_game_master_does(table, by):
    with pytest.raises(Forbidden):
        give(table, "celina", by)


def test_whoever_runs_too_many_takes_no_more(table, monkeypatch):
    SeatFactory(campaign=CampaignFactory(), user=table.bartek, role=Role.GM)
    monkeypatch.setattr(campaigns, "MOST_CAMPAIGNS", 1)
    with pytest.raises(Refused):
        give(table, "bartek")


def test_what_lies_in_the_archive_is_handed_over_too(table):
    campaigns.archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    give(table, "bartek")
    assert roles(table, "bartek", "alicja") == [Role.GM, Role.CO_GM]


def test_the_offered_are_those_who_can(table):
    offered = successors(table.campaign, table.viewer("alicja")).values_list("name", flat=True)
    assert set(offered) == {"Ewa", "Bartek", "Celina"}


def test_both_are_shown_other_pages_at_once_and_nobody_else(table):
    grants = {name: feed.Grant(table.viewer(name), Screen(TABLE), 0) for name in ("alicja", "bartek", "celina")}
    give(table, "bartek")
    ended = feed.Source().ended(grants.values())
    assert {name: ended.get(grant) for name, grant in grants.items()} == {
        "alicja": "changed", "bartek": "changed", "celina": None,
    }  # fmt: skip


def test_a_press_that_arrives_twice_hands_over_once(table):
    actor = table.viewer("alicja")
    given = {"actor": actor, "campaign": table.campaign, "seat": table.seats["bartek"], "once": "a-press"}
    assert hand_over(**given) == hand_over(**given)


def test_a_table_has_one_head_however_many_press(transactional_db, table):
    actor = table.viewer("alicja")

    def press(number: int) -> bool:
        try:
            to = table.seats["bartek" if number % 2 else "ewa"]
            return bool(hand_over(actor=actor, campaign=table.campaign, seat=to))
        except Conflict:
            return False

    assert sum(at_once(4, press)) == 1
    assert table.campaign.seats.filter(role=Role.GM).count() == 1
