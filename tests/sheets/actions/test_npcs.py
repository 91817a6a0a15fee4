"""Templates of NPCs and their copies: names, what goes along, and that each is a sheet of its own from then on."""

import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions.models import Mode
from sheets import snapshot
from sheets.actions import births, edit, npcs
from sheets.models import Attack, Character, Condition, Counter, Note
from tests.cast import NpcFactory


@pytest.fixture
def wolf(campaign):
    """A template with something in it."""
    wolf = NpcFactory(campaign=campaign, name="Wolf", template=True, hidden=True, alias="a shape", levels={"melee": 2})
    Attack.objects.create(character=wolf, name="Bite", value=7, defence="dodge")
    Counter.objects.create(character=wolf, key="endurance", current=6, maximum=6)
    Condition.objects.create(character=wolf, kind="mental", name="hungry", strength=1)
    Note.objects.create(character=wolf, kind=Note.Kind.GM, campaign=campaign, text="afraid of fire")
    return wolf


@pytest.mark.parametrize(
    ("number", "taken", "lettered", "names"),
    [
        (1, [], False, ["Wolf"]),
        (1, [], True, ["Wolf"]),
        (1, ["Wolf"], False, ["Wolf 2"]),
        (2, ["Wolf"], False, ["Wolf 2", "Wolf 3"]),
        (3, [], False, ["Wolf 1", "Wolf 2", "Wolf 3"]),
        (2, ["Wolf 1", "Wolf 3"], False, ["Wolf 2", "Wolf 4"]),
        (2, [], True, ["Wolf A", "Wolf B"]),
        (1, ["Wolf"], True, ["Wolf A"]),
        (1, ["Wolf 1", "Wolf 2"], True, ["Wolf A"]),
        (1, ["Wolf 1", "Wolf 2"], False, ["Wolf 3"]),
        (1, ["Wolfhound"], False, ["Wolf"]),
        (2, ["Wolf A", "Wolf 1"], True, ["Wolf B", "Wolf C"]),
        (1, ["Wolf", *(f"Wolf {chr(65 + n)}" for n in range(26))], True, ["Wolf AA"]),
    ],
)
def test_copies_are_numbered_and_hidden_ones_lettered(number, taken, lettered, names):
    assert npcs.names_for("Wolf", number, taken, lettered=lettered) == names


def test_a_long_name_leaves_room_for_its_number():
    (name, _other) = npcs.names_for("x" * 80, 2, [])
    assert len(name) <= 80


def test_the_number_of_a_visible_copy_tells_nothing_of_the_hidden_ones(wolf):
    hidden = npcs.copies_of(wolf, 2, hidden=True)
    assert [one.name for one in hidden] == ["Wolf A", "Wolf B"]
    assert [one.name for one in npcs.copies_of(wolf, 1, hidden=False)] == ["Wolf"]
    assert [one.name for one in npcs.copies_of(wolf, 2, hidden=False)] == ["Wolf 2", "Wolf 3"]


def test_a_copy_has_everything_of_its_template_and_is_in_play(wolf, campaign):
    (copy,) = npcs.copies_of(wolf, 1, hidden=True)
    rows = snapshot.load_one(copy)
    assert (copy.template, copy.hidden, copy.alias, copy.owner, copy.campaign) == (
        False,
        True,
        "a shape",
        None,
        campaign,
    )
    assert [(one.name, one.value, one.defence) for one in rows.attacks] == [("Bite", 7, "dodge")]
    assert (rows.counter("endurance").value, rows.conditions[0].name) == (6, "hungry")
    assert rows.notes["gm"].text == "afraid of fire"
    assert not set(Attack.objects.filter(character=copy).values_list("token")) & set(
        Attack.objects.filter(character=wolf).values_list("token")
    )


def test_what_becomes_of_the_template_is_nothing_to_its_copies(table, wolf):
    (copy,) = npcs.copies_of(wolf, 1, hidden=False)
    bite = Attack.objects.get(character=wolf)
    gm = table.viewer("alicja")
    edit.set_field(actor=gm, character=wolf, target=f"attack:{bite.token}", name="value", value=12)
    edit.remove_row(actor=gm, character=wolf, target=f"attack:{bite.token}")
    assert [one.value for one in snapshot.load_one(copy).attacks] == [7]


def test_an_npc_in_play_is_made_into_a_template_and_stays_in_play(table, guard):
    guard.name = "Guard 2"
    guard.save()
    template = npcs.make_template(actor=table.viewer("ewa"), character=guard)
    entry = template.entries.get()
    assert (template.name, template.template, template.hidden) == ("Guard", True, True)
    assert (entry.mode, entry.listed) == (Mode.GM, False)
    guard.refresh_from_db()
    assert (guard.template, guard.hidden) == (False, False)
    assert {row.key: row.level for row in snapshot.load_one(template).traits} == {"melee": 1, "block": 1}


def test_the_same_press_makes_one_template(table, guard):
    first = npcs.make_template(actor=table.viewer("alicja"), character=guard, once="t" * 22)
    assert npcs.make_template(actor=table.viewer("alicja"), character=guard, once="t" * 22) == first


@pytest.mark.parametrize("who", ["bartek", "gustaw", "filip", "iga"])
def test_players_make_no_templates(table, guard, julio, who):
    for character in (guard, julio):
        with pytest.raises(Forbidden):
            npcs.make_template(actor=table.viewer(who), character=character)


def test_a_player_s_sheet_is_no_template(table, julio):
    with pytest.raises(Refused):
        npcs.make_template(actor=table.viewer("alicja"), character=julio)


def test_templates_count_among_the_npcs(table, guard, monkeypatch):
    monkeypatch.setattr(births, "MOST_NPCS", 3)
    npcs.make_template(actor=table.viewer("alicja"), character=guard)
    with pytest.raises(Refused):
        npcs.make_template(actor=table.viewer("alicja"), character=guard)


def test_a_copy_of_a_template_is_a_template(table, wolf):
    twin = births.copy_character(actor=table.viewer("alicja"), character=wolf)
    assert (twin.template, twin.hidden, twin.entries.get().listed) == (True, True, False)


def test_a_new_template_is_in_nobody_s_log(table):
    template = births.create_character(
        actor=table.viewer("alicja"), campaign=table.campaign, system="", name="Bear", npc=True, template=True
    )  # fmt: skip
    assert (template.template, template.hidden, template.entries.get().listed) == (True, True, False)
    assert not Character.objects.in_play().filter(pk=template.pk).exists()


def test_no_template_without_an_npc(table):
    own = births.create_character(
        actor=table.viewer("bartek"), campaign=table.campaign, system="", name="Me", template=True
    )  # fmt: skip
    assert not own.template
