"""Every kind of challenge there is. A newcomer adds one import and one line."""

from __future__ import annotations

from rules.challenges.breach import Breach
from rules.challenges.innovation import Innovation
from rules.challenges.intrigue import Intrigue
from rules.challenges.kind import Kind
from rules.challenges.operation import Operation
from rules.challenges.survival import Survival
from rules.errors import RuleError
from rules.values import N_

KINDS: tuple[Kind, ...] = (Operation(), Innovation(), Breach(), Intrigue(), Survival())


def kind_of(key: str) -> Kind:
    """The kind of this key. Raises RuleError for an unknown one."""
    for one in KINDS:
        if one.key == key:
            return one
    raise RuleError(N_("There is no such kind of challenge."))
