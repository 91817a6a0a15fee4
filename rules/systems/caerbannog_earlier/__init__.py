"""Caerbannog, the edition before 2026. RULES.md beside this file tells where each rule stands and what proves it."""

from __future__ import annotations

from rules.caerbannog import house_rules
from rules.caerbannog.edition import Ability, Edition
from rules.caerbannog.system import CaerbannogSystem
from rules.systems.caerbannog_earlier.sheet import SPEC
from rules.tables import PRESETS
from rules.values import N_, Text

BRUTAL_ATTACK = Ability("brutal_attack", Text(N_("Brutal Attack")), at_least=3, adds=1)

system = CaerbannogSystem(
    Edition(
        key="caerbannog_earlier",
        name=Text(N_("Caerbannog, the earlier edition")),
        spec=SPEC,
        house_rules=house_rules.EARLIER,
        tables=PRESETS["earlier"],
        boosts=False,
        momentum_from_dice=False,
        breakthroughs=False,
        shared_tests=False,
        ones_are_critical=False,
        critical_from=-5,
        abilities=(BRUTAL_ATTACK,),
    )
)
