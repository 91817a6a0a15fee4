"""The sheet on paper."""

import pytest

from sheets.models import Ability


@pytest.mark.parametrize(
    ("cost", "pays", "told"),
    [(2, "", "(2\N{NO-BREAK SPACE}M)"), (1, "vitality", "(1\N{NO-BREAK SPACE}Vit)"), (0, "", "Luck</b></li>")],
)
def test_an_ability_is_printed_with_what_it_costs(table, cost, pays, told):
    Ability.objects.create(character=table.julio, name="Luck", cost=cost, pays=pays)
    page = table.client("bartek").get(f"/s/{table.julio.token}/print/").content.decode()
    assert told in page.replace("&nbsp;", "\N{NO-BREAK SPACE}")
