"""What each panel is given and who sees it; nothing that people typed is ever markup."""

import pytest

from rules.values import Text
from sessions.models import Campaign, Change
from sheets import panels, snapshot
from sheets.access import Rights, rights_on
from sheets.models import Ability, Attack, Bonus, Condition, Counter, Item, Note, Training, Trait
from sheets.traits import RollSettings

ALL = Rights("apbcde", edit=True, owner=True)
READER = Rights("apbc")
HOSTILE = "<img src=x onerror=alert(1)>"
SAFE = "&lt;img src=x onerror=alert(1)&gt;"


@pytest.fixture
def draw(julio):
    """draw(name, rights, ...) is the panel's HTML for a reader with these rights."""

    def draw(name: str, rights: Rights = ALL, **options) -> str:
        return panels.draw(panels.BY_NAME[name], snapshot.load_one(julio), rights, **options)

    return draw


@pytest.fixture
def row(julio):
    return lambda model, **values: model.objects.create(character=julio, **values)


@pytest.fixture
def full(julio, row, campaign):
    """Julio with hostile text in every field that takes text."""
    for name in ("name", "concept", "origin", "archetype", "alias"):
        setattr(julio, name, HOSTILE)
    julio.flags = ["mystic"]
    julio.save()
    row(Trait, kind="skill", category="mystic", name=HOSTILE, note=HOSTILE, runes=[HOSTILE], level=1)
    row(Counter, key="wealth", label=HOSTILE[:30], current=1, maximum=3)
    row(Condition, kind="mental", name=HOSTILE, strength=2, note=HOSTILE)
    row(Condition, kind="injury", name=HOSTILE, note=HOSTILE)
    row(Attack, name=HOSTILE, value=5, defence=HOSTILE[:32], note=HOSTILE)
    for kind in Ability.Kind.values:
        row(Ability, kind=kind, name=HOSTILE, text=HOSTILE, cost=1)
    row(Item, name=HOSTILE, text=HOSTILE, quantity=3)
    row(Item, name=HOSTILE, text=HOSTILE, bonus=2, wear_left=0, wear_most=2)
    row(Training, name=HOSTILE, invested=1, required=3)
    for kind in Note.Kind.values:
        row(Note, kind=kind, text=HOSTILE, campaign=campaign if kind == "gm" else None)
    return julio


@pytest.mark.parametrize("editing", [False, True], ids=["view", "edit"])
@pytest.mark.parametrize("name", [panel.name for panel in panels.PANELS])
def test_what_people_typed_is_never_markup(full, draw, name, editing):
    html = draw(name, editing=editing, settings=RollSettings())
    assert "<img src=x" not in html
    if name not in ("pools", "defences"):
        assert SAFE in html or SAFE[:20] in html


@pytest.mark.parametrize("name", [panel.name for panel in panels.PANELS])
def test_a_reader_gets_no_button_and_no_field(full, draw, name):
    html = draw(name, Rights("apbcde"), editing=True, settings=RollSettings())
    for sign in ("<button", "<form", "<input", "<textarea", "<select", "hx-post"):
        assert sign not in html
    assert "<button" in draw(name, editing=True) or name in ("private", "gm")


@pytest.mark.parametrize("name", [panel.name for panel in panels.PANELS])
def test_an_edited_panel_is_never_redrawn_from_outside(draw, name):
    if name in ("private", "gm"):  # their one field is always open and keeps itself
        return
    html = draw(name, editing=True)
    assert "data-editing" in html.split(">")[0] + html.split(">")[1] + html.split(">")[2]
    assert "?edit=1" in html
    assert "data-refresh" in html


@pytest.mark.parametrize("panel", [panel for panel in panels.PANELS if not panel.poked], ids=lambda one: one.name)
def test_a_panel_needs_no_other_rows_than_those_that_redraw_it(full, julio, panel):
    rights = Rights("apbcde", edit=True, owner=True)
    few = snapshot.load_one(julio, panels.kinds_read([panel]))
    assert panels.draw(panel, few, rights) == panels.draw(panel, snapshot.load_one(julio), rights)


def test_panels_that_depend_on_the_reader_s_settings_are_poked(draw):
    for panel in panels.PANELS:
        assert ("data-refresh" in draw(panel.name)) == panel.poked


