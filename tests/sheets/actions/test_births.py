import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions.access import Viewer
from sessions.models import Channel, LogEntry, Mode
from sheets import portraits, snapshot
from sheets.actions import births, life, npcs
from sheets.models import Character, Item, Note
from tests.cast import SYSTEM
from tests.races import at_once
from tests.sheets.pictures import picture


def alone(user) -> Viewer:
    return Viewer(user_id=user.pk, language=user.language)


def create(user, **options):
    return births.create_character(
        **{"actor": alone(user), "campaign": None, "system": SYSTEM, "name": "Nowy", **options}
    )


def test_a_sheet_of_ones_own_at_no_table_has_a_channel_of_its_own(daniel):
    character = create(daniel)
    assert (character.owner, character.campaign, character.hidden) == (daniel, None, False)
    entry = LogEntry.objects.get(channel=character.channel_id)
    assert (entry.kind, entry.seq, entry.listed) == ("created", 1, False)


def test_a_sheet_at_a_table_is_told_there(table, bartek):
    character = create(bartek, actor=table.viewer("bartek"), campaign=table.campaign, system="")
    assert (character.campaign, character.channel_id) == (table.campaign, table.campaign.channel_id)
    entry = LogEntry.objects.get(character=character)
    assert (entry.mode, entry.listed, entry.seat) == (Mode.PUBLIC, True, table.seats["bartek"])


def test_a_gms_npc_is_hidden_and_known_to_gms_alone(table, alicja):
    npc = create(alicja, actor=table.viewer("alicja"), campaign=table.campaign, npc=True)
    assert npc.is_npc
    assert npc.hidden
    assert LogEntry.objects.get(character=npc).mode == Mode.GM


@pytest.mark.parametrize("who", ["bartek", "gustaw"])
def test_a_player_makes_no_npc(table, who):
    with pytest.raises(Forbidden):
        create(table.people[who], actor=table.viewer(who), campaign=table.campaign, npc=True)


@pytest.mark.parametrize("who", ["filip", "iga"])
def test_who_only_watches_makes_no_sheet(table, who):
    with pytest.raises(Forbidden):
        create(table.people[who], actor=table.viewer(who), campaign=table.campaign)


def test_no_npc_without_a_campaign(alicja):
    with pytest.raises(Refused):
        create(alicja, npc=True)


def test_no_unknown_game(alicja):
    with pytest.raises(Refused):
        create(alicja, system="dragons")


def test_one_sheet_too_many_is_refused_and_leaves_nothing(monkeypatch, daniel):
    monkeypatch.setattr(births, "MOST_SHEETS", 1)
    create(daniel)
    channels = Channel.objects.count()
    with pytest.raises(Refused):
        create(daniel, name="Drugi")
    assert Channel.objects.count() == channels


def test_the_same_press_makes_one_sheet(daniel):
    first, again = create(daniel, once="k" * 22), create(daniel, once="k" * 22)
    assert first == again
    assert Character.objects.filter(owner=daniel).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_press_at_the_same_moment_makes_one_sheet(table, daniel):
    channels = Channel.objects.count()
    made = at_once(6, lambda _n: create(daniel, once="k" * 22).pk)
    assert len(set(made)) == 1
    assert Character.objects.filter(owner=daniel).count() == 1
    assert Channel.objects.count() == channels + 1


@pytest.mark.django_db(transaction=True)
def test_the_same_press_at_the_same_moment_makes_one_sheet_at_a_table(table, bartek):
    options = {"actor": table.viewer("bartek"), "campaign": table.campaign, "once": "k" * 22}
    made = at_once(6, lambda _n: create(bartek, **options).pk)
    assert len(set(made)) == 1


# --- copies -------------------------------------------------------------------------------------------------------


@pytest.fixture
def rich_julio(julio, campaign):
    Item.objects.create(character=julio, name="Rope")
    Item.objects.create(character=julio, name="Lost", deleted=True)
    Note.objects.create(character=julio, kind=Note.Kind.PRIVATE, text="mine")
    Note.objects.create(character=julio, kind=Note.Kind.GM, campaign=campaign, text="theirs")
    julio.portrait = portraits.keep(portraits.clean(picture()))
    julio.save(update_fields=["portrait"])
    return julio


def test_the_owners_copy_has_everything_of_theirs_and_lies_at_no_table(table, rich_julio):
    twin = births.copy_character(actor=table.viewer("bartek"), character=rich_julio)
    rows = snapshot.load_one(twin)
    assert (twin.owner, twin.campaign) == (table.bartek, None)
    assert [item.name for item in rows.items] == ["Rope"]
    assert {kind: note.text for kind, note in rows.notes.items()} == {"private": "mine"}
    assert rows.sheet().bonuses == snapshot.load_one(rich_julio).sheet().bonuses
    assert not Note.objects.filter(character=twin, text="theirs").exists()


def test_a_copy_has_its_own_picture_and_its_own_row_names(table, rich_julio):
    twin = births.copy_character(actor=table.viewer("bartek"), character=rich_julio)
    assert twin.portrait
    assert twin.portrait != rich_julio.portrait
    assert portraits.read(twin.portrait) == portraits.read(rich_julio.portrait)
    assert not set(twin.item_rows.values_list("token")) & set(rich_julio.item_rows.values_list("token"))


def test_a_copied_npc_is_one_more_hidden_npc(table, guard):
    Note.objects.create(character=guard, kind=Note.Kind.GM, campaign=table.campaign, text="bribed")
    twin = births.copy_character(actor=table.viewer("ewa"), character=guard)
    assert (twin.is_npc, twin.hidden, twin.campaign) == (True, True, table.campaign)
    assert snapshot.load_one(twin).notes["gm"].text == "bribed"
    assert LogEntry.objects.get(character=twin).mode == Mode.GM


@pytest.mark.parametrize("who", ["alicja", "ewa", "celina", "filip"])
def test_nobody_copies_a_players_sheet_but_its_owner(table, julio, who):
    with pytest.raises(Forbidden):
        births.copy_character(actor=table.viewer(who), character=julio)


@pytest.mark.parametrize("who", ["bartek", "filip"])
def test_players_copy_no_npc(table, guard, who):
    with pytest.raises(Forbidden):
        births.copy_character(actor=table.viewer(who), character=guard)


def test_the_gms_copy_of_a_sheet_that_goes_has_no_private_notes(table, rich_julio):
    (made,) = npcs.copy_as_npcs(table.viewer("alicja"), table.campaign, [rich_julio])
    npc = made.character
    assert not npc.note_rows.filter(kind=Note.Kind.PRIVATE).exists()
    assert npc.note_rows.get(kind=Note.Kind.GM).text == "theirs"


def test_a_repeated_copy_is_the_same_copy(table, julio):
    first = births.copy_character(actor=table.viewer("bartek"), character=julio, once="c" * 22)
    assert births.copy_character(actor=table.viewer("bartek"), character=julio, once="c" * 22) == first


def test_a_press_that_did_something_else_is_not_taken_for_a_copy(table, julio):
    life.archive_character(actor=table.viewer("bartek"), character=julio, away=True, once="c" * 22)
    with pytest.raises(Refused):
        births.copy_character(actor=table.viewer("bartek"), character=julio, once="c" * 22)
