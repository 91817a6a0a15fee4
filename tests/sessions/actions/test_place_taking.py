"""Who has an account takes a guest's place with it: seat, characters and rows, all at once or not at all."""

import threading

import pytest
from django.db import DatabaseError
from django.utils import timezone

from caerbannog_site.accounts.forms import ClaimForm
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Refused
from sessions import feed, log
from sessions.access import viewer_of
from sessions.actions import place_taking, ways_back
from sessions.actions import table as talk
from sessions.actions.place_taking import take_place
from sessions.actions.ways_back import make_for_seat
from sessions.models import LogEntry, Mode, Role, Seat, WayBack
from sessions.screens import TABLE, Screen
from sessions.way_back_access import NoWayBack
from tests.cast import PASSWORD, CampaignFactory, CharacterFactory, SeatFactory, UserFactory
from tests.races import PATIENCE, at_once
from tests.sessions.actions.test_ways_back import link
from tests.sessions.actions.test_ways_back import take as take_as_guest
from tests.sessions.campaign_files import bring, file_of


@pytest.fixture
def nina(db):
    return UserFactory(username="nina")


@pytest.fixture
def olga(table):
    """The guest's own character at the table."""
    return CharacterFactory(owner=table.gustaw, campaign=table.campaign, name="Olga")


def say(table, name: str, text: str, mode: str = Mode.PUBLIC):
    return talk.say(actor=table.viewer(name), channel_id=table.campaign.channel_id, text=text, mode=mode)


def take(secret: str, user: User, press: str = "press") -> WayBack:
    return take_place(secret=secret, user=user, press=press)


def seat_of(table) -> Seat:
    return Seat.objects.get(pk=table.seats["gustaw"].pk)


# --- taken --------------------------------------------------------------------------------------------------------


def test_seat_characters_and_rows_become_theirs_and_the_guest_is_no_more(table, nina, olga):
    alone = CharacterFactory(owner=table.gustaw, name="Hermit")
    said = [say(table, "gustaw", "Hello"), say(table, "gustaw", "psst", Mode.GM)]
    others = say(table, "bartek", "Hi")
    take(link(table), nina)
    seat = seat_of(table)
    assert (seat.user, seat.name, seat.role) == (nina, "Gustaw", Role.PLAYER)
    for one in (olga, alone, *said, others):
        one.refresh_from_db()
    assert {olga.owner, alone.owner, *(one.actor for one in said)} == {nina}
    assert others.actor == table.bartek
    assert not User.objects.filter(pk=table.gustaw.pk).exists()
    sees = LogEntry.objects.visible_to(viewer_of(seat, table.campaign, "en"))
    assert set(said) <= set(sees)


def test_the_table_is_told_once(table, nina):
    secret = link(table)
    assert take(secret, nina).seat == take(secret, nina).seat  # the same press, which arrived twice
    entry = LogEntry.objects.listed().get()
    assert (entry.kind, entry.actor, entry.seat, entry.mode) == ("seat_taken", nina, seat_of(table), Mode.PUBLIC)


def test_wherever_the_guest_was_logged_in_ends(table, nina):
    phone = table.client("gustaw")
    grant = feed.Grant(table.viewer("gustaw"), Screen(TABLE), table.gustaw.stream_epoch)
    take(link(table), nina)
    assert feed.Source().ended([grant]) == {grant: "401"}
    assert phone.get("/").url.startswith("/accounts/login/")


def test_places_at_all_tables_of_the_maker_go_along_and_former_ones(table, nina):
    other, left = CampaignFactory(), CampaignFactory()
    SeatFactory(campaign=other, user=table.alicja, role=Role.GM)
    SeatFactory(campaign=other, user=table.gustaw, name="Gucio")
    SeatFactory(campaign=left, user=table.gustaw, removed_at=timezone.now())
    take(link(table), nina)
    assert set(nina.seats.values_list("campaign", flat=True)) == {table.campaign.pk, other.pk, left.pk}
    assert LogEntry.objects.filter(kind="seat_taken").count() == 2


def test_a_place_of_an_imported_campaign_is_taken_with_all_that_was_played(table, nina):
    table.julio.concept = "Captain"
    table.julio.save()
    say(table, "bartek", "Hello")
    data = file_of(table.campaign, table.viewer("alicja"))
    host = UserFactory(username="host")
    copy = bring(data, host)
    place = copy.seats.get(name="Bartek")
    own = copy.seats.get(user=host)
    secret = make_for_seat(actor=viewer_of(own, copy, "en"), campaign=copy, seat=place)
    take(secret, nina)
    place.refresh_from_db()
    assert place.user == nina
    assert copy.characters.get(name="Julio").owner == nina
    assert copy.channel.entries.get(kind="message").actor == nina
    assert table.seats["bartek"].user == table.bartek


# --- a seat of their own there ------------------------------------------------------------------------------------


def test_an_idle_seat_of_their_own_is_given_up_and_keeps_its_name_in_the_log(table, nina):
    idle = SeatFactory(campaign=table.campaign, user=nina, name="Nina")
    grant = feed.Grant(viewer_of(idle, table.campaign, "en"), Screen(TABLE), nina.stream_epoch)
    take(link(table), nina)
    idle.refresh_from_db()
    assert (idle.user, idle.name, bool(idle.removed_at)) == (None, "Nina", True)
    assert seat_of(table).user == nina
    assert grant in feed.Source().ended([grant])


