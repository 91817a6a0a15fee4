"""Discord: who comes in by it, to which account, and who doesn't. No request leaves: `discord` answers instead."""

import json
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.core import mail
from django.test import Client
from django.utils import timezone

from caerbannog_site.accounts import proofs
from caerbannog_site.accounts.discord_adapter import DiscordAdapter
from caerbannog_site.accounts.models import User
from sessions.models import Invitation, Seat
from tests.caerbannog_site.accounts.test_password_reset import ask, link_in, set_anew
from tests.cast import PASSWORD, CampaignFactory, UserFactory, client_of
from tests.races import at_once

pytestmark = pytest.mark.django_db
PAGE, LOGIN, CONNECT, DISCONNECT, CALLBACK = (
    f"/accounts/discord/{name}" for name in ("", "login/", "connect/", "disconnect/", "callback/")
)
ZOSIA = {"id": "42", "username": "zosia.k", "email": "Zosia@example.org", "verified": True, "avatar": "a1b2c3"}


class FakeDiscord:
    """What Discord would answer: a token, then `whom`."""

    def __init__(self):
        self.whom, self.token, self.asked = dict(ZOSIA), {"access_token": "very-secret", "expires_in": 600}, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def request(self, _method, _url, **given):
        self.asked.append(given["data"])
        return self._answer(self.token)

    def get(self, _url, headers):
        assert headers["Authorization"] == "Bearer very-secret"
        return self._answer(self.whom)

    def _answer(self, what):
        if isinstance(what, Exception):
            raise what
        answer = requests.Response()
        answer.status_code, answer._content = 200, json.dumps(what).encode()
        answer.headers["content-type"] = "application/json"
        return answer


@pytest.fixture(autouse=True)
def discord(settings, monkeypatch):
    settings.HAS_DISCORD, settings.PUBLIC_URL = True, "http://testserver"
    settings.SOCIALACCOUNT_PROVIDERS = {
        "discord": {**settings.SOCIALACCOUNT_PROVIDERS["discord"], "APP": {"client_id": "abc", "secret": "xyz"}}
    }
    fake = FakeDiscord()
    monkeypatch.setattr(DiscordAdapter, "get_requests_session", lambda _: fake)
    return fake


@pytest.fixture
def daniel():
    return UserFactory(username="daniel")


@pytest.fixture
def invitation():
    return Invitation.objects.create(campaign=CampaignFactory(), expires_at=timezone.now() + timedelta(days=7))


def away(client, to=LOGIN, **given):
    """What Discord is asked when somebody is sent there."""
    answer = client.post(to, given)
    assert answer.url.startswith("https://discord.com/api/oauth2/authorize?"), answer.url
    return {name: value for name, (value,) in parse_qs(urlsplit(answer.url).query).items()}


def back(client, state, **given):
    return client.get(CALLBACK, {"state": state, "code": "c0de", **given})


def come(client=None, to=LOGIN, **given):
    """There and back again."""
    client = client or Client()
    return back(client, away(client, to, **given)["state"])


def inside(user):
    """With the password just typed, as the page of Discord asks."""
    client = client_of(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def who(client):
    page = client.get("/accounts/profile/")
    return page.context["user"].username if page.status_code == 200 else None


def opens(user, uid="42", name="zosia.k"):
    return SocialAccount.objects.create(user=user, provider="discord", uid=uid, extra_data={"name": name})


def has_address(user, email="zosia@example.org", verified=True):
    user.email = email
    user.save()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=verified)
    return user


# --- where ------------------------------------------------------------------------------------------------------


def test_without_its_keys_there_is_no_such_page_and_no_button(settings, daniel):
    settings.HAS_DISCORD = False
    for client in (Client(), client_of(daniel)):
        for page in (PAGE, CALLBACK):
            assert client.get(page).status_code == 404
        for press in (LOGIN, CONNECT, DISCONNECT):
            assert client.post(press).status_code == 404
    assert "Discord" not in Client().get("/accounts/login/").text + client_of(daniel).get("/accounts/profile/").text


@pytest.mark.parametrize(("public", "host", "leads"), [
    ("https://Table.Example", "table.example", True),
    ("https://table.example", "TABLE.example:443", True),
    ("https://table.example:443", "table.example", True),
    ("http://table.example:80/rabbit", "table.example", True),
    ("https://table.example:8443", "table.example:8443", True),
    ("https://table.example:8443", "table.example", False),
    ("https://table.example", "table.example:80", False),
    ("https://table.example", "table.example:99999", False),
    ("https://table.example", "other.example", False),
])  # fmt: skip
def test_one_place_may_be_written_in_several_ways(settings, public, host, leads):
    settings.PUBLIC_URL, settings.HOST_NAMES = public, [".example"]
    page = Client(headers={"host": host}).get("/accounts/login/")
    assert ("Go in with Discord" in page.text) is leads


