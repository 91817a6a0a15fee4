"""The pages away from the table, where people and hosts settle things: they must be true of what every page must.

One browser goes through them: none of them leaves anything behind.
"""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from sessions.actions import invitations, ways_back
from tests.browser.test_looks import LONG, walk
from tests.cast import make_table
from tests.sessions.campaign_files import SAMPLES


@pytest.fixture
def table(transactional_db):
    table = make_table()
    table.julio.name = LONG
    table.julio.save(update_fields=["name"])
    return table


def game_masters(table) -> dict[str, str]:
    """The pages of Alicja, who has a table."""
    token = table.campaign.token
    there = ("house", "foes", "hand_over", "campaign_delete", "more")
    return {
        **{name: reverse(name, args=[token]) for name in there},
        "campaign_new": reverse("campaign_new"),
        "campaign_import": reverse("campaign_import"),
        "campaign_bring": sent_file(table),
    }


def sent_file(table) -> str:
    """The page that tells what a campaign's file holds, after it was sent."""
    file = SimpleUploadedFile("campaign.zip", (SAMPLES / "campaign-v1.zip").read_bytes())
    answer = table.client("alicja").post(reverse("campaign_import"), {"file": file})
    assert answer.status_code == 302, answer.text
    return answer.url


def players(table) -> dict[str, str]:
    """The pages of Bartek, who has a sheet."""
    named = ("profile", "passkeys", "passkey_add", "account_delete", "account_change_password")
    sheet = {name: reverse(name, args=[table.julio.token]) for name in ("print_sheet", "experience")}
    return {**{name: reverse(name) for name in named}, **sheet, "character_new": reverse("character_new")}


def guests(table) -> dict[str, str]:
    return {"guests_profile": reverse("profile"), "claim": reverse("claim")}


def outsiders(table) -> dict[str, str]:
    """The pages of who is not signed in."""
    given = {"actor": table.viewer("alicja"), "campaign": table.campaign}
    invitations.rotate_invitation(**given)
    invitations.pause_joining(**given, paused=True)
    secret = ways_back.make_for_seat(**given, seat=table.seats["gustaw"])
    named = ("account_signup", "account_reset_password", "join")
    code = table.campaign.invitations.get().code
    return {
        **{name: reverse(name) for name in named},
        "join_closed": reverse("join_code", args=[code]),
        "way_back": reverse("way_back", args=[secret]),
        "way_back_gone": reverse("way_back", args=["no-such-link"]),
    }


WALKS = {"alicja": game_masters, "bartek": players, "gustaw": guests, "": outsiders}


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("who", WALKS)
def test_a_quiet_page_fits_and_can_be_used_by_all(
    who, language, open_context, table, settings, tmp_path, assert_accessible, shot, trouble
):
    trouble.allow("status of 40[34]")  # what is closed or gone has a page too
    settings.MEDIA_ROOT = tmp_path
    reader = table.people[who] if who else None
    page = open_context(reader, width=360, language=language, reduced_motion="reduce").new_page()
    wrong = walk(page, WALKS[who](table), language, assert_accessible, shot)
    assert not wrong, "\n".join(wrong)
