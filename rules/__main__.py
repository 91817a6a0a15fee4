"""Try the rules from a terminal, without a database:

python -m rules roll inquiry=2 --difficulty 2
python -m rules roll composure=1 stealth=2 perception=3 --difficulty 5 --dice 6,4,8
python -m rules odds riding=2 inquiry=1 --difficulty 4 --advantage 1
python -m rules roll acrobatics=1 agility=3 --difficulty 1 --system d10_pool
python -m rules roll strength=12 --system cairn
python -m rules challenge climb athletics=2 athletics=1 riding=2 stealth --difficulty 3
python -m rules throw 2k6+1
"""

from __future__ import annotations

import argparse
import gettext
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rules import dice, registry
from rules.challenges import told
from rules.challenges.hands import hand
from rules.challenges.templates import template
from rules.errors import RuleError, UnknownSystem
from rules.protocol import RuleSystem
from rules.spec import SheetSpec
from rules.tables import CaerbannogTables
from rules.values import (
    N_,
    PLURALS,
    CheckRequest,
    CheckResult,
    Counter,
    Die,
    Modifier,
    Part,
    Participant,
    Sheet,
    Text,
    Trait,
    TraitUse,
)

LOCALE = Path(__file__).resolve().parent.parent / "locale"
WHO = 1
FINE = 1 << 30  # sides of a die so fine that its throws pass for numbers from 0 to 1


def render(text: Text, catalogue: gettext.NullTranslations) -> str:
    """A Text in the catalogue's language; without one, in English."""
    if text.n is None:
        sentence = catalogue.gettext(text.id)
    else:
        sentence = catalogue.ngettext(text.id, PLURALS.get(text.id, text.id), text.n)
    params = {key: render(p, catalogue) if isinstance(p, Text) else p for key, p in text.params.items()}
    return sentence.format(**{"n": text.n, **params}) if params or text.n is not None else sentence


def main(argv: Sequence[str] | None = None, source: dice.DiceSource = dice.system_dice) -> int:
    """Run one command; the exit status is 0, or 2 for something that the rules or the command refuse."""
    options = _parser().parse_args(argv)
    catalogue = gettext.translation("django", LOCALE, [options.lang] if options.lang else None, fallback=True)
    try:
        for line in _COMMANDS[options.command](options, catalogue, source):
            print(line)
    except RuleError as error:
        print(render(error.text, catalogue), file=sys.stderr)
        return 2
    except UnknownSystem as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Throw and reckon without a database.")
    parser.add_argument("--lang", default="", help="language of the answer, as pl or en; else the terminal's")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (
        ("roll", "make one test"),
        ("odds", "exact chances of a test"),
        ("challenge", "chances of a printed challenge; each trait is a participant"),
    ):
        command = commands.add_parser(name, help=words)
        if name == "challenge":
            command.add_argument("template", help="climb, mount, pursuit, sneaking or exorcism")
            command.add_argument("--pool", type=int, default=10, help="what each may spend on heroic efforts")
        command.add_argument("traits", nargs="*", metavar="trait=level", help="the first one is the main one")
        command.add_argument("--system", default="caerbannog_2026")
        command.add_argument("--difficulty", type=int)
        command.add_argument("--advantage", type=int, default=0, metavar="N", help="how many reasons for it")
        command.add_argument("--disadvantage", type=int, default=0, metavar="N")
        command.add_argument("--modifier", type=int, action="append", default=[])
        command.add_argument("--against", default="", choices=["", "attack", "hazard"])
        command.add_argument("--kind", default="test", help="what else the game tests, as a rite")
        if name == "roll":
            command.add_argument("--dice", default="", metavar="5,7,4", help="faces of dice thrown by hand")
    free = commands.add_parser("throw", help="throw free dice")
    free.add_argument("formula")
    return parser


def _sheet(spec: SheetSpec, rows: Sequence[str]) -> Sheet:
    """A sheet with the traits named on the command line, permitted everything."""
    home = {trait.key: category for category in spec.categories for trait in (*category.printed, *category.offered)}
    traits: dict[str, Trait] = {}
    for row in rows:
        key, _, level = row.partition("=")
        if key not in home or not (level or "0").isdigit():
            raise RuleError(N_("Write a trait of the sheet and its level, like inquiry=2."))
        traits[key] = Trait(key, home[key].kind, home[key].key, int(level or 0))
    counters = {key: Counter(row.level, row.level) for key, row in traits.items() if home[key].counters}
    return Sheet(WHO, traits, counters=counters, flags=frozenset(key for key, _ in spec.flags))