def test_nor_at_an_address_to_which_discord_leads_nobody_back():
    elsewhere = Client(headers={"host": "192.168.1.20:8000"})
    assert "Discord" not in elsewhere.get("/accounts/login/").text
    assert elsewhere.post(LOGIN).status_code == 404


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/"])
def test_the_doors_show_it(page):
    assert "Go in with Discord" in Client().get(page).text


@pytest.mark.parametrize("path", ["social/", "social/signup/", "3rdparty/", "signup/social/", "discord/signup/"])
def test_none_of_allauths_own_pages_is_there(path):
    assert Client().get(f"/accounts/{path}").status_code == 404


# --- there and back ---------------------------------------------------------------------------------------------


def test_one_goes_there_with_a_state_a_challenge_and_nothing_that_a_page_could_add(discord):
    client = Client()
    sent = away(client, **{"scope": "bot", "auth_params": "prompt=none", "process": "connect"})
    assert sent["redirect_uri"] == f"http://testserver{CALLBACK}"
    assert set(sent["scope"].split()) == {"identify", "email"}
    assert (sent["code_challenge_method"], len(sent["code_challenge"])) == ("S256", 43)
    assert "prompt" not in sent
    back(client, sent["state"])
    assert len(discord.asked[0]["code_verifier"]) == 128


def test_a_state_counts_once_and_in_its_own_browser_alone(daniel):
    opens(daniel)
    client, other = Client(), Client()
    state = away(client)["state"]
    assert back(other, state).status_code == 409
    assert back(client, state).url == "/"
    client.logout()
    for worn_out in (state, "", "guess"):
        assert back(client, worn_out).status_code == 409
    assert who(other) is None
    assert who(client) is None


def test_a_link_to_it_goes_nowhere(daniel):
    for address in (LOGIN, CONNECT, DISCONNECT):
        assert client_of(daniel).get(address).status_code == 405


@pytest.mark.parametrize(
    ("wanted", "led"), [("/join/", "/join/"), ("https://evil.example/", "/"), ("//evil", "/"), ("//[", "/")]
)
def test_one_comes_back_to_where_one_wanted_to_go_but_never_to_another_site(daniel, wanted, led):
    opens(daniel)
    assert come(next=wanted).url == led


def test_whoever_says_no_at_discord_is_at_the_door_again():
    client = Client()
    assert back(client, away(client)["state"], error="access_denied").url == "/accounts/login/"


@pytest.mark.parametrize(
    "broken",
    [
        {"whom": requests.ConnectTimeout()},
        {"whom": {"message": "401: Unauthorized"}},
        {"whom": ["nobody"]},
        {"whom": None},
        {"token": requests.ConnectionError()},
        {"token": {"error": "invalid_grant"}},
    ],
)
def test_a_discord_that_fails_is_told_of_on_a_page_of_ours(discord, broken):
    vars(discord).update(broken)
    answer = come()
    assert answer.status_code == 502
    assert "Nothing was changed" in answer.text
    assert not User.objects.exists()


