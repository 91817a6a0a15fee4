"""A day is written one way in each language."""

from datetime import date, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [("en", "2 December 2026", "2 December 2026, 19:41"), ("pl", "2 grudnia 2026", "2 grudnia 2026, 19:41")],
)
def test_a_day_and_a_moment(language, day, moment):
    with translation.override(language):
        assert date_format(date(2026, 12, 2), "DATE_FORMAT") == day
        assert date_format(datetime(2026, 12, 2, 19, 41), "DATETIME_FORMAT") == moment
