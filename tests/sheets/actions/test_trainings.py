"""Trainings on a sheet: added and ended by hand, raised at rests alone, corrected by a game master for a reason."""

import pytest
from django.urls import reverse

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.models import LogEntry
from sheets import fields, history, panels, snapshot
from sheets.access import Rights, sheet_for
from sheets.actions import births, edit, trainings
from sheets.actions import undo as undoing
from sheets.models import Training
from tests.cast import HTMX, CharacterFactory

OWNER = Rights("apbcd", edit=True, owner=True)


@pytest.fixture
def swords(julio):
    return Training.objects.create(character=julio, name="Swords", invested=2, required=6)


def correct(table, row, invested=4, reason="A teacher", name="alicja"):
    return trainings.correct_training(
        actor=table.viewer(name), character=table.julio, token=row.token, invested=invested, reason=reason
    )


def drawn(character, rights=OWNER, **options):
    return panels.draw(panels.BY_NAME["trainings"], snapshot.load_one(character), rights, **options)


def test_a_training_is_added_with_or_without_a_price(table, julio):
    url = reverse("add_row", args=[julio.token, "training"])
    for data in ({"name": "Swords", "required": "6"}, {"name": "Letters", "required": ""}):
        assert table.client("bartek").post(url, data, headers=HTMX).status_code == 200
    assert list(Training.objects.values_list("name", "invested", "required")) == [
        ("Swords", 0, 6), ("Letters", 0, None),
    ]  # fmt: skip


def test_what_was_put_in_is_not_typed(table, swords, julio):
    url = reverse("set_field", args=[julio.token, f"training:{swords.token}", "invested"])
    assert table.client("bartek").post(url, {"value": "6"}, headers=HTMX).status_code == 422
    assert table.client("alicja").post(url, {"value": "6"}, headers=HTMX).status_code == 422
    with pytest.raises(Refused):
        fields.clean("training", "invested", "6", snapshot.load_one(julio, []).spec)
    url = reverse("add_row", args=[julio.token, "training"])
    table.client("bartek").post(url, {"name": "Letters", "invested": "9"}, headers=HTMX)
    assert Training.objects.get(name="Letters").invested == 0


def test_its_owner_says_that_it_is_done_and_takes_it_back(table, swords, julio):
    url = reverse("set_field", args=[julio.token, f"training:{swords.token}", "done"])
    for value, done in (("on", True), ("", False)):
        assert table.client("bartek").post(url, {"value": value}, headers=HTMX).status_code == 200
        swords.refresh_from_db()
        assert swords.done is done
    assert table.client("celina").post(url, {"value": "on"}, headers=HTMX).status_code == 403


def test_a_game_master_corrects_it_for_a_reason_that_the_history_keeps(table, swords, julio, bartek):
    correct(table, swords)
    swords.refresh_from_db()
    assert swords.invested == 4
    (deed,) = history.page(sheet_for(bartek, julio.token)).deeds
    assert (deed.who, deed.title) == ("Alicja", "A teacher")
    assert [(line.what, line.old, line.new) for line in deed.lines] == [("Swords, experience put in", "2", "4")]


def test_a_correction_is_undone(table, swords, julio):
    entry = correct(table, swords)
    undoing.undo(actor=table.viewer("alicja"), character=julio, token=entry.token)
    swords.refresh_from_db()
    assert swords.invested == 2


@pytest.mark.parametrize("reason", ["", "   ", "x" * 121])
def test_without_a_reason_nothing_is_corrected(table, swords, reason):
    with pytest.raises(Refused, match="reason"):
        correct(table, swords, reason=reason)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("invested", [-1, 1000])
def test_a_number_out_of_bounds_is_refused(table, swords, invested):
    with pytest.raises(Refused, match="from 0 to 999"):
        correct(table, swords, invested=invested)


def test_only_game_masters_correct(table, swords):
    with pytest.raises(Forbidden):
        correct(table, swords, name="bartek")
    assert correct(table, swords, name="ewa")


def test_what_is_as_it_was_writes_nothing(table, swords):
    assert correct(table, swords, invested=2) is None
    assert not LogEntry.objects.exists()


def test_a_removed_training_is_not_corrected(table, swords, julio):
    edit.remove_row(actor=table.viewer("bartek"), character=julio, target=f"training:{swords.token}")
    with pytest.raises(Conflict):
        correct(table, swords)


def test_the_panel_says_how_far_it_is(julio, swords):
    assert "2 of 6" in drawn(julio)
    assert 'width="33.3%"' in drawn(julio)
    assert "paid up" not in drawn(julio)
    Training.objects.update(invested=6)
    assert "paid up" in drawn(julio)
    Training.objects.update(done=True)
    assert "Not yet" in drawn(julio)


def test_only_game_masters_have_the_field_of_a_correction(julio, swords):
    url = reverse("correct_training", args=[julio.token, swords.token])
    assert url in drawn(julio, Rights("apbce", edit=True), editing=True)
    assert url not in drawn(julio, editing=True)


def test_a_game_without_trainings_shows_none(bartek):
    hero = CharacterFactory(owner=bartek, system="cairn")
    assert " hidden" in drawn(hero).partition(">")[0] + drawn(hero).partition("<header")[0]
    Training.objects.create(character=hero, name="Swords")
    assert "hidden" not in drawn(hero).partition("<header")[0]


def test_a_copy_has_them_and_paper_those_that_are_not_over(table, swords, julio):
    Training.objects.create(character=julio, name="Letters", done=True)
    twin = births.copy_character(actor=table.viewer("bartek"), character=julio)
    assert list(twin.training_rows.values_list("name", "invested", "required", "done")) == [
        ("Swords", 2, 6, False), ("Letters", 0, None, True),
    ]  # fmt: skip
    paper = table.client("bartek").get(reverse("print_sheet", args=[julio.token])).text
    assert "Swords" in paper
    assert "2/6" in paper
    assert "Letters" not in paper
