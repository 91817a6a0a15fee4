"""The worked examples of Cairn, by their ids."""

from __future__ import annotations

import pytest

from rules.dice import throw
from rules.errors import RuleError
from rules.systems.cairn import damage, encounters, inventory, magic, morale, newcomers, recovery, rounds, scars
from rules.systems.cairn.damage import (
    CHARACTER,
    CREATURE,
    DETACHMENT,
    Hit,
    Target,
    critical,
    hit,
    outside_combat,
    strike,
)
from rules.systems.cairn.inventory import Inventory, Item
from rules.systems.cairn.magic import Artefact, Circumstances
from rules.systems.cairn.rounds import Turn
from rules.values import CheckRequest, Counter, Effect, Sheet
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import (
    CAIRN,
    HOB,
    ROWAN,
    WARDEN,
    WOLF,
    amounts,
    attack,
    critical_save,
    gang,
    hurt,
    named,
    people,
    roll,
    save,
    sheet,
    side,
    sides,
)


@pytest.mark.parametrize(
    ("face", "score", "outcome"),
    [
        (10, 10, "success"),
        (11, 10, "failure"),
        (1, 10, "success"),
        (1, 0, "success"),
        (20, 10, "failure"),
        (20, 20, "failure"),
        (19, 20, "success"),
    ],
)
def test_c1_a_save_is_the_attribute_or_less(face: int, score: int, outcome: str) -> None:
    assert roll(save("dexterity"), sheet(dexterity=score), face).outcome == outcome


@pytest.mark.parametrize(
    ("rolled", "armour", "lost"), [(5, 2, 3), (5, 3, 2), (5, 9, 2), (2, 2, 0), (1, 3, 0)]
)  # fmt: skip
def test_c2_armour_comes_off_first_and_counts_3_at_most(rolled: int, armour: int, lost: int) -> None:
    assert hit(rolled, Target(6, 10, armour)) == Hit(lost, protection_lost=lost)


def test_c2_at_the_table() -> None:
    at_table = people(sheet(sword=6), sheet(WOLF, protection=6, armour=2))
    result = roll(attack("sword"), at_table, 5)
    assert (result.value, amounts(result)) == (3, {(WOLF, "protection"): -3})


def test_c3_the_last_protection_leaves_a_scar() -> None:
    at_table = people(sheet(sword=6), sheet(HOB, protection=3))
    result = roll(attack("sword", on=HOB), at_table, 3)
    assert amounts(result) == {(HOB, "protection"): -3}
    assert [step.label for step in result.steps if step.kind == "scar"] == [scars.row_for(3).name]
    assert scars.row_for(3).name.id == "Walloped"


def test_c4_what_is_left_falls_on_strength_and_the_save_is_against_the_new_one() -> None:
    at_table = people(sheet(sword=6), sheet(HOB, protection=3, strength=10))
    result = roll(attack("sword", on=HOB), at_table, 5)
    assert amounts(result) == {(HOB, "protection"): -3, (HOB, "strength"): -2}
    assert not [step for step in result.steps if step.kind == "scar"]
    now = hurt(at_table, result)
    assert now[HOB].counters["strength"] == Counter(8, 10)
    (offer,) = CAIRN.follow_ups(result, now)
    assert (offer.kind, offer.payer) == ("critical_save", HOB)
    assert named(critical_save(result, now, 8, HOB)) == damage.FIGHTS_ON.id
    assert named(critical_save(result, now, 9, HOB)) == damage.OUT.id


def test_c5_a_failed_critical_save() -> None:
    assert critical(False, CHARACTER) == damage.OUT
    assert critical(False, CREATURE) == damage.DEAD
    assert critical(True, CREATURE) == damage.FIGHTS_ON


@pytest.mark.parametrize(
    ("key", "words"),
    [("strength", "Strength 0: dead."), ("dexterity", "Dexterity 0: paralysed."), ("will", "Will 0: delirious.")],
)
def test_c5_an_attribute_at_0(key: str, words: str) -> None:
    assert [fact.id for fact in CAIRN.facts(sheet(**{key: 0}))] == [words]
    assert CAIRN.facts(sheet()) == ()


def test_c5_strength_at_0_leaves_no_save() -> None:
    at_table = people(sheet(maul=12), sheet(WOLF, protection=1, strength=3))
    result = roll(attack("maul"), at_table, 12)
    assert amounts(result) == {(WOLF, "protection"): -1, (WOLF, "strength"): -3}
    assert CAIRN.follow_ups(result, hurt(at_table, result)) == ()


@pytest.mark.parametrize(("loss", "left"), [(4, 6), (0, 10), (12, 0)])
def test_c6_outside_combat_an_attribute_bears_it_all(loss: int, left: int) -> None:
    assert outside_combat(loss, 10) == left


