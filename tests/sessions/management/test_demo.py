"""`make demo`: a table to look around at, which harms nobody who is here already."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.test.utils import override_script_prefix

from caerbannog_site.accounts.models import User
from sessions import demo_table
from sessions.models import Answer, Campaign, Check, CheckPart, GameSession, Invitation, LogEntry, Scene, Seat
from sheets.models import Attack
from tests.cast import PASSWORD, UserFactory


@pytest.fixture(autouse=True)
def _database(db):
    pass


def demo(*options: str) -> str:
    printed = StringIO()
    call_command("demo", *options, stdout=printed)
    return printed.getvalue()


def password_of(name: str, printed: str) -> str:
    return re.search(rf"^  {name} +(\S+)", printed, re.MULTILINE)[1]


def test_it_makes_a_table_with_people_characters_and_rolls():
    demo()
    campaign = Campaign.objects.get(name=demo_table.NAME)
    assert dict(campaign.seats.values_list("user__username", "role")) == {
        "alicja": "gm", "bartek": "player", "celina": "player",
    }  # fmt: skip
    assert campaign.characters.filter(template=False).count() == 4
    assert Attack.objects.filter(character=campaign.characters.get(template=True)).exists()
    assert Check.objects.filter(channel=campaign.channel).count() >= 4
    kinds = set(LogEntry.objects.filter(channel=campaign.channel).values_list("kind", flat=True))
    assert {"campaign", "seat_joined", "session_began", "scene", "message", "check", "ask"} <= kinds


def test_its_evening_goes_on():
    demo()
    scene = Scene.objects.get(closed_at=None)
    assert GameSession.objects.get().state == GameSession.State.RUNNING
    assert (scene.kind, scene.round, scene.participants.filter(hidden=True).count()) == ("combat", 1, 1)
    assert Answer.objects.get().character == scene.active.character
    assert Answer.objects.get().state == Answer.State.WAITING
    assert not Check.objects.filter(state=Check.State.GATHERING).exists()
    assert CheckPart.objects.filter(role="helper").exists()


def test_its_links_and_passwords_open_it():
    printed = demo("--url", "http://127.0.0.1:9000/")
    campaign = Campaign.objects.get()
    link = re.search(r"http://127\.0\.0\.1:9000(/\S+)", printed)[1]
    for name in ("alicja", "bartek", "celina"):
        browser = Client()
        assert browser.login(username=name, password=password_of(name, printed))
        assert browser.get(link).context["campaign"] == campaign
    code = Invitation.objects.open().get().code
    assert f"http://127.0.0.1:9000/join/{code}/" in printed
    assert "speaks Polish" in printed


def test_under_a_path_its_links_hold_the_path_once():
    with override_script_prefix("/games/"):
        printed = demo("--url", "https://example.org/games")
    assert "https://example.org/games/join/" in printed
    assert "/games/games" not in printed


def test_twice_is_one_table_with_new_passwords():
    first, second = demo(), demo()
    assert Campaign.objects.count() == 1
    assert User.objects.count() == Seat.objects.count() == 3
    assert Invitation.objects.count() == 1
    assert password_of("alicja", first) != password_of("alicja", second)
    assert Client().login(username="alicja", password=password_of("alicja", second))


def test_a_guest_who_came_in_since_is_no_hindrance():
    demo()
    UserFactory(username="zosia")
    demo()
    assert Campaign.objects.count() == 1


def test_a_closed_invitation_stays_closed():
    demo()
    Campaign.objects.get().invitations.all().delete()
    assert "/join/" not in demo()
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("name", ["alicja", "bartek", "celina"])
def test_somebody_of_the_same_name_keeps_their_password(name):
    person = UserFactory(username=name)
    with pytest.raises(CommandError, match=rf"{name}.*--force"):
        demo()
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    assert not Campaign.objects.exists()


def test_a_table_of_somebody_elses_that_has_the_same_name_is_not_the_demos(table):
    table.campaign.name = demo_table.NAME
    table.campaign.save()
    table.seats["celina"].delete()
    with pytest.raises(CommandError, match="alicja, bartek, celina"):
        demo()
    assert User.objects.get(username="alicja").check_password(PASSWORD)


def test_other_people_are_not_surprised_by_a_demo():
    UserFactory(username="daniel")
    with pytest.raises(CommandError, match="--force"):
        demo()
    assert User.objects.count() == 1


def test_force_takes_the_names_over():
    UserFactory(username="daniel")
    UserFactory(username="alicja")
    printed = demo("--force")
    assert Client().login(username="alicja", password=password_of("alicja", printed))
    assert User.objects.get(username="daniel").check_password(PASSWORD)
    assert Campaign.objects.count() == 1
