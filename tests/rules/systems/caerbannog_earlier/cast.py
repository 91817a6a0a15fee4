"""The short ways of tests.rules.cast, put to the earlier edition."""

from functools import partial

from rules.systems import caerbannog_earlier
from tests.rules import cast

EARLIER = caerbannog_earlier.system

table = partial(cast.table, system=EARLIER)
roll = partial(cast.roll, system=EARLIER)
follow = partial(cast.follow, system=EARLIER)
offers = partial(cast.offers, system=EARLIER)