@pytest.mark.parametrize(
    ("weapon", "reasons", "dice"),
    [
        ("maul", {}, [10]),
        ("maul", {"disadvantage": ("under cover",)}, [4]),
        ("dagger", {"advantage": ("from behind",)}, [12]),
        ("unarmed", {}, [4]),
        ("unarmed", {"advantage": ("from behind",)}, [4]),
        (("unarmed", 2), {"advantage": ("from behind",)}, [4]),
    ],
)
def test_c7_impaired_enhanced_unarmed(
    weapon: str | tuple[str, int], reasons: dict[str, tuple[str, ...]], dice: list[int]
) -> None:
    assert sides(attack(weapon, on=None, **reasons), sheet(maul=10, dagger=6)) == dice


def test_c8_of_several_attackers_the_highest_die_counts() -> None:
    at_table = people(sheet(sword=6), sheet(HOB, maul=10), sheet(WOLF, protection=12))
    result = roll(gang((ROWAN, "sword"), (HOB, "maul")), at_table, 6, 4)
    assert (result.value, [die.kept for die in result.dice]) == (6, [True, False])


@pytest.mark.parametrize("weapons", [("axe", "mace"), (("claws", 2),)])
def test_c8_two_weapons_throw_both_dice(weapons: tuple[str | tuple[str, int], ...]) -> None:
    fighter = sheet(axe=8, mace=8, claws=8)
    assert sides(attack(*weapons, on=None), fighter) == [8, 8]
    assert roll(attack(*weapons, on=None), fighter, 3, 7).value == 7


def test_c9_a_blast_throws_for_each_target() -> None:
    hits = strike({HOB: (6,), WOLF: (2,)}, {HOB: Target(8, 10), WOLF: Target(8, 10)})
    assert {who: done.damage for who, done in hits.items()} == {HOB: 6, WOLF: 2}
    both = CheckRequest((side("initiator", ROWAN, "sword"), side("opponent", HOB), side("opponent", WOLF)))
    with refused("on its own"):
        roll(both, people(sheet(sword=6), sheet(HOB), sheet(WOLF)), 6)


REACTIONS = {
    "hostile": (2,),
    "wary": (3, 4, 5),
    "curious": (6, 7, 8),
    "courteous": (9, 10, 11),
    "helpful": (12,),
}


