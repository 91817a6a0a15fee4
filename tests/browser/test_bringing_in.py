"""A whole campaign may take a while to bring in: the page says so at once, and a double tap brings in one."""

import re

from playwright.sync_api import expect

from tests.sessions.campaign_files import SAMPLES

HELD = """() => {
    window.sent = 0;
    addEventListener("submit", event => { window.sent += 1; event.preventDefault(); });
}"""


def test_the_page_says_that_it_takes_a_while_and_a_double_tap_counts_once(
    person, settings, tmp_path, assert_accessible, shot
):
    settings.MEDIA_ROOT = tmp_path
    page = person("bartek", width=360, theme="dark")
    page.goto("/c/import/")
    page.get_by_label("File").set_input_files(SAMPLES / "campaign-v1.zip")
    page.get_by_role("button", name="Look into it").click()
    page.wait_for_url(re.compile(r"/c/import/.+"))
    words, press = page.get_by_text("This may take a minute."), page.get_by_role("button", name="Bring it in")
    expect(words).to_be_hidden()
    assert_accessible(page)
    page.evaluate(HELD)  # as a server that has not answered yet
    press.dblclick()
    expect(words).to_be_visible()
    expect(press).to_have_attribute("aria-busy", "true")
    assert page.evaluate("window.sent") == 1
    shot(page, "bringing-in-360")
