"""What looks odd on a sheet. Never a block: the game leaves a table free to agree on anything."""

from __future__ import annotations

from collections.abc import Mapping

from rules.caerbannog.sheet import MYSTIC_FLAG
from rules.values import N_, NP_, Sheet, Text


def warnings(sheet: Sheet, facts: Mapping[str, str]) -> tuple[Text, ...]:
    """Odd things on one sheet; `facts` holds its "archetype" as written and the count of its "abilities"."""
    skills = [row for row in sheet.traits.values() if row.kind == "skill"]
    expert = sum(row.level >= 3 for row in skills)
    master = sum(row.level >= 4 for row in skills)
    found: list[Text] = []
    if expert and not facts.get("archetype", "").strip():
        found.append(
            Text(
                NP_(
                    "{n} skill at level III or above, but no archetype is written.",
                    "{n} skills at level III or above, but no archetype is written.",
                ),
                expert,
            )
        )
    if master and facts.get("abilities", "").strip() in ("", "0"):
        found.append(
            Text(
                NP_(
                    "{n} skill at level IV, but no ability that would allow it.",
                    "{n} skills at level IV, but no ability that would allow it.",
                ),
                master,
            )
        )
    if MYSTIC_FLAG not in sheet.flags and any(row.category == "mystic" for row in skills):
        found.append(Text(N_("Mystic skills are written, but nothing allows this character to use them.")))
    return tuple(found)
