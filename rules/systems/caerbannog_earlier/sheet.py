"""The sheet of the earlier edition: the blocks of every edition; a category's bonus costs nothing."""

from __future__ import annotations

from rules.caerbannog.sheet import PRACTICAL, sheet_spec

SPEC = sheet_spec(practical=PRACTICAL, boosted_by="")
