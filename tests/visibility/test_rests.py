"""Who learns what of a rest, of what others choose for it, and of experience: as much as of the sheets, never more."""

import pytest
from django.urls import reverse

from sessions.actions import experience, rests
from sessions.actions.rest_choices import Wish
from sessions.models import Rest
from sheets.models import Counter
from tests.sessions.actions.test_rests import taken
from tests.visibility import outputs
from tests.visibility.outputs import who_reads

CANARY = "Xyzzy-the-training"
GMS = {"alicja"}
PLAYERS = {"bartek", "celina"}
HEALTH = "Endurance"
SHEETS = pytest.mark.parametrize(
    ("sheet_view", "known"),
    [("full", {*GMS, *PLAYERS}), ("pools", {*GMS, "bartek"}), ("names", {*GMS, "bartek"})],
)


def seen_as(table, sheet_view):
    table.campaign.sheet_view = sheet_view
    table.campaign.save()


def called(table, *characters, kind="rest"):
    for one in characters:
        Counter.objects.create(character=one, key="experience", current=1)
        Counter.objects.create(character=one, key="endurance", current=3, maximum=10)
    rests.call(actor=table.viewer("alicja"), campaign=table.campaign, kind=kind, characters=characters)
    return Rest.objects.get()


def choose(table, rest, name="bartek", character=None, training=CANARY):
    rests.choose(
        actor=table.viewer(name), rest=rest, character=character or table.julio, wish=Wish("begin", "1", name=training)
    )


def card_of(table, name):
    page = table.client(name).get(reverse("table", args=[table.campaign.token])).text
    return page.partition('id="rest_card"')[2].partition("</section>")[0]


@SHEETS
def test_a_choice_is_known_to_those_who_see_the_sheet(table, sheet_view, known):
    seen_as(table, sheet_view)
    choose(table, called(table, table.julio))
    assert who_reads(table, outputs.sheet_page, CANARY) == known
    assert who_reads(table, outputs.table_page, CANARY) == known - GMS  # theirs is the dashboard
    assert who_reads(table, outputs.live, CANARY) == known
    assert who_reads(table, outputs.dash, CANARY) == GMS


@SHEETS
def test_so_is_what_a_rest_has_done(table, sheet_view, known):
    seen_as(table, sheet_view)
    rest = called(table, table.julio)
    choose(table, rest)
    taken(table, rest)
    for output in (outputs.table_page, outputs.live, outputs.log_files, outputs.sheet_page):
        assert who_reads(table, output, CANARY) == known


def test_whoever_only_watches_learns_that_there_is_a_rest_and_of_whom(table):
    called(table, table.julio)
    for name in ("filip", "iga"):
        card = card_of(table, name)
        assert "Rest" in card
        assert "Julio" in card
        assert HEALTH not in card
        assert "XP" not in card
        assert "<form" not in card
    assert HEALTH in card_of(table, "celina")
    assert "<form" not in card_of(table, "celina")
    assert "<form" in card_of(table, "bartek")


def test_a_player_with_names_alone_sees_their_own_numbers_and_no_others(table):
    seen_as(table, "names")
    called(table, table.julio, table.rosalia)
    own, _sign, others = card_of(table, "bartek").partition('id="rest-others"')
    assert HEALTH in own
    assert HEALTH not in others
    assert "Rosalia" in others


def test_somebody_hidden_rests_unseen(table):
    rest = called(table, table.julio, table.shade, kind="interlude")
    choose(table, rest, training="Riding")
    choose(table, rest, "alicja", table.shade, CANARY)
    taken(table, rest)
    for secret in (CANARY, table.shade.name, table.shade.alias):
        for output in (outputs.table_page, outputs.live, outputs.log_files):
            assert not who_reads(table, output, secret) - GMS
    assert CANARY in outputs.live(table, "alicja").decode()


def test_a_rest_of_npcs_alone_moves_no_byte_of_a_players(table):
    names = ("bartek", "filip")
    before = {name: outputs.without_csrf(outputs.most(table, name)) for name in names}
    rest = called(table, table.shade)
    choose(table, rest, "alicja", table.shade)
    taken(table, rest)
    assert {name: outputs.without_csrf(outputs.most(table, name)) for name in names} == before


@pytest.mark.parametrize(
    ("sheet_view", "known"),
    [("full", {*GMS, *PLAYERS}), ("pools", {*GMS, *PLAYERS}), ("names", {*GMS, "bartek"})],
)
def test_why_experience_was_given_is_known_to_those_who_see_the_pool(table, sheet_view, known):
    seen_as(table, sheet_view)
    experience.award(
        actor=table.viewer("alicja"), campaign=table.campaign, characters=[table.julio], amount=1, reason=CANARY
    )
    for output in (outputs.table_page, outputs.live, outputs.log_files, outputs.history):
        assert who_reads(table, output, CANARY) == known


def test_a_correction_of_an_npc_is_nobody_elses(table):
    experience.award(
        actor=table.viewer("alicja"), campaign=table.campaign, characters=[table.shade, table.guard], amount=1,
        reason=CANARY,
    )  # fmt: skip
    assert who_reads(table, outputs.everything, CANARY) == GMS
