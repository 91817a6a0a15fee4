"""The page of handing over: it asks whether that is meant."""

import pytest
from django.urls import reverse

from sessions.models import LogEntry, Role, Seat


def page(table) -> str:
    return reverse("hand_over", args=[table.campaign.token])


def press(table, **data):
    return table.client("alicja").post(page(table), data)


def test_the_new_head_has_all_rights_and_the_old_one_a_co_gms(table):
    answer = press(table, seat=table.seats["bartek"].token, sure="on")
    assert answer.url == reverse("people", args=[table.campaign.token])
    assert "Bartek now runs the campaign, handed over by Alicja" in table.client("celina").get(
        reverse("table", args=[table.campaign.token])
    ).text  # fmt: skip
    assert table.client("alicja").get(page(table)).status_code == 403
    assert table.client("bartek").get(page(table)).status_code == 200


@pytest.mark.parametrize(
    "data", [{}, {"sure": "on"}, {"seat": "bartek"}, {"seat": "gustaw", "sure": "on"}, {"seat": "x", "sure": "on"}]
)
def test_without_a_name_and_a_yes_nothing_is_handed_over(table, data):
    if data.get("seat") in table.seats:
        data = {**data, "seat": table.seats[data["seat"]].token}
    assert press(table, **data).status_code == 422
    assert not LogEntry.objects.exists()


def test_where_nobody_can_take_it_the_page_says_so(table):
    Seat.objects.exclude(pk__in=[table.seats["alicja"].pk, table.seats["gustaw"].pk]).update(role=Role.SPECTATOR)
    text = table.client("alicja").get(page(table)).text
    assert "Nobody here can take it over" in text
    assert "<form" not in text


@pytest.mark.parametrize(("name", "offered"), [("alicja", 1), ("ewa", 0)])
def test_the_settings_lead_its_head_there(table, name, offered):
    text = table.client(name).get(reverse("campaign_settings", args=[table.campaign.token])).text
    assert text.count(page(table)) == offered