def test_going_there_is_counted(settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/600s/ip"}
    assert [Client().post(LOGIN).status_code for _ in range(3)] == [302, 302, 429]


# --- somebody new -----------------------------------------------------------------------------------------------


def test_a_newcomer_gets_an_account_without_a_password_and_nothing_of_discord_is_kept_but_name_and_number():
    client = Client(headers={"accept-language": "pl"})
    assert come(client).url == "/"
    user = User.objects.get()
    assert (user.username, user.display_name, user.email, user.language) == (
        "zosia.k", "zosia.k", "zosia@example.org", "pl",
    )  # fmt: skip
    assert not user.is_guest
    assert not user.has_usable_password()
    assert (who(client), SocialAccount.objects.get().extra_data) == ("zosia.k", {"name": "zosia.k"})
    assert EmailAddress.objects.get().verified
    assert not SocialToken.objects.exists()
    assert "very-secret" not in str(dict(client.session))


def test_the_same_person_comes_back_to_the_same_account(discord):
    come()
    discord.whom |= {"username": "zofia", "email": "other@example.org"}
    client = Client()
    come(client)
    assert who(client) == "zosia.k"
    assert SocialAccount.objects.get().extra_data == {"name": "zofia"}


def test_an_address_that_discord_does_not_vouch_for_is_not_taken_over(discord):
    discord.whom["verified"] = False
    come()
    assert User.objects.get().email == ""
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("name", ["daniel", "DANIEL", "guest-1", "", None, "🐇", "x" * 60])
def test_any_name_becomes_one_that_is_free(discord, daniel, name):
    discord.whom["username"] = name
    assert come().url == "/"
    made = User.objects.exclude(pk=daniel.pk).get()
    assert made.username.casefold() != "daniel"
    assert SocialAccount.objects.get().extra_data == {"name": name or ""}
    assert not made.username.startswith("guest-")


@pytest.mark.parametrize("signup", ["closed", "invited"])
def test_where_no_new_accounts_are_made_none_is(settings, signup):
    settings.SIGNUP = signup
    client = Client()
    assert 'class="door"' in come(client, next="/join/no-such-code/").text
    assert not User.objects.exists()
    assert who(client) is None


def test_with_an_invitation_one_is_where_they_are_needed(settings, invitation):
    settings.SIGNUP = "invited"
    page = f"/join/{invitation.code}/"
    assert come(next=page).url == page
    assert User.objects.filter(username="zosia.k").exists()


def test_a_closed_door_still_opens_for_those_who_have_an_account(settings, daniel):
    settings.SIGNUP = "closed"
    opens(daniel)
    assert come().url == "/"


def test_new_accounts_are_counted(discord, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/600s/ip"}
    come()
    discord.whom |= {"id": "43", "email": ""}
    assert come().status_code == 429
    assert User.objects.count() == 1


# --- somebody whose address is here -----------------------------------------------------------------------------


def test_an_address_that_is_proved_on_both_sides_leads_to_its_account_and_to_no_second_one(daniel):
    has_address(daniel)
    client = Client()
    assert come(client).url == "/"
    assert who(client) == "daniel"
    assert SocialAccount.objects.get().user == daniel
    assert daniel.has_usable_password()


def test_a_second_discord_account_of_that_address_does_not_and_the_password_is_asked_for(daniel):
    has_address(daniel)
    opens(daniel, "41")
    client = Client()
    answer = come(client)
    assert answer.status_code == 409
    assert "or with your password" in answer.text
    assert who(client) is None
    assert SocialAccount.objects.get().uid == "41"


@pytest.mark.parametrize(
    ("here", "there"), [(False, True), (True, False), (False, False)], ids=["typed here", "not Discord's", "neither"]
)
def test_else_it_leads_nowhere_and_says_how_to_connect(discord, daniel, here, there):
    has_address(daniel, verified=here)
    discord.whom["verified"] = there
    client = Client()
    answer = come(client)
    assert answer.status_code == 409
    assert "connect Discord in your profile" in answer.text
    assert who(client) is None
    assert not SocialAccount.objects.exists()
    assert User.objects.get() == daniel


@pytest.mark.parametrize("email", ["zosia@example.org", "ZOSIA@example.org"])
def test_nor_where_only_the_account_itself_knows_the_address(email):
    UserFactory(email=email)
    assert come().status_code == 409
    assert User.objects.count() == 1


def test_an_address_that_looks_alike_is_another(discord, daniel):
    has_address(daniel, "mike@example.org")
    discord.whom["email"] = "mıke@example.org"
    client = Client()
    come(client)
    assert who(client) != "daniel"
    assert not SocialAccount.objects.filter(user=daniel).exists()


@pytest.mark.parametrize("known_by", [opens, has_address])
def test_who_was_shut_out_stays_out(known_by):
    known_by(UserFactory(is_active=False))
    client = Client()
    assert come(client).url == "/accounts/inactive/"
    assert who(client) is None
    assert User.objects.count() == 1


# --- how an address is proved -----------------------------------------------------------------------------------


@pytest.fixture
def with_mail(settings):
    settings.HAS_MAIL = True


def proved():
    return EmailAddress.objects.filter(verified=True).exists()


def test_a_new_password_by_mail_proves_the_address(with_mail, daniel):
    has_address(daniel, verified=False)
    ask("zosia@example.org")
    assert not proved()
    set_anew(link_in(mail.outbox[0].body))
    assert proved()
    assert come().url == "/"


def test_the_hosts_link_proves_nothing(daniel):
    has_address(daniel, verified=False)
    key = proofs.HandedTokens().make_token(daniel)
    set_anew(f"/accounts/password/reset/key/{user_pk_to_url_str(daniel)}-{key}/")
    daniel.refresh_from_db()
    assert not daniel.check_password(PASSWORD)
    assert not proved()


def test_nor_a_mail_where_somebody_else_may_hold_another_key(with_mail, daniel):
    """Who typed somebody's address would else share the account with them."""
    has_address(daniel, verified=False)
    Authenticator.objects.create(user=daniel, type="webauthn", data={})
    ask("zosia@example.org")
    set_anew(link_in(mail.outbox[0].body))
    assert not proved()


def test_another_address_is_another_proof(daniel):
    has_address(daniel)
    client = client_of(daniel)
    form = {"display_name": "D", "language": "en", "time_zone": "Europe/Warsaw", "theme": ""}
    client.post("/accounts/profile/", {**form, "email": "new@example.org"})
    client.post("/accounts/profile/", {**form, "email": "zosia@example.org"})
    assert not proved()


# --- in the profile ---------------------------------------------------------------------------------------------


def test_one_connects_ones_own_with_the_password(daniel):
    assert client_of(daniel).post(CONNECT).url.startswith("/accounts/reauthenticate/")
    client = inside(daniel)
    assert come(client, CONNECT).url == PAGE
    assert "zosia.k" in client.get(PAGE).text
    assert EmailAddress.objects.count() == 0
    client.logout()
    come(client)
    assert who(client) == "daniel"


def test_what_opens_somebody_elses_account_is_not_connected(daniel):
    celina = UserFactory(username="celina")
    opens(celina)
    answer = come(inside(daniel), CONNECT)
    assert answer.status_code == 409
    assert "somebody else" in answer.text
    assert SocialAccount.objects.get().user == celina


def test_one_account_has_one(daniel):
    opens(daniel, "41")
    assert come(inside(daniel), CONNECT).status_code == 409
    assert SocialAccount.objects.get().uid == "41"


def test_the_same_once_more_changes_nothing(daniel):
    opens(daniel)
    assert come(inside(daniel), CONNECT).url == PAGE
    assert SocialAccount.objects.get().user == daniel


def test_whoever_has_logged_out_meanwhile_connects_nothing(daniel):
    client = inside(daniel)
    state = away(client, CONNECT)["state"]
    client.logout()
    assert back(client, state).status_code == 409
    assert not SocialAccount.objects.exists()


def test_it_is_disconnected_where_a_password_is_left(daniel):
    opens(daniel)
    opens(UserFactory(), "43")
    assert client_of(daniel).post(DISCONNECT).url == PAGE
    assert [one.uid for one in SocialAccount.objects.all()] == ["43"]


def test_what_was_disconnected_opens_nothing_any_more():
    """Its address was proved by it alone, so that goes along: else the next press would connect it again."""
    client = Client()
    come(client)
    client.post("/accounts/password/set/", {"password1": "inny-kurnik-7", "password2": "inny-kurnik-7"})
    client.post(DISCONNECT)
    assert come().status_code == 409
    assert not SocialAccount.objects.exists()


def test_the_only_way_in_stays(daniel):
    client = Client()
    come(client)
    page = client.get(PAGE).text
    assert "your only way in" in page
    assert "Disconnect<" not in page
    assert client.post(DISCONNECT).status_code == 422
    assert SocialAccount.objects.count() == 1
    profile = client.get("/accounts/profile/").text
    assert "/accounts/password/set/" in profile
    assert "/accounts/password/change/" not in profile


def test_who_has_no_password_to_type_connects_no_other(daniel):
    daniel.set_unusable_password()
    daniel.save()
    opens(daniel, "41")
    client = client_of(daniel)
    assert CONNECT not in client.get(PAGE).text
    assert client.post(CONNECT).status_code == 403


def test_whose_only_way_in_it_is_sets_a_password():
    client = Client()
    come(client)
    client.post("/accounts/password/set/", {"password1": "inny-kurnik-7", "password2": "inny-kurnik-7"})
    assert client.post(DISCONNECT).url == PAGE
    assert Client().post("/accounts/login/", {"login": "zosia.k", "password": "inny-kurnik-7"}).url == "/"


# --- guests -----------------------------------------------------------------------------------------------------


def test_a_guest_keeps_seat_and_session_whatever_comes_from_discord(invitation, daniel):
    opens(daniel)
    newcomer = Client()
    state = away(newcomer)["state"]
    newcomer.post(f"/join/{invitation.code}/", {"name": "Nina", "role": "player"})
    guest = who(newcomer)
    assert guest.startswith("guest-")
    assert back(newcomer, state).url == "/"
    assert who(newcomer) == guest
    assert newcomer.post(LOGIN).url == "/"
    assert Seat.objects.get(name="Nina").user.username == guest


def test_a_guest_takes_a_name_and_a_password_before(table):
    guest = table.client("gustaw")
    assert guest.get(PAGE).url == guest.post(CONNECT).url == "/accounts/claim/"
    assert "Discord" not in guest.get("/accounts/profile/").text


# --- at once ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_who_connect_the_same_one_wins():
    clients = [inside(UserFactory()) for _ in range(2)]
    states = [away(client, CONNECT)["state"] for client in clients]
    answers = at_once(2, lambda n: back(clients[n], states[n]).status_code)
    assert sorted(answers) == [302, 409]
    assert SocialAccount.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_in_two_browsers_at_once_has_one_account():
    clients = [Client() for _ in range(2)]
    states = [away(client)["state"] for client in clients]
    answers = at_once(2, lambda n: back(clients[n], states[n]).status_code)
    assert set(answers) <= {302, 409}
    assert 302 in answers
    assert User.objects.count() == SocialAccount.objects.count() == 1
