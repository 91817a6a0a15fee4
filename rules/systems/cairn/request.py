"""Which throws Cairn knows, and which requests for them are in order.

One kind of request does for a sheet: "test" with an attribute is a save, "test" with weapons throws damage. The
others are asked for by name: "morale", "reaction", "fate". `options` of a throw for damage and for morale:

being         what the target is (for morale: whoever is tested): "character" (if not said), "creature", "detachment"
by_detachment the attacker is a detachment
blast         the attack takes in an area; each target in it is thrown for by a request of its own
doomed        the target bears scar 12
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dice import MAX_DICE
from rules.errors import RuleError
from rules.systems.cairn.damage import BEINGS, CHARACTER
from rules.systems.cairn.sheet import ATTRIBUTES, WILL, weapon_sides
from rules.values import N_, NP_, CheckRequest, Participant, Sheet, Sheets

SAVE, DAMAGE, MORALE, REACTION, FATE = "save", "damage", "morale", "reaction", "fate"

MAX_REASONS = 8
MAX_REASON = 80
MAX_WEAPON_DICE = 2

_OPTIONS: Mapping[str, Mapping[str, type]] = {
    DAMAGE: {"being": str, "by_detachment": bool, "blast": bool, "doomed": bool},
    MORALE: {"being": str},
}


def throw_of(request: CheckRequest) -> str:
    """Which throw is asked for: SAVE, DAMAGE, MORALE, REACTION or FATE. Raises RuleError for any other kind."""
    if request.kind in (MORALE, REACTION, FATE):
        return request.kind
    if request.kind != "test":
        raise RuleError(N_("This game has no such kind of test."))
    uses = initiator(request).uses
    if not uses:
        raise RuleError(N_("Choose what to test."))
    return SAVE if uses[0].trait in ATTRIBUTES else DAMAGE


def initiator(request: CheckRequest) -> Participant:
    """Who makes the throw. Raises RuleError unless there is exactly one."""
    found = [one for one in request.participants if one.role == "initiator"]
    if len(found) != 1:
        raise RuleError(N_("A test has one initiator."))
    return found[0]


def throwing(request: CheckRequest) -> tuple[Participant, ...]:
    """Everybody on the initiator's side, in the order in which they were named."""
    return tuple(one for one in request.participants if one.role != "opponent")


def opponent(request: CheckRequest) -> Participant | None:
    """Whom the damage is for; None where nobody is named."""
    return next((one for one in request.participants if one.role == "opponent"), None)


def being(request: CheckRequest) -> str:
    """What the one who is hit or tested is."""
    return str(request.options.get("being", CHARACTER))


def sheet_of(sheets: Sheets, who: int) -> Sheet:
    """The sheet of a character. Raises RuleError when it isn't at hand."""
    if who not in sheets:
        raise RuleError(N_("The sheet of this character is missing."))
    return sheets[who]


def validate(request: CheckRequest, sheets: Sheets) -> None:
    """Raise RuleError unless the request is one that this game knows and its people can make."""
    throw = throw_of(request)
    initiator(request)
    _people(request, sheets)
    _numbers(request, throw)
    _options(request, throw)
    if throw == DAMAGE:
        _attack(request, sheets)
    elif throw == SAVE:
        _save(request, ATTRIBUTES)
    elif throw == MORALE:
        _morale(request)
    elif len(request.participants) > 1 or initiator(request).uses:
        raise RuleError(N_("This die is thrown by one person, with no trait."))


def _people(request: CheckRequest, sheets: Sheets) -> None:
    if any(one.role not in ("initiator", "helper", "opponent") for one in request.participants):
        raise RuleError(N_("Somebody makes a throw, helps with it or suffers it."))
    if len({one.who for one in request.participants}) != len(request.participants):
        raise RuleError(N_("Each character takes part in a test once."))
    for one in request.participants:
        sheet_of(sheets, one.who)


def _numbers(request: CheckRequest, throw: str) -> None:
    if request.difficulty is not None or request.modifiers or request.against:
        raise RuleError(N_("Cairn has no difficulties and no modifiers: the attribute alone decides."))
    reasons = (*request.advantage, *request.disadvantage)
    if reasons and throw != DAMAGE:
        raise RuleError(N_("Only an attack is enhanced or impaired."))
    if len(reasons) > MAX_REASONS:
        raise RuleError(NP_("At most {n} reason.", "At most {n} reasons."), MAX_REASONS)
    if any(len(reason) > MAX_REASON for reason in reasons):
        raise RuleError(
            NP_("A reason has at most {n} character.", "A reason has at most {n} characters."), MAX_REASON
        )  # fmt: skip


def _options(request: CheckRequest, throw: str) -> None:
    known = _OPTIONS.get(throw, {})
    if any(key not in known or not isinstance(value, known[key]) for key, value in request.options.items()):
        raise RuleError(N_("This throw has no such option."))
    if being(request) not in BEINGS:
        raise RuleError(N_("Whoever is tested is a character, a creature or a detachment."))


def _save(request: CheckRequest, attributes: Sequence[str]) -> None:
    if opponent(request) is not None:
        raise RuleError(N_("Of two opponents the one more at risk saves; the other throws nothing."))
    for one in request.participants:
        if len(one.uses) != 1 or one.uses[0].trait not in attributes or one.uses[0].dice not in (None, 1):
            raise RuleError(N_("A save is made with one attribute."))


def _morale(request: CheckRequest) -> None:
    if being(request) == CHARACTER:
        raise RuleError(N_("The morale of players' characters is never tested."))
    if len(request.participants) > 1:
        raise RuleError(N_("One foe saves for its group: whoever's Will is used."))
    _save(request, (WILL,))


def _attack(request: CheckRequest, sheets: Sheets) -> None:
    if len(request.participants) - len(throwing(request)) > 1:
        raise RuleError(N_("Each target is thrown for on its own."))
    target = opponent(request)
    if target is not None and target.uses:
        raise RuleError(N_("Whoever is hit throws no damage."))
    total = sum(_weapons(one, sheets[one.who]) for one in throwing(request))
    if total > MAX_DICE:
        raise RuleError(NP_("At most {n} die at once.", "At most {n} dice at once."), MAX_DICE)


def _weapons(one: Participant, sheet: Sheet) -> int:
    """How many damage dice somebody's weapons have."""
    if not one.uses:
        raise RuleError(N_("Choose a weapon."))
    if len({use.trait for use in one.uses}) != len(one.uses):
        raise RuleError(N_("Each weapon is named once."))
    for use in one.uses:
        weapon_sides(sheet, use.trait)
    counts = [1 if use.dice is None else use.dice for use in one.uses]
    if min(counts) < 1 or sum(counts) > MAX_WEAPON_DICE:
        raise RuleError(N_("One attacker throws the dice of at most two weapons."))
    return sum(counts)