def _request(options: argparse.Namespace) -> tuple[RuleSystem, CheckRequest, dict[int, Sheet]]:
    system = registry.system(options.system)
    sheet = _sheet(system.sheet(), options.traits)
    request = CheckRequest(
        participants=(Participant(WHO, "initiator", tuple(TraitUse(key) for key in sheet.traits)),),
        difficulty=options.difficulty,
        advantage=("",) * options.advantage,
        disadvantage=("",) * options.disadvantage,
        modifiers=tuple(Modifier(value) for value in options.modifier),
        against=options.against,
        kind=options.kind,
        tables=system.tables({}),
    )
    return system, request, {WHO: sheet}


def _by_hand(faces: str, parts: Sequence[Part]) -> tuple[Die, ...]:
    try:
        shown = [int(face) for face in faces.split(",")]
    except ValueError:
        raise RuleError(N_("Write the faces of the dice like 5,7,4.")) from None
    slots = [part for part in parts for _ in range(part.count)]
    if len(shown) != len(slots):
        raise RuleError(N_("These dice are not the ones that were asked for."))
    return tuple(Die(slot.who, slot.trait, slot.sides, face) for slot, face in zip(slots, shown, strict=True))


def _roll(options: argparse.Namespace, catalogue: gettext.NullTranslations, source: dice.DiceSource) -> list[str]:
    system, request, sheets = _request(options)
    parts = system.plan(request, sheets)
    thrown = _by_hand(options.dice, parts) if options.dice else dice.throw(parts, source)
    return _told(system.check(request, sheets, thrown), catalogue)


def _told(result: CheckResult, catalogue: gettext.NullTranslations) -> list[str]:
    shown = " ".join(f"k{d.sides}:{d.face}{'*' if d.kept else ''}{'^' if d.top else ''}" for d in result.dice)
    sums = " ".join(f"{step.value:+d}" for step in result.steps)
    lines = [f"{shown}   (* {catalogue.gettext(N_('counted'))}, ^ {catalogue.gettext(N_('top face'))})"]
    name = render(result.name, catalogue) if result.name else catalogue.gettext(N_("the difficulty is open"))
    lines.append(f"{sums} = {'?' if result.value is None else result.value}   {name}")
    lines += [f"{catalogue.gettext(N_('Momentum'))} {effect.amount:+d}" for effect in result.gained]
    return lines


def _odds(options: argparse.Namespace, catalogue: gettext.NullTranslations, source: dice.DiceSource) -> list[str]:
    system, request, sheets = _request(options)
    odds = system.odds(request, sheets)
    lines = [f"{value:+3d}  {float(chance):7.2%}  {'#' * round(chance * 60)}" for value, chance in odds.values.items()]
    lines.append(f"{catalogue.gettext(N_('success'))} {float(odds.success):.2%}")
    lines.append(f"{catalogue.gettext(N_('critical failure'))} {float(odds.critical):.2%}")
    return lines


def _challenge(options: argparse.Namespace, catalogue: gettext.NullTranslations, source: dice.DiceSource) -> list[str]:
    spec = template(options.template).for_party(len(options.traits))
    spec = spec if options.difficulty is None else replace(spec, difficulty=options.difficulty)
    if not isinstance(registry.system(options.system).tables({}), CaerbannogTables):
        raise RuleError(N_("The printed challenges are for the tests of Caerbannog."))
    hands = []
    for who, trait in enumerate(options.traits, 1):
        alone = {"traits": [trait], "difficulty": spec.difficulty}
        system, request, sheets = _request(argparse.Namespace(**vars(options) | alone))
        odds = system.odds(request, sheets)
        hands.append(hand(who, odds, spec.difficulty or 0, options.pool))
    say = partial(render, catalogue=catalogue)
    return [
        *told.setup_told(spec, say),
        *told.forecasts_told(spec, hands, lambda: (source(FINE) - 1) / FINE, say),
    ]


def _throw(options: argparse.Namespace, catalogue: gettext.NullTranslations, source: dice.DiceSource) -> list[str]:
    formula = dice.parse(options.formula)
    thrown = dice.throw(formula.parts(WHO), source)
    return [f"{formula.written()}: {' '.join(str(die.face) for die in thrown)} = {formula.total(thrown)}"]


_COMMANDS = {"roll": _roll, "odds": _odds, "challenge": _challenge, "throw": _throw}

if __name__ == "__main__":
    sys.exit(main())
