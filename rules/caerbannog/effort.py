"""Heroic effort: a failure becomes exactly 1 [Heroiczny Wysiłek]. Who may make it, what pays it, when it goes back."""

from __future__ import annotations

from rules.caerbannog.checks import settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.request import house, lead, participant, sheet_of
from rules.caerbannog.sheet import EFFORT_POOLS, RESERVE, held
from rules.caerbannog.steps import active_effort, standing_bonuses
from rules.caerbannog.totals import allows_effort, effort_price
from rules.errors import RuleError
from rules.tables import CaerbannogTables
from rules.values import N_, CheckResult, Choice, Cost, Effect, FollowUp, Sheet, Sheets, Taken


def effort_offer(edition: Edition, result: CheckResult, who: int, sheets_now: Sheets) -> FollowUp:
    """The heroic effort open to `who`, with every pool that can pay for it (none: another cost, agreed by the GM).

    Raises RuleError when there is none.
    """
    one = participant(result.request, who)
    if result.value is None:
        raise RuleError(N_("The difficulty is not told yet."))
    if not allows_effort(result):
        raise RuleError(_why_no_effort(result))
    if one.who != lead(result.request).who and house(result.request).group_effort_payer == "initiator":
        raise RuleError(N_("The initiator pays for a heroic effort."))
    price = effort_price(result)
    costs = affordable(sheet_of(sheets_now, who), price, house(result.request))
    return FollowUp(f"effort:{who}", "effort", who, costs)


def _why_no_effort(result: CheckResult) -> str:
    if result.outcome == "pending" and lead(result.request).role == "opponent":
        return N_("Only the initiator of an opposed test makes a heroic effort.")
    if result.outcome == "pending":
        return N_("The opponent has not answered yet.")
    if result.outcome == "success":
        return N_("Only a failure can be turned by a heroic effort.")
    if result.request.against == "attack":
        return N_("An answer to an attack is no place for a heroic effort.")
    return N_("A critical failure can't be turned by a heroic effort.")


def effort(edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets) -> CheckResult:
    """The result of exactly 1, and its payment: the pool chosen, or another cost that the note tells.

    Raises RuleError where no effort is open to the payer or it isn't paid at its price.
    """
    offer = effort_offer(edition, result, choice.payer, sheets_now)
    if choice.cost is None and not choice.note.strip():
        raise RuleError(N_("Say what the effort costs instead."))
    if choice.cost is not None and choice.cost not in offer.costs:
        raise RuleError(N_("The effort can't be paid like that."))
    rest: Cost | None = None
    effects: tuple[Effect, ...] = ()
    if choice.cost is not None:
        rest, effects = pay(
            offer.payer, choice.cost, held(sheets_now[offer.payer], choice.cost.counter), house(result.request)
        )
    taken = Taken("effort", offer.payer, choice.cost, note=choice.note, before=result.value, rest=rest)
    return settle(edition, result.request, result.dice, standing_bonuses(result), (*result.taken, taken), effects)


# --- the price: a pool that must keep its last point shares it with Vitality -----------------------------------------


def affordable(sheet: Sheet, price: int, tables: CaerbannogTables) -> tuple[Cost, ...]:
    """Every pool that can pay `price`, down to 0; by the earlier rule down to 1, Vitality bearing the rest."""
    reserve = held(sheet, RESERVE) if tables.effort_keeps_last else 0
    return tuple(Cost(pool, price) for pool in EFFORT_POOLS if usable(held(sheet, pool), tables) + reserve >= price)


def usable(pool: int, tables: CaerbannogTables) -> int:
    """How much of a pool an effort may take (decision 12)."""
    return max(pool - 1, 0) if tables.effort_keeps_last else pool


def pay(who: int, cost: Cost, pool: int, tables: CaerbannogTables) -> tuple[Cost | None, tuple[Effect, ...]]:
    """The part borne by Vitality, if any, and the effects of paying `cost` from a pool that holds `pool`."""
    own = min(usable(pool, tables), cost.amount)
    rest = Cost(RESERVE, cost.amount - own) if own < cost.amount else None
    effects = [Effect(who, cost.counter, -own)] if own else []
    if rest is not None:
        effects.append(Effect(who, rest.counter, -rest.amount))
    return rest, tuple(effects)


def refund(who: int, cost: Cost | None, rest: Cost | None) -> tuple[Effect, ...]:
    """What gives back exactly what was paid; another cost, agreed at the table, is the table's to give back."""
    if cost is None:
        return ()
    own = cost.amount - (rest.amount if rest else 0)
    effects = [Effect(who, cost.counter, own)] if own else []
    if rest is not None:
        effects.append(Effect(who, rest.counter, rest.amount))
    return tuple(effects)


def without_effort(taken: tuple[Taken, ...]) -> tuple[Taken, ...]:
    """The follow-ups but the effort that holds."""
    effort = active_effort(taken)
    return tuple(one for one in taken if one is not effort)


def effort_kept(taken: tuple[Taken, ...], bare: CheckResult) -> tuple[tuple[Taken, ...], tuple[Effect, ...]]:
    """The follow-ups that stay, and what goes back to the payer of an effort that `bare` has no use for any more.

    `bare` is the new result without the effort. One that is still needed keeps its old price (decision 46).
    """
    effort = active_effort(taken)
    if effort is None or allows_effort(bare):
        return taken, ()
    return bare.taken, refund(effort.payer, effort.cost, effort.rest)
