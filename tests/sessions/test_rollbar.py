"""What the roll bar's settings mean for the chances beside the dice."""

import pytest
from django.http import QueryDict

from rules.values import Modifier
from sessions.rollbar import settings_of
from sheets.traits import RollSettings


@pytest.mark.parametrize(
    ("query", "settings"),
    [
        ("", RollSettings(3)),
        ("difficulty=5", RollSettings(5)),
        ("difficulty=", RollSettings(None)),
        ("edge=1", RollSettings(3, advantage=1)),
        ("edge=-1&advantage_reason=light&advantage_reason=", RollSettings(3, advantage=1)),
        ("modifier=%2B2&modifier_reason=rope", RollSettings(3, modifiers=(Modifier(2, "rope"),))),
        ("modifier=%E2%88%921&modifier_reason=", RollSettings(3, modifiers=(Modifier(-1),))),
        ("gear=coat", RollSettings(3, gear=frozenset({"coat"}))),
    ],
)
def test_settings_are_read_as_a_roll_reads_them(query, settings):
    assert settings_of(QueryDict(query)) == settings


@pytest.mark.parametrize("query", ["difficulty=hard", "difficulty=-1", "edge=9", "modifier=lots&modifier_reason=x"])
def test_senseless_settings_are_left_out(query):
    assert settings_of(QueryDict(query)) == RollSettings(3)