@pytest.mark.parametrize("editing", [False, True], ids=["view", "edit"])
def test_ids_stand_once(full, draw, editing):
    html = "".join(draw(panel.name, editing=editing, settings=RollSettings()) for panel in panels.PANELS)
    ids = [part.split('"')[0] for part in html.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


# --- who sees what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "sheet_view", "names"),
    [
        ("bartek", "full", "ident pools conditions social skills defences abilities items trainings biography private"),
        ("alicja", "full", "ident pools conditions social skills defences abilities items trainings biography gm"),
        ("celina", "full", "ident pools conditions social skills defences abilities items trainings biography"),
        ("celina", "pools", "ident pools social"),
        ("celina", "names", "ident"),
        ("filip", "full", "ident"),
        ("iga", "full", "ident"),
    ],
)
def test_everybody_sees_their_panels(table, julio, who, sheet_view, names):
    Campaign.objects.update(sheet_view=sheet_view)
    rights = rights_on(julio, table.viewer(who))
    assert " ".join(panel.name for panel in panels.seen(rights, snapshot.load_one(julio))) == names


def test_attacks_stand_on_an_npc_s_sheet_and_where_a_file_brought_some(table, julio, guard, row):
    def shown(character) -> bool:
        rights = rights_on(character, table.viewer("alicja"))
        return panels.BY_NAME["attacks"] in panels.seen(rights, snapshot.load_one(character))

    assert shown(guard)
    assert not shown(julio)
    row(Attack, name="Bite", value=5)
    assert shown(julio)


def test_the_head_keeps_what_belongs_to_the_traits(full, draw):
    given = panels.context(panels.BY_NAME["ident"], snapshot.load_one(full), Rights("a"))
    assert (given["origin"], given["archetype"], given["backgrounds"]) == ("", "", [])
    assert len(panels.context(panels.BY_NAME["ident"], snapshot.load_one(full), READER)["backgrounds"]) == 1


def test_the_player_is_known_by_the_name_at_the_table(draw, table):
    table.seats["bartek"].name = "Bartek of the North"
    table.seats["bartek"].save()
    assert "Bartek of the North" in draw("ident", Rights("a"))


def test_only_those_who_may_know_learn_that_an_npc_is_hidden(shade):
    rows = snapshot.load_one(shade)
    assert "a stranger in grey" in panels.draw(panels.BY_NAME["ident"], rows, Rights("apbce", edit=True))
    assert "a stranger in grey" not in panels.draw(panels.BY_NAME["ident"], rows, READER)


@pytest.mark.parametrize(
    ("target", "group", "names"),
    [
        ("counter:momentum", "p", {"pools", "social", "abilities"}),
        ("trait:abc", "b", {"skills", "defences"}),
        ("bonus:abc", "b", {"skills"}),
        ("condition:abc", "b", {"conditions"}),
        ("item:abc", "b", {"items"}),
        ("attack:abc", "b", {"attacks"}),
        ("ability:abc", "b", {"ident", "skills", "abilities"}),
        ("character", "a", {"ident", "skills"}),
        ("note:abc", "c", {"biography"}),
        ("note:abc", "d", set()),
        ("note:abc", "e", set()),
    ],
)
def test_a_change_redraws_what_shows_it_to_those_who_may_know(target, group, names):
    changes = [Change(target=target, group=group)]
    assert {panel.name for panel in panels.touched(changes, READER)} == names


# --- each panel ---------------------------------------------------------------------------------------------------


def test_pools_show_value_maximum_and_emptiness(draw, row):
    row(Counter, key="endurance", current=0, maximum=12)
    html = draw("pools")
    assert "0<small>/12</small>" in html
    assert html.count("at zero") == 1
    assert "at zero" not in draw("social")


def test_only_maxima_that_are_the_sheet_s_own_are_edited(draw, julio):
    html = draw("pools", editing=True)
    assert html.count("/maximum/") == 3
    assert "/counter/momentum/maximum/" not in html


def test_a_condition_has_its_step_and_an_injury_none(draw, row):
    assert "Sound in body and mind." in draw("conditions")
    dazed = row(Condition, kind="mental", name="dazed", strength=3)
    row(Condition, kind="injury", name="scar")
    html = draw("conditions")
    assert f"/ease/{dazed.token}/" in html
    assert html.count("/ease/") == 1
    assert "Injuries" in html


@pytest.mark.parametrize(
    ("lasts", "left", "told"),
    [
        ("rounds", 5, "5 turns"),
        ("rounds", 1, "1 turn"),
        ("rounds", 0, "ends now"),
        ("scene", None, "to the end of the scene"),
    ],
)
def test_a_condition_says_how_long_it_lasts(draw, row, lasts, left, told):
    row(Condition, kind="mental", name="dazed", strength=3, lasts=lasts, rounds_left=left)
    assert f">{told}</b>" in draw("conditions")


def test_turns_left_are_a_field_while_they_are_counted(draw, row):
    condition = row(Condition, kind="mental", name="dazed", strength=3)
    assert "/rounds_left/" not in draw("conditions", editing=True)
    condition.lasts, condition.rounds_left = "rounds", 2
    condition.save()
    assert "/rounds_left/" in draw("conditions", editing=True)


