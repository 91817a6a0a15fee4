"""Somebody deletes their account while the others look at the table: their pages forget the name at once."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.cast import PASSWORD


@pytest.mark.live
def test_a_deleted_person_goes_from_open_pages(person, table, assert_accessible, shot):
    steps.said(table, "bartek", "remember me")
    other = steps.at_table(person("celina", width=360), table.campaign)
    expect(steps.newest(other)).to_contain_text("remember me")
    page = person("bartek", width=360)
    page.goto("/me/delete/")
    assert_accessible(page)
    shot(page, "account-delete-360")
    page.get_by_label("leave them to the game master").check()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account for good").click()
    page.wait_for_url("**/accounts/login/")
    expect(page.locator("#notices")).to_contain_text("Your account is deleted.")
    expect(steps.newest(other)).to_contain_text("Somebody deleted their account")
    expect(steps.row(other, "Message deleted together with the account")).to_contain_text("A deleted person")
    expect(steps.row(other, "remember me")).to_have_count(0)
    steps.live(other)