@pytest.mark.parametrize(("total", "name"), [(total, name) for name, totals in REACTIONS.items() for total in totals])
def test_c10_a_reaction_is_named_by_two_dice(total: int, name: str) -> None:
    asked = CheckRequest((side("initiator", WARDEN),), kind="reaction")
    result = roll(asked, Sheet(WARDEN, {}), total // 2, total - total // 2)
    assert (result.value, named(result), result.outcome) == (total, name, "told")
    assert encounters.reaction(total).id == name


@pytest.mark.parametrize(
    ("size", "before", "now", "tests"),
    [
        (6, 0, 1, True),
        (6, 1, 2, False),
        (6, 2, 3, True),
        (6, 3, 4, False),
        (5, 2, 3, True),
        (2, 0, 1, True),
        (6, 0, 0, False),
    ],
)
def test_c11_a_group_saves_at_the_first_fall_and_at_half(size: int, before: int, now: int, tests: bool) -> None:
    assert morale.group_tests(size, before, now) is tests


def test_c11_a_lone_foe_saves_at_0_protection() -> None:
    assert morale.lone_tests(3, 0)
    assert not morale.lone_tests(3, 1)
    assert not morale.lone_tests(0, 0)


def test_c11_the_leader_s_will_may_serve() -> None:
    assert (morale.will_of(6), morale.will_of(6, leader=12)) == (6, 12)


def test_c11_never_a_player_s_character() -> None:
    foe = save("will", WOLF, kind="morale", options={"being": CREATURE})
    assert named(roll(foe, sheet(WOLF, will=6), 7)) == "flees"
    assert named(roll(foe, sheet(WOLF, will=6), 6)) == "stands firm"
    with refused("never tested"):
        roll(save("will", kind="morale"), sheet(), 6)


@pytest.mark.parametrize(
    ("face", "name", "outcome"),
    [
        (1, "against the players", "failure"),
        (3, "against the players", "failure"),
        (4, "in the players' favour", "success"),
        (6, "in the players' favour", "success"),
    ],
)
def test_c12_the_die_of_fate(face: int, name: str, outcome: str) -> None:
    result = roll(CheckRequest((side("initiator", WARDEN),), kind="fate"), Sheet(WARDEN, {}), face)
    assert (named(result), result.outcome) == (name, outcome)


def test_c13_in_the_first_round_only_those_act_who_save() -> None:
    saved = {ROWAN: True, HOB: False}
    assert rounds.able(1, (ROWAN, HOB), saved) == {ROWAN}
    assert rounds.able(1, (ROWAN, HOB), {ROWAN: True}, exempt=(HOB,)) == {ROWAN, HOB}
    assert rounds.able(2, (ROWAN, HOB), saved) == {ROWAN, HOB}
    with refused("first round"):
        rounds.able(1, (ROWAN, HOB), {ROWAN: True})


def test_c14_a_turn_is_a_move_and_an_action() -> None:
    assert rounds.act(rounds.move(Turn(), 12)) == Turn(moved=True, acted=True)
    assert rounds.move(rounds.move(Turn(), 12), 5) == Turn(moved=True, acted=True)
    with refused("from 1 to"):
        rounds.move(Turn(), 13)
    with refused("one action"):
        rounds.move(rounds.act(rounds.move(Turn(), 12)), 1)


def test_c14_everybody_tells_before_the_dice() -> None:
    rounds.need_declared({ROWAN, HOB}, {ROWAN, HOB})
    with refused("not told yet"):
        rounds.need_declared({ROWAN, HOB}, {ROWAN})


def test_c14_a_side_strikes_at_once() -> None:
    # One after the other the second blow would fall on Strength; together only the higher one counts.
    assert strike({WOLF: (4, 3)}, {WOLF: Target(4, 10, being=CREATURE)}) == {WOLF: Hit(4, protection_lost=4)}


def test_c15_each_day_without_after_the_first_is_a_fatigue() -> None:
    carried = Inventory()
    for day in (1, 2, 3):
        carried = recovery.deprived_day(carried, day)
    assert (carried.fatigue, carried.free) == (2, 8)
    full = Inventory((*(Item("torch"),) * 8, Item("plate", inventory.BULKY)))
    with refused("drop something"):
        recovery.deprived_day(full, 2)
    assert recovery.deprived_day(inventory.drop(full, 0), 2).fatigue == 1
    for rest in (
        lambda: recovery.moments(sheet(), deprived=True),
        lambda: recovery.night(sheet(), safe=True, deprived=True),
    ):
        with refused("recovers nothing"):
            rest()


def test_c16_spell_scroll_and_artefact() -> None:
    bag = Inventory((Item("Sleep", kind="spellbook"), Item("Knock", inventory.PETTY, "scroll")))
    assert magic.cast(bag, 0, Circumstances()) == Inventory(bag.items, fatigue=1)
    with refused("both hands"):
        magic.cast(bag, 0, Circumstances(both_hands=False))
    assert magic.read_scroll(bag, 1) == Inventory(bag.items[:1])
    horn = Artefact("horn", 1, 3)
    assert magic.use(horn).charges == 0
    with refused("empty"):
        magic.use(magic.use(horn))


@pytest.mark.parametrize(
    ("how", "asked"),
    [(Circumstances(), False), (Circumstances(danger=True), True), (Circumstances(deprived=True), True)],
)
def test_c16_the_warden_may_ask_for_a_save(how: Circumstances, asked: bool) -> None:
    assert magic.may_ask_save(how) is asked


@pytest.mark.parametrize(
    ("options", "dice"),
    [
        ({"being": DETACHMENT}, [4]),
        ({"being": DETACHMENT, "blast": True}, [8]),
        ({"by_detachment": True}, [12]),
        ({"by_detachment": True, "being": DETACHMENT}, [8]),
    ],
)
def test_c17_detachments_and_individuals(options: dict[str, str | bool], dice: list[int]) -> None:
    at_table = people(sheet(axe=8), sheet(WOLF))
    assert sides(attack("axe", options=options), at_table) == dice


def test_c17_critical_damage_routs_a_detachment_and_0_destroys_it() -> None:
    assert critical(False, DETACHMENT) == damage.ROUTED
    assert hit(9, Target(4, 10, being=DETACHMENT)).critical_save
    assert hit(9, Target(4, 5, being=DETACHMENT)).destroyed


def test_c18_a_hireling_is_three_dice_for_each_attribute_and_one_for_protection() -> None:
    parts = newcomers.parts(HOB)
    assert [(part.trait, part.count, part.sides) for part in parts] == [
        ("strength", 3, 6),
        ("dexterity", 3, 6),
        ("will", 3, 6),
        ("protection", 1, 6),
    ]
    faces = iter((1, 2, 3, 4, 5, 6, 6, 6, 6, 2))
    rolled = newcomers.rolled(HOB, throw(parts, lambda sides: next(faces)))
    assert rolled == {
        "strength": Counter(6, 6),
        "dexterity": Counter(15, 15),
        "will": Counter(18, 18),
        "protection": Counter(2, 2),
    }


def test_c19_a_retreat_needs_a_save_and_a_refuge() -> None:
    assert rounds.retreats(10, 10, refuge=True)
    assert not rounds.retreats(11, 10, refuge=True)
    with pytest.raises(RuleError, match="no safe place"):
        rounds.retreats(1, 10, refuge=False)


def test_c20_moments_give_protection_and_a_week_attributes() -> None:
    worn = Sheet(
        ROWAN, {}, counters={"protection": Counter(1, 4), "strength": Counter(6, 10), "will": Counter(10, 10)}
    )  # fmt: skip
    assert recovery.moments(worn) == (Effect(ROWAN, "protection", 3),)
    assert recovery.week(worn, healer=True) == (Effect(ROWAN, "strength", 4),)
    with refused("healer"):
        recovery.week(worn, healer=False)
