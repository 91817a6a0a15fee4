"""Who reads what of a sheet's history."""

import pytest
from django.utils import translation

from sessions.access import Viewer
from sessions.actions.people import leave
from sessions.actions.undoing import undo_entry
from sessions.models import Campaign, Change, LogEntry, Mode
from sheets import history
from sheets.access import sheet_for
from sheets.actions import counters, edit, life
from sheets.actions.portrait import set_portrait
from sheets.actions.undo import undo
from sheets.models import Character
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory, viewer
from tests.sheets.pictures import picture


def told(user, character, before: str = "") -> list[str]:
    """The history as this person reads it, one string for each change."""
    page = history.page(sheet_for(user, character.token), before)
    return [
        " ".join(word for word in (deed.title, line.what, f"{line.old}>{line.new}" if line.moved else "") if word)
        for deed in page.deeds
        for line in deed.lines
    ]


def secret_entry(character, channel, mode, actor, field="current", group="p"):
    """An entry such as a secret roll makes."""
    entry = LogEntry.objects.create(
        channel=channel, seq=1000 + LogEntry.objects.count(), kind="check", mode=mode, actor=actor, character=character
    )
    Change.objects.create(
        entry=entry, character=character, target="counter:momentum", field=field, old=0, new=7, delta=7, group=group
    )
    return entry


def test_a_character_has_a_name_of_its_own_in_polish_and_leaving_is_said_once(table, hand_of, julio, bartek):
    hand_of("bartek").field("character", "name", "Juliusz")
    leave(actor=table.viewer("bartek"), campaign=table.campaign, seat=table.seats["bartek"])
    with translation.override("pl"):
        assert told(bartek, julio) == ["Odejście od stołu", "Imię Julio>Juliusz"]


# --- words --------------------------------------------------------------------------------------------------------


def test_every_kind_of_change_has_its_words(table, hand_of, julio, bartek):
    hand = hand_of("bartek")
    hand.counter("momentum", "+2")
    hand.field("character", "name", "Juliusz")
    hand.field("character", "flags", ["mystic"])
    hand.field("trait:=athletics", "level", 3)
    hand.field("bonus:=physical", "value", 4)
    hand.field("note:=biography", "text", "Born at sea. " * 30)
    options = {"actor": table.viewer("bartek"), "character": julio}
    edit.add_row(kind="condition", values={"kind": "mental", "name": "dazed", "strength": 2}, **options)
    edit.remove_row(target=f"condition:{julio.condition_rows.get().token}", **options)
    counters.change_maximum(key="vitality", maximum=12, **options)
    set_portrait(data=picture(), **options)
    set_portrait(data=None, **options)
    life.leave_campaign(**options)
    words = told(bartek, julio)[::-1]
    biography = words.pop(5)
    assert biography.startswith("Biography >Born at sea. Born")
    assert biography.endswith("…")
    assert words == [
        "Momentum 0>2",
        "Name Julio>Juliusz",
        "Permissions >May learn mystic skills",
        "Athletics I>III",
        "Physical, bonus 3>4",
        "Added: dazed",
        "Removed: dazed",
        "Vitality, maximum 10>12",
        "Portrait changed",
        "Portrait taken off",
        "Left the table",
    ]


def test_words_are_in_the_readers_language(hand_of, julio, bartek):
    hand_of("bartek").field("trait:=athletics", "level", 3)
    with translation.override("pl"):
        assert told(bartek, julio) == ["Atletyka I>III"]


def test_a_deed_says_who_and_when_and_whether_it_was_undone(table, hand_of, julio, bartek):
    entry = hand_of("alicja").counter("momentum", "+2")
    undo(actor=table.viewer("alicja"), character=julio, token=entry.token)
    taken, deed = history.page(sheet_for(bartek, julio.token)).deeds
    assert (deed.who, deed.at, deed.undone) == ("Alicja", entry.at, True)
    assert (taken.title, taken.undone, taken.takes_back) == ("Undone", False, entry)
    assert deed.takes_back is None