def test_an_attack_shows_its_value_and_what_answers_it(draw, row):
    row(Attack, name="bite", value=7, defence="dodge", note="poison")
    row(Attack, name="howl", value=4, defence="mental_defence")
    row(Attack, name="charge", value=5)
    html = draw("attacks")
    for told in (">7</span>", "<b>Bite</b>", "Dodge · poison", "Mental defences", "the defender&#x27;s choice"):
        assert told in html


def test_skills_have_their_die_their_chance_and_their_bonus(draw, row):
    row(Bonus, category="knowledge", value=4)
    html = draw("skills", settings=RollSettings(3))
    assert html.count('class="die-btn"') == 20
    assert "Roll: Athletics, d6, chance 50.0%" in html
    assert '<rect width="50.0%"/>' in html
    assert "+4" in html


@pytest.mark.parametrize("settings", [None, RollSettings(None)])
def test_no_chance_stands_while_the_difficulty_is_unknown(draw, settings):
    html = draw("skills", settings=settings)
    assert "%" not in html.replace("%7", "")
    assert "Roll: Athletics, d6" in html


def test_advantage_moves_the_chance(draw):
    assert draw("skills", settings=RollSettings(3, advantage=1)) != draw("skills", settings=RollSettings(3))


def test_mystic_skills_ask_for_permission(draw, row, julio):
    assert "Mystic" not in draw("skills").replace("Mystic Knowledge", "")
    row(Trait, kind="skill", category="mystic", name="Circle of Shadows", level=2, runes=["Veil"])
    html = draw("skills")
    assert html.count('class="die-btn"') == 20
    assert "Not to be rolled" in html
    julio.flags = ["mystic"]
    html = draw("skills")
    assert html.count('class="die-btn"') == 21
    assert "Veil" in html


def test_facts_are_read_off_and_oddities_told(draw, row):
    row(Trait, kind="skill", category="knowledge", key="exact_knowledge", level=1)
    html = draw("skills")
    assert "Can read and write." in html
    assert "no archetype is written" in html


def test_defences_stand_in_two_kinds_with_hints(draw):
    html = draw("defences", settings=RollSettings(3))
    assert html.count('class="die-btn"') == 6
    assert 'data-kind="phys"' in html
    assert 'data-kind="mind"' in html
    assert "Against lies" in html
    assert "/bonus:" not in draw("defences", editing=True)


@pytest.mark.parametrize(("held", "button"), [(0, "lacks 2 M"), (1, "lacks 1 M"), (2, "btn-r")])
def test_an_ability_says_what_is_lacking(draw, row, held, button):
    row(Counter, key="momentum", current=held)
    row(Ability, name="Luck", cost=2)
    html = draw("abilities")
    assert button in html
    assert ("disabled" in html) == (held < 2)


def test_a_feature_that_costs_nothing_has_no_button(draw, row):
    row(Ability, name="Fox's nature", kind="feature")
    assert "/use/" not in draw("abilities")
    row(Ability, name="Signal")
    assert draw("abilities").count("/use/") == 1


def test_an_ability_paid_with_what_the_game_no_longer_has(draw, row):
    row(Ability, name="Fireball", cost=2, pays="mana")
    assert "disabled" in draw("abilities")


def test_things_wear_run_out_and_are_repaired(draw, row):
    row(Item, name="coat", bonus=1, wear_left=3, wear_most=4)
    row(Item, name="shield", bonus=2, wear_left=0, wear_most=3)
    row(Item, name="potion", quantity=2)
    row(Item, name="torch", quantity=0)
    html = draw("items")
    assert html.count("/wear/") == 2
    assert "durability 3 of 4" in html
    assert "worn out, to be repaired" in html
    assert "used up" in html
    assert draw("items", editing=True).count("Repair") == 2


@pytest.mark.parametrize("name", ["conditions", "abilities", "items", "biography", "private", "gm"])
def test_an_empty_panel_has_a_word(draw, name):
    assert 'class="nothing"' in draw(name, READER)


def test_a_long_text_carries_the_version_it_was_read_as(draw, row):
    from sheets.actions.edit import fingerprint

    row(Note, kind="private", text="\n  mine\n\n")
    html = draw("private")
    assert f'name="was" value="{fingerprint(chr(10) + "  mine" + chr(10) * 2)}"' in html
    assert ">\n\n  mine\n\n</textarea>" in html  # a textarea swallows the first line break


def test_condition_kinds_speak_the_reader_s_language(draw, row):
    row(Condition, kind="mental", name="dazed", strength=1)
    html = draw("conditions", editing=True)
    assert "Text(" not in html
    assert ">Mental</option>" in html
    assert isinstance(
        panels.context(panels.BY_NAME["conditions"], snapshot.load_one(row(Item).character), ALL)[
            "spec"
        ].condition_kinds[0][1],
        Text,
    )
