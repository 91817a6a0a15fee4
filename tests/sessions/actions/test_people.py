"""Roles, removal, leaving: the whole matrix of who may do what to whom, and the game master a table cannot lose."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.actions.campaigns import archive_campaign
from sessions.actions.invitations import rotate_invitation
from sessions.actions.people import change_role, leave, may_remove, remove, rename, roles_given_by
from sessions.models import Change, Invitation, LogEntry, Role
from sheets import history
from sheets.access import sheet_for
from sheets.actions import births
from sheets.models import Character, Note, Trait
from tests.cast import CharacterFactory, SeatFactory

GM, CO_GM, PLAYER, SPECTATOR, SCREEN = Role.GM, Role.CO_GM, Role.PLAYER, Role.SPECTATOR, Role.SCREEN


def entries(table):
    return LogEntry.objects.filter(channel=table.campaign.channel_id)


def role(table, actor, target, wanted, **options):
    return change_role(
        actor=table.viewer(actor), campaign=table.campaign, seat=table.seats[target], role=wanted, **options
    )


def take(table, actor, target, keep=False, **options):
    return remove(
        actor=table.viewer(actor), campaign=table.campaign, seat=table.seats[target], keep_npcs=keep, **options
    )


def go(table, name, **options):
    return leave(actor=table.viewer(name), campaign=table.campaign, seat=table.seats[name], **options)


# --- the matrix -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "seat", "given"),
    [
        *[(GM, seat, {GM, CO_GM, PLAYER, SPECTATOR}) for seat in (GM, CO_GM, PLAYER, SPECTATOR)],
        (GM, SCREEN, set()),
        *[(CO_GM, seat, {PLAYER, SPECTATOR}) for seat in (PLAYER, SPECTATOR)],
        *[(CO_GM, seat, set()) for seat in (GM, CO_GM, SCREEN)],
        *[(viewer, seat, set()) for viewer in (PLAYER, SPECTATOR, SCREEN, "owner", "") for seat in Role],
    ],
)
def test_roles_that_may_be_given(viewer, seat, given):
    assert set(roles_given_by(viewer, seat)) == given


@pytest.mark.parametrize("seat", list(Role))
def test_the_head_may_remove_everybody(seat):
    assert may_remove(GM, seat)


@pytest.mark.parametrize(("seat", "may"), [(GM, 0), (CO_GM, 0), (PLAYER, 1), (SPECTATOR, 1), (SCREEN, 1)])
def test_a_co_gm_may_remove_all_but_game_masters(seat, may):
    assert may_remove(CO_GM, seat) == bool(may)


@pytest.mark.parametrize("viewer", [PLAYER, SPECTATOR, SCREEN])
def test_nobody_else_may_remove(viewer):
    assert not any(may_remove(viewer, seat) for seat in Role)


# --- names ------------------------------------------------------------------------------------------------------


def name(table, actor, target, wanted, **options):
    return rename(
        actor=table.viewer(actor), campaign=table.campaign, seat=table.seats[target], name=wanted, **options
    )  # fmt: skip


@pytest.mark.parametrize(
    ("actor", "target"),
    [("bartek", "bartek"), ("gustaw", "gustaw"), ("filip", "filip"), ("alicja", "bartek"), ("ewa", "alicja")],
)
def test_ones_own_name_is_changed_and_by_gms_anybodys(table, actor, target):
    was = table.seats[target].name
    entry = name(table, actor, target, "Zosia")
    table.seats[target].refresh_from_db()
    assert table.seats[target].name == "Zosia"
    assert entries(table).get() == entry
    assert (entry.kind, entry.listed) == ("seat_named", True)
    assert entry.payload == {"v": 1, "seat": table.seats[target].pk, "name": "Zosia", "was": was}


@pytest.mark.parametrize(
    ("actor", "target"),
    [("bartek", "celina"), ("bartek", "alicja"), ("filip", "bartek"), ("iga", "bartek"), ("gustaw", "bartek")],
)
def test_another_persons_name_is_not_theirs_to_change(table, actor, target):
    with pytest.raises(Forbidden):
        name(table, actor, target, "Zosia")
    assert not entries(table).exists()


def test_a_deposed_game_master_names_nobody(table):
    ewa = table.viewer("ewa")
    role(table, "alicja", "ewa", PLAYER)
    with pytest.raises(Forbidden):
        rename(actor=ewa, campaign=table.campaign, seat=table.seats["bartek"], name="Zosia")


@pytest.mark.parametrize("taken", ["Celina", "celina"])
def test_a_name_that_somebody_has_is_refused(table, taken):
    with pytest.raises(Refused) as refusal:
        name(table, "bartek", "bartek", taken)
    assert refusal.value.field == "name"
    assert not entries(table).exists()


def test_the_name_of_somebody_who_left_is_free_again_and_ones_own_letters_may_change(table):
    assert name(table, "bartek", "bartek", "Henryk")
    assert name(table, "bartek", "bartek", "HENRYK")


def test_the_same_name_writes_nothing(table):
    assert name(table, "bartek", "bartek", "Bartek") is None
    assert not entries(table).exists()


def test_somebody_who_left_and_an_archived_table_keep_their_names(table):
    with pytest.raises(Conflict):
        name(table, "alicja", "henryk", "Zosia")
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        name(table, "bartek", "bartek", "Zosia")


# --- roles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actor", "target", "wanted"),
    [
        ("alicja", "bartek", SPECTATOR),
        ("alicja", "bartek", CO_GM),
        ("alicja", "bartek", GM),
        ("alicja", "ewa", PLAYER),
        ("ewa", "bartek", SPECTATOR),
        ("ewa", "filip", PLAYER),
    ],
)
def test_a_given_role_is_kept_and_told(table, actor, target, wanted):
    was = table.seats[target].role
    entry = role(table, actor, target, wanted)
    seat = table.seats[target]
    seat.refresh_from_db()
    assert (seat.role, seat.epoch) == (wanted, 1)
    assert entries(table).get() == entry
    assert (entry.kind, entry.listed) == ("role", True)
    assert entry.payload == {"v": 1, "seat": seat.pk, "name": seat.name, "role": wanted, "was": was}


@pytest.mark.parametrize(
    ("actor", "target", "wanted"),
    [
        ("ewa", "bartek", CO_GM),
        ("ewa", "bartek", GM),
        ("ewa", "alicja", PLAYER),
        ("ewa", "ewa", GM),
        ("alicja", "bartek", SCREEN),
        ("alicja", "iga", PLAYER),
        ("alicja", "bartek", "king"),
        ("bartek", "bartek", GM),
        ("bartek", "celina", SPECTATOR),
        ("filip", "filip", PLAYER),
        ("iga", "bartek", SPECTATOR),
        ("gustaw", "bartek", SPECTATOR),
    ],
)
def test_a_role_that_is_not_theirs_to_give_is_refused(table, actor, target, wanted):
    was = table.seats[target].role
    with pytest.raises(Forbidden):
        role(table, actor, target, wanted)
    table.seats[target].refresh_from_db()
    assert (table.seats[target].role, table.seats[target].epoch) == (was, 0)
    assert not entries(table).exists()


def test_the_same_role_writes_nothing(table):
    assert role(table, "alicja", "bartek", PLAYER) is None
    assert not entries(table).exists()


def test_the_last_head_stays_head(table):
    with pytest.raises(Refused):
        role(table, "alicja", "alicja", PLAYER)
    assert table.viewer("alicja").role == GM


def test_with_two_heads_one_may_step_down(table):
    role(table, "alicja", "bartek", GM)
    role(table, "alicja", "alicja", PLAYER)
    assert table.viewer("alicja").role == PLAYER


def test_two_heads_do_not_depose_each_other(table):
    role(table, "alicja", "bartek", GM)
    alicja, bartek = table.viewer("alicja"), table.viewer("bartek")  # both pages were open before
    change_role(actor=alicja, campaign=table.campaign, seat=table.seats["bartek"], role=PLAYER)
    with pytest.raises(Forbidden):
        change_role(actor=bartek, campaign=table.campaign, seat=table.seats["alicja"], role=PLAYER)
    assert table.viewer("alicja").role == GM


def test_a_former_member_gets_no_role(table):
    with pytest.raises(Conflict):
        role(table, "alicja", "henryk", PLAYER)


def test_roles_of_an_archived_campaign_stay(table):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        role(table, "alicja", "bartek", SPECTATOR)


def test_the_same_press_gives_a_role_once(table):
    first = role(table, "alicja", "bartek", SPECTATOR, once="press")
    role(table, "alicja", "bartek", PLAYER)
    assert role(table, "alicja", "bartek", SPECTATOR, once="press") == first
    assert table.viewer("bartek").role == PLAYER


# --- removal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actor", "target"), [("alicja", "bartek"), ("alicja", "ewa"), ("alicja", "iga"), ("ewa", "bartek"), ("ewa", "iga")]
)
def test_a_removed_person_is_gone_at_once(table, actor, target):
    entry = take(table, actor, target)
    seat = table.seats[target]
    seat.refresh_from_db()
    assert seat.removed_at
    assert seat.epoch == 1
    assert entries(table).get() == entry
    assert (entry.kind, entry.listed) == ("seat_removed", True)
    assert entry.payload == {"v": 1, "seat": seat.pk, "name": seat.name}


@pytest.mark.parametrize(
    ("actor", "target"),
    [("ewa", "alicja"), ("ewa", "ewa"), ("bartek", "celina"), ("filip", "bartek"), ("iga", "bartek")],
)
def test_nobody_is_removed_by_those_who_may_not(table, actor, target):
    with pytest.raises(Forbidden):
        take(table, actor, target)
    table.seats[target].refresh_from_db()
    assert table.seats[target].removed_at is None
    assert not entries(table).exists()


def test_the_last_head_is_not_removed(table):
    with pytest.raises(Refused):
        take(table, "alicja", "alicja")
    assert table.viewer("alicja").role == GM


def test_a_former_head_is_no_other_head(table):
    role(table, "alicja", "bartek", GM)
    take(table, "alicja", "bartek")
    with pytest.raises(Refused):
        go(table, "alicja")


def test_a_head_who_was_deposed_meanwhile_removes_nobody(table):
    role(table, "alicja", "bartek", GM)
    alicja = table.viewer("alicja")
    role(table, "bartek", "alicja", PLAYER)
    with pytest.raises(Forbidden):
        remove(actor=alicja, campaign=table.campaign, seat=table.seats["celina"], keep_npcs=False)


def test_a_removed_persons_sheet_goes_with_them(table, julio):
    channel = julio.channel_id
    take(table, "alicja", "bartek")
    julio.refresh_from_db()
    assert (julio.campaign, julio.owner) == (None, table.bartek)
    assert julio.channel_id != channel
    change = Change.objects.get(character=julio)
    assert (change.field, change.old, change.new) == ("campaign", table.campaign.pk, None)
    assert not Character.objects.filter(campaign=table.campaign, name="Julio").exists()


def test_other_peoples_sheets_stay(table, rosalia):
    take(table, "alicja", "bartek")
    rosalia.refresh_from_db()
    assert rosalia.campaign == table.campaign


def test_copies_stand_in_the_one_entry_and_begin_their_own_history(table, julio):
    entry = take(table, "alicja", "bartek", keep=True)
    npc = Character.objects.get(campaign=table.campaign, name="Julio")
    told = {change.character_id: (change.field, change.old, change.new) for change in entry.changes.all()}
    assert told == {npc.pk: ("name", None, "Julio"), julio.pk: ("campaign", table.campaign.pk, None)}
    assert [deed.title for deed in history.page(sheet_for(table.alicja, npc.token)).deeds] == ["The sheet was made"]


def test_no_copy_is_made_of_an_archived_sheet(table, julio):
    Character.objects.filter(pk=julio.pk).update(archived_at=timezone.now())
    take(table, "alicja", "bartek", keep=True)
    assert not Character.objects.filter(campaign=table.campaign, name="Julio").exists()
    julio.refresh_from_db()
    assert (julio.campaign, bool(julio.archived_at)) == (None, True)


def test_without_room_for_all_copies_nothing_happens(table, monkeypatch):
    CharacterFactory(owner=table.bartek, campaign=table.campaign)
    monkeypatch.setattr(births, "MOST_NPCS", Character.objects.filter(campaign=table.campaign, owner=None).count() + 1)
    with pytest.raises(Refused):
        take(table, "alicja", "bartek", keep=True)
    table.seats["bartek"].refresh_from_db()
    assert table.seats["bartek"].removed_at is None
    assert not entries(table).exists()


def test_a_copy_may_stay_as_an_npc_without_private_notes(table, julio):
    Note.objects.create(character=julio, kind=Note.Kind.BIOGRAPHY, text="A sailor.")
    Note.objects.create(character=julio, kind=Note.Kind.PRIVATE, text="CANARY")
    take(table, "alicja", "bartek", keep=True)
    npc = Character.objects.get(campaign=table.campaign, name="Julio")
    assert (npc.owner, npc.hidden, npc.concept, npc.channel_id) == (None, False, julio.concept, julio.channel_id)
    levels = dict(Trait.objects.filter(character=julio).values_list("key", "level"))
    assert dict(Trait.objects.filter(character=npc).values_list("key", "level")) == levels
    assert [note.text for note in Note.objects.filter(character=npc)] == ["A sailor."]
    assert entries(table).count() == 1


def test_a_removal_closes_the_open_invitation(table):
    rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    take(table, "alicja", "bartek")
    assert not Invitation.objects.open().exists()


def test_the_same_press_removes_once(table):
    assert take(table, "alicja", "bartek", once="press") == take(table, "alicja", "bartek", once="press")
    assert entries(table).count() == 1


def test_whoever_is_gone_is_not_removed_again(table):
    with pytest.raises(Conflict):
        take(table, "alicja", "henryk")


def test_nobody_is_removed_from_an_archived_campaign(table):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        take(table, "alicja", "bartek")


# --- leaving ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bartek", "ewa", "filip", "gustaw"])
def test_a_member_leaves(table, name):
    entry = go(table, name)
    table.seats[name].refresh_from_db()
    assert table.seats[name].removed_at
    assert table.seats[name].epoch == 1
    assert entries(table).get() == entry
    assert (entry.kind, entry.payload["name"]) == ("seat_left", table.seats[name].name)


def test_the_sheet_leaves_too(table, julio):
    go(table, "bartek")
    julio.refresh_from_db()
    assert julio.campaign is None


def test_leaving_leaves_the_door_open(table):
    rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    go(table, "bartek")
    assert Invitation.objects.open().exists()


def test_the_last_head_does_not_leave(table):
    with pytest.raises(Refused):
        go(table, "alicja")
    assert not entries(table).exists()


def test_with_another_head_the_first_may_leave(table):
    SeatFactory(campaign=table.campaign, user=table.daniel, role=GM)
    go(table, "alicja")
    table.seats["alicja"].refresh_from_db()
    assert table.seats["alicja"].removed_at


def test_nobody_gives_up_somebody_elses_seat(table):
    with pytest.raises(Forbidden):
        leave(actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["bartek"])


def test_the_same_press_leaves_once(table):
    bartek = table.viewer("bartek")
    again = {"actor": bartek, "campaign": table.campaign, "seat": table.seats["bartek"], "once": "press"}
    assert leave(**again) == leave(**again)
    assert entries(table).count() == 1


def test_nobody_leaves_an_archived_campaign(table):
    archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        go(table, "bartek")
