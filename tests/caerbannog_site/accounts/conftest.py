"""The door counts how often somebody knocks (allauth's rate limits), and it must not count from test to test."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_knocked():
    cache.clear()
