"""A day is written one way in each language."""

from datetime import date, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(("language", "day", "short"), [
    ("en", "2 October 2026", "2 Oct 2026"),
    ("pl", "2 października 2026", "2 paź 2026"),
])  # fmt: skip
def test_a_day_and_a_moment(language, day, short):
    with translation.override(language):
        assert date_format(date(2026, 10, 2), "DATE_FORMAT") == day
        assert date_format(datetime(2026, 10, 2, 19, 41), "DATETIME_FORMAT") == f"{day}, 19:41"
        assert date_format(date(2026, 10, 2), "SHORT_DATE_FORMAT") == short
        assert date_format(datetime(2026, 10, 2, 19, 41), "SHORT_DATETIME_FORMAT") == f"{short}, 19:41"
