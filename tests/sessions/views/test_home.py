"""The page after the door: my tables and characters, nobody else's, and nothing that tells of a secret."""

import pytest
from django.utils import timezone

from sessions import log
from sessions.models import Mode, Role
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory


def home(table, name):
    return table.client(name).get("/")


def test_my_tables_and_characters_are_listed(table):
    page = home(table, "bartek").text
    assert "The Killer Rabbit" in page
    assert "Julio" in page


def test_my_characters_stand_in_polish_order(table):
    for name in ("Żaba", "Łasica", "Zofia"):
        CharacterFactory(owner=table.bartek, name=name)
    assert [one.name for one in home(table, "bartek").context["characters"]] == ["Julio", "Łasica", "Zofia", "Żaba"]


def test_a_file_may_be_brought_in(table):
    assert 'href="/s/import/"' in home(table, "daniel").text


def test_other_peoples_tables_and_characters_are_not(table):
    SeatFactory(campaign=CampaignFactory(name="Elsewhere"), user=table.celina)
    page = home(table, "bartek").text
    assert "Elsewhere" not in page
    assert "Rosalia" not in page
    assert "Cień" not in page


def test_a_former_members_table_is_not_listed(table):
    assert "The Killer Rabbit" not in home(table, "henryk").text


def test_the_removed_are_not_in_the_company(table):
    page = home(table, "bartek").text
    assert "Celina" in page
    assert "Henryk" not in page


def test_a_stranger_finds_an_empty_page_with_ways_on(table):
    page = home(table, "daniel").text
    assert "Too quiet" in page
    assert "/c/new/" in page
    assert "The Killer Rabbit" not in page


def test_logged_out_people_are_sent_to_the_door(table):
    assert table.anonymous.get("/").url == "/accounts/login/?next=/"


def test_archived_tables_and_sheets_are_folded_away(table, julio):
    table.campaign.archived_at = julio.archived_at = timezone.now()
    table.campaign.save()
    julio.save()
    context = home(table, "bartek").context
    assert (context["tables"], context["characters"]) == ([], [])
    assert [one["campaign"] for one in context["archived_tables"]] == [table.campaign]
    assert context["archived_characters"] == [julio]


def test_the_last_activity_is_the_last_public_entry(table):
    with log.turn(table.viewer("bartek"), table.campaign.channel_id) as turn:
        public = turn.record("message", payload={"text": "Hello"})
    assert home(table, "celina").context["tables"][0]["active_at"] == public.at


@pytest.mark.parametrize(
    "options", [{"mode": Mode.BLIND}, {"mode": Mode.GM}, {"mode": Mode.SELF}, {"group": "p"}, {"listed": False}]
)
def test_a_secret_leaves_no_trace_in_it(table, options):
    before = home(table, "celina").content
    with log.turn(table.viewer("alicja"), table.campaign.channel_id) as turn:
        turn.record("dice", payload={}, **options)
    assert without_tokens(home(table, "celina").content) == without_tokens(before)


def without_tokens(page: bytes) -> bytes:
    """The page without its CSRF tokens, which differ each time."""
    return b"\n".join(line for line in page.splitlines() if b"X-CSRFToken" not in line)


def test_queries_do_not_grow_with_tables_and_people(table, django_assert_max_num_queries):
    for _ in range(5):
        campaign = CampaignFactory()
        SeatFactory(campaign=campaign, user=table.bartek)
        SeatFactory.create_batch(4, campaign=campaign, role=Role.PLAYER)
        CharacterFactory(owner=table.bartek, campaign=campaign)
    client = table.client("bartek")
    with django_assert_max_num_queries(6):
        client.get("/")
