"""A passkey is made on the profile's page, opens the door by itself, and opens nothing once it is removed."""

import re

from playwright.sync_api import expect

from tests.cast import PASSWORD, make_table

OPEN = re.compile(r"/$")


def test_a_passkey_opens_the_door_until_it_is_removed(open_context, site, trouble, transactional_db, shot):
    table = make_table()
    trouble.allow(r"request to another host: http://localhost")
    page = open_context(url=f"http://localhost:{site.port}", width=360).new_page()
    device = page.context.new_cdp_session(page)  # a phone that knows its owner
    device.send("WebAuthn.enable")
    device.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                "isUserVerified": True, "automaticPresenceSimulation": True,
            }
        },
    )  # fmt: skip

    def confirm():
        """A key to the account is made and removed only by who knows its password."""
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()

    page.goto("/accounts/login/")
    page.get_by_label("Username or e-mail").fill("bartek")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(OPEN)
    page.goto("/accounts/profile/")
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Make a passkey").click()
    confirm()
    page.get_by_label("Name").fill("Old phone")
    shot(page, "passkey-add-360")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Old phone")).to_be_visible()
    shot(page, "passkeys-360")

    def log_out():
        page.goto("/accounts/logout/")
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()

    def use_passkey():
        page.get_by_role("button", name="Log in with a passkey").click()

    log_out()
    shot(page, "passkey-door-360")
    page.goto("/accounts/login/?next=/accounts/profile/")
    use_passkey()
    expect(page.get_by_text("You log in as:")).to_contain_text("bartek")

    page.goto("/accounts/passkeys/")
    page.get_by_role("button", name="Remove").click()
    confirm()
    expect(page.get_by_text("You have none yet.")).to_be_visible()
    log_out()
    use_passkey()
    expect(page.locator("#notices .notice")).to_be_visible()
    page.goto("/")
    expect(page).to_have_url(re.compile("/accounts/login/"))
    assert table.bartek.is_active
