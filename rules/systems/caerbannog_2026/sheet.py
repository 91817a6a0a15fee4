"""The sheet of Caerbannog 2026. Its blocks are those of every edition, and Insight is new [Umiejętności]."""

from __future__ import annotations

from rules.caerbannog.sheet import MOMENTUM, PRACTICAL, sheet_spec
from rules.spec import TraitSpec
from rules.values import N_, Text

SPEC = sheet_spec(practical=(*PRACTICAL, TraitSpec("insight", Text(N_("Insight")))), boosted_by=MOMENTUM)