def test_an_undo_does_not_point_to_another_page(hand_of, julio, bartek, monkeypatch):
    hand = hand_of("bartek")
    hand.undo(hand.counter("momentum", "+2"))
    monkeypatch.setattr(history, "PAGE", 1)
    (taken,) = history.page(sheet_for(bartek, julio.token)).deeds
    assert (taken.title, taken.takes_back) == ("Undone", None)


def test_no_table_is_named(table, hand_of, julio, bartek, campaign):
    life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    assert str(campaign.pk) not in " ".join(told(bartek, julio))


# --- field groups -------------------------------------------------------------------------------------------------


@pytest.fixture
def all_groups(hand_of):
    hand_of("bartek").field("character", "concept", "group a")
    hand_of("bartek").counter("momentum", "+2")
    hand_of("bartek").field("character", "origin", "group b")
    hand_of("bartek").field("note:=biography", "text", "group c")
    hand_of("bartek").field("note:=private", "text", "group d")
    hand_of("alicja").field("note:=gm", "text", "group e")


@pytest.mark.parametrize(
    ("who", "view", "groups"),
    [
        ("bartek", "full", "apbcd"),
        ("alicja", "full", "apbce"),
        ("ewa", "names", "apbce"),
        ("celina", "full", "apbc"),
        ("celina", "pools", "ap"),
        ("celina", "names", "a"),
        ("gustaw", "full", "apbc"),
        ("filip", "full", "a"),
        ("iga", "full", "a"),
    ],
)
def test_each_reader_sees_their_groups(table, all_groups, julio, who, view, groups):
    Campaign.objects.update(sheet_view=view)
    words = " ".join(told(table.people[who], julio))
    seen = "".join(group for group in "abcde" if f"group {group}" in words) + ("p" if "Momentum" in words else "")
    assert set(seen) == set(groups)


# --- secret entries -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "readers"),
    [
        (Mode.PUBLIC, {"alicja", "ewa", "bartek", "celina"}),
        (Mode.GM, {"alicja", "ewa", "bartek"}),
        (Mode.BLIND, {"alicja", "ewa"}),
        (Mode.SELF, {"bartek"}),
    ],
)
def test_a_secret_rolls_effect_stands_only_where_its_row_does(table, julio, campaign, mode, readers):
    secret_entry(julio, campaign.channel, mode, table.bartek)
    assert {who for who in ("alicja", "ewa", "bartek", "celina") if told(table.people[who], julio)} == readers


def test_thirty_blind_rolls_change_nothing_in_a_players_page(table, hand_of, julio, campaign, bartek):
    hand_of("bartek").counter("momentum", "+2")
    for _ in range(30):
        secret_entry(julio, campaign.channel, Mode.BLIND, table.bartek)
    page = history.page(sheet_for(bartek, julio.token))
    assert (len(page.deeds), page.older) == (1, "")


# --- across tables ------------------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(table, hand_of, julio, campaign, bartek):
    """Julio went to another table, after things at the first one."""
    hand_of("bartek").counter("momentum", "+1")
    hand_of("alicja").counter("momentum", "+2")
    hand_of("alicja").field("note:=gm", "text", "canary of the first table")
    secret_entry(julio, campaign.channel, Mode.GM, table.alicja)
    life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    other = CampaignFactory(name="Elsewhere")
    gm = SeatFactory(campaign=other, role="gm", name="Zenon").user
    SeatFactory(campaign=other, user=bartek, name="Bartek elsewhere")
    life.join_campaign(actor=viewer(bartek, other), character=julio, campaign=other)
    return gm


def test_history_goes_on_across_tables_without_the_first_tables_secrets(elsewhere, julio, bartek):
    words = told(elsewhere, julio)
    assert [word for word in words if word.startswith("Momentum")] == ["Momentum 1>3", "Momentum 0>1"]
    assert "canary" not in " ".join(words)
    assert "0>7" not in " ".join(words)
    assert told(bartek, julio) == words


def test_people_of_another_table_are_known_to_the_owner_alone(elsewhere, julio, bartek):
    assert "Alicja" not in {deed.who for deed in history.page(sheet_for(elsewhere, julio.token)).deeds}
    assert "Alicja" in {deed.who for deed in history.page(sheet_for(bartek, julio.token)).deeds}


