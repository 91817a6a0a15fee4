"""The pages that count what would go count nothing that their readers may not know of."""

import pytest
from django.urls import reverse

from sessions.models import Mode
from tests.test_visibility import roll, table  # noqa: F401 -- fixture
from tests.visibility import outputs


def page(table, name: str) -> bytes:  # noqa: F811
    url = reverse("campaign_delete", args=[table.campaign.token]) if name == "alicja" else reverse("account_delete")
    return outputs.without_csrf(outputs.pages(table, name, url))


@pytest.mark.parametrize(("name", "mode"), [("alicja", Mode.SELF), ("bartek", Mode.BLIND), ("celina", Mode.PUBLIC)])
def test_what_is_not_told_is_not_counted_either(table, name, mode):  # noqa: F811
    before = page(table, name)
    roll(table, mode=mode)
    assert page(table, name) == before


@pytest.mark.parametrize(("name", "mode"), [("alicja", Mode.BLIND), ("bartek", Mode.SELF)])
def test_the_rest_is(table, name, mode):  # noqa: F811
    before = page(table, name)
    roll(table, mode=mode)
    assert page(table, name) != before
