"""The profile, and a guest who becomes a person with a password and keeps everything."""

import re

import pytest

from caerbannog_site.accounts.models import User
from tests.cast import PASSWORD, UserFactory, client_of

WANTED = {"display_name": "Dan", "email": "", "language": "pl", "time_zone": "Asia/Tokyo", "theme": "dark"}
CLAIM = {"username": "zosia", "password1": "kurnik-pod-lasem", "password2": "kurnik-pod-lasem"}


@pytest.fixture
def person(db):
    return UserFactory(username="daniel")


@pytest.fixture
def inside(person):
    return client_of(person)


# --- profile ----------------------------------------------------------------------------------------------------


def test_a_new_person_lives_in_warsaw(db):
    assert User(username="zosia").time_zone == "Europe/Warsaw"


def test_the_profile_is_saved(person, inside):
    assert inside.post("/accounts/profile/", WANTED).url == "/accounts/profile/"
    person.refresh_from_db()
    assert (person.display_name, person.language, person.time_zone, person.theme) == ("Dan", "pl", "Asia/Tokyo", "dark")
    page = inside.get("/accounts/profile/").text
    assert '<html lang="pl" data-theme="dark">' in page
    assert 'data-timezone="Asia/Tokyo"' in page
    assert "Zapisano." in page


def test_looking_saves_nothing(person, inside):
    inside.get("/accounts/profile/", WANTED)
    person.refresh_from_db()
    assert person.display_name == "Daniel"


@pytest.mark.parametrize(
    "wrong", [{"language": "de"}, {"time_zone": "Mars/Olympus"}, {"theme": "pink"}, {"display_name": "x" * 41}]
)
def test_a_wrong_profile_is_shown_again(person, inside, wrong):
    answer = inside.post("/accounts/profile/", {**WANTED, **wrong})
    assert answer.status_code == 422
    assert answer.context["request"].user.display_name == "Daniel"
    person.refresh_from_db()
    assert (person.language, person.time_zone) == ("en", "Europe/Warsaw")


def test_rights_are_not_taken_from_the_form(person, inside):
    inside.post("/accounts/profile/", {**WANTED, "is_superuser": "1", "is_guest": "1", "username": "root"})
    person.refresh_from_db()
    assert (person.is_superuser, person.is_guest, person.username) == (False, False, "daniel")


def theme_of(page):
    return re.findall(r'data-theme="([^"]*)"', page.text.split("<body")[0])


def test_the_theme_is_the_persons_own(inside):
    inside.cookies["theme"] = "light"
    assert theme_of(inside.get("/accounts/profile/")) == []
    inside.post("/accounts/profile/", WANTED)
    assert theme_of(inside.get("/accounts/profile/")) == ["dark"]
    inside.post("/accounts/profile/", {**WANTED, "theme": ""})
    assert theme_of(inside.get("/accounts/profile/")) == []


def test_the_door_remembers_it(inside):
    inside.post("/accounts/profile/", WANTED)
    inside.post("/accounts/logout/")
    assert theme_of(inside.get("/accounts/login/")) == ["dark"]


def test_a_theme_cookie_of_other_words_is_ignored(client):
    client.cookies["theme"] = "pink"
    assert theme_of(client.get("/accounts/login/")) == []


def test_an_address_can_be_used_to_log_in(client, inside):
    inside.post("/accounts/profile/", {**WANTED, "email": "Dan@example.org"})
    assert client.post("/accounts/login/", {"login": "dan@example.org", "password": PASSWORD}).url == "/"


def test_an_address_taken_off_opens_nothing(client, inside):
    inside.post("/accounts/profile/", {**WANTED, "email": "dan@example.org"})
    inside.post("/accounts/profile/", WANTED)
    assert client.post("/accounts/login/", {"login": "dan@example.org", "password": PASSWORD}).status_code == 200


def test_somebody_elses_address_is_refused(person, inside):
    UserFactory(email="ala@example.org")
    assert inside.post("/accounts/profile/", {**WANTED, "email": "Ala@example.org"}).status_code == 422
    person.refresh_from_db()
    assert person.email == ""


@pytest.mark.parametrize(("language", "warsaw"), [("en", "Europe / Warsaw"), ("pl", " / Warszawa")])
def test_time_zones_are_called_as_the_reader_calls_them(person, inside, language, warsaw):
    User.objects.update(language=language)
    page = inside.get("/accounts/profile/").text
    assert re.findall('<option value="Europe/Warsaw" selected>(.*)</option>', page)[0].endswith(warsaw)


