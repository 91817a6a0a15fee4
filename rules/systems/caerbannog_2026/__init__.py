"""Caerbannog, the rules of 2026. RULES.md beside this file tells where each rule stands and what proves it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.caerbannog import house_rules
from rules.caerbannog.edition import Edition
from rules.caerbannog.system import CaerbannogSystem
from rules.systems.caerbannog_2026 import sanity
from rules.systems.caerbannog_2026.sheet import SPEC
from rules.tables import PRESETS
from rules.values import N_, Sheets, Text


class Caerbannog2026(CaerbannogSystem):
    """The rule system; see protocol.py for what each function promises."""

    def warnings(self, sheets: Sheets, facts: Mapping[str, str]) -> tuple[Text, ...]:
        return tuple(warning for sheet in sheets.values() for warning in sanity.warnings(sheet, facts))


system = Caerbannog2026(
    Edition(
        key="caerbannog_2026",
        name=Text(N_("Caerbannog 2026")),
        spec=SPEC,
        house_rules=house_rules.ALL,
        tables=PRESETS["2026"],
        boosts=True,
        momentum_from_dice=True,
        breakthroughs=True,
        shared_tests=True,
        ones_are_critical=True,
    )
)