@pytest.mark.parametrize("part", ["character", "row", "secret row", "former", "gm", "co_gm"])
def test_who_has_a_part_in_the_game_there_is_refused_and_all_stays_as_it_was(table, nina, olga, part):
    role = part if part in (Role.GM, Role.CO_GM) else Role.PLAYER
    own = SeatFactory(campaign=table.campaign, user=nina, name="Nina", role=role)
    if part == "character":
        CharacterFactory(owner=nina, campaign=table.campaign)
    if part in ("row", "secret row", "former"):
        mode = Mode.GM if part == "secret row" else Mode.PUBLIC
        viewer = viewer_of(own, table.campaign, "en")
        talk.say(actor=viewer, channel_id=table.campaign.channel_id, text="Hello", mode=mode)
    if part == "former":
        Seat.objects.filter(pk=own.pk).update(removed_at=timezone.now())
    secret = link(table)
    with pytest.raises(Refused) as refused:
        take(secret, nina)
    assert "Nina" in str(refused.value.message)
    olga.refresh_from_db()
    assert olga.owner == seat_of(table).user == table.gustaw
    assert take_as_guest(secret)  # the link is not used up


# --- what opens nothing -------------------------------------------------------------------------------------------


def test_a_guest_takes_no_guests_place(table):
    other = UserFactory(username="guest-other", is_guest=True)
    secret = link(table)
    with pytest.raises(Refused):
        take(secret, other)
    assert seat_of(table).user == table.gustaw


def test_used_outdated_or_revoked_it_opens_nothing(table, nina):
    secret = link(table)
    take_as_guest(secret)
    other = link(table)
    WayBack.objects.open().update(expires_at=timezone.now())
    for one in (secret, other, "A" * 43):
        with pytest.raises(NoWayBack):
            take(one, nina)
    assert seat_of(table).user == table.gustaw


def test_nor_for_a_place_that_has_an_account_by_now(table, nina):
    secret = link(table)
    User.objects.filter(pk=table.gustaw.pk).update(is_guest=False)
    with pytest.raises(NoWayBack):
        take(secret, nina)


def test_nor_for_somebody_else_when_it_was_taken(table, nina):
    secret = link(table)
    take(secret, nina)
    for press in ("press", "another"):
        with pytest.raises(NoWayBack):
            take(secret, UserFactory(), press)
        with pytest.raises(NoWayBack):
            take_as_guest(secret, press)
    assert seat_of(table).user == nina


def test_at_the_same_moment_one_takes_it(transactional_db, table):
    people = [UserFactory() for _ in range(3)]
    secret = link(table)

    def come(number: int) -> bool:
        try:
            if number == 3:
                return bool(take_as_guest(secret, "a phone"))
            return bool(take(secret, people[number], f"press {number}"))
        except NoWayBack:
            return False

    assert sum(at_once(4, come)) == 1
    assert LogEntry.objects.listed().count() == 1


# --- what the guest does meanwhile --------------------------------------------------------------------------------


def claim(guest: User) -> None:
    form = ClaimForm({"username": "gucio", "password1": PASSWORD, "password2": PASSWORD}, user=guest)
    assert form.is_valid(), form.errors
    form.save()


def sit_down_elsewhere(guest: User) -> None:
    SeatFactory(campaign=CampaignFactory(), user=guest)


@pytest.fixture
def meanwhile(transactional_db, monkeypatch):
    """meanwhile(take, act): in another connection `act` happens once the link is used, before the rest of `take` does;
    if it can, for where it has to wait, it isn't waited for. Whether both did what they wanted.
    """
    used, acted = threading.Event(), threading.Event()

    def use(*given):
        way = ways_back_use(*given)
        used.set()
        acted.wait(0.5)
        return way

    def other(act):
        assert used.wait(PATIENCE)
        try:
            act()
        finally:
            acted.set()

    def tried(what) -> bool:
        try:
            what()
        except (DatabaseError, User.DoesNotExist):
            return False
        return True

    ways_back_use = ways_back.use
    for module in (ways_back, place_taking):
        monkeypatch.setattr(module, "use", use)
    return lambda take, act: at_once(2, lambda n: tried((take, lambda: other(act))[n]))


def test_a_guest_who_takes_an_account_while_the_link_is_taken_keeps_it(table, meanwhile):
    secret, guest = link(table), User.objects.get(pk=table.gustaw.pk)
    assert meanwhile(lambda: take_as_guest(secret), lambda: claim(guest)) == [True, True]
    guest.refresh_from_db()
    assert (guest.is_guest, guest.check_password(PASSWORD)) == (False, True)


@pytest.mark.parametrize("act", [claim, sit_down_elsewhere])
def test_a_guest_whose_place_is_taken_does_nothing_any_more(table, nina, meanwhile, act):
    secret, guest = link(table), User.objects.get(pk=table.gustaw.pk)
    assert meanwhile(lambda: take(secret, nina), lambda: act(guest)) == [True, False]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert [seat.pk for seat in nina.seats.all()] == [table.seats["gustaw"].pk]


@pytest.mark.parametrize("taken", [take_as_guest, lambda secret: take(secret, User.objects.get(username="nina"))])
@pytest.mark.parametrize("act", [claim, sit_down_elsewhere])
def test_what_the_guest_did_before_the_table_was_locked_counts(table, nina, monkeypatch, taken, act):
    secret, opened = link(table), log.turn

    def turn(*given, **named):
        monkeypatch.setattr(log, "turn", opened)
        act(User.objects.get(pk=table.gustaw.pk))
        return opened(*given, **named)

    monkeypatch.setattr(log, "turn", turn)
    with pytest.raises(NoWayBack):
        taken(secret)
    assert seat_of(table).user == table.gustaw
