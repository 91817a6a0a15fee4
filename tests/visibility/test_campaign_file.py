"""What a campaign's file holds of each secret: everything of the game masters', nothing that is somebody's own."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.urls import reverse

from sessions.models import Mode
from sheets.access import sheet_for
from sheets.actions import edit, life
from tests.cast import CharacterFactory
from tests.test_visibility import CANARY, roll


def bytes_of_the_file(table) -> bytes:
    answer = table.client("alicja").get(reverse("campaign_export", args=[table.campaign.token]))
    data = b"".join(answer.streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return data + b"".join(archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize(
    ("mode", "held"), [(Mode.PUBLIC, True), (Mode.GM, True), (Mode.BLIND, True), (Mode.SELF, False)]
)
def test_of_rolls_all_but_those_for_oneself(table, dice, mode, held):
    roll(table, mode=mode)
    assert (CANARY.encode() in bytes_of_the_file(table)) == held


def test_not_the_game_masters_own_practice_either(table, dice):
    roll(table, name="alicja", character=table.guard, trait="melee", mode=Mode.SELF)
    assert CANARY.encode() not in bytes_of_the_file(table)


@pytest.mark.parametrize(
    ("note", "who", "held"), [("biography", "bartek", True), ("gm", "alicja", True), ("private", "bartek", False)]
)
def test_of_notes_all_but_private_ones_with_all_that_they_were(table, note, who, held):
    for text in (CANARY, "otherwise"):
        edit.set_field(
            actor=table.viewer(who), character=table.julio, target=f"note:={note}", name="text", value=text
        )  # fmt: skip
    assert (CANARY.encode() in bytes_of_the_file(table)) == held


def test_not_what_a_character_was_before_it_came_to_the_table(table):
    alone = CharacterFactory(owner=table.bartek, name="Hermit", concept=CANARY)
    actor = sheet_for(table.bartek, alone.token).viewer
    edit.set_field(actor=actor, character=alone, target="character", name="concept", value="A hermit by trade")
    life.join_campaign(actor=table.viewer("bartek"), character=alone, campaign=table.campaign)
    found = bytes_of_the_file(table)
    assert b"A hermit by trade" in found
    assert CANARY.encode() not in found


def test_nobodys_account(table):
    found = bytes_of_the_file(table)
    for user in table.people.values():
        assert user.password.encode() not in found
        assert f'"{user.username}"'.encode() not in found