def test_the_owner_alone_with_the_sheet_is_not_told_the_tables_secrets(table, julio, campaign, bartek):
    secret_entry(julio, campaign.channel, Mode.GM, table.alicja)
    secret_entry(julio, campaign.channel, Mode.BLIND, table.bartek)
    secret_entry(julio, campaign.channel, Mode.GM, table.bartek)
    life.leave_campaign(actor=table.viewer("bartek"), character=julio)
    assert told(bartek, julio) == ["Left the table", "Roll Momentum 0>7"]


# --- buttons ------------------------------------------------------------------------------------------------------


def buttons(user, character) -> list[bool]:
    return [deed.can_undo for deed in history.page(sheet_for(user, character.token)).deeds]


def test_a_button_stands_where_undoing_would_work(table, hand_of, julio):
    hand_of("bartek").counter("momentum", "+1")
    hand_of("bartek").counter("momentum", "+1")
    hand_of("alicja").counter("momentum", "+1")
    assert buttons(table.bartek, julio) == [False, True, False]
    assert buttons(table.alicja, julio) == [True, True, True]
    assert buttons(table.celina, julio) == [False, False, False]
    assert buttons(table.filip, julio) == []


def test_no_button_on_what_was_undone_or_belongs_elsewhere(table, hand_of, julio, campaign):
    entry = hand_of("bartek").counter("momentum", "+1")
    secret_entry(julio, campaign.channel, Mode.PUBLIC, table.bartek)
    undo(actor=table.viewer("bartek"), character=julio, token=entry.token)
    assert buttons(table.alicja, julio) == [True, False, False]


def test_an_archived_sheet_has_no_buttons(table, hand_of, julio):
    hand_of("bartek").counter("momentum", "+1")
    life.archive_character(actor=table.viewer("bartek"), character=julio, away=True)
    assert not any(buttons(table.bartek, julio))


def test_alone_everything_of_ones_own_can_be_undone(daniel):
    sheet = CharacterFactory(owner=daniel)
    alone = Viewer(user_id=daniel.pk)
    for _ in range(2):
        counters.change_counter(actor=alone, character=sheet, key="momentum", typed="+1")
    assert buttons(daniel, sheet) == [True, True]


# --- pages --------------------------------------------------------------------------------------------------------


def test_pages_follow_each_other_without_a_gap(monkeypatch, hand_of, julio, bartek):
    monkeypatch.setattr(history, "PAGE", 3)
    for _ in range(8):
        hand_of("bartek").counter("momentum", "+1")
    found, before = [], ""
    while True:
        page = history.page(sheet_for(bartek, julio.token), before)
        found += [deed.lines[0].new for deed in page.deeds]
        before = page.older
        if not before:
            break
    assert found == [str(number) for number in range(8, 0, -1)]


def test_a_token_that_one_may_not_know_finds_nothing(table, hand_of, julio, campaign, bartek):
    hand_of("bartek").counter("momentum", "+1")
    hidden = secret_entry(julio, campaign.channel, Mode.BLIND, table.bartek)
    for token in (hidden.token, "nonsense"):
        assert told(bartek, julio, before=token) == []
    assert len(told(table.alicja, julio, before=hidden.token)) == 1


def test_queries_do_not_grow_with_the_history(
    hand_of, julio, bartek, django_assert_max_num_queries, django_assert_num_queries
):
    hand_of("bartek").counter("momentum", "+1")
    hand_of("bartek").field("trait:=athletics", "level", 3)
    opened = sheet_for(bartek, julio.token)
    with django_assert_max_num_queries(8) as few:
        history.page(opened)
    for number in range(10):
        hand_of("bartek").counter("momentum", str(number))
        hand_of("bartek").field("trait:=riding", "level", number % 4)
    opened = sheet_for(Character.objects.get(pk=julio.pk).owner, julio.token)
    with django_assert_num_queries(len(few)):
        history.page(opened)


def test_what_a_game_master_undid_without_a_roll_is_not_called_a_roll(table):
    entry = counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="endurance", typed="-3")
    undo_entry(actor=table.viewer("alicja"), entry=entry)
    newest = history.page(sheet_for(table.bartek, table.julio.token)).deeds[0]
    assert (newest.title, newest.takes_back) == ("Undone", entry)
