"""An entry is taken back as a whole and exactly, once, by a game master; and brought back the same way."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.actions import experience, scene_end, undoing
from sessions.actions import table as table_actions
from sessions.actions.undoing import undo_entry
from sessions.models import Change, LogEntry, Participant, Scene
from sheets import snapshot
from sheets.actions import counters, life
from sheets.actions import undo as sheet_undo
from sheets.actions.edit import changed
from sheets.models import Condition, Counter
from tests.races import at_once
from tests.sessions.actions.test_rests import called, chosen, has, taken
from tests.sessions.scenes import opened, running, set_pool


def pool(character, key="endurance") -> int:
    row = Counter.objects.filter(character=character, key=key).first()
    return row.current if row else snapshot.load_one(character, ["counter"]).counter(key).value


@pytest.fixture
def storm(table, monkeypatch) -> LogEntry:
    """An entry that touched two sheets in every way: a delta, a setting, a new row and a removed one."""
    monkeypatch.setattr(undoing, "UNDOABLE", (*undoing.UNDOABLE, "storm"))
    old = Condition.objects.create(character=table.rosalia, kind="mental", name="calm", strength=1)
    with log.turn(table.viewer("alicja"), table.campaign.channel_id) as turn:
        julio, rosalia = (snapshot.load_one(one, ["counter"]) for one in (table.julio, table.rosalia))
        wet = Condition.objects.create(character=table.julio, kind="physical", name="wet", strength=2)
        old.deleted = True
        old.save()
        changes = [
            counters.add(julio, "endurance", -4), counters.set_to(rosalia, "vitality", 2),
            changed(table.julio, wet, "deleted", True, False), changed(table.rosalia, old, "deleted", False, True),
        ]  # fmt: skip
        return turn.record("storm", changes=changes, concerns=[table.julio, table.rosalia])


def state(table) -> tuple:
    living = Condition.objects.filter(deleted=False).order_by("name").values_list("name", flat=True)
    return pool(table.julio), pool(table.rosalia, "vitality"), list(living)


BEFORE, AFTER = (10, 10, ["calm"]), (6, 2, ["wet"])


def undo(table, entry, name="alicja", **options) -> LogEntry:
    return undo_entry(actor=table.viewer(name), entry=entry, **options)


def test_everything_goes_back_and_comes_again(table, storm):
    assert state(table) == AFTER
    undone = undo(table, storm)
    assert state(table) == BEFORE
    assert (undone.kind, undone.parent, undone.undoes) == ("undone", storm, storm)
    undo(table, storm, back=True)
    assert state(table) == AFTER
    undo(table, storm, name="ewa")
    assert state(table) == BEFORE


def test_it_is_one_entry(table, storm):
    before = LogEntry.objects.count()
    undo(table, storm)
    assert LogEntry.objects.count() == before + 1


def test_what_happened_to_a_counter_later_stays(table, storm):
    counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="endurance", typed="-1")
    undo(table, storm)
    assert pool(table.julio) == 9


@pytest.mark.parametrize("who", ["julio", "rosalia"])
def test_a_value_that_was_set_since_stops_it_and_nothing_is_changed(table, storm, who):
    key = "endurance" if who == "julio" else "vitality"
    character = getattr(table, who)
    counters.change_counter(actor=table.viewer("alicja"), character=character, key=key, typed="8")
    before = state(table)
    with pytest.raises(Conflict, match=f"{character.name}: .*since"):
        undo(table, storm)
    assert state(table) == before
    assert not storm.changes.filter(undone=True).exists()


@pytest.mark.parametrize("back", [False, True])
def test_who_was_slower_is_told_who_was_faster(table, storm, back):
    undo(table, storm, name="ewa")
    if back:
        undo(table, storm, name="ewa", back=True)
    with pytest.raises(Conflict, match="Ewa: "):
        undo(table, storm, back=back)


def test_nothing_is_brought_back_that_was_not_undone(table, storm):
    with pytest.raises(Conflict):
        undo(table, storm, back=True)
    assert state(table) == AFTER


def test_the_same_press_again_is_one(table, storm):
    first = undo(table, storm, once="press")
    assert undo(table, storm, once="press") == first


def test_somebody_who_left_the_table_keeps_what_came(table, storm):
    life.leave_campaign(actor=table.viewer("celina"), character=table.rosalia)
    with pytest.raises(Conflict, match="Rosalia no longer"):
        undo(table, storm)
    assert pool(table.julio) == 6


@pytest.fixture
def closed(table, monkeypatch) -> LogEntry:
    """A scene that was closed in the middle of the guard's turn."""
    monkeypatch.setattr(undoing, "UNDOABLE", ("closed",))
    scene = Scene.objects.create(campaign=table.campaign, kind="combat", round=2)
    guard = Participant.objects.create(scene=scene, character=table.guard, place=0)
    scene.active = guard
    old = {"active": guard.token, "closed_at": None, "won": None}
    scene.active, scene.closed_at, scene.won = None, timezone.now(), True
    scene.save()
    new = {"active": None, "closed_at": scene.closed_at.isoformat(), "won": True}
    with log.turn(table.viewer("alicja"), table.campaign.channel_id) as turn:
        target = f"scene:{scene.token}"
        changes = [Change(target=target, field=name, old=old[name], new=new[name], group="") for name in old]
        return turn.record("closed", changes=changes)


