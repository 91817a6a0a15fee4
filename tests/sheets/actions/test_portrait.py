import pytest
from django.conf import settings

from caerbannog_site.errors import Conflict, Refused
from sessions.models import Channel, LogEntry, Mode
from sheets import portraits
from sheets.actions import portrait as actions
from sheets.actions.portrait import set_portrait
from sheets.models import Character
from tests.sheets.pictures import picture


def files() -> set:
    return set((settings.MEDIA_ROOT / portraits.FOLDER).glob("*"))


@pytest.fixture
def hang(table, julio):
    """hang(bytes or None) -> the entry"""
    return lambda data, **more: set_portrait(actor=table.viewer("bartek"), character=julio, data=data, **more)


def test_a_portrait_is_one_entry_of_the_history_alone(hang, julio):
    entry = hang(picture())
    julio.refresh_from_db()
    change = entry.changes.get()
    assert (change.field, change.old, change.new, change.group) == ("portrait", "", julio.portrait, "a")
    assert not entry.listed
    assert portraits.read(julio.portrait)


def test_taking_it_off_keeps_the_file_for_the_undo(hang, julio):
    hang(picture())
    name = julio.portrait
    assert hang(None).changes.get().new == ""
    assert portraits.read(name)


def test_there_is_nothing_to_take_off(hang):
    assert hang(None) is None
    assert not LogEntry.objects.exists()


def test_a_bad_file_changes_nothing(hang, julio):
    before = files()
    with pytest.raises(Refused):
        hang(b"nothing")
    assert files() == before
    assert not LogEntry.objects.exists()


def test_a_refused_write_leaves_no_file(table, hang, julio):
    before = files()
    stale = Character.objects.get(pk=julio.pk)
    Character.objects.filter(pk=julio.pk).update(channel=Channel.objects.create())
    with pytest.raises(Conflict):
        set_portrait(actor=table.viewer("bartek"), character=stale, data=picture())
    assert files() == before


def test_a_repeated_press_leaves_one_file(hang, julio):
    before = files()
    first = hang(picture(), once="p" * 22)
    assert hang(picture(), once="p" * 22) == first
    assert len(files() - before) == 1


def test_old_files_are_forgotten_at_last(hang, julio, monkeypatch):
    monkeypatch.setattr(actions, "KEPT", 2)
    before = files()
    for shade in range(8):
        hang(picture(color=(shade, 0, 0), size=(20, 20)))
    assert len(files() - before) == 3  # the present one and two old ones


def test_an_npcs_portrait_is_the_gms_business(table, guard):
    entry = set_portrait(actor=table.viewer("alicja"), character=guard, data=picture())
    assert entry.mode == Mode.GM
