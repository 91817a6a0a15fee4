"""The party: a card for each character that the reader may know of, with the field groups that are theirs."""

import pytest
from django.utils import timezone

from sessions import party
from sessions.models import Campaign, Change
from sheets.models import Character, Condition, Counter


def cards(table, name: str) -> dict[str, party.Card]:
    viewer = table.viewer(name)
    return {card.name: card for card in party.cards(party.party_of(table.campaign.pk, viewer), viewer)}


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("alicja", ["Julio", "Rosalia", "Cień", "Strażnik"]),
        ("ewa", ["Julio", "Rosalia", "Cień", "Strażnik"]),
        ("bartek", ["Julio", "Rosalia", "Strażnik"]),
        ("filip", ["Julio", "Rosalia", "Strażnik"]),
    ],
)
def test_hidden_npcs_stand_in_the_gms_party_alone_and_players_come_first(table, name, known):
    assert list(cards(table, name)) == known


def test_archived_characters_are_out_of_play(table):
    Character.objects.filter(pk=table.julio.pk).update(archived_at=timezone.now())
    assert "Julio" not in cards(table, "alicja")


@pytest.mark.parametrize(
    ("name", "sheet_view", "pools", "conditions", "edits"),
    [
        ("alicja", "names", True, True, True),
        ("bartek", "names", True, True, True),
        ("celina", "full", True, True, False),
        ("celina", "pools", True, False, False),
        ("celina", "names", False, False, False),
        ("filip", "full", False, False, False),
        ("iga", "full", False, False, False),
    ],
)
def test_a_card_shows_what_its_reader_may_see_of_the_sheet(table, name, sheet_view, pools, conditions, edits):
    Campaign.objects.filter(pk=table.campaign.pk).update(sheet_view=sheet_view)
    Condition.objects.create(character=table.julio, kind="injury", name="Black eye")
    card = cards(table, name)["Julio"]
    assert (bool(card.pools), card.momentum is not None) == (pools, pools)
    assert bool(card.conditions) == conditions
    assert card.can_edit == edits


def test_an_npcs_pools_are_the_gms(table):
    assert cards(table, "alicja")["Strażnik"].pools
    assert not cards(table, "bartek")["Strażnik"].pools


@pytest.mark.parametrize(
    ("name", "group", "redrawn"),
    [
        ("celina", "a", ["Julio"]),
        ("celina", "p", ["Julio"]),
        ("celina", "b", ["Julio"]),
        ("celina", "c", []),
        ("celina", "e", []),
        ("filip", "a", ["Julio"]),
        ("filip", "p", []),
        ("alicja", "p", ["Julio"]),
        ("alicja", "e", []),
    ],
)
def test_a_card_is_drawn_anew_when_something_on_it_changed_that_its_reader_sees(table, name, group, redrawn):
    changes = [Change(character=table.julio, target="x", field="x", group=group)]
    assert [card.name for card, _html in party.drawn(changes, table.viewer(name))] == redrawn


def test_a_hidden_npcs_card_is_drawn_for_the_gms_alone(table):
    changes = [Change(character=table.shade, target="counter:momentum", field="current", group="p")]
    assert [card.name for card, _html in party.drawn(changes, table.viewer("ewa"))] == ["Cień"]
    assert list(party.drawn(changes, table.viewer("bartek"))) == []


def test_the_party_costs_the_same_however_big_it_is(table, django_assert_max_num_queries):
    for number in range(10):
        one = Character.objects.create(
            owner=table.gustaw, campaign=table.campaign, channel=table.campaign.channel, system=table.julio.system,
            name=f"Twin {number}",
        )  # fmt: skip
        Counter.objects.create(character=one, key="momentum", current=1)
    viewer = table.viewer("celina")
    with django_assert_max_num_queries(6):
        assert len(party.cards(party.party_of(table.campaign.pk, viewer), viewer)) == 13