def test_each_time_zone_is_offered_once(inside):
    text = inside.get("/accounts/profile/").text
    offered = re.findall(r'<option value="([^"]*)"', text)
    assert {"Europe/Kyiv", "Asia/Kolkata", "UTC"} <= set(offered)
    assert not {"Europe/Kiev", "Asia/Calcutta", "Poland", "America/Buenos_Aires", "Etc/GMT+1"} & set(offered)
    assert len(offered) == len(set(offered))
    assert text.index('label="Europe"') < text.index('label="Africa"')


def test_an_older_name_of_a_time_zone_is_shown_as_its_new_one(person, inside):
    User.objects.update(time_zone="Asia/Calcutta")
    assert '<option value="Asia/Kolkata" selected>' in inside.get("/accounts/profile/").text


# --- password ---------------------------------------------------------------------------------------------------


def test_a_new_password_keeps_this_browser_and_ends_others(person, inside):
    other = client_of(person)
    new = {"oldpassword": PASSWORD, "password1": "inny-kurnik-7", "password2": "inny-kurnik-7"}
    assert inside.post("/accounts/password/change/", new).url == "/accounts/profile/"
    assert "The password is changed." in inside.get("/accounts/profile/").text
    assert other.get("/").url.startswith("/accounts/login/")


@pytest.mark.parametrize("address", ["change", "set"])
def test_a_new_password_is_asked_for_in_our_own_words(person, address):
    if address == "set":
        person.set_unusable_password()
        person.save()
    page = client_of(person).get(f"/accounts/password/{address}/").text
    assert "New password (again)" in page
    assert page.count("At least 8 characters, not only digits") == 1
    assert "placeholder" not in page
    assert "too similar" not in page


@pytest.mark.parametrize(
    "wrong",
    [{"oldpassword": "x"}, {"password2": "x"}, {"password1": "x", "password2": "x"},
     {"password1": "8461937205", "password2": "8461937205"}],
)  # fmt: skip
def test_a_wrong_new_password_changes_nothing(person, inside, wrong):
    new = {"oldpassword": PASSWORD, "password1": "inny-kurnik-7", "password2": "inny-kurnik-7", **wrong}
    inside.post("/accounts/password/change/", new)
    person.refresh_from_db()
    assert person.check_password(PASSWORD)


def test_a_person_without_a_password_sets_one(person, inside):
    person.set_unusable_password()
    person.save()
    inside = client_of(person)
    assert inside.get("/accounts/password/change/").url == "/accounts/password/set/"
    assert inside.get("/accounts/password/set/").status_code == 200
    inside.post("/accounts/password/set/", {"password1": "inny-kurnik-7", "password2": "inny-kurnik-7"})
    person.refresh_from_db()
    assert person.check_password("inny-kurnik-7")


# --- a guest stays ----------------------------------------------------------------------------------------------


@pytest.fixture
def guest(table):
    table.gustaw.set_unusable_password()
    table.gustaw.save()
    return table.gustaw


def test_a_guest_takes_a_name_and_a_password_and_keeps_everything(table, guest):
    client = client_of(guest)
    seat = table.seats["gustaw"]
    assert client.post("/accounts/claim/", CLAIM).url == "/accounts/profile/"
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("zosia", False)
    assert table.campaign.seats.get(user=guest) == seat
    assert client.get(f"/c/{table.campaign.token}/people/").status_code == 200


def test_then_they_log_in_anywhere(client, guest):
    client_of(guest).post("/accounts/claim/", CLAIM)
    assert client.post("/accounts/login/", {"login": "zosia", "password": CLAIM["password1"]}).url == "/"


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "alicja"},
        {"username": "Alicja"},
        {"username": "guest-x"},
        {"username": "with space"},
        {"password2": "x"},
        {"password1": "kurnik", "password2": "kurnik"},
    ],
)
def test_a_wrong_claim_is_shown_again(guest, wrong):
    assert client_of(guest).post("/accounts/claim/", {**CLAIM, **wrong}).status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_only_guests_claim(person, inside):
    assert inside.get("/accounts/claim/").url == "/accounts/profile/"
    assert inside.post("/accounts/claim/", CLAIM).url == "/accounts/profile/"
    person.refresh_from_db()
    assert person.username == "daniel"


def test_a_guest_who_wants_a_password_is_led_to_the_claim(guest):
    client = client_of(guest)
    assert client.get("/accounts/password/change/").url == "/accounts/password/set/"
    assert client.get("/accounts/password/set/").url == "/accounts/claim/"


def test_the_profile_reminds_a_guest(table, guest):
    assert "/accounts/claim/" in client_of(guest).get("/accounts/profile/").text
    assert "/accounts/claim/" not in table.client("bartek").get("/accounts/profile/").text
