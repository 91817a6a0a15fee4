"""The way of a campaign's file: downloaded by its game master, looked into, brought in by whoever sent it."""

from __future__ import annotations

import io
import os
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from sessions import waiting_files
from sessions.models import Campaign
from tests.cast import UserFactory, client_of
from tests.sessions.campaign_files import SAMPLES, lists

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def uploads(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def nina():
    return UserFactory(username="nina")


@pytest.fixture
def sample() -> bytes:
    return (SAMPLES / "campaign-v1.zip").read_bytes()


def send(user, data: bytes):
    file = SimpleUploadedFile("campaign.zip", data)
    return client_of(user).post(reverse("campaign_import"), {"file": file})


def test_the_game_masters_download_is_the_campaign(table):
    answer = table.client("alicja").get(reverse("campaign_export", args=[table.campaign.token]))
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"].endswith('-the-killer-rabbit.zip"')
    assert answer.headers["Cache-Control"] == "no-store"
    found = lists(b"".join(answer.streaming_content))
    assert [row["name"] for row in found["characters.jsonl"]] == ["Julio", "Rosalia", "Strażnik", "Cień"]


def test_the_settings_lead_there_for_the_game_master_alone(table):
    address = reverse("campaign_export", args=[table.campaign.token])
    for name, sees in (("alicja", True), ("ewa", False)):
        page = table.client(name).get(reverse("campaign_settings", args=[table.campaign.token]))
        assert (address in page.text) == sees
        assert ("Not in it:" in page.text) == sees


def test_my_tables_lead_to_the_import_for_those_who_may_open_one(nina, settings):
    assert reverse("campaign_import") in client_of(nina).get(reverse("home")).text
    settings.CAMPAIGNS = "hosts"
    assert reverse("campaign_import") not in client_of(nina).get(reverse("home")).text
    assert client_of(nina).get(reverse("campaign_import")).status_code == 403


def test_first_it_is_shown_what_the_file_holds(nina, sample):
    answer = send(nina, sample)
    assert answer.status_code == 302
    page = client_of(nina).get(answer.url)
    for words in ("The Killer Rabbit", "Julio", "Cień", "Alicja, Bartek", "1 picture", "4 sessions"):
        assert words in page.text
    assert "Make a copy" not in page.text
    assert not Campaign.objects.exists()


def test_then_it_is_brought_in(nina, sample, uploads):
    client = client_of(nina)
    address = send(nina, sample).url
    answer = client.post(address, {"into": "copy", "once": "press"})
    campaign = Campaign.objects.get()
    assert answer.url == reverse("people", args=[campaign.token])
    assert "“The Killer Rabbit” was imported." in client.get(answer.url).text
    assert client.post(address, {"into": "copy", "once": "press"}).url == answer.url
    assert Campaign.objects.count() == 1
    assert client.get(address).status_code == 404  # nothing of it is left waiting
    assert not list((uploads / waiting_files.FOLDER).iterdir())


def test_a_file_whose_campaign_is_here_asks_what_it_is_to_be(nina, sample):
    client = client_of(nina)
    address = send(nina, sample).url
    client.post(address, {"into": "copy"})
    first, address = Campaign.objects.get(), send(nina, sample).url
    page = client.get(address).text
    assert "Bring “The Killer Rabbit” up to date" in page
    assert "Make a copy beside it" in page
    assert client.post(address, {}).status_code == 422
    client.post(address, {"into": first.token})
    assert Campaign.objects.count() == 1
    client.post(send(nina, sample).url, {"into": "copy"})
    assert Campaign.objects.count() == 2


def test_somebody_elses_campaign_is_none_that_may_be_chosen(table, nina, sample):
    address = send(nina, sample).url
    answer = client_of(nina).post(address, {"into": table.campaign.token})
    assert answer.status_code == 422
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize("data", [b"x", b"{}", b"PK"])
def test_what_is_no_campaigns_file_is_told_on_the_page(nina, data):
    answer = send(nina, data)
    assert answer.status_code == 422
    assert "This is not a campaign&#x27;s file." in answer.text
    assert not default_storage.exists(waiting_files.FOLDER)


def test_a_file_waits_for_its_sender_alone(nina, sample):
    address = send(nina, sample).url
    assert client_of(UserFactory()).get(address).status_code == 404
    assert client_of(nina).get(address).status_code == 200


def test_one_file_waits_and_a_day_at_most(nina, sample, uploads):
    first, other = send(nina, sample).url, UserFactory()
    second = send(nina, sample).url
    assert client_of(nina).get(first).status_code == 404
    assert client_of(nina).get(second).status_code == 200
    [kept] = (uploads / waiting_files.FOLDER).iterdir()
    long_ago = (timezone.now() - waiting_files.KEPT - timedelta(minutes=1)).timestamp()
    os.utime(kept, (long_ago, long_ago))
    waiting_files.keep(other.pk, io.BytesIO(sample))
    assert client_of(nina).get(second).status_code == 404