def test_a_closed_scene_is_open_again_where_it_stood(table, closed):
    undo(table, closed)
    scene = Scene.objects.get()
    assert (scene.closed_at, scene.won, scene.active.character, scene.round) == (None, None, table.guard, 2)
    assert scene.step > 0
    undo(table, closed, back=True)
    scene = Scene.objects.get()
    assert (scene.won, scene.active) == (True, None)
    assert scene.closed_at


def test_not_while_another_one_is_open(table, closed):
    Scene.objects.create(campaign=table.campaign)
    with pytest.raises(Conflict, match="open by now"):
        undo(table, closed)
    assert Scene.objects.filter(closed_at=None).count() == 1
    assert not closed.changes.filter(undone=True).exists()


def test_nor_when_it_was_changed_since(table, closed):
    Scene.objects.update(won=False)
    with pytest.raises(Conflict, match="moved on"):
        undo(table, closed)
    assert Scene.objects.get().closed_at


def test_a_fight_that_was_closed_too_early_goes_on_where_it_stood(table):
    gm, scene = table.viewer("alicja"), opened(table)
    set_pool(table.julio, 4)
    before = pool(table.julio, "momentum"), pool(table.julio, "experience"), running(table).active
    entry = scene_end.close_scene(actor=gm, campaign=table.campaign, scene=scene, won=True, expect=running(table).step)
    assert (pool(table.julio, "momentum"), pool(table.julio, "experience")) == (0, before[1] + 1)
    undo(table, entry)
    assert (pool(table.julio, "momentum"), pool(table.julio, "experience"), running(table).active) == before
    undo(table, entry, back=True)
    assert not Scene.objects.filter(closed_at=None).exists()
    assert pool(table.julio, "experience") == before[1] + 1


def whole(character) -> tuple:
    """All that a rest can change."""
    rows = snapshot.load_one(character)
    trained = [(one.name, one.invested) for one in rows.trainings]
    return rows.sheet(), trained, [one.name for one in rows.conditions]


def test_a_rest_of_two_is_undone_with_its_trainings_and_healed_injuries(table):
    for one in (table.julio, table.rosalia):
        has(one, endurance=3, determination=4, vitality=8, experience=2)
    gash = Condition.objects.create(character=table.julio, kind="injury", name="gash")
    rest = called(table, "interlude", table.julio, table.rosalia)
    for who, one in (("bartek", table.julio), ("celina", table.rosalia)):
        chosen(table, rest, "begin", "2", who=who, character=one, name="Swimming")
    chosen(table, rest, "heal", key=gash.token, on=True)
    before = whole(table.julio), whole(table.rosalia)
    entry = taken(table, rest)
    after = whole(table.julio), whole(table.rosalia)
    assert all(one != was for one, was in zip(after, before, strict=True))
    undo(table, entry)
    assert (whole(table.julio), whole(table.rosalia)) == before
    undo(table, entry, name="ewa", back=True)
    assert (whole(table.julio), whole(table.rosalia)) == after


def test_an_award_is_undone_and_given_again(table):
    people = [table.julio, table.rosalia]
    entry = experience.award(
        actor=table.viewer("alicja"), campaign=table.campaign, characters=people, amount=2, reason="well played"
    )
    undo(table, entry)
    assert [pool(one, "experience") for one in people] == [0, 0]
    undo(table, entry, back=True)
    assert [pool(one, "experience") for one in people] == [2, 2]


def test_a_kind_that_is_not_undone_as_a_whole_is_refused(table):
    entry = table_actions.say(actor=table.viewer("alicja"), channel_id=table.campaign.channel_id, text="Hello")
    with pytest.raises(Refused):
        undo(table, entry)


def test_what_its_owner_undid_on_the_sheet_is_brought_back_here(table):
    entry = counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="endurance", typed="-3")
    sheet_undo.undo(actor=table.viewer("bartek"), character=table.julio, token=entry.token)
    with pytest.raises(Conflict):
        undo(table, entry)
    undo(table, entry, back=True)
    assert pool(table.julio) == 7


@pytest.mark.django_db(transaction=True)
def test_two_game_masters_and_three_tabs_undo_it_once(transactional_db, table, storm):
    actors = [table.viewer(name) for name in ("alicja", "ewa", "alicja", "ewa", "alicja")]

    def press(number: int) -> bool:
        try:
            undo_entry(actor=actors[number], entry=storm)
        except Conflict:
            return False
        return True

    assert sum(at_once(5, press)) == 1
    assert state(table) == BEFORE
