"""What thrown dice come to. Who throws what is in planning.py, the save against critical damage in follow.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.systems.cairn import encounters, saves
from rules.systems.cairn.damage import as_target, fallen, hit, losses
from rules.systems.cairn.planning import need_dice, plan
from rules.systems.cairn.request import (
    DAMAGE,
    FATE,
    MORALE,
    REACTION,
    SAVE,
    being,
    opponent,
    throw_of,
)
from rules.systems.cairn.scars import row_for
from rules.systems.cairn.sheet import LABEL, held
from rules.values import (
    N_,
    CheckRequest,
    CheckResult,
    Die,
    Effect,
    Sheets,
    Step,
    Text,
)

SYSTEM = "cairn"

_NAMES = {
    SAVE: (Text(N_("passed")), Text(N_("failed"))),
    MORALE: (Text(N_("stands firm")), Text(N_("flees"))),
    DAMAGE: (Text(N_("damage")), Text(N_("no damage"))),
}

# The least value that is a success: a save not failed, some damage done, fate on the players' side.
LEAST = {SAVE: 0, MORALE: 0, DAMAGE: 1, FATE: encounters.FAVOURABLE}


def name_of(throw: str, value: int) -> Text:
    """What a result of this value is called."""
    if throw == REACTION:
        return encounters.reaction(value)
    if throw == FATE:
        return encounters.fate(value)
    good, bad = _NAMES[throw]
    return good if succeeds(throw, value) else bad


def succeeds(throw: str, value: int) -> bool:
    """Whether this value is a success; a reaction never is, its name is all that the dice tell."""
    return throw in LEAST and value >= LEAST[throw]


def check(request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
    """The result of dice already thrown. Raises RuleError when they aren't the planned ones."""
    need_dice(thrown, plan(request, sheets))
    throw = throw_of(request)
    return _READERS[throw](throw, request, sheets, tuple(thrown))


def _save(throw: str, request: CheckRequest, sheets: Sheets, dice: tuple[Die, ...]) -> CheckResult:
    die = dice[0]
    score = held(sheets[die.who], die.trait)
    value = saves.margin(die.face, score)
    steps = (Step("attribute", score, die.who, LABEL[die.trait]), Step("roll", -die.face, die.who))
    return _result(throw, request, _kept(dice, {0}), steps, die.face, value)


def _damage(throw: str, request: CheckRequest, sheets: Sheets, dice: tuple[Die, ...]) -> CheckResult:
    best = max(range(len(dice)), key=lambda i: dice[i].face)
    roll = Step("roll", dice[best].face, dice[best].who)
    target = opponent(request)
    if target is None:
        return _result(throw, request, _kept(dice, {best}), (roll,), roll.value, roll.value)
    done = hit(roll.value, as_target(sheets[target.who], being(request)))
    steps = [roll, Step("armour", done.damage - roll.value, target.who)]
    # These add nothing: they tell what the hit has brought beside the losses.
    if done.scar:
        steps.append(Step("scar", 0, target.who, row_for(done.scar).name))
    if done.destroyed:
        steps.append(Step("fallen", 0, target.who, fallen(being(request))))
    return _result(
        throw, request, _kept(dice, {best}), tuple(steps), roll.value, done.damage, losses(target.who, done)
    )  # fmt: skip


def _sum(throw: str, request: CheckRequest, sheets: Sheets, dice: tuple[Die, ...]) -> CheckResult:
    steps = tuple(Step("roll", die.face, die.who) for die in dice)
    total = sum(die.face for die in dice)
    return _result(throw, request, _kept(dice, set(range(len(dice)))), steps, total, total)


_READERS: dict[str, Callable[[str, CheckRequest, Sheets, tuple[Die, ...]], CheckResult]] = {
    SAVE: _save,
    MORALE: _save,
    DAMAGE: _damage,
    REACTION: _sum,
    FATE: _sum,
}


def _kept(dice: tuple[Die, ...], places: set[int]) -> tuple[Die, ...]:
    return tuple(Die(d.who, d.trait, d.sides, d.face, kept=i in places) for i, d in enumerate(dice))


def _result(
    throw: str,
    request: CheckRequest,
    dice: tuple[Die, ...],
    steps: tuple[Step, ...],
    roll: int,
    value: int,
    effects: tuple[Effect, ...] = (),
) -> CheckResult:
    outcome = "told" if throw == REACTION else "success" if succeeds(throw, value) else "failure"
    raw = sum(step.value for step in steps)
    return CheckResult(SYSTEM, request, dice, steps, roll, raw, value, outcome, name_of(throw, value), effects=effects)
