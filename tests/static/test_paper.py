"""The printed sheet: figures that read as figures, and a button that prints."""

import pytest

from tests.static.table import Table

LEAF = """<button type="button" data-print>Drukuj</button>
<article class="a4"><div class="p-pool"><b>10</b><small>z 10</small></div>
<div class="p-skills"><table><caption>Fizyczne <b>+3</b></caption><tbody><tr><td>10</td></tr></tbody></table></div>
</article>"""


@pytest.mark.parametrize("place", [".p-pool b", ".p-pool small", "caption b", "td"])
def test_figures_on_paper_stand_on_the_line(table: Table, visit, place):
    table.main = LEAF
    style = visit().locator(place).evaluate("one => getComputedStyle(one).fontVariantNumeric")
    assert "lining-nums" in style


def test_a_phone_can_print(table: Table, visit):
    table.main = LEAF
    page = visit()
    page.evaluate("window.print = () => { window.printed = true }")
    page.get_by_role("button", name="Drukuj").click()
    assert page.evaluate("window.printed")
