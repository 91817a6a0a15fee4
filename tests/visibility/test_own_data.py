"""The file of one's own data: all of one's own, nothing of others, and no secret that one's own pages don't tell."""

import io
import json
from zipfile import ZipFile

import pytest
from django.urls import reverse

from rules.values import Modifier
from sessions.actions import campaigns, checks, people, secrecy
from sessions.actions import table as talk
from sessions.models import Check, Mode
from sheets import portraits, reading
from sheets.actions import edit, portrait
from sheets.models import Note
from tests.cast import CharacterFactory
from tests.dice import queue
from tests.sheets.pictures import picture
from tests.test_visibility import CANARY, FIELDS, request_of, roll, table, written_sheet  # noqa: F401 -- fixture


def archive(table, name: str) -> ZipFile:  # noqa: F811
    answer = table.client(name).get(reverse("own_data"))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="caerbannog-20')
    return ZipFile(io.BytesIO(answer.getvalue()))


def whole(table, name: str) -> str:  # noqa: F811
    """All that is in the file, without what its compression hides."""
    found = archive(table, name)
    return "\n".join([*found.namelist(), *(found.read(one).decode("utf-8", "replace") for one in found.namelist())])


def data(table, name: str) -> dict:  # noqa: F811
    return json.loads(archive(table, name).read("data.json"))


def entries(table, name: str) -> list[dict]:  # noqa: F811
    return [one for place in data(table, name)["tables"] for one in place["entries"]]


def say(table, name: str, text: str, mode: str = Mode.PUBLIC):  # noqa: F811
    return talk.say(actor=table.viewer(name), channel_id=table.campaign.channel_id, text=text, mode=mode)


# --- what is in it ------------------------------------------------------------------------------------------------


def test_it_has_profile_seats_sheets_words_and_rolls(table):  # noqa: F811
    say(table, "bartek", "to the table")
    say(table, "bartek", "to the master", Mode.GM)
    roll(table, mode=Mode.SELF)
    found = data(table, "bartek")
    assert (found["format"], found["v"]) == ("caerbannog-table/person", 1)
    assert found["profile"]["username"] == "bartek"
    assert found["characters"] == ["characters/01-Julio.json"]
    (place,) = found["tables"]
    assert (place["campaign"], place["name"], place["role"]) == ("The Killer Rabbit", "Bartek", "player")
    assert [one["kind"] for one in place["entries"]] == ["message", "message", "check"]
    assert CANARY in place["entries"][2]["text"]


def test_its_sheets_hold_private_notes_and_can_be_brought_in_again(table):  # noqa: F811
    written_sheet(table)
    sheet = archive(table, "bartek").read("characters/01-Julio.json")
    brought = reading.read(sheet)
    assert brought.character.name == "Julio"
    assert FIELDS["d"] in {row.text for row in brought.rows if isinstance(row, Note)}
    assert FIELDS["e"] not in whole(table, "bartek")  # the game masters' own notes of it


def test_portraits_are_pictures_in_it(table, settings, tmp_path):  # noqa: F811
    settings.MEDIA_ROOT = tmp_path
    portrait.set_portrait(actor=table.viewer("bartek"), character=table.julio, data=picture(size=(20, 20)))
    table.julio.refresh_from_db()
    assert archive(table, "bartek").read("portraits/01-Julio.webp") == portraits.read(table.julio.portrait)


def test_what_was_noted_beside_a_sheet_at_no_table_is_in_it(table):  # noqa: F811
    alone = CharacterFactory(owner=table.bartek, name="Hermit")
    table.client("bartek").post(reverse("sheet_say", args=[alone.token]), {"text": "Buy rope"})
    found = data(table, "bartek")
    assert [one["text"] for one in found["alone"]] == ["Buy rope"]
    assert "Buy rope" not in whole(table, "celina")


def test_a_connected_discord_account_is_in_it(table):  # noqa: F811
    table.bartek.socialaccount_set.create(provider="discord", uid="42", extra_data={"name": "julio42"})
    assert data(table, "bartek")["profile"]["discord"] == [{"id": "42", "name": "julio42"}]
    assert "julio42" not in whole(table, "celina")


def test_a_guest_has_it_too(table):  # noqa: F811
    assert data(table, "gustaw")["profile"]["is_guest"]


def test_its_cost_does_not_grow_with_what_was_said(table, django_assert_max_num_queries):  # noqa: F811
    for number in range(20):
        say(table, "bartek", f"line {number}")
    with django_assert_max_num_queries(35):
        table.client("bartek").get(reverse("own_data"))


# --- what is not --------------------------------------------------------------------------------------------------


def test_nothing_of_other_people(table):  # noqa: F811
    say(table, "celina", CANARY)
    say(table, "alicja", CANARY)
    roll(table, "celina", table.rosalia, "medicine")
    edit.set_field(actor=table.viewer("celina"), character=table.rosalia, target="note:=private", name="text",
                   value=CANARY)  # fmt: skip
    for name in ("bartek", "filip", "daniel", "henryk"):
        found = whole(table, name)
        assert CANARY not in found
        assert "Rosalia" not in found
    assert CANARY in whole(table, "celina")


@pytest.mark.parametrize("shown", [True, False])
def test_a_blind_roll_stays_blind(table, shown):  # noqa: F811
    campaigns.change_settings(actor=table.viewer("alicja"), campaign=table.campaign, secret_placeholders=shown)
    check = roll(table, mode=Mode.BLIND)
    found = entries(table, "bartek")
    assert CANARY not in str(found)
    assert [(one["kind"], one["text"]) for one in found] == ([("roll", "Rolled blind")] if shown else [])
    assert not any("result" in one or "dice" in one for one in found)
    secrecy.reveal(actor=table.viewer("alicja"), check=Check.objects.get(pk=check.pk), expect=0)
    assert CANARY in str(entries(table, "bartek"))


def test_a_hidden_difficulty_is_not_in_it(table):  # noqa: F811
    queue.next(2, 3, 4)
    request = request_of(table.julio, "inquiry", difficulty=9, modifiers=(Modifier(1, "luck"),))
    checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request, hidden=True)
    (found,) = entries(table, "bartek")
    assert "result" not in found
    assert "9" not in found["text"]


def test_of_a_table_that_was_left_it_has_what_stood_there_then(table):  # noqa: F811
    say(table, "bartek", "before I go")
    seen, blind = roll(table), roll(table, mode=Mode.BLIND)
    people.leave(actor=table.viewer("bartek"), campaign=table.campaign, seat=table.seats["bartek"])
    secrecy.reveal(actor=table.viewer("alicja"), check=Check.objects.get(pk=blind.pk), expect=0)
    say(table, "alicja", "now that he is gone")
    (place,) = data(table, "bartek")["tables"]
    assert place["left_at"]
    assert [one["kind"] for one in place["entries"]] == ["message", "check"]
    assert str(place["entries"]).count(CANARY) == 1
    assert seen.pk != blind.pk


def test_a_message_taken_back_is_not_in_it(table):  # noqa: F811
    entry = say(table, "bartek", CANARY)
    table.client("bartek").post(reverse("retract", args=[entry.token]))
    assert CANARY not in whole(table, "bartek")
